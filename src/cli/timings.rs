//! What `vaak say` writes beside the audio: captions, and the places of words.

use std::fs::File;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use serde::Serialize;
use vaak::captions::{Captions, Format};
use vaak::{Error, Mark};

use super::exit::Failure;
use super::flags::Say;
use super::output::json_line;

/// The files that were asked for.
pub struct Timings(Vec<Timing>);

struct Timing {
    form: Form,
    path: PathBuf,
    /// Opened for the first bytes, as the audio is.
    file: Option<Box<dyn Write>>,
}

enum Form {
    Captions(Captions),
    Marks,
}

/// A line of `--marks`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Mark {
        text: &'a str,
        start_ms: u64,
        end_ms: u64,
    },
}

impl Timings {
    /// From the flags. `piped`: the audio goes to standard output.
    pub fn new(flags: &Say, piped: bool) -> Result<Self, Failure> {
        let captions = |format| Form::Captions(Captions::new(format));
        let wanted = [
            (&flags.srt, captions(Format::Srt)),
            (&flags.vtt, captions(Format::Vtt)),
            (&flags.marks, Form::Marks),
        ];
        let timings = wanted.into_iter().filter_map(|(path, form)| {
            Some(Timing {
                form,
                path: path.clone()?,
                file: None,
            })
        });
        let timings = Self(timings.collect());
        let audio = match piped {
            true => Some(Path::new("-")),
            false => flags.output.as_deref(),
        };
        let mut paths: Vec<&Path> = timings.0.iter().map(|timing| &*timing.path).collect();
        paths.extend(audio);
        paths.sort_unstable();
        match paths.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Failure::Usage(format!(
                "{}: two outputs would go there; name a file for each",
                pair[0].display()
            ))),
            None => Ok(timings),
        }
    }

    /// Writes what is known now that a word's place is.
    pub fn push(&mut self, mark: &Mark) -> Result<(), Failure> {
        for timing in &mut self.0 {
            let mut bytes = Vec::new();
            match &mut timing.form {
                Form::Captions(captions) => {
                    let mut text = String::new();
                    captions.push(mark, &mut text);
                    bytes = text.into_bytes();
                }
                Form::Marks => {
                    let millis = mark.millis();
                    let line = Line::Mark {
                        text: &mark.text,
                        start_ms: millis.start,
                        end_ms: millis.end,
                    };
                    json_line(&mut bytes, &line)?;
                }
            }
            timing.write(&bytes)?;
        }
        Ok(())
    }

    /// Writes the rest.
    pub fn finish(mut self) -> Result<(), Failure> {
        for timing in &mut self.0 {
            if let Form::Captions(captions) = &mut timing.form {
                let mut text = String::new();
                captions.finish(&mut text);
                timing.write(text.as_bytes())?;
            }
        }
        Ok(())
    }
}

impl Timing {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        let path = &self.path;
        let failed = |source: io::Error| Error::Io {
            path: path.clone(),
            source,
        };
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(match path == Path::new("-") {
                true => Box::new(stdout()),
                false => Box::new(File::create(path).map_err(failed)?),
            }),
        };
        let written = file.write_all(bytes).and_then(|()| file.flush());
        Ok(written.map_err(failed)?)
    }
}
