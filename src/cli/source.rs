//! Text from the arguments, a file, or standard input.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, Read, stdin};
use std::path::{Path, PathBuf};

use vaak::Error;
use vaak::text::Utf16;

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
            return Ok(Input::new(Decoded::new(stdin().lock())));
        };
        match File::open(&path) {
            Ok(file) => Ok(Input {
                size: file
                    .metadata()
                    .ok()
                    .filter(Metadata::is_file)
                    .map(|m| m.len()),
                path,
                ..Input::new(Decoded::new(BufReader::with_capacity(BLOCK, file)))
            }),
            Err(source) => Err(Error::Io { path, source }.into()),
        }
    }
}

/// A text as UTF-8, where its first bytes say that it is UTF-16.
struct Decoded<R> {
    reader: R,
    /// What is read, where it is UTF-16; `None` before anything was.
    utf16: Option<Option<Utf16>>,
    /// Decoded, and how much of it was taken.
    decoded: String,
    taken: usize,
}

impl<R: BufRead> Decoded<R> {
    fn new(reader: R) -> Self {
        Self {
            reader,
            utf16: None,
            decoded: String::new(),
            taken: 0,
        }
    }

    /// Looks at the first bytes. A mark that comes in two portions is none: programs write it in one.
    fn begin(&mut self) -> io::Result<()> {
        if self.utf16.is_none() {
            let utf16 = Utf16::of(self.reader.fill_buf()?);
            if utf16.is_some() {
                self.reader.consume(Utf16::MARK);
            }
            self.utf16 = Some(utf16);
        }
        Ok(())
    }
}

impl<R: BufRead> BufRead for Decoded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.begin()?;
        let Some(Some(utf16)) = &mut self.utf16 else {
            return self.reader.fill_buf();
        };
        while self.taken == self.decoded.len() {
            self.decoded.clear();
            self.taken = 0;
            let portion = self.reader.fill_buf()?;
            let count = portion.len();
            if count == 0 {
                utf16.finish(&mut self.decoded);
                break;
            }
            utf16.decode(portion, &mut self.decoded);
            self.reader.consume(count);
        }
        Ok(&self.decoded.as_bytes()[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        match self.utf16 {
            Some(Some(_)) => self.taken += count,
            _ => self.reader.consume(count),
        }
    }
}

impl<R: BufRead> Read for Decoded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
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
    fn utf_16_is_read_wherever_the_reader_cuts() {
        let text = "नमस्ते, I am वाक् 🙂\nx";
        let codes = text.encode_utf16();
        let bytes: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain(codes.flat_map(u16::to_le_bytes))
            .collect();
        for capacity in 2..9 {
            let reader = BufReader::with_capacity(capacity, Cursor::new(bytes.clone()));
            let mut input = Input::new(Decoded::new(reader));
            let mut out = String::new();
            while let Some(block) = input.next_block().unwrap() {
                out.push_str(&block);
            }
            assert_eq!(out, text, "capacity {capacity}");
        }
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
