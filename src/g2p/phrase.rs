//! The words of a clause to the phonemes that the voice reads.

use std::ops::Range;

use super::source::{Pronunciation, Source};
use super::{english, indic};
use crate::language::{Language, table};
use crate::phoneme::Phoneme;
use crate::token::{Listed, Token, Word};

/// Appends the phonemes of one clause as the voice reads them: silence at both edges, a word boundary between words, pauses
/// directly after the word they follow; and to `words` where the phonemes of each word are. Returns how many characters were
/// skipped. Appends nothing to `out` where no word could be read.
///
/// Joins words at their boundaries as the tables of their languages ask for, but not across a pause, nor a word whose phonemes
/// were given, nor digits read one by one.
pub fn frame(
    tokens: &[Token],
    out: &mut Vec<Phoneme>,
    words: &mut Vec<Range<usize>>,
    mut pronounce: impl FnMut(&Word, &mut Vec<Phoneme>) -> Pronunciation,
) -> usize {
    let mut skipped = 0;
    // The word that the next one is directly after, with its index.
    let mut before: Option<(usize, &Word)> = None;
    let around = tokens.iter().find_map(Token::native);
    let start = out.len();
    out.push(Phoneme::EDGE);
    let first_word = out.len();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Word(_) | Token::Phonemes { .. } => {
                let boundary = out.len();
                if boundary > first_word {
                    out.push(Phoneme::SPACE);
                }
                let mut start = out.len();
                // The word, unless its phonemes are given: those are not changed.
                let joinable = match token {
                    Token::Word(word) => {
                        let beside = word.beside(around);
                        let pronunciation = say(&beside, tokens, at, out, words, &mut pronounce);
                        skipped += pronunciation.skipped;
                        Some(word).filter(|_| pronunciation.source != Source::Lexicon)
                    }
                    Token::Phonemes { phonemes, .. } => {
                        out.extend(phonemes);
                        None
                    }
                    Token::Pause(_) | Token::Colon | Token::Breath => None,
                };
                if out.len() == start {
                    out.truncate(boundary);
                    words.push(boundary..boundary);
                    continue;
                }
                if let Some((at, written)) = before
                    && let Some(joined) =
                        indic::join(&out[words[at].clone()], &out[start..], written.language)
                    && !are_digits(written, token)
                {
                    let word = &mut words[at];
                    let end = word.start + joined.len();
                    out.splice(word.clone(), joined);
                    word.end = end;
                    start = end + 1;
                }
                before = joinable.map(|word| (words.len(), word));
                words.push(start..out.len());
            }
            // A pause is heard only after a word; of several in a row, the one that ends a sentence.
            Token::Pause(_) | Token::Colon if out.len() > first_word => {
                before = None;
                let pause = token.mark().unwrap_or(Phoneme::COMMA);
                match out.last_mut() {
                    Some(last) if last.is_pause() && pause == Phoneme::COMMA => {}
                    Some(last) if last.is_pause() => *last = pause,
                    _ => out.push(pause),
                }
            }
            // The voices learnt such a pause as a comma within a clause.
            Token::Breath => {
                before = None;
                if out.len() > first_word && !out.last().is_some_and(|p| p.is_pause()) {
                    out.push(Phoneme::COMMA);
                }
            }
            Token::Pause(_) | Token::Colon => {}
        }
    }
    if out.len() == first_word {
        out.truncate(start);
    } else {
        out.push(Phoneme::EDGE);
    }
    skipped
}

/// Appends the phonemes of the word at place `at` of a clause. `words` has the ranges of the words before it.
fn say(
    word: &Word,
    tokens: &[Token],
    at: usize,
    out: &mut Vec<Phoneme>,
    words: &[Range<usize>],
    mut pronounce: impl FnMut(&Word, &mut Vec<Phoneme>) -> Pronunciation,
) -> Pronunciation {
    let start = out.len();
    let pronunciation = pronounce(word, out);
    if pronunciation.source == Source::LetterToSound
        && let Some(native) = said_before(&tokens[..at], words, start, out)
    {
        out.truncate(start);
        out.extend_from_within(native);
    }
    if pronunciation.source == Source::Dictionary
        && word.language == Language::En
        && let Some(phonemes) = in_context(word, tokens, at)
        && !is_name_beside(word)
    {
        out.truncate(start);
        out.extend(phonemes);
    }
    if pronunciation.source != Source::Lexicon
        && let Some(phonemes) = at_end(word, tokens, at)
    {
        out.truncate(start);
        out.extend(phonemes);
    }
    pronunciation
}

/// Whether a word among words of another language is a name that it has in its own script (Mane, Raja): it is no English word there.
fn is_name_beside(word: &Word) -> bool {
    match word.listed {
        Listed::Beside(around) => around != Language::En && english::is_listed(&word.text, around),
        _ => false,
    }
}

