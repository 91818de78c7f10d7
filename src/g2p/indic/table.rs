//! The table of a language: the build reads it from its text, and the program from what the build laid.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;

use super::paradigms::Paradigms;
use super::parts::Parts;
use super::rules::{Place, REPLACEMENT, Rule, Rules, Set, Sound, Target};
use super::spelt::Spelt;
use crate::data::laid::{Text, Words, laid};
use crate::data::lines;

/// The sounds of a word, and the words beside which it has them.
type Beside = (Vec<Sound>, Vec<Text>);

/// What a letter does to the consonant before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A consonant with its inherent vowel.
    Consonant,
    /// A consonant written under the one before it, its virama included (Bengali ya-phala).
    Phala,
    /// A dependent vowel, in place of the inherent one.
    Matra,
    /// Takes the inherent vowel away.
    Virama,
    /// Not heard at all, nor does it part a consonant from its matra (a nukta on a letter that has none).
    Silent,
    /// Anything else: it leaves the inherent vowel before it.
    Sign,
}

laid!(Kind as u8);

impl Kind {
    const ALL: [Self; 6] = [
        Self::Consonant,
        Self::Phala,
        Self::Matra,
        Self::Virama,
        Self::Silent,
        Self::Sign,
    ];
}

/// Sounds of the longest letter.
const LETTER_SOUNDS: usize = 11;

pub(super) struct Letter {
    pub(super) spelling: Text,
    /// Its first character, which is all of most.
    first: char,
    pub(super) kind: Kind,
    /// In place, because they are read at each letter of a text.
    sounds: [Sound; LETTER_SOUNDS],
    count: u8,
}

laid!(Letter {
    spelling,
    first,
    kind,
    sounds,
    count,
});

impl Letter {
    /// A letter; none if it has too many sounds.
    fn new(spelling: String, kind: Kind, sounds: &[Sound]) -> Option<Self> {
        let mut kept = [Sound::EDGE; LETTER_SOUNDS];
        kept.get_mut(..sounds.len())?.copy_from_slice(sounds);
        Some(Self {
            first: spelling.chars().next()?,
            spelling: spelling.into(),
            kind,
            sounds: kept,
            count: sounds.len() as u8,
        })
    }

    pub(super) fn sounds(&self) -> &[Sound] {
        self.sounds.get(..self.count.into()).unwrap_or_default()
    }
}

/// The letters of a table by their first character, which are a block of Unicode's for the most part; the longest first.
pub(super) struct Letters {
    letters: Vec<Letter>,
    /// Where those of each character of a block end.
    ends: [u16; BLOCK],
}

laid!(Letters { letters, ends });

/// Characters of a block.
const BLOCK: usize = 0x80;

impl Default for Letters {
    fn default() -> Self {
        Self {
            letters: Vec::new(),
            ends: [0; BLOCK],
        }
    }
}

impl Letters {
    /// Adds a letter, in place of one with the same spelling.
    fn insert(&mut self, letter: Letter) {
        let place = letter.first as usize % BLOCK;
        let letters = &mut self.letters;
        if let Some(same) = letters.iter_mut().find(|l| l.spelling == letter.spelling) {
            *same = letter;
            return;
        }
        let range = Self::range(&self.ends, place);
        let shorter = |l: &Letter| l.spelling.len() < letter.spelling.len();
        let at = letters[range.clone()].iter().position(shorter);
        letters.insert(at.map_or(range.end, |at| range.start + at), letter);
        self.ends[place..].iter_mut().for_each(|end| *end += 1);
    }

    /// Where the letters of a character of a block stand.
    fn range(ends: &[u16; BLOCK], place: usize) -> Range<usize> {
        let start = place.checked_sub(1).map_or(0, |before| ends[before]);
        start.into()..ends[place].into()
    }

    /// The longest letter at the head of `text`, which begins with `first`.
    pub(super) fn longest(&self, first: char, text: &str) -> Option<&Letter> {
        let range = Self::range(&self.ends, first as usize % BLOCK);
        let begins = |l: &&Letter| {
            let single = l.spelling.len() == first.len_utf8();
            l.first == first && (single || text.starts_with(&*l.spelling))
        };
        self.letters.get(range)?.iter().find(begins)
    }

