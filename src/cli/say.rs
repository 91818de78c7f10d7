//! `vaak say`: speaks text chunk by chunk.

use std::iter;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use vaak::text::ssml::MAX_BYTES;
use vaak::{Engine, Settings, Turn};

use super::exit::{Failure, warn_of_skipped};
use super::flags::Say;
use super::output::Output;
use super::source::Input;
use super::timings::Timings;

/// Files with fewer bytes get no progress bar, because they are spoken too quickly.
const LONG: u64 = 4_000;

pub fn run(flags: Say) -> Result<(), Failure> {
    let played = cfg!(feature = "playback") && flags.output.is_none() && !flags.raw;
    let piped = flags.output.is_none() && !played;
    let mut timings = Timings::new(&flags, piped)?;
    let lexicon = flags.lexicon.load()?;
    let engine = flags.model.load()?.with_lexicon(lexicon);
    let mut settings = Settings::new()
        .speed(flags.speed)
        .pitch(flags.pitch)
        .pitch_range(flags.pitch_range)
        .volume(flags.volume)
        .sentence_pause(Duration::from_millis(flags.sentence_pause.into()))
        .paragraph_pause(Duration::from_millis(flags.paragraph_pause.into()))
        .inline_phonemes(flags.inline_phonemes)
        .emoji(flags.emoji);
    settings.voice = flags.voice.map(|name| known_voice(&engine, name));
    settings.language = flags.language;
    // Reject an invalid request before any file is touched.
    let mut turn = engine.turn(&settings)?;
    #[cfg(all(unix, feature = "serve"))]
    if flags.jsonl {
        return super::jsonl::run(&engine, &settings, flags.source.open()?);
    }
    let mut output = match played {
        #[cfg(feature = "playback")]
        true => Output::speaker(&flags.device)?,
        _ => Output::new(flags.output.as_deref(), flags.raw, engine.sample_rate())?,
    };
    let mut input = flags.source.open()?;
    let bar = bar(&input);
    let mut blocks = iter::from_fn(|| {
        bar.set_position(input.read());
        input.next_block().transpose()
    });
    let skipped = if flags.ssml {
        // Nothing of a document that is wrong is spoken.
        let mut document = String::new();
        for block in blocks {
            document += &block?;
            // It is refused without the rest.
            if document.len() > MAX_BYTES {
                break;
            }
        }
        turn.push_ssml(&document)?;
        turn.close();
        drain(&mut turn, &mut output, &mut timings)?;
        turn.skipped()
    } else if flags.jobs.get() > 1 {
        let jobs = flags.jobs.get();
        engine.render_with_marks(blocks, &settings, jobs, |pcm, marks| {
            output.write(pcm)?;
            marks.iter().try_for_each(|mark| timings.push(mark))
        })?
    } else {
        blocks.try_for_each(|block| {
            turn.push(&block?)?;
            drain(&mut turn, &mut output, &mut timings)
        })?;
        turn.close();
        drain(&mut turn, &mut output, &mut timings)?;
        turn.skipped()
    };
    bar.finish_and_clear();
    let spoken = output.samples() > 0;
    output.finish()?;
    timings.finish()?;
    warn_of_skipped(skipped);
    match spoken {
        true => Ok(()),
        false => Err(Failure::Silent),
    }
}

/// Returns the name of the voice as the model writes it, whatever its case.
pub fn known_voice(engine: &Engine, name: String) -> String {
    engine.voice_named(&name).map(str::to_owned).unwrap_or(name)
}

fn drain(turn: &mut Turn, output: &mut Output, timings: &mut Timings) -> Result<(), Failure> {
    loop {
        let pcm = turn.next_chunk()?.audio();
        let done = pcm.is_none();
        if let Some(pcm) = pcm {
            output.write(pcm)?;
        }
        while let Some(mark) = turn.next_mark() {
            timings.push(&mark)?;
        }
        if done {
            return Ok(());
        }
    }
}

/// Makes a progress bar, which is shown only if standard error is a terminal.
fn bar(input: &Input) -> ProgressBar {
    match input.size() {
        Some(size) if size >= LONG => ProgressBar::new(size).with_style(
            ProgressStyle::with_template("{wide_bar} {percent:>3} %, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        ),
        _ => ProgressBar::hidden(),
    }
}
