//! The sounds of a spelling beside those of an English word: the cheapest way through both.

use super::rules::Sound;
use super::schwa;
use super::spelt::Spelt;
use crate::phoneme::Phoneme;

/// What an inherent vowel within the word costs that English has not, and a vowel of English that is not written.
const UNHEARD: u8 = 1;
const UNWRITTEN: u8 = 2;

/// Whether nothing is left but an inherent vowel.
fn silent(rest: &[Sound]) -> bool {
    rest == [Sound::INHERENT]
}

/// What it costs that the first of the sounds that are left is not heard, or not of English, where it may be so.
fn unheard(before: Sound, rest: &[Sound], spelt: &Spelt) -> Option<u8> {
    let sound = *rest.first()?;
    let reading = spelt.reading(sound).filter(|reading| reading.optional)?;
    let next = rest.get(1);
    if sound == Sound::INHERENT {
        // बैकअप, লগইন: the vowel after it begins the second part of a compound.
        let vowel = next.is_some_and(|next| next.is_vowel());
        let free = next.is_none() || reading.free && !vowel;
        return Some(if free { 0 } else { UNHEARD });
    }
    match (sound.is_vowel(), next) {
        // The last vowel that many languages add to a consonant.
        (true, None) => reading.free.then_some(0),
        (true, Some(_)) => Some(UNHEARD),
        (false, None) if sound == Sound::VIRAMA => Some(0),
        // The case ending of আমেরিকায় is no part of the loan.
        (false, Some(next)) if *next == Sound::INHERENT && rest.len() == 2 => None,
        (false, _) => before.is_vowel().then_some(0),
    }
}

/// One way to a place of the alignment.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    cost: u8,
    /// How many sounds and phonemes it takes.
    native: u8,
    english: u8,
}

/// Aligns the sounds of a spelling with those of an English word. Returns what it costs, which is no more than `limit`, and the
/// sounds that are heard. Where it has to be `usual`, only a silent inherent vowel costs. `steps` is memory to work in.
pub(super) fn align(
    native: &[Sound],
    english: &[Phoneme],
    limit: usize,
    usual: bool,
    spelt: &Spelt,
    steps: &mut Vec<Option<Step>>,
) -> Option<(u8, Vec<Sound>)> {
    let cost = cheapest(native, english, limit, usual, spelt, steps)?;
    Some((cost, heard(native, english, spelt, steps)?))
}

/// Fills `steps` with the last step of the cheapest way to each pair of places, a row for each place in `native`. Returns the
/// cost of the whole way.
fn cheapest(
    native: &[Sound],
    english: &[Phoneme],
    limit: usize,
    usual: bool,
    spelt: &Spelt,
    steps: &mut Vec<Option<Step>>,
) -> Option<u8> {
    let width = english.len() + 1;
    steps.clear();
    steps.resize((native.len() + 1) * width, None);
    steps[0] = Some(Step::default());
    let vowel = |sound: &Sound| sound.is_vowel();
    let first = native.iter().position(vowel).unwrap_or(native.len());
    // How many sounds some way takes: most words part at their first sounds.
    let mut reached = 0;
    for i in 0..=native.len() {
        if i > reached {
            return None;
        }
        for j in 0..width {
            let Some(Step { cost, .. }) = steps[i * width + j] else {
                continue;
            };
            let mut offer = |taken: usize, heard: usize, more: u8| {
                let inherent = (taken, heard) == (1, 0) && native.get(i) == Some(&Sound::INHERENT);
                let hiatus = inherent && native.get(i + 1).is_some_and(vowel);
                let later = i > first; // करेन is no "crane".
                if usual && more > 0 && !(inherent && later) || hiatus && !later {
                    return;
                }
                let step = Step {
                    cost: cost.saturating_add(more),
                    native: taken as u8,
                    english: heard as u8,
                };
                if usize::from(step.cost) > limit {
                    return;
                }
                reached = reached.max(i + taken);
                let at = &mut steps[(i + taken) * width + j + heard];
                if at.is_none_or(|at| step.cost < at.cost) {
                    *at = Some(step);
                }
            };
            let rest = &native[i..];
            if let Some(phoneme) = english.get(j) {
                for way in spelt.ways(*phoneme, rest.first()) {
                    let once = way.sounds.len();
                    if rest.starts_with(&way.sounds) && !(silent(rest) && spelt.drops_vowels()) {
                        let between =
                            i > 0 && vowel(&native[i - 1]) && rest.get(once).is_some_and(vowel);
                        offer(
                            once,
                            1,
                            way.cost + spelt.doubt(way, *phoneme, between, false),
                        );
                    }
                    if let ([only], [first, second, ..]) = (&way.sounds[..], rest)
                        && second == only
                        && first == second
                        && !only.is_vowel()
                    {
                        offer(2, 1, way.cost + spelt.doubt(way, *phoneme, false, true));
                    }
                }
                match Sound::of(*phoneme) {
                    Sound::SCHWA => offer(0, 1, UNWRITTEN),
                    Sound::J => offer(0, 1, 0),
                    _ => {}
                }
            }
            if i > 0
                && let Some(cost) = unheard(native[i - 1], rest, spelt)
            {
                offer(1, 0, cost);
            }
        }
    }
    steps[native.len() * width + english.len()].map(|step| step.cost)
}

