//! int8 on each kind of instruction that this processor has, and float32, all in one process: `cargo bench --bench kernels`.
//!
//! A processor with the newer instructions stands in for one without them: the same rounds tell what int8 costs on either. Float32 is
//! tract's own choice, so on a processor with AVX-512 it is faster than it is with AVX2 alone.

use std::hint::black_box;
use std::time::Instant;

use vaak::{Bundle, Engine, Kernel, Options, Settings};

const SENTENCE: &str = "Your train to Chennai leaves from platform nine at half past eight.";
const ROUNDS: usize = 15;

fn main() {
    let mut engines = vec![("float32", load(Kernel::Float))];
    engines.push(("int8, the best here", load(Kernel::Integer)));
    // An engine keeps the instructions that it was loaded with.
    for (name, leave_out) in lesser() {
        if leave_out() {
            engines.push((name, load(Kernel::Integer)));
        }
    }
    let mut times = vec![Vec::new(); engines.len()];
    for _ in 0..ROUNDS {
        for ((_, engine), times) in engines.iter().zip(&mut times) {
            times.push(speak(engine));
        }
    }
    println!(
        "| arithmetic | real-time factor, median of {ROUNDS} | worst | beside float32 |\n|---|---|---|---|"
    );
    let float = median(&times[0]);
    for ((name, _), times) in engines.iter().zip(&times) {
        let worst = times.iter().copied().fold(0.0, f64::max);
        let middle = median(times);
        println!(
            "| {name} | {middle:.4} | {worst:.4} | {:.2} |",
            middle / float
        );
    }
}

fn load(kernel: Kernel) -> Engine {
    let options = Options {
        kernel: Some(kernel),
        ..Options::default()
    };
    Engine::with(Bundle::bundled().expect("the bundles are whole"), options)
        .expect("a bundled model loads")
}

/// Seconds that a second of speech takes.
fn speak(engine: &Engine) -> f64 {
    let start = Instant::now();
    let mut turn = engine.turn(&Settings::new()).expect("a voice speaks");
    turn.push(SENTENCE).expect("the turn is open");
    turn.close();
    let mut samples = 0;
    while let Some(chunk) = turn.next_chunk().expect("text is spoken").audio() {
        samples += black_box(chunk).len();
    }
    start.elapsed().as_secs_f64() * f64::from(engine.sample_rate()) / samples as f64
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Names, and what leaves the better instructions out from then on; false where this processor lacks them or the build needs them.
type Lesser = [(&'static str, fn() -> bool); 2];

#[cfg(target_arch = "x86_64")]
fn lesser() -> Lesser {
    use archmage::{SimdToken as _, X64V3Token, X64V4xToken};
    [
        ("int8, AVX2", || {
            X64V4xToken::summon().is_some()
                && X64V4xToken::dangerously_disable_token_process_wide(true).is_ok()
        }),
        ("int8, plain loops", || {
            X64V3Token::summon().is_some()
                && X64V3Token::dangerously_disable_token_process_wide(true).is_ok()
        }),
    ]
}

#[cfg(target_arch = "aarch64")]
fn lesser() -> Lesser {
    use archmage::{Arm64V2Token, SimdToken as _};
    [
        ("int8, NEON", || {
            Arm64V2Token::summon().is_some()
                && Arm64V2Token::dangerously_disable_token_process_wide(true).is_ok()
        }),
        ("", || false),
    ]
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn lesser() -> Lesser {
    [("", || false); 2]
}
