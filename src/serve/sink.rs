//! Who hears a turn: a client, over the wire, or whoever stands before the loudspeaker.

use std::time::Duration;

use serde_json::{Value, json};

use super::error::Refusal;
use super::format::Encoder;
use crate::speaker::{Error, Playback, Stopper};

/// How often the client is told what has been heard.
const TOLD: Duration = Duration::from_millis(250);

/// Takes samples as they are made.
#[derive(Debug)]
pub enum Listener {
    /// The client gets the audio.
    Wire(Encoder),
    /// The loudspeaker gets it, and the client is told.
    Aloud(Aloud),
}

/// A turn on the loudspeaker.
#[derive(Debug)]
pub struct Aloud {
    /// `None` once it has been heard to its end.
    playback: Option<Playback>,
    pcm: Vec<i16>,
    told: Option<Duration>,
    heard: Duration,
    underruns: u64,
}

impl Listener {
    /// On the loudspeaker.
    pub fn aloud(playback: Playback) -> Self {
        Self::Aloud(Aloud {
            playback: Some(playback),
            pcm: Vec::new(),
            told: None,
            heard: Duration::ZERO,
            underruns: 0,
        })
    }

    /// Takes samples. What is to be sent for them stands in place of what `out` held, once [`Self::play`] has returned.
    pub fn take(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        match self {
            Self::Wire(encoder) => encoder.encode(pcm, out),
            Self::Aloud(aloud) => {
                aloud.pcm.clear();
                aloud.pcm.extend_from_slice(pcm);
            }
        }
    }

    /// Plays what was taken, which waits for the loudspeaker: nothing that others need may be held meanwhile.
    pub fn play(&mut self, out: &mut Vec<u8>) -> Result<(), Refusal> {
        let Self::Aloud(aloud) = self else {
            return Ok(());
        };
        out.clear();
        if let Some(playback) = &mut aloud.playback {
            playback.write(&aloud.pcm)?;
            aloud.heard = playback.heard();
        }
        if aloud.told.is_none_or(|told| aloud.heard >= told + TOLD) {
            aloud.told = Some(aloud.heard);
            aloud.tell("progress", out);
        }
        Ok(())
    }

    /// What is left of the turn, in place of what `out` held; on the loudspeaker, when it has been heard.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Refusal> {
        match self {
            Self::Wire(encoder) => encoder.finish(out),
            Self::Aloud(aloud) => {
                out.clear();
                if let Some(playback) = aloud.playback.take() {
                    let stopper = playback.stopper();
                    aloud.underruns = playback.drain()?;
                    aloud.heard = stopper.heard();
                }
                aloud.tell("end", out);
            }
        }
        Ok(())
    }

    /// Nothing comes for now.
    pub fn rest(&mut self) {
        if let Self::Aloud(aloud) = self
            && let Some(playback) = &mut aloud.playback
        {
            playback.rest();
        }
    }

    /// Where it is heard aloud: how to silence it.
    pub fn stopper(&self) -> Option<Stopper> {
        match self {
            Self::Wire(_) => None,
            Self::Aloud(aloud) => aloud.playback.as_ref().map(Playback::stopper),
        }
    }

    /// Gaps that were heard.
    pub fn underruns(&self) -> u64 {
        match self {
            Self::Wire(_) => 0,
            Self::Aloud(aloud) => aloud.underruns,
        }
    }

    /// The portions in which bytes are sent.
    pub fn portions<'a>(&self, bytes: &'a [u8]) -> std::slice::Chunks<'a, u8> {
        bytes.chunks(match self {
            Self::Wire(encoder) => encoder.frame().unwrap_or(usize::MAX),
            Self::Aloud(_) => usize::MAX,
        })
    }
}

impl Aloud {
    /// A line of JSON.
    fn tell(&self, kind: &str, out: &mut Vec<u8>) {
        let heard = self.heard.as_millis() as u64;
        let told: Value = match kind {
            "end" => json!({"type": kind, "heard_ms": heard, "underruns": self.underruns}),
            _ => json!({"type": kind, "heard_ms": heard}),
        };
        out.extend(told.to_string().into_bytes());
        out.push(b'\n');
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Busy => Self::new(503, "speaker_busy", message).header("retry-after", "1"),
            Error::Stopped => Self::new(409, "speaker_taken", message),
            Error::Device { .. } => Self::new(503, "speaker_failed", message),
        }
    }
}
