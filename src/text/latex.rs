//! Formulas in LaTeX, as language models write them, become what a book shows: `\frac{1}{2}` is 1/2, `$x^2$` is x².

use crate::language::{Everywhere, everywhere};

/// Brackets within brackets; what is deeper is left out.
const DEPTH: usize = 8;

/// Puts what a book shows in place of the formulas of a clause.
pub fn show(text: &mut Vec<char>) {
    // C:\text is a path.
    let mut parts = text.windows(3);
    let mut path =
        || parts.any(|part| matches!(part, [drive, ':', '\\'] if drive.is_ascii_alphabetic()));
    let mut signs = text.iter().enumerate().filter(|(_, c)| **c == '\\');
    let commands = signs.any(|(at, _)| is_command(&text[at + 1..])) && !path();
    let mut between = text.split(|c| *c == '$').skip(1);
    let closed = between.clone().count() > 1;
    let dollars = closed
        && between
            .find(|part| !part.is_empty())
            .is_some_and(is_formula);
    if !commands && !dollars {
        return;
    }
    let mut whole = std::mem::take(text);
    whole.retain(|c| !(*c == '$' && dollars || *c == '\\' && !commands));
    read(&whole, text, DEPTH);
    text.dedup_by(|c, before| *c == ' ' && *before == ' ');
}

/// Whether what stands after a backslash is a command or a bracket of LaTeX.
fn is_command(rest: &[char]) -> bool {
    let name = name(rest);
    match rest.first() {
        Some('(' | ')' | '[' | ']') => true,
        _ => is_fraction(&name) || meaning(&name).is_some(),
    }
}

/// Whether what stands between two dollars is a formula rather than an amount and what follows it: $x^2 + 1$, but not $5 or $20.
fn is_formula(text: &[char]) -> bool {
    let letter = |c: &char| c.is_ascii_alphabetic();
    // US$1 = Rs 84, US$5
    let mut pairs = text.windows(2);
    let words = pairs.any(|pair| pair.iter().all(letter));
    let equation = || text.contains(&'=') && text.iter().any(letter) && !words;
    match text {
        [c] => letter(c),
        [' ', ..] | [.., ' '] => false,
        _ => text.iter().any(|c| matches!(c, '^' | '\\')) || equation(),
    }
}

/// The name of a command.
fn name(rest: &[char]) -> String {
    rest.iter()
        .take_while(|c| c.is_ascii_alphabetic())
        .collect()
}

/// Whether a command is a fraction, of whatever size: frac, dfrac.
fn is_fraction(name: &str) -> bool {
    name.ends_with("frac")
}

/// What a command stands for: a sign, or nothing where its argument is read as it is.
fn meaning(name: &str) -> Option<&'static str> {
    let mut commands = everywhere(Everywhere::Latex);
    commands.find_map(|row| row.strip_prefix(name)?.strip_prefix(':'))
}

/// What stands in the brackets that `text` begins with, or its first character, and the length of it all.
fn argument(text: &[char]) -> (&[char], usize) {
    let mut open = 0;
    for (at, c) in text.iter().enumerate() {
        open += usize::from(*c == '{');
        open -= usize::from(*c == '}' && open > 0);
        if open == 0 {
            return match at {
                0 => (&text[..1], 1),
                _ => (&text[1..at], at + 1),
            };
        }
    }
    (text.get(1..).unwrap_or_default(), text.len())
}

/// Reads a formula; brackets deeper than `depth` are left out.
fn read(text: &[char], out: &mut Vec<char>, depth: usize) {
    let mut at = 0;
    while at < text.len() && depth > 0 {
        let rest = &text[at + 1..];
        at += 1 + match text[at] {
            '\\' => command(rest, out, depth),
            '^' => raised(rest, out, depth),
            '_' | '{' | '}' => 0,
            c => {
                out.push(c);
                0
            }
        };
    }
}

/// Reads what stands after a backslash, and tells its length.
fn command(rest: &[char], out: &mut Vec<char>, depth: usize) -> usize {
    let name = name(rest);
    let length = name.len();
    match &*name {
        // \(, \[, \\ and spaces
        "" => {
            out.push(' ');
            rest.len().min(1)
        }
        name if is_fraction(name) => {
            let (above, first) = argument(&rest[length..]);
            let (below, second) = argument(&rest[length + first..]);
            read(above, out, depth - 1);
            out.push('/');
            read(below, out, depth - 1);
            length + first + second
        }
        _ => {
            match meaning(&name) {
                Some(sign) => out.extend(sign.chars()),
                None => out.extend(name.chars()),
            }
            length
        }
    }
}

/// Reads an exponent, and tells its length.
fn raised(rest: &[char], out: &mut Vec<char>, depth: usize) -> usize {
    let (exponent, length) = argument(rest);
    match exponent {
        ['2'] => out.push('²'),
        ['3'] => out.push('³'),
        ['\\', 'c', 'i', 'r', 'c'] => out.push('°'),
        // x^\circ has its command right behind.
        ['\\'] => return 0,
        _ => {
            out.push('^');
            read(exponent, out, depth - 1);
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_shown_as_in_a_book() {
        for (latex, shown) in [
            (r"\frac{1}{2} + \frac{3}{4}", "1/2 + 3/4"),
            (r"$x^2 + 5x = 0$", "x² + 5x = 0"),
            (r"90^\circ", "90°"),
            (r"\sqrt{b^{2} - 4ac}", "√b² - 4ac"),
            (r"3 \times 10^{8} \text{ m/s}", "3 × 10^8 m/s"),
            (r"$$2x + 3 = 7$$ for $x$", "2x + 3 = 7 for x"),
            (r"\frac{\frac{1}{2}}{3", "1/2/3"),
            ("$5 or $20", "$5 or $20"),
            ("US$1 = Rs 84, US$5", "US$1 = Rs 84, US$5"),
            ("$AAPL and $TSLA", "$AAPL and $TSLA"),
            (r"C:\times\new", r"C:\times\new"),
            (r"\", r"\"),
        ] {
            let mut text = latex.chars().collect();
            show(&mut text);
            assert_eq!(text.into_iter().collect::<String>(), shown);
        }
    }
}
