//! Words and the readings that a user wants for them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::entry::Entry;
use crate::error::EntryError;
use crate::g2p::{Place, Pronunciation, Source, place_among, pronounce_listed};
use crate::language::Language;
use crate::phoneme::Phoneme;
use crate::script::clean;
use crate::token::{Listed, Token, Word};

/// Words and the readings that a user wants for them.
///
/// Each line of a file has a word, a language code and a reading, separated by tabs (shown as ⇥). Empty lines and lines
/// that begin with `#` are skipped. A file whose name ends in `.toml` has tables instead.
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
/// The reading is words in the script of the language, or phonemes between slashes in the notation of `vaak phonemes`,
/// with `|` between words. An entry applies where its word is read in its language. It applies everywhere if its
/// language is English, or if the word is not in the script of the language. A word in lower case also matches in upper
/// case.
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
    /// Shared, because a turn lays its own lexicon over the engine's.
    entries: Arc<HashMap<String, Vec<Entry>>>,
    /// The lexicon that is asked for words that have no entry here.
    under: Option<Arc<Lexicon>>,
    /// The file that it was read from.
    file: Option<Arc<Path>>,
}

impl Lexicon {
    /// Adds an entry.
    ///
    /// # Errors
    ///
    /// [`EntryError`] tells what is wrong with the entry; the lexicon is then unchanged.
    pub fn add(&mut self, word: &str, language: Language, reading: &str) -> Result<(), EntryError> {
        self.put(word, language, reading, None)
    }

    /// Adds an entry that stands on a line of a file.
    pub(super) fn put(
        &mut self,
        word: &str,
        language: Language,
        reading: &str,
        line: Option<usize>,
    ) -> Result<(), EntryError> {
        let (word, entry) = Entry::new(word, language, reading, line)?;
        let entries = Arc::make_mut(&mut self.entries).entry(word).or_default();
        if entries.iter().any(|e| e.language == language) {
            return Err(EntryError::Duplicate);
        }
        entries.push(entry);
        Ok(())
    }

    /// Returns the lexicon with the path of its file.
    pub(super) fn with_file(self, path: &Path) -> Self {
        let file = Some(path.into());
        Self { file, ..self }
    }

    /// Returns the lexicon with another one below it, which is asked for words that have no entry in this one.
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

    /// Appends the phonemes of a word to `out`. A word without an entry is pronounced by [`pronounce`].
    #[doc(hidden)]
    pub fn pronounce(
        &self,
        word: &str,
        language: Language,
        out: &mut Vec<Phoneme>,
    ) -> Pronunciation {
        self.pronounce_listed(word, language, Listed::Unknown, out)
    }

    /// Appends the phonemes of a word of a text to `out`, likewise.
    #[doc(hidden)]
    pub fn pronounce_word(&self, word: &Word, out: &mut Vec<Phoneme>) -> Pronunciation {
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

    /// Returns the words that the lexicon has for `word`, and their language; `None` if it has none, or phonemes.
    #[doc(hidden)]
    pub fn respelling(&self, word: &str, language: Language) -> Option<(&str, Language)> {
        let (_, entry) = self.find(word, language)?;
        Some((entry.respelling.as_deref()?, entry.language))
    }

    /// Returns the file and line that the pronunciation of a word comes from; see [`place`](crate::g2p::place).
    pub fn place(&self, word: &str, language: Language, source: Source) -> Option<Place> {
        self.place_of(&Word::new(word, language), source)
    }

    /// The same of a word of a text, which may stand beside words of another language.
    #[doc(hidden)]
    pub fn place_of(&self, word: &Word, source: Source) -> Option<Place> {
        let Word { text, language, .. } = word;
        let Some((lexicon, entry)) = self.find(text, *language) else {
            let around = match word.listed {
                Listed::Beside(around) => around,
                _ => *language,
            };
            return place_among(text, *language, around, source);
        };
        Some(Place {
            file: lexicon.file.as_ref()?.display().to_string(),
            line: entry.line,
        })
    }

    /// Replaces words by their readings, where the lexicon has readings in words.
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

    /// Returns the entry for a word, and the lexicon that has it.
    fn find(&self, word: &str, language: Language) -> Option<(&Self, &Entry)> {
        let written = |word: &str| {
            let entries = self.entries.get(word)?;
            let own = entries.iter().find(|e| e.language == language);
            // The language of a Latin word is a guess, so any entry of the user applies.
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
