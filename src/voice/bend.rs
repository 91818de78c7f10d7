//! Retroflex consonants as native speakers say them: the filters around them are bent as the manifest says.
//!
//! The voices learnt from a teacher whose vowels do not change before a retroflex, and which has no ɭ. Natives lower F2 to
//! F4 there, and have less power above F2. `models/README.md` has what was measured. Speech without these phonemes stays
//! the same to the bit.

use serde::Deserialize;

use super::frame::{Bands, HOP, SAMPLE_RATE};
use crate::phoneme::Phoneme;

const FRAMES_PER_SECOND: f32 = SAMPLE_RATE as f32 / HOP as f32;
/// A phoneme sounds so many frames before its own, as in the clips of the teacher.
pub(super) const LATE: f32 = 0.055 * FRAMES_PER_SECOND;
/// Where the vowel begins to change and where it is changed, in frames before the consonant.
const RISE: [f32; 2] = [0.07 * FRAMES_PER_SECOND, 0.02 * FRAMES_PER_SECOND];
/// The part of the consonant that is changed wholly.
const WHOLE: [f32; 2] = [0.25, 0.6];
/// Frames after the consonant until nothing is changed.
const AFTER: f32 = 0.02 * FRAMES_PER_SECOND;
/// F2 to F4 are between the inner two of these frequencies. Beyond the outer two nothing moves.
const MOVED: [f32; 4] = [900.0, 1400.0, 3900.0, 5600.0];
/// Power falls around this frequency in Hz, which is between F2 and F3, from half of it to one and a half times it.
const CORNER: f32 = 2200.0;
/// That of a voice whose mean pitch is above [`HIGH_PITCH`].
const HIGH_CORNER: f32 = 2600.0;
const HIGH_PITCH: f32 = 165.0;
const NEPERS_PER_DB: f32 = std::f32::consts::LN_10 / 20.0;

/// How a frame is changed: the factor of F2 to F4, and dB above F2.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(super) struct Change(f32, f32);

impl Change {
    /// Nothing.
    pub(super) const NONE: Self = Self(1.0, 0.0);

    fn towards(self, other: Self, share: f32) -> Self {
        let between = |a: f32, b: f32| a + (b - a) * share;
        Self(between(self.0, other.0), between(self.1, other.1))
    }

    /// The lower of both.
    fn with(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.min(other.1))
    }
}

/// What is bent for a phoneme: at the end of the vowel before it, within it, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Entry")]
pub(super) struct Bend {
    phoneme: Phoneme,
    before: Change,
    within: Change,
    length: f32,
}

#[derive(Deserialize)]
struct Entry {
    phoneme: String,
    before: Change,
    within: Change,
    length: f32,
}

impl TryFrom<Entry> for Bend {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let Entry {
            phoneme,
            before,
            within,
            length,
        } = entry;
        for (what, value, least, most) in [
            ("factor", before.0, 0.5, 1.0),
            ("factor", within.0, 0.5, 1.0),
            ("change in dB", before.1, -40.0, 0.0),
            ("change in dB", within.1, -40.0, 0.0),
            ("length", length, 0.5, 2.0),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!(
                    "the bend of {phoneme:?} has the {what} {value}, which is not from {least} to {most}"
                ));
            }
        }
        let Some(phoneme) = Phoneme::from_symbol(&phoneme) else {
            return Err(format!("a bend is of {phoneme:?}, which is no phoneme"));
        };
        Ok(Self {
            phoneme,
            before,
            within,
            length,
        })
    }
}

impl Bend {
    /// Returns the change at a time after the consonant's begin, in frames; it has so many `frames`.
    fn at(&self, time: f32, frames: f32) -> Change {
        let whole = WHOLE.map(|share| share * frames);
        let points = [
            (-RISE[0], Change::NONE),
            (-RISE[1], self.before),
            (0.0, self.before),
            (whole[0], self.within),
            (whole[1], self.within),
            (frames + AFTER, Change::NONE),
        ];
        for pair in points.windows(2) {
            let [(from, a), (to, b)] = [pair[0], pair[1]];
            if (from..to).contains(&time) {
                return a.towards(b, (time - from) / (to - from));
            }
        }
        Change::NONE
    }
}

