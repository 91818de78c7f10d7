//! PCM at another rate, as a stream.

use std::f64::consts::PI;

/// Samples on either side that an output sample hears, where the rate rises: a transition of 2 kHz at 24 kHz.
const REACH: usize = 32;
/// Where the passband ends, as a part of what the lower rate can carry: the transition lies around it.
const PASS: f64 = 0.92;

/// Changes the rate of a stream by a band-limited interpolation. Never sounds longer or shorter by a sample.
#[derive(Debug)]
pub struct Resampler {
    up: usize,
    down: usize,
    reach: usize,
    /// The filters of the `up` places that an output sample may have between two samples, one after another.
    taps: Vec<f32>,
    /// Samples that are still heard.
    heard: Vec<f32>,
    /// The place of the next output sample between two samples.
    place: usize,
}

impl Resampler {
    /// From one rate to another, neither of which is zero.
    pub fn new(from: u32, to: u32) -> Self {
        let common = greatest_common_divisor(from.max(1), to.max(1));
        let (up, down) = (
            (to.max(1) / common) as usize,
            (from.max(1) / common) as usize,
        );
        let reach = REACH * down.div_ceil(up).max(1);
        let cutoff = PASS * (up as f64 / down as f64).min(1.0);
        let mut taps = Vec::with_capacity(up * 2 * reach);
        for place in 0..up {
            let filter: Vec<f64> = (0..2 * reach)
                .map(|i| {
                    let time = i as f64 - (reach - 1) as f64 - place as f64 / up as f64;
                    sinc(time * cutoff) * blackman(time / reach as f64)
                })
                .collect();
            // No place may be louder than another.
            let sum: f64 = filter.iter().sum();
            taps.extend(filter.iter().map(|tap| (tap / sum) as f32));
        }
        Self {
            up,
            down,
            reach,
            taps,
            heard: vec![0.0; reach - 1],
            place: 0,
        }
    }

    /// Appends to `out` what can be told so far.
    pub fn push(&mut self, pcm: &[i16], out: &mut Vec<i16>) {
        self.heard
            .extend(pcm.iter().map(|sample| f32::from(*sample)));
        self.give(out);
    }

    /// Appends the rest, as if silence followed.
    pub fn finish(&mut self, out: &mut Vec<i16>) {
        self.heard.resize(self.heard.len() + self.reach, 0.0);
        self.give(out);
    }

    fn give(&mut self, out: &mut Vec<i16>) {
        let length = 2 * self.reach;
        let mut at = 0;
        while let Some(heard) = self.heard.get(at..at + length) {
            let filter = &self.taps[self.place * length..][..length];
            let sum: f32 = heard.iter().zip(filter).map(|(s, tap)| s * tap).sum();
            out.push(sum.round() as i16);
            self.place += self.down;
            at += self.place / self.up;
            self.place %= self.up;
        }
        self.heard.drain(..at.min(self.heard.len()));
    }
}

fn sinc(x: f64) -> f64 {
    match x {
        0.0 => 1.0,
        _ => (PI * x).sin() / (PI * x),
    }
}

/// From 1 in the middle to 0 at −1 and 1.
fn blackman(x: f64) -> f64 {
    match x.abs() {
        ..1.0 => 0.42 + 0.5 * (PI * x).cos() + 0.08 * (2.0 * PI * x).cos(),
        _ => 0.0,
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
            assert!(out.len().abs_diff(expected.len()) <= 1, "{rate}");
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
