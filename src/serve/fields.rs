//! The fields of JSON requests and messages, parsed into what the service looks at and nothing more.
//!
//! A field of the wrong type does not fail the parse: the endpoint that looks at the field reports it by name. Values
//! of unknown fields are skipped without being built, so a body costs little more memory than its bytes.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::ApiError;

/// A field of a JSON object.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Field<T> {
    /// Absent or `null`.
    #[default]
    Absent,
    /// A value of the right type.
    Value(T),
    /// A value of another type.
    Wrong,
}

/// Below it each whole number is told apart from its neighbours.
const MOST_EXACT: f64 = (1_u64 << 53) as f64;

/// A string, borrowed from the body where it holds no escapes.
pub type Text<'a> = Cow<'a, str>;

/// Every field that a request or a message may have; each endpoint looks at its own. One flat struct, because serde's
/// tagged enums and flattened structs build the whole object in memory first.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Fields<'a> {
    // How it sounds and is sent: see `params`.
    #[serde(borrow, deserialize_with = "text_or_id")]
    pub voice: Field<Text<'a>>,
    #[serde(borrow)]
    pub language: Field<Text<'a>>,
    #[serde(borrow)]
    pub model: Field<Text<'a>>,
    pub speed: Field<f64>,
    pub pitch: Field<f64>,
    pub pitch_range: Field<f64>,
    pub volume: Field<f64>,
    pub sentence_pause_ms: Field<u64>,
    pub paragraph_pause_ms: Field<u64>,
    pub inline_phonemes: Field<bool>,
    pub emoji: Field<bool>,
    #[serde(borrow)]
    pub encoding: Field<Text<'a>>,
    pub sample_rate: Field<u64>,
    pub frame_ms: Field<u64>,
    #[serde(borrow)]
    pub output: Field<Text<'a>>,
    #[serde(borrow)]
    pub lexicon: Option<&'a RawValue>,
    // What is spoken.
    #[serde(borrow)]
    pub text: Field<Text<'a>>,
    // `/v1/audio/speech` only.
    #[serde(borrow)]
    pub input: Field<Text<'a>>,
    #[serde(borrow)]
    pub response_format: Field<Text<'a>>,
    #[serde(borrow)]
    pub stream_format: Field<Text<'a>>,
    // WebSocket messages only.
    #[serde(borrow, rename = "type")]
    pub kind: Field<Text<'a>>,
    #[serde(borrow)]
    pub context_id: Field<Text<'a>>,
    #[serde(rename = "continue")]
    pub continues: Field<bool>,
    pub flush: Field<bool>,
    pub v2: Field<bool>,
    pub binary: Field<bool>,
    pub timestamps: Field<bool>,
    pub ssml: Field<bool>,
}

/// Returns a body or a message as text without its byte order mark, if it can be a JSON object.
pub fn object(json: &[u8]) -> Result<&str, ApiError> {
    let json = std::str::from_utf8(json)
        .map_err(|_| ApiError::invalid_json("it is not UTF-8"))?
        .trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
    // A struct could be read from an array too.
    if !json.is_empty() && !json.starts_with('{') {
        return Err(ApiError::invalid_json("it is not an object"));
    }
    Ok(json)
}

impl<'a> Fields<'a> {
    /// Parses a body or a message, which must be one JSON object.
    pub fn parse(json: &'a [u8]) -> Result<Self, ApiError> {
        serde_json::from_str(object(json)?).map_err(|e| ApiError::invalid_json(&e.to_string()))
    }
}

impl<T: Scalar> Field<T> {
    /// The value, if there is one. `name` is the field's name in the error for a value of the wrong type.
    pub fn get(&self, name: &str) -> Result<Option<&T>, ApiError> {
        match self {
            Self::Absent => Ok(None),
            Self::Value(value) => Ok(Some(value)),
            Self::Wrong => Err(ApiError::invalid_field(name, T::MUST)),
        }
    }

    /// The value of a flag, false without one.
    pub fn is_set(&self, name: &str) -> Result<bool, ApiError>
    where
        T: PartialEq<bool>,
    {
        Ok(self.get(name)?.is_some_and(|value| *value == true))
    }
}

impl Field<Text<'_>> {
    /// The string, if there is one.
    pub fn text(&self, name: &str) -> Result<Option<&str>, ApiError> {
        Ok(self.get(name)?.map(|text| &**text))
    }

    /// The string; none also where the value is no string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Value(text) => Some(text),
            _ => None,
        }
    }
}

/// A type that a field can have.
pub trait Scalar: Sized {
    /// What the field must be, as errors say it.
    const MUST: &'static str;
}

/// How a JSON value becomes a type.
trait FromJson<'de>: Scalar {
    fn from_bool(_: bool) -> Option<Self> {
        None
    }
    /// `value` is not negative.
    fn from_whole(_: u64) -> Option<Self> {
        None
    }
    fn from_number(_: f64) -> Option<Self> {
        None
    }
    fn from_text(_: Cow<'de, str>) -> Option<Self> {
        None
    }
}

impl Scalar for bool {
    const MUST: &'static str = "true or false";
}

impl Scalar for u64 {
    const MUST: &'static str = "a whole number";
}

impl Scalar for f64 {
    const MUST: &'static str = "a number";
}

impl Scalar for Text<'_> {
    const MUST: &'static str = "a string";
}

