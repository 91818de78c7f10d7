//! The settings of the cache of phrases.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::engine;

/// What the service keeps of what it spoke, to speak it again at once. By default nothing: it would take memory that a small
/// board needs, and the speed of an answer would tell one client what another has had spoken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cache {
    /// Bytes of memory; 0: nothing is kept.
    pub memory: u64,
    /// A folder that keeps phrases beyond the end of the service, behind the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Bytes of the files in it; 0: no folder is used.
    pub disk: u64,
}

impl Cache {
    /// Says what is wrong with the settings, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        match (self.memory, &self.folder, self.disk) {
            (_, None, 1..) => Some("cache.disk has no cache.folder to write to"),
            (0, _, 1..) => {
                Some("cache.disk needs cache.memory, into which phrases are read from the disk")
            }
            _ => None,
        }
    }

    /// Bytes of memory that it may take.
    pub(super) fn memory(&self) -> usize {
        let index = match self.disk {
            0 => 0,
            _ => engine::Cache::INDEX,
        };
        usize::try_from(self.memory).map_or(usize::MAX, |memory| memory.saturating_add(index))
    }

    /// Opens it; `None` if nothing is kept.
    pub(super) fn open(&self) -> io::Result<Option<engine::Cache>> {
        if let Some(fault) = self.fault() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
        }
        let disk = self.folder.as_deref().filter(|_| self.disk > 0);
        let disk = disk.map(|folder| (folder, self.disk));
        let opened = (self.memory > 0).then(|| engine::Cache::open(self.memory, disk));
        let folder = disk.map_or_else(Default::default, |(folder, _)| folder.display().to_string());
        opened.transpose().map_err(|e| {
            let told = format!("the cache in {folder}: {e}");
            io::Error::new(e.kind(), told)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let cache = |memory, folder: Option<&str>, disk| Cache {
            memory,
            folder: folder.map(PathBuf::from),
            disk,
        };
        for (cache, fault) in [
            (cache(0, None, 0), None),
            (cache(1, None, 0), None),
            (cache(0, Some("/nowhere"), 0), None),
            (cache(1, None, 1), Some("cache.folder")),
            (cache(0, Some("/nowhere"), 1), Some("cache.memory")),
        ] {
            let found = cache.fault();
            assert_eq!(found.is_some(), fault.is_some(), "{cache:?}");
            assert!(
                found
                    .unwrap_or_default()
                    .contains(fault.unwrap_or_default())
            );
        }
        let folder = cache(1, Some("/proc/nothing"), 1).open().unwrap_err();
        assert!(folder.to_string().contains("/proc/nothing"), "{folder}");
    }
}
