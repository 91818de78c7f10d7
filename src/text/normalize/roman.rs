//! Roman numerals: known by their letters, and by the words before them.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::language::{Language, List};
use crate::text::class::{Class, Digits, Ending, Number, Numeral};
use crate::text::verbalize::spelling;

/// Larger ones in the open are rather abbreviations: XL, CD, DC.
const MAX_BARE: u64 = 39;

/// The value of a numeral in capitals, if it is written as numerals are.
fn value(text: &str) -> Option<u64> {
    const SIGNS: [(u64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = text;
    let mut value = 0;
    for (worth, sign) in SIGNS {
        let most = if matches!(sign, "M" | "C" | "X" | "I") {
            3
        } else {
            1
        };
        for _ in 0..most {
            let Some(after) = rest.strip_prefix(sign) else {
                break;
            };
            rest = after;
            value += worth;
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

/// Whether letters are a numeral of I, V and X only, as those that things are counted by.
pub fn is_small(letters: &[char]) -> bool {
    !letters.is_empty() && letters.iter().all(|c| matches!(c, 'I' | 'V' | 'X'))
}

/// A word of capitals that are numerals.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    if let Some(found) = ranked(view, at, letters) {
        return Some(found);
    }
    if super::word::is_item(view, at) {
        let value = value(
            &letters
                .iter()
                .map(char::to_ascii_uppercase)
                .collect::<String>(),
        )?;
        let class = Class::Roman {
            value,
            ruler: false,
        };
        let end = at + letters.len();
        return Some(Candidate::new(view, end, class, certainty::NUMBERED));
    }
    let sign = |c: &char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M');
    if !letters.iter().all(sign) {
        return None;
    }
    let word: String = letters.iter().collect();
    let value = value(&word)?;
    // "Section C", "Type D": a letter.
    if matches!(&*word, "L" | "C" | "D" | "M") {
        return None;
    }
    let end = at + letters.len();
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '&' | '/');
    // The stop at the end of a sentence is none of its own.
    let stop = usize::from(view.get(end) == Some('.'));
    if view.before(at).is_some_and(joins) || view.get(end + stop).is_some_and(joins) {
        return None;
    }
    let after = |list| view.words_before(at, 1, |word| view.lists(list, word));
    // "1 g IV" goes into a vein.
    if matches!(
        view.left.last().map(|span| &span.class),
        Some(Class::Measure(_))
    ) {
        return None;
    }
    // The V of I-V.
    let ranged = || match view.left {
        [.., first, range] => {
            matches!(first.class, Class::Roman { .. }) && range.class == Class::Range
        }
        _ => false,
    };
    // Phase I trials, but not "the units I sold".
    if word == "I" && view.language == Language::En && is_pronoun(view, at, end) {
        return None;
    }
    // On IV fluids.
    let vein = || view.lists(List::Veins, &view.word(view.skip_spaces(end)));
    if word == "IV" && !after(List::Numbered) && (vein() || after(List::VeinsBefore)) {
        return None;
    }
    let ruler = after(List::Rulers);
    let king = || matches!(&*word, "V" | "X") && after(List::Kings);
    let bare = (word.len() > 1 || king()) && value <= MAX_BARE && (ruler || word != "XXX");
    let certainty = if after(List::Numbered) || bare && ruler || ranged() {
        certainty::NUMBERED
    } else if bare {
        certainty::NUMERALS
    } else {
        return None;
    };
    let ruler = ruler && view.language == Language::En;
    let class = Class::Roman { value, ruler };
    Some(Candidate::new(view, end, class, certainty))
}

/// Whether an I stands between words in small letters.
fn is_pronoun(view: &View, at: usize, end: usize) -> bool {
    let mut before = view.text[..at].split(|c| !c.is_alphabetic());
    let before = before.rfind(|word| !word.is_empty());
    let small = |c: char| c.is_lowercase();
    before.is_some_and(|word| small(word[0])) && view.get(view.skip_spaces(end)).is_some_and(small)
}

/// A numeral with the ending of an English ordinal: XIth.
fn ranked(view: &View, at: usize, letters: &[char]) -> Option<Candidate> {
    let (numeral, ending) = letters.split_at_checked(letters.len().checked_sub(2)?)?;
    let ranks = matches!(ending, ['s', 't'] | ['n' | 'r', 'd'] | ['t', 'h']);
    if !ranks || !is_small(numeral) {
        return None;
    }
    let value = value(&numeral.iter().collect::<String>())?;
    // "Ind" is India.
    let own = match value {
        1 => ['s', 't'],
        2 => ['n', 'd'],
        3 => ['r', 'd'],
        _ => ['t', 'h'],
    };
    if ending != own {
        return None;
    }
    let numeral = Numeral {
        whole: Digits::of(value),
        ..Numeral::default()
    };
    let ending = Ending::English {
        written: spelling(ending),
        decade: false,
    };
    let number = Number {
        ending: Some(ending),
        ..Number::of(numeral)
    };
    let class = Class::Ordinal(number.into());
    let end = at + letters.len();
    Some(Candidate::number(
        view,
        end,
        class,
        view.language,
        certainty::NUMBERED,
    ))
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn only_well_written_numerals_have_a_value() {
        for (text, number) in [
            ("I", 1),
            ("IV", 4),
            ("XIV", 14),
            ("XXXIX", 39),
            ("MCMXCIX", 1999),
        ] {
            assert_eq!(value(text), Some(number));
        }
        for text in ["", "IIII", "VX", "IC", "MIX ", "XXL"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
