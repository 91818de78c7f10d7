//! The language of words in Latin letters: English, or an Indic language as people type it.
//!
//! A hidden Markov model of two states, English and one Indic language, explains the words of a clause for each language
//! that they may be in; the language that explains them best is taken. A word's likelihood comes from lists of frequent
//! words, found by keys that do not depend on the speller's habits, and from its letters where it is not listed.

mod letters;
mod siblings;

pub use letters::by_letters;
pub use siblings::Siblings;

use std::ops::Range;

use crate::language::{Family, Language, List, table, unit_spelt};
use crate::romanised::{Costs, Memo};
use crate::script::{self, Script};
use crate::token::Listed;

/// What it costs to begin in either state; to go on in English, or in the other language; to change to it, and back; in the unit
/// of the tables.
const START: u32 = 10;
const STAY: u32 = 4;
const ENTER: u32 = 40;
const LEAVE: u32 = 34;
/// What it costs that the text is in Hindi, in another language, in another one than before.
const HINDI: u32 = 34;
const OTHER: u32 = 44;
const CHANGE: u32 = 90;
/// An English sentence has so many words, of which one in so many costs no more than this.
const MIN_SENTENCE: usize = 3;
const COMMON_IN: usize = 4;
const COMMON: u32 = 110;
/// Never worth it.
const NEVER: u32 = 1 << 20;
/// Abbreviations in capitals have no more letters.
const MAX_CAPITALS: usize = 5;
/// A label with a number has no more words.
const MAX_LABEL: usize = 4;

/// What it costs that a clause is in each language, by the clauses before it.
#[derive(Clone, Debug)]
pub struct Likely([u32; Language::ALL.len()]);

impl Default for Likely {
    /// Before the first clause.
    fn default() -> Self {
        let mut costs = [OTHER; Language::ALL.len()];
        costs[Language::Hi as usize] = HINDI;
        Self(costs)
    }
}

impl Likely {
    /// After what is surely in `language`.
    pub fn settle(&mut self, language: Language) {
        self.0 = [CHANGE; Language::ALL.len()];
        self.0[language as usize] = 0;
    }

    /// After a clause that the languages explain at these costs.
    fn learn(&mut self, costs: [u32; Language::ALL.len()]) {
        let least = costs.into_iter().min().unwrap_or_default();
        self.0 = costs.map(|cost| (cost - least).min(CHANGE));
    }
}

/// A word that is not English.
#[derive(Clone, Debug, PartialEq)]
struct Foreign {
    at: Range<usize>,
    listed: Listed,
}

/// The Latin words of a clause that are not English.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Romanised {
    /// Where they stand, and what the lists say of them.
    words: Vec<Foreign>,
    /// Their language.
    pub language: Option<Language>,
    /// How many other words in Latin letters there are, and of how many letters.
    pub english: usize,
    pub english_letters: usize,
    /// How many of them are those without which there is hardly an English sentence.
    common: usize,
    /// How many of `words` are surely no names.
    plain: usize,
}

impl Romanised {
    /// The language of the word at a place, if it is not English.
    pub fn at(&self, place: usize) -> Option<Language> {
        self.language.filter(|_| self.word(place).is_some())
    }

    /// What the lists say of the word in its language that stands `at` a place.
    pub fn listed(&self, at: &Range<usize>) -> Listed {
        let word = self.word(at.start).filter(|word| word.at == *at);
        word.map_or(Listed::Unknown, |word| word.listed)
    }

    fn word(&self, place: usize) -> Option<&Foreign> {
        let after = self.words.partition_point(|word| word.at.end <= place);
        let word = self.words.get(after);
        word.filter(|word| word.at.start <= place)
    }

    /// Whether the words in its language make the clause one of it. They may be fewer than English terms, but not where
    /// English has the words that hold sentences together.
    pub fn prevails(&self) -> bool {
        match self.common {
            _ if self.english == 0 => true,
            0 => self.plain > 0 && 2 * self.words.len() >= self.english,
            _ => self.plain > 0 && self.words.len() > self.english,
        }
    }

    /// Whether all there is may be names.
    pub fn is_names(&self) -> bool {
        self.english == 0 && self.plain == 0
    }

    /// Whether the other words make an English sentence, rather than a few names or terms.
    pub fn is_english_sentence(&self) -> bool {
        self.english >= MIN_SENTENCE && COMMON_IN * self.common >= self.english
    }
}

