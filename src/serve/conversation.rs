//! A conversation: its messages, and its turns, spoken in the order in which they were opened.
//!
//! One thread hears the client, another speaks. Where both the line and the board are held, the line is taken first.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde_json::{Map, Value, json};
use tungstenite::protocol::frame::coding::CloseCode;

use super::fields::{Fields, Wanted};
use super::refusal::Refusal;
use super::websocket::{Held, Line};
use super::{Service, random_id};
use crate::engine;
use crate::voice::SAMPLE_RATE;

/// Characters of a turn's name.
const CONTEXT: std::ops::RangeInclusive<usize> = 1..=128;
/// What a client may say.
const TYPES: [&str; 7] = [
    "start", "text", "cancel", "clear", "ping", "config", "flush",
];

/// One client, from its upgrade to its end.
#[derive(Debug)]
pub struct Conversation {
    service: Arc<Service>,
    line: Arc<Line>,
    session: String,
    board: Mutex<Board>,
    changed: Condvar,
}

/// What has been said, and is to be spoken.
#[derive(Debug, Default)]
struct Board {
    protocol: Option<Protocol>,
    /// As the last accepted `start` or `config` says.
    wanted: Option<Wanted>,
    /// Audio comes in binary frames.
    binary: bool,
    turns: VecDeque<Turn>,
    /// Hashes of the names that have been used.
    used: HashSet<u64>,
    hasher: RandomState,
    over: bool,
}

/// Which of its two forms the client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// `start`, and turns with names.
    Named,
    /// `config`, and one turn after another.
    Older,
}

/// A turn that has not ended.
#[derive(Debug)]
struct Turn {
    progress: Arc<Progress>,
    wanted: Wanted,
    /// Not yet taken by the speaker.
    text: String,
    /// Characters received.
    length: usize,
    /// No more text comes.
    closed: bool,
    /// When text came last.
    heard: Instant,
    flushed: bool,
}

/// How far a turn is; seen by both threads.
#[derive(Debug)]
struct Progress {
    context: String,
    request: String,
    protocol: Protocol,
    binary: bool,
    opened: Instant,
    cancelled: AtomicBool,
    samples: AtomicU64,
    chunks: AtomicU64,
    first: OnceLock<Duration>,
}

/// What the speaker does next.
struct Work {
    progress: Arc<Progress>,
    wanted: Wanted,
    text: String,
    closes: bool,
    flushes: bool,
}

