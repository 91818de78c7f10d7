//! Makes spellings that look alike the same: normalisation form C, and what that form leaves alone.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::disordered::{
    BELOW, is_drawn_before, is_nasal, is_vowel_mark, signs_behind, signs_last,
};
use super::letters::{
    FIRST_INDIC, INDIC_CHARS, Script, ZWJ, ZWNJ, digit, indic_class, is_matra, is_nukta, is_virama,
    letter, offset, rupee_sign,
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
const LOOK_ALIKES: [(&str, &str); 47] = [
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
    ("अ\u{200d}ॅ", "ॲ"),
    ("अ\u{200c}ॅ", "ॲ"),
    ("ाे", "ो"),
    ("ाॅ", "ॉ"),
    ("ाै", "ौ"),
    ("ेा", "ो"),
    ("ोे", "ो"),
    ("ेै", "ै"),
    ("অা", "আ"),
    ("અા", "આ"),
    ("અો", "ઓ"),
    ("અૌ", "ઔ"),
    ("અે", "એ"),
    ("અૈ", "ઐ"),
    ("ાૅ", "ૉ"),
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
    ("ାେ", "ୋ"),
    // Odia's older spelling of its w.
    ("ଓ୍ୱ", "ୱ"),
    ("ଓ୍ବ", "ୱ"),
    ("ଓ୍ଵ", "ୱ"),
    // మ drawn as వ and ు.
    ("వెుు", "మొ"),
    ("వెు", "మె"),
    // Malayalam vowels that look like a short one and a sign of length, of which there are two.
    ("ഇൗ", "ഈ"),
    ("ഇൌ", "ഈ"),
    ("ഉൗ", "ഊ"),
    ("ഉൌ", "ഊ"),
    ("ഒൗ", "ഔ"),
    ("ഒൌ", "ഔ"),
    ("ഒാ", "ഓ"),
];

/// Returns a word in form C, with each nukta before the vowel sign and each nasal sign behind it, look-alikes as one letter, and no invisible
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
    if text.chars().any(|c| is_nukta(c) || is_nasal(c)) {
        text = marks_in_order(&text);
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
    let mut before = None;
    text.retain(|c| {
        let last = before;
        before = if is_unseen(c) { before } else { Some(c) };
        !is_unseen(c) && !last.is_some_and(|last| is_again(c, last))
    });
    if text.contains(BELOW) {
        text = signs_last(&text);
    }
    if text.contains(is_drawn_before) {
        text = signs_behind(&text);
    }
    text
}

/// From a vowel letter to its sign, in each block.
const TO_SIGN: u32 = 0x38;
/// Whether a sign says what the one before it said: বলেেন, નુંં, আাপনার.
fn is_again(c: char, before: char) -> bool {
    (is_vowel_mark(c) || is_nasal(c)) && c == before
        || is_vowel_mark(c) && c as u32 == before as u32 + TO_SIGN
}

fn is_unseen(c: char) -> bool {
    matches!(
        c,
        ZWNJ | ZWJ | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
    )
}

/// Moves a nukta before the vowel sign and anusvara and its like behind it (हंै, চঁাদ), and composes letters such as ऱ again.
fn marks_in_order(text: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        match letters.last() {
            Some(&last) if is_nukta(c) && is_matra(last) || is_vowel_mark(c) && is_nasal(last) => {
                letters.insert(letters.len() - 1, c)
            }
            _ => letters.push(c),
        }
    }
    letters.into_iter().nfc().collect()
}

/// What a character of the Indic blocks asks of the one before it, so that nothing changes in the spelling; and what it is to the
/// next one. Unicode's own tables are slow.
#[derive(Clone, Copy)]
struct Neighbour {
    asks: u16,
    is: u16,
}

/// A letter or a mark that is none.
const LETTER: u16 = 1;
/// A consonant that does not compose with a nukta.
const TAKES_NUKTA: u16 = 1 << 1;
/// No first half of a vowel sign.
const WHOLE: u16 = 1 << 2;
/// No mark that has an order among marks.
const UNORDERED: u16 = 1 << 3;
/// A consonant, or its nukta. The viramas of Gurmukhi and Odia ask for one too.
const TAKES_MATRA: u16 = 1 << 4;
/// No letter of Devanagari, after which a zero would stand for a dot.
const TAKES_ZERO: u16 = 1 << 5;
/// What no character is: one that asks for it may change, or is dropped.
const UNSETTLED: u16 = 1 << 6;
const UNSEEN: u16 = 1 << 7;
/// No anusvara and its like.
const UNSIGNED: u16 = 1 << 8;
/// What text in normalisation form C has, and what a clean word has besides.
const COMPOSED: u16 = LETTER | TAKES_NUKTA | WHOLE | UNORDERED | UNSETTLED;
const CLEAN: u16 = COMPOSED | TAKES_MATRA | UNSEEN | UNSIGNED;

