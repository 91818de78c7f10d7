//! `vaak speechd`: a module of Speech Dispatcher, which gives screen readers their voice. The daemon sends commands on standard
//! input, and plays the audio that it gets on standard output.

mod document;
mod link;
mod message;
mod parameters;
mod speaker;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vaak::{Engine, Error, Language};

use super::exit::{Failure, tell};
use super::flags::{Model, Source, Speechd};
use super::source::{Input, Line};
use link::Link;
use message::Kind;
use parameters::Parameters;
use speaker::{Job, Speaker};

/// The maximum length of a line in bytes, and of a message: the longest document that can be spoken.
const LONGEST: usize = 1 << 20;

const BAD_SYNTAX: &str = "302 ERROR BAD SYNTAX";
const BAD_VALUE: &str = "303 ERROR INVALID PARAMETER OR VALUE";

/// The settings of the file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Configuration {
    model: Option<PathBuf>,
    lexicon: Option<PathBuf>,
    voice: Option<String>,
}

/// What the daemon is told that it can have.
struct Module {
    engine: Engine,
    parameters: Parameters,
    speaker: Speaker,
    link: Link,
}

pub fn run(flags: Speechd) -> Result<(), Failure> {
    let link = Link::default();
    let source = Source {
        text: Vec::new(),
        file: None,
    };
    let mut input = source.open()?;
    if next(&mut input)?.as_deref() != Some("INIT") {
        return Err(Failure::Usage(
            "this is started by speech-dispatcher, which sends INIT first: see boards/speech-dispatcher"
                .to_owned(),
        ));
    }
    let mut module = match Module::load(flags, &link) {
        Ok(module) => module,
        Err(failure) => {
            // The daemon puts this into its log.
            let told = failure.to_string().replace('\n', " ");
            link.say(&[&format!("399-{told}"), "399 ERR CANT INIT MODULE"])?;
            return Err(failure);
        }
    };
    let version = concat!("299-vaak ", env!("CARGO_PKG_VERSION"));
    link.say(&[version, "299 OK LOADED SUCCESSFULLY"])?;
    while let Some(line) = next(&mut input)? {
        if line == "QUIT" {
            module.speaker.stop();
            link.say(&["210 OK QUIT"])?;
            return Ok(());
        }
        module.obey(&line, &mut input)?;
    }
    Ok(())
}

/// Returns the next line; `None` at the end. A line that is too long is empty.
fn next(input: &mut Input) -> Result<Option<String>, Failure> {
    Ok(input.next_bounded(LONGEST)?.map(|line| match line {
        Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
        Line::TooLong => String::new(),
    }))
}

/// Reads a file. The daemon names one also where there is none.
fn configuration(path: &Path) -> Result<Configuration, Failure> {
    let failed = |source| {
        let path = path.to_owned();
        Failure::Vaak(Error::Io { path, source })
    };
    let text = match fs::read_to_string(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Configuration::default()),
        text => text.map_err(failed)?,
    };
    toml::from_str(&text).map_err(|e| {
        let e = e.to_string();
        Failure::Usage(format!("{}: {}", path.display(), e.trim_end()))
    })
}

impl Module {
    fn load(flags: Speechd, link: &Link) -> Result<Self, Failure> {
        let path = flags.config.as_deref();
        let file = path.map(configuration).transpose()?.unwrap_or_default();
        let model = Model {
            model: flags.model.model.or(file.model),
            kernel: flags.model.kernel,
        };
        let lexicon = super::flags::Lexicon {
            lexicon: flags.lexicon.lexicon.or(file.lexicon),
        };
        let engine = model.load()?.with_lexicon(lexicon.load()?);
        let parameters = Parameters::new(&engine, file.voice)?;
        let speaker = Speaker::start(engine.clone(), link.clone());
        Ok(Self {
            speaker: speaker.map_err(|e| Error::Voice(e.to_string()))?,
            link: link.clone(),
            engine,
            parameters,
        })
    }

