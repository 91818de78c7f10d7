//! A message as a document of SSML: text with its punctuation said or not, a character, a key, an icon.

use super::document::{Piece, escaped, pieces};
use super::parameters::{Parameters, Punctuation};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Character,
    Key,
    Icon,
}

/// Signs that are said with "some" punctuation, and those that "most" adds. "All" adds the signs that end clauses.
const SOME: &str = "@#$%^&*+=/\\|~<>_";
const MOST: &str = "()[]{}\"'`:;-–—“”‘’";
const ALL: &str = ",.!?।॥";
/// What a space is written as where its name is to be said.
const SPACE: char = '␣';
/// The most characters that are spelt at once: the most that `say-as` takes.
const SPELT: usize = 200;

/// Returns the document to speak.
pub fn document(kind: Kind, message: &str, parameters: &Parameters) -> String {
    let mut out = String::from("<speak>");
    match kind {
        Kind::Text => return text(message, parameters),
        Kind::Character => character(message, parameters.capitals, &mut out),
        // control_alt_a, kp-enter, F1.
        Kind::Key | Kind::Icon => {
            for (at, part) in message
                .split(['_', '-'])
                .filter(|p| !p.is_empty())
                .enumerate()
            {
                if at > 0 {
                    out.push(' ');
                }
                match part.chars().count() {
                    1 => character(part, false, &mut out),
                    _ => out.push_str(&escaped(part)),
                }
            }
            if !message.is_empty() && message.chars().all(|c| matches!(c, '_' | '-')) {
                character(message, false, &mut out);
            }
        }
    }
    out + "</speak>"
}

/// A character by its name.
fn character(message: &str, capitals: bool, out: &mut String) {
    let message = match message {
        "space" | " " | "" => String::from(SPACE),
        other => other.to_owned(),
    };
    if capitals && message.chars().all(char::is_uppercase) {
        out.push_str("capital ");
    }
    spelt(&message, out);
}

fn spelt(text: &str, out: &mut String) {
    out.push_str("<say-as interpret-as=\"characters\">");
    out.push_str(&escaped(text));
    out.push_str("</say-as>");
}

/// A document whose text is spelt, or has the names of its signs in it.
fn text(message: &str, parameters: &Parameters) -> String {
    let mut out = String::new();
    for piece in pieces(message) {
        match piece {
            Piece::Tag(tag) => out.push_str(tag),
            Piece::Text(text) if parameters.spells => {
                for word in text.split_inclusive(char::is_whitespace) {
                    let (word, space) = word.split_at(word.trim_end().len());
                    let characters: Vec<char> = word.chars().collect();
                    for part in characters.chunks(SPELT) {
                        spelt(&part.iter().collect::<String>(), &mut out);
                    }
                    out.push_str(&escaped(space));
                }
            }
            Piece::Text(text) => signs(&text, parameters.punctuation, &mut out),
        }
    }
    match message.trim_start().starts_with('<') {
        true => out,
        // A client that is older than SSML.
        false => format!("<speak>{out}</speak>"),
    }
}

