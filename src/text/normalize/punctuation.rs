//! Punctuation: what is heard as a pause, and what is not heard at all.

use super::prelude::*;
use crate::text::phrase;
use crate::text::stop;

/// Characters of the label of an item.
const LABEL: usize = 2;
/// Letters of the shortest word of English after which a hyphen is a dash.
const LONG: usize = 4;
/// Words of an aside that is no longer than the phrase around it.
const ASIDE: usize = 3;
/// Letters of an ending that a bracket touches.
const JOINED: usize = 3;
/// Digits of a year.
const YEAR: usize = 4;
/// Digits of the number of a subsection.
const SUBSECTION: usize = 2;

/// A mark, and the pause that it asks for.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let class = Class::Punctuation(asked(view, at)?);
    Some(Candidate::new(view, at + 1, class))
}

/// A mark that can be nothing else, which most are: no class but [`classify`] begins with it there.
pub fn alone(view: &View, at: usize) -> Option<Candidate> {
    let after_word = || view.before(at).and_then(script::letter).is_some();
    let only = match view.get(at)? {
        ',' | '.' | '?' | ';' | ':' | '।' | '॥' => after_word(),
        // An image of Markdown.
        '!' => after_word() && view.get(at + 1) != Some('['),
        // message(s)
        '(' => !view.rest(at).starts_with(&['(', 's', ')']),
        '"' | '\'' | '“' | '”' | '‘' | '’' | ')' => true,
        _ => false,
    };
    only.then(|| classify(view, at))?
}

/// A space between the number of an English name and another, in another language: Note 30 5G; and between two that would be heard as
/// one: 100 60. One between a date and its time.
pub fn between_numbers(view: &View, at: usize) -> Option<Candidate> {
    let last = view.left.last().filter(|span| span.range.end == at)?;
    let number = match &last.class {
        // Rao II, December 31
        Class::Roman { ruler: true, .. } if month_named(view, at + 1).is_some() => {
            return pause(view, at);
        }
        Class::Date(date) if date.year.is_some() && clock_at(view, at + 1) => {
            return pause(view, at);
        }
        Class::Year(number) | Class::Cardinal(number)
            if number.numeral.whole.len() == YEAR && clock_at(view, at + 1) =>
        {
            return pause(view, at);
        }
        Class::Cardinal(number) if number.scales.is_empty() && last.grammar.case.is_none() => {
            number
        }
        _ => return None,
    };
    let (next, _) = view.digits(at + 1);
    let named = last.language == Language::En && view.language != Language::En;
    let sum = || {
        let places = (1..).map_while(|zeros| 10_u64.checked_pow(zeros));
        let round = |n: u64| places.take_while(|place| n.is_multiple_of(*place)).last();
        let place = number.numeral.integer().filter(|n| *n > 0).and_then(round);
        place
            .zip(next.value())
            .is_some_and(|(place, n)| n > 0 && n < place)
    };
    (!next.is_empty() && (named || sum())).then(|| pause(view, at))?
}

/// Whether hours and minutes begin at a place: 14-06-2026 04:21.
fn clock_at(view: &View, at: usize) -> bool {
    let (_, colon) = view.digits(at);
    colon > at && view.get(colon) == Some(':') && view.is_digit(colon + 1)
}

/// A space before the label of an item, which is a number or a letter and a bracket: choose a) tea b) milk.
pub fn before_label(view: &View, at: usize) -> Option<Candidate> {
    let next = at + 1;
    // Hardly any space stands there.
    if !view.rest(next).iter().take(LABEL + 1).any(|c| *c == ')') {
        return None;
    }
    let (digits, end) = view.digits(next);
    let letters = view.letters(next);
    let bases = script::bases(letters);
    let end = match digits.len() {
        0 => next + letters.len(),
        _ => end,
    };
    let label = matches!(digits.len(), 1..=LABEL)
        || digits.is_empty() && bases == 1 && letters.len() <= LABEL;
    let closed = view.get(end) == Some(')') && view.get(end + 1) == Some(' ');
    // (… कहा जाता है) में
    let verb = || phrase::continues(view.language, &view.word(next));
    if !label || !closed || !view.is_heard_from(end + 1) || verb() {
        return None;
    }
    // "(see 1)" has its bracket; those of labels before it close nothing.
    let before = view.earlier.iter().chain(&view.text[..at]);
    let depth = before.fold(0u32, |depth, c| match c {
        '(' => depth + 1,
        ')' => depth.saturating_sub(1),
        _ => depth,
    });
    let word = view
        .before(at)
        .is_some_and(|c| c.is_alphanumeric() || script::extends(c));
    (depth == 0 && word).then(|| pause(view, at))?
}

