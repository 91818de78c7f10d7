//! The consonants of a word, told apart only as far as every script tells those of an English word apart: what a word in native
//! script is looked up by among English ones.
//!
//! The build script, which makes the table, reads this file too.

/// The table of loans has so many buckets.
pub const BUCKETS: usize = 1 << 13;
/// Bits of an entry that tell its place in the dictionary; the one above them tells whether it is listed as a loan, the others
/// check its skeleton.
pub const RANK_BITS: u32 = 17;
/// Bits of the line of a word whose vowels are those of Britain, beside its place.
pub const LINE_BITS: u32 = u32::BITS - RANK_BITS;
pub const LISTED: u32 = 1 << RANK_BITS;

/// What stands for consonants that some script or other writes alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Stops and fricatives of the lips, and v.
    Labial = 1,
    Coronal,
    Velar,
    Sibilant,
    N,
    M,
    L,
    R,
    H,
}

impl Kind {
    /// All of them.
    #[allow(dead_code, reason = "the build lays them by their numbers")]
    pub const ALL: [Self; 9] = [
        Self::Labial,
        Self::Coronal,
        Self::Velar,
        Self::Sibilant,
        Self::N,
        Self::M,
        Self::L,
        Self::R,
        Self::H,
    ];
}

/// The kind of an English consonant; `None` for vowels and what many scripts leave out.
pub fn kind(symbol: &str) -> Option<Kind> {
    Some(match symbol {
        "p" | "b" | "f" | "ʋ" => Kind::Labial,
        "ʈ" | "ɖ" | "t̪ʰ" | "d̪" => Kind::Coronal,
        "k" | "ɡ" => Kind::Velar,
        "tʃ" | "dʒ" | "s" | "z" | "ʃ" => Kind::Sibilant,
        "n" | "ŋ" => Kind::N,
        "m" => Kind::M,
        "l" => Kind::L,
        "r" => Kind::R,
        "h" => Kind::H,
        _ => return None,
    })
}

/// A skeleton, by its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skeleton {
    hash: u32,
    length: usize,
}

impl Skeleton {
    /// That of no consonant.
    pub const NONE: Self = Self {
        hash: 0x811c_9dc5,
        length: 0,
    };

    /// With one more consonant.
    pub fn push(&mut self, kind: Kind) {
        self.push_if(true, Some(kind));
    }

    /// With one more consonant if `more`, and if it is one.
    #[inline]
    pub fn push_if(&mut self, more: bool, kind: Option<Kind>) {
        let kind = kind.map_or(0, |kind| kind as u32);
        let more = more & (kind != 0);
        // FNV-1a.
        let hash = (self.hash ^ kind).wrapping_mul(0x0100_0193);
        self.hash = if more { hash } else { self.hash };
        self.length += usize::from(more);
    }

    /// How many consonants it has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The bucket that it is found in.
    pub fn bucket(&self) -> usize {
        (self.hash ^ self.hash >> 16) as usize % BUCKETS
    }

    /// What tells it from others of its bucket.
    pub fn check(&self) -> u32 {
        (self.hash >> 13) & (u32::MAX >> (RANK_BITS + 1))
    }
}
