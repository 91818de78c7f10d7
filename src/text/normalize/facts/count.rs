//! What a number counts: a noun, rupees, hours, days and the like.

use crate::text::normalize::ground::*;

/// Characters by which a word for rupees is known.
const RUPEE_STEM: usize = 3;
/// Characters of a unit that is shortened in an Indic script: किमी, కిమీ.
const SHORT_UNIT: [usize; 2] = [3, 4];
/// Numbers below are one word.
pub const HUNDRED: u64 = 100;
/// A shorter word is no noun that is looked at.
const MIN_NOUN: usize = 3;
/// The first of two numbers of which either is meant.
const FEW: std::ops::RangeInclusive<u64> = 2..=30;
/// So many may be told by two numbers that are not neighbours.
const MANY: u64 = 8;
/// Units of time that may be inflected.
const PERIODS: [UnitName; 4] = {
    use UnitName::{Day, Month, Week, Year};
    [Day, Year, Month, Week]
};
/// A plural has more letters than its ending and so many bytes.
const MIN_PLURAL: usize = 3;

/// Whether what is counted, an hour or a month follows a number: a zero before its digit is not said then.
pub fn is_quantity(view: &View, end: usize, table: &Table) -> bool {
    if view.get(end) != Some(' ') || view.letters(end + 1).len() < MIN_NOUN {
        return false;
    }
    let noun = view.word(end + 1);
    // A month or a unit may be inflected: நிமிடம், நிமிடத்துக்கு.
    let begins = |name: &str| {
        let mut places = name.char_indices().rev().peekable();
        let end = places.peek().map_or(0, |(at, _)| *at);
        let last = places.find(|(_, c)| !script::extends(*c)).map(|(at, _)| at);
        let long = |at: &usize| name[..*at].chars().count() >= MIN_NOUN;
        let last = last.filter(long).unwrap_or(end);
        let beginning = noun.get(..last);
        beginning.is_some_and(|word| word.eq_ignore_ascii_case(&name[..last]))
    };
    let listed = |list| table.lists(list, &noun);
    let parts = [Name::Hours, Name::Minutes, Name::Seconds];
    let parts = parts.into_iter().filter_map(|part| table.word(part));
    let periods = PERIODS.iter().filter_map(|unit| table.unit_named(*unit));
    let mut units = parts.chain(periods.map(NamedUnit::said));
    listed(List::Clock)
        || listed(List::Counted)
        || units.any(begins)
        || table.list(List::Months).any(begins)
}

/// Whether a word begins as a unit of its script does, behind a number in words: दोन किमीवर.
pub fn is_counted_unit(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    let end = at + letters.len();
    let word = view.word(at);
    let unit = |length: &usize| {
        letters.len() >= *length && view.table.unit(beginning(&word, *length)).is_some()
    };
    !letters.first().is_none_or(char::is_ascii)
        && SHORT_UNIT.iter().any(unit)
        && view.get(end) != Some('.')
        && view.words_before(at, 1, |word| view.table.is_number_below(HUNDRED, word))
}

/// Whether the word after a place, with one character between, is a noun that is counted: 1950 people.
pub fn is_counted(view: &View, at: usize) -> bool {
    is_counted_in(view.table, view, at)
}

/// The same of a noun of another language than that of the clause.
pub fn is_counted_in(table: &Table, view: &View, at: usize) -> bool {
    if view.get(at) != Some(' ') {
        return false;
    }
    let next = view.word(at + 1);
    let plural = table.word(Name::Plural);
    let plural = || plural.is_some_and(|plural| next.ends_with(plural));
    table.lists(List::Counted, &next) || next.len() > MIN_PLURAL && plural()
}

/// Whether the article of one thing in English stands before a place: a 5 km run, a $2 billion port.
pub fn follows_article(view: &View, at: usize) -> bool {
    view.words_before(at, 1, |word| matches!(word, "a" | "an"))
}

/// The first characters of a name, by which its forms are known.
pub fn beginning(name: &str, length: usize) -> &str {
    let end = name.char_indices().nth(length);
    end.map_or(name, |(end, _)| &name[..end])
}

/// Whether a form of the word for per cent comes after a place.
pub fn names_percent(view: &View, at: usize) -> bool {
    // Its last sound is that of an ending: टक्के, टक्क्यांनी.
    let name = view.table.word(Name::Percent).unwrap_or_default();
    let stem = beginning(name, name.chars().count().saturating_sub(1));
    !stem.is_empty() && view.word(view.skip_spaces(at)).starts_with(stem)
}

