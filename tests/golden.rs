//! What the bundled voices sound like, in figures: a change of front-end, networks or synthesis that is heard shows here.
//!
//! A newly trained voice takes new figures; a failure prints what was found.

#![cfg(feature = "bundled-voice")]

mod voice;

use realfft::RealFftPlanner;
use vaak::engine::{Engine, Settings};

const RATE: f32 = 24_000.0;

/// What is heard of a clip.
#[derive(Clone, Copy, Debug)]
struct Features {
    seconds: f32,
    /// Of the samples of loud windows, in dB of full scale.
    level: f32,
    /// Median over voiced windows, in Hz.
    f0: f32,
    /// Share of loud windows that are voiced.
    voiced: f32,
    /// Power below 1 kHz, from 1 to 4 and above 4 kHz, in dB of the whole.
    bands: [f32; 3],
}

const SENTENCES: [(&str, &str); 3] = [
    ("hi", "यह आवाज़ इसी मशीन पर बन रही है।"),
    ("ta", "இந்தக் குரல் இங்கேயே உருவாகிறது."),
    ("en", "This voice is made on this very machine."),
];

const NATIVE: &str = "Voice 2 Native";
const LITE: &str = "Voice 2 Native Lite";

const GOLDEN: [(&str, &str, &str, Features); 8] = [
    (
        NATIVE,
        "hi",
        "Ananya",
        Features {
            seconds: 3.013,
            level: -20.475,
            f0: 222.222,
            voiced: 0.854,
            bands: [-0.096, -18.530, -21.024],
        },
    ),
    (
        NATIVE,
        "hi",
        "Arjun",
        Features {
            seconds: 2.963,
            level: -21.670,
            f0: 131.148,
            voiced: 0.867,
            bands: [-0.159, -15.132, -22.833],
        },
    ),
    (
        NATIVE,
        "ta",
        "Ananya",
        Features {
            seconds: 2.675,
            level: -20.135,
            f0: 214.286,
            voiced: 1.000,
            bands: [-0.039, -20.988, -30.279],
        },
    ),
    (
        NATIVE,
        "ta",
        "Arjun",
        Features {
            seconds: 2.638,
            level: -20.775,
            f0: 122.449,
            voiced: 1.000,
            bands: [-0.144, -14.990, -30.157],
        },
    ),
    (
        NATIVE,
        "en",
        "Ananya",
        Features {
            seconds: 3.188,
            level: -20.635,
            f0: 210.526,
            voiced: 0.771,
            bands: [-0.120, -21.692, -16.905],
        },
    ),
    (
        NATIVE,
        "en",
        "Arjun",
        Features {
            seconds: 3.175,
            level: -21.085,
            f0: 127.660,
            voiced: 0.889,
            bands: [-0.136, -16.258, -21.444],
        },
    ),
    (
        LITE,
        "hi",
        "Ananya",
        Features {
            seconds: 3.050,
            level: -21.253,
            f0: 226.415,
            voiced: 0.854,
            bands: [-0.124, -17.935, -19.179],
        },
    ),
    (
        LITE,
        "en",
        "Arjun",
        Features {
            seconds: 3.213,
            level: -21.550,
            f0: 124.352,
            voiced: 0.889,
            bands: [-0.118, -16.874, -22.030],
        },
    ),
];

fn features(pcm: &[i16]) -> Features {
    const WINDOW: usize = 1200;
    let samples: Vec<f32> = pcm.iter().map(|s| f32::from(*s) / 32_768.0).collect();
    let transform = RealFftPlanner::new().plan_fft_forward(WINDOW);
    let mut spectrum = transform.make_output_vec();
    let (mut power, mut loud, mut f0) = ([0_f32; 3], Vec::new(), Vec::new());
    for window in samples.chunks_exact(WINDOW) {
        let energy = window.iter().map(|s| s * s).sum::<f32>() / WINDOW as f32;
        if energy < 1e-4 {
            continue;
        }
        loud.push(energy);
        f0.extend(pitch(window));
        let mut shaped: Vec<f32> = window
            .iter()
            .enumerate()
            .map(|(i, s)| s * (std::f32::consts::PI * i as f32 / WINDOW as f32).sin())
            .collect();
        transform.process(&mut shaped, &mut spectrum).unwrap();
        for (bin, value) in spectrum.iter().enumerate() {
            let hz = bin as f32 * RATE / WINDOW as f32;
            let band = [1000.0, 4000.0]
                .iter()
                .take_while(|edge| hz >= **edge)
                .count();
            power[band] += value.norm_sqr();
        }
    }
    f0.sort_by(f32::total_cmp);
    let all: f32 = power.iter().sum();
    Features {
        seconds: samples.len() as f32 / RATE,
        level: 10.0 * (loud.iter().sum::<f32>() / loud.len() as f32).log10(),
        f0: f0[f0.len() / 2],
        voiced: f0.len() as f32 / loud.len() as f32,
        bands: power.map(|p| 10.0 * (p / all).log10()),
    }
}

/// By autocorrelation; `None` where a window is not voiced.
fn pitch(window: &[f32]) -> Option<f32> {
    let energy: f32 = window.iter().map(|s| s * s).sum();
    let at = |lag: usize| -> f32 {
        let products = window.iter().zip(&window[lag..]).map(|(a, b)| a * b);
        products.sum::<f32>() * window.len() as f32 / (window.len() - lag) as f32
    };
    let scores: Vec<f32> = (50..400).map(at).collect();
    let best = scores.iter().copied().fold(0.0, f32::max);
    // The first of several like peaks: the others are its multiples.
    let peak = (1..scores.len() - 1).find(|i| {
        scores[*i] > 0.85 * best && scores[*i] >= scores[i - 1] && scores[*i] >= scores[i + 1]
    })?;
    (best > 0.5 * energy).then_some(RATE / (peak + 50) as f32)
}

#[test]
fn the_voice_sounds_as_it_did() {
    let engine = Engine::bundled().unwrap();
    let mut wrong = String::new();
    for (model, code, name, golden) in GOLDEN {
        let text = SENTENCES.iter().find(|(c, _)| *c == code).unwrap().1;
        let settings = Settings {
            model: Some(model.into()),
            voice: Some(name.into()),
            language: Some(code.parse().unwrap()),
            ..Settings::default()
        };
        let found = features(&voice::speak(&engine, &settings, [text], false));
        let bands = found.bands.iter().zip(golden.bands);
        let near = (found.seconds / golden.seconds - 1.0).abs() < 0.03
            && (found.level - golden.level).abs() < 1.0
            && (found.f0 / golden.f0 - 1.0).abs() < 0.05
            && (found.voiced - golden.voiced).abs() < 0.1
            && bands.into_iter().all(|(a, b)| (a - b).abs() < 2.0);
        if !near {
            wrong += &format!("{model}, {code}, {name}: {found:.3?}\n");
        }
    }
    assert!(wrong.is_empty(), "found:\n{wrong}");
}
