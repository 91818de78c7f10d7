//! Metrics in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::fs;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::Counts;
use crate::voice::SAMPLE_RATE;

/// The upper bounds of the buckets of latencies, in seconds.
const BOUNDS: [f64; 10] = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];
/// Bytes of a page, the unit in which the system counts memory, on all machines but few.
const PAGE: u64 = 4_096;

/// Counts since the service began.
#[derive(Debug, Default)]
pub struct Metrics {
    responses: Mutex<BTreeMap<u16, u64>>,
    errors: Mutex<BTreeMap<&'static str, u64>>,
    /// From a request, or a turn's first text, to its first audio on the wire.
    pub first_audio: Histogram,
    /// From a cancellation that was read to its answer on the wire.
    pub cancel: Histogram,
    /// Connections that are open.
    pub connections: Gauge,
    /// Conversations that are open.
    pub conversations: Gauge,
    utterances: AtomicU64,
    samples: AtomicU64,
    bytes: AtomicU64,
    underruns: AtomicU64,
    /// Microseconds.
    synthesis: AtomicU64,
}

/// What the metrics tell of the engine and its slots.
#[derive(Debug)]
pub struct Engine<'a> {
    /// The name of the first model.
    pub model: &'a str,
    /// The name of the kernel that runs the networks.
    pub kernel: String,
    /// Slots in which a chunk is being made.
    pub slots_in_use: usize,
    /// Utterances that wait for a slot.
    pub slots_waiting: usize,
    /// Of the cache; zeros without one.
    pub cache: Counts,
}

/// A number of things that exist.
#[derive(Debug, Default)]
pub struct Gauge(Arc<AtomicUsize>);

/// One of the things that a gauge counts, until it is dropped.
#[derive(Debug)]
pub struct Counted(Arc<AtomicUsize>);

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
    /// Counts an HTTP response.
    pub fn responded(&self, status: u16) {
        count(&self.responses, status);
    }

    /// Counts an error sent to a client.
    pub fn error(&self, code: &'static str) {
        count(&self.errors, code);
    }

    /// The first audio of an utterance is out, so long after it was asked for.
    pub fn begun(&self, after: Duration) {
        self.utterances.fetch_add(1, Ordering::Relaxed);
        self.first_audio.observe(after);
    }

    /// Counts gaps that were heard on the loudspeaker.
    pub fn gaps(&self, count: u64) {
        self.underruns.fetch_add(count, Ordering::Relaxed);
    }

    /// A chunk was made in such a time.
    pub fn made(&self, time: Duration) {
        add(&self.synthesis, time.as_micros());
    }

    /// All metrics as text.
    pub fn text(&self, engine: &Engine<'_>) -> String {
        let mut out = String::new();
        let build = format!(
            "{{version=\"{}\",model=\"{}\",kernel=\"{}\"}} 1",
            env!("CARGO_PKG_VERSION"),
            engine.model,
            engine.kernel,
        );
        family(
            &mut out,
            (
                "vaak_build_info",
                "gauge",
                "The version of the program, its first model and its kernel.",
            ),
            [build],
        );
        family(
            &mut out,
            (
                "vaak_http_responses_total",
                "counter",
                "HTTP responses by status.",
            ),
            lines(&self.responses, "status"),
        );
        family(
            &mut out,
            (
                "vaak_errors_total",
                "counter",
                "Errors sent to clients, over HTTP and WebSocket, by code.",
            ),
            lines(&self.errors, "code"),
        );
        self.first_audio.write(
            &mut out,
            "vaak_first_audio_seconds",
            "Time from a request, or from a turn's first text, to its first audio on the wire.",
        );
        self.cancel.write(
            &mut out,
            "vaak_cancel_seconds",
            "Time from reading a cancellation to sending its answer.",
        );
        let Counts {
            from_memory,
            from_disk,
            memory,
            disk,
            ..
        } = engine.cache;
        let each = |memory, disk| [("memory", memory), ("disk", disk)];
        let labelled = |(place, value): (&str, u64)| format!("{{in=\"{place}\"}} {value}");
        family(
            &mut out,
            (
                "vaak_cache_hits_total",
                "counter",
                "Phrases that were found in the cache.",
            ),
            each(from_memory, from_disk).map(labelled),
        );
        family(
            &mut out,
            ("vaak_cache_bytes", "gauge", "Bytes that the cache takes."),
            each(memory, disk).map(labelled),
        );
        for (name, help, value) in self.counters(engine) {
            family(&mut out, (name, "counter", help), [format!(" {value}")]);
        }
        for (name, help, value) in self.gauges(engine) {
            family(&mut out, (name, "gauge", help), [format!(" {value}")]);
        }
        out
    }

    /// Name, help and value of what only grows.
    fn counters(&self, engine: &Engine<'_>) -> [(&'static str, &'static str, f64); 7] {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64;
        [
            (
                "vaak_utterances_total",
                "Clips and turns of which audio was sent or played.",
                load(&self.utterances),
            ),
            (
                "vaak_audio_seconds_total",
                "Duration of the audio that was sent.",
                self.audio_seconds(),
            ),
            (
                "vaak_audio_bytes_total",
                "Bytes of the audio that was sent, as it was encoded.",
                load(&self.bytes),
            ),
            (
                "vaak_synthesis_seconds_total",
                "Time spent in making speech, summed over the slots.",
                self.synthesis_seconds(),
            ),
            (
                "vaak_underruns_total",
                "Chunks sent after all before them had been played, and gaps on the loudspeaker.",
                load(&self.underruns),
            ),
            (
                "vaak_cache_misses_total",
                "Phrases that were not found in the cache.",
                engine.cache.misses as f64,
            ),
            (
                "vaak_cache_faults_total",
                "Files of the cache that were damaged or could not be written.",
                engine.cache.faults as f64,
            ),
        ]
    }

    /// Name, help and value of what goes up and down.
    fn gauges(&self, engine: &Engine<'_>) -> [(&'static str, &'static str, f64); 6] {
        let (audio, synthesis) = (self.audio_seconds(), self.synthesis_seconds());
        let factor = if audio > 0.0 { synthesis / audio } else { 0.0 };
        [
            (
                "vaak_real_time_factor",
                "Synthesis time divided by the duration of the audio.",
                factor,
            ),
            (
                "vaak_slots_in_use",
                "Synthesis slots in which a chunk is being made.",
                engine.slots_in_use as f64,
            ),
            (
                "vaak_slots_waiting",
                "Clips and turns that wait for a synthesis slot.",
                engine.slots_waiting as f64,
            ),
            (
                "vaak_connections",
                "Open connections.",
                self.connections.get() as f64,
            ),
            (
                "vaak_conversations",
                "Open WebSocket conversations.",
                self.conversations.get() as f64,
            ),
            (
                "process_resident_memory_bytes",
                "Memory of the process in use.",
                resident() as f64,
            ),
        ]
    }

    fn audio_seconds(&self) -> f64 {
        self.samples.load(Ordering::Relaxed) as f64 / f64::from(SAMPLE_RATE)
    }

    fn synthesis_seconds(&self) -> f64 {
        self.synthesis.load(Ordering::Relaxed) as f64 / 1e6
    }
}

