//! Phrases on disk: a file each, named by its key, written under another name first.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::SystemTime;

use super::key::Key;
use super::recent::Recent;
use super::spoken::{OVERHEAD, Spoken};
use crate::voice::hex;

/// The most files. It bounds the list of them in memory, to [`INDEX`] bytes.
const MAX_FILES: usize = 1 << 14;
/// Bytes of memory that the list of files may take, at most 256 for each, also while it is made.
pub const INDEX: usize = MAX_FILES * 256;
/// Bytes in which file systems give space.
const BLOCK: u64 = 4 << 10;
/// Phrases that wait to be written. Where a disk is slower, phrases are kept in memory only.
const WAITING: usize = 16;
/// The file that is locked by the process that uses the folder.
const LOCK: &str = "lock";
/// The end of the name of a file that is being written.
const NEW: &str = ".new";

/// A folder of phrases.
#[derive(Debug)]
pub struct Disk {
    files: Arc<Files>,
    /// `None` once it ends.
    to_write: Option<SyncSender<(Key, Arc<Spoken>)>>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Files {
    folder: PathBuf,
    limit: u64,
    /// Each file, with the bytes of memory that its phrase takes.
    known: Mutex<Recent<u64>>,
    faults: AtomicU64,
    /// Locked as long as it is open.
    _lock: File,
}

impl Disk {
    /// Uses a folder, which is made if needed, for so many bytes of files. Files of others in it are left alone.
    pub fn open(folder: &Path, limit: u64) -> io::Result<Self> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        builder.mode(0o700);
        builder.recursive(true).create(folder)?;
        let lock = options().open(folder.join(LOCK))?;
        // A file system without locks cannot tell, which harms only who uses a folder twice.
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Err(io::Error::new(
                ErrorKind::ResourceBusy,
                "another process keeps phrases in it",
            ));
        }
        let files = Arc::new(Files {
            folder: folder.to_owned(),
            limit,
            known: Mutex::new(Recent::new(limit)),
            faults: AtomicU64::new(0),
            _lock: lock,
        });
        files.find()?;
        let (to_write, written) = mpsc::sync_channel::<(Key, Arc<Spoken>)>(WAITING);
        let of_writer = Arc::clone(&files);
        let writer = thread::Builder::new()
            .name("phrases".to_owned())
            .spawn(move || {
                for (key, spoken) in written {
                    of_writer.write(&key, &spoken);
                }
            })?;
        Ok(Self {
            files,
            to_write: Some(to_write),
            writer: Some(writer),
        })
    }

    /// Returns how many bytes of memory a phrase takes; `None` if it has no file.
    pub fn find(&self, key: &Key) -> Option<u64> {
        self.files.known().get(key).copied()
    }

    /// Reads a phrase that takes no more than `most` bytes.
    pub fn read(&self, key: &Key, most: u64) -> Option<Spoken> {
        self.files.read(key, most)
    }

    /// Has a phrase written soon, by a thread of its own: a disk may be slow, and speech cannot wait.
    pub fn write(&self, key: &Key, spoken: &Arc<Spoken>) {
        if let Some(to_write) = &self.to_write {
            // If too many wait, it is not written.
            let _ = to_write.try_send((*key, Arc::clone(spoken)));
        }
    }

    /// Returns how many bytes the files take.
    pub fn used(&self) -> u64 {
        self.files.known().used()
    }

    /// Returns how many files were damaged or could not be written.
    pub fn faults(&self) -> u64 {
        self.files.faults.load(Ordering::Relaxed)
    }
}

