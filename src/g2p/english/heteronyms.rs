//! Words that are spelt alike and sound otherwise by what they are in their sentence, told by the words around them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use crate::data::lines;
use crate::language::ENGLISH_HETERONYMS;
use crate::phoneme::{self, Phoneme};

/// Where a cue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Before,
    /// The word before the last.
    Before2,
    After,
    /// Anywhere in the clause.
    Near,
}

/// What a cue of all words counts, and one of a single word.
const SHARED: i32 = 1;
const OWN: i32 = 2;

/// A reading of a word.
struct Reading {
    name: &'static str,
    phonemes: Vec<Phoneme>,
    cues: HashSet<(Place, &'static str), RandomState>,
}

type Cues = HashSet<(&'static str, Place, &'static str), RandomState>;

/// The cues of all words, and the words.
struct Heteronyms {
    cues: Cues,
    words: HashMap<&'static str, Vec<Reading>, RandomState>,
}

static HETERONYMS: LazyLock<Heteronyms> = LazyLock::new(|| parse(ENGLISH_HETERONYMS));

/// The edges of a clause as cues.
const START: &str = "^";
const END: &str = "$";

/// The phonemes of `word`, in lower case, between the words of its clause `before` it, the nearest first, and those `after` it.
/// `None` where it is read in one way only.
pub(super) fn choose<'w>(
    word: &str,
    before: impl Iterator<Item = &'w str> + Clone,
    after: impl Iterator<Item = &'w str> + Clone,
) -> Option<&'static [Phoneme]> {
    let readings = HETERONYMS.words.get(word)?;
    let lower = |word: &str| word.to_lowercase();
    let near: Vec<String> = before.clone().chain(after.clone()).map(lower).collect();
    let mut nearest = before.map(lower);
    let first = nearest.next().unwrap_or_else(|| START.to_owned());
    let second = nearest.next().unwrap_or_else(|| START.to_owned());
    let next = after.map(lower).next().unwrap_or_else(|| END.to_owned());
    let beside = [
        (Place::Before, &first),
        (Place::Before2, &second),
        (Place::After, &next),
    ];
    let score = |reading: &Reading| -> i32 {
        let near = near.iter().map(|word| (Place::Near, word));
        let places = beside.into_iter().chain(near);
        let scores = places.map(|(place, cue)| {
            let shared = HETERONYMS
                .cues
                .contains(&(reading.name, place, cue.as_str()));
            let own = reading.cues.contains(&(place, cue.as_str()));
            SHARED * i32::from(shared) + OWN * i32::from(own)
        });
        scores.sum()
    };
    // Of equals the first.
    let best = readings.iter().rev().max_by_key(|reading| score(reading))?;
    Some(&best.phonemes)
}

fn parse(source: &'static str) -> Heteronyms {
    let mut heteronyms = Heteronyms {
        cues: Cues::default(),
        words: HashMap::default(),
    };
    let (mut in_words, mut last) = (false, "");
    // The reading and the place whose cues a line goes on with.
    let mut open = ("", Place::Near);
    for (_, line) in lines(source) {
        if line.starts_with('[') {
            in_words = line == "[words]";
            continue;
        }
        let begun = match line.split_once('=') {
            Some((_, rest)) if in_words && rest.contains(char::is_whitespace) && begins(line) => {
                let (word, readings) = line.split_once(' ').unwrap_or((line, ""));
                last = word;
                heteronyms
                    .words
                    .insert(word, readings.split(';').filter_map(reading).collect());
                continue;
            }
            Some((cue, words)) => cue_of(cue).map(|of| (of, words)),
            None => line.split_once(' ').and_then(|(name, rest)| {
                let (place, words) = rest.trim_start().split_once(' ')?;
                Some(((name, place_of(place)?), words))
            }),
        };
        let words = match begun {
            Some((of, words)) => {
                open = of;
                words
            }
            None => line,
        };
        let (name, place) = open;
        for word in words.split_whitespace() {
            if !in_words {
                heteronyms.cues.insert((name, place, word));
            } else if let Some(readings) = heteronyms.words.get_mut(last)
                && let Some(reading) = readings.iter_mut().find(|reading| reading.name == name)
            {
                reading.cues.insert((place, word));
            }
        }
    }
    heteronyms
}

/// Whether a line begins a word: `word name = phonemes`.
fn begins(line: &str) -> bool {
    line.split_once('=')
        .is_some_and(|(head, _)| head.split_whitespace().count() == 2)
}

/// `name place` before the sign of equality.
fn cue_of(cue: &'static str) -> Option<(&'static str, Place)> {
    let (name, place) = cue.trim().split_once(' ')?;
    Some((name, place_of(place)?))
}

fn place_of(name: &str) -> Option<Place> {
    Some(match name {
        "before" => Place::Before,
        "before2" => Place::Before2,
        "after" => Place::After,
        "near" => Place::Near,
        _ => return None,
    })
}

/// `name = phonemes`.
fn reading(text: &'static str) -> Option<Reading> {
    let (name, sounds) = text.split_once('=')?;
    Some(Reading {
        name: name.trim(),
        phonemes: phoneme::parse(sounds.trim())?,
        cues: HashSet::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_of_the_file_has_its_phonemes() {
        for (word, readings) in &HETERONYMS.words {
            assert!(
                readings.iter().all(|reading| !reading.phonemes.is_empty()),
                "{word}"
            );
        }
        let rows = lines(ENGLISH_HETERONYMS).skip_while(|(_, line)| *line != "[words]");
        let rows: Vec<_> = rows.filter(|(_, line)| begins(line)).collect();
        assert_eq!(rows.len(), HETERONYMS.words.len());
        for (_, row) in rows {
            let (word, readings) = row.split_once(' ').unwrap();
            assert_eq!(
                HETERONYMS.words[word].len(),
                readings.split(';').count(),
                "{word}"
            );
        }
    }

    #[test]
    fn the_words_around_a_word_tell_how_it_is_read() {
        for (sentence, word, sounds) in [
            ("the bank is close to the bus stand", "close", "k l ˈoː s"),
            ("please close the window", "close", "k l ˈoː z"),
            ("she has read your letter", "read", "r ˈɛ ɖ"),
            ("please read the form", "read", "r ˈiː ɖ"),
            ("do not use the lift", "use", "j ˈuː z"),
            ("for single use only", "use", "j ˈuː s"),
            (
                "the minister will present the budget",
                "present",
                "p r i z ˈɛ n ʈ",
            ),
            ("a birthday present", "present", "p r ˈɛ z ə n ʈ"),
            ("we live in a village", "live", "l ˈi ʋ"),
            ("the match is live on all channels", "live", "l ˈaɪ ʋ"),
            ("ghosts live on its branches", "live", "l ˈi ʋ"),
            ("may you live long", "live", "l ˈi ʋ"),
            ("Diwali is creeping close", "close", "k l ˈoː s"),
            ("any other house that he built", "house", "h ˈaʊ s"),
            ("to create wind that flows", "wind", "ʋ ˈi n ɖ"),
        ] {
            let words: Vec<&str> = sentence.split(' ').collect();
            let at = words.iter().position(|w| *w == word).unwrap();
            let before = words[..at].iter().rev().copied();
            let after = words[at + 1..].iter().copied();
            let found = choose(word, before, after).unwrap();
            assert_eq!(phoneme::format(found), sounds, "{sentence}");
        }
    }
}
