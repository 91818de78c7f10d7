//! Text from the arguments, a file, or standard input, line by line.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, stdin};
use std::path::Path;

use vaak::Error;

use super::exit::Failure;
use super::flags::Source;

/// Lines of text. Bytes that are not UTF-8 become U+FFFD: bad input never stops the rest.
pub struct Lines {
    reader: Box<dyn BufRead>,
    bytes: Vec<u8>,
}

impl Source {
    /// Opens the text. Arguments are joined by spaces, as `echo` does.
    pub fn open(self) -> Result<Lines, Failure> {
        let reader: Box<dyn BufRead> = match self.file {
            Some(path) if path != Path::new("-") => match File::open(&path) {
                Ok(file) => Box::new(BufReader::new(file)),
                Err(source) => return Err(Error::Io { path, source }.into()),
            },
            None if !self.text.is_empty() => Box::new(Cursor::new(self.text.join(" "))),
            _ => Box::new(stdin().lock()),
        };
        Ok(Lines {
            reader,
            bytes: Vec::new(),
        })
    }
}

impl Lines {
    /// The next line without its line ending; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<String>, Failure> {
        self.bytes.clear();
        if self.reader.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&self.bytes);
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
