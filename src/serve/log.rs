//! One line a request or conversation, on standard error.

use std::io::{self, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::clock;
use super::faults::{Fault, strike};

/// Lines that wait to be written.
const WAITING: usize = 1_024;
/// Characters of a path in a line.
const LONGEST: usize = 200;
/// How often it is looked whether all lines are written.
const POLL: Duration = Duration::from_millis(1);

/// How lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Log {
    /// Not at all.
    #[default]
    None,
    /// Words and `name=value`: whoever collects them adds the time.
    Text,
    /// A JSON object, with the time in seconds.
    Json,
}

impl Log {
    fn format(self, event: &str, fields: &[(&str, Value)]) -> Option<String> {
        match self {
            Self::None => None,
            Self::Text => Some(text(event, fields)),
            Self::Json => {
                let mut object = Map::new();
                object.insert("time".to_owned(), json!(clock::now().as_secs_f64()));
                object.insert("event".to_owned(), json!(event));
                let fields = fields.iter();
                object.extend(fields.map(|(name, value)| ((*name).to_owned(), value.clone())));
                Some(Value::Object(object).to_string())
            }
        }
    }
}

/// Writes lines in a thread of its own, so that nobody waits for who reads them. Where lines come faster than they are read
/// some are lost, and it is said how many.
#[derive(Debug)]
pub struct Logger {
    log: Log,
    lines: SyncSender<String>,
    /// Lines that are not written yet.
    waiting: Arc<AtomicUsize>,
    lost: Arc<AtomicUsize>,
}

impl Logger {
    /// Writes to standard error.
    pub fn start(log: Log) -> io::Result<Self> {
        Self::to(log, stderr())
    }

    fn to(log: Log, mut out: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, to_write) = mpsc::sync_channel::<String>(WAITING);
        let logger = Self {
            log,
            lines,
            waiting: Arc::default(),
            lost: Arc::default(),
        };
        let (waiting, lost) = (Arc::clone(&logger.waiting), Arc::clone(&logger.lost));
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                // What cannot be written is lost: nobody could be told.
                let mut write = |line: &str| {
                    let _ = strike(Fault::Disk).and_then(|()| writeln!(out, "{line}"));
                };
                for line in to_write {
                    write(&line);
                    waiting.fetch_sub(1, Ordering::Relaxed);
                    let lost = lost.swap(0, Ordering::Relaxed);
                    if lost > 0 {
                        write(&format!(
                            "{lost} lines of this log are lost: nobody read them"
                        ));
                    }
                }
            })?;
        Ok(logger)
    }

    /// Writes a line, or loses it. Does not wait.
    pub fn line(&self, event: &str, fields: &[(&str, Value)]) {
        let Some(line) = self.log.format(event, fields) else {
            return;
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if self.lines.try_send(line).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until all lines are written, but no longer than to a deadline.
    pub fn flush(&self, deadline: Instant) {
        while self.waiting.load(Ordering::Relaxed) > 0 && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }
}

/// As much of what a client chose as belongs into a log.
pub fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn text(event: &str, fields: &[(&str, Value)]) -> String {
    fields.iter().fold(event.to_owned(), |line, (name, value)| {
        // What a client chose is quoted and escaped unless it is one plain word.
        let plain = value.as_str().filter(|s| {
            !s.is_empty()
                && s.bytes()
                    .all(|b| b.is_ascii_graphic() && !b"\"=\\".contains(&b))
        });
        match plain {
            Some(word) => format!("{line} {name}={word}"),
            None => format!("{line} {name}={value}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Somebody who does not read for a while.
    struct Stalled(mpsc::Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Stalled {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn who_does_not_read_the_log_holds_up_nobody() {
        let (read, stalled) = mpsc::channel();
        let written = Arc::default();
        let logger = Logger::to(Log::Text, Stalled(stalled, Arc::clone(&written))).unwrap();
        for number in 0..2 * WAITING {
            logger.line("request", &[("number", json!(number))]);
        }
        drop(read);
        logger.flush(Instant::now() + Duration::from_secs(60));
        logger.line("request", &[]);
        logger.flush(Instant::now() + Duration::from_secs(60));
        let written = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        assert!(written.starts_with("request number=0\n") && written.ends_with("request\n"));
        assert!(written.contains("lines of this log are lost"), "{written}");
    }

    #[test]
    fn a_long_path_is_cut() {
        assert_eq!(short("/a"), "/a");
        assert_eq!(short(&"ä".repeat(16_000)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn no_client_can_forge_a_line_or_a_field() {
        let path = json!("/a\nrequest status=200");
        let line = text(
            "request",
            &[("path", path), ("status", json!(404)), ("id", json!("ab"))],
        );
        assert_eq!(
            line,
            "request path=\"/a\\nrequest status=200\" status=404 id=ab"
        );
    }
}
