//! How a phrase sounds: what the settings of the turn say, and what SSML changes of it.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use super::model::SPEEDS;
use crate::Language;
use crate::text::Emphasis;
use crate::text::ssml::Style;
use crate::voice::{Accent, Prosody, SAMPLE_RATE};

/// The range of the pitch in semitones. Training had few pitches farther from a voice's own.
pub const PITCHES: RangeInclusive<f32> = -6.0..=6.0;
/// The limits of the melody's range, relative to the voice's own. Above 2.0, peaks exceed the pitch that the synthesis
/// allows.
pub const PITCH_RANGES: RangeInclusive<f32> = 0.0..=2.0;
/// The range of the volume in dB. Below it nothing is audible; above it the limiter distorts all but soft sounds.
pub const VOLUMES: RangeInclusive<f32> = -40.0..=12.0;

/// A voice, and how it speaks.
#[derive(Clone, Copy, Debug)]
pub struct Tone {
    /// The index of the voice.
    pub voice: usize,
    pub prosody: Prosody,
    /// The factor of the volume.
    pub gain: f32,
}

impl Tone {
    /// The same for a clause in a language.
    pub fn of(mut self, language: Language) -> Self {
        self.prosody.language = Some(language);
        self
    }
}

/// What SSML changes.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(Default))]
pub struct Styles {
    /// The names of the voices of the model, and the index of the turn's own.
    pub voices: Vec<String>,
    pub voice: usize,
    pub language: Option<Language>,
    pub prosody: Prosody,
    /// In dB.
    pub volume: f32,
}

impl Styles {
    /// How a style sounds in this turn. What goes beyond the ranges of the settings is as near as they allow.
    pub fn tone(&self, style: &Style) -> Tone {
        let named = style.voice.as_ref();
        let voice = named.and_then(|name| self.voices.iter().position(|voice| voice == name));
        let within =
            |value: f32, range: RangeInclusive<f32>| value.clamp(*range.start(), *range.end());
        let volume = self.volume + style.volume;
        Tone {
            voice: voice.unwrap_or(self.voice),
            prosody: Prosody {
                speed: within(self.prosody.speed * style.rate, SPEEDS),
                pitch: within(self.prosody.pitch + style.pitch, PITCHES),
                range: within(self.prosody.range * style.range, PITCH_RANGES),
                // The reader finds it, clause by clause.
                language: None,
            },
            gain: 10_f32.powf(within(volume, VOLUMES) / 20.0),
        }
    }
}

/// A pause that sounds as a comma does, but for its length.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    /// Its phonemes in the clause, the first directly after the word before it.
    pub at: Range<usize>,
    /// The speed, relative to that of a comma.
    pub speed: f32,
}

/// How the rests of a clause sound that are in a phrase of it, which has an edge before it.
pub fn rests(all: &[Rest], phrase: Range<usize>) -> impl Iterator<Item = Accent> {
    let first = phrase.start;
    let within = all
        .iter()
        .filter(move |rest| phrase.contains(&rest.at.start));
    within.map(move |rest| Accent {
        phonemes: 1 + rest.at.start - first..1 + rest.at.end - first,
        pitch: 0.0,
        speed: rest.speed,
    })
}

/// How emphasised phonemes sound; `None` if they sound like any other.
pub fn accent(phonemes: Range<usize>, emphasis: Emphasis) -> Option<Accent> {
    let (pitch, speed) = match emphasis {
        Emphasis::None => return None,
        Emphasis::Reduced => (-1.5, 1.15),
        Emphasis::Moderate => (2.0, 0.9),
        Emphasis::Strong => (4.0, 0.8),
    };
    Some(Accent {
        phonemes,
        pitch,
        speed,
    })
}

/// A time in samples.
pub fn samples(time: Duration) -> usize {
    (time.as_secs_f32() * SAMPLE_RATE as f32) as usize
}
