//! A clip as a file, for `vaak say --jsonl` and `vaak render`.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;

use vaak::serve::{ApiError, Clip};

/// Why a clip did not get into its file.
pub enum Unwritten {
    /// It cannot be spoken.
    Refused(ApiError),
    /// The file cannot be written.
    File(io::Error),
    /// Whoever is told of the progress is gone.
    Told(io::Error),
}

impl From<ApiError> for Unwritten {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

/// Writes a clip to a file, which is not touched before the first bytes. `told` is called after each chunk. Returns the
/// number of bytes.
pub fn write(
    clip: &mut Clip,
    path: &Path,
    mut told: impl FnMut(&mut Clip) -> io::Result<()>,
) -> Result<u64, Unwritten> {
    let mut file = None;
    let mut written = 0;
    while let Some(bytes) = clip.next_bytes()? {
        if bytes.is_empty() {
            continue;
        }
        if file.is_none() {
            file = Some(File::create(path).map_err(Unwritten::File)?);
        }
        if let Some(file) = &mut file {
            file.write_all(bytes).map_err(Unwritten::File)?;
            written += bytes.len() as u64;
        }
        told(clip).map_err(Unwritten::Told)?;
    }
    let beginning = clip.beginning(written);
    if let Some(mut file) = file
        && !beginning.is_empty()
        // A pipe keeps what it has.
        && file.rewind().is_ok()
    {
        file.write_all(&beginning).map_err(Unwritten::File)?;
    }
    Ok(written)
}
