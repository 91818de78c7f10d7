//! The word that a short form stands for, by its letters: posn. is position. Only forms that no list and no dictionary has are asked here.

use crate::dictionary;
use crate::language::{Whole, is_abbreviation, wholes};

/// Shorter forms have letters that many words have.
const SHORTEST: usize = 3;
/// No word ends in so many consonants.
const MANY: usize = 4;
/// Without a stop, fewer letters may be a code or a word of a chat.
const UNSTOPPED: usize = 5;
/// No short form is longer.
const LONGEST: usize = 12;
/// A short form leaves out so many letters at least.
const LEFT_OUT: usize = 2;

/// The cost of a consonant that is left out: of most, of those that are hardly heard, of the c of ck.
const CONSONANT: u32 = 4;
const WEAK: u32 = 2;
const OF_CK: u32 = 1;
/// The cost of an inflected form of a usual word, and of a word that is not usual.
const INFLECTED: u32 = 2;
const UNUSUAL: u32 = 4;
/// A word that costs more is not said.
const MOST: u32 = 4;
/// The next best word must cost so much more; otherwise either may be meant.
const MARGIN: u32 = 5;

/// Ends of words, and what short forms keep of them: position, posn.
const ENDS: &str = "isation>n ation>n ition>n tion>n sion>n ion>n ments>ts ment>t ings>gs ing>g ence>ce ance>ce ality>y ity>y ary>y \
                    ery>y ory>y ate>te ical>l ional>l al>l able>ble ible>ble";

/// The word that these characters stand for, with a stop or without one, if one is clear.
pub fn left(letters: &[char], stopped: bool) -> Option<&'static Whole> {
    let is_bare = || letters.len() >= UNSTOPPED && !letters.iter().any(|c| is_vowel(*c));
    let ascii = || letters.iter().all(char::is_ascii_alphabetic);
    ((stopped || is_bare()) && ascii())
        .then(|| whole(&letters.iter().collect::<String>(), stopped))?
}

/// The same for a string. A capitalised one without a stop may be a name.
pub fn whole(word: &str, stopped: bool) -> Option<&'static Whole> {
    let small = |c: u8| c.is_ascii_lowercase();
    let (first, rest) = word.as_bytes().split_first()?;
    let least = if stopped { SHORTEST } else { UNSTOPPED };
    let begins = small(*first) || stopped && first.is_ascii_alphabetic();
    let letters = begins && rest.iter().all(|c| small(*c));
    if !letters || !(least..=LONGEST).contains(&word.len()) {
        return None;
    }
    let consonants = rest
        .iter()
        .rev()
        .take_while(|c| !is_vowel(char::from(**c)) && **c != b'y');
    let consonants = consonants.count();
    let odd = || consonants > 1 && !rest.last_chunk().is_some_and(is_end);
    if consonants < MANY.min(rest.len()) && !odd() {
        return None;
    }
    let word = word.to_ascii_lowercase();
    if is_abbreviation(&word) || dictionary::find(&word).is_some() {
        return None;
    }
    let all = wholes(char::from(first.to_ascii_lowercase()));
    let begins = |whole: &&Whole| whole.word().starts_with(&*word);
    if all.iter().any(|whole| begins(&whole)) {
        let mut whole = all.iter().filter(begins).filter(|whole| !whole.inflected);
        let one = whole.next().filter(|whole| whole.usual);
        return one.filter(|_| whole.next().is_none());
    }
    let mut best: Option<(u32, &Whole)> = None;
    let mut second = u32::MAX;
    for whole in all {
        let Some(left_out) = cost(&word, whole.word()) else {
            continue;
        };
        let cost = left_out
            + match (whole.usual, whole.inflected) {
                (true, false) => 0,
                (true, true) => INFLECTED,
                (false, _) => UNUSUAL,
            };
        if best.is_none_or(|(least, _)| cost < least) {
            second = best.map_or(second, |(least, _)| least);
            best = Some((cost, whole));
        } else {
            second = second.min(cost);
        }
    }
    let (cost, whole) = best?;
    (cost <= MOST && second.saturating_sub(cost) >= MARGIN).then_some(whole)
}

/// The cost of the letters of a word that its short form lacks. Up to the last vowel of the short form all letters must stand.
fn cost(short: &str, word: &str) -> Option<u32> {
    if word.len() < short.len() + LEFT_OUT {
        return None;
    }
    let last = short[1..short.len() - 1].rfind(is_vowel);
    let kept = last.map_or(1, |last| last + 2);
    let (rest, body) = (&short[kept..], word.strip_prefix(&short[..kept])?);
    // The last consonant stands, whatever the word ends in.
    let end = rest.chars().next_back();
    let whole = body.trim_end_matches(is_vowel);
    let whole = whole.strip_suffix(|c| Some(c) == end);
    let whole = whole.and_then(|body| left_out(&rest[..rest.len() - 1], body));
    let ended = ENDS.split(' ').filter_map(|end| {
        let (end, left) = end.split_once('>')?;
        left_out(rest.strip_suffix(left)?, body.strip_suffix(end)?)
    });
    ended.chain(whole).min()
}

/// The cost of the letters of `body` that `rest` lacks; `rest` has consonants in the same order.
fn left_out(rest: &str, body: &str) -> Option<u32> {
    let (rest, body) = (rest.as_bytes(), body.as_bytes());
    // The cost from each letter of `rest` on, for the letters of `body` from the current one on.
    let mut costs = vec![None; rest.len() + 1];
    costs[rest.len()] = Some(0);
    for (at, letter) in body.iter().enumerate().rev() {
        let (before, next) = (at.checked_sub(1).map(|at| body[at]), body.get(at + 1));
        let out = match letter {
            _ if is_vowel(char::from(*letter)) || before == Some(*letter) => 0,
            b'c' if next == Some(&b'k') => OF_CK,
            b'h' | b'r' | b'y' => WEAK,
            b'l' | b'm' | b'n' if next.is_some_and(|c| !is_vowel(char::from(*c)) && *c != b'y') => {
                WEAK
            }
            _ => CONSONANT,
        };
        for i in 0..costs.len() {
            let kept = costs
                .get(i + 1)
                .copied()
                .flatten()
                .filter(|_| rest[i] == *letter);
            let without = costs[i].map(|cost: u32| cost + out);
            costs[i] = kept.into_iter().chain(without).min();
        }
    }
    costs[0].filter(|_| !rest.iter().any(|c| is_vowel(char::from(*c))))
}

/// Whether words end in these two consonants.
fn is_end(pair: &[u8; 2]) -> bool {
    match pair {
        [a, b] if a == b => true,
        [_, b's' | b'h'] | [b'l' | b'n' | b'r', _] => true,
        [b'c' | b's', b'k' | b't'] | [b's', b'm' | b'p'] => true,
        [b'f' | b'p' | b'x', b't'] | [b'm', b'b' | b'n' | b'p'] => true,
        [b't', b'z'] | [b'w', b'd' | b'k' | b'l' | b'n'] | [b'h', b'm' | b'n'] => true,
        _ => false,
    }
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}
