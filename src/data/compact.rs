//! Texts of tables in few bytes: a letter of a script of India takes one in place of three.

use std::borrow::Cow;

/// Half blocks of Unicode, a hundred and twenty-eight characters each, in which the scripts of India are. The byte of one begins a
/// text whose letters are in it; no other text begins with such a control character.
const BLOCKS: std::ops::RangeInclusive<u8> = 18..=26;
/// What tells a letter of the block from ASCII.
const LETTER: u8 = 0x80;
/// Stands before the two bytes of another character.
const OTHER: u8 = 0;

/// The bytes of a text: the shorter ones of its own and those of letters in a block.
#[allow(dead_code, reason = "the build lays, the program takes")]
pub fn pack(text: &str) -> Cow<'_, [u8]> {
    let block = text.chars().find_map(block);
    let packed = block.and_then(|block| in_block(text, block));
    packed.map_or(Cow::Borrowed(text.as_bytes()), Cow::Owned)
}

/// The block of a letter of India.
fn block(c: char) -> Option<u8> {
    let block = (u32::from(c) >> 7).try_into().ok();
    block.filter(|block| BLOCKS.contains(block))
}

fn in_block(text: &str, own: u8) -> Option<Vec<u8>> {
    let mut bytes = vec![own];
    for c in text.chars() {
        match block(c) {
            Some(block) if block == own => bytes.push(c as u8 | LETTER),
            _ if c.is_ascii() && !c.is_ascii_control() => bytes.push(c as u8),
            _ => {
                bytes.push(OTHER);
                bytes.extend(u16::try_from(u32::from(c)).ok()?.to_be_bytes());
            }
        }
    }
    (bytes.len() < text.len()).then_some(bytes)
}

/// The characters of packed bytes, which `None` ends where they are no such thing; nothing where the text is its own bytes.
fn letters(bytes: &[u8]) -> Option<impl Iterator<Item = Option<char>>> {
    let (block, mut rest) = bytes
        .split_first()
        .filter(|(first, _)| BLOCKS.contains(*first))?;
    let start = u32::from(*block) << 7;
    Some(std::iter::from_fn(move || {
        Some(match *rest.split_off_first()? {
            OTHER => rest
                .split_off(..2)
                .and_then(|own| char::from_u32(u16::from_be_bytes(*own.first_chunk()?).into())),
            letter if letter & LETTER != 0 => char::from_u32(start + u32::from(letter & !LETTER)),
            ascii => Some(ascii.into()),
        })
    }))
}

/// The text of such bytes; `None` where they are no text.
pub fn unpack(bytes: &[u8]) -> Option<Cow<'_, str>> {
    match letters(bytes) {
        Some(letters) => letters.collect::<Option<String>>().map(Cow::Owned),
        None => str::from_utf8(bytes).ok().map(Cow::Borrowed),
    }
}

/// Whether such bytes are those of a text.
pub fn is(bytes: &[u8], text: &str) -> bool {
    match letters(bytes) {
        Some(letters) => letters.eq(text.chars().map(Some)),
        None => bytes == text.as_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_back_as_it_was_packed() {
        for (text, length) in [
            ("", 0),
            ("name", 4),
            ("नमस्ते", 7),
            ("வணக்கம்", 8),
            ("ச₂ரி", 7),
            ("ನಮ್ಮ metro", 11),
            ("क", 2),
            ("é", 2),
            ("😀", 4),
            ("😀क", 7),
        ] {
            let bytes: &'static [u8] = pack(text).into_owned().leak();
            assert_eq!(bytes.len(), length, "{text}");
            assert_eq!(unpack(bytes).as_deref(), Some(text));
            assert!(is(bytes, text) && !is(bytes, "नमस्"), "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        for bytes in [&[18, 0][..], &[18, 0, 0xd8, 0], &[0xff]] {
            assert_eq!(unpack(bytes), None);
            assert!(!is(bytes, "क"));
        }
    }
}
