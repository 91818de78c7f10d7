//! A name of India as each language says it: spelt in its own letters where the scripts share their letters, else with the sounds
//! that it has for those of the other language. Rows of `latin.txt` that begin with `%` and `@` tell both.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::indic;
use super::source::Pronunciation;
use crate::data::lines;
use crate::language::{Each, Everywhere, Language, everywhere};
use crate::phoneme::{self, Phoneme};
use crate::script::Script;

/// The letter that anusvara is before each class of consonants, by the offset of the first in its block.
const NASALS: [(u32, char); 5] = [
    (0x15, 'ङ'),
    (0x1a, 'ञ'),
    (0x1f, 'ण'),
    (0x24, 'न'),
    (0x2a, 'म'),
];
/// As many consonants are in a class.
const CLASS: u32 = 5;
/// The Latin letters that are vowels.
pub(super) const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];
const ANUSVARA: char = 'ं';
const VIRAMA: char = '्';
const NUKTA: char = '़';
/// What letters of the east stand for where other scripts have a letter of its own, by the letters of Devanagari at their places: first the
/// glides, as a bare य is j there, then b after consonants beside which others have v.
const EASTERN: [(&str, &str); 17] = [
    ("ओ\u{95f}", "व"),
    ("ओय\u{93c}", "व"),
    ("्य", "\u{1}"),
    ("य\u{93c}", "\u{2}"),
    ("\u{95f}", "\u{2}"),
    ("य", "ज"),
    ("\u{1}", "्य"),
    ("\u{2}", "य"),
    ("\u{94e}", "त"),
    ("\u{971}", "व"),
    ("श्ब", "श्व"),
    ("स्ब", "स्व"),
    ("त्ब", "त्व"),
    ("द्ब", "द्व"),
    ("ज्ब", "ज्व"),
    ("ध्ब", "ध्व"),
    ("ष्ब", "ष्व"),
];
/// The kin of Tamil and Malayalam, whose stops have voice by their place.
const SOUTH: &str = "south";
/// The longest key of a row of letters, in letters.
const LONGEST: usize = 2;

/// How a language says names of other languages.
#[derive(Default)]
struct Manner {
    /// Letters of Devanagari that it writes otherwise than by the letter at the same place of its block. Where it has none it does not
    /// write such names in its own letters.
    letters: HashMap<&'static str, &'static str, RandomState>,
    sounds: HashMap<Phoneme, Vec<Phoneme>, RandomState>,
    /// The sounds that a phoneme has at the end of a name, and what is added to a last consonant.
    last: HashMap<Phoneme, Vec<Phoneme>, RandomState>,
    added: Vec<Phoneme>,
}

