//! The best place in a text, from the tables that `compile.rs` makes.

use std::cmp::Reverse;

use super::keys::{LONGEST, NEVER, ROW, Side, hash};
use crate::language::Language;
use crate::script::{self, Script, ZWJ, ZWNJ, closes, compose, is_numeric, lowercase};
use crate::text::langid;

static MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/phrase.model"));

/// No part is shorter, in characters: a shorter one sounds chopped.
const SHORTEST: usize = 45;
/// The characters of a part that a reader says in one breath, and by how many more or fewer a place loses a point.
const BREATH: usize = 105;
const SLACK: usize = 10;
/// The score of a place where a break is forbidden.
const FORBIDDEN: i32 = -1000;

/// A place between two words, and what speaks for a break there and against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The sum of the weights.
    pub score: i32,
    /// The weights, each with what it is of: `after कि`, `before ~ता`.
    pub reasons: Vec<(String, i32)>,
}

impl Break {
    /// Returns what is told of the place between two texts.
    pub fn between(before: &str, after: &str) -> Option<Self> {
        let table = Table::of(language(&[before, after].concat()));
        let words = (
            before.split_whitespace().next_back()?,
            after.split_whitespace().next()?,
        );
        let mut reasons = Vec::new();
        let mut score = table.score(words.0, words.1, |side, [mark, pattern], weight| {
            let name = [side.name(), " ", mark, pattern].concat();
            reasons.push((name.trim_end().to_owned(), weight));
        });
        let length = length_weight(before.trim().chars().count());
        if length != 0 {
            score += length;
            reasons.push(("length".to_owned(), length));
        }
        Some(Self { score, reasons })
    }
}

/// Returns where the best place of a text ends its first part, in bytes, unless no break is allowed. The last word of
/// the text may go on.
pub fn best(text: &str) -> Option<usize> {
    let table = Table::of(language(text));
    let mut found: Option<(i32, Reverse<usize>)> = None;
    let (mut chars, mut previous, mut word) = (0, None, 0);
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if word < at {
                let next = &text[word..at];
                if let Some((before, end, length)) = previous
                    && length >= SHORTEST
                {
                    let score = table.score(before, next, |_, _, _| {}) + length_weight(length);
                    if score > FORBIDDEN / 2 {
                        found = found.max(Some((score, Reverse(end))));
                    }
                }
                previous = Some((next, at, chars));
            }
            word = at + c.len_utf8();
        }
        chars += 1;
    }
    found.map(|(_, Reverse(end))| end)
}

/// Returns whether no break is allowed before a word: a postposition, an ending, an auxiliary.
pub fn continues(language: Language, word: &str) -> bool {
    let weight = Table::of(language).weight(Side::Before, ["", word]);
    !word.is_empty() && weight == Some(FORBIDDEN)
}

/// Returns what a first part of so many characters adds to the score.
fn length_weight(chars: usize) -> i32 {
    -((chars.abs_diff(BREATH) / SLACK) as i32)
}

/// Returns the language of most letters of a text. A few words of English are no English text.
fn language(text: &str) -> Language {
    let mut counts = [0usize; Script::ALL.len()];
    for script in text.chars().filter_map(crate::script::letter) {
        counts[script as usize] += 1;
    }
    counts[Script::Latin as usize] /= 3;
    let most = Script::ALL
        .into_iter()
        .rev()
        .max_by_key(|script| counts[*script as usize]);
    let most = most.filter(|script| counts[*script as usize] > 0);
    let of = |language: &Language| Some(language.script()) == most;
    match Language::ALL.into_iter().find(of) {
        Some(Language::Hi) if langid::marathi(&compose(text)) > 0 => Language::Mr,
        language => language.unwrap_or(Language::En),
    }
}

