//! What the words beside a number tell of it, by the cues of the language and of English.

use super::figures::is_error;
use super::group::WRITTEN_YEARS;
use super::letters;
use crate::text::normalize::ground::*;

/// Words before a number that are looked at, and those within which a code is named.
const WORDS_BEFORE: usize = 7;
const CODE_WORDS: usize = 4;
/// The same after it.
const WORDS_AFTER: usize = 5;
/// Those within which the name of a code follows the number that begins a message.
const CODE_AFTER: usize = 8;
/// Digits from which a number is read digit by digit: beside its name, further from it, where an amount might stand as well.
const NAMED: usize = 3;
const FURTHER: usize = 4;
const UNNAMED: usize = 6;
/// A train has so many digits.
pub const TRAIN: usize = 5;
/// Letters of the code of a station.
const STATION: std::ops::RangeInclusive<usize> = 2..=5;
/// Numbers that are called for help have so many digits.
const CALLED: std::ops::RangeInclusive<usize> = 3..=6;
/// The number of the police.
const POLICE: u64 = 100;
/// So many words before a helpline may tell what it is for.
const WORDS_FOR: usize = 3;
/// Characters between a helpline and another number.
const OTHER: usize = 24;
/// Digits of a mobile telephone.
pub const MOBILE: usize = 10;
/// A helpline in this range may be a year as well.
const YEARS: std::ops::Range<u64> = 1901..2000;
/// No code that is told by a word further away is a multiple of this.
const ROUND: u64 = 100;
/// A cue may have an ending of so many letters, if it has so many itself; one that is a letter shorter has an ending that is listed.
const MAX_ENDING: usize = 6;
const MIN_STEM: usize = 4;

/// What is told of a number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// By the words right before it, with nothing but particles between.
    pub before: Cues,
    /// By those before them.
    further: Cues,
    /// By those right after it.
    after: Cues,
    /// By those after them.
    later: Cues,
    /// Whether the name of a code is among those after them.
    ends: bool,
    /// Whether "as" is the first of them.
    used: bool,
    /// Whether the number begins the clause, and is not round.
    begins: bool,
    /// Whether the codes of two stations come after it.
    routed: bool,
    /// Whether it is the number with which a server tells what went wrong: 404 error.
    fails: bool,
    /// Whether a colon or # stands before it, stops in place of the digits before it, or the number of a document.
    labelled: bool,
}

impl View<'_> {
    /// What a word in lower case tells of a number, in the language of the clause or in English.
    pub fn cues(&self, word: &str) -> Cues {
        if word.is_ascii() {
            return self.table.cues(word).and(table(Language::En).cues(word));
        }
        let own = self.table.cues(word);
        if !own.is_empty() {
            return own;
        }
        let nth = |n| word.char_indices().nth(n).map_or(word.len(), |(at, _)| at);
        let (least, short) = (nth(MIN_STEM), nth(MIN_STEM - 1));
        let ends = word.char_indices().rev().take(MAX_ENDING).map(|(at, _)| at);
        let known = |at: usize| self.table.suffix(&word[at..]).is_some();
        // ਪਿੰਨੀ and ପିନ୍ଧି have no PIN.
        let within = |at: usize| {
            let virama = word[..at].ends_with(script::is_virama);
            let vowel = at == least && word[at..].starts_with(script::is_vowel_sign);
            vowel || virama && word[at..].starts_with(|c| script::letter(c).is_some())
        };
        let ends = ends.take_while(|at| *at >= least || *at >= short && known(*at));
        let codes = [Kind::Code, Kind::Document, Kind::Card];
        let found = ends.map(|at| (at, self.table.cues(&word[..at])));
        let mut found = found.filter(|(at, cues)| {
            let other = || cues.any(&codes) && within(*at) && !known(*at);
            cues.is_stem() && !cues.is_empty() && !other()
        });
        found.next().map(|(_, cues)| cues).unwrap_or_default()
    }
}

/// What is told of the number from `at` to `end`.
pub fn told(view: &View, at: usize, end: usize) -> Told {
    let mut told = told_before(view, at);
    after(view, end, &mut told);
    told.begins = view.is_first(at) && !view.digits(at).0.ends_with(&[0, 0]);
    told.routed = is_route(view, view.skip_spaces(end));
    told.fails = is_error(view, at, end);
    told
}

