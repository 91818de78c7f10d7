//! What is heard on this machine's default loudspeaker: `benches/loudspeaker/run` plays on a virtual one.
//!
//! How long a stop takes, over and over; then minutes of speech beside a process that keeps a core busy: gaps and memory.
//! `VAAK_MINUTES` says how many, ten without it.

#[cfg(not(all(feature = "speaker", feature = "bundled-voice", target_os = "linux")))]
fn main() {}

#[cfg(all(feature = "speaker", feature = "bundled-voice", target_os = "linux"))]
fn main() {
    bench::run();
}

#[cfg(all(feature = "speaker", feature = "bundled-voice", target_os = "linux"))]
mod bench {
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use vaak::engine::{Engine, Settings, Turn};
    use vaak::speaker::{Busy, DEFAULT, Playback, Speaker};

    const TEXT: &str = "आपका ऑर्डर कल सुबह पहुँच जाएगा। Your train leaves at half past eight. ";
    const STOPS: usize = 200;

    pub fn run() {
        let engine = Engine::bundled().expect("the bundled voice");
        let speaker = Speaker::local(DEFAULT, Busy::Queue);
        let mut stops: Vec<f64> = (0..STOPS).map(|i| stop(&engine, &speaker, i)).collect();
        stops.sort_by(f64::total_cmp);
        let (median, worst) = (stops[STOPS / 2], stops[STOPS - 1]);
        println!(
            "from stop to a closed device, ms: median {median:.2}, worst {worst:.2}, n {STOPS}"
        );

        let minutes = std::env::var("VAAK_MINUTES").ok();
        let minutes: u64 = minutes.and_then(|m| m.parse().ok()).unwrap_or(10);
        let mut busy = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
            .expect("sh");
        let mut playback = speaker.play().expect("a free loudspeaker");
        let begun = Instant::now();
        for minute in 1..=minutes {
            while begun.elapsed() < Duration::from_secs(60 * minute) {
                speak(&engine, &mut playback);
            }
            let (heard, gaps) = (playback.heard().as_secs(), playback.underruns());
            println!(
                "minute {minute}: heard {heard} s, gaps {gaps}, resident {} KiB",
                resident()
            );
        }
        let gaps = playback.drain().expect("the loudspeaker");
        let _ = busy.kill().and_then(|()| busy.wait());
        println!("{minutes} minutes beside a busy core: gaps {gaps}");
    }

    /// Milliseconds until nothing sounds, at some moment of a sentence.
    fn stop(engine: &Engine, speaker: &Speaker, which: usize) -> f64 {
        let playback = speaker.play().expect("a free loudspeaker");
        let stopper = playback.stopper();
        let engine = engine.clone();
        let writer = thread::spawn(move || {
            let mut playback = playback;
            let mut turn = turn(&engine);
            while let Ok(Some(pcm)) = turn.next_chunk()
                && playback.write(pcm).is_ok()
            {}
        });
        thread::sleep(Duration::from_millis(150 + (which as u64 * 37) % 200));
        let begun = Instant::now();
        stopper.stop();
        let taken = begun.elapsed().as_secs_f64() * 1e3;
        writer.join().expect("no panic");
        taken
    }

    fn speak(engine: &Engine, playback: &mut Playback) {
        let mut turn = turn(engine);
        while let Ok(Some(pcm)) = turn.next_chunk() {
            playback.write(pcm).expect("the loudspeaker");
        }
    }

    fn turn(engine: &Engine) -> Turn {
        let mut turn = engine.turn(&Settings::default()).expect("default settings");
        turn.push(TEXT).expect("an open turn");
        turn.close();
        turn
    }

    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok())
            .unwrap_or(0)
    }
}
