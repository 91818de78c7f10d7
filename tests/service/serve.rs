//! `vaak serve` as an operator meets it: keys, signals, exit codes.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::running::program::vaak;
use crate::server::running::{Folder, Serve};
use crate::server::talk::{Said, Talk, audio};
use crate::server::{Client, KEY, said, voice};
use serde_json::json;
use vaak::Settings;

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

/// It left an empty file of keys, with which no further start succeeded.
#[test]
fn a_first_start_that_is_cut_off_is_made_up_for_by_the_next() {
    let state = Folder::new("cut-off");
    let cut_off = Command::new("prlimit")
        .args(["--fsize=0", env!("CARGO_BIN_EXE_vaak"), "serve"])
        .args(["--listen", "127.0.0.1:0", "--model"])
        .arg(voice::folder())
        .env_remove("VAAK_API_KEY")
        .env("XDG_STATE_HOME", &state.0)
        .stderr(Stdio::null())
        .status();
    // The system ends who writes more than it may.
    assert!(!cut_off.unwrap().success());
    let serve = Serve::start(|command| command.env("XDG_STATE_HOME", &state.0));
    let key = fs::read_to_string(state.0.join("vaak/api-keys")).unwrap();
    assert_eq!(serve.status(key.trim()), 200);
    assert_eq!(fs::read_dir(state.0.join("vaak")).unwrap().count(), 1);
}

/// While a file was read that does not come, or something told that nobody reads, no signal was looked at.
#[test]
fn a_disk_that_stalls_and_a_log_that_nobody_reads_hold_up_no_end() {
    let folder = Folder::new("stalls");
    let keys = folder.0.join("keys");
    let start = || {
        fs::write(&keys, KEY).unwrap();
        Serve::start(|command| command.arg("--api-key-file").arg(&keys))
    };
    let ends = |mut serve: Serve| {
        serve.signal("HUP");
        assert_eq!(serve.status(KEY), 200);
        serve.signal("TERM");
        let begun = Instant::now();
        while serve.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
    };
    let stalled = start();
    fs::remove_file(&keys).unwrap();
    // A file that is never written.
    assert!(
        Command::new("mkfifo")
            .arg(&keys)
            .status()
            .unwrap()
            .success()
    );
    ends(stalled);
    fs::remove_file(&keys).unwrap();
    let unread = start();
    // More than fits into the pipe of the log.
    for _ in 0..600 {
        let mut client = Client::new(unread.address);
        client.get(&format!("/{}", "a".repeat(200)));
    }
    ends(unread);
}

#[test]
fn keys_are_loaded_anew_and_a_wrong_file_changes_nothing() {
    let folder = Folder::new("keys");
    let file = folder.0.join("keys");
    fs::write(&file, "# ours\nkey-number-one\nkey-number-two\n").unwrap();
    let mut serve = Serve::start(|command| command.arg("--api-key-file").arg(&file));
    assert_eq!(
        [
            serve.status("key-number-one"),
            serve.status("key-number-two")
        ],
        [200, 200]
    );
    fs::write(&file, "key-number-three\n").unwrap();
    serve.signal("HUP");
    serve.tells("anew");
    assert_eq!(
        [
            serve.status("key-number-one"),
            serve.status("key-number-three")
        ],
        [401, 200]
    );
    fs::write(&file, "\n").unwrap();
    serve.signal("HUP");
    serve.tells("as before");
    assert_eq!(serve.status("key-number-three"), 200);
}

#[test]
fn a_key_file_that_others_can_read_is_told() {
    let folder = Folder::new("open-keys");
    let file = folder.0.join("keys");
    fs::write(&file, "key-number-one").unwrap();
    for (mode, told) in [(0o644, true), (0o600, false), (0o640, false)] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let serve = Serve::start(|command| command.arg("--api-key-file").arg(&file));
        let warned = serve
            .said
            .iter()
            .any(|line| line.contains("others can read"));
        assert_eq!(warned, told, "{:?}", serve.said);
        assert_eq!(serve.status("key-number-one"), 200);
    }
}

#[test]
fn the_lexicon_is_loaded_anew_and_a_wrong_one_changes_nothing() {
    let folder = Folder::new("lexicon");
    let file = folder.0.join("words");
    fs::write(&file, "").unwrap();
    let mut serve =
        Serve::start(|command| command.env("VAAK_API_KEY", KEY).arg("--lexicon").arg(&file));
    let address = serve.address;
    let clip = |text| {
        let body = serde_json::json!({"text": text, "language": "hi"}).to_string();
        Client::new(address).post("/v1/tts", body).body
    };
    let (plain, respelt) = (clip("वह IIM गया।"), clip("वह आई आई एम गया।"));
    fs::write(&file, "IIM\thi\tआई आई एम\n").unwrap();
    serve.signal("HUP");
    serve.tells("the lexicon is loaded anew");
    assert!(clip("वह IIM गया।") == respelt && plain != respelt);
    fs::write(&file, "IIM\n").unwrap();
    serve.signal("HUP");
    assert!(serve.tells("the lexicon is as before").contains("line 1"));
    assert!(clip("वह IIM गया।") == respelt);
}

