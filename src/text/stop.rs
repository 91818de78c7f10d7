//! A stop after a word: the end of a sentence, or a part of the word. What other marks ask for.

use std::borrow::Cow;

use super::langid::by_letters;
use super::normalize::unit as unit_named;
use super::phrase;
use super::shortened;
use super::verbalize;
use crate::language::{
    Currency, Everywhere, Family, Language, List, currency, everywhere, is_abbreviation,
    is_letter_name, is_short_unit, is_title, table,
};
use crate::script::{
    Script, ZWJ, ZWNJ, clusters, extends, is_dash, is_numeric, is_vowel, letter, lowercase, opens,
};

/// Characters of the longest abbreviation, and of what is looked at to know one.
const ABBREVIATION_CHARS: usize = 24;

/// Digits of the number of an item that stands in a sentence, 2.Open; a longer one is an amount or a date.
const ITEM_DIGITS: usize = 2;

/// Letters after the first one of a word without a vowel.
const LONGEST_BARE: usize = 5;

/// Digits of the number of an item that begins a text.
const FIRST_ITEM: usize = 3;
/// Letters of a word of English that is not shortened.
const WHOLE: usize = 4;

/// Letters of what may be a word besides, after a stroke: yes/no.
const SHORT: usize = 2;

/// What a stop after a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The end of the sentence.
    End,
    /// A part of a unit, if the sentence goes on with a small letter: 5 kg. of rice.
    Unit,
    /// A part of the word.
    Kept,
}

/// What a stop after `word` is, which may be `first` in its clause, may be `counted` by the word before, or be an initial after another.
pub fn after(word: &str, first: bool, counted: bool, initials: bool) -> Stop {
    // A. Rao/S. Menon
    let capital =
        |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    let word = match word.rsplit_once('/') {
        Some((name, last)) if capital(last) && name.ends_with(char::is_alphabetic) => last,
        _ => word,
    };
    // আছে,বি.এস.এফ.
    let word = match word.rsplit_once(',') {
        Some((_, last)) if last.starts_with(|c: char| !is_numeric(c)) => last,
        _ => word,
    };
    if keeps_stop(word, first, counted) || initials && is_initial(word) {
        return Stop::Kept;
    }
    // A half-hr. break
    let hyphened = word.rsplit_once('-').filter(|(_, last)| last.len() > 1);
    let (counted, word) = hyphened.map_or((counted, word), |(_, last)| (true, last));
    // ₹60/kg.
    let unit = match word.rsplit_once('/') {
        Some((amount, unit)) if unit.len() > 1 || amount.ends_with(is_numeric) => unit,
        _ => counted_unit(word),
    };
    let follows = counted || unit.len() < word.len();
    // In chats small letters begin sentences, so after a unit in full a stop is the end: 2 weeks. then
    let shortened = || {
        let english = table(Language::En);
        let said = unit_named(english, unit, false).map(|unit| verbalize::unit(&unit, english));
        said.is_some_and(|said| said.trim_end_matches('s') != unit.trim_end_matches('s'))
    };
    match follows && unit.is_ascii() && shortened() || is_weekday(word) || is_bare(word.chars()) {
        true => Stop::Unit,
        false => Stop::End,
    }
}

/// Whether a word has no vowel, so that it can but be shortened although nobody lists it: rnd. pipe. Sounds are written so too: hmm, shh.
pub fn is_bare(mut word: impl Iterator<Item = char>) -> bool {
    let consonant = |c: char| c.is_ascii_lowercase() && !"aeiouy".contains(c);
    let mut last = word.next().map(|c| c.to_ascii_lowercase());
    let begins = last.is_some_and(consonant);
    let mut length = 0;
    begins
        && word.all(|c| {
            length += 1;
            consonant(c) && last.replace(c) != Some(c)
        })
        && (1..=LONGEST_BARE).contains(&length)
}

