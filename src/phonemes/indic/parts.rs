//! The parts of a word: prefixes, the later members of compounds, and endings after those.

use std::collections::HashSet;

use super::spelling::{is_letter, is_virama};

/// The parts that a table lists.
#[derive(Default)]
pub(super) struct Parts {
    /// What begins a word, written `x-` in the table.
    heads: HashSet<String>,
    /// What ends one, `-x`.
    tails: HashSet<String>,
    /// What may follow a tail, `+x`.
    endings: Vec<String>,
    /// The length of the longest of all, so that long words do not take long.
    longest: usize,
}

/// The fewest letters, matras and signs not counted, that a part may leave of the word.
const SHORTEST_STEM: usize = 2;

/// The most parts of one word.
const MOST_PARTS: usize = 4;

impl Parts {
    /// Adds the parts of one line of the table.
    pub(super) fn add(&mut self, line: &str) {
        for part in line.split_whitespace() {
            let part = &super::spelling::clean(part);
            self.longest = self.longest.max(part.len());
            if let Some(tail) = part.strip_prefix('-') {
                self.tails.insert(tail.to_owned());
            } else if let Some(ending) = part.strip_prefix('+') {
                self.endings.push(ending.to_owned());
            } else {
                self.heads.insert(part.trim_end_matches('-').to_owned());
            }
        }
    }

    /// Cuts `word` at the boundaries of its parts, the longest part first.
    pub(super) fn split<'w>(&self, word: &'w str) -> Vec<&'w str> {
        if self.longest == 0 {
            return vec![word];
        }
        let cuts = cuts(word);
        let mut parts = Vec::new();
        let (mut from, mut to) = (0, word.len());
        let head = cuts
            .iter()
            .rev()
            .skip_while(|&&at| at > self.longest)
            .find(|&&at| self.heads.contains(&word[..at]) && letters(&word[at..]) >= SHORTEST_STEM);
        if let Some(&at) = head {
            parts.push(&word[..at]);
            from = at;
        }
        let first_tail = parts.len();
        // Where the last tail may end: before an ending, or with the word.
        let endings = self.endings.iter().filter(|e| word.ends_with(*e));
        let mut ends: Vec<usize> = endings.map(|e| to - e.len()).chain([to]).collect();
        while parts.len() + 1 < MOST_PARTS {
            let is_tail = |at: usize| {
                let mut ends = ends.iter().filter(|&&end| end > at);
                ends.any(|&end| self.tails.contains(&word[at..end]))
            };
            let tail = cuts
                .iter()
                .filter(|&&at| at > from && at < to && to - at <= 2 * self.longest)
                .find(|&&at| letters(&word[from..at]) >= SHORTEST_STEM && is_tail(at));
            let Some(&at) = tail else { break };
            parts.insert(first_tail, &word[at..to]);
            to = at;
            ends = vec![to];
        }
        parts.insert(first_tail, &word[from..to]);
        parts
    }
}

/// Where a word may be cut: before a letter to which no virama joins the one before it.
fn cuts(word: &str) -> Vec<usize> {
    let mut open = false;
    word.char_indices()
        .filter_map(|(at, c)| {
            let cut = open && is_letter(c);
            open = !is_virama(c);
            cut.then_some(at)
        })
        .collect()
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| is_letter(*c)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(word: &str) -> String {
        let mut parts = Parts::default();
        parts.add("अन- -पुर -तंत्र -वाद -ता +ों +ें");
        parts.split(word).join("|")
    }

    #[test]
    fn a_word_is_cut_at_its_parts_and_an_ending_stays_with_the_last() {
        assert_eq!(split("रामपुर"), "राम|पुर");
        assert_eq!(split("लोकतंत्रवादों"), "लोक|तंत्र|वादों");
        assert_eq!(split("अनदेखा"), "अन|देखा");
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
