//! A conversation: its messages, and its turns, spoken in the order in which they were opened.
//!
//! One thread hears the client, another speaks. Where both the line and the board are held, the line is taken first.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value, json};
use tungstenite::protocol::frame::coding::CloseCode;

use super::turn::Turn;
use super::{Held, Line};
use crate::serve::error::Refusal;
use crate::serve::keys::KeyId;
use crate::serve::params::{Fields, Wanted};
use crate::serve::{Service, random_id};

/// Characters of a turn's name.
const CONTEXT: std::ops::RangeInclusive<usize> = 1..=128;
/// What a client may say.
const TYPES: [&str; 7] = [
    "start", "text", "cancel", "clear", "ping", "config", "flush",
];

/// One client, from its upgrade to its end.
#[derive(Debug)]
pub struct Conversation {
    pub(super) service: Arc<Service>,
    pub(super) line: Arc<Line>,
    pub(super) session: String,
    key: KeyId,
    board: Mutex<Board>,
    pub(super) changed: Condvar,
}

/// What has been said, and is to be spoken.
#[derive(Debug, Default)]
pub struct Board {
    protocol: Option<Protocol>,
    /// As the last accepted `start` or `config` says.
    wanted: Option<Wanted>,
    extras: Extras,
    pub(super) turns: VecDeque<Turn>,
    /// How many have been opened.
    opened: u64,
    /// Hashes of the names that have been used.
    used: HashSet<u64>,
    hasher: RandomState,
    pub(super) over: bool,
}

/// Which of its two forms the client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `start`, and turns with names.
    Named,
    /// `config`, and one turn after another.
    Older,
}

/// What a `start` may ask for beside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Audio comes in binary frames.
    pub(super) binary: bool,
    /// Each word's place in the audio is told.
    pub(super) timestamps: bool,
}

impl Board {
    /// The turn that takes text. Without a context it is the first that does.
    fn open(&self, context: Option<&str>) -> Option<usize> {
        self.turns.iter().position(|turn| {
            turn.is_open() && context.is_none_or(|context| turn.progress.context == context)
        })
    }

    /// Takes a name for a turn at its first use, whatever becomes of the turn.
    fn name(&mut self, context: &str, limit: usize) -> Result<(), Refusal> {
        let hash = self.hasher.hash_one(context);
        if self.used.contains(&hash) {
            if self.open(Some(context)).is_some() {
                return Ok(());
            }
            let message = "a context_id is used once: this turn takes no more text";
            return Err(Refusal::new(400, "context_used", message));
        }
        if self.used.len() >= limit {
            let message = "this connection has had its number of turns: open another";
            return Err(Refusal::new(429, "too_many_turns", message).with("limit", limit));
        }
        self.used.insert(hash);
        Ok(())
    }
}

