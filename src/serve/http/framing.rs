//! How a clip is sent: as bytes, or in JSON beside the places of its words.
//!
//! With `timestamps` an answer is what a conversation would tell: `metadata`, then `mark` and `audio` as they are made, and `end`. Each is
//! a JSON object on a line of its own, the way in which ElevenLabs' `stream/with-timestamps` sends audio in Base64 beside its alignment;
//! a client that accepts `text/event-stream` gets each as an event, as from Cartesia's `tts/sse` with `add_timestamps`. Deepgram tells no
//! places of words in speech that it makes. Times are whole milliseconds, as in conversations.

use data_encoding::BASE64;
use serde::Serialize;
use serde_json::{Value, json};

use super::response::Stream;
use crate::engine::Mark;
use crate::serve::error::ApiError;
use crate::serve::params::Params;
use crate::serve::speech_form::Delivery;
use crate::serve::utterance::Utterance;
use crate::voice::SAMPLE_RATE;

/// The media type of server-sent events.
const EVENTS: &str = "text/event-stream";
/// The media type of JSON lines.
const LINES: &str = "application/x-ndjson";

/// How a clip is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// As it is.
    Bytes,
    /// In the events of `/v1/audio/speech`.
    SpeechEvents,
    /// A JSON object a line, with the places of words.
    Lines,
    /// The same as events.
    Events,
}

/// What a client is told beside the audio.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'a> {
    Metadata {
        request_id: &'a str,
        sample_rate: u32,
        channels: u32,
        encoding: &'a str,
        model: &'a str,
        voice: &'a str,
    },
    Mark {
        text: &'a str,
        start_ms: u64,
        end_ms: u64,
    },
    Audio {
        /// Base64.
        audio: String,
    },
    End {
        audio_ms: u64,
    },
}

impl Framing {
    /// What a request asks for.
    pub fn of(delivery: Delivery, timestamps: bool, params: &Params, accept: Option<&str>) -> Self {
        let accepts = |accept: &str| {
            let mut kinds = accept.split(',').map(|kind| kind.split(';').next());
            kinds.any(|kind| kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(EVENTS)))
        };
        match (delivery, timestamps) {
            (Delivery::Events, _) => Self::SpeechEvents,
            // The loudspeaker tells how much has been heard in lines.
            (_, true) if !params.aloud && accept.is_some_and(accepts) => Self::Events,
            (_, true) => Self::Lines,
            (_, false) => Self::Bytes,
        }
    }

    /// Whether it tells the places of words.
    pub fn has_marks(self) -> bool {
        matches!(self, Self::Lines | Self::Events)
    }

    /// The media type of the answer.
    pub fn content_type(self, params: &Params) -> String {
        match self {
            _ if params.aloud => LINES.to_owned(),
            Self::Bytes => params.format.content_type(),
            Self::SpeechEvents | Self::Events => EVENTS.to_owned(),
            Self::Lines => LINES.to_owned(),
        }
    }

    /// Adds what comes before the audio.
    pub fn begin(self, out: &mut Stream<'_, '_>, metadata: &Message<'_>) {
        if self.has_marks() {
            self.tell(out, metadata);
        }
    }

    /// Adds what was made: the words first, as their audio is not over before it is sent.
    pub fn put(
        self,
        out: &mut Stream<'_, '_>,
        utterance: &Utterance,
        marks: &mut Vec<Mark>,
        aloud: bool,
    ) {
        for mark in marks.drain(..) {
            let millis = mark.millis();
            let (text, start_ms, end_ms) = (&*mark.text, millis.start, millis.end);
            self.tell(
                out,
                &Message::Mark {
                    text,
                    start_ms,
                    end_ms,
                },
            );
        }
        for portion in utterance.portions() {
            match self {
                // These are lines of JSON by themselves.
                _ if aloud => out.push(portion),
                Self::Bytes => out.push(portion),
                Self::SpeechEvents => {
                    let audio = BASE64.encode(portion);
                    let delta = json!({"type": "speech.audio.delta", "audio": audio});
                    out.push(event(&delta).as_bytes());
                }
                Self::Lines | Self::Events => {
                    let audio = BASE64.encode(portion);
                    self.tell(out, &Message::Audio { audio });
                }
            }
        }
    }

    /// Adds what comes after the audio: so many samples, for so many characters.
    pub fn end(self, out: &mut Stream<'_, '_>, samples: u64, characters: usize, aloud: bool) {
        match self {
            // What clients count as tokens are characters here.
            Self::SpeechEvents => {
                let usage = json!({
                    "input_tokens": characters, "output_tokens": 0, "total_tokens": characters
                });
                let done = json!({"type": "speech.audio.done", "usage": usage});
                out.push(event(&done).as_bytes());
            }
            Self::Lines | Self::Events if !aloud => {
                let audio_ms = samples * 1_000 / u64::from(SAMPLE_RATE);
                self.tell(out, &Message::End { audio_ms });
            }
            _ => {}
        }
    }

    /// Adds an error after which no audio comes. What is sent is JSON, a line at a time.
    pub fn fail(out: &mut Stream<'_, '_>, error: &ApiError) {
        let mut body = error.body();
        body.insert("type".to_owned(), json!("error"));
        out.push(line(&Value::Object(body)).as_bytes());
    }

    fn tell(self, out: &mut Stream<'_, '_>, message: &impl Serialize) {
        // Strings and numbers are always JSON.
        let message = serde_json::to_value(message).unwrap_or_default();
        let text = match self {
            Self::Events => event(&message),
            _ => line(&message),
        };
        out.push(text.as_bytes());
    }
}

fn line(message: &Value) -> String {
    format!("{message}\n")
}

/// A server-sent event.
fn event(message: &Value) -> String {
    format!("data: {message}\n\n")
}
