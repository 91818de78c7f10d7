//! Numbers with nothing around them but the noun that they count: cardinals, decimals, years.

use super::facts::count::{is_beside_numbers, is_counted_in};
use super::facts::figures::{language, scan};
use super::prelude::*;
use crate::text::phrase;

/// The years of school after the tenth, and of college after these.
const SCHOOL: std::ops::RangeInclusive<u64> = 1..=3;
/// The gold of 22 karats has so many parts of a thousand.
const FINENESS: u64 = 916;
/// The ranks that are told by No.
const RANKS: std::ops::RangeInclusive<u64> = 1..=3;
/// The number of a name has no more digits, and the letters right after it are no more.
const MAX_NAMED: usize = 3;
const MAX_LABEL: usize = 2;
/// The place of T among the letters.
const T: usize = 19;

/// Whether the number from `at` to `end` belongs to a Latin name, whose language says it: 5G, T20, B-12, iPhone 16. Names that a
/// space parts from their number are listed.
fn is_of_name(view: &View, numeral: &Numeral, at: usize, end: usize) -> bool {
    let latin = |c: char| script::letter(c) == Some(Script::Latin);
    let capital = |c: char| latin(c) && c.is_uppercase();
    // 10 AM-2 PM, ৫/১সি
    let house = view.before(at) == Some('/') && matches!(view.last_class(), Some(Class::House(_)));
    let ranged = house || view.last_class() == Some(&Class::Range);
    if !numeral.is_plain() || numeral.whole.len() > MAX_NAMED || ranged {
        return false;
    }
    let joined = usize::from(view.before(at).is_some_and(|c| matches!(c, '-' | '‑')));
    // 120B is a section of a law.
    let short = numeral.whole.len() < MAX_NAMED;
    // A-101 is a flat, but HCoV-229E the name of a virus.
    if joined == 1 && !short && !view.get(end).is_some_and(capital) {
        return false;
    }
    // धारा 35A is none, and an ending may follow: 4Gல்.
    let thousand = matches!(view.letters(end), ['K' | 'k']) && !rupees_at(view, end + 1);
    let one = numeral.whole.len() == 1 || thousand;
    let label = letters::run(view, end).len();
    // GLE 63S
    let of_latin = || matches!(view.text[..at], [.., c, ' '] if latin(c));
    let after = short
        && (one || of_latin())
        && (thousand || view.get(end).is_some_and(capital))
        && label <= MAX_LABEL;
    let letters = view.run_before(at - joined, latin);
    // Internet2
    let before = view.before(at - joined).is_some_and(capital)
        || joined == 0 && (letters >= MAX_NAMED || letters == 1 && is_model(view, at));
    let listed = |word: &str| table(Language::En).lists(List::Models, word);
    // గ్రూప్-1, అండర్ 19
    let named = |word: &str| {
        let apart = joined == 0 && view.before(at) == Some(' ');
        view.lists(List::EnglishNumbers, word) && (!apart || view.table.lists(List::Models, word))
    };
    before
        || after
        || is_rank(view, numeral, at)
        || numeral.whole.len() == 1 && is_pressed(view, at, end)
        || is_generation(view, at, end)
        || is_school(view, numeral, at)
        || after_english(view, at - joined, at, end)
        || beside_letter(view, numeral, at - joined, end)
        || short && view.words_before(at, 1, named)
        || (joined == 1 || view.before(at) == Some(' ')) && view.words_before(at, 1, listed)
}

/// Whether a word of English before a number tells to press it, and no noun follows: press 2, but not hit 6 छक्के.
fn is_pressed(view: &View, at: usize, end: usize) -> bool {
    let told = |word: &str| word.is_ascii() && view.lists(List::Press, word);
    let noun = || view.get(end) == Some(' ') && view.language_at(end + 1) == Some(view.language);
    view.words_before(at, 1, told) && !noun()
}

