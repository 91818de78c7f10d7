//! What clients of all kinds do at the edges of the protocol.

use serde_json::{Value, json};
use vaak::Settings;

use crate::server::talk::Talk;
use crate::server::{Client, KEY, Reply, said, service};

/// Posts a body with further lines of head.
fn post(path: &str, head: &str, body: impl AsRef<[u8]>) -> Reply {
    let server = service();
    let mut client = Client::new(server.address());
    let body = body.as_ref();
    client.send(format!(
        "POST {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-type: application/json\r\n{head}\
         content-length: {}\r\n\r\n",
        body.len()
    ));
    client.send(body);
    client.reply()
}

/// The SDK of OpenAI for JavaScript sends eight headers of its own, and a browser stops where one is not allowed.
#[test]
fn a_page_of_a_welcome_origin_may_send_the_headers_that_it_asks_for() {
    let server = service();
    let ask = |asked: &str| {
        let mut client = Client::new(server.address());
        client.send(format!(
            "OPTIONS /v1/audio/speech HTTP/1.1\r\nhost: a\r\norigin: https://page.example\r\n\
             access-control-request-method: POST\r\n{asked}\r\n"
        ));
        let reply = client.reply();
        assert_eq!(reply.status, 204);
        let varies = reply.header("vary").unwrap();
        assert!(varies.contains("access-control-request-headers"));
        reply
            .header("access-control-allow-headers")
            .unwrap()
            .to_owned()
    };
    let names = "authorization,content-type,x-stainless-os,x-stainless-retry-count";
    let asked = format!("access-control-request-headers: {names}\r\n");
    assert_eq!(ask(&asked), names);
    for asked in ["", "access-control-request-headers: a b<c>\r\n"] {
        assert_eq!(ask(asked), "authorization, content-type", "{asked}");
    }
}

#[test]
fn a_body_that_is_compressed_is_told_so() {
    let body = br#"{"text": "Hello."}"#;
    let refused = post("/v1/tts", "content-encoding: gzip\r\n", body);
    assert_eq!(
        (refused.status, &*refused.error()),
        (415, "unsupported_media_type")
    );
    assert!(
        refused.json()["message"]
            .as_str()
            .unwrap()
            .contains("compressed")
    );
    assert_eq!(
        post("/v1/tts", "content-encoding: identity\r\n", body).status,
        200
    );
}

#[test]
fn json_may_begin_with_a_mark_of_its_encoding_and_numbers_may_have_a_point() {
    let body = "\u{feff}{\"text\": \"Hello.\", \"sample_rate\": 8000.0}";
    let reply = post("/v1/tts", "", body);
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.header("content-type"),
        Some("audio/L16; rate=8000; channels=1")
    );
}

#[test]
fn a_locale_is_a_language() {
    for code in ["pa-Guru-IN", "hi_IN.UTF-8", "ta-IN"] {
        let body = json!({"text": "5", "language": code}).to_string();
        assert_eq!(post("/v1/tts", "", body).status, 200, "{code}");
    }
}

#[test]
fn clients_of_openais_form_find_their_lists() {
    let server = service();
    let mut client = Client::new(server.address());
    for (path, list, name) in [
        ("/v1/audio/voices", "voices", "Arjun"),
        ("/v1/audio/models", "models", "tts-1"),
    ] {
        let mut client = Client::new(server.address());
        let reply = client.get(path);
        assert_eq!(reply.status, 200, "{path}");
        let told = reply.json();
        assert_eq!(told[list], told["data"]);
        let entry = json!({"id": name, "name": name});
        assert!(told[list].as_array().unwrap().contains(&entry), "{told}");
    }
    client.send("GET /v1/audio/voices HTTP/1.1\r\nhost: a\r\n\r\n");
    assert_eq!(client.reply().status, 401);
}

#[test]
fn the_errors_of_openais_form_name_what_it_takes() {
    for (body, param) in [
        (json!({"input": "a", "speed": 0.24}), "speed"),
        (json!({"input": "a", "speed": 4.01}), "speed"),
        (json!({"input": "a".repeat(20_001)}), "input"),
        (json!({"input": "a", "pitch": 99}), "pitch"),
    ] {
        let told = post("/v1/audio/speech", "", body.to_string()).json();
        assert_eq!(told["error"]["param"], param, "{told}");
        if param == "speed" {
            assert_eq!(
                (&told["error"]["minimum"], &told["error"]["maximum"]),
                (&json!(0.25), &json!(4.0))
            );
        }
    }
    for speed in [0.25, 4.0] {
        let body = json!({"input": "a", "speed": speed, "response_format": "pcm"});
        assert_eq!(post("/v1/audio/speech", "", body.to_string()).status, 200);
    }
}

