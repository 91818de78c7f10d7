//! English as spoken in India: a lexicon, names and words of India in Latin letters, and letter-to-sound rules for what
//! neither has, which the build has learnt from both: words that are spelt as in India have rules of their own.

mod compounds;
mod endings;
mod heteronyms;
pub(super) mod members;

use std::borrow::Cow;
use std::sync::LazyLock;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::drawn::shortened;
use super::names::{self, VOWELS};
use super::source::{Pronunciation, Source};
use crate::data::{Place, laid, lines};
use crate::dictionary::{self, natives};
use crate::language::{ENGLISH_HETERONYMS_TABLE, ENGLISH_LETTERS, Language};
use crate::phoneme::{self, Phoneme};
use compounds::Spelling;
use endings::{MIN_PART, american, owner, stem};
use heteronyms::Heteronyms;
use members::{as_of_india, origin};

/// No word in capitals has more consonants together, h aside: CARWSS is spelt.
const MOST_CONSONANTS: usize = 3;

type Table = Vec<(&'static str, Vec<Phoneme>)>;

static HETERONYMS: LazyLock<Heteronyms> = LazyLock::new(|| laid::of(ENGLISH_HETERONYMS_TABLE));
static LETTER_NAMES: LazyLock<Table> = LazyLock::new(|| table(ENGLISH_LETTERS));
/// Abbreviations that are words too in small letters.
static ABBREVIATIONS: LazyLock<Vec<&str>> = LazyLock::new(|| marked(ENGLISH_LETTERS));

/// Pronounces a word among words of the language `around`, spelling it letter by letter where it is an abbreviation.
pub(super) fn pronounce(word: &str, around: Language, out: &mut Vec<Phoneme>) -> Pronunciation {
    let capital = |w: &&str| w.len() > 1 && w.bytes().all(|b| b.is_ascii_uppercase());
    // "MLAs", "BJP's", "straight A's": letters, and an ending.
    if let Some(stem) = stem(word).filter(|w| capital(w) || *w == "A" && word != "As") {
        let reading = pronounce(if stem == "A" { "ay" } else { stem }, around, out);
        end(out);
        return reading;
    }
    let plain = fold(word);
    // Some that have accents are other words without them: résumé.
    if !word.is_ascii() && look_up(&word.to_lowercase(), around, out) {
        return Pronunciation {
            source: Source::Dictionary,
            skipped: 0,
        };
    }
    let capitals = capital(&word);
    let consonants = || !plain.contains(VOWELS);
    let heard = || plain.replace('h', "");
    let crowded = || heard().split(VOWELS).any(|run| run.len() > MOST_CONSONANTS);
    let (source, skipped) = if capitals && ABBREVIATIONS.contains(&word) || of_initials(word) {
        (Source::Spelt, spell(word, out))
    } else if look_up(&plain, around, out)
        || (!(capitals && consonants()) && inflected(&plain, around, out))
        || respelt(&plain, around, out)
        || joined(word, around, out)
    {
        (Source::Dictionary, 0)
    } else if (capitals && (word.len() <= 5 || crowded())) || consonants() {
        (Source::Spelt, spell(word, out))
    } else if let Some(short) = shortened(&plain, entry_or_name) {
        return pronounce(&short, around, out);
    } else if let Some(owner) = owner(word) {
        let reading = pronounce(owner, around, out);
        end(out);
        return reading;
    } else if let Some(found) = with_ending(&plain, around, out) {
        return found;
    } else if let Some(parts) = compounds::members(&plain, spelling(word, &plain, around)) {
        for part in parts {
            pronounce(part, around, out);
        }
        (Source::Dictionary, 0)
    } else {
        by_letters(word, &plain, around, out)
    };
    Pronunciation { source, skipped }
}

/// Reads a word that no list has by its letters, and spells it where they have no vowel's sound: lte.
fn by_letters(
    word: &str,
    plain: &str,
    around: Language,
    out: &mut Vec<Phoneme>,
) -> (Source, usize) {
    let from = out.len();
    // Few words of the dictionary have this ending with s.
    let noun = plain.trim_end_matches('s').ends_with("isation");
    let z = noun.then(|| american(plain)).flatten();
    let plain = z.as_deref().unwrap_or(plain);
    let skipped = match origin(word, plain, around) {
        Some(part) => as_of_india(part, word, plain, around, out),
        None => {
            let skipped = dictionary::by_context(plain, out);
            stress(out, from);
            skipped
        }
    };
    if out.len() > from && !out[from..].iter().any(|phoneme| phoneme.is_vowel()) {
        out.truncate(from);
        return (Source::Spelt, spell(word, out));
    }
    (Source::LetterToSound, skipped)
}

/// Reads an English word with an ending of the language `around`: officeku, schoolil.
pub(super) fn with_ending(
    word: &str,
    around: Language,
    out: &mut Vec<Phoneme>,
) -> Option<Pronunciation> {
    let word = fold(word);
    let (stem, sounds) = endings::parted(&word, around)?;
    let found = pronounce(stem, Language::En, out);
    out.extend(sounds);
    Some(Pronunciation {
        source: Source::LetterToSound,
        ..found
    })
}

/// Whether a word is three initials, the second that of "of", and no word of India (CoV): LoC, PoK; or more that no list has.
fn of_initials(word: &str) -> bool {
    let capital = |letters: &str| {
        (1..=2).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_uppercase())
    };
    let parted = word.split_once('o');
    parted.is_some_and(|(head, tail)| capital(head) && capital(tail)) && {
        let plain = word.to_ascii_lowercase();
        let short = word.len() == MIN_PART && !dictionary::is_added(&plain);
        short || !entry_or_name(&plain)
    }
}

