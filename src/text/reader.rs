//! Clauses to pieces: the language of each word, numbers and signs as words, pauses.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::Piece;
use super::identify::{self, Romanised};
use super::script::{self, ZWJ, ZWNJ};
use super::splitter::{self, Clause};
use super::tables::{Table, table};
use crate::Language;
use crate::phonemes::{Phoneme, given, is_given};

/// Characters of the longest abbreviation, its stops included.
const MAX_ABBREVIATION: usize = 12;

/// What some characters of a clause became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The characters, in normalisation form C, without spaces and punctuation around them.
    pub written: String,
    /// Their pieces, by index; none where the characters could not be read.
    pub pieces: Range<usize>,
}

/// Reads the clauses of one text, one after another.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Given by the caller.
    given: Option<Language>,
    /// The language of what was read last: it reads numbers and signs.
    language: Language,
    /// How much in the text speaks for Marathi rather than Hindi, the last clause most.
    marathi: i32,
    /// The last language of the text that was not English.
    indic: Option<Language>,
    /// Whether the sentence of the last clause goes on.
    open: bool,
    memo: identify::Memo,
    /// Whether `[[…]]` holds phonemes.
    inline: bool,
    silent_emoji: bool,
}

impl Reader {
    /// A reader at the start of a text; without a `language` the text's own script decides.
    pub fn new(language: Option<Language>) -> Self {
        Self {
            given: language,
            language: language.unwrap_or(Language::En),
            marathi: 0,
            indic: language.filter(|l| *l != Language::En),
            open: false,
            memo: identify::Memo::default(),
            inline: false,
            silent_emoji: false,
        }
    }

    /// Whether what stands in double square brackets is read as phonemes, as `vaak phonemes` writes them: `[[ʋ aː k]]`. Without it,
    /// and where they are none, brackets are brackets. Brackets around more than a clause can hold are not understood.
    pub fn inline_phonemes(self, inline: bool) -> Self {
        Self { inline, ..self }
    }

    /// Whether emoji are passed over in silence, instead of being named.
    pub fn silent_emoji(self, silent_emoji: bool) -> Self {
        Self {
            silent_emoji,
            ..self
        }
    }

    /// The language that read the last clause's numbers and signs.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Appends the pieces of `clause`, which end with a pause. Returns how many characters could not be read.
    pub fn read(&mut self, clause: &Clause, out: &mut Vec<Piece>) -> usize {
        self.run(clause, out, None)
    }

    /// Reads as [`Self::read`] does, and shows `each` where the pieces come from.
    pub fn trace(
        &mut self,
        clause: &Clause,
        out: &mut Vec<Piece>,
        mut each: impl FnMut(Origin),
    ) -> usize {
        self.run(clause, out, Some(&mut each))
    }

    fn run(
        &mut self,
        clause: &Clause,
        out: &mut Vec<Piece>,
        mut each: Option<&mut dyn FnMut(Origin)>,
    ) -> usize {
        let text: Vec<char> = compose(&clause.text);
        let inline = if self.inline {
            inline(&text)
        } else {
            Vec::new()
        };
        let mut words = text.clone();
        for at in &inline {
            words[at.clone()].fill(' ');
        }
        let romanised = self.decide(&words);
        let mut reading = Reading {
            table: table(self.language),
            language: self.language,
            devanagari: self.devanagari(),
            romanised: &romanised,
            inline: &inline,
            silent_emoji: self.silent_emoji,
            text: &text,
            at: 0,
            currency: None,
            number_end: usize::MAX,
            address: None,
            skipped: 0,
            pause: None,
            out,
        };
        let mut from = 0;
        while reading.at < text.len() {
            let (first, skipped) = (reading.out.len(), reading.skipped);
            reading.step();
            let pieces = first..reading.out.len();
            // What says nothing by itself, such as the sign of a currency, belongs to what is said next.
            let done = !pieces.is_empty() || reading.skipped > skipped;
            if let Some(each) = &mut each
                && (done || reading.at == text.len())
            {
                let written = written(&text[from..reading.at], done);
                from = reading.at;
                if !written.is_empty() {
                    each(Origin { written, pieces });
                }
            }
        }
        let end = if clause.continues {
            Phoneme::COMMA
        } else {
            Phoneme::PERIOD
        };
        let end = reading.pause.unwrap_or(end);
        self.open = end == Phoneme::COMMA;
        reading.out.push(Piece::Pause(end));
        reading.skipped
    }

