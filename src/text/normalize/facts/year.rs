//! Whether four digits are a year.

use super::count::is_counted;
use super::letters::is_within_english;
use super::numeral::is_next;
use crate::text::normalize::ground::*;
use std::ops::Range;

/// Years of names in English, elsewhere too: IPL 2023 Auction, but not 2050 Posts.
const TITLED: Range<u64> = 1950..2036;
/// English says these in two halves as well.
pub const THIS_CENTURY: Range<u64> = 2010..2100;
/// Years of the last century are said by hundreds wherever they stand, earlier ones beside a word that tells a year.
const CENTURY: Range<u64> = 1901..2000;
const YEARS: Range<u64> = 1100..2000;
/// Two years with a dash between them are not further apart.
const LIFE: u64 = 120;

/// Whether a sign stands between a year and the last two digits of the next: 2023-24.
pub fn is_between_years(view: &View, at: usize) -> bool {
    let first = view.digits(at - view.digits_before(at).len()).0;
    let second = view.digits(at + 1).0;
    let fits = first.len() == 4 && second.len() == 2;
    let next = |(first, second)| YEARS.start <= first && is_next(first, second, 2);
    fits && first.value().zip(second.value()).is_some_and(next)
}

/// How surely the number from `at` to `end` is a year, if it may be one.
pub fn year_at(view: &View, numeral: &Numeral, at: usize, end: usize) -> Option<u8> {
    let four = numeral.is_plain() && numeral.whole.len() == 4;
    let n = numeral.value().filter(|_| four)?;
    let english = view.table.word(Name::Oh).is_some()
        || TITLED.contains(&n) && is_within_english(view, at, end);
    // The Act of 1872 applies.
    let era = || {
        let listed = |word: &str| view.table.lists(List::Eras, word);
        view.words_before(at, 1, |word| word == "of") && view.words_before(at, 2, listed)
    };
    // The 1996 Games, but not the 1950 people.
    let of_year = || {
        let next = view.word(end + 1);
        CENTURY.contains(&n)
            && view.words_before(at, 1, |word| word == "the")
            && !view.table.lists(List::Counted, &next)
    };
    // An English ending makes it a decade, another one leaves it a year.
    if view.is_letter(end) && english || is_counted(view, end) && !era() && !of_year() {
        return None;
    }
    // Fakir Mohan (1898)
    let bracketed = || {
        let begins = view.before(at) == Some('(');
        let closes = view.get(end) == Some(')');
        // (Rao, 1859), (1886; 2)
        let named = match at {
            0 => view.earlier.last() == Some(&','),
            _ => view.text[..at].ends_with(&[',', ' ']),
        };
        let alone = at > 1 && begins && (closes || view.get(end) == Some(';'));
        (alone || closes && named) && !n.is_multiple_of(100)
    };
    // 1900, March 3
    let before_month = || {
        let comma = usize::from(view.get(end) == Some(','));
        let month = view.next_word(end + comma);
        comma > 0 && view.table.lists(List::Months, &month)
    };
    let told = || {
        before_month()
            || ends_span(view, n)
            || bracketed()
            || view.follows_own(at, List::Years)
            || view.before(at) == Some('-') && view.follows_own(at, List::Places)
            || view.follows_short(at, |word| view.table.lists(List::Months, word))
            || follows_date(view, at)
            || is_dated(view, n, end)
            || begins_span(view, n, end)
    };
    let century = CENTURY.contains(&n) || english && THIS_CENTURY.contains(&n);
    match century {
        true => Some(certainty::YEAR),
        false => (YEARS.contains(&n) && told()).then_some(certainty::DATED),
    }
}

/// Whether a year and what leads to another stand before: (1542–1605), from 1789 to 1797.
fn ends_span(view: &View, n: u64) -> bool {
    let [.., first, between] = view.left else {
        return false;
    };
    let first = match &first.class {
        Class::Year(number) => number.numeral.value(),
        _ => None,
    };
    let later = |first: u64| (first..first + LIFE).contains(&n);
    match between.class {
        Class::Pair | Class::Range => first.is_some(),
        Class::Word if first.is_some_and(later) => {
            leads_on(view, &view.text[between.range.clone()])
        }
        _ => false,
    }
}

/// Whether a word leads from a year to another.
fn leads_on(view: &View, word: &[char]) -> bool {
    let word = spelling(word);
    view.is_to(&word) || view.table.lists(List::BetweenDays, &word)
}

/// Whether the clause before ends with a month or what has a year, and a comma, and a number begins this one: on 31 December, | 1802;
/// the Evidence Act, | 1872.
fn follows_date(view: &View, at: usize) -> bool {
    let begins = view.text[..at].iter().all(|c| c.is_whitespace());
    let dated = || {
        let word = view.earlier_words().last();
        let listed = |list| word.is_some_and(|word| view.table.lists(list, &word.text));
        listed(List::Months) || listed(List::Years)
    };
    begins && view.earlier.last() == Some(&',') && dated()
}

/// Whether what follows says that a number is a year: "1857 की क्रांति"; a round number is rather counted.
fn is_dated(view: &View, n: u64, at: usize) -> bool {
    let start = at + usize::from(matches!(view.get(at), Some(' ' | '-')));
    let word = view.letters(start);
    let mut dated = view.table.list(List::Dated);
    let decade = |word: &str| view.begins(List::Decade, word);
    // ১৪৪৫ হিঃ
    let shortened = || {
        let stopped = match word {
            [stopped @ .., 'ঃ' | 'ଃ'] => stopped,
            word if view.get(start + word.len()) == Some('.') => word,
            _ => return false,
        };
        view.shortens(&stopped.iter().collect::<String>(), List::Dated)
    };
    !n.is_multiple_of(100) && (dated.any(|w| w.chars().eq(word.iter().copied())) || shortened())
        || decade(&view.word(start))
        || decade(&view.next_word(start + word.len()))
}

/// Whether a later year follows a dash or a word: 1861–1941, 1708 ते 1749.
fn begins_span(view: &View, n: u64, at: usize) -> bool {
    let word = view.letters(at + 1);
    let worded = view.get(at) == Some(' ') && !word.is_empty() && leads_on(view, word);
    // (1185 -1226), 1863 - 1868
    let space = usize::from(!worded && view.get(at) == Some(' ') && view.is_dash(at + 1));
    let start = match (worded, space) {
        (true, _) => at + word.len() + 2,
        (_, 1) => view.skip_spaces(at + 2),
        _ => at + 1,
    };
    let last = view.digits(start).0;
    // 1841-43
    let short = || start == at + 1 && n >= CENTURY.start - 200 && last.is_in(n % 100 + 1..100);
    let later = match last.len() {
        2 => short() && view.is_dash(at),
        length => length == 4 && last.is_in(n..n + LIFE),
    };
    let later = later && !n.is_multiple_of(100);
    (worded || view.is_dash(at + space)) && later
}
