//! Words that are spelt alike and sound otherwise by what they are in their sentence, told by the words around them. The build
//! reads them from their file.

use crate::data::laid::{Text, Words, laid};
use crate::data::lines;
use crate::phoneme::{self, Phoneme};

/// Where a cue stands.
#[derive(Clone, Copy)]
enum Place {
    Before,
    /// The word before the last.
    Before2,
    After,
    /// Anywhere in the clause.
    Near,
}

/// The words that are cues, by their places.
type Cues = [Words<()>; 4];

/// What a cue of all words counts, and one of a single word.
const SHARED: i32 = 1;
const OWN: i32 = 2;

/// A reading of a word.
#[derive(Clone)]
struct Reading {
    name: Text,
    /// The indices of its phonemes.
    phonemes: Vec<u8>,
    cues: Cues,
}

laid!(Reading {
    name,
    phonemes,
    cues
});

/// The cues of all words by the names of readings, and the words.
#[derive(Default)]
pub struct Heteronyms {
    cues: Words<Cues>,
    words: Words<Vec<Reading>>,
}

laid!(Heteronyms { cues, words });

/// The edges of a clause as cues.
const START: &str = "^";
const END: &str = "$";

impl Reading {
    /// `name = phonemes`.
    fn parse(text: &str) -> Option<Self> {
        let (name, sounds) = text.split_once('=')?;
        let phonemes = phoneme::parse(sounds.trim())?;
        Some(Self {
            name: name.trim().to_owned().into(),
            phonemes: phonemes.iter().map(|p| p.index() as u8).collect(),
            cues: Cues::default(),
        })
    }
}

impl Heteronyms {
    /// The phonemes of `word`, in lower case, between the words of its clause `before` it, the nearest first, and those `after` it.
    /// `None` where it is read in one way only.
    pub fn choose<'w>(
        &self,
        word: &str,
        before: impl Iterator<Item = &'w str> + Clone,
        after: impl Iterator<Item = &'w str> + Clone,
    ) -> Option<Vec<Phoneme>> {
        let readings = self.words.get(word)?;
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
            let shared = self.cues.get(&reading.name).unwrap_or_default();
            let near = near.iter().map(|word| (Place::Near, word));
            let places = beside.into_iter().chain(near);
            let scores = places.map(|(place, cue)| {
                let is_in = |cues: &Cues| i32::from(cues[place as usize].contains(cue));
                SHARED * is_in(&shared) + OWN * is_in(&reading.cues)
            });
            scores.sum()
        };
        // Of equals the first.
        let best = readings.iter().rev().max_by_key(|reading| score(reading))?;
        let phonemes = best.phonemes.iter();
        Some(phonemes.filter_map(|p| Phoneme::from_index(*p)).collect())
    }

    /// Reads the file.
    #[allow(dead_code, reason = "the build reads the file")]
    pub fn parse(source: &str) -> Self {
        let mut heteronyms = Self::default();
        let (mut in_words, mut last) = (false, "");
        // The reading and the place whose cues a line goes on with.
        let mut open = ("", Place::Near);
        for (_, line) in lines(source) {
            if line.starts_with('[') {
                in_words = line == "[words]";
                continue;
            }
            let begun = match line.split_once('=') {
                Some((_, rest))
                    if in_words && rest.contains(char::is_whitespace) && begins(line) =>
                {
                    let (word, readings) = line.split_once(' ').unwrap_or((line, ""));
                    last = word;
                    let readings = readings.split(';').filter_map(Reading::parse);
                    heteronyms.words.insert(word, readings.collect());
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
            let cues = match in_words {
                true => {
                    let readings = heteronyms.words.value(last);
                    let reading = readings.and_then(|all| all.iter_mut().find(|r| r.name == name));
                    reading.map(|reading| &mut reading.cues)
                }
                false => heteronyms.cues.value(name),
            };
            if let Some(cues) = cues {
                for word in words.split_whitespace() {
                    cues[place as usize].insert(word, ());
                }
            }
        }
        heteronyms
    }
}

/// Whether a line begins a word: `word name = phonemes`.
fn begins(line: &str) -> bool {
    line.split_once('=')
        .is_some_and(|(head, _)| head.split_whitespace().count() == 2)
}

/// `name place` before the sign of equality.
fn cue_of(cue: &str) -> Option<(&str, Place)> {
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

#[cfg(test)]
mod tests {
    use super::super::HETERONYMS;
    use super::*;

    const FILE: &str = include_str!("../../language/en/heteronyms.txt");

    #[test]
    fn every_reading_of_the_file_has_its_phonemes() {
        for (word, readings) in HETERONYMS.words.iter() {
            assert!(
                readings.iter().all(|reading| !reading.phonemes.is_empty()),
                "{word}"
            );
        }
        let rows = lines(FILE).skip_while(|(_, line)| *line != "[words]");
        let rows: Vec<_> = rows.filter(|(_, line)| begins(line)).collect();
        assert_eq!(rows.len(), HETERONYMS.words.iter().count());
        for (_, row) in rows {
            let (word, readings) = row.split_once(' ').unwrap();
            assert_eq!(
                HETERONYMS.words.get(word).unwrap().len(),
                readings.split(';').count(),
                "{word}"
            );
        }
    }

    #[test]
    fn the_words_around_a_word_tell_how_it_is_read() {
        for (sentence, word, sounds) in [
            ("the bank is close to the bus stand", "close", "k l ˈoː s"),
            ("the nurse akshaya rout is here", "rout", "r aː u t̪"),
            ("they put the side to rout", "rout", "r ˈaʊ ʈ"),
            ("makki di roti with butter", "di", "d̪ iː"),
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
            ("quick and easy surveys", "surveys", "s ˈɜ r ʋ eː z"),
            ("please update the app", "update", "ə p ɖ ˈeː ʈ"),
            ("the latest update is here", "update", "ˈə p ɖ eː ʈ"),
            ("Pradhan Mantri Jan Arogya Yojana", "Jan", "dʒ ə n"),
            ("watch the league match Live In India", "Live", "l ˈaɪ ʋ"),
            ("I live near the cricket ground", "live", "l ˈi ʋ"),
        ] {
            let words: Vec<&str> = sentence.split(' ').collect();
            let at = words.iter().position(|w| *w == word).unwrap();
            let before = words[..at].iter().rev().copied();
            let after = words[at + 1..].iter().copied();
            let found = HETERONYMS
                .choose(&word.to_lowercase(), before, after)
                .unwrap();
            assert_eq!(phoneme::format(&found), sounds, "{sentence}");
        }
    }
}
