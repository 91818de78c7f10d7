//! The words of each language for numbers and signs, parsed from its `numbers.txt` and `words.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use serde::Serialize;

use super::cue::{self, Cues};
use super::rows::Language;
use super::sources::{Sources, sources};
use crate::data::lines;
use crate::script::{is_virama, is_vowel_sign};

/// The words of one language for numbers and signs.
#[derive(Debug, Default)]
pub struct Table {
    numbers: Vec<Rule>,
    /// The rules for numbers in groups of three digits: those up to 1000 of `numbers`, and rules of their own.
    western: Vec<Rule>,
    scaled: Scaled,
    words: HashMap<&'static str, &'static str, RandomState>,
    /// The same, each cut at its spaces.
    lists: HashMap<&'static str, Box<[&'static str]>, RandomState>,
    /// The cues beside numbers, in lower case.
    cues: OnceLock<HashMap<&'static str, Cues, RandomState>>,
    cue_source: &'static str,
    /// The endings of words, as written.
    suffixes: HashMap<&'static str, Suffix, RandomState>,
    /// Words that stand apart and need a stem before them. A `*` at the end matches any continuation.
    apart: Vec<(&'static str, Suffix)>,
    /// The words that are written shorter without a stop.
    shortened: Few,
    /// The names of the digits 0 to 9.
    digits: [String; 10],
    /// The word before a unit of which there is one, which is looked for at each short word.
    per: &'static str,
}

/// How an ending attaches to the last word of a reading: to the stem that `forms` give for the longest matching tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Suffix {
    /// Pairs `tail>stem`, separated by spaces.
    pub forms: &'static str,
    /// What follows the stem.
    pub ending: &'static str,
    /// The doubled first consonant of the next word, as in மணிக்குத் தொடங்கும்; empty if there is none.
    pub doubled: &'static str,
}

/// The forms that the last word of a quotient has before its scale, `tail>form tail>form`: where the scale stands apart, and where it
/// is joined.
#[derive(Debug, Default)]
struct Scaled {
    apart: &'static str,
    joined: &'static str,
}

/// A rule for numbers from `base` on. Its words may include the quotient and the remainder of a division by `divisor`.
#[derive(Clone, Debug)]
struct Rule {
    base: u64,
    divisor: u64,
    words: &'static str,
}

impl Rule {
    /// Parses a rule. `key` is the base, with the divisor after a stroke; by default that is the highest power of ten
    /// up to the base.
    fn parse(key: &str, words: &'static str) -> Option<Self> {
        let (base, divisor) = key.split_once('/').unwrap_or((key, ""));
        let base: u64 = base.parse().ok()?;
        let power = 10u64.pow(base.max(1).ilog10());
        Some(Self {
            base,
            divisor: divisor.parse().unwrap_or(power).max(1),
            words,
        })
    }
}

/// Returns the entries `key = words` of a file.
fn entries(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(source).filter_map(|(_, line)| line.split_once(" = "))
}

/// The name of a unit with more characters is known in its forms.
const SHORT_UNIT: usize = 3;
/// The families of words that are written shorter without a stop.
const SHORTENED: [&str; 2] = ["short:", "abbr:"];
/// The longest word that is written shorter without a stop.
const MAX_SHORTENED: usize = 8;

/// A number with more digits is read digit by digit.
const MAX_DIGITS: usize = 16;

/// Returns the table of `language`.
pub fn table(language: Language) -> &'static Table {
    static TABLES: [OnceLock<Table>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    TABLES[language as usize].get_or_init(|| Table::parse(sources(language)))
}

impl Table {
    fn parse(sources: &'static Sources) -> Self {
        let mut table = Self {
            words: entries(sources.words).collect(),
            cue_source: sources.cues,
            ..Self::default()
        };
        // The keys of a family have one name each.
        let lists = table.words.iter().filter(|(key, _)| !key.contains(':'));
        table.lists = lists
            .map(|(key, words)| (*key, words.split(' ').collect()))
            .collect();
        table.per = table.word("per").unwrap_or_default();
        table.parse_endings();
        let shortened = |key: &&'static str| SHORTENED.iter().find_map(|f| key.strip_prefix(f));
        let shortened: Vec<&str> = table.words.keys().filter_map(shortened).collect();
        for word in shortened {
            let letters: Vec<char> = word.chars().collect();
            table.shortened.add(&letters);
        }
        for (key, words) in entries(sources.numbers) {
            match key {
                "quotient" => table.scaled.apart = words,
                "quotient+" => table.scaled.joined = words,
                _ => {}
            }
            let (key, rules) = match key.strip_prefix("western:") {
                Some(key) => (key, &mut table.western),
                None => (key, &mut table.numbers),
            };
            rules.extend(Rule::parse(key, words));
        }
        if table.western.is_empty() {
            table.western.clone_from(&table.numbers);
        } else {
            // Above a thousand the scales differ.
            let shared = table.numbers.iter().filter(|rule| rule.base <= 1000);
            table.western.extend(shared.cloned());
        }
        table.numbers.sort_by_key(|rule| rule.base);
        table.western.sort_by_key(|rule| rule.base);
        table.digits = std::array::from_fn(|digit| {
            let mut name = String::new();
            table.number(digit as u64, &mut name);
            name.trim_start().to_owned()
        });
        table
    }

