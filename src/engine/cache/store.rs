//! Where phrases are kept: in memory, and on disk behind it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::disk::{self, Disk};
use super::key::Key;
use super::recent::Recent;
use super::spoken::Spoken;

/// Phrases that were spoken. Its bounds hold for all that speak at once.
#[derive(Debug)]
pub struct Cache {
    /// What all keys begin with.
    pub(super) program: Sha256,
    memory: Mutex<Recent<Arc<Spoken>>>,
    disk: Option<Disk>,
    from_memory: AtomicU64,
    from_disk: AtomicU64,
    misses: AtomicU64,
}

/// What a cache tells of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Phrases that were found in memory.
    pub from_memory: u64,
    /// Phrases that were found on disk.
    pub from_disk: u64,
    /// Phrases that were not found.
    pub misses: u64,
    /// Files that were damaged or could not be written.
    pub faults: u64,
    /// Bytes in memory.
    pub memory: u64,
    /// Bytes on disk.
    pub disk: u64,
}

impl Cache {
    /// Bytes of memory that a cache on disk takes beside its phrases.
    pub const INDEX: usize = disk::INDEX;

    /// Keeps phrases in so many bytes of memory, and in a folder with a limit of its own, if there is one.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read and written, or another process uses it.
    pub fn open(memory: u64, disk: Option<(&Path, u64)>) -> io::Result<Self> {
        let mut program = Sha256::new();
        if let Some(name) = disk.map(|_| std::env::current_exe()) {
            // Not its version: two builds of one version may speak differently.
            hash_file(&name?, &mut program)?;
        }
        let disk = disk.map(|(folder, limit)| Disk::open(folder, limit));
        Ok(Self {
            program,
            memory: Mutex::new(Recent::new(memory)),
            disk: disk.transpose()?,
            from_memory: AtomicU64::new(0),
            from_disk: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        })
    }

    /// Returns what it tells of itself.
    pub fn counts(&self) -> Counts {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Counts {
            from_memory: load(&self.from_memory),
            from_disk: load(&self.from_disk),
            misses: load(&self.misses),
            faults: self.disk.as_ref().map_or(0, Disk::faults),
            memory: self.memory().used(),
            disk: self.disk.as_ref().map_or(0, Disk::used),
        }
    }

    fn memory(&self) -> MutexGuard<'_, Recent<Arc<Spoken>>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds memory for a phrase; returns whether there is room. Phrases that sound now stay.
    pub(super) fn hold(&self, bytes: u64) -> bool {
        let is_free = |spoken: &Arc<Spoken>| Arc::strong_count(spoken) == 1;
        self.memory().hold(bytes, is_free).1
    }

    /// Finds a phrase.
    pub(super) fn find(&self, key: &Key) -> Option<Arc<Spoken>> {
        let found = self.memory().get(key).cloned();
        let (found, count) = match found {
            Some(found) => (Some(found), &self.from_memory),
            None => match self.find_on_disk(key) {
                Some(found) => (Some(found), &self.from_disk),
                None => (None, &self.misses),
            },
        };
        count.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Gives back memory that was held.
    pub(super) fn release(&self, bytes: u64) {
        self.memory().release(bytes);
    }

    fn find_on_disk(&self, key: &Key) -> Option<Arc<Spoken>> {
        let disk = self.disk.as_ref()?;
        let bytes = disk.find(key).filter(|bytes| self.hold(*bytes))?;
        // No lock is held meanwhile.
        let spoken = disk.read(key, bytes).map(Arc::new);
        match &spoken {
            Some(spoken) => self.insert(key, spoken, bytes),
            None => self.release(bytes),
        }
        spoken
    }

    /// Keeps a phrase, for which so many bytes are held, in memory.
    fn insert(&self, key: &Key, spoken: &Arc<Spoken>, held: u64) {
        let mut memory = self.memory();
        memory.release(held - spoken.bytes());
        memory.insert(*key, Arc::clone(spoken), spoken.bytes());
    }

    /// Keeps a phrase that was just spoken, for which so many bytes are held.
    pub(super) fn keep(&self, key: &Key, spoken: Spoken, held: u64) {
        let spoken = Arc::new(spoken);
        self.insert(key, &spoken, held);
        if let Some(disk) = &self.disk {
            disk.write(key, &spoken);
        }
    }
}

fn hash_file(path: &Path, hash: &mut Sha256) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut block = [0; 16 << 10];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(()),
            length => hash.update(&block[..length]),
        }
    }
}
