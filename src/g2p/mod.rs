//! Words to phonemes: the inventory, one machine for the Indic scripts with a table for each language, English,
//! the user's lexicon.

mod english;
mod indic;
pub mod inventory;
pub mod lexicon;
mod romanised;

use std::ops::Range;

pub use inventory::Phoneme;
pub use lexicon::Lexicon;

use crate::Language;
use crate::text::{Piece, is_digit};

/// How a word was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Where its phonemes come from.
    pub source: Source,
    /// How many characters could not be read and were skipped.
    pub skipped: usize,
}

/// Where the phonemes of a word come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The user's lexicon.
    Lexicon,
    /// Phonemes in the text itself.
    Given,
    /// The English dictionary, also with an ending.
    Dictionary,
    /// The words of the language that its rules do not read.
    Exception,
    /// The rules of the language.
    Rules,
    /// An Indic word in Latin letters, by its spelling in its own.
    Romanised,
    /// The rules for Latin letters, where no list has the word.
    LetterToSound,
    /// The names of the letters.
    Spelt,
}

impl Source {
    /// Its name, as `vaak phonemes --explain` tells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lexicon => "lexicon",
            Self::Given => "given",
            Self::Dictionary => "dictionary",
            Self::Exception => "exception",
            Self::Rules => "rules",
            Self::Romanised => "romanised",
            Self::LetterToSound => "letter-to-sound",
            Self::Spelt => "spelt",
        }
    }
}

/// Pronounces one word without a lexicon, appending to `out`.
///
/// The word is in the script of `language`, or in Latin letters, in Unicode normalisation form C, without digits or punctuation,
/// as [`crate::text`] leaves it; or it is phonemes between slashes.
pub fn pronounce(word: &str, language: Language, out: &mut Vec<Phoneme>) -> Reading {
    if let Some(phonemes) = lexicon::given(word) {
        out.extend(phonemes);
        return Reading {
            source: Source::Given,
            skipped: 0,
        };
    }
    let from = out.len();
    let reading = read(word, language, out);
    if out.len() > from {
        return reading;
    }
    // The rules of a language may leave nothing of a word: its letters, each alone, are heard all the same.
    let letters = word
        .chars()
        .map(|c| read(c.encode_utf8(&mut [0; 4]), language, out));
    let skipped = letters.map(|letter| letter.skipped).sum();
    match out.len() > from {
        true => Reading {
            source: Source::Spelt,
            skipped,
        },
        false => reading,
    }
}

fn read(word: &str, language: Language, out: &mut Vec<Phoneme>) -> Reading {
    match language {
        Language::En => english::pronounce(word, out),
        _ if romanised::is_latin(word) => romanised::pronounce(word, language, out),
        _ => indic::pronounce(word, language, out),
    }
}

/// Phonemes as a word of a text: between slashes.
pub(crate) fn given(phonemes: &str) -> String {
    format!("/{phonemes}/")
}

/// Whether `word` is phonemes between slashes.
pub(crate) fn is_given(word: &str) -> bool {
    lexicon::given(word).is_some()
}

/// Whether the English dictionary has `word`, in lower case.
pub(crate) fn is_english(word: &str) -> bool {
    english::knows(word)
}

/// Writes phonemes as [`inventory::format`] does, but as dictionaries of the language do where that differs: in Hindi, Punjabi
/// and English the short close vowels are other vowels than the long ones, ɪ and ʊ.
pub fn broad_ipa(phonemes: &[Phoneme], language: Language) -> String {
    let ipa = inventory::format(phonemes);
    if !matches!(language, Language::Hi | Language::Pa | Language::En) {
        return ipa;
    }
    let mut broad = String::with_capacity(ipa.len());
    let mut rest = ipa.chars().peekable();
    while let Some(c) = rest.next() {
        broad.push(match (c, rest.peek()) {
            ('i' | 'u', Some('ː')) => c,
            ('i', _) => 'ɪ',
            ('u', _) => 'ʊ',
            _ => c,
        });
    }
    broad
}

/// The phonemes of one clause as the voice reads them: silence at both edges, a word boundary between words,
/// pauses directly after the word they follow. Returns how many characters were skipped.
///
/// Appends nothing where no word could be read. The training data is made by this function too.
pub fn phrase(pieces: &[Piece], lexicon: &Lexicon, out: &mut Vec<Phoneme>) -> usize {
    phrase_words(pieces, lexicon, out, &mut Vec::with_capacity(pieces.len()))
}

/// As [`phrase`], and appends to `words` where the phonemes of each word are.
pub fn phrase_words(
    pieces: &[Piece],
    lexicon: &Lexicon,
    out: &mut Vec<Phoneme>,
    words: &mut Vec<Range<usize>>,
) -> usize {
    frame(pieces, out, words, |word, language, out| {
        lexicon.pronounce(word, language, out)
    })
}

