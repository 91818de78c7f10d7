//! What has a name on both sides of a dash: days, months and their years, eras, times, Roman numerals.

use super::clock::hour_follows;
use super::count::beginning;
use super::days::day_or_month;
use super::follows::time_at;
use super::group::WRITTEN_YEARS;
use super::{numeral, roman};
use crate::text::normalize::ground::*;

/// Characters in which the names of two eras begin.
const ERA_STEM: usize = 2;

/// Whether a sign stands between two things of which each has its name.
pub fn is_between_named(view: &View, at: usize) -> bool {
    is_between_days(view, at)
        || is_between_dates(view, at)
        || is_between_numerals(view, at)
        // A-Z
        || is_alphabet(view, at)
        || is_between_sizes(view, at)
        || view.beside_number(at) && hour_follows(view, at + 1)
        || is_between_times(view, at)
        || is_between_eras(view, at)
}

/// Whether two numbers stand around a sign after short forms that say the same or begin so: கி.மு. 300–கி.பி. 300.
fn is_between_eras(view: &View, at: usize) -> bool {
    let [.., short, number] = view.left else {
        return false;
    };
    let next = view.skip_spaces(at + 1);
    let part = |c: char| c == '.' || script::letter(c).is_some();
    let end = next + view.run(next, part);
    let second = || {
        let written = lowercase(&view.text[next..end]);
        Some(view.table.abbreviation(&written)?.first()?.said())
    };
    let first = said_in_full(short).filter(|_| view.beside_number(at) && number.counts);
    let stem = |said| beginning(said, ERA_STEM);
    view.is_digit(view.skip_spaces(end)) && first.is_some() && first.map(stem) == second().map(stem)
}

/// Whether Roman numerals stand on both sides of a sign, of which the second is greater where spaces part them: VI-VIII, V – IX.
fn is_between_numerals(view: &View, at: usize) -> bool {
    view.left.last().is_some_and(|last| {
        let roman = matches!(last.class, Class::Roman { .. });
        let joined = last.range.end == at && roman::is_small(view.letters(at + 1));
        let spaced = || last.range.end + 1 == at && roman::rises(view, last.range.start);
        roman && (joined || spaced())
    })
}

/// Whether a time that is named in full stands before a sign, and a longer one behind it: 6 months-5 yrs, but not 3 days-2 nights.
fn is_between_times(view: &View, at: usize) -> bool {
    let [.., number, time] = view.left else {
        return false;
    };
    let named = || {
        let next = view.skip_spaces(at + 1);
        let (second, end) = numeral::scan(view.text, next);
        let first = time_at(view, number.range.end)?;
        Some(!second.whole.is_empty() && Some(first) < time_at(view, end))
    };
    let joined =
        time.class == Class::Word && view.skip_spaces(time.range.end) == view.skip_spaces(at);
    number.counts && joined && named() == Some(true)
}

/// Whether the first and the last letter of the alphabet stand on both sides of a place: A-Z, Z-A.
fn is_alphabet(view: &View, at: usize) -> bool {
    let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let pair = (view.before(at), view.get(at + 1));
    let pair = matches!(pair, (Some('A'), Some('Z')) | (Some('Z'), Some('A')));
    pair && alone(view.before(at - 1)) && alone(view.get(at + 2))
}

/// Whether the sizes of clothes stand on both sides of a place, of which one has an X: S-XXL, L-3XL.
fn is_between_sizes(view: &View, at: usize) -> bool {
    let size = |letters: &[char]| match letters {
        ['S' | 'M' | 'L'] => true,
        [x @ .., 'S' | 'L'] => x.iter().all(|c| *c == 'X'),
        _ => false,
    };
    let (first, start) = (view.letters_before(at), at + 1);
    let (number, next) = view.digits(start);
    let second = view.letters(next);
    let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let before = at - first.len();
    let before = before - view.digits_before(before).len();
    let both = size(first) && size(second) && first != second && number.len() < 2;
    both && first.iter().chain(second).any(|c| *c == 'X')
        && alone(view.before(before))
        && alone(view.get(next + second.len()))
}

/// Whether days of the week or months stand on both sides: Mon-Fri, Nov-Dec.
pub fn is_between_days(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let lists = [List::Weekdays, List::Months];
    let named = |name: &str| lists.iter().any(|list| view.table.lists(*list, name));
    // जुलाई – सितंबर
    let spaced = view.before(at) == Some(' ') && next > at + 1;
    let full = || {
        let end = at - usize::from(spaced);
        let word = view.written(end - view.letters_before(end).len());
        (spaced || view.get(at) != Some('-')) && named(&word) && named(&view.written(next))
    };
    let short = || view.shortened().is_some_and(named) && day_or_month(view, next).is_some();
    short() || full()
}

/// Whether a dash between two days or months is one of several, so that they are a list: Mon-Wed-Fri.
pub fn is_of_several(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let end = next + view.letters(next).len();
    let end = end + usize::from(view.get(end) == Some('.'));
    let before = matches!(view.left, [.., dash, _] if view.is_dash(dash.range.start));
    let dash = view.skip_spaces(end);
    before || view.is_dash(dash) && day_or_month(view, view.skip_spaces(dash + 1)).is_some()
}

/// Whether a day and its month, or this and its year, end before a place and others begin after it: 31 January - 15 March, Oct. 26 - Nov. 1,
/// July 2024 – June 2027.
fn is_between_dates(view: &View, at: usize) -> bool {
    let spaced = usize::from(view.before(at) == Some(' '));
    let start = view.skip_spaces(at + 1);
    let (digits, end) = view.digits(start);
    let named = |at: usize| day_or_month(view, at).is_some();
    let month = view.letters(start).len();
    let after = match month {
        0 => digits.is_day() && view.get(end) == Some(' ') && named(view.skip_spaces(end)),
        _ => {
            let gap = view.run(start + month, |c| matches!(c, '.' | ' ' | '\'' | '’'));
            let digits = view.digits(start + month + gap).0;
            let year = digits
                .value()
                .is_some_and(|year| WRITTEN_YEARS.contains(&year));
            gap > 0 && (year || digits.is_day()) && named(start)
        }
    };
    let stop = |span: &&Classified| matches!(span.class, Class::Punctuation(_));
    after
        && match view.left {
            [.., last] if last.range.end + spaced != at => false,
            [.., last] if matches!(last.class, Class::Date(_)) => true,
            // 5 Apr '25 - 4 Apr '26, July '24 – June '27
            [before @ .., number] if month > 0 => {
                let month = before.iter().rev().find(|span| !stop(span));
                let is_month = |span: &&Classified| {
                    matches!(span.class, Class::Date(_)) || named(span.range.start)
                };
                let month = month.filter(is_month);
                number.counts && month.is_some_and(|m| m.range.end + 2 >= number.range.start)
            }
            [.., number, month] => {
                let day = number.counts && view.digits(number.range.start).0.is_day();
                day && number.range.end + 1 == month.range.start && named(month.range.start)
            }
            _ => false,
        }
}
