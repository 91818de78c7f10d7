//! The program as a user meets it: output, exit codes, pipes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn vaak(arguments: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_vaak");
    // An emulated test cannot start an emulated program by itself: cargo's runner starts both.
    let runner = std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER")
        .ok()
        .filter(|_| cfg!(target_arch = "aarch64"));
    let mut words = runner
        .iter()
        .flat_map(|r| r.split_whitespace())
        .chain([program]);
    let mut command = Command::new(words.next().unwrap_or(program));
    command.args(words).args(arguments);
    command
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = vaak(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

mod exit_codes {
    use super::*;

    #[test]
    fn help_and_version_succeed_on_standard_output() {
        for (flag, part) in [("--help", "Exit codes:"), ("--version", "vaak ")] {
            let output = run(&[flag], b"");
            assert_eq!(output.status.code(), Some(0));
            assert!(text(&output.stdout).contains(part) && output.stderr.is_empty());
        }
    }

    #[test]
    fn a_wrong_request_is_two() {
        for arguments in [
            &["sing"][..],
            &["phonemes", "--words"],
            &["phonemes", "--words", "--json", "-l", "hi"],
            &["phonemes", "--words", "--language", "xx"],
            &["completions", "abacus"],
        ] {
            let output = run(arguments, b"");
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert!(output.stdout.is_empty() && !output.stderr.is_empty());
        }
    }

    #[test]
    fn a_wrong_language_is_told_which_exist() {
        let output = run(&["phonemes", "--words", "--language", "xx"], b"");
        assert!(text(&output.stderr).contains("hi, bn, ta"));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_one_and_named() {
        let file = "/nonexistent/words.txt";
        let output = run(&["phonemes", "--words", "-l", "hi", "-f", file], b"");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(file));
    }
}

mod phonemes {
    use super::*;

    const WORDS: [&str; 5] = ["phonemes", "--words", "--language", "hi-IN", "-f"];

    #[test]
    fn a_line_in_is_a_line_out_with_its_word_before_the_tab() {
        let output = run(
            &["phonemes", "--words", "--language", "hi"],
            "घर\r\n\n नमक \nजल".as_bytes(),
        );
        assert_eq!(output.status.code(), Some(0));
        let words: Vec<_> = text(&output.stdout)
            .lines()
            .map(|line| line.split_once('\t').unwrap().0)
            .collect();
        assert_eq!(words, ["घर", "", "नमक", "जल"]);
    }

    #[test]
    fn what_cannot_be_read_is_counted_and_stops_nothing() {
        let output = run(
            &["phonemes", "--words", "-l", "ta"],
            "\u{e000}\u{e001}\n\u{e002}\n".as_bytes(),
        );
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout), "\u{e000}\u{e001}\t\n\u{e002}\t\n");
        assert!(text(&output.stderr).contains("3 characters"));
    }

    #[test]
    fn bytes_that_are_no_text_stop_nothing() {
        let output = run(&["phonemes", "--words", "-l", "en"], b"\xff\xfe\nok\n");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout).lines().count(), 2);
    }

    #[test]
    fn arguments_file_and_standard_input_read_alike() {
        let path = std::env::temp_dir().join(format!("vaak-words-{}.txt", std::process::id()));
        std::fs::write(&path, "जल\n").unwrap();
        let file = run(&[&WORDS[..], &[path.to_str().unwrap()]].concat(), b"");
        std::fs::remove_file(&path).unwrap();
        let dash = run(&[&WORDS[..], &["-"]].concat(), "जल\n".as_bytes());
        let argument = run(&["phonemes", "--words", "-l", "hi", "जल"], b"");
        assert!(!file.stdout.is_empty());
        assert_eq!(file.stdout, dash.stdout);
        assert_eq!(file.stdout, argument.stdout);
    }

    #[test]
    fn a_reader_that_leaves_early_is_no_fault() {
        let mut child = vaak(&["phonemes", "--words", "-l", "hi"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // More than one buffer, so that the closed pipe is met while words still come.
        let words = "\u{915}\n".repeat(100_000);
        let _ = child.stdin.take().unwrap().write_all(words.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr), "");
    }
}

mod running_text {
    use super::*;

    fn clauses(arguments: &[&str], input: &str) -> Vec<serde_json::Value> {
        let output = run(
            &[&["phonemes", "--json"], arguments].concat(),
            input.as_bytes(),
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_clause_is_an_object_with_its_line_and_framed_phonemes() {
        let clauses = clauses(&["-l", "en"], "First.\n\nSecond! \u{e000} third?\n");
        let told: Vec<_> = clauses
            .iter()
            .map(|c| {
                let phonemes = c["phonemes"].as_array().unwrap();
                assert_eq!(phonemes.first().unwrap(), "_");
                let pause = &phonemes[phonemes.len() - 2];
                assert_eq!(phonemes.last().unwrap(), "_");
                let number = |field: &str| c[field].as_u64().unwrap();
                (
                    number("line"),
                    c["text"].as_str().unwrap(),
                    c["language"].as_str().unwrap(),
                    pause.as_str().unwrap(),
                    number("skipped"),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (1, "First.", "en", ".", 0),
                (3, "Second!", "en", "!", 0),
                (3, "\u{e000} third?", "en", "?", 1)
            ]
        );
    }

    #[test]
    fn the_script_tells_the_language_and_a_line_leans_on_no_other() {
        let lines = "मी घरी जात आहे।\nघर\nHouse\nவீடு\n";
        let languages: Vec<_> = clauses(&[], lines)
            .iter()
            .map(|c| c["language"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(languages, ["mr", "hi", "en", "ta"]);
    }

    #[test]
    fn without_json_a_clause_is_a_line_of_the_same_phonemes() {
        let input = "First. Second!\n";
        let ipa: Vec<_> = clauses(&[], input)
            .iter()
            .map(|c| {
                let phonemes = c["phonemes"].as_array().unwrap();
                let symbols: Vec<_> = phonemes.iter().map(|p| p.as_str().unwrap()).collect();
                // IPA writes a stress mark against its vowel.
                symbols.join(" ").replace("ˈ ", "ˈ") + "\n"
            })
            .collect();
        let plain = run(&["phonemes"], input.as_bytes());
        assert_eq!(text(&plain.stdout), ipa.concat());
    }
}

mod normalize {
    use super::*;

    #[test]
    fn a_line_in_is_a_line_out_with_its_numbers_as_words() {
        let output = run(&["normalize"], "घर 5\n\n...\n5\n".as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout), "घर पाँच.\n\n\nfive.\n");
        let output = run(&["normalize", "-l", "ta"], b"5\n");
        assert_eq!(text(&output.stdout), "ஐந்து.\n");
    }
}

mod generated {
    use super::*;

    #[test]
    fn completions_know_commands_and_languages() {
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            let output = run(&["completions", shell], b"");
            assert_eq!(output.status.code(), Some(0), "{shell}");
            assert!(text(&output.stdout).contains("phonemes"), "{shell}");
        }
        let fish = run(&["completions", "fish"], b"");
        assert!(text(&fish.stdout).contains("Malayalam"));
    }

    #[test]
    fn the_man_page_has_every_command_its_flags_and_the_exit_codes() {
        let output = run(&["man"], b"");
        let page = text(&output.stdout);
        for part in [
            ".TH vaak",
            "VAAK PHONEMES",
            "VAAK COMPLETIONS",
            "\\-\\-words",
            "EXIT STATUS",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }
}
