//! Source-filter synthesis: a pulse train and noise, each shaped by a frame's filter, then overlapped and added.

use std::f64::consts::TAU;

use archmage::autoversion;

use super::filters::Filters;
use super::fourier::{Spectrum, Transform};
use super::functions::sine_of_turn;
use super::noise::Noise;
use crate::voice::{Bands, FFT, HOP, SAMPLE_RATE, WINDOW};

/// Samples that remain after the last frame of a clause.
pub const TAIL: usize = WINDOW / 2 + HOP / 2;
/// Samples of the first frames that lie before the clause. By symmetry as many as the tail.
const LEAD: usize = TAIL;
/// The range of pitch in Hz in training.
const F0: std::ops::RangeInclusive<f32> = 50.0..=600.0;
/// The seed of the noise. It is the same for every clause, so that a clause sounds the same wherever it stands.
const SEED: u64 = 0x5661_616b;

/// Synthesises one clause after another. Owns all buffers, and allocates only when it is made.
pub struct Synthesis {
    transform: Transform,
    filters: Filters,
    window: Vec<f32>,
    source: Source,
    /// The excitation in the window of the next frame.
    pulses_heard: Vec<f32>,
    noise_heard: Vec<f32>,
    pulse_spectrum: Spectrum,
    noise_spectrum: Spectrum,
    sum: Vec<f32>,
    f0: f32,
    /// Samples of the lead still to be dropped.
    lead: usize,
}

/// The sources of the excitation.
struct Source {
    /// Half the phase of the pulses. A full turn is 2^64, so that it wraps without error, however long the clause.
    half: u64,
    noise: Noise,
}

impl Synthesis {
    /// Makes a synthesis for frames at these bands.
    pub fn new(bands: &Bands) -> Self {
        let window = |i| 0.5 - 0.5 * (TAU * i as f64 / WINDOW as f64).cos();
        Self {
            transform: Transform::new(),
            filters: Filters::new(bands),
            window: (0..WINDOW).map(|i| window(i) as f32).collect(),
            source: Source::new(),
            pulses_heard: vec![0.0; WINDOW],
            noise_heard: vec![0.0; WINDOW],
            pulse_spectrum: Spectrum::new(),
            noise_spectrum: Spectrum::new(),
            sum: vec![0.0; FFT],
            f0: 0.0,
            lead: 0,
        }
    }

    /// Begins a clause. `f0` is the pitch of its first frame in Hz.
    pub fn begin(&mut self, f0: f32) {
        self.source = Source::new();
        self.f0 = clamped(f0);
        self.lead = LEAD;
        self.sum.fill(0.0);
        self.pulses_heard.fill(0.0);
        self.noise_heard.fill(0.0);
        // The first window has silence before the clause, then half a hop up to the centre of the frame.
        let f0 = f64::from(self.f0);
        self.hear(WINDOW - HOP / 2, |_| f0);
    }

    /// Adds a frame, with values in the order of [`Bands`], and passes the [`HOP`] samples that are final to `out`; at
    /// the start of a clause these are fewer. `next` is the pitch of the next frame in Hz, of this one if it is the
    /// last.
    pub fn frame(&mut self, values: &[f32], next: f32, out: impl FnOnce(&[f32])) {
        let (from, to) = (f64::from(self.f0), f64::from(clamped(next)));
        self.f0 = clamped(next);
        // The window's second half lies between the centres of this frame and the next.
        self.pulses_heard.copy_within(HOP.., 0);
        self.noise_heard.copy_within(HOP.., 0);
        let step = (to - from) / HOP as f64;
        self.hear(WINDOW - HOP, |i| from + step * i as f64);
        self.shape(values);
        let dropped = self.lead.min(HOP);
        self.lead -= dropped;
        out(&self.sum[dropped..HOP]);
        self.sum.copy_within(HOP.., 0);
        self.sum[FFT - HOP..].fill(0.0);
    }

    /// Passes the last [`TAIL`] samples of the clause to `out`.
    pub fn end(&mut self, out: impl FnOnce(&[f32])) {
        out(&self.sum[..TAIL]);
    }

