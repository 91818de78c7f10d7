//! The best place in a text, from the tables that `compile.rs` makes.

use std::cmp::Reverse;
use std::ops::{Range, RangeBounds};

use super::keys::{LONGEST, NEVER, ROW, Side, hash};
use crate::language::Language;
use crate::script::{self, ZWJ, ZWNJ, closes, compose, is_numeric, lowercase};

static MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/phrase.model"));

/// No part is shorter, in characters: a shorter one sounds chopped.
const SHORTEST: usize = 45;
/// The characters of a part that a reader says in one breath, and by how many more or fewer a place loses a point.
const BREATH: usize = 105;
const SLACK: usize = 10;
/// A place of this score or more is one where a reader surely pauses.
const SURE: i32 = -15;
/// A place with a reason and of this score or more is one where a reader may well pause.
const LIKELY: i32 = -25;
/// A reader pauses for a reason: a conjunction, the end of a clause. One of the weights is so much or more, or the place loses points.
const REASON: i32 = 14;
const UNREASONED: i32 = -8;
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
    /// Returns what is told of the place between two texts of a language.
    pub fn between(language: Language, before: &str, after: &str) -> Option<Self> {
        let table = Table::of(language);
        let mut words = before.split_whitespace().rev();
        let last = Word::new(words.next()?);
        let earlier = Word::new(words.next().unwrap_or_default());
        let first = Word::new(after.split_whitespace().next()?);
        let mut reasons = Vec::new();
        let mut score = table.score(&earlier, &last, &first, |side, pattern, weight| {
            let name = [side.name(), " ", &pattern.concat()].concat();
            reasons.push((name.trim_end().to_owned(), weight));
        });
        let doubt = doubt(reasons.iter().map(|(_, weight)| *weight).max());
        if doubt != 0 {
            score += doubt;
            reasons.push(("no reason".to_owned(), doubt));
        }
        Some(Self { score, reasons })
    }

    /// Returns what is told of the place where a clause is cut: the first part speaks for it or against it by its length too.
    pub fn cut(language: Language, before: &str, after: &str) -> Option<Self> {
        let mut found = Self::between(language, before, after)?;
        let length = length_weight(before.trim().chars().count());
        if length != 0 {
            found.score += length;
            found.reasons.push(("length".to_owned(), length));
        }
        Some(found)
    }

    /// Returns whether a reader surely pauses here.
    pub fn is_sure(&self) -> bool {
        self.score >= SURE
    }
}

/// A place where the first part of a text may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    score: i32,
    /// Of equals the first.
    end: Reverse<usize>,
    /// Whether there is a reason for it.
    reasoned: bool,
}

impl Place {
    /// Returns where the first part ends, in bytes.
    pub fn end(self) -> usize {
        self.end.0
    }

    /// Returns whether a reader surely pauses here.
    pub fn is_sure(self) -> bool {
        self.score >= SURE
    }

    /// Returns whether a reader may well pause here, for a reason.
    pub fn is_likely(self) -> bool {
        self.reasoned && self.score >= LIKELY
    }
}

/// Returns the best place of a text that `fits` and has `from` characters or more before it. The last word of the text may go on.
pub fn best(
    language: Language,
    text: &str,
    from: usize,
    fits: impl Fn(Place) -> bool,
) -> Option<Place> {
    let mut found: Option<Place> = None;
    each_gap(language, text, from.max(SHORTEST).., |gap| {
        let place = Place {
            score: gap.score + length_weight(gap.chars),
            end: Reverse(gap.end),
            reasoned: gap.reasoned,
        };
        found = found.max(Some(place).filter(|place| fits(*place)));
    });
    found
}

/// A place between two words of a text where a break is allowed.
pub(super) struct Gap {
    /// Where the word before it ends, in bytes and in characters.
    pub end: usize,
    pub chars: usize,
    /// Where the word after it begins, in characters.
    pub next: usize,
    /// The sum of the weights.
    pub score: i32,
    /// Whether there is a reason for it.
    pub reasoned: bool,
}

