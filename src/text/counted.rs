//! What follows a number: its unit, its ending, the noun that it counts.

use super::dates::year;
use super::numbers::Numeral;
use super::reading::Reading;
use super::units;
use crate::language::{Language, Table};
use crate::script::{self, Script};
use crate::token::{Token, Word};

/// Letters directly after a number are its ending up to so many characters, otherwise a word.
const MAX_ENDING: usize = 4;
/// The longest unit as it is written.
const MAX_UNIT: usize = 12;

impl Reading<'_> {
    /// The unit that follows, and the place after it.
    pub(super) fn unit(&self, table: &Table, one: bool) -> Option<(String, usize)> {
        let at = self.at;
        let hyphen = self.peek(0) == Some('-');
        let space = usize::from(self.peek(0) == Some(' ') || hyphen);
        // "a 3-day trip"
        let one = one || hyphen;
        let rest = &self.text[at + space..];
        // The letters of another script are an ending.
        let script = rest.iter().take(MAX_UNIT).find_map(|c| script::letter(*c));
        let part = |c: &&char| {
            let letter = script::letter(**c);
            letter.is_some() && letter == script || "°²³/µμ%Ω".contains(**c)
        };
        let mut length = rest.iter().take(MAX_UNIT + 1).take_while(part).count();
        if length == 0 || length > MAX_UNIT {
            return None;
        }
        while length > 0 && rest[length - 1] == '/' {
            length -= 1;
        }
        let written: String = rest[..length]
            .iter()
            .map(|c| if *c == 'μ' { 'µ' } else { *c })
            .collect();
        let mut end = at + space + length;
        // "sq. ft"
        let stop = usize::from(self.text.get(end) == Some(&'.'));
        // "கி.மீ." is கிமீ.
        if stop == 1
            && script != Some(Script::Latin)
            && let Some(found) = self.stopped_unit(table, at + space, one)
        {
            return Some(found);
        }
        let (written, one) = match &written[..] {
            "sq" | "cu" if self.text.get(end + stop) == Some(&' ') => {
                let base: String = self.text[end + stop + 1..]
                    .iter()
                    .take_while(|c| c.is_alphabetic())
                    .collect();
                end += stop + 1 + base.chars().count();
                (
                    format!("{base}{}", if written == "sq" { "²" } else { "³" }),
                    one,
                )
            }
            _ => (written, one),
        };
        // "1st" is no stone, "4B" a flat, "4K" a screen.
        if space == 0 && matches!(&written[..], "st" | "nd" | "rd" | "th" | "s" | "B" | "K") {
            return None;
        }
        // "5 m-10 m" is a range, "5-m" would be a word.
        if hyphen && written.chars().count() < 2 {
            return None;
        }
        let mut found = units::unit(table, &written, one);
        if found.is_none()
            && let Some((above, _)) = written.split_once('/')
        {
            found = units::unit(table, above, one);
            end = at + space + above.chars().count();
        }
        if self.text.get(end) == Some(&'2') || self.text.get(end) == Some(&'3') {
            return None;
        }
        found.map(|unit| (unit, end))
    }

    /// A unit of several letters with stops between them, and the place after it.
    fn stopped_unit(&self, table: &Table, at: usize, one: bool) -> Option<(String, usize)> {
        let rest = &self.text[at..];
        let part = |c: &&char| script::letter(**c).is_some() || **c == '.';
        let run = rest.iter().take(MAX_UNIT).take_while(part).enumerate();
        let mut written = String::new();
        let mut found = None;
        for (i, c) in run {
            if *c != '.' {
                written.push(*c);
            }
            if let Some(words) = table.word(&format!("unit:{written}")) {
                let next = rest.get(i + 1);
                // A stop at the end of the sentence is heard as one.
                let more = self.text[at + i + 1..]
                    .iter()
                    .any(|c| !script::is_silent(*c));
                let whole = *c == '.' && more || next.is_none_or(|c| script::letter(*c).is_none());
                if whole {
                    found = Some((words, at + i + 1));
                }
            }
        }
        found.map(|(words, end)| (units::single(table, words, one), end))
    }

    /// Joins what is said to the case ending that is written directly after it (5%க்கு), or gives it the form that it has before
    /// what it measures.
    pub(super) fn case(&mut self, table: &Table, language: Language) {
        if let Some((forms, length)) = self.case_at(self.at, table, language)
            && let Some(Token::Word(Word { text, .. })) = self.out.last_mut()
            && let Some(form) = inflected(forms, text)
        {
            *text = form;
            self.at += length;
        }
    }

    /// The forms that what is written at `at` asks of the word before it, and its length if it is an ending.
    pub(super) fn case_at(
        &self,
        at: usize,
        table: &Table,
        language: Language,
    ) -> Option<(&'static str, usize)> {
        let first = *self.text.get(at)?;
        let gap = usize::from(matches!(first, '-' | '‑' | ' '));
        let rest = &self.text[at + gap..];
        let letters = rest
            .iter()
            .take(MAX_UNIT)
            .take_while(|c| script::letter(**c).map(|s| self.in_script(s)) == Some(language));
        let run: String = letters.collect();
        if run.is_empty() {
            None
        } else if first == ' ' && !table.list("apart").any(|e| e == run) {
            let measured = table.list("measured").any(|stem| run.starts_with(stem));
            let forms = table.word("case:").filter(|_| measured)?;
            Some((forms, 0))
        } else {
            let forms = table.word(&format!("case:{run}"))?;
            Some((forms, gap + run.chars().count()))
        }
    }

    /// Whether a noun of the language follows, which the number is said before.
    pub(super) fn noun_follows(&self, table: &Table, language: Language) -> bool {
        let rest = &self.text[self.at..];
        let word = rest
            .iter()
            .skip(1)
            .take_while(|c| script::letter(**c).is_some());
        let word: String = word.collect();
        self.peek(0) == Some(' ')
            && self
                .peek(1)
                .and_then(script::letter)
                .map(|s| self.in_script(s))
                == Some(language)
            && word.chars().count() > 2
            // A day is no count of months.
            && !["months", "particles"].iter().any(|key| table.list(key).any(|w| w == word))
    }

    /// Joins an ending to the number's words. The language of the whole.
    pub(super) fn ending(
        &mut self,
        number: &Numeral,
        language: Language,
        words: &mut String,
    ) -> Language {
        let letters = |at: usize| {
            let rest = self.text.get(at..).unwrap_or_default();
            rest.iter()
                .take(MAX_UNIT)
                .take_while(|c| script::letter(**c).is_some())
                .count()
        };
        // A hyphen may stand before an ending that the table lists, a space before others.
        let apart = match self.peek(0) {
            Some('-' | '‑') => Some("endings"),
            Some(' ') => Some("apart"),
            _ => None,
        };
        let at = self.at + usize::from(apart.is_some());
        let length = letters(at);
        if length == 0 {
            return language;
        }
        let run: String = self.text[at..at + length].iter().collect();
        let figures: String = number.whole.iter().map(|d| char::from(b'0' + d)).collect();
        let script = script::letter(self.text[at]);
        let known = script.is_some_and(|s| {
            // Some stand apart from certain numbers only: 4 था.
            let mut list = self.table_of(s).list(apart.unwrap_or("endings"));
            list.any(|e| e.strip_prefix(&*figures).unwrap_or(e) == run)
        });
        // "10 वा." is a time.
        let known = known && (apart != Some("apart") || self.text.get(at + length) != Some(&'.'));
        // "100രൂപ": a word that follows numbers is none of their endings.
        let word = || {
            script.is_some_and(|s| {
                let table = self.table_of(s);
                table.word("₹") == Some(&run)
                    || ["clock", "particles", "counted", "scales"]
                        .iter()
                        .any(|key| table.list(key).any(|w| w == run))
            })
        };
        let far = apart.is_some() || length > MAX_ENDING || !number.fraction.is_empty();
        if !known && (far || word()) {
            return language;
        }
        let said = language;
        let language = script.map_or(language, |script| self.in_script(script));
        let table = script.map_or(crate::language::table(language), |script| {
            self.table_of(script)
        });
        let proper = match number.whole[..] {
            [.., 1, _] => "th",
            [.., 1] => "st",
            [.., 2] => "nd",
            [.., 3] => "rd",
            _ => "th",
        };
        let run = if run.eq_ignore_ascii_case(proper) {
            proper.to_owned()
        } else {
            run
        };
        let english = run == proper || run == "s";
        // An English ending where the language has its own form for it.
        let ordinal = |table: &Table| {
            let ordinal = table.word(&format!("ordinal:{figures}{run}"));
            ordinal.filter(|_| number.fraction.is_empty())
        };
        let own = ordinal(self.table);
        if let Some(ordinal) = own.or_else(|| ordinal(table)) {
            words.clear();
            words.push_str(ordinal);
        } else if language == Language::En {
            if !english {
                return said;
            }
            let decade = number
                .value()
                .filter(|n| !number.grouped && run == "s" && (1100..2100).contains(n));
            words.clear();
            match decade {
                Some(n) => year(table, n, words),
                None => number.words(table, words),
            }
            english_ending(table, &run, words);
        } else {
            // What is said of a year stays.
            if language != said {
                words.clear();
                number.words(table, words);
            }
            join(table, &run, words);
        }
        self.at = at + length;
        if own.is_some() {
            self.language
        } else {
            language
        }
    }
}

