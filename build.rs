//! Compiles the English lexicon.

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
}