/// Whether a word is the short name of a day of the week, which a number may follow: Sat. 3-5 pm.
pub fn is_weekday(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '"']);
    let (family, name) = (Family::ShortWeekdays, word.to_ascii_lowercase());
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    capital && table(Language::En).named(family, &name).is_some()
}

/// Whether a stop with no white space around ends a sentence, by the word before and what stands `behind` it up to a mark: us.But,
/// 10/10/2025.Indian Bank, आहे.माझे. Another stop may be the `next` character.
pub fn parts_words(word: &str, behind: &str, next: Option<char>) -> bool {
    // White space is behind nearly all stops.
    let tag = matches!(next, Some('@' | '#'));
    if behind.is_empty() && !tag {
        return false;
    }
    if word.contains("://") || word.contains('@') || word.starts_with("www.") {
        return false;
    }
    let part = |c: char| letter(c).is_some() || c.is_alphanumeric() || extends(c) || c == ZWNJ;
    let behind = behind.trim_start_matches(is_quote);
    // held.5 people, છે.29મી, पडला.@user
    let tagged = behind.is_empty() && tag;
    let numbered = || {
        let ending = behind.trim_start_matches(is_numeric);
        ending.len() < behind.len() && !ending.contains(|c: char| c.is_ascii())
    };
    if tagged || numbered() {
        return is_whole(word);
    }
    // (HP).ഹ്യൂലറ്റ്, but not (1).ಹೆಸರು
    let bracket = word.strip_suffix(')');
    if let Some(inside) = bracket.and_then(|word| word.rsplit('(').next()) {
        let begins = behind.chars().next().and_then(letter);
        let indic = begins.is_some_and(|script| script != Script::Latin);
        return indic && clusters(behind) > 1 && inside.chars().filter(|c| part(*c)).count() > 1;
    }
    let word = word.trim_end_matches(is_quote);
    let last = word.rsplit(|c| !part(c)).next().unwrap_or_default();
    let script = |c: Option<char>| c.and_then(letter);
    let (mut before, mut after) = (last.chars().rev(), behind.chars());
    let (end, begin) = (before.next(), after.next());
    match (script(end), script(begin)) {
        (end_script, Some(Script::Latin)) => {
            let (small, second) = (before.next(), after.next());
            let capital = begin.is_some_and(char::is_uppercase)
                && second.map_or(begin == Some('I'), char::is_lowercase);
            let shouted = behind.len() > SHORT && behind.bytes().all(|b| b.is_ascii_uppercase());
            let ends = match end_script {
                Some(Script::Latin) => {
                    let sides = [end, small];
                    sides.iter().all(|c| c.is_some_and(char::is_lowercase)) || shouts(last, behind)
                }
                // 15-10-25.UPI Ref
                None if names_date(word) && shouted => return true,
                None => end.is_some_and(is_numeric) && word.len() > ITEM_DIGITS,
                // చెడిపోయినది.ODBC, but not गूगल.Com
                Some(_) => {
                    let mut domains = everywhere(Everywhere::Domains);
                    return begin.is_some_and(char::is_uppercase)
                        && is_whole(word)
                        && !domains.any(|end| end.eq_ignore_ascii_case(behind));
                }
            };
            // Gmail.Com
            capital && ends && behind != "Com"
        }
        (Some(end), Some(begin)) if end != Script::Latin => {
            // எச்.ஐ.வி, 75ମି.ମି and other chains of what is shortened.
            // છે.તેમાં
            let begins = clusters(behind) > 1 || behind.starts_with(is_vowel);
            let verb = |word: &str| begins && phrase::continues(by_letters(word), word);
            let short = |word: &str| {
                clusters(word) < 2 && !verb(word) || is_letter_name(word) || names_letters(word)
            };
            let mut parts = word.split(|c| !part(c)).filter(|part| !part.is_empty());
            let chain =
                parts.any(short) || word.contains(is_numeric) || next == Some('.') && short(behind);
            // A consonant alone is an ending, and a vowel a word: లేదు.ఆ చెట్టు
            let whole = after.next().is_some() || behind.starts_with(is_vowel);
            // ના.મામ.
            let shortened = || next == Some('.') && is_abbreviation(&format!("{word}.{behind}"));
            // வெதர்.காம்
            let site = || everywhere(Everywhere::Domains).any(|end| end == behind);
            // வந்தோம்.என் நண்பர்கள், but not ராமன்.என்
            let name = is_letter_name(behind) && !ends_as_verb(word);
            begin == end && !chain && !name && whole && !shortened() && !site()
        }
        // skills.कभी, but not workshop.এর
        (Some(_), Some(_)) => {
            let own = || table(by_letters(behind)).suffix(behind).is_some();
            is_whole(last) && !word.contains(['.', '/', '_']) && clusters(behind) > 1 && !own()
        }
        _ => false,
    }
}

