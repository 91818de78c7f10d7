//! Words that are written shorter than they are said: Dr., i.e., ई. पू., No. 5.

use super::prelude::*;

/// Characters of the longest abbreviation, its stops included.
const MAX_LENGTH: usize = letters::LONGEST_STOPPED;

/// Characters of a word that chats write with a figure.
const FIGURED: usize = 5;
/// Digits of a telephone, or of the first group of one.
const CALLED: usize = 5;
/// Words of a phrase, and of a sentence.
const PHRASE: usize = 2;
const SENTENCE: usize = 3;
/// Words of the longest abbreviation: সঃ প্রাঃ বিঃ.
const WORDS: usize = 3;
/// So many pieces with stops and no spaces between are the initials of one name.
const JOINED: usize = 3;
/// What an initial that other initials stand beside is none of: O.S. 78/2019, C.C. 87/2021.
const COUNTED: [Condition; 3] = {
    use Condition::{BeforeLaw, BeforeYear, BesideNumber};
    [BesideNumber, BeforeLaw, BeforeYear]
};
/// Letters of the label of a field.
const LABEL: usize = 3;

/// A word or two words with stops, which the table has in full; a colon or visarga may stand in place of a stop.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let (mut of_number, mut label) = (false, false);
    let stops = match view.get(end) {
        // ಗುರು.... leaves a sentence open.
        Some('.') if !letters[0].is_ascii() && view.rest(end).starts_with(&['.', '.']) => false,
        Some('.' | '॰' | '॥' | '/') => true,
        Some(':') => {
            let told = is_title(&letters.iter().collect::<String>())
                || short(letters)
                || has_colon(view, letters, at);
            of_number = !told && is_before_figure(view, letters.len(), end);
            label = !told && is_label(view, letters, at);
            told || of_number || label
        }
        _ => matches!(letters.last(), Some('ঃ' | 'ଃ')) || short(letters),
    };
    if !stops {
        return None;
    }
    let language = view.language_at(at)?;
    let table = table(language);
    let own = || {
        let stopped = format!("{}.", letters.iter().collect::<String>());
        Some((table.abbreviation(&stopped)?, letters.len())).filter(|_| short(letters))
    };
    let (readings, length) = longest(view, at, table).or_else(own)?;
    // बी.एड. is no advocate, and the S. of O.S. No. no serial.
    let (initial, end) = (letters.len() == 1 && length <= 2, at + length);
    let numbers = || is_number(view, readings[0].said(), end);
    if !initial
        && view.before(at) == Some('.')
        && !numbers()
        && follows_initial(view, table, at - 1)
    {
        return None;
    }
    // O.S. 78/2019, S.V. Road, P. V. Rao
    let next = view.skip_spaces(at + 2);
    let name = || matches!(view.rest(next), [c, '.', ..] if c.is_ascii_uppercase());
    let counted = |reading: &Reading| COUNTED.contains(&reading.condition);
    let chained =
        initial && readings.iter().any(counted) && (view.before(at) == Some('.') || name());
    if chained || length == letters.len() + 1 && is_of_chain(view, table, at, at + letters.len()) {
        return None;
    }
    if length <= letters.len() + 1 && !numbers() && is_initial(view, table, at, end) {
        return None;
    }
    // பு.ச.எண். 112
    let last = || readings[0].said().rsplit(' ').next().unwrap_or_default();
    let several = length > letters.len() + 1;
    if several && is_part_of_chain(view, at, end) && !is_number(view, last(), end) {
        return None;
    }
    // A label has its value behind it, in the next clause perhaps.
    let labelled = || label && !view.is_heard_from(end);
    let valued = |reading: &&Reading| reading.condition == Condition::BesideNumber && labelled();
    let reading = readings
        .iter()
        .find(valued)
        .or_else(|| sense(readings, view, at, end))?;
    // A label of several meanings, none of which holds here, stays as it is: Sys: 120, Int: 20
    if label && readings.len() > 1 && reading.condition == Condition::Always {
        return None;
    }
    // ದಿ: 5-6-2025, but मान: 75 is no title.
    let called = || view.digits(view.skip_spaces(end)).0.len() >= CALLED;
    if of_number && !table.lists(List::Date, reading.said()) && !called() {
        return None;
    }
    // ப: சென்னை
    let label = label || reading.condition == Condition::Begins && is_head(view, at, end);
    // A stop at the end of the sentence is heard as one.
    let stopped = view.before(end) == Some('.') && !matches!(view.get(end), Some(':' | ')'));
    // Messrs. The Oberoi
    let next = || begins_sentence(view, end) || ends_sentence(view, reading.said(), at, end);
    let last = stopped && (!view.is_heard_from(end) || !is_title(&lowercase(letters)) && next());
    let end = end - usize::from(last || label || several && leads(view, at, end));
    let class = Class::Abbreviation(Meaning::Reading(reading));
    if view.beside_number(at) {
        return Some(class.inflected(view, end, language).describing(view, at));
    }
    let found = class.until(view, end).said_in(language);
    // ஒரு கி.மீ.க்கு, ச.அடிக்கு
    Some(if view.is_letter(end) || has_ending(view, table, end) {
        found.with_case(view)
    } else {
        found
    })
}

