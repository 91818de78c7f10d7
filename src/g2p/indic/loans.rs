//! English words in native script. A script leaves open some of what a loan sounds like: which inherent vowels are heard,
//! s or ʃ, b or p. So the word is looked up among English ones by its consonants, its letters are aligned with the sounds of
//! each word found, and where they agree English tells what the letters leave open. What they do tell stays as it is written.

use std::cell::OnceCell;

use super::alignment::{Step, align};
use super::read;
use super::rules::Sound;
use super::schwa;
use super::spelt::Spelt;
use super::table::Table;
use crate::data::Place;
use crate::data::laid::Text;
use crate::dictionary::{self, Kind, Skeleton};
use crate::phoneme::Phoneme;
use crate::script::is_matra;

/// A longer word is no loan.
const LONGEST: usize = 40;
/// The fewest consonants of a loan, of one that nothing shows to be foreign, and the fewest sounds before an ending.
const SHORTEST: usize = 2;
const SHORTEST_NATIVE: usize = 3;
const SHORTEST_SOUNDS: usize = 3;
/// So many phonemes of English allow one unusual spelling.
const A_COST: usize = 3;
/// A loan that nothing shows to be foreign has so many consonants where one spelling is unusual.
const LONG: usize = 4;

/// The English word that a loan is.
pub(super) enum English {
    /// By its place in the dictionary.
    At(usize),
    /// As the language lists it.
    Listed(Text),
}

impl English {
    /// The line that has its phonemes.
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            Self::At(rank) => dictionary::place_at(*rank),
            Self::Listed(word) => dictionary::place(word),
        }
    }
}

/// A loan that was found.
pub(super) struct Loan {
    pub(super) english: English,
    sounds: Vec<Sound>,
    /// Where its ending begins, in bytes.
    stem: usize,
    /// Whether the language or the list of loans has it.
    listed: bool,
}

/// What the search for a loan writes on, again and again.
#[derive(Default)]
struct Scratch {
    steps: Vec<Option<Step>>,
    english: Vec<Phoneme>,
}

/// The English word that `word` is, which is spelt with `sounds`, if it is one.
pub(super) fn find(word: &str, sounds: &[Sound], table: &Table) -> Option<Loan> {
    let spelt = &table.spelt;
    if spelt.is_empty() || word.len() > LONGEST * 3 || spelt.native.contains(word) {
        return None;
    }
    let mut whole = sounds.to_vec();
    settle(&mut whole, "");
    let mut scratch = Scratch::default();
    if spelt.may_be_english(word) {
        if let Some(english) = spelt.english.get(word) {
            return named(english, &whole, word.len(), spelt, &mut scratch);
        }
        for ending in spelt.endings_of(word) {
            let stem = word.len() - ending.len();
            if let Some(english) = spelt.listed(&word[..stem], ending) {
                let mut sounds = Vec::new();
                read::read(&word[..stem], table, &mut sounds);
                settle(&mut sounds, ending);
                return named(english, &sounds, stem, spelt, &mut scratch);
            }
        }
    }
    // What has a sound at its head that no English word has is none, whatever its ending.
    let native = |sound: &Sound| !spelt.is_heard(*sound);
    if whole.iter().take(SHORTEST_SOUNDS).any(native) {
        return None;
    }
    // Few words have the consonants of an English one, and only of those it is asked.
    let foreign = OnceCell::new();
    let foreign = || *foreign.get_or_init(|| spelt.is_foreign(&whole));
    let whole = best(&whole, word.len(), foreign, spelt, &mut scratch);
    // A listed loan with an ending is likelier than a rare word: ஸ்டார்கள் is no "Starkel".
    if whole.as_ref().is_some_and(|loan| loan.listed) {
        return whole;
    }
    let mut sounds = Vec::new();
    for ending in spelt.endings_of(word) {
        let stem = word.len() - ending.len();
        if spelt.native.contains(&word[..stem]) {
            return whole;
        }
        sounds.clear();
        if read::read(&word[..stem], table, &mut sounds) > 0 {
            return whole;
        }
        settle(&mut sounds, ending);
        if let Some(loan) = best(&sounds, stem, foreign, spelt, &mut scratch)
            && (loan.listed || whole.is_none())
        {
            return Some(loan);
        }
    }
    whole
}

