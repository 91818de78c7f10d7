//! Opus in Ogg (RFC 7845).

use std::fmt;

use rusty_opus::{Application, OpusEncoder};

use super::compressor::Compressor;
use super::ogg::Ogg;

/// Bits a second: speech of 24 kHz keeps its whole band.
const BIT_RATE: i32 = 32_000;
/// How hard it tries, of 10. Small boards make it while they speak.
const COMPLEXITY: i32 = 5;
/// Packets a second.
const PACKETS: u32 = 50;
/// Bytes of the longest packet.
const PACKET: usize = 1_275;
/// Positions are counted at this rate, whatever the samples have.
const CLOCK: u64 = 48_000;
/// What the encoder is late by, at that rate: 2.5 ms, as it leaves out the forms of Opus that look further ahead.
const PRE_SKIP: u16 = 120;
const VENDOR: &[u8] = b"vaak";

/// Whether Opus takes so many samples a second.
pub fn takes(sample_rate: u32) -> bool {
    matches!(sample_rate, 8_000 | 16_000 | 24_000 | 48_000)
}

/// A stream of Opus.
pub struct OggOpus {
    encoder: OpusEncoder,
    ogg: Ogg,
    sample_rate: u32,
    /// Samples that are no packet yet.
    pending: Vec<f32>,
    /// Samples that came.
    samples: u64,
    packets: u64,
    begun: bool,
}

impl OggOpus {
    /// A stream that has not begun; `None` where Opus does not take this rate.
    pub fn new(sample_rate: u32) -> Option<Self> {
        let rate = i32::try_from(sample_rate).ok()?;
        let mut encoder = OpusEncoder::new(rate, 1, Application::RestrictedLowDelay).ok()?;
        encoder.bitrate_bps = BIT_RATE;
        encoder.complexity = COMPLEXITY;
        Some(Self {
            encoder,
            ogg: Ogg::default(),
            sample_rate,
            pending: Vec::new(),
            samples: 0,
            packets: 0,
            begun: false,
        })
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if self.begun {
            return;
        }
        self.begun = true;
        let mut head = b"OpusHead\x01\x01".to_vec();
        head.extend(PRE_SKIP.to_le_bytes());
        head.extend(self.sample_rate.to_le_bytes());
        // No gain, one channel.
        head.extend([0; 3]);
        let mut tags = b"OpusTags".to_vec();
        tags.extend((VENDOR.len() as u32).to_le_bytes());
        tags.extend(VENDOR);
        tags.extend([0; 4]);
        for packet in [head, tags] {
            self.ogg.packet(&packet, 0, out);
            self.ogg.flush(out);
        }
    }

    /// Makes packets of what is pending.
    fn encode(&mut self, out: &mut Vec<u8>) {
        let frame = (self.sample_rate / PACKETS) as usize;
        let pending = std::mem::take(&mut self.pending);
        let mut frames = pending.chunks_exact(frame);
        let mut packet = [0; PACKET];
        for samples in frames.by_ref() {
            // The sizes are right; a frame that fails is left out.
            let length = self.encoder.encode(samples, frame, &mut packet);
            self.packets += 1;
            let granule = self.packets * CLOCK / u64::from(PACKETS);
            let length = length.unwrap_or(0);
            self.ogg.packet(&packet[..length], granule, out);
        }
        self.pending.extend_from_slice(frames.remainder());
    }

    /// The position of the last sample.
    fn end(&self) -> u64 {
        u64::from(PRE_SKIP) + self.samples * CLOCK / u64::from(self.sample_rate)
    }
}

impl Compressor for OggOpus {
    fn push(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        self.begin(out);
        self.samples += pcm.len() as u64;
        let samples = pcm.iter().map(|sample| f32::from(*sample) / 32_768.0);
        self.pending.extend(samples);
        self.encode(out);
        self.ogg.flush(out);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.begin(out);
        let frame = CLOCK / u64::from(PACKETS);
        let missing = self.end().div_ceil(frame).saturating_sub(self.packets);
        let samples = missing as usize * (self.sample_rate / PACKETS) as usize;
        self.pending.resize(samples, 0.0);
        self.encode(out);
        self.ogg.finish(self.end(), out);
    }
}

impl fmt::Debug for OggOpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OggOpus").finish_non_exhaustive()
    }
}
