//! What is already in the folder: a line for each finished clip, with the hash of all that it was made from.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};
use vaak::Error;

use crate::cli::exit::Failure;

/// The folder of journals, in the folder of clips. Each part has a journal, so that parts can run at the same time.
const FOLDER: &str = ".vaak-render";

/// A hash in hexadecimal digits.
pub type Hash = String;

/// The clips that are finished.
pub struct Journal {
    folder: PathBuf,
    done: HashMap<PathBuf, Done>,
    file: Mutex<File>,
    path: PathBuf,
}

struct Done {
    hash: Hash,
    bytes: u64,
    millis: u64,
}

impl Journal {
    /// Reads the journals of all parts in a folder, and opens that of this part. The folder is made if needed.
    pub fn open(folder: &Path, part: &str) -> Result<Self, Failure> {
        let journals = folder.join(FOLDER);
        fs::create_dir_all(&journals).map_err(|e| failed(&journals, e))?;
        let mut done = HashMap::new();
        let entries = fs::read_dir(&journals).map_err(|e| failed(&journals, e))?;
        for entry in entries {
            let path = entry.map_err(|e| failed(&journals, e))?.path();
            let text = fs::read(&path).map_err(|e| failed(&path, e))?;
            // A line without its end was cut off.
            let whole = text.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
            let text = String::from_utf8_lossy(&text[..whole]);
            done.extend(text.lines().filter_map(Done::parse));
        }
        let path = journals.join(format!("{part}.tsv"));
        let file = File::options().create(true).append(true).open(&path);
        let mut file = file.map_err(|e| failed(&path, e))?;
        // A file system without locks cannot tell, which harms only who starts the same part twice.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let folder = folder.display();
            return Err(Failure::Usage(format!(
                "{folder}: another process renders the same part into this folder"
            )));
        }
        // Ends a line that was cut off.
        file.write_all(b"\n").map_err(|e| failed(&path, e))?;
        Ok(Self {
            folder: folder.to_owned(),
            done,
            file: Mutex::new(file),
            path,
        })
    }

    /// Returns how many milliseconds of audio the file has, if it is there and was made from the same.
    pub fn kept(&self, file: &Path, hash: &Hash) -> Option<u64> {
        let done = self.done.get(file).filter(|done| done.hash == *hash)?;
        let there = fs::metadata(self.folder.join(file)).ok()?;
        (there.is_file() && there.len() == done.bytes).then_some(done.millis)
    }

    /// Adds a finished file.
    pub fn add(&self, file: &Path, hash: &Hash, bytes: u64, millis: u64) -> Result<(), Failure> {
        let line = format!("{hash}\t{bytes}\t{millis}\t{}\n", file.display());
        let mut journal = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = journal.write_all(line.as_bytes());
        written.map_err(|e| failed(&self.path, e))
    }
}

impl Done {
    fn parse(line: &str) -> Option<(PathBuf, Self)> {
        let mut cells = line.splitn(4, '\t');
        let done = Self {
            hash: cells.next()?.to_owned(),
            bytes: cells.next()?.parse().ok()?,
            millis: cells.next()?.parse().ok()?,
        };
        Some((PathBuf::from(cells.next()?), done))
    }
}

/// Hashes what all clips are made from: the program, the bundle that it was told to use, and the lexicon.
pub fn common(files: &[&Path], settings: &str) -> Result<Sha256, Failure> {
    let mut hash = Sha256::new();
    for path in files {
        let mut file = File::open(path).map_err(|e| failed(path, e))?;
        let bytes = io::copy(&mut file, &mut Sink(&mut hash)).map_err(|e| failed(path, e))?;
        hash.update(bytes.to_le_bytes());
    }
    hash.update(settings);
    Ok(hash)
}

/// Hashes one clip: what all are made from, and its request.
pub fn hash(common: &Sha256, request: &str) -> Hash {
    let digest = common
        .clone()
        .chain_update([0])
        .chain_update(request)
        .finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Sink<'a>(&'a mut Sha256);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub fn failed(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    Error::Io { path, source }.into()
}
