//! How PCM is sent: the encodings and rates a request may ask for.

use super::error::ApiError;
use crate::audio::{Codec, Compressor, Resampler, alaw, mulaw, pcm_bytes, wav_header};
use crate::voice::SAMPLE_RATE;

/// The names of the encodings, beside those of codecs; the first is the default.
const ENCODINGS: [(&str, Encoding); 4] = [
    ("pcm_s16le", Encoding::Pcm),
    ("mulaw", Encoding::Mulaw),
    ("alaw", Encoding::Alaw),
    ("wav", Encoding::Wav),
];
/// What samples a second there may be.
const RATES: [u32; 6] = [8_000, 16_000, 22_050, SAMPLE_RATE, 44_100, 48_000];
/// How many milliseconds of audio may be sent at once: what telephones send in a packet. At every rate they are whole
/// samples.
const FRAMES: [u64; 3] = [20, 40, 60];
/// The rate of telephones, which has media types of its own.
const TELEPHONE: u32 = 8_000;

/// How samples become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// 16-bit little-endian.
    Pcm,
    /// G.711 as in North America and Japan.
    Mulaw,
    /// G.711 as elsewhere.
    Alaw,
    /// PCM behind a RIFF header.
    Wav,
    Compressed(Codec),
}

/// An encoding at a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    encoding: Encoding,
    rate: u32,
    /// Bytes of a frame, where audio is sent in frames.
    frame: Option<usize>,
}

/// A stream of samples on its way to bytes.
#[derive(Debug)]
pub struct Encoder {
    format: Format,
    resampler: Option<Resampler>,
    resampled: Vec<i16>,
    /// Bytes that are no frame yet.
    pending: Vec<u8>,
    compressor: Option<Box<dyn Compressor>>,
    /// What the compressor wants the first bytes of a file replaced by.
    beginning: Vec<u8>,
    begun: bool,
}

/// All encodings with their names.
fn encodings() -> impl Iterator<Item = (&'static str, Encoding)> {
    let codecs = Codec::ALL.iter();
    let codecs = codecs.map(|codec| (codec.name(), Encoding::Compressed(*codec)));
    ENCODINGS.into_iter().chain(codecs)
}

impl Encoding {
    /// Bytes of a sample, where audio may be sent in frames.
    fn width(self) -> Option<usize> {
        match self {
            Self::Pcm => Some(2),
            Self::Mulaw | Self::Alaw => Some(1),
            Self::Wav | Self::Compressed(_) => None,
        }
    }

    /// The byte of silence.
    fn silence(self) -> u8 {
        match self {
            Self::Pcm | Self::Wav | Self::Compressed(_) => 0,
            Self::Mulaw => mulaw(0),
            Self::Alaw => alaw(0),
        }
    }
}

impl Format {
    /// From the fields of a request.
    pub fn parse(
        encoding: Option<&str>,
        rate: Option<u64>,
        frame: Option<u64>,
    ) -> Result<Self, ApiError> {
        let name = encoding.unwrap_or(ENCODINGS[0].0);
        let Some((_, encoding)) = encodings().find(|(n, _)| *n == name) else {
            let names: Vec<&str> = encodings().map(|(name, _)| name).collect();
            return Err(ApiError::unsupported_format("encoding", name, &names));
        };
        let default = match encoding {
            Encoding::Mulaw | Encoding::Alaw => TELEPHONE,
            Encoding::Pcm | Encoding::Wav | Encoding::Compressed(_) => SAMPLE_RATE,
        };
        let rate = rate.unwrap_or(u64::from(default));
        let mut rates = RATES.to_vec();
        if let Encoding::Compressed(codec) = encoding {
            rates.retain(|rate| codec.takes(*rate));
        }
        let Some(rate) = rates.iter().copied().find(|r| u64::from(*r) == rate) else {
            return Err(ApiError::unsupported_format("sample_rate", rate, &rates));
        };
        let frame = match (frame, encoding.width()) {
            (None, _) => None,
            (Some(ms), None) => {
                let others = encodings().filter(|(_, other)| other.width().is_some());
                let others: Vec<&str> = others.map(|(name, _)| name).collect();
                let message = format!("frame_ms is not for {name}, but for {}", others.join(", "));
                return Err(ApiError::new(400, "unsupported_format", message)
                    .with("encoding", name)
                    .with("frame_ms", ms)
                    .with("available", others));
            }
            (Some(ms), Some(width)) if FRAMES.contains(&ms) => {
                Some(rate as usize * ms as usize / 1_000 * width)
            }
            (Some(ms), _) => return Err(ApiError::unsupported_format("frame_ms", ms, &FRAMES)),
        };
        Ok(Self {
            encoding,
            rate,
            frame,
        })
    }