/// Those of the Indic blocks.
static NEIGHBOURS: [Neighbour; INDIC_CHARS] = {
    let mut neighbours = [Neighbour { asks: 0, is: 0 }; INDIC_CHARS];
    let mut at = 0;
    while at < INDIC_CHARS {
        if let Some(c) = char::from_u32(FIRST_INDIC + at as u32) {
            neighbours[at] = neighbour(c);
        }
        at += 1;
    }
    neighbours
};

const fn neighbour(c: char) -> Neighbour {
    let Some((letter, mark)) = indic_class(c) else {
        return Neighbour { asks: 0, is: 0 };
    };
    // Nukta, virama, accents, the length marks of Telugu, and single marks of Bengali and Malayalam.
    let ordered = matches!(offset(c), 0x3C | 0x4D)
        || matches!(
            c,
            '\u{951}'..='\u{954}' | '\u{C55}' | '\u{C56}' | '\u{9FE}' | '\u{D3B}'
        );
    let matra = mark && matches!(offset(c), 0x3E..=0x4C);
    let second = matches!(offset(c), 0x3E | 0x42);
    let asks = match offset(c) {
        0x3C => TAKES_NUKTA,
        // Single letters with a nukta decompose.
        0x58..=0x5F if !mark => UNSETTLED,
        0x58..=0x5F => 0,
        0x33 | 0x36 if matches!(c, '\u{A33}' | '\u{A36}') => UNSETTLED,
        0x55..=0x57 => UNSETTLED,
        // A mark after a mark may be the second half of one, or be out of order.
        _ if mark => LETTER | flag(second, WHOLE) | flag(ordered, UNORDERED),
        _ => 0,
    };
    // Three consonants of Devanagari compose with a nukta.
    let nukta = matches!(offset(c), 0x15..=0x39) && !matches!(c, 'न' | 'र' | 'ळ');
    let half = mark && matches!(offset(c), 0x46 | 0x47);
    let devanagari = letter && (c as u32) < FIRST_INDIC + 0x80;
    Neighbour {
        asks: asks
            | flag(matra || matches!(c, BELOW | '\u{B4D}'), TAKES_MATRA)
            | flag(c == '०', TAKES_ZERO)
            | flag(is_nasal(c), UNSIGNED),
        is: flag(letter, LETTER)
            | flag(nukta, TAKES_NUKTA)
            | flag(!half, WHOLE)
            | flag(!(mark && ordered), UNORDERED)
            | flag(matches!(offset(c), 0x15..=0x3C), TAKES_MATRA)
            | flag(!devanagari, TAKES_ZERO)
            | flag(!is_nasal(c), UNSIGNED),
    }
}

const fn flag(is: bool, flag: u16) -> u16 {
    if is { flag } else { 0 }
}

/// Looks at characters one after another: what some of them asked for and did not get.
#[derive(Default)]
struct Asked {
    before: u16,
    missing: u16,
}

impl Asked {
    #[inline]
    fn next(&mut self, c: char) {
        let offset = (c as u32).wrapping_sub(FIRST_INDIC) as usize;
        let Neighbour { asks, is } = match NEIGHBOURS.get(offset) {
            Some(neighbour) => *neighbour,
            None => Neighbour {
                asks: foreign(c),
                is: TAKES_ZERO | UNSIGNED,
            },
        };
        self.missing |= asks & !self.before;
        self.before = is;
    }

    /// What text asked for and did not get.
    fn of(text: &str) -> u16 {
        let mut asked = Self::default();
        text.chars().for_each(|c| asked.next(c));
        asked.missing
    }
}

