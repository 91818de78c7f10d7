//! The fields of a request that nobody looks at: typing errors are told, and what clients of other services send is not.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::fields::{Fields, Text, object};

/// Fields of one request that are told, and characters of each.
const MOST: usize = 8;
const LONGEST: usize = 40;
/// What clients are known to send, and what changes nothing here.
const TOLERATED: [&str; 8] = [
    "extra_body",
    "instructions",
    "metadata",
    "region",
    "seed",
    "session_id",
    "stream",
    "user",
];
/// The fields that only an endpoint looks at.
const OF_CLIP: [&str; 3] = ["text", "timestamps", "ssml"];
const OF_SPEECH: [&str; 3] = ["input", "response_format", "stream_format"];
const OF_MESSAGES: [&str; 6] = ["type", "context_id", "continue", "flush", "v2", "binary"];
/// What the form of `/v1/audio/speech` has in a field of its own.
const NOT_OF_SPEECH: [&str; 2] = ["encoding", "sample_rate"];

/// What the fields belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `/v1/tts`.
    Clip,
    /// `/v1/audio/speech`.
    Speech,
    /// `start`.
    Start,
}

impl Place {
    fn looks_at(self, name: &str) -> bool {
        let others: [&[&str]; 3] = match self {
            Self::Clip => [&OF_SPEECH, &OF_MESSAGES, &[]],
            Self::Speech => [&OF_CLIP, &OF_MESSAGES, &NOT_OF_SPEECH],
            Self::Start => [
                &["text", "ssml", "context_id", "continue", "flush"],
                &OF_SPEECH,
                &[],
            ],
        };
        known().contains(&name) && !others.concat().contains(&name)
    }
}

/// The names of the fields of a JSON object that its place does not look at, in the order of the alphabet.
pub fn names(json: &[u8], place: Place) -> Vec<String> {
    let json = object(json).unwrap_or_default();
    let names = serde_json::from_str::<Names>(json).unwrap_or_default().0;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let unknown = names.into_iter().filter(|name| !place.looks_at(name));
    let told = unknown.filter(|name| !TOLERATED.contains(&name.as_str()));
    // They get into a header and the log.
    let safe = told.map(|name| {
        let safe = name.chars().map(|c| if plain(c) { c } else { '?' });
        safe.take(LONGEST).collect()
    });
    safe.take(MOST).collect()
}

/// The fields that [`Fields`] has.
fn known() -> &'static [&'static str] {
    static KNOWN: OnceLock<&[&str]> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut probe = Probe(&[]);
        // It fails, once it has told its fields.
        let _ = Fields::deserialize(&mut probe);
        probe.0
    })
}

/// Learns the fields of a struct.
struct Probe(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut Probe {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.0 = fields;
        Err(Error::custom("only its fields are wanted"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("no struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map enum identifier ignored_any
    }
}

/// The names of an object's fields, as many as may be told and a few more.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(NamesVisitor)
    }
}

struct NamesVisitor;

impl<'de> Visitor<'de> for NamesVisitor {
    type Value = Names;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Names, A::Error> {
        let mut names = BTreeSet::new();
        while let Some((name, _)) = entries.next_entry::<Text<'de>, IgnoredAny>()? {
            if names.len() < MOST + known().len() {
                names.insert(name.chars().take(LONGEST).collect());
            }
        }
        Ok(Names(names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_looks_at_is_named() {
        let json = br#"{"text":"a","input":"a","voise":"x","loudnes":{"a":[1]},"seed":1,"timestamps":true,"a b\n":1}"#;
        let clip = ["a?b?", "input", "loudnes", "voise"];
        assert_eq!(names(json, Place::Clip), clip);
        let speech = ["a?b?", "loudnes", "text", "timestamps", "voise"];
        assert_eq!(names(json, Place::Speech), speech);
        let start = ["a?b?", "input", "loudnes", "text", "voise"];
        assert_eq!(names(json, Place::Start), start);
    }

    #[test]
    fn many_fields_are_not_all_named() {
        let fields: Vec<String> = (0..999)
            .map(|i| format!("\"{i}{}\":1", "x".repeat(99)))
            .collect();
        let json = format!("{{{}}}", fields.join(","));
        let told = names(json.as_bytes(), Place::Clip);
        assert_eq!(told.len(), MOST);
        assert!(told.iter().all(|name| name.len() == LONGEST));
    }
}
