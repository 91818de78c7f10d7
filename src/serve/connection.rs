//! Connections: accepts them, reads their requests, and has each answered.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::auth::{self, Access};
use super::cors;
use super::error::ApiError;
use super::faults::{Fault, strike};
use super::head::Head;
use super::http;
use super::http::response::{IGNORED, Responder};
use super::id;
use super::limits::after;
use super::log;
use super::memory;
use super::places::{Place, network};
use super::request::{Broken, Reader};
use super::shared::Shared;
use super::socket::Socket;
use super::websocket::{self, Sessions, Upgrade};

/// How long to wait when the system gives no connection.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a new connection waits for room.
const CLEARING: Duration = Duration::from_secs(1);
/// Time to tell a client that there is no room.
const REFUSE: Duration = Duration::from_millis(100);

/// Bytes of a body without a key: no path that needs none does anything with a body, and this many take no memory of others.
const STRANGERS_BODY: usize = memory::FREE;

/// How long an address that has sent many wrong keys waits to be told of the next.
const GUESS: Duration = Duration::from_secs(1);

/// What becomes of a connection.
enum Next {
    Request,
    Conversation(Upgrade),
    Close,
}

/// Accepts connections for ever, each in a thread of its own.
pub fn accept(
    shared: &Arc<Shared>,
    sessions: &Arc<Sessions>,
    listener: &TcpListener,
    refused: &SyncSender<Arc<TcpStream>>,
) {
    let attend = |stream: &Arc<TcpStream>, peer: SocketAddr, place: Place| {
        let (to_shared, sessions) = (Arc::clone(shared), Arc::clone(sessions));
        let stream = Arc::clone(stream);
        spawn(shared, move || {
            let _ = attend(&to_shared, &sessions, stream, peer, &place);
        })
    };
    let refuse = |stream| {
        shared.metrics.error(ApiError::busy().code);
        // There is no TLS handshake with a client for which there is no room.
        if shared.tls.is_none() {
            // Where many are refused at once some are not told.
            let _ = refused.try_send(stream);
        }
    };
    accept_each(shared, listener, attend, refuse);
}

/// Accepts connections for ever. One that has a place is attended to, unless that fails; the others are refused.
pub fn accept_each(
    shared: &Shared,
    listener: &TcpListener,
    attend: impl Fn(&Arc<TcpStream>, SocketAddr, Place) -> io::Result<()>,
    refuse: impl Fn(Arc<TcpStream>),
) {
    loop {
        let accepted = strike(Fault::Accept).and_then(|()| listener.accept());
        let Ok((stream, peer)) = accepted else {
            // The system has no descriptor left, as a rule.
            shared.places.make_room();
            thread::sleep(PAUSE);
            continue;
        };
        let stream = Arc::new(stream);
        // The system queues who comes meanwhile.
        let place = shared.places.enter(peer.ip(), &stream, CLEARING);
        let attended = place.is_some_and(|place| attend(&stream, peer, place).is_ok());
        if !attended {
            refuse(stream);
        }
    }
}

/// Attends to a connection in a thread of its own.
pub fn spawn(shared: &Arc<Shared>, attend: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let to_shared = Arc::clone(shared);
    strike(Fault::Spawn)?;
    shared.workers.spawn(move || {
        let _entered = to_shared.metrics.connections.enter();
        attend();
    })
}

/// Tells clients that there is no room for them.
pub fn refuse(refused: &Receiver<Arc<TcpStream>>) {
    for stream in refused {
        if let Ok(socket) = Socket::new(stream, REFUSE) {
            let mut responder = Responder::new(&socket, "", true, false, after(REFUSE));
            let _ = responder.last_error(&ApiError::busy());
            socket.linger_for(REFUSE);
        }
    }
}

