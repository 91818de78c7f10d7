//! How text is read: words, phonemes, their source, and the user's lexicon.

mod phonemes {
    use crate::*;

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
    fn the_inventory_is_told_in_the_order_of_its_indices() {
        let output = run(&["phonemes", "--inventory", "--json"], b"");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["version"], vaak::phoneme::VERSION);
        let phonemes = told["phonemes"].as_array().unwrap();
        for (index, phoneme) in phonemes.iter().enumerate() {
            assert_eq!(phoneme["symbol"], vaak::phoneme::SYMBOLS[index]);
            assert_eq!(phoneme["index"], index);
        }
        assert_eq!(phonemes.len(), vaak::phoneme::SYMBOLS.len());
        for (symbol, class) in [
            (" ", "mark"),
            (",", "pause"),
            ("aɪ", "vowel"),
            ("k", "consonant"),
            ("\u{300}", "tone"),
        ] {
            let of = phonemes.iter().find(|p| p["symbol"] == symbol).unwrap();
            assert_eq!(of["class"], class);
        }
        let lines = run(&["phonemes", "--inventory"], b"").stdout;
        assert_eq!(text(&lines).lines().next(), Some("0\t_\tmark"));
        // What the languages tell apart beyond it stands below.
        let contrasts = told["contrasts"].as_array().unwrap();
        let below = text(&lines)
            .lines()
            .skip_while(|line| !line.is_empty())
            .skip(1)
            .count();
        assert_eq!(below, contrasts.len());
        let languages = contrasts
            .iter()
            .flat_map(|c| c["languages"].as_array().unwrap());
        for language in languages {
            assert!(
                language.as_str().unwrap().parse::<vaak::Language>().is_ok(),
                "{language}"
            );
        }
    }

    #[test]
    fn what_cannot_be_read_is_counted_and_stops_nothing() {
        let output = run(
            &["phonemes", "--words", "-l", "ta"],
            "\u{e000}\u{e001}\n\u{e002}\n".as_bytes(),
        );
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout), "\u{e000}\u{e001}\t\n\u{e002}\t\n");
        assert!(text(&output.stderr).ends_with("skipped because they could not be read: 3\n"));
    }

    #[test]
    fn bytes_that_are_no_text_stop_nothing() {
        let output = run(&["phonemes", "--words", "-l", "en"], b"\xff\xfd\nok\n");
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
        // More than one buffer, so that the pipe closes while words are still coming.
        let words = "\u{915}\n".repeat(100_000);
        let _ = child.stdin.take().unwrap().write_all(words.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr), "");
    }
}

mod running_text {
    use crate::*;

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
                // IPA joins a stress mark to its vowel.
                symbols.join(" ").replace("ˈ ", "ˈ") + "\n"
            })
            .collect();
        let plain = run(&["phonemes"], input.as_bytes());
        assert_eq!(text(&plain.stdout), ipa.concat());
    }
}

mod explain {
    use crate::*;

    const TEXT: &str = "मेरा phone ₹500 का, 字 UPI\n";

