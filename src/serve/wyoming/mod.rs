//! The Wyoming protocol, which Home Assistant uses to speak text.
//!
//! It has neither keys nor TLS, so its clients share what one key may have. A connection has one thread, which reads an
//! event and speaks what it asks for: text that comes meanwhile waits in the system's buffers.

mod event;
mod speech;

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::connection::enter;
use super::error::ApiError;
use super::places::Place;
use super::shared::Shared;
use super::socket::Socket;
use crate::Language;
use event::{Read, Reader, Request};
use speech::{Ended, Spoken};

/// How long to wait when the system gives no connection.
const PAUSE: Duration = Duration::from_millis(50);
/// Time to tell a client that there is no room. What it is told fits into the system's buffers.
const REFUSE: Duration = Duration::from_millis(10);

/// Accepts connections for ever, each in a thread of its own.
pub fn accept(shared: &Arc<Shared>, listener: &TcpListener) {
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            // The system has no descriptor left, as a rule.
            shared.places.make_room();
            thread::sleep(PAUSE);
            continue;
        };
        let stream = Arc::new(stream);
        let place = enter(&shared.places, peer.ip(), &stream);
        let attended = place.is_some_and(|place| spawn(shared, &stream, place).is_ok());
        if !attended && let Ok(socket) = Socket::new(stream, REFUSE) {
            let _ = refuse(shared, &socket, &ApiError::busy());
        }
    }
}

fn spawn(shared: &Arc<Shared>, stream: &Arc<TcpStream>, place: Place) -> io::Result<()> {
    let (shared, stream) = (Arc::clone(shared), Arc::clone(stream));
    thread::Builder::new()
        .name("connection".to_owned())
        .spawn(move || {
            let _entered = shared.metrics.connections.enter();
            if let Ok(socket) = Socket::new(stream, shared.limits.write_time) {
                if let Err(Ended::Refused(error)) = attend(&shared, &socket, &place) {
                    // Its place may go to another.
                    place.rest();
                    if refuse(&shared, &socket, &error).is_ok() {
                        socket.linger();
                    }
                }
                let _ = socket.shutdown();
            }
        })?;
    Ok(())
}

/// Answers every event of a connection. An error ends it: that is how clients see that no more audio comes.
fn attend(shared: &Shared, socket: &Socket, place: &Place) -> Result<(), Ended> {
    let limits = &shared.limits;
    let mut reader = Reader::new(socket.clone(), &shared.memory);
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
            Request::Start(speech) => spoken = Some(Spoken::open(shared, socket, &speech)?),
            Request::Chunk(text) => {
                if let Some(spoken) = &mut spoken {
                    spoken.push(&text)?;
                }
            }
            Request::Stop => {
                if let Some(mut spoken) = spoken.take() {
                    spoken.close()?;
                    event::send(socket, "synthesize-stopped", json!({}), &[])?;
                }
            }
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

/// Tells what went wrong.
fn refuse(shared: &Shared, socket: &Socket, error: &ApiError) -> io::Result<()> {
    shared.metrics.error(error.code);
    let mut data = error.body();
    // The protocol's name for the sentence.
    let text = data.remove("message");
    let data = json!({"text": text, "code": error.code});
    event::send(socket, "error", data, &[])
}

/// What `describe` is answered with: the voices of the first model, each of which speaks every language.
fn info(shared: &Shared) -> Value {
    let attribution = json!({"name": "Vaak", "url": ""});
    let engine = shared.engine();
    let languages = Language::ALL.map(Language::code);
    let models = engine.models();
    let voices = models.first().into_iter().flat_map(|model| {
        model.voices.iter().map(|voice| {
            json!({
                "name": voice,
                "description": format!("{voice}, {}", model.name),
                "attribution": attribution,
                "installed": true,
                "version": model.version,
                "languages": languages,
                "speakers": null,
            })
        })
    });
    let voices: Vec<Value> = voices.collect();
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
