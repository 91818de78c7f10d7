//! One word to its phonemes.

use super::source::{Pronunciation, Source};
use super::{english, indic, memo, romanised};
use crate::data::Place;
use crate::language::Language;
use crate::phoneme::{self, Phoneme};
use crate::token::Listed;

/// Pronounces one word without a lexicon, appending to `out`.
///
/// The word is in the script of `language`, or in Latin letters, in Unicode normalisation form C, without digits or punctuation,
/// as the text's reader leaves it.
pub fn pronounce(word: &str, language: Language, out: &mut Vec<Phoneme>) -> Pronunciation {
    pronounce_listed(word, language, Listed::Unknown, out)
}

/// Pronounces one word, as [`pronounce`] does, of which it is known what the list of Latin spellings says.
pub fn pronounce_listed(
    word: &str,
    language: Language,
    listed: Listed,
    out: &mut Vec<Phoneme>,
) -> Pronunciation {
    // Of a Latin word of an Indic language it depends on what the list says.
    if language != Language::En && romanised::is_latin(word) {
        return pronounce_anew(word, language, listed, out);
    }
    let beside = match listed {
        Listed::Beside(language) => Some(language),
        _ => None,
    };
    memo::or_else(word, (language, beside), out, |out| {
        pronounce_anew(word, language, listed, out)
    })
}

fn pronounce_anew(
    word: &str,
    language: Language,
    listed: Listed,
    out: &mut Vec<Phoneme>,
) -> Pronunciation {
    let from = out.len();
    let reading = read(word, language, listed, out);
    if out.len() > from {
        return reading;
    }
    // The rules of a language may leave nothing of a word: its letters, each alone, are heard all the same.
    let letters = word
        .chars()
        .map(|c| read(c.encode_utf8(&mut [0; 4]), language, Listed::Unknown, out));
    let skipped = letters.map(|letter| letter.skipped).sum();
    match out.len() > from {
        true => Pronunciation {
            source: Source::Spelt,
            skipped,
        },
        false => reading,
    }
}

fn read(word: &str, language: Language, listed: Listed, out: &mut Vec<Phoneme>) -> Pronunciation {
    match language {
        Language::En => match listed {
            Listed::Beside(around) => english::pronounce(word, around, out),
            _ => english::pronounce(word, Language::En, out),
        },
        _ if romanised::is_latin(word) => romanised::pronounce(word, language, listed, out),
        _ => indic::pronounce(word, language, out),
    }
}

/// The file and line that the pronunciation of a word comes from, which is from `source`: who finds it wrong mends it there.
/// `None` for what stands in no file of this crate.
pub fn place(word: &str, language: Language, source: Source) -> Option<Place> {
    place_among(word, language, language, source)
}

/// The same of a word among words of the language `around`, which may say names otherwise.
pub(crate) fn place_among(
    word: &str,
    language: Language,
    around: Language,
    source: Source,
) -> Option<Place> {
    let latin = language != Language::En && romanised::is_latin(word);
    match source {
        Source::Lexicon | Source::Given => None,
        Source::Romanised => crate::romanised::place(word, language),
        _ if language == Language::En => Some(english::place(word, around, source)),
        Source::Dictionary if latin => Some(english::place(word, around, source)),
        _ if latin => Some(Place::of_language(language.code(), "latin.txt", None)),
        _ => Some(indic::place(word, language, source)),
    }
}

/// The lines of the file [`place`] names that hold the rules by which a word is read, in their order.
pub fn rules(word: &str, language: Language, source: Source) -> Vec<usize> {
    match source {
        Source::Rules if language != Language::En => indic::rules(word, language),
        _ => Vec::new(),
    }
}

/// Writes phonemes as [`phoneme::format`] does, but as dictionaries of the language do where that differs: in Hindi, Punjabi
/// and English the short close vowels are other vowels than the long ones, ɪ and ʊ.
pub fn broad_ipa(phonemes: &[Phoneme], language: Language) -> String {
    match language.writes_lax_vowels() {
        true => phoneme::format_lax(phonemes),
        false => phoneme::format(phonemes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_close_vowels_are_written_as_the_language_does() {
        let phonemes = phoneme::parse("kim").unwrap();
        assert_eq!(broad_ipa(&phonemes, Language::Hi), "k ɪ m");
        assert_eq!(broad_ipa(&phonemes, Language::Bn), "k i m");
    }

    #[test]
    fn each_word_comes_from_a_place() {
        for (word, language, place) in [
            ("Patel", Language::En, "src/language/en/indian_words.txt:"),
            ("UPI", Language::En, "src/language/en/letters.txt"),
            ("the", Language::En, "src/language/en/india.txt:3"),
            ("zebra", Language::En, "src/dictionary/cmudict.txt:"),
            ("zebra's", Language::En, "src/dictionary/cmudict.txt:"),
            ("bhupeeti", Language::En, "src/dictionary/north.txt"),
            ("Tarun", Language::Ta, "src/language/en/indian_words.txt:"),
            ("Vijay", Language::Kn, "src/language/kn/latin_names.txt:"),
            ("કમલનયન", Language::Gu, "src/language/shared/members.txt:"),
            ("tsx", Language::En, "src/language/en/letters.txt"),
            ("flombic", Language::En, "src/dictionary/cmudict.txt"),
            ("nahi", Language::Hi, "src/language/hi/chat.txt:"),
            ("xqxq", Language::Ta, "src/language/ta/latin.txt"),
            ("वह", Language::Hi, "src/language/hi/pronunciation.txt:"),
            ("घर", Language::Hi, "src/language/hi/pronunciation.txt"),
            ("घर", Language::Mr, "src/language/mr/pronunciation.txt"),
            ("सरकला", Language::Mr, "src/language/mr/pronunciation.txt:"),
            (
                "शहरामधील",
                Language::Mr,
                "src/language/mr/pronunciation.txt:",
            ),
            ("घर", Language::Ta, "src/language/hi/pronunciation.txt"),
        ] {
            let source = pronounce(word, language, &mut Vec::new()).source;
            let found = super::place(word, language, source).unwrap().to_string();
            assert!(found.starts_with(place), "{word}: {found}");
        }
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
            assert_eq!(phoneme::format(&out), letters);
        }
        // What no letter stands in stays silent.
        let mut out = Vec::new();
        assert_eq!(
            pronounce("\u{9cd}", Language::Bn, &mut out).source,
            Source::Rules
        );
        assert!(out.is_empty());
    }
}
