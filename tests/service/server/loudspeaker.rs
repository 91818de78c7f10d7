//! A loudspeaker that remembers what it played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use vaak::playback::{Device, DeviceError, Feed, Open, Watch};

/// Frames a second, and played at once.
const RATE: u32 = 24_000;
const PERIOD: usize = 240;

#[derive(Clone, Default)]
pub struct Loudspeaker(Arc<Mutex<Vec<i16>>>);

/// Ends the thread that plays.
struct Playing(Arc<AtomicBool>, Option<thread::JoinHandle<()>>);

impl Device for Loudspeaker {
    fn open(&self, mut feed: Feed, _: Watch) -> Result<Open, DeviceError> {
        let over = Arc::new(AtomicBool::new(false));
        let (ends, played) = (Arc::clone(&over), Arc::clone(&self.0));
        let thread = thread::spawn(move || {
            while !ends.load(Ordering::Relaxed) {
                let mut out = [0; PERIOD];
                feed.fill(&mut out, 1, 0, |sample| sample);
                played.lock().unwrap().extend(out);
                // Four times as fast as it sounds.
                thread::sleep(Duration::from_micros(2_500));
            }
        });
        Ok(Open::new(RATE, Playing(over, Some(thread))))
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        if let Some(thread) = self.1.take() {
            thread.join().unwrap();
        }
    }
}

impl Loudspeaker {
    /// What was heard so far, without silence: the samples of speech that are zero are silence too.
    pub fn heard(&self) -> Vec<i16> {
        let played = self.0.lock().unwrap();
        played.iter().copied().filter(|s| *s != 0).collect()
    }
}
