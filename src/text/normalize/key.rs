//! Keys of a telephone: *, # where a caller is told to press them, and codes to dial such as *121#.

use super::prelude::*;

/// A word that tells to press stands within so many words before.
const WORDS_BEFORE: usize = 3;
/// A code without # at its end has so many digits.
const MIN_DIGITS: usize = 2;

/// A key, or a code of several.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let joins = |c: char| c.is_alphanumeric() || is_key(c);
    if !view.get(at).is_some_and(is_key) || view.before(at).is_some_and(is_key) {
        return None;
    }
    let mut code = String::new();
    for c in view.rest(at) {
        match script::digit(*c) {
            Some((value, _)) => code.push(char::from(b'0' + value)),
            None if is_key(*c) => code.push(*c),
            None => break,
        }
    }
    let end = at + code.chars().count();
    let goes_on = |c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '.' | ',');
    let is_code = match code.len() {
        1 => !view.get(end).is_some_and(joins) && is_pressed(view, at),
        _ => is_dialled(view, at, &code) && !view.get(end).is_some_and(goes_on),
    };
    is_code.then(|| Class::Key(code).until(view, end))
}

fn is_key(c: char) -> bool {
    matches!(c, '*' | '#')
}

/// Whether a code may be dialled: it ends with #, or a word tells to dial it. Stars around a number make it bold.
fn is_dialled(view: &View, at: usize, code: &str) -> bool {
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    match code.strip_suffix('#') {
        Some(inner) => digits > 0 && !inner.ends_with('#'),
        None => digits >= MIN_DIGITS && !code.ends_with('*') && told_before(view, at),
    }
}

/// Whether a word around a key tells to press it.
fn is_pressed(view: &View, at: usize) -> bool {
    let after = view.next_word(at + 1);
    // "Press 1 for Hindi, 2 for English, * to repeat."
    let goes_on = at > 0 || matches!(view.earlier.last(), Some(',' | ';'));
    let spaced = goes_on && view.get(at + 1) == Some(' ');
    let mut words = view.all_words();
    let mut pressed = || words.any(|word| view.lists(List::Press, &word.text));
    told_before(view, at) || view.lists(List::Key, &after) || spaced && pressed()
}

fn told_before(view: &View, at: usize) -> bool {
    let told = |word: &str| view.lists(List::Press, word) || view.lists(List::Key, word);
    view.words_before(at, WORDS_BEFORE, told)
}