/// The pause that a character asks for, none where it is silent; nothing where it is no punctuation.
fn asked(view: &View, at: usize) -> Option<Option<Pause>> {
    let c = view.get(at)?;
    let spaced = view.get(at + 1).is_none_or(script::is_silent);
    let after_digit = at > 0 && view.is_digit(at - 1);
    let pause = match c {
        '.' => full_stop(view, at, spaced, after_digit),
        '。' => spaced.then_some(Pause::Period),
        '…' if let Some(pause) = trailing(view, at) => pause,
        '।' | '॥' | '|' | '…' => Some(Pause::Period),
        '?' | '？' | '‽' => Some(Pause::Question),
        '!' | '！' => Some(Pause::Exclamation),
        // Section 318(4)
        '(' | ')' if is_of_subsection(view, at) => None,
        // [[Delhi]] of a wiki, [*]
        '[' | ']' if is_layout(view, at) => None,
        '(' | '[' => Some(Pause::Comma),
        ')' | ']' => (view.is_heard_from(at + 1) && !goes_on(view, at)).then_some(Pause::Comma),
        // COVID - 19
        '-' | '–' if view.number_follows(at + 1) && view.follows(at, List::Models) => None,
        '-' => is_dash(view, at, spaced).then_some(Pause::Comma),
        // Home · News
        '·' | '•' => (spaced && matches!(view.before(at), Some(' ' | '"' | '“' | '‘' | '\'')))
            .then_some(Pause::Comma),
        // "Home" "News", Home » News
        '"' | '”' | '’' | '\'' | '»' | '›' => parts_items(view, at).then_some(Pause::Comma),
        '–' | '—' if is_before_ending(view, at) => None,
        // হেল্থ–কেয়ার: a dash for the hyphen of a compound.
        '–' if view.before(at).is_some_and(is_indic) && view.get(at + 1).is_some_and(is_indic) => {
            None
        }
        // Inside a number.
        ':' if after_digit && view.is_digit(at + 1) => None,
        _ if script::parts_sentence(c) => Some(Pause::Comma),
        _ if script::is_silent(c) || begins_line(view, at, c) => None,
        _ => return None,
    };
    Some(pause)
}

/// Whether a hyphen stands for a dash: between spaces, or before one in an Indic script, which has no "first- and second-class".
fn is_dash(view: &View, at: usize, spaced: bool) -> bool {
    // Section 62A.--Whoever
    if view.get(at + 1) == Some('-') && (view.is_letter(at + 2) || view.is_digit(at + 2)) {
        return true;
    }
    let Some(mut before) = view.before(at) else {
        return false;
    };
    // "…", he said: the dash after a closing quote.
    if script::closes(before)
        && let Some(word) = at.checked_sub(2).and_then(|i| view.get(i))
    {
        before = word;
    }
    let mut next = view
        .rest(at + 1)
        .iter()
        .filter(|c| !matches!(c, ' ' | '"' | '\'' | '“' | '‘'));
    // A word of Latin letters that is no prefix.
    let long = view.text[..at].iter().rev();
    let long = long.take_while(|c| c.is_ascii_alphabetic()).count();
    // ಅಪಘಾತ- ASI, बोले- 2022 में, Breaking- ಬಂಧಿತ, but not e- ಸೇವೆ
    let words = next.next().is_some_and(|c| match is_indic(before) {
        true if script::digit(*c).is_some() => !names_number(view, at),
        true => is_indic(*c) || c.is_ascii_uppercase(),
        false => {
            let item = || view.digits_before(at).len() == at;
            is_indic(*c)
                && (long >= LONG || follows_name(view, at) || item())
                && !is_before_ending(view, at)
        }
    });
    spaced && (before.is_whitespace() || words) || begins_aside(view, at) || follows_verb(view, at)
}

