//! Words that are written together though each is one of its own, as in addresses and tags: incredibleindia, yourstory, Smartwatch.

use crate::dictionary::{self, natives};
use crate::language::{Everywhere, Language, everywhere};
use crate::romanised::is_english;

/// The fewest letters of what is taken apart, and the most.
const SHORTEST: usize = 7;
const LONGEST: usize = 40;
/// The fewest letters of one of two members, and of a name of India among three.
const MEMBER: usize = 4;
/// Those of a member that only the dictionary has, and of a name of India that is one of two.
const RARE: usize = 5;
/// Those of a frequent word among three.
const SMALL: usize = 3;

/// How a word is spelt, which tells what its members may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// In small letters: names of India too.
    Small,
    /// With a capital: it is a name itself.
    Name,
    /// A name that is spelt as in India: frequent words alone.
    OfIndia,
}

/// The words that `word`, in lower case, is made of: two, of which one at least is a frequent English one, or more, each a frequent one
/// or a name of India.
pub(super) fn members(word: &str, spelling: Spelling) -> Option<Vec<&str>> {
    let letters = word.bytes().all(|b| b.is_ascii_lowercase());
    let inflected = everywhere(Everywhere::EnglishEndings).any(|ending| word.ends_with(ending));
    if !letters || inflected || !(SHORTEST..=LONGEST).contains(&word.len()) {
        return None;
    }
    let frequent = |part: &str, least| part.len() >= least && is_english(part);
    let small = spelling == Spelling::Small;
    let indian =
        |part: &str, least| small && part.len() >= least && natives::is_native(part, Language::En);
    let rare = |part: &str| {
        spelling != Spelling::OfIndia && part.len() >= RARE && dictionary::find(part).is_some()
    };
    let cuts = || {
        let cuts = (MEMBER..=word.len() - MEMBER).rev();
        cuts.map(|at| word.split_at(at))
    };
    // th, ph and sh at a seam are not one sound: nuthatch, hothead, catshark.
    let meets = |a: &str, b: &str| {
        a.ends_with(['t', 'p']) && b.starts_with('h') || a.ends_with('t') && b.starts_with("sh")
    };
    let seam = || {
        let mut cuts = (SMALL..=word.len() - MEMBER).map(|at| word.split_at(at));
        cuts.find(|(a, b)| meets(a, b) && frequent(a, SMALL) && (frequent(b, MEMBER) || rare(b)))
    };
    let both = || cuts().find(|(a, b)| frequent(a, MEMBER) && frequent(b, MEMBER));
    let beside = |a: &str, b: &str| frequent(a, MEMBER) && (rare(b) || indian(b, RARE));
    let one = || cuts().find(|(a, b)| beside(a, b) || beside(b, a));
    if let Some((first, last)) = seam().or_else(both).or_else(one) {
        return Some(vec![first, last]);
    }
    let known = |part: &str| frequent(part, SMALL) || indian(part, MEMBER);
    // Where the last member of the fewest that end at each place begins, and how many there are.
    let mut fewest: Vec<Option<(usize, usize)>> = vec![None; word.len() + 1];
    fewest[0] = Some((0, 0));
    for end in SMALL..=word.len() {
        let begun = (0..=end - SMALL).filter_map(|from| Some((fewest[from]?.0 + 1, from)));
        let parts = begun.filter(|(_, from)| known(&word[*from..end]));
        fewest[end] = parts.min();
    }
    let mut parts = Vec::new();
    let mut end = word.len();
    while end > 0 {
        let (_, from) = fewest[end]?;
        parts.push(&word[from..end]);
        end = from;
    }
    parts.reverse();
    (parts.len() > 2).then_some(parts)
}

/// What begins at each capital: Book, My, Show. Capitals before another word are one part.
pub(super) fn by_capitals(word: &str) -> Vec<&str> {
    let letters = word.as_bytes();
    if !word.is_ascii() {
        return Vec::new();
    }
    let capital = |at: usize| letters.get(at).is_some_and(u8::is_ascii_uppercase);
    let small = |at: usize| letters.get(at).is_some_and(u8::is_ascii_lowercase);
    let begins = |at: &usize| capital(*at) && (small(at - 1) || capital(at - 1) && small(at + 1));
    let mut parts = Vec::new();
    let mut start = 0;
    for at in (1..letters.len()).filter(begins).chain([letters.len()]) {
        parts.push(&word[start..at]);
        start = at;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Spelling;

    #[test]
    fn what_is_written_together_is_known_words() {
        for (word, members) in [
            ("yourstory", "your story"),
            ("incredibleindia", "incredible india"),
            ("thebetterindia", "the better india"),
            ("narendramodiapp", "narendra modi app"),
            ("stylesheet", "style sheet"),
            ("helpline", "help line"),
        ] {
            let found = super::members(word, Spelling::Small).map(|parts| parts.join(" "));
            assert_eq!(found.as_deref(), Some(members), "{word}");
        }
        assert_eq!(super::members("akbaruddin", Spelling::OfIndia), None);
        for word in [
            "foldable",
            "sureties",
            "patanjali",
            "laptop",
            "étoiles",
            "kumpakonam",
        ] {
            assert_eq!(super::members(word, Spelling::Name), None, "{word}");
        }
    }
}