/// The loan that such sounds are, of which the list tells the English word.
fn named(
    word: Text,
    sounds: &[Sound],
    stem: usize,
    spelt: &Spelt,
    scratch: &mut Scratch,
) -> Option<Loan> {
    let Scratch { steps, english } = scratch;
    english.clear();
    english.extend(dictionary::find(&word)?.filter(|p| *p != Phoneme::STRESS));
    let (_, sounds) = align(sounds, english, english.len(), false, spelt, steps)?;
    let english = English::Listed(word);
    Some(Loan {
        english,
        sounds,
        stem,
        listed: true,
    })
}

/// The English word that such sounds most likely are. One that nothing shows to be `foreign` has to be a listed loan that is
/// spelt in the usual way.
fn best(
    sounds: &[Sound],
    stem: usize,
    foreign: impl Fn() -> bool,
    spelt: &Spelt,
    scratch: &mut Scratch,
) -> Option<Loan> {
    let mut best: Option<(u8, Loan)> = None;
    let skeleton = skeleton(sounds, spelt)?;
    if skeleton.length() < SHORTEST {
        return None;
    }
    for dictionary::Loan {
        rank,
        listed,
        first,
    } in dictionary::loans(skeleton)
    {
        // Most part at their first sounds.
        let begins = sounds.first().is_some_and(|s| spelt.begins(first, *s));
        if !begins || !foreign() && (!listed || skeleton.length() < SHORTEST_NATIVE) {
            continue;
        }
        let Scratch { steps, english } = &mut *scratch;
        english.clear();
        english.extend(dictionary::at(rank).filter(|p| *p != Phoneme::STRESS));
        // One spelling may be unusual in a long one, and in others an inherent vowel silent, but not in सरस or ସମୟର.
        let usual = !foreign() && skeleton.length() < LONG;
        let plain = || {
            sounds
                .iter()
                .all(|s| !s.is_vowel() || *s == Sound::INHERENT)
        };
        let limit = match foreign() {
            true => english.len() / A_COST,
            false => usize::from(!usual || !plain()),
        };
        // Only what costs less than the best one is better.
        let limit = match &best {
            Some((0, _)) => break,
            Some((least, _)) => limit.min(usize::from(least - 1)),
            None => limit,
        };
        if let Some((cost, sounds)) = align(sounds, english, limit, usual, spelt, steps) {
            let english = English::At(rank);
            best = Some((
                cost,
                Loan {
                    english,
                    sounds,
                    stem,
                    listed,
                },
            ));
        }
    }
    best.map(|(_, loan)| loan)
}

