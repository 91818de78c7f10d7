//! Text from the arguments, a file, or standard input.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, Read, stdin};
use std::path::{Path, PathBuf};

use vaak::Error;

use super::exit::Failure;
use super::flags::Source;

/// The size in bytes of the portions in which long text is spoken and its progress is shown.
const BLOCK: usize = 1 << 10;

/// Text, by lines or by blocks. Invalid UTF-8 becomes U+FFFD and does not stop the rest.
pub struct Input {
    reader: Box<dyn BufRead>,
    /// The path, for error messages.
    path: PathBuf,
    bytes: Vec<u8>,
    size: Option<u64>,
    read: u64,
}

/// A line of bounded length.
#[derive(Debug, PartialEq)]
pub enum Line<'a> {
    Whole(&'a [u8]),
    TooLong,
}

impl Source {
    /// Opens the text. Arguments are joined by spaces, as `echo` does; a single `-` is standard input.
    pub fn open(self) -> Result<Input, Failure> {
        let path = self.file.filter(|path| path != Path::new("-"));
        let given = !self.text.is_empty() && self.text != ["-"];
        if path.is_none() && given {
            return Ok(Input::new(Cursor::new(self.text.join(" "))));
        }
        let Some(path) = path else {
            return Ok(Input::new(stdin().lock()));
        };
        match File::open(&path) {
            Ok(file) => Ok(Input {
                size: file
                    .metadata()
                    .ok()
                    .filter(Metadata::is_file)
                    .map(|m| m.len()),
                path,
                ..Input::new(BufReader::with_capacity(BLOCK, file))
            }),
            Err(source) => Err(Error::Io { path, source }.into()),
        }
    }
}

impl Input {
    fn new(reader: impl BufRead + 'static) -> Self {
        Self {
            reader: Box::new(reader),
            path: PathBuf::from("standard input"),
            bytes: Vec::new(),
            size: None,
            read: 0,
        }
    }

    /// Returns the next line without its line ending; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<String>, Failure> {
        self.bytes.clear();
        let read = self.reader.read_until(b'\n', &mut self.bytes);
        if read.map_err(|e| self.failure(e))? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&self.bytes);
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }

    /// Returns the next line without its line ending; `None` at the end. A longer line is read over and not kept.
    pub fn next_bounded(&mut self, limit: usize) -> Result<Option<Line<'_>>, Failure> {
        self.bytes.clear();
        let within = limit as u64 + 1;
        let mut bounded = (&mut self.reader).take(within);
        let read = bounded.read_until(b'\n', &mut self.bytes);
        if read.map_err(|e| self.failure(e))? == 0 {
            return Ok(None);
        }
        if self.bytes.len() <= limit || self.bytes.ends_with(b"\n") {
            return Ok(Some(Line::Whole(self.bytes.trim_ascii_end())));
        }
        let skipped = self.reader.skip_until(b'\n');
        skipped.map_err(|e| self.failure(e))?;
        Ok(Some(Line::TooLong))
    }

    /// Returns the next text as soon as it arrives, cut anywhere except inside a character; `None` at the end.
    pub fn next_block(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let block = match self.reader.fill_buf() {
                Ok(block) => block,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(self.failure(e)),
            };
            let count = block.len();
            self.bytes.extend_from_slice(block);
            self.reader.consume(count);
            self.read += count as u64;
            let cut = match count {
                0 if self.bytes.is_empty() => return Ok(None),
                0 => self.bytes.len(),
                _ => self.bytes.len() - incomplete_tail(&self.bytes),
            };
            if cut > 0 {
                let text = String::from_utf8_lossy(&self.bytes[..cut]).into_owned();
                self.bytes.drain(..cut);
                return Ok(Some(text));
            }
        }
    }

    /// Returns the size of a file in bytes; `None` if it is not known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns how many bytes [`Self::next_block`] has read.
    pub fn read(&self) -> u64 {
        self.read
    }

    fn failure(&self, source: io::Error) -> Failure {
        let path = self.path.clone();
        Error::Io { path, source }.into()
    }
}

/// Returns how many bytes at the end belong to an incomplete character.
fn incomplete_tail(bytes: &[u8]) -> usize {
    (1..=bytes.len().min(3))
        .find(|&n| {
            let tail = &bytes[bytes.len() - n..];
            std::str::from_utf8(tail)
                .is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_read_over() {
        let mut input = Input::new(Cursor::new("abcd\nabcde\r\nabc\r\n\nx"));
        let mut lines = Vec::new();
        while let Some(line) = input.next_bounded(4).unwrap() {
            lines.push(match line {
                Line::Whole(line) => String::from_utf8(line.to_vec()).unwrap(),
                Line::TooLong => "too long".to_owned(),
            });
        }
        assert_eq!(lines, ["abcd", "too long", "abc", "", "x"]);
    }

    #[test]
    fn blocks_are_the_text_wherever_the_reader_cuts() {
        let text = "नमस्ते, I am वाक् 🙂";
        let broken = [text.as_bytes(), b"\xff\xe0\xa4 \xe0"].concat();
        for capacity in 1..9 {
            let reader = BufReader::with_capacity(capacity, Cursor::new(broken.clone()));
            let mut input = Input::new(reader);
            let mut out = String::new();
            while let Some(block) = input.next_block().unwrap() {
                out.push_str(&block);
            }
            assert_eq!(out, String::from_utf8_lossy(&broken), "capacity {capacity}");
        }
    }
}
