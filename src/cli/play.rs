//! `--play` of commands that otherwise speak nothing aloud.

use vaak::{Engine, Settings};

use super::exit::Failure;
use super::flags::Play;
use super::output::Output;

impl Play {
    /// Opens the loudspeaker if it was asked for.
    fn output(&self) -> Result<Option<Output>, Failure> {
        if !self.play {
            return Ok(None);
        }
        #[cfg(feature = "playback")]
        return Output::speaker(&self.device).map(Some);
        #[cfg(not(feature = "playback"))]
        Err(Failure::Usage(
            "--play: this program was built without playback: pipe into a player, as in vaak say hello -o - | aplay"
                .to_owned(),
        ))
    }

    /// Checks that there is a loudspeaker if it was asked for.
    pub fn check(&self) -> Result<(), Failure> {
        self.output().map(drop)
    }

    /// Plays a text if that was asked for, and waits until it has been heard.
    pub fn play(&self, engine: &Engine, settings: &Settings, text: &str) -> Result<(), Failure> {
        let Some(mut output) = self.output()? else {
            return Ok(());
        };
        let mut turn = engine.turn(settings)?;
        turn.push(text)?;
        turn.close();
        while let Some(pcm) = turn.next_chunk()?.audio() {
            output.write(pcm)?;
        }
        output.finish()
    }
}
