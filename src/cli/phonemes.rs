//! `vaak phonemes`: prints the phonemes of a text.

use std::io::{BufWriter, Write, stdout};

use serde::Serialize;
use vaak::Language;
use vaak::g2p::broad_ipa;
use vaak::lexicon::{Lexicon, phrase};
use vaak::phoneme::{self, Phoneme};
use vaak::text::{Reader, Splitter};

use super::exit::{Failure, warn_of_skipped};
use super::explain;
use super::flags;
use super::output::json_line;
use super::source::Input;

pub fn run(flags: flags::Phonemes) -> Result<(), Failure> {
    if flags.inventory {
        return inventory(flags.json);
    }
    let lexicon = flags.lexicon.load()?;
    let lines = flags.source.open()?;
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let reader = Reader::new(flags.language)
        .inline_phonemes(flags.inline_phonemes)
        .emoji(flags.emoji);
    let skipped = match flags.language {
        Some(language) if flags.words => words(lines, language, &lexicon, &mut out)?,
        _ if flags.explain => explain::run(lines, &reader, &lexicon, flags.json, &mut out)?,
        _ => clauses(lines, reader, &lexicon, flags.json, &mut out)?,
    };
    out.flush()?;
    warn_of_skipped(skipped);
    Ok(())
}

/// The inventory as `--json` writes it.
#[derive(Serialize)]
struct Inventory {
    version: u32,
    /// The phonemes, in the order of the networks' embedding table.
    phonemes: Vec<Row>,
    /// What the languages tell apart and the voices do not.
    contrasts: Vec<Contrast>,
}

#[derive(Serialize)]
struct Contrast {
    languages: Vec<&'static str>,
    natives: &'static str,
    said: &'static str,
}

#[derive(Serialize)]
struct Row {
    symbol: &'static str,
    index: usize,
    class: &'static str,
}

fn inventory(json: bool) -> Result<(), Failure> {
    let row = |phoneme: Phoneme| Row {
        symbol: phoneme.symbol(),
        index: phoneme.index(),
        class: phoneme.class().name(),
    };
    let inventory = Inventory {
        version: phoneme::VERSION,
        phonemes: Phoneme::all().map(row).collect(),
        contrasts: phoneme::contrasts()
            .map(|[languages, natives, said]| Contrast {
                languages: languages.split(' ').collect(),
                natives,
                said,
            })
            .collect(),
    };
    let mut out = stdout().lock();
    if json {
        json_line(&mut out, &inventory)?;
        return Ok(());
    }
    for Row {
        symbol,
        index,
        class,
    } in inventory.phonemes
    {
        writeln!(out, "{index}\t{symbol}\t{class}")?;
    }
    writeln!(out)?;
    for contrast in inventory.contrasts {
        let languages = contrast.languages.join(" ");
        writeln!(out, "{languages}: {}: {}", contrast.natives, contrast.said)?;
    }
    Ok(())
}

fn words(
    mut lines: Input,
    language: Language,
    lexicon: &Lexicon,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let mut phonemes = Vec::new();
    let mut skipped = 0;
    while let Some(line) = lines.next_line()? {
        let word = line.trim();
        phonemes.clear();
        skipped += lexicon.pronounce(word, language, &mut phonemes).skipped;
        writeln!(out, "{word}\t{}", broad_ipa(&phonemes, language))?;
    }
    Ok(skipped)
}

/// A clause as `--json` writes it.
#[derive(Serialize)]
struct Clause<'a> {
    line: usize,
    text: &'a str,
    language: &'a str,
    phonemes: Vec<&'a str>,
    skipped: usize,
}

fn clauses(
    mut lines: Input,
    mut reader: Reader,
    lexicon: &Lexicon,
    json: bool,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let mut tokens = Vec::new();
    let mut phonemes = Vec::new();
    let mut total = 0;
    let mut line = 0;
    while let Some(text) = lines.next_line()? {
        line += 1;
        // Each line is a separate text, so that the result does not depend on the order of lines.
        let mut splitter = Splitter::of(&text);
        reader.restart();
        while let Some(clause) = splitter.next_clause() {
            tokens.clear();
            phonemes.clear();
            let skipped =
                reader.read(&clause, &mut tokens) + phrase(&tokens, lexicon, &mut phonemes);
            total += skipped;
            if !json {
                writeln!(out, "{}", phoneme::format(&phonemes))?;
                continue;
            }
            let clause = Clause {
                line,
                text: &clause.text,
                language: reader.language().code(),
                phonemes: phonemes.iter().map(|p: &Phoneme| p.symbol()).collect(),
                skipped,
            };
            json_line(out, &clause)?;
        }
    }
    Ok(total)
}
