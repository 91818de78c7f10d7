//! Compiles the English dictionary, the letter-to-sound rules learnt from it, and the models of Latin and Devanagari words.

use std::{env, fs, path::Path};

#[path = "src"]
mod source {
    pub mod dictionary {
        mod align;
        pub mod compile;
        mod context;
    }
    #[allow(dead_code, unused_imports)]
    pub mod phoneme;
    pub mod romanised {
        pub mod compile;
        #[allow(dead_code)]
        pub mod keys;
    }
}

use source::{dictionary, phoneme, romanised};

fn main() {
    let source = |path: &str| {
        println!("cargo::rerun-if-changed={path}");
        fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    let english = |name: &str| source(&format!("src/dictionary/{name}"));
    let [cmudict, arpabet] = ["cmudict.txt", "arpabet.txt"].map(english);
    let symbols = dictionary::compile::Symbols::new(&arpabet);
    let words = dictionary::compile::words(&cmudict, &symbols);
    let list = |name: &str| source(&format!("src/romanised/words/{name}.txt"));
    let lists = romanised::keys::CODES.map(list);
    let marathi = romanised::compile::marathi(&list("hi"), &list("mr"));
    let latin = romanised::compile::model(
        &lists,
        &list("chat"),
        cmudict.lines().filter_map(|line| line.split(' ').next()),
    );
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    for (name, bytes) in [
        (
            "english.lexicon",
            dictionary::compile::lexicon(&words, &symbols, &english("india.txt")),
        ),
        (
            "english.letters",
            dictionary::compile::letters(words.iter(), &symbols),
        ),
        ("latin.model", latin),
        ("marathi.model", marathi),
    ] {
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    }
}