    fn parse_endings(&mut self) {
        let suffix = |stem: &str, ending| {
            let forms = self.words.get(&*format!("stem:{stem}")).copied();
            Suffix {
                forms: forms.unwrap_or_default(),
                ending,
                doubled: "",
            }
        };
        let mut suffixes = HashMap::default();
        let mut apart = Vec::new();
        for (key, written) in &self.words {
            if let Some((stem, ending)) =
                key.strip_prefix("suffix:").and_then(|k| k.split_once('+'))
            {
                suffixes.extend(written.split(' ').map(|w| (w, suffix(stem, ending))));
            } else if let Some(stem) = key.strip_prefix("apart:") {
                apart.extend(written.split(' ').map(|w| (w, suffix(stem, ""))));
            }
        }
        // The word itself decides between words of one length, as the map has no order of its own.
        apart.sort_by_key(|(word, _): &(&str, Suffix)| (std::cmp::Reverse(word.len()), *word));
        (self.suffixes, self.apart) = (suffixes, apart);
    }

    /// Returns the ending of this spelling, which may have the doubled first consonant of the next word at its end.
    pub fn suffix(&self, written: &str) -> Option<Suffix> {
        let suffix = self.suffixes.get(written).copied();
        suffix.or_else(|| {
            let mut doubled = self.list("doubled");
            let doubled = doubled.find(|doubled| written.ends_with(doubled))?;
            let suffix = self.suffixes.get(written.strip_suffix(doubled)?)?;
            Some(Suffix { doubled, ..*suffix })
        })
    }

    /// Returns the stem that a word standing apart needs before it.
    pub fn postposition(&self, word: &str) -> Option<Suffix> {
        let is = |listed: &str| match listed.strip_suffix('*') {
            Some(beginning) => word.starts_with(beginning),
            None => word == listed,
        };
        let mut apart = self.apart.iter();
        apart
            .find(|(listed, _)| is(listed))
            .map(|(_, suffix)| *suffix)
    }

