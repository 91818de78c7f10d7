//! Text to PCM: guarantees for listeners and callers.

use std::time::Duration;

use crate::voice::{drain, engine, speak, with};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use vaak::{Chunk, Engine, Error, Language, Options, Settings};

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you? আমি ভালো আছি। \
    The train to Chennai leaves from platform 9 at half past, I think; please hurry!\nநன்றி";

fn clip(engine: &Engine, text: &str) -> Vec<i16> {
    speak(engine, &Settings::default(), [text], false)
}

#[test]
fn any_split_gives_the_samples_of_the_whole() {
    let engine = engine();
    let whole = clip(&engine, TEXT);
    assert!(whole.len() > 3 * 24_000, "{} samples", whole.len());
    let chars: Vec<usize> = TEXT.char_indices().map(|(i, _)| i).collect();
    let mut random = SmallRng::seed_from_u64(7);
    for round in 0..5 {
        let mut cuts: Vec<usize> = match round {
            0 => chars.clone(),
            _ => (0..random.random_range(..9usize))
                .map(|_| chars[random.random_range(..chars.len())])
                .collect(),
        };
        cuts.extend([0, TEXT.len()]);
        cuts.sort_unstable();
        let portions = cuts.windows(2).map(|pair| &TEXT[pair[0]..pair[1]]);
        let pcm = speak(&engine, &Settings::default(), portions, round % 2 == 0);
        assert!(pcm == whole, "cut at {cuts:?}");
    }
}

#[test]
fn threads_give_the_samples_of_one_and_stop_at_an_error() {
    let engine = engine();
    let text = TEXT.repeat(2);
    let whole = clip(&engine, &text);
    for jobs in [1, 3] {
        let mut pcm = Vec::new();
        let each = |part: &[i16]| {
            pcm.extend_from_slice(part);
            Ok::<_, Error>(())
        };
        let portions = text.split_inclusive(' ').map(Ok);
        let skipped = engine.render(portions, &Settings::default(), jobs, each);
        assert_eq!(skipped.unwrap(), 0);
        assert!(pcm == whole, "{jobs} jobs");
    }
    let stop = engine.render([Ok(&text)], &Settings::default(), 2, |_| {
        Err(Error::TurnOver)
    });
    assert!(matches!(stop, Err(Error::TurnOver)));
}

#[test]
fn another_chunk_length_differs_by_rounding_only() {
    let engine = engine();
    let wanted = clip(&engine, TEXT);
    for chunk in [1, 32] {
        let kernel = None;
        let other = with(Options { kernel, chunk });
        let pcm = clip(&other, TEXT);
        assert_eq!(pcm.len(), wanted.len());
        let difference = level(pcm.iter().zip(&wanted).map(|(a, b)| f64::from(a - b)));
        let db = difference - level(wanted.iter().map(|s| f64::from(*s)));
        assert!(db < -60.0, "chunk {chunk}: {db:.1} dB");
    }
}

/// Returns the mean power in dB.
fn level(samples: impl Iterator<Item = f64>) -> f64 {
    let (power, count) = samples.fold((0.0, 0), |(p, n), s| (p + s * s, n + 1));
    10.0 * (power / f64::from(count.max(1))).log10()
}

#[test]
fn the_first_chunk_is_short_and_comes_with_the_first_clause() {
    let engine = engine();
    let mut turn = engine.turn(&Settings::default()).unwrap();
    turn.push("यह पहला वाक्य").unwrap();
    assert!(turn.next_chunk().unwrap().audio().is_none());
    assert!(!turn.is_over());
    turn.push(" है। और").unwrap();
    let first = turn.next_chunk().unwrap().audio().unwrap().len();
    assert!(first <= 3_600, "{first} samples");
}

