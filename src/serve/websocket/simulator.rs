//! Conversations without sockets and without threads: what clients send and what is spoken take turns, chunk by chunk, in any
//! order that a test asks for, the same each time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use data_encoding::BASE64;
use serde_json::Value;

use super::arrivals::Arrivals;
use super::outbox::Outbox;
use super::session::Session;
use super::synthesis::{self, Speaking};
use crate::engine::Engine;
use crate::serve::keys::KeyId;
use crate::serve::limits::Limits;
use crate::serve::log::{Log, Logger};
use crate::serve::shared::{Parts, Shared};
use crate::serve::socket::Wire;
use crate::voice::Options;
use crate::voice::fuzz::small;

/// What was sent, until the client is gone.
#[derive(Debug, Default)]
struct Recorder {
    sent: Mutex<Vec<u8>>,
    /// Writes that succeed; then the client is gone.
    writes: Mutex<Option<usize>>,
    /// The client has said what was not read.
    unread: AtomicBool,
}

impl Wire for Recorder {
    fn set_read_timeout(&self, _: Duration) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }

    fn has_more(&self) -> bool {
        self.unread.load(Ordering::SeqCst)
    }

    fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        let mut left = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(left) = &mut *left {
            *left = left.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        }
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.extend_from_slice(bytes);
        Ok(())
    }

    fn hurry(&self) {}

    fn shutdown(&self) -> io::Result<()> {
        Ok(())
    }
}

/// What a service of the small voice shares. Nothing in it happens by itself as time goes by.
pub fn service(limits: Limits) -> Arc<Shared> {
    let never = Duration::MAX;
    // Many chunks of little.
    let options = Options {
        chunk: 2,
        ..Options::default()
    };
    Arc::new(Shared::new(Parts {
        engine: Engine::with([small()], options).expect("the small voice is whole"),
        keys: None,
        tls: None,
        loudspeaker: None,
        limits: Limits {
            flush: never,
            sentence: never,
            turn_idle: never,
            total: never,
            requests: u32::MAX,
            ..limits
        },
        aliases: Vec::new(),
        voice_aliases: Default::default(),
        key_in_url: false,
        cors_origins: Vec::new(),
        log: Logger::start(Log::None).expect("no log has no thread"),
    }))
}

/// A conversation that goes on as it is told to.
pub struct Conversation {
    session: Arc<Session>,
    recorder: Arc<Recorder>,
    /// Borrowed while it speaks.
    speaking: RefCell<Option<Speaking>>,
}

impl Conversation {
    /// A new one, whose client takes so many frames and is gone then.
    pub fn new(shared: &Arc<Shared>, writes: Option<usize>) -> Self {
        let recorder = Arc::new(Recorder {
            writes: writes.into(),
            ..Recorder::default()
        });
        let outbox = Arc::new(Outbox::new(Arc::clone(&recorder) as Arc<dyn Wire>));
        let key = KeyId::default();
        let arrivals = Arc::new(Arrivals::new(Arc::clone(&recorder) as Arc<dyn Wire>, false));
        let id = "simulated".to_owned();
        let session = Session::new(Arc::clone(shared), outbox, arrivals, id, key);
        Self {
            session: Arc::new(session),
            recorder,
            speaking: RefCell::default(),
        }
    }

    /// The client says this.
    pub fn receive(&self, message: &[u8]) {
        self.session.receive(message);
    }

    /// Speaks what is ready, up to where text is needed, and calls `between` between two chunks. Returns whether anything was
    /// ready. While it speaks it does nothing when it is called again.
    pub fn speak(&self, between: &mut dyn FnMut()) -> bool {
        match self.speaking.try_borrow_mut() {
            Ok(mut speaking) => synthesis::run_once(&self.session, &mut speaking, between),
            Err(_) => false,
        }
    }

    /// Whether no turn is open.
    pub fn is_idle(&self) -> bool {
        self.session.is_idle()
    }

