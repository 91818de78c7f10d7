//! The user's words, above text and pronunciation.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::error::EntryError;
use crate::g2p::{Place, Pronunciation, Source, frame, place, pronounce, pronounce_listed};
use crate::language::Language;
use crate::phoneme::{self, Phoneme};
use crate::script::{Script, clean};
use crate::text;
use crate::token::{Listed, Token, Word, spoken};
use crate::{Error, Result};

/// The longest file, in bytes: some 20,000 entries.
const MAX_BYTES: usize = 1 << 20;
/// The longest reading of one word, so that a short text cannot become endless speech.
const MAX_PHONEMES: usize = 128;

/// Words with the readings that a user wants for them.
///
/// A line is a word, a language code and a reading, with tabs (here ⇥) between; empty lines and lines that begin with `#`
/// are skipped. A file whose name ends in `.toml` has tables instead.
///
/// ```text
/// Ananya ⇥ hi ⇥ अनन्या
/// gif ⇥ en ⇥ jif
/// वाक् ⇥ hi ⇥ /ʋ aː k/
/// ```
///
/// ```toml
/// [[word]]
/// word = "Ananya"
/// language = "hi"
/// reading = "अनन्या"
/// ```
///
/// The reading is words in the script of the language, or phonemes between slashes as `vaak phonemes` writes them,
/// `|` between words. The entry holds for the word where it is read in that language, and, if it is written in
/// another script than the language's or is English, wherever it stands. A word in small letters holds in capitals too.
///
/// ```
/// use vaak::{EntryError, Language, Lexicon, Settings};
///
/// let mut lexicon = Lexicon::parse("IIM\thi\tआई आई एम\n")?;
/// lexicon.add("gif", Language::En, "jif").unwrap();
/// assert_eq!(lexicon.add("gif", Language::En, "giff"), Err(EntryError::Duplicate));
/// let settings = Settings::new().lexicon(lexicon);
/// # Ok::<(), vaak::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lexicon {
    /// Shared: a turn lays its own lexicon over the engine's.
    entries: Arc<HashMap<String, Vec<Entry>>>,
    /// Where words are looked for that have no entry here.
    under: Option<Arc<Lexicon>>,
    /// The file that it was read from.
    file: Option<Arc<Path>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    language: Language,
    /// The word is not in the script of the language.
    foreign: bool,
    /// The reading as words; none where it was given as phonemes.
    respelling: Option<String>,
    phonemes: Vec<Phoneme>,
    /// Where it stands in its file.
    line: Option<usize>,
}

/// A lexicon as TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    word: Vec<Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    word: String,
    language: String,
    reading: String,
}

impl Lexicon {
    /// Reads a lexicon from a file.
    pub fn open(path: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(|source| Error::Io {
                path: path.to_owned(),
                source,
            })?;
        let lexicon = match std::str::from_utf8(&bytes) {
            Ok(text) if path.extension().is_some_and(|e| e == "toml") => Self::parse_toml(text),
            Ok(text) => Self::parse(text),
            Err(_) if bytes.len() > MAX_BYTES => Err(too_long()),
            Err(e) => Err(Error::Lexicon {
                line: 1 + bytes
                    .iter()
                    .take(e.valid_up_to())
                    .filter(|b| **b == b'\n')
                    .count(),
                source: EntryError::Encoding,
            }),
        };
        Ok(Self {
            file: Some(path.into()),
            ..lexicon?
        })
    }

