//! Resamples a stream of PCM by rubato's band-limited interpolation. Output stays aligned with the input.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{
    Async, FixedAsync, Resampler as _, SincInterpolationParameters, SincInterpolationType,
    WindowFunction,
};

/// The length of the filter in input samples when upsampling: a transition band of 2 kHz at 24 kHz.
const REACH: usize = 64;
/// The end of the passband as a fraction of the lower Nyquist frequency. The transition band lies around it.
const PASS: f32 = 0.92;
/// Samples that are processed at once: 2 ms at the voice's rate, which delays the first sound.
const CHUNK: usize = 48;

/// Resamples a stream of mono 16-bit PCM. The output has exactly the duration of the input.
#[derive(Debug)]
pub struct Resampler {
    rubato: Async<f32>,
    up: u64,
    down: u64,
    /// Samples that do not fill a chunk yet.
    pending: Vec<f32>,
    out: Vec<f32>,
    /// Output samples still to be dropped, because they precede the first input sample.
    early: usize,
    heard: u64,
    given: u64,
}

impl Resampler {
    /// Makes a resampler between two rates in Hz. A rate of 0 counts as 1.
    pub fn new(from: u32, to: u32) -> Self {
        let (from, to) = (from.max(1), to.max(1));
        let common = greatest_common_divisor(from, to);
        let (up, down) = ((to / common) as usize, (from / common) as usize);
        let reach = REACH * down.div_ceil(up);
        let parameters = SincInterpolationParameters {
            sinc_len: reach,
            f_cutoff: Some(PASS),
            // One filter for each phase between two input samples, so the nearest one is exact.
            oversampling_factor: up,
            interpolation: SincInterpolationType::Nearest,
            window: WindowFunction::Blackman,
        };
        let ratio = f64::from(to) / f64::from(from);
        let made = Async::new_sinc(ratio, 1.0, &parameters, CHUNK, 1, FixedAsync::Input);
        let rubato = made.expect("the ratio of two numbers above zero");
        // rubato's first output lies half a filter, less one phase, before the first input. Silence is put before the
        // input until that lead is a whole number of output samples.
        let half = reach / 2;
        let silence = (0..down).find(|silence| (up * (half + silence)) % down == 1 % down);
        let silence = silence.unwrap_or(0);
        let mut resampler = Self {
            out: vec![0.0; rubato.output_frames_max()],
            rubato,
            up: up as u64,
            down: down as u64,
            pending: Vec::with_capacity(CHUNK),
            early: (up * (half + silence) - 1) / down - 1,
            heard: 0,
            given: 0,
        };
        // All of this output is dropped.
        let mut nothing = Vec::new();
        for _ in 0..silence {
            resampler.take(0.0, &mut nothing);
        }
        resampler
    }

    /// Appends the output that is complete so far to `out`.
    pub fn push(&mut self, pcm: &[i16], out: &mut Vec<i16>) {
        self.heard += pcm.len() as u64;
        for sample in pcm {
            self.take(f32::from(*sample), out);
        }
    }

    /// Appends the rest to `out`, as if silence followed.
    pub fn finish(&mut self, out: &mut Vec<i16>) {
        let wanted = (self.heard * self.up).div_ceil(self.down);
        while self.given < wanted {
            self.take(0.0, out);
        }
        out.truncate(out.len() - (self.given - wanted) as usize);
        self.given = wanted;
    }

    fn take(&mut self, sample: f32, out: &mut Vec<i16>) {
        self.pending.push(sample);
        if self.pending.len() < CHUNK {
            return;
        }
        let room = self.out.len();
        // Neither can fail: rubato takes a chunk, and `out` is as long as rubato's longest output.
        if let Ok(input) = InterleavedSlice::new(&self.pending[..], 1, CHUNK)
            && let Ok(mut output) = InterleavedSlice::new_mut(&mut self.out[..], 1, room)
            && let Ok((_, made)) = self.rubato.process_into_buffer(&input, &mut output, None)
        {
            let early = self.early.min(made);
            self.early -= early;
            let made = &self.out[early..made];
            out.extend(made.iter().map(|sample| sample.round() as i16));
            self.given += made.len() as u64;
        }
        self.pending.clear();
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    const FROM: u32 = 24_000;
    const RATES: [u32; 5] = [8_000, 16_000, 22_050, 44_100, 48_000];

    fn tone(hertz: f64, rate: u32, seconds: f64) -> Vec<i16> {
        let count = (f64::from(rate) * seconds) as usize;
        let angle = |i: usize| 2.0 * PI * hertz * i as f64 / f64::from(rate);
        (0..count)
            .map(|i| (10_000.0 * angle(i).sin()).round() as i16)
            .collect()
    }

    fn resampled(pcm: &[i16], to: u32, portion: usize) -> Vec<i16> {
        let mut resampler = Resampler::new(FROM, to);
        let mut out = Vec::new();
        for portion in pcm.chunks(portion) {
            resampler.push(portion, &mut out);
        }
        resampler.finish(&mut out);
        out
    }

    #[test]
    fn a_tone_stays_that_tone_in_time_and_loudness() {
        let pcm = tone(1_000.0, FROM, 0.25);
        for rate in RATES {
            let out = resampled(&pcm, rate, 1_000);
            let expected = tone(1_000.0, rate, 0.25);
            let length = (pcm.len() * rate as usize).div_ceil(FROM as usize);
            assert_eq!(out.len(), length, "{rate}");
            let edge = rate as usize / 50;
            for (i, (a, b)) in out.iter().zip(&expected).enumerate().skip(edge) {
                if i + edge < expected.len() {
                    assert!(a.abs_diff(*b) <= 60, "{rate}: {a} for {b} at {i}");
                }
            }
        }
    }

    #[test]
    fn what_the_lower_rate_cannot_carry_is_silenced() {
        let out = resampled(&tone(5_000.0, FROM, 0.25), 8_000, 1_000);
        let loudest = out[400..out.len() - 400]
            .iter()
            .map(|s| s.unsigned_abs())
            .max();
        assert!(loudest < Some(20), "{loudest:?}");
    }

    #[test]
    fn the_cut_of_the_stream_is_not_heard() {
        let pcm = tone(440.0, FROM, 0.1);
        for rate in RATES {
            let whole = resampled(&pcm, rate, pcm.len());
            for portion in [1, 7, 300] {
                assert!(
                    resampled(&pcm, rate, portion) == whole,
                    "{rate} by {portion}"
                );
            }
            assert!(resampled(&[], rate, 1).is_empty());
        }
    }
}
