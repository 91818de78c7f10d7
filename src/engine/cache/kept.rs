//! The cache as one stream of speech uses it: a phrase is played again, or recorded while it is made.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::key::{Key, key};
use super::spoken::{MAX_SAMPLES, Spoken};
use super::store::Cache;
use crate::engine::phrase::Phrase;
use crate::voice::{CHUNK, HOP, Voice};

/// Samples that are played again at once: as many as a run of the decoder makes.
const PART: usize = CHUNK * HOP;

/// The phrase of one stream. Without a cache it does nothing.
#[derive(Debug, Default)]
pub struct Kept {
    cache: Option<(Arc<Cache>, Sha256)>,
    again: Option<Again>,
    recording: Option<Recording>,
}

/// A phrase that is played again.
#[derive(Debug)]
struct Again {
    spoken: Arc<Spoken>,
    at: usize,
}

/// A phrase that is spoken for the first time.
#[derive(Debug)]
struct Recording {
    cache: Arc<Cache>,
    key: Key,
    pcm: Vec<i16>,
    /// Bytes of memory that are held for it.
    held: u64,
}

impl Kept {
    /// For streams of a voice.
    pub fn new(cache: Option<&Arc<Cache>>, voice: &Voice) -> Self {
        let cache = cache.map(|cache| {
            let kernel = voice.kernel().kernel.to_string();
            let mut seed = cache.program.clone();
            seed.update(voice.hash());
            seed.update((voice.chunk() as u64).to_le_bytes());
            seed.update(kernel);
            (Arc::clone(cache), seed)
        });
        Self {
            cache,
            ..Self::default()
        }
    }

    /// Begins a phrase and drops any other. Returns whether it is kept; if not, it is recorded.
    pub fn begin(&mut self, phrase: &Phrase) -> bool {
        self.stop();
        let Some((cache, seed)) = &self.cache else {
            return false;
        };
        let key = key(seed.clone(), phrase);
        self.again = cache.find(&key).map(|spoken| Again { spoken, at: 0 });
        if self.again.is_none() {
            self.recording = Some(Recording {
                cache: Arc::clone(cache),
                key,
                pcm: Vec::new(),
                held: 0,
            });
        }
        self.again.is_some()
    }

    /// Drops the phrase.
    pub fn stop(&mut self) {
        self.again = None;
        self.recording = None;
    }

    /// Returns whether a phrase is played again and has more samples.
    pub fn is_speaking(&self) -> bool {
        let again = self.again.as_ref();
        again.is_some_and(|again| again.at < again.spoken.pcm.len())
    }

    /// Returns the next samples of the phrase that is played again.
    pub fn next_part(&mut self) -> &[i16] {
        let Some(Again { spoken, at }) = &mut self.again else {
            return &[];
        };
        let rest = &spoken.pcm[*at..];
        let part = &rest[..PART.min(rest.len())];
        *at += part.len();
        part
    }

    /// Returns the index of a phoneme's first frame in the phrase that is played again.
    pub fn begins(&self, phoneme: usize) -> Option<usize> {
        let again = self.again.as_ref()?;
        let begin = again.spoken.begins.get(phoneme)?;
        Some(*begin as usize)
    }

    /// Returns whether a phrase is played again, or was just now.
    pub fn is_again(&self) -> bool {
        self.again.is_some()
    }

    /// Records samples that were made. A phrase for which there is no room is not recorded.
    pub fn record(&mut self, pcm: &[i16]) {
        if let Some(recording) = &mut self.recording
            && !recording.add(pcm)
        {
            self.recording = None;
        }
    }

    /// The phrase that is recorded is whole. Its phonemes begin at these frames.
    pub fn end(&mut self, begins: impl Iterator<Item = usize>) {
        if let Some(recording) = self.recording.take() {
            recording.end(begins);
        }
    }
}

impl Recording {
    fn add(&mut self, pcm: &[i16]) -> bool {
        let bytes = size_of_val(pcm) as u64;
        if self.pcm.len() + pcm.len() > MAX_SAMPLES || !self.cache.hold(bytes) {
            return false;
        }
        self.held += bytes;
        self.pcm.reserve_exact(pcm.len());
        self.pcm.extend_from_slice(pcm);
        true
    }

    fn end(mut self, begins: impl Iterator<Item = usize>) {
        let spoken = Spoken {
            pcm: std::mem::take(&mut self.pcm),
            begins: begins.map(|at| at as u32).collect(),
        };
        let more = spoken.bytes() - self.held;
        if !spoken.pcm.is_empty() && self.cache.hold(more) {
            let held = self.held + more;
            self.held = 0;
            self.cache.keep(&self.key, spoken, held);
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.cache.release(self.held);
    }
}