/// Whether the last mark of an abbreviation with stops is a colon that leads on to a word: எ.கா: மாம்பழம்
fn leads(view: &View, at: usize, end: usize) -> bool {
    let colon = view.before(end) == Some(':') && view.text[at..end].contains(&'.');
    colon && view.is_letter(view.skip_spaces(end))
}

/// Whether an ending stands apart behind the last stop of an abbreviation: जि.प. ने
fn has_ending(view: &View, table: &Table, end: usize) -> bool {
    let ending = view.next_word(end);
    let known = table.suffix(&ending).is_some() && !table.lists(List::Alone, &ending);
    view.rest(end - 1).starts_with(&['.', ' ']) && view.letters(end + 1).len() > 1 && known
}

/// Whether it is the word for a number after initials, with its number: ఓ.ఎస్.నెం. 67
fn is_number(view: &View, said: &str, end: usize) -> bool {
    view.is_digit(view.skip_spaces(end)) && view.cues(said).has(Kind::Number)
}

/// Whether a colon in place of a stop ends the label of a field in Latin letters that no other list has: Exp: 03/2027, but not Exam: 5 May
fn is_label(view: &View, letters: &[char], at: usize) -> bool {
    let name = letters.len() >= LABEL && letters[0].is_ascii_uppercase();
    let apart = view.before(at).is_none_or(|c| matches!(c, ' ' | '(' | ','));
    let ends = matches!(view.get(at + letters.len() + 1), None | Some(' '));
    let known = || {
        let own = table(Language::En).shortened(letters);
        let end = at + letters.len();
        let held = own.and_then(|readings| sense(readings, view, at, end));
        held.is_some() || shortened::is_word(&lowercase(letters))
    };
    name && apart && ends && !known()
}

/// Whether a colon in place of a stop parts several letters of India from a number: ದಿ: 5-6-2025
fn is_before_figure(view: &View, length: usize, colon: usize) -> bool {
    let indic = view.before(colon).is_some_and(|c| !c.is_ascii());
    indic && length > 1 && view.is_digit(view.skip_spaces(colon + 1))
}

/// Whether a colon in place of a stop, as which it is listed, ends a short form: ತಾ: ಬೇಲೂರು, but not सुन ले: आओ
fn has_colon(view: &View, letters: &[char], at: usize) -> bool {
    let end = at + letters.len();
    let apart = view.before(at).is_none_or(|c| matches!(c, ' ' | '(' | ','));
    let key = || format!("{}:", spelling(letters));
    apart && !view.is_letter(end + 1) && view.table.abbreviation(&key()).is_some()
}

/// Whether the letters from `at` to their stop at `stop` are one of several initials: জি.আর., এ. পি. জে.
fn is_of_chain(view: &View, table: &Table, at: usize, stop: usize) -> bool {
    if table.letter(&view.text[at..stop]).is_none() {
        return false;
    }
    let last = at - usize::from(view.before(at) == Some(' '));
    let follows = view.before(last) == Some('.') && follows_initial(view, table, last - 1);
    let next = view.skip_spaces(stop + 1);
    let letters = view.letters(next);
    let precedes = view.get(next + letters.len()) == Some('.') && table.letter(letters).is_some();
    follows || precedes
}

/// Whether an abbreviation in the letters of India is one of three or more that stops join: भा.द.वि. Only a title stands so before the
/// initials of a name, which are named: डॉ.ए.पी.जे.
fn is_initial(view: &View, table: &Table, at: usize, end: usize) -> bool {
    if view.get(at).is_none_or(|c| c.is_ascii()) || view.before(end) != Some('.') {
        return false;
    }
    let mut start = at;
    while view.before(start) == Some('.') && !view.letters_before(start - 1).is_empty() {
        start -= 1 + view.letters_before(start - 1).len();
    }
    let (mut joined, mut next) = (0, start);
    while let length @ 1.. = letters::run(view, next).len()
        && view.get(next + length) == Some('.')
    {
        joined += 1;
        next += length + 1;
    }
    let named = || table.letter(letters::run(view, end)).is_some();
    // अ.प्रा., of which only one part is known; a title may stand before an initial: डॉ.र.
    let (first, other) = match start < at {
        true => (start, view.letters_before(at - 1)),
        false => (at, letters::run(view, end)),
    };
    let title = || is_title(&letters::run(view, first).iter().collect::<String>());
    let half = || joined == 2 && table.with_stop(&spelling(other)).is_empty() && !title();
    let chained = joined >= JOINED && (start < at || !named()) || half();
    chained || start == at && letters::ends_initials(view, at, end)
}

