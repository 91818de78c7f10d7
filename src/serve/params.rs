//! The fields of a request, of either endpoint: their types, defaults and rules.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Service;
use super::error::Refusal;
use super::format::Format;
use super::sink::Listener;
use crate::Language;
use crate::engine::{Engine, SPEEDS, Settings, Turn};
use crate::phonemes::Lexicon;

/// The fields of one JSON object. One that is `null` is as good as absent.
#[derive(Clone, Debug, Default)]
pub struct Fields(Map<String, Value>);

/// Where speech may go: to the client, or to the loudspeaker.
const OUTPUTS: [&str; 2] = ["audio", "speaker"];

/// How something is to be spoken and sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// How it is to sound.
    pub settings: Settings,
    /// How it is to be sent.
    pub format: Format,
    /// It is to be heard here, not sent.
    pub aloud: bool,
    /// Words that are read otherwise, before the service's own lexicon is asked.
    pub lexicon: Option<Lexicon>,
}

impl Wanted {
    /// Who is to hear it.
    pub fn listener(&self, service: &Service) -> Result<Listener, Refusal> {
        Ok(match &service.speaker {
            Some(speaker) if self.aloud => Listener::aloud(speaker.play()?),
            _ => Listener::Wire(self.format.encoder()),
        })
    }

    /// Opens the turn that is wanted.
    pub fn turn(&self, engine: Engine) -> crate::Result<Turn> {
        let engine = match &self.lexicon {
            None => engine,
            Some(lexicon) => {
                let lexicon = lexicon.clone().over(Arc::clone(engine.lexicon()));
                engine.with_lexicon(lexicon)
            }
        };
        engine.turn(&self.settings)
    }
}

impl Fields {
    /// Parses a body or a message.
    pub fn parse(json: &[u8]) -> Result<Self, Refusal> {
        match serde_json::from_slice(json) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(invalid_json("it is not an object")),
            Err(e) => Err(invalid_json(&e.to_string())),
        }
    }

    /// A field as it came.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A string.
    pub fn string(&self, name: &str) -> Result<Option<&str>, Refusal> {
        self.typed(name, "a string", Value::as_str)
    }

    /// True or false.
    pub fn boolean(&self, name: &str) -> Result<Option<bool>, Refusal> {
        self.typed(name, "true or false", Value::as_bool)
    }

    /// A whole number that is not negative.
    pub fn integer(&self, name: &str) -> Result<Option<u64>, Refusal> {
        self.typed(name, "a whole number", Value::as_u64)
    }

    /// How fast to speak.
    pub fn speed(&self) -> Result<Option<f32>, Refusal> {
        let Some(speed) = self.typed("speed", "a number", Value::as_f64)? else {
            return Ok(None);
        };
        let (least, most) = (*SPEEDS.start(), *SPEEDS.end());
        if !(f64::from(least)..=f64::from(most)).contains(&speed) {
            let message = format!("invalid speed {speed}: it is a number from {least} to {most}");
            return Err(Refusal::new(400, "invalid_speed", message)
                .with("speed", speed)
                .with("minimum", least)
                .with("maximum", most));
        }
        Ok(Some(speed as f32))
    }

    /// The same request in this service's words, from the widespread form of `/v1/audio/speech`; its text is `input`.
    pub fn into_clip_form(mut self) -> Result<Self, Refusal> {
        let encoding = match self.string("response_format")?.unwrap_or("wav") {
            "wav" => "wav",
            "pcm" => "pcm_s16le",
            other => {
                let available = ["wav", "pcm"];
                return Err(Refusal::unsupported_format(
                    "response_format",
                    other,
                    &available,
                ));
            }
        };
        self.0.insert("encoding".to_owned(), Value::from(encoding));
        self.0.remove("sample_rate");
        Ok(self)
    }

    /// What the request wants, or why it cannot have it. An alias stands for the first model.
    pub fn wanted(&self, service: &Service) -> Result<Wanted, Refusal> {
        let settings = Settings {
            voice: self.string("voice")?.map(str::to_owned),
            language: self.string("language")?.map(str::parse).transpose()?,
            model: self
                .string("model")?
                .filter(|name| !service.aliases.iter().any(|alias| alias == name))
                .map(str::to_owned),
            speed: self.speed()?.unwrap_or(1.0),
            inline_phonemes: self.boolean("inline_phonemes")?.unwrap_or(false),
            silent_emoji: self.boolean("silent_emoji")?.unwrap_or(false),
        };
        service.engine().choice(&settings)?;
        let format = Format::parse(
            self.string("encoding")?,
            self.integer("sample_rate")?,
            self.integer("frame_ms")?,
        )?;
        let outputs = match service.speaker {
            Some(_) => &OUTPUTS[..],
            None => &OUTPUTS[..1],
        };
        let output = self.string("output")?.unwrap_or(OUTPUTS[0]);
        if !outputs.contains(&output) {
            return Err(Refusal::unsupported_format("output", output, outputs));
        }
        let lexicon = self.lexicon(settings.language, service.limits.lexicon)?;
        Ok(Wanted {
            settings,
            format,
            aloud: output != OUTPUTS[0],
            lexicon,
        })
    }

    /// Entries as objects of `word`, `reading` and `language`, in place of which the request's is taken.
    fn lexicon(
        &self,
        language: Option<Language>,
        limit: usize,
    ) -> Result<Option<Lexicon>, Refusal> {
        let Some(entries) = self.typed("lexicon", "a list of entries", Value::as_array)? else {
            return Ok(None);
        };
        if entries.len() > limit {
            let must = format!("a list of at most {limit} entries");
            return Err(Refusal::invalid_field("lexicon", &must).with("limit", limit));
        }
        let mut lexicon = Lexicon::default();
        for (at, entry) in entries.iter().enumerate() {
            let field = |name: &str| entry.get(name).and_then(Value::as_str);
            let (Some(word), Some(reading)) = (field("word"), field("reading")) else {
                let must = "an object with a word and a reading, both strings";
                return Err(Refusal::invalid_field(&format!("lexicon[{at}]"), must));
            };
            let name = format!("lexicon[{at}].language");
            let language = match (entry.get("language"), language) {
                (None | Some(Value::Null), Some(language)) => language,
                (None | Some(Value::Null), None) => {
                    let must = "given where the request has no language";
                    return Err(Refusal::invalid_field(&name, must));
                }
                (Some(code), _) => {
                    let code = code.as_str();
                    let code = code.ok_or_else(|| Refusal::invalid_field(&name, "a string"))?;
                    let known = code.parse::<Language>();
                    known.map_err(|e| Refusal::from(e).with("field", name))?
                }
            };
            lexicon.add(word, language, reading).map_err(|reason| {
                let must = format!("an entry that can be read: {reason}");
                Refusal::invalid_field(&format!("lexicon[{at}]"), &must)
            })?;
        }
        Ok(Some(lexicon))
    }

    fn typed<'a, T>(
        &'a self,
        name: &str,
        must: &str,
        take: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => match take(value) {
                Some(value) => Ok(Some(value)),
                None => Err(Refusal::invalid_field(name, must)),
            },
        }
    }
}

