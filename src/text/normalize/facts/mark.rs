//! Units that are marks: the feet and the inches of 5'6", the minutes and the seconds of an angle.

use super::count::beginning;
use super::unit::{has_unit, measures, unit, unit_at};
use crate::text::normalize::ground::*;
use crate::text::stop::is_quote;

/// The gigabytes that a device works with, and the fewest that it keeps.
const MEMORIES: [u64; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];
const STORAGE: u64 = 16;
/// The rims of tyres, in inches.
const RIMS: std::ops::RangeInclusive<u64> = 8..=42;
/// Digits of the number of a load.
const LOAD: usize = 3;
/// Into so many parts people divide an inch.
const INCH_PARTS: [u64; 5] = [2, 4, 8, 16, 32];

/// Characters between the degrees of an angle and its seconds.
const ARC: usize = 7;
/// Characters by which the word for minutes is known.
const MINUTE_STEM: usize = 4;
/// The same for centimetres.
const CENTI_STEM: usize = 4;
/// Digits of what is measured in feet with one mark.
const FEET: usize = 3;
/// The age of who seeks a match, and the height in centimetres.
const AGES: std::ops::RangeInclusive<u64> = 18..=60;
const HEIGHTS: std::ops::RangeInclusive<u64> = 130..=210;

/// Whether a character is the mark of feet.
pub fn is_foot(c: Option<char>) -> bool {
    matches!(c, Some('\'' | '’' | '′'))
}

/// Whether a character is the mark of inches.
pub fn is_inch(c: Option<char>) -> bool {
    matches!(c, Some('"' | '”' | '″'))
}

/// Whether a character is the mark of feet or of inches: 9"×4".
pub fn marks_side(c: Option<char>) -> bool {
    is_foot(c) || is_inch(c)
}

/// The feet or the inches of 5'6", at whose number's end a quote stands for the unit.
pub fn feet_and_inches(view: &View, at: usize, end: usize, mut one: bool) -> Option<(Unit, usize)> {
    if let Some(found) = of_arc(view, at, end, one) {
        return Some(found);
    }
    let name = if is_foot(view.get(end)) && is_foot_of_side(view, at, end + 1) {
        UnitName::Foot
    } else if let Some(name) = alone_with_mark(view, at, end) {
        name
    } else if is_foot(view.get(end)) {
        // 2152' 6"
        let (inches, quote) = view.digits(hyphen(view, view.skip_spaces(end + 1)));
        (!inches.is_empty() && is_inch(view.get(quote))).then_some(UnitName::Foot)?
    } else {
        let foot = at - usize::from(view.before(at) == Some('-'));
        let foot = foot - view.run_before(foot, |c| c == ' ');
        let feet = is_foot(view.before(foot)) && foot > 1 && view.is_digit(foot - 2);
        // 32", where no quotation ends.
        let alone = || match view.get(end) {
            // """18""" is a quotation.
            Some('"') if view.get(end + 1) == Some('"') || view.before(at) == Some('"') => false,
            Some('"') => !is_quoted(view, end),
            next => next == Some('″'),
        };
        let foot = feet && is_inch(view.get(end));
        // "a 32 inch screen"
        one |= !foot && view.language == Language::En;
        (foot || alone()).then_some(UnitName::Inch)?
    };
    Some((named(view.table, name, one)?, end + 1))
}

/// Whether the other side of a size stands beside the number from `at` whose mark ends at `end`: 10'x12', 6' × 6.5'.
fn is_foot_of_side(view: &View, at: usize, end: usize) -> bool {
    let by = |c: Option<char>| matches!(c, Some('x' | 'X' | '×'));
    let next = view.skip_spaces(end);
    let before = at - view.run_before(at, |c| c == ' ');
    let cross = before.saturating_sub(1);
    let first = cross - view.run_before(cross, |c| c == ' ');
    by(view.get(next)) && view.is_digit(view.skip_spaces(next + 1))
        || by(view.before(before)) && is_foot(view.before(first))
}

