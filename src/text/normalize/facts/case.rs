//! The case ending that is written after a number or a sign, and belongs to its last word.

use crate::text::normalize::ground::*;

/// The longest ending that is looked at.
const MAX_ENDING: usize = 14;

/// What is written at a place makes of the word before it, and its length if it is joined to that word. A hyphen, an apostrophe or a space
/// may part them.
pub fn case_at(
    view: &View,
    at: usize,
    table: &Table,
    language: Language,
) -> Option<(Suffix, usize)> {
    // "1,100 -க்கும்" has a space before its hyphen.
    let spaced = view.get(at) == Some(' ') && view.is_dash(at + 1) && view.is_letter(at + 2);
    // ১৪- র
    let dashed = view.rest(at).starts_with(&['-', ' ']) && view.letters(at + 2).len() == 1;
    let spaced = spaced || dashed;
    let first = view.get(at)?;
    let gap =
        usize::from(matches!(first, '-' | '‑' | '–' | ' ' | '\'' | '’')) + usize::from(spaced);
    let rest = view.rest(at + gap).iter().take(MAX_ENDING);
    let own = |c: char| script::letter(c).map(|s| view.in_script(s)) == Some(language);
    let run: String = rest.take_while(|c| own(**c)).collect();
    if run.is_empty() {
        return None;
    }
    let length = run.chars().count();
    // র‍্যাম: the word goes on after a joiner.
    if view.get(at + gap + length) == Some(script::ZWJ) {
        return None;
    }
    // Some are words of their own, or shortened ones: "10 वा.".
    let alone = || table.lists(List::Alone, &run);
    // (30 ని.)
    let stop = at + gap + length;
    let closed = || view.get(stop + 1) == Some(')');
    let shortened = || view.get(stop) == Some('.') && (view.is_heard_from(stop) || closed());
    // 30-ൽപ്പരം: what no word begins with is an ending, and a word is joined to it.
    if table.suffix(&run).is_none()
        && let Some((suffix, length)) = joined(table, &run)
    {
        return Some((suffix, gap + length));
    }
    match table.suffix(&run) {
        Some(suffix) if first != ' ' || !alone() && !shortened() => Some((suffix, gap + length)),
        _ => table.postposition(&run).map(|suffix| (suffix, 0)),
    }
}

/// The longest ending that begins a word as no word begins, with a sign of a vowel or a final consonant, and its length.
fn joined(table: &Table, word: &str) -> Option<(Suffix, usize)> {
    let first = word.chars().next()?;
    if !script::extends(first) && !script::is_final(first) {
        return None;
    }
    let places = word.char_indices().enumerate().skip(1);
    let ends = places.filter(|(_, (_, next))| !script::extends(*next));
    let found = ends.filter_map(|(length, (at, _))| Some((table.suffix(&word[..at])?, length)));
    found.last()
}

impl Candidate {
    /// A number in a language, with the ending that is written after it.
    pub fn inflected(view: &View, end: usize, class: Class, language: Language) -> Self {
        Self::number(view, end, class, language).with_case(view)
    }

    /// With the ending that is written after it (5%க்கு, ₹349 च्या), or the form that its last word has before the next one: where
    /// that word has such a form.
    pub fn with_case(self, view: &View) -> Self {
        let table = table(self.language);
        // 'അവതാർ 2' ന്, 72 (1,024) ಕ್ಕೆ
        let mark = |at| match view.get(at) {
            Some(')') => {
                let open = view.text[..at].iter().rposition(|c| *c == '(');
                open.is_some_and(|open| !view.rest(open + 1)[0].is_ascii_alphabetic())
            }
            c => matches!(c, Some('\'' | '’' | '"' | '”')),
        };
        // 303(2)ರ
        let bracket = view.get(self.end) == Some(')') && view.is_letter(self.end + 1);
        let parted = bracket || matches!(view.get(self.end + 1), Some(' ' | '-'));
        let quote = usize::from(mark(self.end) && parted);
        match case_at(view, self.end + quote, table, self.language) {
            Some((case, length)) if self.bends(view, case) && (quote == 0 || length > 0) => {
                let mut bent = self;
                bent.grammar.case = Some(case);
                bent.end += quote + length;
                bent
            }
            _ => self,
        }
    }

    /// Whether its last word takes an ending.
    fn bends(&self, view: &View, case: Suffix) -> bool {
        let written = view.text.get(..self.end).unwrap_or_default();
        verbalize::bends(&self.class, self.language, self.grammar, written, case)
    }
}