/// Answers every request of a connection.
fn attend(
    shared: &Arc<Shared>,
    sessions: &Arc<Sessions>,
    stream: Arc<TcpStream>,
    peer: SocketAddr,
    place: &Place,
) -> io::Result<()> {
    place.rest();
    let mut socket = Socket::new(stream, shared.limits.write_time)?;
    if let Some(tls) = &shared.tls {
        socket = socket.secure(tls, shared.limits.head_time)?;
    }
    let mut reader = Reader::new(socket.clone(), shared.memory.hold(None));
    loop {
        let id = id::random()?;
        let head = reader.head(&shared.limits);
        // The time of a request is counted from its head: before it, the connection is idle.
        let begun = Instant::now();
        let mut responder = Responder::new(
            &socket,
            &id,
            head.as_ref().map_or(true, |head| head.one_one),
            head.as_ref().is_ok_and(|head| head.method == "HEAD"),
            after(shared.limits.total),
        )
        .for_path(head.as_ref().map_or("", |head| &head.path));
        if head.as_ref().is_ok_and(|head| !head.keeps_alive()) {
            responder.add_header("connection", "close".to_owned());
        }
        let next = match &head {
            Ok(head) => {
                place.begin();
                answer(shared, sessions, &mut reader, head, place, &mut responder)
            }
            Err(broken) => Err(broken.clone()),
        };
        if let Err(Broken::Refused(error)) = &next {
            shared.metrics.error(error.code);
            if error.status == 401 && shared.wrong_keys.spend(network(peer.ip())).is_err() {
                // Who has a key is never held up. Who guesses has a place of its address meanwhile, of which there are few, and
                // loses it to who comes later: one of them may have a key.
                place.rest_for(GUESS);
            }
            responder.last_error(error)?;
        }
        let status = responder.status;
        if status > 0 {
            let named = |name: fn(&Head) -> &String| head.as_ref().map_or("", |head| name(head));
            shared.metrics.responded(status);
            let mut line = vec![
                ("id", json!(id)),
                ("client", json!(peer.to_string())),
                ("method", json!(log::short(named(|head| &head.method)))),
                ("path", json!(log::short(named(|head| &head.path)))),
                ("status", json!(status)),
                ("bytes", json!(responder.bytes)),
                ("ms", json!(begun.elapsed().as_millis() as u64)),
                ("whole", json!(!matches!(next, Err(Broken::Gone)))),
            ];
            let ignored = responder.header(IGNORED);
            line.extend(ignored.map(|names| ("ignored", json!(names))));
            shared.log.line("request", &line);
        }
        match next {
            Ok(Next::Request) => place.rest(),
            Ok(Next::Conversation(upgrade)) => {
                return websocket::converse(
                    shared,
                    sessions,
                    reader.into_parts(),
                    upgrade,
                    id,
                    peer,
                );
            }
            Ok(Next::Close) | Err(Broken::Refused(_)) => {
                // Its place may go to another.
                place.rest();
                socket.linger();
                return Ok(());
            }
            Err(Broken::Gone) => return socket.shutdown(),
        }
    }
}

/// Answers one request, unless it opens a conversation.
fn answer(
    shared: &Shared,
    sessions: &Sessions,
    reader: &mut Reader,
    head: &Head,
    place: &Place,
    responder: &mut Responder<'_>,
) -> Result<Next, Broken> {
    let asks = cors::asks(shared, head, responder)?;
    let access = match asks {
        // Browsers ask without the key.
        true => Access::Open,
        false => auth::authenticate(head, shared.keys.as_ref(), shared.key_in_url)?,
    };
    let converses = head.path == websocket::PATH && !asks;
    if shared.is_draining() && !asks && (converses || head.method != "GET") {
        return Err(ApiError::shutting_down().into());
    }
    if let Access::Key(key) = access {
        place.show_key(key, |places| shared.share(places))?;
        reader.belongs_to(shared.owner(key));
        if head.path.starts_with("/v1/") || head.method == "POST" {
            shared.rate_limits.spend(key)?;
        }
        if converses {
            let upgrade = Upgrade::new(shared, sessions, head, key, responder.id())?;
            return Ok(Next::Conversation(upgrade));
        }
    }
    let longest = match access {
        Access::Open => STRANGERS_BODY.min(shared.limits.body),
        Access::Key(_) => shared.limits.body,
    };
    // Also where nothing is done with it: what is left unread would be taken for another request.
    let body = reader.body(head, &shared.limits, longest)?;
    let _running = shared.requests.enter();
    let request = http::Request {
        method: &head.method,
        path: &head.path,
        content_type: head.header("content-type"),
        content_encoding: head.header("content-encoding"),
        accept: head.header("accept"),
        body,
        key: match access {
            Access::Open => None,
            Access::Key(key) => Some(key),
        },
    };
    match asks {
        true => cors::allow(head, responder)?,
        false => http::answer(shared, request, responder)?,
    }
    // Also while the service ends: the answer promised to read the next request, which then gets an error.
    Ok(match head.keeps_alive() {
        true => Next::Request,
        false => Next::Close,
    })
}