#[test]
fn an_empty_turn_is_silent_and_over_once_closed() {
    let engine = engine();
    for text in ["", " \n\t ", "...", "\u{200d}"] {
        let mut turn = engine.turn(&Settings::default()).unwrap();
        turn.push(text).unwrap();
        assert!(turn.next_chunk().unwrap() == Chunk::NeedsText && !turn.is_over());
        turn.close();
        assert!(turn.next_chunk().unwrap() == Chunk::Done && turn.is_over());
        assert_eq!(turn.samples(), 0);
    }
}

#[test]
fn text_after_close_is_refused_and_what_came_before_is_spoken() {
    let engine = engine();
    let mut turn = engine.turn(&Settings::default()).unwrap();
    turn.push("Hello").unwrap();
    turn.close();
    assert!(matches!(turn.push(" there."), Err(Error::TurnOver)));
    turn.close();
    let mut pcm = Vec::new();
    drain(&mut turn, &mut pcm);
    assert!(pcm == clip(&engine, "Hello"));
    assert!(matches!(turn.push("x"), Err(Error::TurnOver)));
}

#[test]
fn a_cancelled_turn_is_silent_at_once_and_for_ever() {
    let engine = engine();
    for chunks in [0, 1, 5] {
        let mut turn = engine.turn(&Settings::default()).unwrap();
        turn.push(TEXT).unwrap();
        for _ in 0..chunks {
            assert!(turn.next_chunk().unwrap().audio().is_some());
        }
        turn.cancel();
        assert!(turn.is_over());
        assert!(turn.next_chunk().unwrap().audio().is_none());
        turn.close();
        assert!(turn.next_chunk().unwrap().audio().is_none());
        assert!(matches!(turn.push("x"), Err(Error::TurnOver)));
    }
}

#[test]
fn flush_speaks_what_is_pending() {
    let engine = engine();
    let mut turn = engine.turn(&Settings::default()).unwrap();
    turn.push("Good morning ").unwrap();
    assert!(turn.next_chunk().unwrap().audio().is_none());
    turn.flush();
    assert!(turn.next_chunk().unwrap().audio().is_some());
}

#[test]
fn speed_scales_the_length() {
    let engine = engine();
    let length = |speed| {
        let settings = Settings::new().speed(speed);
        speak(&engine, &settings, [TEXT], false).len() as f64
    };
    let normal = length(1.0);
    for speed in [0.5, 1.3] {
        let ratio = normal / length(speed);
        let error = ratio / f64::from(speed) - 1.0;
        assert!(error.abs() < 0.03, "speed {speed}: {ratio:.3}");
    }
    // No phoneme is shorter than a frame, so the fastest speech may be a little longer.
    let ratio = normal / length(2.0);
    assert!((1.8..2.03).contains(&ratio), "speed 2: {ratio:.3}");
}

#[test]
fn the_voices_differ_and_a_wrong_request_says_what_there_is() {
    let engine = engine();
    let of = |voice: &str| Settings::new().voice(voice);
    let spoken = ["Ananya", "Arjun", "Vikram", "Kavya"]
        .map(|voice| speak(&engine, &of(voice), [TEXT], false));
    assert!(spoken[0] == clip(&engine, TEXT));
    for (at, one) in spoken.iter().enumerate() {
        assert!(!spoken[at + 1..].contains(one));
    }
    let wrong = engine.turn(&of("Nobody")).err().unwrap();
    assert!(
        wrong.to_string().contains("Ananya, Arjun, Vikram, Kavya"),
        "{wrong}"
    );
    for speed in [0.49, 2.01, f32::NAN, f32::INFINITY, -1.0] {
        let settings = Settings::new().speed(speed);
        let wrong = engine.turn(&settings).err();
        assert!(matches!(wrong, Some(Error::InvalidSpeed { .. })), "{speed}");
    }
    let settings = Settings::new().model("another");
    let wrong = engine.turn(&settings).err();
    assert!(matches!(wrong, Some(Error::UnknownModel { .. })));
    let settings = Settings::new().model(&engine.models()[0].name);
    assert!(engine.turn(&settings).is_ok());
}

