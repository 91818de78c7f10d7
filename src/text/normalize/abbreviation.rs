//! Words that are written shorter than they are said: Dr., i.e., ई. पू., No. 5.

use super::prelude::*;

/// Characters of the longest abbreviation, its stops included.
const MAX_LENGTH: usize = letters::LONGEST_STOPPED;

/// Characters of a word that chats write with a figure.
const FIGURED: usize = 5;
/// Words of a sentence.
const SENTENCE: usize = 3;
/// So many pieces with stops and no spaces between are the initials of one name.
const JOINED: usize = 3;

/// A word or two words with stops, which the table has in full; a colon or visarga may stand in place of a stop.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let stops = match view.get(end) {
        // ಗುರು.... leaves a sentence open.
        Some('.') if !letters[0].is_ascii() && view.rest(end).starts_with(&['.', '.']) => false,
        Some('.' | '॰' | '॥' | '/') => true,
        Some('0' | '०') => is_zero_stop(view.rest(at), letters.len()),
        // কি:মি:
        Some(':') => {
            is_title(&letters.iter().collect::<String>())
                || short(letters)
                || is_of_colons(view, end)
        }
        _ => matches!(letters.last(), Some('ঃ' | 'ଃ')) || short(letters),
    };
    if !stops {
        return None;
    }
    let language = view.language_at(at)?;
    let table = table(language);
    let own = || {
        Some((
            table.abbreviation(&format!("{}.", letters.iter().collect::<String>()))?,
            letters.len(),
        ))
    };
    let found = longest(view, at, |key| table.abbreviation(key));
    let (readings, length) = found.or_else(|| own().filter(|_| short(letters)))?;
    // बी.एड. is no advocate, and the S. of O.S. No. no serial.
    let initial = letters.len() == 1 && length <= 2;
    if !initial && view.before(at) == Some('.') && follows_initial(view, table, at - 1) {
        return None;
    }
    // O.S. 78/2019, S.V. Road
    let name = || matches!(view.rest(at + 2), [c, '.', ..] if c.is_ascii_uppercase());
    let counted = || readings[0].condition == Condition::BesideNumber;
    let chained = initial && counted() && (view.before(at) == Some('.') || name());
    if chained || length == letters.len() + 1 && is_of_chain(view, table, at, at + letters.len()) {
        return None;
    }
    let end = at + length;
    if length <= letters.len() + 1 && is_initial(view, table, at, end) {
        return None;
    }
    let reading = sense(readings, view, at, end)?;
    // A stop at the end of the sentence is heard as one.
    let last =
        !view.is_heard_from(end) && view.before(end) == Some('.') && view.get(end) != Some(':');
    let found = Candidate::new(
        view,
        end - usize::from(last),
        Class::Abbreviation(Meaning::Reading(reading)),
    )
    .said_in(language);
    Some(match view.beside_number(at) {
        true => Candidate {
            counts: true,
            ..found.with_case(view)
        },
        false => found,
    })
}

/// Whether a colon in place of a stop is one of two: কি:মি:
fn is_of_colons(view: &View, colon: usize) -> bool {
    let next = view.letters(colon + 1);
    !next.is_empty() && !next[0].is_ascii() && view.get(colon + 1 + next.len()) == Some(':')
}

/// Whether a zero that stands in place of a stop, as typewriters had it, follows letters of Devanagari: डॉ0, कि0ग्रा0.
fn is_zero_stop(text: &[char], at: usize) -> bool {
    let devanagari = |c: &char| script::letter(*c) == Some(Script::Devanagari);
    let zero = matches!(text.get(at), Some('0' | '०'))
        && at.checked_sub(1).is_some_and(|i| devanagari(&text[i]));
    zero && text
        .get(at + 1)
        .is_none_or(|c| script::digit(*c).is_none() && *c != '.')
}

/// Whether the letters from `at` to their stop at `stop` are one of several initials: জি.আর., এ. পি. জে.
fn is_of_chain(view: &View, table: &Table, at: usize, stop: usize) -> bool {
    if table.letter(&view.text[at..stop]).is_none() {
        return false;
    }
    let space = usize::from(view.before(at) == Some(' '));
    let before = at.checked_sub(space + 1);
    let follows = before
        .is_some_and(|i| view.get(i) == Some('.') && i > 0 && follows_initial(view, table, i));
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
    while start > 1 && view.get(start - 1) == Some('.') && view.is_letter(start - 2) {
        let before = &view.text[..start - 1];
        let space = before.iter().rposition(|c| script::letter(*c).is_none());
        start = space.map_or(0, |i| i + 1);
    }
    let (mut joined, mut next) = (0, start);
    loop {
        let length = letters::run(view, next).len();
        if length == 0 || view.get(next + length) != Some('.') {
            break;
        }
        joined += 1;
        next += length + 1;
    }
    let named = || table.letter(letters::run(view, end)).is_some();
    joined >= JOINED && (start < at || !named())
}

/// Whether the letters that end at a stop are the name of a Latin letter.
fn follows_initial(view: &View, table: &Table, stop: usize) -> bool {
    let letters = view.letters_before(stop);
    matches!(letters, [c] if c.is_ascii_uppercase()) || table.letter(letters).is_some()
}

