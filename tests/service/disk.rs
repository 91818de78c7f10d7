//! The disk fails by the hundred while the service speaks: files that SIGHUP reloads are gone, are no files, are cut, or never come. What
//! held before holds on, and nobody notices.
//!
//! `VAAK_FAULTS=1000` for a thousand of each kind.

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::json;
use vaak::Settings;

use crate::server::running::{Folder, Serve};
use crate::server::talk::Talk;
use crate::server::{Client, KEY, said};

/// Faults of each kind.
const FAULTS: usize = 50;
const TEXT: &str = "वह IIM गया।";
const LEXICON: &str = "IIM\thi\tदरवाज़ा\n";

/// Its name, and what makes it of a path where nothing is.
type Kind = (&'static str, fn(&Path));

/// What becomes of a file.
const KINDS: [Kind; 5] = [
    ("gone", |_| {}),
    ("a folder", |file| fs::create_dir(file).unwrap()),
    ("no text", |file| fs::write(file, b"\xff\xfe\x00").unwrap()),
    ("cut", |file| fs::write(file, "sha256:01\tcut").unwrap()),
    // Nothing comes until it is taken away.
    ("stalled", |file| {
        assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
    }),
];

/// Takes away what stands at a path. Who waits for a file that never comes reads its end.
fn take_away(file: &Path) {
    let Ok(kind) = fs::symlink_metadata(file) else {
        return;
    };
    if kind.is_dir() {
        return fs::remove_dir(file).unwrap();
    }
    if !kind.is_file() {
        // Waits for the reader. What comes is no text.
        fs::OpenOptions::new()
            .write(true)
            .open(file)
            .and_then(|mut file| file.write_all(b"\xff"))
            .unwrap();
    }
    fs::remove_file(file).unwrap();
}

/// Clips and turns, each as it should be.
fn speak(address: SocketAddr, right: &[u8], over: &AtomicBool, spoken: &AtomicUsize) {
    let mut talk = Talk::started(address);
    for turn in 0.. {
        if over.load(Ordering::Relaxed) {
            return;
        }
        let clip = Client::new(address).post("/v1/tts", json!({"text": TEXT}).to_string());
        assert!(clip.status == 200 && clip.body == right);
        talk.text(&turn.to_string(), TEXT, false);
        let (audio, last) = talk.turn(&turn.to_string());
        assert!(last["type"] == "end" && audio == right, "{last}");
        spoken.fetch_add(2, Ordering::Relaxed);
    }
}

#[test]
fn a_disk_that_fails_changes_nothing_that_holds() {
    let folder = Folder::new("disk");
    // With what begins the line that tells of it, in the order in which they are reloaded.
    let files = [
        ("keys", KEY, "the keys are"),
        ("lexicon", LEXICON, "the lexicon is"),
    ]
    .map(|(name, text, told)| {
        let file = folder.0.join(name);
        fs::write(&file, text).unwrap();
        (file, text, told)
    });
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_LIMITS_REQUESTS", "1000000")
            .arg("--api-key-file")
            .arg(&files[0].0)
            .arg("--lexicon")
            .arg(&files[1].0)
            .args(["--log-format", "none"])
    });
    let address = serve.address;
    let right = Client::new(address).post("/v1/tts", json!({"text": TEXT}).to_string());
    let right = right.body;
    assert!(right != said(TEXT, &Settings::default()), "no lexicon");
    let faults = std::env::var("VAAK_FAULTS").map_or(FAULTS, |faults| faults.parse().unwrap());
    let (over, spoken) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| speak(address, &right, &over, &spoken));
        }
        for number in 0..faults * KINDS.len() {
            let (kind, make) = KINDS[number % KINDS.len()];
            let (file, text, told) = &files[number / KINDS.len() % files.len()];
            take_away(file);
            make(file);
            serve.signal("HUP");
            if kind == "stalled" {
                take_away(file);
            }
            // Both lines of a reload, the last too: a signal that came before its end would be one with that of the next fault.
            for other in files.each_ref().map(|(_, _, told)| told) {
                let line = serve.tells(other);
                assert_eq!(line.contains("as before"), other == told, "{kind}: {line}");
            }
            take_away(file);
            // Whole from its first moment on.
            let new = folder.0.join("new");
            fs::write(&new, text).unwrap();
            fs::rename(&new, file).unwrap();
        }
        over.store(true, Ordering::Relaxed);
    });
    // What is whole again is read again.
    let begun = Instant::now();
    serve.signal("HUP");
    serve.tells("the lexicon is loaded anew");
    assert_eq!(serve.status(KEY), 200);
    println!(
        "{faults} faults of each of {} kinds, {} clips and turns spoken meanwhile; after the last it reloaded within {:?}",
        KINDS.len(),
        spoken.load(Ordering::Relaxed),
        begun.elapsed()
    );
    serve.end();
}