/// Returns the lag in samples at which the autocorrelation of the clip is highest, among pitches from 75 to 400 Hz.
fn period(pcm: &[i16]) -> f32 {
    let likeness = |lag: usize| {
        let pairs = pcm.iter().zip(&pcm[lag..]);
        pairs
            .map(|(a, b)| f64::from(*a) * f64::from(*b))
            .sum::<f64>()
    };
    let best = (60..=320).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b)));
    best.unwrap() as f32
}

#[test]
fn pitch_moves_by_semitones_and_its_range_by_a_factor() {
    let engine = engine();
    for (voice, hz) in [
        ("Ananya", 200.8),
        ("Arjun", 123.2),
        ("Vikram", 106.0),
        ("Kavya", 201.2),
    ] {
        // A monotone has one period, that of the voice's mean pitch.
        let flat = Settings::new().voice(voice).pitch_range(0.0);
        for semitones in [-6.0, 0.0, 6.0] {
            let settings = flat.clone().pitch(semitones);
            let pcm = speak(&engine, &settings, ["मैं वाक् हूँ, नमस्ते।"], false);
            let found = 24_000.0 / period(&pcm);
            let wanted = hz * 2_f32.powf(semitones / 12.0);
            let error = (found / wanted).log2() * 12.0;
            assert!(error.abs() < 0.5, "{voice}, {semitones}: {found} Hz");
        }
    }
    let own = clip(&engine, TEXT);
    let settings = Settings::new().pitch_range(1.5);
    let wide = speak(&engine, &settings, [TEXT], false);
    assert_eq!(own.len(), wide.len());
    assert!(own != wide);
}

#[test]
fn volume_is_in_db_and_never_clips() {
    let engine = engine();
    let at = |db| speak(&engine, &Settings::new().volume(db), [TEXT], false);
    let rms = |pcm: &[i16]| {
        let sum: f64 = pcm.iter().map(|s| f64::from(*s).powi(2)).sum();
        10.0 * (sum / pcm.len() as f64).log10()
    };
    let own = clip(&engine, TEXT);
    let soft = rms(&at(-20.0)) - rms(&own);
    assert!((soft + 20.0).abs() < 0.1, "{soft}");
    let loud = at(12.0);
    assert!(rms(&loud) - rms(&own) > 6.0);
    assert!(loud.iter().all(|s| s.unsigned_abs() < 32_500));
}

#[test]
fn pauses_are_put_between_sentences_and_at_blank_lines_by_one_thread_and_by_several() {
    let engine = engine();
    let text = "Good morning, dear listeners of this programme. It is nine.\n\nThe news follows.";
    let settings = Settings::new()
        .sentence_pause(Duration::from_millis(700))
        .paragraph_pause(Duration::from_millis(1_500));
    let [own, paused] = [&Settings::new(), &settings].map(|settings| {
        let mut turn = engine.turn(settings).unwrap();
        turn.push(text).unwrap();
        turn.close();
        let (mut pcm, mut marks) = (Vec::new(), Vec::new());
        while let Some(samples) = turn.next_chunk().unwrap().audio() {
            pcm.extend_from_slice(samples);
            marks.extend(std::iter::from_fn(|| turn.next_mark()));
        }
        (pcm, marks)
    });
    let (pcm, marks) = paused;
    assert_eq!(pcm.len() - own.0.len(), 24 * (700 + 1_500));
    for (mark, before) in marks.iter().zip(&own.1) {
        let later = match mark.text.as_str() {
            "It" | "is" | "nine" => 700,
            "The" | "news" | "follows" => 700 + 1_500,
            _ => 0,
        };
        let moved = mark.samples.start - before.samples.start;
        assert_eq!(moved, 24 * later, "{}", mark.text);
    }
    let mut rendered = Vec::new();
    let each = |part: &[i16]| {
        rendered.extend_from_slice(part);
        Ok::<_, Error>(())
    };
    engine.render([Ok(text)], &settings, 2, each).unwrap();
    assert!(rendered == pcm);
}

