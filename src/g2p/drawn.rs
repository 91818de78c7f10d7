//! Words that are drawn out in writing: sooo, goooood, nahiiii.

use std::iter;

/// So many like letters in a row are more than any word has.
const DRAWN: usize = 3;

/// The word that is drawn out: a `known` one, or else the shortest, that is left when each run of like letters is one or two of them. `None` where
/// nothing is drawn out.
pub(super) fn shortened(word: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let drawn = |run: &[char]| run.len() >= DRAWN && run[0].is_alphabetic();
    if !letters.chunk_by(char::eq).any(drawn) {
        return None;
    }
    // At the end of a word it is mostly one letter (soooo), within it two (gooood).
    let left = |within: usize, last: usize| -> String {
        let mut at = 0;
        let runs = letters.chunk_by(char::eq).flat_map(|run| {
            at += run.len();
            let length = match drawn(run) {
                true if at == letters.len() => last,
                true => within,
                false => run.len(),
            };
            iter::repeat_n(run[0], length)
        });
        runs.collect()
    };
    let ways = [(2, 1), (1, 1), (2, 2), (1, 2)].map(|(within, last)| left(within, last));
    let found = ways.iter().find(|way| known(way));
    found.or(ways.get(1)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_like_letters_become_those_of_a_known_word() {
        let known = |word: &str| matches!(word, "so" | "good" | "god" | "free");
        for (word, short) in [
            ("sooo", Some("so")),
            ("goooood", Some("good")),
            ("freeee", Some("free")),
            ("wawwww", Some("waw")),
            ("good", None),
            ("1000", None),
            ("", None),
        ] {
            assert_eq!(shortened(word, known).as_deref(), short, "{word}");
        }
    }
}
