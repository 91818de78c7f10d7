//! The documents that Speech Dispatcher sends: SSML, of any kind that a client may write.

use std::borrow::Cow;

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// An element's tag, a comment, or the like, as it stands.
    Tag(&'a str),
    /// Text, with its entities resolved.
    Text(String),
}

/// Parts a document. What is not well-formed is text.
pub fn pieces(document: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = document;
    while !rest.is_empty() {
        let tag = rest
            .strip_prefix('<')
            .filter(|inner| inner.starts_with(|c: char| c.is_alphabetic() || "_/!?".contains(c)))
            .and_then(|inner| Some(inner.find('>')? + 2));
        match tag {
            Some(length) => {
                let (tag, more) = rest.split_at(length);
                pieces.push(Piece::Tag(tag));
                rest = more;
            }
            None => {
                // A `<` that begins no tag is text.
                let next = rest.char_indices().skip(1).find(|(_, c)| *c == '<');
                let (text, more) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
                pieces.push(Piece::Text(resolved(text)));
                rest = more;
            }
        }
    }
    pieces
}

/// Returns a document with its text and its marks only, which is SSML whatever it was.
pub fn plain(document: &str) -> String {
    let mut out = String::from("<speak>");
    for piece in pieces(document) {
        match piece {
            Piece::Tag(tag) => match mark(tag) {
                Some(name) => out.push_str(&format!("<mark name=\"{}\"/>", escaped(&name))),
                // What an element parts is not one word.
                None => out.push(' '),
            },
            Piece::Text(text) => out.push_str(&escaped(&text)),
        }
    }
    out + "</speak>"
}

/// The name of a mark.
fn mark(tag: &str) -> Option<String> {
    let attributes = tag.strip_prefix("<mark")?;
    let (_, value) = attributes.split_once("name")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (name, _) = value[1..].split_once(quote)?;
    Some(resolved(name))
}

/// Returns a text as it stands in a document. XML has no control characters.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Resolves the entities of a text. What is none stands for itself.
fn resolved(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = rest
            .find(';')
            .and_then(|end| Some((entity(&rest[1..end])?, end + 1)));
        let (c, length) = found.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    let number = |digits: &str, base| char::from_u32(u32::from_str_radix(digits, base).ok()?);
    let known: Cow<'_, str> = name.into();
    match &*known {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        name => match name.strip_prefix("#x") {
            Some(digits) => number(digits, 16),
            None => number(name.strip_prefix('#')?, 10),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_parted_and_what_is_not_well_formed_is_text() {
        let text = |text: &str| Piece::Text(text.to_owned());
        for (document, wanted) in [
            ("", vec![]),
            ("a &lt; b", vec![text("a < b")]),
            (
                "<speak>a</speak>",
                vec![Piece::Tag("<speak>"), text("a"), Piece::Tag("</speak>")],
            ),
            ("1 < 2", vec![text("1 "), text("< 2")]),
            (
                "5 < 6<mark name=\"5\"/> yes",
                vec![
                    text("5 "),
                    text("< 6"),
                    Piece::Tag("<mark name=\"5\"/>"),
                    text(" yes"),
                ],
            ),
            ("&#2309;&#x905;&;&nbsp;&", vec![text("अअ&;&nbsp;&")]),
            ("<<", vec![text("<"), text("<")]),
        ] {
            assert_eq!(pieces(document), wanted, "{document}");
        }
    }

    #[test]
    fn only_text_and_marks_are_left_of_what_is_not_spoken() {
        let document =
            "<speak><b>Hello</b><mark name = '__spd_&amp;1'/> & <audio src='x'/>you\u{1}</speak>";
        assert_eq!(
            plain(document),
            "<speak>  Hello <mark name=\"__spd_&amp;1\"/> &amp;  you  </speak>"
        );
    }
}
