//! Output of commands: PCM to a file, standard output or the loudspeaker, with or without a WAV header, and lines of
//! JSON.

use std::fs::File;
use std::io::{self, IsTerminal, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};

use serde::Serialize;
use vaak::Error;
use vaak::audio::{pcm_bytes, wav_header};

use super::exit::Failure;
#[cfg(feature = "playback")]
use super::exit::tell;

/// A destination of PCM. Nothing is opened or written before the first samples.
pub struct Output {
    target: Target,
    wav: Option<Wav>,
    bytes: Vec<u8>,
    samples: u64,
}

enum Target {
    Stdout(io::Stdout),
    /// A file that is not opened yet.
    Path(PathBuf),
    File(File, PathBuf),
    #[cfg(feature = "playback")]
    Speaker(Box<vaak::playback::Playback>),
}

/// The state of a WAV header.
struct Wav {
    sample_rate: u32,
    /// Whether the header can be rewritten, as in a file, so that its length is right at any time.
    seeks: bool,
}

impl Output {
    /// Makes the output to a file, or to standard output if there is no path or it is `-`.
    pub fn new(path: Option<&Path>, raw: bool, sample_rate: u32) -> Result<Self, Failure> {
        let target = match path {
            Some(path) if path != Path::new("-") => {
                refuse_encodings(path)?;
                Target::Path(path.to_owned())
            }
            None if stdout().is_terminal() => {
                return Err(Failure::Usage(
                    "standard output is a terminal: name a file with -o, or pipe into a player"
                        .to_owned(),
                ));
            }
            _ => Target::Stdout(stdout()),
        };
        let seeks = false;
        Ok(Self {
            target,
            wav: (!raw).then_some(Wav { sample_rate, seeks }),
            bytes: Vec::new(),
            samples: 0,
        })
    }

    /// Makes the output to the loudspeaker of this name.
    #[cfg(feature = "playback")]
    pub fn speaker(name: &str) -> Result<Self, Failure> {
        use vaak::playback::{Busy, Speaker};
        Ok(Self {
            target: Target::Speaker(Box::new(Speaker::local(name, Busy::default()).play()?)),
            wav: None,
            bytes: Vec::new(),
            samples: 0,
        })
    }

    /// Writes one chunk and flushes it. In a file the header is updated after each chunk, so that the file stays valid
    /// if the program is ended early.
    pub fn write(&mut self, pcm: &[i16]) -> Result<(), Failure> {
        let first = self.samples == 0;
        self.samples += pcm.len() as u64;
        #[cfg(feature = "playback")]
        if let Target::Speaker(playback) = &mut self.target {
            return Ok(playback.write(pcm)?);
        }
        if first {
            self.begin()?;
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        pcm_bytes(pcm, &mut bytes);
        let done = self.put(&bytes);
        self.bytes = bytes;
        done?;
        self.tell_length()
    }

    /// Returns how many samples were written.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Waits until a loudspeaker has played everything.
    pub fn finish(self) -> Result<(), Failure> {
        #[cfg(feature = "playback")]
        if let Target::Speaker(playback) = self.target {
            let underruns = playback.drain()?;
            if underruns > 0 {
                tell(format_args!("warning: gaps while playing: {underruns}"));
            }
        }
        Ok(())
    }

    /// Opens the file and writes the header of a stream of unknown length, so that a player may start at once.
    fn begin(&mut self) -> Result<(), Failure> {
        if let Target::Path(path) = &self.target {
            let mut file = File::create(path).map_err(|e| io_error(path, e))?;
            if let Some(wav) = &mut self.wav {
                wav.seeks = file.stream_position().is_ok();
            }
            self.target = Target::File(file, path.clone());
        }
        match &self.wav {
            Some(wav) => self.put(&wav_header(wav.sample_rate, None)),
            None => Ok(()),
        }
    }

    /// Updates the length in the header, where that is possible.
    fn tell_length(&mut self) -> Result<(), Failure> {
        if let (Some(wav), Ok(bytes), Target::File(file, path)) =
            (&self.wav, u32::try_from(self.samples * 2), &mut self.target)
            && wav.seeks
        {
            let header = wav_header(wav.sample_rate, Some(bytes));
            file.seek(SeekFrom::Start(0))
                .and_then(|_| file.write_all(&header))
                .and_then(|()| file.seek(SeekFrom::End(0)))
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
            // It was opened before anything is written.
            Target::Path(_) => {}
            // It takes samples, not bytes.
            #[cfg(feature = "playback")]
            Target::Speaker(_) => {}
        }
        Ok(())
    }
}

/// Rejects file names of other encodings than WAV.
fn refuse_encodings(path: &Path) -> Result<(), Failure> {
    const ENCODINGS: [&str; 8] = ["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "webm"];
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    match ENCODINGS.iter().find(|e| extension.eq_ignore_ascii_case(e)) {
        None => Ok(()),
        Some(encoding) => Err(Failure::Usage(format!(
            "{}: cannot write {encoding}: name a .wav file, or pipe into an encoder with -o -",
            path.display()
        ))),
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
