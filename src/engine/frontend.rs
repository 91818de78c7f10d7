//! Turns text that arrives in portions into phrases, in the order in which they are spoken.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::chunk::Mark;
use crate::lexicon::{Lexicon, phrase_words};
use crate::phoneme::Phoneme;
use crate::text::{Clause, Reader, Splitter};
use crate::token::Token;
use crate::voice::MAX_PHONEMES;

/// The most phonemes of a phrase, without its two edges and the comma that follows a cut.
const MAX_BODY: usize = MAX_PHONEMES - 3;

/// Phonemes that are spoken at once.
pub struct Phrase<'a> {
    /// The phonemes, with an edge at both ends.
    pub phonemes: &'a [Phoneme],
    /// The samples of silence before the phrase.
    pub silence: usize,
}

/// A word as it stands in the text: see [`super::Mark`].
#[derive(Debug)]
pub struct Word {
    pub text: String,
    pub before: String,
    pub after: String,
    pub ends_sentence: bool,
    /// Its phonemes in the clause.
    at: Range<usize>,
}

impl Word {
    /// The word with its place.
    pub fn mark(self, samples: Range<u64>) -> Mark {
        Mark {
            text: self.text,
            before: self.before,
            after: self.after,
            ends_sentence: self.ends_sentence,
            samples,
        }
    }
}

/// Silence to add between sentences and at blank lines, in samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pauses {
    pub sentence: usize,
    pub paragraph: usize,
}

/// Text on its way to phrases: what has arrived, and what of it has been returned.
#[derive(Debug)]
pub struct Frontend {
    splitter: Splitter,
    reader: Reader,
    lexicon: Arc<Lexicon>,
    pauses: Pauses,
    tokens: Vec<Token>,
    /// The phonemes of the clause being spoken.
    clause: Vec<Phoneme>,
    /// How many of them have been returned.
    given: usize,
    phrase: Vec<Phoneme>,
    /// The index in the clause at which the phrase begins, not counting its edge.
    first: usize,
    /// The words of the phrase and of the rest of the clause.
    words: VecDeque<Word>,
    /// Whether the last phrase ended a sentence.
    ended: bool,
    skipped: usize,
}

impl Frontend {
    pub fn new(reader: Reader, lexicon: Arc<Lexicon>, pauses: Pauses) -> Self {
        Self {
            splitter: Splitter::new(),
            reader,
            lexicon,
            pauses,
            tokens: Vec::new(),
            clause: Vec::new(),
            given: 0,
            phrase: Vec::with_capacity(MAX_PHONEMES),
            first: 0,
            words: VecDeque::new(),
            ended: false,
            skipped: 0,
        }
    }

    pub fn push(&mut self, text: &str) {
        self.splitter.push(text);
    }

    /// Makes pending text available although no clause has ended.
    pub fn flush(&mut self) {
        self.splitter.flush();
    }

    /// Ends a sentence here, whatever follows.
    pub fn end_sentence(&mut self) {
        self.splitter.end_sentence();
    }

    pub fn close(&mut self) {
        self.splitter.close();
    }

    /// Drops what is pending.
    pub fn clear(&mut self) {
        self.splitter.clear();
        self.clause.clear();
        self.words.clear();
        self.given = 0;
        self.ended = false;
    }

