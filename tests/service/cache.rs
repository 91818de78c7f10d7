//! The cache of phrases: the same bytes, told by the metrics, and sound however the service ends.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use vaak::Settings;
use vaak::serve::{Cache, Limits};

use crate::server::running::program::vaak;
use crate::server::running::{Folder, Serve};
use crate::server::talk::{Said, Talk};
use crate::server::{Client, KEY, caching, said, service};

const TEXT: &str = "Your train is late. नमस्ते, आपकी ट्रेन देर से आएगी।";

/// The value of a metric.
fn metric(client: &mut Client, name: &str) -> u64 {
    let text = String::from_utf8(client.get("/metrics").body).unwrap();
    let mut values = text.lines().filter_map(|line| line.strip_prefix(name));
    values.next().expect(name).trim().parse().unwrap()
}

#[test]
fn every_answer_is_the_same_with_it() {
    let cache = Cache {
        memory: 8 << 20,
        ..Cache::default()
    };
    let (plain, cached) = (service(), caching(cache, Limits::default()));
    let [mut plain, mut cached] = [plain.address(), cached.address()].map(Client::new);
    for more in [
        json!({}),
        json!({"encoding": "mulaw", "sample_rate": 8000, "frame_ms": 20}),
        json!({"encoding": "flac"}),
        json!({"timestamps": true}),
        json!({"voice": "Arjun", "speed": 1.2}),
        json!({"sentence_pause_ms": 300}),
    ] {
        let mut body = json!({"text": TEXT});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let wanted = plain.post("/v1/tts", body.to_string());
        assert_eq!(wanted.status, 200);
        // Lines of JSON have the id of their request, and places of words may be told sooner.
        let told = |bytes: &[u8]| -> (Vec<String>, Vec<u8>) {
            let lines = String::from_utf8_lossy(bytes);
            let (mut marks, mut audio) = (Vec::new(), Vec::new());
            for line in lines.lines() {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                match line["type"].as_str().unwrap() {
                    "mark" => marks.push(line.to_string()),
                    "audio" => audio.extend(crate::server::talk::audio(&line)),
                    _ => {}
                }
            }
            (marks, audio)
        };
        for round in ["made", "again"] {
            let found = cached.post("/v1/tts", body.to_string());
            match more["timestamps"] == true {
                true => assert_eq!(told(&found.body), told(&wanted.body), "{round}"),
                false => assert!(found.body == wanted.body, "{round}: {more}"),
            }
        }
    }
    let hits = metric(&mut cached, "vaak_cache_hits_total{in=\"memory\"}");
    let misses = metric(&mut cached, "vaak_cache_misses_total");
    let bytes = metric(&mut cached, "vaak_cache_bytes{in=\"memory\"}");
    assert!(
        hits > misses && misses > 0 && bytes > 100_000,
        "{hits} {misses} {bytes}"
    );
}

#[test]
fn a_turn_takes_what_a_clip_left_and_is_cancelled_as_ever() {
    let cache = Cache {
        memory: 8 << 20,
        ..Cache::default()
    };
    let server = caching(cache, Limits::default());
    let mut client = Client::new(server.address());
    client.post("/v1/tts", json!({"text": TEXT}).to_string());
    let mut talk = Talk::started(server.address());
    talk.text("1", "Your train is la", true);
    talk.text("1", "te. नमस्ते, आपकी ट्रेन देर से आएगी।", false);
    let (pcm, end) = talk.turn("1");
    assert!(pcm == said(TEXT, &Settings::default()) && end["type"] == "end");
    assert!(metric(&mut client, "vaak_cache_hits_total{in=\"memory\"}") >= 2);
    talk.text("2", &TEXT.repeat(20), false);
    talk.say(json!({"type": "cancel", "context_id": "2"}));
    while !matches!(talk.hear(), Said::Json(message) if message["type"] == "cancelled") {}
    talk.text("3", TEXT, false);
    // Every message of it has its id.
    assert!(talk.turn("3").0 == pcm);
}

fn kept(folder: &Path) -> Serve {
    Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .env("VAAK_LOG_FORMAT", "none")
            .env("VAAK_CACHE_MEMORY", "2000000")
            .env("VAAK_CACHE_FOLDER", folder)
            .env("VAAK_CACHE_DISK", "100000000")
    })
}

/// Sentences whose files take some time to write.
fn sentence(number: usize) -> String {
    format!(
        "The {number} train to Chennai leaves from platform nine at half past eight and arrives in the morning."
    )
}

