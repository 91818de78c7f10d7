//! What the service tells of itself, in the text form of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Service;
use crate::voice::SAMPLE_RATE;

/// The upper bounds, in seconds, of what latencies are sorted into.
const BOUNDS: [f64; 10] = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];
/// Bytes of a page, in which the system counts memory, on every machine this runs on but few.
const PAGE: u64 = 4_096;

/// Counts since the service began.
#[derive(Debug, Default)]
pub struct Metrics {
    answers: Mutex<BTreeMap<u16, u64>>,
    errors: Mutex<BTreeMap<&'static str, u64>>,
    /// From a request, or a turn's first text, to its first audio on the wire.
    pub first_audio: Histogram,
    /// From a cancellation that was read to its answer on the wire.
    pub cancel: Histogram,
    turns: AtomicU64,
    samples: AtomicU64,
    bytes: AtomicU64,
    underruns: AtomicU64,
    /// Microseconds in which speech was made.
    making: AtomicU64,
}

/// Durations, sorted by length.
#[derive(Debug, Default)]
pub struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    /// Microseconds.
    sum: AtomicU64,
}

/// The delivery of speech that is made in one go.
#[derive(Debug, Default)]
pub struct Delivery {
    first: Option<Instant>,
    samples: u64,
}

impl Metrics {
    /// An answer over HTTP.
    pub fn answered(&self, status: u16) {
        count(&self.answers, status);
    }

    /// A refusal, of either endpoint.
    pub fn refused(&self, code: &'static str) {
        count(&self.errors, code);
    }

    /// A clip or a turn has begun to sound, so long after it was asked for.
    pub fn begun(&self, after: Duration) {
        self.turns.fetch_add(1, Ordering::Relaxed);
        self.first_audio.observe(after);
    }

    /// Gaps that were heard on the loudspeaker.
    pub fn gaps(&self, count: u64) {
        self.underruns.fetch_add(count, Ordering::Relaxed);
    }

    /// How long it took to make a chunk.
    pub fn made(&self, time: Duration) {
        add(&self.making, time.as_micros());
    }

    /// The whole, as text.
    pub fn text(&self, service: &Service) -> String {
        let mut out = String::new();
        let engine = service.engine();
        let build = format!(
            "{{version=\"{}\",model=\"{}\",kernel=\"{}\"}} 1",
            env!("CARGO_PKG_VERSION"),
            engine.models().first().map_or("", |m| &m.name),
            engine.kernel().kernel,
        );
        family(&mut out, "vaak_build_info", "gauge", [build]);
        family(
            &mut out,
            "vaak_answers_total",
            "counter",
            lines(&self.answers, "status"),
        );
        family(
            &mut out,
            "vaak_errors_total",
            "counter",
            lines(&self.errors, "code"),
        );
        self.first_audio.write(&mut out, "vaak_first_audio_seconds");
        self.cancel.write(&mut out, "vaak_cancel_seconds");
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let audio = load(&self.samples) as f64 / f64::from(SAMPLE_RATE);
        let making = load(&self.making) as f64 / 1e6;
        let (speaking, waiting) = service.places.counts();
        for (name, kind, value) in [
            ("vaak_spoken_total", "counter", load(&self.turns) as f64),
            ("vaak_audio_seconds_total", "counter", audio),
            ("vaak_making_seconds_total", "counter", making),
            (
                "vaak_audio_bytes_total",
                "counter",
                load(&self.bytes) as f64,
            ),
            (
                "vaak_underruns_total",
                "counter",
                load(&self.underruns) as f64,
            ),
            (
                "vaak_real_time_factor",
                "gauge",
                if audio > 0.0 { making / audio } else { 0.0 },
            ),
            ("vaak_speaking", "gauge", speaking as f64),
            ("vaak_waiting", "gauge", waiting as f64),
            (
                "vaak_connections",
                "gauge",
                service.connections.load(Ordering::Relaxed) as f64,
            ),
            (
                "vaak_conversations",
                "gauge",
                service.conversations().len() as f64,
            ),
            ("process_resident_memory_bytes", "gauge", resident() as f64),
        ] {
            family(&mut out, name, kind, [format!(" {value}")]);
        }
        out
    }
}

impl Delivery {
    /// A chunk is on the wire. It is late where all before it has been played.
    pub fn sent(&mut self, metrics: &Metrics, samples: usize, bytes: usize) {
        let first = *self.first.get_or_insert_with(Instant::now);
        let played = Duration::from_micros(self.samples * 1_000_000 / u64::from(SAMPLE_RATE));
        if self.samples > 0 && first.elapsed() > played {
            metrics.underruns.fetch_add(1, Ordering::Relaxed);
        }
        self.samples += samples as u64;
        metrics.samples.fetch_add(samples as u64, Ordering::Relaxed);
        metrics.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl Histogram {
    /// Counts a duration.
    pub fn observe(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        let index = BOUNDS.iter().position(|bound| seconds <= *bound);
        self.counts[index.unwrap_or(BOUNDS.len())].fetch_add(1, Ordering::Relaxed);
        add(&self.sum, time.as_micros());
    }

    fn write(&self, out: &mut String, name: &str) {
        let mut total = 0;
        let mut samples = Vec::new();
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for (bound, count) in bounds.zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            samples.push(format!("_bucket{{le=\"{bound}\"}} {total}"));
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / 1e6;
        samples.extend([format!("_sum {sum}"), format!("_count {total}")]);
        family(out, name, "histogram", samples);
    }
}

fn add(count: &AtomicU64, more: u128) {
    count.fetch_add(u64::try_from(more).unwrap_or(0), Ordering::Relaxed);
}

fn count<K: Ord>(counts: &Mutex<BTreeMap<K, u64>>, key: K) {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    *counts.entry(key).or_default() += 1;
}

fn lines<K: std::fmt::Display>(counts: &Mutex<BTreeMap<K, u64>>, label: &str) -> Vec<String> {
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    let line = |(key, count)| format!("{{{label}=\"{key}\"}} {count}");
    counts.iter().map(line).collect()
}

fn family(out: &mut String, name: &str, kind: &str, samples: impl IntoIterator<Item = String>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "# TYPE {name} {kind}");
    for sample in samples {
        let _ = writeln!(out, "{name}{sample}");
    }
}

/// Bytes of this process in memory; 0 where the system does not tell.
fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split(' ').nth(1).and_then(|p| p.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_upwards() {
        let histogram = Histogram::default();
        for millis in [1, 15, 15, 9_000] {
            histogram.observe(Duration::from_millis(millis));
        }
        let mut out = String::new();
        histogram.write(&mut out, "x");
        for line in [
            "# TYPE x histogram",
            "x_bucket{le=\"0.002\"} 1",
            "x_bucket{le=\"0.02\"} 3",
            "x_bucket{le=\"5\"} 3",
            "x_bucket{le=\"+Inf\"} 4",
            "x_count 4",
            "x_sum 9.031",
        ] {
            assert!(out.lines().any(|l| l == line), "{line} in {out}");
        }
    }

    #[test]
    fn a_chunk_after_silence_is_an_underrun() {
        let metrics = Metrics::default();
        let mut delivery = Delivery::default();
        delivery.sent(&metrics, 24_000, 48_000);
        delivery.sent(&metrics, 24, 48);
        assert_eq!(metrics.underruns.load(Ordering::Relaxed), 0);
        let mut delivery = Delivery::default();
        delivery.sent(&metrics, 24, 48);
        std::thread::sleep(Duration::from_millis(5));
        delivery.sent(&metrics, 24, 48);
        assert_eq!(metrics.underruns.load(Ordering::Relaxed), 1);
    }
}
