//! Phonemes that are spoken at once, and how many these may be.

use std::ops::Range;

use super::tone::Tone;
use crate::phoneme::Phoneme;
use crate::token::Token;
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
/// Usually that is all of them. A longer clause is cut where it pauses in the second half of the room, or else between words.
pub fn part(rest: &[Phoneme]) -> (&[Phoneme], usize) {
    let edge = usize::from(rest.first() == Some(&Phoneme::EDGE));
    let end = rest.len().saturating_sub(1).max(edge);
    if end - edge <= MAX_BODY {
        return (&rest[edge..end], rest.len());
    }
    let room = &rest[edge..edge + MAX_BODY];
    let spaces = || (1..MAX_BODY).rev().filter(|at| room[*at] == Phoneme::SPACE);
    let mut late = spaces().take_while(|at| *at > MAX_BODY / 2);
    let space = late.find(|at| room[at - 1].is_pause());
    match space.or_else(|| spaces().next()) {
        Some(space) => (&room[..space], edge + space + 1),
        None => (room, edge + MAX_BODY),
    }
}

/// The phonemes of a clause that are breaths, which stand directly after the word before them. Where nothing was said yet there is none.
pub fn breaths_of(tokens: &[Token], spoken: &[Range<usize>], phonemes: &[Phoneme]) -> Vec<usize> {
    let (mut said, mut end) = (spoken.iter(), 0);
    let mut breaths = Vec::new();
    for token in tokens {
        match token {
            Token::Breath => breaths.push(end),
            Token::Pause(_) => {}
            Token::Word(_) | Token::Phonemes { .. } => end = said.next().map_or(end, |at| at.end),
        }
    }
    breaths.retain(|at| phonemes.get(*at) == Some(&Phoneme::COMMA));
    breaths
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::frontend::{Frontend, Pauses};
    use super::super::tone::Styles;
    use super::*;
    use crate::Language;
    use crate::text::Reader;

    #[test]
    fn too_long_a_clause_is_cut_where_it_pauses_if_that_is_late() {
        for (pause, end) in [(60, None), (300, Some(300)), (480, Some(480))] {
            let word = |i: usize| match i % 6 {
                5 => Phoneme::SPACE,
                4 if i + 2 == pause => Phoneme::COMMA,
                _ => Phoneme::NASAL,
            };
            let clause: Vec<Phoneme> = (0..700).map(word).collect();
            let (cut, taken) = part(&clause);
            let last = (MAX_BODY - 1) / 6 * 6;
            assert_eq!(taken, end.unwrap_or(last), "{pause}");
            assert_eq!(cut.len() + 1, taken);
        }
    }

    #[test]
    fn a_breath_is_a_short_comma() {
        let reader = Reader::new(Some(Language::Hi));
        let (lexicon, pauses) = (Arc::default(), Pauses::default());
        let mut frontend = Frontend::new(reader, lexicon, pauses, Styles::default());
        frontend.push("मंत्री ने बताया था कि गांव के किसानों को एक नई नाव दी जाएगी लेकिन उसके लिए पैसा अब तक नहीं आया है।");
        frontend.close();
        let phrase = frontend.next_phrase().unwrap();
        let [accent] = phrase.accents else {
            panic!("{:?}", phrase.accents);
        };
        let at = accent.phonemes.clone();
        assert_eq!(phrase.phonemes[at], [Phoneme::COMMA]);
        assert!(accent.speed > 1.0);
        let commas = phrase.phonemes.iter().filter(|p| **p == Phoneme::COMMA);
        assert_eq!(commas.count(), 1);
    }
}
