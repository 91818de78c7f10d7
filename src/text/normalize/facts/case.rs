//! The case ending that is written after a number or a sign, and belongs to its last word; the form of a unit before what it describes.

use super::bracket;
use super::count::is_for_rupees;
use crate::text::normalize::ground::*;

/// The longest ending that is looked at.
const MAX_ENDING: usize = 24;
/// A shorter word is no noun that is described.
const MIN_NOUN: usize = 2;

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
    // రూ. 125/- లు
    let priced = || view.text[..at].ends_with(&['/', '-']);
    let alone = || table.lists(List::Alone, &run) && !priced();
    // (30 ని.); 98% ని has no such word before a stop.
    let stop = at + gap + length;
    let closed = || view.get(stop + 1) == Some(')');
    let shortened = || view.get(stop) == Some('.') && (view.is_heard_from(stop) || closed());
    let counted = || {
        let beside = |reading: &Reading| reading.condition == Condition::BesideNumber;
        let readings = table.abbreviation(&format!("{run}.")).unwrap_or_default();
        let digit = view.before(at).is_some_and(|c| script::digit(c).is_some());
        digit && view.get(stop) == Some('.') && readings.iter().any(beside)
    };
    // The नं. of मि.नं. 456 is no ending.
    let piece = view.before(at) == Some('.') && view.get(stop) == Some('.');
    if piece && view.is_heard_from(stop + 1) {
        return None;
    }
    match table.suffix(&run) {
        Some(suffix) if first != ' ' || !alone() && !shortened() && !counted() => {
            Some((suffix, gap + length))
        }
        _ => table.postposition(&run).map(|suffix| (suffix, 0)),
    }
}

impl Candidate {
    /// With the ending that is written after it (5%க்கு, ₹349 च्या), or the form that its last word has before the next one: where
    /// that word has such a form.
    pub fn with_case(self, view: &View) -> Self {
        let table = table(self.language);
        // 'അവതാർ 2' ന്, 72 (1,024) ಕ್ಕೆ
        let mark = |at| match view.get(at) {
            Some(')') => {
                let open = view.text[..at].iter().rposition(|c| *c == '(');
                open.is_some_and(|open| !view.rest(open + 1)[0].is_ascii_alphabetic())
                    && !bracket::ends_in_life(view, at)
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

    /// With the form that a unit, which begins with its number at `at` or alone, has before the noun that it describes, where a language
    /// has one: 22 కిలోగ్రాముల గంజాయి. A time rather tells when.
    pub fn describing(mut self, view: &View, at: usize) -> Self {
        let table = table(self.language);
        let unit = match &self.class {
            Class::Measure(measure) => Some(measure.unit),
            Class::Fraction(fraction) => fraction.unit,
            _ => None,
        };
        let time = match (unit, &self.class) {
            (Some(unit), _) => unit.is_time(),
            (None, Class::Abbreviation(short)) => is_time(table, verbalize::meaning(*short, table)),
            (None, _) => true,
        };
        let form = table
            .postposition("")
            .filter(|case| self.grammar.case.is_none() && !time && self.bends(view, *case));
        let number = view.left.last().filter(|_| view.beside_number(at));
        let at = number.map_or(at, |number| number.range.start);
        let length = unit.is_some_and(is_length);
        if form.is_some() && describes(view, at, self.end, length) {
            self.grammar.case = form;
        }
        self
    }

    /// Whether its last word takes an ending.
    fn bends(&self, view: &View, case: Suffix) -> bool {
        // 2 रे सह दिवाणी न्यायाधीश, but 100 सह
        let alone = || {
            let next = view.next_word(self.end);
            table(self.language).lists(List::AloneAfterOrdinals, &next)
        };
        if matches!(self.class, Class::Ordinal(_)) && view.get(self.end) == Some(' ') && alone() {
            return false;
        }
        let written = view.text.get(..self.end).unwrap_or_default();
        verbalize::bends(&self.class, self.language, self.grammar, written, case)
    }
}

/// Whether words are the name of a unit of time.
fn is_time(table: &Table, words: &str) -> bool {
    let mut names = TIMES.iter().filter_map(|unit| table.unit_named(*unit));
    names.any(|unit| unit.said() == words)
}

/// Whether a unit is one of length.
fn is_length(unit: Unit) -> bool {
    let metre = |above: Factor| above.power.is_none() && above.base.written() == "m";
    matches!(unit.name(), Some(UnitName::Foot | UnitName::Inch)) || unit.above.is_some_and(metre)
}

/// The place after a figure and its capital, as of what a model has: the 4K of 55" 4K టీవీ.
fn skip_model(view: &View, at: usize) -> usize {
    let (figure, end) = view.digits(at);
    let capital = matches!(view.letters(end), [c] if c.is_ascii_uppercase());
    let model = figure.len() == 1 && capital && view.get(end + 1) == Some(' ');
    if model { end + 2 } else { at }
}

/// Whether a measure from `at` to `end` describes the noun after it: no verb, no number, and nothing that begins anew. After the name of
/// a dimension it is what that has: ఎత్తు 160 సెం.మీ. A `length` describes one in capitals too: 4" PVC.
fn describes(view: &View, at: usize, end: usize, length: bool) -> bool {
    let table = view.table;
    let start = skip_model(view, end + 1);
    let letters = view.letters(start);
    let own = view.language_at(start) == Some(view.language);
    let capitals = || length && letters.iter().all(char::is_ascii_uppercase);
    let named = view.get(end) == Some(' ') && (own || capitals());
    if !named || letters.len() < MIN_NOUN || view.number_follows(start - 1) {
        return false;
    }
    let next = view.word(start);
    let after = start + letters.len();
    // ½" பைப், 4" ட்ரெய்னேஜ் பைப்
    let second = view.word(after + usize::from(view.get(after) == Some(' ')));
    let mut things = table.list(List::Sold);
    let mut sold = || things.any(|thing| next.starts_with(thing) || second.starts_with(thing));
    if own && table.has(List::Sold) && !sold() {
        return false;
    }
    let other = |word: &str, ends: bool| match ends {
        true => table.ends_as(List::NoAttribute, word),
        false => table.lists(List::NoAttribute, word),
    };
    use List::{Daytimes, Particles, Scales, Until, Verbs};
    let lists = [Verbs, Particles, Until, Daytimes, Scales];
    let words = [Name::Per, Name::Ampersand, Name::Or, Name::By, Name::To];
    // The number of the next thing: పెయింట్ 20 లీ. బ్రష్ 4 అం.; what is done: ఇనుము 50 కి.గ్రా. కొనుగోలు చేశారు
    let last = view.back(at).next();
    let labelled = last.is_some_and(|c| script::is_in_word(*c));
    let is_verb = |word: &str| table.lists(List::Verbs, word) || other(word, true);
    let kept = lists.iter().any(|list| table.lists(*list, &next))
        || words.iter().any(|name| table.word(*name) == Some(&*next))
        || other(&next, true)
        || is_for_rupees(view, &next)
        || table.is_digit(&next)
        || table.names_unit(&next)
        || labelled && (view.is_digit(view.skip_spaces(after)) || is_verb(&view.next_word(after)))
        || view.get(after) == Some('.') && table.abbreviation(&format!("{next}.")).is_some();
    !kept && !view.words_before(at, 1, |word| other(word, false))
}
