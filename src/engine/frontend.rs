//! Turns text that arrives in portions into phrases, in the order in which they are spoken.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::phrase::{Phrase, part, rests_of};
use super::tone::{Rest, Styles, Tone, accent, rests, samples};
use super::word::{Place, Word};
use crate::lexicon::{Lexicon, phrase_words};
use crate::phoneme::Phoneme;
use crate::script::is_silent;
use crate::text::ssml::{Cut, Part, Style};
use crate::text::{Clause, Emphasis, Reader, Says, Splitter};
use crate::token::Token;
use crate::voice::{Accent, MAX_PHONEMES};

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
    /// Parts of SSML that the splitter has not had, and whether no text comes after them.
    parts: VecDeque<Part>,
    closed: bool,
    /// Whether the clause to which they add is heard.
    heard: bool,
    tone: Tone,
    /// How SSML may change the settings of the turn.
    styles: Styles,
    /// Samples of silence that SSML asks for before the next phrase.
    silence: usize,
    /// Named places between two phrases, each with the samples of that silence before it.
    between: Vec<(String, usize)>,
    /// The phonemes of the clause being spoken.
    clause: Vec<Phoneme>,
    /// How many of them have been returned.
    given: usize,
    phrase: Vec<Phoneme>,
    /// The index in the clause at which the phrase begins, not counting its edge.
    first: usize,
    /// The words of the phrase and of the rest of the clause.
    words: VecDeque<Word>,
    /// The emphasised phonemes of the clause, its rests, and what stands out of the phrase.
    emphasised: Vec<(Range<usize>, Emphasis)>,
    rests: Vec<Rest>,
    accents: Vec<Accent>,
    /// Whether the last phrase ended a sentence.
    ended: bool,
    skipped: usize,
}

impl Frontend {
    pub fn new(reader: Reader, lexicon: Arc<Lexicon>, pauses: Pauses, styles: Styles) -> Self {
        Self {
            splitter: Splitter::new(),
            reader,
            lexicon,
            pauses,
            tokens: Vec::new(),
            parts: VecDeque::new(),
            closed: false,
            heard: false,
            tone: styles.tone(&Style::default()),
            styles,
            silence: 0,
            between: Vec::new(),
            clause: Vec::new(),
            given: 0,
            phrase: Vec::with_capacity(MAX_PHONEMES),
            first: 0,
            words: VecDeque::new(),
            emphasised: Vec::new(),
            accents: Vec::new(),
            rests: Vec::new(),
            ended: false,
            skipped: 0,
        }
    }

    pub fn push(&mut self, text: &str) {
        match self.parts.is_empty() {
            true => self.splitter.push(text),
            false => self.parts.push_back(Part::Text(text.to_owned())),
        }
    }

    /// Appends a document.
    pub fn push_ssml(&mut self, parts: Vec<Part>) {
        self.parts.extend(parts);
    }

    /// The names of the voices that SSML may ask for.
    pub fn voices(&self) -> &[String] {
        &self.styles.voices
    }

    /// Makes pending text available although no clause has ended.
    pub fn flush(&mut self) {
        self.splitter.flush();
    }

    /// Ends a sentence here, whatever follows.
    pub fn end_sentence(&mut self) {
        match self.parts.is_empty() {
            true => self.splitter.end_sentence(),
            false => self.parts.push_back(Part::Cut(Cut::Sentence)),
        }
    }

    pub fn close(&mut self) {
        self.closed = true;
        if self.parts.is_empty() {
            self.splitter.close();
        }
    }

    /// Drops what is pending.
    pub fn clear(&mut self) {
        self.splitter.clear();
        self.parts.clear();
        self.between.clear();
        self.clause.clear();
        self.words.clear();
        self.given = 0;
        self.silence = 0;
        self.ended = false;
    }

