//! The parts of a word: prefixes, the later members of compounds, and endings after those.

use crate::data::laid::{Text, Words, laid};
use crate::script::{self, is_indic_letter, is_virama};

/// The parts that a table lists.
#[derive(Default)]
pub(super) struct Parts {
    /// What begins a word, written `x-` in the table.
    heads: Words<()>,
    /// What ends one, `-x`.
    tails: Words<()>,
    /// What ends one alone, `-x.`: no ending follows it.
    cases: Words<()>,
    /// What may follow a tail, `+x`.
    endings: Vec<Text>,
    /// Whether a word may be a part said twice, and what follows.
    twice: bool,
    /// The length of the longest of all, so that long words do not take long.
    longest: usize,
    /// What heads and tails begin with, as [`beginning`] tells it.
    beginnings: [[u64; BEGINNINGS]; 2],
}

laid!(Parts {
    heads,
    tails,
    cases,
    endings,
    twice,
    longest,
    beginnings,
});

/// Words of sixty-four bits for what parts begin with.
const BEGINNINGS: usize = 32;

/// The fewest letters, matras and signs not counted, that a part may leave of the word.
const SHORTEST_STEM: usize = 2;

/// What a table writes for a part that is said twice.
const TWICE: &str = "x+x";

/// The most parts of one word.
const MOST_PARTS: usize = 4;

impl Parts {
    /// Adds the parts of one line of the table.
    pub(super) fn add(&mut self, line: &str) {
        for part in line.split_whitespace() {
            if part == TWICE {
                self.twice = true;
                continue;
            }
            let part = &script::clean(part);
            self.longest = self.longest.max(part.len());
            if let Some(tail) = part.strip_prefix('-') {
                begin(&mut self.beginnings[1], tail);
                match tail.strip_suffix('.') {
                    Some(case) => self.cases.insert(case, ()),
                    None => self.tails.insert(tail, ()),
                };
            } else if let Some(ending) = part.strip_prefix('+') {
                self.endings.push(ending.to_owned().into());
            } else {
                let head = part.trim_end_matches('-');
                begin(&mut self.beginnings[0], head);
                self.heads.insert(head, ());
            }
        }
    }

    /// Whether a text ends words.
    pub(super) fn is_tail(&self, text: &str) -> bool {
        self.tails.contains(text) || self.cases.contains(text)
    }

    /// Cuts `word` at the boundaries of its parts, the longest part first. Nothing where it has one only.
    pub(super) fn split<'w>(&self, word: &'w str) -> Vec<&'w str> {
        if self.longest == 0 && !self.twice {
            return Vec::new();
        }
        if self.twice
            && let Some(at) = twice(word)
        {
            return vec![&word[..at], &word[at..]];
        }
        let mut parts = Vec::new();
        let (mut from, mut to) = (0, word.len());
        let [heads, tails] = &self.beginnings;
        if begins(heads, word) {
            let head = cuts(word)
                .take_while(|&at| at <= self.longest)
                .filter(|&at| self.heads.contains(&word[..at]) && is_stem(&word[at..]));
            if let Some(at) = head.last() {
                parts.push(&word[..at]);
                from = at;
            }
        }
        let first_tail = parts.len();
        // Nothing is collected for the many words in which no tail begins.
        let mut begun = cuts(word).filter(|&at| begins(tails, &word[at..]));
        let Some(first) = begun.next() else {
            if from > 0 {
                parts.push(&word[from..]);
            }
            return parts;
        };
        let cuts: Vec<usize> = std::iter::once(first).chain(begun).collect();
        // Where the last tail may end: before an ending, or with the word.
        let last = word.bytes().next_back();
        let endings = self.endings.iter();
        let endings = endings.filter(|e| e.bytes().next_back() == last && word.ends_with(&***e));
        let mut ends: Vec<usize> = endings.map(|e| to - e.len()).chain([to]).collect();
        while parts.len() + 1 < MOST_PARTS {
            let is_tail = |at: usize| {
                let mut ends = ends.iter().filter(|&&end| end > at);
                ends.any(|&end| self.tails.contains(&word[at..end]))
                    || self.cases.contains(&word[at..])
            };
            let tail = cuts
                .iter()
                .filter(|&&at| at > from && at < to && to - at <= 2 * self.longest)
                .find(|&&at| is_stem(&word[from..at]) && is_tail(at));
            let Some(&at) = tail else { break };
            parts.insert(first_tail, &word[at..to]);
            to = at;
            ends = vec![to];
        }
        if !parts.is_empty() {
            parts.insert(first_tail, &word[from..to]);
        }
        parts
    }
}

