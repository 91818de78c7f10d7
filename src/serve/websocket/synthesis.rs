//! The speaking side of a conversation.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use super::arrivals::Arrivals;
use super::session::Session;
use super::state::State;
use super::turn::{Progress, Said};
use crate::engine::Mark;
use crate::serve::error::ApiError;
use crate::serve::limits::Limits;
use crate::serve::metrics::Delivery;
use crate::serve::params::Params;
use crate::serve::utterance::{Made, Utterance};

/// How long what has come may take to be acted on before the clock is asked again.
const UNREAD: Duration = Duration::from_millis(2);

/// What is done next.
struct Work {
    progress: Arc<Progress>,
    params: Arc<Params>,
    said: Vec<Said>,
    closes: bool,
    /// A sentence ends with the text so far.
    ends: bool,
    /// What there is is to be spoken, though no sentence ends.
    flushes: bool,
}

/// The turn that is being spoken.
pub struct Speaking {
    progress: Arc<Progress>,
    utterance: Utterance,
}

/// Speaks turn after turn until the conversation is over.
pub fn run(session: &Session) {
    let mut speaking = None;
    while let Some(work) = next_work(session) {
        act(session, &work, &mut speaking, &mut || {});
    }
}

/// Does what is next, if there is anything to do now; has `between` called between two chunks.
#[cfg(any(test, fuzzing))]
pub fn run_once(
    session: &Session,
    speaking: &mut Option<Speaking>,
    between: &mut dyn FnMut(),
) -> bool {
    let work = session
        .state()
        .ready(&session.shared.limits, &session.arrivals);
    let work = work.ok();
    if let Some(work) = &work {
        act(session, work, speaking, between);
    }
    work.is_some()
}

fn act(session: &Session, work: &Work, speaking: &mut Option<Speaking>, between: &mut dyn FnMut()) {
    *speaking = speaking
        .take()
        .filter(|s| Arc::ptr_eq(&s.progress, &work.progress));
    match speak(session, work, speaking, between) {
        // It waits for text, unless it was cancelled.
        Ok(false) if !work.progress.is_cancelled() => return,
        Ok(false) => {}
        Ok(true) => session.finish(&work.progress),
        Err(error) => session.abort(&work.progress, &error),
    }
    *speaking = None;
}

/// Waits until the first turn has something to speak; `None` at the end of the conversation.
fn next_work(session: &Session) -> Option<Work> {
    let mut state = session.state();
    while !state.over {
        state = match state.ready(&session.shared.limits, &session.arrivals) {
            Ok(work) => return Some(work),
            Err(None) => {
                let woken = session.changed.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            }
            Err(Some(wait)) => {
                let woken = session.changed.wait_timeout(state, wait);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
    None
}

impl State {
    /// What the first turn has to speak; else how long until it may have, if time alone brings it.
    fn ready(&mut self, limits: &Limits, arrivals: &Arrivals) -> Result<Work, Option<Duration>> {
        let first = self.turns.front_mut();
        let Some(turn) = first.filter(|turn| !turn.progress.is_cancelled()) else {
            return Err(None);
        };
        let silence = turn.heard.elapsed();
        let mut flushes = !turn.flushed && silence >= limits.flush;
        let ending = turn.patience(limits).filter(|_| !turn.ended);
        let mut ends = ending.is_some_and(|wait| silence >= wait);
        // Whoever opened the turn seems to have forgotten it.
        let mut forgotten = silence >= limits.turn_idle;
        let timed = flushes || forgotten || ends && !turn.is_sentence();
        let unread = timed && !turn.closed && arrivals.any();
        if unread {
            // It was silent only as far as it was heard.
            (flushes, forgotten, ends) = (false, false, ends && turn.is_sentence());
        }
        turn.closed |= forgotten;
        if !turn.said.is_empty() || turn.closed || ends || flushes {
            turn.flushed = flushes;
            turn.ended |= ends;
            return Ok(Work {
                progress: Arc::clone(&turn.progress),
                params: Arc::clone(&turn.params),
                said: std::mem::take(&mut turn.said),
                closes: turn.closed,
                ends,
                flushes,
            });
        }
        if unread {
            return Err(Some(UNREAD));
        }
        let next = match turn.flushed {
            true => limits.turn_idle,
            false => limits.flush,
        };
        let next = ending.map_or(next, |ending| ending.min(next));
        Err(Some(next.saturating_sub(silence)))
    }
}

/// Speaks what there is of a turn; returns whether the turn is complete.
fn speak(
    session: &Session,
    work: &Work,
    speaking: &mut Option<Speaking>,
    between: &mut dyn FnMut(),
) -> Result<bool, ApiError> {
    let shared = &session.shared;
    let progress = &work.progress;
    let mut first = None;
    let utterance = match speaking {
        Some(speaking) => &mut speaking.utterance,
        None => {
            let (slot, admission) = shared.slots.begin(session.key())?;
            first = Some(slot);
            let utterance = Utterance::new(&work.params, shared, admission)?;
            progress.set_stopper(utterance.stopper());
            let progress = Arc::clone(progress);
            let speaking = speaking.insert(Speaking {
                progress,
                utterance,
            });
            &mut speaking.utterance
        }
    };
    for said in &work.said {
        match said {
            Said::Text(text) => utterance.push(text)?,
            Said::Document(document) => utterance.push_ssml(document)?,
        }
    }
    if work.ends {
        utterance.end_sentence();
    }
    if work.flushes {
        utterance.flush();
    }
    if work.closes {
        utterance.close();
    }
    let mut delivery = Delivery::default();
    loop {
        let made = match first.take() {
            Some(slot) => utterance.make_first(slot, &shared.metrics)?,
            None => utterance.make(&shared.metrics)?,
        };
        let delivered = utterance.deliver(made, &shared.metrics);
        if made == Made::NeedsText {
            return Ok(false);
        }
        // Whoever cancelled has silenced the loudspeaker too.
        if !progress.is_cancelled() {
            delivered?;
        }
        if !send(session, work, utterance, made, &mut delivery) {
            return Ok(false);
        }
        if made == Made::Done {
            let skipped = utterance.skipped() as u64;
            progress.skipped.store(skipped, Ordering::Relaxed);
            return Ok(true);
        }
        if progress.opened.elapsed() > shared.limits.total {
            return Err(ApiError::timeout("the turn"));
        }
        between();
    }
}

/// Sends what a chunk gave, unless the turn was cancelled; returns whether it was sent.
fn send(
    session: &Session,
    work: &Work,
    utterance: &mut Utterance,
    made: Made,
    delivery: &mut Delivery,
) -> bool {
    let progress = &work.progress;
    let metrics = &session.shared.metrics;
    let samples = match made {
        Made::Audio(samples) => samples,
        Made::NeedsText | Made::Done => 0,
    };
    let marks: Vec<Mark> = match progress.extras.timestamps {
        true => utterance.marks().collect(),
        false => Vec::new(),
    };
    let mut outbox = session.outbox.lock();
    if progress.is_cancelled() {
        return false;
    }
    progress.add_samples(samples);
    for mark in &marks {
        progress.send_mark(&mut outbox, mark);
    }
    if utterance.bytes().is_empty() {
        return true;
    }
    if work.params.aloud {
        progress.send_heard(&mut outbox);
    } else {
        for portion in utterance.portions() {
            progress.send_audio(&mut outbox, portion);
        }
        delivery.sent(metrics, samples, utterance.bytes().len());
    }
    let first = progress.opened.elapsed();
    if progress.first.set(first).is_ok() {
        metrics.begun(first);
    }
    true
}