/// Shows `each` place of a text where a break is allowed and that has so many characters before it. The last word of the text may go
/// on.
pub(super) fn each_gap(
    language: Language,
    text: &str,
    lengths: impl RangeBounds<usize>,
    mut each: impl FnMut(Gap),
) {
    let table = Table::of(language);
    // The last word, where it begins and ends, and the characters before its end; and the word before that.
    let mut previous = None::<(Range<usize>, usize)>;
    let mut earlier = "";
    // Both as they are looked up, once a place needed them.
    let (mut read, mut read_earlier) = (None::<Word>, None::<Word>);
    let (mut chars, mut word) = (0, (0, 0));
    // What stands in brackets is said in one breath.
    let (mut brackets, mut within) = (0usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '(' => brackets += 1,
            ')' => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        if c.is_whitespace() {
            if word.0 < at {
                let mut last = read.take();
                if let Some((before, length)) = &previous
                    && lengths.contains(length)
                    && !within
                {
                    let earlier = read_earlier.unwrap_or_else(|| Word::new(earlier));
                    let word_before = last.unwrap_or_else(|| Word::new(&text[before.clone()]));
                    let after = Word::new(&text[word.0..at]);
                    let mut strongest = None;
                    let score = table.score(&earlier, &word_before, &after, |_, _, weight| {
                        strongest = strongest.max(Some(weight));
                    });
                    if score > FORBIDDEN / 2 {
                        let doubt = doubt(strongest);
                        each(Gap {
                            end: before.end,
                            chars: *length,
                            next: word.1,
                            score: score + doubt,
                            reasoned: doubt == 0,
                        });
                    }
                    (last, read) = (Some(word_before), Some(after));
                }
                read_earlier = last;
                earlier = previous.map_or("", |(before, _)| &text[before]);
                previous = Some((word.0..at, chars));
                within = brackets > 0;
            }
            word = (at + c.len_utf8(), chars + 1);
        }
        chars += 1;
    }
}

/// Returns whether no break is allowed before a word: a postposition, an ending, an auxiliary.
pub fn continues(language: Language, word: &str) -> bool {
    let weight = Table::of(language).weight(Side::Before, &[word]);
    !word.is_empty() && weight == Some(FORBIDDEN)
}

/// Returns whether no break is allowed between two words, of which the second may have an ending: माता पिता, ছেলে মেয়েদের.
pub fn pairs(language: Language, before: &str, after: &str) -> bool {
    let table = Table::of(language);
    let ends = after.char_indices().skip(1).map(|(at, _)| at);
    let mut stems = ends.chain([after.len()]).map(|end| &after[..end]);
    stems.any(|stem| table.weight(Side::Both, &[before, "+", stem]) == Some(FORBIDDEN))
}

/// Returns what is added to the score of a place whose strongest weight is this.
fn doubt(strongest: Option<i32>) -> i32 {
    match strongest {
        Some(weight) if weight >= REASON => 0,
        _ => UNREASONED,
    }
}

/// Returns what a first part of so many characters adds to the score.
fn length_weight(chars: usize) -> i32 {
    -((chars.abs_diff(BREATH) / SLACK) as i32)
}

