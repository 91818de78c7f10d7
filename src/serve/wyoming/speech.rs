//! Speech that a Wyoming client asks for, while it is made.

use std::io;
use std::time::Instant;

use serde_json::{Value, json};

use super::event::{self, Speech, Voice};
use crate::Language;
use crate::engine::Engine;
use crate::serve::error::ApiError;
use crate::serve::fields::{Field, Fields, Text};
use crate::serve::halves::Halves;
use crate::serve::keys::KeyId;
use crate::serve::metrics::{Counted, Delivery};
use crate::serve::params::Params;
use crate::serve::shared::Shared;
use crate::serve::socket::Socket;
use crate::serve::utterance::{Made, Utterance};
use crate::voice::SAMPLE_RATE;

/// Bytes of a sample.
const WIDTH: usize = 2;
/// Samples of silence in place of a text in which there is nothing to say: 100 ms.
const NOTHING: usize = SAMPLE_RATE as usize / 10;

/// Why speech ended before its end.
pub enum Ended {
    /// The client is told.
    Refused(ApiError),
    /// The client is gone.
    Gone,
}

impl From<ApiError> for Ended {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Ended {
    /// One that does not read what is sent counts as gone.
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

/// An utterance from its first event to its last.
pub struct Spoken<'a> {
    shared: &'a Shared,
    socket: &'a Socket,
    params: Params,
    /// `None` until there is text.
    utterance: Option<Utterance>,
    /// A document of SSML is spoken once it is whole.
    document: Option<String>,
    characters: usize,
    halves: Halves,
    begun: Instant,
    /// Samples that were sent; `None` before `audio-start`.
    pub samples: Option<u64>,
    /// Text came that may wait for more.
    pub waits: bool,
    _running: Counted,
}

impl<'a> Spoken<'a> {
    /// Opens an utterance as an event asks for it.
    pub fn open(shared: &'a Shared, socket: &'a Socket, speech: &Speech) -> Result<Self, ApiError> {
        if shared.is_draining() {
            return Err(ApiError::shutting_down());
        }
        let key = KeyId::default();
        shared.rate_limits.spend(key)?;
        let engine = shared.engine();
        Ok(Self {
            shared,
            socket,
            params: params(speech.voice.as_ref(), shared, &engine)?,
            utterance: None,
            document: (speech.text_format.as_deref() == Some("ssml")).then(String::new),
            characters: 0,
            halves: Halves::default(),
            begun: Instant::now(),
            samples: None,
            waits: false,
            _running: shared.requests.enter(),
        })
    }

    /// Takes text and speaks what can be spoken.
    pub fn push(&mut self, text: &str) -> Result<(), Ended> {
        let limit = self.shared.limits.text;
        self.characters += text.chars().count();
        if self.characters > limit {
            return Err(ApiError::text_too_long(limit, "characters").into());
        }
        let text = &*self.halves.join(text, false);
        if let Some(document) = &mut self.document {
            document.push_str(text);
            return Ok(());
        }
        self.waits = !text.is_empty() || self.waits;
        self.speak(|utterance| utterance.push(text))
    }

    /// Speaks what there is, although no sentence has ended.
    pub fn flush(&mut self) -> Result<(), Ended> {
        self.waits = false;
        self.speak(|utterance| {
            utterance.flush();
            Ok(())
        })
    }

    /// Speaks the rest.
    pub fn close(&mut self) -> Result<(), Ended> {
        let document = self.document.take();
        self.speak(|utterance| {
            if let Some(document) = &document {
                utterance.push_ssml(document)?;
            }
            utterance.close();
            Ok(())
        })?;
        self.start()?;
        if self.samples == Some(0) {
            // Clients hand what they got to a decoder, and one that got nothing fails.
            self.send(&[0; WIDTH * NOTHING])?;
        }
        event::send(self.socket, "audio-stop", json!({}), &[])?;
        self.shared.log.line(
            "wyoming",
            &[
                ("characters", json!(self.characters)),
                ("samples", json!(self.samples)),
                ("ms", json!(self.begun.elapsed().as_millis() as u64)),
            ],
        );
        Ok(())
    }

