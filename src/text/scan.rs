//! The scan of a clause for its end.

use super::danda::{is_parted_by_danda, shortens_by_danda};
use super::langid::by_letters;
use super::mend::takes_visarga;
use super::normalize::digits;
use super::phrase;
use super::stop::{self, Mark, Stop, counts, is_quote};
use crate::language::{Language, List, is_abbreviation, is_title, table};
use crate::script::{
    Script, closes, digit, ends_sentence, extends, is_numeric, is_plain, is_silent, is_unwritten,
    joins, letter, lowercase, opens, parts_sentence,
};

/// No clause has more characters: a longer one would make the listener, and the memory, wait.
pub const MAX_CHARS: usize = 300;
/// A clause of so many characters is cut as soon as there is a place where a reader surely pauses.
const LONG: usize = 180;
/// One of so many is cut where a reader may well pause, too. Most clauses that are as long end before [`MAX_CHARS`].
const LONGER: usize = 220;
/// A comma ends a clause of at least so many characters; shorter ones would chop the melody.
const SOFT_MIN: usize = 24;
/// The same for the first clause, which the listener is waiting for; not after a number, whose reading may depend on what follows.
const FIRST_SOFT_MIN: usize = 10;
/// Words before the first item of a list that nothing else tells.
const LEADING: usize = 2;
/// Digits of the number of an item.
const MAX_ITEM: usize = 2;
/// What follows so many characters that belong to one cluster is cut from them: nobody writes such a cluster.
const MAX_CLUSTER: usize = 32;

/// What is known of the clause that begins the pending text.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) chars: usize,
    /// Something in it is heard.
    pub(super) heard: bool,
    /// Where the current word begins.
    pub(super) word: usize,
    /// The end of the last word that was complete, and of the last after which a cut would part no number or abbreviation from
    /// what belongs to it.
    pub(super) last_word_end: usize,
    pub(super) last_free_end: usize,
    pub(super) previous: Option<char>,
    /// Whether the last word was a number or a time: a dash after it may be that of a range.
    pub(super) counted: bool,
    /// Whether the last word was an initial: another may follow.
    pub(super) initials: bool,
    /// Where double brackets stand open, around phonemes perhaps.
    pub(super) brackets: Option<usize>,
    pub(super) mark: Mark,
    /// Where a clause ends unless a small letter comes next: before the white space after the stop of a unit, or after the quotation mark
    /// behind dots. After a number and its comma a zero goes on: 10, 000.
    pub(super) unit_end: Option<usize>,
    /// The number of the last item of a list that stands in running text: 1. Open it 2. Close it
    pub(super) item: Option<u64>,
    /// Of a long clause.
    pub(super) looked: Option<Looked>,
    /// Behind a stop that the next word touches, which may end the sentence.
    pub(super) touched: Option<usize>,
}

/// What is known of the places where a long clause may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looked {
    language: Language,
    /// Before how many of its characters they were looked at.
    chars: usize,
    /// Whether that was for one where a reader may well pause.
    longer: bool,
}