/// The phonemes of an English word that is read otherwise in other sentences; `at` is its place.
fn in_context(word: &Word, tokens: &[Token], at: usize) -> Option<Vec<Phoneme>> {
    fn text(token: &Token) -> &str {
        match token {
            Token::Word(word) => &word.text,
            Token::Phonemes { .. } => "",
            pause => pause.mark().map_or("", Phoneme::symbol),
        }
    }
    // No mark stands at a breath, so it says nothing of a word.
    let heard = |token: &&Token| !matches!(token, Token::Breath);
    let before = tokens[..at].iter().rev().filter(heard).map(text);
    let after = tokens[at + 1..].iter().filter(heard).map(text);
    english::heteronym(&word.text, before, after)
}

/// The phonemes of a word of an Indic language that is read otherwise at the end of a sentence and beside some words; `at` is its place.
fn at_end(word: &Word, tokens: &[Token], at: usize) -> Option<Vec<Phoneme>> {
    fn text(token: Option<&Token>) -> &str {
        match token {
            Some(Token::Word(word)) => &word.text,
            _ => "",
        }
    }
    let next = match tokens.get(at + 1) {
        Some(Token::Breath) => Some(text(tokens.get(at + 2))),
        Some(Token::Pause(Phoneme::COMMA) | Token::Colon) => Some(indic::COMMA),
        Some(Token::Pause(_)) | None => None,
        next => Some(text(next)),
    };
    let before = text(at.checked_sub(1).and_then(|at| tokens.get(at)));
    indic::at_end(&word.text, before, next, word.language)
}

/// How many words before a name in Latin letters it may stand in its own script.
const NEAR: usize = 6;
/// The fewest consonants by which two spellings of a name are known to be one.
const NAME: usize = 3;

/// Where the name that begins at `start` has been said in its own script: காரிப்பட்டி (Karipatti).
fn said_before(
    tokens: &[Token],
    words: &[Range<usize>],
    start: usize,
    out: &[Phoneme],
) -> Option<Range<usize>> {
    let name = consonants(&out[start..]);
    let before = tokens.iter().filter(|token| token.is_word());
    let mut before = before.rev().zip(words.iter().rev()).take(NEAR);
    let (_, native) = before.find(|(token, at)| {
        let native = matches!(token, Token::Word(word) if !word.text.is_ascii());
        native && name.len() >= NAME && consonants(&out[(*at).clone()]) == name
    })?;
    Some(native.clone())
}

/// The consonants of a word as Latin letters may spell them: voice, breath, place of the tongue and length do not count.
fn consonants(phonemes: &[Phoneme]) -> Vec<char> {
    let letter = |phoneme: &Phoneme| match phoneme.symbol().trim_end_matches(['ʰ', 'ʱ']) {
        "k" | "ɡ" | "x" => Some('k'),
        "t" | "ʈ" | "ɖ" | "t̪" | "d̪" => Some('t'),
        "tʃ" | "dʒ" | "ts" | "dz" | "s" | "z" | "ʃ" => Some('s'),
        "p" | "b" | "f" => Some('p'),
        "m" | "n" | "ɳ" | "ɲ" | "ŋ" => Some('n'),
        "r" | "ɽ" => Some('r'),
        "l" | "ɭ" | "ɻ" => Some('l'),
        "ʋ" => Some('v'),
        _ => None,
    };
    let mut letters: Vec<char> = phonemes.iter().filter_map(letter).collect();
    letters.dedup();
    letters
}

/// Whether a word and what is said after it are digits of the language, which are told apart when they are read one by one.
fn are_digits(word: &Word, next: &Token) -> bool {
    let Token::Word(next) = next else {
        return false;
    };
    let table = table(word.language);
    table.is_digit(&word.text) && table.is_digit(&next.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phoneme;

    /// Reads symbols of the inventory; `#` stands for a character that cannot be read.
    fn framed(tokens: &[&str]) -> (String, usize) {
        let tokens: Vec<Token> = tokens
            .iter()
            .map(|p| match Phoneme::from_symbol(p) {
                Some(pause) if pause.is_pause() => Token::Pause(pause),
                _ => Token::word(*p, Language::Hi),
            })
            .collect();
        let mut out = Vec::new();
        let skipped = frame(&tokens, &mut out, &mut Vec::new(), |word, out| {
            out.extend(phoneme::parse(&word.text.replace('#', "")).unwrap());
            Pronunciation {
                source: Source::Rules,
                skipped: word.text.matches('#').count(),
            }
        });
        (phoneme::format(&out), skipped)
    }

    #[test]
    fn words_are_parted_and_pauses_follow_their_word() {
        let (phonemes, skipped) = framed(&["na", ",", "ma", "ka", "?"]);
        assert_eq!(phonemes, "_ n a , | m a | k a ? _");
        assert_eq!(skipped, 0);
    }

    #[test]
    fn an_unreadable_word_leaves_no_boundary_and_is_counted() {
        assert_eq!(
            framed(&["##", ",", "na", "#", "ma", "#", "."]),
            ("_ n a | m a . _".into(), 4)
        );
        assert_eq!(framed(&["#", "."]), (String::new(), 1));
        assert_eq!(framed(&[]), (String::new(), 0));
    }

    #[test]
    fn of_pauses_in_a_row_the_end_of_a_sentence_is_heard_once() {
        assert_eq!(framed(&["na", ",", "?", ","]).0, "_ n a ? _");
    }
}
