//! Numbers of vehicles: MH 12 AB 1234.

use crate::language::{Everywhere, everywhere};

/// How many characters at the beginning of a text are the number of a vehicle, if they are.
pub fn plate(rest: &[char]) -> Option<usize> {
    let letter = char::is_ascii_uppercase as fn(&char) -> bool;
    let digit = char::is_ascii_digit as fn(&char) -> bool;
    let mut at = 0;
    for (is, counts) in [
        (letter, 2..=2),
        (digit, 1..=2),
        (letter, 1..=3),
        // DL 3C AB 1234
        (letter, 0..=2),
        (digit, 4..=4),
    ] {
        let gap = usize::from(at > 0 && matches!(rest.get(at), Some(' ' | '-' | '/')));
        let rest = rest.get(at + gap..).unwrap_or_default();
        let count = rest.iter().take_while(|c| is(c)).count();
        if !counts.contains(&count) {
            return None;
        }
        at += if count == 0 { 0 } else { gap + count };
    }
    // WT20 WC 2023 is none.
    let state = |plate: &&str| plate.chars().eq(rest[..2].iter().copied());
    everywhere(Everywhere::Plates).find(state).map(|_| at)
}
