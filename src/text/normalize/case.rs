//! The case ending that is written after a number or a sign, and belongs to its last word.

use super::candidate::Candidate;
use super::view::View;
use crate::language::{Language, Table, table};
use crate::script;
use crate::text::verbalize;

/// The longest ending that is looked at.
const MAX_ENDING: usize = 12;

/// The forms that what is written at a place asks of the word before it, and its length if it is an ending.
pub fn case_at(
    view: &View,
    at: usize,
    table: &Table,
    language: Language,
) -> Option<(&'static str, usize)> {
    let first = view.get(at)?;
    let gap = usize::from(matches!(first, '-' | '‑' | ' '));
    let rest = view.rest(at + gap).iter().take(MAX_ENDING);
    let own = |c: char| script::letter(c).map(|s| view.in_script(s)) == Some(language);
    let run: String = rest.take_while(|c| own(**c)).collect();
    if run.is_empty() {
        None
    } else if first == ' ' && !table.list("apart").any(|ending| ending == run) {
        let measured = table.list("measured").any(|stem| run.starts_with(stem));
        let forms = table.word("case:").filter(|_| measured)?;
        Some((forms, 0))
    } else {
        let forms = table.word(&format!("case:{run}"))?;
        Some((forms, gap + run.chars().count()))
    }
}

impl Candidate {
    /// With the case ending that is written after it (5%க்கு), or the form that its last word has before what it measures: where
    /// that word has such a form.
    pub(super) fn with_case(self, view: &View) -> Self {
        let table = table(self.language);
        match case_at(view, self.end, table, self.language) {
            Some((forms, length)) if self.bends(view, forms) => {
                let mut bent = self;
                bent.grammar.case = Some(forms);
                bent.end += length;
                bent
            }
            _ => self,
        }
    }

    /// Whether its last word has one of the `forms`.
    fn bends(&self, view: &View, forms: &str) -> bool {
        let written = view.text.get(..self.end).unwrap_or_default();
        verbalize::bends(&self.class, self.language, self.grammar, written, forms)
    }
}