    #[cfg(test)]
    pub(super) fn spellings(&self) -> impl Iterator<Item = &str> {
        self.letters.iter().map(|l| &*l.spelling)
    }
}

/// Letters, rules and words of one language.
#[derive(Default)]
pub struct Table {
    pub(super) letters: Letters,
    pub(super) rules: Rules,
    /// Rules for the last sounds of a word before another one of the phrase.
    pub(super) joins: Rules,
    pub(super) words: Words<Vec<Sound>>,
    pub(super) parts: Parts,
    pub(super) paradigms: Paradigms,
    pub(super) spelt: Spelt,
    /// Words that sound otherwise at the end of a sentence, and before these words.
    pub(super) final_words: Words<Vec<Sound>>,
    pub(super) final_before: Words<()>,
    /// Those of them that mostly sound so before a comma too.
    pub(super) final_at_comma: Words<()>,
    /// Words that sound otherwise after others, and before others.
    pub(super) after: Words<Beside>,
    pub(super) before: Words<Beside>,
    classes: HashMap<String, Vec<Sound>, RandomState>,
}

laid!(Table {
    letters,
    rules,
    joins,
    words,
    parts,
    paradigms,
    spelt,
    final_words,
    final_before,
    final_at_comma,
    after,
    before,
} but classes);

impl Table {
    /// Settles what follows from all lines, after the last one.
    #[allow(dead_code, reason = "the build reads the lines")]
    pub fn settle(&mut self) {
        self.spelt.settle();
        let words: Vec<(Text, _)> = self.words.iter().collect();
        self.paradigms.settle(words.iter().map(|(word, _)| &**word));
    }

    /// Adds the lines of a file, and tells `fault` the lines that are not understood, with their numbers.
    #[allow(dead_code, reason = "the build reads the lines")]
    pub fn read(&mut self, source: &str, mut fault: impl FnMut(usize, &str)) {
        let mut section = "";
        for (number, line) in lines(source) {
            if let Some(name) = line
                .strip_prefix('[')
                .and_then(|l| l.strip_suffix(']'))
                .filter(|l| !l.contains(' '))
            {
                section = name;
            } else if self.line(section, number, line).is_none() {
                fault(number, line);
            }
        }
    }

    fn line(&mut self, section: &str, number: usize, line: &str) -> Option<()> {
        let kind = match section {
            "classes" => {
                let (name, members) = line.split_once('=')?;
                let members = self.members(members)?;
                self.classes.insert(name.trim().to_owned(), members);
                return Some(());
            }
            "rules" => {
                let mut rule = self.rule(line)?;
                rule.line = number;
                self.rules.push(rule);
                return Some(());
            }
            "joins" => {
                let join = self.rule(line)?;
                self.joins.push(join);
                return Some(());
            }
            "words" => {
                let (word, sounds) = self.entry(line)?;
                self.words.insert(&word, sounds);
                return Some(());
            }
            "parts" => {
                self.parts.add(line);
                return Some(());
            }
            "final" => {
                for (mark, list) in [
                    ('=', &mut self.final_before),
                    (',', &mut self.final_at_comma),
                ] {
                    if let Some(words) = line.strip_prefix(mark) {
                        for word in words.split_whitespace() {
                            list.insert(&crate::script::clean(word), ());
                        }
                        return Some(());
                    }
                }
                let (word, sounds) = self.entry(line)?;
                self.final_words.insert(&word, sounds);
                return Some(());
            }
            "after" | "before" => {
                let (word, sounds) = self.beside(line)?;
                let list = match section {
                    "after" => &mut self.after,
                    _ => &mut self.before,
                };
                list.insert(&word, sounds);
                return Some(());
            }
            "paradigms" => return self.paradigms.add(line),
            "spelt" => return self.spelt.spell(line),
            "loans" => return self.spelt.read(line),
            "foreign" => {
                let places = self.context(line)?;
                return self.spelt.foreign.add(&places);
            }
            "endings" => {
                self.spelt.add_endings(line);
                return Some(());
            }
            "english" => return self.spelt.add_english(line),
            "native" => {
                self.spelt.add_native(line);
                return Some(());
            }
            "consonants" => Kind::Consonant,
            "phalas" => Kind::Phala,
            "matras" => Kind::Matra,
            "virama" => Kind::Virama,
            "silent" => Kind::Silent,
            "signs" | "vowels" => Kind::Sign,
            _ => return None,
        };
        let (spelling, sounds) = self.entry(line)?;
        let letter = Letter::new(spelling, kind, &sounds)?;
        self.letters.insert(letter);
        Some(())
    }

