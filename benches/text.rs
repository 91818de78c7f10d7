//! Measures reading text on one thread: `cargo bench --bench text`.
//!
//! The first part is the time from a sentence to its phonemes, for the first sentence, which also loads the tables, and
//! for later ones. The second part is the speed on sentences that are all different: those of the recipe's prompts, or
//! with `VAAK_SENTENCES=FOLDER` those of `FOLDER/hi.txt` and so on. Each round has a new reader, so that nothing is
//! cached from one to the next. The third part is the speed on hostile text of an eighth of a megabyte and of a
//! megabyte: it stays the same if the time is linear.

use std::collections::HashSet;
use std::env;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use vaak::Language;
use vaak::lexicon::{Lexicon, phrase};
use vaak::text::{Reader, Splitter};

/// A sentence of about a hundred characters per language, with numbers and amounts.
const SENTENCES: [(Language, &str); 11] = [
    (
        Language::Hi,
        "आपका ऑर्डर 15/08/2024 को सुबह 10:30 बजे पहुँच जाएगा और आपको ₹1,250 देने होंगे, कृपया खुले पैसे रखें।",
    ),
    (
        Language::Bn,
        "আপনার অর্ডার ১৫/০৮/২০২৪ তারিখে সকাল ১০:৩০ টায় পৌঁছাবে এবং আপনাকে ৳১,২৫০ দিতে হবে, খুচরো টাকা রাখুন।",
    ),
    (
        Language::Ta,
        "உங்கள் ஆர்டர் 15/08/2024 அன்று காலை 10:30 மணிக்கு வந்து சேரும், நீங்கள் ₹1,250 செலுத்த வேண்டும்.",
    ),
    (
        Language::Te,
        "మీ ఆర్డర్ 15/08/2024 న ఉదయం 10:30 గంటలకు చేరుతుంది, మీరు ₹1,250 చెల్లించాలి, దయచేసి చిల్లర ఉంచండి.",
    ),
    (
        Language::Gu,
        "તમારો ઑર્ડર 15/08/2024 ના રોજ સવારે 10:30 વાગ્યે પહોંચશે અને તમારે ₹1,250 આપવાના રહેશે, છૂટા રાખજો.",
    ),
    (
        Language::Kn,
        "ನಿಮ್ಮ ಆರ್ಡರ್ 15/08/2024 ರಂದು ಬೆಳಿಗ್ಗೆ 10:30 ಗಂಟೆಗೆ ತಲುಪುತ್ತದೆ ಮತ್ತು ನೀವು ₹1,250 ಪಾವತಿಸಬೇಕು, ಚಿಲ್ಲರೆ ಇಡಿ.",
    ),
    (
        Language::Ml,
        "നിങ്ങളുടെ ഓർഡർ 15/08/2024 ന് രാവിലെ 10:30 മണിക്ക് എത്തും, നിങ്ങൾ ₹1,250 നൽകണം, ചില്ലറ കരുതുക.",
    ),
    (
        Language::Mr,
        "तुमची ऑर्डर 15/08/2024 रोजी सकाळी 10:30 वाजता पोहोचेल आणि तुम्हाला ₹1,250 द्यावे लागतील, सुटे पैसे ठेवा.",
    ),
    (
        Language::Pa,
        "ਤੁਹਾਡਾ ਆਰਡਰ 15/08/2024 ਨੂੰ ਸਵੇਰੇ 10:30 ਵਜੇ ਪਹੁੰਚ ਜਾਵੇਗਾ ਅਤੇ ਤੁਹਾਨੂੰ ₹1,250 ਦੇਣੇ ਪੈਣਗੇ, ਖੁੱਲ੍ਹੇ ਪੈਸੇ ਰੱਖੋ।",
    ),
    (
        Language::Or,
        "ଆପଣଙ୍କ ଅର୍ଡର 15/08/2024 ରେ ସକାଳ 10:30 ଟାରେ ପହଞ୍ଚିବ ଏବଂ ଆପଣଙ୍କୁ ₹1,250 ଦେବାକୁ ପଡ଼ିବ, ଖୁଚୁରା ରଖନ୍ତୁ।",
    ),
    (
        Language::En,
        "Your order will arrive on 15/08/2024 at 10:30 am and you will have to pay ₹1,250; please keep change.",
    ),
];
/// Text that could make a reader scan the same characters repeatedly.
const HOSTILE: [&str; 8] = ["1", "9,", "a.b", "X", "क", "12/34-", "@#.", "Rs. 5 km "];
const TIMES: usize = 200;
const MEGABYTE: usize = 1 << 20;

