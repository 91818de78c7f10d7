//! Names of India that no list has, but whose members are known: Rajarajan, Gopaldas, Bolpur.

use super::super::names;
use crate::data::Place;
use crate::dictionary::{self, Part, natives};
use crate::language::Language;
use crate::phoneme::Phoneme;

/// A name or word of India in lower case in a script, or a member of names with a hyphen where others stand: in the script of the
/// language `around` where its own list has it.
pub(super) fn native(name: &str, around: Language) -> Option<String> {
    listed(around, |language| natives::native(name, language))
}

/// What the own list of a language has, or else that of English, which is for all of them.
fn listed<T>(around: Language, of: impl Fn(Language) -> Option<T>) -> Option<T> {
    let own = (around != Language::En).then(|| of(around)).flatten();
    own.or_else(|| of(Language::En))
}

/// Whether a name is listed, as the language `around` or all of them have it.
pub(super) fn is_listed(name: &str, around: Language) -> bool {
    listed(around, |language| {
        natives::is_native(name, language).then_some(())
    })
    .is_some()
}

/// The line that has a name as the language `around` says it.
pub(super) fn place(name: &str, around: Language) -> Option<Place> {
    listed(around, |language| natives::place(name, language))
}

/// The fewest letters of a listed name that is a member, and of what stands after one: shorter ones are found by chance.
const SHORTEST: usize = 4;
/// The fewest letters of what stands before a member.
const SHORTEST_REST: usize = 3;
/// The fewest letters of such a name: with fewer, chance finds members.
const SHORTEST_NAME: usize = 7;

/// One of the two members of a name.
#[derive(Debug, PartialEq, Eq)]
pub struct Member<'w> {
    latin: &'w str,
    /// Its spelling in a script of India; none where no list has it.
    native: Option<String>,
}

/// The members of a name in lower case, as the language `around` writes them: two that are known, or else one, the longest.
pub fn members(name: &str, around: Language) -> Option<[Member<'_>; 2]> {
    if name.len() < SHORTEST_NAME || !name.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let cuts = || {
        let cuts = SHORTEST_REST..=name.len() - SHORTEST_REST;
        cuts.map(|at| name.split_at(at))
    };
    let known = |latin, native| Member {
        latin,
        native: Some(native),
    };
    let rest = |latin| Member {
        latin,
        native: None,
    };
    let (head, tail) = (
        |member: &str| native(&format!("{member}-"), around),
        |member: &str| native(&format!("-{member}"), around),
    );
    let listed = |name: &str| native(name, around).filter(|_| name.len() >= SHORTEST);
    let both = cuts().rev().find_map(|(first, last)| {
        let natives = (
            head(first).or_else(|| listed(first))?,
            tail(last).or_else(|| listed(last))?,
        );
        Some([known(first, natives.0), known(last, natives.1)])
    });
    let last = || cuts().find_map(|(first, last)| Some([rest(first), known(last, tail(last)?)]));
    let first = || {
        let mut cuts = cuts().rev().filter(|(_, last)| last.len() >= SHORTEST);
        cuts.find_map(|(first, last)| Some([known(first, head(first)?), rest(last)]))
    };
    both.or_else(last).or_else(first)
}

/// Appends the phonemes of two members as the language `around` says them; `by_letters` reads what no list has. Returns how many
/// characters are no letters.
pub fn pronounce(
    members: [Member; 2],
    around: Language,
    by_letters: impl Fn(&str, &mut Vec<Phoneme>) -> usize,
    out: &mut Vec<Phoneme>,
) -> usize {
    let read = |member: &Member, out: &mut Vec<Phoneme>| match &member.native {
        Some(native) => names::pronounce(native, around, out).skipped,
        None => by_letters(member.latin, out),
    };
    let [first, last] = members;
    let from = out.len();
    let mut skipped = read(&first, out);
    // The last vowel of इंद्र is silent alone, but heard in Indrajith.
    let closed = out[from..].last().is_some_and(|last| !last.is_vowel());
    if first.native.is_some() && first.latin.ends_with('a') && closed {
        out.extend(Phoneme::from_symbol("ə"));
    }
    // The vowel after a last consonant of Malayalam is none within a name.
    if out[from..].last().is_some_and(|last| last.symbol() == "ɯ") {
        out.pop();
    }
    let seam = out.len();
    skipped += read(&last, out);
    // A short vowel falls before another one: Eshwara, appa.
    let short = |phoneme: &Phoneme| matches!(phoneme.symbol(), "a" | "ə" | "ɔ");
    if let Some(before) = seam.checked_sub(1).filter(|before| *before >= from)
        && short(&out[before])
        && out.get(seam).is_some_and(|next| next.is_vowel())
    {
        out.remove(before);
    }
    skipped
}