impl Manner {
    /// How a language says names; read at its first one.
    fn of(language: Language) -> &'static Self {
        static MANNERS: Each<Manner> = Each::new();
        MANNERS.get(language, || Self::new(language.latin()))
    }

    fn new(source: &'static str) -> Self {
        let mut manner = Self::default();
        for (_, line) in lines(source) {
            let Some((from, to)) = line.split_once(' ') else {
                continue;
            };
            if let Some(letters) = from.strip_prefix('%') {
                manner.letters.insert(letters, to);
            } else if let Some(from) = from.strip_prefix('@') {
                let to = phoneme::parse(to).unwrap_or_default();
                let bare = from.strip_suffix('$');
                match Phoneme::from_symbol(bare.unwrap_or(from)) {
                    Some(from) if bare.is_some() => _ = manner.last.insert(from, to),
                    Some(from) => _ = manner.sounds.insert(from, to),
                    None if from == "$" => manner.added = to,
                    // The build tells of such a row.
                    None => {}
                }
            }
        }
        manner
    }

    /// A name in Devanagari in the letters of `script`.
    fn spell(&self, name: &str, script: Script) -> Option<String> {
        let block = script.block()?;
        let mut out = String::with_capacity(name.len());
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let after = rest[first.len_utf8()..].chars().next();
            let end = |letters: usize| {
                rest.char_indices()
                    .nth(letters)
                    .map_or(rest.len(), |(i, _)| i)
            };
            let row = (1..=LONGEST).rev().find_map(|letters| {
                let end = end(letters);
                let key = &rest[..end];
                let begins = out
                    .is_empty()
                    .then(|| self.letters.get(&*format!("^{key}")));
                Some((end, *begins.flatten().or_else(|| self.letters.get(key))?))
            });
            let nasal = || {
                NASALS.iter().find(|(from, _)| {
                    let after = after.and_then(|c| Some(u32::from(c) - Script::indic(c)?.block()?));
                    after.is_some_and(|after| (*from..from + CLASS).contains(&after))
                })
            };
            let own = |c: char| char::from_u32(u32::from(c) - Script::indic(c)?.block()? + block);
            match row {
                Some(_)
                    if first == ANUSVARA
                        && let Some((_, nasal)) = nasal() =>
                {
                    out.extend([own(*nasal)?, own(VIRAMA)?]);
                    rest = &rest[first.len_utf8()..];
                }
                Some((end, letters)) => {
                    out.push_str(letters);
                    rest = &rest[end..];
                }
                None => {
                    if first != NUKTA || script == Script::Devanagari {
                        out.push(own(first)?);
                    }
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        Some(out)
    }

    /// Gives the phonemes from `from` on the sounds of the language.
    fn adapt(&self, from: usize, out: &mut Vec<Phoneme>) {
        let phonemes: Vec<Phoneme> = out.drain(from..).collect();
        for (at, phoneme) in phonemes.iter().enumerate() {
            let last = self.last.get(phoneme).filter(|_| at + 1 == phonemes.len());
            match last.or_else(|| self.sounds.get(phoneme)) {
                Some(sounds) => out.extend(sounds),
                None => out.push(*phoneme),
            }
        }
        if out.len() > from && out.last().is_some_and(|last| last.is_consonant()) {
            out.extend(&self.added);
        }
    }
}

/// Appends the phonemes of a name that is written `native` in a script of India, among words of the language `around`.
pub(super) fn pronounce(native: &str, around: Language, out: &mut Vec<Phoneme>) -> Pronunciation {
    let native = &*of_the_east(native, around);
    let script = native.chars().find_map(Script::indic);
    let manner = Manner::of(around);
    let from = out.len();
    if !manner.letters.is_empty()
        && let Some(name) = devanagari(native, script, around)
        && let Some(own) = manner.spell(&name, around.script())
    {
        let reading = indic::pronounce(&own, around, out);
        if reading.skipped == 0 {
            return reading;
        }
        out.truncate(from);
    }
    if script.is_some_and(|script| around.is_written_in(script)) {
        return indic::pronounce(native, around, out);
    }
    let reading = indic::pronounce(native, Language::Hi, out);
    adapt(around, from, out);
    reading
}

/// A name of Bengal or Odisha as the other languages write it, which do not round its inherent vowel (Binod): in Devanagari. Others are
/// as they are.
fn of_the_east(native: &str, around: Language) -> Cow<'_, str> {
    let script = native.chars().find_map(Script::indic);
    let letters = script
        .filter(|_| !is_eastern(around.script()))
        .and_then(|script| eastern_letters(native, script));
    let Some(letters) = letters else {
        return Cow::Borrowed(native);
    };
    let mut name: String = letters.flatten().collect();
    for (letters, own) in EASTERN {
        name = name.replace(letters, own);
    }
    Cow::Owned(name)
}

/// A name in Devanagari, if a script whose letters are those at the same places of their blocks has it. The inherent vowel of Bengali
/// and Odia is said otherwise elsewhere: only these two read each other's names by their letters.
fn devanagari(native: &str, script: Option<Script>, around: Language) -> Option<Cow<'_, str>> {
    let script = script?;
    if script == Script::Devanagari {
        return Some(Cow::Borrowed(native));
    }
    if !is_eastern(around.script()) || script == around.script() {
        return None;
    }
    let letters = eastern_letters(native, script)?;
    letters.collect::<Option<String>>().map(Cow::Owned)
}

/// The letters of Devanagari at the places that those of a name have in the block of its script, if that is of the east.
fn eastern_letters(
    native: &str,
    script: Script,
) -> Option<impl Iterator<Item = Option<char>> + '_> {
    let script = Some(script).filter(|script| is_eastern(*script));
    let (from, to) = (script?.block()?, Script::Devanagari.block()?);
    let letter = move |c| char::from_u32(u32::from(c).wrapping_sub(from).wrapping_add(to));
    Some(native.chars().map(letter))
}

/// Whether it is the script of Bengal or Odisha.
fn is_eastern(script: Script) -> bool {
    [Language::Bn.script(), Language::Or.script()].contains(&script)
}

/// Gives the phonemes from `from` on, which are those of a name of another language, the sounds that the language `around` has for them.
pub(super) fn adapt(around: Language, from: usize, out: &mut Vec<Phoneme>) {
    if around != Language::En {
        Manner::of(around).adapt(from, out);
        indic::tell_tones(around, from, out);
        if around.kin() == SOUTH {
            indic::tell_voice(around, from, out);
        }
    }
}