    /// Fills the window from the sample `begin` on. `f0` returns the pitch in Hz of each of these samples, counted from
    /// `begin`.
    fn hear(&mut self, begin: usize, f0: impl Fn(usize) -> f64) {
        self.source.pulses(&mut self.pulses_heard[begin..], f0);
        for heard in &mut self.noise_heard[begin..] {
            *heard = self.source.noise.normal();
        }
    }

    /// Adds the sound of this frame to the sum.
    fn shape(&mut self, values: &[f32]) {
        for (heard, spectrum) in [
            (&self.pulses_heard, &mut self.pulse_spectrum),
            (&self.noise_heard, &mut self.noise_spectrum),
        ] {
            self.transform.forward(heard, &self.window, spectrum);
        }
        let filters = self.filters.of(values);
        self.pulse_spectrum.filter(filters, &self.noise_spectrum);
        let sound = self.transform.inverse(&mut self.pulse_spectrum);
        for (sum, add) in self.sum.iter_mut().zip(sound) {
            *sum += add * (1.0 / FFT as f32);
        }
    }
}

impl Source {
    fn new() -> Self {
        Self {
            half: 0,
            noise: Noise::new(SEED),
        }
    }

    /// Writes the sum of all harmonics of `f0` below the Nyquist frequency, normalised to unit power, in closed form.
    fn pulses(&mut self, out: &mut [f32], f0: impl Fn(usize) -> f64) {
        const RATE: f64 = SAMPLE_RATE as f64;
        let mut pulses = [Pulse::default(); HOP];
        for (i, pulse) in pulses[..out.len()].iter_mut().enumerate() {
            let f0 = f0(i);
            let turn = f0 * ((1_u64 << 63) as f64 / RATE);
            self.half = self.half.wrapping_add(turn as u64);
            let count = (RATE / 2.0 / f0) as u32;
            *pulse = Pulse {
                half: (self.half >> 32) as u32,
                count,
                level: (2.0 / count as f32).sqrt(),
            };
        }
        sound(&pulses, out);
    }
}

/// Computes the samples of the pulse train. It is compiled for several processors, and the best version runs;
/// all give the same bits.
#[autoversion]
fn sound(pulses: &[Pulse], out: &mut [f32]) {
    for (out, pulse) in out.iter_mut().zip(pulses) {
        let low = sine_of_turn(pulse.half);
        let high = sine_of_turn(pulse.half.wrapping_mul(2 * pulse.count + 1));
        let sum = high / (2.0 * low) - 0.5;
        *out = pulse.level * if low == 0.0 { pulse.count as f32 } else { sum };
    }
}

/// The parameters of one sample of the pulse train.
#[derive(Clone, Copy, Default)]
struct Pulse {
    /// Half the phase. A full turn is 2^32, so that multiples of it are exact.
    half: u32,
    /// The number of harmonics below the Nyquist frequency.
    count: u32,
    /// The factor that normalises their sum to unit power.
    level: f32,
}

