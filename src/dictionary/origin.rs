//! Whether a spelling is one of English or of India, and of which part: by how often three letters stand together in each.

/// The parts of India that are told by letters: north and south.
pub const PARTS: usize = 2;
/// Letters, and what lies beyond the word.
pub const LETTERS: usize = 27;
/// The logarithm of odds is kept as an integer, in such steps.
pub const SCALE: f32 = 32.0;
/// From these odds on a word is one of India. Of English words that no dictionary has, some one in fifteen is taken for such a
/// word; of the words of India nine in ten are found.
const ENOUGH: i32 = 2 * SCALE as i32;
/// A name among English words that no dictionary has is more often one of India, and others are spelt as they sound more often than
/// English words are (Kristalina, Jufri): a fifth of the odds is enough. With none at all, other names are taken for Indian ones (Klarna, Garmin).
const ENOUGH_OF_NAME: i32 = ENOUGH / 5;

/// What it adds to the odds of a name that it stands among words of its part.
const NEAR: i32 = 3 * SCALE as i32;

/// A word of fewer letters tells too little.
const SHORTEST: usize = 4;

/// A part of India, by which names are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Where the languages are those of the north.
    North,
    /// Where they are Dravidian.
    South,
    /// Bengal: a northern word as Bengali says it. No word is known to be from there by its letters.
    East,
}

/// The part of India that a word in lower case is most likely from, if from any, by the table that the build makes.
///
/// A `name` among words of a part of India is probably from `near` by.
pub fn of(word: &str, name: bool, near: Option<Part>, table: &[u8]) -> Option<Part> {
    if word.len() < SHORTEST {
        return None;
    }
    let mut odds = [0i32; PARTS];
    if let Some(part) = near {
        odds[usize::from(part == Part::South)] = NEAR;
    }
    for cell in cells(word) {
        for (part, odds) in odds.iter_mut().enumerate() {
            *odds += table
                .get(PARTS * cell + part)
                .map_or(0, |byte| i32::from(*byte as i8));
        }
    }
    let [north, south] = odds;
    let enough = match name && near.is_none() {
        true => ENOUGH_OF_NAME,
        false => ENOUGH,
    };
    match north.max(south) > enough {
        true if north >= south => Some(Part::North),
        true => Some(Part::South),
        false => None,
    }
}

/// The cells of each three letters of a word, its edges included.
pub fn cells(word: &str) -> impl Iterator<Item = usize> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase);
    let letters = letters.map(|letter| usize::from(letter - b'a') + 1);
    let mut before = [0; 2];
    letters.chain([0]).map(move |letter| {
        let cell = (before[0] * LETTERS + before[1]) * LETTERS + letter;
        before = [before[1], letter];
        cell
    })
}
