//! Data files: their lines and comments, and faults found in them.

pub mod compact;
pub mod laid;

use std::fmt;

/// A place in a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file: a path from the root of this crate, or the path of the user's file.
    pub file: String,
    /// The line, counted from 1; `None` where no single line is meant.
    pub line: Option<usize>,
}

impl Place {
    /// Makes the place of a source file from its path below `src`.
    pub(crate) fn of(file: &str, line: Option<usize>) -> Self {
        Self {
            file: format!("src/{file}"),
            line,
        }
    }

    /// Makes the place of a file in the folder of the language with this code.
    pub(crate) fn of_language(code: &str, file: &str, line: Option<usize>) -> Self {
        Self::of(&format!("language/{code}/{file}"), line)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// A data file.
#[allow(dead_code, reason = "the build script and tests check files")]
pub struct File {
    /// Its path in the repository.
    pub path: String,
    pub text: String,
}

/// A fault in a line of a data file.
#[allow(dead_code, reason = "the build script and tests check files")]
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    path: String,
    line: usize,
    what: String,
}

#[allow(dead_code, reason = "the build script and tests check files")]
impl Fault {
    /// Makes a fault of a line, counted from 1.
    pub fn new(file: &File, line: usize, what: impl Into<String>) -> Self {
        Self {
            path: file.path.clone(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Returns the non-empty lines of a text with their numbers, counted from 1. A comment begins with `//` at the start of
/// a line or after white space.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(number, line)| (number, line[..comment(line)].trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

/// Returns where the comment of a line begins, or the line's length.
fn comment(line: &str) -> usize {
    // By its strokes, of which few lines have any, as every table is read so before the first sentence.
    let bytes = line.as_bytes();
    let begins = |at: &usize| {
        bytes[*at..].starts_with(b"//") && (*at == 0 || bytes[at - 1].is_ascii_whitespace())
    };
    let mut strokes = line.match_indices('/').map(|(at, _)| at);
    strokes.find(begins).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_left_out() {
        let text = "// a comment\na = b // another\n\n / = slash\nhttp://x # y\n";
        let read: Vec<_> = lines(text).collect();
        assert_eq!(read, [(2, "a = b"), (4, "/ = slash"), (5, "http://x # y")]);
    }
}