/// Whether the codes of two stations come at a place: 12951 MMCT-NDLS.
fn is_route(view: &View, at: usize) -> bool {
    let code = |at| {
        let letters = view.letters(at);
        let capitals = letters.iter().all(char::is_ascii_uppercase);
        (STATION.contains(&letters.len()) && capitals).then_some(at + letters.len())
    };
    let dash = code(at).filter(|end| view.is_dash(*end) && !view.is_currency(at));
    // 16527 YPR-CAN leaves, but not 12540 SC-ST students
    let whole = |end| {
        let next = view.next_word(end);
        next.is_empty() || view.cues(&next).any(&[Kind::Departs, Kind::Express])
    };
    dash.and_then(|dash| code(dash + 1)).is_some_and(whole)
}

/// What the words before a place tell of the number there.
pub fn told_before(view: &View, at: usize) -> Told {
    let mut told = Told::default();
    before(view, at, &mut told);
    told
}

fn before(view: &View, at: usize, told: &mut Told) {
    // Helpline – | 1947
    let dashed = view.is_first(at)
        && view.earlier.last().is_some_and(|c| script::is_dash(*c))
        && !view.is_letter(view.skip_spaces(view.digits(at).1));
    let (text, words) = match dashed {
        true => (view.earlier, view.earlier_words()),
        false => view.lead(at),
    };
    // The room in 2009
    let year = || view.digits(at).0.is_in(WRITTEN_YEARS);
    if words.last().is_some_and(|word| word.text == "in") && year() {
        return;
    }
    let mut words = words.iter().rev();
    let mut end = text.len();
    let (mut beside, mut right) = (true, Cues::default());
    for count in 0..WORDS_BEFORE {
        let Some(word) = words.find(|word| word.range.end <= end) else {
            return;
        };
        let gap = &text[word.range.end..end];
        // Another number has its own words, but for the 4 of "the last 4 digits".
        let figures = gap.iter().filter(|c| script::digit(**c).is_some()).count();
        if figures > usize::from(told.before.has(Kind::Digits)) {
            return;
        }
        beside &= !gap.iter().any(|c| matches!(c, ',' | ';' | '(' | '।'));
        let mask = gap.windows(2).any(|pair| pair == ['.', '.']);
        told.labelled |= beside && (mask || gap.iter().any(|c| matches!(c, ':' | '#' | '…')));
        let mut cues = view.cues_of(word);
        let mut first = word.range.start;
        // आई.डी. is आईडी.
        if cues.is_empty()
            && let Some((whole, start)) = stopped(&text[..word.range.end], first)
        {
            cues = view.cues(&whole);
            first = if cues.is_empty() { first } else { start };
        }
        // टोल फ्री is टोलफ्री.
        if count == 0
            && cues.is_empty()
            && view.digits(at).0.len() >= NAMED
            && !counts_round(view, at)
            && let Some(last) = words.clone().next()
            && last.range.end + 1 == first
        {
            let whole = format!("{}{}", last.text, word.text);
            cues = view
                .table
                .cues(&whole)
                .and(table(Language::En).cues(&whole));
            first = if cues.is_empty() {
                first
            } else {
                last.range.start
            };
        }
        beside &= !cues.is_empty();
        // "The number of complaints" has a particle between.
        told.labelled |= beside && cues.has(Kind::Document) && right.has(Kind::Count);
        right = cues;
        if beside {
            told.before = told.before.and(cues);
        } else if count < CODE_WORDS || told.before.has(Kind::Digits) {
            told.further = told.further.and(cues);
        }
        end = first;
    }
}

/// The letters at the end of a text with stops between them, without these, in lower case, and the place where they begin; `first`
/// is that of the last of them.
fn stopped(text: &[char], first: usize) -> Option<(String, usize)> {
    let mut start = first;
    let letter = |c: &&char| script::letter(**c).is_some();
    while let [before @ .., '.'] = &text[..start]
        && before.last().as_ref().is_some_and(letter)
    {
        start = before.len() - before.iter().rev().take_while(letter).count();
    }
    let letters = || lowercase(&text[start..]).replace('.', "");
    (start < first).then(|| (letters(), start))
}