/// A phoneme that is bent and has begun: its bend, its first frame and its number of frames.
#[derive(Clone, Copy, Debug)]
struct Begun(Bend, usize, usize);

/// Bends the frames of a stream.
#[derive(Debug)]
pub(super) struct Bender {
    bends: Vec<Bend>,
    bands: Bands,
    /// Whether the voice is a high one.
    high: bool,
    /// Frames that the decoder looks ahead.
    lookahead: usize,
    /// The latest two of the clause.
    begun: [Option<Begun>; 2],
    /// The bend of the next phoneme and the frame at which it begins.
    next: Option<(Bend, usize)>,
    values: Vec<f32>,
}

impl Bender {
    pub(super) fn new(bends: &[Bend], bands: &Bands, lookahead: usize) -> Self {
        Self {
            bends: bends.to_vec(),
            bands: bands.clone(),
            high: false,
            lookahead,
            begun: [None; 2],
            next: None,
            values: vec![0.0; bands.outputs()],
        }
    }

    /// Begins a clause of a voice whose mean pitch is `mean`, in Hz.
    pub(super) fn begin(&mut self, mean: f32) {
        self.high = mean > HIGH_PITCH;
        self.begun = [None; 2];
        self.next = None;
    }

    fn of(&self, phoneme: Phoneme) -> Option<Bend> {
        self.bends.iter().copied().find(|b| b.phoneme == phoneme)
    }

    /// Returns the factor of a phoneme's duration.
    pub(super) fn length(&self, phoneme: Phoneme) -> f32 {
        self.of(phoneme).map_or(1.0, |bend| bend.length)
    }

    /// Takes the phoneme that begins at the frame `begin`, its number of frames, and the next phoneme.
    pub(super) fn enter(
        &mut self,
        phoneme: Phoneme,
        begin: usize,
        frames: usize,
        next: Option<Phoneme>,
    ) {
        if let Some(bend) = self.of(phoneme) {
            self.begun = [Some(Begun(bend, begin, frames)), self.begun[0]];
        }
        self.next = next
            .and_then(|next| self.of(next))
            .map(|bend| (bend, begin + frames));
    }

    /// Returns the change of the frame that the decoder returns when it reads the frame `at`.
    pub(super) fn change(&self, at: usize) -> Change {
        let time = at as f32 - self.lookahead as f32 + 0.5 + LATE;
        let mut change = Change::NONE;
        for Begun(bend, begin, frames) in self.begun.iter().flatten() {
            change = change.with(bend.at(time - *begin as f32, *frames as f32));
        }
        if let Some((bend, begin)) = self.next {
            change = change.with(bend.at(time - begin as f32, 0.0));
        }
        change
    }

    /// Returns the values of a frame, changed.
    pub(super) fn bend<'a>(&'a mut self, values: &'a [f32], change: Change) -> &'a [f32] {
        if change == Change::NONE {
            return values;
        }
        self.values.copy_from_slice(values);
        let corner = if self.high { HIGH_CORNER } else { CORNER };
        let (harmonic, noise) = (&self.bands.harmonic, &self.bands.noise);
        let first = values.len() - noise.len();
        for (bands, first) in [(harmonic, 0), (noise, first)] {
            let from = &values[first..][..bands.len()];
            let to = &mut self.values[first..][..bands.len()];
            for (value, hertz) in to.iter_mut().zip(bands) {
                let source = hertz + moved(*hertz) * (1.0 / change.0 - 1.0);
                *value = between(bands, from, source)
                    + change.1 * NEPERS_PER_DB * smooth(hertz / corner - 0.5);
            }
        }
        &self.values
    }
}

