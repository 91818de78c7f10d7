//! `POST /v1/tts` and `POST /v1/audio/speech`: one clip, sent while it is made.

use std::io;
use std::time::Instant;

use serde_json::{Value, json};

use super::request::Request;
use super::response::{JSON, Responder};
use crate::serve::error::ApiError;
use crate::serve::fields::Fields;
use crate::serve::keys::KeyId;
use crate::serve::metrics::Delivery;
use crate::serve::params::{Params, from_speech_form};
use crate::serve::request::Broken;
use crate::serve::shared::Shared;
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
    let clip = begin(shared, request, form)?;
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
    if form == Form::Speech {
        fields = from_speech_form(fields)?;
    }
    let params = Params::check(&fields, shared.offer(&shared.engine()))?;
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
        content_type: match params.aloud {
            true => "application/x-ndjson".to_owned(),
            false => params.format.content_type(),
        },
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
    let mut delivery = Delivery::default();
    metrics.begun(clip.begun.elapsed());
    loop {
        utterance.portions().for_each(|portion| out.push(portion));
        out.flush().map_err(|e| {
            if e.kind() == io::ErrorKind::TimedOut {
                metrics.error(ApiError::timeout("the clip").code);
            }
            Broken::Gone
        })?;
        delivery.sent(metrics, samples, utterance.bytes().len());
        // Without its last chunk the client sees that the clip is not whole.
        if key.is_some_and(|key| !shared.admits(key)) {
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
                utterance.portions().for_each(|portion| out.push(portion));
                break;
            }
        }
    }
    Ok(out.end()?)
}