/// Whether a number is the rank that No. after a word of English tells: World No. 1, but not Gate No. 1.
fn is_rank(view: &View, numeral: &Numeral, at: usize) -> bool {
    let (text, words) = view.lead(at);
    let [.., name, number] = words else {
        return false;
    };
    let told = number.text == "no" && text.get(number.range.end) == Some(&'.');
    told && text
        .get(name.range.start)
        .is_some_and(char::is_ascii_uppercase)
        && !view.cues_of(name).is_named()
        && numeral.value().is_some_and(|n| RANKS.contains(&n))
}

/// Whether a plus and the years of school after the tenth, or of college after these, stand before what these have: +2 का परिणाम.
fn is_school(view: &View, numeral: &Numeral, at: usize) -> bool {
    let years = numeral.value().is_some_and(|years| SCHOOL.contains(&years));
    let words = [Name::Plus, Name::PlusSign].map(|name| view.table.word(name));
    let plus = |word: &str| words.contains(&Some(word));
    let sign = matches!(view.text[..at], ['+'] | [.., ' ' | '(' | '/', '+']);
    let begins = || sign || view.words_before(at, 1, plus);
    // +2 / degree, but +2 degrees
    let degree = || {
        let (_, end) = view.digits(at);
        let named = |word: &str| names_degrees(view.table, word);
        // 33 degrees (+1)
        view.words_before(at, 2, named) || view.get(end) == Some(' ') && named(&view.next_word(end))
    };
    years && begins() && !is_formula(view) && view.mentions(List::Schooled) && !degree()
}

/// Whether the small letter before a number begins a word, as that of a model does: i10, e5.
fn is_model(view: &View, at: usize) -> bool {
    let begins = |c: char| matches!(c, ' ' | '(' | '"' | '\'');
    matches!(view.before(at), Some('i' | 'e')) && view.before(at - 1).is_none_or(begins)
}

/// Whether a name in Latin letters ends at `name` before a number, which does not count a noun of the clause: Galaxy Fold 3, Group-1.
fn after_english(view: &View, name: usize, at: usize, end: usize) -> bool {
    let spaced = usize::from(name == at);
    let named = name
        .checked_sub(spaced)
        .and_then(|end| word_before(view, end));
    let written = |span: &Classified| &view.text[span.range.clone()];
    let word = named.map_or(&[][..], written);
    let named = named.is_some_and(|span| {
        let latin = word.iter().all(char::is_ascii_alphabetic);
        // NH 44 is read in the language of the clause, but not Nord CE 2.
        let longer = || match view.left {
            [.., first, _] => {
                let near = first.range.end + 1 == span.range.start;
                let latin = written(first)[0].is_ascii() && first.language == Language::En;
                near && latin && is_name(written(first))
            }
            _ => false,
        };
        latin && (is_name(word) || longer()) && span.language == Language::En
    });
    // WebGL 1 is the name of a thing, and is said so before a noun too.
    let inner = |pair: &[char]| pair[0].is_lowercase() && pair[1].is_uppercase();
    let joined_words = word.windows(2).any(inner);
    // Nord CE 2 5G
    let next = view.skip_spaces(end);
    let counts = || {
        let (_, after) = view.digits(next);
        after > next && !view.get(after).is_some_and(char::is_uppercase)
    };
    // Chelsea 1-0, Esther 3:13, banner 8x4
    let sign = view.is_dash(end) || matches!(view.get(end), Some('x' | 'X' | '×'));
    let goes_on = (sign || is_decimal(view, end)) && view.is_digit(end + 1);
    // Fat 6%
    let goes_on = goes_on || view.get(end) == Some('%');
    let noun = || {
        let counted = view.word(next);
        // Meeting 4 baje, but not Fold 3 aur, Flat 203 khali
        let label = || view.cues(&lowercase(word)).any(&[Kind::Place, Kind::Grade]);
        let own = view.romanised.at(next) == Some(view.language) && !label();
        if next == end || !view.is_letter(next) || !own && counted.is_ascii() {
            return false;
        }
        let native = own.then(|| view.native(&counted)).flatten();
        let counted = native.unwrap_or_else(|| counted.into_owned());
        // Fold 3 এবং
        let links = [Name::Ampersand, Name::Or].map(|name| view.table.word(name));
        !links.contains(&Some(&*counted)) && !phrase::continues(view.language, &counted)
    };
    let joined = name < at;
    let apart = || view.before(at) == Some(' ') && !counts() && (joined_words || !noun());
    named && !goes_on && (joined || apart()) || letters::is_within_english(view, at, end)
}

