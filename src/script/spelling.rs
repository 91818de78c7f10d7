//! Spellings that look alike are made the same: normalisation form C, then what it leaves alone.

use std::borrow::Cow;
use std::mem;

use unicode_normalization::UnicodeNormalization;

use crate::Language;
use crate::text::is_composed;

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';

/// Sequences that form C does not compose. Each is shown as one letter, and read as that letter.
const LOOK_ALIKES: [(&str, &str); 37] = [
    // Malayalam chillus as they were written before Unicode 5.1.
    ("ണ്\u{200d}", "ൺ"),
    ("ന്\u{200d}", "ൻ"),
    ("ര്\u{200d}", "ർ"),
    ("റ്\u{200d}", "ർ"),
    ("ല്\u{200d}", "ൽ"),
    ("ള്\u{200d}", "ൾ"),
    ("ക്\u{200d}", "ൿ"),
    ("ত্\u{200d}", "ৎ"),
    // Without the joiner this is reph and য; the nukta, itself unheard, keeps the two apart.
    ("র\u{200d}্য", "র\u{9bc}্য"),
    // Devanagari vowels built from अ and a matra.
    ("अा", "आ"),
    ("अो", "ओ"),
    ("अौ", "औ"),
    ("आे", "ओ"),
    ("आै", "औ"),
    ("एे", "ऐ"),
    ("अॉ", "ऑ"),
    ("अॅ", "ॲ"),
    ("ाे", "ो"),
    ("ाै", "ौ"),
    ("অা", "আ"),
    ("અા", "આ"),
    ("અો", "ઓ"),
    ("અૌ", "ઔ"),
    ("અે", "એ"),
    ("અૈ", "ઐ"),
    ("ਅਾ", "ਆ"),
    ("ਅੈ", "ਐ"),
    ("ਅੌ", "ਔ"),
    ("ੲਿ", "ਇ"),
    ("ੲੀ", "ਈ"),
    ("ੲੇ", "ਏ"),
    ("ੳੁ", "ਉ"),
    ("ੳੂ", "ਊ"),
    ("ଅା", "ଆ"),
    ("ଓ\u{b57}", "ଔ"),
    ("ഇൗ", "ഈ"),
    ("ഒാ", "ഓ"),
];

/// Form C, with nuktas before their matras, look-alikes as one letter, and no invisible joiners.
pub(in crate::phonemes) fn clean(word: &str) -> Cow<'_, str> {
    if is_clean(word) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(cleaned(word))
    }
}

fn cleaned(word: &str) -> String {
    let mut text: String = word.nfc().collect();
    if text.chars().any(is_nukta) {
        text = nukta_first(&text);
    }
    for (from, to) in LOOK_ALIKES {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text.retain(|c| !is_unseen(c));
    text
}

/// Whether `word` is surely clean, as nearly all are: every matra stands after a consonant, or after its nukta.
fn is_clean(word: &str) -> bool {
    let mut before = '\0';
    is_composed(word)
        && word.chars().all(|c| {
            let previous = mem::replace(&mut before, c);
            let takes_matra = || matches!(previous as u32 & 0x7f, 0x15..=0x3c);
            match script(c) {
                Some(_) => !is_matra(c) || takes_matra(),
                None => !is_unseen(c),
            }
        })
}

fn is_unseen(c: char) -> bool {
    matches!(
        c,
        ZWNJ | ZWJ | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
    )
}

fn is_nukta(c: char) -> bool {
    matches!(
        c,
        '\u{93c}' | '\u{9bc}' | '\u{a3c}' | '\u{abc}' | '\u{b3c}' | '\u{c3c}' | '\u{cbc}'
    )
}

/// A nukta written after the matra belongs before it; composed letters (ऱ) are made again.
fn nukta_first(text: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        match letters.last() {
            Some(&last) if is_nukta(c) && is_matra(last) => letters.insert(letters.len() - 1, c),
            _ => letters.push(c),
        }
    }
    letters.into_iter().nfc().collect()
}

fn is_matra(c: char) -> bool {
    script(c).is_some() && matches!(c as u32 & 0x7f, 0x3e..=0x4c)
}

pub(super) fn is_virama(c: char) -> bool {
    script(c).is_some() && c as u32 & 0x7f == 0x4d
}

/// A consonant or a vowel of its own.
pub(super) fn is_letter(c: char) -> bool {
    script(c).is_some() && matches!(c as u32 & 0x7f, 0x04..=0x39 | 0x58..=0x61)
}

/// The Unicode block of 128 characters to which an Indic letter belongs. The dandas belong to none.
pub(in crate::phonemes) fn script(c: char) -> Option<u32> {
    let block = c as u32 / 0x80;
    (matches!(block, 0x12..=0x1a) && !matches!(c, '।' | '॥')).then_some(block)
}

/// The block of the script of a language; 0 for English.
pub(in crate::phonemes) fn script_of(language: Language) -> u32 {
    match language {
        Language::Hi | Language::Mr => 0x12,
        Language::Bn => 0x13,
        Language::Pa => 0x14,
        Language::Gu => 0x15,
        Language::Or => 0x16,
        Language::Ta => 0x17,
        Language::Te => 0x18,
        Language::Kn => 0x19,
        Language::Ml => 0x1a,
        Language::En => 0,
    }
}

/// The language that reads a script where nothing else is known.
pub(super) fn language_of(script: u32) -> Option<Language> {
    Language::ALL.into_iter().find(|l| script_of(*l) == script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_clean_is() {
        for block in (0x900..0xd80).step_by(0x80) {
            let letters = || (block..block + 0x80).filter_map(char::from_u32);
            for first in letters() {
                for second in letters().chain([ZWJ, ZWNJ, '\u{ad}', 'a']) {
                    for word in [[first, second, 'क'], ['क', first, second]] {
                        let word: String = word.iter().collect();
                        assert!(!is_clean(&word) || cleaned(&word) == word, "{word:?}");
                    }
                }
            }
        }
        for (from, to) in LOOK_ALIKES {
            assert_eq!(clean(from), cleaned(to));
        }
        assert!(is_clean("ज़िन्दगी") && is_clean("কথা") && is_clean("പറഞ്ഞു"));
    }
}
