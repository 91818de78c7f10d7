//! Clips over HTTP, as a client on a socket meets them.

use std::net::Shutdown;
use std::thread;
use std::time::{Duration, Instant};

use crate::server::{ALIAS, Client, KEY, said, service};
use serde_json::json;
use vaak::Language;
use vaak::Settings;
use vaak::serve::{Cache, Config, Limits, Log, Server};

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you?";

mod clips {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_engine_in_whole_samples_and_on_one_connection() {
        let server = service();
        let mut client = Client::new(server.address());
        for speed in [1.0, 1.5] {
            let body = json!({"text": TEXT, "speed": speed, "seed": 7, "region": {}});
            let reply = client.post("/v1/tts", body.to_string());
            assert_eq!(reply.status, 200);
            assert_eq!(
                reply.header("content-type"),
                Some("audio/L16; rate=24000; channels=1")
            );
            assert!(!reply.header("x-request-id").unwrap().is_empty());
            assert!(reply.chunks.len() > 2, "{:?}", reply.chunks);
            assert!(reply.chunks.iter().all(|size| size % 2 == 0));
            let settings = Settings::new().speed(speed);
            assert!(reply.body == said(TEXT, &settings));
        }
    }

    #[test]
    fn every_name_is_taken_and_a_region_dropped() {
        let server = service();
        let mut client = Client::new(server.address());
        let models = client.get("/v1/models").json();
        let voices = client.get("/v1/voices").json();
        let model = models["data"][0]["id"].as_str().unwrap();
        let voice = voices["voices"][1]["name"].as_str().unwrap();
        for (language, plain) in [("hi-IN", "hi"), ("od-IN", "or"), ("od", "or")] {
            let [long, short] = [language, plain].map(|language| {
                let body =
                    json!({"text": TEXT, "language": language, "voice": voice, "model": model});
                let reply = client.post("/v1/tts", body.to_string());
                assert_eq!(reply.status, 200, "{language}");
                reply.body
            });
            assert!(!long.is_empty() && long == short, "{language}");
        }
    }

    #[test]
    fn words_are_read_as_the_lexicon_of_the_request_says() {
        let server = service();
        let mut client = Client::new(server.address());
        let settings = Settings::new().language(Language::Hi);
        let respelt = said("वह आई आई एम गया।", &settings);
        for entry in [
            json!({"word": "IIM", "reading": "आई आई एम"}),
            json!({"word": "iim", "reading": "आई आई एम", "language": "hi-IN"}),
        ] {
            let body = json!({"text": "वह IIM गया।", "language": "hi", "lexicon": [entry]});
            let reply = client.post("/v1/tts", body.to_string());
            assert!(reply.body == respelt, "{body}");
        }
        let plain = json!({"text": "वह IIM गया।", "language": "hi"});
        assert!(client.post("/v1/tts", plain.to_string()).body != respelt);
    }

    #[test]
    fn wav_is_the_same_samples_behind_a_header() {
        let server = service();
        let mut client = Client::new(server.address());
        let reply = client.post(
            "/v1/tts",
            json!({"text": TEXT, "encoding": "wav", "sample_rate": 24000}).to_string(),
        );
        assert_eq!(reply.header("content-type"), Some("audio/wav"));
        assert_eq!(&reply.body[..4], b"RIFF");
        assert!(reply.body[44..] == said(TEXT, &Settings::default()));
    }

    #[test]
    fn telephones_get_their_rate_and_their_code() {
        let server = service();
        let mut client = Client::new(server.address());
        let samples = said(TEXT, &Settings::default()).len() / 2;
        for (encoding, rate, content_type, a_sample) in [
            ("mulaw", 8_000, "audio/basic; rate=8000", 1),
            ("alaw", 8_000, "audio/PCMA; rate=8000", 1),
            ("mulaw", 16_000, "audio/basic; rate=16000", 1),
            ("pcm_s16le", 48_000, "audio/L16; rate=48000; channels=1", 2),
        ] {
            let body = json!({"text": TEXT, "encoding": encoding, "sample_rate": rate});
            let reply = client.post("/v1/tts", body.to_string());
            assert_eq!(reply.header("content-type"), Some(content_type));
            assert_eq!(
                reply.body.len(),
                (samples * rate).div_ceil(24_000) * a_sample
            );
        }
    }

