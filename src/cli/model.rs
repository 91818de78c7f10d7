//! `--model`, a folder with a bundle or the name of a built-in one, and `--kernel`, its arithmetic.

use std::fs;
use std::path::Path;

use vaak::Engine;
use vaak::Error;
use vaak::voice::{Bundle, Kernel, Options};

use super::exit::{Failure, unreadable};
use super::flags::Model;

impl Model {
    /// Loads the engine, with the chosen model before the others.
    pub fn load(&self) -> Result<Engine, Failure> {
        let bundles = match &self.model {
            Some(path) if is_path(path) => {
                fs::read_dir(path).map_err(|e| Failure::Usage(unreadable(path, &e)))?;
                vec![Bundle::open(path)?]
            }
            Some(name) => first(Bundle::bundled()?, &name.to_string_lossy())?,
            None => Bundle::bundled()?,
        };
        let options = Options {
            kernel: self.kernel.map(Kernel::from),
            ..Options::default()
        };
        Ok(Engine::with(bundles, options)?)
    }
}

/// Whether it is the path of a bundle, be it that it cannot be read, rather than the name of a model.
fn is_path(model: &Path) -> bool {
    model.is_dir() || model.is_absolute() || model.components().count() > 1
}

fn first(mut bundles: Vec<Bundle>, name: &str) -> Result<Vec<Bundle>, Error> {
    let named = |bundle: &Bundle| bundle.name().eq_ignore_ascii_case(name);
    match bundles.iter().position(named) {
        Some(at) => bundles[..=at].rotate_right(1),
        None => {
            return Err(Error::UnknownModel {
                model: name.to_owned(),
                available: bundles.iter().map(|b| b.name().to_owned()).collect(),
            });
        }
    }
    Ok(bundles)
}
