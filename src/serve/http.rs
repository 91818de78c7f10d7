//! What is answered over HTTP, by tiny_http.

use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tiny_http::{HTTPVersion, Header, Method, Request, Response, Server};

use super::Service;
use super::connection::REQUEST_ID;
use super::error::Refusal;
use super::metrics::Delivery;
use super::params::Fields;
use super::sink::Listener;
use crate::Language;
use crate::engine::Turn;

const JSON: &str = "application/json";
/// How long to wait before listening again after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// What there is, and how it may be asked for.
const ROUTES: [(&str, &[Method], Route); 11] = [
    ("/v1/tts", &[Method::Post], Route::Clip),
    ("/v1/audio/speech", &[Method::Post], Route::Speech),
    ("/v1/voices", GET, Route::Voices),
    ("/v1/languages", GET, Route::Languages),
    ("/v1/models", GET, Route::Models),
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
    (
        "/",
        GET,
        Route::Document("text/html; charset=utf-8", include_str!("page.html")),
    ),
];
const GET: &[Method] = &[Method::Get, Method::Head];

#[derive(Clone, Copy)]
enum Route {
    Clip,
    /// A clip, in the widespread form.
    Speech,
    Voices,
    Languages,
    Models,
    Alive,
    Ready,
    Metrics,
    /// A media type and a text.
    Document(&'static str, &'static str),
}

/// A clip whose first samples exist: nothing about it can be refused any more.
struct Clip {
    turn: Turn,
    content_type: String,
    listener: Listener,
    /// The first samples, encoded, and how many they are.
    first: (Vec<u8>, usize),
    begun: Instant,
}

/// Answers what the door passes on, in threads of its own.
pub fn start(service: &Arc<Service>) -> io::Result<()> {
    let listener = UnixListener::bind(&service.inner)?;
    let service = Arc::clone(service);
    thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || {
            // tiny_http stops listening at the first connection that the system refuses.
            while let Ok(again) = listener.try_clone() {
                if let Ok(server) = Server::from_listener(again, None) {
                    serve(&service, &server);
                }
                thread::sleep(PAUSE);
            }
        })?;
    Ok(())
}

/// Whether an answer comes within a time.
pub fn is_alive(service: &Service, time: Duration) -> bool {
    let ask = || {
        let mut inner = UnixStream::connect(&service.inner)?;
        inner.set_read_timeout(Some(time))?;
        inner.write_all(b"GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n")?;
        inner.read_exact(&mut [0])
    };
    ask().is_ok()
}

fn serve(service: &Arc<Service>, server: &Server) {
    while let Ok(request) = server.recv() {
        let service = Arc::clone(service);
        // Without a thread the request is dropped, which tiny_http answers with 500.
        let _ = thread::Builder::new()
            .name("request".to_owned())
            .spawn(move || answer(&service, request));
    }
}

/// A failure to write is a client that went away: there is nobody to tell.
fn answer(service: &Service, mut request: Request) {
    let id = header(&request, REQUEST_ID).unwrap_or_default().to_owned();
    let outcome = match route(request.method(), request.url()) {
        Err(refusal) => Err(refusal),
        Ok(route @ (Route::Clip | Route::Speech)) => match clip(service, &mut request, route) {
            Ok(clip) => {
                let _ = stream(service, clip, request, &id);
                return;
            }
            Err(refusal) => Err(refusal),
        },
        Ok(Route::Voices) => Ok(voices(service)),
        Ok(Route::Languages) => Ok(languages()),
        Ok(Route::Models) => Ok(models(service)),
        Ok(Route::Alive) => Ok(json!({"status": "alive"})),
        Ok(Route::Ready) if service.is_draining() => Err(Refusal::shutting_down()),
        Ok(Route::Ready) => Ok(json!({"status": "ready"})),
        Ok(Route::Document(kind, text)) => {
            let _ = send(request, 200, kind, text.to_owned(), &[], &id);
            return;
        }
        Ok(Route::Metrics) => {
            let text = service.metrics.text(service);
            let _ = send(request, 200, "text/plain; version=0.0.4", text, &[], &id);
            return;
        }
    };
    let _ = match outcome {
        Ok(value) => send(request, 200, JSON, value.to_string(), &[], &id),
        Err(refusal) => {
            service.metrics.refused(refusal.code);
            let mut body = refusal.body();
            body.insert("request_id".to_owned(), json!(id));
            let (status, headers) = (refusal.status, &refusal.headers);
            let body = Value::Object(body).to_string();
            send(request, status, JSON, body, headers, &id)
        }
    };
}

fn route(method: &Method, path: &str) -> Result<Route, Refusal> {
    let Some((_, methods, route)) = ROUTES.iter().find(|(p, _, _)| *p == path) else {
        let message = "there is nothing at this path";
        return Err(Refusal::new(404, "not_found", message));
    };
    if methods.contains(method) {
        return Ok(*route);
    }
    let allowed: Vec<&str> = methods.iter().map(Method::as_str).collect();
    Err(Refusal::method_not_allowed(&allowed))
}