impl Conversation {
    /// With a client that has been let in with a key.
    pub fn new(service: Arc<Service>, line: Arc<Line>, session: String, key: KeyId) -> Self {
        Self {
            service,
            line,
            session,
            key,
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
            // A name of another type is no wish to cancel all.
            Some("cancel" | "clear") => fields.string("context_id").map(|turn| self.cancel(turn)),
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
                turn.is_open() && turn.progress.context == context
            });
        }
    }

    /// Ends it: nothing more is spoken.
    pub fn end(&self) {
        let mut board = self.board();
        board.over = true;
        for turn in &board.turns {
            turn.progress.cancel();
        }
        board.turns.clear();
        self.changed.notify_all();
    }

    /// How many turns there have been.
    pub fn turns(&self) -> u64 {
        self.board().opened
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
        let wanted = fields.wanted(&self.service)?;
        let extras = Extras {
            binary: fields.boolean("binary")?.unwrap_or(false),
            timestamps: fields.boolean("timestamps")?.unwrap_or(false),
        };
        let engine = self.service.engine();
        let (model, voice) = engine.choice(&wanted.settings)?;
        let mut metadata = json!({
            "type": "metadata",
            "session_id": self.session,
            "sample_rate": wanted.format.rate(),
            "channels": 1,
            "encoding": wanted.format.encoding(),
            "model": model,
            "voice": voice,
        });
        if let Some(language) = wanted.settings.language {
            metadata["language"] = json!(language.code());
        }
        self.settle(wanted, extras)?;
        self.line.hold().json(&metadata);
        Ok(())
    }

    fn config(&self, fields: &Fields) -> Result<(), Refusal> {
        self.choose(Protocol::Older)?;
        let wanted = fields.wanted(&self.service)?;
        self.settle(wanted, Extras::default())
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
    fn settle(&self, wanted: Wanted, extras: Extras) -> Result<(), Refusal> {
        let mut board = self.board();
        if !board.turns.is_empty() {
            let message = "settings change between turns only: one is open";
            return Err(Refusal::new(400, "invalid_state", message));
        }
        board.wanted = Some(wanted);
        board.extras = extras;
        Ok(())
    }

    fn text(&self, fields: &Fields) -> Result<(), Refusal> {
        let mut board = self.board();
        match *board.protocol.get_or_insert(Protocol::Older) {
            Protocol::Older => {
                let text = fields.string("text")?.unwrap_or_default();
                let closes = fields.boolean("flush")? == Some(true);
                self.push(&mut board, None, text, closes, None)
            }
            Protocol::Named => {
                let must = "a string of 1 to 128 characters";
                let context = fields
                    .string("context_id")?
                    .filter(|context| CONTEXT.contains(&context.chars().count()))
                    .ok_or_else(|| Refusal::invalid_field("context_id", must))?;
                // Before anything else may be refused: what follows a lost beginning could say the contrary.
                board.name(context, self.service.limits.contexts)?;
                let text = fields.string("text")?.unwrap_or_default();
                let closes = fields.boolean("continue")? == Some(false);
                self.push(&mut board, Some(context), text, closes, fields.speed()?)
            }
        }
    }

    fn flush(&self) -> Result<(), Refusal> {
        self.choose(Protocol::Older)?;
        self.push(&mut self.board(), None, "", true, None)
    }

    /// Takes text for a turn, which it opens at its first use. Without a context it is the turn that is open.
    fn push(
        &self,
        board: &mut Board,
        context: Option<&str>,
        text: &str,
        closes: bool,
        speed: Option<f32>,
    ) -> Result<(), Refusal> {
        let limits = &self.service.limits;
        let length = text.chars().count();
        let queued: usize = board.turns.iter().map(|turn| turn.length).sum();
        if queued + length > limits.queued_text {
            return Err(Refusal::text_too_long(
                limits.queued_text,
                "characters waiting",
            ));
        }
        let open = board.open(context);
        let before = open.map_or(0, |index| board.turns[index].length);
        if before + length > limits.text {
            return Err(Refusal::text_too_long(limits.text, "characters a turn"));
        }
        let index = match open {
            Some(index) => index,
            None => {
                let turn = self.open(board, context, speed)?;
                board.turns.push_back(turn);
                board.turns.len() - 1
            }
        };
        let turn = &mut board.turns[index];
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
            (None, _) => Fields::default().wanted(&self.service)?,
        };
        wanted.settings.speed = speed.unwrap_or(wanted.settings.speed);
        if board.turns.len() >= limits.turns {
            let limit = limits.turns;
            let message = format!("too many turns are open: the limit is {limit}");
            return Err(Refusal::new(429, "too_many_turns", message).with("limit", limit));
        }
        self.service.budgets.spend(self.key, limits.requests)?;
        let request = random_id().map_err(|_| Refusal::internal())?;
        let protocol = board.protocol.unwrap_or(Protocol::Older);
        let mut extras = board.extras;
        extras.binary |= protocol == Protocol::Older;
        board.opened += 1;
        let name = context.unwrap_or(&request).to_owned();
        Ok(Turn::new(name, request, (protocol, extras), wanted))
    }

    /// Barge-in: ends one turn, or all. The speaker learns it before the line is free for us, so that no audio follows.
    fn cancel(&self, context: Option<&str>) {
        let heard = Instant::now();
        let meant = |turn: &Turn| context.is_none_or(|context| turn.progress.context == context);
        for turn in self.board().turns.iter().filter(|turn| meant(turn)) {
            turn.progress.cancel();
        }
        if self.end_turns(&mut self.line.hold(), meant) > 0 {
            self.service.metrics.cancel.observe(heard.elapsed());
        }
    }

    /// Removes turns, and says of each that it is cancelled; how many they are.
    pub(super) fn end_turns(&self, line: &mut Held<'_>, which: impl Fn(&Turn) -> bool) -> usize {
        let mut board = self.board();
        let (ended, kept): (Vec<Turn>, Vec<Turn>) = board.turns.drain(..).partition(which);
        board.turns.extend(kept);
        for turn in &ended {
            turn.progress.cancel();
        }
        self.changed.notify_all();
        drop(board);
        for turn in &ended {
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
        ended.len()
    }

    pub(super) fn say_refusal(
        &self,
        line: &mut Held<'_>,
        refusal: &Refusal,
        context: Option<&str>,
    ) {
        self.service.metrics.refused(refusal.code);
        let mut message = Map::new();
        message.insert("type".to_owned(), json!("error"));
        message.extend(refusal.body());
        message.insert("session_id".to_owned(), json!(self.session));
        if let Some(context) = context {
            message.insert("context_id".to_owned(), json!(context));
        }
        line.json(&Value::Object(message));
    }

    pub(super) fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
