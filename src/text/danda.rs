//! A danda, and the marks and letters that stand for one: the end of a sentence, the stop of a short form, the mark within a date or a time.
//! Where words of Indic scripts begin and end.

use crate::language::{List, Name, Readers, is_abbreviation, table};
use crate::script::{self, Script};

/// Characters of a word for minutes that is shortened.
const MINUTE: usize = 2;

/// Whether a letter stands for the danda that it looks like: a capital right after a word, चलाऊंI आज, or either alone between two words, where
/// an I is a numeral but after a verb with which sentences end: कहता है I मेरे.
pub(super) fn is_danda(text: &[char], at: usize, readers: Readers) -> bool {
    let capital = text[at] == 'I';
    let next = text.get(at + 1);
    let alone = text[..at].last() == Some(&' ');
    let word = before(text, at - usize::from(alone));
    let Some(script) = indic(word.last()).filter(|script| takes_danda(*script)) else {
        return false;
    };
    let verb = || {
        let word: String = word.iter().collect();
        table(readers.of(script)).lists(List::Verbs, &word)
    };
    let ends = |c: &char| c.is_whitespace() || is_closing(*c);
    match alone {
        true => next == Some(&' ') && indic(text.get(at + 2)).is_some() && (!capital || verb()),
        false => capital && word.len() > 1 && next.is_none_or(ends),
    }
}

/// Whether words of a script are shortened by a double danda.
pub fn shortens_by_danda(script: Script) -> bool {
    matches!(script, Script::Telugu | Script::Kannada)
}

/// The stop for which a double danda stands, or two bars, where they do; `mended` is what stands before. It stays a danda where that
/// tells what is meant: ವಿ॥.
pub(super) fn stop_of(mended: &[char], text: &[char], at: usize) -> Option<char> {
    let double = text[at] == '॥' || text.get(at + 1) == Some(&'|');
    let script = indic(mended.last()).filter(|script| double && shortens_by_danda(*script))?;
    let part = |c: &&char| **c == '.' || indic(Some(c)) == Some(script);
    let begin = mended.len() - mended.iter().rev().take_while(part).count();
    let word: String = mended[begin..].iter().collect();
    if is_abbreviation(&format!("{word}॥")) {
        return Some('॥');
    }
    let next = text.get(at + if text[at] == '|' { 2 } else { 1 });
    (indic(next) == Some(script) || is_abbreviation(&word)).then_some('.')
}

/// Whether a digit is of a script in which a danda parts an hour from its minutes.
pub fn is_parted_by_danda(c: char) -> bool {
    let script = script::digit(c).and_then(|(_, of)| of);
    matches!(script, Some(Script::Bengali | Script::Odia))
}

/// The digits that end before a place, and those that begin at another.
fn digits_beside(text: &[char], end: usize, start: usize) -> (usize, usize) {
    let part = |c: &&char| is_parted_by_danda(**c);
    let before = text[..end].iter().rev().take_while(part);
    let next = text.get(start..).unwrap_or_default().iter();
    (before.count(), next.take_while(part).count())
}

/// Whether a danda stands between an hour and its minutes, as in Odia and Bengali: ୮।୩୦. In Bengali a part of the day stands before, or
/// minutes, an o'clock or "until" follow, as pages and verses are written so too.
pub(super) fn parts_hour(text: &[char], at: usize, readers: Readers) -> bool {
    let (hour, minutes) = digits_beside(text, at, at + 1);
    let behind = text.get(at + 1 + minutes..).unwrap_or_default();
    let digit = text[..at].last().and_then(|c| script::digit(*c));
    let bengali = digit.is_some_and(|(_, of)| of == Some(Script::Bengali));
    let told = || {
        let rest = after(behind.strip_prefix(&[' ']).unwrap_or(behind), 0);
        let table = table(readers.of(Script::Bengali));
        // The word for minutes may be shortened: মি.
        let minute = table.word(Name::Minute).unwrap_or_default().chars();
        let minutes = minute.take(MINUTE).eq(rest.chars().take(MINUTE));
        let unit = minutes || table.list(List::Clock).any(|word| rest.starts_with(word));
        let start = &text[..at - hour];
        let word = before(start, start.len() - usize::from(start.ends_with(&[' '])));
        let word: String = word.iter().collect();
        unit || table.lists(List::Daytimes, &word) || table.lists(List::Until, &rest)
    };
    (1..=2).contains(&hour) && minutes == 2 && (!bengali || told())
}

/// Whether a danda, or a vowel sign that looks like it, is one of two between the day, the month and the year of a date: ୧୫ା୮ା୨୦୨୩. Or it is
/// the only one, after the word for a date, or where papers tell the day: ତା ୧୨।୩; କଟକ,୧୨।୩(ସମିସ).
pub(super) fn parts_date(text: &[char], at: usize, readers: Readers) -> bool {
    let is_mark = |c: Option<&char>| c == Some(&text[at]);
    let (first, second) = digits_beside(text, at, at + 1);
    let short = |digits: usize| (1..=2).contains(&digits);
    let year = |digits: usize| matches!(digits, 2 | 4);
    if !short(first) && !short(second) {
        return false;
    }
    let (start, end) = (at - first, at + 1 + second);
    let opens = || is_mark(text.get(end)) && year(digits_beside(text, at, end + 1).1);
    let closes =
        || start > 0 && is_mark(text.get(start - 1)) && short(digits_beside(text, start - 1, at).0);
    let told = || {
        let lead = &text[..start];
        let lead = lead.strip_suffix(&[' ']).unwrap_or(lead);
        let lead = lead.strip_suffix(&['.']).unwrap_or(lead);
        let word: String = before(lead, lead.len()).iter().collect();
        let script = text[..at].last().and_then(|c| script::digit(*c)?.1);
        let dated = |script| table(readers.of(script)).lists(List::Date, &word);
        lead.last() == Some(&',') && text.get(end) == Some(&'(') || script.is_some_and(dated)
    };
    short(first) && (short(second) && (opens() || told()) || year(second) && closes())
}

/// Whether sentences of a script end in a danda.
pub(super) fn takes_danda(script: Script) -> bool {
    use Script::{Bengali, Devanagari, Gurmukhi, Odia};
    matches!(script, Devanagari | Bengali | Gurmukhi | Odia)
}

/// Whether it is a quotation mark that may close, or an apostrophe.
pub(super) fn is_closing(c: char) -> bool {
    matches!(c, '\'' | '’' | '"' | '”' | '`')
}

pub(super) fn indic(c: Option<&char>) -> Option<Script> {
    let script = script::letter(*c?)?;
    (script != Script::Latin).then_some(script)
}

/// The letters of an Indic script before a place.
pub(super) fn before(text: &[char], at: usize) -> &[char] {
    let letters = text[..at].iter().rev();
    let letters = letters.take_while(|c| indic(Some(c)).is_some());
    &text[at - letters.count()..at]
}

/// The letters of Indic scripts from a place on.
pub(super) fn after(text: &[char], at: usize) -> String {
    let rest = text.get(at..).unwrap_or_default().iter();
    rest.take_while(|c| indic(Some(c)).is_some()).collect()
}
