//! Emoji and their names.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::data::lines;
use crate::language::{EMOJI, Language};
use crate::text::class::Class;

/// Emoji stand above it.
const FIRST: char = '\u{2000}';

/// The names of each emoji, a language a column. The first row names the columns by their codes.
struct Names {
    /// The column of each language that has one.
    columns: [Option<usize>; Language::ALL.len()],
    rows: HashMap<&'static str, Vec<&'static str>, RandomState>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut rows = lines(EMOJI).filter_map(|(_, line)| line.split_once('\t'));
    let (_, head) = rows.next().unwrap_or_default();
    let column = |language: Language| head.split('\t').position(|code| code == language.code());
    Names {
        columns: Language::ALL.map(column),
        rows: rows
            .map(|(emoji, names)| (emoji, names.split('\t').collect()))
            .collect(),
    }
});

/// An emoji and those like it that follow: they are named once, in the language of the clause.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let rest = view.rest(at);
    if rest.first().is_none_or(|c| *c <= FIRST) {
        return None;
    }
    let is_flag = |c: &&char| matches!(c, '\u{1F1E6}'..='\u{1F1FF}');
    let length = rest.iter().take(2).take_while(is_flag).count().max(1);
    let emoji = rest.get(..length)?;
    let key: String = emoji.iter().collect();
    let column = NAMES.columns[view.language as usize]?;
    let name = NAMES.rows.get(&*key)?.get(column)?;
    // The forms and colours that follow say nothing of their own, nor do repetitions.
    let form = |c: &&char| matches!(c, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
    let mut end = 0;
    while rest[end..].starts_with(emoji) {
        end += length;
        end += rest[end..].iter().take_while(form).count();
    }
    let class = Class::Emoji(view.emoji.then_some(name));
    Some(Candidate::new(view, at + end, class, certainty::EMOJI))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Clause, Reader, normalize};

    #[test]
    fn each_emoji_has_a_name_in_each_language() {
        assert!(NAMES.rows.len() > 250);
        // A language may do without names.
        let columns = NAMES.columns.iter().flatten().count();
        assert!(columns >= 11);
        for (emoji, names) in &NAMES.rows {
            assert_eq!(names.len(), columns, "{emoji}");
            assert!(names.iter().all(|n| !n.trim().is_empty()), "{emoji}");
        }
    }

    #[test]
    fn emoji_are_silent_where_the_caller_wants_them_so() {
        let clause = Clause {
            text: "Hi 😂👍🏽!".into(),
            continues: false,
        };
        let mut tokens = Vec::new();
        let skipped = Reader::new(None)
            .silent_emoji(true)
            .read(&clause, &mut tokens);
        let words = tokens.iter().filter(|p| p.is_word());
        assert_eq!((words.count(), skipped), (1, 0));
    }

    #[test]
    fn emoji_are_named_once() {
        assert_eq!(
            normalize("Thanks 🙏🏽🙏🏽", Language::En),
            "Thanks folded hands."
        );
        assert_eq!(normalize("😂😂😂", Language::En), "face with tears of joy.");
        assert_eq!(
            normalize("भारत ❤️ 🇮🇳", Language::Hi).split(' ').next(),
            Some("भारत")
        );
    }
}