    /// Returns how many characters could not be read.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Returns the next phrase with its edges, or `None` until more text arrives.
    pub fn next_phrase(&mut self) -> Option<Phrase<'_>> {
        while self.given == self.clause.len() {
            let clause = self.splitter.next_clause()?;
            self.tokens.clear();
            self.clause.clear();
            self.given = 0;
            self.read(&clause);
        }
        let silence = match (self.ended, self.given) {
            (true, 0) if self.splitter.begins_paragraph() => {
                self.pauses.sentence.max(self.pauses.paragraph)
            }
            (true, _) => self.pauses.sentence,
            (false, _) => 0,
        };
        let rest = &self.clause[self.given..];
        let (part, taken) = part(rest);
        self.first = self.given + usize::from(rest.first() == Some(&Phoneme::EDGE));
        let first = self.first;
        while self.words.front().is_some_and(|word| word.at.start < first) {
            self.words.pop_front();
        }
        self.given += taken;
        self.phrase.clear();
        self.phrase.push(Phoneme::EDGE);
        self.phrase.extend(part);
        if self.given < self.clause.len() && !part.last().is_some_and(|p| p.is_pause()) {
            self.phrase.push(Phoneme::COMMA);
        }
        let last = self.phrase.last();
        self.ended = last.is_some_and(|p| p.is_pause() && *p != Phoneme::COMMA);
        self.phrase.push(Phoneme::EDGE);
        Some(Phrase {
            phonemes: &self.phrase,
            silence,
        })
    }

    /// Returns the range that the phonemes of the next word have in the phrase.
    pub fn word(&self) -> Option<Range<usize>> {
        let at = &self.words.front()?.at;
        let in_phrase = |at: usize| 1 + at - self.first;
        (at.start < self.given).then(|| in_phrase(at.start)..in_phrase(at.end.min(self.given)))
    }

    /// Removes that word and returns it.
    pub fn take_word(&mut self) -> Option<Word> {
        self.words.pop_front()
    }

    fn read(&mut self, clause: &Clause) {
        let Self {
            tokens,
            words,
            clause: phonemes,
            ..
        } = self;
        words.clear();
        let mut spans = Vec::new();
        self.skipped += self.reader.trace(clause, tokens, |span| spans.push(span));
        let mut spoken = Vec::new();
        self.skipped += phrase_words(tokens, &self.lexicon, phonemes, &mut spoken);
        let mut spoken = spoken.into_iter();
        // What stands between two words belongs to the first up to the last space, and after it to the second.
        let text = self.reader.text();
        let mut end = 0;
        for span in spans {
            let count = tokens[span.tokens].iter().filter(|t| t.is_word());
            let places = spoken.by_ref().take(count.count());
            let heard = places.filter(|at| !at.is_empty());
            let Some(at) = heard.reduce(|first, last| first.start..last.end) else {
                continue;
            };
            let mut between = &text[end..span.range.start];
            if let Some(last) = words.back_mut() {
                let space = between.iter().rposition(|c| c.is_whitespace());
                let (after, before) = between.split_at(space.map_or(between.len(), |at| at + 1));
                last.after.extend(after);
                between = before;
            }
            end = span.range.end;
            words.push_back(Word {
                text: span.written,
                before: between.iter().collect(),
                after: String::new(),
                ends_sentence: false,
                at,
            });
        }
        if let Some(last) = words.back_mut() {
            last.after.extend(&text[end..]);
            last.after.push(' ');
            let pause = phonemes.iter().rev().find(|p| **p != Phoneme::EDGE);
            last.ends_sentence = pause.is_some_and(|p| p.is_pause() && *p != Phoneme::COMMA);
        }
    }
}

