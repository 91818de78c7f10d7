//! `vaak say --srt`, `--vtt` and `--marks`.

use std::fs;
use std::path::PathBuf;

use super::{run, text};

const TEXT: &str =
    "नमस्ते, \"मैं\" वाक् हूँ। कल 25 दिसंबर 2025 है, और सुबह 10:30 बजे हम सब मिलकर चलेंगे। Hello, world!";

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("vaak-{}-captions-{name}", std::process::id()))
}

#[test]
fn captions_are_the_same_from_text_pipe_and_threads_and_leave_the_audio_as_it_is() {
    let [srt, wav] = ["a.srt", "a.wav"].map(path);
    let (srt, wav) = (srt.to_str().unwrap(), wav.to_str().unwrap());
    let mut seen = None;
    for (arguments, input) in [
        (&["say", TEXT, "--srt", srt, "-o", wav][..], ""),
        (&["say", "-", "--srt", srt, "-o", wav], TEXT),
        (&["say", TEXT, "-j", "3", "--srt", srt, "-o", wav], ""),
    ] {
        let output = run(arguments, input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let files = (fs::read_to_string(srt).unwrap(), fs::read(wav).unwrap());
        assert_eq!(*seen.get_or_insert(files.clone()), files, "{arguments:?}");
    }
    let (captions, audio) = seen.unwrap();
    let plain = run(&["say", TEXT, "-o", "-", "--raw"], b"");
    assert!(plain.stdout == audio[44..]);
    let spoken = captions
        .lines()
        .filter(|line| !line.contains("-->") && line.parse::<u32>().is_err());
    let spoken: Vec<&str> = spoken.flat_map(str::split_whitespace).collect();
    assert_eq!(spoken, TEXT.split_whitespace().collect::<Vec<_>>());
    for file in [srt, wav] {
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn captions_may_be_piped_if_the_audio_is_not() {
    let wav = path("b.wav");
    let wav = wav.to_str().unwrap();
    let output = run(&["say", "Hello.", "-o", wav, "--vtt", "-"], b"");
    assert!(text(&output.stdout).starts_with("WEBVTT\n\n00:00:00."));
    let output = run(&["say", "Hello.", "-o", wav, "--marks", "-"], b"");
    assert!(text(&output.stdout).starts_with(r#"{"type":"mark","text":"Hello","start_ms":"#));
    fs::remove_file(wav).unwrap();
    for arguments in [
        &["say", "Hello.", "-o", "-", "--srt", "-"][..],
        &["say", "Hello.", "-o", wav, "--srt", wav],
        &["say", "Hello.", "-o", wav, "--srt", "-", "--marks", "-"],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
    assert!(!PathBuf::from(wav).exists());
}