impl Conversation {
    pub fn new(service: Arc<Service>, line: Arc<Line>, session: String) -> Self {
        Self {
            service,
            line,
            session,
            board: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Acts on a message of the client.
    pub fn hear(&self, message: &[u8]) {
        let fields = match Fields::parse(message) {
            Ok(fields) => fields,
            Err(refusal) => return self.refuse(&refusal, None),
        };
        let context = fields.get("context_id").and_then(Value::as_str);
        let outcome = match fields.get("type").and_then(Value::as_str) {
            Some("start") => self.start(&fields),
            Some("config") => self.config(&fields),
            Some("text") => self.text(&fields),
            Some("flush") => self.flush(),
            Some("cancel" | "clear") => {
                self.cancel(context);
                Ok(())
            }
            Some("ping") => {
                self.line.hold().json(&json!({"type": "pong"}));
                Ok(())
            }
            kind => {
                let message = format!("a message has a type: {}", TYPES.join(", "));
                Err(Refusal::new(400, "unknown_type", message)
                    .with("received", kind)
                    .with("available", TYPES.to_vec()))
            }
        };
        if let Err(refusal) = outcome {
            self.refuse(&refusal, context);
        }
    }

    /// Says what is wrong; a turn that takes text, and that it is about, ends.
    pub fn refuse(&self, refusal: &Refusal, context: Option<&str>) {
        let mut line = self.line.hold();
        self.say_refusal(&mut line, refusal, context);
        if let Some(context) = context {
            self.end_turns(&mut line, |turn| {
                !turn.closed && turn.progress.context == context
            });
        }
    }

    /// Ends it: nothing more is spoken.
    pub fn end(&self) {
        let mut board = self.board();
        board.over = true;
        for turn in &board.turns {
            turn.progress.cancelled.store(true, Ordering::Relaxed);
        }
        board.turns.clear();
        self.changed.notify_all();
    }

    /// Whether no turn is open.
    pub fn is_idle(&self) -> bool {
        self.board().turns.is_empty()
    }

    /// Closes it if nothing is open: the service ends.
    pub fn leave_if_idle(&self) {
        let mut line = self.line.hold();
        if self.is_idle() {
            line.close(CloseCode::Away, "the service is shutting down");
        }
    }

    /// Cancels what is open, and closes it.
    pub fn leave(&self) {
        self.cancel(None);
        self.leave_if_idle();
    }

    fn start(&self, fields: &Fields) -> Result<(), Refusal> {
        self.choose(Protocol::Named)?;
        if fields.boolean("v2")? != Some(true) {
            return Err(Refusal::invalid_field("v2", "true"));
        }
        let wanted = fields.wanted(&self.service.engine)?;
        let binary = fields.boolean("binary")?.unwrap_or(false);
        let engine = &self.service.engine;
        let settings = &wanted.settings;
        let voice = settings.voice.as_ref().or(engine.voices().first());
        let mut metadata = json!({
            "type": "metadata",
            "session_id": self.session,
            "sample_rate": wanted.format.rate(),
            "channels": 1,
            "encoding": wanted.format.encoding(),
            "model": settings.model.as_deref().unwrap_or(engine.model()),
            "voice": voice,
        });
        if let Some(language) = settings.language {
            metadata["language"] = json!(language.code());
        }
        self.settle(wanted, binary)?;
        self.line.hold().json(&metadata);
        Ok(())
    }

    fn config(&self, fields: &Fields) -> Result<(), Refusal> {
        self.choose(Protocol::Older)?;
        let wanted = fields.wanted(&self.service.engine)?;
        self.settle(wanted, true)
    }

    /// The first message says which form is spoken.
    fn choose(&self, protocol: Protocol) -> Result<(), Refusal> {
        match *self.board().protocol.get_or_insert(protocol) {
            chosen if chosen == protocol => Ok(()),
            _ => Err(Refusal::new(
                400,
                "invalid_state",
                "this connection speaks the other form of the protocol",
            )),
        }
    }

    /// Settings hold from the next turn on, and change only between turns.
    fn settle(&self, wanted: Wanted, binary: bool) -> Result<(), Refusal> {
        let mut board = self.board();
        if !board.turns.is_empty() {
            let message = "settings change between turns only: one is open";
            return Err(Refusal::new(400, "invalid_state", message));
        }
        board.wanted = Some(wanted);
        board.binary = binary;
        Ok(())
    }

    fn text(&self, fields: &Fields) -> Result<(), Refusal> {
        let text = fields.string("text")?.unwrap_or_default();
        let protocol = *self.board().protocol.get_or_insert(Protocol::Older);
        match protocol {
            Protocol::Older => self.push(None, text, fields.boolean("flush")? == Some(true), None),
            Protocol::Named => {
                let must = "a string of 1 to 128 characters";
                let context = fields
                    .string("context_id")?
                    .filter(|context| CONTEXT.contains(&context.chars().count()))
                    .ok_or_else(|| Refusal::invalid_field("context_id", must))?;
                let closes = fields.boolean("continue")? == Some(false);
                self.push(Some(context), text, closes, fields.speed()?)
            }
        }
    }

    fn flush(&self) -> Result<(), Refusal> {
        self.choose(Protocol::Older)?;
        self.push(None, "", true, None)
    }

    /// Takes text for a turn, which it opens at its first use. Without a context it is the turn that is open.
    fn push(
        &self,
        context: Option<&str>,
        text: &str,
        closes: bool,
        speed: Option<f32>,
    ) -> Result<(), Refusal> {
        let limits = &self.service.limits;
        let length = text.chars().count();
        let mut board = self.board();
        let queued: usize = board.turns.iter().map(|turn| turn.length).sum();
        if queued + length > limits.queued_text {
            return Err(Refusal::text_too_long(
                limits.queued_text,
                "characters waiting",
            ));
        }
        let open = board.turns.iter().position(|turn| {
            !turn.closed
                && !turn.progress.is_cancelled()
                && context.is_none_or(|context| turn.progress.context == context)
        });
        let index = match open {
            Some(index) => index,
            None => {
                let turn = self.open(&mut board, context, speed)?;
                board.turns.push_back(turn);
                board.turns.len() - 1
            }
        };
        let turn = &mut board.turns[index];
        if turn.length + length > limits.text {
            return Err(Refusal::text_too_long(limits.text, "characters a turn"));
        }
        turn.length += length;
        turn.text.push_str(text);
        turn.closed = closes;
        turn.heard = Instant::now();
        turn.flushed = false;
        self.changed.notify_all();
        Ok(())
    }

    fn open(
        &self,
        board: &mut Board,
        context: Option<&str>,
        speed: Option<f32>,
    ) -> Result<Turn, Refusal> {
        let limits = &self.service.limits;
        if self.service.is_draining() {
            return Err(Refusal::shutting_down());
        }
        let mut wanted = match (&board.wanted, board.protocol) {
            (Some(wanted), _) => wanted.clone(),
            (None, Some(Protocol::Named)) => {
                let message = "a start that is accepted comes before any text";
                return Err(Refusal::new(400, "invalid_state", message));
            }
            (None, _) => Fields::default().wanted(&self.service.engine)?,
        };
        wanted.settings.speed = speed.unwrap_or(wanted.settings.speed);
        if board.turns.len() >= limits.turns {
            let limit = limits.turns;
            let message = format!("too many turns are open: the limit is {limit}");
            return Err(Refusal::new(429, "too_many_turns", message).with("limit", limit));
        }
        let request = random_id().map_err(|_| Refusal::internal())?;
        if let Some(context) = context {
            if board.used.len() >= limits.contexts {
                let message = "this connection has had its number of turns: open another";
                return Err(
                    Refusal::new(429, "too_many_turns", message).with("limit", limits.contexts)
                );
            }
            let hash = board.hasher.hash_one(context);
            if !board.used.insert(hash) {
                let message = "a context_id is used once: this turn takes no more text";
                return Err(Refusal::new(400, "context_used", message));
            }
        }
        let now = Instant::now();
        Ok(Turn {
            progress: Arc::new(Progress {
                context: context.unwrap_or(&request).to_owned(),
                request,
                protocol: board.protocol.unwrap_or(Protocol::Older),
                binary: board.binary || board.protocol != Some(Protocol::Named),
                opened: now,
                cancelled: AtomicBool::new(false),
                samples: AtomicU64::new(0),
                chunks: AtomicU64::new(0),
                first: OnceLock::new(),
            }),
            wanted,
            text: String::new(),
            length: 0,
            closed: false,
            heard: now,
            flushed: false,
        })
    }

    /// Barge-in: ends one turn, or all. The speaker learns it before the line is free for us, so that no audio follows.
    fn cancel(&self, context: Option<&str>) {
        let meant = |turn: &Turn| context.is_none_or(|context| turn.progress.context == context);
        for turn in self.board().turns.iter().filter(|turn| meant(turn)) {
            turn.progress.cancelled.store(true, Ordering::Relaxed);
        }
        self.end_turns(&mut self.line.hold(), meant);
    }

    /// Removes turns, and says of each that it is cancelled.
    fn end_turns(&self, line: &mut Held<'_>, which: impl Fn(&Turn) -> bool) {
        let mut board = self.board();
        let (ended, kept): (Vec<Turn>, Vec<Turn>) = board.turns.drain(..).partition(which);
        board.turns.extend(kept);
        for turn in &ended {
            turn.progress.cancelled.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
        drop(board);
        for turn in ended {
            let progress = &turn.progress;
            line.json(&match progress.protocol {
                Protocol::Older => json!({"type": "cancelled", "request_id": progress.request}),
                Protocol::Named => json!({
                    "type": "cancelled",
                    "context_id": progress.context,
                    "audio_ms": progress.audio_ms(),
                }),
            });
        }
    }

    /// Speaks turn after turn until the conversation is over.
    pub fn speak(&self) {
        let mut speaking: Option<(Arc<Progress>, engine::Turn)> = None;
        while let Some(work) = self.work() {
            if !matches!(&speaking, Some((progress, _)) if Arc::ptr_eq(progress, &work.progress)) {
                speaking = None;
            }
            match self.carry_out(&work, &mut speaking) {
                Ok(false) => {}
                Ok(true) => self.finish(&work.progress),
                Err(refusal) => {
                    let mut line = self.line.hold();
                    if !work.progress.is_cancelled() {
                        let context = match work.progress.protocol {
                            Protocol::Named => Some(work.progress.context.as_str()),
                            Protocol::Older => None,
                        };
                        self.say_refusal(&mut line, &refusal, context);
                        self.end_turns(&mut line, |turn| {
                            Arc::ptr_eq(&turn.progress, &work.progress)
                        });
                    }
                }
            }
        }
    }

    /// Waits until the first turn has something to speak; `None` at the end.
    fn work(&self) -> Option<Work> {
        let mut board = self.board();
        loop {
            if board.over {
                return None;
            }
            let mut wait = None;
            if let Some(turn) = board.turns.front_mut()
                && !turn.progress.is_cancelled()
            {
                let silence = turn.heard.elapsed();
                let flushes = !turn.flushed && silence >= self.service.limits.flush;
                if !turn.text.is_empty() || turn.closed || flushes {
                    turn.flushed = flushes;
                    return Some(Work {
                        progress: Arc::clone(&turn.progress),
                        wanted: turn.wanted.clone(),
                        text: std::mem::take(&mut turn.text),
                        closes: turn.closed,
                        flushes,
                    });
                }
                if !turn.flushed {
                    wait = Some(self.service.limits.flush.saturating_sub(silence));
                }
            }
            board = match wait {
                None => {
                    let woken = self.changed.wait(board);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
                Some(wait) => {
                    let woken = self.changed.wait_timeout(board, wait);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Speaks what there is of a turn; whether that was all of it.
    fn carry_out(
        &self,
        work: &Work,
        speaking: &mut Option<(Arc<Progress>, engine::Turn)>,
    ) -> Result<bool, Refusal> {
        let service = &self.service;
        let _place = service.places.take(&service.limits)?;
        let (_, turn) = match speaking {
            Some(speaking) => speaking,
            None => {
                let turn = service.engine.turn(&work.wanted.settings)?;
                speaking.insert((Arc::clone(&work.progress), turn))
            }
        };
        turn.push(&work.text)?;
        if work.flushes {
            turn.flush();
        }
        if work.closes {
            turn.close();
        }
        let (format, progress) = (work.wanted.format, &work.progress);
        let mut bytes = Vec::new();
        while let Some(pcm) = turn.next_chunk()? {
            format.encode(pcm, &mut bytes);
            let mut line = self.line.hold();
            if progress.is_cancelled() {
                return Ok(false);
            }
            if progress.samples.load(Ordering::Relaxed) == 0 {
                bytes.splice(0..0, format.header());
            }
            progress.send(&mut line, &bytes);
            let samples = pcm.len() as u64;
            progress.samples.fetch_add(samples, Ordering::Relaxed);
        }
        Ok(turn.is_over())
    }

    /// The turn is complete.
    fn finish(&self, progress: &Arc<Progress>) {
        let mut line = self.line.hold();
        let mut board = self.board();
        if progress.is_cancelled() {
            return;
        }
        board
            .turns
            .retain(|turn| !Arc::ptr_eq(&turn.progress, progress));
        let leaves = self.service.is_draining() && board.turns.is_empty();
        drop(board);
        line.json(&match progress.protocol {
            Protocol::Older => json!({
                "type": "end",
                "request_id": progress.request,
                "session_id": self.session,
            }),
            Protocol::Named => json!({
                "type": "end",
                "context_id": progress.context,
                "session_id": self.session,
                "request_ids": [progress.request],
                "audio_ms": progress.audio_ms(),
                "first_audio_ms": progress.first.get().map_or(0, |first| first.as_millis() as u64),
            }),
        });
        if leaves {
            line.close(CloseCode::Away, "the service is shutting down");
        }
    }

    fn say_refusal(&self, line: &mut Held<'_>, refusal: &Refusal, context: Option<&str>) {
        let mut message = Map::new();
        message.insert("type".to_owned(), json!("error"));
        message.extend(refusal.body());
        message.insert("session_id".to_owned(), json!(self.session));
        if let Some(context) = context {
            message.insert("context_id".to_owned(), json!(context));
        }
        line.json(&Value::Object(message));
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// How much of it has been sent.
    fn audio_ms(&self) -> u64 {
        self.samples.load(Ordering::Relaxed) * 1_000 / u64::from(SAMPLE_RATE)
    }

    fn send(&self, line: &mut Held<'_>, bytes: &[u8]) {
        self.first.get_or_init(|| self.opened.elapsed());
        if self.protocol == Protocol::Named {
            let mut audio = json!({
                "type": "audio",
                "context_id": self.context,
                "request_id": self.request,
                "seq": self.chunks.fetch_add(1, Ordering::Relaxed),
            });
            if !self.binary {
                audio["audio"] = json!(BASE64.encode(bytes));
            }
            line.json(&audio);
        }
        if self.binary {
            line.binary(bytes);
        }
    }
}
