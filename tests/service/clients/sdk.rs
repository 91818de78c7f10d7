//! OpenAI's SDK for JavaScript in a page of another origin, in headless Chromium.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use serde_json::json;

use super::browser::Browser;
use super::folder;
use crate::server::KEY;
use crate::server::running::{Folder, Serve};

/// Serves the files of a folder, and an empty page, to the end of the tests.
fn origin(root: std::path::PathBuf) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let root = root.clone();
            thread::spawn(move || answer(&stream.unwrap(), &root));
        }
    });
    address
}

fn answer(mut stream: &TcpStream, root: &Path) {
    let mut lines = BufReader::new(stream).lines();
    let Some(Ok(first)) = lines.next() else {
        return;
    };
    lines
        .take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty()))
        .for_each(drop);
    let path = first
        .split(' ')
        .nth(1)
        .unwrap()
        .trim_start_matches('/')
        .to_owned();
    let (kind, body) = match path.as_str() {
        "" => ("text/html", b"<!doctype html><title>Page</title>".to_vec()),
        path => (
            "text/javascript",
            fs::read(root.join(path)).unwrap_or_default(),
        ),
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}

/// Its requests have eight headers of its own, which a browser asks for in advance.
#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_sdk_of_openai_speaks_in_a_browser() {
    let page = origin(folder().join("node_modules/openai"));
    let settings = Folder::new("sdk-settings");
    let file = settings.0.join("vaak.toml");
    fs::write(&file, format!("cors_origins = [\"http://{page}\"]\n")).unwrap();
    let serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .arg("--config")
            .arg(&file)
            .args(["--log-format", "none"])
    });
    let mut browser = Browser::open(&format!("http://{page}/"));
    let told = browser.evaluate(&format!(
        "(async () => {{
            const {{ default: OpenAI }} = await import('/index.mjs');
            const sdk = new OpenAI({{
                apiKey: '{KEY}', baseURL: 'http://{}/v1', dangerouslyAllowBrowser: true, maxRetries: 0 }});
            const create = fields => sdk.audio.speech.create(
                {{ model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Your order is ready.', ...fields }});
            const mp3 = new Uint8Array(await (await create({{}})).arrayBuffer());
            const pcm = await (await create({{ response_format: 'pcm' }})).arrayBuffer();
            const models = [];
            for await (const model of sdk.models.list()) models.push(model.id);
            const refused = await create({{ voice: 'nobody' }}).catch(error => [error.status, error.code]);
            return {{ first: mp3[0], pcm: pcm.byteLength, models, refused }};
        }})()",
        serve.address
    ));
    assert_eq!(told["first"], 0xff);
    assert!(told["pcm"].as_u64().unwrap() > 24_000, "{told}");
    assert!(
        told["models"]
            .as_array()
            .unwrap()
            .contains(&json!("Voice 2 Native"))
    );
    assert_eq!(told["refused"], json!([400, "unknown_voice"]));
}
