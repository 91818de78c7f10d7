//! The program as users see it: output, exit codes, pipes.

mod captions;
mod encodings;
#[cfg(all(unix, feature = "serve"))]
mod jsonl;
mod lexicon;
#[path = "../common/program.rs"]
mod program;
mod reading;
#[cfg(all(unix, feature = "serve"))]
mod render;
#[cfg(all(feature = "playback", feature = "bundled-voice", target_os = "linux"))]
mod speaker;
#[cfg(unix)]
mod speechd;

use std::io::Write;
use std::process::{Output, Stdio};

use program::vaak;

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = vaak(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have ended already.
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_standard_error_changes_nothing() {
        for (arguments, code) in [
            (&["say", "hello", "--voice", "nobody"][..], 2),
            (&["say", "hello \u{e000}", "--raw", "-o", "-"], 0),
        ] {
            let full = std::fs::File::options()
                .write(true)
                .open("/dev/full")
                .unwrap();
            let mut command = vaak(arguments);
            let status = command.stdout(Stdio::null()).stderr(full).status();
            assert_eq!(status.unwrap().code(), Some(code), "{arguments:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_output_is_one_and_named() {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = vaak(&["voices"]);
        let output = command.stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("standard output"));
    }

    #[test]
    fn a_wrong_name_is_told_which_exist_and_which_was_meant() {
        for (arguments, parts) in [
            (&["normalize", "-l", "xx"][..], &["hi, bn, ta"][..]),
            (&["normalize", "-l", "Tamil"], &["\"ta\"?", "hi, bn, ta"]),
            (&["say", "a", "-v", "Anaya"], &["\"Ananya\"?", "Arjun"]),
            (&["say", "a", "--model", "lite"], &["Native Lite\"?"]),
            (&["say", "a", "--kernel", "int9"], &["'int8'"]),
            (&["say", "a", "--langage", "hi"], &["'--language'"]),
        ] {
            let output = run(arguments, b"");
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            for part in parts {
                let told = text(&output.stderr);
                assert!(told.contains(part), "{part} in {told}");
            }
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_one_and_named() {
        // A folder can be opened, and fails when it is read.
        for file in ["/nonexistent/words.txt", env!("CARGO_MANIFEST_DIR")] {
            let output = run(&["phonemes", "--words", "-l", "hi", "-f", file], b"");
            assert_eq!(output.status.code(), Some(1));
            assert!(text(&output.stderr).contains(file));
        }
    }
}

mod say {
    use super::*;

    const HEADER: usize = 44;
    const TEXT: &str = "नमस्ते, मैं वाक् हूँ। Hello.";

    fn path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()))
    }

    #[test]
    fn file_pipe_raw_and_standard_input_are_the_same_samples() {
        let file = path("same.wav");
        let written = run(&["say", TEXT, "-o", file.to_str().unwrap()], b"");
        assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
        let wav = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let raw = run(&["say", "--raw"], TEXT.as_bytes()).stdout;
        assert!(raw.len() > 4_800, "{} bytes", raw.len());
        assert_eq!(wav[HEADER..], raw[..]);
        assert_eq!(
            run(&["say", TEXT, "-o", "-"], b"").stdout[HEADER..],
            raw[..]
        );
        #[cfg(not(feature = "playback"))]
        assert_eq!(run(&["say", TEXT], b"").stdout[HEADER..], raw[..]);
    }

    #[test]
    fn a_file_tells_its_length_and_a_stream_that_it_has_none() {
        let size = |wav: &[u8]| u32::from_le_bytes(wav[HEADER - 4..HEADER].try_into().unwrap());
        let file = path("length.wav");
        run(&["say", TEXT, "-o", file.to_str().unwrap()], b"");
        let wav = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(&wav[..4], b"RIFF");
        assert_eq!(size(&wav) as usize, wav.len() - HEADER);
        assert_eq!(size(&run(&["say", TEXT, "-o", "-"], b"").stdout), u32::MAX);
    }

    #[cfg(unix)]
    #[test]
    fn so_does_a_file_that_the_shell_opened() {
        let size = |wav: &[u8]| u32::from_le_bytes(wav[HEADER - 4..HEADER].try_into().unwrap());
        let file = path("redirected.wav");
        let say = |begun: &[u8], append: bool| {
            std::fs::write(&file, begun).unwrap();
            let mut opened = std::fs::OpenOptions::new();
            opened.write(true).append(append).truncate(!append);
            let mut to = opened.open(&file).unwrap();
            if !append {
                to.write_all(begun).unwrap();
            }
            let said = vaak(&["say", TEXT, "-o", "-"]).stdout(to).status();
            assert!(said.unwrap().success());
            std::fs::read(&file).unwrap()
        };
        let new = say(b"", false);
        assert_eq!(size(&new) as usize, new.len() - HEADER);
        // A stream where another header would not stand at the beginning.
        let appended = say(b"", true);
        assert_eq!(size(&appended), u32::MAX);
        let behind = say(b"What stands before it.", false);
        assert!(behind.starts_with(b"What stands before it.RIFF"));
        for other in [&appended[..], &behind[22..]] {
            assert!(other[HEADER..] == new[HEADER..]);
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn many_jobs_give_the_bytes_of_one() {
        let file = path("jobs.txt");
        std::fs::write(&file, format!("{TEXT}\n").repeat(20)).unwrap();
        let name = file.to_str().unwrap();
        let one = run(&["say", "--raw", "-f", name], b"");
        assert!(!one.stdout.is_empty());
        for jobs in ["4", "9999999999999999999"] {
            let many = run(&["say", "--raw", "-f", name, "--jobs", jobs], b"");
            assert!(one.stdout == many.stdout, "{jobs} jobs");
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_wrong_request_is_two_and_touches_no_file() {
        let file = path("untouched.wav");
        for wrong in [
            &["--voice", "Nobody"][..],
            &["--speed", "9"],
            &["--pitch", "-7"],
            &["--volume", "20"],
            &["--sentence-pause", "6000"],
            &["--speed", "NaN"],
            &["--jobs", "0"],
        ] {
            let output = run(
                &[&["say", TEXT, "-o", file.to_str().unwrap()], wrong].concat(),
                b"",
            );
            assert_eq!(output.status.code(), Some(2), "{wrong:?}");
            assert!(!file.exists());
        }
    }

    #[test]
    fn a_folder_that_is_no_bundle_is_three() {
        let folder = path("bundle");
        std::fs::create_dir(&folder).unwrap();
        let output = run(&["say", TEXT, "--model", folder.to_str().unwrap()], b"");
        std::fs::remove_dir(&folder).unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    }

    #[test]
    fn warnings_count_what_was_skipped() {
        let output = run(&["say", "--raw", "\u{e000} hello"], b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stderr).ends_with("skipped because they could not be read: 1\n"));
    }

    #[test]
    fn nothing_to_speak_is_two_and_writes_nothing() {
        let file = path("silent.wav");
        let output = run(&["say", "-o", file.to_str().unwrap()], b" ... \n");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("nothing to speak"));
        assert!(!file.exists());
        let output = run(&["say", "-o", "-", "-j", "2"], b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }

    #[test]
    fn a_dash_is_standard_input() {
        let dash = run(&["say", "-", "--raw"], b"Hello.");
        assert_eq!(dash.status.code(), Some(0), "{}", text(&dash.stderr));
        assert!(dash.stdout == run(&["say", "--raw"], b"Hello.").stdout);
    }

    #[test]
    fn text_may_begin_with_a_minus_sign() {
        let output = run(&["normalize", "-5 degrees"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(output.stdout, run(&["normalize"], b"-5 degrees").stdout);
        // A misspelt flag is still a flag.
        assert_eq!(run(&["say", "-Z"], b"").status.code(), Some(2));
    }

    #[test]
    fn names_are_known_in_any_case_and_codes_with_any_region() {
        let plain = run(&["say", "--raw", "-v", "Arjun", "-l", "hi", TEXT], b"").stdout;
        for code in ["HI", "hi-IN", "hi_IN"] {
            let output = run(&["say", "--raw", "-v", "arjun", "-l", code, TEXT], b"");
            assert!(output.stdout == plain, "{code}: {}", text(&output.stderr));
        }
        let wrong = run(&["say", "--raw", "-l", "hi-Latn-x", TEXT], b"");
        assert_eq!(wrong.status.code(), Some(2));
    }

    #[test]
    fn a_file_name_that_promises_another_encoding_is_refused() {
        let file = path("clip.M4A");
        let output = run(&["say", TEXT, "-o", file.to_str().unwrap()], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("cannot write m4a"));
        assert!(!file.exists());
    }

    #[test]
    fn a_file_of_a_program_that_is_ended_has_the_length_of_what_was_spoken() {
        let file = path("ended.wav");
        let mut child = vaak(&["say", "-o", file.to_str().unwrap()])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{TEXT}\n").as_bytes()).unwrap();
        // Standard input stays open, so the program waits for more after it has spoken everything.
        let length = |wav: &[u8]| {
            let size = wav.get(HEADER - 4..HEADER)?;
            Some(u32::from_le_bytes(size.try_into().ok()?) as usize)
        };
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        let begun = || std::fs::read(&file).is_ok_and(|wav| length(&wav) > Some(24_000));
        while !begun() && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let wav = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let told = length(&wav).unwrap();
        // At most the chunk being written is not yet counted.
        let chunk = 2 * 24_000;
        assert!(told > 24_000 && told <= wav.len() - HEADER, "{told}");
        assert!(wav.len() - HEADER - told <= chunk, "{told}");
    }

    #[test]
    fn speech_starts_before_the_text_ends() {
        use std::io::Read;
        use std::sync::mpsc::channel;
        use std::time::Duration;

        let mut child = vaak(&["say", "--raw"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (heard, hears) = channel();
        let listener = std::thread::spawn(move || {
            let first = output.read_exact(&mut [0; 960]);
            let _ = heard.send(first.is_ok());
        });
        input.write_all("यह पहला वाक्य है।\n".as_bytes()).unwrap();
        // Standard input is still open: a program that waits for its end would never speak.
        let first = hears.recv_timeout(Duration::from_secs(120));
        drop(input);
        // The listener has gone before the end.
        let status = child.wait().unwrap();
        listener.join().unwrap();
        assert_eq!(first, Ok(true));
        assert!(status.success());
    }
}

mod health {
    use super::*;

    #[test]
    fn doctor_tells_kernel_models_voices_and_headroom_and_recommends() {
        let output = run(&["doctor"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        for part in [
            "kernel: ",
            "  int8: ",
            "  float32: ",
            // Names only: a model's version changes with its weights.
            "model: Voice 2 Native ",
            "model: Voice 2 Native Lite ",
            "voice: Ananya",
            "voice: Arjun",
            "memory: ",
            "start: ",
            "headroom: ",
            "recommended: --model \"Voice 2 Native",
        ] {
            assert!(text(&output.stdout).contains(part), "{part}");
        }
    }

    #[test]
    fn doctor_as_json_has_each_models_voices() {
        let output = run(&["doctor", "--json"], b"");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for model in report["models"].as_array().unwrap() {
            for figure in ["headroom", "start_ms", "first_chunk_ms"] {
                assert!(model[figure].as_f64() > Some(0.0), "{figure}");
            }
            let voices = model["voices"].as_array().unwrap();
            assert_eq!(voices[0]["name"], "Ananya");
            assert!(voices[0]["seconds"].as_f64() > Some(0.5));
        }
        assert!(report["recommended"].is_string());
    }

    #[cfg(not(feature = "playback"))]
    #[test]
    fn what_cannot_be_played_is_told_with_what_to_do() {
        for command in ["doctor", "voices"] {
            let output = run(&[command, "--play"], b"");
            assert_eq!(output.status.code(), Some(2), "{command}");
            assert!(text(&output.stderr).contains("| aplay"));
            assert!(output.stdout.is_empty());
        }
    }

    #[test]
    fn voices_are_one_a_line() {
        assert_eq!(
            text(&run(&["voices"], b"").stdout),
            "Ananya\nArjun\nVikram\nKavya\n"
        );
    }

    #[test]
    fn bench_as_json_states_each_spread_and_its_count() {
        let output = run(&["bench", "--json", "--words", "20,10"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for figure in ["load_ms", "start_ms", "first_chunk_ms", "real_time_factor"] {
            let spread = &report[figure];
            assert!(spread["n"].as_u64() > Some(1), "{figure}");
            let (median, worst) = (spread["median"].as_f64(), spread["worst"].as_f64());
            assert!(median <= worst && worst > Some(0.0), "{figure}");
        }
        let words: Vec<_> = report["memory"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["words"].as_u64().unwrap())
            .collect();
        assert_eq!(words, [10, 20]);
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
        for shell in ["bash", "zsh", "fish"] {
            let output = run(&["completions", shell], b"");
            for value in ["Ananya", "Arjun", "Vikram", "Kavya", "gu", "ml"] {
                assert!(text(&output.stdout).contains(value), "{value} in {shell}");
            }
        }
    }

    #[test]
    fn the_man_page_has_every_command_its_flags_and_the_exit_codes() {
        let output = run(&["man"], b"");
        let page = text(&output.stdout);
        for part in [
            ".TH vaak",
            "VAAK SAY",
            "VAAK PHONEMES",
            "VAAK NORMALIZE",
            "VAAK VOICES",
            "VAAK DOCTOR",
            "VAAK BENCH",
            "VAAK COMPLETIONS",
            "VAAK MAN",
            "\\-\\-jobs",
            "\\-\\-words",
            "\\-\\-explain",
            "\\-\\-lexicon",
            "VAAK LEXICON",
            "VAAK LEXICON CHECK",
            "EXIT STATUS",
            ".SH \"ENVIRONMENT\"",
            "VAAK_API_KEY",
            ".SH \"FILES\"",
            ".SH \"EXAMPLES\"",
            "story.txt \\-o \\- | aplay",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }
}
