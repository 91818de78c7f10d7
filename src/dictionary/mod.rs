//! The English dictionary and the letter-to-sound rules learnt from it, packed when the crate is built.

#[cfg(test)]
mod align;
#[allow(dead_code)]
#[cfg(test)]
mod compile;
mod context;
#[cfg(test)]
mod india;
#[allow(dead_code)]
#[cfg(test)]
mod learn;
pub mod natives;
mod origin;
#[allow(dead_code)]
#[cfg(test)]
mod pack;
mod packed;
#[allow(dead_code)]
#[cfg(test)]
mod runs;
mod skeleton;
#[allow(dead_code)]
#[cfg(test)]
mod words;

pub use origin::Part;
pub use skeleton::{Kind, Skeleton, kind};

use std::sync::LazyLock;

use crate::data::{Place, lines};
use crate::phoneme::Phoneme;
use packed::{Bytes, Packed};
use skeleton::{BUCKETS, LINE_BITS, LISTED, RANK_BITS};

/// The words of the dictionary, in lower case.
static WORDS: LazyLock<Packed> =
    LazyLock::new(|| Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/english.lexicon"))));
/// The contexts of letters.
static LETTERS: LazyLock<Packed> =
    LazyLock::new(|| Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/english.letters"))));

/// The contexts of letters in words of India, by their parts.
static INDIAN: LazyLock<[Packed; 3]> = LazyLock::new(|| {
    [
        Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/north.letters"))),
        Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/south.letters"))),
        Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/east.letters"))),
    ]
});
/// How likely three letters are in words of India.
static ORIGINS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/indian.origins"));

/// The words whose vowels are those of Britain, by their places, with their lines.
static BRITISH: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.british"));

/// The table of loans: where buckets begin, the entries, the first phoneme of each.
static LOANS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.loans"));

/// A word that may be met in native script.
pub struct Loan {
    /// Its place.
    pub rank: usize,
    /// Whether it is listed as a loan.
    pub listed: bool,
    pub first: Phoneme,
}

/// The words that have this skeleton and may be met in native script, the common ones first.
pub fn loans(skeleton: Skeleton) -> impl Iterator<Item = Loan> {
    let (starts, rows) = LOANS.split_at(2 * (BUCKETS + 1));
    let start = |bucket: usize| {
        let bytes = starts.as_chunks().0.get(bucket);
        bytes.map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)))
    };
    let (entries, firsts) = rows.split_at(4 * start(BUCKETS));
    let bucket = start(skeleton.bucket())..start(skeleton.bucket() + 1);
    let entries = entries.as_chunks().0.get(bucket.clone());
    let entries = entries.unwrap_or_default().iter();
    let rows = entries.map(|entry| u32::from_le_bytes(*entry)).zip(bucket);
    let found = rows.filter(move |(entry, _)| entry >> (RANK_BITS + 1) == skeleton.check());
    found.filter_map(|(entry, row)| {
        Some(Loan {
            rank: (entry & (LISTED - 1)) as usize,
            listed: entry & LISTED != 0,
            first: Phoneme::from_index(*firsts.get(row)?)?,
        })
    })
}

/// The phonemes of the word at a place.
pub fn at(rank: usize) -> impl Iterator<Item = Phoneme> {
    phonemes(WORDS.at(rank))
}

/// The line of the word at a place.
pub fn place_at(rank: usize) -> Option<Place> {
    place(&WORDS.spelling(rank)?)
}

/// The phonemes of a word, in lower case, as the dictionary has them.
pub fn find(word: &str) -> Option<impl Iterator<Item = Phoneme> + use<>> {
    WORDS.find(word.as_bytes()).map(phonemes)
}

/// Words that India adds, or says otherwise than the dictionary.
static INDIA: &str = include_str!("../language/en/india.txt");
/// Those of them that the dictionary lacks, one a line, in the order of the packed words.
static ADDED: &str = include_str!(concat!(env!("OUT_DIR"), "/english.added"));

/// Whether India adds a word, in lower case, to the dictionary.
pub fn is_added(word: &str) -> bool {
    ADDED.lines().any(|added| added == word)
}

