//! Lexicons in files: tab-separated lines, or TOML.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::rows::{self, Row};
use super::words::Lexicon;
use crate::error::EntryError;
use crate::language::Language;
use crate::text::as_utf8;
use crate::{Error, Result};

/// The maximum size of a file in bytes, enough for some 20,000 entries.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// What is in a file: the lexicon of its valid entries, and what is wrong with the others.
#[derive(Debug, Default)]
pub struct Checked {
    pub lexicon: Lexicon,
    pub entries: Vec<Entry>,
    pub faults: Vec<Fault>,
}

/// A valid entry of a file.
#[derive(Debug)]
pub struct Entry {
    /// The line, counted from 1.
    pub line: usize,
    pub word: String,
    pub language: Language,
}

/// An invalid entry of a file.
#[derive(Debug)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    pub error: EntryError,
}

impl Lexicon {
    /// Reads a lexicon from a file: TOML if its name ends in `.toml`, else tab-separated lines.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read, [`Error::Limit`] if it exceeds 1 MiB, [`Error::Lexicon`] with the line
    /// of the first invalid entry.
    pub fn open(path: &Path) -> Result<Self> {
        Self::check(path)?.whole()
    }

    /// Reads a file and checks all its entries, also after an invalid one.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read, [`Error::Limit`] if it exceeds 1 MiB.
    #[doc(hidden)]
    pub fn check(path: &Path) -> Result<Checked> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(|source| Error::Io {
                path: path.to_owned(),
                source,
            })?;
        let bytes = as_utf8(&bytes);
        let mut checked = match std::str::from_utf8(&bytes) {
            Ok(text) if path.extension().is_some_and(|e| e == "toml") => {
                checked(text, rows::tables)?
            }
            Ok(text) => checked(text, rows::lines)?,
            Err(_) if bytes.len() > MAX_BYTES => return Err(too_long()),
            Err(e) => Checked {
                faults: vec![Fault {
                    line: rows::line(&bytes, e.valid_up_to()),
                    error: EntryError::Encoding,
                }],
                ..Checked::default()
            },
        };
        checked.lexicon = checked.lexicon.with_file(path);
        Ok(checked)
    }

    /// Parses a lexicon of tab-separated lines.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] if the text exceeds 1 MiB, [`Error::Lexicon`] with the line of the first invalid entry.
    pub fn parse(text: &str) -> Result<Self> {
        checked(text, rows::lines)?.whole()
    }

    /// Parses a lexicon written as TOML. Fails as [`Self::parse`] does.
    pub fn parse_toml(text: &str) -> Result<Self> {
        checked(text, rows::tables)?.whole()
    }
}

impl Checked {
    /// Returns the lexicon if all its entries are valid.
    fn whole(mut self) -> Result<Lexicon> {
        if self.faults.is_empty() {
            return Ok(self.lexicon);
        }
        let Fault { line, error } = self.faults.swap_remove(0);
        Err(Error::Lexicon {
            line,
            source: error,
        })
    }

    fn add(&mut self, line: usize, row: &Row) -> Result<(), EntryError> {
        let language = known(&row.language)?;
        self.lexicon
            .put(&row.word, language, &row.reading, Some(line))?;
        self.entries.push(Entry {
            line,
            word: row.word.clone(),
            language,
        });
        Ok(())
    }
}

/// Checks the entries of a text, in the order of their lines.
fn checked(text: &str, rows: fn(&str) -> Vec<rows::Found>) -> Result<Checked> {
    if text.len() > MAX_BYTES {
        return Err(too_long());
    }
    let mut checked = Checked::default();
    for (line, row) in rows(text) {
        if let Err(error) = row.and_then(|row| checked.add(line, &row)) {
            checked.faults.push(Fault { line, error });
        }
    }
    Ok(checked)
}

fn known(code: &str) -> Result<Language, EntryError> {
    code.parse().map_err(|error| match error {
        Error::UnknownLanguage {
            language,
            nearest,
            available,
        } => EntryError::UnknownLanguage {
            language,
            nearest,
            available,
        },
        other => EntryError::Syntax(other.to_string()),
    })
}

fn too_long() -> Error {
    Error::Limit {
        what: "a lexicon, in bytes,",
        limit: MAX_BYTES,
    }
}
