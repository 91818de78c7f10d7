//! What commands write: PCM to a file or standard output, with a WAV header or without, or to the loudspeaker, and lines
//! of JSON.

use std::fs::File;
use std::io::{self, IsTerminal, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};

use serde::Serialize;
use vaak::Error;
use vaak::audio::{pcm_bytes, wav_header};

use super::exit::Failure;
#[cfg(feature = "playback")]
use super::exit::tell;

/// PCM out.
pub struct Output {
    target: Target,
    /// The rate for the header; `None`: bare samples.
    wav: Option<u32>,
    samples: u64,
    bytes: Vec<u8>,
}

enum Target {
    Stdout(io::Stdout),
    File(File, PathBuf),
    #[cfg(feature = "playback")]
    Speaker(Box<vaak::playback::Playback>),
}

impl Output {
    /// Opens it, and writes the header of a stream of unknown length: a player may start at once.
    pub fn open(path: Option<&Path>, raw: bool, sample_rate: u32) -> Result<Self, Failure> {
        let target = match path {
            Some(path) if path != Path::new("-") => match File::create(path) {
                Ok(file) => Target::File(file, path.to_owned()),
                Err(source) => return Err(io_error(path, source)),
            },
            None if stdout().is_terminal() => {
                return Err(Failure::Usage(
                    "standard output is a terminal: name a file with -o, or pipe into a player"
                        .to_owned(),
                ));
            }
            _ => Target::Stdout(stdout()),
        };
        let mut output = Self {
            target,
            wav: (!raw).then_some(sample_rate),
            samples: 0,
            bytes: Vec::new(),
        };
        if let Some(rate) = output.wav {
            output.put(&wav_header(rate, None))?;
        }
        Ok(output)
    }

    /// The loudspeaker of that name.
    #[cfg(feature = "playback")]
    pub fn speaker(name: &str) -> Result<Self, Failure> {
        use vaak::playback::{Busy, Speaker};
        Ok(Self {
            target: Target::Speaker(Box::new(Speaker::local(name, Busy::default()).play()?)),
            wav: None,
            samples: 0,
            bytes: Vec::new(),
        })
    }

    /// Writes one chunk, and lets the reader have it now.
    pub fn write(&mut self, pcm: &[i16]) -> Result<(), Failure> {
        #[cfg(feature = "playback")]
        if let Target::Speaker(playback) = &mut self.target {
            return Ok(playback.write(pcm)?);
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        pcm_bytes(pcm, &mut bytes);
        let done = self.put(&bytes);
        self.bytes = bytes;
        self.samples += pcm.len() as u64;
        done
    }

    /// Writes the true length into the header of a file. A pipe keeps the streaming one. A loudspeaker is heard to its
    /// end.
    pub fn finish(mut self) -> Result<(), Failure> {
        #[cfg(feature = "playback")]
        if let Target::Speaker(playback) = self.target {
            let underruns = playback.drain()?;
            if underruns > 0 {
                tell(format_args!("warning: gaps while playing: {underruns}"));
            }
            return Ok(());
        }
        if let (Some(rate), Ok(bytes), Target::File(file, path)) =
            (self.wav, u32::try_from(self.samples * 2), &mut self.target)
            && file.seek(SeekFrom::Start(0)).is_ok()
        {
            file.write_all(&wav_header(rate, Some(bytes)))
                .map_err(|e| io_error(path, e))?;
        }
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.target {
            Target::Stdout(out) => {
                out.write_all(bytes)?;
                out.flush()?;
            }
            Target::File(file, path) => file.write_all(bytes).map_err(|e| io_error(path, e))?,
            // Takes samples, not bytes.
            #[cfg(feature = "playback")]
            Target::Speaker(_) => {}
        }
        Ok(())
    }
}

fn io_error(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    Error::Io { path, source }.into()
}

/// Writes a value as one line of JSON.
pub fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
