//! How a script spells the sounds of English, as a table tells it.

use std::collections::BTreeMap;

use super::foreign::Foreign;
use super::rules::{SOUNDS, Set, Sound};
use crate::data::laid::{Laid, Text, Words, laid};
use crate::dictionary::{Kind, kind};
use crate::phoneme::{Phoneme, SYMBOLS};
use crate::script;

/// Sounds of native spelling that stand for one of English.
pub(super) struct Way {
    pub(super) sounds: Vec<Sound>,
    /// How unusual it is.
    pub(super) cost: u8,
}

laid!(Way { sounds, cost });

/// Where a virama and the sign of u stand in the block of a script.
const VIRAMA: u32 = 0x4d;
const U: u32 = 0x41;

/// What an unusual spelling costs.
pub(super) const UNUSUAL: u8 = 1;

/// What a sound of native spelling is in an English word.
#[derive(Default)]
pub(super) struct Reading {
    /// The first of them where English has none of them.
    pub(super) sounds: Vec<Sound>,
    /// Whether it may stand for nothing, and whether it does so often.
    pub(super) optional: bool,
    pub(super) free: bool,
}

laid!(Reading {
    sounds,
    optional,
    free
});

/// What may follow a loan.
struct Ending {
    text: Text,
    /// Its last bytes as a number, and which bytes of that are its own: few words need be compared with more.
    tail: u64,
    mask: u64,
}

laid!(Ending { text, tail, mask });

impl Ending {
    fn new(text: &str) -> Self {
        let mask = match text.len() {
            length @ ..8 => (1 << (8 * length)) - 1,
            _ => u64::MAX,
        };
        Self {
            text: text.to_owned().into(),
            tail: tail(text),
            mask,
        }
    }
}

/// The last eight bytes of a text as a number, the last one lowest.
fn tail(text: &str) -> u64 {
    let bytes = text.as_bytes();
    match bytes.last_chunk() {
        Some(last) => u64::from_be_bytes(*last),
        None => bytes
            .iter()
            .fold(0, |tail, byte| tail << 8 | u64::from(*byte)),
    }
}

/// A bit for each of many beginnings of words.
struct Heads([u64; Self::WORDS]);

impl Laid for Heads {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        Laid::take(bytes).map(Self)
    }
}

laid!(Kind as u8);

impl Heads {
    /// Some sixty-four bits for each of the loans that a language lists.
    const WORDS: usize = 256;

    /// The bit for the first two or three characters of a word, by their last bytes. Each has three bytes in these scripts.
    fn bit(word: &[u8], characters: usize) -> Option<(usize, u32)> {
        let last = |at: usize| usize::from(word.get(at).copied().unwrap_or(0) & 0x7f);
        let third = if characters > 2 { last(8) * 149 } else { 0 };
        let hash = last(2) + last(5) * 31 + third + characters;
        Some((hash / 64 % Self::WORDS, hash as u32 % 64)).filter(|_| word.len() >= 3 * characters)
    }

    fn add(&mut self, word: &str) {
        let characters = (word.len() / 3).min(3);
        if let Some((at, bit)) = Self::bit(word.as_bytes(), characters) {
            self.0[at] |= 1 << bit;
        }
    }

    /// Whether a word may begin with one of those that were added.
    fn may_begin(&self, word: &str) -> bool {
        let has = |(at, bit): (usize, u32)| self.0[at] >> bit & 1 == 1;
        [2, 3]
            .into_iter()
            .any(|characters| Self::bit(word.as_bytes(), characters).is_some_and(has))
    }
}

/// How loans are spelt in one language.
pub(super) struct Spelt {
    /// For each phoneme.
    ways: Vec<Vec<Way>>,
    /// For each phoneme, what these begin with.
    begins: [Set; SYMBOLS.len()],
    readings: Vec<Option<Reading>>,
    kinds: [Option<Kind>; SOUNDS],
    /// Sounds that have no kind, or always the same one, whatever stands beside them.
    steady: Set,
    /// Whether a stop is voiced between vowels: some sound may be p or b.
    voices: bool,
    /// Two sounds that together are a consonant.
    pairs: Vec<([Sound; 2], Kind)>,
    /// What few words have but loans.
    pub(super) foreign: Foreign,
    /// Endings of the language that may follow a loan, by their last byte, the shortest first.
    endings: BTreeMap<u8, Vec<Ending>>,
    /// Words of the language that look like loans.
    pub(super) native: Words<()>,
    /// Loans that look like words of the language, and the English words that they are.
    pub(super) english: Words<Text>,
    /// What they begin with.
    heads: Heads,
}

laid!(Spelt {
    ways,
    begins,
    readings,
    kinds,
    steady,
    voices,
    pairs,
    foreign,
    endings,
    native,
    english,
    heads,
});

