//! Checks the data of the languages, and compiles the English dictionary, the letter-to-sound rules learnt from it, and
//! the models of Latin and Devanagari words. Lays the weights of the voices. A fault in a data file fails the build and names the line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// The modules of the crate that parse and compile data.
#[allow(dead_code, unused_imports)]
#[path = "src"]
mod source {
    pub mod data;
    pub mod dictionary {
        mod align;
        pub mod compile;
        mod context;
        mod india;
        pub mod learn;
        mod origin;
        pub mod pack;
        mod packed;
        mod runs;
        mod skeleton;
        mod words;
        pub use skeleton::{Kind, kind};
    }
    pub mod g2p {
        pub mod english {
            pub mod heteronyms;
        }
        pub mod indic {
            mod bits;
            mod foreign;
            mod marks;
            mod paradigms;
            mod parts;
            mod rules;
            mod spelt;
            mod stems;
            pub mod table;
        }
    }
    pub mod language {
        pub mod check;
        pub mod check_signs;
        mod code_points;
        pub mod compile;
        mod condition;
        mod cue;
        mod entries;
        mod lengths;
        pub mod lexicon;
        mod needed;
        mod packed;
        mod rows;
        pub mod schema;
        pub mod spellings;
        pub mod wholes;
        pub use rows::Language;
    }
    pub mod phoneme;
    pub mod romanised {
        pub mod compile;
        pub mod keys;
        pub mod vowels;
    }
    pub mod script;
    pub mod text {
        pub mod phrase {
            pub mod compile;
            pub mod keys;
        }
    }
    pub mod voice {
        pub mod tract {
            pub mod built_in;
            pub mod integer {
                pub mod form;
                pub mod live;
            }
            mod onnx;
        }
    }
}

use data::laid::{Laid, Words};
use data::{Fault, File};
use g2p::english::heteronyms::Heteronyms;
use g2p::indic::table::Table;
use language::Language;
use script::Script;
use source::{data, dictionary, g2p, language, phoneme, romanised, script, text, voice};
use voice::tract::integer::form::Form;

