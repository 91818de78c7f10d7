//! The rows of a manifest: CSV, TSV, or lines of JSON.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{BufRead, Cursor};
use std::path::{Component, Path, PathBuf};

use csv::ReaderBuilder;
use serde_json::{Map, Value, json};
use vaak::Error;
use vaak::serve::{ApiError, Clip};
use vaak::text::as_utf8;

use super::format::Format;
use crate::cli::exit::Failure;

/// The columns of a table whose cells are text, even where they look like numbers. Other cells are JSON where they can be.
const TEXTS: [&str; 7] = [
    "encoding", "id", "language", "model", "output", "text", "voice",
];
/// The longest part of a file's name in bytes that file systems take, less the ending and what marks an unfinished file.
const LONGEST_NAME: usize = 240;

const NOT_UTF_8: &str = "it is not UTF-8: save the list as UTF-8, which Excel calls \"CSV UTF-8\"";

/// A row that can be asked for, or why not.
pub struct Row {
    /// Its line in the manifest, from 1.
    pub line: u64,
    pub id: String,
    pub clip: Result<Wanted, ApiError>,
}

/// A clip that a row asks for.
pub struct Wanted {
    /// The fields of the request.
    pub fields: Map<String, Value>,
    /// Its file, below the folder.
    pub file: PathBuf,
}

/// Reads the rows. `defaults` are the fields that a row need not have.
pub fn read(path: &Path, defaults: &Map<String, Value>) -> Result<Vec<Row>, Failure> {
    let bytes = fs::read(path).map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })?;
    let bytes = &*as_utf8(&bytes);
    let heading = bytes.split(|byte| *byte == b'\n').next();
    if heading.is_some_and(|heading| heading.contains(&0)) {
        return Err(Failure::Usage(format!("{}: {NOT_UTF_8}", path.display())));
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut rows = match &*ending.to_ascii_lowercase() {
        "csv" => table(path, bytes, b',')?,
        "tsv" => table(path, bytes, b'\t')?,
        "jsonl" | "ndjson" => lines(bytes),
        _ => {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path}: a manifest is a file that ends in .csv, .tsv or .jsonl"
            )));
        }
    };
    if rows.is_empty() {
        let path = path.display();
        return Err(Failure::Usage(format!("{path}: the list has no rows")));
    }
    Ok(wanted(&mut rows, defaults))
}

/// A line, with its fields or why it has none.
type Fields = (u64, Result<Map<String, Value>, ApiError>);

/// Reads a table. In TSV a quotation mark is a character like others, as prompts have them.
fn table(path: &Path, bytes: &[u8], delimiter: u8) -> Result<Vec<Fields>, Failure> {
    let unfit = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
    let mut reader = ReaderBuilder::new();
    let mut reader = reader
        .delimiter(delimiter)
        .quoting(delimiter == b',')
        .from_reader(bytes);
    let heading = reader.headers().map_err(|e| unfit(told(&e)))?;
    let names: Vec<String> = heading
        .iter()
        .map(|name| name.trim().to_lowercase())
        .collect();
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        return Err(unfit("two columns have the same name".to_owned()));
    }
    for needed in ["id", "text"] {
        if !names.iter().any(|name| name == needed) {
            let names = names.join(", ");
            return Err(unfit(format!(
                "the first line must name the columns, among them id and text; it has {names}"
            )));
        }
    }
    let mut rows: Vec<Fields> = Vec::new();
    for record in reader.records() {
        rows.push(match record {
            Ok(record) => {
                let line = record.position().map_or(0, csv::Position::line);
                let cells = names
                    .iter()
                    .zip(&record)
                    .filter(|(_, cell)| !cell.is_empty());
                let fields = cells.map(|(name, text)| (name.clone(), cell(name, text)));
                (line, Ok(fields.collect()))
            }
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                (line, Err(ApiError::new(400, "invalid_row", told(&error))))
            }
        });
    }
    if delimiter == b',' {
        for (line, what) in misquoted(bytes) {
            let within = rows.iter_mut().rev().find(|(first, _)| *first <= line);
            if let Some((_, fields)) = within {
                let told = format!("line {line}: {what}");
                *fields = Err(ApiError::new(400, "invalid_row", told));
            }
        }
    }
    Ok(rows)
}

/// What is wrong with a row. Spreadsheets save tables in the encoding of their country, where they are not told otherwise.
fn told(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => NOT_UTF_8.to_owned(),
        _ => error.to_string(),
    }
}

