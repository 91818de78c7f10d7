//! Halves of characters. A client in JavaScript may cut its text between the two UTF-16 codes of an emoji, and writes each half as an
//! escape: `"\ud83d"`. JSON allows that, a string of Rust does not. A character for private use stands for each half until the
//! other one has come; a half that stays alone becomes U+FFFD.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The codes that are halves.
const SURROGATES: RangeInclusive<u32> = 0xD800..=0xDFFF;
/// Those that come first.
const FIRST: RangeInclusive<u32> = 0xD800..=0xDBFF;
/// How far the characters that stand for them are away.
const DISTANCE: u32 = 0x10_F000 - *SURROGATES.start();
/// Bytes of an escape: `\ud83d`.
const ESCAPE: usize = 6;

/// Joins the texts of one turn.
#[derive(Clone, Debug, Default)]
pub struct Halves {
    /// A first half that the last text ended in.
    first: Option<u32>,
}

/// Returns JSON in which each half that stands alone is a character.
pub fn mended(json: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(next) = json[at..].iter().position(|b| *b == b'\\') {
        at += next;
        let Some(code) = surrogate(&json[at..]) else {
            // Whatever is escaped begins no escape itself.
            at = (at + 2).min(json.len());
            continue;
        };
        let second = json.get(at + ESCAPE..).and_then(surrogate);
        if FIRST.contains(&code) && second.is_some_and(|code| !FIRST.contains(&code)) {
            at += 2 * ESCAPE;
            continue;
        }
        out.extend_from_slice(&json[kept..at]);
        let c = char::from_u32(code + DISTANCE).unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        at += ESCAPE;
        kept = at;
    }
    if kept == 0 {
        return json.into();
    }
    out.extend_from_slice(&json[kept..]);
    out.into()
}

/// The code of an escape at the beginning of some bytes, if it is a half.
fn surrogate(json: &[u8]) -> Option<u32> {
    let digits = json.get(..ESCAPE)?.strip_prefix(b"\\u")?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let code = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    SURROGATES.contains(&code).then_some(code)
}

/// The half that a character stands for.
fn half(c: char) -> Option<u32> {
    let code = u32::from(c).checked_sub(DISTANCE)?;
    SURROGATES.contains(&code).then_some(code)
}

/// Returns a text that is complete.
pub fn whole(text: &str) -> Cow<'_, str> {
    Halves::default().join(text, true)
}

impl Halves {
    /// Returns the next text, with its halves joined. A first half at its end waits, unless the text is the `last`.
    pub fn join<'a>(&mut self, text: &'a str, last: bool) -> Cow<'a, str> {
        if self.first.is_none() && !text.contains(|c| half(c).is_some()) {
            return text.into();
        }
        let alone = char::REPLACEMENT_CHARACTER;
        let mut out = String::with_capacity(text.len() + alone.len_utf8());
        let mut first = self.first.take();
        for c in text.chars() {
            let code = half(c);
            let joined = first.take().map(|first| {
                let second = code.filter(|code| !FIRST.contains(code));
                let both = second.map(|second| (first - 0xD800) * 0x400 + second - 0xDC00);
                both.and_then(|both| char::from_u32(0x1_0000 + both))
            });
            match (joined, code) {
                (Some(Some(joined)), _) => {
                    out.push(joined);
                    continue;
                }
                (Some(None), _) => out.push(alone),
                (None, _) => {}
            }
            match code {
                Some(code) if FIRST.contains(&code) => first = Some(code),
                Some(_) => out.push(alone),
                None => out.push(c),
            }
        }
        match last {
            true => out.extend(first.map(|_| alone)),
            false => self.first = first,
        }
        out.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        serde_json::from_slice(&mended(json.as_bytes())).unwrap()
    }

    #[test]
    fn what_is_whole_stays_as_it_is() {
        for json in [
            "",
            r#""\ud83d\ude0a \n \\ud83d é""#,
            r#""\\\\ud83d""#,
            "\"\\",
            "\"\\u",
            r#""\ud8""#,
        ] {
            assert!(
                matches!(mended(json.as_bytes()), Cow::Borrowed(same) if same == json.as_bytes())
            );
        }
    }

    #[test]
    fn two_halves_of_two_texts_are_one_character() {
        let mut halves = Halves::default();
        assert_eq!(halves.join(&text(r#""ok \ud83d""#), false), "ok ");
        assert_eq!(halves.join("", false), "");
        assert_eq!(halves.join(&text(r#""\ude0a fine""#), true), "😊 fine");
    }

    #[test]
    fn a_half_that_stays_alone_is_replaced() {
        for (json, expected) in [
            (r#""a\ud83d""#, "a\u{fffd}"),
            (r#""\ude0ab""#, "\u{fffd}b"),
            (r#""\ud83d\ud83d\ude0a""#, "\u{fffd}😊"),
            (r#""\ud83da\ude0a""#, "\u{fffd}a\u{fffd}"),
        ] {
            assert_eq!(whole(&text(json)), expected, "{json}");
        }
        let mut halves = Halves::default();
        assert_eq!(halves.join(&text(r#""\ud83d""#), false), "");
        assert_eq!(halves.join("a", false), "\u{fffd}a");
    }
}
