//! What a class sees of a clause, read-only: its characters, its language, and the spans decided to the left.

use super::fact::Facts;
use super::words::{Known, Word};
use crate::text::class::{Class, Digits, Grammar};
use std::borrow::Cow;
use std::ops::Range;

use crate::language::{Cues, Currency, Kind, Language, List, Name, Readers, Table, table};
use crate::phoneme;
use crate::romanised::native;
use crate::script::{self, Script};
use crate::text::langid::Romanised;
use crate::text::verbalize;

/// The most phonemes that may stand in one pair of brackets, so that a short text cannot become endless speech.
const MAX_INLINE: usize = 128;

/// What the text gives itself.
#[derive(Clone, Debug)]
pub struct Inline {
    /// Where it stands, with its brackets.
    pub range: Range<usize>,
    /// What is said there.
    pub class: Class,
}

/// A span of the clause with the class that was chosen for it.
#[derive(Clone, Debug)]
pub struct Classified {
    /// Its characters.
    pub range: Range<usize>,
    /// What it is.
    pub class: Class,
    /// The language that says it.
    pub language: Language,
    /// How it is said beside its neighbours.
    pub grammar: Grammar,
    /// Whether it is a number that signs and letters after it may belong to.
    pub counts: bool,
    /// The class that was nearly chosen.
    pub rival: Option<&'static str>,
    /// The facts that were asked of its place, and are true there.
    pub facts: Facts,
}

/// A clause, as the classes see it. A place is the index of a character.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The characters, composed.
    pub text: &'a [char],
    /// The clause before, which may tell what this one is about.
    pub earlier: &'a [char],
    /// The language of the clause, which says its numbers and signs.
    pub language: Language,
    /// The table of that language.
    pub table: &'static Table,
    /// Which language reads each script.
    pub readers: Readers,
    /// The words in Latin letters that are not English.
    pub romanised: &'a Romanised,
    /// What the text gives itself.
    pub inline: &'a [Inline],
    /// Whether emoji are named.
    pub emoji: bool,
    /// What was asked of the clause.
    pub known: &'a Known,
    /// The spans before the place in question.
    pub left: &'a [Classified],
}

