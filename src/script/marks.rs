//! Punctuation: what ends a sentence, parts it, closes it, and what is never heard.

use super::letters::indic_class;

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

/// Never heard: white space, controls, quotes, brackets, markdown and other marks of layout.
pub fn is_silent(c: char) -> bool {
    if c.is_ascii_alphanumeric() || indic_class(c).is_some_and(|(letter, _)| letter) {
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