    #[test]
    fn the_widespread_form_is_the_same_speech() {
        let server = service();
        let mut client = Client::new(server.address());
        let body =
            json!({"model": ALIAS, "input": TEXT, "voice": "Ananya", "response_format": "pcm"});
        let reply = client.post("/v1/audio/speech", body.to_string());
        assert!(reply.body == said(TEXT, &Settings::default()));
        // As it is where a client says nothing else.
        let mut ask = |body: serde_json::Value| {
            let reply = client.post("/v1/audio/speech", body.to_string());
            let kind = reply.header("content-type").unwrap().to_owned();
            (reply, kind)
        };
        assert_eq!(ask(json!({"input": TEXT})).1, "audio/mpeg");
        for (format, kind, begins) in [
            ("mp3", "audio/mpeg", &b"\xff\xf3"[..]),
            ("opus", "audio/ogg; codecs=opus", b"OggS"),
            ("flac", "audio/flac", b"fLaC"),
            ("wav", "audio/wav", b"RIFF"),
        ] {
            let (reply, told) = ask(json!({"input": TEXT, "response_format": format}));
            assert_eq!(told, kind);
            assert!(reply.body.starts_with(begins), "{format}");
            assert!(reply.chunks.len() > 3, "{format}: made before it is sent");
        }
        let said_by = |body: serde_json::Value| {
            let mut body = body;
            body["input"] = json!(TEXT);
            body["response_format"] = json!("pcm");
            body["model"] = json!("gpt-4o-mini-tts");
            body
        };
        let arjun = said(TEXT, &Settings::new().voice("Arjun"));
        for voice in [
            json!("onyx"),
            json!("arjun"),
            json!("mine"),
            json!({"id": "echo"}),
        ] {
            assert!(
                ask(said_by(json!({"voice": voice}))).0.body == arjun,
                "{voice}"
            );
        }
        let fast = said(TEXT, &Settings::new().speed(2.0));
        assert!(ask(said_by(json!({"speed": 4}))).0.body == fast);
        for (body, code, param) in [
            (json!({"text": TEXT}), "missing_text", "input"),
            (json!({"input": 5}), "invalid_field", "input"),
            (
                json!({"input": TEXT, "voice": "x"}),
                "unknown_voice",
                "voice",
            ),
            (json!({"input": TEXT, "speed": 5}), "invalid_speed", "speed"),
            (
                json!({"input": TEXT, "response_format": "aac"}),
                "unsupported_format",
                "response_format",
            ),
        ] {
            let error = &ask(body).0.json()["error"];
            assert_eq!(
                (&error["code"], &error["param"]),
                (&json!(code), &json!(param))
            );
            assert_eq!(error["type"], "invalid_request_error");
            assert!(error["message"].is_string());
        }
        let events = json!({"input": TEXT, "response_format": "pcm", "stream_format": "sse"});
        let (reply, kind) = ask(events);
        assert_eq!(kind, "text/event-stream");
        let events = String::from_utf8(reply.body).unwrap();
        let mut events: Vec<serde_json::Value> = events
            .split("\n\n")
            .filter_map(|event| serde_json::from_str(event.strip_prefix("data: ")?).ok())
            .collect();
        assert_eq!(events.pop().unwrap()["type"], "speech.audio.done");
        let pcm: Vec<u8> = events.iter().flat_map(crate::server::talk::audio).collect();
        assert!(pcm == said(TEXT, &Settings::default()));
        let named = client.get("/v1/models/Voice%202%20Native").json();
        assert_eq!(named["id"], "Voice 2 Native");
        let unknown = client.get("/v1/models/x");
        assert_eq!(unknown.status, 404);
        assert_eq!(unknown.json()["error"]["code"], "model_not_found");
        let names = client.get("/v1/models").json();
        assert_eq!(names["data"][1]["id"], ALIAS);
    }

