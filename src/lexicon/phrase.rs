//! The words of a clause as the phonemes of a phrase, with the user's words first.

use std::ops::Range;

use super::words::Lexicon;
use crate::g2p::frame;
use crate::phoneme::Phoneme;
use crate::token::Token;

/// Appends the phonemes of a clause to `out`, in the form that the voice reads: silence at both edges, a word boundary
/// between words, pauses directly after the word before them. Returns how many characters were skipped.
///
/// Appends nothing if no word can be read. The training data is made by this function too.
pub fn phrase(tokens: &[Token], lexicon: &Lexicon, out: &mut Vec<Phoneme>) -> usize {
    phrase_words(tokens, lexicon, out, &mut Vec::with_capacity(tokens.len()))
}

/// Does what [`phrase`] does, and appends the range of phonemes of each word to `words`.
pub fn phrase_words(
    tokens: &[Token],
    lexicon: &Lexicon,
    out: &mut Vec<Phoneme>,
    words: &mut Vec<Range<usize>>,
) -> usize {
    frame(tokens, out, words, |word, out| {
        lexicon.pronounce_word(word, out)
    })
}
