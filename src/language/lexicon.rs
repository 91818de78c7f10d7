//! The words of a language as its files have them. The build reads them.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Condition;
use super::cue::{self, Cues};
use super::keys::{Currency, Family, List, Name};
use crate::data::lines;

/// One of the meanings of an abbreviation.
#[derive(Clone, Debug)]
pub struct Reading {
    pub condition: Condition,
    pub said: String,
    /// The words of [`Condition::Before`].
    pub before: Vec<String>,
    pub line: usize,
}

/// The words of a language. What each is for, `table.rs` tells of the field of the same name.
#[derive(Default)]
pub struct Lexicon {
    pub said: BTreeMap<Name, String>,
    pub lists: BTreeMap<List, Vec<String>>,
    pub families: [BTreeMap<String, String>; Family::ALL.len()],
    pub currencies: BTreeMap<Currency, [String; 4]>,
    pub currency_words: BTreeMap<String, Currency>,
    pub stopped: BTreeMap<String, Vec<Reading>>,
    pub shortened: BTreeMap<String, Vec<Reading>>,
    pub counted: BTreeMap<String, Vec<Reading>>,
    pub cues: BTreeMap<String, Cues>,
    pub suffixes: BTreeMap<String, (String, String)>,
    pub apart: BTreeMap<String, String>,
    pub numbers: BTreeMap<(u64, u64), String>,
    pub western: BTreeMap<(u64, u64), String>,
    pub scaled: [String; 2],
    /// Every word of a value.
    pub words: BTreeSet<String>,
}

fn entries(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    lines(text).filter_map(|(n, line)| line.split_once(" = ").map(|(k, v)| (n, k, v)))
}

/// The families, by what their keys begin with.
const PREFIXES: [(&str, Family); 19] = [
    ("unit:", Family::Units),
    ("prefix:", Family::Prefixes),
    ("scale:", Family::ScaleNames),
    ("ordinal:", Family::Ordinals),
    ("net:", Family::Addresses),
    ("sign:", Family::SilentSigns),
    ("one:", Family::Ones),
    ("clock:", Family::ClockWords),
    ("month:", Family::ShortMonths),
    ("day:", Family::ShortWeekdays),
    ("letter:", Family::LetterSounds),
    ("before:", Family::BeforeNouns),
    ("counting:", Family::CountingForms),
    ("ending:", Family::Joined),
    ("final:", Family::Finals),
    ("person:", Family::PersonCounts),
    ("linked:", Family::Linked),
    ("part:", Family::PartsOf),
    ("fraction:", Family::Fractions),
];

/// Reads the files of a language.
pub fn read(numbers: &str, words: &str, cues: &str) -> Lexicon {
    let mut lexicon = Lexicon::default();
    let stems: BTreeMap<&str, &str> = entries(words)
        .filter_map(|(_, key, value)| Some((key.strip_prefix("stem:")?, value)))
        .collect();
    for (line, key, value) in entries(words) {
        lexicon.put(line, key, value, &stems);
    }
    for (word, cues) in cue::parse(cues) {
        let all = lexicon.cues.entry(word.to_owned()).or_default();
        *all = all.and(cues);
    }
    for (_, key, words) in entries(numbers) {
        lexicon.put_number(key, words);
    }
    // Above a thousand the scales differ, if they do.
    let alike = lexicon.western.is_empty();
    let shared = lexicon.numbers.iter();
    let shared = shared.filter(|((base, _), _)| alike || *base <= 1000);
    let shared: Vec<_> = shared.map(|(rule, words)| (*rule, words.clone())).collect();
    lexicon.western.extend(shared);
    lexicon
}

