//! Punctuation: what ends a sentence, separates its parts, closes it, or is silent.

use std::ops::RangeInclusive;

use super::letters::{is_plain, offset};

/// Characters for private use that name a place in a text and say nothing.
pub const BOOKMARKS: RangeInclusive<char> = '\u{100000}'..='\u{10FFEF}';
/// The same for a place where emphasis begins or ends.
pub const EMPHASES: RangeInclusive<char> = '\u{10FFF0}'..='\u{10FFF3}';

/// How far the full-width forms are from those of ASCII.
const FULL_WIDTH: u32 = 0xFEE0;

/// Returns what a character is read as where keyboards, converters and editors write several for one: a space of any width, a hyphen
/// that does not break, a full-width letter, a danda. Each Indic block has room for a danda of its own, where Unicode wants that of
/// Devanagari written, and in Bengali the numerator four looks the same. `None`: it is there for the layout alone.
pub fn unified(c: char) -> Option<char> {
    Some(match c {
        '\t' => ' ',
        ..'\u{A0}' => c,
        '\u{980}'..='\u{D7F}' => match offset(c) {
            0x64 => '।',
            0x65 => '॥',
            _ if c == '৷' => '।',
            _ => c,
        },
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => ' ',
        '\u{AD}'
        | '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => return None,
        '‐' | '‑' => '-',
        '！'..='～' => char::from_u32(u32::from(c) - FULL_WIDTH).unwrap_or(c),
        _ => c,
    })
}

/// Returns whether it is the second part of a vowel sign that some keyboards type in two.
pub fn is_second(c: char) -> bool {
    matches!(
        c,
        '\u{9BE}' | '\u{9D7}' | '\u{B3E}' | '\u{B56}' | '\u{B57}' | '\u{BBE}' | '\u{BD7}'
    ) || matches!(
        c,
        '\u{C56}' | '\u{CC2}' | '\u{CD5}' | '\u{CD6}' | '\u{D3E}' | '\u{D57}'
    )
}

/// Returns whether it ends a sentence: a stop, a danda (often typed as a bar), a question or exclamation mark.
pub fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | '?' | '!' | '…' | '‽' | '।' | '॥' | '|' | '。' | '？' | '！'
    )
}

/// Returns whether it separates the parts of a sentence.
pub fn parts_sentence(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '—' | '–' | '،' | '、')
}

/// Returns whether it is a hyphen or a dash of any length.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '‒' | '–' | '—' | '―')
}

/// Returns whether it stands before a word that it is no part of: an opening quote or bracket, a mark of emphasis in chats.
pub fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '"' | '\'' | '“' | '‘' | '«' | '`') || emphasises(c)
}

/// Returns whether chats write it on both sides of what is bold, in italics or struck out.
pub fn emphasises(c: char) -> bool {
    matches!(c, '*' | '_' | '~')
}

/// Returns whether it belongs to the clause before it: a closing quote or bracket.
pub fn closes(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '}')
}

/// Returns whether it stands for what is not written: a place that has a name, or emphasis.
pub fn is_unwritten(c: char) -> bool {
    BOOKMARKS.contains(&c) || EMPHASES.contains(&c)
}

/// Returns whether it is silent: white space, controls, quotes, brackets, Markdown and other layout marks.
pub fn is_silent(c: char) -> bool {
    if is_plain(c) {
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
        || is_unwritten(c)
}
