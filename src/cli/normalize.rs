//! `vaak normalize`: prints each line as it will be spoken, or scores lines against what is expected.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use vaak::token::spoken;
use vaak::{Error, text};

use super::exit::Failure;
use super::flags::Normalize;
use super::spans;

pub fn run(flags: Normalize) -> Result<(), Failure> {
    if flags.conditions {
        let mut out = stdout().lock();
        for (words, help) in text::conditions() {
            writeln!(out, "if {words:<40} {help}")?;
        }
        return Ok(());
    }
    let lexicon = flags.lexicon.load()?;
    let mut lines = flags.source.open()?;
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    if flags.explain || flags.json {
        spans::run(
            lines,
            flags.language,
            flags.emoji,
            &lexicon,
            flags.json,
            &mut out,
        )?;
        return Ok(out.flush()?);
    }
    let variants = flags.variants.as_deref().map(Variants::load).transpose()?;
    let variants = variants.unwrap_or_default();
    let (mut agreed, mut all) = (0, 0);
    while let Some(line) = lines.next_line()? {
        let (written, expected) = match line.split_once(['\t', '~']) {
            // A row without a text cannot be scored.
            Some(("", _)) | None if flags.score => continue,
            Some((written, expected)) if flags.score => (written, Some(expected)),
            _ => (line.as_str(), None),
        };
        let reader = text::Reader::new(flags.language).emoji(flags.emoji);
        let mut tokens = reader.tokens(written);
        lexicon.respell(&mut tokens);
        let said = spoken(&tokens);
        match expected {
            None => writeln!(out, "{said}")?,
            Some(expected) => {
                all += 1;
                if variants.fold(expected) == variants.fold(&said) {
                    agreed += 1;
                } else {
                    writeln!(out, "{written}~{expected}~{said}")?;
                }
            }
        }
    }
    if flags.score {
        let percent = 100.0 * f64::from(agreed) / f64::from(all.max(1));
        writeln!(out, "{agreed} of {all} agree, {percent:.1} %")?;
    }
    out.flush()?;
    Ok(())
}

/// Pairs of equivalent spellings: one spelling, and the one that replaces it before comparing.
#[derive(Default)]
struct Variants(Vec<(String, String)>);

impl Variants {
    /// Reads lines of variant, tab, replacement, tab, reason. After a `*` the variant also matches inside words.
    fn load(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|source| Error::Io {
            path: path.to_owned(),
            source,
        })?;
        let rows = text.lines().filter(|line| !line.starts_with("//"));
        let pairs = rows.filter_map(|line| {
            let mut cells = line.split('\t');
            let (variant, meant) = (cells.next()?, cells.next()?);
            Some(match variant.strip_prefix('*') {
                Some(inside) => (inside.nfc().collect(), meant.nfc().collect()),
                None => (
                    format!(" {} ", words(variant)),
                    format!(" {} ", words(meant)),
                ),
            })
        });
        Ok(Self(pairs.collect()))
    }

    /// Returns the letters only, because case, punctuation and spaces cannot be heard.
    fn fold(&self, spoken: &str) -> String {
        let mut text = format!(" {} ", words(spoken));
        for (variant, meant) in &self.0 {
            // Replace twice: a match takes the space with which the next match begins.
            text = text.replace(variant, meant).replace(variant, meant);
        }
        text.split_whitespace().collect()
    }
}

/// Returns the words in lower case, without punctuation.
fn words(text: &str) -> String {
    let text: String = text.nfc().flat_map(char::to_lowercase).collect();
    let mark = |c: char| !c.is_alphanumeric() && !is_combining_mark(c);
    let words: Vec<_> = text.split(mark).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_heard_is_compared() {
        let variants = Variants(vec![
            (" छः ".into(), " छह ".into()),
            ("\u{93c}".into(), String::new()),
        ]);
        let same = |a: &str, b: &str| variants.fold(a) == variants.fold(b);
        assert!(same("छः छः, हज़ार।", "छह छह हजार"));
        assert!(same("U S A", "usa."));
        assert!(!same("सात", "साठ"));
    }
}
