//! What is fuzzed. Each target takes any bytes, and panics where something that must hold does not. The package in `fuzz/` gives
//! them to libFuzzer; the tests here run them on the seeds in `fuzz/seeds` and on changes of these.

use crate::Error;
pub use crate::engine::phrase as cached;
use crate::lexicon::{Lexicon, phrase};
use crate::phoneme::Phoneme;
#[cfg(all(unix, feature = "serve"))]
pub use crate::serve::fuzz::{conversation, http, wyoming};
use crate::text::{self, Reader, Splitter};
pub use crate::voice::fuzz::{graph, manifest};

/// No text of a target is longer: time goes into many texts.
const CHARS: usize = 1_000;

/// A text is read alike in whatever portions it comes.
pub fn text(data: &[u8]) {
    let (cuts, text) = data.split_at(data.len().min(4));
    let text: String = String::from_utf8_lossy(text).chars().take(CHARS).collect();
    let mut portions = Vec::new();
    let mut rest = text.as_str();
    for cut in cuts.iter().map(|cut| usize::from(*cut % 16) + 1).cycle() {
        if rest.is_empty() {
            break;
        }
        let at = rest
            .char_indices()
            .nth(cut)
            .map_or(rest.len(), |(at, _)| at);
        let (portion, more) = rest.split_at(at);
        portions.push(portion);
        rest = more;
    }
    assert_eq!(phonemes(portions), phonemes([text.as_str()]), "{text:?}");
}

fn phonemes<'a>(portions: impl IntoIterator<Item = &'a str>) -> Vec<Phoneme> {
    let (mut splitter, mut reader) = (Splitter::new(), Reader::new(None));
    let (mut phonemes, mut tokens) = (Vec::new(), Vec::new());
    let mut read = |splitter: &mut Splitter| {
        while let Some(clause) = splitter.next_clause() {
            tokens.clear();
            reader.read(&clause, &mut tokens);
            phrase(&tokens, &Lexicon::default(), &mut phonemes);
        }
    };
    for portion in portions {
        splitter.push(portion);
        read(&mut splitter);
    }
    splitter.close();
    read(&mut splitter);
    phonemes
}

/// A document of SSML is refused at a place that it has, or can be read.
pub fn ssml(data: &[u8]) {
    let text: String = String::from_utf8_lossy(data).chars().take(CHARS).collect();
    match text::ssml_tokens(&text, None) {
        Ok(tokens) => {
            phrase(&tokens, &Lexicon::default(), &mut Vec::new());
        }
        Err(Error::Ssml { line, column, .. }) => {
            let at = text.split('\n').nth(line as usize - 1);
            let length = at.map(|line| line.chars().count());
            assert!(
                length.is_some_and(|length| column as usize <= length + 1),
                "{line}:{column} of {text:?}"
            );
        }
        Err(error) => panic!("{error}"),
    }
}

/// A lexicon in either of its forms is refused or can be used.
pub fn lexicon(data: &[u8]) {
    let text: String = String::from_utf8_lossy(data).chars().take(CHARS).collect();
    for lexicon in [Lexicon::parse(&text), Lexicon::parse_toml(&text)]
        .into_iter()
        .flatten()
    {
        for clause in std::iter::successors(Some(Splitter::of(&text)), |_| None)
            .flat_map(|mut splitter| std::iter::from_fn(move || splitter.next_clause()))
        {
            let (mut tokens, mut phonemes) = (Vec::new(), Vec::new());
            Reader::new(None).read(&clause, &mut tokens);
            lexicon.respell(&mut tokens);
            phrase(&tokens, &lexicon, &mut phonemes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::path::Path;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// Runs a target on its seeds and on so many changes of them, or on as many as `VAAK_FUZZ_RUNS` says.
    fn seeded(name: &str, target: fn(&[u8]), runs: u64) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fuzz/seeds")
            .join(name);
        let mut paths: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        let seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
        assert!(!seeds.is_empty());
        let wished = std::env::var("VAAK_FUZZ_RUNS").ok();
        let runs = wished.map_or(runs, |runs| runs.parse().unwrap());
        let seed: u64 = std::env::var("VAAK_FUZZ_SEED").map_or(0, |seed| seed.parse().unwrap());
        let changes = (0..runs)
            .map(|run| changed(&seeds, &mut SmallRng::seed_from_u64(seed.wrapping_add(run))));
        for bytes in seeds.iter().cloned().chain(changes) {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(&bytes))) {
                println!("{name}: b\"{}\"", bytes.escape_ascii());
                resume_unwind(panic);
            }
        }
    }

    /// A seed with a few bytes changed, taken away or put in, or with a part of another.
    fn changed(seeds: &[Vec<u8>], random: &mut SmallRng) -> Vec<u8> {
        let mut bytes = seeds[random.random_range(0..seeds.len())].clone();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..bytes.len() + 1);
            let end = bytes.len().min(at + random.random_range(0..16));
            match random.random_range(0..7) {
                0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
                1 if at < bytes.len() => bytes[at] = random.random_range(0..=255),
                2 => drop(bytes.drain(at..end)),
                3 => {
                    let again = bytes[at..end].to_vec();
                    bytes.splice(at..at, again);
                }
                4 => {
                    let new = random.random_range(0..=255);
                    bytes.insert(at, new);
                }
                5 => bytes.truncate(at),
                _ => {
                    let other = &seeds[random.random_range(0..seeds.len())];
                    let from = random.random_range(0..other.len() + 1);
                    let to = random.random_range(from..other.len() + 1);
                    bytes.splice(at..end, other[from..to].iter().copied());
                }
            }
        }
        bytes.truncate(8 << 10);
        bytes
    }

    #[test]
    fn text() {
        seeded("text", super::text, 3_000);
    }

    #[test]
    fn lexicon() {
        seeded("lexicon", super::lexicon, 3_000);
    }

    #[test]
    fn ssml() {
        seeded("ssml", super::ssml, 5_000);
    }

    #[test]
    fn cached() {
        seeded("cached", super::cached, 20_000);
    }

    #[test]
    fn manifest() {
        seeded("manifest", super::manifest, 5_000);
    }

    #[test]
    fn graph() {
        seeded("graph", super::graph, 3_000);
    }

    #[cfg(all(unix, feature = "serve"))]
    #[test]
    fn http() {
        seeded("http", super::http, 20_000);
    }

    #[cfg(all(unix, feature = "serve"))]
    #[test]
    fn wyoming() {
        seeded("wyoming", super::wyoming, 20_000);
    }

    #[cfg(all(unix, feature = "serve"))]
    #[test]
    fn conversation() {
        seeded("conversation", super::conversation, 2_000);
    }
}
