//! Clauses to tokens: the language of each word, and what reads the clause.

use std::borrow::Cow;
use std::ops::Range;

use super::class::{Class, Pause, Piece};
use super::emphasis::{Emphases, Emphasis};
use super::given::{Given, Places, SayAs, Says};
use super::langid::{self, Likely, Romanised, Siblings};
use super::mend::mend;
use super::normalize::{self, Classified, Inline, Known, View};
use super::phrase;
use super::segment::{Clause, Splitter};
use super::shouted::lower;
use super::span::{Span, written};
use super::verbalize::{self, Speech};
use crate::language::{Language, Readers, table};
use crate::romanised::Memo;
use crate::script::{self, Script, compose};
use crate::token::Token;

/// Reads the clauses of one text, one after another.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Given by the caller.
    given: Option<Language>,
    /// The language of what was read last: it reads numbers and signs.
    language: Language,
    /// What in the text speaks for languages that are not the first of their script.
    siblings: Siblings,
    /// The last language of the text that was not English.
    indic: Option<Language>,
    /// How likely each language is.
    likely: Likely,
    /// Whether the sentence of the last clause goes on.
    open: bool,
    /// Whether the last clause was in capitals.
    shouted: bool,
    memo: Memo,
    /// Whether `[[…]]` holds phonemes.
    inline: bool,
    emoji: bool,
    /// The last clause, in normalisation form C.
    text: Vec<char>,
    /// Memory for the spans of the next one.
    spans: Vec<Classified>,
    places: Places,
    /// Before which characters of the last clause breath is taken.
    breaths: Vec<usize>,
    /// The named places of the last clause: before which of its characters they stand.
    bookmarks: Vec<(usize, String)>,
    emphases: Emphases,
}

impl Reader {
    /// A reader at the start of a text; without a `language` the text's own script decides.
    pub fn new(language: Option<Language>) -> Self {
        Self {
            given: language,
            language: language.unwrap_or(Language::En),
            siblings: Siblings::default(),
            indic: language.filter(|l| *l != Language::En),
            likely: Likely::default(),
            open: false,
            shouted: false,
            memo: Memo::default(),
            inline: false,
            emoji: false,
            text: Vec::new(),
            spans: Vec::new(),
            places: Places::default(),
            breaths: Vec::new(),
            bookmarks: Vec::new(),
            emphases: Emphases::default(),
        }
    }

    /// Begins another text, with what is known of words.
    pub fn restart(&mut self) {
        *self = Self {
            memo: std::mem::take(&mut self.memo),
            inline: self.inline,
            emoji: self.emoji,
            ..Self::new(self.given)
        };
    }

    /// Whether what stands in double square brackets is read as phonemes, as `vaak phonemes` writes them: `[[ʋ aː k]]`. Without it,
    /// and where they are none, brackets are brackets. Brackets around more than a clause can hold are not understood.
    pub fn inline_phonemes(self, inline: bool) -> Self {
        Self { inline, ..self }
    }

    /// Whether emoji are named; otherwise they are passed over in silence.
    pub fn emoji(self, emoji: bool) -> Self {
        Self { emoji, ..self }
    }

    /// The language that read the last clause's numbers and signs.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The clause that was read last, in normalisation form C.
    pub fn text(&self) -> &[char] {
        &self.text
    }

    /// What is given in the text, by the characters that stand for it.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Takes the names of places that were passed over with the text around them.
    pub fn take_names(&mut self, mut places: Vec<char>) -> impl Iterator<Item = String> {
        let taken = self.places.take_bookmarks(&mut places);
        taken.into_iter().map(|(_, name)| name)
    }

    /// The named places of the clause that was read last, each with the index in [`Self::text`] that it stands before.
    pub fn bookmarks(&self) -> &[(usize, String)] {
        &self.bookmarks
    }

    /// Before which characters of [`Self::text`] breath is taken, although no mark stands there.
    pub fn breaths(&self) -> &[usize] {
        &self.breaths
    }

    /// The emphasis of what stands there in the clause that was read last.
    pub fn emphasis(&self, range: &Range<usize>) -> Emphasis {
        self.emphases.of(range)
    }

    /// Takes what is given in the text, and returns the character that stands for it in a clause.
    pub fn give(&mut self, given: Given) -> char {
        self.places.take(given)
    }

    /// Sets the language of what is read from here on; without one its script decides.
    pub fn set_language(&mut self, language: Option<Language>) {
        self.given = language;
        self.language = language.unwrap_or(self.language);
    }