/// The word that ends at a place.
fn word_before<'v>(view: &View<'v>, end: usize) -> Option<&'v Classified> {
    let mut spans = view.left.iter().rev();
    let last = spans.find(|span| !matches!(span.class, Class::Punctuation(_)));
    last.filter(|span| span.range.end == end && span.class == Class::Word)
}

/// Whether the name of a Latin letter in the script of the clause touches a number, or its hyphen: टी20, 3डी, बी-12. Such names are
/// English, and so is ട്വന്റി20.
fn beside_letter(view: &View, numeral: &Numeral, at: usize, end: usize) -> bool {
    if numeral.whole.len() >= MAX_NAMED {
        return false;
    }
    let indic = |word: &[char]| word.first().is_some_and(|c| !c.is_ascii());
    let is_name = |word: &[char]| indic(word) && view.table.letter(word).is_some();
    // 6ജിയും, but not 5টির, which is an ending.
    let letters = view.letters(end);
    let ends = || {
        let ending = |at: usize| {
            let ending: String = letters[at..].iter().collect();
            view.table.suffix(&ending).is_some()
        };
        let mut places = (2..letters.len()).rev();
        places.any(|at| is_name(&letters[..at]) && ending(at)) && !ending(0)
    };
    let word = |end| word_before(view, end).map(|span| &view.text[span.range.clone()]);
    let twenty = numeral.value() == Some(20);
    // ടി 20, ട്വന്റി 20
    let t = |word: &[char]| {
        let name = view.table.list(List::Letters).nth(T);
        name.is_some_and(|name| name.chars().eq(word.iter().copied()))
    };
    let apart = || view.before(at) == Some(' ') && word(at - 1).is_some_and(t);
    let match_of = || twenty && (apart() || view.follows_own(at, List::Models));
    let last = end + letters.len();
    let own_stop = || view.get(last) == Some('.') && view.is_heard_from(last);
    word(at).is_some_and(|word| is_name(word) || twenty && view.is_digit(at) && !word[0].is_ascii())
        || match_of()
        // 5வி. are seconds.
        || is_name(letters) && !own_stop()
        || ends()
}

/// Whether a & that is said in English stands before a place: Part 1 & 2, this & 200 more.
fn follows_english(view: &View, at: usize) -> bool {
    let sign = view.left.last();
    sign.is_some_and(|sign| {
        let joined = view.get(sign.range.start) == Some('&') && sign.language == Language::En;
        joined && view.skip_spaces(sign.range.end) == at
    })
}

