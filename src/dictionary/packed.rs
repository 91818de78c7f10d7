//! Words as `pack.rs` lays them out: found by halving the blocks, then reading one of them.

/// Words of a block: the first of them shares nothing with another, so that blocks can be searched.
pub const BLOCK: usize = 16;

/// Of a word, how many bytes it shares with the one before, and of how many runs its others and its phonemes are made.
pub type Form = [u8; 3];
/// Stands before a form that is not among the frequent ones.
pub const RARE: u8 = u8::MAX;

/// Words in blocks, each with the indices of its phonemes, or with the bytes of its native spelling.
#[derive(Default)]
pub struct Packed<'l> {
    /// Where the blocks begin.
    index: &'l [[u8; 4]],
    /// The runs of bytes that words and phonemes are made of.
    letters: Vec<&'l [u8]>,
    sounds: Vec<&'l [u8]>,
    forms: &'l [Form],
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
        Self::parse(bytes).unwrap_or_default()
    }

    fn parse(mut bytes: &'l [u8]) -> Option<Self> {
        let count = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?) as usize;
        let (heads, _) = bytes.split_off(..count * 8)?.as_chunks();
        let (index, _) = bytes.split_off(..count * 4)?.as_chunks();
        let [letters, sounds] = [runs(&mut bytes)?, runs(&mut bytes)?];
        let forms = usize::from(*bytes.split_off_first()?);
        let (forms, _) = bytes.split_off(..forms * size_of::<Form>())?.as_chunks();
        let coarse = heads.iter().step_by(COARSE);
        Some(Self {
            index,
            letters,
            sounds,
            forms,
            data: bytes,
            heads,
            coarse: coarse.map(|head| u64::from_le_bytes(*head)).collect(),
        })
    }

    /// The indices of the phonemes of `word`, in lower case.
    pub fn find(&self, word: &[u8]) -> Option<Bytes<'_>> {
        self.search(word).ok()
    }

    /// How many words come before `word`, where it is there.
    pub fn rank(&self, word: &[u8]) -> Option<usize> {
        let after = (0..self.index.len()).position(|block| self.is_before(word, block));
        let block = after.unwrap_or(self.index.len()).checked_sub(1)?;
        let mut spelling = Vec::new();
        for (rank, entry) in (BLOCK * block..).zip(self.entries(block)) {
            entry.spell(&mut spelling);
            if spelling.as_slice() >= word {
                return (spelling == word).then_some(rank);
            }
        }
        None
    }

    /// The indices of the phonemes of the word before which so many come; none where there are fewer.
    pub fn at(&self, rank: usize) -> Bytes<'_> {
        let entry = self.entries(rank / BLOCK).nth(rank % BLOCK);
        entry.map(|entry| entry.phonemes).unwrap_or_default()
    }

    /// That word.
    pub fn spelling(&self, rank: usize) -> Option<String> {
        let mut spelling = Vec::new();
        for entry in self.entries(rank / BLOCK).take(rank % BLOCK + 1) {
            entry.spell(&mut spelling);
        }
        String::from_utf8(spelling)
            .ok()
            .filter(|word| !word.is_empty())
    }

    /// Those of the longest beginning of `word` that is there.
    pub fn longest(&self, word: &[u8]) -> Option<Bytes<'_>> {
        let mut length = word.len();
        loop {
            match self.search(&word[..length]) {
                Ok(phonemes) => return Some(phonemes),
                Err(shared) => length = shared.min(length.checked_sub(1)?),
            }
        }
    }

    /// The indices of the phonemes of `word`, or how much of it words that are there begin with at most.
    fn search(&self, word: &[u8]) -> Result<Bytes<'_>, usize> {
        let head = head(word);
        let chunk = self.coarse.partition_point(|first| *first <= head);
        let chunk = chunk.saturating_sub(1);
        let near = self.heads.chunks(COARSE).nth(chunk).unwrap_or_default();
        let above = |first: &[u8; 8]| u64::from_le_bytes(*first) <= head;
        let mut after = COARSE * chunk + near.partition_point(above);
        while let Some(block) = after.checked_sub(1)
            && u64::from_le_bytes(self.heads[block]) == head
            && self.is_before(word, block)
        {
            after = block;
        }
        // How much of `word` the entry before shares with it; the entries are in order, so it only grows.
        let mut matched = 0;
        let Some(block) = after.checked_sub(1) else {
            return Err(matched);
        };
        for entry in self.entries(block).take(BLOCK) {
            if entry.shared > matched {
                continue;
            }
            if entry.shared < matched {
                break;
            }
            let (wanted, mut own) = (&word[matched..], entry.own);
            let alike = { wanted.iter() }
                .take_while(|byte| own.next_if(**byte))
                .count();
            matched += alike;
            if alike == wanted.len() && own.next().is_none() {
                return Ok(entry.phonemes);
            }
        }
        Err(matched)
    }

    /// Whether a word comes before the first of a block.
    fn is_before(&self, word: &[u8], block: usize) -> bool {
        let first = self.entries(block).next();
        first.is_some_and(|first| first.own.gt(word.iter().copied()))
    }

    /// The entries from the first of a block on; none where there is no such block.
    fn entries(&self, block: usize) -> impl Iterator<Item = Entry<'_>> {
        let offset = self.index.get(block).map(|o| u32::from_le_bytes(*o));
        let rest = offset.and_then(|offset| self.data.get(offset as usize..));
        let mut rest = rest.unwrap_or_default();
        std::iter::from_fn(move || self.entry(&mut rest))
    }

    fn entry(&self, rest: &mut &'l [u8]) -> Option<Entry<'_>> {
        let [shared, own, phonemes] = match *rest.split_off_first()? {
            RARE => *rest.split_off(..size_of::<Form>())?.first_chunk()?,
            place => *self.forms.get(usize::from(place))?,
        };
        let mut bytes = |runs, count: u8| Some(Bytes::new(runs, rest.split_off(..count.into())?));
        Some(Entry {
            shared: shared.into(),
            own: bytes(&self.letters, own)?,
            phonemes: bytes(&self.sounds, phonemes)?,
        })
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

/// Takes a table of runs off `bytes`.
fn runs<'l>(bytes: &mut &'l [u8]) -> Option<Vec<&'l [u8]>> {
    let last = *bytes.split_off_first()?;
    let runs = (0..=last).map(|_| {
        let length = *bytes.split_off_first()?;
        bytes.split_off(..length.into())
    });
    runs.collect()
}

struct Entry<'p> {
    shared: usize,
    own: Bytes<'p>,
    phonemes: Bytes<'p>,
}

impl Entry<'_> {
    /// Makes its word of the one before.
    fn spell(self, word: &mut Vec<u8>) {
        word.truncate(self.shared);
        word.extend(self.own);
    }
}

/// Bytes that are written as runs.
#[derive(Clone, Default)]
pub struct Bytes<'p> {
    runs: &'p [&'p [u8]],
    codes: &'p [u8],
    /// What is left of the run that was begun.
    run: &'p [u8],
}

impl<'p> Bytes<'p> {
    fn new(runs: &'p [&'p [u8]], codes: &'p [u8]) -> Self {
        Self {
            runs,
            codes,
            run: &[],
        }
    }

    /// Takes the next byte if it is this one.
    fn next_if(&mut self, byte: u8) -> bool {
        let mut after = self.clone();
        let is = after.next() == Some(byte);
        if is {
            *self = after;
        }
        is
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.run.split_off_first() {
                return Some(*byte);
            }
            let code = self.codes.split_off_first()?;
            self.run = self.runs.get(usize::from(*code))?;
        }
    }
}