/// Whether a word begins with a capital and goes on in small letters.
pub fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// The part of India that a name is probably from, by the language that it stands in.
fn near(word: &str, around: Language) -> Option<Part> {
    match around.kin() {
        _ if around == Language::En || !is_name(word) => None,
        "south" | "middle" => Some(Part::South),
        _ => Some(Part::North),
    }
}

/// The part of India as whose words the letters of a word among words of the language `around` are read, if it is one of India.
pub(super) fn origin(word: &str, plain: &str, around: Language) -> Option<Part> {
    let near = near(word, around);
    let part = dictionary::origin(plain, is_name(word), near)?;
    Some(match near {
        // A name of the north that stands in the south is spelt as there: th has no breath.
        Some(Part::South) => Part::South,
        _ if around == Language::Bn => Part::East,
        _ => part,
    })
}

/// Appends the phonemes of a word that is spelt as in India. Returns how many characters are no letters.
pub(super) fn as_of_india(
    part: Part,
    word: &str,
    plain: &str,
    around: Language,
    out: &mut Vec<Phoneme>,
) -> usize {
    let by_letters = |word: &str, out: &mut Vec<Phoneme>| {
        let from = out.len();
        let skipped = dictionary::by_context_of(part, word, out);
        if part != Part::East {
            names::join_places(from, out);
            names::adapt(around, from, out);
        }
        skipped
    };
    // In small letters two members have to be known: narendramodi.
    let known = |parts: &[Member; 2]| is_name(word) || parts.iter().all(|m| m.native.is_some());
    let skipped = match members(plain, around).filter(known) {
        Some(members) => pronounce(members, around, by_letters, out),
        None => by_letters(plain, out),
    };
    if around == Language::En {
        names::close(plain, out);
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_parted_into_known_members() {
        for (name, first, last) in [
            ("gopaldas", Some("गोपाल"), Some("दास")),
            ("mahabalipuram", Some("മഹാബലി"), Some("புரம்")),
            ("xyzpuram", None, Some("புரம்")),
            ("mahaxyzt", Some("महा"), None),
        ] {
            let natives =
                super::members(name, Language::En).map(|members| members.map(|m| m.native));
            assert_eq!(
                natives,
                Some([first, last].map(|m| m.map(String::from))),
                "{name}"
            );
        }
        for name in ["", "das", "goldas", "étaitpur", "laptops"] {
            assert_eq!(super::members(name, Language::En), None, "{name}");
        }
    }

    #[test]
    fn the_members_are_read_each_by_itself() {
        for (name, sounds) in [
            ("Gopaldas", "ɡ oː p aː l d̪ aː s"),
            ("Rajarajan", "r aː dʒ a r aː dʒ a n"),
            ("Indrajit", "i n d̪ r ə dʒ iː t̪"),
            ("Eshwarappa", "iː ʃ ʋ a r a p p a"),
            ("Hemchandra", "h eː m tʃ ə n d̪ r"),
        ] {
            let lower = name.to_lowercase();
            let mut out = Vec::new();
            pronounce(
                super::members(&lower, Language::En).unwrap(),
                Language::En,
                |_, _| 0,
                &mut out,
            );
            assert_eq!(crate::phoneme::format(&out), sounds, "{name}");
        }
    }
}
