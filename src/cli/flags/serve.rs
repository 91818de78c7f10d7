//! The flags of `vaak serve`.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;

use super::shared::{Lexicon, Model};

#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Read settings from this TOML file; environment variables and flags override it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print all settings with their current values as TOML, then exit
    #[arg(long)]
    pub print_config: bool,
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// File of API keys, one per line
    ///
    /// Without this flag the key comes from the variable VAAK_API_KEY, from the systemd credential api-keys, or from a
    /// file that the first start creates.
    #[arg(long, value_name = "FILE", conflicts_with = "no_auth")]
    pub api_key_file: Option<PathBuf>,
    /// Accept requests without a key; only allowed on a loopback address
    #[arg(long)]
    pub no_auth: bool,
    /// Speak the Wyoming protocol on this address as well, such as 127.0.0.1:10200, for Home Assistant
    ///
    /// Wyoming has neither keys nor TLS: whoever reaches this address can have text spoken. So it must be a loopback
    /// address unless --wyoming-no-auth is set.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub wyoming: Option<SocketAddr>,
    /// Allow --wyoming on an address that other machines reach; every one of them can then speak without a key
    #[arg(long)]
    pub wyoming_no_auth: bool,
    /// PEM file with the TLS certificate chain; connections then use TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// PEM file with the private key of the TLS certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Accept this name for the default model as well; can be repeated
    #[arg(long, value_name = "NAME")]
    pub model_alias: Vec<String>,
    /// Let clients play on this machine's loudspeaker, with "output": "speaker" in a request
    #[cfg(feature = "playback")]
    #[arg(long)]
    pub speak: bool,
    /// Loudspeaker to play on; `vaak devices` lists their names
    #[cfg(feature = "playback")]
    #[arg(long, value_name = "NAME", requires = "speak")]
    pub device: Option<String>,
    /// Format of the request log on standard error [default: text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
}

/// Resolves an address such as `127.0.0.1:8080` or `localhost:8080`.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || format!("{text:?} is not an address and a port, such as 127.0.0.1:8080");
    let mut found = text.to_socket_addrs().map_err(|_| wrong())?;
    found.next().ok_or_else(wrong)
}

/// The format of the request log.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum LogFormat {
    None,
    Text,
    Json,
}