/// Returns the longest part of `rest` that fits a phrase, without edges, and how many phonemes of `rest` it uses up.
/// Usually that is all of them. A longer clause is cut between words where possible.
fn part(rest: &[Phoneme]) -> (&[Phoneme], usize) {
    let edge = usize::from(rest.first() == Some(&Phoneme::EDGE));
    let end = rest.len().saturating_sub(1).max(edge);
    if end - edge <= MAX_BODY {
        return (&rest[edge..end], rest.len());
    }
    let room = &rest[edge..edge + MAX_BODY];
    match room.iter().rposition(|p| *p == Phoneme::SPACE) {
        Some(space) if space > 0 => (&room[..space], edge + space + 1),
        _ => (room, edge + MAX_BODY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn phrases(text: &str) -> Vec<Vec<Phoneme>> {
        let mut frontend = Frontend::new(
            Reader::new(Some(Language::En)),
            Arc::default(),
            Pauses::default(),
        );
        frontend.push(text);
        frontend.close();
        let mut all = Vec::new();
        while let Some(phrase) = frontend.next_phrase() {
            all.push(phrase.phonemes.to_vec());
        }
        all
    }

    #[test]
    fn a_clause_is_spoken_as_training_framed_it() {
        let clause = Splitter::of("Good morning, Chennai!")
            .next_clause()
            .unwrap();
        let (mut tokens, mut phonemes) = (Vec::new(), Vec::new());
        Reader::new(Some(Language::En)).read(&clause, &mut tokens);
        crate::lexicon::phrase(&tokens, &Lexicon::default(), &mut phonemes);
        assert_eq!(phrases("Good morning, Chennai!")[0], phonemes);
    }

    #[test]
    fn words_are_read_as_the_lexicon_says() {
        let lexicon = Arc::new(Lexicon::parse("IIM\thi\tआई आई एम\n").unwrap());
        let mut said = ["वह IIM गया", "वह आई आई एम गया"].map(|text| {
            let mut frontend = Frontend::new(
                Reader::new(Some(Language::Hi)),
                lexicon.clone(),
                Pauses::default(),
            );
            frontend.push(text);
            frontend.close();
            frontend.next_phrase().unwrap().phonemes.to_vec()
        });
        assert_eq!(said[0], said[1]);
        said[0] = phrases("वह IIM गया").remove(0);
        assert_ne!(said[0], said[1]);
    }

    #[test]
    fn each_word_as_it_is_written_has_its_phonemes() {
        let mut frontend = Frontend::new(
            Reader::new(Some(Language::En)),
            Arc::default(),
            Pauses::default(),
        );
        frontend.push("I owe ₹ 25, \u{e000} OK?");
        frontend.close();
        let mut said = Vec::new();
        while let Some(phrase) = frontend.next_phrase().map(|p| p.phonemes.to_vec()) {
            while let Some(at) = frontend.word() {
                let heard = phrase[at].to_vec();
                assert!(!heard.is_empty() && !heard.iter().any(|p| p.is_pause()));
                said.push((frontend.take_word().unwrap().text, heard));
            }
        }
        let words: Vec<&str> = said.iter().map(|(word, _)| word.as_str()).collect();
        assert_eq!(words, ["I", "owe", "₹ 25", "OK"]);
        assert!(said[2].1.contains(&Phoneme::SPACE), "twenty-five rupees");
    }

    #[test]
    fn too_long_a_clause_is_cut_between_words_and_loses_none() {
        let clause: Vec<Phoneme> = [Phoneme::EDGE]
            .into_iter()
            .chain((0..3000).map(|i| match i % 7 {
                6 => Phoneme::SPACE,
                _ => Phoneme::NASAL,
            }))
            .chain([Phoneme::PERIOD, Phoneme::EDGE])
            .collect();
        let mut frontend = Frontend::new(Reader::new(None), Arc::default(), Pauses::default());
        frontend.clause = clause.clone();
        let mut joined = vec![Phoneme::EDGE];
        let mut count = 0;
        while let Some(Phrase {
            phonemes: phrase, ..
        }) = frontend.next_phrase()
        {
            assert!(phrase.len() <= MAX_PHONEMES);
            let [Phoneme::EDGE, body @ .., pause, Phoneme::EDGE] = phrase else {
                panic!("{phrase:?}");
            };
            assert!(pause.is_pause());
            joined.extend(body);
            joined.push(Phoneme::SPACE);
            count += 1;
        }
        assert!(count > 5);
        joined.pop();
        joined.extend([Phoneme::PERIOD, Phoneme::EDGE]);
        assert_eq!(joined, clause);
    }

    #[test]
    fn a_word_without_end_is_cut_all_the_same() {
        let mut frontend = Frontend::new(Reader::new(None), Arc::default(), Pauses::default());
        frontend.clause = [
            &[Phoneme::EDGE][..],
            &[Phoneme::NASAL; 2000],
            &[Phoneme::EDGE],
        ]
        .concat();
        let mut count = 0;
        while let Some(Phrase {
            phonemes: phrase, ..
        }) = frontend.next_phrase()
        {
            assert!(phrase.len() <= MAX_PHONEMES);
            count += phrase.iter().filter(|p| **p == Phoneme::NASAL).count();
        }
        assert_eq!(count, 2000);
    }
}