/// The weights of a language.
struct Table(&'static [[u8; ROW]]);

impl Table {
    fn of(language: Language) -> Self {
        let (sizes, rows) = MODEL.split_at(2 * Language::ALL.len());
        let (sizes, _) = sizes.as_chunks::<2>();
        let mut sizes = sizes
            .iter()
            .map(|size| usize::from(u16::from_le_bytes(*size)));
        let first = sizes.by_ref().take(language as usize).sum::<usize>();
        let (rows, _) = rows.as_chunks::<ROW>();
        Self(&rows[first..first + sizes.next().unwrap_or_default()])
    }

    fn weight(&self, side: Side, pattern: [&str; 2]) -> Option<i32> {
        let key = |[a, b, c, d, _]: &[u8; ROW]| u32::from_le_bytes([*a, *b, *c, *d]);
        let row = self
            .0
            .binary_search_by_key(&hash(side, pattern), key)
            .ok()?;
        let [.., weight] = self.0[row];
        Some(match weight as i8 {
            NEVER => FORBIDDEN,
            weight => i32::from(weight),
        })
    }

    /// Returns the score of the place between two words, and shows `each` weight.
    fn score(&self, before: &str, after: &str, mut each: impl FnMut(Side, [&str; 2], i32)) -> i32 {
        let mut score = 0;
        // The pattern in two parts, so that no string is made of them.
        let mut add = |side: Side, pattern: [&str; 2]| {
            if let Some(weight) = self.weight(side, pattern) {
                score += weight;
                each(side, pattern, weight);
            }
        };
        add(Side::Bias, ["", ""]);
        for (side, word) in [(Side::After, before), (Side::Before, after)] {
            let core = core(word, side);
            let edge = match side {
                Side::After => core.chars().next_back(),
                _ => core.chars().next(),
            };
            match edge {
                None if word.contains(script::is_dash) => add(side, ["", "-"]),
                None => {}
                Some(c) if is_numeric(c) => add(side, ["", "#"]),
                Some(_) => {
                    add(side, ["", &core]);
                    // With the letter before, which becomes the mark of an ending.
                    let letters: Vec<usize> = core.char_indices().map(|(at, _)| at).collect();
                    for at in letters.iter().skip(1).rev().take(LONGEST) {
                        add(side, ["~", &core[*at..]]);
                    }
                }
            }
        }
        if before.ends_with(closes) {
            add(Side::After, ["", "\""]);
        }
        if after.starts_with(opens) {
            add(Side::Before, ["", "\""]);
        }
        if before.ends_with('.') {
            add(Side::After, ["", "."]);
        }
        if is_dash(before) && after.starts_with(is_numeric) {
            add(Side::Both, ["", "-#"]);
        }
        let first = [before, after]
            .map(|word| word.trim_start_matches(opens).chars().next().unwrap_or(' '));
        if first.iter().all(char::is_ascii_uppercase) {
            add(Side::Both, ["", "Aa"]);
        } else if first.iter().all(char::is_ascii_alphabetic) {
            add(Side::Both, ["", "a"]);
        }
        score
    }
}

/// Returns a word in lower case, without marks around it. Of what is written without a blank (हैं;लेकिन) it is the part at the place.
fn core(word: &str, side: Side) -> String {
    let mark = |c: char| !c.is_alphanumeric() && !crate::script::extends(c);
    let word = word.trim_matches(mark);
    let parts = |c: char| {
        matches!(c, ';' | ',' | ':' | '"') || closes(c) && c != '\'' || opens(c) && c != '\''
    };
    let part = match side {
        Side::After => word.rsplit(parts).next(),
        _ => word.split(parts).next(),
    };
    let seen = part
        .unwrap_or_default()
        .chars()
        .filter(|c| !matches!(*c, ZWJ | ZWNJ));
    lowercase(compose(&seen.collect::<String>()).into_iter())
}

/// Returns whether a word is a dash, which may be that of a range: 40 – 50.
fn is_dash(word: &str) -> bool {
    !word.is_empty() && word.chars().all(script::is_dash)
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '"' | '\'' | '“' | '‘' | '«' | '[' | '{')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words on both sides of the best place.
    fn around(text: &str) -> Option<[&str; 2]> {
        let (before, after) = text.split_at(best(text)?);
        Some([
            before.split_whitespace().next_back()?,
            after.split_whitespace().next()?,
        ])
    }

    #[test]
    fn a_break_parts_no_phrase() {
        for (text, expected) in [
            (
                "उन्होंने बताया कि पुराने ब्रेमेन श्रेणी के युद्धपोतों को बदलने की योजना पर पिछले साल काम शुरू किया गया था और इसमें कई नए जहाज हैं",
                ["था", "और"],
            ),
            (
                "मंत्री ने पत्रकारों से बात करते हुए साफ कहा कि नई योजना के तहत गांव के किसानों को एक हवा वाली नाव दी जाएगी ",
                ["तहत", "गांव"],
            ),
            (
                "The minister told the reporters on Monday that the new boats of the river police are ready but nobody has used them yet ",
                ["ready", "but"],
            ),
        ] {
            assert_eq!(around(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn devanagari_has_the_breaks_of_its_language() {
        assert_eq!(language("मैं घर जा रहा हूँ और वह भी"), Language::Hi);
        assert_eq!(language("मी घरी जात आहे"), Language::Mr);
        assert_eq!(
            language("नई गाड़ी Vande Bharat Express आज सुबह चली"),
            Language::Hi
        );
        assert_eq!(language("A word"), Language::En);
    }

    #[test]
    fn a_break_has_its_reasons() {
        let found = Break::between("यह सच है कि", "वह आया").unwrap();
        assert!(
            found.reasons.contains(&("after कि".to_owned(), 26)),
            "{found:?}"
        );
        let sum: i32 = found.reasons.iter().map(|(_, weight)| weight).sum();
        assert_eq!(found.score, sum);
        assert_eq!(Break::between("", "a"), None);
    }

    #[test]
    fn a_range_and_a_number_are_not_parted() {
        let score = |before, after| Break::between(before, after).unwrap().score;
        assert!(score("ದುಡಿದರು ಸುಮಾರು 40 –", "50 ಜನ") < FORBIDDEN / 2);
        assert!(score("ದುಡಿದರು ಸುಮಾರು 40", "ಜನ") < FORBIDDEN / 2);
        assert!(score("ದುಡಿದರು –", "ಜನ") > 0);
    }

    #[test]
    fn where_no_break_is_allowed_there_is_none() {
        assert_eq!(best(&"का ".repeat(60)), None);
        assert_eq!(best(&"word".repeat(60)), None);
        assert_eq!(best(""), None);
    }
}