    #[test]
    fn each_word_tells_language_spoken_form_source_and_phonemes() {
        let output = run(&["phonemes", "--explain", "--json"], TEXT.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let words: Vec<serde_json::Value> = text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let of = |word: &serde_json::Value| {
            ["written", "language", "word", "source"].map(|f| word[f].as_str().unwrap().to_owned())
        };
        let told: Vec<_> = words.iter().map(of).collect();
        assert_eq!(
            told,
            [
                ["मेरा", "hi", "मेरा", "rules"],
                ["phone", "en", "phone", "dictionary"],
                ["₹500", "hi", "पाँच", "rules"],
                ["₹500", "hi", "सौ", "rules"],
                ["₹500", "hi", "रुपये", "rules"],
                ["का", "hi", "का", "rules"],
                ["字", "hi", "", "unread"],
                ["UPI", "en", "UPI", "spelt"],
            ]
        );
        assert_eq!(words[0]["line"], 1);
        let place = |at: usize| words[at]["place"].as_str();
        assert_eq!(place(0), Some("src/language/hi/pronunciation.txt"));
        assert_eq!(place(1), Some("src/dictionary/cmudict.txt:81015"));
        assert_eq!(place(6), None);
        // The last inherent vowel of सौ is none; that of मेरा neither: each rule that rewrote a word is a line of its table.
        let rules = words[3]["rules"].as_array().map_or(0, Vec::len);
        let table = include_str!("../../src/language/hi/pronunciation.txt");
        for line in words
            .iter()
            .filter_map(|word| word["rules"].as_array())
            .flatten()
        {
            let line = table.lines().nth(line.as_u64().unwrap() as usize - 1);
            assert!(line.is_some_and(|line| line.contains('>')), "{line:?}");
        }
        assert!(rules < 4);
        assert_eq!(words[6]["skipped"], 1);
        assert_eq!(words[1]["phonemes"][0], "f");
        assert!(words.iter().all(|word| word["joined"] == false));
    }

    #[test]
    fn columns_are_aligned() {
        let output = run(
            &["phonemes", "--explain", "-l", "en"],
            b"The x-ray, 5 xylqen\n",
        );
        assert_eq!(
            text(&output.stdout),
            "The     en  The     dictionary, joined  d̪ iː           src/language/en/india.txt:3\n\
             x       en  x       dictionary          ˈɛ k s         src/dictionary/cmudict.txt:117285\n\
             ray     en  ray     dictionary          r ˈeː          src/dictionary/cmudict.txt:86746\n\
             5       en  five    dictionary          f ˈaɪ ʋ        src/dictionary/cmudict.txt:37488\n\
             xylqen  en  xylqen  letter-to-sound     z ˈaɪ l k ɛ n  src/dictionary/cmudict.txt\n"
        );
    }
}

mod lexicon {
    use crate::*;

    struct File(std::path::PathBuf);

    impl File {
        fn new(name: &str, entries: impl AsRef<[u8]>) -> Self {
            let name = format!("vaak-{}-{name}.tsv", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, entries).unwrap();
            Self(path)
        }

