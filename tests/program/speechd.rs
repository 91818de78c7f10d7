//! `vaak speechd`, as speech-dispatcher speaks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::program::vaak;

/// The replies and events of a message, up to its end; its audio is left out.
fn told(message: &str) -> Vec<String> {
    let mut child = vaak(&["speechd"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut commands = child.stdin.take().unwrap();
    commands
        .write_all(format!("INIT\n{message}").as_bytes())
        .unwrap();
    let mut lines = Vec::new();
    let mut replies = BufReader::new(child.stdout.take().unwrap()).split(b'\n');
    while let Some(Ok(line)) = replies.next() {
        let line = String::from_utf8_lossy(&line).into_owned();
        let event = line.starts_with(|c: char| c.is_ascii_digit()) && !line.starts_with("705");
        if event && line.get(3..4) == Some(" ") {
            lines.push(line);
        }
        let is_over = |line: &String| {
            ["3", "702", "703"]
                .iter()
                .any(|code| line.starts_with(code))
        };
        if lines.last().is_some_and(is_over) {
            break;
        }
    }
    commands.write_all(b"QUIT\n").unwrap();
    child.wait().unwrap();
    lines
}

/// The daemon has begun its queue by then: where it is refused a message it waits for ever, and 0.11 crashes some messages later.
#[test]
fn a_message_that_says_nothing_begins_and_ends() {
    let long = format!("SPEAK\n{}\n.\n", "a ".repeat(600_000));
    for message in [
        "SPEAK\n \n.\n",
        "SPEAK\n.\n",
        "SPEAK\n<speak> </speak>\n.\n",
        "SPEAK\n<speak>...</speak>\n.\n",
        "SPEAK\n😊\n.\n",
        "KEY\n\n.\n",
        "SOUND_ICON\n.\n",
        "CHAR\n\u{200d}\n.\n",
        &*long,
    ] {
        let lines = told(message);
        let short: String = message.chars().take(30).collect();
        let expected = [
            "202 OK RECEIVING MESSAGE",
            "200 OK SPEAKING",
            "701 BEGIN",
            "702 END",
        ];
        assert_eq!(lines[1..], expected, "{short:?}");
    }
}