    /// Returns the words of a key.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        self.words.get(key).copied()
    }

    /// Returns whether a text ends in the word for "per", which begins after a space, and a space.
    pub fn ends_in_per(&self, text: &[char]) -> bool {
        let mut before = text.iter().rev();
        !self.per.is_empty()
            && before.next() == Some(&' ')
            && self.per.chars().rev().all(|c| before.next() == Some(&c))
            && before.next().is_none_or(|c| *c == ' ')
    }

    /// Returns the words of a name in a family of keys, such as `unit:`.
    pub fn named(&self, family: &str, name: &str) -> Option<&'static str> {
        self.word(&[family, name].concat())
    }

    /// Returns what a word, in lower case, tells of the number beside it.
    pub fn cues(&self, word: &str) -> Cues {
        let cues = self.cues.get_or_init(|| {
            let mut told: HashMap<_, Cues, RandomState> = HashMap::default();
            for (word, cues) in cue::parse(self.cue_source) {
                let all = told.entry(word).or_default();
                *all = all.and(cues);
            }
            told
        });
        cues.get(word).copied().unwrap_or_default()
    }

    /// Returns the words listed under a key.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &'static str> {
        let list = self.lists.get(key).map(AsRef::as_ref);
        list.unwrap_or_default().iter().copied()
    }

    /// Returns whether a word is listed under a key.
    pub fn lists(&self, key: &str, word: &str) -> bool {
        self.list(key).any(|listed| listed == word)
    }

    /// Returns the words for an abbreviation with its stop, in lower case: `dr.`
    pub fn abbreviation(&self, stopped: &str) -> Option<&'static str> {
        let either = || self.named("abbr:", stopped.strip_suffix('.')?);
        self.word(stopped).or_else(either)
    }

    /// Returns the words for a word that is written shorter without a stop: pls. Nearly all words are none by a few of their
    /// characters.
    pub fn shortened(&self, letters: &[char]) -> Option<&'static str> {
        let few = letters.len() <= MAX_SHORTENED && self.shortened.may_have(letters);
        few.then(|| self.in_full(letters))?
    }

    #[cold]
    fn in_full(&self, letters: &[char]) -> Option<&'static str> {
        let mark = |c: &char| if *c == '’' { '\'' } else { *c };
        let word: String = letters.iter().map(mark).collect();
        let lower = word.to_lowercase();
        let known = |word: &str| SHORTENED.iter().find_map(|family| self.named(family, word));
        let capitals = letters[1..].iter().any(|c| c.is_uppercase());
        // One letter is a word of a chat in lower case only: u, but not U.
        let other = capitals || letters.len() == 1;
        known(&word).or_else(|| known(&lower).filter(|_| !other))
    }

    /// Returns the name of a Latin letter, in the script of the language, that these characters are.
    pub fn letter(&self, letters: &[char]) -> Option<&'static str> {
        let is = |name: &str| name.chars().eq(letters.iter().copied());
        // ଆର୍ is written without its virama as well.
        let bare = |name: &str| name.strip_suffix(is_virama).is_some_and(is);
        self.list("letters").find(|name| is(name) || bare(name))
    }

    /// Returns whether `word` is the name of a unit, or a form of a long one.
    pub fn names_unit(&self, word: &str) -> bool {
        let mut units = self
            .words
            .iter()
            .filter(|(key, _)| key.starts_with("unit:"));
        units.any(|(_, name)| {
            let last = name.char_indices().next_back().map_or(0, |(at, _)| at);
            let long = name.chars().count() > SHORT_UNIT && !name.contains(' ');
            word == *name || long && word.starts_with(&name[..last])
        })
    }

    /// Returns whether `word` is the name of a digit.
    pub fn is_digit(&self, word: &str) -> bool {
        self.digits.iter().any(|name| name == word)
    }

    /// Appends the words for an integer: as a number, or digit by digit if it has a leading zero or is too long.
    pub fn integer(&self, digits: &[u8], out: &mut String) {
        if digits.len() > MAX_DIGITS || (digits.len() > 1 && digits[0] == 0) {
            return self.digits(digits, out);
        }
        let number = digits.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        self.number(number, out);
    }

    /// Appends the name of each digit.
    pub fn digits(&self, digits: &[u8], out: &mut String) {
        for digit in digits {
            self.number(u64::from(*digit), out);
        }
    }

    /// Appends the words for an integer in groups of three digits.
    pub fn western(&self, digits: &[u8], out: &mut String) {
        if digits.len() > MAX_DIGITS || digits.first() == Some(&0) {
            return self.integer(digits, out);
        }
        let number = digits.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        say(&self.western, &self.scaled, number, out);
    }

    /// Appends the words for a number.
    pub fn number(&self, n: u64, out: &mut String) {
        say(&self.numbers, &self.scaled, n, out);
    }
}

/// A few words, of which a word is none if its bit is not set. The bit depends on its length and its first two and last characters,
/// capitals or not.
#[derive(Debug)]
struct Few([u64; Few::WORDS]);

impl Few {
    /// Sixty-four bits for each of the words that a language has.
    const WORDS: usize = 64;

    fn bit(letters: &[char]) -> Option<(usize, u32)> {
        let (first, last) = (letters.first()?, letters.last()?);
        let second = letters.get(1).unwrap_or(first);
        let bits = |c: char| c as usize % 32;
        let hash = bits(*first) ^ bits(*second) << 4 ^ bits(*last) << 7 ^ letters.len() << 2;
        Some((hash / 64 % Self::WORDS, hash as u32 % 64))
    }

    fn add(&mut self, letters: &[char]) {
        if let Some((word, bit)) = Self::bit(letters) {
            self.0[word] |= 1 << bit;
        }
    }

    fn may_have(&self, letters: &[char]) -> bool {
        Self::bit(letters).is_some_and(|(word, bit)| self.0[word] >> bit & 1 == 1)
    }
}

impl Default for Few {
    fn default() -> Self {
        Self([0; Self::WORDS])
    }
}

/// A word by the form that `forms` have for its longest tail: `tail>form tail>form`.
pub fn inflected(forms: &str, word: &str) -> Option<String> {
    let forms = forms.split_ascii_whitespace();
    let forms = forms.filter_map(|form| form.split_once('>'));
    let stems = forms.filter_map(|(tail, form)| Some((word.strip_suffix(tail)?, form)));
    let (stem, form) = stems.min_by_key(|(stem, _)| stem.len())?;
    Some([stem, form].concat())
}

/// Gives the last word the form that it has before a scale.
fn scaled(forms: &str, out: &mut String) {
    let at = out.rfind(' ').map_or(0, |space| space + 1);
    if let Some(form) = inflected(forms, &out[at..]) {
        out.truncate(at);
        out.push_str(&form);
    }
}