/// Sends a message as it is written, which `json!` cannot: it holds half a character.
fn say(talk: &mut Talk, message: &str) {
    talk.0.send(tungstenite::Message::text(message)).unwrap();
}

#[test]
fn an_emoji_that_is_cut_between_two_messages_loses_nothing() {
    let server = service();
    let whole = said("ok 😊 fine.", &Settings::new());
    let mut talk = Talk::started(server.address());
    say(
        &mut talk,
        r#"{"type":"text","context_id":"1","text":"ok \ud83d"}"#,
    );
    say(
        &mut talk,
        r#"{"type":"text","context_id":"1","text":"\ude0a fine.","continue":false}"#,
    );
    let (pcm, end) = talk.turn("1");
    assert_eq!(end["type"], "end", "{end}");
    assert!(pcm == whole);
    // A half that stays alone is silent.
    say(
        &mut talk,
        r#"{"type":"text","context_id":"2","text":"Yes.\ud83d","continue":false}"#,
    );
    assert_eq!(talk.turn("2").1["type"], "end");
    let reply = post("/v1/tts", "", r#"{"text": "ok \ud83d fine."}"#);
    assert_eq!(reply.status, 200);
}

/// A turn that has a name is of the newer form, which begins with `start`.
#[test]
fn text_before_any_start_is_refused_where_its_turn_has_a_name() {
    let server = service();
    let mut talk = Talk::new(server.address());
    talk.text("1", "Hello.", true);
    assert_eq!(talk.next("error")["error"], "invalid_state");
    talk.say(json!({"type": "start", "v2": true}));
    talk.next("metadata");
    // What follows a lost beginning is not spoken.
    talk.text("1", "there.", false);
    assert_eq!(talk.next("error")["error"], "context_used");
    talk.text("2", "Hello.", false);
    assert_eq!(talk.turn("2").1["type"], "end");
    // Without a name it is the older form.
    let mut older = Talk::new(server.address());
    older.say(json!({"type": "text", "text": "Hello.", "flush": true}));
    assert!(matches!(older.hear(), crate::server::talk::Said::Audio(_)));
}

/// The one rule for a text in which there is nothing to say.
#[test]
fn nothing_to_say_is_told_by_http_and_ends_a_turn() {
    let server = service();
    let mut talk = Talk::started(server.address());
    for (at, text) in ["...", "😊", " \n", "你好", "\u{200d}", "।"]
        .into_iter()
        .enumerate()
    {
        for (path, field) in [("/v1/tts", "text"), ("/v1/audio/speech", "input")] {
            let reply = post(path, "", json!({field: text}).to_string());
            assert_eq!(reply.status, 400, "{path} {text}");
            let told: Value = reply.json();
            let code = match field {
                "input" => &told["error"]["code"],
                _ => &told["error"],
            };
            assert_eq!(code, "missing_text", "{told}");
        }
        let context = at.to_string();
        talk.text(&context, text, false);
        let (pcm, end) = talk.turn(&context);
        assert_eq!((pcm.len(), &end["type"]), (0, &json!("end")), "{text}");
    }
}

/// What a client has shown in its first turn is known in the second.
#[test]
fn a_number_of_a_client_that_keeps_its_spaces_is_whole() {
    let server = service();
    let mut talk = Talk::started(server.address());
    for (at, (fragments, whole)) in [
        (
            &["Okay! ", "It is 3.", "50 today."][..],
            "Okay! It is 3.50 today.",
        ),
        (&["It costs $3.", "50 today."], "It costs $3.50 today."),
    ]
    .into_iter()
    .enumerate()
    {
        let context = at.to_string();
        for (index, fragment) in fragments.iter().enumerate() {
            talk.text(&context, fragment, index + 1 < fragments.len());
        }
        let (pcm, _) = talk.turn(&context);
        assert!(pcm == said(whole, &Settings::new()), "{whole}");
    }
}