    /// Reads a lexicon; the first wrong entry refuses it all, and is told by its line.
    pub fn parse(text: &str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(too_long());
        }
        let mut lexicon = Self::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, fields) in (1..).zip(text.lines()) {
            if !fields.trim().is_empty() && !fields.starts_with('#') {
                lexicon
                    .insert(fields, line)
                    .map_err(|source| Error::Lexicon { line, source })?;
            }
        }
        Ok(lexicon)
    }

    /// Reads a lexicon written as TOML, likewise.
    pub fn parse_toml(text: &str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(too_long());
        }
        let line = |at: usize| 1 + text.bytes().take(at).filter(|b| *b == b'\n').count();
        let tables: Tables = toml::from_str(text).map_err(|e| Error::Lexicon {
            line: line(e.span().map_or(0, |span| span.start)),
            source: EntryError::Syntax(e.message().to_owned()),
        })?;
        let mut lexicon = Self::default();
        for row in tables.word {
            let at = row.span().start;
            let row = row.into_inner();
            let line = line(at);
            known(&row.language)
                .and_then(|language| lexicon.put(&row.word, language, &row.reading, Some(line)))
                .map_err(|source| Error::Lexicon { line, source })?;
        }
        Ok(lexicon)
    }

    fn insert(&mut self, fields: &str, line: usize) -> Result<(), EntryError> {
        let fields: Vec<&str> = fields.split('\t').map(str::trim).collect();
        let [word, code, reading] = fields[..] else {
            return Err(EntryError::Fields {
                found: fields.len(),
            });
        };
        self.put(word, known(code)?, reading, Some(line))
    }

    /// Adds an entry, or says what is wrong with it.
    pub fn add(&mut self, word: &str, language: Language, reading: &str) -> Result<(), EntryError> {
        self.put(word, language, reading, None)
    }

    fn put(
        &mut self,
        word: &str,
        language: Language,
        reading: &str,
        line: Option<usize>,
    ) -> Result<(), EntryError> {
        let word = one_word(word)?;
        let (respelling, phonemes) = match slashed(reading) {
            Some(ipa) => (None, sounds(ipa)?),
            None => (Some(reading.to_owned()), spelt(reading, language)?),
        };
        if phonemes.len() > MAX_PHONEMES {
            return Err(EntryError::TooLong {
                limit: MAX_PHONEMES,
            });
        }
        let foreign = word.chars().all(|c| !of_script(c, language));
        let entries = Arc::make_mut(&mut self.entries).entry(word).or_default();
        if entries.iter().any(|e| e.language == language) {
            return Err(EntryError::Duplicate);
        }
        entries.push(Entry {
            language,
            foreign,
            respelling,
            phonemes,
            line,
        });
        Ok(())
    }

    /// The same, with another lexicon for the words that have no entry in this one.
    pub fn over(self, under: Arc<Self>) -> Self {
        let under = match self.under {
            Some(own) => Arc::new(Self::clone(&own).over(under)),
            None => under,
        };
        Self {
            under: Some(under),
            ..self
        }
    }

    /// Pronounces one word, as [`pronounce`] does where the lexicon does not have it.
    #[doc(hidden)]
    pub fn pronounce(
        &self,
        word: &str,
        language: Language,
        out: &mut Vec<Phoneme>,
    ) -> Pronunciation {
        self.pronounce_listed(word, language, Listed::Unknown, out)
    }

    /// Pronounces a word of a text, likewise.
    fn pronounce_word(&self, word: &Word, out: &mut Vec<Phoneme>) -> Pronunciation {
        self.pronounce_listed(&word.text, word.language, word.listed, out)
    }

    fn pronounce_listed(
        &self,
        word: &str,
        language: Language,
        listed: Listed,
        out: &mut Vec<Phoneme>,
    ) -> Pronunciation {
        match self.find(word, language) {
            Some((_, entry)) => {
                out.extend(&entry.phonemes);
                Pronunciation {
                    source: Source::Lexicon,
                    skipped: 0,
                }
            }
            None => pronounce_listed(word, language, listed, out),
        }
    }

    /// The words that are spoken in place of `word`, and their language, where the lexicon gives words.
    #[doc(hidden)]
    pub fn respelling(&self, word: &str, language: Language) -> Option<(&str, Language)> {
        let (_, entry) = self.find(word, language)?;
        Some((entry.respelling.as_deref()?, entry.language))
    }

    /// The file and line that the pronunciation of a word comes from; see [`place`].
    pub fn place(&self, word: &str, language: Language, source: Source) -> Option<Place> {
        let Some((lexicon, entry)) = self.find(word, language) else {
            return place(word, language, source);
        };
        Some(Place {
            file: lexicon.file.as_ref()?.display().to_string(),
            line: entry.line,
        })
    }

    /// Puts the words of the lexicon in place of those they stand for.
    #[doc(hidden)]
    pub fn respell(&self, tokens: &mut Vec<Token>) {
        for at in (0..tokens.len()).rev() {
            if let Token::Word(Word { text, language, .. }) = &tokens[at]
                && let Some((words, language)) = self.respelling(text, *language)
            {
                let words = words.split_whitespace();
                let words = words.map(|word| Token::word(word, language));
                tokens.splice(at..=at, words);
            }
        }
    }

    /// The entry for a word, and the lexicon that has it.
    fn find(&self, word: &str, language: Language) -> Option<(&Self, &Entry)> {
        let written = |word: &str| {
            let entries = self.entries.get(word)?;
            let own = entries.iter().find(|e| e.language == language);
            // Which language a Latin word is in is a guess: what the user says of it holds.
            own.or_else(|| {
                entries
                    .iter()
                    .find(|e| e.foreign || e.language == Language::En)
            })
        };
        let here = (!self.entries.is_empty()).then(|| clean(word));
        let here = here.and_then(|word| written(&word).or_else(|| written(&word.to_lowercase())));
        let here = here.map(|entry| (self, entry));
        here.or_else(|| self.under.as_ref()?.find(word, language))
    }
}

