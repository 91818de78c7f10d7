//! How a client of Speech Dispatcher wants to be spoken to.

use vaak::{Engine, Error, Language, Settings};

/// The most of any number, and the least with a minus.
const MOST: f32 = 100.0;
/// Semitones at the highest pitch.
const PITCH: f32 = 6.0;
/// The volume at the lowest, in dB: nothing is heard.
const SILENT: f32 = -40.0;
/// The voice of each kind, where the model has it: of those that match, the first.
const KINDS: [(&str, &str); 4] = [
    ("female2", "Kavya"),
    ("female", "Ananya"),
    ("male2", "Vikram"),
    ("male", "Arjun"),
];
/// The kind that the daemon names where a client names none.
const USUAL: &str = "male1";

/// Which punctuation is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Punctuation {
    #[default]
    None,
    Some,
    Most,
    All,
}

/// The parameters of the messages to come.
#[derive(Debug)]
pub struct Parameters {
    voices: Vec<String>,
    /// The voice where a client asks for none.
    usual: Option<String>,
    kind: Option<String>,
    voice: Option<String>,
    language: Option<Language>,
    rate: f32,
    pitch: f32,
    pitch_range: f32,
    volume: f32,
    pub punctuation: Punctuation,
    /// Whether text is spelt.
    pub spells: bool,
    /// Whether a capital letter is told.
    pub capitals: bool,
}

impl Parameters {
    /// Those of a client that has set none. `usual` is a voice of the engine.
    pub fn new(engine: &Engine, usual: Option<String>) -> Result<Self, Error> {
        let voices = engine.models()[0].voices.clone();
        let usual = usual.map(|usual| {
            let known = voices
                .iter()
                .find(|voice| voice.eq_ignore_ascii_case(&usual));
            known.cloned().ok_or(Error::UnknownVoice {
                voice: usual,
                available: voices.clone(),
            })
        });
        Ok(Self {
            usual: usual.transpose()?,
            voices,
            kind: None,
            voice: None,
            language: None,
            rate: 0.0,
            pitch: 0.0,
            pitch_range: 0.0,
            volume: MOST,
            punctuation: Punctuation::None,
            spells: false,
            capitals: false,
        })
    }

    /// Sets a parameter. Returns false if it cannot have this value. What a newer daemon may set is passed over.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let set = (value != "NULL").then_some(value);
        let number = match name {
            "rate" => &mut self.rate,
            "pitch" => &mut self.pitch,
            "pitch_range" => &mut self.pitch_range,
            "volume" => &mut self.volume,
            _ => {
                match name {
                    "punctuation_mode" => {
                        self.punctuation = match value {
                            "none" => Punctuation::None,
                            "some" => Punctuation::Some,
                            "most" => Punctuation::Most,
                            "all" => Punctuation::All,
                            _ => return false,
                        };
                    }
                    "spelling_mode" => self.spells = value == "on",
                    "cap_let_recogn" => self.capitals = !matches!(value, "none" | "NULL"),
                    "voice" => self.kind = set.map(str::to_owned),
                    "synthesis_voice" => self.voice = set.map(str::to_owned),
                    // Of a language that is not ours each text tells its own.
                    "language" => self.language = set.and_then(|code| code.parse().ok()),
                    _ => {}
                }
                return true;
            }
        };
        let read = value.parse::<f32>().ok().filter(|value| value.is_finite());
        *number = read.unwrap_or(*number).clamp(-MOST, MOST);
        read.is_some()
    }

    /// Returns the settings of a turn.
    pub fn settings(&self) -> Settings {
        let part = |value: f32| value / MOST;
        let level = f32::midpoint(part(self.volume), 1.0);
        let mut settings = Settings::new()
            .speed(2_f32.powf(part(self.rate)))
            .pitch(part(self.pitch) * PITCH)
            .pitch_range(1.0 + part(self.pitch_range))
            .volume((20.0 * level.log10()).max(SILENT));
        settings.voice = self.voice();
        settings.language = self.language;
        settings
    }

    /// The voice by its name, by its kind, or the usual one.
    fn voice(&self) -> Option<String> {
        let known = |name: &str| {
            let mut voices = self.voices.iter();
            voices.find(|voice| voice.eq_ignore_ascii_case(name))
        };
        let kind = self
            .kind
            .as_deref()
            .filter(|kind| *kind != USUAL || self.usual.is_none());
        let of_kind = kind.and_then(|kind| {
            let mut matching = KINDS.iter().filter(|(known, _)| kind.contains(known));
            matching.find_map(|(_, name)| known(name))
        });
        let named = self.voice.as_deref().and_then(known);
        named.or(of_kind).cloned().or_else(|| self.usual.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(usual: Option<&str>) -> Parameters {
        let engine = Engine::bundled().unwrap();
        Parameters::new(&engine, usual.map(str::to_owned)).unwrap()
    }

    #[test]
    fn every_value_is_within_what_the_voice_can_do() {
        let engine = Engine::bundled().unwrap();
        for value in ["-100", "-50", "0", "50", "100", "1000"] {
            let mut parameters = parameters(None);
            for name in ["rate", "pitch", "pitch_range", "volume"] {
                assert!(parameters.set(name, value));
                assert!(!parameters.set(name, "loud"));
            }
            assert!(engine.turn(&parameters.settings()).is_ok(), "{value}");
        }
        let mut parameters = parameters(None);
        assert_eq!(parameters.settings(), Settings::new());
        for (name, value) in [("rate", "100"), ("pitch", "-100"), ("volume", "0")] {
            assert!(parameters.set(name, value));
        }
        let settings = parameters.settings();
        assert_eq!((settings.speed, settings.pitch), (2.0, -6.0));
        assert!((settings.volume + 6.02).abs() < 0.01, "half as loud");
    }

    #[test]
    fn a_voice_is_found_by_its_name_before_its_kind() {
        for (usual, kind, name, wanted) in [
            (None, "NULL", "NULL", None),
            (None, "male1", "NULL", Some("Arjun")),
            (None, "female1", "NULL", Some("Ananya")),
            (None, "female2", "NULL", Some("Kavya")),
            (None, "female3", "NULL", Some("Ananya")),
            (None, "child_male", "NULL", Some("Arjun")),
            (None, "male1", "ananya", Some("Ananya")),
            (None, "male1", "Nobody", Some("Arjun")),
            (Some("ananya"), "male1", "NULL", Some("Ananya")),
            (Some("ananya"), "male2", "NULL", Some("Vikram")),
        ] {
            let mut parameters = parameters(usual);
            assert!(parameters.set("voice", kind) && parameters.set("synthesis_voice", name));
            assert_eq!(
                parameters.settings().voice.as_deref(),
                wanted,
                "{kind} {name}"
            );
        }
        let engine = Engine::bundled().unwrap();
        let unknown = Parameters::new(&engine, Some("Nobody".to_owned()));
        assert!(matches!(unknown, Err(Error::UnknownVoice { .. })));
    }
}