/// The lines with a quotation mark that does not close its cell, and what is wrong. What follows such a mark is taken for text, so that
/// rows would be lost without a word.
fn misquoted(bytes: &[u8]) -> Vec<(u64, &'static str)> {
    #[derive(Clone, Copy, PartialEq)]
    enum In {
        Beginning,
        Plain,
        /// Behind a mark in this line.
        Quoted(u64),
        /// Behind the mark that closes it.
        Closed(u64),
    }
    let mut faults = Vec::new();
    let (mut state, mut line) = (In::Beginning, 1);
    for byte in bytes {
        state = match (state, byte) {
            (In::Quoted(first), b'"') => In::Closed(first),
            (In::Quoted(first), _) => In::Quoted(first),
            (In::Closed(first), b'"') => In::Quoted(first),
            (_, b',' | b'\n' | b'\r') => In::Beginning,
            (In::Beginning, b'"') => In::Quoted(line),
            (In::Closed(first), _) => {
                let what =
                    "a quotation mark closes the cell before its end: one inside is written twice";
                faults.push((first, what));
                In::Plain
            }
            (In::Beginning | In::Plain, _) => In::Plain,
        };
        line += u64::from(*byte == b'\n');
    }
    if let In::Quoted(first) = state {
        faults.push((
            first,
            "the quotation mark that opens a cell is never closed",
        ));
    }
    faults
}

fn cell(name: &str, text: &str) -> Value {
    match TEXTS.contains(&name) || name == "format" {
        true => json!(text),
        false => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    }
}

fn lines(bytes: &[u8]) -> Vec<Fields> {
    let numbered = (1..).zip(Cursor::new(bytes).split(b'\n').map_while(Result::ok));
    let lines = numbered.filter(|(_, line)| !line.trim_ascii().is_empty());
    lines
        .map(|(number, line)| (number, Clip::fields(&line)))
        .collect()
}

/// Puts the defaults into rows, and checks that no two have the same file.
fn wanted(rows: &mut Vec<Fields>, defaults: &Map<String, Value>) -> Vec<Row> {
    let mut taken: HashMap<PathBuf, u64> = HashMap::new();
    let rows = rows.drain(..).map(|(line, fields)| {
        let mut fields = match fields {
            Ok(fields) => fields,
            Err(error) => {
                return Row {
                    line,
                    id: String::new(),
                    clip: Err(error),
                };
            }
        };
        fields.retain(|_, value| !value.is_null());
        let id = match fields.remove("id") {
            Some(Value::String(id)) => id,
            Some(Value::Number(id)) => id.to_string(),
            _ => String::new(),
        };
        for (name, value) in defaults {
            fields.entry(name).or_insert_with(|| value.clone());
        }
        let mut clip = file(&id, fields);
        if let Ok(Wanted { file, .. }) = &clip
            && let Some(first) = taken.insert(file.clone(), line)
        {
            taken.insert(file.clone(), first);
            let told = format!("id {id:?} is already that of line {first}");
            clip = Err(ApiError::new(400, "invalid_field", told).with("field", "id"));
        }
        Row { line, id, clip }
    });
    rows.collect()
}

