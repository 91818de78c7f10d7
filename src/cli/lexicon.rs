//! `--lexicon`: the user's words.

use vaak::phonemes;

use super::exit::Failure;
use super::flags::Lexicon;

impl Lexicon {
    /// Reads the file; an empty lexicon where none was asked for.
    pub fn load(&self) -> Result<phonemes::Lexicon, Failure> {
        match &self.lexicon {
            Some(path) => Ok(phonemes::Lexicon::open(path)?),
            None => Ok(phonemes::Lexicon::default()),
        }
    }
}