/// Joins words at their boundaries as the tables of their languages ask for, but not across a pause, nor a word whose phonemes
/// were given, nor digits.
fn frame(
    pieces: &[Piece],
    out: &mut Vec<Phoneme>,
    words: &mut Vec<Range<usize>>,
    mut pronounce: impl FnMut(&str, Language, &mut Vec<Phoneme>) -> Reading,
) -> usize {
    let mut skipped = 0;
    // The word that the next one is directly after, with its index and language.
    let mut before: Option<(usize, &str, Language)> = None;
    let start = out.len();
    out.push(Phoneme::EDGE);
    let first_word = out.len();
    for piece in pieces {
        match piece {
            Piece::Word { text, language } => {
                let boundary = out.len();
                if boundary > first_word {
                    out.push(Phoneme::SPACE);
                }
                let mut start = out.len();
                let reading = pronounce(text, *language, out);
                skipped += reading.skipped;
                if out.len() == start {
                    out.truncate(boundary);
                    words.push(boundary..boundary);
                    continue;
                }
                if let Some((at, written, language)) = before
                    && let word = &mut words[at]
                    && let Some(joined) = indic::join(&out[word.clone()], &out[start..], language)
                    // Digits read one by one are told apart.
                    && ![written, text].iter().all(|w| is_digit(w, language))
                {
                    let end = word.start + joined.len();
                    out.splice(word.clone(), joined);
                    word.end = end;
                    start = end + 1;
                }
                let given = matches!(reading.source, Source::Given | Source::Lexicon);
                before = (!given).then_some((words.len(), text, *language));
                words.push(start..out.len());
            }
            // A pause is heard only after a word; of several in a row, the one that ends a sentence.
            Piece::Pause(pause) if out.len() > first_word => {
                before = None;
                match out.last_mut() {
                    Some(last) if last.is_pause() => {
                        if *pause != Phoneme::COMMA {
                            *last = *pause;
                        }
                    }
                    _ => out.push(*pause),
                }
            }
            Piece::Pause(_) => {}
        }
    }
    if out.len() == first_word {
        out.truncate(start);
    } else {
        out.push(Phoneme::EDGE);
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads symbols of the inventory; `#` stands for a character that cannot be read.
    fn framed(pieces: &[&str]) -> (String, usize) {
        let pieces: Vec<Piece> = pieces
            .iter()
            .map(|p| match Phoneme::from_symbol(p) {
                Some(pause) if pause.is_pause() => Piece::Pause(pause),
                _ => Piece::Word {
                    text: (*p).to_owned(),
                    language: Language::Hi,
                },
            })
            .collect();
        let mut out = Vec::new();
        let skipped = frame(&pieces, &mut out, &mut Vec::new(), |word, _, out| {
            let read = inventory::parse(&word.replace('#', "")).unwrap();
            out.extend(read);
            Reading {
                source: Source::Rules,
                skipped: word.matches('#').count(),
            }
        });
        (inventory::format(&out), skipped)
    }

    #[test]
    fn short_close_vowels_are_written_as_the_language_does() {
        let phonemes = inventory::parse("kimuu\u{303}iːaɪ").unwrap();
        assert_eq!(broad_ipa(&phonemes, Language::Hi), "k ɪ m ʊ ʊ\u{303} iː aɪ");
        assert_eq!(
            broad_ipa(&phonemes, Language::Bn),
            inventory::format(&phonemes)
        );
    }

    #[test]
    fn a_word_of_which_the_rules_leave_nothing_is_spelt() {
        for (word, language, letters) in [
            ("hke", Language::En, "ˈeː tʃ k ˈeː ˈiː"),
            ("য\u{9bc}\u{9cd}", Language::Bn, "dʒ ɔ"),
        ] {
            let mut out = Vec::new();
            let reading = pronounce(word, language, &mut out);
            assert_eq!((reading.source, reading.skipped), (Source::Spelt, 0));
            assert_eq!(inventory::format(&out), letters);
        }
        // What no letter stands in stays silent.
        let mut out = Vec::new();
        assert_eq!(
            pronounce("\u{9cd}", Language::Bn, &mut out).source,
            Source::Rules
        );
        assert!(out.is_empty());
    }

    #[test]
    fn words_are_parted_and_pauses_follow_their_word() {
        let (phonemes, skipped) = framed(&["na", ",", "ma", "ka", "?"]);
        assert_eq!(phonemes, "_ n a , | m a | k a ? _");
        assert_eq!(skipped, 0);
    }

    #[test]
    fn an_unreadable_word_leaves_no_boundary_and_is_counted() {
        assert_eq!(
            framed(&["##", ",", "na", "#", "ma", "#", "."]),
            ("_ n a | m a . _".into(), 4)
        );
        assert_eq!(framed(&["#", "."]), (String::new(), 1));
        assert_eq!(framed(&[]), (String::new(), 0));
    }

    #[test]
    fn of_pauses_in_a_row_the_end_of_a_sentence_is_heard_once() {
        assert_eq!(framed(&["na", ",", "?", ","]).0, "_ n a ? _");
    }

    #[test]
    fn a_phrase_of_nothing_readable_is_nothing() {
        let word = Piece::Word {
            text: "\u{e000}".into(),
            language: Language::Ta,
        };
        let mut out = Vec::new();
        let pieces = [word, Piece::Pause(Phoneme::PERIOD)];
        assert_eq!(phrase(&pieces, &Lexicon::default(), &mut out), 1);
        assert!(out.is_empty());
    }
}
