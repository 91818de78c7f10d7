//! How PCM is sent: the encodings and rates a request may ask for.

use super::refusal::Refusal;
use crate::audio::{pcm_bytes, wav_header};
use crate::voice::SAMPLE_RATE;

/// The names of the encodings; the first is the default.
const ENCODINGS: [(&str, Encoding); 2] = [("pcm_s16le", Encoding::Pcm), ("wav", Encoding::Wav)];

/// How samples become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// 16-bit little-endian.
    Pcm,
    /// The same behind a RIFF header.
    Wav,
}

/// An encoding at a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    encoding: Encoding,
    rate: u32,
}

impl Format {
    /// From the fields of a request.
    pub fn parse(encoding: Option<&str>, rate: Option<u64>) -> Result<Self, Refusal> {
        let name = encoding.unwrap_or(ENCODINGS[0].0);
        let Some((_, encoding)) = ENCODINGS.iter().find(|(n, _)| *n == name) else {
            let names = ENCODINGS.map(|(name, _)| name);
            let message = format!(
                "unsupported encoding {name:?}: it is one of {}",
                names.join(", ")
            );
            return Err(Refusal::new(400, "unsupported_format", message)
                .with("encoding", name)
                .with("available", names.to_vec()));
        };
        let rate = rate.unwrap_or(u64::from(SAMPLE_RATE));
        if rate != u64::from(SAMPLE_RATE) {
            let message = format!("unsupported sample rate {rate}: it is {SAMPLE_RATE}");
            return Err(Refusal::new(400, "unsupported_format", message)
                .with("sample_rate", rate)
                .with("available", vec![SAMPLE_RATE]));
        }
        Ok(Self {
            encoding: *encoding,
            rate: SAMPLE_RATE,
        })
    }

    /// The name of the encoding.
    pub fn encoding(self) -> &'static str {
        let entry = ENCODINGS.iter().find(|(_, e)| *e == self.encoding);
        entry.map_or(ENCODINGS[0].0, |(name, _)| name)
    }

    /// Samples a second.
    pub fn rate(self) -> u32 {
        self.rate
    }

    /// The media type.
    pub fn content_type(self) -> String {
        match self.encoding {
            Encoding::Pcm => format!("audio/L16; rate={}; channels=1", self.rate),
            Encoding::Wav => "audio/wav".to_owned(),
        }
    }

    /// What comes before the samples.
    pub fn header(self) -> Vec<u8> {
        match self.encoding {
            Encoding::Pcm => Vec::new(),
            Encoding::Wav => wav_header(self.rate, None).to_vec(),
        }
    }

    /// Samples as bytes, in place of what `out` held.
    pub fn encode(self, pcm: &[i16], out: &mut Vec<u8>) {
        pcm_bytes(pcm, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_offered_is_refused_with_what_is() {
        for refused in [
            Format::parse(Some("mp3"), None),
            Format::parse(Some("PCM_S16LE"), None),
            Format::parse(None, Some(11_025)),
            Format::parse(None, Some(u64::MAX)),
        ] {
            let refusal = refused.unwrap_err();
            assert_eq!(refusal.code, "unsupported_format");
            assert!(refusal.body()["available"].is_array());
        }
    }
}