impl Scan {
    /// Passes one more character of the pending text. Where the clause ends, and whether it was cut there, if that is known now.
    pub(super) fn step(
        &mut self,
        pending: &str,
        at: usize,
        c: char,
        started: bool,
    ) -> Option<(usize, bool)> {
        let plain = is_plain(c);
        let space = !plain && c.is_whitespace();
        let next = at + c.len_utf8();
        if !plain && !extends(c) && !joins(c) && !is_numeric(c) {
            if let Some(end) = self.parted(&pending[..at], Some(c)) {
                return Some(end);
            }
            // The quotation mark after a stop closes the sentence too: "Go."Then
            let closes = self.touched == Some(at) && is_quote(c);
            self.touched = self.touched.filter(|_| closes);
        }
        if !space
            && let Some(end) = self.unit_end.take()
            && !goes_on(&pending[..end], c)
        {
            return Some((end, false));
        }
        let ends = match self.mark {
            Mark::None => false,
            Mark::Unit => {
                self.unit_end = space.then_some(at);
                false
            }
            Mark::Soft => {
                let ends = space && self.heard && self.is_long_enough(&pending[..at], started);
                let word = pending[..at].strip_suffix(',');
                let numbered = ends && word.is_some_and(|word| word.ends_with(is_numeric));
                self.unit_end = numbered.then_some(at);
                ends && !numbered
            }
            Mark::Hard => space,
            Mark::Danda => {
                (plain || !closes(c) && !ends_sentence(c)) && !self.within(&pending[..at], c)
            }
        };
        if ends {
            let item = self.begins_item(pending, at);
            return Some((if item { self.word } else { at }, false));
        }
        if !plain && matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            return Some((next, false));
        }
        if space {
            // White space at the start is no part of a clause.
            if self.chars == 0 {
                return Some((next, false));
            }
            let ended = self.previous.is_some_and(|p| !p.is_whitespace());
            self.end_word(pending, at);
            self.word = next;
            if ended
                && self.chars >= LONG
                && self.brackets.is_none()
                && let Some(place) = self.likely_end(&pending[..next])
            {
                return Some((place, true));
            }
        }
        if self.chars >= MAX_CHARS {
            let end = self.cut(&pending[..next]);
            // The scan of the rest has not begun: what was seen of it is seen again.
            return Some((end, true));
        }
        self.mark = match plain {
            true => Mark::None,
            false => {
                let word = pending.get(self.word..at).unwrap_or_default();
                let word = word.trim_matches(is_unwritten);
                match (c, self.previous) {
                    ('[', Some('[')) => self.brackets = Some(at - 1),
                    (']', Some(']')) => self.brackets = None,
                    _ => {}
                }
                let mark = self.mark_after(c, word, &pending[..at]);
                // काम हुआ.८ महीने: the figure is behind the stop.
                let stop = (mark == Mark::Hard && c == '.').then_some(next);
                self.touched = self.touched.filter(|_| is_numeric(c)).or(stop);
                mark
            }
        };
        self.heard |= plain || !is_silent(c);
        self.chars += 1;
        self.previous = Some(c);
        None
    }

    /// Whether the word before a place, which ends there, is the number of the next item of a list, or of the first after a colon.
    fn begins_item(&self, pending: &str, at: usize) -> bool {
        let (before, word) = pending[..at].split_at(self.word);
        let first = before.split(char::is_whitespace).next().and_then(item);
        let next = match first.or(self.item) {
            Some(item) => item + 1,
            None if before.trim_end().ends_with(':') || leads_to_list(before) => 1,
            None => return false,
        };
        self.word > 0 && item(word) == Some(next) && !awaits_number(before)
    }

    /// Whether a danda stands within a word, between an hour and its minutes or in a date, that go on with `c`: కి॥మీ॥, ୮।୩୦, ১২।০৩।২০২৩.
    fn within(&self, passed: &str, c: char) -> bool {
        let hour = || {
            let word = passed.get(self.word..).unwrap_or_default();
            // ତା୧୨।୩; କଟକ,୧୨।୩
            let number = word.rsplit(|c| c != '।' && !is_numeric(c)).next();
            let mut parts = number.unwrap_or_default().trim_end_matches('।').split('।');
            let short = |part: &str| {
                (1..=MAX_ITEM).contains(&part.chars().count()) && part.chars().all(is_numeric)
            };
            parts.by_ref().take(2).all(short) && parts.next().is_none()
        };
        match self.previous {
            Some('॥') => letter(c).is_some_and(shortens_by_danda),
            Some('।') => is_parted_by_danda(c) && hour(),
            _ => false,
        }
    }

    /// Whether a clause that a comma ends, `passed`, has so many characters that it is one.
    fn is_long_enough(&self, passed: &str, started: bool) -> bool {
        let before =
            passed.trim_end_matches(|c| !is_plain(c) && !is_numeric(c) && !c.is_alphabetic());
        let first = !started && !before.ends_with(is_numeric);
        self.chars >= if first { FIRST_SOFT_MIN } else { SOFT_MIN }
    }

    /// White space at a place is behind a word, unless it is behind more of it.
    fn end_word(&mut self, pending: &str, at: usize) {
        if self.previous.is_some_and(|p| !p.is_whitespace()) {
            self.last_word_end = at;
            let word = pending.get(self.word..at);
            self.counted = word.is_some_and(|word| counts(word, self.counted));
            let kept_stop = self.previous == Some('.') && self.mark == Mark::None;
            let initial = |word: &str| word.strip_suffix('.').is_some_and(stop::is_initial);
            self.initials = kept_stop && word.is_some_and(initial);
            if !kept_stop && !self.previous.is_some_and(is_numeric) {
                self.last_free_end = at;
            }
        }
    }

    /// Where a reader pauses in a text that is long: surely, or in a longer one for a reason. The places that were looked at before are
    /// none.
    fn likely_end(&mut self, text: &str) -> Option<usize> {
        let longer = self.chars >= LONGER;
        let last = self.looked;
        let language = last.map_or_else(|| by_letters(text), |last| last.language);
        let from = last.filter(|last| last.longer == longer);
        let fits = |place: phrase::Place| place.is_sure() || longer && place.is_likely();
        let place = phrase::best(language, text, from.map_or(0, |last| last.chars), fits);
        self.looked = Some(Looked {
            language,
            chars: self.chars,
            longer,
        });
        place.map(phrase::Place::end)
    }

    /// Where a clause that is too long is cut: before open brackets, where a reader would pause, between words if there are any.
    fn cut(&self, text: &str) -> usize {
        let pause = phrase::best(by_letters(text), text, 0, |_| true);
        let pause = pause.map_or(0, phrase::Place::end);
        let open = self.brackets.unwrap_or_default();
        let ends = [open, pause, self.last_free_end, self.last_word_end];
        let end = ends.into_iter().find(|end| *end > 0);
        end.unwrap_or_else(|| last_cluster(text))
    }

    /// Where a sentence ends at a stop that the last word of `passed` touches, now that the `next` character is known.
    pub(super) fn parted(&self, passed: &str, next: Option<char>) -> Option<(usize, bool)> {
        let end = self.touched?;
        let (word, behind) = (passed.get(self.word..end - 1)?, passed.get(end..)?);
        let word = word.trim_matches(is_unwritten);
        let quote = behind.len() - behind.trim_start_matches(is_quote).len();
        stop::parts_words(word, behind, next).then_some((end + quote, false))
    }

    /// Passes letters and figures from `at` to `end`. The place after those that were passed.
    pub(super) fn pass(&mut self, pending: &str, mut at: usize, end: usize) -> usize {
        for c in pending.get(at..).unwrap_or_default().chars() {
            if !is_plain(c) || at == end || self.chars >= MAX_CHARS {
                break;
            }
            self.chars += 1;
            self.previous = Some(c);
            at += c.len_utf8();
        }
        at
    }

    /// The mark after one more character, which follows `word`, the last of what was `passed`.
    fn mark_after(&self, c: char, word: &str, passed: &str) -> Mark {
        let spaced = || self.previous.is_some_and(char::is_whitespace);
        let bracketed = word.starts_with('(');
        let word = word.trim_start_matches(opens);
        match c {
            // డా॥ is డా.
            '॥' | '|' if is_shortened(word, c) => Mark::None,
            '।' | '॥' => Mark::Danda,
            // U.S.A . एक
            '.' if spaced() && stop::takes_stop(passed) => Mark::None,
            '.' if self.mark != Mark::None => Mark::Hard.max(self.mark),
            '.' => match stop::after(word, self.word == 0, self.counted, self.initials) {
                Stop::Kept => Mark::None,
                Stop::Unit => Mark::Unit,
                Stop::End => Mark::Hard,
            },
            ':' if is_title(word) || takes_visarga(word) || is_coloned(word) => Mark::None,
            // ৫ কি: মি:
            ':' if self.counted && stop::takes_colon(word) => Mark::None,
            '–' | '—' if spaced() && (self.counted || stop::ends_in_day(passed)) => Mark::None,
            ',' if stop::keeps_comma(word) => Mark::None,
            // A PIN code may follow: Kochi - 682016.
            '-' => Mark::None,
            _ if ends_sentence(c) => Mark::Hard.max(self.mark),
            _ if parts_sentence(c) => Mark::Soft.max(self.mark),
            // The mark of a line that is quoted: .>>
            '>' if self.mark == Mark::Hard => Mark::Hard,
            // "Download..." button
            _ if is_quote(c) && trails(word) => Mark::Unit,
            // (பி.எச்டி.)
            ')' if is_dotted(word) && bracketed => Mark::None,
            _ if closes(c) || is_unwritten(c) => self.mark,
            _ => Mark::None,
        }
    }
}

