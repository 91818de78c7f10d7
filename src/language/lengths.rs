//! Shortened words by the other length of their vowels: people write कि.मी., कि.मि. and की.मी. The build adds them.

use std::collections::{BTreeMap, BTreeSet};

use crate::script::{is_indic, is_matra};

/// Ways to write a form of three such vowels. Hardly any has more, and more ways would only fill the tables.
const MAX_WAYS: usize = 8;

/// Adds what each form may be written as too, where that is no form of its own and no run of letters by their names: सी.डी.
pub fn add<V: Clone>(forms: &mut BTreeMap<String, V>, letters: &BTreeSet<String>) {
    let known = forms.clone();
    for (form, value) in &known {
        let named = |other: &String| {
            let mut parts = other.split_terminator('.');
            parts.all(|part| letters.contains(part))
        };
        for other in others(form).into_iter().filter(|other| !named(other)) {
            forms.entry(other).or_insert_with(|| value.clone());
        }
    }
}

/// The form with its vowels i and u short and long in every way. Parts that end in a consonant are left, as they are spelt like the whole
/// word. So is a form of one syllable, where the length tells two forms apart: मि. and मी.
fn others(form: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let parts: Vec<&str> = form.split_inclusive(['.', '/']).collect();
    let short = parts.len() == 1 && (form.ends_with('.') || form.chars().count() < 3);
    for part in parts {
        let last = part.trim_end_matches(['.', '/']).chars().next_back();
        let open = last.is_some_and(|last| is_matra(last) || other_length(last).is_some());
        for c in part.chars() {
            let other = other_length(c).filter(|_| open && !short && all.len() < MAX_WAYS);
            for i in 0..all.len() {
                if let Some(other) = other {
                    all.push(all[i].clone() + other.encode_utf8(&mut [0; 4]));
                }
                all[i].push(c);
            }
        }
    }
    all.retain(|other| other != form);
    all
}

/// Returns a vowel i or u, or its sign, short for long and long for short.
fn other_length(c: char) -> Option<char> {
    let code = u32::from(c);
    // Each script has its letters at the same places of its 128.
    let other = match code & 0x7F {
        0x07 | 0x09 | 0x3F | 0x41 => code + 1,
        0x08 | 0x0A | 0x40 | 0x42 => code - 1,
        _ => return None,
    };
    char::from_u32(other).filter(|_| is_indic(c))
}

#[test]
fn the_vowels_of_a_short_form_have_both_lengths() {
    assert_eq!(others("कि.मि."), ["की.मि.", "कि.मी.", "की.मी."]);
    assert_eq!(others("मिग्रा"), ["मीग्रा"]);
    assert_eq!(others("मी."), [""; 0]);
    assert_eq!(others("बि.कॉम."), ["बी.कॉम."]);
    assert_eq!(others("ई.स."), ["इ.स."]);
    assert_eq!(others("दिन"), [""; 0]);
}