/// The line that gives the phonemes of a word, in lower case.
pub fn place(word: &str) -> Option<Place> {
    let india = lines(INDIA).find(|(_, line)| line.split(' ').next() == Some(word));
    if let Some((line, _)) = india {
        return Some(Place::of("language/en/india.txt", Some(line)));
    }
    // The lines of the dictionary are packed in their order, with those words between them.
    let rank = WORDS.rank(word.as_bytes())?;
    let british = BRITISH.as_chunks().0;
    let row = |at: usize| british.get(at).map_or(0, |row| u32::from_le_bytes(*row));
    let rows = british.partition_point(|row| u32::from_le_bytes(*row) >> LINE_BITS < rank as u32);
    if row(rows) >> LINE_BITS == rank as u32 {
        let line = row(rows) & ((1 << LINE_BITS) - 1);
        return Some(Place::of("dictionary/british.txt", Some(line as usize)));
    }
    let added = ADDED.lines().take_while(|added| *added < word).count();
    Some(Place::of("dictionary/cmudict.txt", Some(rank - added + 1)))
}

/// Appends the phonemes of a word that the dictionary lacks, each letter read as the longest context tells that is known.
/// Returns how many characters are no letters.
pub fn by_context(word: &str, out: &mut Vec<Phoneme>) -> usize {
    read(word, &LETTERS, out)
}

/// The part of India that a word in lower case, or a `name`, is most likely from, if from any.
pub fn origin(word: &str, name: bool, near: Option<Part>) -> Option<Part> {
    origin::of(word, name, near, ORIGINS)
}

/// The file of whose words the letters of an unknown word are read.
pub fn taught(part: Option<Part>) -> &'static str {
    match part {
        Some(Part::East) => "dictionary/east.txt",
        Some(Part::North) => "dictionary/north.txt",
        Some(Part::South) => "dictionary/south.txt",
        None => "dictionary/cmudict.txt",
    }
}

/// Appends the phonemes of a word of that part of India, as [`by_context`] does those of an English one.
pub fn by_context_of(part: Part, word: &str, out: &mut Vec<Phoneme>) -> usize {
    read(word, &INDIAN[part as usize], out)
}

fn read(word: &str, contexts: &Packed, out: &mut Vec<Phoneme>) -> usize {
    let mut skipped = 0;
    let letters: Vec<u8> = word
        .chars()
        .filter(|c| {
            let read = c.is_ascii_lowercase();
            skipped += usize::from(!read && *c != '\'');
            read
        })
        .map(|c| c as u8)
        .collect();
    for at in 0..letters.len() {
        let share = contexts.longest(&context::context(&letters, at));
        out.extend(phonemes(share.unwrap_or_default()));
    }
    skipped
}

