//! The cross between two numbers: by, times, for so long, or nothing.

use super::prelude::*;

/// What costs as much as this is no side of a size, nor what is so many times the other number.
const MIN_PRICE: u64 = 100;
const MIN_RATIO: u64 = 50;
/// Digits of how many there are of an amount: instalments 12,500 x 40.
const FEW: usize = 2;
/// So many runners, each for so many metres.
const RELAYS: [(u64, u64); 2] = [(4, 200), (4, 400)];

/// The sign of a product where it is none: 2 × Cooker.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    match view.get(at) == Some('×') {
        true => times(view, at),
        false => None,
    }
}

/// The x before how long (1 tab x 5 days), that of 5x faster, and that between a count and a name, which is silent: 2 x Cooker.
fn times(view: &View, at: usize) -> Option<Candidate> {
    let next = view.skip_spaces(at + 1);
    let spaced = view.before(at) == Some(' ');
    let apart = next > at + 1 && spaced;
    let (digits, end) = view.digits(next);
    let last = view.back(at).next().copied();
    let capital = || view.get(next).is_some_and(char::is_uppercase) && !view.is_currency(next);
    let name = || capital() && view.letters(next).len() > 1;
    // 60 days x 2,500, 1,450 sq. ft of house x ₹2,100
    let factor = || !digits.is_empty() || view.is_currency(next);
    let counted = || apart && factor() && follows_count(view, at);
    // 7 फुट x 3 फुट
    let side = || is_side(view, next) && follows_side(view, at, next);
    let paid = matches!(view.last_class(), Some(Class::Money(_)));
    let repeated = || match view.last_class() {
        Some(Class::Measure(measure)) => measure.unit.is_time(),
        class => matches!(class, Some(Class::Cardinal(_))),
    };
    // फोटो x2, but विवो X90, वीवो x5 लॉन्च
    let of_thing = || {
        let few = digits.len() <= FEW && !view.is_letter(view.skip_spaces(end));
        apart || spaced && view.get(at) == Some('x') && few && !view.follows(at, List::Models)
    };
    match view.beside_number(at) {
        // 3 x 50 ਵਾਰ
        true if repeated()
            && !digits.is_empty()
            && view.lists(List::Durations, &view.next_word(end))
            && time_at(view, end).is_none() =>
        {
            said(view, at, Name::Times)
        }
        // ರೂ.2,000 x 10 ವರ್ಷ; 1-0-1 x 5 ದಿನ; 3 बार ×5 दिन
        _ if spaced && !digits.is_empty() && duration_at(view, end) && !multiplies(view, end) => {
            // 1 घंटा x 3 दिन
            let word = view.letters_before(at - 1);
            let often = || view.lists(List::Durations, &lowercase(word));
            // 20 days x 30 mins
            let unit = || unit_at(view, end, view.table, false).and_then(|(unit, _)| unit.name());
            let within = || matches!(unit(), Some(UnitName::Hour | UnitName::Minute));
            let lasts = duration_at(view, at - 1 - word.len()) && (!often() || within());
            let other = || match paid || lasts {
                true => said(view, at, Name::Times),
                false => pause(view, at),
            };
            said(view, at, Name::For).filter(|_| !lasts).or_else(other)
        }
        false if counted() && side() => said(view, at, Name::By),
        // 3 sets × 12 reps
        false if counted() && view.follows_own(at, List::Sets) => said(view, at, Name::Of),
        false if counted() => said(view, at, Name::Times),
        // சமோசா x 65: so many of it, or the factor of an equation
        false if !digits.is_empty() && last.is_some_and(script::is_indic) && of_thing() => {
            match view.text.contains(&'=') {
                true => said(view, at, Name::Times),
                false => pause(view, at),
            }
        }
        // Surya Namaskar x 12 rounds, push-ups x 20, but: solve for x 5, Malcolm X 5
        false if apart && !digits.is_empty() && names_exercise(view, at, end) => {
            said(view, at, Name::Times)
        }
        // 2x40' containers, but 4'-0" x 3'-6"
        true if is_foot(view.get(end)) && !marks_side(last) => silent(view, at, 1),
        _ if view.language != Language::En => None,
        // 5x faster, 3x a week, 5x/week
        true if view.touches_number(at)
            && (view.table.lists(List::Faster, &view.word(next))
                || view.get(next) == Some('/') && duration_at(view, next + 1)) =>
        {
            said(view, at, Name::Times)
        }
        true if next > at + 1 && name() => silent(view, at, 1),
        _ => None,
    }
}