/// How a word is spelt that others may be joined to.
fn spelling(word: &str, plain: &str, around: Language) -> Spelling {
    match members::is_name(word) {
        false => Spelling::Small,
        true if origin(word, plain, around).is_none() => Spelling::Name,
        true => Spelling::OfIndia,
    }
}

/// Whether the lexicon has a word in lower case.
fn entry_or_name(word: &str) -> bool {
    natives::is_native(word, Language::En) || dictionary::find(word).is_some()
}

/// Words that capitals part, as of a brand: BookMyShow, GPay. One of them at least has to be in the lexicon.
fn joined(word: &str, around: Language, out: &mut Vec<Phoneme>) -> bool {
    let parts = compounds::by_capitals(word);
    let known = |part: &&str| {
        let part = part.to_ascii_lowercase();
        part.len() >= MIN_PART && entry_or_name(&part)
    };
    if parts.len() < 2 || !parts.iter().any(known) {
        return false;
    }
    for part in parts {
        match part.len() {
            1 => _ = spell(part, out),
            _ => _ = pronounce(part, around, out),
        }
    }
    true
}

/// The phonemes of a word of several readings that words `before` it, the nearest first, or `after` it tell.
pub(super) fn heteronym<'w>(
    word: &str,
    before: impl Iterator<Item = &'w str> + Clone,
    after: impl Iterator<Item = &'w str> + Clone,
) -> Option<Vec<Phoneme>> {
    HETERONYMS.choose(&fold(word), before, after)
}

/// Where the pronunciation of `word` among words of the language `around` comes from.
pub(super) fn place(word: &str, around: Language, source: Source) -> Place {
    let of = |file, line| Place::of_language(Language::En.code(), file, line);
    match source {
        Source::Dictionary => {
            let plain = fold(word);
            let entry =
                |word: &str| members::place(word, around).or_else(|| dictionary::place(word));
            let joined = || compounds::members(&plain, spelling(word, &plain, around));
            let entry = entry(&plain)
                .or_else(|| entry(stem(&plain)?))
                .or_else(|| entry(&american(&plain)?))
                .or_else(|| entry(joined()?.first()?));
            entry.unwrap_or_else(|| of("indian_words.txt", None))
        }
        // The rules that are learnt from it.
        Source::LetterToSound => {
            let part = origin(word, &fold(word), around);
            Place::of(dictionary::taught(part), None)
        }
        _ => of("letters.txt", None),
    }
}

