//! Words as `compile.rs` lays them out: found by halving the blocks, then reading one of them.

/// Words of a block: the first of them shares nothing with another, so that blocks can be searched.
pub const BLOCK: usize = 16;

/// Words in blocks, each with the indices of its phonemes.
#[derive(Default)]
pub struct Packed<'l> {
    /// Where the blocks begin.
    index: &'l [[u8; 4]],
    data: &'l [u8],
    /// The heads of the first words of the blocks: they lie together, which makes them fast to search.
    heads: &'l [[u8; 8]],
    /// Of so many of them the first: so few that the processor keeps them at hand.
    coarse: Vec<u64>,
}

/// How many heads stand between two of the coarse ones.
const COARSE: usize = 64;

impl<'l> Packed<'l> {
    /// The words of such bytes; none where they are none.
    pub fn new(bytes: &'l [u8]) -> Self {
        let parts = bytes.split_first_chunk().and_then(|(count, rest)| {
            let count = u32::from_le_bytes(*count) as usize;
            let (heads, rest) = rest.split_at_checked(count * 8)?;
            let (index, data) = rest.split_at_checked(count * 4)?;
            Some((heads, index, data))
        });
        let (heads, index, data) = parts.unwrap_or_default();
        let heads = heads.as_chunks().0;
        Self {
            index: index.as_chunks().0,
            data,
            heads,
            coarse: { heads.iter().step_by(COARSE) }
                .map(|head| u64::from_le_bytes(*head))
                .collect(),
        }
    }

    /// The indices of the phonemes of `word`, in lower case.
    pub fn find(&self, word: &[u8]) -> Option<&'l [u8]> {
        self.search(word).ok()
    }

    /// How many words come before `word`, where it is there.
    pub fn rank(&self, word: &[u8]) -> Option<usize> {
        let after = (0..self.index.len()).position(|block| self.first(block) > word);
        let block = after.unwrap_or(self.index.len()).checked_sub(1)?;
        let mut rest = self.block(block);
        let mut spelling = Vec::new();
        let mut rank = BLOCK * block;
        while let Some(entry) = entry(rest) {
            spelling.truncate(entry.shared);
            spelling.extend(entry.own);
            if spelling.as_slice() >= word {
                return (spelling == word).then_some(rank);
            }
            rank += 1;
            rest = entry.rest;
        }
        None
    }

    /// The indices of the phonemes of the word before which so many come; none where there are fewer.
    pub fn at(&self, rank: usize) -> &'l [u8] {
        let entry = self.entries(rank / BLOCK).nth(rank % BLOCK);
        entry.map_or(&[], |entry| entry.phonemes)
    }

    /// That word.
    pub fn spelling(&self, rank: usize) -> Option<String> {
        let mut spelling = Vec::new();
        for entry in self.entries(rank / BLOCK).take(rank % BLOCK + 1) {
            spelling.truncate(entry.shared);
            spelling.extend(entry.own);
        }
        String::from_utf8(spelling)
            .ok()
            .filter(|word| !word.is_empty())
    }

    /// The entries from the first of a block on.
    fn entries(&self, block: usize) -> impl Iterator<Item = Entry<'l>> + use<'l> {
        let mut rest = self.block(block);
        std::iter::from_fn(move || {
            let entry = entry(rest)?;
            rest = entry.rest;
            Some(entry)
        })
    }

    /// Those of the longest beginning of `word` that is there.
    pub fn longest(&self, word: &[u8]) -> Option<&'l [u8]> {
        let mut length = word.len();
        loop {
            match self.search(&word[..length]) {
                Ok(phonemes) => return Some(phonemes),
                Err(shared) => length = shared.min(length.checked_sub(1)?),
            }
        }
    }

    /// The indices of the phonemes of `word`, or how much of it words that are there begin with at most.
    fn search(&self, word: &[u8]) -> Result<&'l [u8], usize> {
        let head = head(word);
        let chunk = self.coarse.partition_point(|first| *first <= head);
        let chunk = chunk.saturating_sub(1);
        let near = self.heads.chunks(COARSE).nth(chunk).unwrap_or_default();
        let above = |first: &[u8; 8]| u64::from_le_bytes(*first) <= head;
        let mut after = COARSE * chunk + near.partition_point(above);
        while let Some(block) = after.checked_sub(1)
            && u64::from_le_bytes(self.heads[block]) == head
            && self.first(block) > word
        {
            after = block;
        }
        // How much of `word` the entry before shares with it; the entries are in order, so it only grows.
        let mut matched = 0;
        let Some(block) = after.checked_sub(1) else {
            return Err(matched);
        };
        let mut rest = self.block(block);
        let end = self.block(after).len();
        while rest.len() > end
            && let Some(entry) = entry(rest)
        {
            rest = entry.rest;
            if entry.shared > matched {
                continue;
            }
            if entry.shared < matched {
                break;
            }
            let wanted = &word[matched..];
            matched += wanted
                .iter()
                .zip(entry.own)
                .take_while(|(a, b)| a == b)
                .count();
            if entry.own == wanted {
                return Ok(entry.phonemes);
            }
        }
        Err(matched)
    }

    /// What begins with a block; nothing where there is none.
    fn block(&self, block: usize) -> &'l [u8] {
        let offset = self.index.get(block).map(|o| u32::from_le_bytes(*o));
        offset
            .and_then(|offset| self.data.get(offset as usize..))
            .unwrap_or_default()
    }

    /// The first word of a block.
    fn first(&self, block: usize) -> &'l [u8] {
        entry(self.block(block)).map_or(&[], |entry| entry.own)
    }
}

/// The first bytes of a word as a number: of two numbers that differ, the smaller one is that of the word that comes first.
pub fn head(word: &[u8]) -> u64 {
    let mut head = [0; 8];
    for (byte, letter) in head.iter_mut().zip(word) {
        *byte = *letter;
    }
    u64::from_be_bytes(head)
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