/// The longest abbreviation at a place, of two words at most, and its length.
fn longest(
    view: &View,
    at: usize,
    known: impl Fn(&str) -> Option<&'static [Reading]>,
) -> Option<(&'static [Reading], usize)> {
    let rest = view.rest(at);
    let is_stop = |c: char| matches!(c, '.' | '॰' | ':' | '॥' | 'ঃ' | 'ଃ');
    let part = |c: &&char| script::letter(**c).is_some() || is_stop(**c) || **c == '/';
    let mut found = None;
    let mut key = String::new();
    let mut start = 0;
    for _ in 0..2 {
        let zero = |i: usize| is_zero_stop(rest, i);
        let run = rest[start..].iter().enumerate().take(MAX_LENGTH + 1);
        let run = run.take_while(|(i, c)| part(c) || zero(start + i));
        let length = run.count();
        if length == 0 {
            break;
        }
        // A name may follow without a space: ಡಾ.ರಾಜ್ಕುಮಾರ್.
        let seen = length.min(MAX_LENGTH);
        for (i, c) in rest[start..start + seen].iter().enumerate() {
            let stop = is_stop(*c) || zero(start + i);
            key.extend(if stop { '.' } else { *c }.to_lowercase());
            let last = i + 1 == length;
            let whole = last && key.contains('/');
            // ச.கி.மீ without its last stop
            let open = last && !stop && !key.is_ascii() && key.contains('.');
            let readings = match open {
                true => known(&format!("{key}.")),
                false => Some(&key)
                    .filter(|_| whole || stop)
                    .and_then(|key| known(key)),
            };
            if let Some(readings) = readings {
                found = Some((readings, start + i + 1));
            }
        }
        start += length;
        if seen < length || !key.ends_with('.') || rest.get(start) != Some(&' ') {
            break;
        }
        start += 1;
    }
    found
}

/// A word that is written shorter without a stop, anywhere: pls, Hon'ble.
pub fn bare(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let language = view.language_at(at)?;
    let found = |meaning| Candidate::new(view, end, Class::Abbreviation(meaning)).said_in(language);
    if let Some(words) = shouted(view, letters).or_else(|| linked(view, at, letters)) {
        return Some(found(Meaning::Words(words)));
    }
    let readings = table(language).shortened(letters)?;
    let reading = sense(readings, view, at, end)?;
    // "h-u-g-e" has no words.
    let apart = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | ',' | '?' | '!'));
    if let &[letter] = letters
        && !(apart(view.before(at))
            && apart(view.get(end))
            && is_chat(view, table(language), letter))
    {
        return None;
    }
    Some(found(Meaning::Reading(reading)))
}

/// A word that is written in capitals, as all of its clause: SIGN UP NOW.
fn shouted(view: &View, letters: &[char]) -> Option<&'static str> {
    let word = lowercase(letters);
    let found = view.listed(List::Shouted).find(|listed| *listed == word)?;
    let mut words = super::view::words(view.text);
    let sentence = || super::view::words(view.text).count() >= SENTENCE;
    let capitals = words.all(|word| word.iter().all(char::is_ascii_uppercase));
    (capitals && sentence()).then_some(found)
}

/// An ending of the clause's language after a hyphen or Latin letters, with the vowel that links it: ATM-ல், ஆப்-ன்.
fn linked(view: &View, at: usize, letters: &[char]) -> Option<&'static str> {
    let latin = match &view.text[..at] {
        [.., c, '-'] => script::letter(*c).is_some() || script::extends(*c),
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
    !view.lists(List::ChatLetters, letter.encode_utf8(&mut [0; 4]))
        || super::view::words(view.text).any(other)
}

/// A word that chats write with a figure: b4, 2day.
pub fn figured(view: &View, at: usize) -> Option<Candidate> {
    let part = |c: &&char| c.is_ascii_alphanumeric();
    let length = view.rest(at).iter().take(FIGURED + 1).take_while(part);
    let length = length.count();
    let token = &view.rest(at)[..length];
    let parted = view.before(at) != Some('-');
    let small = |c: &char| !c.is_ascii_uppercase();
    if let [digit @ ('2' | '4')] = token {
        return instead(view, at, *digit);
    }
    if !(2..=FIGURED).contains(&length) || !parted || !token.iter().all(small) {
        return None;
    }
    if !token.iter().any(char::is_ascii_digit) || !token.iter().any(char::is_ascii_lowercase) {
        return None;
    }
    let english = table(Language::En);
    let readings = english.figured(&token.iter().collect::<String>())?;
    let class = Class::Abbreviation(Meaning::Reading(sense(readings, view, at, at + length)?));
    Some(Candidate::new(view, at + length, class).said_in(Language::En))
}

/// A digit in place of a word that sounds like it: wait 4 me.
fn instead(view: &View, at: usize, digit: char) -> Option<Candidate> {
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    // For 4 my friends: a number after a preposition is one.
    let counts = |word: &str| view.lists(List::Counting, word);
    if view.language != Language::En || !spaced || view.words_before(at, 1, counts) {
        return None;
    }
    let readings = table(Language::En).figured(digit.encode_utf8(&mut [0; 4]))?;
    let class = Class::Abbreviation(Meaning::Reading(sense(readings, view, at, at + 1)?));
    Some(Candidate::new(view, at + 1, class))
}

/// An abbreviation that the table has without its stop, before a number.
pub fn unstopped(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    // Dep: 10:20, Ch-5
    let colon = usize::from(matches!(view.get(end), Some(':' | '-')));
    // 2nd gen
    let last = view.last_class();
    let ranked = || matches!(last, Some(Class::Ordinal(_))) && view.beside_number(at);
    let before = view.digit_near(end) && view.is_digit(view.skip_spaces(end + colon));
    // A clause may end at the colon of a label.
    let labels = || view.get(end) == Some(':') && !view.is_heard_from(end + 1);
    if !before && !ranked() && !labels() {
        return None;
    }
    let language = view.language_at(at)?;
    let small = letters[1..].iter().all(|c| !c.is_uppercase());
    let word = match small {
        true => lowercase(letters),
        false => letters.iter().collect(),
    };
    let reading = table(language).counted(&word)?;
    let class = Class::Abbreviation(Meaning::Reading(reading));
    Some(Candidate::new(view, end, class).said_in(language))
}