/// Whether a word is a verb with which sentences end, or ends as such a verb does.
fn ends_as_verb(word: &str) -> bool {
    table(by_letters(word)).ends_as(List::Verbs, word)
}

/// Whether a word is the numbers of a date: 15-10-25.
fn names_date(word: &str) -> bool {
    let sign = |c| matches!(c, '-' | '–' | '/');
    let parts = || word.split(sign);
    let number =
        |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    parts().count() == 3 && parts().all(number)
}

/// Whether capitals stand before a word that is no name, with which a sentence begins: SWIGGY.Avl Bal, US.They.
fn shouts(word: &str, next: &str) -> bool {
    let capitals = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let begins = || table(Language::En).lists(List::SentenceBegins, &next.to_ascii_lowercase());
    capitals && begins() && !is_abbreviation(&word.to_ascii_lowercase())
}

/// Whether a word of an Indic script may be an initial, by itself or the name of a letter: ரோ, ਬੀ.
pub fn is_initial(word: &str) -> bool {
    !word.is_ascii() && (clusters(word) == 1 || is_letter_name(word))
}

/// Whether a word of Telugu is the names of two letters, as which initials are joined: ఎన్వి.రావు
fn names_letters(word: &str) -> bool {
    let telugu = |c: char| letter(c) == Some(Script::Telugu);
    let mut places = word.char_indices().skip(1);
    word.starts_with(telugu)
        && places.any(|(at, _)| is_letter_name(&word[..at]) && is_letter_name(&word[at..]))
}

/// Whether a comma after initials in Tamil may be a part of them, as papers print it: அ.தி.மு.க., மாநாடு.
pub fn keeps_comma(word: &str) -> bool {
    let tamil = |c: char| letter(c) == Some(Script::Tamil);
    let initials = word.strip_suffix('.').filter(|word| word.contains('.'));
    initials.is_some_and(|word| word.starts_with(tamil) && keeps_stop(word, false, false))
}

/// Whether a stop behind a space is the last one of initials or of a title, which end a text before it: U.S.A . এর, डॉ . शर्मा.
pub fn takes_stop(text: &str) -> bool {
    let word = text.split_whitespace().next_back().unwrap_or_default();
    let word = word.trim_start_matches(opens);
    is_title(word) || word.contains('.') && !word.ends_with('.') && keeps_stop(word, false, false)
}

/// Whether a colon behind a word may stand for the stop of what it is short for: ৩০ মি: পর.
pub fn takes_colon(word: &str) -> bool {
    is_abbreviation(word) && !is_letter_name(word)
}

/// Whether it is a quotation mark.
pub fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '“' | '‘' | '`')
}

/// Whether a word stands for itself, so that a stop after it is the end even before a figure: not Rs.500, fig.3, file_a.1.
fn is_whole(word: &str) -> bool {
    let word = word.trim_matches(is_quote);
    let letter = |c: char| c.is_alphabetic() || extends(c) || c == ZWNJ;
    let plain = word.chars().all(letter);
    let small = || word.len() >= WHOLE && word.chars().all(|c| c.is_ascii_lowercase());
    // है.5, where a shorter word may be shortened.
    let verb = || phrase::continues(by_letters(word), word);
    let indic = || !word.is_ascii() && (clusters(word) > 1 || verb()) && !is_letter_name(word);
    let shortened = || is_abbreviation(word) || is_short_unit(word) || currency(word).is_some();
    plain && (small() || indic()) && !shortened()
}

