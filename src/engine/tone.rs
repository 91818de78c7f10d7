//! How a phrase sounds: what the settings of the turn say, and what SSML changes of it.

use std::time::Duration;

use super::settings::{PITCH_RANGES, PITCHES, Settings, VOLUMES};
use crate::Language;
use crate::engine::model::SPEEDS;
use crate::text::ssml::Style;
use crate::voice::{Prosody, SAMPLE_RATE};

/// A voice, and how it speaks.
#[derive(Clone, Copy, Debug)]
pub struct Tone {
    /// The index of the voice.
    pub voice: usize,
    pub prosody: Prosody,
    /// The factor of the volume.
    pub gain: f32,
}

/// What SSML changes.
#[derive(Clone, Debug)]
pub struct Styles {
    /// The names of the voices of the model, and the index of the turn's own.
    pub voices: Vec<String>,
    pub voice: usize,
    pub language: Option<Language>,
    prosody: Prosody,
    /// In dB.
    volume: f32,
}

impl Styles {
    pub fn new(voices: &[String], voice: usize, settings: &Settings) -> Self {
        Self {
            voices: voices.to_owned(),
            voice,
            language: settings.language,
            prosody: settings.prosody(),
            volume: settings.volume,
        }
    }

    /// How a style sounds in this turn. What goes beyond the ranges of the settings is as near as they allow.
    pub fn tone(&self, style: &Style) -> Tone {
        let named = style.voice.as_ref();
        let voice = named.and_then(|name| self.voices.iter().position(|voice| voice == name));
        let within = |value: f32, range: std::ops::RangeInclusive<f32>| {
            value.clamp(*range.start(), *range.end())
        };
        let volume = self.volume + style.volume;
        Tone {
            voice: voice.unwrap_or(self.voice),
            prosody: Prosody {
                speed: within(self.prosody.speed * style.rate, SPEEDS),
                pitch: within(self.prosody.pitch + style.pitch, PITCHES),
                range: within(self.prosody.range * style.range, PITCH_RANGES),
            },
            gain: 10_f32.powf(within(volume, VOLUMES) / 20.0),
        }
    }
}

#[cfg(test)]
impl Default for Styles {
    fn default() -> Self {
        Self::new(&[], 0, &Settings::default())
    }
}

/// A time in samples.
pub fn samples(time: Duration) -> usize {
    (time.as_secs_f32() * SAMPLE_RATE as f32) as usize
}
