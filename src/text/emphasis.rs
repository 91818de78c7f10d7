//! Which words of a text its writer emphasises.
//!
//! A character for private use stands where that changes. It is taken out before the text is read, so that words are read
//! as if nobody emphasised them.

use std::iter;
use std::ops::Range;

use crate::script::EMPHASES;

/// How much words stand out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Like any other.
    #[default]
    None,
    /// Less.
    Reduced,
    /// More.
    Moderate,
    /// Much more.
    Strong,
}

impl Emphasis {
    /// Every emphasis in the order of their marks, with the name that SSML has for it.
    pub const ALL: [(&str, Self); 4] = [
        ("none", Self::None),
        ("reduced", Self::Reduced),
        ("moderate", Self::Moderate),
        ("strong", Self::Strong),
    ];

    /// The character that stands where it begins.
    pub fn mark(self) -> char {
        let first = u32::from(*EMPHASES.start());
        char::from_u32(first + self as u32).unwrap_or(*EMPHASES.start())
    }

    fn of_mark(c: char) -> Option<Self> {
        let at = u32::from(c).checked_sub(u32::from(*EMPHASES.start()))?;
        let (_, emphasis) = Self::ALL.get(at as usize)?;
        Some(*emphasis)
    }
}

/// The emphasis of a text, clause by clause.
#[derive(Clone, Debug, Default)]
pub struct Emphases {
    /// Where the last clause began, and at its end.
    first: Emphasis,
    last: Emphasis,
    /// Where it changed: the index of a character, without the marks.
    changes: Vec<(usize, Emphasis)>,
}

impl Emphases {
    /// Takes the marks out of the next clause.
    pub fn take(&mut self, text: &mut Vec<char>) {
        self.first = self.last;
        self.changes.clear();
        let mut at = 0;
        text.retain(|c| {
            let mark = Emphasis::of_mark(*c);
            match mark {
                Some(emphasis) => {
                    self.changes.push((at, emphasis));
                    self.last = emphasis;
                }
                None => at += 1,
            }
            mark.is_none()
        });
    }

    /// The emphasis of a word of the last clause, from the places of its characters. Of a word that is emphasised
    /// in part it is that of the part.
    pub fn of(&self, word: &Range<usize>) -> Emphasis {
        let mut changes = self.changes.iter();
        let before = changes.rfind(|(at, _)| *at <= word.start);
        let before = before.map_or(self.first, |(_, emphasis)| *emphasis);
        let within = self.changes.iter().filter(|(at, _)| word.contains(at));
        let within = within.map(|(_, emphasis)| *emphasis);
        let mut all = iter::once(before).chain(within);
        let stands_out = all.find(|emphasis| *emphasis != Emphasis::None);
        stands_out.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(emphases: &mut Emphases, text: &str) -> String {
        let mut text = text.chars().collect();
        emphases.take(&mut text);
        text.into_iter().collect()
    }

    #[test]
    fn marks_are_taken_out_and_say_which_words_stand_out() {
        let [begin, end] = [Emphasis::Strong.mark(), Emphasis::None.mark()];
        let mut emphases = Emphases::default();
        let text = format!("not {begin}red{end}, un{begin}tru{end}e");
        assert_eq!(taken(&mut emphases, &text), "not red, untrue");
        for (word, emphasis) in [
            (0..3, Emphasis::None),
            (4..7, Emphasis::Strong),
            (7..8, Emphasis::None),
            (9..15, Emphasis::Strong),
        ] {
            assert_eq!(emphases.of(&word), emphasis, "{word:?}");
        }
    }

    #[test]
    fn emphasis_goes_on_in_the_next_clause() {
        let mut emphases = Emphases::default();
        taken(&mut emphases, &format!("a {}b", Emphasis::Reduced.mark()));
        taken(&mut emphases, "c d");
        assert_eq!(emphases.of(&(0..1)), Emphasis::Reduced);
        taken(&mut emphases, &format!("e{} f", Emphasis::None.mark()));
        assert_eq!(emphases.of(&(0..1)), Emphasis::Reduced);
        assert_eq!(emphases.of(&(2..3)), Emphasis::None);
    }
}
