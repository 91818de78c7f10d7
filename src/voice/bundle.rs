//! The bundle: two graphs and a manifest that describes them. Everything is checked before it is used.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use prost::bytes::Bytes;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::bend::Bend;
use super::ending::Ending;
use super::frame::{Bands, FFT, FRAME_INPUTS, HOP, POINTS, SAMPLE_RATE, WINDOW};
use super::native::{Native, Ranges};
use crate::error::BundleError;
use crate::phoneme::{self, Phoneme};
use crate::{Error, Result};

/// The version of the manifest and of the graphs that this program reads.
const FORMAT: u32 = 1;
pub(super) const MANIFEST: &str = "manifest.json";
/// The maximum size of a file in bytes. A bundle has about 3 MB; a larger file is no voice for a small board.
const MAX_FILE: u64 = 32 << 20;
/// Of a manifest, whose lists take many times the bytes of their JSON; ours have 4,000.
const MAX_MANIFEST: u64 = 64 << 10;
const MAX_VOICES: usize = 64;
/// Each takes the memory of a whole model once it is used.
const MAX_ADDED: usize = 8;
/// The maximum look-ahead of a network in steps. Each step delays the first sound; ours have up to 24.
pub(super) const MAX_LOOKAHEAD: usize = 32;
/// The mean pitch in Hz of a voice whose manifest does not give one, and the range of a mean pitch.
const MEAN_PITCH: f32 = 160.0;
const MEAN_PITCHES: (f32, f32) = (60.0, 500.0);
/// The maximum of any number that determines the size of a buffer.
const MAX_SIZE: usize = 4096;

/// Every pause mark, in the order of the encoder's features.
pub(super) const PAUSES: [Phoneme; 4] = [
    Phoneme::COMMA,
    Phoneme::PERIOD,
    Phoneme::QUESTION,
    Phoneme::EXCLAMATION,
];
/// The number of features that tell the encoder a phoneme's place: its distance from either end of the clause.
const PLACES: usize = 2;

/// A voice bundle of the right version. Its graphs are only checked when a voice is loaded from it.
#[derive(Clone, Debug)]
pub struct Bundle {
    manifest: Manifest,
    /// Those of the voices that share their graphs, then those of each added voice.
    graphs: Vec<Graphs>,
    /// Whether it is a part of the program: a test compared its hashes, which would take a fifth of a load.
    pub(super) built_in: bool,
}

/// The file of a graph, named for the messages of its faults.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub name: &'a str,
    pub bytes: &'a Bytes,
    /// The file whose constants it shares.
    pub base: Option<&'a Bytes>,
    /// Whether they are parts of the program, where the build has laid the weights.
    pub built_in: bool,
}

/// The files of an encoder and a decoder. What is read of them stays where they are.
#[derive(Clone, Debug, Default)]
struct Graphs {
    encoder: Bytes,
    decoder: Bytes,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Manifest {
    pub name: String,
    pub version: String,
    sample_rate: u32,
    hop: usize,
    window: usize,
    fft: usize,
    /// The voices that share the graphs. Once it is read, the added ones follow.
    pub voices: Vec<String>,
    /// The mean pitch in Hz of each of these; older bundles have none.
    #[serde(default)]
    pitches: Vec<f32>,
    #[serde(default)]
    added: Vec<AddedManifest>,
    pub encoder: EncoderManifest,
    pub decoder: DecoderManifest,
    #[serde(flatten)]
    pub bands: Bands,
    /// Phonemes around which the filters are bent; a bundle whose teacher says them well has none.
    #[serde(default)]
    pub bends: Vec<Bend>,
    /// Melodies of clauses that the teacher does not tell from those of statements.
    #[serde(default)]
    pub endings: Vec<Ending>,
    /// How natives speak each language, beside what the teacher does.
    #[serde(default)]
    pub languages: Vec<Native>,
    /// By how much each of the voices that share the graphs is livelier in these languages.
    #[serde(default)]
    pub ranges: Ranges,
    files: BTreeMap<String, String>,
    /// How many of the voices share the graphs.
    #[serde(skip)]
    pub shared: usize,
    /// The hash of the manifest, which has those of the graphs.
    #[serde(skip)]
    pub hash: [u8; 32],
}

/// A voice that has graphs of its own, of the same shapes. They read the constants that they lack from the shared ones.
#[derive(Clone, Debug, Deserialize)]
struct AddedManifest {
    name: String,
    /// The voice whose melody it has: the encoder is told this one.
    melody: String,
    pitch: Option<f32>,
    encoder: String,
    decoder: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct EncoderManifest {
    pub file: String,
    pub lookahead: usize,
    pub cache: [usize; 2],
    pub features: usize,
    pub width: usize,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct DecoderManifest {
    pub file: String,
    pub lookahead: usize,
    pub cache: [usize; 2],
    pub inputs: usize,
}

/// The versions, parsed first because the rest may look different in another version.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    inventory: u32,
}

impl Bundle {
    /// Reads the bundle in a folder: `manifest.json` and the two graphs that it names.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) names the file and what is wrong with it.
    pub fn open(folder: &Path) -> Result<Self> {
        let read = Self::read(|name| {
            let limit = match name {
                MANIFEST => MAX_MANIFEST,
                _ => MAX_FILE,
            };
            let mut bytes = Vec::new();
            fs::File::open(folder.join(name))
                .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))?;
            if bytes.len() as u64 > limit {
                return Err(BundleError::TooLarge { limit });
            }
            Ok(bytes.into())
        });
        read.map_err(|error| match error {
            // There are several folders that it might be.
            Error::Bundle { file, source } => refused(&folder.join(file).to_string_lossy(), source),
            other => other,
        })
    }