fn after(view: &View, end: usize, told: &mut Told) {
    let mut at = end;
    let mut beside = true;
    for count in 0..CODE_AFTER {
        let start = at + view.run(at, |c| matches!(c, ' ' | '-' | '\'' | '’'));
        let Some(word) = view.word_at(start) else {
            return;
        };
        // 3000 nos.
        if at == end && word.text == "nos" {
            return;
        }
        let cues = view.cues_of(word);
        told.used |= at == end && word.text == "as";
        beside &= !cues.is_empty();
        match beside {
            _ if count >= WORDS_AFTER => told.ends |= cues.has(Kind::Code),
            true => told.after = told.after.and(cues),
            false => told.later = told.later.and(cues),
        }
        at = word.range.end;
    }
}

/// Whether a number is one that all of India calls.
pub fn is_known(value: Option<u64>) -> bool {
    let listed = |n: u64| {
        let digits = n.max(1).ilog10() as usize + 1;
        let mut known = everywhere(Everywhere::Helplines).filter(|known| known.len() == digits);
        known.any(|known| known.parse() == Ok(n))
    };
    value.is_some_and(listed)
}

/// Whether the number from `at` to `end` is one that all of India calls: what the call is for is told, and it is written as such
/// a number is, with an ending that a call has or with nothing after it.
pub fn is_helpline(view: &View, at: usize, end: usize, value: Option<u64>) -> bool {
    let Some(value) = value.filter(|n| is_known(Some(*n))) else {
        return false;
    };
    // Emergency: 1962
    let labelled = view.back(at).find(|c| **c != ' ') == Some(&':');
    let kinds: &[Kind] = match YEARS.contains(&value) && !labelled {
        true => &[Kind::Report],
        false => &[Kind::Report, Kind::Emergency, Kind::Call],
    };
    let number = |word: &str| view.cues(word).any(&[Kind::Number, Kind::Count]);
    // ஆம்புலன்ஸ் 1962. 1906 எண்ணுக்கு
    let all = [Kind::Report, Kind::Emergency, Kind::Call];
    let named = || view.words_before(at, 1, |word| view.cues(word).any(&all));
    let next = view.skip_spaces(end);
    let or = || view.table.word(Name::Or) == Some(&*view.word(next));
    let start = view.skip_spaces(next + view.letters(next).len());
    let after = view.digits(start).0;
    // 1913 என்ற எண்ணிலோ
    let numbered = || {
        let between = view.cues(&view.word(next)).has(Kind::Between);
        let next = if between { start } else { next };
        number(&view.word(next)) && all.iter().any(|kind| view.speaks_of(*kind))
    };
    // "100 or 1930", but not "100 or 101 houses burnt".
    let known = || is_known(after.value()) && all.iter().any(|kind| view.speaks_of(*kind));
    let last = || view.skip_spaces(start + after.len());
    let alone = || !view.is_letter(last()) || number(&view.word(last()));
    let either = || or() && (alone() || view.speaks_of(Kind::Call)) && known();
    if !goes_on(view, end) && named() || numbered() || either() {
        return true;
    }
    let told_for = || view.words_before(at, WORDS_FOR, |word| view.cues(word).any(kinds));
    // Of a list of helplines each is one.
    let listed = || view.left.iter().any(|span| is_for_help(&span.class));
    let and = || view.table.word(Name::Ampersand) == Some(&*view.word(next));
    let follows = start > next && !after.is_empty();
    // 1912 or 1800-233-3003
    let called = || follows && is_toll_free(view, start);
    // 1912 or WhatsApp 94498 12345
    let other = || or() && (0..=OTHER).any(|i| calls(view, start + i));
    // 112 for police, 101 for fire; 181, 1091 or 112.
    let in_list = || {
        let between = view.cues(&view.word(next)).has(Kind::Between);
        listed() && (between || follows && is_known(after.value()))
    };
    match is_called_at(view, at, end) {
        true => listed() || kinds.iter().any(|kind| view.speaks_of(*kind)),
        false if goes_on(view, end) => {
            in_list()
                || other()
                || told_for() && (view.words_before(at, 1, number) || listed() && and() || called())
        }
        false => told_for() || listed(),
    }
}