    /// A word, its sounds, and the words beside which it has them.
    fn beside(&self, line: &str) -> Option<(String, Beside)> {
        let (entry, others) = line.split_once('=')?;
        let (word, sounds) = self.entry(entry.trim())?;
        let others = others.split_whitespace();
        let others = others.map(|word| crate::script::clean(word).into_owned().into());
        Some((word, (sounds, others.collect())))
    }

    /// A spelling and its sounds; `0` for none.
    fn entry(&self, line: &str) -> Option<(String, Vec<Sound>)> {
        let (spelling, sounds) = line.split_once(char::is_whitespace)?;
        let sounds = match sounds.trim() {
            "0" => Vec::new(),
            sounds => self.members(sounds)?,
        };
        Some((crate::script::clean(spelling).into_owned(), sounds))
    }

    /// Sounds and names of classes, in one list. A vowel may have its nasality on it.
    fn members(&self, names: &str) -> Option<Vec<Sound>> {
        let mut members = Vec::new();
        for name in names.split_whitespace() {
            if let Some(class) = self.classes.get(name) {
                members.extend_from_slice(class);
            } else if let Some(sound) = Sound::parse(name) {
                members.push(sound);
            } else {
                members.push(Sound::parse(name.strip_suffix('\u{303}')?)?);
                members.push(Sound::parse("\u{303}")?);
            }
        }
        Some(members)
    }

    fn rule(&self, line: &str) -> Option<Rule> {
        let (line, backwards) = match line.strip_prefix('<') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let (change, context) = line.split_once('/').unwrap_or((line, "_"));
        let (target, replacement) = change.split_once('>')?;
        let (left, right) = context.split_once('_')?;
        let sets = |text| -> Option<Vec<Vec<Sound>>> {
            places(text)?
                .into_iter()
                .map(|p| self.members(p.trim_matches(['[', ']'])))
                .collect()
        };
        let target = sets(target)?;
        let replacement = match replacement.trim() {
            "0" => Vec::new(),
            replacement => sets(replacement)?,
        };
        let mapped = |options: &Vec<Sound>| {
            options.len() == 1 || target.iter().any(|t| t.len() == options.len())
        };
        let long = replacement.len() > REPLACEMENT;
        if target.is_empty() || long || !replacement.iter().all(mapped) {
            return None;
        }
        let mut left = self.context(left)?;
        left.reverse();
        let right = self.context(right)?;
        let target = target
            .into_iter()
            .map(|sounds| Target {
                set: Set::of(&sounds),
                sounds,
            })
            .collect();
        Some(Rule {
            target,
            replacement,
            left,
            right,
            backwards,
            line: 0,
        })
    }

    fn context(&self, text: &str) -> Option<Vec<Place>> {
        places(text)?
            .into_iter()
            .map(|place| {
                let (place, optional, repeated) = match place.char_indices().last()? {
                    (i, '*') => (&place[..i], true, true),
                    (i, '?') => (&place[..i], true, false),
                    _ => (place, false, false),
                };
                let (place, negated) = match place.strip_prefix('!') {
                    Some(place) => (place, true),
                    None => (place, false),
                };
                let place = place.trim_matches(['[', ']']);
                let set = Set::of(&self.members(place)?);
                Some(Place {
                    set: if negated { set.complement() } else { set },
                    optional,
                    repeated,
                })
            })
            .collect()
    }
}

/// Cuts a side of a rule at its spaces, but not within brackets.
fn places(text: &str) -> Option<Vec<&str>> {
    let mut places = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = match rest.find('[') {
            Some(open) if open <= 1 => {
                let close = open + rest[open..].find(']')?;
                close
                    + rest[close..]
                        .find(char::is_whitespace)
                        .unwrap_or(rest.len() - close)
            }
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        places.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Some(places)
}
