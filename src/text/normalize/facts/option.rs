//! What a program in a terminal is told.

use crate::text::normalize::ground::*;

/// Whether a hyphen begins the options of a program in a terminal, or is the second one before them: git push -u, npm run dev --port.
pub fn is_option(view: &View, at: usize) -> bool {
    let start = at - view.run_before(at, |c| c == '-');
    let option = at - start < 2 && view.before(start) == Some(' ');
    let next = at + view.run(at, |c| c == '-');
    let called = |word: &&Word| everywhere(Everywhere::Commands).any(|name| name == word.text);
    let (_, words) = view.lead(start);
    option && next - start < 3 && view.is_letter(next) && words.iter().any(|word| called(&word))
}