/// A number and the scale after it, if there is one.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = language(view, at);
    let (numeral, end) = scan(view, at);
    let lakh =
        || matches!(view.get(end), Some('L' | ' ')) && scale::at(view, end, table, true).is_some();
    // 2M views
    let scaled = || lakh() || scale::at(view, end, table, false).is_some();
    let named = || is_of_name(view, &numeral, at, end) || follows_english(view, at);
    if language != Language::En && named() && !scaled() {
        let class = match numeral.whole.len() < MAX_NAMED || view.before(at) != Some('-') {
            true => Class::Cardinal(Number::of(numeral).into()),
            // HCoV-229E
            false => Class::Identifier(vec![Part::Digits(numeral.whole)]),
        };
        return Some(class.number(view, end, Language::En));
    }
    if is_of_user(view, &numeral, at, end) || is_fineness(view, &numeral, at, end) {
        let class = Class::Identifier(vec![Part::Digits(numeral.whole)]);
        return Some(class.number(view, end, language));
    }
    if let Some(found) = persons(view, &numeral, end, table, language) {
        return Some(found);
    }
    if let Some(day) = day_of_moon(view, &numeral, at, end) {
        let number = Number::ending(numeral, Ending::Own(day));
        return Some(Class::Cardinal(number.into()).number(view, end, language));
    }
    // మధ్యాహ్నం 1 గంటకు
    if let Some((one, hour)) = one_oclock(table, &numeral)
        && view.get(end) == Some(' ')
        && is_told_by_clock(view, end + 1, hour)
        && follows_daytime(view, at)
    {
        let number = Number::ending(numeral, Ending::Own(one));
        return Some(Class::Cardinal(number.into()).number(view, end, language));
    }
    let numeral = numeral.without_stop();
    // जनवरी 05
    let numeral = match numeral.whole[..] {
        [0, day @ 1..=9] if numeral.is_plain() && view.follows(at, List::Months) => {
            Numeral::of(Digits(vec![day]))
        }
        _ => numeral,
    };
    // 04 वाहनों, ০৯ নং, but not 7:05 after
    let apart =
        || matches!(view.before(at), None | Some(' ' | '(')) && table.word(Name::Oh).is_none();
    let noun = || {
        noun_follows(view, end, table, language)
            || is_counted_in(table, view, end)
            || is_beside_numbers(table, &view.next_word(end))
    };
    let padded = matches!(numeral.whole[..], [0, _]);
    let numeral = match padded && (is_quantity(view, end, table) || apart() && noun()) {
        true => numeral.counting(),
        false => numeral,
    };
    let mut number = Number::of(numeral);
    let scaled = scale::at(view, end, table, true).is_some();
    // 2.5 एकड़, of a unit that is written in full.
    let half = number.numeral.fraction[..] == [5] && view.get(end) == Some(' ');
    number.halves = scaled || half && table.names_unit(&view.word(end + 1));
    let thousand = table.word(Name::JoinedThousand);
    let joined = view.get(end) == Some(' ') && thousand == Some(&*view.word(end + 1));
    let (mut scales, last) = scale::classify(view, end, table, joined);
    scale::join(&mut number, &mut scales, table);
    if !scales.is_empty() {
        let short = !matches!(scales.last(), Some(Scale::Written { .. }));
        number.year = year_at(view, &number.numeral, at, end).is_some();
        number.scales = scales;
        let mut found = Class::Cardinal(number.into()).number(view, last, language);
        found.grammar.before = true;
        // 5.2 lakh-க்கு; a scale in full has its ending by itself.
        return Some(if short { found.with_case(view) } else { found });
    }
    let end = last;
    let class = match number.numeral.fraction.is_empty() {
        true => Class::Cardinal(number.into()),
        false => Class::Decimal(number.into()),
    };
    let found = class.number(view, end, language);
    let mut found = beside_noun(found, view, language);
    found.grammar.rate = begins_rate(view, end, table);
    Some(found)
}

/// Whether a number that ends at a place begins a range of a rate, for how much of which is told before it: 45-55 km/h.
fn begins_rate(view: &View, end: usize, table: &Table) -> RateOf {
    let dash = view.skip_spaces(end);
    if !view.is_dash(dash) {
        return RateOf::Number;
    }
    let (second, end) = numeral::scan(view.text, view.skip_spaces(dash + 1));
    let unit = unit_at(view, end, table, false).filter(|_| !second.whole.is_empty());
    let before = |unit: &Unit| !verbalize::around(unit, table).0.is_empty();
    match unit {
        Some((unit, _)) if before(&unit) => RateOf::First(unit),
        _ => RateOf::Number,
    }
}

/// Whether digits end the name of a user or a model that small letters begin: sub789. A round number or a year is counted.
fn is_of_user(view: &View, numeral: &Numeral, at: usize, end: usize) -> bool {
    let letters = view.letters_before(at);
    let name = letters.len() > 1 && letters.iter().all(char::is_ascii_lowercase);
    let long = numeral.is_plain() && numeral.whole.len() >= MAX_NAMED;
    let year = matches!(numeral.whole[..], [1, 9, _, _] | [2, 0, _, _]);
    let round = year || numeral.whole.ends_with(&[0, 0]);
    name && long && !round && !view.is_letter(end)
}