/// Whether a word for rupees comes at a place, in whatever form and spelling (रुपया, रुपये, रुपए): it begins as their name does.
pub fn rupees_at(view: &View, at: usize) -> bool {
    is_for_rupees(view, &lowercase(view.letters(view.skip_spaces(at))))
}

/// Whether a word means rupees.
pub fn is_for_rupees(view: &View, word: &str) -> bool {
    is_rupees(view, word) || currency(word) == Some(Currency::Rupee)
}

/// Whether a word begins as the name of rupees does.
pub fn is_rupees(view: &View, word: &str) -> bool {
    let name = view.table.coin(Currency::Rupee, Coin::Many);
    word.starts_with(beginning(name.unwrap_or_default(), RUPEE_STEM))
}

/// Whether a word is one that is shortened beside numbers: নং.
pub fn is_beside_numbers(table: &Table, word: &str) -> bool {
    let mut readings = table.with_stop(word).iter();
    let counts = [
        Condition::BesideNumber,
        Condition::BeforeMoney,
        Condition::AfterLength,
    ];
    readings.any(|reading| counts.contains(&reading.condition))
}

/// Whether a noun of `language` follows, which the number is said before; `table` is that of the number.
pub fn noun_follows(view: &View, at: usize, table: &Table, language: Language) -> bool {
    let letters = view.letters(at + 1);
    // 500 SIM కార్డులు, but not 4000 nos
    let number = || view.cues(&lowercase(letters)).has(Kind::Number);
    let foreign = || letters.len() > 1 && is_round(view, at) && !number();
    let own = view.language_at(at + 1) == Some(language);
    if view.get(at) != Some(' ') || !own && !foreign() {
        return false;
    }
    let noun = spelling(letters);
    // A day is no count of months, nor a key one of the word that tells to press it.
    let month = |word: &str| table.lists(List::Months, word);
    let other = [List::Months, List::Particles, List::Press, List::Key];
    // 1 മ. 15 മി., 1 கி, but not 1 ജ.
    let shortened = || {
        let mut readings = table.with_stop(&noun).iter();
        let stop = view.get(at + 1 + letters.len()) == Some('.');
        (stop || table.shortened(letters).is_some())
            && is_beside_numbers(table, &noun)
            && !readings.any(|reading| month(reading.said()))
    };
    // 1 ടൺ
    (letters.len() > 2
        || !own
        || shortened()
        || table.unit(&noun).is_some() && currency(&noun).is_none())
        && !other.iter().any(|list| table.lists(*list, &noun))
        && !view.begins(List::Taken, &noun)
        // ఫోన్ 5000 మందికి
        && !view.follows_short(at, |word| {
            table.lists(List::Labels, word) && !is_round(view, at) || month(word)
        })
}

/// With its form before a noun, or with the case ending that stands apart; `said` is the language of the digits.
pub fn beside_noun(mut found: Candidate, view: &View, said: Language) -> Candidate {
    let end = found.end;
    if matches!(view.get(end), Some(' ' | '\'' | '’' | '"' | '”' | ')')) && found.language == said
    {
        found = found.with_case(view);
    }
    // An ending is no noun, and of a pair or a sum neither number counts, nor one that names: the 1 of 2+1, 2x1, PKCS #11.
    let pair = view.left.last().is_some_and(|span| {
        let joins = match view.get(span.range.start) {
            Some('+' | '#' | '_') => view.is_digit(span.range.end),
            Some('×' | 'x' | 'X') => {
                span.range.len() == 1 && view.is_digit(view.skip_spaces(span.range.end))
            }
            // எம்ஜிஎல்-1
            Some('-') => {
                let before = view.before(span.range.start);
                view.is_digit(span.range.end) && before.is_some_and(script::is_in_word)
            }
            sign => sign == Some('='),
        };
        span.class == Class::Pair || joins
    });
    let noun = || noun_follows(view, end, table(said), found.language);
    // 500రూపాయలు, 1கி
    let short = || {
        let letters = view.letters(end);
        table(said).shortened(letters).is_some()
            && is_beside_numbers(table(said), &spelling(letters))
    };
    let rupees = || view.is_letter(end) && (rupees_at(view, end) || short());
    let percent = || view.get(view.skip_spaces(end)) == Some('%');
    // 700+ నగరాలు
    let plus = || {
        let more = is_round(view, end) && view.get(end) == Some('+');
        more && noun_follows(view, end + 1, table(said), found.language)
    };
    found.grammar.before = found.end == end && !pair && (noun() || rupees() || percent() || plus());
    found
}