/// Marks the stress of the word that begins at `from`: of more than two syllables on the last but one if it is heavy, on the one
/// before if not, otherwise on the first (Chomsky and Halle, The Sound Pattern of English, 1968, on the Romance stress rule).
fn stress(out: &mut Vec<Phoneme>, from: usize) {
    let vowels: Vec<usize> = (from..out.len()).filter(|i| out[*i].is_vowel()).collect();
    let stressed = match vowels[..] {
        [.., before, penult, last] => {
            let long = out[penult].symbol().chars().count() > 1;
            let liquid = |p: &Phoneme| matches!(p.symbol(), "r" | "l" | "j" | "ʋ");
            let closed = match &out[penult + 1..last] {
                [] | [_] => false,
                [_, second] => !liquid(second),
                _ => true,
            };
            if long || closed { penult } else { before }
        }
        [first, ..] => first,
        [] => return,
    };
    out.insert(stressed, Phoneme::STRESS);
}

/// Names the letters of `word`, one after the other. Returns how many characters have no name.
pub(crate) fn spell(word: &str, out: &mut Vec<Phoneme>) -> usize {
    let mut skipped = 0;
    for letter in fold(word).chars() {
        let name = LETTER_NAMES
            .iter()
            .find(|(name, _)| name.starts_with(letter));
        match name {
            Some((_, phonemes)) => out.extend(phonemes),
            None if letter == '\'' => {}
            None => skipped += 1,
        }
    }
    skipped
}

/// Lower case, accents taken off, one apostrophe.
fn fold(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() {
        return Cow::Owned(word.to_ascii_lowercase());
    }
    word.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            '’' => '\'',
            // Letters with a stroke, and i without a dot, have no form in two parts.
            'ø' => 'o',
            'đ' => 'd',
            'ł' => 'l',
            'ı' => 'i',
            c => c,
        })
        .collect()
}

/// Appends the phonemes of a name of India in Latin letters, if it is listed, as the language `around` says it.
pub(super) fn name(word: &str, around: Language, out: &mut Vec<Phoneme>) -> Option<Pronunciation> {
    let native = members::native(&fold(word), around)?;
    Some(Pronunciation {
        source: Source::Dictionary,
        ..names::pronounce(&native, around, out)
    })
}

/// Whether a name of India in Latin letters is listed among words of the language `around`.
pub(super) fn is_listed(word: &str, around: Language) -> bool {
    members::is_listed(&fold(word), around)
}

fn look_up(word: &str, around: Language, out: &mut Vec<Phoneme>) -> bool {
    if let Some(name) = members::native(word, around) {
        names::pronounce(&name, around, out);
        if around == Language::En {
            names::close(word, out);
        }
        return true;
    }
    let found = dictionary::find(word);
    found.map(|phonemes| out.extend(phonemes)).is_some()
}

/// The plural, possessive and third person of a word of the lexicon: suffixes too.
fn inflected(word: &str, around: Language, out: &mut Vec<Phoneme>) -> bool {
    let hissing = |stem: &&str| stem.ends_with(['s', 'x', 'z', 'h']) && !stem.ends_with("is");
    let longer = word.strip_suffix("es").filter(hissing);
    let found = [stem(word), longer]
        .iter()
        .flatten()
        .any(|stem| look_up(stem, around, out));
    if found {
        end(out);
    }
    found
}

/// A word in -ise or -yse, which the dictionary has with z: organised, analysing; or with ll before an ending: medallist.
fn respelt(word: &str, around: Language, out: &mut Vec<Phoneme>) -> bool {
    let american = american(word);
    american.is_some_and(|word| look_up(&word, around, out) || inflected(&word, around, out))
}

/// Adds the sound of that ending.
fn end(out: &mut Vec<Phoneme>) {
    let last = out.last().map_or("", |p| p.symbol());
    let ending = match last {
        "s" | "z" | "ʃ" | "tʃ" | "dʒ" => "i z",
        "p" | "ʈ" | "k" | "f" | "t̪ʰ" | "kʰ" | "t̪" => "s",
        _ => "z",
    };
    out.extend(phoneme::parse(ending).unwrap_or_default());
}

