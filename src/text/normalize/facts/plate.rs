//! Numbers of vehicles: MH 12 AB 1234.

use super::letters::names_letters;
use crate::language::is_letter_name;
use crate::text::normalize::ground::*;

/// Letters of a series.
const SERIES: usize = 3;

/// Whether a state, a district and a series stand before the last digits of a vehicle at a place, with letters that are named: एमएच १२ एबी ३४५६.
pub fn follows_series(view: &View, at: usize) -> bool {
    let parted = |at: usize| matches!(view.before(at), Some(' ' | '-')).then(|| at - 1);
    let named = |letters: &[char]| names_letters(view.table, letters);
    let before = || {
        let series = view.letters_before(parted(at)?);
        let capitals = series.len() <= SERIES && series.iter().all(char::is_ascii_uppercase);
        let end = parted(parted(at)? - series.len())?;
        let district = view.digits_before(end);
        let state = view.letters_before(parted(end - district.len())?);
        let fits = (1..=2).contains(&district.len()) && !series.is_empty();
        // कक्षा ए 10 बी 2024
        let letter = is_letter_name(&lowercase(state));
        (fits && (capitals || named(series)) && named(state) && !letter).then_some(())
    };
    before().is_some()
}

/// Whether a letter of a series of Bangladesh stands before the number of a vehicle at a place: মেট্রো-গ ২৩-৪৫৬৭.
pub fn follows_class(view: &View, at: usize) -> bool {
    let word = |c: char| c.is_alphabetic() && !c.is_ascii();
    matches!(view.text[..at], [.., a, b, '-', c, ' ' | '-'] if (word(a) || script::extends(a)) && (word(b) || script::extends(b)) && word(c))
}

/// How many characters at the beginning of a text are the number of a vehicle, if they are.
pub fn plate(rest: &[char]) -> Option<usize> {
    let letter = char::is_ascii_uppercase as fn(&char) -> bool;
    let digit = char::is_ascii_digit as fn(&char) -> bool;
    let mut at = 0;
    for (is, counts) in [
        (letter, 2..=2),
        (digit, 1..=2),
        (letter, 1..=3),
        // DL 3C AB 1234
        (letter, 0..=2),
        (digit, 4..=4),
    ] {
        let gap = usize::from(at > 0 && matches!(rest.get(at), Some(' ' | '-' | '/')));
        let rest = rest.get(at + gap..).unwrap_or_default();
        let count = rest.iter().take_while(|c| is(c)).count();
        if !counts.contains(&count) {
            return None;
        }
        at += if count == 0 { 0 } else { gap + count };
    }
    // WT20 WC 2023 is none.
    let state = |plate: &&str| plate.chars().eq(rest[..2].iter().copied());
    everywhere(Everywhere::Plates).find(state).map(|_| at)
}
