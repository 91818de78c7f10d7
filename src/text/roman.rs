//! Roman numerals: known by their letters, and by the words before them.

use super::reading::Reading;
use crate::language::Language;

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

impl Reading<'_> {
    /// Reads the word that ends before `end` as a Roman numeral, if it is one here.
    pub(super) fn roman(&mut self, word: &str, end: usize) -> bool {
        let sign = |b| matches!(b, b'I' | b'V' | b'X' | b'L' | b'C' | b'D' | b'M');
        if !word.bytes().all(sign) {
            return false;
        }
        let Some(number) = value(word) else {
            return false;
        };
        // "Section C", "Type D": a letter.
        if matches!(word, "L" | "C" | "D" | "M") {
            return false;
        }
        let start = self.at;
        let joined = |i: Option<usize>| {
            i.and_then(|i| self.text.get(i))
                .is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '&' | '/'))
        };
        // The stop at the end of a sentence is none of its own.
        let stop = usize::from(self.text.get(end) == Some(&'.'));
        if joined(start.checked_sub(1)) || joined(Some(end + stop)) {
            return false;
        }
        let after = |key: &str| {
            [self.table, crate::language::table(Language::En)]
                .iter()
                .any(|table| self.words_before(start, 1, |w, _| table.list(key).any(|k| k == w)))
        };
        let bare = word.len() > 1 && number <= MAX_BARE;
        let ruler = after("rulers");
        if !(after("numbered") || (bare && (ruler || word != "XXX"))) {
            return false;
        }
        self.at = end;
        let mut words = String::new();
        self.table.number(number, &mut words);
        if ruler && self.language == Language::En {
            super::counted::english_ending(self.table, "th", &mut words);
            words.insert_str(0, "the ");
        }
        self.put_all(&words, self.language);
        true
    }
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
