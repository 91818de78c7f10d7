//! Numbers with an ending: 21st, 5वाँ, 1990s, 100களில்.

use super::facts::ending::own;
use super::prelude::*;

/// Letters directly after a number are its ending up to so many characters, otherwise a word.
const MAX_ENDING: usize = 4;
/// Letters of one, less their signs; a longer one is a word: 2,500ସମୟ.
const MAX_BASES: usize = 2;
/// The longest ending that is looked at.
const MAX_LISTED: usize = 12;
/// Plurals of years are decades.
const DECADES: std::ops::Range<u64> = 1100..2100;

/// A number with its ending.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (said, table) = figures::language(view, at);
    let (numeral, after) = figures::scan(view, at);
    // ০৭টি, but not 2005-06ல்
    let numeral = match view.before(at) {
        None | Some(' ' | '(') => numeral.counting(),
        _ => numeral,
    };
    // The number of a T20 match is said in English, whatever ends it: టీ20లో.
    let joined = usize::from(view.before(at) == Some('-'));
    let letters = view.letters_before(at - joined);
    let model = |word: String| view.table.lists(List::Models, &word);
    let of_match = || {
        let named = letters == ['T'] || view.table.letter(letters).is_some();
        named || model(letters.iter().collect())
    };
    if said != Language::En && numeral.value() == Some(20) && of_match() {
        return None;
    }
    if is_lettered(view, after) {
        return None;
    }
    let found = inflected(view, at, after, &numeral);
    if let Some(found) = found.or_else(|| shared(view, after, &numeral)) {
        return Some(found);
    }
    let (ending, language, end) = ending(view, at, after, &numeral)?;
    // What is said of a year stays.
    let same = language == said && matches!(ending, Ending::Joined(_));
    let number = Number {
        year: same && year_at(view, &numeral, at, after).is_some(),
        halves: same && scale::at(view, after, table, true).is_some(),
        ..Number::ending(numeral, ending)
    };
    let found = Class::Ordinal(number.into()).number(view, end, language);
    if view.is_letter(end) {
        return Some(found.with_case(view));
    }
    Some(beside_noun(found, view, said))
}

/// Whether the name of a letter after a number is no ending: the part of a section that is named behind, ৪৯৮এ ধারায়.
fn is_lettered(view: &View, after: usize) -> bool {
    let letters = view.letters(after);
    let word = view.next_word(after + letters.len());
    let mut names = view.table.list(List::Numbered);
    let mut named = || names.any(|name| word.starts_with(name));
    // In the 90s world
    let letter = matches!(letters, [c] if *c != 's') && view.table.letter(letters).is_some();
    letter && !word.is_empty() && named()
}

/// A number whose ending stands behind the next one, after a hyphen: ৯-১০ম.
fn shared(view: &View, after: usize, numeral: &Numeral) -> Option<Candidate> {
    let (second, end) = view.digits(after + 1);
    let next = numeral.value()? + 1;
    if view.get(after) != Some('-') || second.value() != Some(next) {
        return None;
    }
    let language = view.language_at(end).filter(|_| view.is_letter(end))?;
    let table = table(language);
    let written = spelling(view.letters(end));
    own(table, &second.figures(), &written)?;
    let words = own(table, &numeral.whole.figures(), &written)?;
    let number = Number::ending(numeral.clone(), Ending::Own(words));
    Some(Class::Ordinal(number.into()).number(view, after, language))
}

/// A number with an ending of words right after it, from `at` to `after`: 100க்கு, 2024-ನಲ್ಲಿ.
fn inflected(view: &View, at: usize, after: usize, numeral: &Numeral) -> Option<Candidate> {
    let (language, table) = figures::language(view, at);
    let (_, length) =
        case_at(view, after, table, language).filter(|_| view.get(after) != Some(' '))?;
    let written: String = view.rest(after)[..length].iter().collect();
    let figures = numeral.whole.figures();
    // 55ని. are minutes.
    let short = || view.get(after + length) == Some('.') && is_beside_numbers(table, &written);
    // 4થી 8 is from the fourth hour, not the fourth.
    let leads = || ending::follows_to(view, after + length) && view.number_follows(after + length);
    let nth = || table.lists(List::Ordinals, &written);
    if length == 0 || nth() || own(table, &figures, &written).is_some() && !leads() || short() {
        return None;
    }
    let number = Number {
        year: year_at(view, numeral, at, after).is_some(),
        ..Number::of(numeral.clone())
    };
    let class = Class::Ordinal(number.into());
    let found = class.number(view, after, language).with_case(view);
    found.grammar.case.is_some().then_some(found)
}

