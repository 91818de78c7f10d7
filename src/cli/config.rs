//! The configuration of `serve`: its file, overridden by the environment and by flags.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use toml::{Table, Value};
use vaak::serve::{Cache, Limits, Log};
use vaak::{Error, similar};

use super::exit::{Failure, tell};
use super::flags::{Arithmetic, LogFormat, Serve, address};
use super::settings::{meaning, place};

/// What the names of environment variables begin with.
const PREFIX: &str = "VAAK";

/// All settings of `serve`. A file may set any of them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Configuration {
    #[serde(deserialize_with = "listen")]
    pub listen: SocketAddr,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_key_file: Option<PathBuf>,
    pub no_auth: bool,
    #[serde(
        deserialize_with = "listen_if_set",
        skip_serializing_if = "Option::is_none"
    )]
    pub wyoming: Option<SocketAddr>,
    pub wyoming_no_auth: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_cert: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_key: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Arithmetic>,
    pub key_in_url: bool,
    pub cors_origins: Vec<String>,
    pub model_aliases: Vec<String>,
    pub voice_aliases: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<PathBuf>,
    pub log_format: Log,
    #[cfg(feature = "playback")]
    pub speak: bool,
    #[cfg(feature = "playback")]
    pub device: String,
    #[cfg(feature = "playback")]
    pub busy: vaak::playback::Busy,
    pub limits: Limits,
    pub cache: Cache,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 8080).into(),
            api_key_file: None,
            no_auth: false,
            wyoming: None,
            wyoming_no_auth: false,
            tls_cert: None,
            tls_key: None,
            model: None,
            kernel: None,
            key_in_url: false,
            cors_origins: Vec::new(),
            model_aliases: Vec::new(),
            voice_aliases: Vec::new(),
            lexicon: None,
            log_format: Log::Text,
            #[cfg(feature = "playback")]
            speak: false,
            #[cfg(feature = "playback")]
            device: vaak::playback::DEFAULT.to_owned(),
            #[cfg(feature = "playback")]
            busy: vaak::playback::Busy::Queue,
            limits: Limits::default(),
            cache: Cache::default(),
        }
    }
}

impl Configuration {
    /// Reads the file, then the environment over it, then the flags.
    pub fn of(flags: Serve) -> Result<Self, Failure> {
        let mut table = match &flags.config {
            Some(path) => read(path)?,
            None => Table::new(),
        };
        let known = known();
        let variables = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        warn_of_slips(&known, variables);
        overlay(&mut table, &known, PREFIX, &|name| env::var(name).ok());
        let mut configuration: Self = table
            .try_into()
            .map_err(|e| invalid(Path::new("the environment"), &e))?;
        if flags.no_auth {
            configuration.no_auth = true;
            configuration.api_key_file = None;
        }
        if flags.api_key_file.is_some() {
            configuration.no_auth = false;
            configuration.api_key_file = flags.api_key_file;
        }
        configuration.wyoming = flags.wyoming.or(configuration.wyoming);
        configuration.wyoming_no_auth |= flags.wyoming_no_auth;
        configuration.tls_cert = flags.tls_cert.or(configuration.tls_cert);
        configuration.tls_key = flags.tls_key.or(configuration.tls_key);
        configuration.listen = flags.listen.unwrap_or(configuration.listen);
        configuration.model = flags.model.model.or(configuration.model);
        configuration.kernel = flags.model.kernel.or(configuration.kernel);
        configuration.model_aliases.extend(flags.model_alias);
        configuration.lexicon = flags.lexicon.lexicon.or(configuration.lexicon);
        #[cfg(feature = "playback")]
        {
            configuration.speak |= flags.speak;
            configuration.device = flags.device.unwrap_or(configuration.device);
        }
        let format = flags.log_format.map(Log::from);
        configuration.log_format = format.unwrap_or(configuration.log_format);
        Ok(configuration)
    }

    /// Writes a file with the same settings, each with its meaning and default. Settings without a value are comments.
    pub fn written(&self) -> String {
        // Every field has a type that TOML has.
        let set = Table::try_from(self).unwrap_or_default();
        let defaults = Table::try_from(Self::default()).unwrap_or_default();
        let mut out = String::new();
        write(&mut out, "", &known(), &set, &defaults);
        out
    }
}

impl From<LogFormat> for Log {
    fn from(format: LogFormat) -> Self {
        match format {
            LogFormat::None => Self::None,
            LogFormat::Text => Self::Text,
            LogFormat::Json => Self::Json,
        }
    }
}