    /// Settles the language of the clause, of its Devanagari, and of its words in Latin letters.
    fn decide(&mut self, text: &[char]) -> Romanised {
        let mut letters = [0usize; Language::ALL.len()];
        for language in text.iter().filter_map(|c| script::letter(*c)) {
            letters[language as usize] += 1;
        }
        if letters[Language::Hi as usize] > 0 {
            let text: String = text.iter().collect();
            self.marathi = self.marathi / 2 + identify::marathi(&text);
            if self.devanagari() == Language::Mr {
                letters.swap(Language::Hi as usize, Language::Mr as usize);
            }
        }
        let has = |l: &Language| letters[*l as usize] > 0 && *l != Language::En;
        let present: Vec<Language> = Language::ALL.into_iter().filter(has).collect();
        let most = present
            .iter()
            .copied()
            .rev()
            .max_by_key(|l| letters[*l as usize]);
        let romanised = match self.given {
            _ if letters[Language::En as usize] == 0 => Romanised::default(),
            Some(Language::En) => Romanised::default(),
            Some(language) => identify::romanised(text, &[language], None, &mut self.memo),
            None if present.is_empty() => {
                let indic = &Language::ALL[..Language::En as usize];
                identify::romanised(text, indic, self.indic, &mut self.memo)
            }
            None => identify::romanised(text, &present, self.indic, &mut self.memo),
        };
        self.language = match (self.given, most) {
            (Some(language), _) => language,
            // A few Indic words among English ones are a sentence of their language: they are written with fewer letters.
            (None, Some(language))
                if 3 * letters[language as usize] > romanised.english_letters =>
            {
                language
            }
            (None, Some(_)) => Language::En,
            (None, None) if letters[Language::En as usize] == 0 => self.language,
            (None, None) => self.decide_latin(&romanised),
        };
        if self.language != Language::En {
            self.indic = Some(self.language);
        }
        romanised
    }

    /// The language that reads Devanagari.
    fn devanagari(&self) -> Language {
        match self.given {
            Some(language @ (Language::Hi | Language::Mr)) => language,
            _ if self.marathi > 0 => Language::Mr,
            _ => Language::Hi,
        }
    }

    /// The language of a clause without a letter of an Indic script.
    fn decide_latin(&self, romanised: &Romanised) -> Language {
        match (romanised.language, self.indic) {
            // Who is spoken to within an English sentence.
            (_, None) if self.open && romanised.is_names() => Language::En,
            (Some(language), _) if romanised.prevails() => language,
            // English words within an Indic sentence, a name among Indic ones.
            (_, Some(indic)) if self.open || !romanised.is_english_sentence() => indic,
            _ => Language::En,
        }
    }
}