/// Whether a number is that of the gold of 22 karats, beside a word for gold or after karats: 916 hallmark, 22K 916.
fn is_fineness(view: &View, numeral: &Numeral, at: usize, end: usize) -> bool {
    let gold = |word: &str| view.begins(List::Gold, word);
    let before = || lowercase(view.letters_before(at.saturating_sub(1)));
    let beside = || gold(&view.next_word(end)) || gold(&before());
    numeral.is_plain()
        && numeral.integer() == Some(FINENESS)
        && (beside() || measures(view, UnitName::Karat))
        && !counts(view, end)
        && view.table.word(Name::Per) != Some(&*view.next_word(end))
}

/// Four digits that are a year.
pub fn year(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = language(view, at);
    let (numeral, end) = scan(view, at);
    let certainty = year_at(view, &numeral, at, end)?;
    let mut number = Number::of(numeral);
    number.year = true;
    let english = letters::is_within_english(view, at, end);
    let language = if english { Language::En } else { language };
    let class = Class::Year(number.into());
    let found = class.number(view, end, language).at_most(certainty);
    let mut found = beside_noun(found, view, language);
    // It counts nothing: 1971 போர்.
    found.grammar.before = false;
    Some(found)
}

/// The day of a fortnight of the moon, after the name of this: कार्तिक शु. 11, સુદ 5 ને. In full the name may be that of a person too, so that
/// nothing or the word of a day follows then.
fn day_of_moon(view: &View, numeral: &Numeral, at: usize, end: usize) -> Option<&'static str> {
    if !numeral.is_plain() || numeral.whole.len() > 2 || !view.table.has(List::DaysOfMoon) {
        return None;
    }
    let fortnight = |word: &str| view.table.lists(List::Fortnights, word);
    let ends = || {
        let next = view.get(end).filter(|c| *c != ' ');
        let word = view.next_word(end);
        let lists = [List::OfDay, List::Until, List::Date, List::Weekdays];
        next.is_some() || word.is_empty() || lists.iter().any(|list| view.table.lists(*list, &word))
    };
    let named = || view.words_before(at, 1, fortnight) && ends();
    let told = view.shortened().is_some_and(fortnight) || named();
    let day = numeral.integer().filter(|_| told)?;
    let index = usize::try_from(day.checked_sub(1)?).ok()?;
    view.table.list(List::DaysOfMoon).nth(index)
}

/// So many persons, where the language has words for that: 2 మంది, 3 విద్యార్థులు. A noun for people in general is a part of them.
fn persons(
    view: &View,
    numeral: &Numeral,
    end: usize,
    table: &'static Table,
    language: Language,
) -> Option<Candidate> {
    let count = numeral.integer()?;
    let words = table.named(Family::PersonCounts, &count.to_string())?;
    let start = end + usize::from(view.get(end) == Some(' '));
    let noun = view.word(start);
    let mut people = table.list(List::People);
    let tail = people.find_map(|people| noun.strip_prefix(people));
    let case = tail.and_then(|tail| table.suffix(tail));
    let whole = tail.is_some_and(str::is_empty) || case.is_some();
    let mut listed = table.list(List::Persons);
    let mut person = || start > end && listed.any(|person| noun.starts_with(person));
    // September 5, Teachers' Day
    let month = |word: &str| table.lists(List::Months, word);
    let at = end - numeral.whole.len();
    // 4-5 మందికి
    let ranged = || whole && at > 1 && view.is_dash(at - 1) && view.is_digit(at - 2);
    if !(whole || person()) || view.words_before(at, 1, month) || ranged() {
        return None;
    }
    let number = Number::ending(numeral.clone(), Ending::Own(words));
    let end = if whole {
        start + noun.chars().count()
    } else {
        end
    };
    let mut found = Class::Cardinal(number.into()).number(view, end, language);
    found.grammar.case = case;
    Some(found)
}