/// Whether a telephone number of ten digits begins at a place, in two groups perhaps.
fn calls(view: &View, at: usize) -> bool {
    let (first, end) = view.digits(at);
    let second = view.digits(end + 1).0;
    let halves = first.len() == MOBILE / 2 && second.len() == first.len();
    !view.is_digit(at - 1) && (first.len() == MOBILE || halves)
}

/// Whether the number from `at` to `end` has its name right before it, the word "is" perhaps between, in a clause that speaks of a
/// code (your DAC is 9052, give this code), or is typed.
pub fn is_given(view: &View, at: usize, end: usize, value: Option<u64>) -> bool {
    let next = view.skip_spaces(end);
    let counted = view.language == Language::En
        && goes_on(view, end)
        && !view.cues(&view.word(next)).has(Kind::Between)
        && !view.table.lists(List::DialledAfter, &view.word(next));
    // An amount is rather round.
    if counted || value.is_some_and(|n| n.is_multiple_of(ROUND)) {
        return false;
    }
    let enters = |word: &str| view.cues(word).has(Kind::Enter);
    let typed = match view.language {
        Language::En => view.words_before(at, 1, enters),
        _ => enters(&view.word(next)),
    };
    let is = |word: &str| view.lists(List::AsCode, word);
    typed
        || view.speaks_of(Kind::Code) && view.words_before(at, 1, is)
        // SMS BLKCC 3349 to 98110
        || view.speaks_of(Kind::Send)
            && letters::follows_capitals(view, at)
            && view.words_before(at, 2, |word| view.cues(word).has(Kind::Send))
}

/// Whether a message is sent to the number from `at` to `end`: SMS BAL to 121.
pub fn is_sent_to(view: &View, at: usize, end: usize, value: Option<u64>) -> bool {
    let round = value.is_none_or(|n| n.is_multiple_of(1000));
    !round && is_called_at(view, at, end) && view.speaks_of(Kind::Send)
}

/// Whether a free telephone number begins at a place.
pub fn is_toll_free(view: &View, at: usize) -> bool {
    let rest = view.rest(at).iter().copied();
    let begins = |series: &str| rest.clone().take(series.len()).eq(series.chars());
    everywhere(Everywhere::TollFree).any(begins)
}

/// Whether a span is a number that is called and has no more digits than a helpline, or is free.
fn is_for_help(class: &Class) -> bool {
    let free =
        |first: &Digits| everywhere(Everywhere::TollFree).any(|series| series == first.figures());
    match class {
        Class::Telephone(groups) if groups.len() == 1 => groups[0].len() <= FURTHER,
        Class::Telephone(groups) => groups.first().is_some_and(free),
        _ => false,
    }
}

/// Whether the word or the ending at `end` is one that a number has which is called, or in English the word before it.
fn is_called_at(view: &View, at: usize, end: usize) -> bool {
    let mark = |c| matches!(c, ' ' | '-' | '‑' | '\'' | '’');
    let word = view.word(end + view.run(end, mark));
    let listed = |list| view.table.lists(list, &word);
    listed(List::Dialled)
        || (!goes_on(view, end) || listed(List::DialledAfter))
            && view.follows_own(at, List::DialledBefore)
}

/// Whether a round number is counted: 5000 calls.
fn counts_round(view: &View, at: usize) -> bool {
    let (digits, end) = view.digits(at);
    let counted = view.is_letter(view.skip_spaces(end)) && !is_called_at(view, at, end);
    counted && digits.ends_with(&[0, 0])
}

/// Whether a word or another number follows in the same breath.
fn goes_on(view: &View, end: usize) -> bool {
    let next = view.get(view.skip_spaces(end));
    next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '%' | '°'))
}

impl Told {
    /// Whether a number of so many digits, of a `value` if it has one, is read digit by digit.
    pub fn is_code(&self, digits: usize, value: Option<u64>, language: Language) -> bool {
        let counted = self.before.has(Kind::Count) && !self.before.has(Kind::Number);
        // Nobody counts 5830127000 customers: half of the digits of a count are zeros.
        let zeros = u32::try_from(digits / 2).unwrap_or(u32::MAX).max(3);
        let ten = 10_u64.checked_pow(zeros);
        let round = || value.zip(ten).is_some_and(|(n, ten)| n.is_multiple_of(ten));
        let around = self.after.and(self.later).and(self.before);
        let named = self.routed || around.has(Kind::Express);
        let train = || value.is_some_and(|n| !n.is_multiple_of(100));
        // Card 4712 is neither round nor a year.
        let exact = |n: u64| !n.is_multiple_of(ROUND) && !super::group::YEARS.contains(&n);
        digits >= self.digits_from() && !(counted && round())
            || named && digits == TRAIN && train()
            || CALLED.contains(&digits) && self.is_called(value, language)
            || digits == NAMED && self.before.has(Kind::Grade) && train()
            || digits == NAMED && self.fails
            || digits == FURTHER && self.before.has(Kind::Card) && value.is_some_and(exact)
    }