    /// The tokens of a whole text.
    pub fn tokens(mut self, text: &str) -> Vec<Token> {
        let mut splitter = Splitter::of(text);
        let mut tokens = Vec::new();
        while let Some(clause) = splitter.next_clause() {
            self.read(&clause, &mut tokens);
        }
        tokens
    }

    /// Appends the tokens of `clause`, which end with a pause. Returns how many characters could not be read.
    pub fn read(&mut self, clause: &Clause, out: &mut Vec<Token>) -> usize {
        self.run(clause, out, None)
    }

    /// Reads as [`Self::read`] does, and shows `each` span of the clause.
    pub fn trace(
        &mut self,
        clause: &Clause,
        out: &mut Vec<Token>,
        mut each: impl FnMut(Span),
    ) -> usize {
        self.run(clause, out, Some(&mut each))
    }

    fn run(
        &mut self,
        clause: &Clause,
        out: &mut Vec<Token>,
        each: Option<&mut dyn FnMut(Span)>,
    ) -> usize {
        let mut text: Vec<char> = compose(&clause.text);
        mend(&mut text, self.readers());
        self.places.forget(&self.text);
        // Neither changes how words are read.
        self.bookmarks = self.places.take_bookmarks(&mut text);
        self.emphases.take(&mut text);
        let written = lower(&mut text, &mut self.shouted);
        let inline = self.inline.then(|| normalize::inline(&text));
        let mut inline = inline.unwrap_or_default();
        let mut words = Cow::Borrowed(&text[..]);
        for Inline { range, .. } in &inline {
            words.to_mut()[range.clone()].fill(' ');
        }
        let romanised = self.decide(&words);
        for (at, c) in text.iter().enumerate() {
            let class = self.places.get(*c).and_then(|given| self.said(given));
            let range = at..at + 1;
            inline.extend(class.map(|class| Inline { range, class }));
        }
        let spans = std::mem::take(&mut self.spans);
        let known = Known::default();
        let view = self.view(&text, &romanised, &inline, &known);
        let mut spans = normalize::spans(&view, spans);
        let breaths = phrase::breaths(view.language, view.text, &spans);
        let mut speech = Speech::new(out);
        Self::say(&view, &spans, &breaths, &self.places, &mut speech, each);
        spans.clear();
        self.spans = spans;
        let within = clause.continues;
        let pause = if within { Pause::Comma } else { Pause::Period };
        let skipped = speech.skipped();
        self.open = speech.end(pause) < Pause::Period;
        self.text = written.unwrap_or(text);
        self.breaths = breaths;
        skipped
    }

    /// Says the spans of a clause one after another, with a breath before those that begin where one is taken.
    fn say(
        view: &View,
        spans: &[Classified],
        breaths: &[usize],
        places: &Places,
        speech: &mut Speech,
        mut each: Option<&mut dyn FnMut(Span)>,
    ) {
        let mut from = 0;
        let mut doubt = None;
        for (at, span) in spans.iter().enumerate() {
            let next = spans.get(at + 1);
            let (first, skipped) = (speech.len(), speech.skipped());
            let Range { start, end } = span.range;
            if breaths.contains(&start) {
                speech.ask_breath();
            }
            let text = &view.text[start..end];
            verbalize::say(&span.class, span.language, span.grammar, text, speech);
            if matches!(span.class, Class::Word) {
                speech.note(view.romanised.listed(&(start..end)));
            }
            if next.is_some_and(|next| matches!(next.class, Class::Range)) {
                speech.begin_range(view.table);
            }
            let tokens = first..speech.len();
            // What says nothing by itself, such as a quotation mark, belongs to what is said next.
            let done = !tokens.is_empty() || speech.skipped() > skipped;
            if let Some(each) = &mut each
                && (done || next.is_none())
            {
                let rival = span.rival.or(doubt.take());
                let range = written(view.text, from..end, done);
                from = end;
                if !range.is_empty() {
                    each(Span {
                        written: places.shown(&view.text[range.clone()]),
                        range,
                        class: span.class.clone(),
                        language: span.language,
                        rival,
                        facts: span.facts.words().collect(),
                        tokens,
                    });
                }
            } else {
                // So does a doubt: what is silent is told with what follows.
                doubt = span.rival.or(doubt);
            }
        }
    }

    /// What is said in place of characters; nothing at a bookmark.
    fn said(&self, given: &Given) -> Option<Class> {
        match &given.says {
            Says::Phonemes(phonemes) => Some(Class::Phonemes(phonemes.clone())),
            Says::Text {
                text,
                language,
                say_as,
            } => Some(self.nested(text, *language, say_as.as_ref())),
            Says::Bookmark(_) => None,
        }
    }

