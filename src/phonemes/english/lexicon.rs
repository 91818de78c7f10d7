//! A lexicon as `compile.rs` lays it out: found by halving the blocks, then reading one of them.

/// The words of the dictionary.
pub static WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.lexicon"));
/// The contexts of letters.
pub static LETTERS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.letters"));

/// The indices of the phonemes of `word`, in lower case.
pub fn find<'l>(lexicon: &'l [u8], word: &[u8]) -> Option<&'l [u8]> {
    let (count, rest) = lexicon.split_first_chunk()?;
    let (index, data) = rest.split_at_checked(u32::from_le_bytes(*count) as usize * 4)?;
    let (index, _) = index.as_chunks::<4>();
    let block = |offset: &[u8; 4]| data.get(u32::from_le_bytes(*offset) as usize..);
    let after = index.partition_point(|offset| {
        block(offset)
            .and_then(entry)
            .is_some_and(|first| first.own <= word)
    });
    let mut rest = block(index.get(after.checked_sub(1)?)?)?;
    let end = index.get(after).and_then(block).map_or(0, <[u8]>::len);
    // How much of `word` the entry before shares with it; the entries are in order, so it only grows.
    let mut matched = 0;
    while rest.len() > end {
        let entry = entry(rest)?;
        rest = entry.rest;
        if entry.shared > matched {
            continue;
        }
        if entry.shared < matched {
            return None;
        }
        let wanted = word.get(matched..)?;
        matched += wanted
            .iter()
            .zip(entry.own)
            .take_while(|(a, b)| a == b)
            .count();
        if entry.own == wanted {
            return Some(entry.phonemes);
        }
    }
    None
}

struct Entry<'l> {
    shared: usize,
    own: &'l [u8],
    phonemes: &'l [u8],
    rest: &'l [u8],
}

fn entry(bytes: &[u8]) -> Option<Entry<'_>> {
    let (&[shared, own], rest) = bytes.split_first_chunk()?;
    let (own, rest) = rest.split_at_checked(own.into())?;
    let (&count, rest) = rest.split_first()?;
    let (phonemes, rest) = rest.split_at_checked(count.into())?;
    Some(Entry {
        shared: shared.into(),
        own,
        phonemes,
        rest,
    })
}
