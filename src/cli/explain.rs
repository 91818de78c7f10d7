//! `vaak phonemes --explain`: where the phonemes of each word come from.

use std::io::Write;

use serde::Serialize;
use unicode_normalization::char::is_combining_mark;
use vaak::Language;
use vaak::g2p::{Pronunciation, Source};
use vaak::lexicon::{Lexicon, phrase_words};
use vaak::phoneme::{self, Phoneme};
use vaak::romanised::native;
use vaak::text::{Reader, Splitter};
use vaak::token::{self, Token};

use super::exit::Failure;
use super::output::json_line;
use super::source::Input;

/// A word as `--json` writes it. Characters that could not be read are a word without phonemes.
#[derive(Serialize)]
struct Word {
    line: usize,
    /// The word as written in the text. If one sign is read as several words, each has that sign.
    written: String,
    language: &'static str,
    word: String,
    source: &'static str,
    /// The file that gave its phonemes, and the line if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The lines of that file with the rules that rewrote the spelling, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<usize>,
    /// Its phonemes as they sound before the next word.
    phonemes: Vec<&'static str>,
    /// Whether these differ from the phonemes of the word alone.
    joined: bool,
    skipped: usize,
    #[serde(skip)]
    ipa: String,
}

/// Explains each line of the input as a separate text. Returns how many characters were skipped.
pub fn run(
    mut lines: Input,
    reader: &Reader,
    lexicon: &Lexicon,
    json: bool,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let mut skipped = 0;
    let mut line = 0;
    while let Some(text) = lines.next_line()? {
        line += 1;
        let words = words(line, &text, reader, lexicon);
        skipped += words.iter().map(|w| w.skipped).sum::<usize>();
        if json {
            for word in &words {
                json_line(out, word)?;
            }
        } else {
            table(&words, out)?;
        }
    }
    Ok(skipped)
}

fn words(line: usize, text: &str, reader: &Reader, lexicon: &Lexicon) -> Vec<Word> {
    let mut splitter = Splitter::of(text);
    let mut reader = reader.clone();
    let mut words = Vec::new();
    while let Some(clause) = splitter.next_clause() {
        let (mut tokens, mut origins) = (Vec::new(), Vec::new());
        reader.trace(&clause, &mut tokens, |origin| origins.push(origin));
        let (mut phonemes, mut places) = (Vec::new(), Vec::new());
        phrase_words(&tokens, lexicon, &mut phonemes, &mut places);
        // If no word can be read, there are no phonemes.
        let mut heard = places
            .into_iter()
            .map(|at| phonemes.get(at).unwrap_or_default());
        let around = tokens.iter().find_map(Token::native);
        for origin in origins {
            let before = words.len();
            words.extend(origin.words(&tokens).map(|token| {
                let heard = heard.next().unwrap_or_default();
                word(line, &origin.written, (token, around), lexicon, heard)
            }));
            let written = origin.written;
            if words.len() == before {
                words.push(Word {
                    line,
                    language: reader.language().code(),
                    word: String::new(),
                    source: "unread",
                    place: None,
                    rules: Vec::new(),
                    phonemes: Vec::new(),
                    joined: false,
                    skipped: written.chars().count(),
                    ipa: String::new(),
                    written,
                });
            }
        }
    }
    words
}

/// Tells of a token, and of the language of the words around it.
fn word(
    line: usize,
    written: &str,
    (token, around): (&Token, Option<Language>),
    lexicon: &Lexicon,
    heard: &[Phoneme],
) -> Word {
    let mut alone = Vec::new();
    let mut place = None;
    let mut rules = Vec::new();
    let (reading, spoken, language) = match token {
        Token::Word(word) => {
            let token::Word { text, language, .. } = word;
            let beside = word.beside(around);
            let reading = lexicon.pronounce_word(&beside, &mut alone);
            place = lexicon.place_of(&beside, reading.source);
            rules = vaak::g2p::rules(text, *language, reading.source);
            let (spoken, language) = respelt(text, *language, reading.source, lexicon);
            (reading, spoken, language)
        }
        given => {
            alone.extend(heard);
            let reading = Pronunciation {
                source: Source::Given,
                skipped: 0,
            };
            let language = given.language().unwrap_or(Language::En);
            (reading, given.text().into_owned(), language)
        }
    };
    Word {
        line,
        written: written.to_owned(),
        language: language.code(),
        word: spoken,
        source: reading.source.name(),
        place: place.map(|place| place.to_string()),
        rules,
        ipa: phoneme::format(heard),
        phonemes: heard.iter().map(|p| p.symbol()).collect(),
        joined: heard != alone,
        skipped: reading.skipped,
    }
}

/// Returns the words by which the lexicon reads a word, and their language.
pub fn respelt(
    text: &str,
    language: Language,
    source: Source,
    lexicon: &Lexicon,
) -> (String, Language) {
    match lexicon.respelling(text, language) {
        Some((words, language)) => (words.to_owned(), language),
        None if source == Source::Romanised => {
            (native(text, language).unwrap_or_default(), language)
        }
        None => (text.to_owned(), language),
    }
}

/// Writes the words of one line as a table.
fn table(words: &[Word], out: &mut impl Write) -> std::io::Result<()> {
    let columns = |w: &Word| {
        [
            w.written.clone(),
            w.language.into(),
            w.word.clone(),
            [w.source, if w.joined { ", joined" } else { "" }].concat(),
            w.ipa.clone(),
        ]
    };
    let rows: Vec<[String; 5]> = words.iter().map(columns).collect();
    let mut widths = [0; 5];
    for row in &rows {
        for (most, cell) in widths.iter_mut().zip(row) {
            *most = width(cell).max(*most);
        }
    }
    for (row, word) in rows.iter().zip(words) {
        let mut line = String::new();
        for (cell, most) in row.iter().zip(widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', most - width(cell) + 2));
        }
        line.push_str(word.place.as_deref().unwrap_or_default());
        if !word.rules.is_empty() {
            let rules: Vec<String> = word.rules.iter().map(usize::to_string).collect();
            line.push_str(&format!(" (rules {})", rules.join(" ")));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns the width of a text in terminal cells: none for a combining mark, one for a vowel sign beside its consonant.
fn width(text: &str) -> usize {
    let beside = |c: char| {
        matches!(c as u32, 0x900..=0xd7f)
            && matches!(c as u32 & 0x7f, 0x03 | 0x3e..=0x40 | 0x49..=0x4c)
    };
    let cells = |c: &char| !is_combining_mark(*c) || beside(*c);
    text.chars().filter(cells).count()
}