/// The weights of a language.
struct Table(&'static [[u8; ROW]]);

impl Table {
    fn of(language: Language) -> Self {
        let (sizes, rows) = MODEL.split_at(2 * Language::ALL.len());
        let (sizes, _) = sizes.as_chunks::<2>();
        let size = |size: &[u8; 2]| usize::from(u16::from_le_bytes(*size));
        let mut sizes = sizes.iter().map(size);
        let first = sizes.by_ref().take(language as usize).sum::<usize>();
        let (rows, _) = rows.as_chunks::<ROW>();
        Self(&rows[first..first + sizes.next().unwrap_or_default()])
    }

    fn weight(&self, side: Side, pattern: &[&str]) -> Option<i32> {
        let key = |[a, b, c, d, _]: &[u8; ROW]| u32::from_le_bytes([*a, *b, *c, *d]);
        let row = self.0.binary_search_by_key(&hash(side, pattern), key);
        let [.., weight] = self.0[row.ok()?];
        Some(match weight as i8 {
            NEVER => FORBIDDEN,
            weight => i32::from(weight),
        })
    }

    /// Returns the score of the place between two words, and shows `each` weight. The `earlier` word stands before them.
    fn score(
        &self,
        earlier: &Word,
        before: &Word,
        after: &Word,
        mut each: impl FnMut(Side, &[&str], i32),
    ) -> i32 {
        // A mark that stands by itself may be a quote that closes, with a blank before it.
        if let Some(mark) = [before, after].into_iter().find(|word| word.is_mark()) {
            each(Side::Both, &[mark.written], FORBIDDEN);
            return FORBIDDEN;
        }
        let mut score = 0;
        // The pattern in parts, so that no string is made of them.
        let mut add = |side: Side, pattern: &[&str]| {
            let weight = self.weight(side, pattern).unwrap_or_default();
            if weight != 0 {
                score += weight;
                each(side, pattern, weight);
            }
            weight == FORBIDDEN
        };
        add(Side::Bias, &[""]);
        // What two words say together: जैसे कि is no कि after which a reader pauses.
        let (last, first) = (before.core(Side::After), after.core(Side::Before));
        let earlier = earlier.core(Side::After);
        if add(Side::After, &[earlier, "+", last]) || add(Side::Both, &[last, "+", first]) {
            return score;
        }
        for (side, word, core) in [(Side::After, before, last), (Side::Before, after, first)] {
            let edge = match side {
                Side::After => core.chars().next_back(),
                _ => core.chars().next(),
            };
            match edge {
                None if word.written.contains(script::is_dash) => {
                    add(side, &["-"]);
                }
                None => {}
                Some(c) if is_numeric(c) => {
                    add(side, &["#"]);
                }
                Some(_) => {
                    // What is forbidden needs no more reasons.
                    if add(side, &[core]) {
                        return score;
                    }
                    // With the letter before, which becomes the mark of an ending.
                    let letters: Vec<usize> = core.char_indices().map(|(at, _)| at).collect();
                    for at in letters.iter().skip(1).rev().take(LONGEST) {
                        add(side, &["~", &core[*at..]]);
                    }
                    // An inflected word is known by how it begins.
                    if side == Side::Before {
                        for at in letters.iter().skip(2).take(LONGEST - 1) {
                            add(side, &[&core[..*at], "~"]);
                        }
                    }
                }
            }
        }
        let (before, after) = (before.written, after.written);
        if before.ends_with(closes) {
            add(Side::After, &["\""]);
        }
        if after.starts_with(['(', '[', '{']) {
            add(Side::Before, &["("]);
        } else if after.starts_with(opens) {
            add(Side::Before, &["\""]);
        }
        if before.ends_with('.') {
            add(Side::After, &["."]);
        }
        if is_dash(before) && after.starts_with(is_numeric) {
            add(Side::Both, &["-#"]);
        }
        let first = [before, after]
            .map(|word| word.trim_start_matches(opens).chars().next().unwrap_or(' '));
        if first.iter().all(char::is_ascii_uppercase) {
            add(Side::Both, &["Aa"]);
        } else if first.iter().all(char::is_ascii_alphabetic) {
            add(Side::Both, &["a"]);
        }
        score
    }
}

/// A word beside a place.
struct Word<'a> {
    written: &'a str,
    /// In lower case, without marks around it.
    lower: String,
}

impl<'a> Word<'a> {
    fn new(written: &'a str) -> Self {
        // The tables of Unicode are slow.
        let part = |c: char| script::is_plain(c) || script::extends(c) || c.is_alphanumeric();
        let seen = written
            .trim_matches(|c: char| !part(c))
            .replace([ZWJ, ZWNJ], "");
        let lower = lowercase(compose(&seen).into_iter());
        Self { written, lower }
    }

    /// Returns whether it is a mark alone, and no dash.
    fn is_mark(&self) -> bool {
        self.lower.is_empty() && !self.written.contains(script::is_dash)
    }

    /// Returns the part at the place, of what is written without a blank: हैं;लेकिन.
    fn core(&self, side: Side) -> &str {
        let parts = |c: char| {
            matches!(c, ';' | ',' | ':' | '"') || closes(c) && c != '\'' || opens(c) && c != '\''
        };
        let part = match side {
            Side::After => self.lower.rsplit(parts).next(),
            _ => self.lower.split(parts).next(),
        };
        part.unwrap_or_default()
    }
}

/// Returns whether a word is a dash, which may be that of a range: 40 – 50.
fn is_dash(word: &str) -> bool {
    !word.is_empty() && word.chars().all(script::is_dash)
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '"' | '\'' | '“' | '‘' | '«' | '[' | '{')
}
