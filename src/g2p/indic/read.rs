//! Letters to sounds, akshara by akshara, before any rule.

use super::rules::Sound;
use super::table::{Kind, Table};

/// Appends the sounds of `word`. Returns how many characters no letter of the table covers.
pub(super) fn read(word: &str, table: &Table, out: &mut Vec<Sound>) -> usize {
    let mut skipped = 0;
    let mut rest = word;
    // A consonant that no vowel or virama has followed yet.
    let mut open = false;
    while let Some(first) = rest.chars().next() {
        let Some(letter) = table.letters.longest(first, rest) else {
            rest = &rest[first.len_utf8()..];
            skipped += 1;
            continue;
        };
        rest = &rest[letter.spelling.len()..];
        if letter.kind == Kind::Silent {
            continue;
        }
        if open && !matches!(letter.kind, Kind::Matra | Kind::Virama | Kind::Phala) {
            out.push(Sound::INHERENT);
        }
        match letter.sounds() {
            [only] => out.push(*only),
            sounds => out.extend_from_slice(sounds),
        }
        open = matches!(letter.kind, Kind::Consonant | Kind::Phala);
    }
    if open {
        out.push(Sound::INHERENT);
    }
    skipped
}
