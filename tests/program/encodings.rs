//! Compressed files, named by their endings.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{run, text};

const TEXT: &str = "Your order is ready. आपका ऑर्डर तैयार है।";

fn spoken(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
    let output = run(&["say", TEXT, "-o", file.to_str().unwrap()], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    file
}

#[test]
fn the_ending_of_a_name_chooses_the_encoding() {
    for (name, begins) in [
        ("a.flac", &b"fLaC"[..]),
        ("a.FLAC", b"fLaC"),
        #[cfg(feature = "encoders")]
        ("a.mp3", b"\xff\xf3"),
        #[cfg(feature = "encoders")]
        ("a.opus", b"OggS"),
        #[cfg(feature = "encoders")]
        ("a.ogg", b"OggS"),
        ("a.wav", b"RIFF"),
        ("a", b"RIFF"),
    ] {
        let file = spoken(name);
        let bytes = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(bytes.starts_with(begins), "{name}");
    }
    let raw = run(&["say", "--raw", TEXT, "-o", "a.flac"], b"");
    assert_eq!(raw.status.code(), Some(2));
}

/// The samples that ffmpeg reads from a file, 24,000 a second.
fn decoded(file: &PathBuf) -> Vec<f64> {
    let output = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-i"])
        .arg(file)
        .args(["-f", "s16le", "-ar", "24000", "-"])
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
    let samples = output.stdout.chunks_exact(2);
    samples
        .map(|two| f64::from(i16::from_le_bytes([two[0], two[1]])))
        .collect()
}

#[test]
#[ignore = "needs ffmpeg"]
fn another_program_reads_what_was_written_to_its_last_sample() {
    let file = spoken("b.wav");
    let plain = decoded(&file);
    fs::remove_file(&file).unwrap();
    // Decibels between speech and what the encoding changes; all but the lossless one.
    for (name, least) in [("b.flac", f64::INFINITY), ("b.mp3", 25.0), ("b.opus", 15.0)] {
        let file = spoken(name);
        let samples = decoded(&file);
        fs::remove_file(&file).unwrap();
        assert_eq!(samples.len(), plain.len(), "{name}");
        let power: f64 = plain.iter().map(|s| s * s).sum();
        let error: f64 = plain
            .iter()
            .zip(&samples)
            .map(|(a, b)| (a - b).powi(2))
            .sum();
        let told = 10.0 * (power / error).log10();
        assert!(told >= least, "{name}: {told} dB");
    }
}