/// Gives each n the place of the stop or the other n after it, and two stops that make a long one the same place: letters are read one by one, and so make what no language has (bʱəɳd̪ər, kutʈi).
pub(super) fn join_places(from: usize, out: &mut [Phoneme]) {
    for at in from + 1..out.len() {
        let [before, here] = [out[at - 1].symbol(), out[at].symbol()];
        let place = match (before, here) {
            ("n" | "ɳ", "t̪" | "t̪ʰ" | "d̪" | "d̪ʱ") => "n",
            ("n" | "ɳ", "ʈ" | "ʈʰ" | "ɖ" | "ɖʱ") => "ɳ",
            ("n", "k" | "kʰ" | "ɡ" | "ɡʱ") => "ŋ",
            // Nobody can tell which of two is meant: the more frequent one.
            ("n", "ɳ") | ("ɳ", "n") => "n",
            ("t", "ʈ") | ("ʈ", "t") => "ʈ",
            ("ʈ", "t̪" | "t̪ʰ") => "t̪",
            ("ɖ", "d̪") => "ɖ",
            _ => continue,
        };
        let Some(place) = Phoneme::from_symbol(place) else {
            continue;
        };
        out[at - 1] = place;
        if matches!(here, "n" | "ɳ" | "t") || before == "ɖ" {
            out[at] = place;
        }
    }
}

/// Ends a name among words of English as its letters do: with the vowel that Hindi drops (Aditya, Narendra), without a short one that
/// only the other script has (Wayanad, Tumkur).
pub(super) fn close(word: &str, out: &mut Vec<Phoneme>) {
    let [.., first, before, last] = &out[..] else {
        return;
    };
    let consonant = !word.ends_with(VOWELS) && !word.ends_with(['h', 'w']);
    if word.ends_with('a') && last.is_consonant() {
        out.extend(Phoneme::from_symbol("ə"));
    } else if consonant
        && before.is_consonant()
        && everywhere(Everywhere::FinalVowels).any(|vowel| vowel == last.symbol())
    {
        // A long consonant is not held at the end (Muthoot).
        out.truncate(out.len() - 1 - usize::from(first == before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_spelt_in_the_letters_of_the_language() {
        for (name, language, own) in [
            ("सुभाष", Language::Bn, "সুভাষ"),
            ("विजय", Language::Bn, "বিজয়"),
            ("यादव", Language::Bn, "যাদব"),
            ("चंद्र", Language::Bn, "চন্দ্র"),
            ("गंगा", Language::Or, "ଗଙ୍ଗା"),
            ("सिंह", Language::Bn, "সিংহ"),
            ("राठौड़", Language::Gu, "રાઠૌડ"),
            ("नवीन", Language::Or, "ନବୀନ"),
            ("ज़ाकिर", Language::Bn, "জাকির"),
            ("चंडीगढ़", Language::Bn, "চণ্ডীগড়"),
            ("जलगाँव", Language::Mr, "जलगाव"),
        ] {
            let spelt = Manner::of(language).spell(name, language.script());
            assert_eq!(spelt.as_deref(), Some(own), "{name}");
        }
    }

    #[test]
    fn a_name_of_the_east_is_written_as_others_write_it() {
        for (name, language, own) in [
            ("বিনোদ", Language::Hi, "बिनोद"),
            ("যাদবপুর", Language::Te, "जादबपुर"),
            ("জয়ন্ত", Language::Ta, "जयन्त"),
            ("বিশ্বনাথ", Language::Mr, "बिश्वनाथ"),
            ("সত্যজিৎ", Language::Gu, "सत्यजित"),
            ("ନୟାଗଡ଼", Language::En, "नयागड़"),
            ("বিনোদ", Language::Or, "বিনোদ"),
            ("मोहन", Language::Hi, "मोहन"),
        ] {
            assert_eq!(of_the_east(name, language), own, "{name}");
        }
    }

    #[test]
    fn what_stands_together_has_one_place() {
        for (read, joined) in [
            ("bʱəɳd̪ər", "bʱənd̪ər"),
            ("prəsənɳən", "prəsənnən"),
            ("kənɖəl", "kəɳɖəl"),
            ("kutʈi", "kuʈʈi"),
            ("suʈt̪uːr", "sut̪t̪uːr"),
            ("reɖd̪appa", "reɖɖappa"),
            ("ʋilənɡəl", "ʋiləŋɡəl"),
            ("koːʈd̪ʋaːr", "koːʈd̪ʋaːr"),
        ] {
            let mut phonemes = phoneme::parse(read).unwrap();
            join_places(0, &mut phonemes);
            assert_eq!(phonemes, phoneme::parse(joined).unwrap(), "{read}");
        }
    }

    #[test]
    fn each_row_is_of_devanagari() {
        for language in Language::ALL {
            let manner = Manner::of(language);
            for key in manner.letters.keys() {
                let letters = key.trim_start_matches('^');
                assert!(
                    letters
                        .chars()
                        .all(|c| Script::indic(c) == Some(Script::Devanagari)),
                    "{key}"
                );
                assert!((1..=LONGEST).contains(&letters.chars().count()), "{key}");
            }
        }
    }
}
