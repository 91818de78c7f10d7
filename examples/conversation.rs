//! Speaks a reply word by word, as a language model would write it:
//! `cargo run --example conversation | aplay -f S16_LE -r 24000`.
//!
//! VAAK_URL and VAAK_API_KEY are the address of the service and its key.

use std::env;
use std::error::Error;
use std::io::{Write, stdout};

use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;

fn main() -> Result<(), Box<dyn Error>> {
    let url = env::var("VAAK_URL").unwrap_or_else(|_| "http://127.0.0.1:8080".to_owned());
    let reply = env::args().nth(1);
    let reply = reply.unwrap_or_else(|| "नमस्ते! I can hear you. आप कैसे हैं?".to_owned());
    let url = format!("{}/v1/tts/stream", url.replacen("http", "ws", 1));
    let mut request = url.into_client_request()?;
    if let Ok(key) = env::var("VAAK_API_KEY") {
        let key = format!("Bearer {key}").parse()?;
        request.headers_mut().insert("authorization", key);
    }
    let (mut socket, _) = tungstenite::connect(request)?;
    let mut say = |message: Value| socket.send(Message::text(message.to_string()));
    say(json!({"type": "start", "v2": true, "binary": true}))?;
    for word in reply.split_inclusive(' ') {
        say(json!({"type": "text", "context_id": "reply", "text": word}))?;
    }
    say(json!({"type": "text", "context_id": "reply", "continue": false}))?;
    loop {
        match socket.read()? {
            Message::Binary(pcm) => stdout().write_all(&pcm)?,
            Message::Text(text) => {
                let message: Value = serde_json::from_str(&text)?;
                match message["type"].as_str() {
                    Some("error") => return Err(message["message"].to_string().into()),
                    Some("end" | "cancelled") => return Ok(socket.close(None)?),
                    _ => {}
                }
            }
            Message::Close(_) => return Err("the service has closed the conversation".into()),
            _ => {}
        }
    }
}