fn invalid_json(why: &str) -> Refusal {
    Refusal::new(
        400,
        "invalid_json",
        format!("a JSON object is expected: {why}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str) -> Fields {
        Fields::parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn only_an_object_is_json_here() {
        for json in ["", "[]", "\"a\"", "{", "{\"a\":1}x", "\u{feff}{}"] {
            let refusal = Fields::parse(json.as_bytes()).unwrap_err();
            assert_eq!(refusal.code, "invalid_json", "{json}");
        }
        assert!(Fields::parse(b"{\"text\":\"\xff\"}").is_err());
    }

    #[test]
    fn null_is_absent_and_another_type_is_refused_by_name() {
        let fields = fields(r#"{"voice":null,"text":5,"flush":"yes","sample_rate":-1}"#);
        assert_eq!(fields.string("voice"), Ok(None));
        for refused in [
            fields.string("text").unwrap_err(),
            fields.boolean("flush").unwrap_err(),
            fields.integer("sample_rate").unwrap_err(),
        ] {
            assert_eq!(refused.code, "invalid_field");
            assert!(refused.body()["field"].is_string());
        }
    }

    #[test]
    fn a_speed_is_a_number_in_its_range() {
        assert_eq!(fields(r#"{"speed":0.5}"#).speed(), Ok(Some(0.5)));
        assert_eq!(fields(r#"{"speed":2}"#).speed(), Ok(Some(2.0)));
        for speed in ["0.49", "2.01", "-1", "1e300"] {
            let refused = fields(&format!(r#"{{"speed":{speed}}}"#)).speed();
            assert_eq!(refused.unwrap_err().code, "invalid_speed", "{speed}");
        }
        let refused = fields(r#"{"speed":"fast"}"#).speed();
        assert_eq!(refused.unwrap_err().code, "invalid_field");
    }
}
