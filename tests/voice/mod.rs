//! Where the tests find a voice.

use std::path::{Path, PathBuf};

/// The folder in `VAAK_BUNDLE`, or the one that is compiled in; `None` where there is no voice to test.
pub fn folder() -> Option<PathBuf> {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/voice-2-native");
    let folder = std::env::var_os("VAAK_BUNDLE").map_or(bundled, PathBuf::from);
    folder.is_dir().then_some(folder)
}