/// Reads a file and checks all keys and values. An error names the line, and what is allowed there.
fn read(path: &Path) -> Result<Table, Failure> {
    let text = fs::read_to_string(path).map_err(|source| {
        let path = path.to_owned();
        Error::Io { path, source }
    })?;
    toml::from_str::<Configuration>(&text).map_err(|e| invalid(path, &e))?;
    toml::from_str(&text).map_err(|e| invalid(path, &e))
}

/// Returns every key, each with any value.
fn known() -> Table {
    let full = Configuration {
        api_key_file: Some(PathBuf::new()),
        wyoming: Some((Ipv4Addr::LOCALHOST, 0).into()),
        tls_cert: Some(PathBuf::new()),
        tls_key: Some(PathBuf::new()),
        model: Some(PathBuf::new()),
        kernel: Some(Arithmetic::Int8),
        lexicon: Some(PathBuf::new()),
        cache: Cache {
            folder: Some(PathBuf::new()),
            ..Cache::default()
        },
        ..Configuration::default()
    };
    Table::try_from(full).unwrap_or_default()
}

/// Writes the settings of a table in the order of their explanations, with sub-tables last.
fn write(out: &mut String, prefix: &str, known: &Table, set: &Table, defaults: &Table) {
    let is_table = |value: &Value| matches!(value, Value::Table(_));
    let plain = known.iter().filter(|(_, value)| !is_table(value));
    let mut keys: Vec<&String> = plain.map(|(key, _)| key).collect();
    keys.sort_by_key(|key| place(&format!("{prefix}{key}")));
    for key in keys {
        let meaning = meaning(&format!("{prefix}{key}")).unwrap_or_default();
        let default = defaults.get(key);
        let default = default.map_or("not set".to_owned(), Value::to_string);
        let line = match set.get(key) {
            Some(value) => format!("{key} = {value}"),
            None => format!("# {key} ="),
        };
        out.push_str(&format!("# {meaning} Default: {default}\n{line}\n"));
    }
    let empty = Table::new();
    for (key, value) in known {
        if let Value::Table(inner) = value {
            let of = |table: &Table| match table.get(key) {
                Some(Value::Table(inner)) => inner.clone(),
                _ => empty.clone(),
            };
            out.push_str(&format!("\n[{prefix}{key}]\n"));
            write(
                out,
                &format!("{prefix}{key}."),
                inner,
                &of(set),
                &of(defaults),
            );
        }
    }
}