/// What a character of no Indic block asks for.
fn foreign(c: char) -> u16 {
    if c.is_ascii() {
        return 0;
    }
    let settled = c < '\u{300}' || matches!(c, '\u{2010}'..='\u{2027}' | '₹' | '€' | ZWNJ | ZWJ);
    flag(!settled, UNSETTLED) | flag(is_unseen(c), UNSEEN)
}

/// Returns whether text is certainly in normalisation form C, which nearly all text is: no character in it can compose,
/// decompose or change its order.
#[cfg(test)]
pub fn is_composed(text: &str) -> bool {
    Asked::of(text) & COMPOSED == 0
}

/// Returns whether `word` is certainly clean, which nearly all words are: each vowel sign follows a consonant or its
/// nukta.
fn is_clean(word: &str) -> bool {
    Asked::of(word) & CLEAN == 0
}

/// Composes text, replaces older spellings of letters and the older sign of rupees by the modern ones, and drops joiners that change no sound.
pub fn compose(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.chars().count());
    let mut asked = Asked::default();
    for c in text.chars().map(rupee_sign) {
        asked.next(c);
        out.push(c);
    }
    if asked.missing & COMPOSED == UNSETTLED {
        asked = Asked::default();
        out.clear();
        for c in text.chars().map(rupee_sign) {
            let (letter, nukta) = parted(c).unzip();
            for c in [Some(letter.unwrap_or(c)), nukta].into_iter().flatten() {
                asked.next(c);
                out.push(c);
            }
        }
    }
    if asked.missing & COMPOSED != 0 {
        out.clear();
        out.extend(text.nfc().map(rupee_sign));
        asked.missing = UNSEEN | TAKES_ZERO;
    }
    if asked.missing & UNSEEN != 0 {
        out = seen(&out);
    }
    if asked.missing & (UNSEEN | TAKES_ZERO) != 0 {
        dot_zeros(&mut out);
    }
    out
}

/// A letter and its nukta that form C writes for a single letter: Odia's ଡ଼ is in every other clause.
fn parted(c: char) -> Option<(char, char)> {
    let letter = match c {
        '\u{958}' => 'क',
        '\u{959}' => 'ख',
        '\u{95A}' => 'ग',
        '\u{95B}' => 'ज',
        '\u{95C}' => 'ड',
        '\u{95D}' => 'ढ',
        '\u{95E}' => 'फ',
        '\u{95F}' => 'य',
        '\u{9DC}' => 'ড',
        '\u{9DD}' => 'ঢ',
        '\u{9DF}' => 'য',
        '\u{A33}' => 'ਲ',
        '\u{A36}' => 'ਸ',
        '\u{A59}' => 'ਖ',
        '\u{A5A}' => 'ਗ',
        '\u{A5B}' => 'ਜ',
        '\u{A5E}' => 'ਫ',
        '\u{B5C}' => 'ଡ',
        '\u{B5D}' => 'ଢ',
        _ => return None,
    };
    let nukta = char::from_u32(c as u32 - offset(c) + 0x3C)?;
    Some((letter, nukta))
}

/// Text without the characters that are not seen, which may make another letter of those before them.
fn seen(text: &[char]) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    for c in text.iter().copied() {
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
    out
}

/// A zero right after a letter stands for the dot of an abbreviation: पं०, उ०प्र०.
fn dot_zeros(text: &mut [char]) {
    for at in 1..text.len() {
        if text[at] == '०'
            && letter(text[at - 1]) == Some(Script::Devanagari)
            && text.get(at + 1).is_none_or(|c| digit(*c).is_none())
        {
            text[at] = '॰';
        }
    }
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
    fn a_letter_that_is_taken_apart_is_as_form_c_has_it() {
        let mut parted_letters = 0;
        for c in (FIRST_INDIC..0xD80).filter_map(char::from_u32) {
            let form_c: Vec<char> = c.to_string().nfc().collect();
            if let Some((letter, nukta)) = parted(c) {
                assert_eq!([letter, nukta][..], form_c, "{c}");
                parted_letters += 1;
            } else {
                assert_eq!([c][..], form_c, "{c}");
            }
            // A zero after a letter is a dot.
            if c == '०' {
                continue;
            }
            for text in [format!("क{c}\u{93c}"), format!("{c}\u{94d}{c}\u{b3c}")] {
                let form_c: Vec<char> = text.nfc().collect();
                assert_eq!(compose(&text), form_c, "{text:?}");
            }
        }
        assert_eq!(parted_letters, 19);
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
