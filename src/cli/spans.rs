//! `vaak normalize --explain`: the class of each span of a text, and its words.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;
use vaak::Language;
use vaak::g2p::Source;
use vaak::lexicon::Lexicon;
use vaak::text::by_letters;
use vaak::text::class::Class;
use vaak::text::phrase::Break;
use vaak::text::{Reader, Span, Splitter};
use vaak::token::{Token, spoken};

use super::exit::Failure;
use super::output::json_line;
use super::source::Input;

/// A span as `--json` writes it.
#[derive(Serialize)]
struct Row<'a> {
    line: usize,
    /// The span as written in the text.
    written: &'a str,
    /// The class, with its parts if it has any.
    #[serde(flatten)]
    class: &'a Class,
    /// The class that came second.
    #[serde(skip_serializing_if = "Option::is_none")]
    rival: Option<&'static str>,
    /// What decided of the place where it begins.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    facts: &'a [&'static str],
    /// The file and line of its reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    language: &'static str,
    /// The words that it becomes; empty if it cannot be read.
    words: Vec<Word<'a>>,
}

#[derive(Serialize)]
struct Word<'a> {
    text: Cow<'a, str>,
    language: Option<&'static str>,
    /// Whether no list has the word, so that its letters alone tell how it sounds.
    #[serde(skip_serializing_if = "is_false")]
    unlisted: bool,
}

/// A place where a clause without a mark was cut, or breath is taken within it, as `--json` writes it.
#[derive(Serialize)]
struct Cut {
    line: usize,
    /// The words around it, with a bar between them.
    written: String,
    /// `break` or `breath`.
    class: &'static str,
    score: i32,
    /// Whether a reader surely pauses there, as at every breath; else it was a likely place of a clause that is longer.
    sure: bool,
    /// What spoke for it and against it.
    reasons: Vec<(String, i32)>,
}

/// Words that are shown on each side of a cut.
const SHOWN: usize = 4;

impl Cut {
    /// The place between two clauses.
    fn between(line: usize, before: &str, after: &str) -> Option<Self> {
        let language = by_letters(&[before, after].concat());
        let found = Break::cut(language, before, after)?;
        let sure = found.is_sure();
        Some(Self::of(line, "break", found, sure, [before, after]))
    }

    /// The places within a clause that was read.
    fn within(line: usize, reader: &Reader) -> impl Iterator<Item = (usize, Self)> {
        let (text, language) = (reader.text(), reader.language());
        reader.breaths().iter().filter_map(move |at| {
            let (before, after) = text.split_at(*at);
            let [before, after] = [before, after].map(String::from_iter);
            let found = Break::between(language, &before, &after)?;
            let cut = Self::of(line, "breath", found, true, [&before, &after]);
            Some((*at, cut))
        })
    }

    fn of(
        line: usize,
        class: &'static str,
        found: Break,
        sure: bool,
        [before, after]: [&str; 2],
    ) -> Self {
        let Break { score, reasons } = found;
        let mut last: Vec<&str> = before.split_whitespace().rev().take(SHOWN).collect();
        last.reverse();
        let first: Vec<&str> = after.split_whitespace().take(SHOWN).collect();
        Self {
            line,
            written: [&last.join(" "), " | ", &first.join(" ")].concat(),
            class,
            score,
            sure,
            reasons,
        }
    }

    fn tell(&self, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        match json {
            true => Ok(json_line(out, self)?),
            false => self.columns(out),
        }
    }

    /// Writes one line: the words around it, what it is, and its score as a sum.
    fn columns(&self, out: &mut impl Write) -> Result<(), Failure> {
        let reason = |(name, weight): &(String, i32)| format!("{name} {weight:+}");
        let reasons: Vec<String> = self.reasons.iter().map(reason).collect();
        let sum = reasons.join(", ");
        let Self {
            written,
            class,
            score,
            ..
        } = self;
        writeln!(out, "{written}\t{class}\t{score}: {sum}")?;
        Ok(())
    }
}

