//! What a client waits for, over real sockets: `cargo bench --bench serve`.
//!
//! First audio over HTTP on a kept and on a new connection, and of a turn; how long a cancelled turn takes to be answered,
//! alone and while eight other conversations speak; and how fast eight speak at once.

#[cfg(all(unix, feature = "serve"))]
#[path = "../tests/service/server/mod.rs"]
mod server;

#[cfg(all(unix, feature = "serve"))]
fn main() {
    bench::run();
}

#[cfg(not(all(unix, feature = "serve")))]
fn main() {}

#[cfg(all(unix, feature = "serve"))]
mod bench {
    use std::net::SocketAddr;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use serde_json::json;
    use vaak::serve::Limits;

    use super::server::talk::{Said, Talk};
    use super::server::{Client, KEY, start};

    const SENTENCES: [&str; 4] = [
        "आपका ऑर्डर कल सुबह पहुँच जाएगा।",
        "Your train leaves at half past eight.",
        "உங்கள் பணம் வந்து சேர்ந்தது.",
        "ধন্যবাদ, আবার দেখা হবে।",
    ];
    const TIMES: usize = 200;
    const OTHERS: usize = 8;

    pub fn run() {
        let limits = Limits {
            requests: u32::MAX,
            waiting: 2 * OTHERS,
            ..Limits::default()
        };
        let server = start(limits);
        let address = server.address();
        let mut client = Client::new(address);
        report("first audio, HTTP, kept connection", |i| {
            clip(&mut client, i)
        });
        report("first audio, HTTP, new connection", |i| {
            let begun = Instant::now();
            let mut client = Client::new(address);
            let connected = begun.elapsed();
            connected + clip(&mut client, i)
        });
        let mut talk = Talk::started(address);
        report("first audio, turn", |i| turn(&mut talk, i));
        report("cancelled, alone", |i| cancel(&mut talk, i));
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let others: Vec<_> = (0..OTHERS)
                .map(|_| scope.spawn(|| speak_on(address, &over)))
                .collect();
            report("cancelled, beside eight others", |i| {
                cancel(&mut talk, TIMES + i)
            });
            over.store(true, Ordering::Relaxed);
            let speeds = others.into_iter().filter_map(|other| other.join().ok());
            let slowest = speeds.fold(f64::INFINITY, f64::min);
            println!("slowest of the eight: {slowest:.1} times as fast as it plays");
        });
    }

    fn report(what: &str, mut measure: impl FnMut(usize) -> Duration) {
        let mut times: Vec<Duration> = (0..TIMES).map(&mut measure).collect();
        times.sort();
        let millis = |at: usize| times[at].as_secs_f64() * 1e3;
        println!(
            "{what}: median {:.1} ms, 95th percentile {:.1} ms, worst {:.1} ms of {TIMES}",
            millis(TIMES / 2),
            millis(TIMES * 95 / 100),
            millis(TIMES - 1),
        );
    }

    /// From the last byte of the request to the first of the PCM.
    fn clip(client: &mut Client, i: usize) -> Duration {
        let body = json!({"text": SENTENCES[i % SENTENCES.len()]}).to_string();
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let begun = Instant::now();
        client.lines();
        client.chunk();
        let time = begun.elapsed();
        while client.chunk().is_some() {}
        time
    }

    fn turn(talk: &mut Talk, i: usize) -> Duration {
        let context = format!("turn {i}");
        talk.text(&context, SENTENCES[i % SENTENCES.len()], false);
        let begun = Instant::now();
        talk.next("audio");
        let time = begun.elapsed();
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "end") {}
        time
    }

    /// From the cancellation to its answer, once the turn speaks.
    fn cancel(talk: &mut Talk, i: usize) -> Duration {
        let context = format!("cancelled {i}");
        talk.text(&context, &SENTENCES.join(" ").repeat(40), false);
        talk.next("audio");
        talk.say(json!({"type": "cancel", "context_id": context}));
        let begun = Instant::now();
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "cancelled") {}
        begun.elapsed()
    }

    /// Speaks until told to end; how much faster than it plays.
    fn speak_on(address: SocketAddr, over: &AtomicBool) -> f64 {
        let mut talk = Talk::new(address);
        talk.say(json!({"type": "start", "v2": true, "binary": true}));
        talk.next("metadata");
        let begun = Instant::now();
        let mut bytes = 0;
        for turn in 0.. {
            let context = turn.to_string();
            talk.text(&context, &SENTENCES.join(" ").repeat(40), false);
            loop {
                match talk.hear() {
                    Said::Audio(pcm) => bytes += pcm.len(),
                    Said::Json(m) if m["type"] == "end" => break,
                    Said::Json(_) => {}
                    Said::Closed(_) => return 0.0,
                }
                if over.load(Ordering::Relaxed) {
                    return bytes as f64 / 48_000.0 / begun.elapsed().as_secs_f64();
                }
            }
        }
        0.0
    }
}
