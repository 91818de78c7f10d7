//! The spoken names of signs and of letters of other scripts, for one that is said alone.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::code_points::code_points;
use super::rows::Language;
use super::sources::SIGNS;
use crate::data::lines;

/// What stands in a name for the letter of a vowel sign.
const LETTER: &str = "<< ";
/// The rows of what no other row has.
const OTHER_LETTER: &str = "letter";
const OTHER_SIGN: &str = "sign";

/// A row: what it names, and the names, a language a column.
type Row = (Vec<RangeInclusive<u32>>, Vec<&'static str>);

struct Names {
    /// The column of each language.
    columns: [usize; Language::ALL.len()],
    rows: Vec<Row>,
    other_letter: Vec<&'static str>,
    other_sign: Vec<&'static str>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut table = lines(SIGNS).filter_map(|(_, line)| line.split_once('\t'));
    let (_, head) = table.next().unwrap_or_default();
    let column = |language: Language| head.split('\t').position(|code| code == language.code());
    let of_script = |language: Language| Language::written_in(language.script()).find_map(column);
    let mut names = Names {
        columns: Language::ALL.map(|l| column(l).or(of_script(l)).unwrap_or_default()),
        rows: Vec::new(),
        other_letter: Vec::new(),
        other_sign: Vec::new(),
    };
    for (codes, cells) in table {
        let cells = cells.split('\t').collect();
        match codes {
            OTHER_LETTER => names.other_letter = cells,
            OTHER_SIGN => names.other_sign = cells,
            // The build has checked them.
            codes => names
                .rows
                .push((code_points(codes).unwrap_or_default(), cells)),
        }
    }
    names
});

/// The name of a sign or a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignName {
    pub words: &'static str,
    /// The letter of a vowel sign is said before the words.
    pub after_letter: bool,
}

/// The name that a row gives a character.
pub(crate) fn sign_name(c: char, language: Language) -> Option<SignName> {
    let names = &*NAMES;
    let has = |(codes, _): &&Row| codes.iter().any(|codes| codes.contains(&u32::from(c)));
    let (_, cells) = names.rows.iter().find(has)?;
    let name = cells.get(names.columns[language as usize])?;
    let words = name.strip_prefix(LETTER);
    Some(SignName {
        words: words.unwrap_or(name),
        after_letter: words.is_some(),
    })
}

/// What a character is that has no name of its own.
pub(crate) fn other_sign(c: char, language: Language) -> Option<&'static str> {
    let names = &*NAMES;
    let letter = c.is_alphabetic();
    let cells = if letter {
        &names.other_letter
    } else {
        &names.other_sign
    };
    cells.get(names.columns[language as usize]).copied()
}
