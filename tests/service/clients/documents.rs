//! Every example of `docs/`, run against the service.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{library, service};
use crate::documents;
use crate::server::running::program::vaak;
use crate::server::running::{Folder, Serve};
use crate::server::talk::{Said, Talk};
use crate::server::{Client, KEY};

/// The address that the documents name.
const ADDRESS: &str = "127.0.0.1:8080";
/// Seconds that an example may take: one that never ends is none.
const TIME: &str = "60";
/// Bytes of the shortest audio: a tenth of a second at 8 kHz in μ-law.
const AUDIO: u64 = 800;

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn every_example_of_the_documents_runs() {
    let serve = service();
    let mut run = 0;
    for (name, text) in documents::all() {
        let mut lines = (1..).zip(text.lines());
        while let Some((at, line)) = lines.next() {
            let Some(language) = line.strip_prefix("```") else {
                continue;
            };
            let block: Vec<&str> = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            let at = format!("{name}:{at}");
            try_example(&serve, language, &block.join("\n"), &at);
            run += usize::from(language != "text");
        }
    }
    assert!(run > 10);
}

fn try_example(serve: &Serve, language: &str, block: &str, at: &str) {
    let folder = Folder::new("example");
    let write = |name: &str| {
        let block = block.replace(ADDRESS, &serve.address.to_string());
        fs::write(folder.0.join(name), block).unwrap();
    };
    match language {
        "text" => {}
        "sh" => {
            write("example.sh");
            let mut shell = Command::new("timeout");
            execute(&folder.0, shell.args([TIME, "sh", "-e", "example.sh"]), at);
        }
        "python" => {
            write("example.py");
            let python = super::folder().join("openai/bin/python3");
            let mut python_within = Command::new("timeout");
            python_within.arg(TIME).arg(python).arg("example.py");
            execute(&folder.0, &mut python_within, at);
        }
        "json" => match serde_json::from_str::<Value>(block) {
            Ok(clip) if clip["type"].is_null() => {
                let reply = Client::new(serve.address).post("/v1/tts", clip.to_string());
                assert_eq!(reply.status, 200, "{at}");
                assert_eq!(reply.header("x-ignored-fields"), None, "{at}");
            }
            _ => converse(serve, block, at),
        },
        "toml" => {
            write("example.toml");
            let program = ["serve", "--print-config", "--config", "example.toml"];
            execute(&folder.0, &mut vaak(&program), at);
        }
        "html" | "js" => {
            library::example(serve, &block.replace(ADDRESS, &serve.address.to_string()))
        }
        other => panic!("{at}: nothing runs {other:?}; a block that is not run is text"),
    }
    let keys = folder.0.join("api-keys");
    if keys.exists() {
        Serve::start(|command| command.arg("--api-key-file").arg(keys)).end();
    }
}

/// Runs a command in a folder, where what it speaks must be audio.
fn execute(at: &Path, command: &mut Command, example: &str) {
    let programs = Path::new(env!("CARGO_BIN_EXE_vaak")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let output = command
        .current_dir(at)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("VAAK_API_KEY", KEY)
        .env("OPENAI_API_KEY", KEY)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {told}");
    for file in fs::read_dir(at).unwrap().map(|file| file.unwrap()) {
        let name = file.file_name().into_string().unwrap();
        if !name.starts_with("example") && name != "api-keys" {
            assert!(file.metadata().unwrap().len() > AUDIO, "{example}: {name}");
        }
    }
}

/// Sends the lines of a conversation, each of which must be accepted.
fn converse(serve: &Serve, block: &str, at: &str) {
    let mut talk = Talk::new(serve.address);
    let mut pongs = 1;
    for line in block.lines() {
        let message: Value = serde_json::from_str(line).expect(at);
        pongs += usize::from(message["type"] == "ping");
        talk.say(message);
    }
    talk.say(json!({"type": "ping"}));
    while pongs > 0 {
        if let Said::Json(message) = talk.hear() {
            assert_ne!(message["type"], "error", "{at}: {message}");
            pongs -= usize::from(message["type"] == "pong");
        }
    }
}
