//! A client of conversations, by tungstenite.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use data_encoding::BASE64;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

use super::KEY;

pub struct Talk<S = TcpStream>(pub WebSocket<S>);

/// What the server says.
#[derive(Debug)]
pub enum Said {
    Json(Value),
    Audio(Vec<u8>),
    Closed(Option<CloseCode>),
}

impl Talk {
    /// Connects with the right key.
    pub fn new(address: SocketAddr) -> Self {
        Self::with(address, "authorization", &format!("Bearer {KEY}")).unwrap()
    }

    /// Connects with any one header.
    pub fn with(
        address: SocketAddr,
        name: &'static str,
        value: &str,
    ) -> Result<Self, Box<tungstenite::Error>> {
        let url = format!("ws://{address}/v1/tts/stream");
        let mut request = url.into_client_request().unwrap();
        let value = HeaderValue::from_str(value).unwrap();
        request.headers_mut().insert(name, value);
        let stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(tungstenite::HandshakeError::Failure(e)) => Err(Box::new(e)),
            Err(e) => panic!("{e}"),
        }
    }

    /// Connects, and has `start` accepted.
    pub fn started(address: SocketAddr) -> Self {
        let mut talk = Self::new(address);
        talk.say(json!({"type": "start", "v2": true}));
        assert_eq!(talk.next("metadata")["channels"], 1);
        talk
    }
}

impl<S: Read + Write> Talk<S> {
    pub fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    pub fn text(&mut self, context: &str, text: &str, continues: bool) {
        self.say(
            json!({"type": "text", "context_id": context, "text": text, "continue": continues}),
        );
    }

    pub fn hear(&mut self) -> Said {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    return Said::Json(serde_json::from_str(text.as_str()).unwrap());
                }
                Ok(Message::Binary(bytes)) => return Said::Audio(bytes.to_vec()),
                Ok(Message::Close(frame)) => return Said::Closed(frame.map(|f| f.code)),
                Ok(_) => {}
                // The system may end a wait that has a time limit early; the connection goes on.
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    println!("a conversation ended: {error}");
                    return Said::Closed(None);
                }
            }
        }
    }

    /// The next message, which must be of a type.
    pub fn next(&mut self, kind: &str) -> Value {
        match self.hear() {
            Said::Json(message) if message["type"] == kind => message,
            other => panic!("{kind} was expected, not {other:?}"),
        }
    }

    /// The audio of a turn up to its end, which is given too.
    pub fn turn(&mut self, context: &str) -> (Vec<u8>, Value) {
        let mut pcm = Vec::new();
        for seq in 0.. {
            let message = match self.hear() {
                Said::Json(message) => message,
                other => panic!("after {seq} chunks of {context}: {other:?}"),
            };
            assert_eq!(message["context_id"], context, "{message}");
            if message["type"] != "audio" {
                return (pcm, message);
            }
            assert_eq!(message["seq"], seq);
            let audio = audio(&message);
            assert!(!audio.is_empty() && audio.len().is_multiple_of(2));
            pcm.extend(audio);
        }
        unreachable!("a turn ends")
    }
}

/// The PCM in a message.
pub fn audio(message: &Value) -> Vec<u8> {
    let audio = message["audio"].as_str().unwrap();
    BASE64.decode(audio.as_bytes()).unwrap()
}
