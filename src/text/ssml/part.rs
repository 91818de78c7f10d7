//! What a document says, part by part.

use std::time::Duration;

use crate::language::Language;
use crate::text::given::Given;

/// A part of a document, in its order.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text, as it stands.
    Text(String),
    /// A word of it that is given.
    Given(Given),
    /// A sentence ends, or only a clause of it.
    Cut(Cut),
    /// Silence.
    Silence(Duration),
    /// How it sounds from here on.
    Style(Style),
    /// The end of the document.
    End,
}

/// What ends at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A clause, in whose sentence the text goes on.
    Clause,
    /// A sentence.
    Sentence,
}

/// How a part of a text sounds, relative to the settings of the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The name of the voice.
    pub voice: Option<String>,
    /// The language.
    pub language: Option<Language>,
    /// A factor of the speed.
    pub rate: f32,
    /// Semitones.
    pub pitch: f32,
    /// A factor of the range of the pitch.
    pub range: f32,
    /// In dB.
    pub volume: f32,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            voice: None,
            language: None,
            rate: 1.0,
            pitch: 0.0,
            range: 1.0,
            volume: 0.0,
        }
    }
}