/// The samples of a document and its marks: the text or the name in brackets, and where it begins.
fn document(engine: &Engine, document: &str) -> (Vec<i16>, Vec<(String, u64)>) {
    let mut turn = engine.turn(&Settings::new()).unwrap();
    turn.push_ssml(document).unwrap();
    turn.close();
    let (mut pcm, mut marks) = (Vec::new(), Vec::new());
    loop {
        let samples = turn.next_chunk().unwrap().audio();
        let done = samples.is_none();
        pcm.extend_from_slice(samples.unwrap_or_default());
        marks.extend(std::iter::from_fn(|| turn.next_mark()).map(|mark| {
            let name = mark.name.map(|name| format!("<{name}>"));
            (name.unwrap_or(mark.text), mark.samples.start)
        }));
        if done {
            return (pcm, marks);
        }
    }
}

#[test]
fn breaks_are_silence_wherever_they_stand_and_marks_have_their_places() {
    let engine = engine();
    let plain = clip(&engine, "Good morning.").len() as u64;
    let (pcm, marks) = document(
        &engine,
        "<speak><mark name=\"a\"/><break time=\"1s\"/><mark name=\"b\"/>Good <mark name=\"c\"/>morning.<mark name=\"d\"/>\
            <break time=\"500ms\"/><mark name=\"e\"/></speak>",
    );
    assert_eq!(pcm.len() as u64, plain + 24_000 + 12_000);
    assert!(
        pcm[..24_000]
            .iter()
            .chain(&pcm[pcm.len() - 12_000..])
            .all(|s| s.abs() <= 1)
    );
    let names: Vec<&str> = marks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["<a>", "<b>", "Good", "<c>", "morning", "<d>", "<e>"]
    );
    let at: Vec<u64> = marks.iter().map(|(_, at)| *at).collect();
    assert!(at.is_sorted(), "{marks:?}");
    assert_eq!((at[0], at[1], at[3]), (0, at[2], at[4]));
    assert!(at[1] >= 24_000 && at[5] > at[4] && at[5] <= 24_000 + plain);
    assert_eq!(at[6], plain + 36_000);
    let (pcm, marks) = document(
        &engine,
        "<speak><s>Good morning.</s><mark name=\"end\"/></speak>",
    );
    assert_eq!(marks[2], ("<end>".to_owned(), pcm.len() as u64));
}

#[test]
fn an_emphasised_word_alone_stands_out_in_any_voice() {
    let engine = engine();
    for voice in ["Ananya", "Vikram"] {
        let said = |level: &str, word: &str| {
            let text = format!(
                "<speak><voice name=\"{voice}\">I asked for the <emphasis level=\"{level}\">{word}</emphasis> one, \
                not the <emphasis level=\"none\">green</emphasis> one.</voice></speak>"
            );
            document(&engine, &text)
        };
        let begins = |marks: &[(String, u64)], word: &str| {
            marks.iter().find(|(text, _)| text == word).unwrap().1
        };
        let (plain, marks) = said("none", "red");
        let length = |marks: &[(String, u64)]| begins(marks, "one") - begins(marks, "red");
        for (level, factor) in [
            ("reduced", 0.75..0.95),
            ("moderate", 1.05..1.25),
            ("strong", 1.15..1.4),
        ] {
            let (pcm, emphasised) = said(level, "red");
            let longer = length(&emphasised) as f32 / length(&marks) as f32;
            assert!(factor.contains(&longer), "{voice}, {level}: {longer}");
            // What comes before it is the same, up to where F0 begins to move.
            let before = begins(&marks, "red") as usize - 4_800;
            assert!(pcm[..before] == plain[..before], "{voice}, {level}");
            // Durations are rounded to frames of 300 samples.
            let rest = |marks: &[(String, u64)]| begins(marks, "not") - begins(marks, "one");
            assert!(
                rest(&emphasised).abs_diff(rest(&marks)) <= 300,
                "{voice}, {level}"
            );
        }
    }
    // The emphasis of one clause is not that of the next.
    let over = document(
        &engine,
        "<speak><emphasis>Yes.</emphasis> It is nine.</speak>",
    );
    let plain = document(&engine, "<speak><s>It is nine.</s></speak>");
    assert!(over.0.ends_with(&plain.0));
}

