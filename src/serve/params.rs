//! How something is to be spoken and sent: the fields of a request or a `start`, checked.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;

use super::error::ApiError;
use super::fields::{Field, Fields, Text};
use super::format::Format;
use crate::engine::{Engine, SPEEDS, Settings};
use crate::lexicon::Lexicon;
use crate::{Error, Language};

/// Where speech may go: to the client, or to the loudspeaker.
const OUTPUTS: [&str; 2] = ["audio", "speaker"];

/// What clients send in place of a language that is to be detected.
const AUTO: &str = "auto";

/// A lexicon takes so many times the bytes of its JSON.
const LEXICON: usize = 4;

/// Characters of what is wrong with an entry, which names its word.
const REASON: usize = 300;

/// What a request may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    pub engine: &'a Engine,
    /// Further names of the first model.
    pub aliases: &'a [String],
    /// Whether speech may go to a loudspeaker.
    pub loudspeaker: bool,
    /// Entries of a request's lexicon.
    pub lexicon: usize,
}

/// How something is to be spoken and sent. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// How it sounds.
    pub settings: Settings,
    /// How it is sent.
    pub format: Format,
    /// It is played on the loudspeaker, not sent.
    pub aloud: bool,
    /// Words that are looked up here before the service's own lexicon.
    pub lexicon: Option<Lexicon>,
    /// Bytes that the lexicon takes, about.
    pub bytes: usize,
}

impl Params {
    /// Checks the fields against what is offered. An alias stands for the first model.
    pub fn check(fields: &Fields<'_>, offer: Offer<'_>) -> Result<Self, ApiError> {
        let language = fields.language.text("language")?;
        // As if it were absent.
        let language = language.filter(|code| !code.eq_ignore_ascii_case(AUTO));
        let settings = Settings {
            voice: fields.voice.text("voice")?.map(str::to_owned),
            language: language.map(str::parse).transpose()?,
            model: fields
                .model
                .text("model")?
                .filter(|name| !offer.aliases.iter().any(|alias| alias == name))
                .map(str::to_owned),
            speed: speed(&fields.speed)?.unwrap_or(1.0),
            pitch: fields.pitch.get("pitch")?.map_or(0.0, |v| *v as f32),
            pitch_range: fields
                .pitch_range
                .get("pitch_range")?
                .map_or(1.0, |v| *v as f32),
            volume: fields.volume.get("volume")?.map_or(0.0, |v| *v as f32),
            sentence_pause: millis(&fields.sentence_pause_ms, "sentence_pause_ms")?,
            paragraph_pause: millis(&fields.paragraph_pause_ms, "paragraph_pause_ms")?,
            inline_phonemes: fields.inline_phonemes.is_set("inline_phonemes")?,
            emoji: fields.emoji.is_set("emoji")?,
            ..Settings::default()
        };
        offer
            .engine
            .choice(&settings)
            .map_err(|error| match error {
                Error::UnknownModel {
                    model,
                    mut available,
                } => {
                    available.extend_from_slice(offer.aliases);
                    Error::UnknownModel { model, available }
                }
                other => other,
            })?;
        let format = Format::parse(
            fields.encoding.text("encoding")?,
            fields.sample_rate.get("sample_rate")?.copied(),
            fields.frame_ms.get("frame_ms")?.copied(),
        )?;
        let outputs = match offer.loudspeaker {
            true => &OUTPUTS[..],
            false => &OUTPUTS[..1],
        };
        let output = fields.output.text("output")?.unwrap_or(OUTPUTS[0]);
        if !outputs.contains(&output) {
            return Err(ApiError::unsupported_format("output", output, outputs));
        }
        let lexicon = fields
            .lexicon
            .map(|entries| lexicon(entries.get(), settings.language, offer.lexicon))
            .transpose()?;
        Ok(Self {
            settings,
            format,
            aloud: output != OUTPUTS[0],
            lexicon,
            bytes: fields.lexicon.map_or(0, |json| LEXICON * json.get().len()),
        })
    }

