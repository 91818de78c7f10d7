//! `vaak normalize`: a line in, the line as it will be spoken out.

use std::io::{BufWriter, Write, stdout};

use vaak::text;

use super::exit::Failure;
use super::flags::Normalize;

pub fn run(flags: Normalize) -> Result<(), Failure> {
    let lexicon = flags.lexicon.load()?;
    let mut lines = flags.source.open()?;
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    while let Some(line) = lines.next_line()? {
        let mut pieces = text::pieces(&line, flags.language);
        lexicon.respell(&mut pieces);
        writeln!(out, "{}", text::spoken(&pieces))?;
    }
    out.flush()?;
    Ok(())
}
