//! Punctuation: what ends a sentence, separates its parts, closes it, or is silent.

use std::ops::RangeInclusive;

use super::letters::is_plain;

/// Characters for private use that name a place in a text and say nothing.
pub const BOOKMARKS: RangeInclusive<char> = '\u{100000}'..='\u{10FFEF}';
/// The same for a place where emphasis begins or ends.
pub const EMPHASES: RangeInclusive<char> = '\u{10FFF0}'..='\u{10FFF3}';

/// Returns the danda that a character stands for. Each Indic block has room for one of its own, where Unicode wants that of
/// Devanagari written, and in Bengali the numerator four looks the same: keyboards and converters write all of them.
pub fn danda(c: char) -> char {
    match c {
        '৷' | '\u{9E4}' | '\u{A64}' | '\u{AE4}' | '\u{B64}' | '\u{BE4}' | '\u{C64}' | '\u{CE4}'
        | '\u{D64}' => '।',
        '\u{9E5}' | '\u{A65}' | '\u{AE5}' | '\u{B65}' | '\u{BE5}' | '\u{C65}' | '\u{CE5}'
        | '\u{D65}' => '॥',
        _ => c,
    }
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
