//! The error that a client gets: one form for HTTP and for the WebSocket.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::{Error, playback};

/// An error of the API: a code for programs, a sentence for people, and fields that say what was wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The code, sent as the field `error`.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    fields: Map<String, Value>,
    /// Headers of the answer.
    pub headers: Vec<(&'static str, String)>,
}

impl ApiError {
    /// An error without fields and headers.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            fields: Map::new(),
            headers: Vec::new(),
        }
    }

    /// Adds a field.
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// Adds a header.
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The JSON object that is sent.
    pub fn body(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert("error".to_owned(), json!(self.code));
        body.insert("code".to_owned(), json!(self.kind()));
        body.insert("message".to_owned(), json!(self.message));
        body.extend(self.fields.clone());
        body
    }

    /// A second code, for clients that know two words: an error whose code holds "invalid" or "required" is final, and any
    /// other request may be tried again.
    fn kind(&self) -> &'static str {
        match (self.status, self.code) {
            (408 | 409 | 429 | 500.., code) => code,
            (_, code) if code.contains("invalid") || code.contains("required") => code,
            (_, "missing_text") => "text_required",
            (401 | 403, _) => "key_required",
            _ => "invalid_request",
        }
    }

    /// The body or the message is not a JSON object.
    pub fn invalid_json(why: &str) -> Self {
        let message = format!("a JSON object is expected: {why}");
        Self::new(400, "invalid_json", message)
    }

    /// A field has the wrong type or a value out of its range.
    pub fn invalid_field(field: &str, must: &str) -> Self {
        Self::new(400, "invalid_field", format!("{field} must be {must}")).with("field", field)
    }

    /// A speed that is not spoken here.
    pub fn invalid_speed(speed: f64, range: &RangeInclusive<f64>) -> Self {
        let (least, most) = (*range.start(), *range.end());
        let message = format!("invalid speed {speed}: it is a number from {least} to {most}");
        Self::new(400, "invalid_speed", message)
            .with("speed", speed)
            .with("minimum", least)
            .with("maximum", most)
            .with("speed_range", vec![least, most])
    }

    /// A format that the service does not offer.
    pub fn unsupported_format<T: ToString + Clone + Into<Value>>(
        field: &str,
        received: impl Into<Value>,
        available: &[T],
    ) -> Self {
        let received = received.into();
        let names: Vec<String> = available.iter().map(T::to_string).collect();
        let message = format!(
            "unsupported {field} {received}: it is one of {}",
            names.join(", ")
        );
        Self::new(400, "unsupported_format", message)
            .with(field, received)
            .with("available", available.to_vec())
    }

    /// The path exists, but not for this method.
    pub fn method_not_allowed(allowed: &[&str]) -> Self {
        let message = format!("this path takes {}", allowed.join(" and "));
        Self::new(405, "method_not_allowed", message)
            .with("available", allowed.to_vec())
            .header("allow", allowed.join(", "))
    }

    /// The key has made more requests in a minute than it may; `wait` is in seconds.
    pub fn too_many_requests(limit: u32, wait: u64) -> Self {
        let message = format!("too many requests: the limit is {limit} a minute");
        Self::new(429, "too_many_requests", message)
            .with("limit", limit)
            .header("retry-after", wait.max(1).to_string())
    }

    /// The client sent more than the service takes.
    pub fn text_too_long(limit: usize, unit: &str) -> Self {
        let message = format!("the text is too long: the limit is {limit} {unit}");
        Self::new(413, "text_too_long", message).with("limit", limit)
    }

    /// There is nothing to speak in a field.
    pub fn missing_text(field: &str) -> Self {
        let message = "the text is missing, or holds nothing that can be spoken";
        Self::new(400, "missing_text", message).with("field", field)
    }

    /// The service has no capacity for more at the moment.
    pub fn busy() -> Self {
        Self::new(503, "busy", "too much is being spoken: try again").header("retry-after", "1")
    }

    /// There is no key, or not a valid one.
    pub fn unauthorized() -> Self {
        let message = "a valid API key is needed: Authorization: Bearer <API_KEY>";
        Self::new(401, "unauthorized", message).header("www-authenticate", "Bearer")
    }

    /// Something took longer than it may.
    pub fn timeout(what: &str) -> Self {
        Self::new(408, "timeout", format!("{what} took too long"))
    }

    /// The service is about to end.
    pub fn shutting_down() -> Self {
        Self::new(503, "shutting_down", "the service is shutting down").header("retry-after", "5")
    }

    /// A fault of the service. The client is not told which.
    pub fn internal() -> Self {
        Self::new(
            500,
            "internal",
            "something went wrong here; the request may be tried again",
        )
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::UnknownVoice { voice, available } => Self::new(400, "unknown_voice", message)
                .with("voice", voice)
                .with("available", available.clone())
                .with("available_voices", available),
            Error::UnknownLanguage {
                language,
                available,
                ..
            } => Self::new(400, "unknown_language", message)
                .with("language", language)
                .with("available", available.clone())
                .with("available_languages", available),
            Error::UnknownModel { model, available } => Self::new(400, "unknown_model", message)
                .with("model", model)
                .with("available", available.clone())
                .with("available_models", available),
            Error::OutOfRange {
                setting,
                value,
                range,
            } => Self::new(400, "out_of_range", message)
                .with(setting, value)
                .with("minimum", *range.start())
                .with("maximum", *range.end()),
            Error::Ssml { line, column, .. } => Self::new(400, "invalid_ssml", message)
                .with("line", line)
                .with("column", column),
            _ => Self::internal(),
        }
    }
}

impl From<playback::Error> for ApiError {
    fn from(error: playback::Error) -> Self {
        let message = error.to_string();
        match error {
            playback::Error::Busy => {
                Self::new(503, "speaker_busy", message).header("retry-after", "1")
            }
            playback::Error::Stopped => Self::new(409, "speaker_taken", message),
            playback::Error::Device { .. } => Self::new(503, "speaker_failed", message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_voice_is_told_with_those_that_exist() {
        let error = ApiError::from(Error::UnknownVoice {
            voice: "ananya".to_owned(),
            available: vec!["Ananya".to_owned()],
        });
        let body = Value::Object(error.body());
        assert_eq!((error.status, error.code), (400, "unknown_voice"));
        assert_eq!(body["voice"], "ananya");
        assert_eq!(body["available"], json!(["Ananya"]));
        assert_eq!(body["available_voices"], body["available"]);
        assert!(body["message"].as_str().unwrap().contains("Ananya"));
    }

    #[test]
    fn an_internal_error_tells_no_path() {
        let error = ApiError::from(Error::Voice("/srv/secret".to_owned()));
        assert_eq!(error.code, "internal");
        assert!(!Value::Object(error.body()).to_string().contains("secret"));
    }
}
