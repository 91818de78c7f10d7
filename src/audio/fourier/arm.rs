//! The transforms on aarch64: real signals of 1200 samples as 600 complex numbers. A spectrum stays in the order of
//! [`factors`](super::factors), so that only samples are put in order. Everything is computed as realfft does, to the bit.

use archmage::prelude::*;
use realfft::num_complex::Complex;

use super::factors::{Factors, LANES, LENGTH, LONG, Numbers, Part, Root, frequency, sample};
use super::filter::{BINS, Bank, MARGIN};
use crate::voice::FFT;

/// The mirror image of a frequency of the first half lies in the second half.
const HALF: usize = LENGTH / 2;
/// But the multiples of this have theirs in their own half.
const OWN: usize = 12;

/// The spectrum of a frame: all frequencies but the highest, whose number is real.
pub struct Spectrum {
    parts: [Part; 2],
    highest: f32,
}

/// Transforms with the buffers that they need.
pub struct Transform {
    token: NeonToken,
    factors: Factors,
    /// Where each pair of samples lies before a transform, and after it.
    before: Vec<u16>,
    after: Vec<u16>,
    roots: Roots,
    own: Vec<Pair>,
    /// Silence but for the window.
    heard: [Part; 2],
    pairs: [Part; 2],
    middle: [Part; 2],
    time: Vec<f32>,
}

/// Half the factor of each frequency of the first half.
type Roots = [[f32; HALF]; 2];

/// Where a frequency and its mirror image in the same half lie, and half their factor.
struct Pair {
    at: [usize; 2],
    root: Root,
}

impl Transform {
    pub fn new() -> Self {
        let mut roots = [[0.0; HALF]; 2];
        for (k, at) in (1..LENGTH).map(|k| (k, frequency(k))) {
            if at < HALF {
                let Root(re, im) = half_root(k);
                roots[0][at] = re;
                roots[1][at] = im;
            }
        }
        let own = (OWN..LENGTH / 2).step_by(OWN).map(|k| Pair {
            at: [k, LENGTH - k].map(frequency),
            root: half_root(k),
        });
        Self {
            token: NeonToken::summon().expect("every processor of this architecture has NEON"),
            factors: Factors::new(),
            before: (0..LENGTH).map(|n| sample(n) as u16).collect(),
            after: (0..LENGTH).map(|n| frequency(n) as u16).collect(),
            roots,
            own: own.collect(),
            heard: [[0.0; LENGTH]; 2],
            pairs: [[0.0; LENGTH]; 2],
            middle: [[0.0; LENGTH]; 2],
            time: vec![0.0; FFT],
        }
    }

    /// Returns the frequencies in the order in which a spectrum has them.
    pub fn bins() -> impl Iterator<Item = usize> {
        let mut bins = [BINS - 1; BINS];
        for k in 0..LENGTH {
            bins[frequency(k)] = k;
        }
        bins.into_iter()
    }

    /// Writes the spectrum of what is heard through the window, with silence around it.
    pub fn forward(&mut self, heard: &[f32], window: &[f32], spectrum: &mut Spectrum) {
        let (heard, _) = heard.as_chunks::<2>();
        let (window, _) = window.as_chunks::<2>();
        let [re, im] = &mut self.heard;
        for ((h, w), at) in heard.iter().zip(window).zip(&self.before[MARGIN / 2..]) {
            let at = usize::from(*at);
            re[at] = h[0] * w[0];
            im[at] = h[1] * w[1];
        }
        let (pairs, middle) = (&mut self.pairs, &mut self.middle);
        self.factors
            .transform(self.token, &self.heard, middle, pairs);
        let to = &mut spectrum.parts;
        untangle::<true>(self.token, pairs, &self.roots, to);
        for Pair { at, root } in &self.own {
            let [out, mirror] = at.map(|at| number(pairs, at));
            let numbers = untangled(out, mirror, *root, 0.5);
            put(to, at[0], numbers[0]);
            put(to, at[1], numbers[1]);
        }
        let center = frequency(LENGTH / 2);
        put(to, center, number(pairs, center).conj());
        let lowest = number(pairs, frequency(0));
        put(to, frequency(0), Complex::new(lowest.re + lowest.im, 0.0));
        spectrum.highest = lowest.re - lowest.im;
    }