#[test]
fn a_part_of_a_document_sounds_as_its_settings_say() {
    let engine = engine();
    let sentence = "The train to Chennai leaves from platform nine.";
    let said = |open: &str, close: &str| {
        let text = format!("<speak>{open}{sentence}{close}</speak>");
        document(&engine, &text).0
    };
    let alone = |settings: Settings| speak(&engine, &settings, [sentence], false);
    for (open, close, settings) in [
        ("", "", Settings::new()),
        ("<s>", "</s>", Settings::new()),
        (
            "<voice name=\"Arjun\">",
            "</voice>",
            Settings::new().voice("Arjun"),
        ),
        (
            "<prosody rate=\"150%\">",
            "</prosody>",
            Settings::new().speed(1.5),
        ),
        (
            "<prosody rate=\"0.1\">",
            "</prosody>",
            Settings::new().speed(0.5),
        ),
        (
            "<prosody pitch=\"-3st\">",
            "</prosody>",
            Settings::new().pitch(-3.0),
        ),
        (
            "<prosody range=\"50%\">",
            "</prosody>",
            Settings::new().pitch_range(0.5),
        ),
        (
            "<prosody volume=\"-6dB\">",
            "</prosody>",
            Settings::new().volume(-6.0),
        ),
        (
            "<prosody rate=\"+20%\"><prosody rate=\"50%\">",
            "</prosody></prosody>",
            Settings::new().speed(0.6),
        ),
    ] {
        assert!(said(open, close) == alone(settings), "{open}");
    }
    // What comes after it sounds as before. The last two have networks of their own.
    for voice in ["Arjun", "Vikram", "Kavya"] {
        let two = document(
            &engine,
            &format!("<speak><voice name=\"{voice}\">{sentence}</voice> <s>{sentence}</s></speak>"),
        );
        let other = alone(Settings::new().voice(voice));
        assert!(two.0 == [other, alone(Settings::new())].concat(), "{voice}");
    }
}

#[test]
fn documents_and_text_are_spoken_in_their_order() {
    let engine = engine();
    let mut turn = engine.turn(&Settings::new()).unwrap();
    turn.push("One apple").unwrap();
    turn.push_ssml("<speak>two <break/> pears</speak>").unwrap();
    turn.push("and three plums").unwrap();
    assert!(turn.push_ssml("<speak>two").is_err());
    turn.close();
    assert!(matches!(turn.push_ssml("<speak/>"), Err(Error::TurnOver)));
    let mut words = Vec::new();
    while turn.next_chunk().unwrap().audio().is_some() {
        words.extend(std::iter::from_fn(|| turn.next_mark()).map(|mark| mark.text));
    }
    assert_eq!(
        words,
        ["One", "apple", "two", "pears", "and", "three", "plums"]
    );
}