/// Begins to speak what the request asks for.
fn clip(service: &Service, request: &mut Request, route: Route) -> Result<Clip, Refusal> {
    let begun = Instant::now();
    if let Some(kind) = header(request, "content-type") {
        let media = kind.split(';').next().unwrap_or_default().trim();
        if !media.eq_ignore_ascii_case(JSON) {
            let message = "the body must be application/json";
            return Err(
                Refusal::new(415, "unsupported_media_type", message).with("available", vec![JSON])
            );
        }
    }
    let mut body = Vec::new();
    let read = request.as_reader().read_to_end(&mut body);
    read.map_err(|_| Refusal::internal())?;
    let mut fields = Fields::parse(&body)?;
    let mut field = "text";
    if matches!(route, Route::Speech) {
        field = "input";
        fields = fields.into_clip_form()?;
    }
    let wanted = fields.wanted(service)?;
    let text = fields.string(field)?.unwrap_or_default();
    let limit = service.limits.text;
    if text.chars().count() > limit {
        return Err(Refusal::text_too_long(limit, "characters"));
    }
    let mut place = Some(service.places.take(&service.limits)?);
    let mut turn = wanted.turn(service.engine())?;
    turn.push(text)?;
    turn.close();
    let mut listener = wanted.listener(service)?;
    let mut first = (Vec::new(), 0);
    // What resamples hears a little more before it gives its first byte.
    while first.0.is_empty() {
        let held = place.take();
        let held = held.unwrap_or_else(|| service.places.take_again(&service.limits));
        let made = Instant::now();
        let Some(pcm) = turn.next_chunk()? else {
            break;
        };
        service.metrics.made(made.elapsed());
        listener.take(pcm, &mut first.0);
        first.1 += pcm.len();
        drop(held);
        listener.play(&mut first.0)?;
    }
    if first.1 == 0 {
        let message = "the text is missing, or holds nothing that can be spoken";
        return Err(Refusal::new(400, "missing_text", message).with("field", field));
    }
    Ok(Clip {
        turn,
        content_type: match wanted.aloud {
            true => "application/x-ndjson".to_owned(),
            false => wanted.format.content_type(),
        },
        listener,
        first,
        begun,
    })
}

/// Sends a clip while it is being made. tiny_http's own responses gather more than the first chunk of audio before they
/// send any, so the head is written here.
fn stream(service: &Service, mut clip: Clip, request: Request, id: &str) -> io::Result<()> {
    let metrics = &service.metrics;
    let chunked = *request.http_version() > HTTPVersion(1, 0);
    let mut out = request.into_writer();
    let mut head = format!(
        "HTTP/1.{} 200 OK\r\ncontent-type: {}\r\n{REQUEST_ID}: {id}\r\n",
        u8::from(chunked),
        clip.content_type,
    );
    if chunked {
        head.push_str("transfer-encoding: chunked\r\n");
    }
    head.push_str("\r\n");
    let mut message = head.into_bytes();
    let (mut bytes, mut samples) = std::mem::take(&mut clip.first);
    let mut delivery = Delivery::default();
    metrics.begun(clip.begun.elapsed());
    let mut over = false;
    loop {
        // Of no bytes there is no portion: a chunk without bytes would be the last.
        for portion in clip.listener.portions(&bytes) {
            if chunked {
                message.extend_from_slice(format!("{:x}\r\n", portion.len()).as_bytes());
            }
            message.extend_from_slice(portion);
            if chunked {
                message.extend_from_slice(b"\r\n");
            }
        }
        if over && chunked {
            message.extend_from_slice(b"0\r\n\r\n");
        }
        out.write_all(&message)?;
        out.flush()?;
        message.clear();
        if over {
            return Ok(());
        }
        delivery.sent(metrics, samples, bytes.len());
        let place = service.places.take_again(&service.limits);
        let made = Instant::now();
        let played;
        match clip.turn.next_chunk() {
            Ok(Some(pcm)) => {
                metrics.made(made.elapsed());
                clip.listener.take(pcm, &mut bytes);
                samples = pcm.len();
                drop(place);
                played = clip.listener.play(&mut bytes);
            }
            Ok(None) => {
                drop(place);
                played = clip.listener.finish(&mut bytes);
                metrics.gaps(clip.listener.underruns());
                over = true;
            }
            // Without its last chunk the client sees that the clip is not whole.
            Err(_) => return Err(io::ErrorKind::Other.into()),
        }
        if let Err(refusal) = played {
            let mut told = refusal.body();
            told.insert("type".to_owned(), json!("error"));
            bytes = Value::Object(told).to_string().into_bytes();
            bytes.push(b'\n');
            over = true;
        }
    }
}

fn send(
    request: Request,
    status: u16,
    content_type: &str,
    body: String,
    headers: &[(&'static str, String)],
    id: &str,
) -> io::Result<()> {
    let mut response = Response::from_data(body).with_status_code(status);
    let own = [
        ("content-type", content_type.to_owned()),
        (REQUEST_ID, id.to_owned()),
    ];
    for (name, value) in own.iter().chain(headers) {
        if let Ok(header) = Header::from_bytes(*name, value.as_str()) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

fn voices(service: &Service) -> Value {
    let languages = Language::ALL.map(Language::code);
    let engine = service.engine();
    let voices: Vec<Value> = engine
        .voices()
        .iter()
        .map(|name| json!({"name": name, "languages": languages}))
        .collect();
    json!({"voices": voices})
}

fn languages() -> Value {
    let languages = Language::ALL.map(|l| json!({"code": l.code(), "name": l.name()}));
    json!({"languages": languages})
}

fn models(service: &Service) -> Value {
    let engine = service.engine();
    let names = engine
        .models()
        .chain(service.aliases.iter().map(String::as_str));
    let models: Vec<Value> = names
        .map(|name| json!({"id": name, "object": "model", "owned_by": "vaak"}))
        .collect();
    json!({"object": "list", "data": models})
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    let headers = request.headers().iter();
    let mut named = headers.filter(|header| header.field.equiv(name));
    named.next().map(|header| header.value.as_str())
}