impl Drop for Disk {
    /// Writes what waits.
    fn drop(&mut self) {
        self.to_write = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Files {
    fn known(&self) -> MutexGuard<'_, Recent<u64>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(hex(key))
    }

    /// Lists what is there. Removes what was not finished and what is too much.
    fn find(&self) -> io::Result<()> {
        let mut found: Vec<(SystemTime, Key, u64)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_str().unwrap_or_default();
            // The metadata of an entry is its own, not that of what it links to.
            let there = entry.metadata().ok().filter(fs::Metadata::is_file);
            let (Some(there), Some(key)) = (there, key(name.trim_end_matches(NEW))) else {
                continue;
            };
            if name.ends_with(NEW) || found.len() == MAX_FILES {
                fs::remove_file(entry.path())?;
                continue;
            }
            let time = there.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            found.push((time, key, there.len() + OVERHEAD as u64));
        }
        // What was used last comes last, and stays.
        found.sort_unstable();
        for (_, key, bytes) in found {
            match self.make_room(bytes) {
                true => self.known().insert(key, bytes, self.space(bytes)),
                false => fs::remove_file(self.path(&key))?,
            }
        }
        Ok(())
    }

    /// The space for a phrase that takes so many bytes of memory; its file takes fewer. No more than [`MAX_FILES`] have
    /// space.
    fn space(&self, bytes: u64) -> u64 {
        let least = self.limit.div_ceil(MAX_FILES as u64);
        bytes.next_multiple_of(BLOCK).max(least)
    }

    fn make_room(&self, bytes: u64) -> bool {
        let space = self.space(bytes);
        let (dropped, room) = self.known().hold(space, |_| true);
        dropped.iter().for_each(|key| self.remove(key));
        room
    }

    fn remove(&self, key: &Key) {
        // Whoever reads it reads on; if it cannot be removed, it is found at the next start.
        let _ = fs::remove_file(self.path(key));
    }

    fn read(&self, key: &Key, most: u64) -> Option<Spoken> {
        let read = File::open(self.path(key)).and_then(|file| {
            let spoken = Spoken::read(key, BufReader::new(&file), most)?;
            // Remembers the use beyond this process. No matter where that cannot be done.
            let _ = file.set_modified(SystemTime::now());
            Ok(spoken)
        });
        match read.as_ref().map_err(io::Error::kind) {
            Ok(_) => {}
            // It made room for another just now.
            Err(ErrorKind::NotFound) => self.known().remove(key),
            Err(kind) => {
                self.faults.fetch_add(1, Ordering::Relaxed);
                if matches!(kind, ErrorKind::InvalidData | ErrorKind::UnexpectedEof) {
                    self.known().remove(key);
                    self.remove(key);
                }
            }
        }
        read.ok()
    }

    fn write(&self, key: &Key, spoken: &Spoken) {
        let bytes = spoken.bytes();
        let is_known = self.known().get(key).is_some();
        if is_known || !self.make_room(bytes) {
            return;
        }
        let path = self.path(key);
        let new = path.with_extension(&NEW[1..]);
        let written = options().open(&new).and_then(|file| {
            spoken.write(key, BufWriter::new(&file))?;
            // By the clock that tells when others were used: that of files may be some milliseconds behind.
            let _ = file.set_modified(SystemTime::now());
            fs::rename(&new, &path)
        });
        match written {
            Ok(()) => self.known().insert(*key, bytes, self.space(bytes)),
            Err(_) => {
                self.faults.fetch_add(1, Ordering::Relaxed);
                self.known().release(self.space(bytes));
                let _ = fs::remove_file(&new);
            }
        }
    }
}

/// How files are written: what was spoken concerns nobody else.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    options.mode(0o600);
    options
}

