//! The word that a short form stands for, by its letters: posn. is position. Only forms that no list and no dictionary has are asked here.

use crate::dictionary;
use crate::language::{Language, Table, Usage, Whole, beginning_with, is_abbreviation, table};
use crate::script::{clusters, extends, is_virama};

/// Shorter forms have letters that many words have.
const SHORTEST: usize = 3;
/// Without a stop, fewer letters may be a code or a word of a chat.
const UNSTOPPED: usize = 4;
/// So many letters with a stop may lack one letter of a word; shorter ones lack more, as they may be a word of another language.
const LONG: usize = 5;
/// No short form is longer.
const LONGEST: usize = 12;
/// What is left out at least: of a word, of its beginning.
const LEFT_OUT: usize = 2;

/// The cost of a consonant that is left out: of most, of those that are hardly heard, of the c of ck.
const CONSONANT: u32 = 4;
const WEAK: u32 = 2;
const OF_CK: u32 = 1;
/// The cost of an inflected form of a usual word, and of a word that is not usual.
const INFLECTED: u32 = 2;
const UNUSUAL: u32 = 5;
/// A word that costs more is not said.
const MOST: u32 = 5;
/// The next best word must cost so much more; otherwise either may be meant.
const MARGIN: u32 = 5;

/// Ends of words, and what short forms keep of them: position, posn.
const ENDS: &str = "isation>n ation>n ition>n tion>n sion>n ion>n ments>ts ment>t ments>mts ment>mt ings>gs ing>g ence>ce ance>ce ality>y ity>y ary>y \
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
    // No form ends in a vowel but -ble, and none in -ly; most words of a text do.
    let ends = |end: &[u8]| rest.ends_with(end);
    let vowel = rest.last().is_some_and(|c| is_vowel(char::from(*c)));
    if vowel && !ends(b"ble") || ends(b"ly") {
        return None;
    }
    let form = word.to_ascii_lowercase();
    // The lists are long, and hardly any word has an answer.
    let whole = meant(&form, stopped)?;
    let known = is_abbreviation(&form) || dictionary::find(&form).is_some();
    (!known).then_some(whole)
}

/// Whether the dictionary has a word.
pub fn is_word(word: &str) -> bool {
    dictionary::find(word).is_some()
}

/// The word of an Indian language that a form with a stop begins: एपि. is एपिसोड. No form ends before a vowel sign.
pub fn begun(table: &'static Table, form: &str) -> Option<&'static Whole> {
    if form.is_ascii() {
        return None;
    }
    let begins = |whole: &&Whole| {
        let rest = whole.word().strip_prefix(form).unwrap_or_default();
        let parted = rest.starts_with(|c| !extends(c) || is_virama(c));
        parted && rest.chars().count() >= LEFT_OUT
    };
    let words = table.wholes(form).iter().filter(begins);
    preferred(words).filter(|_| clusters(form) > 1)
}

/// The word that a form in small letters may stand for.
fn meant(form: &str, stopped: bool) -> Option<&'static Whole> {
    let near = table(Language::En).wholes(&form[..kept(form)]);
    let begun = beginning_with(near, form);
    if begun.first().is_some_and(|whole| whole.word() == form) {
        return None;
    }
    let cut = |whole: &&Whole| !whole.inflected && whole.word().len() >= form.len() + LEFT_OUT;
    if begun.iter().any(|whole| cut(&whole)) {
        return beginning(form, begun.iter().filter(cut));
    }
    best(form, stopped, near)
}

/// The word that a form begins, by those that it may begin: the one that is cut often, or the one that is usual.
fn beginning<'a>(form: &str, words: impl Iterator<Item = &'a Whole> + Clone) -> Option<&'a Whole> {
    let [.., before, last] = form.as_bytes() else {
        return None;
    };
    let [before, last] = [before, last].map(|c| is_vowel(char::from(*c)));
    // Three letters that may be a word of another language: dur, but agg.
    if last || before && form.len() == SHORTEST {
        return None;
    }
    preferred(words.filter(|whole| whole.usage != Usage::Seldom))
}

/// The only one of some words, or of those that are preferred to the others.
fn preferred<'a>(words: impl Iterator<Item = &'a Whole> + Clone) -> Option<&'a Whole> {
    let often = |whole: &&Whole| whole.usage == Usage::Often;
    let any = words.clone().any(|whole| often(&whole));
    let mut words = words.filter(|whole| !any || often(whole));
    let one = words.next()?;
    words.next().is_none().then_some(one)
}

/// The word that costs the least, if the next one costs much more.
fn best(form: &str, stopped: bool, words: &'static [Whole]) -> Option<&'static Whole> {
    let long = stopped && form.len() >= LONG;
    let left_out = if long { 1 } else { LEFT_OUT };
    let mut best: Option<(u32, &Whole)> = None;
    let mut second = u32::MAX;
    for whole in words {
        let word = Some(whole.word()).filter(|word| word.len() >= form.len() + left_out);
        let word = word.filter(|word| lies_in(form, word));
        let Some(left_out) = word.and_then(|word| cost(form, word)) else {
            continue;
        };
        let cost = left_out
            + match whole.usage {
                Usage::Seldom => UNUSUAL,
                _ if whole.inflected => INFLECTED,
                _ => 0,
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

/// How many letters of a short form are the first ones of its word: those up to its last vowel but for the last letter.
fn kept(short: &str) -> usize {
    let last = short[1..short.len() - 1].rfind(is_vowel);
    last.map_or(1, |last| last + 2)
}

/// Whether a word has the letters of a form in their order.
fn lies_in(form: &str, word: &str) -> bool {
    let mut left = word.bytes();
    form.bytes().all(|c| left.any(|other| other == c))
}

/// The cost of the letters of a word that its short form lacks. Up to the last vowel of the short form all letters must stand.
fn cost(short: &str, word: &str) -> Option<u32> {
    let kept = kept(short);
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
            let kept = costs.get(i + 1).copied().flatten();
            let kept = kept.filter(|_| rest[i] == *letter);
            let without = costs[i].map(|cost: u32| cost + out);
            costs[i] = kept.into_iter().chain(without).min();
        }
    }
    costs[0].filter(|_| !rest.iter().any(|c| is_vowel(char::from(*c))))
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}
