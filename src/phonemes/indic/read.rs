//! Letters to sounds, akshara by akshara, before any rule.

use super::rules::Sound;
use super::table::{Kind, Letter, Table};

/// The longest letter of a table, in characters.
const LONGEST: usize = 5;

/// Appends the sounds of `word`. Returns how many characters no letter of the table covers.
pub(super) fn read(word: &str, table: &Table, out: &mut Vec<Sound>) -> usize {
    let mut skipped = 0;
    let mut rest = word;
    // A consonant that no vowel or virama has followed yet.
    let mut open = false;
    while !rest.is_empty() {
        let Some((length, letter)) = longest(rest, table) else {
            rest = &rest[rest.chars().next().map_or(rest.len(), char::len_utf8)..];
            skipped += 1;
            continue;
        };
        rest = &rest[length..];
        if letter.kind == Kind::Silent {
            continue;
        }
        if open && !matches!(letter.kind, Kind::Matra | Kind::Virama | Kind::Phala) {
            out.push(Sound::INHERENT);
        }
        out.extend_from_slice(&letter.sounds);
        open = matches!(letter.kind, Kind::Consonant | Kind::Phala);
    }
    if open {
        out.push(Sound::INHERENT);
    }
    skipped
}

fn longest<'t>(text: &str, table: &'t Table) -> Option<(usize, &'t Letter)> {
    let mut ends = [0; LONGEST];
    let mut count = 0;
    for (i, c) in text.char_indices().take(LONGEST) {
        ends[count] = i + c.len_utf8();
        count += 1;
    }
    ends[..count]
        .iter()
        .rev()
        .find_map(|&end| Some((end, table.letters.get(&text[..end])?)))
}
