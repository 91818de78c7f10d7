//! Words as they are written, and letters that stand for themselves.

use super::facts::letters::{language, run};
use super::prelude::*;

/// "6E-2134" is a flight: digits after a hyphen from so many on.
const FLIGHT_DIGITS: usize = 3;
/// Letters of the short name of a month, of a unit that stands alone, and of one of which each is meant.
const MAX_MONTH: usize = 4;
const MAX_UNIT: usize = 6;
const MAX_PRICED: usize = 9;
/// What belongs to a word before a number stands in no more characters between.
const NEAR: usize = 5;

/// Any word.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = run(view, at);
    let end = at + letters.len();
    // 112/3ಬಿ ರಲ್ಲಿ
    let name = view.touches_number(at).then(|| view.table.letter(letters));
    let named = name
        .flatten()
        .map(|name| Class::Letter(name).until(view, end).with_case(view));
    let inflected = named.filter(|found| found.grammar.case.is_some());
    Some(inflected.unwrap_or_else(|| plain(view, at, end)))
}

fn plain(view: &View, at: usize, end: usize) -> Candidate {
    Class::Word.until(view, end).said_in(language(view, at))
}

/// A word that can be nothing else: it stands between spaces or marks, has several letters, and no number is near. What any class but
/// [`classify`] asks for is missing.
pub fn alone(view: &View, at: usize) -> Option<Candidate> {
    let letters = run(view, at);
    let end = at + letters.len();
    let [first, .., last] = letters else {
        return None;
    };
    // Capitals may be a Roman numeral, and a visarga may end an abbreviation, or an anusvara a very short one.
    let capital = |c: &char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M');
    let ranked = letters.len() > 1 && is_english(&letters[letters.len() - 2..]);
    let owner =
        |letters: &[char]| capital(&letters[1]) && letters.iter().any(|c| matches!(c, '\'' | '’'));
    let shortened = capital(first) && (owner(letters) || capital(last) || ranked)
        || matches!(last, 'ঃ' | 'ଃ')
        || letters.len() == 2 && matches!(last, 'ং' | 'ଂ');
    let day = || days::day_of_week(letters).is_some();
    let month = || {
        let word = lowercase(letters);
        letters.len() <= MAX_MONTH && short_month(table(Language::En), &word).is_some()
    };
    // वर्ग मी.
    let names = [Name::Per, Name::Square, Name::Cubic];
    let counted = |name: &Name| view.table.ends_in(*name, &view.text[..at]);
    let stroke = view.before(at) == Some('/');
    let per = || stroke || names.iter().any(counted);
    // டன்/நாள்: it takes an ending.
    let apiece = || at > 1 && is_apiece(view, at - 2);
    let each = || view.table.word(Name::PerEnding).is_some() && (stroke || apiece());
    let unit = || {
        let short = letters.len() < MAX_UNIT;
        each()
            || short && (per() || stands_for_unit(view, at, end) || is_of_one(view, at))
            || !short && letters.len() < MAX_PRICED && (stroke || view.follows_per(at))
            || is_counted_unit(view, at)
    };
    let number = || (end..end + NEAR).any(|i| view.is_digit(i)) || view.beside_number(at);
    if shortened
        || view.last_class() == Some(&Class::Range)
        || !is_parted(view, at, end)
        || number()
        || first.is_ascii_uppercase() && (day() || month())
        || unit()
        || is_bare(view, at, letters)
        || formula::are_factors(view, at, end)
        || is_item(view, at)
    {
        return None;
    }
    Some(plain(view, at, end))
}

/// Whether a word is written shorter without a stop, or may be: capitals, or an ending after Latin letters.
fn is_bare(view: &View, at: usize, letters: &[char]) -> bool {
    let latin = letters[0].is_ascii();
    // Most words are of the clause's own script.
    let table = if latin {
        table(Language::En)
    } else {
        view.table
    };
    let joins = |c: char| c == '-' || c.is_ascii_alphanumeric();
    let joined = view.before(at).is_some_and(joins);
    table.shortened(letters).is_some()
        || latin && shortened::left(letters, false).is_some()
        || latin && letters.iter().all(char::is_ascii_uppercase)
        || !latin && joined
}

/// Whether a word that ends at `end` goes no further: a space follows, a mark and a space, or the stop of the last sentence.
fn is_parted(view: &View, at: usize, end: usize) -> bool {
    let spaced = |c: Option<char>| c.is_none_or(|c| c == ' ');
    match view.get(end) {
        Some('॥') if takes_stop(view, at, end) => false,
        Some(',' | ';' | '!' | '?' | ')' | '।' | '॥') => spaced(view.get(end + 1)),
        Some('.') => view.get(end + 1).is_none() && !takes_stop(view, at, end),
        next => spaced(next),
    }
}

/// Whether a word has a longer form in the table if a stop follows it.
fn takes_stop(view: &View, at: usize, end: usize) -> bool {
    let language = view.language_at(at);
    let listed = |language| {
        let listed = |stop| {
            let key = lowercase(&view.text[at..end]) + stop;
            table(language).abbreviation(&key).is_some()
        };
        listed(".") || view.get(end) == Some('॥') && listed("॥")
    };
    let form = &view.text[at..end];
    let begun = |language| {
        let form: String = form.iter().collect();
        shortened::begun(table(language), &form).is_some()
    };
    form.len() < LONGEST_STOPPED && language.is_some_and(listed)
        || shortened::left(form, true).is_some()
        || !form[0].is_ascii() && language.is_some_and(begun)
}

