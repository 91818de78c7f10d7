//! What is answered over HTTP, by tiny_http.

use std::io::{self, Write};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tiny_http::{HTTPVersion, Header, Method, Request, Response, Server};

use super::Service;
use super::door::REQUEST_ID;
use super::fields::Fields;
use super::format::Format;
use super::limits::Place;
use super::refusal::Refusal;
use crate::Language;
use crate::engine::Turn;

/// How long to wait before listening again after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// What there is, and how it may be asked for.
const ROUTES: [(&str, &[Method], Route); 7] = [
    ("/v1/tts", &[Method::Post], Route::Clip),
    ("/v1/tts/stream", GET, Route::Conversation),
    ("/v1/voices", GET, Route::Voices),
    ("/v1/languages", GET, Route::Languages),
    ("/v1/models", GET, Route::Models),
    ("/healthz", GET, Route::Alive),
    ("/readyz", GET, Route::Ready),
];
const GET: &[Method] = &[Method::Get, Method::Head];

#[derive(Clone, Copy)]
enum Route {
    Clip,
    Conversation,
    Voices,
    Languages,
    Models,
    Alive,
    Ready,
}

/// A clip whose first samples exist: nothing about it can be refused any more.
struct Clip<'a> {
    turn: Turn,
    format: Format,
    first: Vec<u8>,
    _place: Place<'a>,
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
        Ok(Route::Clip) => match clip(service, &mut request) {
            Ok(clip) => {
                let _ = stream(clip, request, &id);
                return;
            }
            Err(refusal) => Err(refusal),
        },
        Ok(Route::Conversation) => Err(Refusal::new(
            426,
            "upgrade_required",
            "this is a WebSocket: connect to it with a WebSocket client",
        )
        .header("upgrade", "websocket")),
        Ok(Route::Voices) => Ok(voices(service)),
        Ok(Route::Languages) => Ok(languages()),
        Ok(Route::Models) => Ok(models(service)),
        Ok(Route::Alive) => Ok(json!({"status": "alive"})),
        Ok(Route::Ready) if service.is_draining() => Err(Refusal::shutting_down()),
        Ok(Route::Ready) => Ok(json!({"status": "ready"})),
    };
    let _ = match outcome {
        Ok(value) => respond(request, 200, &value, &[], &id),
        Err(refusal) => {
            let mut body = refusal.body();
            body.insert("request_id".to_owned(), json!(id));
            let (status, headers) = (refusal.status, &refusal.headers);
            respond(request, status, &Value::Object(body), headers, &id)
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
    let message = format!("this path takes {}", allowed.join(" and "));
    Err(Refusal::new(405, "method_not_allowed", message)
        .with("available", allowed.clone())
        .header("allow", allowed.join(", ")))
}

/// Begins to speak what the request asks for.
fn clip<'a>(service: &'a Service, request: &mut Request) -> Result<Clip<'a>, Refusal> {
    if let Some(kind) = header(request, "content-type") {
        let media = kind.split(';').next().unwrap_or_default().trim();
        if !media.eq_ignore_ascii_case("application/json") {
            let message = "the body must be application/json";
            return Err(Refusal::new(415, "unsupported_media_type", message)
                .with("available", vec!["application/json"]));
        }
    }
    let mut body = Vec::new();
    let read = request.as_reader().read_to_end(&mut body);
    read.map_err(|_| Refusal::internal())?;
    let fields = Fields::parse(&body)?;
    let wanted = fields.wanted(&service.engine)?;
    let text = fields.string("text")?.unwrap_or_default();
    let limit = service.limits.text;
    if text.chars().count() > limit {
        return Err(Refusal::text_too_long(limit, "characters"));
    }
    let place = service.places.take(&service.limits)?;
    let mut turn = service.engine.turn(&wanted.settings)?;
    turn.push(text)?;
    turn.close();
    let Some(pcm) = turn.next_chunk()? else {
        let message = "the field text is missing, or holds nothing that can be spoken";
        return Err(Refusal::new(400, "missing_text", message).with("field", "text"));
    };
    let mut first = Vec::new();
    wanted.format.encode(pcm, &mut first);
    let first = [wanted.format.header(), first].concat();
    Ok(Clip {
        turn,
        format: wanted.format,
        first,
        _place: place,
    })
}

/// Sends a clip while it is being made. tiny_http's own responses gather more than the first chunk of audio before they
/// send any, so the head is written here.
fn stream(mut clip: Clip<'_>, request: Request, id: &str) -> io::Result<()> {
    let chunked = *request.http_version() > HTTPVersion(1, 0);
    let mut out = request.into_writer();
    let mut head = format!(
        "HTTP/1.{} 200 OK\r\ncontent-type: {}\r\n{REQUEST_ID}: {id}\r\n",
        u8::from(chunked),
        clip.format.content_type(),
    );
    if chunked {
        head.push_str("transfer-encoding: chunked\r\n");
    }
    head.push_str("\r\n");
    let mut message = head.into_bytes();
    let mut bytes = std::mem::take(&mut clip.first);
    loop {
        if chunked {
            message.extend_from_slice(format!("{:x}\r\n", bytes.len()).as_bytes());
        }
        message.extend_from_slice(&bytes);
        if chunked {
            message.extend_from_slice(b"\r\n");
        }
        out.write_all(&message)?;
        out.flush()?;
        message.clear();
        match clip.turn.next_chunk() {
            Ok(Some(pcm)) => clip.format.encode(pcm, &mut bytes),
            Ok(None) => break,
            // Without its last chunk the client sees that the clip is not whole.
            Err(_) => return Err(io::ErrorKind::Other.into()),
        }
    }
    if chunked {
        out.write_all(b"0\r\n\r\n")?;
        out.flush()?;
    }
    Ok(())
}

fn respond(
    request: Request,
    status: u16,
    value: &Value,
    headers: &[(&'static str, String)],
    id: &str,
) -> io::Result<()> {
    let mut response = Response::from_data(value.to_string()).with_status_code(status);
    let own = [
        ("content-type", "application/json".to_owned()),
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
    let voices = service.engine.voices().iter();
    let voices: Vec<Value> = voices
        .map(|name| json!({"name": name, "languages": languages}))
        .collect();
    json!({"voices": voices})
}

fn languages() -> Value {
    let languages = Language::ALL.map(|l| json!({"code": l.code(), "name": l.name()}));
    json!({"languages": languages})
}

fn models(service: &Service) -> Value {
    json!({"object": "list", "data": [{"id": service.engine.model(), "object": "model"}]})
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    let headers = request.headers().iter();
    let mut named = headers.filter(|header| header.field.equiv(name));
    named.next().map(|header| header.value.as_str())
}