    /// The end of the conversation.
    pub fn end(&self) {
        self.session.end();
    }

    /// What the client was told of each turn so far. Panics where frames are not whole, or what is told of a turn contradicts
    /// what was told before.
    pub fn heard(&self) -> BTreeMap<String, Heard> {
        let sent = self.recorder.sent.lock();
        let sent = sent.unwrap_or_else(PoisonError::into_inner);
        let mut turns: BTreeMap<String, Heard> = BTreeMap::new();
        let mut binary = None;
        for (opcode, payload) in frames(&sent) {
            if opcode == 2 {
                let of: Option<String> = binary.take();
                let turn = of.map(|of| turns.entry(of).or_default());
                // In the older form audio has no name.
                turn.unwrap_or(&mut Heard::default()).take(payload);
                continue;
            }
            assert!(binary.is_none(), "audio was told and none came");
            if opcode != 1 {
                continue;
            }
            let event: Value = serde_json::from_slice(payload).expect("events are JSON");
            let kind = event["type"].as_str().expect("events have a type");
            let Some(context) = event["context_id"].as_str() else {
                continue;
            };
            let turn = turns.entry(context.to_owned()).or_default();
            match kind {
                "audio" => {
                    assert_eq!(event["seq"], turn.chunks, "{context}");
                    turn.chunks += 1;
                    match event["audio"].as_str() {
                        Some(audio) => {
                            let audio = BASE64.decode(audio.as_bytes());
                            turn.take(&audio.expect("audio is Base64"));
                        }
                        None => binary = Some(context.to_owned()),
                    }
                }
                "end" | "cancelled" => {
                    assert_eq!(turn.over, None, "{context} ends twice");
                    turn.over = Some(kind.to_owned());
                }
                "mark" => assert_eq!(turn.over, None, "{context} goes on after its end"),
                _ => {}
            }
        }
        turns
    }
}

/// What was heard of a turn.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// All its audio.
    pub audio: Vec<u8>,
    chunks: u64,
    /// `end` or `cancelled`, once told.
    pub over: Option<String>,
}

impl Heard {
    fn take(&mut self, audio: &[u8]) {
        assert_eq!(self.over, None, "audio after the end");
        self.audio.extend_from_slice(audio);
    }
}

