//! A phrase that was spoken, in memory and as the bytes of a file.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use super::key::Key;
use crate::voice::{HOP, MAX_PHONEMES, SAMPLE_RATE};

/// The most samples of a phrase that is kept. A longer one is rare, and would drop many others.
pub const MAX_SAMPLES: usize = 10 * SAMPLE_RATE as usize;
/// What a file begins with: the name and the version of its format.
const MAGIC: [u8; 8] = *b"vaak-ph1";
/// Bytes of a phrase beside its samples, as the lists and the allocator have them.
pub const OVERHEAD: usize = 256;
/// Bytes that are read or written at once.
const BLOCK: usize = 8 << 10;

/// The samples of a phrase, without the silence before it.
#[derive(Debug, PartialEq, Eq)]
pub struct Spoken {
    pub pcm: Vec<i16>,
    /// The first frame of each phoneme.
    pub begins: Vec<u32>,
}

/// Passes bytes on and hashes them.
struct Hashed<T> {
    inner: T,
    hash: Sha256,
}

impl Spoken {
    /// Returns how many bytes of memory it takes.
    pub fn bytes(&self) -> u64 {
        bytes(self.pcm.len(), self.begins.len())
    }

    /// Writes it as a file: what it is, its key, the lengths of its lists, the lists, and a hash of all these.
    pub fn write(&self, key: &Key, out: impl Write) -> io::Result<()> {
        let mut out = Hashed::new(out);
        out.write_all(&MAGIC)?;
        out.write_all(key)?;
        for length in [self.pcm.len(), self.begins.len()] {
            out.write_all(&(length as u32).to_le_bytes())?;
        }
        for begin in &self.begins {
            out.write_all(&begin.to_le_bytes())?;
        }
        let mut block = Vec::with_capacity(BLOCK);
        for samples in self.pcm.chunks(BLOCK / 2) {
            block.clear();
            block.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
            out.write_all(&block)?;
        }
        let hash = out.hash.clone().finalize();
        out.inner.write_all(&hash)?;
        out.inner.flush()
    }

    /// Reads a file. Allocates no more than `most` bytes. Fails if anything in it is not as it was written.
    pub fn read(key: &Key, from: impl Read, most: u64) -> io::Result<Self> {
        let mut from = Hashed::new(from);
        let same = from.array()? == MAGIC && from.array()? == *key;
        let lengths = [from.array()?, from.array()?];
        let [samples, phonemes] = lengths.map(|length| u32::from_le_bytes(length) as usize);
        let is_short = samples <= MAX_SAMPLES && phonemes <= MAX_PHONEMES;
        if !(same && is_short && bytes(samples, phonemes) <= most) {
            return Err(damaged());
        }
        let mut begins = Vec::with_capacity(phonemes);
        for _ in 0..phonemes {
            begins.push(u32::from_le_bytes(from.array()?));
        }
        if begins.iter().any(|at| *at as usize > MAX_SAMPLES / HOP) {
            return Err(damaged());
        }
        let mut pcm = Vec::with_capacity(samples);
        let mut block = [0; BLOCK];
        while pcm.len() < samples {
            let part = &mut block[..BLOCK.min(2 * (samples - pcm.len()))];
            from.read_exact(part)?;
            let pairs = part.chunks_exact(2);
            pcm.extend(pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])));
        }
        let hash: [u8; 32] = from.hash.clone().finalize().into();
        let is_whole = from.array()? == hash && from.inner.read(&mut [0])? == 0;
        is_whole.then_some(Self { pcm, begins }).ok_or_else(damaged)
    }
}

impl<T> Hashed<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
        }
    }
}

impl<T: Read> Hashed<T> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.hash.update(bytes);
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl<T: Write> Hashed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.inner.write_all(bytes)
    }
}

fn bytes(samples: usize, phonemes: usize) -> u64 {
    (OVERHEAD + 2 * samples + 4 * phonemes) as u64
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "damaged")
}

/// A file is refused, or is what would be written of it. It has any bytes, and the hash of these.
#[cfg(any(test, fuzzing))]
pub fn fuzz(data: &[u8]) {
    const MOST: u64 = 1 << 16;
    let hash: [u8; 32] = Sha256::digest(data).into();
    let file = [data, &hash].concat();
    if let Ok(spoken) = Spoken::read(&[7; 32], &file[..], MOST) {
        assert!(spoken.bytes() <= MOST);
        let mut again = Vec::new();
        // A list takes all that it is given.
        let _ = spoken.write(&[7; 32], &mut again);
        assert_eq!(again, file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];

    fn spoken() -> Spoken {
        Spoken {
            // More than a block.
            pcm: (0..BLOCK as i16).map(|i| i.wrapping_mul(97)).collect(),
            begins: vec![0, 3, 9],
        }
    }

    fn file(spoken: &Spoken) -> Vec<u8> {
        let mut file = Vec::new();
        spoken.write(&KEY, &mut file).unwrap();
        file
    }

    #[test]
    fn what_is_written_is_read_back() {
        for spoken in [
            spoken(),
            Spoken {
                pcm: Vec::new(),
                begins: Vec::new(),
            },
        ] {
            let file = file(&spoken);
            let most = spoken.bytes();
            assert_eq!(Spoken::read(&KEY, &file[..], most).unwrap(), spoken);
            assert!(Spoken::read(&[8; 32], &file[..], most).is_err());
            assert!(Spoken::read(&KEY, &file[..], most - 1).is_err());
        }
    }

    /// A process that is killed leaves a part of a file at worst, a disk any bytes.
    #[test]
    fn a_file_that_was_cut_lengthened_or_changed_anywhere_is_refused() {
        let file = file(&spoken());
        let refused = |bytes: &[u8]| Spoken::read(&KEY, bytes, u64::MAX).is_err();
        for length in 0..file.len() {
            assert!(refused(&file[..length]), "cut to {length}");
        }
        let mut changed = file.clone();
        for at in 0..file.len() {
            for with in [0x01, 0x80, 0xff] {
                changed[at] ^= with;
                assert!(refused(&changed), "byte {at}");
                changed[at] ^= with;
            }
        }
        changed.push(0);
        assert!(refused(&changed), "lengthened");
        // Blocks of a disk that were never written.
        for at in (0..file.len()).step_by(512) {
            let mut holed = file.clone();
            holed[at..].fill(0);
            assert!(refused(&holed), "zeros from {at}");
        }
    }

    #[test]
    fn lengths_that_are_too_large_allocate_nothing() {
        let mut file = file(&spoken());
        for lengths in [[u32::MAX, 0], [0, u32::MAX], [MAX_SAMPLES as u32 + 1, 0]] {
            let lengths: Vec<u8> = lengths.iter().flat_map(|n| n.to_le_bytes()).collect();
            file[40..48].copy_from_slice(&lengths);
            let error = Spoken::read(&KEY, &file[..], u64::MAX).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{lengths:?}");
        }
    }
}