/// A table, by the name of its file.
type Named = (&'static str, Vec<u8>);

fn main() {
    let (faults, pronunciation) = check();
    let words = words_of_languages(faults);
    hypot();
    order();
    models();
    for (name, bytes) in words.into_iter().chain(spellings()).chain(phrases()) {
        write(name, &bytes);
    }
    for (language, table) in pronunciation {
        lay(&format!("{}.table", language.code()), &table);
    }
    names_and_heteronyms();
    emoji();
}

/// Packs the words of all languages; ends the build where there are faults.
fn words_of_languages(mut faults: Vec<Fault>) -> Vec<Named> {
    let [keys, spellings, lists] =
        ["keys", "spellings", "lists"].map(|name| file(&format!("language/shared/{name}.txt")));
    let schema = language::schema::read(&keys, &mut faults);
    let shared = language::spellings::read(&schema, &spellings, &lists, &mut faults);
    let lexicons = Language::ALL.map(|language| {
        let files = language::lexicon::Files::of(|name| of_language(language, name));
        let lexicon = language::lexicon::read(language, &files, &schema, &shared, &mut faults);
        (language, lexicon)
    });
    for fault in &faults {
        println!("cargo::error={fault}");
    }
    if !faults.is_empty() {
        process::exit(1);
    }
    let packed = language::compile::tables(&lexicons, &schema, &shared);
    let bytes = packed.map(|(name, list)| (name, list.into_bytes()));
    bytes.into()
}

/// Compiles the English dictionary, what is learnt from it, and the models of words in Latin letters.
fn spellings() -> [Named; 12] {
    let [cmudict, british, weak, arpabet] =
        ["cmudict.txt", "british.txt", "weak.txt", "arpabet.txt"]
            .map(|name| file(&format!("dictionary/{name}")).text);
    let symbols = dictionary::compile::Symbols::new(&arpabet);
    let words = dictionary::compile::words(&cmudict, &british, &weak, &symbols);
    let lists = |(name, chat)| Language::ALL.map(|l| (l, chat, of_language(l, name)));
    let lists_of: Vec<(Language, bool, File)> = [("frequent.txt", false), ("chat.txt", true)]
        .into_iter()
        .flat_map(lists)
        .collect();
    let cmudict_words = cmudict.lines().filter_map(|line| line.split(' ').next());
    let loans = file("language/shared/loans.txt").text;
    let [latin, lines] =
        romanised::compile::model(&lists_of, &loans, cmudict_words).unwrap_or_else(fail);
    let english = |name| of_language(Language::En, name).text;
    let [india, names, frequent, letters] = [
        "india.txt",
        "indian_words.txt",
        "frequent.txt",
        "letters.txt",
    ]
    .map(english);
    let entries = dictionary::compile::entries(&words, &symbols, &india, &loans, &letters);
    let [north, south, east] =
        ["north.txt", "south.txt", "east.txt"].map(|name| file(&format!("dictionary/{name}")).text);
    let indian: HashSet<&str> = names
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let english = words
        .iter()
        .map(|word| word.spelling)
        .filter(|word| !indian.contains(word));
    let origins = dictionary::learn::origins(english, [&north, &south]);
    [
        ("english.lexicon", dictionary::compile::lexicon(&entries)),
        (
            "english.added",
            dictionary::compile::added(&words, &entries).into_bytes(),
        ),
        (
            "english.loans",
            dictionary::compile::loans(&entries, &loans, &frequent, &india, &names),
        ),
        (
            "english.letters",
            dictionary::compile::letters(words.iter(), &symbols),
        ),
        (
            "english.british",
            dictionary::compile::british(&entries, &british),
        ),
        ("north.letters", dictionary::learn::letters(&north)),
        ("south.letters", dictionary::learn::letters(&south)),
        ("east.letters", dictionary::learn::letters(&east)),
        ("indian.origins", origins),
        ("latin.model", latin),
        ("latin.lines", lines),
        ("latin.vowels", romanised::compile::vowels(&lists_of)),
    ]
}

/// Compiles the models of breaths, and of languages that share a script.
fn phrases() -> [Named; 2] {
    let breaks = Language::ALL.map(|language| of_language(language, "breaks.txt"));
    let breaks = text::phrase::compile::model(&file("language/shared/breaks.txt"), &breaks);
    let odds = Language::siblings().flat_map(|languages| {
        let lists = ["frequent.txt", "chat.txt"];
        let [first, other] =
            languages.map(|language| lists.map(|name| of_language(language, name).text));
        romanised::compile::odds(&first, &other)
    });
    [
        ("phrase.model", breaks.unwrap_or_else(fail)),
        ("siblings.model", odds.collect()),
    ]
}

/// Lays the names of emoji, each in all languages. The first row of their file names its columns by the languages' codes.
fn emoji() {
    let text: &'static str = file("language/shared/emoji.tsv").text.leak();
    let mut rows = data::lines(text).filter_map(|(_, line)| line.split_once('\t'));
    let (_, head) = rows.next().expect("there is a head");
    let column = |language: Language| head.split('\t').position(|code| code == language.code());
    let columns = Language::ALL.map(column);
    let mut all: Words<Vec<&str>> = Words::default();
    for (emoji, names) in rows {
        let names: Vec<&str> = names.split('\t').collect();
        let name = |column: Option<usize>| names.get(column?).copied();
        let names = columns.map(|column| name(column).unwrap_or_default());
        all.insert(emoji, names.to_vec());
    }
    lay("emoji.names", &all);
}

/// Packs the names of India that English has and those that other languages write otherwise, and lays words of English that are spelt
/// alike.
fn names_and_heteronyms() {
    let names = Language::ALL.into_iter().map(|language| {
        let file = of_language(language, language.names_file());
        (language as u8, file.text)
    });
    write("indian.names", &dictionary::pack::natives(names));
    let heteronyms = of_language(Language::En, "heteronyms.txt").text;
    lay("english.heteronyms", &Heteronyms::parse(&heteronyms));
}

/// Lays the weights of the models that are built in as the processor reads them.
fn models() {
    if env::var_os("CARGO_FEATURE_BUNDLED_VOICE").is_none() {
        return;
    }
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let form = Form::built_in(&architecture);
    for folder in ["voice-2-native", "voice-2-native-lite"] {
        let path = Path::new("models").join(folder);
        let files = fs::read_dir(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        for file in files.map(|file| file.expect("a folder is readable").path()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".onnx") {
                println!("cargo::rerun-if-changed={}", file.display());
                let bytes = fs::read(&file).unwrap_or_else(|e| panic!("{file:?}: {e}"));
                let laid = voice::tract::built_in::file(bytes, form);
                let laid = laid.unwrap_or_else(|e| panic!("{file:?}: {e}"));
                write(&format!("{folder}.{name}"), &laid);
            }
        }
    }
}

/// Writes a file for the crate to include.
fn write(name: &str, bytes: &[u8]) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join(name), bytes).expect("OUT_DIR is writable");
}

/// Writes what the program takes back.
fn lay<T: Laid>(name: &str, value: &T) {
    let mut bytes = Vec::new();
    value.lay(&mut bytes);
    write(name, &bytes);
}

/// Compiles `src/hypot.c`, which tells why, where the C library is glibc.
fn hypot() {
    println!("cargo::rerun-if-changed=src/hypot.c");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // Whole: where it is linked nothing has asked for these names yet.
        cc::Build::new()
            .file("src/hypot.c")
            .link_lib_modifier("+whole-archive")
            .compile("vaak_hypot");
    }
}