    /// Does what a line asks for, and reads what belongs to it.
    fn obey(&mut self, line: &str, input: &mut Input) -> Result<(), Failure> {
        let kind = match line {
            "SPEAK" => Kind::Text,
            "CHAR" => Kind::Character,
            "KEY" => Kind::Key,
            "SOUND_ICON" => Kind::Icon,
            "STOP" => {
                self.speaker.stop();
                return Ok(());
            }
            "PAUSE" => {
                self.speaker.pause();
                return Ok(());
            }
            "SET" => return self.set(input),
            "AUDIO" => return self.audio(input),
            "LOGLEVEL" => {
                self.link.say(&["207 OK RECEIVING LOGLEVEL SETTINGS"])?;
                let read = lines(input, |_, _| true)?;
                return Ok(self.link.say(&[read.unwrap_or("203 OK LOGLEVEL SET")])?);
            }
            _ if line.starts_with("LIST VOICES") => return Ok(self.list(line)?),
            _ if line.starts_with("DEBUG") => return Ok(self.link.say(&["200 OK DEBUGGING"])?),
            _ => return Ok(self.link.say(&["300 ERR UNKNOWN COMMAND"])?),
        };
        self.speak(kind, input)
    }

    fn speak(&mut self, kind: Kind, input: &mut Input) -> Result<(), Failure> {
        self.link.say(&["202 OK RECEIVING MESSAGE"])?;
        let (mut message, mut is_too_long) = (String::new(), false);
        loop {
            let line = match input.next_bounded(LONGEST)? {
                None => return Ok(()),
                Some(Line::Whole(b".")) => break,
                Some(Line::Whole(line)) => String::from_utf8_lossy(line),
                Some(Line::TooLong) => {
                    is_too_long = true;
                    continue;
                }
            };
            // A dot at the beginning of a line is doubled.
            let line = line.strip_prefix('.').unwrap_or(&line);
            is_too_long |= message.len() + line.len() > LONGEST;
            if !is_too_long {
                message.push_str(line);
                message.push('\n');
            }
        }
        if is_too_long {
            tell(format_args!(
                "a message of more than {LONGEST} bytes is not spoken"
            ));
            message.clear();
        }
        // No message is refused: the daemon has begun to queue it, and 0.11 crashes. One that says nothing begins and ends.
        let document = message::document(kind, message.trim_end_matches('\n'), &self.parameters);
        // Before anything of it is told.
        self.link.say(&["200 OK SPEAKING"])?;
        self.speaker.speak(Job {
            document,
            settings: self.parameters.settings(),
        });
        Ok(())
    }

    fn set(&mut self, input: &mut Input) -> Result<(), Failure> {
        self.link.say(&["203 OK RECEIVING SETTINGS"])?;
        let read = lines(input, |name, value| self.parameters.set(name, value))?;
        Ok(self
            .link
            .say(&[read.unwrap_or("203 OK SETTINGS RECEIVED")])?)
    }

    /// The audio goes to the daemon, which plays it.
    fn audio(&mut self, input: &mut Input) -> Result<(), Failure> {
        self.link.say(&["207 OK RECEIVING AUDIO SETTINGS"])?;
        let through = |name: &str, value: &str| name == "audio_output_method" && value == "server";
        let read = lines(input, through)?;
        if read.is_some() {
            tell(format_args!(
                "this speech-dispatcher does not play the audio of its modules: version 0.11 does"
            ));
        }
        Ok(self
            .link
            .say(&[read.unwrap_or("203 OK AUDIO INITIALIZED")])?)
    }

    /// Lists each voice with each language, as every voice speaks them all.
    fn list(&self, line: &str) -> io::Result<()> {
        let wanted = line.split_whitespace().nth(2);
        let wanted = wanted.map(|code| code.parse::<Language>().ok());
        let voices = &self.engine.models()[0].voices;
        let mut list = Vec::new();
        for language in Language::ALL {
            if wanted.is_none_or(|wanted| wanted == Some(language)) {
                let code = language.code();
                list.extend(voices.iter().map(|v| format!("200-{v}\t{code}-IN\tnone")));
            }
        }
        list.push(match list.is_empty() {
            true => "304 CANT LIST VOICES".to_owned(),
            false => "200 OK VOICE LIST SENT".to_owned(),
        });
        self.link.say(&list)
    }
}

/// Reads lines of `name=value` up to a dot. Returns what is wrong, if anything is.
fn lines(
    input: &mut Input,
    mut set: impl FnMut(&str, &str) -> bool,
) -> Result<Option<&'static str>, Failure> {
    let mut fault = None;
    while let Some(line) = next(input)?.filter(|line| line != ".") {
        match line.split_once('=') {
            None => fault = Some(BAD_SYNTAX),
            Some((name, value)) if !set(name, value) => fault = Some(BAD_VALUE),
            Some(_) => {}
        }
    }
    Ok(fault)
}