/// Tells the words of `text` apart. They may be in one of `among`, most probably in those that what was before made `likely`.
pub fn romanised(
    text: &[char],
    among: &[Language],
    likely: &mut Likely,
    memo: &mut Memo,
) -> Romanised {
    let words = words(text, memo);
    let own = |word: &Word| {
        let script = script::letter(text[word.at.start]);
        matches!(word.kind, Kind::Native)
            && script.is_some_and(|script| among.iter().any(|l| l.is_written_in(script)))
    };
    if words.iter().any(own) {
        return within_native(text, &words, among);
    }
    let all_english = words.iter().fold(START, |sum, word| {
        sum.saturating_add(word.costs(Language::En)[0] + STAY)
    });
    let cheaper = cheaper(&words);
    let mut from = Vec::with_capacity(words.len());
    let mut best = (all_english, Language::En, Vec::new());
    let mut costs = likely.0.map(|prior| all_english.saturating_add(prior));
    for &language in among.iter().filter(|language| cheaper[**language as usize]) {
        let prior = match among {
            [_] => 0,
            _ => likely.0[language as usize],
        };
        let (cost, found) = explain(&words, language, &mut from);
        costs[language as usize] = cost + prior;
        if !found.is_empty() && cost + prior < best.0 {
            best = (cost + prior, language, found);
        }
    }
    let (_, language, found) = best;
    if !found.is_empty() && among.len() > 1 {
        likely.learn(costs);
    }
    gather(text, &words, found, language)
}

/// Within native script Latin letters are English, unless a word fits nothing but another language. One with a capital is a name,
/// however much it is like a word of the list: Balu, Geetha.
fn within_native(text: &[char], words: &[Word], among: &[Language]) -> Romanised {
    let found = among.iter().map(|&language| {
        let words = words
            .iter()
            .filter(|word| word.is_only(language) && !text[word.at.start].is_uppercase());
        let found = words.map(|word| Foreign {
            at: word.at.clone(),
            listed: word.listed(language),
        });
        (language, found.collect::<Vec<_>>())
    });
    // Of equals the first.
    let best = found.rev().max_by_key(|(_, found)| found.len());
    let (language, found) = best.unwrap_or((Language::En, Vec::new()));
    gather(text, words, found, language)
}

/// What is told of a clause whose words `found` are in `language`.
fn gather(text: &[char], words: &[Word], found: Vec<Foreign>, language: Language) -> Romanised {
    let start = |word: &Foreign| word.at.start;
    let is_found = |w: &Word| found.binary_search_by_key(&w.at.start, start).is_ok();
    let english = words.iter().filter(|w| w.is_latin() && !is_found(w));
    let small = |word: &&Foreign| !text[word.at.start].is_uppercase();
    Romanised {
        english: english.clone().count(),
        english_letters: english.clone().map(|w| w.at.len()).sum(),
        common: english.filter(|w| w.is_common()).count(),
        language: (!found.is_empty()).then_some(language),
        plain: found.iter().filter(small).count(),
        words: found,
    }
}

struct Word {
    at: Range<usize>,
    kind: Kind,
}

enum Kind {
    /// In a script of its own.
    Native,
    /// English whatever its letters: an abbreviation, a part of an address.
    English,
    /// A name, perhaps: as its neighbours are.
    Either,
    Latin(Costs),
}

impl Word {
    fn is_latin(&self) -> bool {
        !matches!(self.kind, Kind::Native)
    }

    /// Whether it is one of the words that fill English sentences.
    fn is_common(&self) -> bool {
        matches!(&self.kind, Kind::Latin(costs) if u32::from(costs.cost[Language::En as usize]) <= COMMON)
    }

    /// Whether it is a word of `language` that is no English one.
    fn is_only(&self, language: Language) -> bool {
        match &self.kind {
            Kind::Latin(costs) => {
                !costs.english && costs.listed && costs.listed(language) != Listed::No
            }
            Kind::Native | Kind::English | Kind::Either => false,
        }
    }

    /// What the lists say of it as a word of `language`.
    fn listed(&self, language: Language) -> Listed {
        match &self.kind {
            Kind::Latin(costs) => costs.listed(language),
            Kind::Either => Listed::No,
            Kind::Native | Kind::English => Listed::Unknown,
        }
    }

    /// What it costs that the word is English, and that it is in `language`.
    fn costs(&self, language: Language) -> [u32; 2] {
        match &self.kind {
            Kind::Native => [NEVER, 0],
            Kind::English => [0, NEVER],
            Kind::Either => [0, 0],
            Kind::Latin(costs) => [Language::En, language].map(|l| costs.cost[l as usize].into()),
        }
    }
}

/// Which languages make some word cheaper than English does.
fn cheaper(words: &[Word]) -> [bool; Language::ALL.len()] {
    let mut cheaper = [false; Language::ALL.len()];
    for word in words {
        match &word.kind {
            Kind::Native => return [true; Language::ALL.len()],
            Kind::English | Kind::Either => {}
            Kind::Latin(Costs { cost, .. }) => {
                for (cheaper, other) in cheaper.iter_mut().zip(cost) {
                    *cheaper |= *other < cost[Language::En as usize];
                }
            }
        }
    }
    cheaper
}

/// The cheapest explanation of the words, and where those in `language` stand.
///
/// `from` is memory to work in.
fn explain(words: &[Word], language: Language, from: &mut Vec<[usize; 2]>) -> (u32, Vec<Foreign>) {
    let mut cost = [START, START];
    // Which state came before each.
    from.clear();
    for word in words {
        let [english, other] = word.costs(language);
        let into_english = [cost[0] + STAY, cost[1] + LEAVE];
        let into_other = [cost[0] + ENTER, cost[1] + STAY];
        let came = [into_english, into_other].map(|[a, b]| usize::from(b < a));
        cost = [
            (into_english[came[0]] + english).min(NEVER),
            (into_other[came[1]] + other).min(NEVER),
        ];
        from.push(came);
    }
    let mut state = usize::from(cost[1] < cost[0]);
    let total = cost[state];
    let mut found = Vec::new();
    for (word, came) in words.iter().zip(from).rev() {
        if state == 1 && word.is_latin() {
            found.push(Foreign {
                at: word.at.clone(),
                listed: word.listed(language),
            });
        }
        state = came[state];
    }
    found.reverse();
    (total, found)
}

