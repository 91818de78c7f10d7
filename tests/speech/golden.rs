//! Acoustic features of the bundled voices. An audible change of front-end, networks or synthesis fails here.
//!
//! A newly trained voice needs new values; a failure prints those that were found.

use crate::voice;
use realfft::RealFftPlanner;
use vaak::{Engine, Settings};

const RATE: f32 = 24_000.0;

/// Features of a clip.
#[derive(Clone, Copy, Debug)]
struct Features {
    seconds: f32,
    /// The level of loud windows in dB of full scale.
    level: f32,
    /// Mean F0 in Hz of the middle half of the voiced windows. It is steadier than a median, which jumps between
    /// windows.
    f0: f32,
    /// The share of loud windows that are voiced.
    voiced: f32,
    /// The power below 1 kHz, from 1 to 4 kHz and above 4 kHz, in dB of the total.
    bands: [f32; 3],
}

const SENTENCES: [(&str, &str); 3] = [
    ("hi", "यह आवाज़ इसी मशीन पर बन रही है।"),
    ("ta", "இந்தக் குரல் இங்கேயே உருவாகிறது."),
    ("en", "This voice is made on this very machine."),
];

const NATIVE: &str = "Voice 2 Native";
const LITE: &str = "Voice 2 Native Lite";

const GOLDEN: [(&str, &str, &str, Features); 14] = [
    (
        NATIVE,
        "hi",
        "Ananya",
        Features {
            seconds: 3.225,
            level: -21.336,
            f0: 220.290,
            voiced: 0.870,
            bands: [-0.239, -13.818, -19.215],
        },
    ),
    (
        NATIVE,
        "hi",
        "Arjun",
        Features {
            seconds: 3.075,
            level: -22.360,
            f0: 131.504,
            voiced: 0.913,
            bands: [-0.330, -11.786, -21.599],
        },
    ),
    (
        NATIVE,
        "ta",
        "Ananya",
        Features {
            seconds: 2.638,
            level: -20.694,
            f0: 215.590,
            voiced: 0.974,
            bands: [-0.052, -19.688, -28.971],
        },
    ),
    (
        NATIVE,
        "ta",
        "Arjun",
        Features {
            seconds: 2.650,
            level: -21.094,
            f0: 122.479,
            voiced: 0.972,
            bands: [-0.297, -11.877, -29.153],
        },
    ),
    (
        NATIVE,
        "en",
        "Ananya",
        Features {
            seconds: 3.188,
            level: -20.988,
            f0: 220.074,
            voiced: 0.800,
            bands: [-0.159, -19.869, -15.900],
        },
    ),
    (
        NATIVE,
        "en",
        "Arjun",
        Features {
            seconds: 3.200,
            level: -21.090,
            f0: 126.019,
            voiced: 0.804,
            bands: [-0.185, -14.877, -20.387],
        },
    ),
    (
        NATIVE,
        "hi",
        "Vikram",
        Features {
            seconds: 3.075,
            level: -22.325,
            f0: 113.736,
            voiced: 0.824,
            bands: [-0.591, -9.169, -22.126],
        },
    ),
    (
        NATIVE,
        "ta",
        "Vikram",
        Features {
            seconds: 2.650,
            level: -21.732,
            f0: 103.650,
            voiced: 0.947,
            bands: [-0.369, -10.898, -39.602],
        },
    ),
    (
        NATIVE,
        "en",
        "Vikram",
        Features {
            seconds: 3.200,
            level: -22.178,
            f0: 106.768,
            voiced: 0.700,
            bands: [-0.187, -15.080, -19.525],
        },
    ),
    (
        NATIVE,
        "hi",
        "Kavya",
        Features {
            seconds: 3.225,
            level: -22.932,
            f0: 212.730,
            voiced: 0.894,
            bands: [-0.687, -8.768, -18.720],
        },
    ),
    (
        NATIVE,
        "ta",
        "Kavya",
        Features {
            seconds: 2.638,
            level: -22.210,
            f0: 212.420,
            voiced: 1.000,
            bands: [-0.299, -11.896, -27.012],
        },
    ),
    (
        NATIVE,
        "en",
        "Kavya",
        Features {
            seconds: 3.188,
            level: -22.714,
            f0: 217.631,
            voiced: 0.820,
            bands: [-0.258, -13.973, -17.524],
        },
    ),
    (
        LITE,
        "hi",
        "Ananya",
        Features {
            seconds: 3.150,
            level: -21.646,
            f0: 211.778,
            voiced: 0.857,
            bands: [-0.255, -14.050, -17.525],
        },
    ),
    (
        LITE,
        "en",
        "Arjun",
        Features {
            seconds: 3.175,
            level: -21.367,
            f0: 121.541,
            voiced: 0.848,
            bands: [-0.166, -15.333, -20.829],
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
    let middle = &f0[f0.len() / 4..f0.len() - f0.len() / 4];
    let all: f32 = power.iter().sum();
    Features {
        seconds: samples.len() as f32 / RATE,
        level: 10.0 * (loud.iter().sum::<f32>() / loud.len() as f32).log10(),
        f0: middle.iter().sum::<f32>() / middle.len() as f32,
        voiced: f0.len() as f32 / loud.len() as f32,
        bands: power.map(|p| 10.0 * (p / all).log10()),
    }
}

/// Returns the pitch by autocorrelation; `None` if the window is unvoiced.
fn pitch(window: &[f32]) -> Option<f32> {
    let energy: f32 = window.iter().map(|s| s * s).sum();
    let at = |lag: usize| -> f32 {
        let products = window.iter().zip(&window[lag..]).map(|(a, b)| a * b);
        products.sum::<f32>() * window.len() as f32 / (window.len() - lag) as f32
    };
    let scores: Vec<f32> = (50..400).map(at).collect();
    let best = scores.iter().copied().fold(0.0, f32::max);
    // Take the first of several similar peaks: the others are its multiples.
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
        let settings = Settings::new()
            .model(model)
            .voice(name)
            .language(code.parse().unwrap());
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

/// Natives have some 12 dB less power above F2 in ɭ than in l, and less at the end of the vowel before it.
#[test]
fn a_retroflex_is_darker_than_an_l_in_every_voice() {
    let engine = Engine::bundled().unwrap();
    for model in engine.models() {
        for voice in &model.voices {
            let settings = Settings::new()
                .model(&model.name)
                .voice(voice)
                .inline_phonemes(true);
            let [plain, retroflex] = ["[[alalalalala]]", "[[aɭaɭaɭaɭaɭa]]"]
                .map(|text| features(&voice::speak(&engine, &settings, [text], false)).bands[2]);
            assert!(
                retroflex < plain - 3.0,
                "{} {voice}: {retroflex} dB above 4 kHz, of l {plain} dB",
                model.name
            );
        }
    }
}
