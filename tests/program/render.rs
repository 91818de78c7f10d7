//! `vaak render`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use super::{run, text};

/// A folder with a manifest, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, manifest: &str, content: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(manifest), content).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Renders a manifest into `out`, with a report.
    fn render(&self, manifest: &str, flags: &[&str]) -> Output {
        let paths = ["", "out", "report"].map(|name| self.path(name));
        let manifest = self.path(manifest);
        let fixed = [
            "render", &manifest, "--out", &paths[1], "--report", &paths[2],
        ];
        run(&[&fixed, flags].concat(), b"")
    }

    /// Returns the rows of the report, by their lines.
    fn report(&self) -> Vec<Value> {
        let report = fs::read_to_string(self.0.join("report")).unwrap();
        let mut rows: Vec<Value> = report
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        rows.sort_by_key(|row| row["line"].as_u64());
        rows
    }

    fn statuses(&self) -> Vec<String> {
        let rows = self.report();
        let status = |row: &Value| row["status"].as_str().unwrap().to_owned();
        rows.iter().map(status).collect()
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join("out").join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn each_row_is_the_clip_that_say_makes_in_its_own_format() {
    let folder = Folder::new(
        "render-rows",
        "a.csv",
        "id,text,language,voice,format,speed,note\n\
         ivr/yes,\"Yes, please.\",en,Arjun,,1.5,x\n\
         no,नहीं।,hi,,ulaw,,\n\
         16,One.,en,,sln16,,\n",
    );
    let output = folder.render("a.csv", &["--rate", "24000"]);
    // The flag is the default of each row, and ulaw has one rate.
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(folder.statuses(), ["spoken", "failed", "failed"]);
    let output = folder.render("a.csv", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stderr);
    assert!(told.contains("note"), "{told}");
    let path = folder.path("say.wav");
    let said = [
        "say",
        "-l",
        "en",
        "-v",
        "Arjun",
        "-s",
        "1.5",
        "-o",
        &path,
        "Yes, please.",
    ];
    assert_eq!(run(&said, b"").status.code(), Some(0));
    assert!(folder.read("ivr/yes.wav") == fs::read(path).unwrap());
    let said = run(&["say", "--raw", "-l", "hi", "नहीं।"], b"").stdout;
    // A third of the samples, a byte for two.
    let ulaw = folder.read("no.ulaw").len();
    assert!(
        ulaw.abs_diff(said.len() / 6) <= 1,
        "{ulaw} of {}",
        said.len()
    );
    assert!(folder.read("16.sln16").len() > 8_000);
    let row = &folder.report()[0];
    assert_eq!(
        (&row["id"], &row["file"]),
        (&json!("ivr/yes"), &json!("ivr/yes.wav"))
    );
}

#[test]
fn what_is_there_is_kept_and_what_changed_is_spoken_again() {
    let manifest = |second: &str| format!("id\ttext\na\tYes.\nb\t{second}\nc\tNo.\n");
    let folder = Folder::new("render-again", "a.tsv", &manifest("Two."));
    assert_eq!(folder.render("a.tsv", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["spoken"; 3]);
    assert_eq!(folder.render("a.tsv", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["kept"; 3]);
    fs::write(folder.path("a.tsv"), manifest("Three.")).unwrap();
    assert_eq!(folder.render("a.tsv", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["kept", "spoken", "kept"]);
    // A file that was cut off, a line of the journal that was, a file that was never finished, and one that is gone.
    fs::write(folder.path("out/a.wav"), b"RIFF").unwrap();
    let journal = folder.path("out/.vaak-render/1-of-1.tsv");
    let lines = fs::read(&journal).unwrap();
    fs::write(&journal, &lines[..lines.len() - 4]).unwrap();
    fs::write(folder.path("out/b.wav.part"), b"RIFF").unwrap();
    fs::remove_file(folder.path("out/c.wav")).unwrap();
    assert_eq!(folder.render("a.tsv", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["spoken"; 3]);
    assert!(!Path::new(&folder.path("out/b.wav.part")).exists());
    assert_eq!(folder.render("a.tsv", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["kept"; 3]);
    // Another voice is another clip; another program would be as well.
    assert_eq!(
        folder.render("a.tsv", &["-v", "arjun"]).status.code(),
        Some(0)
    );
    assert_eq!(folder.statuses(), ["spoken"; 3]);
}

#[test]
fn parts_have_every_row_once_and_know_what_others_did() {
    let rows: String = (0..7)
        .map(|i| format!("{{\"id\":{i},\"text\":\"Yes.\"}}\n"))
        .collect();
    let folder = Folder::new("render-parts", "a.jsonl", &rows);
    for (part, count) in [("1/3", 3), ("2/3", 2), ("3/3", 2)] {
        assert_eq!(
            folder.render("a.jsonl", &["--shard", part]).status.code(),
            Some(0)
        );
        assert_eq!(folder.statuses(), vec!["spoken"; count], "{part}");
    }
    assert_eq!(folder.render("a.jsonl", &[]).status.code(), Some(0));
    assert_eq!(folder.statuses(), ["kept"; 7]);
    for wrong in ["0/3", "4/3", "auto", "3"] {
        let output = folder.render("a.jsonl", &["--shard", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_row_that_fails_is_told_and_the_others_are_spoken() {
    let rows = "id,text,voice\na,Yes.,Nobody\n../b,Yes.,\nc,...,\nd,Yes. \u{e000},\n,Yes.,\nd,No.,\ne,Zylkwap 5/6,\n";
    let folder = Folder::new("render-failed", "a.csv", rows);
    let output = folder.render("a.csv", &["-l", "en"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    for part in ["line 2, id \"a\"", "Ananya", "5 of 7", "line 5"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let report = folder.report();
    let errors: Vec<&Value> = report.iter().map(|row| &row["error"]).collect();
    let expected = json!([
        "invalid_voice",
        "invalid_field",
        "missing_text",
        null,
        "invalid_field",
        "invalid_field",
        null
    ]);
    let same = |(error, expected): (&&Value, &Value)| error.is_string() == expected.is_string();
    assert!(
        errors.iter().zip(expected.as_array().unwrap()).all(same),
        "{errors:?}"
    );
    assert_eq!(
        (&report[1]["field"], &report[3]["skipped"]),
        (&json!("id"), &json!(1))
    );
    assert_eq!(report[6]["uncertain"][0], "Zylkwap", "{}", report[6]);
    assert!(!Path::new(&folder.path("b.wav")).exists());
}

#[test]
fn a_manifest_or_flag_that_is_wrong_is_two_and_no_folder_is_made() {
    let folder = Folder::new("render-wrong", "a.csv", "name,text\na,Yes.\n");
    fs::write(folder.path("b.txt"), "a").unwrap();
    fs::write(folder.path("c.csv"), "id,text\na,Yes.\n").unwrap();
    for (manifest, flags, part) in [
        ("a.csv", &[][..], "name, text"),
        ("b.txt", &[], ".csv, .tsv or .jsonl"),
        ("c.csv", &["--format", "aac"], "sln16"),
        ("c.csv", &["--format", "ulaw", "--rate", "16000"], "8000"),
        ("c.csv", &["--rate", "11000"], "22050"),
        ("c.csv", &["-v", "Nobody"], "Ananya"),
        ("c.csv", &["-s", "3"], "speed"),
    ] {
        let output = folder.render(manifest, flags);
        let told = text(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{manifest} {flags:?}: {told}"
        );
        assert!(told.contains(part), "{part}: {told}");
        assert!(!Path::new(&folder.path("out")).exists());
    }
}