/// Names the file of a row, and turns its `format` and `rate` into fields of a request.
fn file(id: &str, mut fields: Map<String, Value>) -> Result<Wanted, ApiError> {
    let path = Path::new(id);
    let plain = |part: Component| match part {
        Component::Normal(name) => {
            let name = name.to_string_lossy();
            !name.starts_with('.') && name.len() <= LONGEST_NAME
        }
        _ => false,
    };
    if id.is_empty()
        || id.ends_with('/')
        || id.contains(char::is_control)
        || !path.components().all(plain)
    {
        return Err(ApiError::invalid_field(
            "id",
            "the name of a file without its ending, perhaps in folders, and not begin with a dot",
        ));
    }
    let format = Format::take(&mut fields)?;
    Ok(Wanted {
        file: PathBuf::from(format!("{id}.{}", format.ending)),
        fields,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(name: &str, text: &str) -> Vec<Row> {
        let path = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        let defaults = json!({"format": "wav", "voice": "Ananya"});
        let rows = read(&path, defaults.as_object().unwrap());
        fs::remove_file(path).unwrap();
        rows.unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn every_kind_of_manifest_gives_the_same_requests() {
        let csv = "\u{feff}ID,text,speed,voice,format\nivr/1,\"Yes, \"\"now\"\".\",1.5,Arjun,ulaw\n007,हाँ,,,\n";
        let tsv = "id\ttext\tspeed\tvoice\tformat\nivr/1\tYes, \"now\".\t1.5\tArjun\tulaw\n007\tहाँ\t\t\t\n";
        let jsonl = "{\"id\":\"ivr/1\",\"text\":\"Yes, \\\"now\\\".\",\"speed\":1.5,\"voice\":\"Arjun\",\"format\":\"ulaw\"}\n\n\
            {\"id\":\"007\",\"text\":\"हाँ\",\"speed\":null}\n";
        for (name, text) in [("a.csv", csv), ("a.tsv", tsv), ("a.jsonl", jsonl)] {
            let rows = rows(name, text);
            let first = rows[0].clip.as_ref().unwrap();
            assert_eq!(first.file, Path::new("ivr/1.ulaw"), "{name}");
            let expected = json!({
                "text": "Yes, \"now\".", "speed": 1.5, "voice": "Arjun", "encoding": "mulaw", "sample_rate": 8_000,
            });
            assert_eq!(Value::Object(first.fields.clone()), expected, "{name}");
            let second = rows[1].clip.as_ref().unwrap();
            assert_eq!(second.file, Path::new("007.wav"));
            assert_eq!(second.fields["voice"], "Ananya");
            assert!(!second.fields.contains_key("speed"));
        }
    }

    /// Everything to the end of the list was one prompt, and the list counted as spoken.
    #[test]
    fn a_cell_whose_quotation_mark_never_closes_fails() {
        for (text, lines) in [
            ("id,text\na,\"unclosed\nb,hi\n", &[2][..]),
            ("id,text\n1,one\na,\"unclosed\nb,\"hi\"\n", &[3]),
            ("id,text\n1,one\n2,\"two\" more\n3,three\n", &[3]),
            ("id,text\n1,\"a \"\"b\"\"\nc\"\n2,3\" pipe\n3,\"\"\n", &[]),
        ] {
            let rows = rows("d.csv", text);
            let failed = rows.iter().filter(|row| row.clip.is_err());
            let failed: Vec<u64> = failed.map(|row| row.line).collect();
            assert_eq!(failed, lines, "{text:?}");
        }
    }

    #[test]
    fn a_list_without_rows_or_in_another_encoding_is_told_so() {
        let path = std::env::temp_dir().join(format!("vaak-{}-e.csv", std::process::id()));
        for (content, expected) in [
            (&b"id,text\n"[..], "no rows"),
            (b"i\0d\0,\0t\0e\0x\0t\0\n\0", "CSV UTF-8"),
            (b"id,t\xe9xt\n", "CSV UTF-8"),
        ] {
            fs::write(&path, content).unwrap();
            let failed = read(&path, &Map::new()).err().unwrap().to_string();
            assert!(failed.contains(expected), "{failed}");
        }
        fs::write(&path, b"id,text\na,caf\xe9\nb,hi\n").unwrap();
        let defaults = json!({"format": "wav"});
        let rows = read(&path, defaults.as_object().unwrap());
        let rows = rows.unwrap_or_else(|e| panic!("{e}"));
        fs::remove_file(path).unwrap();
        let failed = rows[0].clip.as_ref().err().unwrap();
        assert!(failed.message.contains("CSV UTF-8"), "{}", failed.message);
        assert!(rows[1].clip.is_ok());
    }

    #[test]
    fn a_row_that_cannot_be_asked_for_is_told_and_the_others_are_read() {
        let rows = rows(
            "b.csv",
            "id,text\n../up,a\n/etc/a,a\n.a,a\na/,a\n,a\nb,a,c\n1,a\n1,b\n2,\"a\nb\"\n3,c\n",
        );
        let failed: Vec<u64> = rows
            .iter()
            .filter(|row| row.clip.is_err())
            .map(|row| row.line)
            .collect();
        assert_eq!(failed, [2, 3, 4, 5, 6, 7, 9]);
        let twice = rows[7].clip.as_ref().err().unwrap();
        assert!(twice.message.contains("line 8"), "{}", twice.message);
        // Lines are those of an editor.
        assert_eq!(rows.last().unwrap().line, 12);
    }
}