/// Whether a word of English that may be a noun stands before an x, as what is done or taken so many times: it or the word after the
/// number, which ends at `end`, is a plural.
fn names_exercise(view: &View, at: usize, end: usize) -> bool {
    let word = view.letters_before(at - 1);
    let written = lowercase(word);
    let other = [List::Prose, List::Models]
        .iter()
        .any(|list| view.lists(*list, &written));
    let many = || word.last() == Some(&'s') || view.next_word(end).ends_with('s');
    let small = view.get(at) != Some('X') && word.last().is_some_and(char::is_ascii_lowercase);
    view.language == Language::En && word.len() > 2 && small && !other && many()
}

/// Whether another cross or an equals sign follows the word at a place: 4 men × 30 days × ₹480.
fn multiplies(view: &View, at: usize) -> bool {
    let word = view.skip_spaces(at);
    let next = view.skip_spaces(word + view.letters(word).len());
    matches!(view.get(next), Some('×' | '=')) || matches!(view.letters(next), ['x' | 'X'])
}

/// Whether the word before a place is the name of feet, of inches, or of the unit of the number at `next`.
fn follows_side(view: &View, at: usize, next: usize) -> bool {
    let word = lowercase(view.letters_before(at - 1));
    let (_, end) = numeral::scan(view.text, next);
    let sides = [UnitName::Foot, UnitName::Inch];
    let mut sides = sides.iter().filter_map(|side| view.table.unit_named(*side));
    sides.any(|side| side.said() == word) || view.next_word(end) == word
}

/// Whether a number and the word that it counts stand before a place.
fn follows_count(view: &View, at: usize) -> bool {
    let [.., number, word] = view.left else {
        return false;
    };
    let counted = number.counts && word.class == Class::Word && word.range.end + 1 == at;
    counted && number.range.end + 1 == word.range.start
}

/// Whether an x stands between two names in a clause that tells of a game: Real x Chelsea.
fn is_between_teams(view: &View, at: usize) -> bool {
    let name = |letters: &[char]| match letters.first() {
        Some(c) if c.is_ascii() => is_name(letters),
        Some(_) => script::bases(letters) > 1,
        None => false,
    };
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    spaced
        && name(view.letters_before(at - 1))
        && name(view.letters(at + 2))
        && view.mentions_around(List::Games)
}