    pub(super) fn read(file: impl Fn(&str) -> Result<Bytes, BundleError>) -> Result<Self> {
        let text = file(MANIFEST).map_err(|e| refused(MANIFEST, e))?;
        let manifest = Manifest::parse(&text).map_err(|e| refused(MANIFEST, e))?;
        let graph = |name: &str| file(name).map_err(|e| refused(name, e));
        let graphs = (0..manifest.parts()).map(|part| {
            let [encoder, decoder] = manifest.files(part);
            Ok(Graphs {
                encoder: graph(encoder)?,
                decoder: graph(decoder)?,
            })
        });
        Ok(Self {
            graphs: graphs.collect::<Result<_>>()?,
            manifest,
            built_in: false,
        })
    }

    /// A bundle of graphs in memory, whose manifest is made to name their hashes. An added voice has none.
    #[cfg(any(test, fuzzing))]
    pub(super) fn of(manifest: &[u8], encoder: Vec<u8>, decoder: Vec<u8>) -> Result<Self> {
        let mut manifest = Manifest::parse(manifest).map_err(|e| refused(MANIFEST, e))?;
        let graphs = [
            (&manifest.encoder.file, &encoder),
            (&manifest.decoder.file, &decoder),
        ];
        let hashes = graphs.map(|(file, graph)| (file.clone(), hex(&Sha256::digest(graph))));
        manifest.files = hashes.into_iter().collect();
        let mut graphs = vec![Graphs::default(); manifest.parts()];
        graphs[0] = Graphs {
            encoder: encoder.into(),
            decoder: decoder.into(),
        };
        Ok(Self {
            manifest,
            graphs,
            built_in: false,
        })
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Returns its version.
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// Returns the names of its voices.
    pub fn voices(&self) -> &[String] {
        &self.manifest.voices
    }

    /// Returns how many parts there are: the graphs that voices share are the first, those of an added voice each a further
    /// one.
    pub fn parts(&self) -> usize {
        self.manifest.parts()
    }

    /// Returns the part that speaks a voice.
    pub(crate) fn part(&self, voice: usize) -> usize {
        (voice + 1).saturating_sub(self.manifest.shared)
    }

    pub(super) fn encoder(&self, part: usize) -> Result<File<'_>> {
        self.file(part, 0, |graphs| &graphs.encoder)
    }

    pub(super) fn decoder(&self, part: usize) -> Result<File<'_>> {
        self.file(part, 1, |graphs| &graphs.decoder)
    }

    /// Returns the graph of a part if it has the hash that the manifest gives for its file, and so has the one whose constants
    /// it shares. Those of the program are taken as they are.
    fn file(&self, part: usize, at: usize, of: fn(&Graphs) -> &Bytes) -> Result<File<'_>> {
        let whole = |part: usize| {
            let (name, bytes) = (self.manifest.files(part)[at], of(&self.graphs[part]));
            let hash = self.manifest.files.get(name).map(String::as_str);
            if !self.built_in && hash != Some(&hex(&Sha256::digest(bytes))) {
                return Err(refused(name, BundleError::Hash));
            }
            Ok((name, bytes))
        };
        let base = match part {
            0 => None,
            _ => Some(whole(0)?.1),
        };
        let (name, bytes) = whole(part)?;
        Ok(File {
            name,
            bytes,
            base,
            built_in: self.built_in,
        })
    }
}

impl Manifest {
    fn parse(text: &[u8]) -> Result<Self, BundleError> {
        let wrong = |e: serde_json::Error| BundleError::Manifest(e.into());
        let versions: Versions = serde_json::from_slice(text).map_err(wrong)?;
        for (what, found, needed) in [
            ("format", versions.format, FORMAT),
            ("phoneme inventory", versions.inventory, phoneme::VERSION),
        ] {
            if found > needed {
                return Err(BundleError::Newer {
                    what,
                    found,
                    needed,
                });
            }
            expect(what, found as usize, needed as usize)?;
        }
        let mut manifest: Self = serde_json::from_slice(text).map_err(wrong)?;
        manifest.check()?;
        manifest.shared = manifest.voices.len();
        let added = manifest.added.iter().map(|added| added.name.clone());
        manifest.voices.extend(added);
        manifest.hash = Sha256::digest(text).into();
        Ok(manifest)
    }

