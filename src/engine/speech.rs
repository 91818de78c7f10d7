//! A phrase to PCM, chunk by chunk. Owns every buffer that this takes.

use super::frontend::Phrase;
use super::settings::Settings;
use crate::Result;
use crate::audio::{Quantiser, Synthesis, TAIL};
use crate::voice::{HOP, MAX_CHUNK, Prosody, Stream, Voice};

/// The most samples of one chunk: the frames of a run, and the end of the clause.
const MAX_SAMPLES: usize = MAX_CHUNK * HOP + TAIL;

/// One voice, as the settings say.
pub struct Speech {
    stream: Stream,
    synthesis: Synthesis,
    quantiser: Quantiser,
    /// Whether the phrase has made its first frame.
    begun: bool,
    pcm: heapless::Vec<i16, MAX_SAMPLES>,
    voice: usize,
    prosody: Prosody,
    /// What samples are multiplied by.
    gain: f32,
    /// Samples of silence still to come before the phrase.
    silence: usize,
}

impl Speech {
    pub fn new(voice: &Voice, index: usize, settings: &Settings) -> Result<Self> {
        Ok(Self {
            stream: Stream::new(voice)?,
            synthesis: Synthesis::new(voice.bands()),
            quantiser: Quantiser::default(),
            begun: false,
            pcm: heapless::Vec::new(),
            voice: index,
            prosody: settings.prosody(),
            gain: 10_f32.powf(settings.volume / 20.0),
            silence: 0,
        })
    }

    /// Begins a phrase in place of any other, after so many samples of silence.
    pub fn begin(&mut self, phrase: &Phrase) -> Result<()> {
        self.begun = false;
        self.quantiser = Quantiser::default();
        self.silence = phrase.silence;
        self.stream.begin(phrase.phonemes, self.voice, self.prosody)
    }

    /// Drops what is left of the phrase.
    pub fn stop(&mut self) {
        self.stream.stop();
        self.silence = 0;
        self.pcm.clear();
    }

    /// Runs the decoder once; false when the phrase was over before. The chunk is empty while the networks read ahead.
    pub fn advance(&mut self) -> Result<bool> {
        if !self.stream.is_speaking() {
            return Ok(false);
        }
        let Self {
            stream,
            synthesis,
            quantiser,
            begun,
            pcm,
            gain,
            silence,
            ..
        } = self;
        pcm.clear();
        let mut out = |sample: f32| {
            let full = pcm.push(quantiser.pcm(sample * *gain)).is_err();
            debug_assert!(!full, "there is room for every frame of a run");
        };
        if *silence > 0 {
            let part = MAX_SAMPLES.min(*silence);
            *silence -= part;
            (0..part).for_each(|_| out(0.0));
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
        Ok(true)
    }

    /// The sample of the phrase with which one of its phonemes begins, once it is known.
    pub fn begins(&self, phoneme: usize) -> Option<u64> {
        Some((self.stream.begins(phoneme)? * HOP) as u64)
    }

    /// The chunk that [`Self::advance`] made.
    pub fn pcm(&self) -> &[i16] {
        &self.pcm
    }
}
