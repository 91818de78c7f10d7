//! Days of the week and months as they are shortened where no date stands: Tue, Mon-Sat, in Oct.

use super::prelude::*;

/// The short name of a day of the week in Latin letters, in the language of the clause: Tue, Sat.
pub fn day(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let index = day_of_week(letters)?;
    let english = view.language == Language::En;
    let told = || view.follows(at, List::BeforeWeekday);
    // Mon-Sat.
    let ranged = view.last_class() == Some(&Class::Range);
    let beside = || stands_in_date(view, end) || stands_beside_day(view, at, end);
    // The 2nd and the 4th Sat.
    let ranked = || view.beside_number(at) && matches!(view.last_class(), Some(Class::Ordinal(_)));
    // Others are other words too, or the name of a person.
    let only = matches!(letters, ['T' | 'F', ..]) || ends_phrase(view, at, end);
    // 23rd Nov (Sat), …, Wed closed
    let bracketed = || {
        let closes = matches!(view.rest(end), [')', ..] | ['.', ')', ..]);
        view.before(at) == Some('(') && closes
    };
    let begins = || {
        let parted = view.back(at).next().is_none_or(|c| matches!(c, ',' | ';'));
        // Wed: Egg curry
        let label = || view.get(end) == Some(':') && !view.is_digit(end + 1);
        // Holiday: Mon.
        let told = || view.is_first(at) && view.earlier.last() == Some(&':') && ends(view, end);
        parted && (label() || told() || view.lists(List::AfterWeekday, &view.next_word(end)))
    };
    // Sat. half day, where a name would go on
    let stopped = || {
        let next = view.get(view.skip_spaces(end + 1));
        // The Sun. 149 million km away
        let named = view.words_before(at, 1, |word| matches!(word, "the" | "a"));
        view.get(end) == Some('.')
            && !named
            && next
                .is_some_and(|c| c.is_ascii_digit() || c.is_lowercase() || matches!(c, ',' | '&'))
    };
    let set_off = || bracketed() || begins() || stopped();
    if !english && is_brand(view, end) {
        return None;
    }
    if english && !ranged && !only && !beside() && !told() && !ranked() && !set_off() {
        return None;
    }
    let stop = view.get(end) == Some('.') && view.is_heard_from(end + 1);
    let end = end + usize::from(stop);
    Some(Class::Abbreviation(Meaning::Weekday(index)).until(view, end))
}

/// A day within a list after its month: Dec 11, 14 & 17.
pub fn day_in_list(view: &View, at: usize) -> Option<Candidate> {
    let (day, end) = view.digits(at);
    let month = month_of_list(view, at, &day, end)?;
    let order = Order::Day { article: true };
    Some(Class::date(day.value(), month, None, order).number(view, end, Language::En))
}

/// Whether a phrase ends at a place.
fn ends(view: &View, end: usize) -> bool {
    matches!(view.get(end), None | Some(',' | ';' | ')' | '.'))
}

/// Whether the short name of a day, which in a phrase with a capital is no other word, ends one: ₹120 Sat, next visit Mon. But the sun may.
fn ends_phrase(view: &View, at: usize, end: usize) -> bool {
    let sun = view.letters(at) == ['S', 'u', 'n'];
    let after_day = || {
        let before = view.earlier.strip_suffix(&[',']).unwrap_or_default();
        view.is_first(at) && is_day(before.rsplit(|c| *c == ' ').next().unwrap_or_default())
    };
    // Om Tat Sat, they speak Mon, but EDD Wed
    let name = || {
        let word = view.back(at).take_while(|c| c.is_alphabetic());
        let capital = word.clone().last().is_some_and(|c| c.is_uppercase());
        capital && word.clone().any(|c| c.is_lowercase()) || view.follows(at, List::BeforeLanguage)
    };
    // Closed Sun; 1st floor Sat, 2nd floor Sun
    let rest_day = || {
        let another = |word: &Word| word.text != "sun" && is_short_name(&word.text);
        let article = view.words_before(at, 2, |word| matches!(word, "the" | "a" | "our"));
        let told = view.follows(at, List::AfterWeekday);
        !article && (told || view.all_words().any(another))
    };
    let day = || ends(view, end) && !view.is_first(at) && !name() && (!sun || rest_day());
    day() || after_day() || follows_initials(view, at)
}

/// Whether the initials of two days stand before the short name of one: M, W, F & Sat only.
fn follows_initials(view: &View, at: usize) -> bool {
    let gap = |c: &char| matches!(c, ' ' | '&' | ',' | '/');
    let initial = |word: &[char]| {
        matches!(
            word,
            ['M' | 'T' | 'W' | 'F' | 'S'] | ['T', 'h' | 'u'] | ['S', 'a' | 'u']
        )
    };
    let words = view.text[..at].rsplit(gap).chain(view.earlier.rsplit(gap));
    let mut words = words.filter(|word| !word.is_empty());
    words.next().is_some_and(initial) && words.next().is_some_and(initial)
}

