//! The places of words in a clip, which are the same in whatever way they are asked for.

use std::iter;
use std::process::Stdio;

use data_encoding::BASE64;
use serde_json::{Value, json};
use vaak::Settings;

use crate::server::running::program::vaak;
use crate::server::talk::{Said, Talk};
use crate::server::{Client, KEY, Reply, engine, said, service, voice};

const TEXT: &str = "\"Hello,\" Chennai! कल 25 दिसंबर 2025 को 10:30 बजे ₹5,000 मिलेंगे।";

type Word = (String, u64, u64);

fn word(message: &Value) -> Word {
    let [start, end] = ["start_ms", "end_ms"].map(|at| message[at].as_u64().unwrap());
    (message["text"].as_str().unwrap().to_owned(), start, end)
}

/// The words and the audio of messages; what else there is, by its type.
fn parts(messages: &[Value]) -> (Vec<Word>, Vec<u8>, Vec<&str>) {
    let (mut words, mut audio, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for message in messages {
        match message["type"].as_str().unwrap() {
            "mark" => words.push(word(message)),
            "audio" => {
                let sent = audio.len() as u64 / 48;
                assert!(words.iter().all(|(_, start, end)| start < end));
                assert!(
                    words
                        .last()
                        .is_none_or(|word: &Word| sent <= word.2 + 1_000),
                    "a word is told with its audio"
                );
                let part = message["audio"].as_str().unwrap();
                audio.extend(BASE64.decode(part.as_bytes()).unwrap());
            }
            other => others.push(other),
        }
    }
    (words, audio, others)
}

fn lines(reply: &Reply) -> Vec<Value> {
    let body = std::str::from_utf8(&reply.body).unwrap();
    body.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_way_tells_the_same_words_at_the_same_times() {
    let server = service();
    // The library.
    let mut turn = engine().turn(&Settings::new()).unwrap();
    turn.push(TEXT).unwrap();
    turn.close();
    let mut words: Vec<Word> = Vec::new();
    let mut written = String::new();
    while turn.next_chunk().unwrap().audio().is_some() {
        for mark in iter::from_fn(|| turn.next_mark()) {
            let millis = mark.millis();
            written += &[&*mark.before, &mark.text, &mark.after].concat();
            words.push((mark.text, millis.start, millis.end));
        }
    }
    assert_eq!(written.trim(), TEXT);
    assert!(words.len() > 8 && words.is_sorted_by_key(|word| word.1));
    let samples = said(TEXT, &Settings::new());

    // A clip, line by line.
    let mut client = Client::new(server.address());
    let body = json!({"text": TEXT, "timestamps": true}).to_string();
    let reply = client.post("/v1/tts", &body);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    assert!(reply.chunks.len() > 10, "it is sent while it is made");
    let told = lines(&reply);
    let (heard, audio, others) = parts(&told);
    assert_eq!((&heard, others), (&words, vec!["metadata", "end"]));
    assert!(audio == samples);
    let (first, last) = (&told[0], &told[told.len() - 1]);
    assert_eq!(first["request_id"].as_str(), reply.header("x-request-id"));
    assert_eq!(
        json!([
            first["sample_rate"],
            first["encoding"],
            first["channels"],
            first["voice"]
        ]),
        json!([24_000, "pcm_s16le", 1, "Ananya"])
    );
    assert_eq!(last["audio_ms"], audio.len() / 48);

    // Event by event.
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-type: application/json\r\n\
         accept: application/json, Text/Event-Stream;q=0.9\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    let reply = client.reply();
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    let events = String::from_utf8(reply.body).unwrap();
    let events = events
        .split_terminator("\n\n")
        .map(|event| event.strip_prefix("data: ").unwrap());
    let events: Vec<Value> = events
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert!(parts(&events) == (words.clone(), samples, vec!["metadata", "end"]));

    // In another encoding and rate.
    let body = json!({"text": TEXT, "timestamps": true, "encoding": "mulaw", "frame_ms": 20});
    let reply = client.post("/v1/tts", body.to_string());
    let told = lines(&reply);
    assert_eq!(
        json!([told[0]["encoding"], told[0]["sample_rate"]]),
        json!(["mulaw", 8_000])
    );
    let heard: Vec<Word> = told
        .iter()
        .filter(|m| m["type"] == "mark")
        .map(word)
        .collect();
    assert_eq!(heard, words);

    // A conversation.
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "start", "v2": true, "timestamps": true}));
    talk.next("metadata");
    talk.text("one", TEXT, false);
    let mut heard = Vec::new();
    loop {
        match talk.hear() {
            Said::Json(message) if message["type"] == "mark" => heard.push(word(&message)),
            Said::Json(message) if message["type"] == "end" => break,
            Said::Json(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(heard, words);

    // The program, on one thread and on several.
    for jobs in ["1", "3"] {
        let marks = std::env::temp_dir().join(format!("vaak-{}-{jobs}.marks", std::process::id()));
        let path = marks.to_str().unwrap();
        let arguments = ["say", TEXT, "-j", jobs, "--raw", "-o", "-", "--marks", path];
        let mut command = vaak(&arguments);
        command.arg("--model").arg(voice::folder());
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let file = std::fs::read_to_string(&marks).unwrap();
        std::fs::remove_file(&marks).unwrap();
        let lines = file.lines().map(|line| serde_json::from_str(line).unwrap());
        let heard: Vec<Word> = lines.map(|line: Value| word(&line)).collect();
        assert_eq!(heard, words, "{jobs} jobs");
    }
}

#[test]
fn timestamps_are_asked_for_with_true() {
    let server = service();
    let mut client = Client::new(server.address());
    let ask = |client: &mut Client, timestamps: Value| {
        client.post(
            "/v1/tts",
            json!({"text": TEXT, "timestamps": timestamps}).to_string(),
        )
    };
    let reply = ask(&mut client, json!("yes"));
    assert_eq!(
        (reply.status, &reply.json()["field"]),
        (400, &json!("timestamps"))
    );
    assert!(ask(&mut client, json!(false)).body == said(TEXT, &Settings::new()));
    // An error is told as without them.
    let nothing = json!({"text": "…", "timestamps": true}).to_string();
    assert_eq!(
        client.post("/v1/tts", nothing).json()["error"],
        "missing_text"
    );
}
