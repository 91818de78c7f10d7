//! `vaak say --jsonl`: stays, and speaks what each line of JSON asks for, one after another.

use std::io::{Write, stdout};
use std::path::Path;

use serde_json::{Map, Value, json};
use vaak::serve::{ApiError, Clip};
use vaak::{Engine, Settings};

use super::clip_file::{self, Unwritten};
use super::exit::Failure;
use super::output::{codec_of, json_line};
use super::source::{Input, Line};

/// The maximum length of a line in bytes, which bounds the memory.
const LONGEST: usize = 1 << 20;
/// The fields that only a line has.
const ID: &str = "id";
const FILE: &str = "output_file";

/// Answers the lines in their order. A line with an error is told as such, and the next one is read.
pub fn run(engine: &Engine, settings: &Settings, mut lines: Input) -> Result<(), Failure> {
    let defaults = defaults(settings);
    let mut out = stdout().lock();
    let (mut number, mut failed) = (0_u64, 0_u64);
    while let Some(line) = lines.next_bounded(LONGEST)? {
        number += 1;
        let mut answer = Map::new();
        answer.insert("type".to_owned(), json!("end"));
        answer.insert("line".to_owned(), json!(number));
        let spoken = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => speak(engine, line, &defaults, &mut answer, &mut out),
            Line::TooLong => Err(Broken::Refused(ApiError::text_too_long(LONGEST, "bytes"))),
        };
        match spoken {
            Ok(()) => {}
            Err(Broken::Refused(error)) => {
                failed += 1;
                answer.insert("type".to_owned(), json!("error"));
                answer.extend(error.body());
            }
            Err(Broken::Stream(e)) => return Err(Failure::Stream(e)),
        }
        json_line(&mut out, &answer)?;
        out.flush()?;
    }
    match failed {
        0 => Ok(()),
        _ => Err(Failure::Lines { failed, number }),
    }
}

/// Why a line was not spoken to its end.
enum Broken {
    /// Only this line fails.
    Refused(ApiError),
    /// Standard output fails, so nobody hears any more.
    Stream(std::io::Error),
}

impl From<ApiError> for Broken {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<std::io::Error> for Broken {
    fn from(error: std::io::Error) -> Self {
        Self::Stream(error)
    }
}

/// Returns the flags as fields of a request. A field of a line comes before them.
fn defaults(settings: &Settings) -> Map<String, Value> {
    let fields = json!({
        "voice": settings.voice,
        "language": settings.language,
        "speed": settings.speed,
        "pitch": settings.pitch,
        "pitch_range": settings.pitch_range,
        "volume": settings.volume,
        "sentence_pause_ms": settings.sentence_pause.as_millis() as u64,
        "paragraph_pause_ms": settings.paragraph_pause.as_millis() as u64,
        "inline_phonemes": settings.inline_phonemes,
        "emoji": settings.emoji,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Speaks one line into the file that it names, or as frames to `out`, and puts what there is to tell into `answer`.
fn speak(
    engine: &Engine,
    line: &[u8],
    defaults: &Map<String, Value>,
    answer: &mut Map<String, Value>,
    out: &mut impl Write,
) -> Result<(), Broken> {
    let mut fields = Clip::fields(line)?;
    fields.retain(|_, value| !value.is_null());
    let id = fields.remove(ID).unwrap_or_default();
    answer.insert(ID.to_owned(), id.clone());
    let path = match fields.remove(FILE) {
        None => None,
        Some(Value::String(path)) if !path.is_empty() => Some(path),
        Some(_) => return Err(ApiError::invalid_field(FILE, "the name of a file").into()),
    };
    for (name, value) in defaults {
        fields.entry(name).or_insert_with(|| value.clone());
    }
    if let Some(path) = &path
        && !fields.contains_key("encoding")
    {
        fields.insert("encoding".to_owned(), json!(encoding(path)?));
    }
    let json = Value::Object(fields).to_string();
    let mut clip = Clip::open(engine, json.as_bytes(), path.is_some())?;
    match &path {
        Some(path) => {
            let written = clip_file::write(&mut clip, Path::new(path), |clip| {
                tell_marks(clip, &id, out)
            });
            written.map_err(|unwritten| match unwritten {
                Unwritten::Refused(error) => Broken::Refused(error),
                Unwritten::File(e) => {
                    ApiError::new(500, "file_failed", format!("{path}: {e}")).into()
                }
                Unwritten::Told(e) => Broken::Stream(e),
            })?;
        }
        None => send(&mut clip, &id, out)?,
    }
    if let Some(path) = path {
        answer.insert(FILE.to_owned(), json!(path));
    }
    answer.insert("audio_ms".to_owned(), json!(clip.millis()));
    if clip.skipped() > 0 {
        answer.insert("skipped".to_owned(), json!(clip.skipped()));
    }
    if !clip.ignored().is_empty() {
        answer.insert("ignored".to_owned(), json!(clip.ignored()));
    }
    Ok(())
}

/// Returns the encoding that a file's name asks for.
fn encoding(path: &str) -> Result<&'static str, ApiError> {
    let codec = codec_of(Path::new(path));
    let codec = codec.map_err(|e| ApiError::new(400, "unsupported_format", e.to_string()))?;
    Ok(codec.map_or("wav", |codec| codec.name()))
}

/// Sends a clip in frames: a line that tells their number, then so many bytes.
fn send(clip: &mut Clip, id: &Value, out: &mut impl Write) -> Result<(), Broken> {
    let (encoding, sample_rate) = clip.format();
    let metadata = json!({
        "type": "metadata",
        "id": id,
        "encoding": encoding,
        "sample_rate": sample_rate,
        "channels": 1,
    });
    let mut begun = false;
    let frame = clip.frame().unwrap_or(usize::MAX);
    while let Some(bytes) = clip.next_bytes()? {
        for portion in bytes.chunks(frame) {
            if !begun {
                json_line(out, &metadata)?;
                begun = true;
            }
            json_line(
                out,
                &json!({"type": "audio", "id": id, "bytes": portion.len()}),
            )?;
            out.write_all(portion)?;
        }
        tell_marks(clip, id, out)?;
        out.flush()?;
    }
    Ok(())
}

/// Tells where words are in the audio, as far as it is known.
fn tell_marks(clip: &mut Clip, id: &Value, out: &mut impl Write) -> std::io::Result<()> {
    while let Some(mark) = clip.next_mark() {
        let millis = mark.millis();
        let told = json!({
            "type": "mark",
            "id": id,
            "text": &*mark.text,
            "start_ms": millis.start,
            "end_ms": millis.end,
        });
        json_line(out, &told)?;
    }
    Ok(())
}
