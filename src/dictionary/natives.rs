//! Names and words of India in Latin letters, each with its spelling in a script of India: those that all languages read, which are
//! English's, and those that a language writes or says otherwise.

use std::sync::LazyLock;

use super::packed::{Bytes, Packed};
use crate::data::{Place, compact};
use crate::language::Language;

static NAMES: LazyLock<Packed> =
    LazyLock::new(|| Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/indian.names"))));

/// The spelling of a name in lower case, as the language has it itself.
pub fn native(name: &str, language: Language) -> Option<String> {
    let packed: Vec<u8> = find(name, language)?.collect();
    compact::unpack(&packed).map(Into::into)
}

/// Whether the language has the name itself.
pub fn is_native(name: &str, language: Language) -> bool {
    find(name, language).is_some()
}

/// The line that has it.
pub fn place(name: &str, language: Language) -> Option<Place> {
    let rank = |name| NAMES.rank(&key(name, language));
    let row = rank(name)? - rank("")?;
    let gaps: Vec<u8> = NAMES.find(&key("", language))?.collect();
    let gaps = gaps.as_chunks().0.iter();
    let line = gaps.fold(row, |line, gap| {
        line + usize::from(usize::from(u16::from_le_bytes(*gap)) <= line)
    });
    let file = language.names_file();
    Some(Place::of_language(language.code(), file, Some(line)))
}

fn find(name: &str, language: Language) -> Option<Bytes<'static>> {
    NAMES
        .find(&key(name, language))
        .filter(|_| !name.is_empty())
}

/// What the build packed a name by; it packed the lines without a name by that of none.
fn key(name: &str, language: Language) -> Vec<u8> {
    [&[language as u8], name.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::lines;

    #[test]
    fn each_name_is_found_with_its_line() {
        for (language, file, text) in [
            (
                Language::En,
                "indian_words.txt",
                include_str!("../language/en/indian_words.txt"),
            ),
            (
                Language::Ta,
                "latin_names.txt",
                include_str!("../language/ta/latin_names.txt"),
            ),
        ] {
            for (at, (line, row)) in lines(text).enumerate() {
                let (name, spelling) = row.split_once(' ').unwrap();
                assert_eq!(native(name, language).as_deref(), Some(spelling));
                if at % 97 == 0 {
                    let own = Place::of_language(language.code(), file, Some(line));
                    assert_eq!(place(name, language), Some(own));
                }
            }
        }
        for (name, language) in [
            ("", Language::En),
            ("xyzzy", Language::En),
            ("mumbai", Language::Or),
        ] {
            assert!(!is_native(name, language) && native(name, language).is_none());
        }
    }
}