/// The key of a file's name.
fn key(name: &str) -> Option<Key> {
    let mut key = Key::default();
    if name.len() != 2 * key.len() || !name.is_ascii() {
        return None;
    }
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&name[2 * at..2 * at + 2], 16).ok()?;
    }
    // No other spelling of it is ours.
    (hex(&key) == name).then_some(key)
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;

    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = temp_dir().join(format!("vaak-{}-disk-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter(|name| name != LOCK).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn phrase(number: u8) -> (Key, Arc<Spoken>) {
        let spoken = Spoken {
            pcm: vec![i16::from(number); 3_000],
            begins: vec![0, 1],
        };
        ([number; 32], Arc::new(spoken))
    }

    /// Writes phrases, and waits until they are.
    fn write(folder: &Folder, limit: u64, numbers: &[u8]) {
        let disk = Disk::open(&folder.0, limit).unwrap();
        for number in numbers {
            let (key, spoken) = phrase(*number);
            disk.write(&key, &spoken);
        }
    }

    const LIMIT: u64 = 1 << 20;

    #[test]
    fn phrases_are_found_by_the_next_process_and_the_oldest_make_room() {
        let folder = Folder::new("found");
        write(&folder, LIMIT, &[1, 2, 3, 1]);
        let disk = Disk::open(&folder.0, LIMIT).unwrap();
        assert_eq!(disk.used(), 3 * 8_192);
        for number in [2, 3, 1] {
            let (key, spoken) = phrase(number);
            let most = disk.find(&key).unwrap();
            assert_eq!(disk.read(&key, most).as_ref(), Some(&*spoken));
        }
        drop(disk);
        // 2 was used longest ago.
        write(&folder, 3 * 8_192, &[4]);
        let disk = Disk::open(&folder.0, 2 * 8_192).unwrap();
        let there = [1, 2, 3, 4].map(|number| disk.find(&phrase(number).0).is_some());
        assert_eq!(there, [true, false, false, true]);
        assert_eq!((disk.used(), folder.names().len()), (2 * 8_192, 2));
    }

    #[test]
    fn files_have_a_most_number_however_small_they_are() {
        let folder = Folder::new("number");
        let disk = Disk::open(&folder.0, 1 << 40).unwrap();
        let number = (1_u64 << 40) / disk.files.space(1);
        assert!(number <= MAX_FILES as u64, "{number}");
    }

    #[test]
    fn what_was_not_finished_is_removed_and_files_of_others_are_left_alone() {
        let folder = Folder::new("left");
        write(&folder, LIMIT, &[1]);
        let name = |number: u8| hex(&phrase(number).0);
        let cut = name(2) + NEW;
        let others = [&name(3)[1..], "notes.txt", "a.new", &"g".repeat(64)];
        for other in others.iter().copied().chain([&*cut]) {
            fs::write(folder.0.join(other), "x").unwrap();
        }
        fs::create_dir(folder.0.join(name(4))).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/dev/zero", folder.0.join(name(5))).unwrap();
        let disk = Disk::open(&folder.0, LIMIT).unwrap();
        let names = folder.names();
        assert!(!names.contains(&cut) && names.len() >= others.len() + 2);
        assert_eq!(disk.used(), 8_192);
        // What others made of our name cannot be read, nor harm.
        let (key, spoken) = phrase(4);
        disk.write(&key, &spoken);
        drop(disk);
        assert!(folder.0.join(name(4)).is_dir());
    }

    #[test]
    fn a_damaged_file_is_counted_and_removed() {
        let folder = Folder::new("damaged");
        write(&folder, LIMIT, &[1]);
        let (key, spoken) = phrase(1);
        let path = folder.0.join(hex(&key));
        let disk = Disk::open(&folder.0, LIMIT).unwrap();
        let mut file = fs::read(&path).unwrap();
        file[1_000] ^= 1;
        fs::write(&path, &file).unwrap();
        assert_eq!(disk.read(&key, LIMIT), None);
        assert_eq!((disk.faults(), disk.used(), path.exists()), (1, 0, false));
        // It can be written anew.
        disk.write(&key, &spoken);
        drop(disk);
        assert!(path.exists());
    }

    #[test]
    fn a_folder_is_used_by_one_process() {
        let folder = Folder::new("one");
        let disk = Disk::open(&folder.0, LIMIT).unwrap();
        let error = Disk::open(&folder.0, LIMIT).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        drop(disk);
        assert!(Disk::open(&folder.0, LIMIT).is_ok());
    }
}