/// A package that is upgraded replaces the bundle of a service that runs.
#[test]
fn a_bundle_that_is_replaced_is_spoken_with_from_the_next_start_on() {
    let model = Folder::new("replaced");
    let lite = voice::folder().with_file_name("voice-2-native-lite");
    let put = |from: &std::path::Path| {
        for file in fs::read_dir(from).unwrap() {
            let (file, new) = (file.unwrap(), model.0.join("new"));
            fs::copy(file.path(), &new).unwrap();
            fs::rename(new, model.0.join(file.file_name())).unwrap();
        }
    };
    let start = || Serve::with_model(&model.0, |command| command.env("VAAK_API_KEY", KEY));
    let clip = |serve: &Serve| {
        let body = json!({"text": "Hello there."}).to_string();
        Client::new(serve.address).post("/v1/tts", body).body
    };
    put(&voice::folder());
    let serve = start();
    let mut talk = Talk::started(serve.address);
    talk.text("open", "Hello there. ", true);
    let mut pcm = audio(&talk.next("audio"));
    let goes_on = |of: &str| {
        serve.signal("HUP");
        assert!(
            clip(&serve) == said("Hello there.", &Settings::default()),
            "{of}"
        );
    };
    put(&lite);
    goes_on("another bundle");
    // Written over, half of it at first, and taken away.
    fs::write(model.0.join("decoder.onnx"), b"half").unwrap();
    goes_on("a bundle half written");
    fs::remove_dir_all(&model.0).unwrap();
    goes_on("no bundle");
    talk.text("open", "And more.", false);
    loop {
        let message = match talk.hear() {
            Said::Json(message) => message,
            other => panic!("{other:?}"),
        };
        match message["type"].as_str() {
            Some("audio") => pcm.extend(audio(&message)),
            kind => break assert_eq!(kind, Some("end")),
        }
    }
    assert!(pcm == said("Hello there. And more.", &Settings::default()));
    drop(serve);
    fs::create_dir_all(&model.0).unwrap();
    put(&lite);
    let serve = start();
    let spoken = clip(&serve);
    assert!(!spoken.is_empty() && spoken != said("Hello there.", &Settings::default()));
}

#[test]
fn systemd_is_told_when_it_is_ready_alive_reloading_and_stopping() {
    let folder = Folder::new("notify");
    let socket = UnixDatagram::bind(folder.0.join("socket")).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut serve = Serve::start(|command| {
        command
            .env("NOTIFY_SOCKET", folder.0.join("socket"))
            .env("WATCHDOG_USEC", "100000")
            .env("VAAK_API_KEY", "key-number-one")
    });
    let hear = |expected: &str| {
        let mut bytes = [0; 256];
        loop {
            let count = socket.recv(&mut bytes).expect(expected);
            let told = std::str::from_utf8(&bytes[..count]).unwrap();
            if told.lines().any(|line| line == expected) {
                return;
            }
            assert!(told.starts_with("WATCHDOG=1"), "{told} before {expected}");
        }
    };
    hear("READY=1");
    hear("WATCHDOG=1");
    serve.signal("HUP");
    hear("RELOADING=1");
    hear("READY=1");
    serve.signal("TERM");
    hear("STOPPING=1");
    assert_eq!(serve.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_key_may_come_from_the_environment_or_from_systemd() {
    let serve = Serve::start(|command| command.env("VAAK_API_KEY", "key-number-one"));
    assert_eq!(
        [serve.status("key-number-one"), serve.status("")],
        [200, 401]
    );
    let credentials = Folder::new("credentials");
    fs::write(credentials.0.join("api-keys"), "key-number-two").unwrap();
    let serve = Serve::start(|command| command.env("CREDENTIALS_DIRECTORY", &credentials.0));
    assert_eq!(
        [
            serve.status("key-number-two"),
            serve.status("key-number-one")
        ],
        [200, 401]
    );
}

#[test]
fn a_request_is_told_in_one_line_without_its_key() {
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", "a-secret")
            .args(["--log-format", "json"])
    });
    for (key, status) in [("a-secret", 200), ("guess", 401)] {
        assert_eq!(serve.status(key), status);
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
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = vaak(&["serve", "--no-auth", "--listen", &address]).output();
    let output = output.unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains(&address), "{told}");
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
    let output = print(&["--listen", "127.0.0.1:2", "--kernel", "int8"])
        .env("VAAK_LIMITS_IDLE", "7.5")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    for line in [
        "listen = \"127.0.0.1:2\"",
        "text = 5",
        "idle = 7.5",
        "no_auth = false",
        "kernel = \"int8\"",
    ] {
        assert!(told.lines().any(|l| l == line), "{line} in {told}");
    }
    fs::write(&file, "lissten = '127.0.0.1:1'\n").unwrap();
    let output = print(&[]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("line 1") && told.contains("listen"), "{told}");
}

#[test]
fn a_clip_that_is_cut_off_at_the_end_is_told_in_the_log() {
    let serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .env("VAAK_LIMITS_DRAIN", "0.001")
            .args(["--log-format", "text"])
    });
    let mut client = Client::new(serve.address);
    let body = serde_json::json!({"text": "Hello there, how are you? ".repeat(700)}).to_string();
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    client.lines();
    client.chunk();
    // It is read on, so that the service is never stuck in sending.
    let reading = std::thread::spawn(move || {
        let mut rest = [0; 4_096];
        while client.stream().read(&mut rest).is_ok_and(|count| count > 0) {}
    });
    let lines = serve.end();
    reading.join().unwrap();
    assert!(
        lines.iter().any(|line| line.contains("whole=false")),
        "{lines:?}"
    );
}

#[test]
fn an_address_that_is_taken_makes_no_key_and_a_short_key_is_rejected() {
    let state = Folder::new("taken");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let fails = |address: &str, name: &str, value: &std::ffi::OsStr| {
        let mut command = vaak(&["serve", "--listen", address]);
        command
            .env_remove("CREDENTIALS_DIRECTORY")
            .env_remove("VAAK_API_KEY");
        let output = command.env(name, value).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(fails(&address, "STATE_DIRECTORY", state.0.as_os_str()).contains(&address));
    assert_eq!(fs::read_dir(&state.0).unwrap().count(), 0);
    let told = fails("127.0.0.1:0", "VAAK_API_KEY", "short".as_ref());
    assert!(told.contains("at least 8"), "{told}");
}