/// Appends the phonemes of a loan, and of its ending by the rules.
pub(super) fn pronounce(loan: &Loan, word: &str, table: &Table, out: &mut Vec<Phoneme>) {
    let heard =
        |sounds: &[Sound]| -> Vec<_> { sounds.iter().filter_map(|s| s.phoneme()).collect() };
    let ending = &word[loan.stem..];
    let mut sounds = loan.sounds.clone();
    // टेबलावर, બટનો: the ending may take the schwa before the last consonant.
    if ending.starts_with(is_matra) && schwa::is_silent_before(ending, table) {
        sounds.push(Sound::SCHWA);
        schwa::drop(&mut sounds);
        sounds.pop();
    }
    let stem: Vec<Phoneme> = heard(&sounds);
    out.extend(&stem);
    if ending.is_empty() {
        return;
    }
    // The rules look at what stands before: the end of the loan stands for it, as one consonant, and its vowel.
    let last = stem.last().filter(|last| last.is_vowel());
    // A stop is itself where it tells whether the next one is voiced: விக்கெட்களை.
    let voiceless = |last: &&Phoneme| matches!(last.symbol(), "k" | "ʈ" | "t̪" | "p" | "tʃ");
    let stop = stem
        .last()
        .filter(|last| table.spelt.voices() && voiceless(last));
    let consonant = stop.map_or_else(|| Sound::parse("l"), |stop| Some(Sound::of(*stop)));
    let before: Vec<Sound> = [consonant, last.map(|last| Sound::of(*last))]
        .into_iter()
        .flatten()
        .collect();
    let mut sounds = before.clone();
    // Postpositions keep their own shape: जर्मनीमध्ये.
    if table.parts.is_tail(ending) {
        sounds.push(Sound::BOUNDARY);
    }
    read::read(ending, table, &mut sounds);
    table.rules.apply(&mut sounds);
    out.extend(heard(&sounds).into_iter().skip(before.len()));
}

/// Makes the sounds of a stem before an `ending` as they are compared. Viramas that have a sound of their own are left out but for the
/// last of a word, and so is the h of Marathi's v; a sign that doubles the consonant after it becomes that.
fn settle(sounds: &mut Vec<Sound>, ending: &str) {
    if ending.starts_with(is_matra) && sounds.last() == Some(&Sound::INHERENT) {
        sounds.pop();
    }
    // In place: each sound leaves one at most.
    let mut length = 0;
    for at in 0..sounds.len() {
        let sound = sounds[at];
        let settled = match sounds.get(at + 1) {
            Some(_) if sound == Sound::VIRAMA => continue,
            None if sound == Sound::VIRAMA && !ending.is_empty() => continue,
            None if sound == Sound::VIRAMA && ends_in_chillu(&sounds[..length]) => continue,
            Some(next) if sound == Sound::DOUBLING => *next,
            _ if sound == Sound::H && length > 0 && sounds[length - 1] == Sound::V => continue,
            _ => sound,
        };
        sounds[length] = settled;
        length += 1;
    }
    sounds.truncate(length);
}

/// Whether a last virama was typed for a chillu: കണക്ഷനില് is കണക്ഷനിൽ. But ബില്ല് has a short vowel at the end, and after n it is the
/// dative: കമ്മീഷന്.
fn ends_in_chillu(stem: &[Sound]) -> bool {
    match stem {
        [.., before, last] => has_chillu(*last) && before != last,
        _ => false,
    }
}

/// Whether Malayalam has a letter for a sound without a vowel, a chillu, other than n.
fn has_chillu(sound: Sound) -> bool {
    let symbol = sound.phoneme().map_or("", Phoneme::symbol);
    matches!(symbol, "ɳ" | "r" | "l" | "ɭ" | "j")
}

/// The skeleton of a word in native script; `None` where it has a sound that no English word has.
fn skeleton(sounds: &[Sound], spelt: &Spelt) -> Option<Skeleton> {
    let mut skeleton = Skeleton::NONE;
    let mut before = None;
    for (at, &sound) in sounds.iter().enumerate() {
        let kind = spelt.kind(sound);
        // Nearly all are. There is no branch on the sound, which no processor could foretell.
        if spelt.is_steady(sound) {
            skeleton.push_if(before != Some(sound), kind);
            before = Some(sound);
            continue;
        }
        let next = sounds.get(at + 1).copied();
        if sound.is_nasal_of_class()
            && spelt.reading(sound).is_none()
            && (next.is_none()
                || sound.nasal_before(next) != sound && sound != Sound::PALATAL_NASAL)
        {
            return None;
        }
        // Where the inherent vowel may be silent, a last anusvara is nasality.
        if sound == Sound::NASAL && next.is_none() && spelt.drops_vowels() {
            return None;
        }
        if let Some(kind) = spelt.pair(&sounds[at..]) {
            skeleton.push(kind);
        } else if let Some(kind) = kind {
            if before != Some(sound) {
                let next = next.map(|next| spelt.kind(next));
                let labial = matches!(next, None | Some(Some(Kind::Labial)));
                skeleton.push(if sound == Sound::NASAL && labial {
                    Kind::M
                } else {
                    kind
                });
            }
        } else if !spelt.is_heard(sound) {
            return None;
        }
        before = Some(sound);
    }
    Some(skeleton)
}

