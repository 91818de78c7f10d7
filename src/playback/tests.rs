//! Tests on a device that plays only when it is told to.

use super::*;

const RATE: u32 = 48_000;
const PERIOD: usize = 480;

/// What is plugged in: the callback of the open device, and what was heard.
#[derive(Clone, Default)]
struct Fake(Arc<Mutex<Board>>);

#[derive(Default)]
struct Board {
    feed: Option<Feed>,
    watch: Option<Watch>,
    heard: Vec<i16>,
    unplugged: bool,
    opened: usize,
    /// The rate in frames per second, if it is not [`RATE`].
    rate: Option<u32>,
}

/// Closes the device when dropped.
struct Token(Fake);

impl Drop for Token {
    fn drop(&mut self) {
        let feed = lock(&self.0.0).feed.take();
        drop(feed);
    }
}

impl Device for Fake {
    fn open(&self, feed: Feed, watch: Watch) -> Result<Open, DeviceError> {
        let mut board = lock(&self.0);
        if board.unplugged {
            return Err(DeviceError::NotFound);
        }
        board.feed = Some(feed);
        board.watch = Some(watch);
        board.opened += 1;
        let rate = board.rate.unwrap_or(RATE);
        Ok(Open::new(rate, Token(self.clone())))
    }
}

impl Fake {
    /// Plays a period if the device is open.
    fn tick(&self) {
        let mut board = lock(&self.0);
        let mut out = [0; 2 * PERIOD];
        if let Some(feed) = &mut board.feed {
            feed.fill(&mut out, 2, 0, |sample| sample);
            board.heard.extend(out.iter().step_by(2));
            assert!(out.chunks(2).all(|frame| frame[0] == frame[1]));
        }
    }

    /// Plays until `over` returns true. The pace is the writer's, so a busy machine causes no underrun.
    fn play_until(&self, over: impl Fn() -> bool) {
        let begun = Instant::now();
        while !over() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not end");
            let ready = lock(&self.0)
                .feed
                .as_ref()
                .is_none_or(|feed| feed.is_ready(PERIOD));
            if ready {
                self.tick();
            }
            thread::sleep(Duration::from_micros(200));
        }
    }

    fn unplug(&self) {
        let mut board = lock(&self.0);
        board.unplugged = true;
        if let Some(watch) = &board.watch {
            watch.lose();
        }
    }

    fn heard(&self) -> Vec<i16> {
        lock(&self.0).heard.clone()
    }

    fn loud(&self) -> usize {
        self.heard()
            .iter()
            .filter(|s| s.unsigned_abs() > 500)
            .count()
    }
}

fn speaker(busy: Busy) -> (Speaker, Fake) {
    let fake = Fake::default();
    let patience = Duration::from_millis(700);
    (
        Speaker::patient("fake", Box::new(fake.clone()), busy, patience),
        fake,
    )
}

/// Returns samples that are loud throughout.
fn pcm(milliseconds: usize) -> Vec<i16> {
    let sign = |i: usize| 1 - 2 * (i / 24 % 2) as i16;
    (0..24 * milliseconds).map(|i| 8_000 * sign(i)).collect()
}

/// Writes on another thread, then drains.
fn spoken(mut playback: Playback, pcm: Vec<i16>) -> thread::JoinHandle<Result<u64, Error>> {
    thread::spawn(move || {
        playback.write(&pcm)?;
        playback.drain()
    })
}

#[test]
fn all_that_was_written_is_heard_once_drained() {
    let (speaker, fake) = speaker(Busy::Queue);
    let playback = speaker.play().unwrap();
    let writer = spoken(playback, pcm(900));
    fake.play_until(|| writer.is_finished());
    assert_eq!(writer.join().unwrap(), Ok(0));
    // At twice the rate there are twice the samples.
    assert!(fake.loud() > 2 * 24 * 900 * 9 / 10, "{}", fake.loud());
    let heard = fake.heard();
    let end = heard.iter().rposition(|s| s.unsigned_abs() > 500).unwrap();
    let begin = heard.iter().position(|s| s.unsigned_abs() > 500).unwrap();
    assert!(
        (end - begin).abs_diff(2 * 24 * 900) < 200,
        "{}",
        end - begin
    );
    // The device is drained as well: two periods that it may hold, and one being filled.
    assert!(heard.len() - end >= 2 * PERIOD, "{}", heard.len() - end);
    assert!(lock(&fake.0).feed.is_none(), "the device is closed");
}

#[test]
fn after_a_stop_nothing_sounds_and_the_device_is_free() {
    let (speaker, fake) = speaker(Busy::Queue);
    let playback = speaker.play().unwrap();
    let stopper = playback.stopper();
    let writer = spoken(playback, pcm(60_000));
    fake.play_until(|| fake.loud() > 1_000);
    stopper.stop();
    let heard = fake.heard().len();
    fake.tick();
    assert_eq!(fake.heard().len(), heard, "the device is closed at once");
    assert_eq!(writer.join().unwrap(), Err(Error::Stopped));
    // The next playback must not hear what was in the ring.
    let writer = spoken(speaker.play().unwrap(), vec![0; 2_400]);
    let loud = fake.loud();
    fake.play_until(|| writer.is_finished());
    assert_eq!((writer.join().unwrap(), fake.loud()), (Ok(0), loud));
}