/// Whether a hyphen that touches two words of an Indic script stands after the verb of a clause: வந்தது-பிரதமர்.
fn follows_verb(view: &View, at: usize) -> bool {
    let word: String = view.letters_before(at).iter().collect();
    let next: String = view.letters(at + 1).iter().collect();
    let verb = |word: &str| view.table.lists(List::Verbs, word);
    view.get(at + 1).is_some_and(is_indic) && verb(&word) && !verb(&next)
}

/// Whether the word before a place is one that numbers follow: ভাগ- 2.
fn names_number(view: &View, at: usize) -> bool {
    let lists = |word: &str| {
        let cues = view.cues(word);
        let listed = [List::Numbered, List::Labels, List::Models];
        let told = cues.is_named() || cues.has(Kind::Number) || cues.has(Kind::Count);
        let letter = || {
            view.table
                .letter(&word.chars().collect::<Vec<_>>())
                .is_some()
        };
        told || letter() || listed.iter().any(|list| view.table.lists(*list, word))
    };
    view.words_before(at, 1, lists)
}

/// Whether capitals after a figure, or a year, end at a place: 5G- ਮੁਕੇਸ਼, 2020- അറിയേണ്ടത്.
fn follows_name(view: &View, at: usize) -> bool {
    let capitals = view.text[..at].iter().rev();
    let capitals = capitals.take_while(|c| c.is_ascii_uppercase()).count();
    let figures = view.digits_before(at - capitals).len();
    match capitals {
        0 => figures == YEAR,
        _ => figures > 0,
    }
}

/// Whether a dash parts a word from its ending, with a space or without: periscope–এর, COVID-19 –এ.
fn is_before_ending(view: &View, at: usize) -> bool {
    let word: String = view.letters(view.skip_spaces(at + 1)).iter().collect();
    let last = view.back(at).next();
    last.is_some_and(char::is_ascii_alphanumeric) && view.table.suffix(&word).is_some()
}

/// Whether a hyphen with a space before it alone stands between two words of an Indic script: ਹਿੱਸਾ -ਪਰਮਿੰਦਰ. Not before an ending.
/// Or before a name in Latin letters: Rs 500 debited -Canara Bank.
fn begins_aside(view: &View, at: usize) -> bool {
    let word: String = view.letters(at + 1).iter().collect();
    let parted = matches!(view.text[..at], [.., letter, ' '] if is_indic(letter));
    let ending = || view.table.suffix(&word).is_some() || phrase::continues(view.language, &word);
    let named = || {
        let letters = view.letters(at + 1);
        let capital = matches!(letters, [first, second, ..] if first.is_ascii_uppercase() && second.is_ascii_alphabetic());
        capital
            && matches!(view.text[..at], [.., c, ' '] if c.is_alphanumeric() || script::extends(c))
    };
    parted && view.get(at + 1).is_some_and(is_indic) && !ending() || named()
}

fn is_indic(c: char) -> bool {
    script::letter(c).is_some_and(|script| script != Script::Latin)
}

/// Whether the phrase goes on after a bracket: an ending or a postposition comes, and what the bracket closes is short: (5 માઇલ) થી,
/// (BJP) એ.
fn goes_on(view: &View, at: usize) -> bool {
    let inside = view.text[..at].rsplit(|c| matches!(c, '(' | '[')).next();
    let inside = inside.unwrap_or_default();
    // (Sell)-এ, (SARS-CoV-2) -உடன்
    let hyphen = match view.rest(at + 1) {
        ['-', ..] => 1,
        [' ', '-', c, ..] if is_indic(*c) => 2,
        _ => 0,
    };
    let word: String = view
        .letters(view.skip_spaces(at + 1 + hyphen))
        .iter()
        .collect();
    let ending = || hyphen < 2 || view.table.suffix(&word).is_some();
    let joined = view.get(at + 1 + hyphen).is_some_and(is_indic) && ending();
    let capitals = || inside.iter().all(char::is_ascii_uppercase);
    let listed = || view.table.suffix(&word).is_some() || view.table.lists(List::Alone, &word);
    // (പോസിറ്റീവ് ഇന്ത്യ) യിൽ
    let own = || {
        let last = |c: char| {
            script::letter(c).is_some() || script::extends(c) || script::digit(c).is_some()
        };
        inside.last().copied().is_some_and(last)
            && view.table.suffix(&word).is_some()
            && !view.table.lists(List::Alone, &word)
    };
    let ending = || capitals() && listed() || own();
    let few = words(inside).count() <= ASIDE;
    // (…) 'ਚ
    let shortened = matches!(view.get(view.skip_spaces(at + 1)), Some('\'' | '’'));
    // (ഫോൺകോൾ)നമസ്തേ
    let long = script::bases(&word.chars().collect::<Vec<_>>()) > JOINED && !listed();
    joined && !long
        || shortened && view.is_letter(view.skip_spaces(at + 1) + 1)
        || few && (phrase::continues(view.language, &word) || ending())
}

