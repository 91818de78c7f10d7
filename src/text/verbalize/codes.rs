//! What is said sign by sign: telephone numbers, codes, addresses.

use super::numbers::{push, put, year};
use super::speech::Speech;
use crate::language::{Family, Language, Name, table};
use crate::text::class::{Digits, House, Part, Pause};

/// Digits that are told from the letter before them by a pause.
const LONG: usize = 4;

/// Digits one by one.
fn digits(digits: &[u8], language: Language, out: &mut Speech) {
    put(language, None, out, |table, said| {
        table.digits(digits, said)
    });
}

/// Digits one by one, with a pause between their groups.
pub fn telephone(groups: &[Digits], language: Language, out: &mut Speech) {
    for (i, group) in groups.iter().enumerate() {
        if i > 0 {
            out.ask(Pause::Comma);
        }
        digits(group, language, out);
    }
}

/// The parts of a code, with a pause before and after digits that are said one by one, and between two numbers.
pub fn identifier(parts: &[Part], language: Language, out: &mut Speech) {
    let one_by_one = |part: &Part| matches!(part, Part::Digits(_));
    for (i, part) in parts.iter().enumerate() {
        // "Three four two of 2021" goes on without one.
        let of = matches!(parts.get(i + 1), Some(Part::Year(_))) || matches!(part, Part::Year(_));
        let numbers = |part: &Part| matches!(part, Part::Number(_));
        let apart = |before: &Part| {
            one_by_one(part) || one_by_one(before) || numbers(part) && numbers(before)
        };
        // B-304, the number of a door
        let short = matches!(parts, [Part::Letters(letters), Part::Digits(digits)]
            if letters.len() == 1 && digits.len() < LONG);
        if i > 0 && !of && !short && apart(&parts[i - 1]) {
            out.ask(Pause::Comma);
        }
        electronic(std::slice::from_ref(part), language, out);
    }
}

/// Keys of a telephone, one by one.
pub fn key(code: &str, language: Language, out: &mut Speech) {
    for c in code.chars() {
        match c.to_digit(10) {
            Some(digit) => digits(&[digit as u8], language, out),
            None => {
                let key = if c == '*' { Name::Star } else { Name::Hash };
                out.put_all(table(language).word(key).unwrap_or_default(), language);
            }
        }
    }
}

/// A part of the number of a house.
pub fn house(house: &House, language: Language, out: &mut Speech) {
    put(language, None, out, |table, words| {
        match house.counted {
            true => table.integer(&house.digits, words),
            false => table.digits(&house.digits, words),
        }
        push(words, house.sign);
    });
}

/// The parts of an address, one after another.
pub fn electronic(parts: &[Part], language: Language, out: &mut Speech) {
    for part in parts {
        match part {
            Part::Word { text, language } => out.put(text.clone(), *language),
            Part::Said(words) => out.put_all(words, language),
            Part::Digits(group) => digits(group, language, out),
            Part::Number(group) => put(language, None, out, |table, said| {
                table.integer(group, said)
            }),
            Part::Year(n) => put(language, None, out, |table, words| year(table, *n, words)),
            Part::Letters(letters) => letters.chars().for_each(|c| letter(c, language, out)),
            Part::Unknown => out.skip(),
        }
    }
}

/// The name of a Latin letter.
fn letter(letter: char, language: Language, out: &mut Speech) {
    let letter = letter.to_ascii_lowercase();
    let named =
        |language| table(language).named(Family::LetterSounds, letter.encode_utf8(&mut [0; 4]));
    match (named(language), named(Language::En)) {
        (Some(name), _) => out.put_all(name, language),
        (None, Some(name)) => out.put(name.to_owned(), Language::En),
        (None, None) => out.put(letter.to_uppercase().collect(), Language::En),
    }
}
