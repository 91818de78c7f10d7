//! Stems, endings and changes of sounds as a line of `[paradigms]` writes them.

use super::marks::is_mark;
use super::rules::Sound;
use crate::data::laid::{Text, laid};
use crate::script::{self, is_indic_letter};

/// What a stem's sounds become before some endings.
pub(super) type Grade = Vec<(Sound, Sound)>;

/// A stem or an ending: its letters, the letters that it is read as, and its sounds where letters do not tell them.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) text: Text,
    pub(super) read: Option<Text>,
    pub(super) sounds: Option<Vec<Sound>>,
}

laid!(Part { text, read, sounds });

/// A change of a grade: `A>o`; `A>0` is a sound that falls.
pub(super) fn change(text: &str) -> Option<(Sound, Sound)> {
    let (from, to) = text.split_once('>')?;
    Some((Sound::parse(from)?, Sound::parse(to)?))
}

/// `spelling`, `spelling` with marks, `spelling=sounds` with `+` between the sounds, or `spelling=other spelling`. `0` is no letter.
pub(super) fn part(text: &str) -> Option<Part> {
    let (spelling, sounds) = match text.split_once('=') {
        Some((spelling, read)) if read.chars().any(is_indic_letter) => {
            return Some(Part {
                text: owned(spelling),
                read: Some(owned(read)),
                sounds: None,
            });
        }
        Some((spelling, sounds)) => {
            let sounds: Option<Vec<Sound>> = sounds.split('+').map(Sound::parse).collect();
            (spelling, Some(sounds?))
        }
        None if text.contains(is_mark) => {
            return Some(Part {
                text: owned(&text.replace(is_mark, "")),
                read: Some(text.to_owned().into()),
                sounds: None,
            });
        }
        None => (text, None),
    };
    let text = match spelling {
        "0" => Text::default(),
        _ => owned(spelling),
    };
    Some(Part {
        text,
        read: None,
        sounds,
    })
}

/// A spelling as words are looked up.
fn owned(spelling: &str) -> Text {
    script::clean(spelling).into_owned().into()
}
