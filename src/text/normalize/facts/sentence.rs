//! Whether a sentence begins after a short form.

use super::days::is_announced;
use crate::text::normalize::ground::*;

/// Whether a word comes at a place that begins a sentence after what is shortened: 2 peons reqd. Call us
pub fn begins_sentence(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    let small = |at| view.get(at).is_some_and(char::is_lowercase);
    let begins = next > at && view.get(next).is_some_and(char::is_uppercase) && small(next + 1);
    begins && view.lists(List::SentenceBegins, &view.word(next)) || begins_with_i(view, at, next)
}

/// Whether initials or a degree end at a place, and an I comes that is no numeral: M.B.A. I needed, but not B.A. I year.
fn begins_with_i(view: &View, at: usize, next: usize) -> bool {
    let word = &view.text[at - view.run_before(at, |c| !c.is_whitespace())..at];
    let dotted = word.iter().filter(|c| **c == '.').count() > 1;
    let pronoun = || {
        let verb = view.next_word(next + 1);
        let linked = view.is_to(&verb) || matches!(&*verb, "and" | "or");
        let small = view.get(next + 2).is_some_and(char::is_lowercase);
        small && !linked && !view.lists(List::Ranked, &verb)
    };
    let begins = next > at && view.rest(next).starts_with(&['I', ' ']);
    begins && dotted && word[0].is_ascii_uppercase() && pronoun()
}

/// Whether a sentence begins with a capital at `end`, after a short form from `start` of a word that rather ends one: last yr. Sales rose, 2 cooks
/// reqd. Salary, but not "Reqd. Cooks", where it begins its phrase itself. A day goes on after an hour: 6 p.m. Sunday.
pub fn ends_sentence(view: &View, said: &str, start: usize, end: usize) -> bool {
    let next = view.skip_spaces(end);
    let last = said.rsplit(' ').next().unwrap_or_default();
    let capital = next > end && view.get(next).is_some_and(char::is_uppercase);
    let is_in = |list| view.lists(list, last);
    let counted = || view.left.iter().any(|span| span.counts);
    let listed = || {
        // 2 cooks reqd. Salary, but not: all reqd. Documents
        let told = last == "required" && counted();
        let hour_or_day = last == "M" || is_in(List::Months) || is_in(List::Weekdays);
        (told || hour_or_day) && is_announced(view, next) || is_in(List::SentenceEnds)
    };
    if !capital || !listed() {
        return false;
    }
    let mut back = view.back(start);
    let before = back.next().copied();
    let opens = |c: char| matches!(c, ',' | ';' | ':' | '(' | '&' | '/');
    // ₹500/- p.a. Pay, but not: Semi-furn. Flats
    let follows = before.is_some_and(|c| !opens(c) && (c != '-' || back.next() == Some(&'/')));
    // 6 p.m. The shop, but not P.M. Singh
    let small = || view.get(next + 1).is_some_and(char::is_lowercase);
    let hour = || last.len() > 1 || before.and_then(script::digit).is_some() && small();
    let word = view.word(next);
    // avl. Bal Rs 500
    let credited = || {
        view.lists(List::Credited, &word)
            && table(Language::En).shortened(view.letters(next)).is_some()
    };
    follows && hour() && !credited() && !view.is_currency(next)
}
