//! The served descriptions, against what the service really takes and sends.

use crate::server::talk::{Said, Talk};
use crate::server::{Client, aloud, start};
use serde_json::{Value, json};
use vaak::playback::Busy;
use vaak::serve::Limits;

/// Says where a value is not what a schema describes. Knows the words that the two descriptions use.
fn check(value: &Value, schema: &Value, document: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(reference.strip_prefix('#').unwrap());
        return check(value, schema.expect(reference), document, at);
    }
    // Of any type.
    let Some(kind) = schema["type"].as_str() else {
        return;
    };
    let right = match Some(kind) {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64(),
        other => panic!("{at}: a type that is not known here: {other:?}"),
    };
    assert!(right, "{at}: {value} is no {}", schema["type"]);
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(
            allowed.contains(value),
            "{at}: {value} is none of {allowed:?}"
        );
    }
    if let Some(constant) = schema.get("const") {
        assert_eq!(value, constant, "{at}");
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(
            value.get(name.as_str().unwrap()).is_some(),
            "{at}: no {name} in {value}"
        );
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        let known = &schema["properties"][name];
        if known.is_null() && schema["additionalProperties"] == true {
            continue;
        }
        assert!(!known.is_null(), "{at}: {name} is not described");
        check(value, known, document, &format!("{at}/{name}"));
    }
    for item in value.as_array().into_iter().flatten() {
        if let Some(items) = schema.get("items") {
            check(item, items, document, at);
        }
    }
}

/// Follows a reference, if it is one.
fn resolved<'a>(value: &'a Value, document: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).expect(reference),
        None => value,
    }
}

#[test]
fn every_answer_over_http_is_described() {
    let server = start(Limits::default());
    let mut client = Client::new(server.address());
    let document = client.get("/openapi.json").json();
    let mut asked = Vec::new();
    for (path, method, body) in [
        ("/v1/tts", "post", json!({"text": "Hello."})),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "encoding": "mulaw", "sample_rate": 8000}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "timestamps": true}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "timestamps": 1}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "<speak>Hello.</speak>", "ssml": true}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "<speak><b/></speak>", "ssml": true}),
        ),
        ("/v1/tts", "post", json!({"text": "Hello.", "voice": "x"})),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "language": "x"}),
        ),
        ("/v1/tts", "post", json!({"text": "Hello.", "model": "x"})),
        ("/v1/tts", "post", json!({"text": "Hello.", "speed": 9})),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "encoding": "x"}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "sample_rate": 1}),
        ),
        (
            "/v1/tts",
            "post",
            json!({"text": "Hello.", "encoding": "wav", "frame_ms": 20}),
        ),
        (
            "/tts",
            "post",
            json!({"text": "Hello.", "language": "auto"}),
        ),
        ("/v1/tts", "post", json!({"text": 1})),
        ("/v1/tts", "post", json!({})),
        ("/v1/tts", "post", json!([])),
        ("/v1/tts", "post", json!({"text": "a".repeat(20_001)})),
        ("/v1/audio/speech", "post", json!({"input": "Hello."})),
        (
            "/v1/audio/speech",
            "post",
            json!({"input": "Hello.", "response_format": "opus", "voice": {"id": "nova"}}),
        ),
        (
            "/v1/audio/speech",
            "post",
            json!({"input": "Hello.", "response_format": "flac", "stream_format": "sse"}),
        ),
        (
            "/v1/audio/speech",
            "post",
            json!({"input": "Hello.", "response_format": "aac"}),
        ),
        (
            "/v1/audio/speech",
            "post",
            json!({"input": "Hello.", "voice": "x"}),
        ),
        ("/v1/models/tts-1", "get", Value::Null),
        ("/v1/models/x", "get", Value::Null),
        ("/v1/voices", "get", Value::Null),
        ("/v1/languages", "get", Value::Null),
        ("/v1/models", "get", Value::Null),
        ("/v1/audio/voices", "get", Value::Null),
        ("/v1/audio/models", "get", Value::Null),
        ("/v1/tts/stream", "get", Value::Null),
        ("/healthz", "get", Value::Null),
        ("/readyz", "get", Value::Null),
        ("/metrics", "get", Value::Null),
        ("/asyncapi.json", "get", Value::Null),
        ("/openapi.json", "get", Value::Null),
        ("/favicon.ico", "get", Value::Null),
        ("/", "get", Value::Null),
        ("/page.css", "get", Value::Null),
        ("/page.js", "get", Value::Null),
        ("/code.js", "get", Value::Null),
        ("/vaak.js", "get", Value::Null),
        ("/vaak.d.ts", "get", Value::Null),
    ] {
        // Some refusals close the connection.
        let mut client = Client::new(server.address());
        let reply = match method {
            "post" => client.post(path, body.to_string()),
            _ => client.get(path),
        };
        let at = format!("{method} {path} {body}: {}", reply.status);
        let path = match path.strip_prefix("/v1/models/") {
            Some(_) => "/v1/models/{id}",
            None => path,
        };
        let responses = &document["paths"][path][method]["responses"];
        let response = match &responses[reply.status.to_string()] {
            Value::Null => &responses["default"],
            known => known,
        };
        let response = resolved(response, &document);
        let kind = reply.header("content-type").unwrap();
        let kind = kind.split(';').next().unwrap();
        let described = &response["content"][kind];
        assert!(!described.is_null(), "{at}: {kind} is not described");
        if kind == "application/json" && !described["schema"].is_null() {
            check(&reply.json(), &described["schema"], &document, &at);
        }
        asked.push(path);
    }
    for path in document["paths"].as_object().unwrap().keys() {
        assert!(
            asked.contains(&path.as_str()),
            "{path} is described but not tried"
        );
    }
    let mut stranger = Client::new(server.address());
    stranger.send("GET /v1/voices HTTP/1.1\r\nhost: a\r\n\r\n");
    let reply = stranger.reply();
    let response = &document["paths"]["/v1/voices"]["get"]["responses"]["401"];
    let schema = &resolved(response, &document)["content"]["application/json"]["schema"];
    check(&reply.json(), schema, &document, "401");
}