    /// Returns the sound of a spectrum, [`FFT`] times as loud, and leaves no spectrum behind.
    pub fn inverse(&mut self, spectrum: &mut Spectrum) -> &[f32] {
        let (from, pairs) = (&spectrum.parts, &mut self.pairs);
        untangle::<false>(self.token, from, &self.roots, pairs);
        // Backwards is forwards with real and imaginary parts exchanged, and the numbers lie as samples do: mirrored.
        let mut put_back =
            |at, number: Complex<f32>| put(pairs, at, Complex::new(number.im, number.re));
        for Pair { at, root } in &self.own {
            let [out, mirror] = at.map(|at| number(from, at));
            let numbers = untangled(out, mirror, Root(-2.0 * root.0, 2.0 * root.1), 1.0);
            put_back(at[1], numbers[0]);
            put_back(at[0], numbers[1]);
        }
        let center = frequency(LENGTH / 2);
        put_back(center, number(from, center).conj() * 2.0);
        let (lowest, highest) = (number(from, frequency(0)).re, spectrum.highest);
        put_back(
            frequency(0),
            Complex::new(lowest + highest, lowest - highest),
        );
        let (middle, to) = (&mut self.middle, &mut spectrum.parts);
        self.factors.transform(self.token, pairs, middle, to);
        let [im, re] = to;
        let (time, _) = self.time.as_chunks_mut::<2>();
        for (time, at) in time.iter_mut().zip(&self.after) {
            let at = usize::from(*at);
            *time = [re[at], im[at]];
        }
        &self.time
    }
}

impl Spectrum {
    pub fn new() -> Self {
        Self {
            parts: [[0.0; LENGTH]; 2],
            highest: 0.0,
        }
    }

    /// Filters this spectrum of the pulses, and adds that of the noise.
    pub fn filter(&mut self, filters: &Bank, noise: &Self) {
        let [re, im] = &mut self.parts;
        let [noise_re, noise_im] = &noise.parts;
        let pulses = re.iter_mut().zip(im);
        let hisses = noise_re.iter().zip(noise_im);
        for (filter, ((re, im), (hiss_re, hiss_im))) in filters.filters().zip(pulses.zip(hisses)) {
            let hiss = Complex::new(*hiss_re, *hiss_im);
            let sum = filter.apply(Complex::new(*re, *im), hiss);
            (*re, *im) = (sum.re, sum.im);
        }
        if let Some(filter) = filters.filters().nth(BINS - 1) {
            let hiss = Complex::from(noise.highest);
            self.highest = filter.apply(self.highest.into(), hiss).re;
        }
    }
}

/// Half the factor of a frequency of a real signal. Beyond the center it is that of the mirror image, mirrored.
fn half_root(k: usize) -> Root {
    let mirrored = LENGTH - k;
    match k < mirrored {
        true => {
            let Root(re, im) = Root::new(k, FFT);
            Root(re * 0.5, im * 0.5)
        }
        false => {
            let Root(re, im) = Root::new(mirrored, FFT);
            Root(re * -0.5, im * 0.5)
        }
    }
}

fn number(parts: &[Part; 2], at: usize) -> Complex<f32> {
    Complex::new(parts[0][at], parts[1][at])
}

fn put(parts: &mut [Part; 2], at: usize, number: Complex<f32>) {
    parts[0][at] = number.re;
    parts[1][at] = number.im;
}

/// Turns numbers of the transform of pairs of samples into numbers of that of samples, or back.
fn untangled(out: Complex<f32>, mirror: Complex<f32>, root: Root, by: f32) -> [Complex<f32>; 2] {
    let (sum, difference) = (out + mirror, out - mirror);
    let re = sum.im * root.0 + difference.re * root.1;
    let im = sum.im * root.1 - difference.re * root.0;
    let (sum, difference) = (sum.re * by, difference.im * by);
    [
        Complex::new(sum + re, difference + im),
        Complex::new(sum - re, im - difference),
    ]
}

