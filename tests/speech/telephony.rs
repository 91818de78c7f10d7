//! Compares resampling and G.711 with sox, another implementation of the same standards. These tests start the program
//! `sox`, so they run by name, with `--ignored`.

use std::f64::consts::TAU;
use std::io::Write;
use std::process::{Command, Stdio};

use vaak::audio::{Resampler, alaw, mulaw, pcm_bytes};

const RATE: u32 = 24_000;

const LINEAR: &str = "-t raw -e signed -b 16 -L -c 1";

/// Returns what sox makes of `bytes`: `from` and `to` are the formats of input and output, `effects` its effects.
fn sox(bytes: Vec<u8>, from: &str, to: &str, effects: &str) -> Vec<u8> {
    let words = format!("-D -V1 {from} - {to} - {effects}");
    let mut child = Command::new("sox")
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sox is installed");
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&bytes).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    output.stdout
}

fn bytes(pcm: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    pcm_bytes(pcm, &mut bytes);
    bytes
}

/// Returns the voice's samples at another rate, resampled by sox.
fn soxed(pcm: &[i16], rate: u32) -> Vec<i16> {
    let (from, to) = (format!("{LINEAR} -r {RATE}"), format!("{LINEAR} -r {rate}"));
    samples(&sox(bytes(pcm), &from, &to, &format!("rate -v {rate}")))
}

fn samples(bytes: &[u8]) -> Vec<i16> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|b| i16::from_le_bytes([b[0], b[1]])).collect()
}

fn tones(hertz: &[f64], seconds: f64) -> Vec<i16> {
    let loud = 16_000.0 / hertz.len() as f64;
    let at = |i: usize| i as f64 / f64::from(RATE);
    let sum = |i| {
        hertz
            .iter()
            .map(|f| (TAU * f * at(i) + f).sin())
            .sum::<f64>()
    };
    let count = (seconds * f64::from(RATE)) as usize;
    (0..count).map(|i| (loud * sum(i)).round() as i16).collect()
}

fn resampled(pcm: &[i16], rate: u32) -> Vec<i16> {
    let mut resampler = Resampler::new(RATE, rate);
    let mut out = Vec::new();
    resampler.push(pcm, &mut out);
    resampler.finish(&mut out);
    out
}

/// Returns the level in dB of full scale without the edges, where filters see what is outside.
fn level(pcm: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = pcm.len() - 800;
    let power = pcm.skip(400).take(count).map(|s| s * s).sum::<f64>() / count as f64;
    10.0 * (power / 32_768f64.powi(2)).log10()
}

#[test]
#[ignore = "asks sox"]
fn g711_is_what_sox_writes() {
    let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
    let linear = format!("{LINEAR} -r 8000");
    for (name, encode) in [("mu-law", mulaw as fn(i16) -> u8), ("a-law", alaw)] {
        let law = format!("-t raw -e {name} -r 8000 -c 1");
        let theirs = sox(bytes(&all), &linear, &law, "");
        let ours: Vec<u8> = all.iter().map(|sample| encode(*sample)).collect();
        assert_eq!(ours.len(), theirs.len());
        // Sox rounds to 13 or 14 bits first, so beside a border between two levels it may choose the other one.
        let same = ours.iter().zip(&theirs).filter(|(a, b)| a == b).count();
        println!("{name}: {same} of {} bytes are the same", all.len());
        assert!(same >= all.len() * 95 / 100, "{name}: {same}");
        let heard = samples(&sox(ours, &law, &linear, ""));
        for (sample, heard) in all.iter().zip(heard) {
            // Half a step of the segment, and the rounding to 13 bits.
            let error = f64::from(*sample) - f64::from(heard);
            let allowed = f64::from(sample.unsigned_abs()) / 32.0 + 12.0;
            assert!(error.abs() <= allowed, "{name}: {heard} for {sample}");
        }
    }
}

#[test]
#[ignore = "asks sox"]
fn what_passes_is_what_sox_lets_pass() {
    let pcm = tones(&[210.0, 450.0, 900.0, 1_700.0, 2_500.0, 3_100.0], 1.0);
    for rate in [8_000, 16_000, 22_050, 44_100, 48_000] {
        let theirs = soxed(&pcm, rate);
        let ours = resampled(&pcm, rate);
        assert!(ours.len().abs_diff(theirs.len()) <= 1, "{rate}");
        let errors: Vec<f64> = ours
            .iter()
            .zip(&theirs)
            .map(|(a, b)| f64::from(*a) - f64::from(*b))
            .collect();
        let (error, signal) = (
            level(errors.iter().copied()),
            level(theirs.iter().map(|s| f64::from(*s))),
        );
        println!("{rate}: {:.1} dB below the signal", signal - error);
        assert!(signal - error > 60.0, "{rate}: {error} of {signal}");
    }
}

#[test]
#[ignore = "asks sox"]
fn what_a_telephone_cannot_carry_is_silenced_as_by_sox() {
    for hertz in [4_200.0, 5_000.0, 7_000.0, 11_000.0] {
        let pcm = tones(&[hertz], 1.0);
        let theirs = soxed(&pcm, 8_000);
        let ours = resampled(&pcm, 8_000);
        let level = |pcm: &[i16]| level(pcm.iter().map(|s| f64::from(*s)));
        println!(
            "{hertz} Hz: {:.1} dB, sox {:.1} dB",
            level(&ours),
            level(&theirs)
        );
        assert!(level(&ours) < -70.0, "{hertz}: {}", level(&ours));
    }
}