fn words(text: &[char], memo: &mut Memo) -> Vec<Word> {
    // Capitals within another script are abbreviations.
    let calm = |c: &char| c.is_ascii_lowercase() || !c.is_ascii() && script::letter(*c).is_some();
    let shouted = !text.iter().any(calm) && !is_label(text, memo);
    // English words have five letters or so.
    let mut words: Vec<Word> = Vec::with_capacity(text.len() / 5 + 1);
    let mut at = 0;
    while at < text.len() {
        let Some(script) = script::letter(text[at]) else {
            at += 1;
            continue;
        };
        let same = |c: &char| script::letter(*c) == Some(script);
        let mut end = at + text[at..].iter().take_while(|c| same(c)).count();
        let apostrophe = |end: usize| {
            script == Script::Latin
                && matches!(text.get(end), Some('\'' | '’'))
                && text.get(end + 1).is_some_and(same)
        };
        let mut parted = false;
        while apostrophe(end) {
            parted = true;
            end += 1 + text[end + 1..].iter().take_while(|c| same(c)).count();
        }
        let kind = match script {
            Script::Latin if parted || in_code(text, at..end) => Kind::English,
            Script::Latin if is_unit(text, at..end) => Kind::Either,
            Script::Latin => latin(&text[at..end], text.get(end), shouted, memo),
            _ => Kind::Native,
        };
        words.push(Word { at: at..end, kind });
        at = end;
    }
    words
}

/// Whether a text without small letters is a label, whose capitals are abbreviations: UPI PIN, 16 GB RAM. No word of another
/// language is among them, unless a number tells that it is none.
fn is_label(text: &[char], memo: &mut Memo) -> bool {
    let digit = |c: &char| script::digit(*c).is_some();
    let letter = char::is_ascii_alphabetic;
    let words = text.split(|c| !letter(c)).filter(|word| !word.is_empty());
    let known = |word: &[char]| {
        let costs = memo.costs(word.iter().map(char::to_ascii_lowercase));
        costs.listed && !costs.english
    };
    words.clone().count() <= MAX_LABEL
        && words.clone().all(|word| word.len() <= MAX_CAPITALS)
        && (text.iter().any(digit) || words.clone().count() <= 1 || !words.clone().any(known))
}

/// Whether the letters are a unit after a number: 15 min. It tells nothing of the language of the clause.
fn is_unit(text: &[char], at: Range<usize>) -> bool {
    let before = text[..at.start].iter().rev().find(|c| **c != ' ');
    if before.is_none_or(|c| script::digit(*c).is_none()) {
        return false;
    }
    let english = table(Language::En);
    let letters: String = text[at].iter().collect();
    // GB is a prefix and a unit that takes one.
    let metric = || {
        let (prefix, base) = letters.split_at_checked(1)?;
        let prefix = english.named(Family::Prefixes, prefix)?;
        english.lists(List::Metric, base).then_some(prefix)
    };
    english.unit(&letters).is_some() || unit_spelt(&letters, true).is_some() || metric().is_some()
}

/// Whether the letters are a part of an address, a tag or the like.
fn in_code(text: &[char], at: Range<usize>) -> bool {
    let sign = |c: &char| matches!(c, '@' | '#' | '_' | '/' | '\\' | '=');
    let (before, after) = (&text[..at.start], &text[at.end..]);
    let dot = matches!(after, ['.', 'a'..='z', ..]);
    let dotted = matches!(before, [.., c, '.'] if c.is_alphanumeric());
    dot || dotted || before.last().is_some_and(sign) || after.first().is_some_and(sign)
}

fn latin(word: &[char], after: Option<&char>, shouted: bool, memo: &mut Memo) -> Kind {
    let capital = |c: &char| c.is_ascii_uppercase();
    // "MLAs" is one too.
    let stem = match word {
        [stem @ .., 's'] if stem.len() > 1 => stem,
        _ => word,
    };
    let abbreviation = !shouted && stem.len() <= MAX_CAPITALS && stem.iter().all(capital);
    if abbreviation || !word.iter().all(char::is_ascii_alphabetic) {
        return Kind::English;
    }
    let name = !shouted && capital(&word[0]);
    let lower = word.iter().map(char::to_ascii_lowercase);
    if after == Some(&'.') {
        let stopped: String = lower.clone().chain(['.']).collect();
        if table(Language::En).abbreviation(&stopped).is_some() {
            return Kind::English;
        }
    }
    let costs = memo.costs(lower);
    if name && !costs.listed {
        Kind::Either
    } else {
        Kind::Latin(costs)
    }
}
