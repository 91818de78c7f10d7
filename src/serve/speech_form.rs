//! The form of `/v1/audio/speech`, which OpenAI's clients speak: its names of voices, models and formats, and its errors.

use serde_json::{Map, Value, json};

use super::error::ApiError;
use super::fields::{Field, Fields, Text};
use crate::audio::Codec;
use crate::engine::{Engine, SPEEDS};

/// Where this form is spoken.
const PATHS: [&str; 2] = ["/v1/audio/", "/v1/models"];
/// The voices of that service, and the voice that speaks here for each. Their clients send one of them by default.
const VOICES: [(&str, &str); 13] = [
    ("alloy", "Ananya"),
    ("ash", "Arjun"),
    ("ballad", "Arjun"),
    ("cedar", "Arjun"),
    ("coral", "Ananya"),
    ("echo", "Arjun"),
    ("fable", "Arjun"),
    ("marin", "Ananya"),
    ("nova", "Ananya"),
    ("onyx", "Arjun"),
    ("sage", "Ananya"),
    ("shimmer", "Ananya"),
    ("verse", "Arjun"),
];
/// Its models, all of which are the first model here. A date may follow.
pub const MODELS: [&str; 3] = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"];
/// The speeds that it takes; those beyond the model's own are as near as the model speaks.
const RANGE: std::ops::RangeInclusive<f64> = 0.25..=4.0;
/// Formats beside those of [`Codec`], with the encodings that they are here.
const FORMATS: [(&str, &str); 2] = [("wav", "wav"), ("pcm", "pcm_s16le")];

/// How the audio is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// As it is.
    Audio,
    /// In server-sent events.
    Events,
}

/// Other names of voices, by the settings or by the table.
#[derive(Clone, Debug, Default)]
pub struct VoiceAliases(Vec<(String, String)>);

impl VoiceAliases {
    /// The table, and over it what the settings say.
    pub fn new(settings: Vec<(String, String)>) -> Self {
        let table = VOICES.map(|(alias, voice)| (alias.to_owned(), voice.to_owned()));
        let known = |alias: &str| settings.iter().any(|(name, _)| name == alias);
        let table = table.into_iter().filter(|(alias, _)| !known(alias));
        let mut all: Vec<_> = table.collect();
        all.extend(settings);
        Self(all)
    }

    /// The names that stand for a voice.
    pub fn of<'a>(&'a self, voice: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.0.iter().filter(move |(_, name)| name == voice);
        own.map(|(alias, _)| alias.as_str())
    }

    /// The voice that is meant: one of the engine's in any case, or an alias.
    fn voice(&self, name: &str, engine: &Engine) -> String {
        let mut own = engine.models().iter().flat_map(|model| &model.voices);
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        if let Some(voice) = own.find(|voice| same(voice)) {
            return voice.clone();
        }
        let alias = self.0.iter().find(|(alias, _)| same(alias));
        alias.map_or(name, |(_, voice)| voice).to_owned()
    }
}

/// Whether errors of a path have this form.
pub fn is_spoken_at(path: &str) -> bool {
    PATHS.iter().any(|of| path.starts_with(of))
}

/// Translates a request into this service's own form; its text is `input`.
pub fn translate<'a>(
    mut fields: Fields<'a>,
    aliases: &VoiceAliases,
    engine: &Engine,
) -> Result<(Fields<'a>, Delivery), ApiError> {
    let encoding = encoding(fields.response_format.text("response_format")?)?;
    fields.encoding = Field::Value(Text::Borrowed(encoding));
    fields.sample_rate = Field::Absent;
    if let Some(voice) = fields.voice.text("voice")? {
        fields.voice = Field::Value(aliases.voice(voice, engine).into());
    }
    let first = engine.models().first();
    if let (Some(model), Some(first)) = (fields.model.text("model")?, first)
        && is_model(model)
    {
        fields.model = Field::Value(first.name.clone().into());
    }
    if let Some(speed) = fields.speed.get("speed")?.copied() {
        if !RANGE.contains(&speed) {
            return Err(ApiError::invalid_speed(speed, &RANGE));
        }
        let (least, most) = (f64::from(*SPEEDS.start()), f64::from(*SPEEDS.end()));
        fields.speed = Field::Value(speed.clamp(least, most));
    }
    let delivery = match fields.stream_format.text("stream_format")? {
        None | Some("audio") => Delivery::Audio,
        Some("sse") => Delivery::Events,
        Some(other) => {
            let available = ["audio", "sse"];
            return Err(ApiError::unsupported_format(
                "stream_format",
                other,
                &available,
            ));
        }
    };
    Ok((fields, delivery))
}

