//! What a phrase is found by.

use sha2::{Digest, Sha256};

use crate::engine::phrase::Phrase;

/// A hash of all that the samples of a phrase follow from.
pub type Key = [u8; 32];

/// Returns the key of a phrase. `hash` has the program and the voice.
pub fn key(mut hash: Sha256, phrase: &Phrase) -> Key {
    let Phrase {
        phonemes,
        silence,
        tone,
        accents,
    } = phrase;
    // The noise of the silence goes on in the phrase.
    for number in [*silence as u64, tone.voice as u64] {
        hash.update(number.to_le_bytes());
    }
    let prosody = tone.prosody;
    let language = prosody.language.map_or("", |language| language.code());
    hash.update(language);
    hash.update([0]);
    for number in [prosody.speed, prosody.pitch, prosody.range, tone.gain] {
        hash.update(number.to_le_bytes());
    }
    for phoneme in *phonemes {
        hash.update([phoneme.index() as u8]);
    }
    for accent in *accents {
        for place in [accent.phonemes.start, accent.phonemes.end] {
            hash.update((place as u64).to_le_bytes());
        }
        for number in [accent.pitch, accent.speed] {
            hash.update(number.to_le_bytes());
        }
    }
    hash.finalize().into()
}
