//! Phonemes that are spoken at once, and how many these may be.

use super::tone::Tone;
use crate::phoneme::Phoneme;
use crate::voice::{Accent, MAX_PHONEMES};

/// The most phonemes of a phrase, without its two edges and the comma that follows a cut.
pub const MAX_BODY: usize = MAX_PHONEMES - 3;

/// Phonemes that are spoken at once.
pub struct Phrase<'a> {
    /// The phonemes, with an edge at both ends. None: the phrase is silence only.
    pub phonemes: &'a [Phoneme],
    /// The samples of silence before the phrase.
    pub silence: usize,
    /// How it sounds.
    pub tone: Tone,
    /// What of it stands out, in order.
    pub accents: &'a [Accent],
}

/// Returns the longest part of `rest` that fits a phrase, without edges, and how many phonemes of `rest` it uses up.
/// Usually that is all of them. A longer clause is cut between words where possible.
pub fn part(rest: &[Phoneme]) -> (&[Phoneme], usize) {
    let edge = usize::from(rest.first() == Some(&Phoneme::EDGE));
    let end = rest.len().saturating_sub(1).max(edge);
    if end - edge <= MAX_BODY {
        return (&rest[edge..end], rest.len());
    }
    let room = &rest[edge..edge + MAX_BODY];
    match room.iter().rposition(|p| *p == Phoneme::SPACE) {
        Some(space) if space > 0 => (&room[..space], edge + space + 1),
        _ => (room, edge + MAX_BODY),
    }
}
