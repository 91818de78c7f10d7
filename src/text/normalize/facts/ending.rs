//! The endings of ordinals.

use crate::text::normalize::ground::*;

/// The words that a table has for figures with an ending: 1ली.
pub fn own(table: &Table, figures: &str, ending: &str) -> Option<&'static str> {
    table.named(Family::Ordinals, &[figures, ending].concat())
}

/// Whether letters are the ending of an English ordinal: th, ST.
pub fn is_english(letters: &[char]) -> bool {
    matches!(
        letters,
        ['s' | 'S', 't' | 'T'] | ['n' | 'N' | 'r' | 'R', 'd' | 'D'] | ['t' | 'T', 'h' | 'H']
    )
}

/// The place after the ending of an English ordinal, if one comes at a place: 15th.
pub fn skip_english(view: &View, at: usize) -> usize {
    let ending = view.rest(at).get(..2).is_some_and(is_english);
    at + 2 * usize::from(ending)
}

/// The place after a dash, or after a word that links two numbers, behind the first: another number may begin there.
pub fn after_link(view: &View, end: usize, links: impl Fn(&str) -> bool) -> Option<usize> {
    let link = view.skip_spaces(end);
    let word = view.letters(link);
    let length = match view.is_dash(link) {
        true => 1,
        false => links(&spelling(word)).then_some(word.len())?,
    };
    Some(view.skip_spaces(link + length))
}

/// Whether the word for "to", or its ending on a number, stands right before a place: 24501 ते 24780, 9થી 12.
pub fn follows_to(view: &View, at: usize) -> bool {
    let end = at - usize::from(view.before(at) == Some(' '));
    view.is_to(&spelling(view.letters_before(end)))
}

/// The ending that makes an ordinal of a number.
pub fn ordinal(values: &Digits, language: Language) -> String {
    if language == Language::En {
        return english(values).to_owned();
    }
    let figures = values.figures();
    let endings = || table(language).list(List::Ordinals);
    let own = endings().find_map(|ending| {
        let rest = ending.strip_prefix(&*figures)?;
        (!rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest)
    });
    let general = || endings().find(|e| !e.starts_with(|c: char| c.is_ascii_digit()));
    own.or_else(general).unwrap_or_default().to_owned()
}

/// The ending of an English ordinal.
pub fn english(digits: &[u8]) -> &'static str {
    match digits {
        [.., 1, _] => "th",
        [.., 1] => "st",
        [.., 2] => "nd",
        [.., 3] => "rd",
        _ => "th",
    }
}

/// The word between the numbers after "between", where the language has the word before them and it does not come later: between
/// 2019-20 and 2021-22.
pub fn between_both(view: &View, at: usize) -> Option<&'static str> {
    let and = view.table.word(Name::And)?;
    let number = view.left.last().filter(|number| number.counts)?;
    let lists = |word: &str| view.table.lists(List::Both, word);
    let short = view.left.iter().rev().nth(1).and_then(said_in_full);
    let told = short.is_some_and(lists) || view.words_before(number.range.start, 1, lists);
    let mut later = view.words().iter().filter(|word| word.range.start > at);
    (told && !later.any(|word| word.text == and)).then_some(and)
}