    /// The engine with this request's lexicon above its own.
    pub fn engine(&self, engine: Engine) -> Engine {
        match &self.lexicon {
            None => engine,
            Some(lexicon) => {
                let lexicon = lexicon.clone().over(Arc::clone(engine.lexicon()));
                engine.with_lexicon(lexicon)
            }
        }
    }
}

/// A pause, none if it is not told.
fn millis(field: &Field<u64>, name: &str) -> Result<Duration, ApiError> {
    Ok(Duration::from_millis(
        field.get(name)?.copied().unwrap_or(0),
    ))
}

/// Checks how fast to speak.
pub fn speed(field: &Field<f64>) -> Result<Option<f32>, ApiError> {
    let Some(&speed) = field.get("speed")? else {
        return Ok(None);
    };
    let range = f64::from(*SPEEDS.start())..=f64::from(*SPEEDS.end());
    if !range.contains(&speed) {
        return Err(ApiError::invalid_speed(speed, &range));
    }
    Ok(Some(speed as f32))
}

/// An entry of a request's lexicon.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Entry<'a> {
    #[serde(borrow)]
    word: Field<Text<'a>>,
    #[serde(borrow)]
    reading: Field<Text<'a>>,
    #[serde(borrow)]
    language: Field<Text<'a>>,
}

/// Reads a list of objects with `word`, `reading` and `language`; the request's language stands for a missing one.
fn lexicon(json: &str, language: Option<Language>, limit: usize) -> Result<Lexicon, ApiError> {
    let entries: Vec<&RawValue> = serde_json::from_str(json)
        .map_err(|_| ApiError::invalid_field("lexicon", "a list of entries"))?;
    if entries.len() > limit {
        let must = format!("a list of at most {limit} entries");
        return Err(ApiError::invalid_field("lexicon", &must).with("limit", limit));
    }
    let mut lexicon = Lexicon::default();
    for (index, entry) in entries.into_iter().enumerate() {
        let name = format!("lexicon[{index}]");
        let entry = Some(entry.get()).filter(|json| json.starts_with('{'));
        let entry: Entry<'_> = entry
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_default();
        let (Some(word), Some(reading)) = (entry.word.as_text(), entry.reading.as_text()) else {
            let must = "an object with a word and a reading, both strings";
            return Err(ApiError::invalid_field(&name, must));
        };
        let language = entry_language(&entry, language, &format!("{name}.language"))?;
        lexicon.add(word, language, reading).map_err(|reason| {
            let reason: String = reason.to_string().chars().take(REASON).collect();
            let must = format!("an entry that can be read: {reason}");
            ApiError::invalid_field(&name, &must)
        })?;
    }
    Ok(lexicon)
}

fn entry_language(
    entry: &Entry<'_>,
    default: Option<Language>,
    name: &str,
) -> Result<Language, ApiError> {
    match (entry.language.text(name)?, default) {
        (Some(code), _) => {
            let known = code.parse::<Language>();
            known.map_err(|e| ApiError::from(e).with("field", name))
        }
        (None, Some(language)) => Ok(language),
        (None, None) => {
            let must = "given where the request has no language";
            Err(ApiError::invalid_field(name, must))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_a_number_in_its_range() {
        let speed = |json: &str| {
            let json = format!(r#"{{"speed":{json}}}"#);
            speed(&Fields::parse(json.as_bytes()).unwrap().speed).map_err(|error| error.code)
        };
        assert_eq!(speed("0.5"), Ok(Some(0.5)));
        assert_eq!(speed("2"), Ok(Some(2.0)));
        assert_eq!(speed("null"), Ok(None));
        for wrong in ["0.49", "2.01", "-1", "1e300"] {
            assert_eq!(speed(wrong), Err("invalid_speed"), "{wrong}");
        }
        assert_eq!(speed("\"fast\""), Err("invalid_field"));
    }
}