/// Whether the height of a person begins at a place: 5'3", or 172 cm after an age and a stroke.
pub fn is_height(view: &View, at: usize) -> bool {
    let (tall, end) = view.digits(at);
    let feet = tall.len() == 1 && is_foot(view.get(end));
    let aged = || {
        let age = view.digits_before(at - 1);
        digits(age, 0).0.is_in(AGES)
    };
    // Gujarati spells it in two ways.
    let said = |unit: Unit| {
        let words = verbalize::unit(&unit, view.table);
        beginning(&words, CENTI_STEM).to_owned()
    };
    let metric = || {
        let found = unit_at(view, end, view.table, false).map(|(unit, _)| said(unit));
        found.is_some() && found == unit(view.table, "cm", false).map(said)
    };
    feet && view.is_digit(hyphen(view, end + 1)) || tall.is_in(HEIGHTS) && aged() && metric()
}

/// The place after the hyphen that may part feet from inches: 5'-3".
fn hyphen(view: &View, at: usize) -> usize {
    at + usize::from(view.get(at) == Some('-'))
}

/// The minutes or the seconds of an angle whose degrees stand before: 75° 04' 46″, as some write it with two single marks.
fn of_arc(view: &View, at: usize, end: usize, one: bool) -> Option<(Unit, usize)> {
    let before = &view.text[at.saturating_sub(ARC)..at];
    let near = before.contains(&'°');
    let mark = |c: char| matches!(c, '\'' | '’' | '′' | '´');
    let single = |at: usize| view.get(at).is_some_and(mark);
    // An elbow of 90° 1" has inches.
    let double = is_inch(view.get(end)) && before.iter().any(|c| mark(*c));
    let (written, length) = match (single(end), single(end + 1)) {
        (true, true) => ("sec", 2),
        (true, false) => ("min", 1),
        _ if double => ("sec", 1),
        _ => return None,
    };
    near.then_some((unit(view.table, written, one)?, end + length))
}

/// What one mark after a number stands for where no quotation was opened: the feet of a 40' container, or the minutes of a goal, of
/// what comes every 15', of what is 10' late.
fn alone_with_mark(view: &View, at: usize, end: usize) -> Option<UnitName> {
    let (digits, last) = view.digits(at);
    let mark = is_foot(view.get(end));
    let ends = view.get(end + 1).is_none_or(|c| " ,;)&-–/.?!:".contains(c));
    let english = view.language == Language::En;
    // In Punjabi an apostrophe begins words. 34', 78' and 61'
    let opens = |text: &[char]| {
        let begins = |i: usize| match i.checked_sub(1).map(|i| text[i]) {
            Some(c) if english => !c.is_alphanumeric(),
            Some(c) => !c.is_numeric(),
            None => true,
        };
        (0..text.len()).any(|i| is_quote(text[i]) && begins(i))
    };
    let long = digits.len() > usize::from(!english) && digits.len() <= FEET;
    // Back in the 80', the summer of 69'
    let decade = english && view.words_before(at, 1, |word| matches!(word, "the" | "of"));
    if decade
        || !mark
        || !ends
        || !long
        || last != end
        || opens(&view.text[..at])
        || opens(view.earlier)
    {
        return None;
    }
    let told = |word: &str| view.lists(List::Minutes, word);
    // 87' நிமிடத்தில்: the word says it.
    let name = view.table.unit_named(UnitName::Minute).map(NamedUnit::said);
    let stem = beginning(name.unwrap_or_default(), MINUTE_STEM);
    if view.next_word(end + 1).starts_with(stem) {
        return None;
    }
    let minutes = view.words_before(at, 1, told) || told(&view.next_word(end + 1));
    // 2x40'
    let side = matches!(view.before(at), Some('x' | 'X' | '×'));
    let minutes = minutes || !side && view.is_about(Kind::Score);
    Some(if minutes {
        UnitName::Minute
    } else {
        UnitName::Foot
    })
}