    /// Changes the utterance and sends what can be spoken then.
    fn speak(
        &mut self,
        change: impl FnOnce(&mut Utterance) -> Result<(), ApiError>,
    ) -> Result<(), Ended> {
        let shared = self.shared;
        let (mut first, mut utterance) = match self.utterance.take() {
            Some(utterance) => (None, utterance),
            None => {
                let (slot, admission) = shared.slots.begin(KeyId::default())?;
                (Some(slot), Utterance::new(&self.params, shared, admission)?)
            }
        };
        change(&mut utterance)?;
        let mut delivery = Delivery::default();
        loop {
            let made = match first.take() {
                Some(slot) => utterance.make_first(slot, &shared.metrics)?,
                None => utterance.make(&shared.metrics)?,
            };
            utterance.deliver(made, &shared.metrics)?;
            self.send(utterance.bytes())?;
            if let Made::Audio(samples) = made {
                delivery.sent(&shared.metrics, samples, utterance.bytes().len());
            } else {
                self.utterance = Some(utterance);
                return Ok(());
            }
            if shared.is_cut() {
                return Err(ApiError::shutting_down().into());
            }
            if self.begun.elapsed() > shared.limits.total {
                return Err(ApiError::timeout("the speech").into());
            }
        }
    }

    fn send(&mut self, pcm: &[u8]) -> Result<(), Ended> {
        if pcm.is_empty() {
            return Ok(());
        }
        self.start()?;
        let sent = self.samples.get_or_insert(0);
        let mut data = format();
        data["timestamp"] = (*sent * 1_000 / u64::from(SAMPLE_RATE)).into();
        event::send(self.socket, "audio-chunk", data, pcm)?;
        if *sent == 0 {
            self.shared.metrics.begun(self.begun.elapsed());
        }
        *sent += (pcm.len() / WIDTH) as u64;
        Ok(())
    }

    /// Tells that audio comes, once.
    fn start(&mut self) -> Result<(), Ended> {
        if self.samples.is_none() {
            self.samples = Some(0);
            event::send(self.socket, "audio-start", format(), &[])?;
        }
        Ok(())
    }
}

/// What is sent: the samples as the voice makes them.
fn format() -> Value {
    json!({"rate": SAMPLE_RATE, "width": WIDTH, "channels": 1})
}

/// A name as a field; an empty one is none.
fn field(value: Option<&String>) -> Field<Text<'_>> {
    match value {
        Some(value) if !value.is_empty() => Field::Value(value.as_str().into()),
        _ => Field::Absent,
    }
}

/// As for the same fields of a request by HTTP.
fn params(voice: Option<&Voice>, shared: &Shared, engine: &Engine) -> Result<Params, ApiError> {
    let mut fields = Fields {
        voice: field(voice.and_then(|voice| voice.name.as_ref())),
        language: field(voice.and_then(|voice| voice.language.as_ref())),
        ..Fields::default()
    };
    let listed = fields.voice.as_text().and_then(|name| parted(name, engine));
    if let Some((name, language)) = listed {
        fields.voice = Field::Value(name.into());
        if fields.language == Field::Absent {
            fields.language = Field::Value(language.code().into());
        }
    }
    Params::check(&fields, shared.offer(engine))
}

/// The name of a voice in one language. A client that knows no language of a text tells it by this name.
pub fn name(voice: &str, language: Language) -> String {
    format!("{voice} ({language})")
}

/// The voice and the language of such a name.
fn parted(listed: &str, engine: &Engine) -> Option<(String, Language)> {
    let voices = &engine.models().first()?.voices;
    let mut all = voices
        .iter()
        .flat_map(|voice| Language::ALL.map(|language| (voice, language)));
    let (voice, language) = all.find(|(voice, language)| name(voice, *language) == listed)?;
    Some((voice.clone(), language))
}
