//! An entry of a lexicon: one word and its reading.

use crate::error::EntryError;
use crate::g2p::pronounce;
use crate::language::Language;
use crate::phoneme::{self, Phoneme};
use crate::script::{Script, clean};
use crate::text;
use crate::token::{Token, Word, spoken};

/// The most phonemes of a reading, so that a short text cannot become endless speech.
pub(super) const MAX_PHONEMES: usize = 128;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) language: Language,
    /// Whether the word has no letter of the language's script.
    pub(super) foreign: bool,
    /// The reading as words; `None` if it was given as phonemes.
    pub(super) respelling: Option<String>,
    pub(super) phonemes: Vec<Phoneme>,
    /// The line in the file, counted from 1; `None` if it came from no file.
    pub(super) line: Option<usize>,
}

impl Entry {
    /// Makes an entry. Returns it with the word in the form that the front-end looks up.
    pub(super) fn new(
        word: &str,
        language: Language,
        reading: &str,
        line: Option<usize>,
    ) -> Result<(String, Self), EntryError> {
        let word = one_word(word)?;
        let (respelling, phonemes) = match slashed(reading) {
            Some(ipa) => (None, sounds(ipa)?),
            None => (Some(reading.to_owned()), spelt(reading, language)?),
        };
        if phonemes.len() > MAX_PHONEMES {
            return Err(EntryError::TooLong {
                limit: MAX_PHONEMES,
            });
        }
        let foreign = word.chars().all(|c| !of_script(c, language));
        let entry = Self {
            language,
            foreign,
            respelling,
            phonemes,
            line,
        };
        Ok((word, entry))
    }
}

/// Returns the word in the form that the front-end looks up.
fn one_word(word: &str) -> Result<String, EntryError> {
    let tokens = text::tokens(word, None);
    match &tokens[..] {
        [
            Token::Word(Word { text, .. }),
            Token::Pause(_) | Token::Colon,
        ] if clean(text) == clean(word) => Ok(clean(text).into_owned()),
        [] | [Token::Pause(_) | Token::Colon] => Err(EntryError::NoLetters {
            word: word.to_owned(),
        }),
        _ => Err(EntryError::NotOneWord {
            word: word.to_owned(),
            spoken: spoken(&tokens),
        }),
    }
}

fn slashed(reading: &str) -> Option<&str> {
    reading.strip_prefix('/')?.strip_suffix('/')
}

fn sounds(ipa: &str) -> Result<Vec<Phoneme>, EntryError> {
    phoneme::parse_words(ipa).ok_or_else(|| EntryError::NotPhonemes {
        reading: ipa.to_owned(),
        unknown: phoneme::unknown(ipa),
    })
}

fn spelt(words: &str, language: Language) -> Result<Vec<Phoneme>, EntryError> {
    let mut phonemes = Vec::new();
    for word in words.split_whitespace() {
        let mut sounds = Vec::new();
        let reading = pronounce(word, language, &mut sounds);
        let letters = clean(word).chars().all(|c| of_script(c, language));
        if reading.skipped > 0 || !letters {
            return Err(EntryError::OtherScript {
                word: word.to_owned(),
                language: language.name(),
            });
        }
        join(&mut phonemes, &sounds);
    }
    match phonemes.is_empty() {
        true => Err(EntryError::NoReading),
        false => Ok(phonemes),
    }
}

fn of_script(c: char, language: Language) -> bool {
    language.is_written_in(Script::indic(c).unwrap_or(Script::Latin))
}

fn join(phonemes: &mut Vec<Phoneme>, word: &[Phoneme]) {
    if !phonemes.is_empty() {
        phonemes.push(Phoneme::SPACE);
    }
    phonemes.extend(word);
}