/// The sounds that are heard along the way that `steps` tells, from its end.
fn heard(
    native: &[Sound],
    english: &[Phoneme],
    spelt: &Spelt,
    steps: &[Option<Step>],
) -> Option<Vec<Sound>> {
    let width = english.len() + 1;
    let (mut i, mut j) = (native.len(), english.len());
    let mut heard = Vec::new();
    while (i, j) != (0, 0) {
        let step = steps[i * width + j]?;
        i -= usize::from(step.native);
        j -= usize::from(step.english);
        let taken = &native[i..i + usize::from(step.native)];
        let after = native[i + taken.len()..].first().copied();
        let english = (step.english > 0).then(|| Sound::of(english[j]));
        match is_open(&native[..i], taken, english) {
            true => heard.extend(Sound::parse("æ")),
            // करियर: the vowel between the glide after i and a consonant is heard.
            false if english.is_none() && closes(&native[..i], taken, after) => {
                let reading = spelt.reading(Sound::INHERENT);
                heard.extend(reading.and_then(|reading| reading.sounds.first()).copied());
            }
            false => heard.extend(said(taken, english, after, spelt).into_iter().rev()),
        }
    }
    heard.reverse();
    let reading = spelt.reading(Sound::INHERENT);
    if reading.is_some_and(|reading| reading.sounds == [Sound::SCHWA]) {
        schwa::drop(&mut heard);
    }
    Some(heard)
}

/// Whether ya and a vowel sign stand for æ, also where British English has aː (ಡಿಮ್ಯಾಂಡ್), or in the first syllable for ɛ: ప్యారిస్.
fn is_open(before: &[Sound], taken: &[Sound], english: Option<Sound>) -> bool {
    let [first, _, ..] = taken else {
        return false;
    };
    let initial = *first == Sound::J && !before.iter().any(|s| s.is_vowel());
    let is = |vowel| english == Sound::parse(vowel);
    !first.is_vowel() && (is("æ") || is("aː") || initial && is("ɛ"))
}

/// Whether an inherent vowel stands between a glide after i and another sound.
fn closes(before: &[Sound], taken: &[Sound], after: Option<Sound>) -> bool {
    let [.., vowel, Sound::J] = before else {
        return false;
    };
    let close = |vowel: Phoneme| matches!(vowel.symbol(), "i" | "iː");
    taken == [Sound::INHERENT] && after.is_some() && vowel.phoneme().is_some_and(close)
}

/// What is heard of some sounds of the spelling that stand for one of English, or for none.
fn said(
    native: &[Sound],
    english: Option<Sound>,
    after: Option<Sound>,
    spelt: &Spelt,
) -> Vec<Sound> {
    let each = native.iter().enumerate().filter_map(|(at, &sound)| {
        let reading = spelt.reading(sound);
        match reading.map(|reading| &reading.sounds[..]) {
            // An inherent vowel that English has not is not heard.
            Some([]) => None,
            Some(_) if english.is_none() && sound == Sound::INHERENT => None,
            Some(sounds) => sounds
                .iter()
                .find(|s| english == Some(**s))
                .or(sounds.first())
                .copied(),
            None if sound == Sound::NASAL => {
                let next = native.get(at + 1).copied().or(after);
                let palatal = { next.and_then(Sound::phoneme) }
                    .is_some_and(|next| matches!(next.symbol(), "tʃ" | "dʒ"));
                match palatal && !spelt.drops_vowels() {
                    true => Sound::parse("ɲ"),
                    false => Some(sound.nasal_before(next)),
                }
            }
            None => Some(sound),
        }
    });
    let mut said: Vec<Sound> = each.collect();
    // A breath in both halves of a long stop is heard once: ਬਲੂਟੁੱਥ.
    if let [first, second] = &mut said[..]
        && first == second
    {
        *first = first.plain();
    }
    said
}