impl View<'_> {
    /// The character at a place.
    pub fn get(&self, at: usize) -> Option<char> {
        self.text.get(at).copied()
    }

    /// The character before a place.
    pub fn before(&self, at: usize) -> Option<char> {
        self.get(at.checked_sub(1)?)
    }

    /// The characters from a place on.
    pub fn rest(&self, at: usize) -> &[char] {
        self.text.get(at..).unwrap_or_default()
    }

    /// Whether a digit stands at a place.
    pub fn is_digit(&self, at: usize) -> bool {
        self.get(at).is_some_and(|c| script::digit(c).is_some())
    }

    /// Whether a hyphen or a dash stands at a place.
    pub fn is_dash(&self, at: usize) -> bool {
        self.get(at).is_some_and(script::is_dash)
    }

    /// Whether a letter stands at a place.
    pub fn is_letter(&self, at: usize) -> bool {
        self.get(at).is_some_and(|c| script::letter(c).is_some())
    }

    /// The digits that begin at a place, and the place after them.
    pub fn digits(&self, at: usize) -> (Digits, usize) {
        digits(self.text, at)
    }

    /// The numbers with a sign between them that begin at a place, and the place after the last.
    pub fn numbers(&self, at: usize, sign: char) -> (Vec<Digits>, usize) {
        let (first, mut end) = self.digits(at);
        let mut numbers = vec![first];
        while self.get(end) == Some(sign) && self.is_digit(end + 1) {
            let (next, after) = self.digits(end + 1);
            numbers.push(next);
            end = after;
        }
        (numbers, end)
    }

    /// The letters from a place on, of any script.
    pub fn letters(&self, at: usize) -> &[char] {
        let length = self.run(at, |c| script::letter(c).is_some());
        &self.rest(at)[..length]
    }

    /// How many characters from a place on are such.
    pub fn run(&self, at: usize, is: impl Fn(char) -> bool) -> usize {
        self.rest(at).iter().take_while(|c| is(**c)).count()
    }

    /// How many characters that end at a place are such.
    pub fn run_before(&self, at: usize, is: impl Fn(char) -> bool) -> usize {
        let before = self.text[..at].iter().rev();
        before.take_while(|c| is(**c)).count()
    }

    /// The letters from a place on, as they are written.
    pub fn written(&self, at: usize) -> String {
        self.letters(at).iter().collect()
    }

    /// The place of the first character from `at` on that is no space.
    pub fn skip_spaces(&self, at: usize) -> usize {
        at + self.run(at, |c| c == ' ')
    }

    /// The place of the first character from `at` on that is no white space.
    pub fn skip_white(&self, at: usize) -> usize {
        at + self.run(at, char::is_whitespace)
    }

    /// Whether a digit stands among the three characters from a place on.
    pub fn digit_near(&self, at: usize) -> bool {
        (at..at + 3).any(|i| self.is_digit(i))
    }

    /// Whether anything is heard from a place on.
    pub fn is_heard_from(&self, at: usize) -> bool {
        self.rest(at).iter().any(|c| !script::is_silent(*c))
    }

    /// Whether a number or an amount of money comes at a place, after spaces perhaps.
    pub fn number_follows(&self, at: usize) -> bool {
        let at = self.skip_spaces(at);
        let sign = || self.get(at).and_then(currency_sign).is_some();
        // ரூ.500
        let named = || {
            let letters = self.letters(at);
            let end = at + letters.len();
            let near = self.get(end) == Some('.') && self.is_digit(end + 1);
            near && crate::language::currency(&lowercase(letters)).is_some()
        };
        self.is_digit(at) || sign() || named()
    }

    /// Whether the sign or the name of a currency comes at a place.
    pub fn is_currency(&self, at: usize) -> bool {
        let sign = self.get(at).and_then(currency_sign);
        sign.is_some() || crate::language::currency(&self.word(at)).is_some()
    }

    /// Whether the clause is an address: it names a road or a house, and has none of the little words of a sentence.
    pub fn is_address(&self) -> bool {
        let has = |list| {
            let mut listed = self.table.list(list);
            listed.any(|listed| self.words().iter().any(|word| word.text == listed))
        };
        *self
            .known
            .address
            .get_or_init(|| has(List::Address) && !has(List::Prose))
    }

    /// Whether only spaces stand between the number to the left and a place.
    pub fn beside_number(&self, at: usize) -> bool {
        let number = self.left.last().filter(|span| span.counts);
        number.is_some_and(|span| self.text[span.range.end..at].iter().all(|c| *c == ' '))
    }

    /// Whether the number to the left ends right before a place.
    pub fn touches_number(&self, at: usize) -> bool {
        self.span_before(at).is_some_and(|span| span.counts)
    }

    /// Whether the word for "per" stands right before a place.
    pub fn follows_per(&self, at: usize) -> bool {
        self.table.ends_in(Name::Per, &self.text[..at])
    }

    /// The characters before a place, from the last one that is no space to the first.
    pub fn back(&self, at: usize) -> impl Iterator<Item = &char> + Clone {
        self.text[..at].iter().rev().skip_while(|c| **c == ' ')
    }

    /// The letters that end at a place.
    pub fn letters_before(&self, at: usize) -> &[char] {
        let length = self.run_before(at, |c| script::letter(c).is_some());
        &self.text[at - length..at]
    }

    /// The digits that end at a place.
    pub fn digits_before(&self, at: usize) -> &[char] {
        let length = self.run_before(at, |c| script::digit(c).is_some());
        &self.text[at - length..at]
    }

    /// The class of the last span.
    pub fn last_class(&self) -> Option<&Class> {
        self.left.last().map(|span| &span.class)
    }

    /// The last span that counts something or is a date or a time.
    pub fn last_counted(&self) -> Option<&Classified> {
        self.left.iter().rev().find(|span| span.counts)
    }

    /// The span that ends at a place.
    pub fn span_before(&self, at: usize) -> Option<&Classified> {
        self.left.last().filter(|span| span.range.end == at)
    }

    /// Whether a word stands between the two numbers of a range, or is the ending of the first.
    pub fn is_to(&self, word: &str) -> bool {
        let to = self.table.word(Name::To);
        to.is_some_and(|to| to.trim_start_matches(['+', '~']) == word)
    }

    /// Whether a span is a dash or a word between the two numbers of a range.
    pub fn links(&self, span: &Classified) -> bool {
        let word = || lowercase(&self.text[span.range.clone()]);
        span.class == Class::Range || span.class == Class::Word && self.is_to(&word())
    }

    /// The words of a list, those of the clause's language and those of English.
    pub fn listed(&self, list: List) -> impl Iterator<Item = &'static str> {
        self.table.list(list).chain(table(Language::En).list(list))
    }

    /// Whether a word is one of these.
    pub fn lists(&self, list: List, word: &str) -> bool {
        self.listed(list).any(|listed| listed == word)
    }

    /// Whether the word before a place is on a list.
    pub fn follows(&self, at: usize, list: List) -> bool {
        self.words_before(at, 1, |word| self.lists(list, word))
    }

    /// Whether a word with a stop may be short for one of these.
    pub fn shortens(&self, word: &str, list: List) -> bool {
        let mut readings = self.table.with_stop(word).iter();
        readings.any(|reading| self.table.lists(list, reading.said()))
    }

    /// Whether the word before a place is on a list of the clause's language.
    pub fn follows_own(&self, at: usize, list: List) -> bool {
        self.words_before(at, 1, |word| self.table.lists(list, word))
    }

    /// Whether the word before a place tells this of a number.
    pub fn follows_cue(&self, at: usize, kind: Kind) -> bool {
        self.words_before(at, 1, |word| self.cues(word).has(kind))
    }

    /// Whether a word of the clause begins as one of these does: it may be inflected.
    pub fn mentions(&self, list: List) -> bool {
        let mut words = self.words().iter();
        words.any(|word| self.begins(list, &word.text))
    }

    /// Whether a word of the clause or of the one before does.
    pub fn mentions_around(&self, list: List) -> bool {
        self.all_words().any(|word| self.begins(list, &word.text))
    }

    /// Whether a word begins as one of these does.
    pub fn begins(&self, list: List, word: &str) -> bool {
        self.listed(list).any(|listed| word.starts_with(listed))
    }

    /// Whether such a word stands before a place, in full or as the last span shortens it.
    pub fn follows_short(&self, at: usize, is: impl Fn(&str) -> bool) -> bool {
        self.shortened().is_some_and(&is) || self.words_before(at, 1, is)
    }

    /// Whether no word and no number stands before a place.
    pub fn is_first(&self, at: usize) -> bool {
        !self.text[..at].iter().any(|c| c.is_alphanumeric())
    }

    /// The words in full of an abbreviation that is the last span.
    pub fn shortened(&self) -> Option<&'static str> {
        said_in_full(self.left.last()?)
    }

    /// The language of what is written in a script.
    pub fn in_script(&self, script: Script) -> Language {
        self.readers.of(script)
    }

    /// The language of the letter at a place.
    pub fn language_at(&self, at: usize) -> Option<Language> {
        let script = self.get(at).and_then(script::letter)?;
        Some(self.in_script(script))
    }

    /// The language in which the digits at a place are said: that of the clause, or of their own script or the one around them.
    pub fn numerals(&self, at: usize) -> (Language, &'static Table) {
        let digit = self.get(at).and_then(script::digit);
        // हिन्दी के लिए 2 दबाएं in a text of another language
        let amid = || {
            let before = self.text[..at]
                .iter()
                .rev()
                .find_map(|c| script::letter(*c))
                .filter(|before| *before != Script::Latin)?;
            let after = self.rest(at).iter().find_map(|c| script::letter(*c))?;
            (before == after).then_some(before)
        };
        let script = digit.and_then(|(_, script)| script.or_else(amid));
        match script.map(|script| self.in_script(script)) {
            Some(language) => (language, table(language)),
            None => (self.language, self.table),
        }
    }
}

