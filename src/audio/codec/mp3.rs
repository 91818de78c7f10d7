//! MP3 at a constant bit rate.

use std::fmt;

use rusty_mp3::{Mp3Encoder, Mp3EncoderConfig};

use super::compressor::Compressor;

/// Thousands of bits a second: at 24 kHz speech is hardly changed.
const BIT_RATE: u32 = 64;

/// A stream of MP3.
pub struct Mp3 {
    encoder: Mp3Encoder,
    sample_rate: u32,
    /// The first frame is left out: it would tell of a length that is not known while the stream is sent.
    skips: bool,
}

impl Mp3 {
    /// A stream that has not begun.
    pub fn new(sample_rate: u32, file: bool) -> Self {
        Self {
            encoder: Mp3Encoder::new(Mp3EncoderConfig {
                bitrate_kbps: BIT_RATE,
                vbr_quality: None,
            }),
            sample_rate,
            skips: !file,
        }
    }

    fn take(&mut self, out: &mut Vec<u8>) {
        while let Ok(packet) = self.encoder.next_packet() {
            if !std::mem::take(&mut self.skips) {
                out.extend(packet);
            }
        }
    }
}

impl Compressor for Mp3 {
    fn push(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        // It takes every rate that is offered.
        let taken = self.encoder.push_pcm_s16(pcm, 1, self.sample_rate);
        debug_assert!(taken.is_ok(), "{}", self.sample_rate);
        self.take(out);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.encoder.finish();
        self.take(out);
    }

    fn beginning(&self) -> Vec<u8> {
        self.encoder.lame_tag_frame().unwrap_or_default().to_vec()
    }
}

impl fmt::Debug for Mp3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mp3").finish_non_exhaustive()
    }
}
