//! `vaak say --jsonl`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::program::vaak;
use super::{run, text};

const HEADER: usize = 44;

/// Splits what the program wrote into its lines of JSON, each with the bytes that follow it.
fn parts(mut output: impl BufRead) -> Vec<(Value, Vec<u8>)> {
    std::iter::from_fn(|| part(&mut output)).collect()
}

fn part(output: &mut impl BufRead) -> Option<(Value, Vec<u8>)> {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    if line.is_empty() {
        return None;
    }
    let line: Value = serde_json::from_str(&line).unwrap();
    let mut bytes = vec![0; line["bytes"].as_u64().unwrap_or(0) as usize];
    output.read_exact(&mut bytes).unwrap();
    Some((line, bytes))
}

fn kinds(parts: &[(Value, Vec<u8>)]) -> Vec<&str> {
    let mut kinds: Vec<&str> = parts
        .iter()
        .map(|(line, _)| line["type"].as_str().unwrap())
        .collect();
    kinds.dedup();
    kinds
}

#[test]
fn without_a_file_the_audio_comes_in_frames_and_is_that_of_say() {
    let lines = "{\"id\":\"a\",\"text\":\"Yes.\",\"language\":\"en\"}\n\n\
        {\"id\":2,\"text\":\"हाँ।\",\"voice\":\"Arjun\",\"encoding\":\"mulaw\",\"frame_ms\":20}\n";
    let output = run(&["say", "--jsonl", "--speed", "1.5"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let parts = parts(&output.stdout[..]);
    assert_eq!(
        kinds(&parts),
        ["metadata", "audio", "end", "metadata", "audio", "end"]
    );
    let audio = |id: Value| -> Vec<u8> {
        let of = parts.iter().filter(|(line, _)| line["id"] == id);
        of.flat_map(|(_, bytes)| bytes.clone()).collect()
    };
    let said = run(&["say", "--raw", "-l", "en", "-s", "1.5", "Yes."], b"").stdout;
    assert!(audio(json!("a")) == said);
    let (metadata, _) = parts.iter().find(|(line, _)| line["id"] == 2).unwrap();
    assert_eq!(
        (&metadata["encoding"], &metadata["sample_rate"]),
        (&json!("mulaw"), &json!(8_000))
    );
    let telephone = parts.iter().filter(|(line, _)| line["id"] == 2);
    for (_, bytes) in telephone.filter(|(line, _)| line["type"] == "audio") {
        assert_eq!(bytes.len(), 160);
    }
    // Lines count as an editor counts them.
    assert_eq!(parts.last().unwrap().0["line"], 3);
}

#[test]
fn a_file_is_written_in_the_encoding_of_its_name_with_its_true_length() {
    let folder = std::env::temp_dir().join(format!("vaak-{}-jsonl", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let lines = [
        json!({"text": "Yes.", "output_file": file("a.wav"), "sample_rate": 8_000}),
        json!({"text": "Yes.", "output_file": file("b.flac"), "speaker_id": 0}),
        json!({"text": "Yes.", "output_file": file("c.ulaw"), "encoding": "mulaw"}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let output = run(&["say", "--jsonl"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let parts = parts(&output.stdout[..]);
    assert_eq!(parts.len(), 3);
    assert_eq!(parts[0].0["output_file"], file("a.wav"));
    assert_eq!(parts[1].0["ignored"], json!(["speaker_id"]));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let wav = read("a.wav");
    let number = |at: usize| u32::from_le_bytes(wav[at..at + 4].try_into().unwrap());
    assert_eq!(
        (number(24), number(HEADER - 4) as usize),
        (8_000, wav.len() - HEADER)
    );
    let millis = (wav.len() - HEADER) as f64 / 16.0;
    assert!((parts[0].0["audio_ms"].as_f64().unwrap() - millis).abs() <= 1.0);
    assert!(read("b.flac").starts_with(b"fLaC"));
    assert_eq!(read("c.ulaw").len(), (wav.len() - HEADER) / 2);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_error_is_told_in_its_place_and_the_next_line_is_spoken() {
    let long = format!("{{\"text\":\"{}\"}}", "a".repeat(1 << 20));
    let folder = env!("CARGO_MANIFEST_DIR");
    let lines = [
        "no json",
        "[1]",
        "{\"id\":1,\"text\":\"...\"}",
        "{\"id\":2,\"text\":\"a\",\"voice\":\"Anaya\"}",
        "{\"id\":3,\"text\":\"a\",\"output_file\":7}",
        "{\"id\":4,\"text\":\"a\",\"output_file\":\"a.m4a\"}",
        &format!("{{\"id\":5,\"text\":\"a\",\"output_file\":\"{folder}\"}}"),
        "{\"id\":6,\"text\":\"a\",\"speed\":9}",
        &long,
        "{\"id\":7,\"text\":7}",
        "{\"id\":8,\"text\":\"Yes.\",\"voice\":null}",
    ];
    let output = run(&["say", "--jsonl"], lines.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("10 of 11 lines"));
    let parts = parts(&output.stdout[..]);
    let errors: Vec<_> = parts
        .iter()
        .filter(|(line, _)| line["type"] == "error")
        .map(|(line, _)| {
            (
                line["line"].as_u64().unwrap(),
                line["error"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        errors,
        [
            (1, "invalid_json"),
            (2, "invalid_json"),
            (3, "missing_text"),
            (4, "unknown_voice"),
            (5, "invalid_field"),
            (6, "unsupported_format"),
            (7, "file_failed"),
            (8, "invalid_speed"),
            (9, "text_too_long"),
            (10, "invalid_field"),
        ]
    );
    assert_eq!(parts[3].0["id"], 2);
    assert!(
        parts[3].0["message"]
            .as_str()
            .unwrap()
            .contains("\"Ananya\"?")
    );
    assert_eq!(kinds(&parts), ["error", "metadata", "audio", "end"]);
}

#[test]
fn a_line_is_answered_while_the_program_waits_for_the_next() {
    let mut child = vaak(&["say", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input: ChildStdin = child.stdin.take().unwrap();
    let mut output: BufReader<ChildStdout> = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(input, "{}", json!({"id": id, "text": "Yes."})).unwrap();
        // Standard input stays open: a program that waits for its end would never answer.
        loop {
            let (line, _) = part(&mut output).unwrap();
            assert_eq!(line["id"], id);
            if line["type"] == "end" {
                break;
            }
        }
    }
    drop(input);
    assert!(part(&mut output).is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_wrong_flag_is_two_before_any_line_is_read() {
    for wrong in [&["--voice", "Nobody"][..], &["-o", "a.wav"], &["text"]] {
        let output = run(&[&["say", "--jsonl"], wrong].concat(), b"{}\n");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn places_of_words_are_told_when_asked_for() {
    let line = "{\"id\":1,\"text\":\"Yes and no.\",\"language\":\"en\",\"timestamps\":true}\n";
    let output = run(&["say", "--jsonl"], line.as_bytes());
    let parts = parts(&output.stdout[..]);
    let marks = parts.iter().filter(|(line, _)| line["type"] == "mark");
    let marks: Vec<&Value> = marks.map(|(line, _)| line).collect();
    let words: Vec<&str> = marks.iter().map(|m| m["text"].as_str().unwrap()).collect();
    assert_eq!(words, ["Yes", "and", "no"]);
    for pair in marks.windows(2) {
        assert!(pair[0]["end_ms"].as_u64() <= pair[1]["start_ms"].as_u64());
    }
}

#[test]
fn ssml_is_read_when_asked_for() {
    let line =
        |id: u32, text: &str| json!({"id": id, "text": text, "ssml": true, "language": "en"});
    let lines = format!(
        "{}\n{}\n",
        line(1, "<speak>Yes.<break time=\"2s\"/></speak>"),
        line(2, "<speak>")
    );
    let output = run(&["say", "--jsonl"], lines.as_bytes());
    let parts = parts(&output.stdout[..]);
    let end = parts
        .iter()
        .find(|(line, _)| line["type"] == "end")
        .unwrap();
    let millis = end.0["audio_ms"].as_u64().unwrap();
    assert!((2_000..4_000).contains(&millis), "{millis}");
    assert_eq!(parts.last().unwrap().0["error"], "invalid_ssml");
}

/// As a file of Windows begins, and as JavaScript cuts an emoji.
#[test]
fn a_byte_order_mark_and_half_a_character_stop_no_line() {
    let plain = run(&["say", "--jsonl"], b"{\"text\":\"Yes.\"}\n");
    let marked = "\u{feff}{\"text\":\"Yes.\"}\n{\"text\":\"Yes.\\ud83d\",\"unheard\":1}\n";
    let output = run(&["say", "--jsonl"], marked.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(output.stdout.starts_with(&plain.stdout));
    let last = parts(&output.stdout[..]).pop().unwrap().0;
    assert_eq!(last["ignored"], json!(["unheard"]));
}
