//! The models that are compiled in, and how a turn chooses one.

use crate::voice;
use vaak::Error;
use vaak::{Engine, Settings};

const TEXT: &str = "नमस्ते। Hello.";

fn of(model: &str) -> Settings {
    Settings::new().model(model)
}

#[test]
fn each_model_speaks_in_its_own_way_and_the_first_by_default() {
    let engine = Engine::bundled().unwrap();
    let names: Vec<&str> = engine.models().iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["Voice 2 Native", "Voice 2 Native Lite"]);
    let [plain, small] = [0, 1].map(|i| voice::speak(&engine, &of(names[i]), [TEXT], false));
    assert!(plain == voice::speak(&engine, &Settings::default(), [TEXT], false));
    let loudest = small.iter().map(|s| s.unsigned_abs()).max().unwrap();
    assert!(small != plain && (3_000..32_500).contains(&loudest));
    let ratio = small.len() as f64 / plain.len() as f64;
    assert!((0.8..1.25).contains(&ratio), "{ratio:.2} times as long");
}

#[test]
fn a_model_that_is_not_there_is_refused_with_those_that_are() {
    let engine = Engine::bundled().unwrap();
    match engine.turn(&of("Voice 3")).err() {
        Some(Error::UnknownModel { available, .. }) => {
            assert!(engine.models().iter().map(|m| &m.name).eq(&available));
        }
        other => panic!("{other:?}"),
    }
}

/// A small board may run the model without added voices.
#[test]
fn a_voice_that_the_model_lacks_is_refused_with_those_that_it_has() {
    let engine = Engine::bundled().unwrap();
    let [plain, small] = [0, 1].map(|i| &engine.models()[i]);
    let lacking = plain.voices.iter().find(|v| !small.voices.contains(v));
    let wrong = engine.turn(&of(&small.name).voice(lacking.unwrap())).err();
    match wrong {
        Some(Error::UnknownVoice { available, .. }) => assert_eq!(available, small.voices),
        other => panic!("{other:?}"),
    }
}