/// The frames of a server: kind and contents.
fn frames(mut bytes: &[u8]) -> Vec<(u8, &[u8])> {
    let mut frames = Vec::new();
    while let [kind, length, rest @ ..] = bytes {
        let (length, rest) = match (*length, rest) {
            (126, [a, b, rest @ ..]) => (usize::from(u16::from_be_bytes([*a, *b])), rest),
            (127, rest) => {
                let (length, rest) = rest.split_first_chunk().expect("a frame has its length");
                (u64::from_be_bytes(*length) as usize, rest)
            }
            (length, rest) => (usize::from(length), rest),
        };
        assert!(kind & 0x80 != 0 && length <= rest.len(), "a frame is whole");
        let (payload, rest) = rest.split_at(length);
        frames.push((kind & 0x0f, payload));
        bytes = rest;
    }
    frames
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
    use serde_json::json;

    use super::*;
    use crate::engine::{Chunk, Settings};

    /// How often another order is tried.
    const ORDERS: u64 = 1_000;
    const TEXTS: [&str; 4] = [
        "Yes.",
        "Come in and sit down.",
        "वह घर गया। फिर सो गया।",
        "So long? We left.",
    ];

    /// What `vaak say` would write.
    fn spoken(engine: &Engine, text: &str) -> Vec<u8> {
        let mut turn = engine.turn(&Settings::default()).unwrap();
        turn.push(text).unwrap();
        turn.close();
        let mut audio = Vec::new();
        while let Chunk::Audio(samples) = turn.next_chunk().unwrap() {
            audio.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
        }
        audio
    }

    /// One client: what it still says, and what it is to hear of each turn, by the index of its text.
    struct Client {
        conversation: Conversation,
        says: RefCell<VecDeque<Value>>,
        turns: Vec<usize>,
        /// The turns that were cancelled, once that was said.
        cancelled: RefCell<Vec<bool>>,
    }

    impl Client {
        fn new(shared: &Arc<Shared>, random: &mut SmallRng, writes: Option<usize>) -> Self {
            let binary = random.random_bool(0.5);
            let mut says = VecDeque::from([
                json!({"type": "start", "v2": true, "binary": binary, "timestamps": random.random_bool(0.3)}),
            ]);
            let turns: Vec<usize> = (0..random.random_range(1..5))
                .map(|_| random.random_range(0..TEXTS.len()))
                .collect();
            for (number, text) in turns.iter().enumerate() {
                let context = number.to_string();
                let mut rest = TEXTS[*text];
                while !rest.is_empty() {
                    let cut = cut(rest, random.random_range(0..rest.len() + 8));
                    let (portion, more) = rest.split_at(cut);
                    rest = more;
                    says.push_back(json!({"type": "text", "context_id": context, "text": portion, "continue": !more.is_empty()}));
                    says.extend(Self::interjection(&context, random));
                }
            }
            Self {
                conversation: Conversation::new(shared, writes),
                says: says.into(),
                cancelled: vec![false; turns.len()].into(),
                turns,
            }
        }

        /// What else a client may say at any time.
        fn interjection(context: &str, random: &mut SmallRng) -> Option<Value> {
            match random.random_range(0..40) {
                0..3 => Some(json!({"type": "cancel", "context_id": context})),
                3 => Some(json!({"type": "cancel"})),
                4 => Some(json!({"type": "cancel", "context_id": "another"})),
                5 => Some(json!({"type": "ping"})),
                6 => Some(json!({"type": "start", "v2": true})),
                7 => Some(json!({"type": "nothing"})),
                8 => Some(json!([1, 2])),
                9 => Some(json!({"type": "flush"})),
                _ => None,
            }
        }

        /// Says what comes next.
        fn say(&self) -> bool {
            let Some(message) = self.says.borrow_mut().pop_front() else {
                return false;
            };
            if message["type"] == "cancel" {
                let of = message["context_id"].as_str();
                let mut cancelled = self.cancelled.borrow_mut();
                for (number, cancelled) in cancelled.iter_mut().enumerate() {
                    *cancelled |= of.is_none_or(|of| of == number.to_string());
                }
            }
            self.conversation.receive(message.to_string().as_bytes());
            true
        }
    }

    /// A place inside a word at or before `at`, where a cut tells nothing of sentences; the end where there is none.
    fn cut(text: &str, at: usize) -> usize {
        let inside = |place: &usize| {
            let after = text[*place..].chars().next();
            let before = text[..*place].chars().next_back();
            [before, after]
                .iter()
                .all(|c| c.is_some_and(char::is_alphanumeric))
        };
        let places = text.char_indices().map(|(place, _)| place);
        places
            .filter(|place| *place <= at)
            .rfind(inside)
            .unwrap_or(text.len())
    }

    /// One thing happens: a client says something, or something is spoken, between whose chunks other things happen.
    fn happens(clients: &[Client], random: &RefCell<SmallRng>) -> bool {
        let (start, says) = {
            let mut random = random.borrow_mut();
            (
                random.random_range(0..clients.len()),
                random.random_bool(0.6),
            )
        };
        // From one of them on, the first that can.
        let mut clients_on = clients[start..].iter().chain(&clients[..start]);
        clients_on.any(|client| {
            let mut between = || {
                while random.borrow_mut().random_bool(0.3) {
                    happens(clients, random);
                }
            };
            match says {
                true => client.say() || client.conversation.speak(&mut between),
                false => client.conversation.speak(&mut between) || client.say(),
            }
        })
    }

    fn meeting(shared: &Arc<Shared>, random: &mut SmallRng, gone: bool) -> Vec<Client> {
        (0..random.random_range(1..4))
            .map(|_| {
                let writes = gone.then(|| random.random_range(0..30));
                Client::new(shared, random, writes)
            })
            .collect()
    }

    /// Whatever comes in whatever order: what was acknowledged and not cancelled is spoken whole, byte by byte as it is alone, and
    /// what is cancelled is not heard any more.
    #[test]
    fn in_every_order_nothing_is_lost_and_nothing_cancelled_is_heard() {
        let shared = service(Limits::default());
        let spoken = TEXTS.map(|text| spoken(&shared.engine(), text));
        let (mut ended, mut cut_off) = (0, 0);
        for seed in 0..ORDERS {
            let mut random = SmallRng::seed_from_u64(seed);
            let clients = meeting(&shared, &mut random, false);
            let random = RefCell::new(random);
            while happens(&clients, &random) {}
            for client in &clients {
                assert!(client.conversation.is_idle(), "seed {seed}");
                let heard = client.conversation.heard();
                for (number, text) in client.turns.iter().enumerate() {
                    let cancelled = client.cancelled.borrow()[number];
                    let Some(turn) = heard.get(&number.to_string()) else {
                        panic!("seed {seed}: nothing was told of a turn");
                    };
                    match turn.over.as_deref() {
                        Some("end") => {
                            ended += 1;
                            assert!(turn.audio == spoken[*text], "seed {seed}: other audio");
                        }
                        Some("cancelled") if cancelled => {
                            cut_off += usize::from(!turn.audio.is_empty());
                            assert!(spoken[*text].starts_with(&turn.audio), "seed {seed}");
                        }
                        over => panic!("seed {seed}: a turn ends with {over:?}"),
                    }
                }
            }
        }
        println!(
            "{ORDERS} orders: {ended} turns spoken whole, {cut_off} cut off while they were heard"
        );
        assert!(ended > 1_000 && cut_off > 50, "{ended}, {cut_off}");
    }

    /// The clocks of a sentence and of a clause are over at once, and the rest of a number lies unread.
    #[test]
    fn a_clock_decides_nothing_while_more_lies_unread() {
        let mut shared = service(Limits::default());
        let limits = &mut Arc::get_mut(&mut shared).unwrap().limits;
        (limits.sentence, limits.flush) = (Duration::ZERO, Duration::ZERO);
        let conversation = Conversation::new(&shared, None);
        let say = |text: &str, more: bool| {
            let message =
                json!({"type": "text", "context_id": "1", "text": text, "continue": more});
            conversation.receive(message.to_string().as_bytes());
        };
        conversation.receive(json!({"type": "start", "v2": true}).to_string().as_bytes());
        conversation.recorder.unread.store(true, Ordering::SeqCst);
        for token in ["It", " is", " 3."] {
            say(token, true);
            while conversation.speak(&mut || {}) {}
        }
        say("50 kg", false);
        while conversation.speak(&mut || {}) {}
        let whole = spoken(&shared.engine(), "It is 3.50 kg");
        assert!(conversation.heard()["1"].audio == whole);
    }

    /// A client that goes away at any frame, or a conversation that ends at any time, leaves nothing behind.
    #[test]
    fn whenever_a_client_goes_nothing_is_left() {
        let shared = service(Limits::default());
        for seed in 0..ORDERS / 4 {
            let mut random = SmallRng::seed_from_u64(seed);
            let clients = meeting(&shared, &mut random, true);
            let steps = random.random_range(0..40);
            let random = RefCell::new(random);
            for _ in 0..steps {
                happens(&clients, &random);
            }
            for client in &clients {
                client.conversation.heard();
                client.conversation.end();
                assert!(client.conversation.is_idle());
            }
            drop(clients);
            assert_eq!(shared.slots.counts(), (0, 0), "seed {seed}");
        }
    }
}
