//! Values that each language has.

use std::sync::OnceLock;

use super::rows::Language;

/// A value for each language, made when it is first asked for.
pub struct Each<T>([OnceLock<T>; Language::ALL.len()]);

impl<T> Each<T> {
    pub const fn new() -> Self {
        Self([const { OnceLock::new() }; Language::ALL.len()])
    }

    /// The value of a language.
    pub fn get(&self, language: Language, make: impl FnOnce() -> T) -> &T {
        self.0[language as usize].get_or_init(make)
    }
}