    #[test]
    fn a_client_of_one_zero_gets_bare_bytes_to_the_end() {
        let server = service();
        let mut client = Client::new(server.address());
        let body = json!({ "text": TEXT }).to_string();
        client.send(format!(
            "POST /v1/tts HTTP/1.0\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let reply = client.reply();
        assert_eq!(reply.header("transfer-encoding"), None);
        assert!(reply.body == said(TEXT, &Settings::default()));
        assert!(client.is_closed());
    }

    #[test]
    fn a_body_may_come_in_chunks_or_be_asked_for() {
        let server = service();
        let mut client = Client::new(server.address());
        let body = json!({"text": "Hello."}).to_string();
        let (one, two) = body.split_at(5);
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ntransfer-encoding: chunked\r\n\r\n\
             5;extension\r\n{one}\r\n{:X}\r\n{two}\r\n0\r\ntrailer: 1\r\n\r\n",
            two.len()
        ));
        assert_eq!(client.reply().status, 200);
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        ));
        assert_eq!(client.lines(), ["HTTP/1.1 100 Continue"]);
        client.send(body);
        assert_eq!(client.reply().status, 200);
    }

    #[test]
    fn requests_may_be_sent_ahead() {
        let server = service();
        let mut client = Client::new(server.address());
        let get =
            format!("GET /v1/languages HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\n\r\n");
        client.send(get.repeat(3));
        for _ in 0..3 {
            assert_eq!(
                client.reply().json()["languages"].as_array().unwrap().len(),
                11
            );
        }
    }

    #[test]
    fn a_client_that_goes_away_ends_its_speech() {
        let server = service();
        let mut client = Client::new(server.address());
        let body = json!({"text": "Hello there, how are you? ".repeat(700)}).to_string();
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        client.lines();
        assert!(client.chunk().is_some());
        client.stream().shutdown(Shutdown::Both).unwrap();
        let made = || {
            let text = Client::new(server.address()).get("/metrics").body;
            let text = String::from_utf8(text).unwrap();
            let line = text
                .lines()
                .find(|l| l.starts_with("vaak_synthesis_seconds_total"));
            line.unwrap().to_owned()
        };
        let begun = Instant::now();
        let mut last = made();
        loop {
            thread::sleep(Duration::from_secs(1));
            let now = made();
            if now == last {
                break;
            }
            last = now;
            // The whole of it would take longer.
            assert!(begun.elapsed() < Duration::from_secs(20));
        }
    }
}

mod refusals {
    use super::*;