impl Lexicon {
    fn put(&mut self, line: usize, key: &str, value: &str, stems: &BTreeMap<&str, &str>) {
        let stem = |name: &str| stems.get(name).copied().unwrap_or_default().to_owned();
        let words = || value.split(' ').map(str::to_owned);
        self.words.extend(words());
        let prefixed = || {
            let mut all = PREFIXES.iter();
            all.find_map(|(prefix, of)| Some((key.strip_prefix(prefix)?, *of)))
        };
        let family = match key.chars().next() {
            _ if Name::of(key).is_some() || List::of(key).is_some() => None,
            Some('½' | '¾') => Some((key, Family::Agreeing)),
            Some('0'..='9') if key.contains(':') => Some((key, Family::Quarters)),
            _ => prefixed(),
        };
        if let Some(name) = Name::of(key) {
            self.said.insert(name, value.to_owned());
        } else if let Some(list) = List::of(key) {
            self.lists.insert(list, words().collect());
            if list == List::Rupee {
                let all = words().map(|word| (word, Currency::Rupee));
                self.currency_words.extend(all);
            }
        } else if let Some((currency, coin)) = coin(key) {
            self.currencies.entry(currency).or_default()[coin] = value.to_owned();
        } else if let Some((name, family)) = family {
            self.families[family as usize].insert(name.to_owned(), value.to_owned());
        } else if let Some(word) = key.strip_prefix("currency:") {
            let currency = coin(value).map(|(currency, _)| (word.to_owned(), currency));
            self.currency_words.extend(currency);
        } else if let Some(suffix) = key.strip_prefix("suffix:") {
            let (name, ending) = suffix.split_once('+').unwrap_or((suffix, ""));
            let all = words().map(|word| (word, (stem(name), ending.to_owned())));
            self.suffixes.extend(all);
        } else if let Some(name) = key.strip_prefix("apart:") {
            self.apart.extend(words().map(|word| (word, stem(name))));
        } else if !key.starts_with("stem:") {
            let readings = readings(value, line);
            if let Some(form) = key.strip_prefix("abbr:") {
                self.stopped.insert(format!("{form}."), readings.clone());
                self.shortened.insert(form.to_owned(), readings);
            } else if let Some((_, form)) = key.split_once(':') {
                self.shortened.insert(form.to_owned(), readings);
            } else if key.contains(['.', '/']) {
                self.stopped.insert(key.to_owned(), readings);
            } else {
                self.counted.insert(key.to_owned(), readings);
            }
        }
    }

    fn put_number(&mut self, key: &str, words: &str) {
        match key {
            "quotient" => self.scaled[0] = words.to_owned(),
            "quotient+" => self.scaled[1] = words.to_owned(),
            _ => {}
        }
        let (key, rules) = match key.strip_prefix("western:") {
            Some(key) => (key, &mut self.western),
            None => (key, &mut self.numbers),
        };
        rules.extend(rule(key).map(|rule| (rule, words.to_owned())));
    }
}

/// The base and the divisor of a rule, which stands after a stroke; by default it is the highest power of ten up to the base.
fn rule(key: &str) -> Option<(u64, u64)> {
    let (base, divisor) = key.split_once('/').unwrap_or((key, ""));
    let base: u64 = base.parse().ok()?;
    let power = 10u64.pow(base.max(1).ilog10());
    Some((base, divisor.parse().unwrap_or(power).max(1)))
}

/// The currency of a key, and which of its names it is.
fn coin(key: &str) -> Option<(Currency, usize)> {
    let mut all = Currency::ALL.iter().zip(Currency::ROWS);
    all.find_map(|(currency, row)| {
        let rest = key.strip_prefix(row.what)?;
        let coin = ["", "1", ".", ".1"].iter().position(|coin| *coin == rest)?;
        Some((*currency, coin))
    })
}

/// The signs of conditions.
const SIGNS: [(char, Condition); 15] = [
    ('#', Condition::BesideNumber),
    (':', Condition::BeforeHour),
    ('@', Condition::AfterNumbered),
    ('.', Condition::AfterLength),
    ('~', Condition::OfNumbered),
    ('$', Condition::AfterAmount),
    ('!', Condition::InSentence),
    ('|', Condition::BetweenWords),
    ('(', Condition::InBrackets),
    ('+', Condition::BeforePlace),
    ('_', Condition::BeforeNameInSmall),
    ('^', Condition::BeforeName),
    ('*', Condition::BeforeNameOrNumber),
    ('>', Condition::BesideCooled),
    ('°', Condition::AfterDegrees),
];

fn readings(value: &str, line: usize) -> Vec<Reading> {
    let reading = |part: &str| {
        if let Some((list, said)) = part.strip_prefix('&').and_then(|f| f.split_once(": ")) {
            return Reading {
                condition: Condition::Before,
                said: said.to_owned(),
                before: list.split(',').map(str::to_owned).collect(),
                line,
            };
        }
        let sign = SIGNS.iter().find_map(|(sign, condition)| {
            let said = part.strip_prefix(*sign)?.strip_prefix(' ')?;
            Some((*condition, said))
        });
        let (condition, said) = sign.unwrap_or((Condition::Always, part));
        Reading {
            condition,
            said: said.to_owned(),
            before: Vec::new(),
            line,
        }
    };
    value.split(" / ").map(reading).collect()
}
