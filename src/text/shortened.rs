//! The word that a shortened one was made from, by its letters: posn. is what is left of position. Of what no list and no dictionary has.

use crate::dictionary;
use crate::language::{Whole, is_abbreviation, wholes};

/// Letters of what is so short that many words have them.
const SHORTEST: usize = 3;
/// Consonants in which no word ends.
const MANY: usize = 4;
/// Letters without a vowel that are no code nor a word of a chat, without a stop.
const UNSTOPPED: usize = 5;
/// The longest that is shortened.
const LONGEST: usize = 12;
/// So many letters at least are left out.
const LEFT_OUT: usize = 2;

/// What a consonant costs that is left out: most of them, those that are hardly heard, the c of ck.
const CONSONANT: u32 = 4;
const WEAK: u32 = 2;
const OF_CK: u32 = 1;
/// What a form of a usual word costs, and a word that is not usual.
const INFLECTED: u32 = 2;
const UNUSUAL: u32 = 4;
/// The most that the letters of a word may cost.
const MOST: u32 = 4;
/// The next best word costs so much more, or it is not known which one is meant.
const MARGIN: u32 = 5;

/// Ends of words, and what is left of them: position, posn.
const ENDS: &str = "isation>n ation>n ition>n tion>n sion>n ion>n ments>ts ment>t ings>gs ing>g ence>ce ance>ce ality>y ity>y ary>y \
                    ery>y ory>y ate>te ical>l ional>l al>l able>ble ible>ble";

/// The word that was shortened to these characters, with a stop or without one, if it is known.
pub fn left(letters: &[char], stopped: bool) -> Option<&'static Whole> {
    let is_bare = || letters.len() >= UNSTOPPED && !letters.iter().any(|c| is_vowel(*c));
    let ascii = || letters.iter().all(char::is_ascii_alphabetic);
    ((stopped || is_bare()) && ascii())
        .then(|| whole(&letters.iter().collect::<String>(), stopped))?
}

/// The same, of a word.
pub fn whole(word: &str, stopped: bool) -> Option<&'static Whole> {
    let small = |c: u8| c.is_ascii_lowercase();
    let (first, rest) = word.as_bytes().split_first()?;
    let least = if stopped { SHORTEST } else { UNSTOPPED };
    let letters = first.is_ascii_alphabetic() && rest.iter().all(|c| small(*c));
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

/// What it costs to leave out the letters of a word that its short form lacks. Up to the last vowel that was kept all letters are.
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

/// What it costs to leave out of `body` all letters but those of `rest`, which are consonants in the same order.
fn left_out(rest: &str, body: &str) -> Option<u32> {
    let (rest, body) = (rest.as_bytes(), body.as_bytes());
    // What it costs from each letter of the rest on, for the letters behind the one in question.
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