    fn check(&self) -> Result<(), BundleError> {
        let (encoder, decoder) = (&self.encoder, &self.decoder);
        expect(
            "sample rate",
            self.sample_rate as usize,
            SAMPLE_RATE as usize,
        )?;
        expect("hop", self.hop, HOP)?;
        expect("window", self.window, WINDOW)?;
        expect("transform", self.fft, FFT)?;
        within("count of voices", self.voices.len(), 1, MAX_VOICES)?;
        within("count of added voices", self.added.len(), 0, MAX_ADDED)?;
        let features = self.voices.len() + PLACES + PAUSES.len();
        expect(
            "count of the encoder's features",
            encoder.features,
            features,
        )?;
        for added in &self.added {
            if !self.voices.contains(&added.melody) {
                return Err(BundleError::Melody {
                    voice: added.name.clone(),
                    melody: added.melody.clone(),
                    available: self.voices.clone(),
                });
            }
        }
        within("width", encoder.width, 1, MAX_SIZE)?;
        expect(
            "count of the decoder's inputs",
            decoder.inputs,
            encoder.width + FRAME_INPUTS,
        )?;
        for (lookahead, cache) in [
            (encoder.lookahead, encoder.cache),
            (decoder.lookahead, decoder.cache),
        ] {
            within("look-ahead", lookahead, 1, MAX_LOOKAHEAD)?;
            within("cache", cache[0], 1, MAX_SIZE)?;
            within("cache", cache[1], 1, MAX_SIZE)?;
        }
        for bands in [&self.bands.harmonic, &self.bands.noise] {
            within("count of bands", bands.len(), 2, FFT / 2 + 1)?;
            let nyquist = SAMPLE_RATE as f32 / 2.0;
            let ends = (bands.first(), bands.last());
            let rising = bands.windows(2).all(|pair| pair[0] < pair[1]);
            if ends != (Some(&0.0), Some(&nyquist)) || !rising {
                return Err(BundleError::Bands { nyquist });
            }
        }
        for file in (0..self.parts()).flat_map(|part| self.files(part)) {
            // A name with a path in it could reach outside the folder.
            if !file.chars().all(|c| c.is_ascii_alphanumeric() || c == '.') || file.is_empty() {
                return Err(BundleError::FileName {
                    name: file.to_owned(),
                });
            }
        }
        Ok(())
    }

    fn parts(&self) -> usize {
        1 + self.added.len()
    }

    /// Returns the names of the files of a part: encoder, decoder.
    fn files(&self, part: usize) -> [&str; 2] {
        let added = part.checked_sub(1).and_then(|at| self.added.get(at));
        match added {
            None => [&self.encoder.file, &self.decoder.file],
            Some(added) => [&added.encoder, &added.decoder],
        }
    }

    /// Returns which of the shared voices the encoder is told for each voice.
    pub fn told(&self) -> Vec<usize> {
        let melodies = self.added.iter().map(|added| {
            let found = self.voices.iter().position(|voice| *voice == added.melody);
            found.unwrap_or_default()
        });
        (0..self.shared).chain(melodies).collect()
    }

    /// Returns the mean pitch in Hz of each voice.
    pub fn means(&self) -> Vec<f32> {
        let shared = (0..self.shared).map(|voice| self.pitches.get(voice).copied());
        let means = shared.chain(self.added.iter().map(|added| added.pitch));
        means
            .map(|hz| hz.unwrap_or(MEAN_PITCH))
            .map(|hz: f32| hz.max(MEAN_PITCHES.0).min(MEAN_PITCHES.1))
            .collect()
    }

    /// Returns the width of the encoder's output: features, duration, then F0 and voicing at each point.
    pub fn encoder_outputs(&self) -> usize {
        self.encoder.width + 1 + 2 * POINTS
    }
}

fn expect(what: &'static str, found: usize, needed: usize) -> Result<(), BundleError> {
    if found == needed {
        Ok(())
    } else {
        Err(BundleError::Incompatible {
            what,
            found,
            needed,
        })
    }
}

fn within(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), BundleError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(BundleError::OutOfBounds {
            what,
            found,
            least,
            most,
        })
    }
}

/// Writes bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

pub(super) fn refused(file: &str, source: BundleError) -> Error {
    Error::Bundle {
        file: file.to_owned(),
        source,
    }
}