/// The side of a town that a letter in brackets after its name tells: Andheri (W). They are English words in all languages.
fn side(view: &View, at: usize, letter: char) -> Option<&'static str> {
    let side = match letter {
        'W' => "West",
        'E' => "East",
        _ => return None,
    };
    let name = matches!(view.text[..at], [.., c, ' ', '('] if script::letter(c).is_some());
    (name && view.get(at + 1) == Some(')')).then_some(side)
}

/// The quarter of the sky between two that a hyphen joins, as their letters without it are read: 30 km N-E of the town.
fn quarter(view: &View, at: usize) -> Option<Candidate> {
    let &[first, '-', second, ref rest @ ..] = view.rest(at) else {
        return None;
    };
    let other = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() || *c == '-');
    let alone = !other(rest.first()) && !other(at.checked_sub(1).map(|at| &view.text[at]));
    let capitals = [first, second].iter().all(char::is_ascii_uppercase);
    let readings = table(Language::En).shortened(&[first, second]);
    let readings = readings.filter(|_| alone && capitals)?;
    let class = Class::Abbreviation(Meaning::Reading(sense(readings, view, at, at + 3)?));
    Some(class.until(view, at + 3).said_in(Language::En))
}

/// Whether an A within an English sentence is the letter rather than the article: Block A, Form 49-A, an A in maths. Before
/// a noun a word has to tell it.
fn names_one(view: &View, at: usize) -> bool {
    let within = match &view.text[..at] {
        [.., c, ' '] => c.is_alphanumeric() || *c == '.' && view.shortened().is_some(),
        [.., c, '-'] => c.is_ascii_digit(),
        _ => false,
    };
    // A-1, A&N and U/A, but not A/an
    let joins = |c: Option<char>| matches!(c, Some('-' | '/' | '&'));
    let word = |at: usize| view.get(at).is_some_and(char::is_alphanumeric);
    let after = joins(view.get(at + 1)) && word(at + 2) && view.next_word(at + 2) != "an";
    // I.N.D.I.A
    let initials = matches!(view.text[..at], [.., '.', c, '.'] if c.is_ascii_uppercase());
    if initials || after || at > 1 && joins(view.before(at)) && word(at - 2) {
        return true;
    }
    // "A balloon A piece of wool" are two lines of a list.
    let next = view.skip_spaces(at + 1);
    let noun =
        next > at + 1 && view.is_letter(next) && !view.lists(List::AfterLetter, &view.word(next));
    within && (!noun || follows_lettered(view, at)) || is_initial(view, at)
}

/// Whether a letter is one of two initials of a name that stand beside each other: A R Rahman, Ashif A R.
fn is_initial(view: &View, at: usize) -> bool {
    let capital = |letters: &[char]| matches!(letters, [c] if c.is_ascii_uppercase() && *c != 'I');
    let spaced = |at: usize| view.get(at) == Some(' ');
    let before = at > 0 && spaced(at - 1) && capital(view.letters_before(at - 1));
    let next = spaced(at + 1) && capital(view.letters(at + 2));
    let last = if next { at + 2 } else { at };
    let word = view.get(view.skip_spaces(last + 1));
    (before || next) && !word.is_some_and(char::is_lowercase)
}

/// Whether a letter labels what follows its bracket: A) rice, (a) wheat.
fn is_label(view: &View, at: usize) -> bool {
    let begins = view.before(at).is_none_or(|c| matches!(c, ' ' | '('));
    begins && view.get(at + 1) == Some(')')
}

/// A letter by its name: the "A" of "5A" and of "विटामिन A".
pub fn letter(view: &View, at: usize) -> Option<Candidate> {
    let letter = view.get(at)?;
    let end = at + 1;
    if let Some(quarter) = quarter(view, at) {
        return Some(quarter);
    }
    if let Some(side) = side(view, at, letter) {
        let class = Class::Abbreviation(Meaning::Words(side));
        return Some(class.until(view, end).said_in(Language::En));
    }
    let numbered = view.touches_number(at);
    // "A new day" has the article.
    let next = || view.get(view.skip_spaces(end)).and_then(script::letter);
    let label = matches!(letter, 'A' | 'a') && is_label(view, at);
    let alone = label
        || letter == 'A'
            && match view.language {
                Language::En => names_one(view, at),
                _ => next() != Some(Script::Latin),
            };
    if !numbered && !alone {
        return None;
    }
    let name = |language: Language| {
        table(language).named(Family::LetterSounds, &letter.to_lowercase().to_string())
    };
    let own = language(view, at);
    let named = |language: Language| name(language).map(|name| (Class::Letter(name), language));
    let numbered_name = named(own).filter(|_| numbered);
    let found = numbered_name.or_else(|| named(Language::En).filter(|_| alone));
    let (class, language) = found.unwrap_or((Class::Word, own));
    // "50k-60k" is a range.
    let flight = view.get(end) == Some('-') && view.digits(end + 1).0.len() >= FLIGHT_DIGITS;
    Some(Candidate {
        language,
        counts: numbered && !flight,
        ..class.until(view, end)
    })
}
