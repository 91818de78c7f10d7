//! The entries of a file as they are written, before anything is known of their fields.

use toml::de::{DeTable, DeValue};

use crate::error::EntryError;

/// The fields of an entry.
const FIELDS: [&str; 3] = ["word", "language", "reading"];
/// The tables of a file in TOML.
const TABLES: &str = "word";

/// An entry as it is written.
#[derive(Default)]
pub(super) struct Row {
    pub(super) word: String,
    pub(super) language: String,
    pub(super) reading: String,
}

/// A line, counted from 1, and the entry that stands there.
pub(super) type Found = (usize, Result<Row, EntryError>);

/// Returns the entries of tab-separated lines.
pub(super) fn lines(text: &str) -> Vec<Found> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines());
    let entries = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    entries.map(|(at, line)| (at, fields(line))).collect()
}

fn fields(line: &str) -> Result<Row, EntryError> {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    match fields[..] {
        [word, language, reading] => Ok(Row {
            word: word.to_owned(),
            language: language.to_owned(),
            reading: reading.to_owned(),
        }),
        _ => Err(EntryError::Fields {
            found: fields.len(),
        }),
    }
}

/// Returns the tables of a TOML file, in the order of their lines.
pub(super) fn tables(text: &str) -> Vec<Found> {
    let line = |at: usize| line(text.as_bytes(), at);
    let syntax = |at: usize, message: String| (line(at), Err(EntryError::Syntax(message)));
    let (file, errors) = DeTable::parse_recoverable(text);
    let errors = errors.iter().map(|e| {
        let at = e.span().map_or(0, |span| span.start);
        syntax(at, e.message().to_owned())
    });
    let mut found: Vec<Found> = errors.collect();
    for (key, value) in file.get_ref() {
        match value.get_ref() {
            DeValue::Array(tables) if key.get_ref() == TABLES => {
                for table in tables {
                    let (at, row) = entry(table.get_ref(), table.span().start);
                    found.push((line(at), row));
                }
            }
            _ => {
                let message = format!("unknown field `{}`, expected `[[{TABLES}]]`", key.get_ref());
                found.push(syntax(key.span().start, message));
            }
        }
    }
    found.sort_by_key(|(line, _)| *line);
    // What cannot be parsed leaves broken fields behind, which are not another fault.
    found.dedup_by(|next, first| next.0 == first.0 && first.1.is_err());
    found
}

/// Returns an entry, and where it or what is wrong with it stands.
fn entry(value: &DeValue<'_>, start: usize) -> (usize, Result<Row, EntryError>) {
    let fault = |at, message| (at, Err(EntryError::Syntax(message)));
    let Some(table) = value.as_table() else {
        return fault(start, format!("expected a table `[[{TABLES}]]`"));
    };
    let mut row = Row::default();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let field = match name {
            "word" => &mut row.word,
            "language" => &mut row.language,
            "reading" => &mut row.reading,
            _ => {
                let known = FIELDS.map(|field| format!("`{field}`")).join(", ");
                let message = format!("unknown field `{name}`, expected one of {known}");
                return fault(key.span().start, message);
            }
        };
        let Some(text) = value.get_ref().as_str() else {
            let message = format!("field `{name}` must be a string");
            return fault(key.span().start, message);
        };
        text.clone_into(field);
    }
    match FIELDS.iter().find(|field| !table.contains_key(**field)) {
        Some(field) => fault(start, format!("missing field `{field}`")),
        None => (start, Ok(row)),
    }
}

/// Returns the line on which a byte stands, counted from 1.
pub(super) fn line(text: &[u8], at: usize) -> usize {
    1 + text.iter().take(at).filter(|b| **b == b'\n').count()
}
