//! How what is written with digits and signs is said, language by language.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use unicode_normalization::UnicodeNormalization;
use vaak::Language;
use vaak::text::normalize;

use crate::table;

/// `normalize/LANG.tsv`: text, and how it is read, less the stop at the end.
#[test]
fn text_of_each_language() {
    table::assert_none(Language::ALL.map(|language| {
        table::wrong(&format!("normalize/{language}.tsv"), |[written, spoken]| {
            let found = normalize(written, language);
            (found.trim_end_matches('.').to_owned(), spoken.to_owned())
        })
    }));
}

/// What keyboards and editors write for what a row has: other spaces and figures, marks for the layout alone, a hyphen that does not break.
fn as_editors_write(text: &str) -> String {
    text.chars()
        .fold("\u{feff}".to_owned(), |written, c| match c {
            ' ' => written + "\u{a0}\u{200e} ",
            '-' => written + "\u{2011}",
            '0'..='9' => written + &String::from(char::from_u32(u32::from(c) + 0xFEE0).unwrap()),
            _ => written + &String::from(c),
        })
}

/// A dash between two figures in place of a hyphen.
fn with_dashes(text: &str) -> String {
    let all: Vec<char> = text.chars().collect();
    let figure = |at: Option<usize>| {
        let c = at.and_then(|at| all.get(at));
        c.is_some_and(char::is_ascii_digit)
    };
    let written = all.iter().enumerate().map(|(at, c)| match c {
        '-' if figure(at.checked_sub(1)) && figure(Some(at + 1)) => '–',
        _ => *c,
    });
    written.collect()
}

/// Vowel signs of two parts as two characters, as some keyboards type them: ಶೇ as ಶೆ and the sign of length.
fn in_parts(text: &str) -> String {
    text.nfd().collect()
}

#[test]
fn what_editors_write_for_it_is_read_alike() {
    for other in [as_editors_write, with_dashes, in_parts] {
        table::assert_none(Language::ALL.map(|language| {
            table::wrong(&format!("normalize/{language}.tsv"), |[written, _]| {
                (
                    normalize(&other(written), language),
                    normalize(written, language),
                )
            })
        }));
    }
}

/// Parts of a row, and its words in another order: nothing at their edges is as the readings expect.
#[test]
fn parts_of_rows_are_read() {
    let mut random = SmallRng::seed_from_u64(11);
    for language in Language::ALL {
        for (_, [written, _]) in table::rows(&format!("normalize/{language}.tsv")) {
            let chars: Vec<char> = written.chars().collect();
            let mut words: Vec<&str> = written.split(' ').collect();
            for _ in 0..4 {
                let end = random.random_range(1..=chars.len());
                let start = random.random_range(0..end);
                normalize(&String::from_iter(&chars[start..end]), language);
                words.shuffle(&mut random);
                normalize(&words.join(" "), language);
            }
        }
    }
}
