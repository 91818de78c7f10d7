//! A clip that is asked for as `POST /v1/tts` asks for one, without a service around it. `vaak say --jsonl` is made of these.

use serde_json::{Map, Value};

use super::error::ApiError;
use super::fields::{self, Fields};
use super::format::{Encoder, Format};
use super::halves;
use super::ignored::{self, Place};
use super::limits::Limits;
use super::params::{Offer, Params};
use crate::engine::{Chunk, Engine, Mark, Turn};
use crate::voice::SAMPLE_RATE;

/// A clip while it is spoken.
pub struct Clip {
    turn: Turn,
    format: Format,
    encoder: Encoder,
    bytes: Vec<u8>,
    samples: u64,
    done: bool,
    timestamps: bool,
    ignored: Vec<String>,
}

impl Clip {
    /// Reads a JSON object that asks for a clip and says other things too.
    ///
    /// # Errors
    ///
    /// `invalid_json`.
    pub fn fields(json: &[u8]) -> Result<Map<String, Value>, ApiError> {
        let json = halves::mended(json);
        let json = fields::object(&json)?;
        serde_json::from_str(json).map_err(|e| ApiError::invalid_json(&e.to_string()))
    }

    /// Opens the clip that a JSON object asks for. `file`: [`Self::beginning`] will be written over the first bytes.
    ///
    /// # Errors
    ///
    /// What the service would answer.
    pub fn open(engine: &Engine, json: &[u8], file: bool) -> Result<Self, ApiError> {
        let json = &*halves::mended(json);
        let fields = Fields::parse(json)?;
        let offer = Offer {
            engine,
            aliases: &[],
            loudspeaker: false,
            lexicon: Limits::default().lexicon,
        };
        let params = Params::check(&fields, offer)?;
        let mut turn = params.engine(engine.clone()).turn(&params.settings)?;
        let text = &*halves::whole(fields.text.text("text")?.unwrap_or_default());
        match fields.ssml.is_set("ssml")? {
            true => turn.push_ssml(text)?,
            false => turn.push(text)?,
        }
        turn.close();
        Ok(Self {
            turn,
            format: params.format,
            encoder: match file {
                true => params.format.file_encoder(),
                false => params.format.encoder(),
            },
            bytes: Vec::new(),
            samples: 0,
            done: false,
            timestamps: fields.timestamps.is_set("timestamps")?,
            ignored: ignored::names(json, Place::Clip),
        })
    }

    /// Returns the next bytes, which may be empty; `None` after the last.
    ///
    /// # Errors
    ///
    /// `missing_text` if there is nothing to speak, `internal` if the voice failed.
    pub fn next_bytes(&mut self) -> Result<Option<&[u8]>, ApiError> {
        if self.done {
            return Ok(None);
        }
        match self.turn.next_chunk() {
            Ok(Chunk::Audio(pcm)) => {
                self.samples += pcm.len() as u64;
                self.encoder.encode(pcm, &mut self.bytes);
            }
            Ok(Chunk::NeedsText | Chunk::Done) => {
                if self.samples == 0 {
                    return Err(ApiError::missing_text("text"));
                }
                self.done = true;
                self.encoder.finish(&mut self.bytes);
            }
            // Whoever asked runs this program, and may know.
            Err(error) => return Err(ApiError::new(500, "internal", error.to_string())),
        }
        Ok(Some(&self.bytes))
    }

    /// Returns what to write over the first bytes of a file of so many bytes; empty if they stay.
    pub fn beginning(&self, bytes: u64) -> Vec<u8> {
        self.encoder.beginning(bytes)
    }

    /// Returns how many bytes belong together; `None` if any number does.
    pub fn frame(&self) -> Option<usize> {
        self.encoder.frame()
    }

    /// Returns the next word whose place is known, if places were asked for.
    pub fn next_mark(&mut self) -> Option<Mark> {
        match self.timestamps {
            true => self.turn.next_mark(),
            false => None,
        }
    }

    /// Returns the name of the encoding and the sample rate in Hz.
    pub fn format(&self) -> (&'static str, u32) {
        (self.format.encoding(), self.format.rate())
    }

    /// Returns how many milliseconds have been spoken.
    pub fn millis(&self) -> u64 {
        self.samples * 1_000 / u64::from(SAMPLE_RATE)
    }

    /// Returns how many characters were skipped because they could not be read.
    pub fn skipped(&self) -> usize {
        self.turn.skipped()
    }

    /// Returns the names of the fields that changed nothing.
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }
}
