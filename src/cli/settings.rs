//! The meaning of each setting of `serve`, for `--print-config`.

/// Each setting and its meaning. Settings of a table have its name as a prefix.
const SETTINGS: &[(&str, &str)] = &[
    ("listen", "Address and port to listen on."),
    ("api_key_file", "File of API keys, one per line."),
    (
        "no_auth",
        "Accept requests without a key; only on a loopback address.",
    ),
    (
        "wyoming",
        "Address and port of the Wyoming protocol, for Home Assistant. It has neither keys nor TLS.",
    ),
    (
        "wyoming_no_auth",
        "Allow an address for wyoming that is not loopback: whoever reaches it can speak without a key.",
    ),
    ("tls_cert", "PEM file with the TLS certificate chain."),
    (
        "tls_key",
        "PEM file with the private key of the certificate.",
    ),
    (
        "model",
        "Name of a built-in model, or a folder with a voice bundle.",
    ),
    (
        "kernel",
        "Arithmetic of the networks: \"int8\" or \"float32\"; without it, the faster one.",
    ),
    (
        "key_in_url",
        "Accept the key as ?api_key= in the URL as well, where a client can send no header. Proxies log URLs.",
    ),
    (
        "model_aliases",
        "Names that are accepted for the default model as well.",
    ),
    (
        "cors_origins",
        "Origins whose pages may use the service in a browser, such as \"https://example.org\"; \"*\" is every origin.",
    ),
    (
        "voice_aliases",
        "Further names of voices for /v1/audio/speech, as \"name=voice\"; alloy, nova and the like are known.",
    ),
    ("lexicon", "File with your own pronunciations of words."),
    (
        "log_format",
        "Format of the request log: \"none\", \"text\" or \"json\".",
    ),
    (
        "speak",
        "Let clients play on this machine's loudspeaker, with \"output\": \"speaker\".",
    ),
    (
        "device",
        "Loudspeaker to play on; `vaak devices` lists their names.",
    ),
    (
        "busy",
        "What happens to speech while other speech plays: \"queue\", \"replace\" or \"refuse\".",
    ),
    ("limits.connections", "Open connections."),
    (
        "limits.conversations",
        "Open conversations; at most as many as connections.",
    ),
    (
        "limits.head",
        "Bytes of a request line together with its headers.",
    ),
    ("limits.body", "Bytes of a request's body."),
    (
        "limits.buffers",
        "Bytes of bodies, messages and waiting text of all connections together.",
    ),
    ("limits.text", "Characters of one clip or turn."),
    ("limits.lexicon", "Entries of the lexicon in one request."),
    ("limits.requests", "Clips and turns per minute and key."),
    (
        "limits.speaking",
        "Clips and turns that are synthesised at the same time; 0 rejects all.",
    ),
    (
        "limits.waiting",
        "New clips and turns that may wait for a slot although running speech is late.",
    ),
    (
        "limits.wait",
        "Seconds that a new clip or turn waits before it is rejected.",
    ),
    (
        "limits.head_time",
        "Seconds for a request's headers, and for a new connection to send any.",
    ),
    ("limits.body_time", "Seconds for a request's body."),
    (
        "limits.idle",
        "Seconds that a connection may be idle between requests.",
    ),
    (
        "limits.write_time",
        "Seconds that a client may take to read what is sent.",
    ),
    (
        "limits.total",
        "Seconds that one clip or turn may take, from its start to its last byte.",
    ),
    ("limits.turns", "Open turns of one conversation."),
    (
        "limits.contexts",
        "Turns of one conversation, from its start to its end.",
    ),
    (
        "limits.queued_text",
        "Characters that all open turns of one conversation hold.",
    ),
    ("limits.message", "Bytes of one WebSocket message."),
    (
        "limits.ping",
        "Seconds between two pings of a conversation.",
    ),
    (
        "limits.silence",
        "Seconds without any message or pong, after which a conversation with an open turn is closed.",
    ),
    (
        "limits.rest",
        "The same for a conversation without an open turn.",
    ),
    (
        "limits.resting",
        "Conversations without an open turn that may be silent for longer than limits.silence.",
    ),
    (
        "limits.sentence",
        "Seconds that a turn waits after a mark that may belong to a number or an abbreviation.",
    ),
    (
        "limits.flush",
        "Seconds without new text, after which a turn speaks an unfinished clause.",
    ),
    (
        "limits.turn_idle",
        "Seconds without new text, after which a turn ends.",
    ),
    (
        "limits.drain",
        "Seconds that running clips and turns may take after SIGTERM.",
    ),
    (
        "cache.memory",
        "Bytes of memory for phrases that were spoken, to speak them again at once; 0 keeps none.",
    ),
    (
        "cache.folder",
        "Folder that keeps such phrases on disk as well; no other process may use it.",
    ),
    (
        "cache.disk",
        "Bytes of the files in cache.folder; 0 keeps none.",
    ),
];

/// Returns the position of a setting.
pub fn place(name: &str) -> Option<usize> {
    SETTINGS.iter().position(|(setting, _)| *setting == name)
}

/// Returns the meaning of a setting.
pub fn meaning(name: &str) -> Option<&'static str> {
    place(name).map(|at| SETTINGS[at].1)
}
