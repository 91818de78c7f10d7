//! A clause in capitals throughout, as notices and messages of banks have them: LAST YR, 23RD NOV (SAT).

use super::shortened::{is_word, whole};
use crate::language::{Family, Language, table, unit_spelt};
use crate::romanised::is_english;

/// Letters of the shortest word that is told from an initialism, and how many such words tell a clause from a row of codes.
const WORD: usize = 3;
const WORDS: usize = 2;
/// Letters of the shortest word that is no frequent one and yet no initialism.
const NAME: usize = 4;

/// Writes the words, names and short forms of a clause in capitals as another clause has them; initialisms stay. Returns the clause as it
/// was, if it is such a one. `shouted` is whether the clause before was: then a short one is too.
pub fn lower(text: &mut [char], shouted: &mut bool) -> Option<Vec<char>> {
    *shouted = is_shouted(text, *shouted);
    let written = shouted.then(|| text.to_vec())?;
    let mut at = 0;
    while at < text.len() {
        let letters = text[at..].iter().take_while(|c| c.is_ascii_alphabetic());
        let end = at + letters.count();
        let touches = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_digit() || *c == '@');
        if end > at && !touches(text[..at].last()) && !touches(text.get(end)) {
            let word = String::from_iter(&text[at..end]).to_ascii_lowercase();
            let ordinary = word.len() > 1 && is_english(&word);
            let day = || is_day_or_month(&word) && !(ordinary && is_among_words(text, at, end));
            let titled = || {
                is_short(&word, text.get(end) == Some(&'.')) || word.len() >= NAME && is_word(&word)
            };
            // YOU'LL
            let goes_on = || matches!(text[..at], [.., c, '\'' | '’'] if c.is_lowercase());
            let from = if is_unit(&text[..at], &word) || goes_on() || ordinary && !day() {
                at
            } else if day() || titled() {
                at + 1
            } else {
                end
            };
            for c in &mut text[from..end] {
                c.make_ascii_lowercase();
            }
        }
        at = end.max(at + 1);
    }
    Some(written)
}

/// Whether all letters are capitals and most words are words of English, or it follows such a clause.
fn is_shouted(text: &[char], before: bool) -> bool {
    // Nearly all clauses have such a letter, and soon.
    let other = |c: &char| c.is_lowercase() || c.is_alphabetic() && !c.is_ascii();
    if text.iter().any(other) {
        return false;
    }
    let capitals = text.iter().filter(|c| c.is_ascii_uppercase()).count();
    if before {
        return capitals > 0;
    }
    if capitals < WORD * WORDS || is_counted(text) {
        return false;
    }
    let words = text.split(|c| !c.is_ascii_alphabetic());
    let (mut known, mut others, mut english) = (0, 0, false);
    for word in words.filter(|word| word.len() >= WORD) {
        let word = String::from_iter(word).to_ascii_lowercase();
        let is_known = is_word(&word);
        known += usize::from(is_known);
        others += usize::from(!is_known);
        english |= is_known && is_english(&word);
    }
    english && known >= WORDS.max(others)
}

/// Whether a number follows each word, as of posts: SGT 6,371, SA 7,725, PET 132.
fn is_counted(text: &[char]) -> bool {
    let letter = |c: &&char| c.is_ascii_alphabetic();
    let mut rest = text;
    while let Some(at) = rest.iter().position(char::is_ascii_alphabetic) {
        rest = &rest[at + rest[at..].iter().take_while(letter).count()..];
        if !matches!(rest, [' ', c, ..] if c.is_ascii_digit()) {
            return false;
        }
    }
    true
}

/// Whether it is a unit behind a number or "per". Units that are capitals stay.
fn is_unit(before: &[char], word: &str) -> bool {
    let table = table(Language::En);
    let counted = || match before {
        [.., c, ' '] if c.is_ascii_digit() => true,
        [.., '/'] => true,
        _ => before.ends_with(&['P', 'E', 'R', ' ']),
    };
    let capitals = word.to_ascii_uppercase();
    let known = || table.unit(word).is_some() || unit_spelt(word, false).is_some();
    counted() && known() && table.unit(&capitals).is_none()
}

/// Whether it is the short name of a day or a month.
fn is_day_or_month(word: &str) -> bool {
    let named = |family| table(Language::En).named(family, word).is_some();
    named(Family::ShortWeekdays) || named(Family::ShortMonths)
}

/// Whether words stand on both sides without a mark or a number between: HE SAT DOWN, but not (SAT) and 5 MAR.
fn is_among_words(text: &[char], start: usize, end: usize) -> bool {
    let word = |space: Option<&char>, c: Option<&char>| {
        space.is_none_or(|c| *c == ' ') && c.is_none_or(char::is_ascii_alphabetic)
    };
    let mut before = text[..start].iter().rev();
    word(before.next(), before.next()) && word(text.get(end), text.get(end + 1))
}

/// Whether it is a short form with a small letter.
fn is_short(word: &str, stopped: bool) -> bool {
    let table = table(Language::En);
    let first = word.chars().next().map(|c| c.to_ascii_uppercase());
    let titled: Vec<char> = first.into_iter().chain(word.chars().skip(1)).collect();
    titled.len() > 1
        && (table.shortened(&titled).is_some()
            || stopped && (!table.with_stop(word).is_empty() || whole(word, true).is_some()))
}
