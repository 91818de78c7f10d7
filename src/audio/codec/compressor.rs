//! What every codec does.

use std::fmt::Debug;

/// A stream that is being compressed.
pub trait Compressor: Debug + Send {
    /// Takes samples and appends the bytes that are complete. There may be none yet.
    fn push(&mut self, pcm: &[i16], out: &mut Vec<u8>);

    /// Appends what is left of the stream.
    fn finish(&mut self, out: &mut Vec<u8>);

    /// After the end: the first bytes of the stream with what is known only now, its length above all. For files; as long as
    /// what they replace, and empty where nothing changes.
    fn beginning(&self) -> Vec<u8> {
        Vec::new()
    }
}