fn phonemes(indices: Bytes<'_>) -> impl Iterator<Item = Phoneme> {
    indices.filter_map(Phoneme::from_index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What letter-to-sound rules made of words that they have not seen.
    #[derive(Default)]
    struct Heard {
        errors: usize,
        length: usize,
        right: usize,
        count: usize,
    }

    impl Heard {
        fn add(&mut self, word: &str, rules: &Packed, expected: Vec<Phoneme>) {
            let mut found = Vec::new();
            read(word, rules, &mut found);
            let distance = strsim::generic_levenshtein(&expected, &found);
            self.errors += distance;
            self.length += expected.len();
            self.right += usize::from(distance == 0);
            self.count += 1;
        }

        /// Phonemes wrong of a hundred.
        fn percent(&self) -> f64 {
            100.0 * self.errors as f64 / self.length as f64
        }
    }

    #[test]
    fn every_word_of_the_sources_is_found() {
        for source in [
            include_str!("cmudict.txt"),
            include_str!("../language/en/india.txt"),
        ] {
            for (_, line) in crate::data::lines(source) {
                let word = line.split(' ').next().unwrap();
                assert!(
                    WORDS.find(word.as_bytes()).is_some_and(|p| p.count() > 0),
                    "{word}"
                );
            }
        }
        for word in [
            "",
            "a-",
            "aardvar",
            "aardvarkk",
            "zzzzz",
            "\u{10ffff}",
            "\0",
        ] {
            assert!(WORDS.find(word.as_bytes()).is_none(), "{word:?}");
        }
    }

    #[test]
    fn the_longest_context_holds() {
        for word in ["nagarathnam", "q", "zzyzx", "bhupeedi", "schtroumpf"] {
            for at in 0..word.len() {
                let context = context::context(word.as_bytes(), at);
                let each = (1..=context.len()).rev();
                let longest = { each }.find_map(|length| LETTERS.find(&context[..length]));
                let [found, longest] = [LETTERS.longest(&context), longest]
                    .map(|phonemes| phonemes.map(Vec::from_iter));
                assert_eq!(found, longest, "{word} {at}");
                assert!(longest.is_some(), "{word} {at}");
            }
        }
    }

    #[test]
    fn each_word_is_found_at_its_line() {
        let cmudict = (1..).zip(include_str!("cmudict.txt").lines());
        let india = lines(INDIA).map(|(_, line)| line.split(' ').next().unwrap());
        let india: std::collections::HashSet<&str> = india.collect();
        let british: std::collections::HashMap<&str, usize> = lines(include_str!("british.txt"))
            .map(|(line, text)| (text.split(' ').next().unwrap(), line))
            .collect();
        for (line, text) in cmudict {
            let word = text.split(' ').next().unwrap();
            if !india.contains(word) && !british.contains_key(word) && line % 7 == 0 {
                let place = Place::of("dictionary/cmudict.txt", Some(line));
                assert_eq!(super::place(word), Some(place), "{word}");
            }
        }
        for (word, line) in &british {
            if !india.contains(word) {
                let place = Place::of("dictionary/british.txt", Some(*line));
                assert_eq!(super::place(word), Some(place), "{word}");
            }
        }
        for (line, text) in lines(INDIA) {
            let place = Place::of("language/en/india.txt", Some(line));
            assert_eq!(super::place(text.split(' ').next().unwrap()), Some(place));
        }
        assert_eq!(super::place("zzzzz"), None);
    }

    /// Of the names of India a tenth is kept from the learning and read by the rules that the other words give.
    #[test]
    fn letter_to_sound_reads_names_of_india_that_it_has_not_seen() {
        let kept = |line: &str| {
            let word = line.split(' ').next().unwrap_or_default();
            line.starts_with('*') && word.bytes().map(usize::from).sum::<usize>() % 10 == 0
        };
        for (list, most) in [
            (include_str!("north.txt"), 20.0),
            (include_str!("south.txt"), 21.0),
            (include_str!("east.txt"), 24.0),
        ] {
            let seen: String = list
                .lines()
                .filter(|line| !kept(line))
                .map(|line| format!("{line}\n"))
                .collect();
            let contexts = learn::letters(&seen);
            let rules = Packed::new(&contexts);
            let mut heard = Heard::default();
            for line in list.lines().filter(|line| kept(line)) {
                let (word, sounds) = line[1..].split_once(' ').unwrap();
                let expected = crate::phoneme::parse(sounds).unwrap();
                heard.add(word, &rules, expected);
            }
            let per = heard.percent();
            let Heard { right, count, .. } = heard;
            println!(
                "{count} names unseen: phoneme error rate {per:.2}, {right} right; {} bytes",
                contexts.len()
            );
            assert!(count > 80 && per < most, "{per}");
        }
    }

    #[test]
    fn words_of_india_are_known_by_their_letters() {
        for (word, part) in [
            ("yashovardhan", Some(Part::North)),
            ("thirunavukkarasan", Some(Part::South)),
            ("cryptocurrency", None),
            ("smartwatch", None),
            ("", None),
        ] {
            assert_eq!(origin(word, false, None), part, "{word}");
        }
        // A name is one of India where a word in small letters is not.
        assert!(origin("keerti", true, None).is_some() && origin("keerti", false, None).is_none());
    }

    /// Of the words of the dictionary a tenth is kept from the learning and read by the rules that the others give.
    #[test]
    fn letter_to_sound_reads_words_it_has_not_seen() {
        let [cmudict, british, weak, arpabet] = [
            include_str!("cmudict.txt"),
            include_str!("british.txt"),
            include_str!("weak.txt"),
            include_str!("arpabet.txt"),
        ];
        let kept = |word: &str| word.bytes().map(usize::from).sum::<usize>() % 10 == 0;
        let symbols = compile::Symbols::new(arpabet);
        let words = compile::words(cmudict, british, weak, &symbols);
        let seen = words.iter().filter(|word| !kept(word.spelling));
        let contexts = compile::letters(seen, &symbols);
        let rules = Packed::new(&contexts);
        let mut heard = Heard::default();
        for word in words.iter().map(|word| word.spelling) {
            if !kept(word) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
                continue;
            }
            let found = WORDS.find(word.as_bytes()).unwrap();
            let expected: Vec<Phoneme> =
                phonemes(found).filter(|p| *p != Phoneme::STRESS).collect();
            heard.add(word, &rules, expected);
        }
        let per = heard.percent();
        let Heard { right, count, .. } = heard;
        println!(
            "{count} words unseen: phoneme error rate {per:.2}, words right {:.1} percent; {} bytes",
            100.0 * right as f64 / count as f64,
            contexts.len()
        );
        assert!(count > 10_000 && per < 12.0);
    }
}
