//! The formats of files, by the names that telephone systems give them.

use serde_json::{Map, Value, json};
use vaak::serve::ApiError;

/// How a clip is written.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The ending of the file, by which the format is chosen.
    pub ending: &'static str,
    /// The encoding of a request.
    encoding: &'static str,
    /// The only rate of the format in Hz; `None`: a row may choose.
    rate: Option<u64>,
}

const fn format(ending: &'static str, encoding: &'static str, rate: Option<u64>) -> Format {
    Format {
        ending,
        encoding,
        rate,
    }
}

const FORMATS: [Format; 13] = [
    format("wav", "wav", None),
    format("mp3", "mp3", None),
    format("opus", "opus", None),
    format("flac", "flac", None),
    // Asterisk: bare samples, whose rate the ending tells.
    format("ulaw", "mulaw", Some(8_000)),
    format("alaw", "alaw", Some(8_000)),
    format("sln", "pcm_s16le", Some(8_000)),
    format("sln16", "pcm_s16le", Some(16_000)),
    format("sln24", "pcm_s16le", Some(24_000)),
    format("sln44", "pcm_s16le", Some(44_100)),
    format("sln48", "pcm_s16le", Some(48_000)),
    // FreeSWITCH.
    format("PCMU", "mulaw", Some(8_000)),
    format("PCMA", "alaw", Some(8_000)),
];

impl Format {
    /// Finds a format by its name.
    pub fn named(name: &str) -> Result<Self, ApiError> {
        let found = FORMATS.into_iter().find(|format| format.ending == name);
        let names = FORMATS.map(|format| format.ending);
        found.ok_or_else(|| ApiError::unsupported_format("format", name, &names))
    }

    /// Takes `format` and `rate` out of the fields of a row, and puts in what a request says instead.
    pub fn take(fields: &mut Map<String, Value>) -> Result<Self, ApiError> {
        let name = fields.remove("format").unwrap_or_default();
        let name = name
            .as_str()
            .ok_or_else(|| ApiError::invalid_field("format", "a string"))?;
        let format = Self::named(name)?;
        let rate = fields
            .remove("rate")
            .or_else(|| fields.remove("sample_rate"));
        let rate = match (format.rate, rate) {
            (Some(only), Some(rate)) if rate != only => {
                return Err(ApiError::unsupported_format("rate", rate, &[only]));
            }
            (Some(only), _) => Some(json!(only)),
            (None, rate) => rate,
        };
        fields.insert("encoding".to_owned(), json!(format.encoding));
        if let Some(rate) = rate {
            fields.insert("sample_rate".to_owned(), rate);
        }
        Ok(format)
    }
}