/// The ending at a place after a number that begins at `start`, the language of the whole, and the place after it.
fn ending(
    view: &View,
    start: usize,
    at: usize,
    numeral: &Numeral,
) -> Option<(Ending, Language, usize)> {
    // A hyphen may stand before an ending that the table lists, a space before others.
    let apart = match view.get(at) {
        Some('-' | '‑') => Some(List::Endings),
        Some(' ') => Some(List::Apart),
        _ => None,
    };
    let at = at + usize::from(apart.is_some() || is_plural(view, at, numeral));
    let letters = view.letters(at);
    // 8thకు has an ending after that of English.
    let length = match view.run(at, |c| c.is_ascii_alphabetic()) {
        0 => letters.len(),
        latin => latin,
    };
    let letters = &letters[..length.min(MAX_LISTED)];
    let language = view.language_at(at)?;
    let table = table(language);
    // 5thT20I, 1stODI
    let proper = english(&numeral.whole);
    let joined = |letters: &[char]| letters.iter().copied().eq(proper.chars());
    let letters = match letters {
        [a, b, next, ..] if next.is_uppercase() && joined(&[*a, *b]) => &letters[..2],
        letters => before_word(table, letters).unwrap_or(letters),
    };
    let end = at + letters.len();
    let run = spelling(letters);
    // ତା୧୦ରିଖ: a word of its own.
    let mut around = table.list(List::Around).skip(1);
    if around.next().is_some_and(|end| run.starts_with(end)) {
        return None;
    }
    let figures = numeral.whole.figures();
    // Some stand apart from certain numbers only: 4 था.
    let mut listed = table.list(apart.unwrap_or(List::Endings));
    let whole = numeral.fraction.is_empty();
    let of_number = |e: &'static str| e.strip_prefix(&*figures).filter(|_| whole).unwrap_or(e);
    let known = listed.any(|e| of_number(e) == run)
        // "10 वा." is a time.
        && (apart != Some(List::Apart) || view.get(end) != Some('.'))
        || apart != Some(List::Apart) && own(table, &figures, &run).is_some();
    // 9ମରୁ, 6ଷ୍ଠରୁ: an ordinal has its case as well. A listed ending is whole: ২১শে.
    let stem = || {
        let stem = |length: usize| {
            let run: String = letters[..length].iter().collect();
            let words = own(table, &figures, &run)?;
            let end = at + length;
            case_at(view, end, table, language).map(|_| (words, end))
        };
        let plain = !known && apart != Some(List::Apart) && numeral.fraction.is_empty();
        let plain = plain && language != Language::En;
        plain.then(|| (1..letters.len()).rev().find_map(stem))?
    };
    // The letter of a section is no ending: 498अ.
    let lettered = || letters.len() == 1 && !letters[0].is_ascii() && table.suffix(&run).is_none();
    if !known && apart.is_none() && lettered() {
        return None;
    }
    // 3डी, and the F21s of a telephone.
    let named = || names_letters(table, letters) && table.suffix(&run).is_none();
    // and Realme 8s
    let model = || {
        let letter = || view.before(start).is_some_and(|c| c.is_ascii_uppercase());
        run == "s" && (letter() || view.follows(start, List::Models))
    };
    if !known && apart.is_none() && language != Language::En && named() || model() {
        return None;
    }
    let bases = script::bases(letters);
    let long = letters.len() > MAX_ENDING || bases > MAX_BASES && !run.is_ascii();
    let far = apart.is_some() || long || !numeral.fraction.is_empty();
    if !known && (far || follows_numbers(table, &run)) {
        return stem().map(|(words, end)| (Ending::Own(words), language, end));
    }
    let same = run.eq_ignore_ascii_case(proper);
    let run = if same { proper.to_owned() } else { run };
    // An English ending where the language has its own form for it.
    let whole = |table: &Table| own(table, &figures, &run).filter(|_| numeral.fraction.is_empty());
    if let Some(words) = whole(view.table) {
        return Some((Ending::Own(words), view.language, end));
    }
    if let Some((words, end)) = whole(table).map(|words| (words, end)).or_else(stem) {
        return Some((Ending::Own(words), language, end));
    }
    if language != Language::En {
        return Some((Ending::Joined(run), language, end));
    }
    let decade = run == "s" && !numeral.grouped && numeral.whole.is_in(DECADES);
    let fits = run == proper || run == "s";
    let written = run;
    fits.then_some((Ending::English { written, decade }, language, end))
}

/// The longest listed ending that begins letters as no word begins, where a word is joined to it: 8-ാംക്ലാസ്.
fn before_word<'l>(table: &Table, letters: &'l [char]) -> Option<&'l [char]> {
    let first = letters.first().filter(|c| script::extends(**c))?;
    let listed = |ending: &&str| ending.starts_with(*first);
    let endings = table.list(List::Endings).filter(listed);
    let length = |ending: &str| {
        let length = ending.chars().count();
        let begun = letters.get(..length)?.iter().copied();
        ending.chars().eq(begun).then_some(length)
    };
    let length = endings.filter_map(length).max()?;
    let next = letters.get(length)?;
    (!script::extends(*next)).then(|| &letters[..length])
}

/// Whether the ending of an English plural comes after the apostrophe at a place, after a number that decades have: 90's.
fn is_plural(view: &View, at: usize, numeral: &Numeral) -> bool {
    let decade = |n: u64| n.is_multiple_of(10) && (n < 100 || DECADES.contains(&n));
    matches!(view.get(at), Some('\'' | '’'))
        && view.letters(at + 1) == ['s']
        && numeral.value().is_some_and(decade)
}

/// Whether a word that is written right after a number is none of its endings: 100രൂപ.
fn follows_numbers(table: &Table, word: &str) -> bool {
    // 13ਮਈ
    use List::{Clock, Counted, Months, Particles, Scales};
    let lists = [Clock, Particles, Counted, Scales, Months];
    let short = || !word.is_ascii() && is_beside_numbers(table, word);
    table.coin(Currency::Rupee, Coin::Many) == Some(word)
        || currency(word) == Some(Currency::Rupee)
        || short()
        // 15ਮਿੰਟ
        || table.names_unit(word)
        || lists.into_iter().any(|list| table.lists(list, word))
}