    /// Returns how many characters could not be read.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Returns the next phrase with its edges, or `None` until more text arrives.
    pub fn next_phrase(&mut self) -> Option<Phrase<'_>> {
        while self.given == self.clause.len() {
            let clause = self.splitter.next_clause();
            let passed = self.splitter.take_passed();
            if !passed.is_empty() {
                let names = self.reader.take_names(passed);
                self.between.extend(names.map(|name| (name, self.silence)));
            }
            match clause {
                Some(clause) => {
                    self.tokens.clear();
                    self.clause.clear();
                    self.given = 0;
                    self.read(&clause);
                }
                None if self.parts.is_empty() => {
                    if self.closed {
                        let language = self.reader.language();
                        let names = self.between.drain(..);
                        let names = names.map(|(name, _)| Word::named(name, Place::End, language));
                        self.words.extend(names);
                    }
                    return None;
                }
                None => {
                    if self.next_part() {
                        return Some(self.pause());
                    }
                }
            }
        }
        let silence = match (self.ended, self.given) {
            (true, 0) if self.splitter.begins_paragraph() => {
                self.pauses.sentence.max(self.pauses.paragraph)
            }
            (true, _) => self.pauses.sentence,
            (false, _) => 0,
        };
        self.place_between();
        let silence = silence + std::mem::take(&mut self.silence);
        let rest = &self.clause[self.given..];
        let (part, taken) = part(rest);
        self.first = self.given + usize::from(rest.first() == Some(&Phoneme::EDGE));
        let first = self.first;
        let lost = |word: &Word| matches!(&word.at, Place::Phonemes(at) if at.start < first);
        while self.words.front().is_some_and(lost) {
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
        self.accents = rests(&self.rests, first..self.given).collect();
        let emphasised = self.emphasised.iter();
        self.accents.extend(emphasised.filter_map(|(at, emphasis)| {
            let at = at.start.max(first)..at.end.min(self.given);
            let at = (!at.is_empty()).then(|| 1 + at.start - first..1 + at.end - first);
            accent(at?, *emphasis)
        }));
        Some(Phrase {
            phonemes: &self.phrase,
            silence,
            tone: self.tone.of(self.reader.language()),
            accents: &self.accents,
        })
    }

    /// Acts on the next part of SSML. Returns whether silence is to sound now, as nothing follows.
    fn next_part(&mut self) -> bool {
        let Some(part) = self.parts.pop_front() else {
            return false;
        };
        let mut ends = false;
        match part {
            Part::Text(text) => {
                self.heard |= text.chars().any(|c| !is_silent(c));
                self.splitter.push(&text);
            }
            Part::Given(given) => match given.says {
                Says::Bookmark(name) if !self.heard && !self.is_heard_next() => {
                    self.between.push((name, self.silence));
                }
                ref says => {
                    self.heard |= !matches!(says, Says::Bookmark(_));
                    let place = self.reader.give(given);
                    self.splitter.push(place.encode_utf8(&mut [0; 4]));
                }
            },
            Part::Cut(cut) => {
                self.splitter.cut(cut == Cut::Clause);
                self.heard = false;
            }
            Part::Silence(time) => self.silence += samples(time),
            Part::Style(style) => {
                self.tone = self.styles.tone(&style);
                self.reader
                    .set_language(style.language.or(self.styles.language));
            }
            Part::End => ends = self.silence > 0,
        }
        if self.parts.is_empty() && self.closed {
            self.splitter.close();
        }
        ends
    }

    /// Whether the clause that begins with the next part is heard.
    fn is_heard_next(&self) -> bool {
        let next = self.parts.iter().find(|part| match part {
            Part::Given(given) => !matches!(given.says, Says::Bookmark(_)),
            Part::Text(text) => text.chars().any(|c| !is_silent(c)),
            _ => true,
        });
        matches!(next, Some(Part::Given(_) | Part::Text(_)))
    }