/// "2x3 m".
pub fn by(view: &View, at: usize) -> Option<Candidate> {
    if !matches!(letters::run(view, at), ['x' | 'X']) {
        return None;
    }
    if let Some(found) = times(view, at) {
        return Some(found);
    }
    if is_between_teams(view, at) {
        let class = Class::Sign(table(Language::En).word(Name::Versus)?);
        return Some(class.until(view, at + 1).said_in(Language::En));
    }
    if is_between_sides(view, at) {
        let sum = view.text.contains(&'=');
        return said(view, at, if sum { Name::Times } else { Name::By });
    }
    let next = view.skip_spaces(at + 1);
    let price = view.is_currency(next);
    if is_of_model(view, at) {
        return None;
    }
    if !view.beside_number(at) || !(price || view.number_follows(at + 1)) {
        return None;
    }
    // 5 x ₹120, 2 x 3 = 6: a sum rather than a size.
    let paid = matches!(view.last_class(), Some(Class::Money(_)));
    // Order CF276A x 2
    let coded = view.before(at) == Some(' ') && matches!(view.back(at).next(), Some('A'..='Z'));
    // Hold 30 sec x 3, 2x 500 ml
    let lasting =
        matches!(view.last_class(), Some(Class::Measure(measure)) if measure.unit.is_time());
    let each = || {
        let (numeral, end) = numeral::scan(view.text, next);
        let measured = !numeral.whole.is_empty() && has_unit(view, end);
        view.touches_number(at) && view.get(at + 1) == Some(' ') && measured
    };
    let apart = view.before(at) == Some(' ');
    // 1 kg x 2, but 4 ft x 3
    let pieces = || match view.last_class() {
        Some(Class::Measure(measure)) => !is_length(view, &measure.unit) && !is_side(view, next),
        _ => false,
    };
    // 30x40 ft = 1200 sq. ft has sides.
    let sides = || {
        // 10'x4' @ ₹12 = ₹480
        let (_, end) = numeral::scan(view.text, next);
        if marks_side(view.before(at)) && marks_side(view.get(end)) {
            return true;
        }
        let unit = unit_at(view, end, view.table, false);
        view.touches_number(at) && unit.is_some_and(|(unit, _)| is_length(view, &unit))
    };
    let equals = view.text.contains(&'=') && !sides() || apart && view.earlier.contains(&'=');
    // Instalment 12,500 x 40
    let amount = || match view.last_class() {
        Some(Class::Cardinal(number)) => {
            let few = view.digits(next).0.len() <= FEW;
            number.numeral.grouped && few && !is_side(view, next)
        }
        _ => false,
    };
    let sum = price
        || paid
        || amount()
        || coded
        || lasting
        || each()
        || equals
        || apart && pieces()
        || is_price(view, at);
    said(view, at, if sum { Name::Times } else { Name::By })
}

/// Whether a unit is one of how far something goes: feet, inches, millimetres.
fn is_length(view: &View, unit: &Unit) -> bool {
    let metre = view.table.unit("m").map_or("", NamedUnit::said);
    let said = || {
        verbalize::unit(
            &Unit {
                one: false,
                ..*unit
            },
            view.table,
        )
    };
    matches!(unit.name(), Some(UnitName::Foot | UnitName::Inch)) || said().ends_with(metre)
}

/// Whether the x ends the name of a model: T3x 5G, Realme 12x.
fn is_of_model(view: &View, at: usize) -> bool {
    let start = at - view.digits_before(at).len();
    let letter = view.before(start).is_some_and(|c| c.is_ascii_alphabetic());
    let ends = !view.get(at + 1).is_some_and(char::is_alphanumeric);
    start < at && ends && (letter || view.follows(start, List::Models))
}

/// Whether the names of two sides stand around the letter at a place, and no more behind those of an Indic script: (चौड़ाई X लंबाई), W x H.
fn is_between_sides(view: &View, at: usize) -> bool {
    let indic = |c: Option<char>| c.is_some_and(script::is_indic);
    let end = at + 2 + view.letters(at + 2).len();
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    let ends = matches!(view.get(view.skip_spaces(end)), None | Some(')' | ','));
    let side = |letters: &[char]| {
        let letter = matches!(letters, ['B' | 'D' | 'H' | 'L' | 'W']);
        letter || view.lists(List::Quantities, &lowercase(letters))
    };
    let named = || side(view.letters_before(at - 1)) && side(view.letters(at + 2));
    let last = view.back(at).next().copied();
    spaced && (ends && indic(last) && indic(view.get(at + 2)) || named())
}

/// Whether a number of what costs so much stands before the letter at a place, and much more after it than the other side of a size
/// would be: shirt 1 x 600.
fn is_price(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let before = at - view.run_before(at, |c| c == ' ');
    let first = before - view.digits_before(before).len();
    let whole = !matches!(view.before(first), Some('.' | ','));
    let (second, end) = view.digits(next);
    let unit = || has_unit(view, end) || is_foot(view.get(end));
    let spaced = before < at && next > at + 1;
    let much = |n: u64, price: u64| n > 0 && price >= MIN_PRICE.max(n.saturating_mul(MIN_RATIO));
    let both = view.digits(first).0.value().zip(second.value());
    let relay = |pair| RELAYS.contains(&pair);
    let both = both.filter(|pair| !relay(*pair));
    spaced && whole && both.is_some_and(|(n, price)| much(n, price)) && !unit()
}
