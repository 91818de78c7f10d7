//! Phonemes that are spoken at once, and how many these may be.

use std::ops::Range;

use super::tone::{Rest, Tone};
use crate::phoneme::Phoneme;
use crate::token::Token;
use crate::voice::{Accent, MAX_PHONEMES};

/// The most phonemes of a phrase, without its two edges and the comma that follows a cut.
pub const MAX_BODY: usize = MAX_PHONEMES - 3;

/// How much faster a breath is over than a comma within a clause.
const BREATH: f32 = 1.5;
/// The speed of the pause at a colon, relative to a comma, within a clause and at its end: half a second, as natives read it.
const COLON: [f32; 2] = [0.3, 0.5];

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

/// The rests of a clause. Where nothing was said yet there is none.
pub fn rests_of(tokens: &[Token], spoken: &[Range<usize>], phonemes: &[Phoneme]) -> Vec<Rest> {
    let (mut said, mut end) = (spoken.iter(), 0);
    let mut rests = Vec::new();
    for token in tokens {
        let (length, speed) = match token {
            Token::Breath => (1, BREATH),
            // Much of the silence belongs to the edge of the clause.
            Token::Colon if phonemes.get(end + 1) == Some(&Phoneme::EDGE) => (2, COLON[1]),
            Token::Colon => (1, COLON[0]),
            Token::Pause(_) => continue,
            Token::Word(_) | Token::Phonemes { .. } => {
                end = said.next().map_or(end, |word| word.end);
                continue;
            }
        };
        let at = end..end + length;
        rests.push(Rest { at, speed });
    }
    rests.retain(|rest| phonemes.get(rest.at.start) == Some(&Phoneme::COMMA));
    rests
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

    /// The phonemes that do not sound as usual in the only phrase of a text, and their speed.
    fn rests(text: &str) -> Vec<(Vec<Phoneme>, f32)> {
        let (reader, pauses) = (Reader::new(Some(Language::Hi)), Pauses::default());
        let mut frontend = Frontend::new(reader, Arc::default(), pauses, Styles::default());
        frontend.push(text);
        frontend.close();
        let phrase = frontend.next_phrase().unwrap();
        let said = |accent: &Accent| phrase.phonemes[accent.phonemes.clone()].to_vec();
        let rests = phrase.accents.iter().map(|a| (said(a), a.speed));
        rests.collect()
    }

    #[test]
    fn a_breath_is_a_short_comma() {
        let rests = rests(
            "मंत्री ने बताया था कि गांव के किसानों को एक नई नाव दी जाएगी लेकिन उसके लिए पैसा अब तक नहीं आया है।",
        );
        assert_eq!(rests, [(vec![Phoneme::COMMA], BREATH)]);
    }

    #[test]
    fn a_colon_is_a_long_comma() {
        let within = (vec![Phoneme::COMMA], COLON[0]);
        assert_eq!(rests("उसने कहा: घर आओ।"), [within]);
        let at_end = (vec![Phoneme::COMMA, Phoneme::EDGE], COLON[1]);
        assert_eq!(rests("उसने गांव के किसानों से कहा:"), [at_end]);
        for text in ["उसने कहा, घर आओ।", "उसने 10:30 कहा", "उसने कहा: - ? घर आओ।"]
        {
            assert!(rests(text).is_empty(), "{text}");
        }
    }
}