/// The frequency where F2 to F4 are, less beside them, and 0 where nothing moves.
fn moved(hertz: f32) -> f32 {
    let [low, first, last, high] = MOVED;
    if hertz < first {
        (hertz - low).max(0.0) / (first - low) * first
    } else if hertz <= last {
        hertz
    } else {
        (high - hertz).max(0.0) / (high - last) * last
    }
}

/// A smooth rise from 0 to 1 between these values.
pub(super) fn smooth(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Interpolates the values at rising frequencies; `hertz` is not below the first.
fn between(bands: &[f32], values: &[f32], hertz: f32) -> f32 {
    let high = bands.partition_point(|band| *band <= hertz);
    if high == bands.len() {
        return values[high - 1];
    }
    let low = high - 1;
    let share = (hertz - bands[low]) / (bands[high] - bands[low]);
    values[low] + (values[high] - values[low]) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEND: Bend = Bend {
        phoneme: Phoneme::EDGE,
        before: Change(0.92, -8.0),
        within: Change(0.9, -13.0),
        length: 0.7,
    };

    fn bender() -> Bender {
        let bands = |n: usize| (0..n).map(move |i| 12_000.0 / (n - 1) as f32 * i as f32);
        let bands = Bands {
            harmonic: bands(121).collect(),
            noise: bands(61).collect(),
        };
        Bender::new(&[BEND], &bands, 6)
    }

    #[test]
    fn the_vowel_before_and_the_consonant_are_changed_and_nothing_else() {
        let mut bender = bender();
        bender.begin(120.0);
        let mut found = Vec::new();
        for (phoneme, begin, frames, next) in [
            (Phoneme::SPACE, 0, 20, Some(Phoneme::EDGE)),
            (Phoneme::EDGE, 20, 8, Some(Phoneme::SPACE)),
            (Phoneme::SPACE, 28, 20, None),
        ] {
            bender.enter(phoneme, begin, frames, next);
            found.extend((begin..begin + frames).map(|at| bender.change(at)));
        }
        // The frame that reads 20 is heard about a frame earlier.
        assert!(found[..15].iter().all(|change| *change == Change::NONE));
        assert_eq!(found[20], BEND.before);
        assert_eq!(found[24], BEND.within);
        assert!(found[31..].iter().all(|change| *change == Change::NONE));
    }

    #[test]
    fn a_peak_moves_down_and_the_bands_above_get_softer() {
        let mut bender = bender();
        bender.begin(120.0);
        let bands = bender.bands.clone();
        let mut values = vec![0.0; bands.outputs()];
        values[20] = 1.0;
        let bent = bender.bend(&values, Change(0.9, -13.0)).to_vec();
        let peak = (0..30).max_by(|a, b| bent[*a].total_cmp(&bent[*b]));
        assert_eq!(peak, Some(18), "from 2000 Hz to 1800 Hz");
        assert!(bent[..9].iter().all(|value| value.abs() < 0.01));
        let noise = &bent[242..];
        assert!(
            noise[30..]
                .iter()
                .all(|value| (value + 13.0 * NEPERS_PER_DB).abs() < 1e-5)
        );
        assert_eq!(bent[121..242], values[121..242], "phases stay");
        assert_eq!(bender.bend(&values, Change::NONE), values);
    }

    #[test]
    fn a_manifest_may_not_bend_without_bounds() {
        let entry = |phoneme: &str, length: f32| {
            let text = format!(
                r#"{{"phoneme": "{phoneme}", "before": [0.9, -6], "within": [1, 0], "length": {length}}}"#
            );
            serde_json::from_str::<Bend>(&text).map_err(|e| e.to_string())
        };
        assert!(entry("ɭ", 0.7).is_ok());
        assert!(
            entry("ɭ", 9.0)
                .unwrap_err()
                .contains("length 9, which is not from 0.5 to 2")
        );
        assert!(entry("ll", 1.0).unwrap_err().contains("no phoneme"));
    }
}