/// Whether a number that ends at a place is of hundreds.
fn is_round(view: &View, at: usize) -> bool {
    view.digits_before(at).ends_with(&['0', '0'])
}

/// Whether a word for a time, in full or shortened, follows a number.
pub fn duration_at(view: &View, at: usize) -> bool {
    let word = view.word(view.skip_spaces(at + usize::from(view.get(at) == Some('-'))));
    let begins = |unit: &UnitName| begins_as(view.table, *unit, &word);
    view.lists(List::Durations, &word) || !word.is_ascii() && TIMES.iter().any(begins)
}

/// Whether a word is a form of the name of a unit.
pub fn begins_as(table: &Table, unit: UnitName, word: &str) -> bool {
    let name = table.unit_named(unit).map_or("", NamedUnit::said);
    let length = name.chars().count();
    let stem = beginning(name, length - usize::from(length > MIN_NOUN));
    let form = |stem: &str| word.strip_prefix(stem).filter(|_| !stem.is_empty());
    // நிமிடம், நிமிடத்தில், நிமிடங்கள், but வார்டு is no week.
    let bare = name
        .strip_suffix("ம்")
        .filter(|stem| stem.chars().count() >= MIN_NOUN);
    let consonant = |rest: &str| !rest.starts_with(script::extends);
    form(stem).is_some() || bare.and_then(form).is_some_and(consonant)
}

/// The ending of a word that is a form of a name: the one that makes it of the name, or else the longest that is any.
pub fn form_of<'w>(table: &Table, name: &str, word: &'w str) -> &'w str {
    let mut tails = word.char_indices().skip(1).map(|(at, _)| &word[at..]);
    let bent = |case: Suffix| Some([&inflected(case.forms, name)?, case.ending].concat());
    let exact = |tail: &&str| table.suffix(tail).and_then(bent).as_deref() == Some(word);
    let shared = name
        .chars()
        .zip(word.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let mut rests = word
        .char_indices()
        .skip(shared.max(1))
        .map(|(at, _)| &word[at..]);
    let any = || rests.find(|tail| table.suffix(tail).is_some());
    tails
        .find(exact)
        .or_else(any)
        .filter(|_| name != word)
        .unwrap_or_default()
}

/// Whether a stroke stands between a number and the next one, before days or longer times: 4/5 দিন, 3/4 రోజుల్లో.
pub fn is_few(view: &View, at: usize) -> bool {
    if view.get(at) != Some('/') {
        return false;
    }
    let start = at - view.digits_before(at).len();
    let first = view.digits(start).0.value().unwrap_or_default();
    let (second, end) = view.digits(at + 1);
    let second = second.value().unwrap_or_default();
    // 8/10 लोग, 20/25 दिन
    let rounded = |step| first.is_multiple_of(step) && second == first + step;
    if !FEW.contains(&first) || second != first + 1 && (first < MANY || !rounded(2) && !rounded(5))
    {
        return false;
    }
    let noun = view.word(view.skip_spaces(end));
    // It may be inflected: రోజుల్లో.
    let begins = |unit: &UnitName| begins_as(view.table, *unit, &noun);
    // 2/3 sharing of costs
    let start = view.skip_spaces(end);
    let shared = view.next_word(start + view.letters(start).len()) == "of";
    let english = view.table.word(Name::Oh).is_some();
    let plural = !english || noun.ends_with('s');
    // Three quarters of an hour are 3/4 घंटे, two thirds of the people 2/3 लोग.
    let hours = || (first, second) != (3, 4) && begins(&UnitName::Hour);
    let counted = || first >= MANY / 2 && view.table.lists(List::Counted, &noun);
    plural && PERIODS.iter().any(begins)
        || !english && (hours() || counted())
        || view.begins(List::Choices, &noun) && !shared
}

/// Whether runs and wickets stand in the clause or in the one before: 97/3.
pub fn has_innings(view: &View) -> bool {
    let digit = |c: &char| script::digit(*c).is_some();
    let innings = |run: &[char]| match run {
        [a, b, '/', c, next] => {
            [a, b, c].into_iter().all(digit) && !next.is_alphanumeric() && *next != '/'
        }
        _ => false,
    };
    let mut runs = view.text.windows(5).chain(view.earlier.windows(5));
    runs.any(innings)
}
