//! API keys, held as hashes only.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

type Hash = [u8; 32];

/// Tells keys apart, and tells nothing of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyId(u32);

impl KeyId {
    fn of(hash: &Hash) -> Self {
        let [a, b, c, d, ..] = *hash;
        Self(u32::from_be_bytes([a, b, c, d]))
    }
}

/// The extension of a file of keys that is being written.
const UNFINISHED: &str = "unfinished";

/// Precedes the hash of a key, in place of the key.
const HASHED: &str = "sha256:";

/// Why a list of keys is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeysError {
    /// What follows `sha256:` is no hash.
    #[error("line {line}: 64 hexadecimal digits follow {HASHED} in a list of keys")]
    Hash {
        /// Its line, from 1.
        line: usize,
    },
    /// Nobody could speak.
    #[error("there is no key in the list")]
    Empty,
}

/// The keys that open the service; reloadable while it runs.
#[derive(Debug)]
pub struct Keys(RwLock<Vec<Hash>>);

impl Keys {
    /// From a list: a key a line, or `sha256:` and the hash of one in hexadecimal digits; `#` begins a comment.
    pub fn parse(list: &str) -> Result<Self, KeysError> {
        Ok(Self(RwLock::new(hashes(list)?)))
    }

    /// Takes another list in place of the one so far, which stays if there is anything wrong with the new one.
    pub fn replace(&self, list: &str) -> Result<(), KeysError> {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = hashes(list)?;
        Ok(())
    }

    /// What one key may have of so much: where there are several, an eighth is left to the others.
    pub fn share(&self, of: usize) -> usize {
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match keys.len() {
            1 => of,
            _ => of - of / 8,
        }
    }

    /// Whether a key is still among them.
    pub fn holds(&self, id: KeyId) -> bool {
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        keys.iter().any(|key| KeyId::of(key) == id)
    }

    /// Which of them a key is, if any. Takes as long for a wrong key as for a right one.
    pub fn accept(&self, key: &str) -> Option<KeyId> {
        let hash: Hash = Sha256::digest(key).into();
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let none = Choice::from(0);
        let found = keys
            .iter()
            .fold(none, |found, key| found | key.ct_eq(&hash));
        bool::from(found).then(|| KeyId::of(&hash))
    }
}

fn hashes(list: &str) -> Result<Vec<Hash>, KeysError> {
    let mut hashes = Vec::new();
    for (at, line) in (1..).zip(list.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        hashes.push(match line.strip_prefix(HASHED) {
            None => Sha256::digest(line).into(),
            Some(digits) => HEXLOWER
                .decode(digits.to_ascii_lowercase().as_bytes())
                .ok()
                .and_then(|bytes| bytes.try_into().ok())
                .ok_or(KeysError::Hash { line: at })?,
        });
    }
    if hashes.is_empty() {
        return Err(KeysError::Empty);
    }
    Ok(hashes)
}

/// Writes a file with a new key that only its owner can read. Never replaces one. The file has its name once it is whole and on the disk:
/// power that fails, or a disk that is full, leaves none, and the next start makes another.
pub fn create(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    if let Some(folder) = path.parent() {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
    }
    if path.try_exists()? {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let unfinished = path.with_extension(UNFINISHED);
    // Of a start that was cut off.
    match fs::remove_file(&unfinished) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unfinished)?;
    writeln!(file, "vaak_{}", HEXLOWER.encode(&key))?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_and_nothing_like_it_does() {
        let keys = Keys::parse("# ours\n\n one \ntwo\n").unwrap();
        assert!(keys.accept("one").is_some() && keys.accept("two").is_some());
        assert_ne!(keys.accept("one"), keys.accept("two"));
        for wrong in ["", "on", "one ", "One", "# ours", "three"] {
            assert_eq!(keys.accept(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_key_may_be_listed_by_its_hash() {
        let hash = HEXLOWER.encode(&Sha256::digest("secret"));
        let keys = Keys::parse(&format!("sha256:{hash}")).unwrap();
        assert!(keys.accept("secret").is_some() && keys.accept(&hash).is_none());
        assert_eq!(
            Keys::parse("ok\nsha256:12").unwrap_err(),
            KeysError::Hash { line: 2 }
        );
    }

    #[test]
    fn a_list_without_a_key_locks_nobody_out_and_lets_nobody_in() {
        assert!(Keys::parse("\n# none\n").is_err());
        let keys = Keys::parse("one").unwrap();
        assert!(keys.replace("").is_err() && keys.accept("one").is_some());
        let one = keys.accept("one").unwrap();
        keys.replace("two").unwrap();
        assert!(keys.accept("two").is_some() && keys.accept("one").is_none());
        assert!(!keys.holds(one) && keys.holds(keys.accept("two").unwrap()));
    }

    #[test]
    fn debug_output_holds_no_key() {
        assert!(!format!("{:?}", Keys::parse("hunter2").unwrap()).contains("hunter2"));
    }

    #[test]
    fn a_new_key_is_its_owners_alone_and_replaces_none() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("vaak-keys-{}", std::process::id()));
        let path = folder.join("state/keys");
        create(&path).unwrap();
        let made = fs::read_to_string(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert!(create(&path).is_err());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(mode & 0o777, 0o600);
        assert!(Keys::parse(&made).unwrap().accept(made.trim()).is_some());
    }
}