/// Explains each line of the input as a separate text.
pub fn run(
    mut lines: Input,
    language: Option<Language>,
    emoji: bool,
    lexicon: &Lexicon,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut line = 0;
    while let Some(text) = lines.next_line()? {
        line += 1;
        let mut reader = Reader::new(language).emoji(emoji);
        let mut splitter = Splitter::of(&text);
        let mut before = None;
        while let Some(clause) = splitter.next_clause() {
            let cut = before.and_then(|before: String| Cut::between(line, &before, &clause.text));
            if let Some(cut) = cut {
                cut.tell(json, out)?;
            }
            let (mut tokens, mut spans) = (Vec::new(), Vec::new());
            reader.trace(&clause, &mut tokens, |span| spans.push(span));
            before = clause.continues.then_some(clause.text);
            let mut breaths = Cut::within(line, &reader).peekable();
            for span in &spans {
                while let Some((_, cut)) = breaths.next_if(|(at, _)| *at < span.range.end) {
                    cut.tell(json, out)?;
                }
                match json {
                    true => json_line(out, &row(line, span, &tokens, lexicon))?,
                    false => columns(span, &tokens, lexicon, out)?,
                }
            }
        }
    }
    Ok(())
}

/// Returns the spans of a text whose class was a close call, and the words that no list has.
#[cfg(all(unix, feature = "serve"))]
pub fn uncertain(
    text: &str,
    language: Option<Language>,
    emoji: bool,
    lexicon: &Lexicon,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut reader = Reader::new(language).emoji(emoji);
    let mut splitter = Splitter::of(text);
    while let Some(clause) = splitter.next_clause() {
        let (mut tokens, mut spans) = (Vec::new(), Vec::new());
        reader.trace(&clause, &mut tokens, |span| spans.push(span));
        for span in spans {
            let mut words = span.words(&tokens);
            if span.rival.is_some() || words.any(|token| is_unlisted(token, lexicon)) {
                found.push(span.written.clone());
            }
        }
    }
    found
}

/// Whether no list has a word, so that its letters alone tell how it sounds.
fn is_unlisted(token: &Token, lexicon: &Lexicon) -> bool {
    let Token::Word(word) = token else {
        return false;
    };
    let reading = lexicon.pronounce(&word.text, word.language, &mut Vec::new());
    reading.source == Source::LetterToSound
}

fn is_false(value: &bool) -> bool {
    !value
}

fn row<'a>(line: usize, span: &'a Span, tokens: &'a [Token], lexicon: &Lexicon) -> Row<'a> {
    let words = span.words(tokens).map(|token| Word {
        text: token.text(),
        language: token.language().map(Language::code),
        unlisted: is_unlisted(token, lexicon),
    });
    Row {
        line,
        written: &span.written,
        class: &span.class,
        rival: span.rival,
        facts: &span.facts,
        place: span.place().map(|place| place.to_string()),
        language: span.language.code(),
        words: words.collect(),
    }
}

/// Writes one line: what is written, its class, its words, its parts, the facts that decided, and the place of its reading.
fn columns(
    span: &Span,
    tokens: &[Token],
    lexicon: &Lexicon,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let words: Vec<Token> = span.words(tokens).cloned().collect();
    let mut class = span.class.name().to_owned();
    if let Some(rival) = span.rival {
        class.push_str(&format!(" ?{rival}"));
    }
    if words.iter().any(|token| is_unlisted(token, lexicon)) {
        class.push_str(" ?unlisted");
    }
    let parts = serde_json::to_value(&span.class).unwrap_or_default();
    let parts = match parts.get("parts") {
        None | Some(Value::Null) => String::new(),
        Some(parts) => format!("\t{parts}"),
    };
    let place = span
        .place()
        .map_or(String::new(), |place| format!("\t{place}"));
    let facts = match span.facts.join(", ") {
        facts if facts.is_empty() => facts,
        facts => format!("\t{facts}"),
    };
    let said = spoken(&words);
    writeln!(
        out,
        "{}\t{class}\t{said}{parts}{facts}{place}",
        span.written
    )?;
    Ok(())
}