        fn run(&self, arguments: &[&str], input: &str) -> Output {
            let file = self.0.to_str().unwrap();
            run(
                &[arguments, &["--lexicon", file]].concat(),
                input.as_bytes(),
            )
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn its_readings_are_spoken_written_and_explained() {
        let file = File::new("ours", "IIM\thi\tआई आई एम\nvaak\ten\t/ʋ aː k/\n");
        let normal = file.run(&["normalize"], "वह IIM गया\n");
        assert_eq!(text(&normal.stdout), "वह आई आई एम गया.\n");
        let words = file.run(&["phonemes", "--words", "-l", "en"], "Vaak\n");
        assert_eq!(text(&words.stdout), "Vaak\tʋ aː k\n");
        let explained = file.run(&["phonemes", "--explain"], "Vaak\n");
        let path = file.0.display();
        let expected = format!("Vaak  en  Vaak  lexicon  ʋ aː k  {path}:2\n");
        assert_eq!(text(&explained.stdout), expected);
        let phonemes = |input| file.run(&["phonemes"], input).stdout;
        assert_eq!(
            text(&phonemes("वह IIM गया\n")),
            text(&phonemes("वह आई आई एम गया\n"))
        );
    }

    #[test]
    fn speech_is_that_of_the_respelt_words() {
        let file = File::new("say", "IIM\thi\tआई आई एम\n");
        let say = |input| file.run(&["say", "--raw", "-l", "hi"], input).stdout;
        let respelt = say("आई आई एम");
        assert!(say("IIM") == respelt);
        let two = ["say", "--raw", "-l", "hi", "--jobs", "2"];
        assert!(file.run(&two, "IIM").stdout == respelt);
        assert!(run(&["say", "--raw", "-l", "hi"], b"IIM").stdout != respelt);
    }

    #[test]
    fn a_wrong_entry_is_two_with_its_line_before_anything_is_read() {
        let wrong = File::new("wrong", "# ours\nIIM\thi\tIIM\n");
        let bytes = File::new("bytes", b"# ours\n\xff\n");
        for command in [&["phonemes"][..], &["normalize"], &["say", "--raw"]] {
            for file in [&wrong, &bytes] {
                let output = file.run(command, "x");
                assert_eq!(output.status.code(), Some(2), "{command:?}");
                assert!(output.stdout.is_empty());
                let told = text(&output.stderr);
                assert!(told.starts_with("vaak: lexicon, line 2: "), "{told}");
            }
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_one_and_named() {
        let output = run(&["normalize", "--lexicon", "/nonexistent.tsv"], b"x");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("/nonexistent.tsv"));
    }
}

mod normalize {
    use crate::*;

    #[test]
    fn a_guess_and_a_word_that_no_list_has_are_marked() {
        let explained = run(&["normalize", "--explain"], b"xylqen 300419286, 6-4\n");
        let rows: Vec<Vec<String>> = text(&explained.stdout)
            .lines()
            .map(|row| row.split('\t').take(2).map(str::to_owned).collect())
            .collect();
        let expected = [
            ["xylqen", "word ?unlisted"],
            ["300419286", "telephone ?cardinal"],
            ["6", "cardinal"],
            ["4", "cardinal ?range"],
        ];
        assert_eq!(rows, expected);
        let explained = run(&["normalize", "--explain", "-l", "en"], b"Dr Rao");
        let first = text(&explained.stdout)
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        let place = "\tsrc/language/en/readings.txt:";
        assert!(first.contains(place), "{first}");
        let json = run(&["normalize", "--json"], b"xylqen took 300419286\n");
        let spans: Vec<serde_json::Value> = text(&json.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(spans[0]["words"][0]["unlisted"], true);
        assert_eq!(spans[1]["words"][0]["unlisted"], serde_json::Value::Null);
        assert_eq!(spans[2]["rival"], "cardinal");
        let timed = run(&["normalize", "--explain"], b"at 5:30 today\n");
        let fact = "a colon and a digit follow the digits";
        assert!(text(&timed.stdout).contains(fact));
    }

    #[test]
    fn a_line_in_is_a_line_out_with_its_numbers_as_words() {
        let output = run(&["normalize"], "घर 5\n\n...\n5\n".as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout), "घर पाँच.\n\n\nfive.\n");
        let output = run(&["normalize", "-l", "ta"], b"5\n");
        assert_eq!(text(&output.stdout), "ஐந்து.\n");
    }
}

mod files {
    use crate::*;

    /// A path that cannot be read was called an unknown model.
    #[test]
    fn what_is_wrong_with_the_path_of_a_model_is_told() {
        let empty = std::env::temp_dir().join(format!("vaak-no-bundle-{}", std::process::id()));
        std::fs::create_dir_all(&empty).unwrap();
        let inside = empty.join("manifest.json");
        for (path, told, code) in [
            ("/nope/x", "/nope/x: No such file or directory", 2),
            ("/etc/passwd", "/etc/passwd: Not a directory", 2),
            (empty.to_str().unwrap(), inside.to_str().unwrap(), 3),
            ("nope", "unknown model \"nope\"", 2),
        ] {
            let output = run(&["say", "--model", path, "hello"], b"");
            let stderr = text(&output.stderr);
            assert!(stderr.contains(told), "{path}: {stderr}");
            assert_eq!(output.status.code(), Some(code), "{path}: {stderr}");
        }
        std::fs::remove_dir(empty).unwrap();
    }

    /// The unit hides the folders of users, which look as if nothing were in them.
    #[test]
    fn a_unit_that_sees_no_home_says_so() {
        for flag in ["--model", "--lexicon"] {
            let path = "/home/nobody-here/thing";
            let output = crate::program::vaak(&["say", flag, path, "hello"])
                .env("INVOCATION_ID", "0")
                .output()
                .unwrap();
            let stderr = text(&output.stderr);
            assert!(
                stderr.contains(path) && stderr.contains("ProtectHome"),
                "{stderr}"
            );
        }
    }

    #[test]
    fn a_file_in_utf_16_is_read() {
        let file = std::env::temp_dir().join(format!("vaak-utf-16-{}.txt", std::process::id()));
        let said = run(&["normalize", "नमस्ते 5"], b"").stdout;
        for (mark, bytes) in [
            ([0xFF, 0xFE], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ([0xFE, 0xFF], u16::to_be_bytes),
        ] {
            let codes = "नमस्ते 5\r\n".encode_utf16().flat_map(bytes);
            let all: Vec<u8> = mark.into_iter().chain(codes).collect();
            std::fs::write(&file, &all).unwrap();
            let found = run(&["normalize", "-f", file.to_str().unwrap()], b"").stdout;
            assert_eq!(text(&found), text(&said));
            assert_eq!(text(&run(&["normalize"], &all).stdout), text(&said));
        }
        std::fs::remove_file(file).unwrap();
    }
}
