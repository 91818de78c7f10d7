//! One stream of frames: the phonemes of a clause go in, its frames come out a few at a time.

use std::sync::Arc;

use heapless::Deque;
use tract_core::prelude::Tensor;

use super::bundle::{MAX_LOOKAHEAD, PAUSES};
use super::network::{Input, Run, failed, write, zeros};
use super::{FRAME_INPUTS, MAX_CHUNK, PHONEMES, POINTS, Voice};
use crate::phoneme::Phoneme;
use crate::{Error, Result};

/// No clause has more phonemes; training saw none as long.
pub const MAX_PHONEMES: usize = 512;
/// No phoneme lasts longer: 2 s.
const MAX_FRAMES: f32 = 160.0;
/// The pitch, in Hz, whose logarithm the networks call 0.
const F0_UNIT: f32 = 200.0;

/// What is heard for a hop.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The filters, as [`super::Bands`] orders them.
    pub values: &'a [f32],
    /// The pitch at the frame's centre, in Hz.
    pub f0: f32,
    /// The pitch of the frame after it; of the last one, its own.
    pub next_f0: f32,
}

/// The state of both networks for one listener. Every buffer is made once.
#[derive(Debug)]
pub struct Stream {
    encoder: Encoder,
    expansion: Expansion,
    run: Run,
    input: Arc<Tensor>,
    width: usize,
    outputs: usize,
    lookahead: usize,
    /// Outputs of the decoder still to drop: they come before the clause.
    early: usize,
    /// The pitch of the frames that the decoder was given and that have not come out.
    pitches: Deque<f32, { MAX_LOOKAHEAD + MAX_CHUNK + 1 }>,
    speaking: bool,
}

impl Stream {
    /// A stream of `voice`.
    pub fn new(voice: &Voice) -> Result<Self> {
        let manifest = &voice.manifest;
        let width = manifest.decoder.inputs;
        Ok(Self {
            encoder: Encoder::new(voice)?,
            expansion: Expansion::new(manifest.encoder_outputs(), manifest.encoder.width),
            run: voice.decoder.run()?,
            input: Arc::new(zeros(Input::Rows("x", width), voice.chunk).map_err(failed)?),
            width,
            outputs: manifest.bands.outputs(),
            lookahead: manifest.decoder.lookahead,
            early: 0,
            pitches: Deque::new(),
            speaking: false,
        })
    }

    /// Begins a clause, framed as [`crate::lexicon::phrase`] does, in place of any other.
    pub fn begin(&mut self, clause: &[Phoneme], voice: usize, speed: f32) -> Result<()> {
        self.stop();
        self.encoder.begin(clause, voice)?;
        self.expansion.begin(speed);
        self.run.begin();
        self.early = self.lookahead;
        self.speaking = true;
        Ok(())
    }

    /// Forgets the rest of the clause.
    pub fn stop(&mut self) {
        self.pitches.clear();
        self.speaking = false;
    }

    /// The frame with which a phoneme of the clause begins, once it is known.
    pub fn begins(&self, phoneme: usize) -> Option<usize> {
        self.expansion.begins.get(phoneme).copied()
    }

    /// Whether frames of the clause are still to come.
    pub fn is_speaking(&self) -> bool {
        self.speaking
    }

    /// Runs the decoder once, and shows `each` the frames that are known then: none at first.
    pub fn advance(&mut self, mut each: impl FnMut(Frame)) -> Result<()> {
        let rows = write(&mut self.input)?.chunks_exact_mut(self.width);
        for row in rows {
            match self.expansion.next(&mut self.encoder, row)? {
                Some(f0) => {
                    let full = self.pitches.push_back(f0).is_err();
                    debug_assert!(
                        !full,
                        "there is room for what a run and the look-ahead hold"
                    );
                }
                None => row.fill(0.0),
            }
        }
        self.run.step([&self.input])?;
        for values in self.run.output().chunks_exact(self.outputs) {
            if self.early > 0 {
                self.early -= 1;
                continue;
            }
            let Some(f0) = self.pitches.pop_front() else {
                break;
            };
            let next_f0 = self.pitches.front().copied().unwrap_or(f0);
            each(Frame {
                values,
                f0,
                next_f0,
            });
        }
        self.speaking = !self.pitches.is_empty() || !self.expansion.is_over(&self.encoder);
        Ok(())
    }
}

/// Phonemes to what is said of each.
#[derive(Debug)]
struct Encoder {
    run: Run,
    ids: Arc<Tensor>,
    features: Arc<Tensor>,
    width: usize,
    outputs: usize,
    lookahead: usize,
    voices: usize,
    clause: heapless::Vec<Phoneme, MAX_PHONEMES>,
    voice: usize,
    pause: usize,
    /// Runs so far.
    runs: usize,
    given: usize,
}

