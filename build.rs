//! Compiles the English lexicon, and finds the voice.

use std::{env, fs, path::Path};

#[path = "src/phonemes/english/compile.rs"]
mod compile;
#[allow(dead_code)]
#[path = "src/phonemes/inventory.rs"]
mod inventory;

fn main() {
    let source = |name: &str| {
        let path = format!("src/phonemes/english/{name}");
        println!("cargo::rerun-if-changed={path}");
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    let lexicon = compile::lexicon(
        &source("cmudict.txt"),
        &source("arpabet.txt"),
        &source("india.txt"),
    );
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("english.lexicon"), lexicon).expect("OUT_DIR is writable");
    find_voice();
}

/// Sets `bundled_voice` where there is a voice to compile in.
fn find_voice() {
    let voice = "models/voice-2-native";
    println!("cargo::rustc-check-cfg=cfg(bundled_voice)");
    println!("cargo::rerun-if-changed=models");
    if env::var_os("CARGO_FEATURE_BUNDLED_VOICE").is_some() && Path::new(voice).is_dir() {
        println!("cargo::rustc-cfg=bundled_voice");
    }
}