/// [`untangled`] for all numbers but those of [`Pair`], whose places get what has no meaning.
#[arcane(import_intrinsics)]
fn untangle<const FORWARD: bool>(
    _token: NeonToken,
    from: &[Part; 2],
    roots: &Roots,
    to: &mut [Part; 2],
) {
    const BLOCKS: usize = HALF / LANES / LONG;
    let [from_re, from_im] = from.each_ref().map(|part| part.as_chunks::<LANES>().0);
    let [roots_re, roots_im] = roots.each_ref().map(|part| part.as_chunks::<LANES>().0);
    let [to_re, to_im] = to.each_mut().map(|part| part.as_chunks_mut::<LANES>().0);
    for block in 0..BLOCKS {
        for long in 0..LONG {
            let mirrored = (LONG - long) % LONG;
            let at = LONG * block + long;
            let mirror = LONG * (BLOCKS + block) + mirrored;
            let out = Numbers(vld1q_f32(&from_re[at]), vld1q_f32(&from_im[at]));
            let image = Numbers(vld1q_f32(&from_re[mirror]), vld1q_f32(&from_im[mirror]));
            let root = Numbers(vld1q_f32(&roots_re[at]), vld1q_f32(&roots_im[at]));
            let (mut sum, mut difference) = (out.plus(image), out.minus(image));
            let root = match FORWARD {
                true => root,
                false => Numbers(vmulq_n_f32(root.0, -2.0), vmulq_n_f32(root.1, 2.0)),
            };
            let re = vaddq_f32(vmulq_f32(sum.1, root.0), vmulq_f32(difference.0, root.1));
            let im = vsubq_f32(vmulq_f32(sum.1, root.1), vmulq_f32(difference.0, root.0));
            if FORWARD {
                sum.0 = vmulq_n_f32(sum.0, 0.5);
                difference.1 = vmulq_n_f32(difference.1, 0.5);
            }
            let out = Numbers(vaddq_f32(sum.0, re), vaddq_f32(difference.1, im));
            let image = Numbers(vsubq_f32(sum.0, re), vsubq_f32(im, difference.1));
            if FORWARD {
                vst1q_f32(&mut to_re[at], out.0);
                vst1q_f32(&mut to_im[at], out.1);
                vst1q_f32(&mut to_re[mirror], image.0);
                vst1q_f32(&mut to_im[mirror], image.1);
            } else {
                let at = LONG * block + mirrored;
                let mirror = LONG * (BLOCKS + block) + long;
                vst1q_f32(&mut to_re[at], out.1);
                vst1q_f32(&mut to_im[at], out.0);
                vst1q_f32(&mut to_re[mirror], image.1);
                vst1q_f32(&mut to_im[mirror], image.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::library;
    use super::*;
    use crate::audio::noise::Noise;
    use crate::voice::WINDOW;

    #[test]
    fn all_is_computed_as_the_library_does_to_the_bit() {
        let mut noise = Noise::new(1);
        let mut numbers = |n: usize| -> Vec<f32> { (0..n).map(|_| noise.normal()).collect() };
        let (mut own, mut library) = (Transform::new(), library::Transform::new());
        let mut spectra = [Spectrum::new(), Spectrum::new()];
        let mut wanted = [library::Spectrum::new(), library::Spectrum::new()];
        let window = numbers(WINDOW);
        for _ in 0..20 {
            for (spectrum, wanted) in spectra.iter_mut().zip(&mut wanted) {
                let heard = numbers(WINDOW);
                own.forward(&heard, &window, spectrum);
                library.forward(&heard, &window, wanted);
            }
            let values = [numbers(BINS), numbers(BINS), numbers(BINS)];
            let bank = |bins: Vec<usize>| {
                let of = |values: &Vec<f32>| bins.iter().map(|bin| values[*bin]).collect();
                let [gain, phase, noise] = values.each_ref().map(of);
                Bank { gain, phase, noise }
            };
            let [spectrum, hiss] = &mut spectra;
            spectrum.filter(&bank(Transform::bins().collect()), hiss);
            let [wanted, hiss] = &mut wanted;
            wanted.filter(&bank(library::Transform::bins().collect()), hiss);
            assert_eq!(own.inverse(spectrum), library.inverse(wanted));
        }
    }
}