fn table(text: &'static str) -> Table {
    lines(text)
        .filter(|(_, line)| !line.starts_with('='))
        .map(|(_, line)| {
            let (spelling, sounds) = line.split_once(' ').unwrap_or((line, ""));
            (spelling, phoneme::parse(sounds).unwrap_or_default())
        })
        .collect()
}

fn marked(text: &'static str) -> Vec<&'static str> {
    let lines = lines(text);
    lines
        .filter_map(|(_, line)| line.strip_prefix('='))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> String {
        let mut out = Vec::new();
        let reading = pronounce(word, Language::En, &mut out);
        assert_eq!(reading.skipped, 0, "{word}");
        phoneme::format(&out)
    }

    #[test]
    fn words_of_the_lexicon_have_indian_sounds() {
        assert_eq!(said("water"), "ʋ ˈɔ ʈ ə r");
        assert_eq!(said("think"), "t̪ʰ ˈi ŋ k");
        assert_eq!(said("Crore"), "k r ˈoː r");
        assert_eq!(said("the"), "d̪ ə");
        assert_eq!(said("hot"), "h ˈɔ ʈ");
        assert_eq!(said("want"), "ʋ ˈɔ n ʈ");
        assert_eq!(said("father"), "f ˈaː d̪ ə r");
        assert_eq!(said("thirty"), "t̪ʰ ˈɜ r ʈ iː");
        assert_eq!(said("Monday"), "m ˈə n ɖ eː");
        // Weak vowels.
        assert_eq!(said("responsibility"), "r i s p ɔ n s i b ˈi l i ʈ iː");
        assert_eq!(said("reported"), "r i p ˈɔ r ʈ i ɖ");
        assert_eq!(said("prepared"), "p r i p ˈɛ r ɖ");
        assert_eq!(said("reset"), "r iː s ˈɛ ʈ");
        assert_eq!(said("enable"), "i n ˈeː b ə l");
        assert_eq!(said("regularity"), "r ɛ ɡ j u l ˈæ r i ʈ iː");
    }

    #[test]
    fn of_words_spelt_alike_the_more_common_one_is_said() {
        assert_eq!(said("read"), "r ˈiː ɖ");
        assert_eq!(said("use"), "j ˈuː z");
        assert_eq!(said("live"), "l ˈi ʋ");
        assert_eq!(said("St"), "s eː n ʈ");
        assert_eq!(said("ST"), "ˈɛ s ʈ ˈiː");
    }

    #[test]
    fn an_ending_follows_the_sound_before_it() {
        assert_eq!(said("teacher's"), "ʈ ˈiː tʃ ə r z");
        assert_eq!(said("bus's"), "b ˈə s i z");
        assert_eq!(said("cat’s"), "k ˈæ ʈ s");
        // So it does where no list has the word.
        assert_eq!(said("Zorbo's"), [&said("Zorbo"), " z"].concat());
        assert_eq!(said("zorbans"), [&said("zorban"), " z"].concat());
        assert_eq!(said("Flombic’s"), [&said("Flombic"), " s"].concat());
    }

    #[test]
    fn abbreviations_are_spelt() {
        assert_eq!(said("UPI"), "j ˈuː p ˈiː ˈaɪ");
        assert_eq!(said("US"), "j ˈuː ˈɛ s");
        assert_eq!(said("us"), "ˈə s");
        assert_eq!(said("GPS"), "dʒ ˈiː p ˈiː ˈɛ s");
        assert_eq!(said("NGO"), "ˈɛ n dʒ ˈiː ˈoː");
        assert_eq!(said("ISRO"), "ˈi s r oː");
        assert_eq!(said("MLAs"), "ˈɛ m ˈɛ l ˈeː z");
        assert_eq!(said("BJP’s"), "b ˈiː dʒ ˈeː p ˈiː z");
        assert_eq!(said("SIT"), "ˈɛ s ˈaɪ ʈ ˈiː");
        assert_eq!(said("BHIM"), "bʱ iː m");
        assert_eq!(said("AAP"), "aː p");
        assert_eq!(said("tsx"), "ʈ ˈiː ˈɛ s ˈɛ k s");
        assert_eq!(said("lte"), "ˈɛ l ʈ ˈiː ˈiː");
        assert_eq!(said("WBCHSE"), "ɖ ˈə b l j uː b ˈiː s ˈiː ˈeː tʃ ˈɛ s ˈiː");
        let letters = "ʈ ˈiː ɖ ˈiː ˈɛ s s ˈiː ɖ ˈiː ˈɛ m ˈeː";
        assert_eq!(said("TDSCDMA"), letters);
    }

    #[test]
    fn an_unknown_word_is_read_by_its_letters() {
        assert_eq!(said("bhupeeti"), "bʱ uː p iː t̪ iː");
        assert_eq!(said("café"), said("cafe"));
    }

    #[test]
    fn a_drawn_out_word_is_the_one_that_it_draws_out() {
        assert_eq!(said("Sooooo"), said("so"));
        assert_eq!(said("gooood"), said("good"));
        assert_eq!(said("helloooo"), said("hello"));
        assert_eq!(said("pleaseeee"), said("please"));
    }

    #[test]
    fn britain_doubles_l_before_an_ending() {
        assert_eq!(said("medallist"), "m ˈɛ ɖ ə l i s ʈ");
        assert_eq!(said("medallists"), "m ˈɛ ɖ ə l i s ʈ s");
    }

    #[test]
    fn an_unknown_word_is_stressed_by_the_weight_of_its_syllables() {
        for (phonemes, stressed) in [
            ("k ə", "k ˈə"),
            ("k ə t̪ aː", "k ˈə t̪ aː"),
            ("k ə t̪ ə m iː", "k ˈə t̪ ə m iː"),
            ("k ə t̪ aː m iː", "k ə t̪ ˈaː m iː"),
            ("k ə t̪ ə n m iː", "k ə t̪ ˈə n m iː"),
            ("k ə t̪ ə p r iː", "k ˈə t̪ ə p r iː"),
            ("k t̪", "k t̪"),
        ] {
            let mut out = phoneme::parse(phonemes).unwrap();
            stress(&mut out, 0);
            assert_eq!(phoneme::format(&out), stressed);
        }
    }

    #[test]
    fn names_of_india_are_read_as_in_their_language() {
        assert_eq!(said("Patel's"), "p ə ʈ eː l z");
        assert_eq!(said("Ramesh"), "r ə m eː ʃ");
        assert_eq!(said("Madhya"), "m ə d̪ʱ j ə");
        assert_eq!(said("Eid"), "iː d̪");
        assert_eq!(said("Gowda"), "ɡ ˈaʊ ɖ aː");
        assert_eq!(said("Palakkad"), "p aː l ə k k aː ɖ");
        assert_eq!(said("Kejriwal"), "k eː dʒ r iː ʋ aː l");
        assert_eq!(said("Gandhi"), "ɡ aː n d̪ʱ iː");
        assert_eq!(said("NITI"), "n iː t̪ iː");
        assert_eq!(said("Bhubaneswar"), "bʱ u b ə n ˈeː ʃ ʋ ə r");
        for (_, line) in lines(include_str!("../../language/en/indian_words.txt")) {
            let (name, spelling) = line.split_once(' ').unwrap();
            let mut out = Vec::new();
            assert_eq!(
                super::super::indic::pronounce(spelling, Language::Hi, &mut out).skipped,
                0
            );
            assert_eq!(
                pronounce(name, Language::En, &mut Vec::new()).source,
                Source::Dictionary,
                "{name}"
            );
        }
    }

    #[test]
    fn what_cannot_be_read_is_counted() {
        for (word, skipped) in [("", 0), ("भा", 1), ("a\u{e000}b", 1), ("’", 0)] {
            let reading = pronounce(word, Language::En, &mut Vec::new());
            assert_eq!(reading.skipped, skipped, "{word:?}");
        }
    }
}