impl Default for Spelt {
    fn default() -> Self {
        Self {
            ways: std::iter::repeat_with(Vec::new)
                .take(SYMBOLS.len())
                .collect(),
            begins: [Set::default(); SYMBOLS.len()],
            readings: std::iter::repeat_with(|| None).take(SOUNDS).collect(),
            kinds: [None; SOUNDS],
            steady: Set::default(),
            voices: false,
            pairs: Vec::new(),
            foreign: Foreign::default(),
            endings: BTreeMap::new(),
            native: Words::default(),
            english: Words::default(),
            heads: Heads([0; Heads::WORDS]),
        }
    }
}

impl Spelt {
    /// Adds ways to spell a phoneme: each one or more sounds with `+` between, unusual ones after a colon.
    pub(super) fn spell(&mut self, line: &str) -> Option<()> {
        let (symbol, ways) = line.split_once('=')?;
        let symbol = symbol.trim();
        let phoneme = SYMBOLS.iter().position(|s| *s == symbol)?;
        let mut cost = 0;
        for way in ways.split_whitespace() {
            if way == ":" {
                cost = UNUSUAL;
                continue;
            }
            let sounds: Option<Vec<Sound>> = way.split('+').map(Sound::parse).collect();
            let sounds = sounds?;
            if let Some(kind) = kind(symbol) {
                match sounds[..] {
                    // Of several kinds the first holds: anusvara is n.
                    [only] => {
                        self.kinds[only.index()].get_or_insert(kind);
                    }
                    [a, b] if [a, b].iter().all(|s| self.kinds[s.index()].is_none()) => {
                        self.pairs.push(([a, b], kind));
                    }
                    _ => {}
                }
            }
            let first = sounds.first().copied();
            self.begins[phoneme] = self.begins[phoneme].union(Set::of(first.as_slice()));
            self.ways[phoneme].push(Way { sounds, cost });
        }
        Some(())
    }

    /// Adds what a sound of the spelling may be; `0` among them is nothing, `00` what is nothing as often as not.
    pub(super) fn read(&mut self, line: &str) -> Option<()> {
        let (sound, readings) = line.split_once('=')?;
        let sound = Sound::parse(sound.trim())?;
        let mut reading = Reading::default();
        for name in readings.split_whitespace() {
            match name {
                "0" => reading.optional = true,
                "00" => (reading.optional, reading.free) = (true, true),
                name => reading.sounds.push(Sound::parse(name)?),
            }
        }
        self.voices |= ["p", "b"]
            .iter()
            .all(|s| Sound::parse(s).is_some_and(|s| reading.sounds.contains(&s)));
        self.readings[sound.index()] = Some(reading);
        Some(())
    }

    pub(super) fn add_endings(&mut self, line: &str) {
        for ending in line.split_whitespace() {
            let ending = Ending::new(&script::clean(ending.trim_start_matches('+')));
            let last = *ending.text.as_bytes().last().unwrap_or(&0);
            let endings = self.endings.entry(last).or_default();
            endings.push(ending);
            endings.sort_by_key(|ending| ending.text.len());
        }
    }

    pub(super) fn add_native(&mut self, line: &str) {
        for word in line.split_whitespace() {
            self.native.insert(&script::clean(word), ());
        }
    }

    /// Adds loans, each with its English word: ফোন=phone.
    pub(super) fn add_english(&mut self, line: &str) -> Option<()> {
        for pair in line.split_whitespace() {
            let (word, english) = pair.split_once('=')?;
            let word = script::clean(word);
            word.chars().nth(1)?;
            self.heads.add(&word);
            self.english.insert(&word, english.to_owned().into());
        }
        Some(())
    }

    /// The English word that a stem before an `ending` is listed for. Before a vowel sign the stem has no virama or u at its end, or
    /// its last consonant twice: கார்டில், டாப்பில்.
    pub(super) fn listed(&self, stem: &str, ending: &str) -> Option<Text> {
        if let Some(english) = self.english.get(stem) {
            return Some(english);
        }
        let last = stem
            .chars()
            .next_back()
            .filter(|_| ending.starts_with(script::is_matra))?;
        let block = script::letter(last)?.block()?;
        let sign = |offset| char::from_u32(block + offset);
        let whole = [VIRAMA, U].into_iter().find_map(|offset| {
            let whole = format!("{stem}{}", sign(offset)?);
            self.english.get(&whole)
        });
        whole.or_else(|| {
            let single = stem.strip_suffix(last)?;
            let open = single.strip_suffix(script::is_virama)?;
            self.english.get(single).filter(|_| open.ends_with(last))
        })
    }

