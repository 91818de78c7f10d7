//! The names of emoji.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::reading::Reading;
use crate::language::Language;

/// The columns of the table.
const COLUMNS: [Language; 11] = [
    Language::En,
    Language::Hi,
    Language::Bn,
    Language::Ta,
    Language::Te,
    Language::Gu,
    Language::Kn,
    Language::Ml,
    Language::Mr,
    Language::Pa,
    Language::Or,
];

static NAMES: LazyLock<HashMap<&str, Vec<&str>, RandomState>> = LazyLock::new(|| {
    let rows = include_str!("../language/words/emoji.tsv").lines();
    let rows = rows.filter(|line| !line.starts_with("//"));
    let cells = rows.filter_map(|line| line.split_once('\t'));
    cells
        .map(|(emoji, names)| (emoji, names.split('\t').collect()))
        .collect()
});

impl Reading<'_> {
    /// Says the name of the emoji at `at`, once for as many of it as follow one another.
    pub(super) fn emoji(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let is_flag = |c: &char| matches!(c, '\u{1F1E6}'..='\u{1F1FF}');
        let length = rest
            .iter()
            .take(2)
            .take_while(|c| is_flag(c))
            .count()
            .max(1);
        let emoji = &rest[..length.min(rest.len())];
        let key: String = emoji.iter().collect();
        let column = COLUMNS.iter().position(|l| *l == self.language);
        let Some(name) = column.and_then(|column| NAMES.get(&*key)?.get(column)) else {
            return false;
        };
        // The forms and colours that follow say nothing of their own, nor do repetitions.
        let form = |c: &&char| matches!(c, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
        let mut end = 0;
        while rest[end..].starts_with(emoji) {
            end += length;
            end += rest[end..].iter().take_while(form).count();
        }
        self.at += end;
        if !self.silent_emoji {
            self.put_all(name, self.language);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Clause, Reader, normalize};

    #[test]
    fn each_emoji_has_a_name_in_each_language() {
        assert!(NAMES.len() > 250);
        for (emoji, names) in NAMES.iter() {
            assert_eq!(names.len(), COLUMNS.len(), "{emoji}");
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