/// The encoding of a response format. Without one it is MP3, as clients expect, if that was built in.
fn encoding(format: Option<&str>) -> Result<&'static str, ApiError> {
    let default = Codec::named("mp3").map_or(FORMATS[0].0, Codec::name);
    let name = format.unwrap_or(default);
    let plain = FORMATS.iter().find(|(format, _)| *format == name);
    let codec = Codec::ALL.iter().find(|codec| codec.name() == name);
    match (codec, plain) {
        (Some(codec), _) => Ok(codec.name()),
        (None, Some((_, encoding))) => Ok(encoding),
        (None, None) => {
            let codecs = Codec::ALL.iter().map(|codec| codec.name());
            let plain = FORMATS.iter().map(|(format, _)| *format);
            let available: Vec<&str> = codecs.chain(plain).collect();
            Err(ApiError::unsupported_format(
                "response_format",
                name,
                &available,
            ))
        }
    }
}

/// Whether it is a model of that service, a date behind it perhaps.
fn is_model(name: &str) -> bool {
    let dated = |rest: &str| rest.starts_with("-20") && rest.len() == "-2025-12-15".len();
    MODELS.iter().any(|model| {
        let rest = name.strip_prefix(model);
        rest.is_some_and(|rest| rest.is_empty() || dated(rest))
    })
}

/// A list of names as those clients read it. Some look for `id` and `name` under the name of the list, others in `data`.
pub fn listed(kind: &str, names: Vec<String>) -> Value {
    let entry = |name: String| json!({"id": name, "name": name});
    let all: Vec<Value> = names.into_iter().map(entry).collect();
    json!({"object": "list", kind: all, "data": all})
}

/// An error in this form. What our own form tells beside it stands in it too.
pub fn error(error: &ApiError) -> Map<String, Value> {
    let mut told = error.body();
    let message = told.remove("message");
    told.remove("error");
    let field = told.get("field").cloned();
    let param = match error.code {
        "unknown_voice" => json!("voice"),
        "unknown_model" => json!("model"),
        "unknown_language" => json!("language"),
        "invalid_speed" => json!("speed"),
        "unsupported_format" if told.contains_key("stream_format") => json!("stream_format"),
        "unsupported_format" => json!("response_format"),
        "text_too_long" => json!("input"),
        "out_of_range" => {
            let bounds = ["minimum", "maximum", "code"];
            json!(told.keys().find(|name| !bounds.contains(&name.as_str())))
        }
        _ => field.unwrap_or(Value::Null),
    };
    let kind = match error.status {
        429 => "rate_limit_error",
        500.. => "server_error",
        _ => "invalid_request_error",
    };
    let code = match error.code {
        "unauthorized" => "invalid_api_key",
        "unknown_model" => "model_not_found",
        code => code,
    };
    told.insert("message".to_owned(), message.unwrap_or_default());
    told.insert("type".to_owned(), json!(kind));
    told.insert("param".to_owned(), param);
    told.insert("code".to_owned(), json!(code));
    Map::from_iter([("error".to_owned(), Value::Object(told))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stand_above_the_table() {
        let settings = vec![
            ("alloy".to_owned(), "Arjun".to_owned()),
            ("own".to_owned(), "Ananya".to_owned()),
        ];
        let aliases = VoiceAliases::new(settings);
        assert!(aliases.of("Arjun").any(|alias| alias == "alloy"));
        assert!(aliases.of("Ananya").any(|alias| alias == "own"));
        assert!(!aliases.of("Ananya").any(|alias| alias == "alloy"));
    }

    #[test]
    fn a_model_may_have_a_date() {
        for (name, known) in [
            ("tts-1", true),
            ("gpt-4o-mini-tts-2025-12-15", true),
            ("tts-1-hd", true),
            ("tts-12", false),
            ("tts-1-mine", false),
        ] {
            assert_eq!(is_model(name), known, "{name}");
        }
    }

    #[test]
    fn an_error_tells_what_is_wrong_in_its_own_words() {
        let told = error(&ApiError::invalid_field("input", "a string"));
        let told = &told["error"];
        assert_eq!(told["type"], "invalid_request_error");
        assert_eq!(told["param"], "input");
        assert!(told["message"].is_string());
        assert_eq!(error(&ApiError::busy())["error"]["type"], "server_error");
        let no_key = error(&ApiError::unauthorized());
        assert_eq!(no_key["error"]["code"], "invalid_api_key");
    }
}
