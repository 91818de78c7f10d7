//! The schwas of loans, which are silent where those of native words are.

use super::read;
use super::rules::Sound;
use super::table::Table;

/// As in native words, no schwa stands between single consonants that have other vowels beside them; after iy it stays (સિનિયરો).
pub(super) fn drop(sounds: &mut Vec<Sound>) {
    let close = ["i", "iː"].map(Sound::parse);
    for at in (2..sounds.len().saturating_sub(2)).rev() {
        let vowel = |at: usize| sounds.get(at).is_some_and(|s| s.is_vowel());
        if sounds[at] == Sound::SCHWA
            && vowel(at - 2)
            && !vowel(at - 1)
            && !(sounds[at - 1] == Sound::J && close.contains(&Some(sounds[at - 2])))
            && !vowel(at + 1)
            && vowel(at + 2)
        {
            sounds.remove(at);
        }
    }
}

/// Whether the rules make a schwa before the last consonant of a stem silent when such an ending follows: टेबलावर, but चैनलों.
pub(super) fn is_silent_before(ending: &str, table: &Table) -> bool {
    let head = ["k", "aː", "ʈ"].into_iter().filter_map(Sound::parse);
    let mut sounds: Vec<Sound> = head.collect();
    let schwa = sounds.len();
    sounds.push(Sound::INHERENT);
    sounds.extend(Sound::parse("l"));
    read::read(ending, table, &mut sounds);
    table.rules.apply(&mut sounds);
    sounds.get(schwa).copied() == Sound::parse("l")
}
