//! `vaak phonemes`: words in, IPA out.

use std::io::{BufWriter, Write, stdout};

use vaak::phonemes::{inventory, pronounce};

use super::exit::Failure;
use super::flags;

pub fn run(flags: flags::Phonemes) -> Result<(), Failure> {
    let mut lines = flags.source.open()?;
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let mut phonemes = Vec::new();
    let mut skipped = 0;
    while let Some(line) = lines.next_line()? {
        let word = line.trim();
        phonemes.clear();
        skipped += pronounce(word, flags.language, &mut phonemes);
        writeln!(out, "{word}\t{}", inventory::format(&phonemes))?;
    }
    out.flush()?;
    if skipped > 0 {
        eprintln!("vaak: warning: {skipped} characters could not be read and were skipped");
    }
    Ok(())
}
