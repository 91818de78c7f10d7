//! Languages that share a script, such as Hindi and Marathi: their words, and the runs of letters in them, tell them apart.

use crate::language::{Language, Readers};
use crate::romanised::keys::{RUNS, runs};
use crate::script::{self, Script};

/// The odds of each language that is not the first of its script, one after another.
static ODDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/siblings.model"));

/// A word that is listed tells as much as so many runs.
const WORD: i32 = 3;

/// How much in a text speaks for each language that is not the first of its script, the last clause most.
#[derive(Clone, Debug, Default)]
pub struct Siblings([i32; Language::ALL.len()]);

impl Siblings {
    /// Takes in a clause, which has letters of these scripts.
    pub fn hear(&mut self, text: &[char], has: impl Fn(Script) -> bool) {
        for (at, [_, other]) in Language::siblings().enumerate() {
            if has(other.script()) {
                let sum = &mut self.0[other as usize];
                *sum = *sum / 2 + odds(text, at, other);
            }
        }
    }

    /// Which language reads each script.
    pub fn readers(&self) -> Readers {
        let mut readers = Readers::new();
        if self.0.iter().all(|sum| *sum <= 0) {
            return readers;
        }
        let others = Language::siblings().map(|[_, other]| other);
        let mut heard: Vec<Language> = others.filter(|l| self.0[*l as usize] > 0).collect();
        heard.sort_by_key(|language| self.0[*language as usize]);
        heard.into_iter().for_each(|l| readers.give(l));
        readers
    }
}

/// How much speaks for a language, and against it where negative; `at` is its place among the tables.
fn odds(text: &[char], at: usize, language: Language) -> i32 {
    let (script, table) = (language.script(), &ODDS[at * RUNS..][..RUNS]);
    let mut sum = 0;
    let words = text.split(|c| script::letter(*c) != Some(script));
    for word in words.filter(|word| !word.is_empty()) {
        runs(word.iter().copied(), |run, whole| {
            sum += i32::from(table[run] as i8) * if whole { WORD } else { 1 };
        });
    }
    sum
}
