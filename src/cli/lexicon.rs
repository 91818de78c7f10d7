//! `--lexicon`: the user's lexicon.

use vaak::lexicon;

use super::exit::Failure;
use super::flags::Lexicon;

impl Lexicon {
    /// Reads the file. Returns an empty lexicon if none was named.
    pub fn load(&self) -> Result<lexicon::Lexicon, Failure> {
        match &self.lexicon {
            Some(path) => Ok(lexicon::Lexicon::open(path)?),
            None => Ok(lexicon::Lexicon::default()),
        }
    }
}
