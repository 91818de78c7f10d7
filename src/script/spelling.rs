//! Makes spellings that look alike the same: normalisation form C, and what that form leaves alone.

use std::borrow::Cow;
use std::mem;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::letters::{
    Script, ZWJ, ZWNJ, digit, indic_class, is_matra, is_nukta, is_virama, letter, offset,
};

/// Letters that before Unicode 5.1 were written as a consonant, a virama and a joiner, with their modern form:
/// Malayalam's chillus and Bengali's khanda ta.
const CHILLUS: [(char, char); 7] = [
    ('ണ', 'ൺ'),
    ('ന', 'ൻ'),
    ('ര', 'ർ'),
    ('ല', 'ൽ'),
    ('ള', 'ൾ'),
    ('ക', 'ൿ'),
    ('ত', 'ৎ'),
];

/// Sequences that form C does not compose although each is displayed as one letter.
const LOOK_ALIKES: [(&str, &str); 29] = [
    // Without the joiner this would be reph and য. The nukta, which is silent, keeps the two apart.
    ("র\u{200d}্য", "র\u{9bc}্য"),
    // Devanagari vowels built from अ and a vowel sign.
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

/// Returns a word in form C, with each nukta before the vowel sign, look-alikes as one letter, and no invisible
/// joiners.
pub fn clean(word: &str) -> Cow<'_, str> {
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
    if text.contains(ZWJ) {
        text = with_chillus(&text);
    }
    let script = text.chars().find_map(Script::indic);
    for (from, to) in LOOK_ALIKES {
        if from.chars().find_map(Script::indic) == script && text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text.retain(|c| !is_unseen(c));
    text
}

/// Returns whether `word` is certainly clean, which nearly all words are: each vowel sign follows a consonant or its
/// nukta.
fn is_clean(word: &str) -> bool {
    let mut before = '\0';
    is_composed(word)
        && word.chars().all(|c| {
            let previous = mem::replace(&mut before, c);
            let takes_matra = || matches!(previous as u32 & 0x7f, 0x15..=0x3c);
            match indic_class(c) {
                Some((_, mark)) => !(mark && is_matra(c)) || takes_matra(),
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

/// Moves a nukta that was written after the vowel sign to its place before it, and composes letters such as ऱ again.
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

/// Returns whether text is certainly in normalisation form C, which nearly all text is: no character in it can compose,
/// decompose or change its order.
pub fn is_composed(text: &str) -> bool {
    let mut before = '\0';
    text.chars().all(|c| {
        let previous = std::mem::replace(&mut before, c);
        if c < '\u{300}' {
            return true;
        }
        let Some((_, mark)) = indic_class(c) else {
            return matches!(c, '\u{2010}'..='\u{2027}' | '₹' | '€' | ZWNJ | ZWJ);
        };
        let first = || indic_class(previous);
        match offset(c) {
            // A nukta after its consonant; three consonants of Devanagari compose with it.
            0x3C => {
                matches!(offset(previous), 0x15..=0x39)
                    && first().is_some()
                    && !matches!(previous, 'न' | 'र' | 'ळ')
            }
            // Single letters with a nukta decompose.
            0x58..=0x5F => mark,
            0x33 | 0x36 => Script::indic(c) != Some(Script::Gurmukhi),
            0x55..=0x57 => false,
            // A mark after a mark may be the second half of one, or be out of order.
            _ if mark => first()
                .is_some_and(|(letter, second)| letter && !(second && unsettled(previous, c))),
            _ => true,
        }
    })
}

/// Returns whether a mark after a mark may compose with it or change its order.
fn unsettled(mark: char, next: char) -> bool {
    let ordered = |c| canonical_combining_class(c) > 0;
    let composes = matches!(offset(mark), 0x46 | 0x47) && matches!(offset(next), 0x3E | 0x42);
    composes || (ordered(mark) && ordered(next))
}

/// Composes text, replaces older spellings of letters by the modern ones, and drops joiners that change no sound.
pub fn compose(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let composed = is_composed(text);
    let mut slow = text.nfc();
    let mut fast = text.chars();
    let mut next = || if composed { fast.next() } else { slow.next() };
    while let Some(c) = next() {
        match c {
            // This joiner makes a ya-phala of what would be reph and য.
            ZWJ if out.last() == Some(&'র') => out.push(c),
            ZWJ => {
                make_chillu(&mut out);
            }
            _ if is_unseen(c) => {}
            _ => {
                out.pop_if(|last| *last == ZWJ && !is_virama(c));
                out.push(c);
            }
        }
    }
    out.pop_if(|last| *last == ZWJ);
    // A zero right after a letter stands for the dot of an abbreviation: पं०, उ०प्र०.
    for at in 1..out.len() {
        if out[at] == '०'
            && letter(out[at - 1]) == Some(Script::Devanagari)
            && out.get(at + 1).is_none_or(|c| digit(*c).is_none())
        {
            out[at] = '॰';
        }
    }
    out
}

/// Replaces a consonant and virama at the end of `letters`, followed by a joiner, by one letter. Returns whether it
/// did.
fn make_chillu(letters: &mut Vec<char>) -> bool {
    let [.., first, virama] = letters[..] else {
        return false;
    };
    let row = CHILLUS.iter().find(|(consonant, _)| *consonant == first);
    let Some((_, letter)) = row.filter(|_| is_virama(virama)) else {
        return false;
    };
    letters.truncate(letters.len() - 2);
    letters.push(*letter);
    true
}

fn with_chillus(text: &str) -> String {
    let mut letters = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c != ZWJ || !make_chillu(&mut letters) {
            letters.push(c);
        }
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::letters::FIRST_INDIC;
    use super::*;

    #[test]
    fn text_that_is_called_composed_is() {
        // Every character after every other, and marks between them in the wrong order.
        let indic = || (FIRST_INDIC..0xD80).filter_map(char::from_u32);
        for first in indic().chain("aé\u{301}".chars()) {
            for second in indic().chain("aé\u{301}\u{200d}ﬁΩ".chars()) {
                for text in [[first, second, 'क'], ['क', first, second]] {
                    let text: String = text.iter().collect();
                    let composed = text.nfc().eq(text.chars());
                    assert!(composed || !is_composed(&text), "{text:?}");
                }
            }
        }
        assert!(is_composed("आपका फ़ोन, আমার ঘর, ਪੰਜਾਬ ₹5 கொடு ಕೊಡು"));
    }

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
