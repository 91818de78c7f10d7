//! `POST /v1/tts` and `POST /v1/audio/speech`: one clip, sent while it is made.

use std::io;
use std::time::Instant;

use data_encoding::BASE64;
use serde_json::{Value, json};

use super::request::Request;
use super::response::{IGNORED, JSON, Responder, Stream};
use crate::serve::error::ApiError;
use crate::serve::fields::Fields;
use crate::serve::ignored::{self, Place};
use crate::serve::keys::KeyId;
use crate::serve::metrics::Delivery;
use crate::serve::params::Params;
use crate::serve::request::Broken;
use crate::serve::shared::Shared;
use crate::serve::speech_form::{self, Delivery as Sending};
use crate::serve::utterance::{Made, Utterance};

/// The two forms of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `/v1/tts`.
    Own,
    /// `/v1/audio/speech`, the widespread form.
    Speech,
}

/// A clip whose first samples exist: from here on it is not refused any more.
struct Clip {
    utterance: Utterance,
    content_type: String,
    sending: Sending,
    /// Characters of the text.
    characters: usize,
    /// Samples that were made.
    samples: usize,
    begun: Instant,
}

/// Speaks what a request asks for.
pub fn answer(
    shared: &Shared,
    request: Request<'_>,
    form: Form,
    responder: &mut Responder<'_>,
) -> Result<(), Broken> {
    let key = request.key;
    let place = match form {
        Form::Own => Place::Clip,
        Form::Speech => Place::Speech,
    };
    let ignored = ignored::names(&request.body.bytes, place);
    let clip = begin(shared, request, form)?;
    if !ignored.is_empty() {
        responder.add_header(IGNORED, ignored.join(", "));
    }
    stream(shared, clip, key, responder)
}

/// Checks a request and makes the first samples. The body's memory is free afterwards.
fn begin(shared: &Shared, request: Request<'_>, form: Form) -> Result<Clip, ApiError> {
    let begun = Instant::now();
    if let Some(kind) = request.content_type {
        let media = kind.split(';').next().unwrap_or_default().trim();
        if !media.eq_ignore_ascii_case(JSON) {
            let message = "the body must be application/json";
            return Err(
                ApiError::new(415, "unsupported_media_type", message).with("available", vec![JSON])
            );
        }
    }
    let mut fields = Fields::parse(&request.body.bytes)?;
    let engine = shared.engine();
    let mut sending = Sending::Audio;
    if form == Form::Speech {
        (fields, sending) = speech_form::translate(fields, &shared.voice_aliases, &engine)?;
    }
    let params = Params::check(&fields, shared.offer(&engine))?;
    let (field, text) = match form {
        Form::Own => ("text", fields.text.text("text")?),
        Form::Speech => ("input", fields.input.text("input")?),
    };
    let text = text.unwrap_or_default();
    let limit = shared.limits.text;
    if text.chars().count() > limit {
        return Err(ApiError::text_too_long(limit, "characters"));
    }
    let (slot, admission) = shared.slots.begin(request.key.unwrap_or_default())?;
    let mut slot = Some(slot);
    let mut utterance = Utterance::new(&params, shared, admission)?;
    utterance.push(text)?;
    utterance.close();
    let mut samples = 0;
    // The resampler takes a little more before it gives its first byte.
    while utterance.bytes().is_empty() {
        let made = match slot.take() {
            Some(slot) => utterance.make_first(slot, &shared.metrics)?,
            None => utterance.make(&shared.metrics)?,
        };
        let Made::Audio(count) = made else {
            break;
        };
        samples += count;
        utterance.deliver(made, &shared.metrics)?;
    }
    if samples == 0 {
        let message = "the text is missing, or holds nothing that can be spoken";
        return Err(ApiError::new(400, "missing_text", message).with("field", field));
    }
    Ok(Clip {
        utterance,
        content_type: match sending {
            _ if params.aloud => "application/x-ndjson".to_owned(),
            Sending::Events => "text/event-stream".to_owned(),
            Sending::Audio => params.format.content_type(),
        },
        sending,
        characters: text.chars().count(),
        samples,
        begun,
    })
}

/// Sends a clip while it is being made.
fn stream(
    shared: &Shared,
    clip: Clip,
    key: Option<KeyId>,
    responder: &mut Responder<'_>,
) -> Result<(), Broken> {
    let Clip {
        mut utterance,
        mut samples,
        ..
    } = clip;
    let metrics = &shared.metrics;
    let mut out = responder.stream(&clip.content_type);
    let put = |out: &mut Stream<'_, '_>, utterance: &Utterance| match clip.sending {
        Sending::Audio => utterance.portions().for_each(|portion| out.push(portion)),
        Sending::Events => utterance.portions().for_each(|portion| {
            let audio = BASE64.encode(portion);
            out.push(event(&json!({"type": "speech.audio.delta", "audio": audio})).as_bytes());
        }),
    };
    let mut delivery = Delivery::default();
    metrics.begun(clip.begun.elapsed());
    loop {
        put(&mut out, &utterance);
        out.flush().map_err(|e| {
            if e.kind() == io::ErrorKind::TimedOut {
                metrics.error(ApiError::timeout("the clip").code);
            }
            Broken::Gone
        })?;
        delivery.sent(metrics, samples, utterance.bytes().len());
        // Without its last chunk the client sees that the clip is not whole.
        if shared.is_cut() || key.is_some_and(|key| !shared.admits(key)) {
            return Err(Broken::Gone);
        }
        let made = utterance.make(metrics).map_err(|_| Broken::Gone)?;
        let delivered = utterance.deliver(made, metrics);
        if let Err(error) = delivered {
            // The loudspeaker failed. What is sent is JSON, a line at a time.
            let mut body = error.body();
            body.insert("type".to_owned(), json!("error"));
            out.push(format!("{}\n", Value::Object(body)).as_bytes());
            break;
        }
        match made {
            Made::Audio(count) => samples = count,
            Made::NeedsText | Made::Done => {
                put(&mut out, &utterance);
                if clip.sending == Sending::Events {
                    out.push(done(clip.characters).as_bytes());
                }
                break;
            }
        }
    }
    Ok(out.end()?)
}

/// A server-sent event.
fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// The last event. What clients count as tokens are characters here.
fn done(characters: usize) -> String {
    let usage = json!({"input_tokens": characters, "output_tokens": 0, "total_tokens": characters});
    event(&json!({"type": "speech.audio.done", "usage": usage}))
}