/// Whether a quotation that was opened before a place is not closed yet there.
fn is_quoted(view: &View, at: usize) -> bool {
    // How many more are opened than closed. The mark after a number may be that of inches.
    let open = |text: &[char]| {
        let marks = (0..text.len()).filter(|i| text[*i] == '"');
        marks.fold(0i32, |open, i| {
            let letter = |i: usize| text.get(i).is_some_and(|c| c.is_alphanumeric());
            // "#1"
            let begins = letter(i + 1) || text.get(i + 1).is_some_and(|c| "#@$₹+-(".contains(*c));
            match (i > 0 && letter(i - 1), begins) {
                (false, true) => open + 1,
                (true, _) if script::digit(text[i - 1]).is_some() => open,
                _ => open - 1,
            }
        })
    };
    // A clause may begin inside of one.
    let begins = || view.text[..at].iter().all(|c| script::digit(*c).is_some());
    // 43" TV, 55" TV: the next one is of inches too.
    let more = || {
        let next = view.rest(at + 1).iter().position(|c| *c == '"');
        let closes = next.is_some_and(|next| !view.is_digit(at + next));
        closes && view.word(at + 2) != "x"
    };
    open(view.earlier).max(0) + open(&view.text[..at]) > 0 || begins() && more()
}

/// A unit by its name, of `one` perhaps.
pub fn named(table: &Table, name: UnitName, one: bool) -> Option<Unit> {
    Some(Unit::of(table.unit_named(name)?, one))
}

/// Whether a whole number at a place is joined by a hyphen to parts of an inch or of another unit: 1-1/4" pipe, 26 x 1-3/8. Not the number
/// of a house, which nothing measures.
pub fn is_mixed(view: &View, at: usize) -> bool {
    let (whole, hyphen) = view.digits(at);
    if view.get(hyphen) != Some('-') || whole.is_empty() || whole.len() > 2 {
        return false;
    }
    let (above, stroke) = view.digits(hyphen + 1);
    let (below, end) = view.digits(stroke + 1);
    let last = at - view.run_before(at, |c| c == ' ');
    let side = matches!(view.before(last), Some('x' | 'X' | '×' | '*'));
    let apart = last < at || view.before(at).is_none_or(|c| c == '(');
    let parts = below.value().filter(|n| INCH_PARTS.contains(n));
    let proper = above.value().is_some_and(|n| n > 0) && above.value() < parts;
    let measured = || is_inch(view.get(end)) || has_unit(view, end);
    view.get(stroke) == Some('/') && proper && (side || apart && measured())
}

/// The inches after feet: 6 ft 2 in.
pub fn inches_after_feet(view: &View, at: usize, end: usize, one: bool) -> Option<(Unit, usize)> {
    let start = view.skip_spaces(end);
    if view.letters(start) != ['i', 'n'] {
        return None;
    }
    let feet = measures(view, UnitName::Foot) && view.beside_number(at);
    feet.then_some((named(view.table, UnitName::Inch, one)?, start + 2))
}

/// Whether two numbers from `at` with a stroke between them are the two memories of a device: 4/64 GB.
pub fn is_of_memory(view: &View, at: usize) -> bool {
    let (first, stroke) = view.digits(at);
    if view.get(stroke) != Some('/') || !first.value().is_some_and(|n| MEMORIES.contains(&n)) {
        return false;
    }
    let (second, end) = view.digits(stroke + 1);
    let unit = view.letters(view.skip_spaces(end));
    let stored = |n: u64| n >= STORAGE && n.is_power_of_two();
    second.value().is_some_and(stored) && matches!(unit, ['G'] | ['G' | 'g', 'B' | 'b'])
}

/// Whether the width of a tyre, with its decimals, stands before a sign, and the diameter of its rim behind: tyre 3.00-17.
pub fn is_of_tyre(view: &View, at: usize) -> bool {
    let decimals = matches!(view.last_class(), Some(Class::Decimal(_)));
    let rim = || view.digits(at + 1).0.is_in(RIMS);
    decimals && view.touches_number(at) && rim() && view.mentions(List::Tyres)
}

/// Whether the number of a load comes at a place, after the size of a tyre and before the letter of a speed: 90/100-10 53J.
pub fn is_load(view: &View, at: usize) -> bool {
    let size = at > 1 && view.before(at) == Some(' ') && view.is_digit(at - 2);
    size && view.digits(at).0.len() <= LOAD && view.mentions(List::Tyres)
}