#[test]
fn every_message_of_a_conversation_is_described() {
    let (server, _) = aloud(Busy::Queue, Limits::default());
    let mut client = Client::new(server.address());
    let document = client.get("/asyncapi.json").json();
    let messages = &document["components"]["messages"];
    let payload = |kind: &str| &messages[kind]["payload"];
    let mut heard = Vec::new();
    for (talks, last) in [
        (
            vec![
                json!({"type": "start", "v2": true, "voice": "x"}),
                json!({"type": "start", "v2": true, "language": "hi-IN", "timestamps": true,
                    "lexicon": [{"word": "Vaak", "reading": "वाक्"}]}),
                json!({"type": "ping"}),
                json!({"type": "text", "context_id": "a", "text": "Hello there. ".repeat(99)}),
                json!({"type": "cancel", "context_id": "a"}),
                json!({"type": "text", "context_id": "s", "text": "<speak><b/></speak>", "ssml": true}),
                json!({"type": "text", "context_id": "b", "text": "<speak><mark name='m'/>Hello.</speak>", "ssml": true,
                    "continue": false, "speed": 2}),
            ],
            "b",
        ),
        (
            vec![
                json!({"type": "config", "voice": "Arjun"}),
                json!({"type": "text", "text": "Hello. "}),
                json!({"type": "flush"}),
            ],
            "",
        ),
        (
            vec![
                json!({"type": "start", "v2": true, "output": "speaker", "frame_ms": 20}),
                json!({"type": "text", "context_id": "c", "text": "Hello.", "continue": false}),
            ],
            "c",
        ),
    ] {
        let mut talk = Talk::new(server.address());
        for message in talks {
            let kind = message["type"].as_str().unwrap();
            check(&message, payload(kind), &document, kind);
            talk.say(message);
        }
        loop {
            match talk.hear() {
                Said::Audio(_) => heard.push("pcm".to_owned()),
                Said::Closed(code) => panic!("closed: {code:?}"),
                Said::Json(message) => {
                    let kind = message["type"].as_str().unwrap().to_owned();
                    // An error tells what was wrong in fields of the same names as over HTTP.
                    let mut told = message.clone();
                    if kind == "error" {
                        let known = payload("error")["properties"].as_object().unwrap();
                        told.as_object_mut()
                            .unwrap()
                            .retain(|name, _| known.contains_key(name));
                    }
                    check(&told, payload(&kind), &document, &kind);
                    let over = kind == "end" && (last.is_empty() || message["context_id"] == last);
                    heard.push(kind);
                    if over {
                        break;
                    }
                }
            }
        }
    }
    for reference in document["operations"]["say"]["messages"]
        .as_array()
        .unwrap()
    {
        let name = reference["$ref"]
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap();
        assert!(
            heard.iter().any(|kind| kind == name),
            "{name} is described but was not heard"
        );
    }
}
