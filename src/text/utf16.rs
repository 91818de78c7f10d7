//! Text in UTF-16, as some programs of Windows save it. Its byte order mark tells it from UTF-8, in which these bytes cannot stand.

use std::borrow::Cow;

/// The mark at the beginning, and the order of the bytes that it tells.
const MARKS: [([u8; 2], Order); 2] = [([0xFF, 0xFE], Order::Little), ([0xFE, 0xFF], Order::Big)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

/// Decodes text that comes in portions. What is no character becomes U+FFFD.
#[derive(Debug)]
pub struct Utf16 {
    order: Order,
    /// The first byte of a code, and the first code of a character, that the last portion ended in.
    byte: Option<u8>,
    code: Option<u16>,
}

impl Utf16 {
    /// Bytes of its mark.
    pub const MARK: usize = 2;

    /// By the mark that a text begins with; `None`: it is not UTF-16.
    pub fn of(text: &[u8]) -> Option<Self> {
        let order = MARKS.iter().find(|(mark, _)| text.starts_with(mark))?.1;
        Some(Self {
            order,
            byte: None,
            code: None,
        })
    }

    /// Appends what a portion says to `out`.
    pub fn decode(&mut self, portion: &[u8], out: &mut String) {
        for byte in portion {
            let Some(first) = self.byte.take() else {
                self.byte = Some(*byte);
                continue;
            };
            let code = match self.order {
                Order::Little => u16::from_le_bytes([first, *byte]),
                Order::Big => u16::from_be_bytes([first, *byte]),
            };
            match (self.code.take(), code) {
                (first, 0xD800..=0xDBFF) => {
                    out.extend(first.map(|_| char::REPLACEMENT_CHARACTER));
                    self.code = Some(code);
                }
                (first, code) => {
                    let codes = first.into_iter().chain([code]);
                    let decoded = char::decode_utf16(codes);
                    out.extend(decoded.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
                }
            }
        }
    }

    /// Appends what is left at the end.
    pub fn finish(&mut self, out: &mut String) {
        if self.byte.take().is_some() | self.code.take().is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }
}

/// Returns the bytes of a whole text as UTF-8, without its mark.
pub fn as_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut utf16) = Utf16::of(text) else {
        return text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).into();
    };
    let mut out = String::with_capacity(text.len());
    utf16.decode(&text[Utf16::MARK..], &mut out);
    utf16.finish(&mut out);
    out.into_bytes().into()
}