    #[test]
    fn each_says_what_was_wrong_and_the_connection_lives_on() {
        let server = service();
        let mut client = Client::new(server.address());
        for (body, code) in [
            (json!({"text": "a", "voice": "ananya"}), "unknown_voice"),
            (json!({"text": "a", "language": "fr"}), "unknown_language"),
            (json!({"text": "a", "model": "other"}), "unknown_model"),
            (json!({}), "missing_text"),
            (json!({"text": null}), "missing_text"),
            (json!({"text": " \n…"}), "missing_text"),
            (json!({"text": 5}), "invalid_field"),
            (json!({"text": "a", "voice": 1}), "invalid_field"),
            (json!({"text": "a", "speed": "fast"}), "invalid_field"),
            (json!({"text": "a", "sample_rate": 0.5}), "invalid_field"),
            (json!({"text": "a", "speed": 0.4}), "invalid_speed"),
            (json!({"text": "a", "speed": 2.1}), "invalid_speed"),
            (json!({"text": "a", "pitch": 7}), "out_of_range"),
            (json!({"text": "a", "pitch_range": -1}), "out_of_range"),
            (json!({"text": "a", "volume": 13}), "out_of_range"),
            (
                json!({"text": "a", "sentence_pause_ms": 5001}),
                "out_of_range",
            ),
            (
                json!({"text": "a", "paragraph_pause_ms": -1}),
                "invalid_field",
            ),
            (
                json!({"text": "a", "encoding": "aac"}),
                "unsupported_format",
            ),
            (
                json!({"text": "a", "sample_rate": 11025}),
                "unsupported_format",
            ),
            (json!(["text"]), "invalid_json"),
        ] {
            let reply = client.post("/v1/tts", body.to_string());
            assert_eq!(
                (reply.status, reply.error().as_str()),
                (400, code),
                "{body}"
            );
        }
        for body in [&b"{"[..], b"", b"{\"text\":\"\xff\"}", b"{} x"] {
            assert_eq!(client.post("/v1/tts", body).error(), "invalid_json");
        }
        let told = client.post("/v1/tts", r#"{"text":"a","voice":"x"}"#).json();
        assert_eq!(told["voice"], "x");
        assert_eq!(told["available"], told["available_voices"]);
        assert!(told["available"].as_array().unwrap().len() > 1);
        let told = client
            .post("/v1/tts", r#"{"text":"a","language":"x"}"#)
            .json();
        assert_eq!(told["available"].as_array().unwrap().len(), 11);
        let told = client.post("/v1/tts", r#"{"text":5}"#).json();
        assert_eq!(told["field"], "text");
        let right = json!({"word": "a", "language": "en", "reading": "eh"});
        for (lexicon, field) in [
            (json!({}), "lexicon"),
            (vec![right.clone(); 1_001].into(), "lexicon"),
            (json!(["a"]), "lexicon[0]"),
            (json!([right, right]), "lexicon[1]"),
            (
                json!([{"word": "a b", "language": "en", "reading": "c"}]),
                "lexicon[0]",
            ),
            (
                json!([{"word": "a", "reading": "c"}]),
                "lexicon[0].language",
            ),
        ] {
            let body = json!({"text": "a", "lexicon": lexicon});
            let told = client.post("/v1/tts", body.to_string()).json();
            assert_eq!(
                (&told["error"], &told["field"]),
                (&json!("invalid_field"), &json!(field))
            );
        }
    }

    #[test]
    fn a_wrong_language_of_a_lexicon_names_its_entry() {
        let server = service();
        let mut client = Client::new(server.address());
        for (language, code) in [
            (json!(5), "invalid_field"),
            (json!("fr"), "unknown_language"),
        ] {
            for request in [json!(null), json!("en")] {
                let entry = json!({"word": "a", "reading": "eh", "language": language});
                let body = json!({"text": "a", "language": request, "lexicon": [entry]});
                let told = client.post("/v1/tts", body.to_string()).json();
                assert_eq!(
                    (&told["error"], &told["field"]),
                    (&json!(code), &json!("lexicon[0].language"))
                );
                let message = told["message"].as_str().unwrap();
                assert!(!message.contains("given"), "{message}");
            }
        }
    }

    #[test]
    fn an_unknown_path_method_or_kind_of_body() {
        let server = service();
        let mut client = Client::new(server.address());
        let reply = client.get("/v1/nothing");
        assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"));
        let reply = client.get("/v1/tts");
        assert_eq!(reply.status, 405);
        assert_eq!(reply.header("allow"), Some("POST"));
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{{}}"
        ));
        let reply = client.reply();
        assert_eq!(
            (reply.status, reply.error().as_str()),
            (415, "unsupported_media_type")
        );
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\n\r\n"
        ));
        assert_eq!(client.reply().status, 411);
        assert!(client.is_closed());
    }

    #[test]
    fn without_the_key_nothing_but_health() {
        let server = service();
        for headers in [
            "",
            "authorization: Bearer wrong\r\n",
            "authorization: Basic YTpi\r\n",
        ] {
            let mut client = Client::new(server.address());
            client.send(format!(
                "GET /v1/voices HTTP/1.1\r\nhost: a\r\n{headers}\r\n"
            ));
            let reply = client.reply();
            assert_eq!(
                (reply.status, reply.error().as_str()),
                (401, "unauthorized")
            );
            assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
            assert!(client.is_closed());
        }
        let mut client = Client::new(server.address());
        for path in ["/healthz", "/readyz"] {
            client.send(format!("GET {path} HTTP/1.1\r\nhost: a\r\n\r\n"));
            assert_eq!(client.reply().status, 200);
        }
    }

    #[test]
    fn a_key_replaced_while_it_runs_is_the_key() {
        let server = service();
        let mut client = Client::new(server.address());
        server.replace_keys("another").unwrap();
        assert_eq!(client.get("/v1/voices").status, 401);
        let mut client = Client::new(server.address());
        client.send("GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer another\r\n\r\n");
        assert_eq!(client.reply().status, 200);
    }

    #[test]
    fn without_keys_only_this_machine() {
        let engine = crate::server::engine();
        let config = Config {
            listen: "0.0.0.0:0".parse().unwrap(),
            wyoming: None,
            keys: None,
            tls: None,
            speaker: None,
            limits: Limits::default(),
            cache: Cache::default(),
            aliases: Vec::new(),
            key_in_url: false,
            cors_origins: Vec::new(),
            voice_aliases: vec![("mine".to_owned(), "Arjun".to_owned())],
            log: Log::None,
        };
        assert!(Server::start(engine, config).is_err());
    }
}

