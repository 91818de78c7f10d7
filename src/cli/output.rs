//! What commands write: audio to a file or standard output, in WAV, bare, or compressed, or to the loudspeaker, and lines of
//! JSON.

use std::fs::File;
use std::io::{self, IsTerminal, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};

use serde::Serialize;
use vaak::Error;
use vaak::audio::{Codec, Compressor, pcm_bytes, wav_header};

use super::exit::Failure;
#[cfg(feature = "playback")]
use super::exit::tell;

/// Audio out. Nothing is opened or written before the first samples come.
pub struct Output {
    target: Target,
    form: Form,
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

/// What samples become.
enum Form {
    /// Nothing but their bytes.
    Raw,
    /// WAV. `seeks`: its header can be written again, as it can in a file, so that it holds the true length at any time.
    Wav {
        sample_rate: u32,
        seeks: bool,
    },
    Compressed(Box<dyn Compressor>),
}

impl Output {
    /// Makes the output to a file, or to standard output if there is no path or it is `-`.
    pub fn new(path: Option<&Path>, raw: bool, sample_rate: u32) -> Result<Self, Failure> {
        let mut codec = None;
        let target = match path {
            Some(path) if path != Path::new("-") => {
                codec = codec_of(path)?;
                Target::Path(path.to_owned())
            }
            None if stdout().is_terminal() => {
                return Err(Failure::Usage(
                    "standard output is a terminal: name a file with -o, or pipe into a player"
                        .to_owned(),
                ));
            }
            _ => match redirected() {
                Some(file) => Target::File(file, PathBuf::from("standard output")),
                None => Target::Stdout(stdout()),
            },
        };
        let compressor = codec.and_then(|codec| codec.compressor(sample_rate, true));
        let form = match compressor {
            Some(_) if raw => {
                return Err(Failure::Usage(
                    "--raw writes bare samples: name a file that does not promise an encoding"
                        .to_owned(),
                ));
            }
            Some(compressor) => Form::Compressed(compressor),
            None if raw => Form::Raw,
            None => Form::Wav {
                sample_rate,
                seeks: false,
            },
        };
        Ok(Self {
            target,
            form,
            bytes: Vec::new(),
            samples: 0,
        })
    }

    /// Makes the output to the loudspeaker of this name.
    #[cfg(feature = "playback")]
    pub fn speaker(name: &str) -> Result<Self, Failure> {
        use vaak::playback::Speaker;
        Ok(Self {
            target: Target::Speaker(Box::new(Speaker::once(name).play()?)),
            form: Form::Raw,
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
        match &mut self.form {
            Form::Compressed(compressor) => {
                bytes.clear();
                compressor.push(pcm, &mut bytes);
            }
            Form::Raw | Form::Wav { .. } => pcm_bytes(pcm, &mut bytes),
        }
        let done = self.put(&bytes);
        self.bytes = bytes;
        done?;
        self.tell_length()
    }

    /// Returns how many samples were written.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Writes the rest, or waits until a loudspeaker has played all of it.
    pub fn finish(mut self) -> Result<(), Failure> {
        if let Form::Compressed(compressor) = &mut self.form
            && self.samples > 0
        {
            let mut rest = Vec::new();
            compressor.finish(&mut rest);
            let beginning = compressor.beginning();
            self.put(&rest)?;
            self.rewrite(&beginning)?;
        }
        #[cfg(feature = "playback")]
        if let Target::Speaker(playback) = self.target {
            let underruns = playback.drain()?;
            if underruns > 0 {
                tell(format_args!("warning: gaps while playing: {underruns}"));
            }
        }
        Ok(())
    }

    /// Opens the file and writes the header: in a file that of no samples yet, elsewhere that of a stream of unknown
    /// length, so that a player may start at once.
    fn begin(&mut self) -> Result<(), Failure> {
        if let Target::Path(path) = &self.target {
            let file = File::create(path).map_err(|e| io_error(path, e))?;
            self.target = Target::File(file, path.clone());
        }
        if let (Target::File(file, _), Form::Wav { seeks, .. }) = (&mut self.target, &mut self.form)
        {
            *seeks = file.stream_position().is_ok();
        }
        match self.form {
            Form::Wav { sample_rate, seeks } => {
                self.put(&wav_header(sample_rate, seeks.then_some(0)))
            }
            Form::Raw | Form::Compressed(_) => Ok(()),
        }
    }

    /// Updates the length in the header, where that is possible.
    fn tell_length(&mut self) -> Result<(), Failure> {
        match (&self.form, u32::try_from(self.samples * 2)) {
            (
                &Form::Wav {
                    sample_rate,
                    seeks: true,
                },
                Ok(bytes),
            ) => self.rewrite(&wav_header(sample_rate, Some(bytes))),
            _ => Ok(()),
        }
    }

    /// Replaces the first bytes of a file; does nothing where that is not possible.
    fn rewrite(&mut self, beginning: &[u8]) -> Result<(), Failure> {
        let Target::File(file, path) = &mut self.target else {
            return Ok(());
        };
        if beginning.is_empty() || file.stream_position().is_err() {
            return Ok(());
        }
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(beginning))
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map(drop)
            .map_err(|e| io_error(path, e))
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

/// Standard output, where the shell has opened a new file for it (`vaak say … > FILE`) whose header can be written again.
#[cfg(unix)]
fn redirected() -> Option<File> {
    use std::os::fd::AsFd;
    let mut file = File::from(stdout().as_fd().try_clone_to_owned().ok()?);
    // What is appended, or stands behind what another program wrote, is a stream.
    let appends = rustix::fs::fcntl_getfl(&file)
        .ok()?
        .contains(rustix::fs::OFlags::APPEND);
    let new = file.metadata().ok()?.is_file() && file.stream_position().ok()? == 0;
    (new && !appends).then_some(file)
}

#[cfg(not(unix))]
fn redirected() -> Option<File> {
    None
}

/// The codec that a file's name asks for. Refuses names that promise an encoding that cannot be written.
pub fn codec_of(path: &Path) -> Result<Option<Codec>, Failure> {
    const OTHERS: [&str; 8] = ["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "webm"];
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    // What is in an Ogg file is Opus, as a rule.
    let name = match extension.to_ascii_lowercase().as_str() {
        "ogg" | "oga" => "opus".to_owned(),
        other => other.to_owned(),
    };
    let codec = Codec::named(&name);
    if codec.is_some() || !OTHERS.contains(&name.as_str()) {
        return Ok(codec);
    }
    let known: Vec<&str> = Codec::ALL.iter().map(|codec| codec.name()).collect();
    Err(Failure::Usage(format!(
        "{}: cannot write {name}: name a file that ends in .wav or {}, or pipe into an encoder with -o -",
        path.display(),
        known
            .iter()
            .map(|name| format!(".{name}"))
            .collect::<Vec<_>>()
            .join(", "),
    )))
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
