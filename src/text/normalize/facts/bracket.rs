//! Brackets around what is said in one breath with the word or the number before, so that no pause stands beside them.

use super::letters;
use crate::text::normalize::ground::*;

/// Digits of the number of a subsection, and letters of a label.
const SUBSECTION: usize = 2;
const LABEL: usize = 2;
/// Digits of a year.
const YEAR: usize = 4;
/// Letters of a numeral that is a label.
const NUMERAL: usize = 4;

/// Whether a bracket is one of two that belong to what stands before.
pub fn belongs(view: &View, at: usize) -> bool {
    is_of_subsection(view, at)
        || is_of_order(view, at)
        || around_word(view, at)
            .is_some_and(|pair| is_of_name(view, pair) || is_of_labels(view, pair.0))
}

/// Whether a bracket is one of two around what an effort grows with: O(n²), O(n log n).
fn is_of_order(view: &View, at: usize) -> bool {
    let part = |c: char| !matches!(c, '(' | ')');
    let start = match view.get(at) {
        Some('(') => at + 1,
        _ => at - view.run_before(at, part),
    };
    let inside = &view.rest(start)[..view.run(start, part)];
    let order = matches!(view.text[..start], ['O', '('] | [.., ' ', 'O', '(']);
    let grows = |word: &[char]| word.len() < 2 || word == ['l', 'o', 'g'];
    order && view.get(start + inside.len()) == Some(')') && words(inside).all(grows)
}

/// The place of the first bracket, and of the other, of two around one word, of which one stands at a place.
pub fn around_word(view: &View, at: usize) -> Option<(usize, usize)> {
    let part = |c: char| !matches!(c, ' ' | '(' | ')');
    let start = match view.get(at) {
        Some('(') => at + 1,
        _ => at - view.run_before(at, part),
    };
    let close = start + view.run(start, part);
    let both = view.before(start) == Some('(') && view.get(close) == Some(')');
    (both && close > start).then(|| (start - 1, close))
}

/// Whether the years of a life end at a place, as after a name that has its own ending behind the bracket: ଗାନ୍ଧୀ (୧୮୬୯-୧୯୪୮) ଙ୍କୁ
pub fn ends_in_life(view: &View, at: usize) -> bool {
    let second = view.digits_before(at).len();
    let dash = at.saturating_sub(second + 1);
    view.get(at + 1) == Some(' ')
        && second == YEAR
        && view.is_dash(dash)
        && view.digits_before(dash).len() == YEAR
}

/// Whether two brackets are around a word that goes with the one before: Dr. (Mrs.) Rao, MD (Ayu), NCP (SP), or around a letter or two
/// that touch it: CPI(M).
fn is_of_name(view: &View, (open, close): (usize, usize)) -> bool {
    let heard = |c: char| c == '.' || script::letter(c).is_some();
    let inside = &view.text[open + 1..close];
    if !inside.iter().copied().all(heard) {
        return false;
    }
    let gap = usize::from(view.before(open) == Some(' '));
    let start = open - gap;
    let before = view.run_before(start, heard);
    let before: String = view.text[start - before..start].iter().collect();
    let before = before.trim_end_matches('.');
    let listed = || view.lists(List::BeforeABracket, before);
    // CPI(M), f(x), but not സിടി(CT)
    let touches = || {
        let last = before.chars().next_back();
        let letters = match last {
            Some(last) if last.is_ascii() => {
                let capital = last.is_uppercase() && inside.iter().all(char::is_ascii_uppercase);
                (capital || before.len() == 1) && inside.len() <= LABEL
            }
            _ => !inside[0].is_ascii() && is_letter_name(&inside.iter().collect::<String>()),
        };
        gap == 0 && letters && !view.is_letter(close + 1)
    };
    !before.is_empty() && (listed() || touches())
}

/// Whether a bracket opens one of two labels with a word for "to", "and", "or" between: (a) to (d), (I) से (IV).
fn is_of_labels(view: &View, open: usize) -> bool {
    let before = open - view.run_before(open, |c| c != '(' && c != ')');
    let first = before
        .checked_sub(1)
        .and_then(|close| around_word(view, close));
    let links = |open| links_label(view, open).is_some();
    links(open) || first.is_some_and(|(first, _)| links_label(view, first) == Some(open))
}

/// The place of the bracket of a second label that a word links to the one whose bracket opens at a place.
fn links_label(view: &View, open: usize) -> Option<usize> {
    let end = label_end(view, open)?;
    let start = view.skip_spaces(end);
    let word = view.word(start);
    let names = [Name::Ampersand, Name::Or].map(|name| view.table.word(name));
    let sign = view.get(start) == Some('&');
    let links = sign
        || view.is_to(&word)
        || names.contains(&Some(&*word))
        || view.table.lists(List::Particles, &word);
    let second = view.skip_spaces(start + view.letters(start).len() + usize::from(sign));
    (links && label_end(view, second).is_some()).then_some(second)
}

/// The place after the bracket that closes behind a label whose bracket opens at a place.
fn label_end(view: &View, open: usize) -> Option<usize> {
    let (_, close) = around_word(view, open).filter(|(start, _)| *start == open)?;
    let inside = &view.text[open + 1..close];
    let numeral = |c: &char| matches!(c, 'I' | 'V' | 'X' | 'i' | 'v' | 'x');
    let label = script::bases(inside) == 1 && inside.len() <= LABEL
        || inside.len() <= NUMERAL && inside.iter().all(numeral);
    label.then_some(close + 1)
}

/// Whether a bracket is one of two around a short number or a letter that belongs to the number or the word before: section 3(2)(a),
/// clause (t).
fn is_of_subsection(view: &View, at: usize) -> bool {
    let from = at.saturating_sub(SUBSECTION + LABEL);
    let Some(open) = (from..=at).rfind(|i| view.text[*i] == '(') else {
        return false;
    };
    let (digits, end) = view.digits(open + 1);
    let letters = view.letters(open + 1);
    let short = match digits.len() {
        0 => script::bases(letters) == 1 || letters::is_item(view, open + 1),
        length => length <= SUBSECTION,
    };
    let end = end + letters.len();
    // Sub-section (2) of
    let numbered = || {
        // Phone (1)
        let phone = |word: &str| view.lists(List::Networks, word) && !digits.is_empty();
        let lists = |word: &str| view.table.lists(List::Numbered, word) || phone(word);
        view.before(open) == Some(' ') && view.words_before(open, 1, lists)
    };
    // Of a set, 7-6(5), it has the points of the last game.
    let section = view.digits_before(open).len();
    let set = || view.before(open - section).is_some_and(script::is_dash);
    let last = view.text[..open].iter().rposition(|c| *c != ' ');
    let last = last.filter(|last| view.get(*last) == Some(')'));
    let chained = || last.is_some_and(|last| is_of_subsection(view, last));
    short && view.get(end) == Some(')') && (section > 0 || numbered() || chained()) && !set()
}