fn known(code: &str) -> Result<Language, EntryError> {
    code.parse().map_err(|_| EntryError::UnknownLanguage {
        language: code.to_owned(),
        available: Language::ALL.map(Language::code).to_vec(),
    })
}

/// The phonemes of one clause as the voice reads them: silence at both edges, a word boundary between words,
/// pauses directly after the word they follow. Returns how many characters were skipped.
///
/// Appends nothing where no word could be read. The training data is made by this function too.
pub fn phrase(tokens: &[Token], lexicon: &Lexicon, out: &mut Vec<Phoneme>) -> usize {
    phrase_words(tokens, lexicon, out, &mut Vec::with_capacity(tokens.len()))
}

/// As [`phrase`], and appends to `words` where the phonemes of each word are.
pub fn phrase_words(
    tokens: &[Token],
    lexicon: &Lexicon,
    out: &mut Vec<Phoneme>,
    words: &mut Vec<Range<usize>>,
) -> usize {
    frame(tokens, out, words, |word, out| {
        lexicon.pronounce_word(word, out)
    })
}

fn too_long() -> Error {
    Error::Limit {
        what: "a lexicon, in bytes,",
        limit: MAX_BYTES,
    }
}

/// The word as it will be met in text.
fn one_word(word: &str) -> Result<String, EntryError> {
    let tokens = text::tokens(word, None);
    match &tokens[..] {
        [Token::Word(Word { text, .. }), Token::Pause(_)] if clean(text) == clean(word) => {
            Ok(clean(text).into_owned())
        }
        [] | [Token::Pause(_)] => Err(EntryError::NoLetters {
            word: word.to_owned(),
        }),
        _ => Err(EntryError::NotOneWord {
            word: word.to_owned(),
            spoken: spoken(&tokens),
        }),
    }
}

fn slashed(reading: &str) -> Option<&str> {
    reading.strip_prefix('/')?.strip_suffix('/')
}

fn sounds(ipa: &str) -> Result<Vec<Phoneme>, EntryError> {
    phoneme::parse_words(ipa).ok_or_else(|| EntryError::NotPhonemes {
        reading: ipa.to_owned(),
    })
}

fn spelt(words: &str, language: Language) -> Result<Vec<Phoneme>, EntryError> {
    let mut phonemes = Vec::new();
    for word in words.split_whitespace() {
        let mut sounds = Vec::new();
        let reading = pronounce(word, language, &mut sounds);
        let letters = clean(word).chars().all(|c| of_script(c, language));
        if reading.skipped > 0 || !letters {
            return Err(EntryError::OtherScript {
                word: word.to_owned(),
                language: language.name(),
            });
        }
        join(&mut phonemes, &sounds);
    }
    match phonemes.is_empty() {
        true => Err(EntryError::NoReading),
        false => Ok(phonemes),
    }
}

fn of_script(c: char, language: Language) -> bool {
    language.is_written_in(Script::indic(c).unwrap_or(Script::Latin))
}