/// A word by the form that `forms` have for its longest tail: `tail>form tail>form`.
pub(super) fn inflected(forms: &str, word: &str) -> Option<String> {
    let forms = forms.split(' ').filter_map(|form| form.split_once('>'));
    let stems = forms.filter_map(|(tail, form)| Some((word.strip_suffix(tail)?, form)));
    let (stem, form) = stems.min_by_key(|(stem, _)| stem.len())?;
    Some([stem, form].concat())
}

/// The form of a number before what it counts.
pub(super) fn before(table: &Table, words: &mut String) {
    let at = words.trim_end().rfind(' ').map_or(0, |i| i + 1);
    let alone = words[..at].trim().is_empty();
    let last = words[at..].trim();
    let form = alone
        .then(|| table.word(&format!("before:{last}")))
        .flatten();
    if let Some(form) = form.or_else(|| table.word(&format!("counting:{last}"))) {
        words.truncate(at);
        words.push_str(form);
    }
}

/// Fifth, twentieth; eighties.
pub(super) fn english_ending(table: &Table, ending: &str, words: &mut String) {
    let at = words.rfind(' ').map_or(0, |i| i + 1);
    let last = words.split_off(at);
    let ordinal = table.word(&format!("ordinal:{last}"));
    match (ending, last.strip_suffix('y')) {
        ("s", Some(tens)) => words.push_str(&format!("{tens}ies")),
        ("s", _) => words.push_str(&format!("{last}s")),
        _ => words.push_str(ordinal.unwrap_or(&format!("{last}th"))),
    }
}

/// A vowel sign takes the place of the virama or the vowel before it, and so do the endings that the table lists.
pub(super) fn join(table: &Table, ending: &str, words: &mut String) {
    let written = table.word(&format!("ending:{ending}"));
    let ending = written.unwrap_or(ending);
    let Some(last) = words.chars().last() else {
        return;
    };
    if let Some(both) = table.word(&format!("ending:{last}+{ending}")) {
        words.pop();
        words.push_str(both);
        return;
    }
    let sign = ending.starts_with(script::is_vowel_sign);
    let syllable: String = words
        .chars()
        .rev()
        .take(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let tail = [&syllable[..], last.encode_utf8(&mut [0; 4])]
        .iter()
        .find_map(|tail| Some((tail.len(), table.word(&format!("final:{tail}"))?)));
    if let Some((length, stem)) = tail {
        words.truncate(words.len() - length);
        words.push_str(stem);
    }
    if (sign || table.list("eats").any(|e| e == ending)) && words.ends_with(script::is_vowel_sign) {
        words.pop();
    }
    words.push_str(ending);
}