/// The tables by which a panic would unwind, 0.9 MB. A release aborts at a panic, and a program without names tells no trace either, so
/// they are of no use; the object files that a C compiler begins and ends a program with refer to theirs, which stay.
const UNWINDING: &str =
    "*(EXCLUDE_FILE(*crt*.o) .eh_frame) *(.gcc_except_table .gcc_except_table.*)";

/// Tells the linker of a release to put the functions of `src/first.txt` side by side: a system brings code into memory by 64 KiB
/// at least, and what has run would lie between what never runs. It also drops the tables for unwinding.
fn order() {
    let of = |name: &str| env::var(name).unwrap_or_default();
    let elf = of("CARGO_CFG_TARGET_OS") == "linux" && of("CARGO_CFG_TARGET_ENV") == "gnu";
    let chosen = of("CARGO_ENCODED_RUSTFLAGS").contains("link");
    if !elf || chosen || of("PROFILE") != "release" {
        return;
    }
    // The linkers of GNU and LLVM know this form of a script. With another one, or one that flags choose, the order is its own.
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".into());
    let version = process::Command::new(linker).arg("-Wl,--version").output();
    let version = version.map_or_else(|_| Vec::new(), |output| output.stdout);
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with("GNU ld") && !version.contains("LLD") {
        return;
    }
    let list = file("first.txt").text;
    let sections: String = data::lines(&list).map(|(_, name)| sections(name)).collect();
    let script = format!(
        "SECTIONS {{\n/DISCARD/ : {{ {UNWINDING} }}\n.text.first : {{\n{sections}}} }}\nINSERT BEFORE .text;\n"
    );
    write("first.ld", script.as_bytes());
    println!("cargo::rustc-link-arg-bins=-T{}/first.ld", of("OUT_DIR"));
}

/// The sections in which the compiler may put a function, whatever hash its name ends in.
fn sections(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.*".contains(c);
    let name = name.replace(|c| !plain(c), "?");
    let hash = if name.starts_with("_ZN") { "17h" } else { "" };
    format!("*(.text.{name}{hash}* .text.unlikely.{name}{hash}*)\n")
}

/// Fails the build with one fault.
fn fail<T>(fault: Fault) -> T {
    println!("cargo::error={fault}");
    process::exit(1);
}

/// Returns the faults in the data that the program reads at run time, and the tables of pronunciation.
fn check() -> (Vec<Fault>, Vec<(Language, Table)>) {
    let classes = file("language/shared/classes.txt");
    let mut faults = rules(&classes, &mut Table::default());
    faults.extend(language::check::sounds(&file("language/shared/latin.txt")));
    faults.extend(language::check_signs::signs(&file(
        "language/shared/signs.tsv",
    )));
    let members = file("language/shared/members.txt");
    let mut tables = Vec::new();
    for language in Language::ALL {
        let of = |name| of_language(language, name);
        faults.extend(language::check::numbers(&of("numbers.txt")));
        let mut table = Table::default();
        rules(&classes, &mut table);
        if MEMBERS.contains(&language) {
            faults.extend(rules(&in_script(&members, language), &mut table));
        }
        faults.extend(rules(&of("pronunciation.txt"), &mut table));
        table.settle();
        tables.push((language, table));
        faults.extend(language::check::sounds(&of("latin.txt")));
        faults.extend(language::check::respellings(&of(language.names_file())));
    }
    let english = |name| of_language(Language::En, name);
    for name in ["india.txt", "letters.txt"] {
        faults.extend(language::check::sounds(&english(name)));
    }
    faults.extend(language::check::sounds(&file("dictionary/arpabet.txt")));
    (faults, tables)
}

/// The languages in which the inherent vowel falls within a word, so that the members of a compound have to be told.
const MEMBERS: [Language; 4] = [Language::Hi, Language::Gu, Language::Mr, Language::Pa];

/// A file in Devanagari in the letters of a language.
fn in_script(file: &File, language: Language) -> File {
    let [from, to] = [Script::Devanagari, language.script()].map(Script::block);
    let [from, to] = [from, to].map(Option::unwrap_or_default);
    let own = |c: char| match Script::indic(c) {
        Some(Script::Devanagari) => char::from_u32(u32::from(c) - from + to).unwrap_or(c),
        _ => c,
    };
    File {
        path: file.path.clone(),
        text: file.text.chars().map(own).collect(),
    }
}

/// Parses pronunciation rules into `table`. Returns a fault for each line that does not parse.
fn rules(file: &File, table: &mut Table) -> Vec<Fault> {
    let mut faults = Vec::new();
    table.read(&file.text, |line, text| {
        faults.push(Fault::new(file, line, format!("not understood: {text}")));
    });
    faults
}

/// Reads a file of a language's folder.
fn of_language(language: Language, name: &str) -> File {
    file(&format!("language/{}/{name}", language.code()))
}

/// Reads a file of the source.
fn file(path: &str) -> File {
    let path = format!("src/{path}");
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(Path::new(&path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    File { path, text }
}
