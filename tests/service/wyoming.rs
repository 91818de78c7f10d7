//! The Wyoming protocol, event by event.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use vaak::Settings;
use vaak::serve::{Limits, Server};

use crate::server::running::program::vaak;
use crate::server::{self, Client, said};

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। It is 5 pm now.";

/// The plainest of Wyoming's clients.
struct Events(BufReader<TcpStream>);

impl Events {
    fn new(server: &Server) -> Self {
        let stream = TcpStream::connect(server.wyoming().unwrap()).unwrap();
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        Self(BufReader::new(stream))
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).unwrap();
    }

    fn send(&mut self, kind: &str, data: Value) {
        let event = json!({"type": kind, "data": data}).to_string();
        self.write(format!("{event}\n").as_bytes());
    }

    /// The next event with its payload; `None` at the end of the connection.
    fn next(&mut self) -> Option<(Value, Vec<u8>)> {
        let mut line = String::new();
        if self.0.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        let event: Value = serde_json::from_str(&line).unwrap();
        let length = event["payload_length"].as_u64().unwrap_or(0);
        let mut payload = vec![0; length as usize];
        self.0.read_exact(&mut payload).unwrap();
        Some((event, payload))
    }

    /// The samples up to an event of this type; no error and one stretch of audio on the way.
    fn audio(&mut self, last: &str) -> Vec<u8> {
        let (mut pcm, mut kinds) = (Vec::new(), Vec::new());
        loop {
            let (event, payload) = self.next().expect("more events");
            let kind = event["type"].as_str().unwrap().to_owned();
            assert_ne!(kind, "error", "{event}");
            if kind.starts_with("audio-st") || kind == "synthesize-stopped" {
                kinds.push(kind.clone());
            } else {
                let data = &event["data"];
                assert_eq!(kind, "audio-chunk");
                assert_eq!((&data["rate"], &data["width"]), (&json!(24_000), &json!(2)));
                assert_eq!(data["timestamp"], pcm.len() / 48);
                pcm.extend(payload);
            }
            if kind == last {
                let all = ["audio-start", "audio-stop", "synthesize-stopped"];
                assert_eq!(kinds, all[..kinds.len()]);
                return pcm;
            }
        }
    }

    /// The code of the error that comes next, after which the connection ends.
    fn error(&mut self) -> String {
        let (event, _) = self.next().expect("an error");
        assert_eq!(event["type"], "error", "{event}");
        assert!(event["data"]["text"].is_string(), "{event}");
        assert!(self.next().is_none());
        event["data"]["code"].as_str().unwrap().to_owned()
    }
}

fn service() -> Server {
    server::wyoming(Limits::default())
}

#[test]
fn it_tells_its_voices_and_that_it_streams() {
    let server = service();
    let mut events = Events::new(&server);
    events.send("describe", json!({}));
    let (info, _) = events.next().unwrap();
    let program = &info["data"]["tts"][0];
    assert_eq!(program["supports_synthesize_streaming"], true);
    assert_eq!(program["version"], env!("CARGO_PKG_VERSION"));
    let voices = program["voices"].as_array().unwrap();
    let names: Vec<&str> = voices.iter().map(|v| v["name"].as_str().unwrap()).collect();
    assert_eq!(names[..4], ["Ananya", "Arjun", "Vikram", "Kavya"]);
    for voice in &voices[..4] {
        assert_eq!(voice["languages"].as_array().unwrap().len(), 11);
        assert_eq!(voice["installed"], true);
    }
}

#[test]
fn a_text_sounds_as_the_program_says_it_whole_or_cut_anywhere() {
    let server = service();
    let mut events = Events::new(&server);
    for voice in ["Ananya", "Arjun"] {
        let expected = said(TEXT, &Settings::new().voice(voice));
        let voice = json!({"name": voice, "speaker": null});
        events.send("synthesize", json!({"text": TEXT, "voice": voice}));
        assert!(events.audio("audio-stop") == expected);
        events.send("synthesize-start", json!({"voice": voice}));
        for letter in TEXT.chars() {
            events.send("synthesize-chunk", json!({"text": letter}));
        }
        // For services that do not stream.
        events.send("synthesize", json!({"text": TEXT, "voice": voice}));
        events.send("synthesize-stop", json!({}));
        assert!(events.audio("synthesize-stopped") == expected);
    }
    let hindi = Settings::new().language(vaak::Language::Hi);
    events.send(
        "synthesize",
        json!({"text": "5", "voice": {"language": "hi-IN"}}),
    );
    assert!(events.audio("audio-stop") == said("5", &hindi));
}