/// Whether a word has stops within and at its end.
fn is_dotted(word: &str) -> bool {
    let short = word.strip_suffix('.');
    short.is_some_and(|short| short.contains('.') && !short.ends_with('.'))
}

/// Whether a word of an Indic script is shortened with stops, and has a colon for the last one: அ.வ.எண்: 245. Or for the only one: ತಾ: ಬೇಲೂರು.
fn is_coloned(word: &str) -> bool {
    let word = word.trim_start_matches(is_numeric);
    if word.is_ascii() {
        return false;
    }
    // ২১কি:মি:
    let stopped = word.replace(':', ".");
    stopped.contains('.') && is_abbreviation(&stopped) || is_abbreviation(&format!("{word}:"))
}

/// Whether a word is shortened, perhaps with double dandas or bars for its stops: కి॥మీ॥, ಡಾ||.
fn is_shortened(word: &str, mark: char) -> bool {
    let word = word.trim_end_matches('|');
    let script = word.chars().next_back().and_then(letter);
    let own = script.is_some_and(shortens_by_danda);
    // ಮು||ಪೋ||
    let last = word.rsplit(['|', '॥']).next().unwrap_or(word);
    let barred = || is_abbreviation(&format!("{last}॥"));
    // ಚಿ||ಸೌ||, चि॥सौ॥
    let stopped = || word.replace("||", ".").replace('॥', ".");
    (own || mark == '॥')
        && (is_abbreviation(&stopped()) || last.len() < word.len() && is_abbreviation(last))
        || own && barred()
}