/// Whether a bracket is one of two together, or holds nothing that is heard.
fn is_layout(view: &View, at: usize) -> bool {
    let twice =
        |c| view.get(at) == Some(c) && (view.before(at) == Some(c) || view.get(at + 1) == Some(c));
    let silent = |c: &&char| script::is_silent(**c) && !matches!(c, '[' | ']');
    let empty = match view.get(at) {
        Some('[') => {
            let inside = view.rest(at + 1).iter().take_while(silent).count();
            view.get(at + 1 + inside) == Some(']')
        }
        _ => {
            let inside = view.text[..at].iter().rev().take_while(silent).count();
            view.text[..at - inside].last() == Some(&'[')
        }
    };
    twice('[') || twice(']') || empty
}

/// Whether a quotation mark closes an item and another one begins the next, or an angle parts the names of a path.
fn parts_items(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let spaced = next > at + 1;
    let before = view.before(at);
    let heard = view.is_heard_from(next) && at > 0;
    match view.get(at) {
        Some('»' | '›') => heard && spaced && before == Some(' '),
        _ => {
            let opens = matches!(view.get(next), Some('"' | '“' | '‘' | '\''));
            let word = before.is_some_and(|c| c.is_alphanumeric() || script::extends(c));
            // ਨਯਨਤਾਰਾ' 'ਚ
            let short = || {
                let letters = view.letters(next + 1);
                let one = script::bases(letters) == 1 && !letters[0].is_ascii();
                one && view.get(next + 1 + letters.len()) == Some(' ')
            };
            heard && spaced && opens && word && view.is_letter(next + 1) && !short()
        }
    }
}

/// Whether a bracket is one of two around a short number or a letter that belongs to the number or the word before: section 3(2)(a),
/// clause (t).
fn is_of_subsection(view: &View, at: usize) -> bool {
    let open = match view.get(at) {
        Some('(') => Some(at),
        _ => {
            let from = at.saturating_sub(SUBSECTION + LABEL);
            let open = view.text[from..at].iter().rposition(|c| *c == '(');
            open.map(|open| from + open)
        }
    };
    let Some(open) = open.filter(|open| at - open <= SUBSECTION + LABEL) else {
        return false;
    };
    let (digits, end) = view.digits(open + 1);
    let letters = view.letters(open + 1);
    let (short, end) = match digits.len() {
        0 => (
            script::bases(letters) == 1 || letters::is_item(view, open + 1),
            open + 1 + letters.len(),
        ),
        length => (length <= SUBSECTION, end),
    };
    // Sub-section (2) of
    let numbered = || {
        // Phone (1)
        let phone = |word: &str| view.lists(List::Networks, word) && !digits.is_empty();
        let lists = |word: &str| view.table.lists(List::Numbered, word) || phone(word);
        view.before(open) == Some(' ') && view.words_before(open, 1, lists)
    };
    // Of a set, 7-6(5), it has the points of the last game.
    let other = |c: &&char| script::digit(**c).is_none();
    let section = view.text[..open].iter().rev().find(other);
    let number = || !digits.is_empty() && open > 0 && view.is_digit(open - 1);
    let last = view.text[..open].iter().rposition(|c| *c != ' ');
    let chained =
        || last.is_some_and(|last| view.get(last) == Some(')') && is_of_subsection(view, last));
    short
        && view.get(end) == Some(')')
        && (number() || numbered() || chained())
        && !section.is_some_and(|c| script::is_dash(*c))
}

