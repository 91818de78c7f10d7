//! The speaking side of a conversation.

use std::iter;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use serde_json::json;
use tungstenite::protocol::frame::coding::CloseCode;

use super::session::{Conversation, Protocol};
use super::turn::Progress;
use crate::engine::{self, Mark};
use crate::serve::error::Refusal;
use crate::serve::metrics::Delivery;
use crate::serve::params::Wanted;
use crate::serve::sink::Listener;

/// What the speaker does next.
struct Work {
    progress: Arc<Progress>,
    wanted: Wanted,
    text: String,
    closes: bool,
    flushes: bool,
}

/// The turn that is being spoken.
struct Speaking {
    progress: Arc<Progress>,
    turn: engine::Turn,
    listener: Listener,
}

impl Conversation {
    /// Speaks turn after turn until the conversation is over.
    pub fn speak(&self) {
        let mut speaking: Option<Speaking> = None;
        while let Some(work) = self.work() {
            speaking = speaking.filter(|s| Arc::ptr_eq(&s.progress, &work.progress));
            match self.carry_out(&work, &mut speaking) {
                Ok(false) => {}
                Ok(true) => self.finish(&work.progress),
                Err(refusal) => self.fail(&work.progress, &refusal),
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
            let others = board.turns.len() > 1;
            if let Some(turn) = board.turns.front_mut()
                && !turn.progress.is_cancelled()
            {
                let limits = &self.service.limits;
                let silence = turn.heard.elapsed();
                let flushes = !turn.flushed && silence >= limits.flush;
                // Whoever opened the turn seems to have forgotten it.
                let patience = if others {
                    limits.flush
                } else {
                    limits.turn_idle
                };
                turn.closed |= silence >= patience;
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
                let next = if turn.flushed { patience } else { limits.flush };
                wait = Some(next.saturating_sub(silence));
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
    fn carry_out(&self, work: &Work, speaking: &mut Option<Speaking>) -> Result<bool, Refusal> {
        let service = &self.service;
        let progress = &work.progress;
        let mut place = Some(match speaking {
            Some(_) => service.places.take_again(&service.limits),
            None => service.places.take(&service.limits)?,
        });
        let Speaking { turn, listener, .. } = match speaking {
            Some(speaking) => speaking,
            None => {
                let listener = work.wanted.listener(service)?;
                progress.can_be_stopped_by(listener.stopper());
                speaking.insert(Speaking {
                    progress: Arc::clone(progress),
                    turn: work.wanted.turn(service.engine())?,
                    listener,
                })
            }
        };
        turn.push(&work.text)?;
        if work.flushes {
            turn.flush();
        }
        if work.closes {
            turn.close();
        }
        let mut bytes = Vec::new();
        let mut delivery = Delivery::default();
        loop {
            let held = place.take();
            let held = held.unwrap_or_else(|| service.places.take_again(&service.limits));
            let made = Instant::now();
            let samples = turn.next_chunk()?.map(|pcm| {
                listener.take(pcm, &mut bytes);
                pcm.len()
            });
            let over = samples.is_none();
            if over && !turn.is_over() {
                listener.rest();
                return Ok(false);
            }
            let samples = samples.unwrap_or(0);
            let marks: Vec<Mark> = match progress.extras.timestamps {
                true => iter::from_fn(|| turn.next_mark()).collect(),
                false => Vec::new(),
            };
            service.metrics.made(made.elapsed());
            drop(held);
            let played = match over {
                true => listener.finish(&mut bytes),
                false => listener.play(&mut bytes),
            };
            // Whoever cancelled has silenced the loudspeaker too.
            if !progress.is_cancelled() {
                played?;
            }
            let mut line = self.line.hold();
            if progress.is_cancelled() {
                return Ok(false);
            }
            progress
                .samples
                .fetch_add(samples as u64, Ordering::Relaxed);
            for mark in &marks {
                progress.mark(&mut line, mark);
            }
            if !bytes.is_empty() {
                if work.wanted.aloud {
                    progress.tell(&mut line);
                } else {
                    for portion in listener.portions(&bytes) {
                        progress.send(&mut line, portion);
                    }
                    delivery.sent(&service.metrics, samples, bytes.len());
                }
                if progress.first.set(progress.opened.elapsed()).is_ok() {
                    service.metrics.begun(progress.opened.elapsed());
                }
            }
            if over {
                service.metrics.gaps(listener.underruns());
                return Ok(true);
            }
            if progress.opened.elapsed() > service.limits.total {
                return Err(Refusal::timeout("the turn"));
            }
        }
    }

    /// The turn cannot be spoken.
    fn fail(&self, progress: &Arc<Progress>, refusal: &Refusal) {
        let mut line = self.line.hold();
        if progress.is_cancelled() {
            return;
        }
        let context = match progress.protocol {
            Protocol::Named => Some(progress.context.as_str()),
            Protocol::Older => None,
        };
        self.say_refusal(&mut line, refusal, context);
        self.end_turns(&mut line, |turn| Arc::ptr_eq(&turn.progress, progress));
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
}
