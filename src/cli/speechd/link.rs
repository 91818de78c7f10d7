//! Standard output: answers, events, and audio. What belongs together is not parted, whoever writes.

use std::io::{self, Write, stdout};
use std::sync::{Arc, Mutex, PoisonError};

use vaak::voice::SAMPLE_RATE;

/// Before a byte that has bit 5 inverted: of a line feed, and of this byte itself.
const ESCAPE: u8 = 0x7d;
const INVERTED: u8 = 1 << 5;

/// The way to the daemon.
#[derive(Clone, Default)]
pub struct Link(Arc<Mutex<()>>);

impl Link {
    /// Sends lines.
    pub fn say(&self, lines: &[impl AsRef<str>]) -> io::Result<()> {
        let mut bytes = Vec::new();
        for line in lines {
            bytes.extend_from_slice(line.as_ref().as_bytes());
            bytes.push(b'\n');
        }
        self.send(&bytes)
    }

    /// Sends samples to be played.
    pub fn play(&self, pcm: &[i16]) -> io::Result<()> {
        self.send(&audio(pcm))
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let _one = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }
}

/// The event of samples.
fn audio(pcm: &[i16]) -> Vec<u8> {
    let head = format!(
        "705-bits=16\n705-num_channels=1\n705-sample_rate={SAMPLE_RATE}\n705-num_samples={}\n705-big_endian=0\n705-AUDIO\0",
        pcm.len()
    );
    let mut bytes = head.into_bytes();
    bytes.reserve(2 * pcm.len() + 64);
    for byte in pcm.iter().flat_map(|sample| sample.to_le_bytes()) {
        match byte {
            b'\n' | ESCAPE => bytes.extend([ESCAPE, byte ^ INVERTED]),
            byte => bytes.push(byte),
        }
    }
    bytes.extend(b"\n705 AUDIO\n");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sample_ends_a_line() {
        let pcm = [0x0a0a, 0x7d00, 0x000a, 1];
        let bytes = audio(&pcm);
        let begin = bytes.iter().position(|byte| *byte == 0).unwrap() + 1;
        let (head, data) = bytes.split_at(begin);
        assert!(head.ends_with(b"705-num_samples=4\n705-big_endian=0\n705-AUDIO\0"));
        assert_eq!(
            data,
            b"\x7d\x2a\x7d\x2a\x00\x7d\x5d\x7d\x2a\x00\x01\x00\n705 AUDIO\n"
        );
    }
}
