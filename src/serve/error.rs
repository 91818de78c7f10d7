//! What is said to a client that asked for something it cannot have: one shape for HTTP and for a conversation.

use serde_json::{Map, Value, json};

use crate::{Error, Language};

/// A refusal: a code for programs, a sentence for a person, and what was wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The code, as the field `error`.
    pub code: &'static str,
    message: String,
    fields: Map<String, Value>,
    /// Headers that belong to the answer.
    pub headers: Vec<(&'static str, String)>,
}

impl Refusal {
    /// With neither fields nor headers.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            fields: Map::new(),
            headers: Vec::new(),
        }
    }

    /// With a further field.
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// With a header.
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The object that is sent.
    pub fn body(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert("error".to_owned(), json!(self.code));
        body.insert("message".to_owned(), json!(self.message));
        body.extend(self.fields.clone());
        body
    }

    /// The field has another type than it must have, or a value out of its range.
    pub fn invalid_field(field: &str, must: &str) -> Self {
        Self::new(400, "invalid_field", format!("{field} must be {must}")).with("field", field)
    }

    /// A format that is not offered.
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

    /// A path that is asked for in another way.
    pub fn method_not_allowed(allowed: &[&str]) -> Self {
        let message = format!("this path takes {}", allowed.join(" and "));
        Self::new(405, "method_not_allowed", message)
            .with("available", allowed.to_vec())
            .header("allow", allowed.join(", "))
    }

    /// More requests in a minute than a key may make.
    pub fn too_many_requests(limit: u32, wait: u64) -> Self {
        let message = format!("too many requests: the limit is {limit} a minute");
        Self::new(429, "too_many_requests", message)
            .with("limit", limit)
            .header("retry-after", wait.max(1).to_string())
    }

    /// More was sent than is taken.
    pub fn text_too_long(limit: usize, unit: &str) -> Self {
        let message = format!("the text is too long: the limit is {limit} {unit}");
        Self::new(413, "text_too_long", message).with("limit", limit)
    }

    /// Too much is being spoken already.
    pub fn busy() -> Self {
        Self::new(503, "busy", "too much is being spoken: try again").header("retry-after", "1")
    }

    /// Something took longer than it may.
    pub fn timeout(what: &str) -> Self {
        Self::new(408, "timeout", format!("{what} took too long"))
    }

    /// The service is about to end.
    pub fn shutting_down() -> Self {
        Self::new(503, "shutting_down", "the service is shutting down").header("retry-after", "5")
    }

    /// Something that is no fault of the client; what it was is not told to it.
    pub fn internal() -> Self {
        Self::new(
            500,
            "internal",
            "something went wrong here; the request may be tried again",
        )
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::UnknownVoice { voice, available } => Self::new(400, "unknown_voice", message)
                .with("voice", voice)
                .with("available", available.clone())
                .with("available_voices", available),
            Error::UnknownLanguage { language } => Self::new(400, "unknown_language", message)
                .with("language", language)
                .with("available", Language::ALL.map(Language::code).to_vec()),
            Error::UnknownModel { model, available } => Self::new(400, "unknown_model", message)
                .with("model", model)
                .with("available", available),
            _ => Self::internal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_voice_is_told_with_those_that_exist() {
        let refusal = Refusal::from(Error::UnknownVoice {
            voice: "ananya".to_owned(),
            available: vec!["Ananya".to_owned()],
        });
        let body = Value::Object(refusal.body());
        assert_eq!((refusal.status, refusal.code), (400, "unknown_voice"));
        assert_eq!(body["voice"], "ananya");
        assert_eq!(body["available"], json!(["Ananya"]));
        assert_eq!(body["available_voices"], body["available"]);
        assert!(body["message"].as_str().unwrap().contains("Ananya"));
    }

    #[test]
    fn what_went_wrong_inside_stays_inside() {
        let refusal = Refusal::from(Error::Voice("/srv/secret".to_owned()));
        assert_eq!(refusal.code, "internal");
        assert!(!Value::Object(refusal.body()).to_string().contains("secret"));
    }
}
