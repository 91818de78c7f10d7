//! Threads for connections. One whose connection has ended attends to the next that comes soon: in a storm of connects, threads that
//! begin and end would be most of what a connection costs.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a thread waits for more to do. With it memory of a peak is held.
const STAY: Duration = Duration::from_secs(1);

type Work = Box<dyn FnOnce() + Send>;

/// Threads that work or wait for work; never more than have worked at once.
#[derive(Default)]
pub struct Workers {
    state: Mutex<State>,
    called: Condvar,
}

#[derive(Default)]
struct State {
    /// No more than there are threads that wait.
    work: VecDeque<Work>,
    idle: usize,
}

impl Workers {
    /// Does something at once, in a thread that does nothing else.
    pub fn spawn(self: &Arc<Self>, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut state = self.state();
        if state.work.len() < state.idle {
            state.work.push_back(Box::new(work));
            self.called.notify_one();
            return Ok(());
        }
        drop(state);
        let workers = Arc::clone(self);
        thread::Builder::new()
            .name("connection".to_owned())
            .spawn(move || {
                work();
                while let Some(work) = workers.next() {
                    work();
                }
            })?;
        Ok(())
    }

    /// Waits for work.
    fn next(&self) -> Option<Work> {
        let mut state = self.state();
        state.idle += 1;
        let waits = |state: &mut State| state.work.is_empty();
        let waited = self.called.wait_timeout_while(state, STAY, waits);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        state.work.pop_front()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers")
            .field("idle", &self.state().idle)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, mpsc};

    use super::*;

    #[test]
    fn who_works_at_once_has_a_thread_each_and_who_comes_later_the_same() {
        const AT_ONCE: usize = 8;
        let workers = Arc::new(Workers::default());
        let (done, has) = mpsc::channel();
        let mut threads = HashSet::new();
        for _ in 0..100 {
            let barrier = Arc::new(Barrier::new(AT_ONCE));
            for _ in 0..AT_ONCE {
                let (barrier, done) = (Arc::clone(&barrier), done.clone());
                let work = move || {
                    // Ends only where all of them work.
                    barrier.wait();
                    done.send(thread::current().id()).unwrap();
                };
                workers.spawn(work).unwrap();
            }
            threads.extend(has.iter().take(AT_ONCE));
        }
        // One that has told its end may not wait for work yet.
        assert!(threads.len() < 50 * AT_ONCE, "{}", threads.len());
    }
}