impl FromJson<'_> for bool {
    fn from_bool(value: bool) -> Option<Self> {
        Some(value)
    }
}

impl FromJson<'_> for u64 {
    fn from_whole(value: u64) -> Option<Self> {
        Some(value)
    }
    /// Many languages write every number with a point: 8000.0.
    fn from_number(value: f64) -> Option<Self> {
        let whole = value.fract() == 0.0 && (0.0..MOST_EXACT).contains(&value);
        whole.then_some(value as u64)
    }
}

impl FromJson<'_> for f64 {
    fn from_whole(value: u64) -> Option<Self> {
        Some(value as f64)
    }
    fn from_number(value: f64) -> Option<Self> {
        Some(value)
    }
}

impl<'de: 'a, 'a> FromJson<'de> for Text<'a> {
    fn from_text(value: Cow<'de, str>) -> Option<Self> {
        Some(value)
    }
}

/// Reads a string that may stand in an object as its `id`.
fn text_or_id<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Field<Text<'a>>, D::Error> {
    from.deserialize_any(FieldVisitor::<Text<'a>> {
        id: true,
        of: PhantomData,
    })
}

/// Reads a field.
struct FieldVisitor<T> {
    /// It may stand in an object as its `id`.
    id: bool,
    of: PhantomData<T>,
}

impl<'de, T: FromJson<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(FieldVisitor {
            id: false,
            of: PhantomData,
        })
    }
}

impl<'de, T: FromJson<'de>> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::MUST)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Field::Absent)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_bool(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_whole(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_number(value as f64)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_number(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_text(Cow::Owned(value.to_owned()))))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Field::of(T::from_text(Cow::Borrowed(value))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Field::Wrong)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        if !self.id {
            while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Field::Wrong);
        }
        let mut id = Field::Wrong;
        while let Some(key) = entries.next_key::<Text<'de>>()? {
            match &*key {
                "id" => id = entries.next_value()?,
                _ => drop(entries.next_value::<IgnoredAny>()?),
            }
        }
        Ok(id)
    }
}

impl<T> Field<T> {
    fn of(value: Option<T>) -> Self {
        value.map_or(Self::Wrong, Self::Value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields<'_> {
        Fields::parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn only_an_object_is_a_request() {
        for json in ["", " ", "[]", "[\"text\"]", "\"a\"", "{", "{\"a\":1}x"] {
            let error = Fields::parse(json.as_bytes()).unwrap_err();
            assert_eq!(error.code, "invalid_json", "{json}");
        }
        for json in [&b"{\"text\":\"\xff\"}"[..], b"{\"other\":\"\xff\"}"] {
            assert_eq!(Fields::parse(json).unwrap_err().code, "invalid_json");
        }
        for json in [" \r\n\t{} ", "\u{feff}{}"] {
            assert!(Fields::parse(json.as_bytes()).is_ok(), "{json:?}");
        }
    }

    #[test]
    fn null_is_absent_and_another_type_is_reported_by_name() {
        let fields = fields(
            r#"{"voice":null,"text":{"a":[1]},"flush":"yes","sample_rate":-1,"model":[{}]}"#,
        );
        assert_eq!(fields.voice.text("voice"), Ok(None));
        for error in [
            fields.text.text("text").unwrap_err(),
            fields.flush.get("flush").unwrap_err(),
            fields.sample_rate.get("sample_rate").unwrap_err(),
            fields.model.text("model").unwrap_err(),
        ] {
            assert_eq!(error.code, "invalid_field");
            assert!(error.body()["field"].is_string());
        }
    }

    #[test]
    fn a_voice_may_be_an_object_with_its_id() {
        let voice = |json: &'static str| {
            fields(json)
                .voice
                .text("voice")
                .map(|v| v.map(str::to_owned))
        };
        let named = Ok(Some("Arjun".to_owned()));
        assert_eq!(voice(r#"{"voice":{"a":[1],"id":"Arjun"}}"#), named);
        assert_eq!(voice(r#"{"voice":"Arjun"}"#), named);
        assert!(voice(r#"{"voice":{"name":"Arjun"}}"#).is_err());
        assert!(fields(r#"{"text":{"id":"a"}}"#).text.text("text").is_err());
    }

    #[test]
    fn numbers_are_whole_where_they_must_be() {
        let rate = |json: &str| {
            let json = format!(r#"{{"sample_rate":{json}}}"#);
            let rate = fields(&json).sample_rate;
            rate.get("sample_rate").map(|rate| rate.copied())
        };
        assert_eq!(fields(r#"{"speed":1}"#).speed.get("speed"), Ok(Some(&1.0)));
        assert_eq!(rate("20"), Ok(Some(20)));
        assert_eq!(rate("8000.0"), Ok(Some(8_000)));
        assert_eq!(rate("8e3"), Ok(Some(8_000)));
        for wrong in ["8000.5", "-1", "-1.0", "1e300", "\"8000\""] {
            assert!(rate(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_field_that_is_given_twice_is_an_error() {
        assert!(Fields::parse(br#"{"text":"a","text":"b"}"#).is_err());
    }

    #[test]
    fn escapes_are_read_and_unknown_fields_skipped() {
        let fields = fields(r#"{"region":{"x":[[1]]},"text":"\u0905\n"}"#);
        assert_eq!(fields.text.as_text(), Some("अ\n"));
    }
}