#[test]
fn running_dry_counts_once_while_more_is_promised_and_not_in_a_rest() {
    let (speaker, fake) = speaker(Busy::Queue);
    let mut playback = speaker.play().unwrap();
    playback.write(&pcm(200)).unwrap();
    for _ in 0..40 {
        fake.tick();
    }
    assert_eq!(playback.underruns(), 1);
    playback.write(&pcm(200)).unwrap();
    playback.rest();
    for _ in 0..40 {
        fake.tick();
    }
    assert_eq!(playback.underruns(), 1);
    assert!(
        playback.heard().as_millis().abs_diff(400) < 10,
        "{:?}",
        playback.heard()
    );
}

#[test]
fn nothing_sounds_before_enough_is_gathered() {
    let (speaker, fake) = speaker(Busy::Queue);
    let mut playback = speaker.play().unwrap();
    playback.write(&pcm(40)).unwrap();
    fake.tick();
    assert_eq!(fake.loud(), 0);
    playback.write(&pcm(60)).unwrap();
    fake.tick();
    assert!(fake.loud() > 0);
}

#[test]
fn a_device_too_fast_for_the_ring_to_gather_enough_plays_all_the_same() {
    let (speaker, fake) = speaker(Busy::Queue);
    lock(&fake.0).rate = Some(384_000);
    let writer = spoken(speaker.play().unwrap(), pcm(200));
    fake.play_until(|| writer.is_finished());
    assert!(writer.join().unwrap().is_ok());
}

#[test]
fn a_second_playback_waits_for_the_first() {
    let (speaker, fake) = speaker(Busy::Queue);
    let first = speaker.play().unwrap();
    let first = spoken(first, pcm(300));
    let second = spoken(speaker.play().unwrap(), pcm(300));
    fake.play_until(|| first.is_finished());
    assert!(!second.is_finished());
    fake.play_until(|| second.is_finished());
    assert_eq!(
        (first.join().unwrap(), second.join().unwrap()),
        (Ok(0), Ok(0))
    );
    assert!(fake.loud() > 2 * 24 * 600 * 9 / 10);
    // This many wait, and no more.
    let waiting: Vec<_> = std::iter::from_fn(|| speaker.play().ok()).collect();
    assert_eq!(waiting.len(), QUEUE + 1);
}

#[test]
fn a_second_playback_replaces_the_first() {
    let (speaker, fake) = speaker(Busy::Replace);
    let first = spoken(speaker.play().unwrap(), pcm(60_000));
    fake.play_until(|| fake.loud() > 1_000);
    let second = spoken(speaker.play().unwrap(), pcm(300));
    fake.play_until(|| second.is_finished());
    assert_eq!(first.join().unwrap(), Err(Error::Stopped));
    assert_eq!(second.join().unwrap(), Ok(0));
}

#[test]
fn a_second_playback_is_refused() {
    let (speaker, _) = speaker(Busy::Refuse);
    let first = speaker.play().unwrap();
    assert_eq!(speaker.play().unwrap_err(), Error::Busy);
    drop(first);
    assert!(speaker.play().is_ok());
}

#[test]
fn one_that_waits_can_be_stopped() {
    let (speaker, _) = speaker(Busy::Queue);
    let _first = speaker.play().unwrap();
    let second = speaker.play().unwrap();
    let stopper = second.stopper();
    let writer = spoken(second, pcm(300));
    stopper.stop();
    assert_eq!(writer.join().unwrap(), Err(Error::Stopped));
}

#[test]
fn a_lost_device_that_returns_plays_on_where_it_was() {
    let (speaker, fake) = speaker(Busy::Queue);
    let writer = spoken(speaker.play().unwrap(), pcm(2_000));
    fake.play_until(|| fake.loud() > 10_000);
    fake.unplug();
    thread::sleep(Duration::from_millis(100));
    assert!(!writer.is_finished());
    lock(&fake.0).unplugged = false;
    fake.play_until(|| writer.is_finished());
    assert_eq!(writer.join().unwrap(), Ok(0));
    assert_eq!(lock(&fake.0).opened, 2);
    assert!(fake.loud() > 2 * 24 * 2_000 * 9 / 10, "{}", fake.loud());
}

#[test]
fn a_device_that_never_returns_ends_the_playback_and_not_the_speaker() {
    let (speaker, fake) = speaker(Busy::Queue);
    let writer = spoken(speaker.play().unwrap(), pcm(2_000));
    fake.play_until(|| fake.loud() > 1_000);
    fake.unplug();
    let failed = writer.join().unwrap().unwrap_err();
    assert!(
        matches!(&failed, Error::Device { name, source: DeviceError::NotFound } if name == "fake")
    );
    lock(&fake.0).unplugged = false;
    let writer = spoken(speaker.play().unwrap(), pcm(300));
    fake.play_until(|| writer.is_finished());
    assert_eq!(writer.join().unwrap(), Ok(0));
}

#[test]
fn a_playback_that_gave_up_waits_no_second_time() {
    let (speaker, fake) = speaker(Busy::Queue);
    let mut playback = speaker.play().unwrap();
    playback.write(&pcm(10)).unwrap();
    fake.unplug();
    let failed = playback.write(&pcm(10));
    assert!(matches!(failed, Err(Error::Device { .. })), "{failed:?}");
    assert_eq!(playback.write(&pcm(10)), Err(Error::Stopped));
}

#[test]
fn a_device_that_cannot_be_opened_is_an_error_at_once() {
    let (speaker, fake) = speaker(Busy::Queue);
    fake.unplug();
    let mut playback = speaker.play().unwrap();
    assert!(matches!(
        playback.write(&pcm(10)),
        Err(Error::Device { .. })
    ));
}
