//! Marks in the stems of a table: digits below the line, as scholars write them.

use std::borrow::Cow;

use crate::script;

/// Whether a character tells how the letter before it sounds, as in ப₃: such letters stand among those of the table.
pub(super) fn is_mark(c: char) -> bool {
    ('₀'..='₉').contains(&c)
}

/// A spelling with each mark moved from after a vowel sign (தே₃) to after its letter, where the letters of the table have it.
pub(super) fn marked(text: &str) -> Cow<'_, str> {
    if !text.contains(is_mark) {
        return Cow::Borrowed(text);
    }
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        match letters.last() {
            Some(&last) if is_mark(c) && script::is_vowel_sign(last) => {
                letters.insert(letters.len() - 1, c);
            }
            _ => letters.push(c),
        }
    }
    Cow::Owned(letters.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_before_the_vowel_sign_of_its_letter() {
        assert_eq!(marked("தே₃வ"), "த₃ேவ");
        assert_eq!(marked("ப₃லம்"), "ப₃லம்");
    }
}