fn full_stop(view: &View, at: usize, spaced: bool, after_digit: bool) -> Option<Pause> {
    if let Some(pause) = trailing(view, at) {
        return pause;
    }
    let next = view.skip_spaces(at + 1);
    let small = |at| view.get(at).is_some_and(char::is_lowercase);
    let capital = spaced && view.get(next).is_some_and(char::is_uppercase) && small(next + 1);
    let letter = matches!(&view.text[..at], [.., ' ', c] if c.is_ascii_uppercase());
    let initials = matches!(&view.text[..at], [.., a, '.', b] if a.is_ascii_uppercase() && b.is_ascii_uppercase());
    // Walk 5 km. Then rest. He said no. Then he left. Take vitamin C. It helps.
    let follows = || {
        follows_unit(view, at)
            || follows_word(view, at)
            || letter && letters::follows_lettered(view, at - 1)
            // the D.C. The weather
            || initials && view.lists(List::Prose, &view.word(next))
    };
    if capital && follows() {
        return Some(Pause::Period);
    }
    // Rs 5 Cr. only
    if spaced && small(next) && follows_unit(view, at) {
        return None;
    }
    if keeps_stop(view, at) {
        // The number of an item of a list.
        return after_digit.then_some(Pause::Comma);
    }
    // "B.Sc., M.A."
    let comma = view.get(at + 1) == Some(',');
    (spaced && !comma).then_some(Pause::Period)
}

/// The pause of one of the dots at the end of a quotation within a sentence: none before a word that goes on, as in 'Download...' पर.
fn trailing(view: &View, at: usize) -> Option<Option<Pause>> {
    let dot = |c: &&char| matches!(c, '.' | '…');
    let after = view.rest(at).iter().take_while(dot).count();
    if !view.get(at + after).is_some_and(stop::is_quote) {
        return None;
    }
    let dots = after + view.text[..at].iter().rev().take_while(dot).count();
    let next = view.skip_spaces(at + after + 1);
    let small = view.is_letter(next) && !view.get(next).is_some_and(char::is_uppercase);
    let goes_on = || {
        let word = view.word(next);
        let suffix = !word.is_ascii() && view.table.suffix(&word).is_some();
        suffix || phrase::continues(view.language, &word)
    };
    let within = small && (dots > 1 || view.get(at) == Some('…'));
    within.then(|| (!goes_on()).then_some(Pause::Comma))
}

/// Whether the letters of a unit or of a scale after its number end at a place.
fn follows_unit(view: &View, at: usize) -> bool {
    let measured = |span: &Classified| {
        let class = matches!(
            span.class,
            Class::Measure(_) | Class::Money(_) | Class::Cardinal(_) | Class::Decimal(_)
        );
        class && span.range.end == at
    };
    at > 0 && view.is_letter(at - 1) && view.left.last().is_some_and(measured)
}

/// Whether a word in small letters ends at a place, which stands for itself although it may be an abbreviation: no.
fn follows_word(view: &View, at: usize) -> bool {
    let small = |span: &Classified| {
        let word = &view.text[span.range.clone()];
        span.class == Class::Word && word.len() > 1 && word.iter().all(char::is_ascii_lowercase)
    };
    let last = view.span_before(at);
    last.is_some_and(small)
}

/// Whether a stop belongs to the word before it, within a sentence.
fn keeps_stop(view: &View, at: usize) -> bool {
    let before = &view.text[..at];
    let word = before.iter().rposition(|c| c.is_whitespace());
    let word = word.map_or(0, |i| i + 1);
    let text = || before[word..].iter().collect::<String>();
    let spaces = before[..word].iter().rev().take_while(|c| **c == ' ');
    let counted = view.is_digit(word.wrapping_sub(1 + spaces.count()));
    let initials = || {
        let mut words = before[..word].split(|c| *c == ' ').rev();
        let last = words.find(|word| !word.is_empty());
        let last: String = last.unwrap_or_default().iter().collect();
        last.strip_suffix('.').is_some_and(stop::is_initial)
    };
    view.is_heard_from(at + 1)
        && stop::after(&text(), word == 0, counted, initials()) == stop::Stop::Kept
}

/// Whether a mark begins a heading, "## Today", or a quoted line, "> today".
fn begins_line(view: &View, at: usize, c: char) -> bool {
    matches!(c, '#' | '>')
        && matches!(view.get(at + 1), Some('#' | '>' | ' '))
        && !view.number_follows(at + 1)
        && view.text[..at].iter().all(|c| matches!(c, '#' | '>' | ' '))
}