fn listen<'a, D: Deserializer<'a>>(from: D) -> Result<SocketAddr, D::Error> {
    address(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn listen_if_set<'a, D: Deserializer<'a>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    listen(from).map(Some)
}

/// Reads settings from the environment: VAAK_LISTEN is `listen`, VAAK_LIMITS_TEXT is `text` in `limits`, and so on.
fn overlay(
    table: &mut Table,
    known: &Table,
    prefix: &str,
    variable: &impl Fn(&str) -> Option<String>,
) {
    for (key, value) in known {
        let name = format!("{prefix}_{}", key.to_uppercase());
        if let Value::Table(known) = value {
            let inner = table
                .entry(key.as_str())
                .or_insert_with(|| Table::new().into());
            if let Value::Table(inner) = inner {
                overlay(inner, known, &name, variable);
            }
        } else if let Some(text) = variable(&name) {
            let typed = toml::from_str::<Table>(&format!("value = {text}"));
            let typed = typed.ok().and_then(|mut table| table.remove("value"));
            table.insert(key.clone(), typed.unwrap_or(Value::String(text)));
        }
    }
}

fn invalid(path: &Path, error: &toml::de::Error) -> Failure {
    let error = error.to_string();
    let hint = hint(&error).map(|meant| format!("\ntip: did you mean {meant:?}?"));
    let path = path.display();
    let message = format!("{path}: {}{}", error.trim_end(), hint.unwrap_or_default());
    Failure::Usage(message)
}

/// Returns what was probably meant where an error names what it found and what it expected, each in backquotes.
fn hint(error: &str) -> Option<String> {
    let (_, told) = error.rsplit_once("unknown ")?;
    let mut names = told.split('`').skip(1).step_by(2);
    let found = names.next()?;
    let expected: Vec<&str> = names.collect();
    similar(found, &expected).map(str::to_owned)
}

/// Warns of variables that are spelt almost like a setting.
fn warn_of_slips(known: &Table, variables: impl Iterator<Item = String>) {
    for (slip, meant) in slips(known, variables) {
        tell(format_args!(
            "warning: no setting is called {slip}: did you mean {meant}?"
        ));
    }
}

fn slips(known: &Table, variables: impl Iterator<Item = String>) -> Vec<(String, String)> {
    // It is no setting, and spelt almost like one.
    const KEY: &str = "API_KEY";
    let names: Vec<String> = known
        .iter()
        .flat_map(|(key, value)| match value {
            Value::Table(inner) => inner.keys().map(|k| format!("{key}_{k}")).collect(),
            _ => vec![key.clone()],
        })
        .map(|name| name.to_uppercase())
        .collect();
    let variables = variables.filter_map(|name| {
        let name = name.strip_prefix(PREFIX)?.strip_prefix('_')?;
        let is_known = name == KEY || names.iter().any(|known| known == name);
        let meant = similar(name, &names).filter(|_| !is_known)?;
        Some((format!("{PREFIX}_{name}"), format!("{PREFIX}_{meant}")))
    });
    variables.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let written = Configuration::default().written();
        assert!(written.contains("flush = 1.5"), "{written}");
        assert!(written.contains("Seconds that a new clip"), "{written}");
        assert!(written.contains("# tls_key ="), "{written}");
        let read: Configuration = toml::from_str(&written).unwrap();
        assert_eq!(read, Configuration::default());
        assert_eq!(toml::from_str::<Configuration>("").unwrap(), read);
    }

    #[test]
    fn every_setting_is_explained() {
        let known = known();
        for (key, value) in &known {
            let names = match value {
                Value::Table(inner) => inner.keys().map(|k| format!("{key}.{k}")).collect(),
                _ => vec![key.clone()],
            };
            for name in names {
                assert!(meaning(&name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn an_address_may_be_a_name() {
        assert_eq!(address("127.0.0.1:1").unwrap().port(), 1);
        assert!(address("localhost:8080").unwrap().ip().is_loopback());
        assert!(address("localhost").unwrap_err().contains("127.0.0.1:8080"));
    }

    #[test]
    fn a_wrong_key_or_value_is_told_with_its_line_and_what_is_allowed() {
        for (text, parts) in [
            (
                "listen = '127.0.0.1:1'\nlisen = 'x'\n",
                &["line 2", "lisen", "api_key_file"][..],
            ),
            (
                "[limits]\n\ntexts = 5\n",
                &["line 3", "texts", "queued_text"],
            ),
            ("log_format = 'loud'\n", &["line 1", "loud", "json"]),
            ("[limits]\nidle = -1\n", &["line 2"]),
            ("[limits]\nidle = 'long'\n", &["line 2"]),
            // With 0 nothing could be sent or heard.
            ("[limits]\nwrite_time = 0\n", &["line 2", "0.001"]),
            ("[limits]\nconnections = 0\n", &["line 2", "nonzero"]),
        ] {
            let told = toml::from_str::<Configuration>(text)
                .unwrap_err()
                .to_string();
            for part in parts {
                assert!(told.contains(part), "{part} in {told}");
            }
        }
    }

    #[test]
    fn a_slip_is_told_what_was_meant() {
        for (text, meant) in [
            ("lisen = 'x'\n", "listen"),
            ("[limits]\ntexts = 5\n", "text"),
            ("log_format = 'jsn'\n", "json"),
        ] {
            let error = toml::from_str::<Configuration>(text).unwrap_err();
            assert_eq!(hint(&error.to_string()).as_deref(), Some(meant), "{text}");
        }
        let told = slips(
            &known(),
            [
                "VAAK_LISEN",
                "VAAK_LIMITS_TEX",
                "VAAK_API_KEY",
                "VAAK_LISTEN",
                "VAAK_URL",
                "HOME",
            ]
            .into_iter()
            .map(str::to_owned),
        );
        let told: Vec<&str> = told.iter().map(|(_, meant)| meant.as_str()).collect();
        assert_eq!(told, ["VAAK_LISTEN", "VAAK_LIMITS_TEXT"]);
    }

    #[test]
    fn the_environment_comes_before_the_file() {
        let mut table = toml::from_str("no_auth = false\n[limits]\ntext = 5\nbody = 6\n").unwrap();
        let variables = |name: &str| match name {
            "VAAK_LISTEN" => Some("127.0.0.1:1".to_owned()),
            "VAAK_NO_AUTH" => Some("true".to_owned()),
            "VAAK_MODEL_ALIASES" => Some("['a', 'b']".to_owned()),
            "VAAK_API_KEY_FILE" => Some("/keys".to_owned()),
            "VAAK_LIMITS_TEXT" => Some("7".to_owned()),
            _ => None,
        };
        overlay(&mut table, &known(), "VAAK", &variables);
        let read: Configuration = table.try_into().unwrap();
        assert_eq!(read.listen.port(), 1);
        assert!(read.no_auth);
        assert_eq!(read.model_aliases, ["a", "b"]);
        assert_eq!(read.api_key_file, Some(PathBuf::from("/keys")));
        assert_eq!((read.limits.text, read.limits.body), (7, 6));
    }
}
