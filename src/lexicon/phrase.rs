//! The words of a clause to the phonemes of a phrase, the user's words first.

use std::ops::Range;

use super::words::Lexicon;
use crate::g2p::frame;
use crate::phoneme::Phoneme;
use crate::token::Token;

/// The phonemes of one clause as the voice reads them: silence at both edges, a word boundary between words,
/// pauses directly after the word they follow. Returns how many characters were skipped.
///
/// Appends nothing where no word could be read. The training data is made by this function too.
pub fn phrase(tokens: &[Token], lexicon: &Lexicon, out: &mut Vec<Phoneme>) -> usize {
    phrase_words(tokens, lexicon, out, &mut Vec::with_capacity(tokens.len()))
}

/// As [`phrase`], and appends to `words` where the phonemes of each word are.
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