/// Whether a word with a capital follows the short name of a day that is a name too, and is none that days have: Sun Direct, Sun TV.
fn is_brand(view: &View, end: usize) -> bool {
    let name = view.letters_before(end) == ['S', 'u', 'n'];
    let letters = view.letters(end + 1);
    let word = lowercase(letters);
    let of_day = || {
        let lists = [
            List::AfterWeekday,
            List::Daytimes,
            List::Clock,
            List::Particles,
        ];
        lists.iter().any(|list| view.lists(*list, &word)) || is_day(letters)
    };
    let capital = letters.len() > 1 && letters[0].is_ascii_uppercase();
    name && view.get(end) == Some(' ') && capital && !of_day()
}

/// The short name of a month in Latin letters without a number, where it begins with a capital and a word before it or the end of the
/// clause tells that it is one: in Oct, since Jan.
pub fn month(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let [first, small @ ..] = letters else {
        return None;
    };
    let shape = first.is_ascii_uppercase() && small.iter().all(char::is_ascii_lowercase);
    if !shape || !(3..=4).contains(&letters.len()) {
        return None;
    }
    let word = lowercase(letters);
    let name = table(Language::En).named(Family::ShortMonths, &word)?;
    // Mar/Apr 2026
    let paired = || view.get(end) == Some('/') && month_named(view, end + 1).is_some();
    // Mar'26, Jan: 120 units
    let quote = view.skip_spaces(end);
    let dated = || {
        matches!(view.rest(quote), ['\'' | '’', a, b, ..] if a.is_ascii_digit() && b.is_ascii_digit())
            || view.get(end) == Some(':') && !view.is_digit(end + 1)
    };
    let told = || view.follows(at, List::BeforeMonth) || paired() || dated();
    let stop = usize::from(view.get(end) == Some('.'));
    // Jan Dhan, but: results in Dec. Admission
    let next = view.skip_spaces(end + stop);
    let sentence = stop == 1 && told() && ends_sentence(view, name, at, end + 1);
    let stop = if sentence { 0 } else { stop };
    let capital = next > end && view.get(next).is_some_and(char::is_uppercase);
    let name_goes_on = capital && !sentence;
    let only = !view.lists(List::MonthWords, &word);
    if name_goes_on || view.is_digit(next) || !(only || told()) {
        return None;
    }
    let month = month_named(view, at)?;
    let heard = view.is_heard_from(end + stop);
    let end = end + stop * usize::from(heard);
    Some(Class::Abbreviation(Meaning::Month(month)).until(view, end))
}

/// The beginning of a word that Odia writes around the day of a month, which is said after it: ତା ୧୦ ରିଖ.
pub fn around(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let mut parts = view.table.list(List::Around);
    let (begins, ends) = (parts.next()?, parts.next()?);
    if !begins.chars().eq(letters.iter().copied()) {
        return None;
    }
    let stop = usize::from(view.get(at + letters.len()) == Some('.'));
    let start = view.skip_spaces(at + letters.len() + stop);
    let day = |c| script::digit(c).is_some() || matches!(c, '.' | '/' | '-');
    let rest = view.written(view.skip_spaces(start + view.run(start, day)));
    let found = view.is_digit(start) && rest.starts_with(ends);
    found.then(|| silent(view, at, start - at))?
}

/// The short name of a day or a month without its stop, before or after a dash and another one: नवं-दिसं, Nov-Dec.
pub fn of_range(view: &View, at: usize) -> Option<Candidate> {
    let end = at + letters::run(view, at).len();
    let dash = view.is_dash(end);
    let after = || matches!(view.last_class(), Some(Class::Range | Class::Pair));
    if !dash && !after() {
        return None;
    }
    let named = day_or_month(view, at)?;
    let other = match dash {
        true => day_or_month(view, end + 1).is_some(),
        false => {
            matches!(view.left, [.., first, _] if matches!(first.class, Class::Abbreviation(_)))
        }
    };
    other.then(|| Class::Abbreviation(named).until(view, end))
}

/// Whether another day stands before or after, with such a word between perhaps.
fn stands_beside_day(view: &View, at: usize, end: usize) -> bool {
    let gap = |c: &char| matches!(c, ' ' | '&' | ',' | '/');
    first_is_day(view.text[..at].rsplit(gap)) || first_is_day(view.rest(end).split(gap))
}

/// Whether the first of words is a day, beside a word that stands between days.
fn first_is_day<'v>(words: impl Iterator<Item = &'v [char]>) -> bool {
    let between = |word: &&[char]| table(Language::En).lists(List::BetweenDays, &lowercase(word));
    let mut words = words.filter(|word| !word.is_empty()).enumerate();
    let first = words.find(|(i, word)| *i > 0 || !between(word));
    first.is_some_and(|(_, word)| is_day(word))
}

/// Whether what follows is a part of a date, or another day.
fn stands_in_date(view: &View, end: usize) -> bool {
    let mark = |c: &char| script::is_dash(*c) || matches!(c, '.' | ',' | ' ' | '/');
    let next = end + view.run(end, |c| mark(&c));
    let marked = !matches!(view.rest(end), [' ', c, ..] if !mark(c));
    next > end && (view.is_digit(next) || marked && day_of_week(letters::run(view, next)).is_some())
}