/// Home Assistant hands what it gets to a decoder, which fails where there is nothing.
#[test]
fn nothing_to_say_is_a_short_silence() {
    let server = service();
    let mut events = Events::new(&server);
    for text in ["", "...", "😊", "你好", "नमस्ते"] {
        events.send("synthesize", json!({"text": text}));
        let whole = events.audio("audio-stop");
        events.send("synthesize-start", json!({}));
        events.send("synthesize-chunk", json!({"text": text}));
        events.send("synthesize-stop", json!({}));
        assert!(events.audio("synthesize-stopped") == whole, "{text}");
        let silent = whole.iter().all(|byte| *byte == 0);
        assert_eq!(silent && whole.len() == 4_800, text != "नमस्ते", "{text}");
    }
}

#[test]
fn a_text_that_begins_before_the_last_was_stopped_ends_it() {
    let server = service();
    let mut events = Events::new(&server);
    for text in ["One two. ", "Three."] {
        events.send("synthesize-start", json!({}));
        events.send("synthesize-chunk", json!({"text": text}));
    }
    events.send("synthesize-stop", json!({}));
    for text in ["One two. ", "Three."] {
        let spoken = events.audio("synthesize-stopped");
        assert!(spoken == said(text, &Settings::new()), "{text}");
    }
}

#[test]
fn half_a_character_waits_for_the_other_half() {
    let server = service();
    let mut events = Events::new(&server);
    events.send("synthesize-start", json!({}));
    for half in [r"ok \ud83d", r"\ude0a fine."] {
        events.write(
            format!("{{\"type\":\"synthesize-chunk\",\"data\":{{\"text\":\"{half}\"}}}}\n")
                .as_bytes(),
        );
    }
    events.send("synthesize-stop", json!({}));
    let spoken = events.audio("synthesize-stopped");
    assert!(spoken == said("ok 😊 fine.", &Settings::new()));
}

/// A client that tells no language of a text, as Home Assistant, has it told by the name of the voice.
#[test]
fn a_voice_is_listed_for_each_of_its_languages_too() {
    let server = service();
    let mut events = Events::new(&server);
    events.send("describe", json!({}));
    let (info, _) = events.next().unwrap();
    let voices = info["data"]["tts"][0]["voices"].as_array().unwrap();
    assert_eq!(voices.len(), 4 + 4 * 11);
    let of = |name: &str| voices.iter().find(|voice| voice["name"] == name).unwrap();
    assert_eq!(of("Ananya (mr)")["languages"], json!(["mr"]));
    for (name, language) in [
        ("Ananya (mr)", vaak::Language::Mr),
        ("Arjun (hi)", vaak::Language::Hi),
    ] {
        let plain = name.split(' ').next().unwrap();
        events.send("synthesize", json!({"text": "25", "voice": {"name": name}}));
        let settings = Settings::new().voice(plain).language(language);
        assert!(
            events.audio("audio-stop") == said("25", &settings),
            "{name}"
        );
    }
    events.send(
        "synthesize",
        json!({"text": "25", "voice": {"name": "Ananya (xx)"}}),
    );
    assert_eq!(events.error(), "unknown_voice");
}

#[test]
fn data_and_payloads_after_the_line_are_read() {
    let server = service();
    let mut events = Events::new(&server);
    let data = json!({"text": TEXT}).to_string();
    let line = json!({"type": "audio-chunk", "data": {"rate": 16_000}, "payload_length": 9_000});
    events.write(format!("{line}\n").as_bytes());
    events.write(&[b'\n'; 9_000]);
    let line = json!({"type": "synthesize", "data_length": data.len()});
    for byte in format!("{line}\n{data}").bytes() {
        events.write(&[byte]);
    }
    assert!(events.audio("audio-stop") == said(TEXT, &Settings::new()));
}

