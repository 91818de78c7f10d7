//! A conversation with one client: how each message changes its state.
//!
//! One thread reads messages, another makes speech. Where both the outbox and the state are locked, the outbox is locked
//! first.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tungstenite::protocol::frame::coding::CloseCode;

use super::arrivals::Arrivals;
use super::outbox::{Locked, Outbox};
use super::protocol::{Command, Event, Protocol, context_id};
use super::state::State;
use super::turn::{Extras, Progress, Turn};
use crate::serve::error::ApiError;
use crate::serve::fields::{Field, Fields};
use crate::serve::halves;
use crate::serve::id;
use crate::serve::ignored::{self, Place};
use crate::serve::keys::KeyId;
use crate::serve::metrics::Counted;
use crate::serve::params::{self, Params};
use crate::serve::shared::Shared;

/// Why conversations are closed when the service ends.
const SHUTTING_DOWN: &str = "the service is shutting down";

/// One client, from its upgrade to its end.
#[derive(Debug)]
pub struct Session {
    pub shared: Arc<Shared>,
    pub outbox: Arc<Outbox>,
    pub arrivals: Arc<Arrivals>,
    id: String,
    key: KeyId,
    state: Mutex<State>,
    /// The state has changed.
    pub changed: Condvar,
}

/// Text for a turn.
struct Push<'a> {
    context: Option<&'a str>,
    text: &'a str,
    /// The text is a document of SSML.
    ssml: bool,
    closes: bool,
    speed: Option<f32>,
}

impl Session {
    /// With a client that was let in with a key.
    pub fn new(
        shared: Arc<Shared>,
        outbox: Arc<Outbox>,
        arrivals: Arc<Arrivals>,
        id: String,
        key: KeyId,
    ) -> Self {
        let held = shared.hold(key);
        Self {
            shared,
            outbox,
            arrivals,
            id,
            key,
            state: Mutex::new(State::new(held)),
            changed: Condvar::new(),
        }
    }

    /// The id that the client is told.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Acts on a message of the client.
    pub fn receive(&self, message: &[u8]) {
        let message = &*halves::mended(message);
        let fields = match Fields::parse(message) {
            Ok(fields) => fields,
            Err(error) => return self.fail(&error, None),
        };
        let outcome = Command::of(&fields).and_then(|command| match command {
            Command::Start => self.start(&fields, message),
            Command::Config => self.config(&fields),
            Command::Text => self.text(&fields),
            Command::Flush => self.flush(),
            Command::Cancel => {
                // A name of another type is no wish to cancel all.
                self.cancel(fields.context_id.text("context_id")?);
                Ok(())
            }
            Command::Ping => {
                self.outbox.lock().event(&Event::Pong);
                Ok(())
            }
        });
        if let Err(error) = outcome {
            self.fail(&error, fields.context_id.as_text());
        }
    }

    /// Sends an error. If it is about a turn that takes text, the turn ends.
    pub fn fail(&self, error: &ApiError, context: Option<&str>) {
        let mut outbox = self.outbox.lock();
        self.send_error(&mut outbox, error, context);
        if let Some(context) = context {
            self.cancel_turns(&mut outbox, |turn| {
                turn.is_open() && turn.progress.context == context
            });
        }
    }

    /// Ends it: nothing more is spoken.
    pub fn end(&self) {
        let mut state = self.state();
        state.over = true;
        for turn in &state.turns {
            turn.progress.cancel();
        }
        state.turns.clear();
        self.changed.notify_all();
    }

    /// How many turns there have been.
    pub fn turns(&self) -> u64 {
        self.state().opened
    }

    /// Lets a client be silent for long between turns, unless too many are.
    pub fn rest(&self) -> Option<Counted> {
        self.shared.resting.try_enter(self.shared.limits.resting)
    }

    /// Whether no turn is open.
    pub fn is_idle(&self) -> bool {
        self.state().turns.is_empty()
    }

    /// Closes it if no turn is open, because the service ends. Does not wait for the client.
    pub fn leave_if_idle(&self) {
        if self.is_idle()
            && let Some(mut outbox) = self.outbox.lock_until(Instant::now())
            && self.is_idle()
        {
            self.outbox.hurry();
            outbox.close(CloseCode::Away, SHUTTING_DOWN);
        }
    }

    /// Cancels open turns and closes it, or cuts it off where the client does not take that at once.
    pub fn leave(&self, deadline: Instant) {
        self.part(deadline, |outbox| {
            outbox.close(CloseCode::Away, SHUTTING_DOWN);
        });
    }

    /// Ends it because its key holds no more.
    pub fn revoke(&self, deadline: Instant) {
        let error = ApiError::unauthorized();
        self.part(deadline, |outbox| {
            self.send_error(outbox, &error, None);
            outbox.close(CloseCode::Policy, "the key holds no more");
        });
    }

    /// The key that it was opened with.
    pub fn key(&self) -> KeyId {
        self.key
    }

