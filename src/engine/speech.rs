//! Turns a phrase into PCM, chunk by chunk. Owns every buffer that this needs.

use std::ops::Range;
use std::sync::Arc;

use super::cache::{Cache, Kept};
use super::model::Model;
use super::phrase::Phrase;
use super::tone::Tone;
use super::word::Place;
use crate::Result;
use crate::audio::{Quantiser, Synthesis, TAIL};
use crate::voice::{HOP, MAX_CHUNK, Stream};

/// The most samples of a chunk: the frames of one run of the decoder and the tail of the clause.
const MAX_SAMPLES: usize = MAX_CHUNK * HOP + TAIL;

/// The voices of a model, one at a time.
pub struct Speech {
    model: Arc<Model>,
    /// The part of the model that speaks.
    part: usize,
    stream: Stream,
    synthesis: Synthesis,
    quantiser: Quantiser,
    /// Whether the first frame of the phrase has been synthesised.
    begun: bool,
    kept: Kept,
    pcm: heapless::Vec<i16, MAX_SAMPLES>,
    /// The factor of the volume.
    gain: f32,
    /// Samples of silence left before the phrase.
    silence: usize,
}

impl Speech {
    /// Makes the networks of a voice ready; another voice may be asked for later.
    pub fn new(model: &Arc<Model>, voice: usize, cache: Option<&Arc<Cache>>) -> Result<Self> {
        let part = model.part(voice);
        let voice = model.voice(part)?;
        Ok(Self {
            model: Arc::clone(model),
            part,
            stream: Stream::new(&voice)?,
            synthesis: Synthesis::new(voice.bands()),
            quantiser: Quantiser::default(),
            begun: false,
            kept: Kept::new(cache, &voice),
            pcm: heapless::Vec::new(),
            gain: 1.0,
            silence: 0,
        })
    }

    /// Begins a phrase, after the silence that it asks for, and drops any other.
    pub fn begin(&mut self, phrase: &Phrase) -> Result<()> {
        self.begun = false;
        self.quantiser = Quantiser::default();
        self.silence = phrase.silence;
        let Tone {
            voice,
            prosody,
            gain,
        } = phrase.tone;
        self.gain = gain;
        self.kept.stop();
        if phrase.phonemes.is_empty() || self.kept.begin(phrase) {
            self.stream.stop();
            return Ok(());
        }
        let part = self.model.part(voice);
        if part != self.part {
            self.stream = Stream::new(&*self.model.voice(part)?)?;
            self.part = part;
        }
        self.stream
            .begin(phrase.phonemes, voice, prosody, phrase.accents)
    }

    /// Drops the rest of the phrase.
    pub fn stop(&mut self) {
        self.stream.stop();
        self.kept.stop();
        self.silence = 0;
        self.pcm.clear();
    }

    /// Runs the decoder once, or takes what it made before from the cache. Returns false if the phrase has already ended.
    /// The chunk is empty while the networks fill their look-ahead.
    pub fn advance(&mut self) -> Result<bool> {
        if self.silence == 0 && !self.stream.is_speaking() && !self.kept.is_speaking() {
            return Ok(false);
        }
        let Self {
            stream,
            synthesis,
            quantiser,
            begun,
            kept,
            pcm,
            gain,
            silence,
            ..
        } = self;
        pcm.clear();
        let mut out = |samples: &[f32]| quantiser.append(samples, *gain, pcm);
        if *silence > 0 {
            let part = MAX_SAMPLES.min(*silence);
            *silence -= part;
            (0..part)
                .step_by(HOP)
                .for_each(|from| out(&[0.0; HOP][..HOP.min(part - from)]));
            return Ok(true);
        }
        if kept.is_speaking() {
            let full = pcm.extend_from_slice(kept.next_part()).is_err();
            debug_assert!(!full, "a part is as long as a run at most");
            return Ok(true);
        }
        stream.advance(|frame| {
            if !*begun {
                *begun = true;
                synthesis.begin(frame.f0);
            }
            synthesis.frame(frame.values, frame.next_f0, &mut out);
        })?;
        if *begun && !stream.is_speaking() {
            synthesis.end(&mut out);
        }
        kept.record(pcm);
        if !stream.is_speaking() {
            kept.end((0..).map_while(|phoneme| stream.begins(phoneme)));
        }
        Ok(true)
    }

    /// Returns the samples of a place in the phrase, which begins with so many of silence, once they are known.
    pub fn samples(&self, at: &Place, silence: usize) -> Option<Range<u64>> {
        let sample = |phoneme| {
            let frame = match self.kept.is_again() {
                true => self.kept.begins(phoneme)?,
                false => self.stream.begins(phoneme)?,
            };
            Some((silence + frame * HOP) as u64)
        };
        match at {
            Place::Phonemes(at) => Some(sample(at.start)?..sample(at.end)?),
            Place::Silence(samples) => Some(*samples as u64..*samples as u64),
            // The caller counts what was spoken.
            Place::End => None,
        }
    }

    /// Returns the chunk that [`Self::advance`] made.
    pub fn pcm(&self) -> &[i16] {
        &self.pcm
    }
}