/// Reads all of `text`, with phonemes if `pronounced`. Returns how many tokens and phonemes came out.
fn read(text: &str, pronounced: bool) -> usize {
    let lexicon = Lexicon::default();
    let mut splitter = Splitter::new();
    let mut reader = Reader::new(None);
    let (mut tokens, mut phonemes, mut out) = (Vec::new(), Vec::new(), 0);
    splitter.push(text);
    splitter.close();
    while let Some(clause) = splitter.next_clause() {
        tokens.clear();
        phonemes.clear();
        reader.read(&clause, &mut tokens);
        if pronounced {
            phrase(&tokens, &lexicon, &mut phonemes);
        }
        out += tokens.len() + phonemes.len();
    }
    out
}

/// Returns the CPU time of this thread, which other programs do not lengthen. Linux reports it in steps of some
/// milliseconds; elsewhere this is the wall clock.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|t| t.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Returns the speed of reading `text` in megabytes per second: the median of three measurements, and the slowest.
fn speed(text: &str, rounds: usize, pronounced: bool) -> (f64, f64) {
    let mut times = [0; 3].map(|_| {
        let start = processor_time();
        for _ in 0..rounds {
            black_box(read(black_box(text), pronounced));
        }
        (processor_time() - start).as_secs_f64()
    });
    times.sort_by(f64::total_cmp);
    let speed = |seconds: f64| (rounds * text.len()) as f64 / 1e6 / seconds;
    (speed(times[1]), speed(times[2]))
}

/// Returns the sentences of the named folder, or the prompts of the recipe.
fn sentences(language: Language) -> String {
    let prompts = concat!(env!("CARGO_MANIFEST_DIR"), "/models/recipe/prompts");
    let folder = env::var("VAAK_SENTENCES").unwrap_or_else(|_| prompts.to_owned());
    let path = format!("{folder}/{language}.txt");
    let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let sentences = lines.lines().filter(|line| !line.starts_with('#'));
    sentences.collect::<Vec<_>>().join("\n")
}

/// Returns the number of words, and how many in a hundred are distinct.
fn words(text: &str) -> (usize, usize) {
    let words: Vec<_> = text.split_whitespace().collect();
    let distinct: HashSet<_> = words.iter().collect();
    (words.len(), 100 * distinct.len() / words.len().max(1))
}

fn main() {
    println!(
        "a sentence of a hundred characters, to phonemes: first, then median and worst of {TIMES}, in ms"
    );
    for (language, sentence) in SENTENCES {
        let timed = || {
            let start = Instant::now();
            black_box(read(black_box(sentence), true));
            start.elapsed()
        };
        let first = timed();
        let mut times = [Duration::ZERO; TIMES].map(|_| timed());
        times.sort();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{language}\t{:.2}\t{:.3}\t{:.3}",
            ms(first),
            ms(times[TIMES / 2]),
            ms(times[TIMES - 1])
        );
    }
    println!(
        "different sentences: words, distinct ones in percent; MB/s, median and worst of 3, to words, and to phonemes"
    );
    let texts = Language::ALL.map(sentences);
    for (language, text) in Language::ALL.iter().zip(&texts) {
        let (count, distinct) = words(text);
        print!("{language}\t{count}\t{distinct}");
        for pronounced in [false, true] {
            let (median, worst) = speed(text, (MEGABYTE / text.len()).max(1), pronounced);
            print!("\t{median:.1} {worst:.1}");
        }
        println!();
    }
    println!(
        "one text, in MB/s, median and worst of 3: as words, of 1/8 MB and 1 MB; to phonemes, the same"
    );
    let natural = ("all languages".to_owned(), texts.concat());
    let hostile = HOSTILE.map(|unit| (format!("{unit:?}"), unit.to_owned()));
    for (name, unit) in [natural].iter().chain(&hostile) {
        print!("{name}");
        for pronounced in [false, true] {
            for size in [MEGABYTE / 8, MEGABYTE] {
                let mut text = unit.repeat(size.div_ceil(unit.len()));
                text.truncate(text.floor_char_boundary(size));
                let (median, worst) = speed(&text, 1, pronounced);
                print!("\t{median:.1} {worst:.1}");
            }
        }
        println!();
    }
}