    /// Cancels open turns and says the last, without waiting for a client that does not read.
    fn part(&self, deadline: Instant, last: impl FnOnce(&mut Locked<'_>)) {
        for turn in &self.state().turns {
            turn.progress.cancel();
        }
        self.outbox.hurry();
        match self.outbox.lock_until(deadline) {
            Some(mut outbox) => {
                self.cancel_turns(&mut outbox, |_| true);
                last(&mut outbox);
            }
            None => self.outbox.cut(),
        }
        self.end();
    }

    /// Sends the end of a turn that is complete.
    pub fn finish(&self, progress: &Arc<Progress>) {
        let mut outbox = self.outbox.lock();
        let mut state = self.state();
        if progress.is_cancelled() {
            return;
        }
        state
            .turns
            .retain(|turn| !Arc::ptr_eq(&turn.progress, progress));
        let leaves = self.shared.is_draining() && state.turns.is_empty();
        drop(state);
        progress.send_end(&mut outbox, &self.id);
        if leaves {
            outbox.close(CloseCode::Away, SHUTTING_DOWN);
        }
    }

    /// Ends a turn that cannot be spoken.
    pub fn abort(&self, progress: &Arc<Progress>, error: &ApiError) {
        let mut outbox = self.outbox.lock();
        if progress.is_cancelled() {
            return;
        }
        self.send_error(&mut outbox, error, progress.name());
        self.cancel_turns(&mut outbox, |turn| Arc::ptr_eq(&turn.progress, progress));
    }

    /// Locks the state.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, fields: &Fields<'_>, message: &[u8]) -> Result<(), ApiError> {
        self.choose(Protocol::Named)?;
        self.accept(|| self.settle_start(fields, message))
    }

    fn settle_start(&self, fields: &Fields<'_>, message: &[u8]) -> Result<(), ApiError> {
        if !fields.v2.is_set("v2")? {
            return Err(ApiError::invalid_field("v2", "true"));
        }
        let engine = self.shared.engine();
        let params = Params::check(fields, self.shared.offer(&engine))?;
        let extras = Extras {
            binary: fields.binary.is_set("binary")?,
            timestamps: fields.timestamps.is_set("timestamps")?,
        };
        let params = Arc::new(params);
        self.settle(Arc::clone(&params), extras)?;
        let (model, voice) = engine.choice(&params.settings)?;
        // By the name that the client knows it by.
        let asked = fields.model.as_text();
        self.outbox.lock().event(&Event::Metadata {
            session_id: &self.id,
            sample_rate: params.format.rate(),
            channels: 1,
            encoding: params.format.encoding(),
            model: asked.unwrap_or(&model.name),
            voice,
            language: params.settings.language.map(|language| language.code()),
            ignored: ignored::names(message, Place::Start),
        });
        Ok(())
    }

    fn config(&self, fields: &Fields<'_>) -> Result<(), ApiError> {
        self.choose(Protocol::Older)?;
        self.accept(|| {
            let params = Params::check(fields, self.shared.offer(&self.shared.engine()))?;
            self.settle(Arc::new(params), Extras::default())
        })
    }

    /// Takes settings; where they are refused those before hold no more.
    fn accept(&self, settle: impl FnOnce() -> Result<(), ApiError>) -> Result<(), ApiError> {
        let settled = settle();
        let mut state = self.state();
        state.refused = settled.is_err();
        if state.refused {
            state.params = None;
        }
        settled
    }

    /// The first message says which form of the protocol is spoken.
    fn choose(&self, protocol: Protocol) -> Result<(), ApiError> {
        match *self.state().protocol.get_or_insert(protocol) {
            chosen if chosen == protocol => Ok(()),
            _ => Err(ApiError::new(
                400,
                "invalid_state",
                "this connection speaks the other form of the protocol",
            )),
        }
    }

    /// Params hold from the next turn on.
    fn settle(&self, params: Arc<Params>, extras: Extras) -> Result<(), ApiError> {
        let mut state = self.state();
        state.params = Some(params);
        state.extras = extras;
        state.hold(0)
    }

    fn text(&self, fields: &Fields<'_>) -> Result<(), ApiError> {
        let mut state = self.state();
        // Only turns of the one form have names.
        let first = match fields.context_id {
            Field::Absent => Protocol::Older,
            Field::Value(_) | Field::Wrong => Protocol::Named,
        };
        let push = match *state.protocol.get_or_insert(first) {
            Protocol::Older => Push {
                context: None,
                text: fields.text.text("text")?.unwrap_or_default(),
                ssml: false,
                closes: fields.flush.is_set("flush")?,
                speed: None,
            },
            Protocol::Named => {
                let context = context_id(fields)?;
                let text = fields.text.text("text");
                let closes = fields.continues.get("continue")? == Some(&false);
                if closes && matches!(text, Ok(None)) && state.is_unknown(context) {
                    let message = "invalid context_id: no turn of this name was opened";
                    return Err(ApiError::new(400, "unknown_context", message));
                }
                // Before anything else may fail: what follows a lost beginning could mean the opposite.
                state.use_name(context, self.shared.limits.contexts)?;
                Push {
                    context: Some(context),
                    text: text?.unwrap_or_default(),
                    ssml: fields.ssml.is_set("ssml")?,
                    closes,
                    speed: params::speed(&fields.speed)?,
                }
            }
        };
        self.push(&mut state, push)
    }