    /// The number of digits from which a number is read digit by digit.
    fn digits_from(&self) -> usize {
        let before = |kind| self.before.has(kind);
        let last = before(Kind::Digits) && self.before.and(self.further).has(Kind::Last);
        let ends = self.after.has(Kind::Ending) && self.after.and(self.later).has(Kind::Document);
        let later = self.used || self.begins && self.after.has(Kind::Between);
        if self.before.any(&[Kind::Code, Kind::Service, Kind::Ending]) || last || ends {
            NAMED
        } else if self.further.has(Kind::Code)
            || self.before.any(&[Kind::Place, Kind::Number])
            || before(Kind::Document) && self.labelled
            || self.after.any(&[Kind::Number, Kind::Code])
            || later && (self.ends || self.later.has(Kind::Code))
        {
            FURTHER
        } else if self.later.has(Kind::Service) {
            TRAIN
        } else if self.before.any(&[Kind::Document, Kind::Case])
            || self.after.has(Kind::Count)
            || self.begins && (self.ends || self.later.has(Kind::Code))
        {
            UNNAMED
        } else {
            usize::MAX
        }
    }

    /// Whether words around a number tell to call it, which is no count of calls.
    fn is_called(&self, value: Option<u64>, language: Language) -> bool {
        let round = value.is_none_or(|n| n.is_multiple_of(100) && n != POLICE);
        let before = self.before.has(Kind::Call) && (language == Language::En || self.labelled);
        !round && (before || self.after.has(Kind::Call))
    }

    /// Whether the word right before it is one for a call or a telephone.
    pub fn is_to_call(&self) -> bool {
        self.before.has(Kind::Call)
    }

    /// Whether a place is told, such as a seat or a flat, or what else may have a letter beside its number.
    pub fn is_place(&self) -> bool {
        self.before.any(&[Kind::Place, Kind::Service])
    }

    /// Whether a place or a word for a number stands before it.
    pub fn is_stop(&self) -> bool {
        self.is_place() || self.before.any(&[Kind::Number, Kind::Count])
    }

    /// Whether the word right after the number tells a place.
    pub fn is_before_place(&self) -> bool {
        self.after.has(Kind::Place)
    }

    /// Whether a code is told by a word right beside the number.
    pub fn is_sure(&self) -> bool {
        use Kind::{Call, Code, Ending, Number, Place, Service};
        let before = [Code, Service, Number, Place, Ending];
        self.before.any(&before) || self.after.any(&[Call, Number])
    }

    /// Whether a score is told by the words around.
    pub fn is_score(&self) -> bool {
        let before = self.before.and(self.further);
        before.and(self.after).and(self.later).has(Kind::Score)
    }

    /// Whether no word near before it names what has a number.
    pub fn is_nothing(&self) -> bool {
        let near = self.before.and(self.further);
        !near.is_named() && !near.any(&[Kind::Number, Kind::Paired])
    }

    /// Whether the number of a case is told, or another that may have its year after a stroke.
    pub fn is_case(&self) -> bool {
        self.before.any(&[Kind::Case, Kind::Number, Kind::Document])
    }
}

/// The word between runs and wickets.
pub fn wickets(table: &Table) -> Option<&'static str> {
    let names = [Name::Innings, Name::Wickets, Name::Stroke];
    names.into_iter().find_map(|name| table.word(name))
}

/// Whether shortened words that tell this stand before: D.No., A/c.
pub fn is_shortened(view: &View, kind: Kind) -> bool {
    let tells = |words: &str| words.split(' ').any(|word| view.cues(word).has(kind));
    view.shortened().is_some_and(tells)
}