fn clip(client: &mut Client, number: usize) -> Vec<u8> {
    let reply = client.post("/v1/tts", json!({"text": sentence(number)}).to_string());
    assert_eq!(reply.status, 200);
    reply.body
}

#[test]
fn what_it_wrote_is_right_however_it_was_killed() {
    const ROUNDS: usize = 8;
    const SENTENCES: usize = 24;
    let folder = Folder::new("killed");
    for round in 0..ROUNDS {
        let mut serve = kept(&folder.0);
        let address = serve.address;
        let speaking = thread::spawn(move || {
            for number in 0..SENTENCES {
                // Until it is gone.
                let Ok(mut stream) = TcpStream::connect(address) else {
                    return;
                };
                let body = json!({"text": sentence(round * SENTENCES / 2 + number)}).to_string();
                let _ = write!(
                    stream,
                    "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\
                     content-length: {}\r\n\r\n{body}",
                    body.len()
                );
                let _ = stream.read_to_end(&mut Vec::new());
            }
        });
        thread::sleep(Duration::from_millis(30 + 37 * round as u64));
        serve.child.kill().unwrap();
        serve.child.wait().unwrap();
        speaking.join().unwrap();
    }
    let serve = kept(&folder.0);
    let mut client = Client::new(serve.address);
    for number in 0..ROUNDS * SENTENCES / 2 + SENTENCES {
        let wanted = said(&sentence(number), &Settings::default());
        assert!(clip(&mut client, number) == wanted, "sentence {number}");
    }
    assert!(metric(&mut client, "vaak_cache_hits_total{in=\"disk\"}") > 0);
    // A rename is the last step of a write: what has its name is whole.
    assert_eq!(metric(&mut client, "vaak_cache_faults_total"), 0);
}

#[test]
fn files_that_a_disk_lost_are_made_anew() {
    let folder = Folder::new("lost");
    let serve = kept(&folder.0);
    let mut client = Client::new(serve.address);
    let wanted = [clip(&mut client, 1), clip(&mut client, 2)];
    let written = || -> Vec<PathBuf> {
        let entries = fs::read_dir(&folder.0).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        // Neither the lock nor a file that is being written.
        let whole = |path: &PathBuf| !path.ends_with("lock") && path.extension().is_none();
        paths.filter(whole).collect()
    };
    // A clip is heard before its file is written, and what waits for the disk at the end is let go.
    let begun = Instant::now();
    while written().len() < wanted.len() && begun.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(10));
    }
    serve.end();
    let files = written();
    assert!(files.len() >= wanted.len(), "{files:?}");
    for (at, file) in files.iter().enumerate() {
        let bytes = fs::read(file).unwrap();
        match at % 2 {
            0 => fs::write(file, &bytes[..bytes.len() / 2]).unwrap(),
            _ => fs::write(file, vec![0; bytes.len()]).unwrap(),
        }
    }
    let serve = kept(&folder.0);
    let mut client = Client::new(serve.address);
    assert!([clip(&mut client, 1), clip(&mut client, 2)] == wanted);
    let faults = metric(&mut client, "vaak_cache_faults_total");
    assert_eq!(faults, files.len() as u64);
}

#[test]
fn settings_that_cannot_be_met_are_told() {
    let folder = Folder::new("told");
    let run = |variables: &[(&str, &str)]| -> (Option<i32>, String) {
        let mut command: Command = vaak(&["serve", "--listen", "127.0.0.1:0", "--no-auth"]);
        let ran = command.envs(variables.iter().copied()).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let there = folder.0.to_str().unwrap();
    for (variables, told) in [
        (&[("VAAK_CACHE_DISK", "1000000")][..], "cache.folder"),
        (
            &[("VAAK_CACHE_DISK", "1000000"), ("VAAK_CACHE_FOLDER", there)],
            "cache.memory",
        ),
        (&[("VAAK_CACHE_MEMORY", "-1")], "memory"),
    ] {
        let (code, said) = run(variables);
        assert!(code == Some(2) && said.contains(told), "{code:?}: {said}");
    }
    let serve = kept(&folder.0);
    let (code, said) = run(&[
        ("VAAK_CACHE_MEMORY", "1000000"),
        ("VAAK_CACHE_DISK", "1000000"),
        ("VAAK_CACHE_FOLDER", there),
    ]);
    assert!(
        code != Some(0) && said.contains(there) && said.contains("another process"),
        "{said}"
    );
    drop(serve);
}
