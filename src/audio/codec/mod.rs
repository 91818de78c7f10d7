//! Compressed audio, made while the samples come: MP3, Opus in Ogg, FLAC.

mod bits;
mod compressor;
mod flac;
#[cfg(feature = "encoders")]
mod mp3;
#[cfg(feature = "encoders")]
mod ogg;
#[cfg(feature = "encoders")]
mod opus;

pub use compressor::Compressor;

/// A form of compressed audio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// MPEG-1, -2 and -2.5 Layer III at a constant bit rate.
    #[cfg(feature = "encoders")]
    Mp3,
    /// Opus in an Ogg file.
    #[cfg(feature = "encoders")]
    Opus,
    /// Lossless.
    Flac,
}

impl Codec {
    /// All that were built in.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "encoders")]
        Self::Mp3,
        #[cfg(feature = "encoders")]
        Self::Opus,
        Self::Flac,
    ];

    /// Its name, which is also how names of files end.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "encoders")]
            Self::Mp3 => "mp3",
            #[cfg(feature = "encoders")]
            Self::Opus => "opus",
            Self::Flac => "flac",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            #[cfg(feature = "encoders")]
            Self::Mp3 => "audio/mpeg",
            #[cfg(feature = "encoders")]
            Self::Opus => "audio/ogg; codecs=opus",
            Self::Flac => "audio/flac",
        }
    }

    /// The codec of this name, if it was built in.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|codec| codec.name().eq_ignore_ascii_case(name))
    }

    /// Whether it takes so many samples a second, of 8000, 16000, 22050, 24000, 44100 and 48000.
    pub fn takes(self, sample_rate: u32) -> bool {
        match self {
            #[cfg(feature = "encoders")]
            Self::Opus => opus::takes(sample_rate),
            _ => sample_rate > 0,
        }
    }

    /// Begins a mono stream of 16-bit samples. `file`: its beginning will be replaced by [`Compressor::beginning`].
    /// `None` where it does not take this rate.
    pub fn compressor(self, sample_rate: u32, file: bool) -> Option<Box<dyn Compressor>> {
        if !self.takes(sample_rate) {
            return None;
        }
        Some(match self {
            #[cfg(feature = "encoders")]
            Self::Mp3 => Box::new(mp3::Mp3::new(sample_rate, file)),
            #[cfg(feature = "encoders")]
            Self::Opus => Box::new(opus::OggOpus::new(sample_rate)?),
            Self::Flac => {
                let _ = file;
                Box::new(flac::Flac::new(sample_rate))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a second of a tone, an odd number of samples.
    fn tone() -> Vec<i16> {
        (0..12_345)
            .map(|i| (8_000.0 * (i as f32 * 0.1).sin()) as i16)
            .collect()
    }

    #[test]
    fn the_bytes_do_not_depend_on_the_portions() {
        let pcm = tone();
        for codec in Codec::ALL {
            let bytes = |portion: usize| {
                let mut stream = codec.compressor(24_000, false).unwrap();
                let mut out = Vec::new();
                for part in pcm.chunks(portion) {
                    stream.push(part, &mut out);
                }
                stream.finish(&mut out);
                out
            };
            let whole = bytes(usize::MAX);
            assert!(!whole.is_empty());
            // Ogg cuts its pages where portions end, so that each can be sent at once.
            match codec.name() {
                "opus" => assert!(bytes(7).len() >= whole.len()),
                _ => assert!(bytes(7) == whole && bytes(1_000) == whole, "{codec:?}"),
            }
        }
    }

    #[test]
    fn a_beginning_is_as_long_as_what_it_replaces() {
        for codec in Codec::ALL {
            let (mut stream, mut out) = (codec.compressor(24_000, true).unwrap(), Vec::new());
            stream.push(&tone(), &mut out);
            stream.finish(&mut out);
            let beginning = stream.beginning();
            assert!(beginning.len() < out.len());
            assert_eq!(
                beginning.get(..4),
                out.get(..4).filter(|_| !beginning.is_empty())
            );
        }
    }

    #[test]
    fn nothing_is_a_stream_too() {
        for codec in Codec::ALL {
            let mut stream = codec.compressor(16_000, true).unwrap();
            let mut out = Vec::new();
            stream.push(&[], &mut out);
            stream.finish(&mut out);
            let _ = stream.beginning();
        }
    }
}
