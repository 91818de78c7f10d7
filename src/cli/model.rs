//! `--model`: a folder with a bundle, or the name of the bundled one; `--kernel`: how it runs.

use vaak::engine::Engine;
use vaak::voice::{Bundle, Kernel, Options};

use super::exit::Failure;
use super::flags::Model;

impl Model {
    /// Loads the engine, and gives the model's name where one was asked for by name.
    pub fn load(&self) -> Result<(Engine, Option<String>), Failure> {
        let (bundle, name) = match &self.model {
            Some(path) if path.is_dir() => (Bundle::open(path)?, None),
            Some(name) => (
                Bundle::bundled()?,
                Some(name.to_string_lossy().into_owned()),
            ),
            None => (Bundle::bundled()?, None),
        };
        let options = Options {
            kernel: self.kernel.map(Kernel::from),
            ..Options::default()
        };
        Ok((Engine::with(&bundle, options)?, name))
    }
}