    /// Whether a word may begin with a listed loan: most do not.
    pub(super) fn may_be_english(&self, word: &str) -> bool {
        self.heads.may_begin(word)
    }

    /// Settles what is told of each sound, after all lines.
    pub(super) fn settle(&mut self) {
        let begins_pair = |sound: Sound| self.pairs.iter().any(|(pair, _)| pair[0] == sound);
        let steady = |sound: &Sound| {
            let reads = sound.is_nasal_of_class() && self.reading(*sound).is_none();
            self.is_heard(*sound) && *sound != Sound::NASAL && !reads && !begins_pair(*sound)
        };
        let sounds: Vec<Sound> = (0..SOUNDS as u8).map(Sound::at).filter(steady).collect();
        self.steady = Set::of(&sounds);
    }

    /// Whether a sound has no kind, or the same one, whatever stands beside it.
    pub(super) fn is_steady(&self, sound: Sound) -> bool {
        self.steady.has(sound)
    }

    /// Whether the sounds of a word have what few words have but loans.
    pub(super) fn is_foreign(&self, sounds: &[Sound]) -> bool {
        self.foreign.is_in(sounds)
    }

    /// Whether a stop is voiced between vowels.
    pub(super) fn voices(&self) -> bool {
        self.voices
    }

    /// Whether the language has loans.
    pub(super) fn is_empty(&self) -> bool {
        self.endings.is_empty()
    }

    /// The endings that a word has; none is all of it.
    pub(super) fn endings_of<'s>(&'s self, word: &'s str) -> impl Iterator<Item = &'s str> {
        let last = word.as_bytes().last().unwrap_or(&0);
        let endings = self.endings.get(last).map(Vec::as_slice);
        let (endings, tail) = (endings.unwrap_or_default().iter(), tail(word));
        let endings = endings.filter(move |ending| tail & ending.mask == ending.tail);
        let endings = endings.map(|ending| &*ending.text);
        endings.filter(move |ending| ending.len() < word.len() && word.ends_with(ending))
    }

    /// The ways to spell `phoneme` where the next sound of the spelling is `sound`; none where no way begins with it.
    pub(super) fn ways(&self, phoneme: Phoneme, sound: Option<&Sound>) -> &[Way] {
        let begins = sound.is_some_and(|sound| self.begins[phoneme.index()].has(*sound));
        if begins {
            &self.ways[phoneme.index()]
        } else {
            &[]
        }
    }

    /// Whether a word that begins with `phoneme` in English may begin with `sound` as it is spelt: the vowel and the glide that
    /// need no letter may stand before any.
    pub(super) fn begins(&self, phoneme: Phoneme, sound: Sound) -> bool {
        matches!(Sound::of(phoneme), Sound::SCHWA | Sound::J)
            || self.begins[phoneme.index()].has(sound)
    }

    /// Whether a sound may be heard in an English word.
    pub(super) fn is_heard(&self, sound: Sound) -> bool {
        sound.is_vowel() || self.kind(sound).is_some() || self.reading(sound).is_some()
    }

    /// What a sound is in an English word, where the table tells.
    pub(super) fn reading(&self, sound: Sound) -> Option<&Reading> {
        self.readings[sound.index()].as_ref()
    }

    /// Whether inherent vowels may be silent.
    pub(super) fn drops_vowels(&self) -> bool {
        self.reading(Sound::INHERENT)
            .is_some_and(|reading| reading.optional)
    }

    /// What it costs more that one letter of a script without letters of their own for voiced stops stands for `phoneme`: it is
    /// voiced `between` vowels, and voiceless where it is `doubled`.
    pub(super) fn doubt(&self, way: &Way, phoneme: Phoneme, between: bool, doubled: bool) -> u8 {
        let [sound] = way.sounds[..] else { return 0 };
        let open = self
            .reading(sound)
            .is_some_and(|reading| reading.sounds.len() > 1);
        let voiced = || matches!(phoneme.symbol(), "b" | "ɡ" | "ɖ" | "d̪");
        let voiceless = || matches!(phoneme.symbol(), "p" | "k" | "ʈ" | "t̪ʰ" | "f");
        let doubtful = open && self.voices && (between && voiceless() || doubled && voiced());
        if doubtful { UNUSUAL } else { 0 }
    }

    /// The kind of a sound that stands for consonants of English.
    pub(super) fn kind(&self, sound: Sound) -> Option<Kind> {
        self.kinds[sound.index()]
    }

    /// The kind of two sounds that stand for one of them.
    pub(super) fn pair(&self, sounds: &[Sound]) -> Option<Kind> {
        let pair = self.pairs.iter().find(|(pair, _)| sounds.starts_with(pair));
        pair.map(|(_, kind)| *kind)
    }
}
