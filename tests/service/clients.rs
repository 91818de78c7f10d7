//! The service, as clients meet it that were not written here: curl, requests, aiohttp, websockets, ws, Chromium, OpenAI's SDKs of
//! Python and Node, Vercel's AI SDK, LiteLLM, the plug-ins of LiveKit and Pipecat, and Wyoming's own package.
//!
//! `tests/service/clients/install FOLDER` installs them; VAAK_CLIENTS names the folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vaak::Settings;

use crate::server::running::Serve;
use crate::server::running::program::vaak;
use crate::server::{KEY, said};

mod browser;
mod documents;
mod kiosk;
mod library;
mod page;
mod sdk;

fn folder() -> PathBuf {
    let folder = std::env::var_os("VAAK_CLIENTS");
    folder.map(PathBuf::from).expect("VAAK_CLIENTS")
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn service() -> Serve {
    Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .args(["--log-format", "none"])
    })
}

/// Runs a client against a service; what it wrote.
fn run(serve: &Serve, program: impl AsRef<OsStr>, arguments: &[&OsStr]) -> Vec<u8> {
    let output = Command::new(program)
        .args(arguments)
        .env("VAAK_URL", format!("http://{}", serve.address))
        .env("VAAK_API_KEY", KEY)
        .env("PLAY", "cat")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    output.stdout
}

fn python() -> PathBuf {
    folder().join("python/bin/python3")
}

/// A script as it is beside the packages that it needs.
fn beside(script: &str) -> PathBuf {
    let path = folder().join(Path::new(script).file_name().unwrap());
    std::fs::copy(here(script), &path).unwrap();
    path
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn every_row_of_the_contract_with_requests_aiohttp_and_websockets() {
    unittest(&python(), &["clips", "conversations"]);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_form_of_openai_with_its_sdk_litellm_livekit_and_pipecat() {
    unittest(&folder().join("openai/bin/python3"), &["openai_form"]);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn agents_of_pipecat_and_livekit_are_interrupted() {
    unittest(&folder().join("openai/bin/python3"), &["agents"]);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_form_of_openai_with_its_node_sdk_and_vercels() {
    let script = beside("tests/service/clients/openai_form.mjs");
    run(&service(), "node", &[script.as_ref()]);
}

fn unittest(python: &Path, modules: &[&str]) {
    let output = Command::new(python)
        .args(["-B", "-m", "unittest", "-v"])
        .args(modules)
        .current_dir(here("tests/service/clients"))
        .env("VAAK", env!("CARGO_BIN_EXE_vaak"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    println!("{told}");
    assert!(output.status.success() && !told.contains("Ran 0 tests"));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn conversations_with_ws() {
    run(
        &service(),
        "node",
        &[beside("tests/service/clients/conversation.cjs").as_ref()],
    );
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn wyoming_with_its_own_package() {
    let serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .args(["--log-format", "none", "--wyoming", "127.0.0.1:0"])
    });
    let mut told = serve
        .said
        .iter()
        .filter_map(|line| line.split_once("tcp://"));
    let uri = format!("tcp://{}", told.next().unwrap().1);
    let script = here("tests/service/clients/wyoming_events.py");
    let arguments: Vec<&OsStr> = vec!["-B".as_ref(), script.as_ref(), uri.as_ref()];
    let pcm = run(&serve, python(), &arguments);
    let settings = Settings::new().voice("Arjun");
    assert!(pcm == said("नमस्ते, मैं वाक् हूँ। It is 5 pm now.", &settings));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn clips_with_curl() {
    let [cert, key] =
        ["cert", "key"].map(|name| here(&format!("tests/service/server/tls/{name}.pem")));
    let secure = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .arg("--tls-cert")
            .arg(&cert)
            .arg("--tls-key")
            .arg(&key)
    });
    let url = format!("VAAK_TLS_URL=https://{}", secure.address);
    let cert = format!("VAAK_CERT={}", cert.display());
    let script = here("tests/service/clients/curl.sh");
    let arguments: [&OsStr; 4] = [
        url.as_ref(),
        cert.as_ref(),
        "bash".as_ref(),
        script.as_ref(),
    ];
    run(&service(), "env", &arguments);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_examples_speak() {
    let serve = service();
    let example = |name: &str| here(&format!("examples/{name}"));
    let cargo = "run --quiet --example conversation";
    let cargo: Vec<&OsStr> = cargo.split(' ').map(AsRef::as_ref).collect();
    for pcm in [
        run(
            &serve,
            "sh",
            &[example("clip.sh").as_ref(), "Say \"hello\".".as_ref()],
        ),
        run(
            &serve,
            python(),
            &[example("clip.py").as_ref(), "नमस्ते".as_ref()],
        ),
        run(
            &serve,
            "node",
            &[beside("examples/conversation.mjs").as_ref()],
        ),
        run(&serve, env!("CARGO"), &cargo),
    ] {
        assert!(pcm.len() > 24_000);
    }
    // Typing nothing is a conversation without audio.
    run(&serve, python(), &[example("conversation.py").as_ref()]);
}