#[cfg(test)]
mod tests {
    use super::super::super::source::Source;
    use super::super::{place, pronounce};
    use crate::language::Language;

    fn source(word: &str, language: Language) -> Source {
        pronounce(word, language, &mut Vec::new()).source
    }

    #[test]
    fn an_english_word_in_native_script_is_found_with_its_line() {
        for (word, language) in [
            ("ପ୍ଲାଟଫର୍ମ", Language::Or),
            ("কম্পিউটার", Language::Bn),
            ("மொபைல்", Language::Ta),
            ("सॉफ्टवेयर", Language::Hi),
        ] {
            assert_eq!(source(word, language), Source::Loan, "{word}");
            let place = place(word, language, Source::Loan).to_string();
            assert!(
                place.contains("cmudict.txt:") || place.contains("india.txt:"),
                "{place}"
            );
        }
    }

    #[test]
    fn each_listed_loan_is_spelt_as_its_english_word() {
        let mut unknown = Vec::new();
        for language in Language::ALL {
            for (word, english) in super::super::table(language).spelt.english.iter() {
                if source(&word, language) != Source::Loan {
                    unknown.push(format!("{language} {word}={english}"));
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn a_listed_loan_has_the_sounds_of_english_where_letters_leave_them_open() {
        for (word, language, sounds) in [
            ("সিটি", Language::Bn, "s i ʈ i"),
            ("সিটির", Language::Bn, "s i ʈ i r"),
            ("ফেলে", Language::Bn, "pʰ e l e"),
            ("કેક", Language::Gu, "k e k"),
            ("ફોનને", Language::Gu, "f o n n e"),
            ("ಗೇಟಿಗೆ", Language::Kn, "ɡ eː ʈ i ɡ e"),
            ("கேம்", Language::Ta, "ɡ eː m"),
            ("ଫ୍ୟାନ", Language::Or, "pʰ æ n"),
        ] {
            let mut out = Vec::new();
            pronounce(word, language, &mut out);
            let symbols: Vec<&str> = out.iter().map(|p| p.symbol()).collect();
            assert_eq!(symbols.join(" "), sounds, "{word}");
        }
    }

    #[test]
    fn an_ending_comes_off_first() {
        for (word, language) in [
            ("ব্যাংকের", Language::Bn),
            ("କମ୍ପ୍ୟୁଟରରେ", Language::Or),
            ("கம்ப்யூட்டரில்", Language::Ta),
            ("കമ്പ്യൂട്ടറിൽ", Language::Ml),
            ("नेटवर्कच्या", Language::Mr),
        ] {
            assert_eq!(source(word, language), Source::Loan, "{word}");
        }
    }

    #[test]
    fn native_words_that_look_alike_are_read_by_their_rules() {
        for (word, language) in [
            ("ଭଲ", Language::Or),
            ("ମନ", Language::Or),
            ("ସାଙ୍ଗରେ", Language::Or),
            ("করি", Language::Bn),
            ("সঙ্গে", Language::Bn),
            ("பாட்டி", Language::Ta),
            ("கண்", Language::Ta),
            ("போனால்", Language::Ta),
            ("പാട്ട്", Language::Ml),
            ("रोज", Language::Mr),
            ("ਲਾਭ", Language::Pa),
        ] {
            assert_eq!(source(word, language), Source::Rules, "{word}");
        }
    }
}
