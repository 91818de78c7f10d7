//! The HTTP endpoints: what there is, and what it answers.

mod clip;
mod framing;
mod page;
mod request;
pub mod response;

use serde_json::{Value, json};
use tiny_http::Method;

use super::error::ApiError;
use super::head::unescaped;
use super::request::Broken;
use super::shared::Shared;
use super::speech_form;
use crate::Language;
use crate::engine::Engine;
use clip::Form;
pub use request::Request;
use response::{JSON, Responder};

/// The paths, and the methods that each takes.
const ROUTES: [(&str, &[Method], Route); 21] = [
    ("/v1/tts", &[Method::Post], Route::Clip(Form::Own)),
    // Its older path.
    ("/tts", &[Method::Post], Route::Clip(Form::Own)),
    (
        "/v1/audio/speech",
        &[Method::Post],
        Route::Clip(Form::Speech),
    ),
    ("/v1/voices", GET, Route::Voices),
    ("/v1/languages", GET, Route::Languages),
    // Where clients of OpenAI's form look for lists.
    ("/v1/audio/voices", GET, Route::SpeechVoices),
    ("/v1/audio/models", GET, Route::SpeechModels),
    ("/v1/models", GET, Route::Models),
    (MODEL, GET, Route::Model),
    // Browsers ask for it by themselves.
    ("/favicon.ico", GET, Route::Nothing),
    ("/healthz", GET, Route::Alive),
    ("/readyz", GET, Route::Ready),
    ("/metrics", GET, Route::Metrics),
    (
        "/openapi.json",
        GET,
        Route::Document(JSON, include_str!("openapi.json")),
    ),
    (
        "/asyncapi.json",
        GET,
        Route::Document(JSON, include_str!("asyncapi.json")),
    ),
    ("/", GET, Route::Page(page::HTML)),
    ("/page.css", GET, Route::Page(page::STYLE)),
    ("/page.js", GET, Route::Page(page::SCRIPT)),
    ("/code.js", GET, Route::Page(page::CODE)),
    ("/vaak.js", GET, Route::Page(page::LIBRARY)),
    ("/vaak.d.ts", GET, Route::Page(page::TYPES)),
];
const MODEL: &str = "/v1/models/";
const GET: &[Method] = &[Method::Get, Method::Head];

#[derive(Clone, Copy, Debug)]
enum Route {
    Clip(Form),
    Voices,
    Languages,
    SpeechVoices,
    SpeechModels,
    Models,
    Model,
    Alive,
    Ready,
    Metrics,
    Nothing,
    Page(page::Part),
    /// A media type and a text.
    Document(&'static str, &'static str),
}

/// Answers a request.
pub fn answer(
    shared: &Shared,
    request: Request<'_>,
    responder: &mut Responder<'_>,
) -> Result<(), Broken> {
    let outcome = route(&request).map_err(Broken::from);
    let outcome = outcome.and_then(|route| respond(shared, request, route, responder));
    match outcome {
        // The connection lives on: the request was read whole.
        Err(Broken::Refused(error)) => {
            shared.metrics.error(error.code);
            Ok(responder.error(&error)?)
        }
        other => other,
    }
}

fn respond(
    shared: &Shared,
    request: Request<'_>,
    route: Route,
    responder: &mut Responder<'_>,
) -> Result<(), Broken> {
    match route {
        Route::Clip(form) => clip::answer(shared, request, form, responder)?,
        Route::Voices => responder.json(&voices(shared))?,
        Route::Languages => responder.json(&languages())?,
        Route::SpeechVoices => {
            let names = voice_names(&shared.engine());
            responder.json(&speech_form::listed("voices", names))?;
        }
        Route::SpeechModels => {
            responder.json(&speech_form::listed("models", model_names(shared)))?;
        }
        Route::Models => responder.json(&models(shared))?,
        Route::Model => responder.json(&model(shared, request.path)?)?,
        Route::Nothing => responder.send(204, "image/x-icon", "", &[])?,
        Route::Alive => responder.json(&json!({"status": "alive"}))?,
        Route::Ready if shared.is_draining() => return Err(ApiError::shutting_down().into()),
        Route::Ready => responder.json(&json!({"status": "ready"}))?,
        Route::Document(kind, text) => responder.send(200, kind, text, &[])?,
        Route::Page(part) => {
            responder.send(200, part.content_type, part.text, &page::headers())?;
        }
        Route::Metrics => {
            responder.send(200, "text/plain; version=0.0.4", shared.metrics_text(), &[])?;
        }
    }
    Ok(())
}

fn route(request: &Request<'_>) -> Result<Route, ApiError> {
    let known = ROUTES.iter().find(|(path, _, _)| match *path {
        // An id follows.
        MODEL => request.path.len() > MODEL.len() && request.path.starts_with(MODEL),
        path => path == request.path,
    });
    let Some((_, methods, route)) = known else {
        let message = "there is nothing at this path";
        return Err(ApiError::new(404, "not_found", message));
    };
    let mut names = methods.iter().map(Method::as_str);
    if names.any(|name| name == request.method) {
        return Ok(*route);
    }
    let allowed: Vec<&str> = methods.iter().map(Method::as_str).collect();
    Err(ApiError::method_not_allowed(&allowed))
}

fn voices(shared: &Shared) -> Value {
    let languages = Language::ALL.map(Language::code);
    let engine = shared.engine();
    let models = engine.models();
    let of = |voice: &String| -> Vec<&str> {
        let models = models.iter().filter(|model| model.voices.contains(voice));
        models.map(|model| model.name.as_str()).collect()
    };
    let voices: Vec<Value> = voice_names(&engine)
        .into_iter()
        .map(|name| {
            let aliases: Vec<&str> = shared.voice_aliases.of(&name).collect();
            json!({"name": name, "languages": languages, "models": of(&name), "aliases": aliases})
        })
        .collect();
    json!({"voices": voices})
}

/// The names of the voices of all models.
fn voice_names(engine: &Engine) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in engine.models().iter().flat_map(|model| &model.voices) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn languages() -> Value {
    let languages = Language::ALL
        .map(|l| json!({"code": l.code(), "name": l.name(), "native_name": l.native_name()}));
    json!({"languages": languages})
}

/// The models, their aliases, and the names by which `/v1/audio/speech` knows the first.
fn model_names(shared: &Shared) -> Vec<String> {
    let engine = shared.engine();
    let own = engine.models().iter().map(|model| model.name.clone());
    let aliases = shared.aliases.iter().cloned();
    let known = speech_form::MODELS.map(str::to_owned);
    own.chain(aliases).chain(known).collect()
}

fn models(shared: &Shared) -> Value {
    let models: Vec<Value> = model_names(shared)
        .into_iter()
        .map(|name| json!({"id": name, "object": "model", "created": 0, "owned_by": "vaak"}))
        .collect();
    json!({"object": "list", "data": models})
}

fn model(shared: &Shared, path: &str) -> Result<Value, ApiError> {
    let id = path.strip_prefix(MODEL).and_then(unescaped);
    let id = id.unwrap_or_default();
    let mut all = models(shared);
    let all = all["data"].as_array_mut().map(std::mem::take);
    let known = all.into_iter().flatten().find(|model| model["id"] == id);
    known.ok_or_else(|| {
        let message = format!("there is no model {id:?}");
        ApiError::new(404, "unknown_model", message).with("model", id)
    })
}