/// Where the second half of a word begins that says its first half again: हळू|हळू, सन|सनी.
fn twice(word: &str) -> Option<usize> {
    let again = |at: &usize| word[*at..].starts_with(&word[..*at]) && is_stem(&word[..*at]);
    cuts(word).find(again)
}

/// Where a word may be cut: before a letter to which no virama joins the one before it.
fn cuts(word: &str) -> impl Iterator<Item = usize> {
    let mut open = false;
    word.char_indices().filter_map(move |(at, c)| {
        let cut = open && is_indic_letter(c);
        open = !is_virama(c);
        cut.then_some(at)
    })
}

/// Sets the bit of what `part` begins with; of a part of one character, all that it may begin a word with.
fn begin(bits: &mut [u64; BEGINNINGS], part: &str) {
    let mut characters = part.chars().map(|c| c as usize);
    let Some(first) = characters.next() else {
        return;
    };
    let second = characters
        .next()
        .map_or(0..SECOND, |c| c % SECOND..c % SECOND + 1);
    for second in second {
        let bit = first % 128 * SECOND + second;
        bits[bit / 64] |= 1 << (bit % 64);
    }
}

/// How many second characters are told apart.
const SECOND: usize = 16;

/// Whether a part may begin as `text` does: by its first character, of which two of a script have two bits, and its second.
fn begins(bits: &[u64; BEGINNINGS], text: &str) -> bool {
    let mut characters = text.chars().map(|c| c as usize);
    let first = characters.next().unwrap_or(0);
    let bit = first % 128 * SECOND + characters.next().unwrap_or(0) % SECOND;
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// Whether `text` has so many letters that it may be left of a word.
fn is_stem(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| is_indic_letter(*c));
    letters.nth(SHORTEST_STEM - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(word: &str) -> String {
        let mut parts = Parts::default();
        parts.add("अन- -पुर -तंत्र -वाद -ता -को. +ों +ें");
        match &parts.split(word)[..] {
            [] => word.to_owned(),
            parts => parts.join("|"),
        }
    }

    #[test]
    fn a_word_is_cut_at_its_parts_and_an_ending_stays_with_the_last() {
        assert_eq!(split("रामपुर"), "राम|पुर");
        assert_eq!(split("लोकतंत्रवादों"), "लोक|तंत्र|वादों");
        assert_eq!(split("अनदेखा"), "अन|देखा");
        assert_eq!(split("रामको"), "राम|को");
        assert_eq!(split("रामकोों"), "रामकोों");
    }

    #[test]
    fn a_word_that_says_its_beginning_again_is_two() {
        let mut parts = Parts::default();
        parts.add("-ता x+x");
        assert_eq!(parts.split("हळूहळू"), ["हळू", "हळू"]);
        assert_eq!(parts.split("खळखळून"), ["खळ", "खळून"]);
        assert!(parts.split("ममत").is_empty());
        assert!(parts.split("हळू").is_empty());
    }

    #[test]
    fn a_part_leaves_a_stem_and_no_conjunct_is_cut() {
        assert_eq!(split("नपुर"), "नपुर");
        assert_eq!(split("अनक"), "अनक");
        assert_eq!(split("समस्वाद"), "समस्वाद");
        assert_eq!(split(""), "");
    }

    #[test]
    fn no_more_parts_are_made_than_the_bound() {
        let word = ["राम", &"पुर".repeat(20)].concat();
        assert_eq!(split(&word).matches('|').count() + 1, MOST_PARTS);
    }
}
