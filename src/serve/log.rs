//! One line a request or conversation, on standard error.

use std::io::{Write, stderr};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

/// How lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Log {
    /// Not at all.
    #[default]
    None,
    /// Words and `name=value`: whoever collects them adds the time.
    Text,
    /// A JSON object, with the time in seconds.
    Json,
}

impl Log {
    /// Writes a line. What cannot be written is lost: nobody could be told.
    pub fn line(self, event: &str, fields: &[(&str, Value)]) {
        let line = match self {
            Self::None => return,
            Self::Text => text(event, fields),
            Self::Json => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                let mut object = Map::new();
                object.insert(
                    "time".to_owned(),
                    json!(now.map_or(0.0, |t| t.as_secs_f64())),
                );
                object.insert("event".to_owned(), json!(event));
                let fields = fields.iter();
                object.extend(fields.map(|(name, value)| ((*name).to_owned(), value.clone())));
                Value::Object(object).to_string()
            }
        };
        let _ = writeln!(stderr().lock(), "{line}");
    }
}

fn text(event: &str, fields: &[(&str, Value)]) -> String {
    fields.iter().fold(event.to_owned(), |line, (name, value)| {
        // What a client chose is quoted and escaped unless it is one plain word.
        let plain = value.as_str().filter(|s| {
            !s.is_empty()
                && s.bytes()
                    .all(|b| b.is_ascii_graphic() && !b"\"=\\".contains(&b))
        });
        match plain {
            Some(word) => format!("{line} {name}={word}"),
            None => format!("{line} {name}={value}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_client_can_forge_a_line_or_a_field() {
        let path = json!("/a\nrequest status=200");
        let line = text(
            "request",
            &[("path", path), ("status", json!(404)), ("id", json!("ab"))],
        );
        assert_eq!(
            line,
            "request path=\"/a\\nrequest status=200\" status=404 id=ab"
        );
    }
}