fn join(phonemes: &mut Vec<Phoneme>, word: &[Phoneme]) {
    if !phonemes.is_empty() {
        phonemes.push(Phoneme::SPACE);
    }
    phonemes.extend(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lexicon: &str, word: &str, language: Language) -> (String, Source) {
        let mut out = Vec::new();
        let lexicon = Lexicon::parse(lexicon).unwrap();
        let reading = lexicon.pronounce(word, language, &mut out);
        assert_eq!(reading.skipped, 0);
        (phoneme::format(&out), reading.source)
    }

    #[test]
    fn a_word_is_read_as_its_entry_says() {
        let lexicon = "# ours\n\nAnanya\thi\tअनन्या\r\ngif\ten\t/dʒ ˈɪ f/\nवाक्\thi\t/ʋ aɪ | kaː/\n";
        let given = |ipa: &str| (ipa.to_owned(), Source::Lexicon);
        assert_eq!(read(lexicon, "Ananya", Language::En), given("ə n ə n j aː"));
        assert_eq!(read(lexicon, "gif", Language::En), given("dʒ ˈi f"));
        assert_eq!(read(lexicon, "वाक्", Language::Hi), given("ʋ aɪ | k aː"));
        assert_eq!(read(lexicon, "घर", Language::Hi).1, Source::Rules);
    }

    #[test]
    fn nasality_and_tone_may_be_composed_with_their_letters() {
        let lexicon = "माँ\thi\t/mãː/\nਘਰ\tpa\t/kə\u{300}r/\nਚਾਹ\tpa\t/tʃáː/\n";
        assert_eq!(read(lexicon, "माँ", Language::Hi).0, "m aː\u{303}");
        assert_eq!(read(lexicon, "ਚਾਹ", Language::Pa).0, "tʃ aː\u{301}");
        assert_eq!(read(lexicon, "ਘਰ", Language::Pa).0, "k ə\u{300} r");
    }

    #[test]
    fn small_letters_hold_in_capitals_but_not_the_contrary() {
        let lexicon = "gif\ten\tjif\nIT\ten\teye tea\n";
        assert_eq!(read(lexicon, "GIF", Language::En).1, Source::Lexicon);
        assert_eq!(read(lexicon, "IT", Language::En).1, Source::Lexicon);
        assert_ne!(read(lexicon, "it", Language::En).1, Source::Lexicon);
    }

    #[test]
    fn the_language_parts_words_of_one_script_only() {
        let lexicon = "चार\tmr\t/ts aː r/\nYes\tta\tயெஸ்\nYes\ten\tyeah\n";
        assert_eq!(read(lexicon, "चार", Language::Mr).0, "ts aː r");
        assert_eq!(read(lexicon, "चार", Language::Hi).0, "tʃ aː r");
        assert_eq!(
            read(lexicon, "Yes", Language::En).0,
            read("", "yeah", Language::En).0
        );
        assert_eq!(
            read(lexicon, "Yes", Language::Ta).0,
            read("", "யெஸ்", Language::Ta).0
        );
    }

    #[test]
    fn spellings_that_look_alike_are_one_word() {
        let lexicon = "ज\u{93c}ोमैटो\thi\tज़ोमाटो\n";
        assert_eq!(
            read(lexicon, "\u{95b}ोमै\u{200d}टो", Language::Hi).1,
            Source::Lexicon
        );
    }

    #[test]
    fn a_wrong_entry_is_refused_with_its_line_and_why() {
        for (entry, part) in [
            ("Ananya hi अनन्या", "tabs"),
            ("Ananya\thi", "tabs"),
            ("Ananya\txx\tअनन्या", "unknown language"),
            ("\thi\tअनन्या", "no letters"),
            ("two words\ten\tone", "not one word"),
            ("5G\ten\tfive gee", "not one word"),
            ("Ananya\thi\tananya", "script of Hindi"),
            ("Ananya\thi\t", "no reading"),
            ("Ananya\thi\tअनन्या-५", "script of Hindi"),
            ("Ananya\thi\t/qqq/", "not phonemes"),
            ("Ananya\thi\t//", "not phonemes"),
            ("Ananya\thi\t/a . n/", "not phonemes"),
            ("Ananya\thi\t/ə ˈ/ n/", "not phonemes"),
            ("घर\thi\tमकान", "already"),
        ] {
            match Lexicon::parse(&format!("# ours\nघर\thi\tगृह\n{entry}\n")) {
                Err(Error::Lexicon { line, source }) => {
                    assert_eq!(line, 3);
                    assert!(source.to_string().contains(part), "{entry:?}: {source}");
                }
                other => panic!("{entry:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn tables_are_entries_too_and_a_wrong_one_is_told_by_its_line() {
        let table = |word: &str, language: &str, reading: &str| {
            format!(
                "[[word]]\nword = \"{word}\"\nlanguage = \"{language}\"\nreading = \"{reading}\"\n"
            )
        };
        let good = table("Ananya", "hi", "अनन्या");
        let lines = Lexicon::parse("Ananya\thi\tअनन्या\n").unwrap();
        assert_eq!(Lexicon::parse_toml(&good).unwrap(), lines);
        for (bad, at, part) in [
            (table("gif", "xx", "jif"), 5, "unknown language"),
            (table("gif", "en", "/qqq/"), 5, "not phonemes"),
            (good.clone(), 5, "already"),
            ("[[word]]\nword = \"gif\"\n".to_owned(), 5, "missing field"),
            ("[[word]]\nwords = 1\n".to_owned(), 6, "unknown field"),
            ("gif = jif\n".to_owned(), 5, ""),
        ] {
            match Lexicon::parse_toml(&format!("{good}{bad}")) {
                Err(Error::Lexicon { line, source }) => {
                    assert_eq!(line, at, "{bad}: {source}");
                    assert!(source.to_string().contains(part), "{bad}: {source}");
                }
                other => panic!("{bad}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_latin_word_holds_whatever_language_it_is_taken_for() {
        let lexicon = Lexicon::parse("kal\ten\t/k a l/\n").unwrap();
        let mut out = Vec::new();
        let reading = lexicon.pronounce("kal", Language::Hi, &mut out);
        assert_eq!(reading.source, Source::Lexicon);
    }

    #[test]
    fn file_and_reading_are_bounded() {
        let entry = |n| format!("a\thi\t/{}/", "a ".repeat(n));
        assert!(Lexicon::parse(&entry(MAX_PHONEMES)).is_ok());
        assert!(Lexicon::parse(&entry(MAX_PHONEMES + 1)).is_err());
        let long = "#".repeat(MAX_BYTES);
        assert!(Lexicon::parse(&long).is_ok());
        let longer = Lexicon::parse(&(long + "#"));
        assert!(matches!(longer, Err(Error::Limit { .. })), "{longer:?}");
    }

    #[test]
    fn what_a_lexicon_lacks_is_looked_for_in_the_one_under_it() {
        let under = Lexicon::parse("gif\ten\tjif\nIT\ten\teye tea\n").unwrap();
        let mut over = Lexicon::default();
        over.add("gif", Language::En, "/k aː/").unwrap();
        let over = over.over(Arc::new(under));
        let read = |word| {
            let mut out = Vec::new();
            let reading = over.pronounce(word, Language::En, &mut out);
            (phoneme::format(&out), reading.source)
        };
        assert_eq!(read("gif"), ("k aː".to_owned(), Source::Lexicon));
        assert_eq!(read("IT").1, Source::Lexicon);
        assert_eq!(read("house").1, Source::Dictionary);
    }

    #[test]
    fn respelt_words_take_the_place_of_the_word() {
        let lexicon = Lexicon::parse("IIM\thi\tआई आई एम\nवाक्\thi\t/ʋ aː k/\n").unwrap();
        let mut tokens = text::tokens("वह IIM गया, वाक्", None);
        lexicon.respell(&mut tokens);
        assert_eq!(spoken(&tokens), "वह आई आई एम गया, वाक्.");
    }

    #[test]
    fn a_phrase_of_nothing_readable_is_nothing() {
        let word = Token::word("\u{e000}", Language::Ta);
        let mut out = Vec::new();
        let tokens = [word, Token::Pause(Phoneme::PERIOD)];
        assert_eq!(phrase(&tokens, &Lexicon::default(), &mut out), 1);
        assert!(out.is_empty());
    }
}
