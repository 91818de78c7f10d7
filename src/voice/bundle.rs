//! The bundle: two graphs and a manifest that says what they are. Everything is checked before anything is used.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::frame::{Bands, FFT, FRAME_INPUTS, HOP, POINTS, SAMPLE_RATE, WINDOW};
use crate::error::BundleError;
use crate::phoneme::{self, Phoneme};
use crate::{Error, Result};

/// The form of manifest and graphs that is read here.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// A larger file is no voice for a small board; a bundle has about 3 MB.
const MAX_FILE: u64 = 32 << 20;
/// Of a manifest, whose lists take many times the bytes of their JSON; ours have 4,000.
const MAX_MANIFEST: u64 = 64 << 10;
const MAX_VOICES: usize = 64;
/// Steps that a network may read ahead: each delays the first sound.
pub(super) const MAX_LOOKAHEAD: usize = 16;
/// Of anything that decides the size of a buffer.
const MAX_SIZE: usize = 4096;

/// Every pause mark, in the order of the encoder's features.
pub(super) const PAUSES: [Phoneme; 4] = [
    Phoneme::COMMA,
    Phoneme::PERIOD,
    Phoneme::QUESTION,
    Phoneme::EXCLAMATION,
];
/// What the encoder is told of a phoneme beside the voice and the clause's pause: its place from either end.
const PLACES: usize = 2;

/// A voice bundle of the right version. That its graphs are whole is seen when a voice is made of them.
#[derive(Clone, Debug)]
pub struct Bundle {
    manifest: Manifest,
    encoder: Cow<'static, [u8]>,
    decoder: Cow<'static, [u8]>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Manifest {
    pub name: String,
    pub version: String,
    sample_rate: u32,
    hop: usize,
    window: usize,
    fft: usize,
    pub voices: Vec<String>,
    pub encoder: EncoderManifest,
    pub decoder: DecoderManifest,
    #[serde(flatten)]
    pub bands: Bands,
    files: BTreeMap<String, String>,
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

/// Read before the rest, which may look otherwise in another version.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    inventory: u32,
}

impl Bundle {
    /// The bundles compiled into the program, the best voice first.
    #[cfg(feature = "bundled-voice")]
    pub fn bundled() -> Result<Vec<Self>> {
        macro_rules! bundle {
            ($folder:literal) => {
                Self::read(|name| match name {
                    MANIFEST => Ok(Cow::Borrowed(file!($folder, "manifest.json"))),
                    "encoder.onnx" => Ok(Cow::Borrowed(file!($folder, "encoder.onnx"))),
                    "decoder.onnx" => Ok(Cow::Borrowed(file!($folder, "decoder.onnx"))),
                    _ => Err(BundleError::Missing),
                })
            };
        }
        macro_rules! file {
            ($folder:literal, $name:literal) => {
                include_bytes!(concat!("../../models/", $folder, "/", $name)).as_slice()
            };
        }
        Ok(vec![
            bundle!("voice-2-native")?,
            bundle!("voice-2-native-lite")?,
        ])
    }

    /// The bundles compiled into the program: this one has none.
    #[cfg(not(feature = "bundled-voice"))]
    pub fn bundled() -> Result<Vec<Self>> {
        Err(refused(MANIFEST, BundleError::NotBundled))
    }

    /// The bundle in a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::read(|name| {
            let limit = match name {
                MANIFEST => MAX_MANIFEST,
                _ => MAX_FILE,
            };
            let mut bytes = Vec::new();
            File::open(folder.join(name))
                .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))?;
            if bytes.len() as u64 > limit {
                return Err(BundleError::TooLarge { limit });
            }
            Ok(Cow::Owned(bytes))
        })
    }

    fn read(file: impl Fn(&str) -> Result<Cow<'static, [u8]>, BundleError>) -> Result<Self> {
        let text = file(MANIFEST).map_err(|e| refused(MANIFEST, e))?;
        let manifest = Manifest::parse(&text).map_err(|e| refused(MANIFEST, e))?;
        let graph = |name: &str| file(name).map_err(|e| refused(name, e));
        Ok(Self {
            encoder: graph(&manifest.encoder.file)?,
            decoder: graph(&manifest.decoder.file)?,
            manifest,
        })
    }

    /// A bundle of graphs in memory, whose manifest is made to name their hashes.
    #[cfg(any(test, fuzzing))]
    pub(super) fn of(manifest: &[u8], encoder: Vec<u8>, decoder: Vec<u8>) -> Result<Self> {
        let mut manifest = Manifest::parse(manifest).map_err(|e| refused(MANIFEST, e))?;
        let graphs = [
            (&manifest.encoder.file, &encoder),
            (&manifest.decoder.file, &decoder),
        ];
        let hashes = graphs.map(|(file, graph)| (file.clone(), hex(&Sha256::digest(graph))));
        manifest.files = hashes.into_iter().collect();
        Ok(Self {
            manifest,
            encoder: encoder.into(),
            decoder: decoder.into(),
        })
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// The names of its voices.
    pub fn voices(&self) -> &[String] {
        &self.manifest.voices
    }

    pub(super) fn encoder(&self) -> Result<&[u8]> {
        self.whole(&self.manifest.encoder.file, &self.encoder)
    }

    pub(super) fn decoder(&self) -> Result<&[u8]> {
        self.whole(&self.manifest.decoder.file, &self.decoder)
    }

    /// Refuses bytes that have not the hash of their file.
    fn whole<'a>(&self, name: &str, bytes: &'a [u8]) -> Result<&'a [u8]> {
        let hash = self.manifest.files.get(name).map(String::as_str);
        if hash != Some(&hex(&Sha256::digest(bytes))) {
            return Err(refused(name, BundleError::Hash));
        }
        Ok(bytes)
    }
}

impl Manifest {
    fn parse(text: &[u8]) -> Result<Self, BundleError> {
        let wrong = |e: serde_json::Error| BundleError::Manifest(e.into());
        let versions: Versions = serde_json::from_slice(text).map_err(wrong)?;
        expect("format", versions.format as usize, FORMAT as usize)?;
        expect(
            "phoneme inventory",
            versions.inventory as usize,
            phoneme::VERSION as usize,
        )?;
        let manifest: Self = serde_json::from_slice(text).map_err(wrong)?;
        manifest.check()?;
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
        let features = self.voices.len() + PLACES + PAUSES.len();
        expect(
            "count of the encoder's features",
            encoder.features,
            features,
        )?;
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
        for file in [&encoder.file, &decoder.file] {
            // A name with a path in it would reach outside the folder.
            if !file.chars().all(|c| c.is_ascii_alphanumeric() || c == '.') || file.is_empty() {
                return Err(BundleError::FileName { name: file.clone() });
            }
        }
        Ok(())
    }

    /// Width of the encoder's output: features, duration, then F0 and voicing at every point.
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

pub(super) fn refused(file: &str, source: BundleError) -> Error {
    Error::Bundle {
        file: file.to_owned(),
        source,
    }
}