mod browsers {
    use super::*;

    fn asked(head: &str) -> crate::server::Reply {
        let server = service();
        let mut client = Client::new(server.address());
        client.send(format!("{head}host: localhost\r\n\r\n"));
        client.reply()
    }

    #[test]
    fn pages_of_welcome_origins_may_use_the_service() {
        let ask = |origin: &str| {
            asked(&format!(
                "OPTIONS /v1/tts HTTP/1.1\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n"
            ))
        };
        let reply = ask("https://page.example");
        assert_eq!(reply.status, 204);
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some("https://page.example")
        );
        let headers = reply.header("access-control-allow-headers").unwrap();
        assert!(headers.contains("authorization"));
        let refused = ask("https://other.example");
        assert_eq!(refused.status, 403);
        assert_eq!(refused.header("access-control-allow-origin"), None);
        let told = asked("GET /v1/voices HTTP/1.1\r\norigin: https://page.example\r\n");
        assert_eq!(told.status, 401);
        assert!(told.header("access-control-allow-origin").is_some());
    }

    /// What was left of it was taken for another request: behind a proxy, for one of another client.
    #[test]
    fn a_body_belongs_to_the_request_before_it_is_answered() {
        let server = service();
        let hidden = "GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n";
        let mut client = Client::new(server.address());
        client.send(format!(
            "OPTIONS /v1/tts HTTP/1.1\r\nhost: a\r\norigin: https://page.example\r\naccess-control-request-method: POST\r\n\
             content-length: {}\r\n\r\n{hidden}GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n",
            hidden.len()
        ));
        assert_eq!([client.reply().status, client.reply().status], [204, 200]);
        // Nor are they frames of a WebSocket.
        let upgrade = asked(&format!(
            "GET /v1/tts/stream HTTP/1.1\r\nauthorization: Bearer {KEY}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncontent-length: 1\r\n"
        ));
        assert_eq!(upgrade.status, 400);
    }

    #[test]
    fn an_icon_is_no_error() {
        assert_eq!(asked("GET /favicon.ico HTTP/1.1\r\n").status, 204);
    }
}

#[test]
fn fields_that_nobody_looks_at_are_named() {
    let server = service();
    let mut client = Client::new(server.address());
    let mut ask = |path: &str, body: serde_json::Value| {
        let reply = client.post(path, body.to_string());
        assert_eq!(reply.status, 200);
        reply.header("x-ignored-fields").map(str::to_owned)
    };
    let clip = json!({"text": "Yes.", "loudnes": 2, "region": "in", "voise": "x"});
    assert_eq!(ask("/v1/tts", clip).as_deref(), Some("loudnes, voise"));
    assert_eq!(ask("/v1/tts", json!({"text": "Yes.", "seed": 1})), None);
    let speech = json!({"input": "Yes.", "instructions": "glad", "encoding": "wav"});
    assert_eq!(ask("/v1/audio/speech", speech).as_deref(), Some("encoding"));
}

mod frames {
    use super::*;

    #[test]
    fn a_telephone_gets_a_packet_at_a_time() {
        let server = crate::server::service();
        let ask = |frame: &str| {
            let body =
                format!(r#"{{"text":"Hello.","encoding":"mulaw","sample_rate":8000{frame}}}"#);
            Client::new(server.address()).post("/v1/tts", body)
        };
        let (whole, framed) = (ask(""), ask(r#","frame_ms":20"#));
        assert!(
            framed.chunks.iter().all(|size| *size == 160),
            "{:?}",
            framed.chunks
        );
        assert!(framed.body.starts_with(&whole.body));
        assert!(framed.body.len() - whole.body.len() < 160);
        assert_eq!(ask(r#","frame_ms":25"#).error(), "unsupported_format");
    }
}
