//! Files of data: lines, comments, and what is wrong with them.

use std::fmt;

/// A line of a file, from which something comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file: of this crate's source from its root, or the user's.
    pub file: String,
    /// The line, from 1, where one line gives it all.
    pub line: Option<usize>,
}

impl Place {
    /// A file of the source, by its path below `src`.
    pub(crate) fn of(file: &str, line: Option<usize>) -> Self {
        Self {
            file: format!("src/{file}"),
            line,
        }
    }

    /// A file of the folder of a language, by its code.
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

/// A file of data.
#[allow(dead_code, reason = "the build script and tests check files")]
pub struct File {
    /// Where it stands in the repository.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// What is wrong with a line of a file.
#[allow(dead_code, reason = "the build script and tests check files")]
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    path: String,
    line: usize,
    what: String,
}

#[allow(dead_code, reason = "the build script and tests check files")]
impl Fault {
    /// What is wrong with a line, which is counted from 1.
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

/// The lines of a text with their numbers from 1, without those that are empty. A comment begins with `//`, at the beginning of
/// a line or after a space.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(number, line)| (number, line[..comment(line)].trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

/// Where the comment of a line begins, or where the line ends.
fn comment(line: &str) -> usize {
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        line[at..].starts_with("//") && before.is_none_or(char::is_whitespace)
    };
    let mut strokes = line.match_indices('/').map(|(at, _)| at);
    strokes.find(|at| begins(*at)).unwrap_or(line.len())
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
