//! Lexicons in files: tab-separated lines, or TOML.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::words::Lexicon;
use crate::error::EntryError;
use crate::language::Language;
use crate::{Error, Result};

/// The maximum size of a file in bytes, enough for some 20,000 entries.
pub(super) const MAX_BYTES: usize = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    word: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    word: String,
    language: String,
    reading: String,
}

impl Lexicon {
    /// Reads a lexicon from a file: TOML if its name ends in `.toml`, else tab-separated lines.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read, [`Error::Limit`] if it exceeds 1 MiB, [`Error::Lexicon`] with the line
    /// of the first invalid entry.
    pub fn open(path: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(|source| Error::Io {
                path: path.to_owned(),
                source,
            })?;
        let lexicon = match std::str::from_utf8(&bytes) {
            Ok(text) if path.extension().is_some_and(|e| e == "toml") => Self::parse_toml(text),
            Ok(text) => Self::parse(text),
            Err(_) if bytes.len() > MAX_BYTES => Err(too_long()),
            Err(e) => Err(Error::Lexicon {
                line: 1 + bytes
                    .iter()
                    .take(e.valid_up_to())
                    .filter(|b| **b == b'\n')
                    .count(),
                source: EntryError::Encoding,
            }),
        };
        Ok(lexicon?.with_file(path))
    }

    /// Parses a lexicon of tab-separated lines.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] if the text exceeds 1 MiB, [`Error::Lexicon`] with the line of the first invalid entry.
    pub fn parse(text: &str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(too_long());
        }
        let mut lexicon = Self::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, fields) in (1..).zip(text.lines()) {
            if !fields.trim().is_empty() && !fields.starts_with('#') {
                lexicon
                    .insert(fields, line)
                    .map_err(|source| Error::Lexicon { line, source })?;
            }
        }
        Ok(lexicon)
    }

    /// Parses a lexicon written as TOML. Fails as [`Self::parse`] does.
    pub fn parse_toml(text: &str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(too_long());
        }
        let line = |at: usize| 1 + text.bytes().take(at).filter(|b| *b == b'\n').count();
        let tables: Tables = toml::from_str(text).map_err(|e| Error::Lexicon {
            line: line(e.span().map_or(0, |span| span.start)),
            source: EntryError::Syntax(e.message().to_owned()),
        })?;
        let mut lexicon = Self::default();
        for row in tables.word {
            let at = row.span().start;
            let row = row.into_inner();
            let line = line(at);
            known(&row.language)
                .and_then(|language| lexicon.put(&row.word, language, &row.reading, Some(line)))
                .map_err(|source| Error::Lexicon { line, source })?;
        }
        Ok(lexicon)
    }

    fn insert(&mut self, fields: &str, line: usize) -> Result<(), EntryError> {
        let fields: Vec<&str> = fields.split('\t').map(str::trim).collect();
        let [word, code, reading] = fields[..] else {
            return Err(EntryError::Fields {
                found: fields.len(),
            });
        };
        self.put(word, known(code)?, reading, Some(line))
    }
}

fn known(code: &str) -> Result<Language, EntryError> {
    code.parse().map_err(|_| EntryError::UnknownLanguage {
        language: code.to_owned(),
        available: Language::ALL.map(Language::code).to_vec(),
    })
}

fn too_long() -> Error {
    Error::Limit {
        what: "a lexicon, in bytes,",
        limit: MAX_BYTES,
    }
}
