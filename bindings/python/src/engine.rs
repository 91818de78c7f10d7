//! The engine: models that speak, and what a text is read as.

use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use vaak::lexicon::phrase;
use vaak::phoneme;
use vaak::text::{Reader, Splitter};
use vaak::token::spoken;
use vaak::{Bundle, Chunk, Error, Options, Settings};

use crate::error::Failure;
use crate::settings;
use crate::turn::{Mark, Turn, mark};

/// Samples between two looks at Python's signals: a second.
const LOOK: usize = 24_000;

/// A clip: its PCM, its marks, and how many characters were skipped.
type Clip<'py> = (Bound<'py, PyBytes>, Vec<Mark>, usize);

/// Name, version and voices of a model.
type Model = (String, String, Vec<String>);

#[pyclass(frozen, module = "vaak._vaak")]
pub struct Engine {
    engine: vaak::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (model=None, lexicon=None))]
    fn new(
        py: Python<'_>,
        model: Option<&str>,
        lexicon: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let lexicon = lexicon.map(settings::lexicon).transpose()?;
        let engine = py.detach(|| {
            let engine = vaak::Engine::with(bundles(model)?, Options::default())?;
            Ok::<_, Failure>(engine.with_lexicon(lexicon.unwrap_or_default()))
        })?;
        Ok(Self { engine })
    }

    #[getter]
    fn sample_rate(&self) -> u32 {
        self.engine.sample_rate()
    }

    #[getter]
    fn models(&self) -> Vec<Model> {
        let models = self.engine.models().iter();
        models
            .map(|m| (m.name.clone(), m.version.clone(), m.voices.clone()))
            .collect()
    }

    fn say<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        ssml: bool,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Clip<'py>> {
        let settings = self.settings(given)?;
        let mut turn = py.detach(|| self.open(&settings, text, ssml))?;
        let (mut pcm, mut marks) = (Vec::new(), Vec::new());
        while !py.detach(|| speak(&mut turn, &mut pcm, &mut marks))? {
            py.check_signals()?;
        }
        Ok((PyBytes::new(py, &pcm), marks, turn.skipped()))
    }

    fn turn(&self, py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Turn> {
        let settings = self.settings(given)?;
        let turn = py.detach(|| self.engine.turn(&settings).map_err(Failure::from))?;
        Ok(Turn::new(turn))
    }

    fn normalize(
        &self,
        py: Python<'_>,
        text: &str,
        language: Option<&str>,
        emoji: bool,
    ) -> PyResult<String> {
        let reader = Reader::new(language.map(settings::language).transpose()?).emoji(emoji);
        Ok(py.detach(|| {
            let mut tokens = reader.tokens(text);
            self.engine.lexicon().respell(&mut tokens);
            spoken(&tokens)
        }))
    }

    fn phonemes(
        &self,
        py: Python<'_>,
        text: &str,
        language: Option<&str>,
        inline_phonemes: bool,
        emoji: bool,
    ) -> PyResult<Vec<String>> {
        let mut reader = Reader::new(language.map(settings::language).transpose()?)
            .inline_phonemes(inline_phonemes)
            .emoji(emoji);
        Ok(py.detach(|| {
            let mut splitter = Splitter::of(text);
            let mut clauses = Vec::new();
            let (mut tokens, mut phonemes) = (Vec::new(), Vec::new());
            while let Some(clause) = splitter.next_clause() {
                tokens.clear();
                phonemes.clear();
                reader.read(&clause, &mut tokens);
                phrase(&tokens, self.engine.lexicon(), &mut phonemes);
                clauses.push(phoneme::format(&phonemes));
            }
            clauses
        }))
    }
}

impl Engine {
    /// Settings, whose voice may be in any case, as the program's may.
    fn settings(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<vaak::Settings> {
        let mut settings = settings::settings(given)?;
        let voice = settings.voice.as_deref();
        if let Some(known) = voice.and_then(|name| self.engine.voice_named(name)) {
            settings.voice = Some(known.to_owned());
        }
        Ok(settings)
    }

    /// A turn with the whole text, closed.
    fn open(&self, settings: &Settings, text: &str, ssml: bool) -> Result<vaak::Turn, Failure> {
        let mut turn = self.engine.turn(settings)?;
        if ssml {
            turn.push_ssml(text)?;
        } else {
            turn.push(text)?;
        }
        turn.close();
        Ok(turn)
    }
}

/// The bundles of an engine: of a folder, or the built-in ones with the named one before the others.
fn bundles(model: Option<&str>) -> Result<Vec<Bundle>, Error> {
    let Some(model) = model else {
        return Bundle::bundled();
    };
    let folder = Path::new(model);
    if folder.is_dir() {
        return Ok(vec![Bundle::open(folder)?]);
    }
    let mut bundles = Bundle::bundled()?;
    let Some(at) = bundles
        .iter()
        .position(|b| b.name().eq_ignore_ascii_case(model))
    else {
        return Err(Error::UnknownModel {
            model: model.to_owned(),
            available: bundles.iter().map(|b| b.name().to_owned()).collect(),
        });
    };
    bundles[..=at].rotate_right(1);
    Ok(bundles)
}

/// Speaks about a second more; whether that was the end.
fn speak(turn: &mut vaak::Turn, pcm: &mut Vec<u8>, marks: &mut Vec<Mark>) -> Result<bool, Failure> {
    let mut samples = 0;
    while samples < LOOK {
        let Chunk::Audio(chunk) = turn.next_chunk()? else {
            marks.extend(std::iter::from_fn(|| turn.next_mark()).map(mark));
            return Ok(true);
        };
        samples += chunk.len();
        pcm.extend(chunk.iter().flat_map(|sample| sample.to_ne_bytes()));
        marks.extend(std::iter::from_fn(|| turn.next_mark()).map(mark));
    }
    Ok(false)
}