fn clamped(f0: f32) -> f32 {
    // NaN becomes the lowest pitch.
    f0.max(*F0.start()).min(*F0.end())
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// A log amplitude that is inaudible.
    const SILENT: f32 = -40.0;

    fn bands() -> Bands {
        Bands {
            harmonic: vec![0.0, 300.0, 4000.0, 12_000.0],
            noise: vec![0.0, 2000.0, 12_000.0],
        }
    }

    /// Renders frames of one constant filter: log gain of the pulses, their delay in samples, log gain of the noise.
    fn render(f0: &[f32], pulses: f32, delay: f32, noise: f32) -> Vec<f32> {
        let bands = bands();
        let mut values = vec![pulses; bands.harmonic.len()];
        let turn = -2.0 * std::f32::consts::PI * delay / SAMPLE_RATE as f32;
        values.extend(bands.harmonic.iter().map(|f| f * turn));
        values.extend(bands.noise.iter().map(|_| noise));
        let mut synthesis = Synthesis::new(&bands);
        let mut pcm = Vec::new();
        // Another clause before this one must leave no trace.
        synthesis.begin(500.0);
        synthesis.frame(&values, 80.0, |_| {});
        synthesis.begin(f0[0]);
        for t in 0..f0.len() {
            let next = f0[(t + 1).min(f0.len() - 1)];
            synthesis.frame(&values, next, |s| pcm.extend_from_slice(s));
        }
        synthesis.end(|s| pcm.extend_from_slice(s));
        pcm
    }

    /// Computes the pulse train by its definition.
    fn cosines(f0: &[f32]) -> Vec<f64> {
        let mut phase = 0.0;
        (0..HOP * f0.len())
            .map(|n| {
                let t = (n as f64 - 150.0) / 300.0;
                let t = t.clamp(0.0, (f0.len() - 1) as f64);
                let low = (t as usize).min(f0.len() - 2);
                let (a, b) = (f64::from(f0[low]), f64::from(f0[low + 1]));
                let f = a + (b - a) * (t - low as f64);
                phase += 2.0 * PI * f / 24_000.0;
                let count = (12_000.0 / f) as usize;
                let sum: f64 = (1..=count).map(|k| (k as f64 * phase).cos()).sum();
                sum * (2.0 / count as f64).sqrt()
            })
            .collect()
    }

    #[test]
    fn an_open_filter_gives_the_pulse_train_of_the_pitch() {
        let f0 = [110.0, 123.0, 180.0, 181.0, 90.0, 333.0];
        let pcm = render(&f0, 0.0, 0.0, SILENT);
        let wanted = cosines(&f0);
        assert_eq!(pcm.len(), wanted.len());
        // At both edges only one window overlaps.
        for n in 150..pcm.len() - 150 {
            let error = (f64::from(pcm[n]) - wanted[n]).abs();
            assert!(error < 2e-3, "sample {n}: {} for {}", pcm[n], wanted[n]);
        }
    }

    /// The limit for noise of the approximations, far below the dither of a 16-bit sample.
    const ERROR_DB: f64 = -90.0;

    #[test]
    fn the_pulse_train_errs_by_less_than_is_heard() {
        let mut source = Source::new();
        let pitch = |i: usize| 61.0 + 0.37 * i as f64;
        let (mut signal, mut error, mut phase) = (0.0, 0.0, 0.0);
        for hop in 0..5 {
            let mut found = [0.0; HOP];
            source.pulses(&mut found, |i| pitch(hop * HOP + i));
            for (i, found) in found.iter().enumerate() {
                let f0 = pitch(hop * HOP + i);
                phase += TAU * f0 / f64::from(SAMPLE_RATE);
                let count = (12_000.0 / f0) as usize;
                let sum: f64 = (1..=count).map(|k| (k as f64 * phase).cos()).sum();
                let wanted = sum * (2.0 / count as f64).sqrt();
                signal += wanted * wanted;
                error += (wanted - f64::from(*found)).powi(2);
            }
        }
        let db = 10.0 * (error / signal).log10();
        println!("pulse train: {db:.1} dB");
        assert!(db < ERROR_DB, "{db}");
    }

    #[test]
    fn a_linear_phase_delays() {
        let f0 = [150.0; 8];
        let (plain, late) = (
            render(&f0, 0.0, 0.0, SILENT),
            render(&f0, 0.0, 100.0, SILENT),
        );
        for n in 400..plain.len() - 400 {
            assert!((late[n + 100] - plain[n]).abs() < 1e-2, "sample {n}");
        }
    }

    #[test]
    fn noise_is_white_of_unit_variance_and_the_same_in_every_clause() {
        let f0 = [100.0; 80];
        let pcm = render(&f0, SILENT, 0.0, 0.0);
        let middle = &pcm[150..pcm.len() - 150];
        let correlation = |lag: usize| {
            let products = middle.iter().zip(&middle[lag..]).map(|(a, b)| a * b);
            products.sum::<f32>() / (middle.len() - lag) as f32
        };
        let mean = middle.iter().sum::<f32>() / middle.len() as f32;
        assert!(mean.abs() < 0.02, "{mean}");
        assert!((correlation(0) - 1.0).abs() < 0.03, "{}", correlation(0));
        for lag in [1, 2, 7, 300] {
            assert!(correlation(lag).abs() < 0.03, "{lag}: {}", correlation(lag));
        }
        assert_eq!(pcm, render(&f0, SILENT, 0.0, 0.0));
    }

    #[test]
    fn no_pitch_or_filter_of_a_broken_network_stops_synthesis() {
        let pcm = render(&[f32::NAN, 0.0, f32::INFINITY, -9.0], f32::NAN, 1e30, 1e30);
        assert_eq!(pcm.len(), 4 * HOP);
    }
}
