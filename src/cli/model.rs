//! `--model`: a folder with a bundle, or the name of the bundled one.

use vaak::engine::Engine;

use super::exit::Failure;
use super::flags::Model;

impl Model {
    /// Loads the engine, and gives the model's name where one was asked for by name.
    pub fn load(&self) -> Result<(Engine, Option<String>), Failure> {
        match &self.model {
            Some(path) if path.is_dir() => Ok((Engine::open(path)?, None)),
            Some(name) => Ok((
                Engine::bundled()?,
                Some(name.to_string_lossy().into_owned()),
            )),
            None => Ok((Engine::bundled()?, None)),
        }
    }
}