/// Whether an abbreviation of several pieces ends a longer chain of initials that is none: the ಸ.ಸಂ. of ಹಾ.ಉ.ಸ.ಸಂ.
fn is_part_of_chain(view: &View, at: usize, end: usize) -> bool {
    let indic = !view.text[at].is_ascii() && view.before(end) == Some('.');
    indic
        && view.before(at) == Some('.')
        && !view.beside_number(at)
        && script::bases(view.letters_before(at - 1)) == 1
        && view.shortened().is_none()
}

/// Whether the letters that end at a stop are the name of a Latin letter.
fn follows_initial(view: &View, table: &Table, stop: usize) -> bool {
    let letters = view.letters_before(stop);
    matches!(letters, [c] if c.is_ascii_uppercase()) || table.letter(letters).is_some()
}

/// The longest abbreviation at a place, of three words at most, and its length.
fn longest(view: &View, at: usize, table: &Table) -> Option<(&'static [Reading], usize)> {
    let rest = view.rest(at);
    let is_stop = |c: char| matches!(c, '.' | '॰' | ':' | '॥' | 'ঃ' | 'ଃ');
    let part = |c: &&char| script::letter(**c).is_some() || is_stop(**c) || **c == '/';
    let mut found = None;
    let mut key = String::new();
    let mut start = 0;
    for _ in 0..WORDS {
        let run = rest[start..].iter().take(MAX_LENGTH + 1);
        let length = run.take_while(part).count();
        if length == 0 {
            break;
        }
        // A name may follow without a space: ಡಾ.ರಾಜ್ಕುಮಾರ್.
        let seen = length.min(MAX_LENGTH);
        for (i, c) in rest[start..start + seen].iter().enumerate() {
            let stop = is_stop(*c);
            key.extend(if stop { '.' } else { *c }.to_lowercase());
            let last = i + 1 == length;
            // A/c: 5010, to my a/c.
            let label = !stop && i + 2 == length && is_stop(rest[start + i + 1]);
            let whole = (last || label) && key.contains('/');
            // ச.கி.மீ without its last stop, க.அடி/வினாடி
            let ends = last || rest[start + i + 1] == '/';
            let open = ends && !stop && !key.is_ascii() && key.contains('.');
            // সেপ্টে/২৫
            let next = &rest[start + i + 1..];
            let year = matches!(next, ['/', a, b, ..] if is_figure(a) && is_figure(b));
            let monthly = (year && !open && !stop && i > 0 && !key.contains('.'))
                .then(|| table.abbreviation(&format!("{key}.")))
                .flatten()
                .filter(|all| table.lists(List::Months, all[0].said()));
            let readings = match open {
                true => table.abbreviation(&format!("{key}.")),
                false if monthly.is_some() => monthly,
                false if matches!(*c, '॥' | ':') => marked(table, &key, *c),
                false if whole || stop => table.abbreviation(&key),
                false if is_inflected(table, &key, &rest[start..], i) => {
                    table.abbreviation(&format!("{key}."))
                }
                false => None,
            };
            found = readings.map(|all| (all, start + i + 1)).or(found);
        }
        start += length;
        if seen < length || !key.ends_with('.') || rest.get(start) != Some(&' ') {
            break;
        }
        start += 1;
    }
    found
}

/// The readings of what a double danda or a colon shortens, which has others than with a stop perhaps: ವಿ॥, ಜಿ:.
fn marked(table: &Table, key: &str, mark: char) -> Option<&'static [Reading]> {
    let written = key.strip_suffix('.').unwrap_or(key);
    let own = table.abbreviation(&format!("{written}{mark}"));
    own.or_else(|| table.abbreviation(key))
}

/// Whether an ending follows the last piece of `key`, which has no stop: ச.அடிக்கு. The piece ends at `last` of `text`.
fn is_inflected(table: &Table, key: &str, text: &[char], last: usize) -> bool {
    let Some((_, piece)) = key.rsplit_once('.').filter(|_| !key.is_ascii()) else {
        return false;
    };
    let behind = &text[last + 1..];
    let behind = behind.iter().take_while(|c| script::letter(**c).is_some());
    let ending: String = behind.collect();
    let sign = ending.chars().next().is_none_or(script::extends);
    piece.chars().nth(1).is_some() && !sign && table.suffix(&ending).is_some()
}