/// Whether a stop after `word` belongs to it: an abbreviation, initials, the number of an item that is the `first` word, a unit
/// that is `counted` by the word before.
fn keeps_stop(word: &str, first: bool, counted: bool) -> bool {
    // ફેલાય જ. ભક્ત
    let one = word.chars().count() == 1 && !word.is_ascii();
    // ನ. 3ರಿಂದ
    let month = || {
        let table = table(by_letters(word));
        let mut readings = table.with_stop(word).iter();
        readings.any(|reading| table.lists(List::Months, reading.said()))
    };
    if one && !first && !counted && phrase::continues(by_letters(word), word) && !month() {
        return false;
    }
    // ಆರ್‌.
    let seen = word.chars().filter(|c| !matches!(*c, ZWNJ | ZWJ));
    if seen.clone().nth(ABBREVIATION_CHARS).is_some() {
        return false;
    }
    let plain: Cow<str> = match word.contains([ZWNJ, ZWJ]) {
        true => seen.collect(),
        false => word.into(),
    };
    let word = &*plain;
    // The number of an item, but not that of a telephone: Number: 9028475000. Rs. 249 paid
    if first && (1..=FIRST_ITEM).contains(&word.chars().count()) && word.chars().all(is_numeric) {
        return true;
    }
    let unit = counted_unit(word);
    // 500ರೂ.
    let joined = unit.len() < word.len();
    // 5గం., 5कि.ग्रा.
    let shortened = || !unit.is_ascii() && is_abbreviation(unit);
    if (counted || joined) && is_short_unit(unit)
        || joined && (currency(unit) == Some(Currency::Rupee) || shortened())
    {
        return true;
    }
    // सोम.-शुक्र., credited:Rs. 6,000
    let behind = |sign: fn(char) -> bool| word.rsplit_once(sign).map(|(_, last)| last);
    // Semi-furn.
    let whole = |last: &str| !last.is_ascii() || last.len() > SHORT;
    if behind(is_dash).is_some_and(|last| whole(last) && is_abbreviation(&lowercase(last.chars())))
        || behind(|c| c == ':').is_some_and(|last| currency(last).is_some())
    {
        return true;
    }
    // रु./लि., पैसे/कि.मी., GNM/B.Sc.
    let parted = |last: &&str| !last.is_ascii() || last.contains('.');
    if let Some(last) = behind(|c| c == '/').filter(parted) {
        return keeps_stop(last, false, true);
    }
    if is_inflected(word, counted) {
        return false;
    }
    let initial = |c: char| c.is_alphabetic() && !c.is_lowercase();
    let single = word.chars().count() == 1 && word.starts_with(initial);
    // The name of a letter is written in several; in Latin it would be a part of an address.
    let initial = |p: &str| {
        p.chars().filter(|c| !extends(*c)).count() == 1
            || !p.is_ascii() && (is_abbreviation(p) || is_letter_name(p))
    };
    // 34°से.
    let degrees = behind(|c| c == '°').is_some_and(|unit| !unit.is_ascii());
    let dotted = degrees || word.contains('.') && word.split('.').all(initial);
    // ডাঃ. ফোর্ড
    let title = word.trim_end_matches(['ঃ', 'ଃ']);
    // M.Phil. and B.Tech., బి.ఇడి.
    let degree = || {
        let (faculty, subject) = word.rsplit_once('.').unwrap_or_default();
        let known = |known: &str| known.eq_ignore_ascii_case(subject);
        let faculty = faculty.len() == 1 || faculty.split('.').all(is_initial);
        faculty && everywhere(Everywhere::Degrees).any(known)
    };
    // ପି. ସି. ରାୟ
    let lettered = first && !word.is_ascii() && is_letter_name(word);
    // Sub-Divn., 2-whlrs.
    let last = word.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
    let left = || last.is_some_and(|last| shortened::whole(last, true).is_some());
    // एपि. 12
    let begun = || {
        let script = word.chars().next().and_then(letter);
        let mut readers = script.into_iter().flat_map(Language::written_in);
        readers.any(|reader| shortened::begun(table(reader), word).is_some())
    };
    // mobile/prog. calculators
    let stroke = || {
        let last = behind(|c| c == '/').filter(|last| last.len() > SHORT);
        last.is_some_and(|last| is_abbreviation(&last.to_ascii_lowercase()))
    };
    single
        || dotted
        || lettered
        || degree()
        || is_abbreviation(&lowercase(title.chars()))
        || left()
        || stroke()
        || begun()
}

