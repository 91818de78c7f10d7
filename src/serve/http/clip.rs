//! `POST /v1/tts` and `POST /v1/audio/speech`: one clip, sent while it is made.

use std::io;
use std::time::Instant;

use super::framing::{Framing, Message};
use super::request::Request;
use super::response::{IGNORED, JSON, Responder};
use crate::engine::Mark;
use crate::serve::error::ApiError;
use crate::serve::fields::Fields;
use crate::serve::halves;
use crate::serve::ignored::{self, Place};
use crate::serve::keys::KeyId;
use crate::serve::metrics::Delivery;
use crate::serve::params::Params;
use crate::serve::request::Broken;
use crate::serve::shared::Shared;
use crate::serve::speech_form;
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
    params: Params,
    framing: Framing,
    /// The names of its model and voice.
    spoken_by: (String, String),
    /// Places of words that have not been told.
    marks: Vec<Mark>,
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

/// Checks that the body is said to be JSON, as it is.
fn check_media(request: &Request<'_>) -> Result<(), ApiError> {
    let refused = |message, available| {
        Err(ApiError::new(415, "unsupported_media_type", message)
            .with("available", vec![available]))
    };
    if let Some(kind) = request.content_type {
        let media = kind.split(';').next().unwrap_or_default().trim();
        if !media.eq_ignore_ascii_case(JSON) {
            return refused("the body must be application/json", JSON);
        }
    }
    match request.content_encoding.map(str::trim) {
        None | Some("") => Ok(()),
        Some(encoding) if encoding.eq_ignore_ascii_case("identity") => Ok(()),
        Some(_) => refused("the body must not be compressed", "identity"),
    }
}

/// Checks a request and makes the first samples. The body's memory is free afterwards.
fn begin(shared: &Shared, request: Request<'_>, form: Form) -> Result<Clip, ApiError> {
    let begun = Instant::now();
    check_media(&request)?;
    let json = halves::mended(&request.body.bytes);
    let mut fields = Fields::parse(&json)?;
    let engine = shared.engine();
    let mut delivery = speech_form::Delivery::Audio;
    if form == Form::Speech {
        (fields, delivery) = speech_form::translate(fields, &shared.voice_aliases, &engine)?;
    }
    let params = Params::check(&fields, shared.offer(&engine))?;
    let timestamps = form == Form::Own && fields.timestamps.is_set("timestamps")?;
    let framing = Framing::of(delivery, timestamps, &params, request.accept);
    let (model, voice) = engine.choice(&params.settings)?;
    // By the name that the client knows it by.
    let model = fields.model.as_text().unwrap_or(&model.name);
    let spoken_by = (model.to_owned(), voice.to_owned());
    let (field, text) = match form {
        Form::Own => ("text", fields.text.text("text")?),
        Form::Speech => ("input", fields.input.text("input")?),
    };
    let text = &*halves::whole(text.unwrap_or_default());
    let limit = shared.limits.text;
    if text.chars().count() > limit {
        return Err(ApiError::text_too_long(limit, "characters"));
    }
    let (slot, admission) = shared.slots.begin(request.key.unwrap_or_default())?;
    let mut slot = Some(slot);
    let mut utterance = Utterance::new(&params, shared, admission)?;
    match form == Form::Own && fields.ssml.is_set("ssml")? {
        true => utterance.push_ssml(text)?,
        false => utterance.push(text)?,
    }
    utterance.close();
    let (mut samples, mut marks) = (0, Vec::new());
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
        if framing.has_marks() {
            marks.extend(utterance.marks());
        }
    }
    if samples == 0 {
        return Err(ApiError::missing_text(field));
    }
    Ok(Clip {
        utterance,
        params,
        framing,
        spoken_by,
        marks,
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
        mut marks,
        framing,
        params,
        ..
    } = clip;
    let metrics = &shared.metrics;
    let aloud = params.aloud;
    let id = responder.id().to_owned();
    let mut out = responder.stream(&framing.content_type(&params));
    let metadata = Message::Metadata {
        request_id: &id,
        sample_rate: params.format.rate(),
        channels: 1,
        encoding: params.format.encoding(),
        model: &clip.spoken_by.0,
        voice: &clip.spoken_by.1,
    };
    framing.begin(&mut out, &metadata);
    let mut delivery = Delivery::default();
    let mut total = samples as u64;
    metrics.begun(clip.begun.elapsed());
    loop {
        framing.put(&mut out, &utterance, &mut marks, aloud);
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
        if let Err(error) = utterance.deliver(made, metrics) {
            // The loudspeaker failed.
            Framing::fail(&mut out, &error);
            break;
        }
        if framing.has_marks() {
            marks.extend(utterance.marks());
        }
        match made {
            Made::Audio(count) => {
                samples = count;
                total += count as u64;
            }
            Made::NeedsText | Made::Done => {
                framing.put(&mut out, &utterance, &mut marks, aloud);
                framing.end(&mut out, total, clip.characters, aloud);
                break;
            }
        }
    }
    Ok(out.end()?)
}
