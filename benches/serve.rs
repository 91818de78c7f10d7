//! Measures what clients wait for, over real sockets: `cargo bench --bench serve`.
//!
//! The first part measures the time to the first audio over HTTP, on a kept and on a new connection, and of a turn; the
//! time from a cancellation to its answer, alone and beside eight other conversations; and how fast eight conversations
//! speak at once. The second part raises the number of conversations that play one sentence after another, and measures
//! for each the time to the first audio and the share of turns in which the sound stopped.
//!
//! `cargo bench --bench serve -- replies` measures the time to the first audio of a reply cut into messages in
//! different ways, from the message that completes its first sentence.
//!
//! `cargo bench --bench serve -- cache` measures the time to the first audio of clips and turns without a cache, and of
//! phrases that it has in memory and on disk.

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
    use vaak::serve::{Cache, Limits};

    use super::server::running::Folder;
    use super::server::talk::{Said, Talk};
    use super::server::{Client, KEY, caching, start};

    const SENTENCES: [&str; 4] = [
        "आपका ऑर्डर कल सुबह पहुँच जाएगा।",
        "Your train leaves at half past eight.",
        "உங்கள் பணம் வந்து சேர்ந்தது.",
        "ধন্যবাদ, আবার দেখা হবে।",
    ];
    const TIMES: usize = 200;
    const OTHERS: usize = 8;
    /// Numbers of simultaneous conversations.
    const STREAMS: [usize; 6] = [8, 16, 32, 64, 100, 150];
    /// How long they speak.
    const LISTENING: Duration = Duration::from_secs(20);
    /// Bytes of audio per second.
    const RATE: f64 = 48_000.0;

    pub fn run() {
        let limits = Limits {
            requests: u32::MAX,
            connections: 2 * STREAMS[STREAMS.len() - 1],
            waiting: 2 * STREAMS[STREAMS.len() - 1],
            ..Limits::default()
        };
        let server = start(limits);
        let address = server.address();
        if std::env::args().any(|arg| arg == "replies") {
            return replies(address);
        }
        if std::env::args().any(|arg| arg == "cache") {
            return cache(address);
        }
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
        let threads = thread::available_parallelism().map_or(0, usize::from);
        println!("\nconversations that play what they hear, {threads} cores:");
        for count in STREAMS {
            streams(address, count);
        }
    }

    /// Measures the first audio of the same sentences again and again.
    fn cache(without: SocketAddr) {
        let folder = Folder::new("bench-cache");
        let limits = || Limits {
            requests: u32::MAX,
            ..Limits::default()
        };
        let on_disk = Cache {
            // Room for one of the sentences: each other comes from disk.
            memory: 150_000,
            folder: Some(folder.0.clone()),
            disk: 64 << 20,
        };
        let in_memory = Cache {
            memory: 64 << 20,
            ..Cache::default()
        };
        let servers = [caching(in_memory, limits()), caching(on_disk, limits())];
        let [memory, disk] = servers.each_ref().map(|server| server.address());
        for (from, address) in [("made", without), ("memory", memory), ("disk", disk)] {
            let mut client = Client::new(address);
            let mut talk = Talk::started(address);
            for i in 0..SENTENCES.len() {
                clip(&mut client, i);
                turn(&mut talk, usize::MAX - i);
            }
            // What was made is written.
            thread::sleep(Duration::from_millis(500));
            report(&format!("first audio, HTTP, {from}"), |i| {
                clip(&mut client, i)
            });
            report(&format!("first audio, turn, {from}"), |i| {
                turn(&mut talk, i)
            });
            let metrics = client.get("/metrics").body;
            let metrics = String::from_utf8_lossy(&metrics).into_owned();
            let counts = metrics
                .lines()
                .filter(|line| line.starts_with("vaak_cache_"));
            println!("  {}", counts.collect::<Vec<_>>().join(", "));
        }
    }

    /// Replies, sentence by sentence.
    const REPLIES: [(&str, [&str; 3]); 3] = [
        (
            "English",
            [
                "Your order is ready.",
                "It will arrive today.",
                "Please pay 500.",
            ],
        ),
        (
            "Hindi",
            ["आपका ऑर्डर तैयार है।", "वह आज पहुँच जाएगा।", "कृपया 500 दीजिए।"],
        ),
        (
            "Tamil",
            ["உங்கள் ஆர்டர் தயார்.", "இன்று வந்து சேரும்.", "500 கொடுங்கள்."],
        ),
    ];
    /// Time between two messages of words or parts of words.
    const PACE: Duration = Duration::from_millis(20);
    /// Time between two messages of sentences.
    const SENTENCE_PACE: Duration = Duration::from_millis(300);
    const REPLY_TIMES: usize = 20;

    /// A way to cut a reply: its name, its messages, the time between them, and the index of the one that completes the
    /// first sentence.
    type Cut = (&'static str, Vec<String>, Duration, usize);

    fn cuts(sentences: &[&str; 3]) -> Vec<Cut> {
        let whole = sentences.join(" ");
        let words: Vec<String> = whole.split_inclusive(' ').map(str::to_owned).collect();
        let mut tokens: Vec<String> = Vec::new();
        for word in whole.split(' ') {
            let end = word.trim_end_matches(['.', '।']);
            let space = if tokens.is_empty() { "" } else { " " };
            tokens.push(format!("{space}{end}"));
            tokens.extend((end != word).then(|| word[end.len()..].to_owned()));
        }
        let ends = |parts: &[String]| parts.iter().position(|part| part.contains(['.', '।']));
        let (word, token) = (ends(&words).unwrap_or(0), ends(&tokens).unwrap_or(0));
        let alone = sentences.map(str::to_owned).to_vec();
        let spaced = sentences.map(|s| format!("{s} ")).to_vec();
        vec![
            ("whole", vec![whole], PACE, 0),
            ("sentences", alone, SENTENCE_PACE, 0),
            ("sentences with spaces", spaced, SENTENCE_PACE, 0),
            ("words", words, PACE, word),
            ("tokens", tokens, PACE, token),
        ]
    }

    /// Measures the time to the first audio for each way to cut a reply.
    fn replies(address: SocketAddr) {
        for (language, sentences) in REPLIES {
            for (cut, messages, pace, completes) in cuts(&sentences) {
                let mut times: Vec<Duration> = (0..REPLY_TIMES)
                    .map(|_| reply(address, &messages, pace, completes))
                    .collect();
                times.sort();
                println!(
                    "{language}, {cut}: median {:.1} ms, worst {:.1} ms of {REPLY_TIMES}",
                    times[REPLY_TIMES / 2].as_secs_f64() * 1e3,
                    times[REPLY_TIMES - 1].as_secs_f64() * 1e3,
                );
            }
        }
    }

    /// Returns the time from the message that completes the first sentence to the first audio.
    fn reply(
        address: SocketAddr,
        messages: &[String],
        pace: Duration,
        completes: usize,
    ) -> Duration {
        let mut talk = Talk::started(address);
        let socket = talk.0.get_mut().try_clone();
        let heard = thread::scope(|scope| {
            let (told, asked) = std::sync::mpsc::channel();
            let sending = scope.spawn(move || {
                // The listener reads the same socket at the same time.
                let Ok(stream) = socket else { return };
                let role = tungstenite::protocol::Role::Client;
                let mut sender = tungstenite::WebSocket::from_raw_socket(stream, role, None);
                for (at, text) in messages.iter().enumerate() {
                    let message = json!({"type": "text", "context_id": "reply", "text": text});
                    let sent = sender.send(tungstenite::Message::text(message.to_string()));
                    if at == completes {
                        let _ = told.send(Instant::now());
                    }
                    if sent.is_err() {
                        return;
                    }
                    thread::sleep(pace);
                }
            });
            talk.next("audio");
            let heard = Instant::now();
            let asked = asked.recv().unwrap_or(heard);
            let _ = sending.join();
            heard.saturating_duration_since(asked)
        });
        talk.say(json!({"type": "cancel"}));
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "cancelled") {}
        heard
    }

    /// What a listener noticed of a turn.
    struct Heard {
        /// The time from the text to the first audio; `None` if the turn was rejected.
        first: Option<Duration>,
        /// Whether the sound stopped because audio came too late.
        stopped: bool,
    }

    fn streams(address: SocketAddr, count: usize) {
        let turns: Vec<Heard> = thread::scope(|scope| {
            let listeners: Vec<_> = (0..count)
                .map(|i| scope.spawn(move || listen(address, i)))
                .collect();
            let heard = listeners.into_iter().filter_map(|l| l.join().ok());
            heard.flatten().collect()
        });
        let mut first: Vec<Duration> = turns.iter().filter_map(|turn| turn.first).collect();
        first.sort();
        let refused = turns.len() - first.len();
        let stopped = turns.iter().filter(|turn| turn.stopped).count();
        let millis = |at: usize| first.get(at).map_or(f64::NAN, |t| t.as_secs_f64() * 1e3);
        println!(
            "{count}: {} turns, first audio median {:.1} ms, 95th percentile {:.1} ms, refused {refused}, sound stopped in {stopped}",
            turns.len(),
            millis(first.len() / 2),
            millis(first.len() * 95 / 100),
        );
    }

    /// Listens to one sentence after another, each sent when the last one has been played.
    fn listen(address: SocketAddr, index: usize) -> Vec<Heard> {
        // Conversations do not all begin at once.
        thread::sleep(Duration::from_millis(37 * index as u64 % 2_000));
        let mut talk = Talk::new(address);
        talk.say(json!({"type": "start", "v2": true, "binary": true}));
        talk.next("metadata");
        let begun = Instant::now();
        let mut turns = Vec::new();
        while begun.elapsed() < LISTENING {
            let sentence = SENTENCES[(index + turns.len()) % SENTENCES.len()];
            talk.text(&turns.len().to_string(), sentence, false);
            let asked = Instant::now();
            let mut playing: Option<Instant> = None;
            let mut heard = Heard {
                first: None,
                stopped: false,
            };
            let mut seconds = 0.0;
            loop {
                match talk.hear() {
                    Said::Audio(pcm) => {
                        let playing = *playing.get_or_insert_with(Instant::now);
                        heard.first.get_or_insert(playing - asked);
                        heard.stopped |= playing.elapsed().as_secs_f64() > seconds && seconds > 0.0;
                        seconds += pcm.len() as f64 / RATE;
                    }
                    Said::Json(m) if m["type"] == "end" || m["type"] == "error" => break,
                    Said::Json(_) => {}
                    Said::Closed(_) => {
                        turns.push(heard);
                        return turns;
                    }
                }
            }
            turns.push(heard);
            let played = playing.unwrap_or(asked) + Duration::from_secs_f64(seconds);
            thread::sleep(played.saturating_duration_since(Instant::now()));
        }
        turns
    }

    fn report(what: &str, mut measure: impl FnMut(usize) -> Duration) {
        let mut times: Vec<Duration> = (0..TIMES).map(&mut measure).collect();
        times.sort();
        let millis = |at: usize| times[at].as_secs_f64() * 1e3;
        println!(
            "{what}: median {:.3} ms, 95th percentile {:.3} ms, worst {:.2} ms of {TIMES}",
            millis(TIMES / 2),
            millis(TIMES * 95 / 100),
            millis(TIMES - 1),
        );
    }

    /// Returns the time from the last byte of the request to the first byte of PCM.
    fn clip(client: &mut Client, i: usize) -> Duration {
        let body = json!({"text": SENTENCES[i % SENTENCES.len()]}).to_string();
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
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

    /// Returns the time from the cancellation of a speaking turn to its answer.
    fn cancel(talk: &mut Talk, i: usize) -> Duration {
        let context = format!("cancelled {i}");
        talk.text(&context, &SENTENCES.join(" ").repeat(40), false);
        talk.next("audio");
        talk.say(json!({"type": "cancel", "context_id": context}));
        let begun = Instant::now();
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "cancelled") {}
        begun.elapsed()
    }

    /// Speaks until told to stop. Returns the speed in multiples of real time.
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
                    return bytes as f64 / RATE / begun.elapsed().as_secs_f64();
                }
            }
        }
        0.0
    }
}