/// Writes the names of the signs of a text before them. A sign within a word or a number belongs to it.
fn signs(text: &str, punctuation: Punctuation, out: &mut String) {
    let is_said = |c| {
        punctuation >= Punctuation::Some && SOME.contains(c)
            || punctuation >= Punctuation::Most && MOST.contains(c)
            || punctuation == Punctuation::All && ALL.contains(c)
    };
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let inside = before.is_alphanumeric() && after.is_alphanumeric();
        if is_said(c) && !inside {
            out.push(' ');
            spelt(&c.to_string(), out);
            // The pause that it stands for stays.
            match ALL.contains(c) || matches!(c, ':' | ';') {
                true => out.push(c),
                false => out.push(' '),
            }
        } else {
            out.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
        }
        before = c;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vaak::{Chunk, Engine, Language};

    fn parameters(set: &[(&str, &str)]) -> Parameters {
        let mut parameters = Parameters::new(&Engine::bundled().unwrap(), None).unwrap();
        for (name, value) in set {
            assert!(parameters.set(name, value), "{name}={value}");
        }
        parameters
    }

    /// What `<c>` stands for.
    fn written(short: &str) -> String {
        let open = "<say-as interpret-as=\"characters\">";
        short.replace("<c>", open).replace("</c>", "</say-as>")
    }

    #[test]
    fn punctuation_is_said_as_it_is_asked_for() {
        let text = "<speak>a, b (c) 3.5 @ d&amp;e.<mark name=\"x\"/></speak>";
        for (mode, wanted) in [
            (
                "none",
                "<speak>a, b (c) 3.5 @ d&amp;e.<mark name=\"x\"/></speak>",
            ),
            (
                "some",
                "<speak>a, b (c) 3.5  <c>@</c>  d&amp;e.<mark name=\"x\"/></speak>",
            ),
            (
                "most",
                "<speak>a, b  <c>(</c> c <c>)</c>  3.5  <c>@</c>  d&amp;e.<mark name=\"x\"/></speak>",
            ),
            (
                "all",
                "<speak>a <c>,</c>, b  <c>(</c> c <c>)</c>  3.5  <c>@</c>  d&amp;e <c>.</c>.<mark name=\"x\"/></speak>",
            ),
        ] {
            let parameters = parameters(&[("punctuation_mode", mode)]);
            let found = document(Kind::Text, text, &parameters);
            assert_eq!(found, written(wanted), "{mode}");
        }
    }

    #[test]
    fn characters_keys_and_icons_are_said_by_their_names() {
        let plain = parameters(&[]);
        for (kind, message, wanted) in [
            (Kind::Character, "a", "<c>a</c>"),
            (Kind::Character, "<", "<c>&lt;</c>"),
            (Kind::Character, "space", "<c>␣</c>"),
            (Kind::Character, "ा", "<c>ा</c>"),
            (Kind::Key, "control_alt_a", "control alt <c>a</c>"),
            (Kind::Key, "_", "<c>_</c>"),
            (Kind::Key, "kp-enter", "kp enter"),
            (Kind::Icon, "new-mail", "new mail"),
        ] {
            let found = document(kind, message, &plain);
            assert_eq!(
                found,
                written(&format!("<speak>{wanted}</speak>")),
                "{message}"
            );
        }
        let capitals = parameters(&[("cap_let_recogn", "spell")]);
        let found = document(Kind::Character, "A", &capitals);
        assert_eq!(found, written("<speak>capital <c>A</c></speak>"));
        let spells = parameters(&[("spelling_mode", "on")]);
        let found = document(Kind::Text, "<speak>ab c</speak>", &spells);
        assert_eq!(found, written("<speak><c>ab</c> <c>c</c></speak>"));
    }

    /// Each sign of a keyboard is heard when a screen reader comes to it, in every language.
    #[test]
    fn every_sign_has_a_name_in_every_language() {
        let engine = Engine::bundled().unwrap();
        for language in Language::ALL {
            let parameters = parameters(&[("language", language.code())]);
            // Speaking all of them in each language takes half a minute. The build holds that no name is missing.
            let all = Language::ALL.len();
            let indic = (0x900..0xD80).filter(|c| *c as usize % all == language as usize);
            let indic = indic.filter_map(char::from_u32);
            let others = " ।॥–“’ßæøéЯ一•«»¿′…ааᱚꯀあ한عא".chars();
            for sign in ('!'..='~').chain(indic).chain(others) {
                let document = document(Kind::Character, &sign.to_string(), &parameters);
                let mut turn = engine.turn(&parameters.settings()).unwrap();
                turn.push_ssml(&document).unwrap();
                turn.close();
                let audio = matches!(turn.next_chunk().unwrap(), Chunk::Audio(_));
                assert!(audio && turn.skipped() == 0, "{language}: {sign:?}");
            }
        }
    }
}
