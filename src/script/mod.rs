//! What a character is: the language of its script, its value as a digit, how it parts text.

use std::sync::LazyLock;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use crate::Language;

/// First characters of the Indic blocks, one after the other, each of 128 characters laid out alike. Devanagari also writes Marathi.
const BLOCKS: [(u32, Language); 9] = [
    (0x0900, Language::Hi),
    (0x0980, Language::Bn),
    (0x0A00, Language::Pa),
    (0x0A80, Language::Gu),
    (0x0B00, Language::Or),
    (0x0B80, Language::Ta),
    (0x0C00, Language::Te),
    (0x0C80, Language::Kn),
    (0x0D00, Language::Ml),
];

pub const ZWNJ: char = '\u{200C}';
pub const ZWJ: char = '\u{200D}';

/// Letters and marks of the Indic blocks, which Unicode's tables are slow to tell.
static INDIC: LazyLock<Vec<(bool, bool)>> = LazyLock::new(|| {
    let class = |code| {
        let c = char::from_u32(code).unwrap_or_default();
        let mark = is_combining_mark(c);
        let letter = c.is_alphabetic() || mark || c == 'ऽ';
        (letter && !c.is_numeric(), mark)
    };
    (FIRST_INDIC..FIRST_INDIC + 0x80 * BLOCKS.len() as u32)
        .map(class)
        .collect()
});
const FIRST_INDIC: u32 = BLOCKS[0].0;

fn indic(c: char) -> Option<(bool, bool)> {
    let offset = (c as u32).checked_sub(FIRST_INDIC)?;
    INDIC.get(offset as usize).copied()
}

/// The language of the script of a letter or vowel sign; `Hi` for all of Devanagari.
pub fn letter(c: char) -> Option<Language> {
    match indic(c) {
        Some((letter, _)) => block(c).filter(|_| letter),
        None if c.is_ascii() => c.is_ascii_alphabetic().then_some(Language::En),
        None => {
            let latin = matches!(c, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
            (latin && c.is_alphabetic()).then_some(Language::En)
        }
    }
}

/// The value of a decimal digit, and the language of its script unless it is ASCII.
pub fn digit(c: char) -> Option<(u8, Option<Language>)> {
    if let Some(value) = c.to_digit(10) {
        return Some((value as u8, None));
    }
    let language = block(c)?;
    let offset = (c as u32) % 0x80;
    (0x66..0x70)
        .contains(&offset)
        .then(|| ((offset - 0x66) as u8, Some(language)))
}

fn block(c: char) -> Option<Language> {
    let offset = (c as u32).checked_sub(FIRST_INDIC)?;
    BLOCKS
        .get(offset as usize / 0x80)
        .map(|(_, language)| *language)
}

/// The first character of the block of a language's script.
pub fn block_of(language: Language) -> Option<u32> {
    let language = match language {
        Language::Mr => Language::Hi,
        _ => language,
    };
    let block = BLOCKS.iter().find(|(_, l)| *l == language);
    block.map(|(first, _)| *first)
}

/// Whether text is surely in normalisation form C, as nearly all is: nothing in it could compose, decompose or change places.
pub fn is_composed(text: &str) -> bool {
    let mut before = '\0';
    text.chars().all(|c| {
        let previous = std::mem::replace(&mut before, c);
        if c < '\u{300}' {
            return true;
        }
        let Some((_, mark)) = indic(c) else {
            return matches!(c, '\u{2010}'..='\u{2027}' | '₹' | '€' | ZWNJ | ZWJ);
        };
        let first = indic(previous);
        match c as u32 % 0x80 {
            // A nukta, which stands after its consonant; three consonants of Devanagari compose with it.
            0x3C => {
                matches!(previous as u32 % 0x80, 0x15..=0x39)
                    && first.is_some()
                    && !matches!(previous, 'न' | 'र' | 'ळ')
            }
            // Whole letters with a nukta decompose.
            0x58..=0x5F => mark,
            0x33 | 0x36 => block(c) != Some(Language::Pa),
            // A length mark, the second half of a vowel.
            0x55..=0x57 => false,
            // Marks after marks may be halves of one, or stand in another order.
            _ if mark => {
                first.is_some_and(|(letter, second)| letter && !(second && unsettled(previous, c)))
            }
            _ => true,
        }
    })
}

/// Whether a mark after a mark may compose or change places with it.
fn unsettled(mark: char, next: char) -> bool {
    let ordered = |c| canonical_combining_class(c) > 0;
    matches!(mark as u32 % 0x80, 0x3F | 0x46 | 0x47 | 0x4A) || (ordered(mark) && ordered(next))
}

/// Ends a sentence: a stop, a danda (often typed as a bar), a question or exclamation mark.
pub fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | '?' | '!' | '…' | '‽' | '।' | '॥' | '|' | '。' | '？' | '！'
    )
}

/// Parts the members of a sentence.
pub fn parts_sentence(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '—' | '–' | '،' | '、')
}

/// Belongs to the clause it follows.
pub fn closes(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '}')
}

/// A vowel sign or a virama of an Indic script.
pub fn is_vowel_sign(c: char) -> bool {
    // They stand at the same offsets in each block.
    block(c).is_some() && matches!(c as u32 % 0x80, 0x3E..=0x4D | 0x55..=0x57 | 0x62 | 0x63)
}

/// Joins what stands before it with what follows: no text is cut after it.
pub fn joins(c: char) -> bool {
    // A virama stands at the same offset in each Indic block.
    c == ZWJ || (block(c).is_some() && c as u32 % 0x80 == 0x4D)
}

/// Belongs to the character before it: no text is cut before it.
pub fn extends(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    indic(c).map_or_else(|| is_combining_mark(c), |(_, mark)| mark)
        || matches!(c, ZWNJ | ZWJ | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
        || matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Never heard: white space, controls, quotes, brackets, markdown and other marks of layout.
pub fn is_silent(c: char) -> bool {
    if c.is_ascii_alphanumeric() || indic(c).is_some_and(|(letter, _)| letter) {
        return false;
    }
    c.is_whitespace()
        || c.is_control()
        || ends_sentence(c)
        || parts_sentence(c)
        || closes(c)
        || matches!(
            c,
            '(' | '[' | '{' | '‘' | '“' | '«' | '`' | '*' | '_' | '~' | '\\' | '-' | '^' | '¡' | '¿'
                | '·' | '¦' | '॰' | '•' | '●' | '\u{AD}' | '\u{2000}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        )
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    #[test]
    fn text_that_is_called_composed_is() {
        // Each character after each that it could join, and between them marks in the wrong order.
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
}
