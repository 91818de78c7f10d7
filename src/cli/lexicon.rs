//! `--lexicon`: the user's words.

use vaak::lexicon;

use super::exit::Failure;
use super::flags::Lexicon;

impl Lexicon {
    /// Reads the file; an empty lexicon where none was asked for.
    pub fn load(&self) -> Result<lexicon::Lexicon, Failure> {
        match &self.lexicon {
            Some(path) => Ok(lexicon::Lexicon::open(path)?),
            None => Ok(lexicon::Lexicon::default()),
        }
    }
}
