//! Markup of chats and documents: links, boxes, headings, fences of code. What is for the eye is silent, what a person would read
//! aloud stays: the words of a link without its address, the words of a heading without its marks. Stars, strokes and the marks of
//! a list are silent as punctuation; what looks like SSML is text.

use super::prelude::*;

/// Levels of headings.
const MAX_LEVEL: usize = 6;
/// Digits of the number of a note in brackets.
const MAX_NOTE: usize = 3;
/// Characters of a tag.
const MAX_TAG: usize = 10;
/// Characters of what someone is to fill in.
const MAX_FIELD: usize = 60;
/// Characters of the name of an entity.
const MAX_ENTITY: usize = 7;
/// The longest address or note that brackets hold.
const MAX_BRACKETS: usize = 200;

/// A mark that is not heard.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let end = match view.get(at)? {
        '!' if view.get(at + 1) == Some('[') => link(view, at + 1).map(|_| at + 1),
        '[' => r#box(view, at)
            .or_else(|| note(view, at))
            .or_else(|| linked(view, at))
            .or_else(|| link(view, at)),
        ']' => target(view, at),
        '#' => heading(view, at),
        '&' => entity(view, at),
        '`' => fence(view, at),
        '<' if letters::scheme(view, at + 1) > 0 => Some(at + 1),
        '<' => tag(view, at).or_else(|| field(view, at).map(|_| at + 1)),
        '>' => {
            let open = view.text[..at].iter().rposition(|c| *c == '<')?;
            let address = || matches!(view.last_class(), Some(Class::Electronic(_)));
            (field(view, open) == Some(at) || address()).then_some(at + 1)
        }
        _ => None,
    }?;
    // A key to press looks like a heading of the first level.
    let most = match view.rest(at) {
        ['#', ' ', ..] => certainty::PUNCTUATION,
        _ => certainty::MARKUP,
    };
    silent(view, at, end - at).map(|found| found.at_most(most))
}

/// An entity of HTML that stands for a mark or a space: &nbsp; &#160;. That of an ampersand is said.
fn entity(view: &View, at: usize) -> Option<usize> {
    let name = view.rest(at + 1).iter().take(MAX_ENTITY);
    let name: String = name.take_while(|c| **c != ';').collect();
    let end = at + 1 + name.len();
    let code = name.strip_prefix('#');
    let code = code.and_then(|code| match code.strip_prefix(['x', 'X']) {
        Some(code) => u32::from_str_radix(code, 16).ok(),
        None => code.parse().ok(),
    });
    let mark = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || script::is_silent(c);
    let number = code.and_then(char::from_u32).is_some_and(mark);
    let known = ["nbsp", "quot", "apos", "lt", "gt", "ndash", "mdash"].contains(&&*name);
    ((number || known) && view.get(end) == Some(';')).then_some(end + 1)
}

/// The page to which words in a wiki lead, or what tells of a picture: `[[page|words]]`, `[[picture|thumb|200px|words]]`.
fn linked(view: &View, at: usize) -> Option<usize> {
    let page = view.rest(at).strip_prefix(&['[', '['])?;
    let length = page
        .iter()
        .take(MAX_BRACKETS)
        .position(|c| matches!(c, '[' | ']'))?;
    let bar = page[..length].iter().rposition(|c| *c == '|')?;
    (bar > 0).then_some(at + 2 + bar + 1)
}

/// The first bracket of `[words](address)`.
fn link(view: &View, at: usize) -> Option<usize> {
    let rest = view.rest(at + 1).iter().take(MAX_BRACKETS);
    let words = rest.take_while(|c| !matches!(c, '[' | ']')).count();
    target(view, at + 1 + words).map(|_| at + 1)
}

/// The `](address)` after the words of a link.
fn target(view: &View, at: usize) -> Option<usize> {
    if !view.rest(at).starts_with(&[']', '(']) || view.get(at + 2)?.is_whitespace() {
        return None;
    }
    let rest = view.rest(at + 2).iter().take(MAX_BRACKETS);
    let inside = rest.take_while(|c| !matches!(c, '(' | ')')).count();
    let address = &view.rest(at + 2)[..inside];
    let sign = |c: &char| matches!(c, '/' | '.' | '#' | ':' | '@');
    let sign = address.iter().any(sign);
    (sign && view.get(at + 2 + inside) == Some(')')).then_some(at + 3 + inside)
}

/// The box of a task: `[ ]`, `[x]`.
fn r#box(view: &View, at: usize) -> Option<usize> {
    let mark = matches!(view.get(at + 1), Some(' ' | 'x' | 'X'));
    (view.is_first(at) && mark && view.rest(at + 2).starts_with(&[']', ' '])).then_some(at + 3)
}

/// The number of a note: `[^1]`, or `[1]` right after what it explains.
fn note(view: &View, at: usize) -> Option<usize> {
    let sign = usize::from(view.get(at + 1) == Some('^'));
    // After the stop of a sentence it begins the next clause.
    let after = match view.before(at) {
        Some(c) => {
            script::letter(c).is_some() || script::digit(c).is_some() || "])\"”’,;:.?!।".contains(c)
        }
        None => !view.earlier.is_empty(),
    };
    if sign == 0 && !after {
        return None;
    }
    let (digits, end) = view.digits(at + 1 + sign);
    let short = !digits.is_empty() && (sign > 0 || digits.len() <= MAX_NOTE);
    (short && view.get(end) == Some(']')).then_some(end + 1)
}

/// A tag that ends something or has no name, `</b>`, `<#>`; a name alone may be what someone is to fill in.
fn tag(view: &View, at: usize) -> Option<usize> {
    let rest = view.rest(at + 1).iter().take(MAX_TAG);
    let inside: String = rest.take_while(|c| **c != '>').collect();
    let end = at + 1 + inside.chars().count();
    let inside = inside.trim().to_ascii_lowercase();
    let name = inside.trim_matches(['/', ' ', '#']);
    let tag = name.is_empty() || inside.starts_with('/') || matches!(name, "br" | "li");
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric());
    (view.get(end) == Some('>') && tag && plain).then_some(end + 1)
}

/// Where the brackets close around words that stand for what someone is to fill in: BAL `<space>` 1234, `<last 4 digits>`.
fn field(view: &View, at: usize) -> Option<usize> {
    let word = |c: char| c.is_alphabetic() || script::extends(c);
    let digit = |c: char| script::digit(c).is_some();
    let length = view.run(at + 1, |c| {
        word(c) || digit(c) || matches!(c, ' ' | '-' | '.')
    });
    let end = at + 1 + length;
    let inside = &view.rest(at + 1)[..length];
    let begins = |c: char| word(c) || digit(c) && words(inside).any(|word| word.len() > 2);
    let ends = |c: char| word(c) || c == '.';
    let words = view.get(at + 1).is_some_and(begins) && view.before(end).is_some_and(ends);
    (words && length <= MAX_FIELD && view.get(end) == Some('>')).then_some(end)
}

/// The marks before the words of a heading.
fn heading(view: &View, at: usize) -> Option<usize> {
    let marks = view.run(at, |c| c == '#');
    let heads = at == 0 && marks <= MAX_LEVEL && view.get(at + marks) == Some(' ');
    (heads && view.is_heard_from(at + marks)).then_some(at + marks)
}

/// The line that begins or ends a block of code, with the name of its language.
fn fence(view: &View, at: usize) -> Option<usize> {
    let opens = at == 0 && view.text.starts_with(&['`'; 3]);
    let name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '`' | '+' | '#' | '-' | '.');
    (opens && view.text.iter().all(name)).then_some(view.text.len())
}