impl Delivery {
    /// A chunk has been sent. It is late if all before it had been played.
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

impl Gauge {
    /// One more, until the result is dropped.
    pub fn enter(&self) -> Counted {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(&self.0))
    }

    /// One more, unless there are so many.
    pub fn try_enter(&self, limit: usize) -> Option<Counted> {
        let (order, more) = (Ordering::Relaxed, |count| {
            (count < limit).then_some(count + 1)
        });
        let entered = self.0.fetch_update(order, order, more);
        entered.is_ok().then(|| Counted(Arc::clone(&self.0)))
    }

    /// How many there are.
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let mut total = 0;
        let mut samples = Vec::new();
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for (bound, count) in bounds.zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            samples.push(format!("_bucket{{le=\"{bound}\"}} {total}"));
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / 1e6;
        samples.extend([format!("_sum {sum}"), format!("_count {total}")]);
        family(out, (name, "histogram", help), samples);
    }
}

fn add(count: &AtomicU64, more: u128) {
    count.fetch_add(u64::try_from(more).unwrap_or(0), Ordering::Relaxed);
}

fn count<K: Ord>(counts: &Mutex<BTreeMap<K, u64>>, key: K) {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    *counts.entry(key).or_default() += 1;
}

fn lines<K: Display>(counts: &Mutex<BTreeMap<K, u64>>, label: &str) -> Vec<String> {
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    let line = |(key, count)| format!("{{{label}=\"{key}\"}} {count}");
    counts.iter().map(line).collect()
}

/// Writes a metric: its name, type and help, and its samples.
fn family(
    out: &mut String,
    (name, kind, help): (&str, &str, &str),
    samples: impl IntoIterator<Item = String>,
) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
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
        histogram.write(&mut out, "x", "What it is.");
        for line in [
            "# HELP x What it is.",
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
    fn every_metric_has_help_and_a_type() {
        let metrics = Metrics::default();
        metrics.responded(200);
        metrics.error("busy");
        let text = metrics.text(&Engine {
            model: "m",
            kernel: "k".to_owned(),
            slots_in_use: 0,
            slots_waiting: 0,
            cache: Counts::default(),
        });
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            let name = ["_bucket", "_sum", "_count"]
                .iter()
                .find_map(|suffix| name.strip_suffix(suffix))
                .unwrap_or(name);
            for word in ["HELP", "TYPE"] {
                let described = format!("# {word} {name} ");
                assert!(text.lines().any(|l| l.starts_with(&described)), "{line}");
            }
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