impl Encoder {
    fn new(voice: &Voice) -> Result<Self> {
        let manifest = &voice.manifest;
        let width = manifest.encoder.features;
        let features = zeros(Input::Rows("features", width), PHONEMES);
        Ok(Self {
            run: voice.encoder.run()?,
            ids: Arc::new(zeros(Input::Ids, PHONEMES).map_err(failed)?),
            features: Arc::new(features.map_err(failed)?),
            width,
            outputs: manifest.encoder_outputs(),
            lookahead: manifest.encoder.lookahead,
            voices: manifest.voices.len(),
            clause: heapless::Vec::new(),
            voice: 0,
            pause: 0,
            runs: 0,
            given: 0,
        })
    }

    fn begin(&mut self, clause: &[Phoneme], voice: usize) -> Result<()> {
        self.clause.clear();
        self.clause
            .extend_from_slice(clause)
            .map_err(|_| Error::Limit {
                what: "count of phonemes in a clause",
                limit: MAX_PHONEMES,
            })?;
        let last = clause.iter().rev().find(|p| p.is_pause());
        let last = last.unwrap_or(&Phoneme::PERIOD);
        self.pause = PAUSES.iter().position(|p| p == last).unwrap_or_default();
        self.voice = voice.min(self.voices - 1);
        self.runs = 0;
        self.given = 0;
        self.run.begin();
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.given == self.clause.len()
    }

    /// What is said of the next phoneme.
    fn next(&mut self) -> Result<Option<&[f32]>> {
        if self.is_over() {
            return Ok(None);
        }
        let at = self.given + self.lookahead;
        while self.runs <= at / PHONEMES {
            self.feed()?;
        }
        self.given += 1;
        Ok(self
            .run
            .output()
            .chunks_exact(self.outputs)
            .nth(at % PHONEMES))
    }

    fn feed(&mut self) -> Result<()> {
        let first = self.runs * PHONEMES;
        for (i, id) in write::<i64>(&mut self.ids)?.iter_mut().enumerate() {
            let phoneme = self.clause.get(first + i).unwrap_or(&Phoneme::EDGE);
            *id = phoneme.index() as i64;
        }
        let features = write::<f32>(&mut self.features)?;
        features.fill(0.0);
        let count = self.clause.len();
        for (i, row) in (first..count).zip(features.chunks_exact_mut(self.width)) {
            row[self.voice] = 1.0;
            row[self.voices] = (i as f32).ln_1p() / 4.0;
            row[self.voices + 1] = ((count - 1 - i) as f32).ln_1p() / 4.0;
            row[self.voices + 2 + self.pause] = 1.0;
        }
        self.run.step([&self.ids, &self.features])?;
        self.runs += 1;
        Ok(())
    }
}

/// What is said of a phoneme to the decoder's input for each of its frames.
#[derive(Debug)]
struct Expansion {
    /// Of the current phoneme.
    said: Vec<f32>,
    width: usize,
    frames: usize,
    at: usize,
    /// The first frame of each phoneme so far.
    begins: heapless::Vec<usize, MAX_PHONEMES>,
    /// All frames so far, those of the current phoneme to its end.
    total: usize,
    speed: f32,
    /// Frames owed to the next phoneme by rounding, so that the clause has the right length.
    owed: f32,
}

impl Expansion {
    fn new(outputs: usize, width: usize) -> Self {
        Self {
            said: vec![0.0; outputs],
            width,
            frames: 0,
            at: 0,
            begins: heapless::Vec::new(),
            total: 0,
            speed: 1.0,
            owed: 0.0,
        }
    }

    fn begin(&mut self, speed: f32) {
        self.speed = speed;
        self.frames = 0;
        self.at = 0;
        self.begins.clear();
        self.total = 0;
        self.owed = 0.0;
    }

    fn is_over(&self, encoder: &Encoder) -> bool {
        self.at == self.frames && encoder.is_over()
    }

