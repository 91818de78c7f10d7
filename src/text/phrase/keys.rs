//! What the tables tell of a place between two words, and how they are stored.
//!
//! The build script, which makes the tables, compiles this file too.

/// Bytes of a row: the hash of a feature, and its weight.
pub const ROW: usize = 5;
/// The weight of what forbids a break. Others are smaller.
pub const NEVER: i8 = i8::MIN;
/// Letters of the longest ending that a table may name.
pub const LONGEST: usize = 8;

/// Where a feature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What every place has.
    Bias,
    /// The word before the place.
    After,
    /// The word after it.
    Before,
    /// Both words.
    Both,
}

impl Side {
    /// Returns the name that the tables have for it: a break is after a word, or before one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bias => "bias",
            Self::After => "after",
            Self::Before => "before",
            Self::Both => "both",
        }
    }
}

/// Returns the hash of a feature, whose pattern is that of `parts` together: FNV-1a, of 32 bits.
pub fn hash(side: Side, parts: &[&str]) -> u32 {
    let bytes = [side as u8]
        .into_iter()
        .chain(parts.iter().flat_map(|part| part.bytes()));
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
