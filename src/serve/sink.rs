//! Where the samples of an utterance go: to a client, encoded, or to the loudspeaker.

use std::time::Duration;

use serde_json::{Value, json};

use super::error::ApiError;
use super::format::Encoder;
use crate::playback::{Playback, Stopper};

/// Time between two reports of how much has been heard.
const REPORT: Duration = Duration::from_millis(250);

/// Takes samples as they are made.
#[derive(Debug)]
pub enum Sink {
    /// The client gets the audio.
    Client(Encoder),
    /// The loudspeaker gets the audio, and the client is told how much has been heard.
    Loudspeaker(Loudspeaker),
}

/// An utterance on the loudspeaker.
#[derive(Debug)]
pub struct Loudspeaker {
    /// `None` once it has been heard to its end.
    playback: Option<Playback>,
    pcm: Vec<i16>,
    reported: Option<Duration>,
    heard: Duration,
    underruns: u64,
}

impl Sink {
    /// On the loudspeaker.
    pub fn loudspeaker(playback: Playback) -> Self {
        Self::Loudspeaker(Loudspeaker {
            playback: Some(playback),
            pcm: Vec::new(),
            reported: None,
            heard: Duration::ZERO,
            underruns: 0,
        })
    }

    /// Takes samples. Once [`Self::play`] has returned, `out` holds what is to be sent, and nothing else.
    pub fn take(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        match self {
            Self::Client(encoder) => encoder.encode(pcm, out),
            Self::Loudspeaker(speaker) => {
                speaker.pcm.clear();
                speaker.pcm.extend_from_slice(pcm);
            }
        }
    }

    /// Plays what was taken. This waits for the loudspeaker: hold nothing that others need.
    pub fn play(&mut self, out: &mut Vec<u8>) -> Result<(), ApiError> {
        let Self::Loudspeaker(speaker) = self else {
            return Ok(());
        };
        out.clear();
        if let Some(playback) = &mut speaker.playback {
            playback.write(&speaker.pcm)?;
            speaker.heard = playback.heard();
        }
        if speaker
            .reported
            .is_none_or(|reported| speaker.heard >= reported + REPORT)
        {
            speaker.reported = Some(speaker.heard);
            speaker.report("progress", out);
        }
        Ok(())
    }

    /// Replaces `out` with the rest of the utterance; on the loudspeaker, once it has been heard.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), ApiError> {
        match self {
            Self::Client(encoder) => encoder.finish(out),
            Self::Loudspeaker(speaker) => {
                out.clear();
                if let Some(playback) = speaker.playback.take() {
                    let stopper = playback.stopper();
                    speaker.underruns = playback.drain()?;
                    speaker.heard = stopper.heard();
                }
                speaker.report("end", out);
            }
        }
        Ok(())
    }

    /// Nothing comes for now.
    pub fn rest(&mut self) {
        if let Self::Loudspeaker(speaker) = self
            && let Some(playback) = &mut speaker.playback
        {
            playback.rest();
        }
    }

    /// How to silence the loudspeaker, if this plays on it.
    pub fn stopper(&self) -> Option<Stopper> {
        match self {
            Self::Client(_) => None,
            Self::Loudspeaker(speaker) => speaker.playback.as_ref().map(Playback::stopper),
        }
    }

    /// Gaps that were heard.
    pub fn underruns(&self) -> u64 {
        match self {
            Self::Client(_) => 0,
            Self::Loudspeaker(speaker) => speaker.underruns,
        }
    }

    /// The portions in which bytes are sent.
    pub fn portions<'a>(&self, bytes: &'a [u8]) -> std::slice::Chunks<'a, u8> {
        bytes.chunks(match self {
            Self::Client(encoder) => encoder.frame().unwrap_or(usize::MAX),
            Self::Loudspeaker(_) => usize::MAX,
        })
    }
}

impl Loudspeaker {
    /// Writes a line of JSON.
    fn report(&self, kind: &str, out: &mut Vec<u8>) {
        let heard = self.heard.as_millis() as u64;
        let report: Value = match kind {
            "end" => json!({"type": kind, "heard_ms": heard, "underruns": self.underruns}),
            _ => json!({"type": kind, "heard_ms": heard}),
        };
        out.extend(report.to_string().into_bytes());
        out.push(b'\n');
    }
}
