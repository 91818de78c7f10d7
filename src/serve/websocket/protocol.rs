//! The messages of a conversation. What clients send is in [`Fields`]; this is what they get.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::serve::error::ApiError;
use crate::serve::fields::Fields;

/// The types of messages that clients send.
const TYPES: [&str; 7] = [
    "start", "text", "cancel", "clear", "ping", "config", "flush",
];
/// Characters of a turn's name.
const CONTEXT_ID: std::ops::RangeInclusive<usize> = 1..=128;

/// Which of the two forms of the protocol a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `start`, and turns with names.
    Named,
    /// `config`, and one turn after another.
    Older,
}

/// What a client wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Start,
    Config,
    Text,
    Flush,
    Cancel,
    Ping,
}

/// What a client is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event<'a> {
    Metadata {
        session_id: &'a str,
        sample_rate: u32,
        channels: u32,
        encoding: &'a str,
        model: &'a str,
        voice: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        language: Option<&'a str>,
        /// Fields that were ignored.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        ignored: Vec<String>,
    },
    Audio {
        context_id: &'a str,
        request_id: &'a str,
        seq: u64,
        /// Base64; without it a binary frame follows.
        #[serde(skip_serializing_if = "Option::is_none")]
        audio: Option<String>,
    },
    Mark {
        context_id: &'a str,
        text: &'a str,
        language: &'a str,
        start_ms: u64,
        end_ms: u64,
    },
    /// A `<mark/>` of SSML.
    Bookmark {
        context_id: &'a str,
        name: &'a str,
        start_ms: u64,
    },
    Progress {
        context_id: &'a str,
        heard_ms: u64,
    },
    End(End<'a>),
    Cancelled(Cancelled<'a>),
    Error {
        #[serde(flatten)]
        error: Map<String, Value>,
        session_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        context_id: Option<&'a str>,
    },
    Pong,
}

/// How the end of a turn is told.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum End<'a> {
    Named {
        context_id: &'a str,
        session_id: &'a str,
        request_ids: [&'a str; 1],
        audio_ms: u64,
        first_audio_ms: u64,
        skipped: u64,
    },
    Older {
        request_id: &'a str,
        session_id: &'a str,
    },
}

/// How it is told that a turn was cancelled.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Cancelled<'a> {
    Named { context_id: &'a str, audio_ms: u64 },
    Older { request_id: &'a str },
}

impl Command {
    /// From the type of a message.
    pub fn of(fields: &Fields<'_>) -> Result<Self, ApiError> {
        let kind = fields.kind.as_text();
        Ok(match kind {
            Some("start") => Self::Start,
            Some("config") => Self::Config,
            Some("text") => Self::Text,
            Some("flush") => Self::Flush,
            Some("cancel" | "clear") => Self::Cancel,
            Some("ping") => Self::Ping,
            _ => {
                let message = format!("a message has a type: {}", TYPES.join(", "));
                return Err(ApiError::new(400, "unknown_type", message)
                    .with("received", kind)
                    .with("available", TYPES.to_vec()));
            }
        })
    }
}

/// The name of the turn that a `text` is for.
pub fn context_id<'a>(fields: &'a Fields<'_>) -> Result<&'a str, ApiError> {
    let must = "a string of 1 to 128 characters";
    fields
        .context_id
        .text("context_id")?
        .filter(|name| CONTEXT_ID.contains(&name.chars().count()))
        .ok_or_else(|| ApiError::invalid_field("context_id", must))
}