/// A word that is written shorter without a stop, anywhere: pls, Hon'ble.
pub fn bare(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let language = view.language_at(at)?;
    let found = |meaning| {
        Class::Abbreviation(meaning)
            .until(view, end)
            .said_in(language)
    };
    if let Some(words) = shouted(view, letters).or_else(|| linked(view, at, letters)) {
        return Some(found(Meaning::Words(words)));
    }
    if let Some(reading) = part_of_day(view, at, letters) {
        return Some(found(Meaning::Reading(reading)));
    }
    // NR, LTE
    let listed = matches!(view.get(view.skip_spaces(end)), Some(',' | '/'));
    // BAL AMT PAID, but not: BAL GANGADHAR
    let short = |word: &[char]| {
        let small: Vec<char> = lowercase(word).chars().collect();
        word != letters && table(language).shortened(&small).is_some()
    };
    let shouted = !listed && is_shouted(view, letters, PHRASE) && words(view.text).any(short);
    let small = shouted.then(|| lowercase(letters).chars().collect::<Vec<_>>());
    let readings = table(language).shortened(small.as_deref().unwrap_or(letters))?;
    let reading = sense(readings, view, at, end)?;
    // "h-u-g-e" has no words.
    let apart = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | ',' | '?' | '!'));
    // U-17, E-facing
    let facing = reading.condition == Condition::Before && view.get(end) == Some('-');
    let hyphened = facing || reading.condition == Condition::BeforeHyphen;
    let apart = apart(view.before(at)) && (hyphened || apart(view.get(end)));
    // നബി (സ), but not (r)
    let inside = view.before(at) == Some('(') && view.get(end) == Some(')');
    match letters {
        [letter] if inside && !letter.is_ascii() => Some(found(Meaning::Reading(reading))),
        [letter] if !apart || !hyphened && !is_chat(view, table(language), *letter) => None,
        _ => Some(found(Meaning::Reading(reading))),
    }
}

/// What a part of the day is short for that a hyphen joins to another one, in brackets: 1 మాత్ర (ఉ-రా).
fn part_of_day(view: &View, at: usize, letters: &[char]) -> Option<&'static Reading> {
    let next = at + letters.len();
    let other = |other: &[char]| {
        let word = spelling(other);
        let daytime = || view.shortens(&word, List::Daytimes) || is_daytime(view, &word);
        !other.is_empty() && other != letters && daytime()
    };
    let joined = view.get(next) == Some('-') && other(view.letters(next + 1))
        || view.before(at) == Some('-') && other(view.letters_before(at - 1));
    let group = view.run_before(at, |c| c == '-' || script::letter(c).is_some());
    let joined = joined && view.before(at - group) == Some('(');
    let mut readings = joined.then(|| view.table.with_stop(&spelling(letters)).iter())?;
    readings.find(|reading| view.table.lists(List::Daytimes, reading.said()))
}

/// A word that no list has, by the letters that are left of it: posn., bkfst, एपि.
pub fn left(view: &View, at: usize) -> Option<Candidate> {
    match view.get(at)?.is_ascii() {
        true => left_of_english(view, at),
        false => begun(view, at),
    }
}

/// A word of English by the letters that are left of it.
fn left_of_english(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let stopped = view.get(end) == Some('.');
    let own = view.language == Language::En;
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | '@'));
    let whole = shortened::left(letters, stopped)?;
    let after = view.get(end + usize::from(stopped));
    if !apart(view.before(at))
        || !apart(after)
        || !stopped && !own
        || view.romanised.at(at).is_some()
    {
        return None;
    }
    // A stop at the end of the sentence is heard as one, and a name may stand there.
    let heard = view.is_heard_from(end);
    if stopped && !heard && letters::is_name(letters) {
        return None;
    }
    let class = Class::Abbreviation(Meaning::Whole(whole));
    let next = || begins_sentence(view, end + 1) || ends_sentence(view, whole.word(), at, end + 1);
    let within = stopped && heard && !next();
    let end = end + usize::from(within);
    Some(class.until(view, end).said_in(Language::En))
}