fn say(rules: &[Rule], forms: &Scaled, n: u64, out: &mut String) {
    let above = rules.partition_point(|rule| rule.base <= n);
    let mut below = rules[..above].iter().rev();
    let Some(Rule {
        base,
        divisor,
        words,
    }) = below.next()
    else {
        return;
    };
    // A rule that changes only what follows a round number does not apply to the round number itself.
    let words = match below.next() {
        Some(round) if !base.is_multiple_of(*divisor) && n.is_multiple_of(*divisor) => &round.words,
        _ => words,
    };
    let mut words = words.split(' ').peekable();
    while let Some(word) = words.next() {
        match word {
            "<<" => {
                say(rules, forms, n / divisor, out);
                let joined = words.peek().is_some_and(|scale| is_joined(scale));
                let forms = if joined { forms.joined } else { forms.apart };
                scaled(forms, out);
            }
            ">>" if n.is_multiple_of(*divisor) => {}
            ">>" => say(rules, forms, n % divisor, out),
            _ => push(out, word),
        }
    }
}

/// Returns whether a word of a table is joined to the word before it.
pub fn is_joined(word: &str) -> bool {
    word.starts_with(['~', '+']) && word.len() > 1
}

/// Appends a word. A `+` before it joins it to the last word; a `~` also replaces that word's vowel sign or virama.
pub fn push(out: &mut String, word: &str) {
    if !is_joined(word) {
        out.push(' ');
        out.push_str(word);
        return;
    }
    if word.starts_with('~') && out.ends_with(is_vowel_sign) {
        out.pop();
    }
    out.push_str(&word[1..]);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn spoken(language: Language, n: u64) -> String {
        let digits: Vec<u8> = n.to_string().bytes().map(|b| b - b'0').collect();
        let mut out = String::new();
        table(language).integer(&digits, &mut out);
        out.trim().to_owned()
    }

    #[test]
    fn no_two_numbers_are_said_alike() {
        for language in Language::ALL {
            let mut said = HashSet::new();
            let powers = (4..15).flat_map(|p| (1..100).map(move |n| n * 10u64.pow(p)));
            for n in (0..10_000).chain(powers.filter(|n| n.ilog10() < 15)) {
                let words = spoken(language, n);
                assert!(
                    !words.is_empty() && !words.contains("  "),
                    "{language} {n}: {words}"
                );
                said.insert((words, n));
            }
            let mut words: Vec<_> = said.iter().map(|(w, _)| w).collect();
            let mut numbers: Vec<_> = said.iter().map(|(_, n)| n).collect();
            words.sort();
            words.dedup();
            numbers.sort();
            numbers.dedup();
            assert_eq!(words.len(), numbers.len(), "{language}");
        }
    }

    #[test]
    fn every_language_names_the_signs() {
        const SIGNS: &str = "point minus % & + = @ # / - _ dot to over ½ ¼ ¾ ₹ ₹. ₹1 $ € £ ¥ ₩ ₺ ৳ ° × ÷ < > \
            o'clock clock months scales abbreviations \
            unit:m unit:g unit:°C";
        for language in Language::ALL {
            for sign in SIGNS.split(' ').filter(|s| !s.is_empty()) {
                assert!(table(language).word(sign).is_some(), "{language} {sign}");
            }
            assert_eq!(table(language).list("months").count(), 12, "{language}");
        }
    }

    #[test]
    fn joining_forms() {
        use Language::*;
        for (language, n, words) in [
            (Hi, 123_456, "एक लाख तेईस हज़ार चार सौ छप्पन"),
            (Hi, 10_000_000, "एक करोड़"),
            (Mr, 100, "शंभर"),
            (Mr, 101, "एकशे एक"),
            (Gu, 200, "બસો"),
            (Bn, 1_250, "এক হাজার দুইশো পঞ্চাশ"),
            (Pa, 1_100, "ਇੱਕ ਹਜ਼ਾਰ ਇੱਕ ਸੌ"),
            (Or, 100, "ଶହେ"),
            (Or, 1_101, "ଏକ ହଜାର ଏକ ଶହ ଏକ"),
            (Ta, 1_000, "ஆயிரம்"),
            (Ta, 1_921, "ஆயிரத்து தொள்ளாயிரத்து இருபத்து ஒன்று"),
            (Ta, 25_000, "இருபத்து ஐந்தாயிரம்"),
            (Te, 105, "నూట ఐదు"),
            (Te, 2_000, "రెండు వేలు"),
            (Te, 2_005, "రెండు వేల ఐదు"),
            (Kn, 83, "ಎಂಬತ್ತಮೂರು"),
            (Kn, 120, "ನೂರ ಇಪ್ಪತ್ತು"),
            (Kn, 100_000, "ಒಂದು ಲಕ್ಷ"),
            (Ml, 121, "നൂറ്റി ഇരുപത്തിയൊന്ന്"),
            (Ml, 10_500, "പതിനായിരത്തി അഞ്ഞൂറ്"),
            (
                En,
                123_456_789,
                "twelve crore thirty four lakh fifty six thousand seven hundred and eighty nine",
            ),
        ] {
            assert_eq!(spoken(language, n), words);
        }
    }
}