    fn flush(&self) -> Result<(), ApiError> {
        self.choose(Protocol::Older)?;
        let push = Push {
            context: None,
            text: "",
            ssml: false,
            closes: true,
            speed: None,
        };
        self.push(&mut self.state(), push)
    }

    /// Takes text for a turn, and opens the turn at its first text. Without a name it is the turn that is open.
    fn push(&self, state: &mut State, push: Push<'_>) -> Result<(), ApiError> {
        let limits = &self.shared.limits;
        let length = push.text.chars().count();
        let queued: usize = state.turns.iter().map(|turn| turn.length).sum();
        if queued + length > limits.queued_text {
            let unit = "characters waiting";
            return Err(ApiError::text_too_long(limits.queued_text, unit));
        }
        let open = state.open_turn(push.context);
        let before = open.map_or(0, |index| state.turns[index].length);
        if before + length > limits.text {
            return Err(ApiError::text_too_long(limits.text, "characters a turn"));
        }
        if push.ssml && !push.text.is_empty() {
            // It is refused here rather than while it is spoken, and before it opens a turn.
            self.shared.engine().check_ssml(push.text)?;
        }
        state.hold(push.text.len())?;
        // Given once, it holds for the turns that follow.
        if let (Some(speed), Some(params)) = (push.speed, &mut state.params) {
            Arc::make_mut(params).settings.speed = speed;
        }
        let index = match open {
            Some(index) => index,
            None => {
                let turn = self.open(state, &push)?;
                state.turns.push_back(turn);
                state.turns.len() - 1
            }
        };
        let turn = &mut state.turns[index];
        turn.closed = push.closes;
        turn.push(push.text, push.ssml && !push.text.is_empty());
        state.fragments = turn.next_fragments();
        self.changed.notify_all();
        Ok(())
    }

    /// A new turn, unless there may be none.
    fn open(&self, state: &mut State, push: &Push<'_>) -> Result<Turn, ApiError> {
        if self.shared.is_draining() {
            return Err(ApiError::shutting_down());
        }
        let params = match (&state.params, state.protocol) {
            (Some(params), _) => Arc::clone(params),
            (None, _) if state.refused => {
                let message = "the last settings were refused: send them again, corrected";
                return Err(ApiError::new(400, "invalid_state", message));
            }
            (None, Some(Protocol::Named)) => {
                let message = "a start that is accepted comes before any text";
                return Err(ApiError::new(400, "invalid_state", message));
            }
            (None, _) => {
                let engine = self.shared.engine();
                Arc::new(Params::check(
                    &Fields::default(),
                    self.shared.offer(&engine),
                )?)
            }
        };
        let limit = self.shared.limits.turns;
        if state.turns.len() >= limit {
            let message = format!("too many turns are open: the limit is {limit}");
            return Err(ApiError::new(429, "too_many_turns", message).with("limit", limit));
        }
        self.shared.rate_limits.spend(self.key)?;
        let request = id::random().map_err(|_| ApiError::internal())?;
        let protocol = state.protocol.unwrap_or(Protocol::Older);
        let mut extras = state.extras;
        extras.binary |= protocol == Protocol::Older;
        state.opened += 1;
        let name = push.context.unwrap_or(&request).to_owned();
        let fragments = state.fragments.clone();
        Ok(Turn::new(
            name,
            request,
            (protocol, extras),
            params,
            fragments,
        ))
    }

    /// Barge-in: cancels one turn, or all. The synthesis learns it before we get the outbox, so that no audio follows.
    fn cancel(&self, context: Option<&str>) {
        let begun = Instant::now();
        let meant = |turn: &Turn| context.is_none_or(|context| turn.progress.context == context);
        for turn in self.state().turns.iter().filter(|turn| meant(turn)) {
            turn.progress.cancel();
        }
        if self.cancel_turns(&mut self.outbox.lock(), meant) > 0 {
            self.shared.metrics.cancel.observe(begun.elapsed());
        }
    }

    /// Removes turns and tells of each that it is cancelled; returns how many they were.
    fn cancel_turns(&self, outbox: &mut Locked<'_>, which: impl Fn(&Turn) -> bool) -> usize {
        let mut state = self.state();
        let (ended, kept): (Vec<Turn>, Vec<Turn>) = state.turns.drain(..).partition(which);
        state.turns.extend(kept);
        for turn in &ended {
            turn.progress.cancel();
        }
        drop(state);
        for turn in &ended {
            turn.progress.send_cancelled(outbox);
        }
        // The client waits for its answer, the synthesis for its next turn.
        self.changed.notify_all();
        ended.len()
    }

    fn send_error(&self, outbox: &mut Locked<'_>, error: &ApiError, context: Option<&str>) {
        self.shared.metrics.error(error.code);
        outbox.event(&Event::Error {
            error: error.body(),
            session_id: &self.id,
            context_id: context,
        });
    }
}