#[test]
fn speech_begins_before_the_text_ends() {
    let server = service();
    let mut events = Events::new(&server);
    events.send("synthesize-start", json!({}));
    events.send("synthesize-chunk", json!({"text": "It is five. And "}));
    for kind in ["audio-start", "audio-chunk"] {
        assert_eq!(events.next().unwrap().0["type"], kind);
    }
    // What is unfinished is spoken too where nothing comes for long.
    let server = server::wyoming(Limits {
        flush: Duration::from_millis(20),
        ..Limits::default()
    });
    let mut events = Events::new(&server);
    events.send("synthesize-start", json!({}));
    events.send("synthesize-chunk", json!({"text": "and then"}));
    for kind in ["audio-start", "audio-chunk"] {
        assert_eq!(events.next().unwrap().0["type"], kind);
    }
}

#[test]
fn a_document_of_ssml_is_read_as_by_http() {
    let server = service();
    let document = "<speak>नमस्ते<break time=\"300ms\"/> hello</speak>";
    let body = json!({"text": document, "ssml": true}).to_string();
    let expected = Client::new(server.address()).post("/v1/tts", body).body;
    let mut events = Events::new(&server);
    events.send("synthesize-start", json!({"text_format": "ssml"}));
    let (head, rest) = document.split_at(7);
    events.send("synthesize-chunk", json!({"text": head}));
    events.send("synthesize-chunk", json!({"text": rest}));
    events.send("synthesize-stop", json!({}));
    assert!(events.audio("synthesize-stopped") == expected);
}

#[test]
fn what_cannot_be_done_is_told_and_ends_the_connection() {
    let server = service();
    let message = Limits::default().message;
    let nobody = json!({"text": "a", "voice": {"name": "Nobody"}});
    let long = "a".repeat(Limits::default().text + 1);
    let events = [
        (
            json!({"type": "synthesize", "data": nobody}),
            "unknown_voice",
        ),
        (
            json!({"type": "synthesize", "data": {"text": long}}),
            "text_too_long",
        ),
        (
            json!({"type": "synthesize", "data": {"text": 5}}),
            "invalid_json",
        ),
        (
            json!({"type": "x", "data_length": message}),
            "event_too_long",
        ),
        (
            json!({"type": "x", "payload_length": u64::MAX}),
            "event_too_long",
        ),
        (json!({"type": "x", "data_length": -1}), "invalid_json"),
        (json!([]), "invalid_json"),
    ];
    for (event, code) in events {
        let mut events = Events::new(&server);
        events.write(format!("{event}\n").as_bytes());
        assert_eq!(events.error(), code);
    }
    let mut events = Events::new(&server);
    events.write(&vec![b' '; message]);
    assert_eq!(events.error(), "event_too_long");
    // A page in a browser can only send HTTP.
    let mut events = Events::new(&server);
    events.write(b"POST / HTTP/1.1\r\n");
    assert_eq!(events.error(), "invalid_json");
    let server = server::wyoming(Limits {
        speaking: 0,
        ..Limits::default()
    });
    let mut events = Events::new(&server);
    events.send("synthesize", json!({"text": "a"}));
    assert_eq!(events.error(), "busy");
}

#[test]
fn a_client_that_goes_away_ends_its_speech() {
    let server = service();
    let mut http = Client::new(server.address());
    let mut metric = |name: &str| -> f64 {
        let text = String::from_utf8(http.get("/metrics").body).unwrap();
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
        lines.next().unwrap().trim().parse().unwrap()
    };
    let mut events = Events::new(&server);
    // Half an hour of speech.
    events.send(
        "synthesize",
        json!({"text": "one two three. ".repeat(1_300)}),
    );
    for kind in ["audio-start", "audio-chunk"] {
        assert_eq!(events.next().unwrap().0["type"], kind);
    }
    drop(events);
    // The one that asks stays.
    while metric("vaak_connections ") > 1.0 {
        std::thread::yield_now();
    }
    let spoken = metric("vaak_audio_seconds_total ");
    assert!(spoken < 300.0, "{spoken} s");
}

#[test]
fn an_address_that_others_reach_wants_leave() {
    let mut command = vaak(&["serve", "--no-auth", "--listen", "127.0.0.1:0"]);
    command.args(["--wyoming", "0.0.0.0:0"]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--wyoming-no-auth"), "{told}");
    let serve = server::running::Serve::start(|command| {
        command.env("VAAK_API_KEY", server::KEY).args([
            "--wyoming",
            "0.0.0.0:0",
            "--wyoming-no-auth",
        ])
    });
    assert!(serve.said.iter().any(|line| line.contains("Wyoming")));
}
