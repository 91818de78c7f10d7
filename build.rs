//! Compiles the English lexicon, the letter-to-sound rules learnt from it, and the models of Latin and Devanagari words.

use std::{env, fs, path::Path};

#[path = "src/phonemes/english/align.rs"]
mod align;
#[path = "src/phonemes/english/compile.rs"]
mod compile;
#[path = "src/phonemes/english/context.rs"]
mod context;
#[path = "src/text/identify"]
mod identify {
    pub mod compile;
    #[allow(dead_code)]
    pub mod tables;
}
#[allow(dead_code)]
#[path = "src/phonemes/inventory.rs"]
mod inventory;

fn main() {
    let source = |path: &str| {
        println!("cargo::rerun-if-changed={path}");
        fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    let english = |name: &str| source(&format!("src/phonemes/english/{name}"));
    let [cmudict, arpabet] = ["cmudict.txt", "arpabet.txt"].map(english);
    let symbols = compile::Symbols::new(&arpabet);
    let dictionary = compile::words(&cmudict, &symbols);
    let words = |name: &str| source(&format!("src/text/identify/words/{name}.txt"));
    let lists = identify::tables::CODES.map(words);
    let marathi = identify::compile::marathi(&words("hi"), &words("mr"));
    let latin = identify::compile::model(
        &lists,
        &words("chat"),
        cmudict.lines().filter_map(|line| line.split(' ').next()),
    );
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    for (name, bytes) in [
        (
            "english.lexicon",
            compile::lexicon(&dictionary, &symbols, &english("india.txt")),
        ),
        (
            "english.letters",
            compile::letters(dictionary.iter(), &symbols),
        ),
        ("latin.model", latin),
        ("marathi.model", marathi),
    ] {
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    }
}
