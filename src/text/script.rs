//! What a character is: the language of its script, its value as a digit, how it parts text.

use unicode_normalization::char::is_combining_mark;

use crate::Language;

/// First characters of the Indic blocks, each of 128 characters laid out alike. Devanagari also writes Marathi.
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

/// The language of the script of a letter or vowel sign; `Hi` for all of Devanagari.
pub fn letter(c: char) -> Option<Language> {
    if c.is_alphabetic() && matches!(c, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') {
        return Some(Language::En);
    }
    let language = block(c)?;
    let indic_letter = c.is_alphabetic() || is_combining_mark(c) || c == 'ऽ';
    (indic_letter && !c.is_numeric()).then_some(language)
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
    let first = c as u32 & !0x7F;
    BLOCKS
        .iter()
        .find(|(start, _)| *start == first)
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
    is_combining_mark(c)
        || matches!(c, ZWNJ | ZWJ | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
        || matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Never heard: white space, controls, quotes, brackets, markdown and other marks of layout.
pub fn is_silent(c: char) -> bool {
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