    /// Writes the next frame's input into `row`, and gives its pitch in Hz; `None` after the clause.
    fn next(&mut self, encoder: &mut Encoder, row: &mut [f32]) -> Result<Option<f32>> {
        if self.at == self.frames {
            let Some(said) = encoder.next()? else {
                return Ok(None);
            };
            self.said.copy_from_slice(said);
            // What is not a number becomes the longest.
            let length = (self.said[self.width].exp() / self.speed).min(MAX_FRAMES);
            let frames = (length + self.owed).round().clamp(1.0, MAX_FRAMES);
            self.owed += length - frames;
            self.frames = frames as usize;
            self.at = 0;
            let full = self.begins.push(self.total).is_err();
            debug_assert!(!full, "a clause has no more phonemes");
            self.total += self.frames;
        }
        let (said, points) = self.said.split_at(self.width);
        let (lf0, voicing) = points[1..].split_at(POINTS);
        let frames = self.frames as f32;
        let place = (self.at as f32 + 0.5) / frames;
        let lf0 = between(lf0, place);
        let voiced = 1.0 / (1.0 + (-between(voicing, place)).exp());
        row[..self.width].copy_from_slice(said);
        let inputs: [f32; FRAME_INPUTS] = [place, (frames * self.speed).ln() / 3.0, lf0, voiced];
        row[self.width..].copy_from_slice(&inputs);
        self.at += 1;
        Ok(Some(F0_UNIT * lf0.exp()))
    }
}

/// The value at `place`, from 0 to 1, of a line through `points` at equal distances.
fn between(points: &[f32], place: f32) -> f32 {
    let place = place * (POINTS - 1) as f32;
    let low = (place as usize).min(POINTS - 2);
    points[low] + (points[low + 1] - points[low]) * (place - low as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{Lexicon, phrase};
    use crate::text::{Reader, Splitter};
    use crate::voice::{Bundle, Kernel, Options};

    const SENTENCES: [&str; 4] = [
        "यह आवाज़ इसी मशीन पर बन रही है।",
        "இந்தக் குரல் இங்கேயே உருவாகிறது.",
        "এই কণ্ঠস্বর এই যন্ত্রেই তৈরি হচ্ছে।",
        "This voice is made on this very machine.",
    ];

    fn clause(text: &str) -> Vec<Phoneme> {
        let clause = Splitter::of(text).next_clause().unwrap();
        let (mut pieces, mut phonemes) = (Vec::new(), Vec::new());
        Reader::new(None).read(&clause, &mut pieces);
        phrase(&pieces, &Lexicon::default(), &mut phonemes);
        phonemes
    }

    /// The same phonemes, and then the same frames, through both forms of the networks.
    #[test]
    fn integer_and_float_agree() {
        let bundle = match std::env::var_os("VAAK_BUNDLE") {
            Some(folder) => Bundle::open(folder.as_ref()),
            None => Bundle::open("models/voice-2-native".as_ref()),
        };
        let bundle = bundle.unwrap();
        let mut streams = [Kernel::Float, Kernel::Integer].map(|kernel| {
            let options = Options {
                kernel: Some(kernel),
                ..Options::default()
            };
            Stream::new(&Voice::load(&bundle, options).unwrap()).unwrap()
        });
        let (mut said, mut frames) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
        for (i, text) in SENTENCES.iter().enumerate() {
            let clause = clause(text);
            for (stream, said) in streams.iter_mut().zip(&mut said) {
                stream.begin(&clause, i % 2, 1.0).unwrap();
                while let Some(values) = stream.encoder.next().unwrap() {
                    said.extend_from_slice(values);
                }
            }
            let [float, integer] = &mut streams;
            float.begin(&clause, i % 2, 1.0).unwrap();
            integer.begin(&clause, i % 2, 1.0).unwrap();
            while float.speaking {
                float.advance(|_| {}).unwrap();
                frames[0].extend_from_slice(float.run.output());
                integer.run.step([&float.input]).unwrap();
                frames[1].extend_from_slice(integer.run.output());
            }
        }
        let (encoder, decoder) = (snr(&said[0], &said[1]), snr(&frames[0], &frames[1]));
        println!("integer against float: encoder {encoder:.1} dB, decoder {decoder:.1} dB");
        assert!(encoder >= 35.0 && decoder >= 35.0);
    }

    fn snr(wanted: &[f32], found: &[f32]) -> f32 {
        assert_eq!(wanted.len(), found.len());
        let error: f32 = wanted.iter().zip(found).map(|(a, b)| (a - b).powi(2)).sum();
        10.0 * (wanted.iter().map(|a| a * a).sum::<f32>() / error).log10()
    }

    #[test]
    fn points_are_joined_by_lines() {
        let points = [0.0, 3.0, -3.0, 1.0];
        for (place, value) in [(0.0, 0.0), (1.0 / 6.0, 1.5), (0.5, 0.0), (1.0, 1.0)] {
            assert!((between(&points, place) - value).abs() < 1e-5, "{place}");
        }
    }
}
