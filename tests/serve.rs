//! `vaak serve` as an operator meets it: keys, signals, exit codes.

#![cfg(all(unix, feature = "serve"))]

mod program;
mod server;

use std::fs;
use std::io::{BufRead, BufReader, Lines, Read};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};

use program::vaak;
use server::{Client, voice};

/// The running program.
struct Serve {
    child: Child,
    lines: Lines<BufReader<ChildStderr>>,
    /// What it said before it listened.
    said: Vec<String>,
    address: SocketAddr,
}

/// A folder of this test, removed when dropped.
struct Folder(PathBuf);

impl Serve {
    fn start(change: impl FnOnce(&mut Command) -> &mut Command) -> Self {
        let mut command = vaak(&["serve", "--listen", "127.0.0.1:0", "--model"]);
        command.arg(voice::folder()).stderr(Stdio::piped());
        for name in ["VAAK_API_KEY", "STATE_DIRECTORY", "CREDENTIALS_DIRECTORY"] {
            command.env_remove(name);
        }
        change(&mut command);
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut serve = Self {
            child,
            lines,
            said: Vec::new(),
            address: ([0; 4], 0).into(),
        };
        while let Some(line) = serve.lines.next() {
            let line = line.unwrap();
            if let Some((_, address)) = line.split_once("listening on http://") {
                serve.address = address.parse().unwrap();
                return serve;
            }
            serve.said.push(line);
        }
        panic!("it does not listen: {:?}", serve.said);
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -s {name} {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &kill]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for a line that holds these words.
    fn tells(&mut self, words: &str) -> String {
        let mut lines = self.lines.by_ref().map(|line| line.unwrap());
        lines.find(|line| line.contains(words)).expect(words)
    }

    /// The status of a request with a key.
    fn status(&self, key: &str) -> u16 {
        let mut client = Client::new(self.address);
        client.send(format!(
            "GET /v1/voices HTTP/1.1\r\nauthorization: Bearer {key}\r\n\r\n"
        ));
        client.reply().status
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_first_start_makes_a_key_and_the_second_keeps_it() {
    let state = Folder::new("state");
    let start = || Serve::start(|command| command.env("XDG_STATE_HOME", &state.0));
    let serve = start();
    let file = state.0.join("vaak/api-keys");
    let told = serve.said.concat();
    assert!(told.contains(file.to_str().unwrap()), "{told}");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let key = fs::read_to_string(&file).unwrap();
    assert!(!told.contains(key.trim()));
    assert_eq!(
        (serve.status(key.trim()), serve.status("wrong")),
        (200, 401)
    );
    drop(serve);
    let serve = start();
    assert_eq!(serve.status(key.trim()), 200);
    assert!(serve.said.is_empty());
}

#[test]
fn keys_are_loaded_anew_and_a_wrong_file_changes_nothing() {
    let folder = Folder::new("keys");
    let file = folder.0.join("keys");
    fs::write(&file, "# ours\none\ntwo\n").unwrap();
    let mut serve = Serve::start(|command| command.arg("--api-key-file").arg(&file));
    assert_eq!([serve.status("one"), serve.status("two")], [200, 200]);
    fs::write(&file, "three\n").unwrap();
    serve.signal("HUP");
    serve.tells("anew");
    assert_eq!([serve.status("one"), serve.status("three")], [401, 200]);
    fs::write(&file, "\n").unwrap();
    serve.signal("HUP");
    serve.tells("stay");
    assert_eq!(serve.status("three"), 200);
}

#[test]
fn a_key_may_come_from_the_environment_or_from_systemd() {
    let serve = Serve::start(|command| command.env("VAAK_API_KEY", "one"));
    assert_eq!([serve.status("one"), serve.status("")], [200, 401]);
    let credentials = Folder::new("credentials");
    fs::write(credentials.0.join("api-keys"), "two").unwrap();
    let serve = Serve::start(|command| command.env("CREDENTIALS_DIRECTORY", &credentials.0));
    assert_eq!([serve.status("two"), serve.status("one")], [200, 401]);
}

#[test]
fn a_request_is_told_in_one_line_without_its_key() {
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", "secret")
            .args(["--log-format", "json"])
    });
    assert_eq!([serve.status("secret"), serve.status("guess")], [200, 401]);
    for status in [200, 401] {
        let line = serve.tells("request");
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(told["status"], status);
        assert_eq!(told["path"], "/v1/voices");
        assert!(told["time"].is_number() && told["client"].is_string());
        assert!(!line.contains("secret") && !line.contains("guess"));
    }
}

#[test]
fn a_signal_ends_it_in_order() {
    for name in ["TERM", "INT"] {
        let mut serve = Serve::start(|command| command.arg("--no-auth"));
        assert_eq!(serve.status("any"), 200);
        serve.signal(name);
        assert_eq!(serve.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn without_keys_it_listens_on_this_machine_only() {
    let mut child = vaak(&["serve", "--no-auth", "--listen", "0.0.0.0:0"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(told.contains("loopback"), "{told}");
}

#[test]
fn settings_come_from_a_file_and_flags_come_before_it() {
    let folder = Folder::new("config");
    let file = folder.0.join("vaak.toml");
    let print = |arguments: &[&str]| {
        let mut command = vaak(&["serve", "--print-config", "--config"]);
        command.arg(&file).args(arguments);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("VAAK_")) {
            command.env_remove(name);
        }
        command
    };
    fs::write(&file, "listen = '127.0.0.1:1'\n[limits]\ntext = 5\n").unwrap();
    let output = print(&["--listen", "127.0.0.1:2"])
        .env("VAAK_LIMITS_IDLE", "7.5")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    for line in [
        "listen = \"127.0.0.1:2\"",
        "text = 5",
        "idle = 7.5",
        "no_auth = false",
    ] {
        assert!(told.lines().any(|l| l == line), "{line} in {told}");
    }
    fs::write(&file, "lissten = '127.0.0.1:1'\n").unwrap();
    let output = print(&[]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(told.contains("line 1") && told.contains("listen"), "{told}");
}

/// The clients in `examples`, with what they need; those that are not installed here are left out.
#[test]
fn the_examples_speak() {
    let serve = Serve::start(|command| command.env("VAAK_API_KEY", "one"));
    let run = |program: &str, arguments: &[&str], needs: &[&str]| {
        let has = Command::new(program)
            .args(needs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !has.is_ok_and(|status| status.success()) {
            eprintln!("{program} lacks what {arguments:?} needs");
            return;
        }
        let output = Command::new(program)
            .args(arguments)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples"))
            .env("VAAK_URL", format!("http://{}", serve.address))
            .env("VAAK_API_KEY", "one")
            .env("PLAY", "cat")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {told}");
        // Typing nothing is a conversation without audio.
        if !arguments.contains(&"conversation.py") {
            assert!(output.stdout.len() > 4_800, "{arguments:?}: {told}");
        }
    };
    run(
        "sh",
        &["clip.sh", "Say \"hello\"."],
        &["-c", "curl --version && jq --version"],
    );
    run("python3", &["clip.py", "नमस्ते"], &["-c", "import requests"]);
    run(
        "python3",
        &["conversation.py"],
        &["-c", "import websockets"],
    );
    let socket = "process.exit(typeof WebSocket === 'function' ? 0 : 1)";
    run("node", &["conversation.mjs"], &["-e", socket]);
}