    /// The name of the encoding.
    pub fn encoding(self) -> &'static str {
        let entry = encodings().find(|(_, e)| *e == self.encoding);
        entry.map_or(ENCODINGS[0].0, |(name, _)| name)
    }

    /// Samples a second.
    pub fn rate(self) -> u32 {
        self.rate
    }

    /// The media type.
    pub fn content_type(self) -> String {
        let rate = self.rate;
        match self.encoding {
            Encoding::Pcm => format!("audio/L16; rate={rate}; channels=1"),
            Encoding::Mulaw => format!("audio/basic; rate={rate}"),
            Encoding::Alaw => format!("audio/PCMA; rate={rate}"),
            Encoding::Wav => "audio/wav".to_owned(),
            Encoding::Compressed(codec) => codec.media_type().to_owned(),
        }
    }

    /// Begins a stream.
    pub fn encoder(self) -> Encoder {
        self.begin(false)
    }

    /// Begins a stream into a file, whose first bytes [`Encoder::beginning`] replaces at the end.
    pub fn file_encoder(self) -> Encoder {
        self.begin(true)
    }

    fn begin(self, file: bool) -> Encoder {
        Encoder {
            format: self,
            resampler: (self.rate != SAMPLE_RATE).then(|| Resampler::new(SAMPLE_RATE, self.rate)),
            resampled: Vec::new(),
            pending: Vec::new(),
            compressor: match self.encoding {
                Encoding::Compressed(codec) => codec.compressor(self.rate, file),
                _ => None,
            },
            beginning: Vec::new(),
            begun: false,
        }
    }
}

impl Encoder {
    /// Bytes of a frame, where audio is sent in frames.
    pub fn frame(&self) -> Option<usize> {
        self.format.frame
    }

    /// Samples as bytes, in place of what `out` held. There may be none yet.
    pub fn encode(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        let Some(resampler) = &mut self.resampler else {
            return self.write(pcm, out);
        };
        let mut resampled = std::mem::take(&mut self.resampled);
        resampled.clear();
        resampler.push(pcm, &mut resampled);
        self.write(&resampled, out);
        self.resampled = resampled;
    }

