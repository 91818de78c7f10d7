//! A phrase from the cache is the phrase as it would be made.

use std::thread;
use std::time::Duration;

use crate::voice::{engine, speak, with};
use vaak::voice::Kernel;
use vaak::{Cache, Counts, Engine, Language, Mark, Options, Settings};

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you? আমি ভালো আছি।\n\n\
    The train to Chennai leaves from platform 9 at half past, I think; please hurry! நன்றி";
const MEMORY: u64 = 8 << 20;

fn caching(memory: u64) -> Engine {
    engine().with_cache(Cache::open(memory, None).unwrap())
}

fn counts(engine: &Engine) -> Counts {
    engine.cache().unwrap().counts()
}

/// Speaks a text or a document, with its marks.
fn spoken(engine: &Engine, settings: &Settings, text: &str) -> (Vec<i16>, Vec<Mark>) {
    let mut turn = engine.turn(settings).unwrap();
    match text.starts_with('<') {
        true => turn.push_ssml(text).unwrap(),
        false => turn.push(text).unwrap(),
    }
    turn.close();
    let (mut pcm, mut marks) = (Vec::new(), Vec::new());
    while let Some(chunk) = turn.next_chunk().unwrap().audio() {
        pcm.extend_from_slice(chunk);
        marks.extend(std::iter::from_fn(|| turn.next_mark()));
    }
    marks.extend(std::iter::from_fn(|| turn.next_mark()));
    (pcm, marks)
}

fn settings() -> Vec<Settings> {
    let plain = Settings::new();
    let pause = Duration::from_millis(700);
    vec![
        plain.clone(),
        plain.clone().voice("Arjun"),
        plain.clone().speed(1.3),
        plain.clone().pitch(2.0),
        plain.clone().pitch_range(0.5),
        plain.clone().volume(-6.0),
        plain.clone().sentence_pause(pause),
        plain.clone().paragraph_pause(pause),
        plain.language(Language::Ta),
    ]
}

#[test]
fn it_gives_the_same_samples_and_marks_in_every_setting() {
    const SSML: &str = r#"<speak>One <mark name="here"/> <break time="700ms"/>
        <prosody rate="fast" pitch="+2st">two <emphasis>and</emphasis> three.</prosody> नमस्ते <break time="2s"/></speak>"#;
    let (plain, cached) = (engine(), caching(MEMORY));
    for text in [TEXT, SSML] {
        for settings in settings() {
            let wanted = spoken(&plain, &settings, text);
            assert!(!wanted.1.is_empty());
            for round in ["made", "again"] {
                let found = spoken(&cached, &settings, text);
                assert!(found.0 == wanted.0, "{round}: samples of {settings:?}");
                assert_eq!(found.1, wanted.1, "{round}: marks of {settings:?}");
            }
        }
    }
    let counts = counts(&cached);
    assert!(counts.from_memory >= counts.misses, "{counts:?}");
}

#[test]
fn it_is_the_phrase_that_is_found_wherever_it_stands() {
    let cached = caching(MEMORY);
    let settings = Settings::new().language(Language::En);
    spoken(&cached, &settings, "Your train is late. Thank you.");
    let before = counts(&cached);
    assert_eq!((before.from_memory, before.misses), (0, 2));
    // Cut in portions, in another order, in a document, beside another.
    let portions = ["Thank y", "ou. Your tra", "in is late. Good", "bye."];
    speak(&cached, &settings, portions, true);
    spoken(&cached, &settings, "<speak>Thank you.</speak>");
    let after = counts(&cached);
    assert_eq!((after.from_memory, after.misses), (3, 3));
}

#[test]
fn what_is_cancelled_is_not_kept() {
    let cached = caching(MEMORY);
    let settings = Settings::new();
    let wanted = spoken(&engine(), &settings, TEXT);
    let one = "The train to Chennai leaves from platform 9 in the morning.";
    for chunks in 0..4 {
        let mut turn = cached.turn(&settings).unwrap();
        turn.push(one).unwrap();
        turn.close();
        for _ in 0..chunks {
            turn.next_chunk().unwrap();
        }
        turn.cancel();
        assert!(turn.next_chunk().unwrap().audio().is_none());
    }
    let counts = counts(&cached);
    assert_eq!((counts.from_memory, counts.memory), (0, 0));
    assert!(spoken(&cached, &settings, TEXT) == wanted);
}

#[test]
fn another_voice_or_arithmetic_finds_nothing() {
    // One cache cannot have two engines: the keys are told by what is on disk.
    let folder = std::env::temp_dir().join(format!("vaak-{}-keys", std::process::id()));
    let disk = Some((folder.as_path(), MEMORY));
    let kernels = [Kernel::Integer, Kernel::Float];
    let misses = kernels.map(|kernel| {
        let options = Options {
            kernel: Some(kernel),
            ..Options::default()
        };
        let engine = with(options).with_cache(Cache::open(MEMORY, disk).unwrap());
        spoken(&engine, &Settings::new(), "Hello there.");
        counts(&engine).misses
    });
    let again = engine().with_cache(Cache::open(MEMORY, disk).unwrap());
    spoken(&again, &Settings::new(), "Hello there.");
    let again = counts(&again);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((misses, again.from_disk, again.misses), ([1, 1], 1, 0));
}

#[test]
fn its_bounds_hold_for_all_that_speak_at_once() {
    const SMALL: u64 = 150_000;
    let cached = caching(SMALL);
    let plain = engine();
    thread::scope(|scope| {
        for thread in 0..4 {
            let (cached, plain) = (cached.clone(), plain.clone());
            scope.spawn(move || {
                for number in 0..12 {
                    let text = format!("Number {}, please.", (thread * 5 + number) % 16);
                    let settings = Settings::new().language(Language::En);
                    let found = spoken(&cached, &settings, &text);
                    assert!(found == spoken(&plain, &settings, &text), "{text}");
                    assert!(counts(&cached).memory <= SMALL);
                }
            });
        }
    });
    // Whether they took phrases of each other depends on their order.
    for _ in 0..2 {
        spoken(&cached, &Settings::new(), "Number one, please.");
    }
    let counts = counts(&cached);
    assert!(counts.memory > 0 && counts.from_memory > 0, "{counts:?}");
    // A phrase that has no room is spoken.
    let none = caching(10);
    assert!(spoken(&none, &Settings::new(), TEXT) == spoken(&plain, &Settings::new(), TEXT));
    assert_eq!(none.cache().unwrap().counts().memory, 0);
}