/// A word of an Indian language that is written by its beginning and a stop: एपि. A stop that ends the clause is heard as one.
fn begun(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic() && c != '.');
    let stopped = view.get(end) == Some('.') && apart(view.get(end + 1));
    if !stopped || !apart(view.before(at)) {
        return None;
    }
    let language = view.language_at(at)?;
    let form: String = letters.iter().collect();
    let whole = shortened::begun(table(language), &form)?;
    let heard = view.is_heard_from(end + 1);
    // Most words that end in a vowel that is not written are whole: वह दूर.
    if !heard && form.ends_with(|c| !script::extends(c)) {
        return None;
    }
    let end = end + usize::from(heard);
    let class = Class::Abbreviation(Meaning::Whole(whole));
    Some(class.until(view, end).said_in(language))
}

/// A word that is written in capitals, as all of its clause: SIGN UP NOW.
fn shouted(view: &View, letters: &[char]) -> Option<&'static str> {
    let word = lowercase(letters);
    let found = view.listed(List::Shouted).find(|listed| *listed == word)?;
    is_shouted(view, letters, SENTENCE).then_some(found)
}

/// Whether a word is in capitals as all of its clause is, of so many words at least, where it need not be made of initials: BAL AMT PAID.
fn is_shouted(view: &View, letters: &[char], least: usize) -> bool {
    let capitals = |word: &[char]| word.iter().all(char::is_ascii_uppercase);
    letters.len() > 1
        && capitals(letters)
        && words(view.text).all(capitals)
        && words(view.text).count() >= least
}

/// An ending of the clause's language after a hyphen or Latin letters, with the vowel that links it: ATM-ல், ஆப்-ன்.
fn linked(view: &View, at: usize, letters: &[char]) -> Option<&'static str> {
    let latin = match &view.text[..at] {
        [.., c, '-'] => script::is_in_word(*c),
        [.., c, ' '] => c.is_ascii_alphabetic(),
        [.., c] => c.is_ascii_uppercase(),
        [] => false,
    };
    let written: String = letters.iter().filter(|_| latin).collect();
    view.table.named(Family::Linked, &written)
}

/// Whether a letter may be a word of a chat: some only where another word is one, as in mathematics letters stand for numbers.
fn is_chat(view: &View, table: &Table, letter: char) -> bool {
    let other = |word: &[char]| word != [letter] && table.shortened(word).is_some();
    !view.lists(List::ChatLetters, letter.encode_utf8(&mut [0; 4])) || words(view.text).any(other)
}

/// A word that chats write with a figure: b4, 2day.
pub fn figured(view: &View, at: usize) -> Option<Candidate> {
    let length = view.run(at, |c| c.is_ascii_alphanumeric());
    let token = &view.rest(at)[..length];
    let mixed = token.iter().any(char::is_ascii_digit) && token.iter().any(|c| !c.is_ascii_digit());
    let fits = match token {
        ['2' | '4'] => stands_instead(view, at),
        _ => mixed && length <= FIGURED && view.before(at) != Some('-'),
    };
    if !fits {
        return None;
    }
    let readings = table(Language::En).figured(&token.iter().collect::<String>())?;
    let class = Class::Abbreviation(Meaning::Reading(sense(readings, view, at, at + length)?));
    Some(class.until(view, at + length).said_in(Language::En))
}

/// Whether a digit may stand in place of a word that sounds like it: wait 4 me, but not for 4 my friends.
fn stands_instead(view: &View, at: usize) -> bool {
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    view.language == Language::En && spaced && !view.follows(at, List::Counting)
}

/// An abbreviation that the table has without its stop, before a number.
pub fn unstopped(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    // Dep: 10:20, Ch-5
    let colon = usize::from(matches!(view.get(end), Some(':' | '-')));
    // 2nd gen
    let ordinal = || matches!(view.last_class(), Some(Class::Ordinal(_))) && view.beside_number(at);
    // But 1st Ex-CM
    let ranked = || view.get(end) != Some('-') && ordinal();
    let before = view.digit_near(end) && view.is_digit(view.skip_spaces(end + colon));
    // A clause may end at the colon of a label.
    let labels = || view.get(end) == Some(':') && !view.is_heard_from(end + 1);
    if !before && !ranked() && !labels() {
        return None;
    }
    let language = view.language_at(at)?;
    let capitals = letters[1..].iter().any(|c| c.is_uppercase());
    // last dt 25/5, dep 50k
    let own = table(language).shortened(letters);
    let own = own.and_then(|readings| sense(readings, view, at, end));
    let counted = |word: String| table(language).counted(&word);
    let exact = || counted(letters.iter().collect());
    let reading = match own.or_else(exact) {
        None if !capitals => counted(lowercase(letters))?,
        reading => reading?,
    };
    let class = Class::Abbreviation(Meaning::Reading(reading));
    Some(class.until(view, end).said_in(language))
}
