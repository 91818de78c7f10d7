//! `--lexicon`, the user's lexicon, and `vaak lexicon check`, which tells what is wrong in one and what it changes.

use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use serde::Serialize;
use vaak::g2p::Source;
use vaak::lexicon::{self, Checked, Entry, Fault};
use vaak::phoneme::{self, Phoneme};
use vaak::token::{Token, Word};
use vaak::{EntryError, Language, text};

use super::exit::Failure;
use super::explain::respelt;
use super::flags::{Check, Lexicon, LexiconCommand};
use super::output::json_line;

impl Lexicon {
    /// Reads the file. Returns an empty lexicon if none was named.
    pub fn load(&self) -> Result<lexicon::Lexicon, Failure> {
        match &self.lexicon {
            Some(path) => Ok(lexicon::Lexicon::open(path)?),
            None => Ok(lexicon::Lexicon::default()),
        }
    }
}

/// What is said of one entry, in the order of the file.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Verdict {
    /// It cannot be used.
    Error {
        line: usize,
        /// The field that is wrong; `None` if it is not one field.
        field: Option<&'static str>,
        message: String,
        /// What may stand in the field, where that is a list.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        allowed: Vec<&'static str>,
    },
    /// The word is read differently with it.
    Changes(Effect),
    /// The word is read as without it.
    Same(Effect),
    /// Another entry is used for the word by itself, or the word is never met as one word.
    Unused {
        line: usize,
        word: String,
        language: Language,
        /// The line of the entry that is used in its place.
        #[serde(skip_serializing_if = "Option::is_none")]
        shadowed_by: Option<usize>,
    },
}

#[derive(Serialize)]
struct Effect {
    line: usize,
    word: String,
    language: Language,
    before: Reading,
    after: Reading,
}

/// How a word is read.
#[derive(Debug, PartialEq, Serialize)]
struct Reading {
    words: String,
    phonemes: String,
    source: &'static str,
}

pub fn run(command: LexiconCommand) -> Result<(), Failure> {
    let LexiconCommand::Check(Check { file, json }) = command;
    let checked = lexicon::Lexicon::check(&file)?;
    let mut verdicts: Vec<Verdict> = checked.faults.iter().map(fault).collect();
    verdicts.extend(checked.entries.iter().map(|entry| verdict(entry, &checked)));
    verdicts.sort_by_key(Verdict::line);
    let mut out = BufWriter::new(stdout().lock());
    for verdict in &verdicts {
        match json {
            true => json_line(&mut out, verdict)?,
            false => writeln!(out, "{}:{}", file.display(), verdict.sentence())?,
        }
    }
    out.flush()?;
    match checked.faults.len() {
        0 => Ok(()),
        faults => Err(invalid(&file, faults, verdicts.len())),
    }
}

fn invalid(file: &Path, faults: usize, all: usize) -> Failure {
    let file = file.display();
    Failure::Usage(format!("{file}: {faults} of {all} entries are invalid"))
}

fn fault(fault: &Fault) -> Verdict {
    Verdict::Error {
        line: fault.line,
        field: fault.error.field(),
        message: fault.error.to_string(),
        allowed: match &fault.error {
            EntryError::UnknownLanguage { available, .. } => available.clone(),
            EntryError::NotPhonemes { .. } => Phoneme::all().map(Phoneme::symbol).collect(),
            _ => Vec::new(),
        },
    }
}

/// Reads the word of an entry with and without the lexicon: in its own language, or else in the first where it applies.
fn verdict(entry: &Entry, checked: &Checked) -> Verdict {
    let mut languages = Language::ALL.to_vec();
    languages.sort_by_key(|language| *language != entry.language);
    let mut shadowed_by = None;
    for language in languages {
        let tokens = text::tokens(&entry.word, Some(language));
        let [Token::Word(word), Token::Pause(_) | Token::Colon] = &tokens[..] else {
            continue;
        };
        let after = Reading::of(word, &checked.lexicon);
        let place = checked
            .lexicon
            .place(&word.text, word.language, Source::Lexicon);
        let line = place.and_then(|place| place.line);
        if line == Some(entry.line) {
            let before = Reading::of(word, &lexicon::Lexicon::default());
            let same = before.phonemes == after.phonemes;
            let effect = Effect {
                line: entry.line,
                word: entry.word.clone(),
                language: entry.language,
                before,
                after,
            };
            return match same {
                true => Verdict::Same(effect),
                false => Verdict::Changes(effect),
            };
        }
        shadowed_by = shadowed_by.or(line);
    }
    Verdict::Unused {
        line: entry.line,
        word: entry.word.clone(),
        language: entry.language,
        shadowed_by,
    }
}

impl Reading {
    fn of(word: &Word, lexicon: &lexicon::Lexicon) -> Self {
        let mut phonemes = Vec::new();
        let reading = lexicon.pronounce(&word.text, word.language, &mut phonemes);
        let (words, _) = respelt(&word.text, word.language, reading.source, lexicon);
        Self {
            words,
            phonemes: phoneme::format(&phonemes),
            source: reading.source.name(),
        }
    }
}

impl Verdict {
    fn line(&self) -> usize {
        match self {
            Self::Error { line, .. } | Self::Unused { line, .. } => *line,
            Self::Changes(effect) | Self::Same(effect) => effect.line,
        }
    }

    /// The line number and what is said of it.
    fn sentence(&self) -> String {
        match self {
            Self::Error {
                line,
                field,
                message,
                ..
            } => {
                let field = field.map(|field| format!("{field}: ")).unwrap_or_default();
                format!("{line}: error: {field}{message}")
            }
            Self::Changes(Effect {
                line,
                word,
                language,
                before,
                after,
            }) => {
                let words = match before.words == after.words {
                    true => String::new(),
                    false => format!("{} → {}, ", before.words, after.words),
                };
                let (old, new) = (&before.phonemes, &after.phonemes);
                format!("{line}: {word} ({language}): {words}/{old}/ → /{new}/")
            }
            Self::Same(Effect {
                line,
                word,
                language,
                after,
                ..
            }) => {
                let phonemes = &after.phonemes;
                format!(
                    "{line}: {word} ({language}): changes nothing: it is read /{phonemes}/ without this entry too"
                )
            }
            Self::Unused {
                line,
                word,
                language,
                shadowed_by,
            } => {
                let why = match shadowed_by {
                    Some(other) => {
                        format!("not used for the word by itself: the entry on line {other} is")
                    }
                    None => "never used: no text has it as one word".to_owned(),
                };
                format!("{line}: {word} ({language}): {why}")
            }
        }
    }
}
