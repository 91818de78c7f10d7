//! The elements and attributes that there are, and how much of them.

use std::time::Duration;

use roxmltree::Node;

/// The namespace of SSML, which may be left out.
pub const SSML: &str = "http://www.w3.org/2001/10/synthesis";
/// The namespace of `xml:lang`.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// Elements within elements: people nest five or six.
pub const MAX_DEPTH: usize = 64;
/// Elements and pieces of text: as many as a long chapter has words.
pub const MAX_NODES: u32 = 20_000;
/// Bytes of a document: a book has its chapters.
pub const MAX_BYTES: usize = 1 << 20;
/// Characters that one element may say in place of others: they are read at once.
pub const MAX_GIVEN: usize = 200;
/// Phonemes of one element.
pub const MAX_PHONEMES: usize = 128;
/// All breaks of a document together: a short text must not become hours of silence.
pub const MAX_SILENCE: Duration = Duration::from_secs(300);
/// Characters of a document that errors quote.
pub const QUOTED: usize = 60;

/// The elements, with their attributes. Those of XML itself may stand on each.
pub const ELEMENTS: [(&str, &[&str]); 12] = [
    ("speak", &["version"]),
    ("p", &[]),
    ("s", &[]),
    ("break", &["time", "strength"]),
    ("emphasis", &["level"]),
    ("prosody", &["rate", "pitch", "range", "volume"]),
    ("say-as", &["interpret-as", "format", "detail"]),
    ("sub", &["alias"]),
    ("phoneme", &["ph", "alphabet"]),
    ("lang", &[]),
    ("voice", &["name"]),
    ("mark", &["name"]),
];
/// Attributes of XML.
pub const OF_XML: [&str; 4] = ["lang", "base", "id", "space"];

/// A part of a document, short enough for an error.
pub fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// Whether an element is one of SSML.
pub fn is_ours(node: Node) -> bool {
    node.tag_name()
        .namespace()
        .is_none_or(|space| space == SSML)
}
