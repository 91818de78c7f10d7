//! What a program in a terminal is told.

use crate::text::normalize::ground::*;

/// The longest option that one hyphen begins.
const SHORT: usize = 2;

/// Whether a hyphen begins the options of a program in a terminal, or is the second one before them: git push -u, npm run dev --port.
pub fn is_option(view: &View, at: usize) -> bool {
    let start = at - view.run_before(at, |c| c == '-');
    let next = at + view.run(at, |c| c == '-');
    let long = next - start == 2;
    let option = next - start < 3 && view.before(start) == Some(' ') && view.is_letter(next);
    if !option || !long && view.letters(next).len() > SHORT {
        return false;
    }
    let called = |word: &Word| everywhere(Everywhere::Commands).any(|name| name == word.text);
    view.lead(start).1.iter().any(called)
}