    /// The spans of a text that is read within a clause.
    fn nested(&self, text: &str, language: Option<Language>, say_as: Option<&SayAs>) -> Class {
        let mut reader = Self {
            given: language.or(self.given),
            language: language.unwrap_or(self.language),
            siblings: self.siblings.clone(),
            indic: self.indic,
            likely: self.likely.clone(),
            open: self.open,
            emoji: self.emoji,
            ..Self::new(None)
        };
        let mut text = compose(text);
        if say_as.is_none() {
            mend(&mut text, reader.readers());
        }
        let mut romanised = reader.decide(&text);
        if let Some(say_as) = say_as {
            text = normalize::spelling(&text, say_as, reader.language);
            romanised = Romanised::default();
        }
        let known = Known::default();
        let view = reader.view(&text, &romanised, &[], &known);
        let spans = match say_as {
            Some(say_as) => normalize::said_as(&view, say_as),
            None => normalize::spans(&view, Vec::new()),
        };
        let pieces = spans.into_iter().map(|span| Piece {
            class: span.class,
            language: span.language,
            grammar: span.grammar,
            written: text[span.range].iter().collect(),
        });
        Class::Given(pieces.collect())
    }

    /// What the classes see of a text that the language was settled of.
    fn view<'a>(
        &'a self,
        text: &'a [char],
        romanised: &'a Romanised,
        inline: &'a [Inline],
        known: &'a Known,
    ) -> View<'a> {
        View {
            text,
            earlier: &self.text,
            language: self.language,
            table: table(self.language),
            readers: self.readers(),
            romanised,
            inline,
            emoji: self.emoji,
            known,
            left: &[],
        }
    }

    /// Settles the language of the clause, of each of its scripts, and of its words in Latin letters.
    fn decide(&mut self, text: &[char]) -> Romanised {
        let mut of_script = [0usize; Script::ALL.len()];
        for script in text.iter().filter_map(|c| script::letter(*c)) {
            of_script[script as usize] += 1;
        }
        // A language that is given needs no guess of who reads its scripts.
        let given = |script| self.given.is_some_and(|given| given.is_written_in(script));
        let has = |script| of_script[script as usize] > 0 && !given(script);
        self.siblings.hear(text, has);
        let readers = self.readers();
        let mut letters = [0usize; Language::ALL.len()];
        for (script, count) in Script::ALL.into_iter().zip(of_script) {
            letters[readers.of(script) as usize] += count;
        }
        let has = |l: &Language| letters[*l as usize] > 0 && *l != Language::En;
        let present: Vec<Language> = Language::ALL.into_iter().filter(has).collect();
        let languages = present.iter().copied().rev();
        let most = languages.max_by_key(|l| letters[*l as usize]);
        let among: &[Language] = match &self.given {
            _ if letters[Language::En as usize] == 0 => &[],
            Some(Language::En) => &[],
            Some(language) => std::slice::from_ref(language),
            None if present.is_empty() => &Language::ALL[..Language::En as usize],
            None => &present,
        };
        let romanised = match among {
            [] => Romanised::default(),
            _ => langid::romanised(text, among, &mut self.likely, &mut self.memo),
        };
        self.language = match (self.given, most) {
            (Some(language), _) => language,
            // A few Indic words among English ones are a sentence of their language: they are written with fewer letters.
            (None, Some(language))
                if 3 * letters[language as usize] > romanised.english_letters =>
            {
                language
            }
            (None, Some(_)) => Language::En,
            (None, None) if letters[Language::En as usize] == 0 => self.language,
            (None, None) => self.decide_latin(&romanised),
        };
        if self.language != Language::En {
            self.indic = Some(self.language);
        }
        if !present.is_empty() && self.language != Language::En {
            self.likely.settle(self.language);
        }
        romanised
    }

    /// Which language reads each script: the given one its own, else the one that the text speaks for.
    fn readers(&self) -> Readers {
        let mut readers = self.siblings.readers();
        if let Some(given) = self.given {
            readers.give(given);
        }
        readers
    }

    /// The language of a clause without a letter of an Indic script.
    fn decide_latin(&self, romanised: &Romanised) -> Language {
        match (romanised.language, self.indic) {
            // Who is spoken to within an English sentence.
            (_, None) if self.open && romanised.is_names() => Language::En,
            (Some(language), _) if romanised.prevails() => language,
            // English words within an Indic sentence, a name among Indic ones.
            (_, Some(indic)) if self.open || !romanised.is_english_sentence() => indic,
            _ => Language::En,
        }
    }
}