/// Whether dots end a text, before the quotation marks that close it.
fn trails(text: &str) -> bool {
    let text = text.trim_end_matches(is_quote);
    text.ends_with("..") || text.ends_with('…')
}

/// Whether a clause goes on with a character behind the white space after a stop, a quotation mark or a comma that may end it.
fn goes_on(passed: &str, c: char) -> bool {
    match passed.chars().next_back() {
        // (February 22, 1732 – December 14, 1799)
        Some(',') => digit(c).is_some_and(|(value, _)| {
            value == 0 || value < 3 && stop::ends_in_day(passed.trim_end_matches(','))
        }),
        Some(quote) if is_quote(quote) && trails(passed) => {
            letter(c).is_some() && !c.is_uppercase()
        }
        Some('.') if c.is_ascii_digit() => {
            let mut words = passed.rsplit(char::is_whitespace);
            let day = |word: &str| stop::is_weekday(word.trim_end_matches('.'));
            let day = words.next().is_some_and(day);
            // The Sun. 149 million km away
            day && !matches!(words.next(), Some("the" | "The" | "a"))
        }
        // (6 pcs.) ₹150
        Some(')') => !c.is_uppercase(),
        // (Fri. & Sat.)
        _ => c.is_lowercase() || matches!(c, '&' | '+'),
    }
}

/// Whether the last word of a text has a number after it: page 2.
fn awaits_number(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let last = lowercase(last.chars());
    [by_letters(text), Language::En].iter().any(|language| {
        let table = table(*language);
        use List::{Counting, Labels, Months, Numbered, Particles, Press, Steps};
        let lists = [Counting, Labels, Months, Numbered, Particles, Press, Steps];
        table.cues(&last).takes_number() || lists.iter().any(|list| table.lists(*list, &last))
    })
}

/// Whether so many words of an Indic script stand before the number of an item that a list in running text may begin there.
fn leads_to_list(before: &str) -> bool {
    let last = before.trim_end().chars().next_back().and_then(letter);
    let indic = last.is_some_and(|script| script != Script::Latin);
    indic && before.split_whitespace().nth(LEADING - 1).is_some()
}

/// The number of an item of a list that ends a clause, which is cut before the next one.
pub fn last_item(text: &str) -> Option<u64> {
    let (before, word) = text.rsplit_once(char::is_whitespace)?;
    item(word).filter(|_| leads_to_list(before) && !awaits_number(before))
}

/// The number of an item of a list, if a word is one: `2.`
pub fn item(word: &str) -> Option<u64> {
    let (digits, end) = digits(&word.chars().take(MAX_ITEM).collect::<Vec<_>>(), 0);
    let value = digits.value().filter(|_| !digits.is_empty())?;
    (word.chars().skip(end).eq(['.'])).then_some(value)
}

/// The last character of a text that may be cut before: it belongs to no cluster, or to one that is too long.
fn last_cluster(text: &str) -> usize {
    let (mut last, mut length, mut joined) = (0, 0, false);
    for (at, c) in text.char_indices() {
        length = if extends(c) || joined { length + 1 } else { 0 };
        joined = joins(c);
        if length == 0 || length > MAX_CLUSTER {
            last = at;
        }
    }
    last
}