/// The runs of letters of a text.
pub fn words(text: &[char]) -> impl Iterator<Item = &[char]> {
    let words = text.split(|c| script::letter(*c).is_none());
    words.filter(|word| !word.is_empty())
}

/// Where phonemes stand in double brackets.
pub fn inline(text: &[char]) -> Vec<Inline> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, pair) in text.windows(2).enumerate() {
        match (pair, open) {
            (['[', '['], _) => open = Some(at),
            ([']', ']'], Some(start)) => {
                let sounds: String = text[start + 2..at].iter().collect();
                let phonemes = phoneme::parse_words(&sounds);
                if let Some(phonemes) = phonemes.filter(|p| p.len() <= MAX_INLINE) {
                    let range = start..at + 2;
                    let class = Class::Phonemes(phonemes);
                    found.push(Inline { range, class });
                }
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// The currency whose sign `c` is. It is written before the amount and said after it.
pub fn currency_sign(c: char) -> Option<Currency> {
    crate::language::currency_sign(c.encode_utf8(&mut [0; 4]))
}

/// The digits that begin at a place, and the place after them.
pub fn digits(text: &[char], at: usize) -> (Digits, usize) {
    let digits = text.iter().skip(at).map_while(|c| script::digit(*c));
    let digits: Vec<u8> = digits.map(|(value, _)| value).collect();
    let end = at + digits.len();
    (Digits(digits), end)
}

impl<'a> View<'a> {
    /// The words of the clause.
    pub fn words(&self) -> &'a [Word] {
        self.known.words(self.text)
    }

    /// The words of the clause before.
    pub fn earlier_words(&self) -> &'a [Word] {
        self.known.earlier(self.earlier)
    }

    /// The words of the clause, then those of the clause before.
    pub fn all_words(&self) -> impl Iterator<Item = &'a Word> {
        self.words().iter().chain(self.earlier_words())
    }

    /// The word that begins at a place.
    pub fn word_at(&self, at: usize) -> Option<&'a Word> {
        let words = self.words();
        let found = words.binary_search_by_key(&at, |word| word.range.start);
        words.get(found.ok()?)
    }

    /// The letters from a place on, in lower case.
    pub fn word(&self, at: usize) -> Cow<'a, str> {
        match self.word_at(at) {
            Some(word) => Cow::Borrowed(&word.text),
            None => Cow::Owned(lowercase(self.letters(at))),
        }
    }

    /// The letters after a place and spaces, in lower case.
    pub fn next_word(&self, at: usize) -> Cow<'a, str> {
        self.word(self.skip_spaces(at))
    }

    /// The spelling of a word of Latin letters in the script of the clause's language, where chats write it so: बजे for baje.
    pub fn native(&self, word: &str) -> Option<String> {
        let latin = self.language != Language::En && !word.is_empty() && word.is_ascii();
        latin.then(|| native(word, self.language))?
    }

    /// The characters before a place and their words; at the beginning of a clause those of the clause before, where a colon ends it.
    pub fn lead(&self, at: usize) -> (&'a [char], &'a [Word]) {
        let before = &self.text[..at];
        let labelled = self.earlier.last() == Some(&':');
        if labelled && before.iter().all(|c| !c.is_alphanumeric()) {
            return (self.earlier, self.earlier_words());
        }
        let words = self.words();
        let count = words.partition_point(|word| word.range.end <= at);
        (before, &words[..count])
    }

    /// Whether one of the last `count` words before `at` is such a one; words are told in lower case.
    pub fn words_before(&self, at: usize, count: usize, is: impl Fn(&str) -> bool) -> bool {
        let (_, words) = self.lead(at);
        words.iter().rev().take(count).any(|word| is(&word.text))
    }

    /// What a word tells of a number.
    pub fn cues_of(&self, word: &Word) -> Cues {
        word.cues(|text| self.cues(text))
    }

    /// Whether a word of the clause tells this.
    pub fn speaks_of(&self, kind: Kind) -> bool {
        let mut words = self.words().iter();
        words.any(|word| self.cues_of(word).has(kind))
    }

    /// Whether a word of the clause tells this, or one of the clause before.
    pub fn is_about(&self, kind: Kind) -> bool {
        let mut words = self.all_words();
        words.any(|word| self.cues_of(word).has(kind))
    }
}

/// Characters as a word in lower case.
pub fn lowercase(letters: &[char]) -> String {
    script::lowercase(letters.iter().copied())
}

/// What a span that is an abbreviation is said as.
pub fn said_in_full(span: &Classified) -> Option<&'static str> {
    match span.class {
        Class::Abbreviation(meaning) => Some(verbalize::meaning(meaning, table(span.language))),
        _ => None,
    }
}