/// Where phonemes stand in double brackets.
fn inline(text: &[char]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open = None;
    for (at, pair) in text.windows(2).enumerate() {
        match (pair, open) {
            (['[', '['], _) => open = Some(at),
            ([']', ']'], Some(start)) => {
                let sounds: String = text[start + 2..at].iter().collect();
                if is_given(&given(sounds.trim())) {
                    found.push(start..at + 2);
                }
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// The characters without spaces around them, nor punctuation unless that is all there is and something was `said` for it.
fn written(characters: &[char], said: bool) -> String {
    let text: String = characters.iter().collect();
    let mark = |c: char| {
        script::is_silent(c)
            || script::parts_sentence(c)
            || script::ends_sentence(c)
            || matches!(c, '(' | ')' | '[' | ']')
    };
    match text.trim_matches(mark) {
        "" if said => text.trim().to_owned(),
        bare => bare.to_owned(),
    }
}

/// Composes, writes Malayalam's and Bengali's older letters as they are written today, and drops joiners.
fn compose(text: &str) -> Vec<char> {
    const LETTERS: [(char, char, char); 7] = [
        ('ണ', '്', 'ൺ'),
        ('ന', '്', 'ൻ'),
        ('ര', '്', 'ർ'),
        ('ല', '്', 'ൽ'),
        ('ള', '്', 'ൾ'),
        ('ക', '്', 'ൿ'),
        ('ত', '্', 'ৎ'),
    ];
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let composed = script::is_composed(text);
    let mut slow = text.nfc();
    let mut fast = text.chars();
    let mut next = || if composed { fast.next() } else { slow.next() };
    while let Some(c) = next() {
        match c {
            ZWJ => {
                if let [.., a, b] = out[..]
                    && let Some((.., whole)) = LETTERS.iter().find(|(x, y, _)| (*x, *y) == (a, b))
                {
                    out.truncate(out.len() - 2);
                    out.push(*whole);
                }
            }
            ZWNJ | '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => {}
            _ => out.push(c),
        }
    }
    out
}

/// One clause being read.
pub(super) struct Reading<'a> {
    pub(super) table: &'static Table,
    pub(super) language: Language,
    pub(super) devanagari: Language,
    romanised: &'a Romanised,
    /// Where phonemes stand in brackets.
    inline: &'a [Range<usize>],
    pub(super) silent_emoji: bool,
    pub(super) text: &'a [char],
    pub(super) at: usize,
    /// The currency of the amount that comes.
    pub(super) currency: Option<&'static str>,
    /// Where the last number ended, with what belongs to it.
    pub(super) number_end: usize,
    /// Whether the clause is a postal address, once that was asked.
    pub(super) address: Option<bool>,
    skipped: usize,
    /// The pause that the punctuation since the last word asks for.
    pause: Option<Phoneme>,
    pub(super) out: &'a mut Vec<Piece>,
}

impl Reading<'_> {
    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    pub(super) fn skip(&mut self) {
        self.skipped += 1;
    }

    pub(super) fn step(&mut self) {
        let Some(c) = self.peek(0) else { return };
        if let Some(at) = self.inline.iter().find(|at| at.start == self.at) {
            let sounds: String = self.text[at.start + 2..at.end - 2].iter().collect();
            self.at = at.end;
            return self.put(given(sounds.trim()), self.language);
        }
        if self.electronic() || self.serial() {
            return;
        }
        if script::digit(c).is_some() {
            return self.number();
        }
        if let Some(language) = script::letter(c) {
            return self.word(language);
        }
        if self.currency() || (c > '\u{2000}' && self.emoji()) {
            return;
        }
        let before = self
            .at
            .checked_sub(1)
            .and_then(|i| self.text.get(i))
            .copied();
        let after = self.peek(1);
        let beside = self.beside_number();
        self.at += 1;
        let spaced = after.is_none_or(script::is_silent);
        let is_digit = |c: Option<char>| c.is_some_and(|c| script::digit(c).is_some());
        let between = beside && self.number_follows();
        match c {
            '.' if is_digit(after) && !before.is_some_and(char::is_alphanumeric) => {
                self.at -= 1;
                self.number();
            }
            '-' | '−' if between && self.text.contains(&'=') => self.say("minus"),
            '-' | '−'
                if is_digit(after)
                    && before.is_none_or(|b| {
                        b.is_whitespace() || matches!(b, '(' | '?' | ',' | '=')
                    }) =>
            {
                self.say("minus")
            }
            '-' | '–' | '—' | '−' | '~' if between => self.say("to"),
            '^' if is_digit(after) => self.say("^"),
            '×' | '*' if between => self.say("×"),
            '%' if beside => {
                self.say("%");
                self.case(self.table, self.language);
                self.number_end = self.at;
            }
            '.' if self.keeps_stop() => {
                // The number of an item of a list.
                if is_digit(before) {
                    self.ask(Phoneme::COMMA);
                }
            }
            '.' | '。' if spaced => self.ask(Phoneme::PERIOD),
            '।' | '॥' | '|' | '…' => self.ask(Phoneme::PERIOD),
            '?' | '？' | '‽' => self.ask(Phoneme::QUESTION),
            '!' | '！' => self.ask(Phoneme::EXCLAMATION),
            '(' | '[' => self.ask(Phoneme::COMMA),
            ')' | ']' if self.more() => self.ask(Phoneme::COMMA),
            '-' if spaced && before.is_some_and(char::is_whitespace) => self.ask(Phoneme::COMMA),
            ':' if is_digit(before) && is_digit(after) => {}
            _ if script::parts_sentence(c) => self.ask(Phoneme::COMMA),
            _ if script::is_silent(c) => {}
            _ => self.say(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Asks for a pause before the next word: of several marks the one that says most rules.
    pub(super) fn ask(&mut self, pause: Phoneme) {
        const RANK: [Phoneme; 4] = [
            Phoneme::COMMA,
            Phoneme::PERIOD,
            Phoneme::EXCLAMATION,
            Phoneme::QUESTION,
        ];
        let rank = |pause: Phoneme| RANK.iter().position(|p| *p == pause);
        if self.pause.is_none_or(|asked| rank(asked) < rank(pause)) {
            self.pause = Some(pause);
        }
    }

    /// Whether anything more is heard.
    fn more(&self) -> bool {
        self.text[self.at..].iter().any(|c| !script::is_silent(*c))
    }

    /// Whether the stop just passed belongs to the word before it, within a sentence.
    fn keeps_stop(&self) -> bool {
        let before = &self.text[..self.at - 1];
        let word = before
            .iter()
            .rposition(|c| c.is_whitespace())
            .map_or(0, |i| i + 1);
        let text: String = before[word..].iter().collect();
        self.more() && splitter::keeps_stop(&text, word == 0)
    }

    /// Whether a number or an amount of money comes next.
    fn number_follows(&self) -> bool {
        let mut rest = self.text[self.at..].iter().skip_while(|c| **c == ' ');
        rest.next()
            .is_some_and(|c| script::digit(*c).is_some() || super::money::sign(*c).is_some())
    }

    /// A word, in the language of its script.
    fn word(&mut self, language: Language) {
        let rest = &self.text[self.at..];
        let apostrophe = |i: usize| {
            matches!(rest[i], '\'' | '’')
                && rest
                    .get(i + 1)
                    .is_some_and(|c| script::letter(*c) == Some(Language::En))
        };
        let length = (0..rest.len())
            .find(|&i| {
                script::letter(rest[i]) != Some(language)
                    && !(language == Language::En && apostrophe(i))
            })
            .unwrap_or(rest.len());
        let text: String = rest[..length]
            .iter()
            .map(|c| if *c == '’' { '\'' } else { *c })
            .collect();
        let end = self.at + length;
        let script = self.in_script(language);
        let stops = matches!(self.text.get(end), Some('.' | '॰' | '/'));
        if self.rupee(&text, end)
            || (stops && self.abbreviation(script))
            || (self.digit_near(end) && self.month(script))
            || self.roman(&text, end)
        {
            return;
        }
        // "2x3 m"
        if matches!(&text[..], "x" | "X") && self.beside_number() {
            let start = std::mem::replace(&mut self.at, end);
            if self.number_follows() {
                return self.say("by");
            }
            self.at = start;
        }
        if self.beside_number() && self.table.list("clock").any(|w| w == text.to_lowercase()) {
            self.at = end;
            self.number_end = end;
            let key = format!("clock:{}", text.to_lowercase());
            return match (self.table.word(&key), table(Language::En).word(&key)) {
                (Some(said), _) => self.put_all(said, self.language),
                (None, Some(said)) => self.put_all(said, Language::En),
                (None, None) => self.put(text, script),
            };
        }
        let language = self.romanised.at(self.at).unwrap_or(script);
        self.at = end;
        self.put(text, language);
    }

    /// Whether a digit comes within three characters from `at`.
    pub(super) fn digit_near(&self, at: usize) -> bool {
        let near = self.text[at..].iter().take(3);
        near.copied().any(|c| script::digit(c).is_some())
    }

    /// Whether only spaces stand between the last number and this place.
    fn beside_number(&self) -> bool {
        let end = self.number_end;
        end <= self.at && self.text[end..self.at].iter().all(|c| *c == ' ')
    }

    /// A word or words with stops that the table has in full: Dr., i.e., ई. पू.
    fn abbreviation(&mut self, language: Language) -> bool {
        let table = table(language);
        let rest = &self.text[self.at..];
        let part = |c: &&char| script::letter(**c).is_some() || matches!(c, '.' | '॰' | '/');
        let mut longest = None;
        let mut key = String::new();
        let mut at = 0;
        // Of two words at most, the longest that is known.
        for _ in 0..2 {
            let length = rest[at..]
                .iter()
                .take(MAX_ABBREVIATION + 1)
                .take_while(part)
                .count();
            if length == 0 || length > MAX_ABBREVIATION {
                break;
            }
            for (i, c) in rest[at..at + length].iter().enumerate() {
                key.extend(if *c == '॰' { '.' } else { *c }.to_lowercase());
                let whole = i + 1 == length && key.contains('/');
                if (whole || matches!(c, '.' | '॰'))
                    && let Some(words) = table.word(&key)
                {
                    longest = Some((words, at + i + 1));
                }
            }
            at += length;
            if !key.ends_with('.') || rest.get(at) != Some(&' ') {
                break;
            }
            at += 1;
        }
        let Some((words, length)) = longest else {
            return false;
        };
        // "No." is a number only before one.
        let (words, numbered) = words
            .strip_prefix("# ")
            .map_or((words, false), |w| (w, true));
        let after = rest[length..].iter().find(|c| !c.is_whitespace());
        if numbered && after.is_none_or(|c| script::digit(*c).is_none()) {
            return false;
        }
        // A stop at the end of the sentence is heard as one.
        let ends = !self.text[self.at + length..]
            .iter()
            .any(|c| !script::is_silent(*c));
        let beside = self.beside_number();
        self.at += length - usize::from(ends && rest[length - 1] == '.');
        if beside {
            self.number_end = self.at;
        }
        self.put_all(words, language);
        true
    }

    /// The words for a sign, or one more character that cannot be read.
    fn say(&mut self, key: &str) {
        match self.table.word(key) {
            Some(words) => self.put_all(words, self.language),
            None => self.skipped += 1,
        }
    }

    pub(super) fn put_all(&mut self, words: &str, language: Language) {
        for word in words.split_whitespace() {
            let joined = super::tables::is_joined(word);
            match self.out.last_mut() {
                Some(Piece::Word { text, .. }) if joined => super::tables::push(text, word),
                _ => self.put(word[usize::from(joined)..].to_owned(), language),
            }
        }
    }

    pub(super) fn put(&mut self, text: String, language: Language) {
        if let Some(pause) = self.pause.take()
            && matches!(self.out.last(), Some(Piece::Word { .. }))
        {
            self.out.push(Piece::Pause(pause));
        }
        self.out.push(Piece::Word { text, language });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize;

    fn read(text: &str) -> (Vec<Piece>, usize) {
        let mut out = Vec::new();
        let clause = Clause {
            text: text.to_owned(),
            continues: false,
        };
        let skipped = Reader::new(None).read(&clause, &mut out);
        (out, skipped)
    }

    #[test]
    fn script_tells_the_language() {
        let (pieces, skipped) = read("मेरा phone நல்ல ફોન, है?");
        let languages: Vec<_> = pieces
            .iter()
            .map(|p| match p {
                Piece::Word { language, .. } => language.code(),
                Piece::Pause(pause) => pause.symbol(),
            })
            .collect();
        assert_eq!(languages, ["hi", "en", "ta", "gu", ",", "hi", "?"]);
        assert_eq!(skipped, 0);
    }

    #[test]
    fn devanagari_is_hindi_or_marathi_by_its_words() {
        let mut reader = Reader::new(None);
        let mut decide = |s: &str| {
            reader.decide(&compose(s));
            reader.language().code()
        };
        assert_eq!(decide("मी घरी जात आहे"), "mr");
        assert_eq!(decide("घर"), "mr");
        assert_eq!(decide("मैं घर जा रहा हूँ और वह भी"), "hi");
    }

    #[test]
    fn what_cannot_be_read_is_counted_and_passed() {
        let (pieces, skipped) = read("a 字𝄞 b");
        assert_eq!(pieces.len(), 3);
        assert_eq!(skipped, 2);
    }

    #[test]
    fn older_letters_and_joiners() {
        assert_eq!(normalize("അവന്\u{200d} വന്നു", None), "അവൻ വന്നു.");
        assert_eq!(normalize("ಸಾಫ್ಟ್\u{200c}ವೇರ್", None), "ಸಾಫ್ಟ್ವೇರ್.");
    }

    #[test]
    fn numbers_take_the_language_around_them() {
        assert_eq!(normalize("वह 5 है!", None), "वह पाँच है!");
        assert_eq!(normalize("5", Language::Ta), "ஐந்து.");
        assert_eq!(normalize("৫", None), "পাঁচ.");
    }
}