    /// The silence at the end of a document.
    fn pause(&mut self) -> Phrase<'_> {
        self.place_between();
        Phrase {
            phonemes: &[],
            silence: std::mem::take(&mut self.silence),
            tone: self.tone,
            accents: &[],
        }
    }

    /// Puts the named places between two phrases before the words of the second.
    fn place_between(&mut self) {
        let language = self.reader.language();
        for (name, silence) in self.between.drain(..).rev() {
            let at = Place::Silence(silence);
            self.words.push_front(Word::named(name, at, language));
        }
    }

    /// Returns where the next word is in the phrase.
    pub fn word(&self) -> Option<Place> {
        let in_phrase = |at: usize| 1 + at - self.first;
        match &self.words.front()?.at {
            Place::Phonemes(at) if at.start < self.given => Some(Place::Phonemes(
                in_phrase(at.start)..in_phrase(at.end.min(self.given)),
            )),
            Place::Phonemes(_) => None,
            other => Some(other.clone()),
        }
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
            emphasised,
            rests,
            ..
        } = self;
        words.clear();
        emphasised.clear();
        let mut spans = Vec::new();
        self.skipped += self.reader.trace(clause, tokens, |span| spans.push(span));
        let mut spoken = Vec::new();
        self.skipped += phrase_words(tokens, &self.lexicon, phonemes, &mut spoken);
        *rests = rests_of(tokens, &spoken, phonemes);
        let mut spoken = spoken.into_iter();
        // What stands between two words belongs to the first up to the last space, and after it to the second.
        let (text, places) = (self.reader.text(), self.reader.places());
        let language = self.reader.language();
        let bookmarks = self.reader.bookmarks();
        let named = |within: Range<usize>, phoneme: usize| {
            let inside = bookmarks.iter().filter(move |(at, _)| within.contains(at));
            let at = Place::Phonemes(phoneme..phoneme);
            inside.map(move |(_, name)| Word::named(name.clone(), at.clone(), language))
        };
        let mut end = 0;
        for span in spans {
            let of_span = tokens[span.tokens].iter().filter(|t| t.is_word());
            let language = of_span.clone().find_map(Token::language);
            let spans = spoken.by_ref().take(of_span.count());
            let heard = spans.filter(|at| !at.is_empty());
            let heard = heard.reduce(|first, last| first.start..last.end);
            let (Some(at), Some(language)) = (heard, language) else {
                continue;
            };
            let mut between = &text[end..span.range.start];
            if let Some(last) = words.iter_mut().rfind(|word| word.name.is_none()) {
                let space = between.iter().rposition(|c| c.is_whitespace());
                let (after, before) = between.split_at(space.map_or(between.len(), |at| at + 1));
                last.after += &places.shown(after);
                between = before;
            }
            let before = places.shown(between);
            words.extend(named(end..span.range.end, at.start));
            end = span.range.end;
            match (emphasised.last_mut(), self.reader.emphasis(&span.range)) {
                // What stands between two of them is emphasised too.
                (Some((range, before)), emphasis) if *before == emphasis => range.end = at.end,
                (_, emphasis) => emphasised.push((at.clone(), emphasis)),
            }
            words.push_back(Word {
                text: span.written,
                language,
                before,
                after: String::new(),
                ends_sentence: false,
                name: None,
                at: Place::Phonemes(at),
            });
        }
        if let Some(last) = words.back_mut() {
            last.after += &places.shown(&text[end..]);
            last.after.push(' ');
            let pause = phonemes.iter().rev().find(|p| **p != Phoneme::EDGE);
            last.ends_sentence = pause.is_some_and(|p| p.is_pause() && *p != Phoneme::COMMA);
            if let Place::Phonemes(at) = &last.at {
                let over = at.end;
                words.extend(named(end..usize::MAX, over));
            }
        } else {
            // Nothing is heard between these names and the next phrase.
            let names = bookmarks.iter().map(|(_, name)| name.clone());
            self.between.extend(names.map(|name| (name, self.silence)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn frontend(reader: Reader) -> Frontend {
        let (lexicon, pauses) = (Arc::default(), Pauses::default());
        Frontend::new(reader, lexicon, pauses, Styles::default())
    }

    fn phrases(text: &str) -> Vec<Vec<Phoneme>> {
        let mut frontend = frontend(Reader::new(Some(Language::En)));
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
            let mut frontend = frontend(Reader::new(Some(Language::Hi)));
            frontend.lexicon = lexicon.clone();
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
        let mut frontend = frontend(Reader::new(Some(Language::En)));
        frontend.push("I owe ₹ 25, \u{e000} OK?");
        frontend.close();
        let mut said = Vec::new();
        while let Some(phrase) = frontend.next_phrase().map(|p| p.phonemes.to_vec()) {
            while let Some(Place::Phonemes(at)) = frontend.word() {
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
        let mut frontend = frontend(Reader::new(None));
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
        let mut frontend = frontend(Reader::new(None));
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