/// Whether an ending follows the last stop of what is shortened, so that another stop ends the sentence: ಕಿ.ಮೀ.ಗೆ. One letter may be an
/// initial, unless the word is `counted`: ডা.র.
fn is_inflected(word: &str, counted: bool) -> bool {
    let Some((short, ending)) = word.rsplit_once('.') else {
        return false;
    };
    let long = counted || ending.chars().nth(1).is_some();
    // कि.ला. वर्मा
    let initials = !counted && clusters(short) == 1 && clusters(ending) == 1;
    long && !initials
        && !word.is_ascii()
        && table(by_letters(ending)).suffix(ending).is_some()
        && !is_letter_name(ending)
        && is_abbreviation(short)
        && !is_abbreviation(word)
}

/// What stands behind the number with which a word begins: 5kg, 8-hr.
fn counted_unit(word: &str) -> &str {
    let unit = word.trim_start_matches(is_numeric);
    match unit.strip_prefix('-') {
        Some(unit) if unit.len() + 1 < word.len() => unit,
        _ => unit,
    }
}

/// Whether a word is a number, one of those that end a time of day, or after a number (`counted`) one of those that multiply it: 4.05 lakh ha.
pub fn counts(word: &str, counted: bool) -> bool {
    // 11am, 11:45am
    let time = word.trim_start_matches(|c| is_numeric(c) || matches!(c, ':' | '.'));
    let time = time.trim_end_matches('.');
    let ends = ["am", "pm", "a.m", "p.m"];
    word.ends_with(is_numeric)
        || ends.iter().any(|end| time.eq_ignore_ascii_case(end))
        || counted && table(by_letters(word)).lists(List::Scales, word)
}

/// Whether a text ends in a day and its month or in an hour and its word, or in the name of a weekday, after which a dash may be that
/// of a range: 28 March – 6 April, ৪টে – ৯টা.
pub fn ends_in_day(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let (last, before) = (words.next().unwrap_or_default(), words.next());
    if last.starts_with(is_numeric) && !last.is_ascii() {
        return true;
    }
    let last = lowercase(last.trim_end_matches('.').chars());
    let table = table(by_letters(text));
    let listed = |list| table.list(list).any(|name| name.to_lowercase() == last);
    let before = before.map(|word| word.trim_start_matches(opens));
    let counted = before.is_some_and(|word| word.starts_with(is_numeric));
    // February 22
    if last.starts_with(is_numeric) {
        let mut months = table.list(List::Months);
        return before.is_some_and(|word| months.any(|month| month == word));
    }
    listed(List::Weekdays) || counted && (listed(List::Months) || listed(List::Clock))
}

/// The punctuation just passed, and what must follow for it to end the clause.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    #[default]
    None,
    /// Ends the clause if it is long enough and white space follows.
    Soft,
    /// Ends it if white space follows and then no small letter.
    Unit,
    /// Ends it if white space follows.
    Hard,
    /// Ends it.
    Danda,
}
