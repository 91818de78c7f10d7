//! The Wyoming protocol, which Home Assistant uses to speak text.
//!
//! It has neither keys nor TLS, so its clients share what one key may have. A connection has one thread, which reads an
//! event and speaks what it asks for: text that comes meanwhile waits in the system's buffers.

pub(super) mod event;
mod speech;

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::connection::{accept_each, spawn};
use super::error::ApiError;
use super::keys::KeyId;
use super::places::Place;
use super::shared::Shared;
use super::socket::Socket;
use crate::Language;
use event::{Read, Reader, Request};
use speech::{Ended, Spoken};

/// Time to tell a client that there is no room. What it is told fits into the system's buffers.
const REFUSE: Duration = Duration::from_millis(10);

/// Accepts connections for ever, each in a thread of its own.
pub fn accept(shared: &Arc<Shared>, listener: &TcpListener) {
    let attend = |stream: &Arc<TcpStream>, _, place| {
        let (to_shared, stream) = (Arc::clone(shared), Arc::clone(stream));
        spawn(shared, move || converse(&to_shared, stream, &place))
    };
    let turn_away = |stream| {
        if let Ok(socket) = Socket::new(stream, REFUSE) {
            let _ = refuse(shared, &socket, &ApiError::busy());
        }
    };
    accept_each(shared, listener, attend, turn_away);
}

/// Attends to a connection to its end, and tells why it ends early.
fn converse(shared: &Shared, stream: Arc<TcpStream>, place: &Place) {
    place.rest();
    let Ok(socket) = Socket::new(stream, shared.limits.write_time) else {
        return;
    };
    if let Err(Ended::Refused(error)) = attend(shared, &socket, place) {
        // Its place may go to another.
        place.rest();
        if refuse(shared, &socket, &error).is_ok() {
            socket.linger();
        }
    }
    let _ = socket.shutdown();
}

/// Answers every event of a connection. An error ends it: that is how clients see that no more audio comes.
fn attend(shared: &Shared, socket: &Socket, place: &Place) -> Result<(), Ended> {
    let limits = &shared.limits;
    let mut reader = Reader::new(socket.clone(), shared.hold(KeyId::default()));
    let mut spoken: Option<Spoken<'_>> = None;
    let mut wait = limits.head_time;
    loop {
        let request = match (reader.next(wait, limits)?, &mut spoken) {
            (Read::Request(request), _) => request,
            (Read::Silence, Some(spoken)) if spoken.waits => {
                spoken.flush()?;
                wait = limits.turn_idle;
                continue;
            }
            (Read::Silence | Read::End, _) => return Ok(()),
        };
        place.begin();
        match request {
            Request::Describe => event::send(socket, "info", info(shared), &[])?,
            Request::Ping(text) => event::send(socket, "pong", json!({"text": text}), &[])?,
            Request::Start(speech) => {
                // A new text ends one that was never stopped.
                stop(socket, spoken.take())?;
                spoken = Some(Spoken::open(shared, socket, &speech)?);
            }
            Request::Chunk(text) => {
                if let Some(spoken) = &mut spoken {
                    spoken.push(&text)?;
                }
            }
            Request::Stop => stop(socket, spoken.take())?,
            // Clients repeat a streamed text as a whole, for services that do not stream.
            Request::Synthesize(_) if spoken.is_some() => {}
            Request::Synthesize(speech) => {
                let mut spoken = Spoken::open(shared, socket, &speech)?;
                spoken.push(speech.text.as_deref().unwrap_or_default())?;
                spoken.close()?;
            }
            Request::Other => {}
        }
        wait = match &spoken {
            Some(spoken) if spoken.waits => limits.flush,
            Some(_) => limits.turn_idle,
            None => {
                place.rest();
                limits.rest
            }
        };
    }
}

/// Speaks the rest of a streamed text, if there is one, and tells that it has ended.
fn stop(socket: &Socket, spoken: Option<Spoken<'_>>) -> Result<(), Ended> {
    if let Some(mut spoken) = spoken {
        spoken.close()?;
        event::send(socket, "synthesize-stopped", json!({}), &[])?;
    }
    Ok(())
}

/// Tells what went wrong.
fn refuse(shared: &Shared, socket: &Socket, error: &ApiError) -> io::Result<()> {
    shared.metrics.error(error.code);
    let mut data = error.body();
    // The protocol's name for the sentence.
    let text = data.remove("message");
    let data = json!({"text": text, "code": error.code});
    event::send(socket, "error", data, &[])
}

/// What `describe` is answered with: the voices of the first model, each of which speaks every language, and each once more for
/// each language.
fn info(shared: &Shared) -> Value {
    let attribution = json!({"name": "Vaak", "url": ""});
    let engine = shared.engine();
    let mut voices: Vec<Value> = Vec::new();
    if let Some(model) = engine.models().first() {
        let mut list = |name: String, about: &str, languages: &[&str]| {
            voices.push(json!({
                "description": format!("{name}, {about}"),
                "name": name,
                "attribution": attribution,
                "installed": true,
                "version": model.version,
                "languages": languages,
                "speakers": null,
            }));
        };
        for voice in &model.voices {
            list(
                voice.clone(),
                &model.name,
                &Language::ALL.map(Language::code),
            );
        }
        for (voice, language) in model
            .voices
            .iter()
            .flat_map(|v| Language::ALL.map(|l| (v, l)))
        {
            list(
                speech::name(voice, language),
                language.native_name(),
                &[language.code()],
            );
        }
    }
    json!({
        "tts": [{
            "name": env!("CARGO_PKG_NAME"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
            "attribution": attribution,
            "installed": true,
            "version": env!("CARGO_PKG_VERSION"),
            "voices": voices,
            "supports_synthesize_streaming": true,
        }],
        "asr": [], "handle": [], "intent": [], "wake": [], "mic": [], "snd": [],
    })
}
