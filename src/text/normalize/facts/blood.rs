//! Groups of blood: O-, AB+.

use super::group::is_figure;
use crate::text::normalize::ground::*;

/// Whether a group of blood stands before a sign, and a word for it in the clause.
pub fn is_of_blood(view: &View, at: usize) -> bool {
    let length = view.run_before(at, char::is_alphanumeric);
    let group = matches!(view.text[at - length..at], ['A' | 'B' | 'O'] | ['A', 'B']);
    let ends = view.get(at + 1).is_none_or(|c| !c.is_alphanumeric());
    // A+ 12, O- 1, AB-: 2: no school has a grade AB.
    let counted = |run: &[char]| match run {
        ['A', 'B', '+' | '-', n] => matches!(n, ' ' | ':'),
        [' ', 'O', '+' | '-', ' ', n] => is_figure(n),
        _ => false,
    };
    let listed = |text: &[char]| [4, 5].iter().any(|n| text.windows(*n).any(counted));
    // Group B- 20 has a dash, but not beside A+ 14.
    let listed_too = || {
        view.text
            .windows(2)
            .any(|w| matches!(w, ['A' | 'B' | 'O', '+']))
    };
    let dash =
        view.get(at) == Some('-') && view.is_digit(view.skip_spaces(at + 1)) && !listed_too();
    let rare = |text: &[char]| {
        let mut runs = text.split(|c| !c.is_alphanumeric() && !matches!(c, '+' | '-'));
        runs.any(|run| matches!(run, ['O', '+' | '-'] | ['A', 'B', '+' | '-']))
    };
    // Blood is needed: B+ 2 bags; O-, B-
    let earlier = || {
        let graded = view.mentions(List::Grades) || view.mentions(List::Schooled);
        let likely = || view.number_follows(at + 1) || rare(view.earlier);
        let sure = rare(view.text) || likely() && !graded;
        let mut words = view.earlier_words().iter();
        sure && words.any(|word| view.begins(List::Blood, &word.text))
    };
    let grouped = || view.mentions(List::Groups) && rare(view.text);
    let named = || view.mentions(List::Blood) || grouped();
    let parted = || matches!(view.get(at + 1), None | Some(' ' | ','));
    let blood = || !dash && named() || parted() && earlier();
    group && ends && (blood() || listed(view.text) || listed(view.earlier))
}

/// Whether a group of blood in the letters of India stands before a minus: এবি− ১, of a word for blood or of several, of which one is
/// AB or O.
pub fn is_of_own_blood(view: &View, at: usize) -> bool {
    let word = view.letters_before(at);
    let ends = |at: usize| !view.get(at).is_some_and(char::is_alphanumeric);
    if word.first().is_none_or(char::is_ascii) || !ends(at + 1) {
        return false;
    }
    // Group A- of a match and the O- of a song are none: a figure, a mark or a word for blood follows a group of blood.
    let next = view.skip_spaces(at + 1);
    let closed = matches!(view.get(next), None | Some(',' | ')' | '.' | ';'));
    let of_blood = || view.begins(List::Blood, &view.word(next));
    if !closed && !view.is_digit(next) && !of_blood() {
        return false;
    }
    let letters = [0, 1, 14].map(|n| view.table.list(List::Letters).nth(n).unwrap_or_default());
    let group = |word: &[char]| {
        let word: String = word.iter().collect();
        let both = word.strip_prefix(letters[0]) == Some(letters[1]);
        (both || letters.contains(&&*word)).then_some(both || word == letters[2])
    };
    let sign = |c: &char| matches!(c, '+' | '-' | '–' | '−');
    let places = || (0..view.text.len()).filter(|i| sign(&view.text[*i]) && ends(i + 1));
    let rare = || places().any(|i| group(view.letters_before(i)) == Some(true));
    let named = || view.mentions(List::Blood) || view.mentions(List::Groups);
    group(word).is_some() && (named() || rare())
}