    /// What is left of the stream, in place of what `out` held.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let mut rest = Vec::new();
        if let Some(mut resampler) = self.resampler.take()
            && self.begun
        {
            resampler.finish(&mut rest);
        }
        self.write(&rest, out);
        if let Some(mut compressor) = self.compressor.take()
            && self.begun
        {
            compressor.finish(out);
            self.beginning = compressor.beginning();
        }
        // The last frame is as long as the others.
        if let Some(frame) = self.format.frame
            && !self.pending.is_empty()
        {
            self.pending.resize(frame, self.format.encoding.silence());
            out.append(&mut self.pending);
        }
    }

    /// What to write over the first bytes of a file of so many bytes, once the stream is finished; empty if they stay.
    pub fn beginning(&self, bytes: u64) -> Vec<u8> {
        let header = wav_header(self.format.rate, None).len() as u64;
        match u32::try_from(bytes.saturating_sub(header)) {
            Ok(pcm) if self.format.encoding == Encoding::Wav => {
                wav_header(self.format.rate, Some(pcm)).to_vec()
            }
            _ => self.beginning.clone(),
        }
    }

    fn write(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        match self.format.encoding {
            Encoding::Pcm | Encoding::Wav => pcm_bytes(pcm, out),
            Encoding::Compressed(_) => {
                out.clear();
                if let Some(compressor) = &mut self.compressor
                    && !pcm.is_empty()
                {
                    compressor.push(pcm, out);
                    self.begun = true;
                }
            }
            Encoding::Mulaw => {
                out.clear();
                out.extend(pcm.iter().copied().map(mulaw));
            }
            Encoding::Alaw => {
                out.clear();
                out.extend(pcm.iter().copied().map(alaw));
            }
        }
        if let Some(frame) = self.format.frame {
            self.pending.append(out);
            let whole = self.pending.len() / frame * frame;
            out.extend(self.pending.drain(..whole));
        }
        if !self.begun && !out.is_empty() {
            self.begun = true;
            if self.format.encoding == Encoding::Wav {
                out.splice(0..0, wav_header(self.format.rate, None));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_offered_is_refused_with_what_is() {
        for refused in [
            Format::parse(Some("aac"), None, None),
            Format::parse(Some("flac"), None, Some(20)),
            Format::parse(Some("PCM_S16LE"), None, None),
            Format::parse(None, Some(11_025), None),
            Format::parse(None, Some(u64::MAX), None),
            Format::parse(None, None, Some(0)),
            Format::parse(Some("wav"), None, Some(20)),
        ] {
            let error = refused.unwrap_err();
            assert_eq!(error.code, "unsupported_format");
            assert!(error.body()["available"].is_array());
        }
    }

    #[test]
    fn a_frame_that_there_is_but_not_with_wav_is_not_told_to_be_one_that_there_is() {
        let error = Format::parse(Some("wav"), None, Some(20)).unwrap_err();
        let body = error.body();
        assert_eq!(body["encoding"], "wav");
        let others = serde_json::json!(["pcm_s16le", "mulaw", "alaw"]);
        assert_eq!(body["available"], others);
        assert!(body["message"].as_str().unwrap().contains("wav"));
    }

    #[test]
    fn every_encoding_at_every_rate_keeps_the_length() {
        let pcm = vec![1_000; 24_000];
        for (name, _) in ENCODINGS {
            for rate in RATES {
                let format = Format::parse(Some(name), Some(u64::from(rate)), None).unwrap();
                let mut encoder = format.encoder();
                let (mut bytes, mut part) = (Vec::new(), Vec::new());
                for portion in pcm.chunks(7) {
                    encoder.encode(portion, &mut part);
                    bytes.extend_from_slice(&part);
                }
                encoder.finish(&mut part);
                bytes.extend(part);
                let a_sample = if name.ends_with("law") { 1 } else { 2 };
                let header = if name == "wav" { 44 } else { 0 };
                assert_eq!(
                    bytes.len(),
                    header + a_sample * rate as usize,
                    "{name} {rate}"
                );
            }
        }
    }

    #[test]
    fn frames_are_whole_and_the_last_ends_in_silence() {
        let pcm = vec![1_000; 24_000 / 100 * 33];
        for (name, bytes) in [("mulaw", 160), ("alaw", 160), ("pcm_s16le", 320)] {
            let format = Format::parse(Some(name), Some(8_000), Some(20)).unwrap();
            let mut encoder = format.encoder();
            let (mut all, mut part) = (Vec::new(), Vec::new());
            for portion in pcm.chunks(700) {
                encoder.encode(portion, &mut part);
                assert_eq!(part.len() % bytes, 0, "{name}");
                all.extend_from_slice(&part);
            }
            encoder.finish(&mut part);
            all.extend(part);
            // 330 ms are sixteen frames and a half.
            assert_eq!((encoder.frame(), all.len()), (Some(bytes), 17 * bytes));
            let silence = format.encoding.silence();
            assert!(
                all[all.len() - bytes / 2 + 2..]
                    .iter()
                    .all(|b| *b == silence)
            );
        }
    }
}