#[test]
fn a_setting_out_of_its_range_is_refused_by_name() {
    let engine = engine();
    for (settings, name) in [
        (Settings::new().pitch(6.1), "pitch"),
        (Settings::new().pitch(f32::NAN), "pitch"),
        (Settings::new().pitch_range(-0.1), "pitch_range"),
        (Settings::new().volume(12.1), "volume"),
        (
            Settings::new().sentence_pause(Duration::from_millis(5_001)),
            "sentence_pause_ms",
        ),
        (
            Settings::new().paragraph_pause(Duration::MAX),
            "paragraph_pause_ms",
        ),
    ] {
        match engine.turn(&settings).err() {
            Some(Error::OutOfRange { setting, .. }) => assert_eq!(setting, name),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn no_text_stops_speech() {
    let engine = engine();
    let hostile = [
        "🙂🙂 hello \u{202e}\u{0}\u{fffd}",
        &"₹".repeat(60),
        &"क्".repeat(100),
        &"9".repeat(80),
        &"x".repeat(200),
        &"\u{94d}\u{93c}".repeat(200),
    ];
    for text in hostile {
        let mut turn = engine.turn(&Settings::default()).unwrap();
        turn.push(text).unwrap();
        turn.push(" और अंत।").unwrap();
        turn.close();
        let mut pcm = Vec::new();
        drain(&mut turn, &mut pcm);
        assert!(!pcm.is_empty(), "{text:?}");
    }
}

#[test]
fn every_language_speaks_and_none_is_silent_or_clips() {
    let engine = engine();
    let sentences = [
        (Language::Hi, "आज मौसम बहुत अच्छा है।"),
        (Language::Bn, "আজ আবহাওয়া খুব ভালো।"),
        (Language::Ta, "இன்று வானிலை நன்றாக உள்ளது."),
        (Language::Te, "ఈ రోజు వాతావరణం బాగుంది."),
        (Language::Gu, "આજે હવામાન ખૂબ સારું છે."),
        (Language::Kn, "ಇಂದು ಹವಾಮಾನ ಚೆನ್ನಾಗಿದೆ."),
        (Language::Ml, "ഇന്ന് കാലാവസ്ഥ നല്ലതാണ്."),
        (Language::Mr, "आज हवामान खूप छान आहे."),
        (Language::Pa, "ਅੱਜ ਮੌਸਮ ਬਹੁਤ ਵਧੀਆ ਹੈ।"),
        (Language::Or, "ଆଜି ପାଗ ବହୁତ ଭଲ ଅଛି।"),
        (Language::En, "The weather is very good today."),
    ];
    for (language, sentence) in sentences {
        for voice in &engine.models()[0].voices {
            let settings = Settings::new().voice(voice).language(language);
            let mut turn = engine.turn(&settings).unwrap();
            turn.push(sentence).unwrap();
            turn.close();
            let mut pcm = Vec::new();
            drain(&mut turn, &mut pcm);
            assert_eq!(turn.skipped(), 0, "{language:?}");
            let seconds = pcm.len() as f64 / 24_000.0;
            assert!(
                (0.5..8.0).contains(&seconds),
                "{language:?}: {seconds:.2} s"
            );
            let peak = pcm.iter().map(|s| s.unsigned_abs()).max().unwrap();
            assert!((300..32_500).contains(&peak), "{language:?}: {peak}");
        }
    }
}

/// Returns the largest step between samples where two chunks meet, and within chunks.
fn steps(engine: &Engine, text: &str, speed: f32) -> (u16, u16) {
    let settings = Settings::new().speed(speed);
    let mut turn = engine.turn(&settings).unwrap();
    turn.push(text).unwrap();
    turn.close();
    let (mut joins, mut inside) = (0, 0);
    let mut last: Option<i16> = None;
    while let Some(chunk) = turn.next_chunk().unwrap().audio() {
        if let Some(last) = last {
            joins = joins.max(last.abs_diff(chunk[0]));
        }
        let within = chunk.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        inside = within.max().unwrap_or_default().max(inside);
        last = chunk.last().copied();
    }
    (joins, inside)
}

#[test]
fn no_join_of_chunks_clicks() {
    let engine = engine();
    // Running speech, vowels of maximum length, and mostly silence.
    for (text, speed) in [(TEXT, 1.0), ("आ। ई। ऊ। ए। ओ।", 0.5), ("म। … म।", 0.5)]
    {
        let (joins, inside) = steps(&engine, text, speed);
        assert!(joins <= inside, "{text}: {joins} at joins, {inside} inside");
    }
}
