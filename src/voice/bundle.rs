//! The bundle: two graphs and a manifest that describes them. Everything is checked before it is used.

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

/// The version of the manifest and of the graphs that this program reads.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// The maximum size of a file in bytes. A bundle has about 3 MB; a larger file is no voice for a small board.
const MAX_FILE: u64 = 32 << 20;
/// Of a manifest, whose lists take many times the bytes of their JSON; ours have 4,000.
const MAX_MANIFEST: u64 = 64 << 10;
const MAX_VOICES: usize = 64;
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
    /// The mean pitch in Hz of each voice; older bundles have none.
    #[serde(default)]
    pitches: Vec<f32>,
    pub encoder: EncoderManifest,
    pub decoder: DecoderManifest,
    #[serde(flatten)]
    pub bands: Bands,
    files: BTreeMap<String, String>,
    /// The hash of the manifest, which has those of the graphs.
    #[serde(skip)]
    pub hash: [u8; 32],
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
    /// Returns the bundles compiled into the program, the best voice first.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) if the crate was built without the feature `bundled-voice`.
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

    /// Fails, because the crate was built without the feature `bundled-voice`.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) with [`BundleError::NotBundled`].
    #[cfg(not(feature = "bundled-voice"))]
    pub fn bundled() -> Result<Vec<Self>> {
        Err(refused(MANIFEST, BundleError::NotBundled))
    }

    /// Reads the bundle in a folder: `manifest.json` and the two graphs that it names.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) names the file and what is wrong with it.
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

    pub(super) fn encoder(&self) -> Result<&[u8]> {
        self.whole(&self.manifest.encoder.file, &self.encoder)
    }

    pub(super) fn decoder(&self) -> Result<&[u8]> {
        self.whole(&self.manifest.decoder.file, &self.decoder)
    }

    /// Returns `bytes` if they have the hash that the manifest gives for their file.
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
            // A name with a path in it could reach outside the folder.
            if !file.chars().all(|c| c.is_ascii_alphanumeric() || c == '.') || file.is_empty() {
                return Err(BundleError::FileName { name: file.clone() });
            }
        }
        Ok(())
    }

    /// Returns the mean pitch in Hz of each voice.
    pub fn means(&self) -> Vec<f32> {
        let told = |voice| self.pitches.get(voice).copied();
        let means = (0..self.voices.len()).map(|voice| told(voice).unwrap_or(MEAN_PITCH));
        means
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
