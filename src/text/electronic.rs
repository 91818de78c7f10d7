//! Addresses of the internet, of networks and of files: read sign by sign.

use super::numbers::digits;
use super::reading::Reading;
use crate::language::Language;
use crate::script::{self, Script};

/// What a host may end in, less the words that follow a stop where its space was forgotten.
const DOMAINS: &str = "com org net in edu gov info io co uk us de fr jp cn ru au ca eu biz app dev tv ai gov nic \
    ac xyz shop online bank";
/// What the name of a file may end in.
const FILES: &str = "csv pdf html htm php txt doc docx xls xlsx ppt pptx json xml toml md jpg jpeg png gif svg mp3 mp4 wav \
    zip apk exe py rs js css log";
/// What ends an address, and what may stand before it.
fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '“'
            | '”'
            | '‘'
            | '’'
            | '«'
            | '»'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '<'
            | '>'
    )
}

impl Reading<'_> {
    /// Reads an address, a path, a hashtag or a name in a network, if that is what begins here.
    pub(super) fn electronic(&mut self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.text.get(i));
        let ends = |c: &char| c.is_whitespace() || is_quote(*c);
        if before.is_some_and(|c| !ends(c)) {
            return false;
        }
        let text = self.text;
        let rest = &text[self.at..];
        // Nearly all words have nothing but these.
        let letter = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '\u{900}'..'\u{D80}');
        if rest.iter().find(|c| !letter(c)).is_none_or(ends) {
            return false;
        }
        let mut length = rest.iter().position(ends).unwrap_or(rest.len());
        if !rest[..length]
            .iter()
            .any(|c| matches!(c, '.' | '/' | '@' | '\\' | '#'))
        {
            return false;
        }
        let trails = |c: char| script::ends_sentence(c) || script::parts_sentence(c);
        while length > 0 && trails(rest[length - 1]) {
            length -= 1;
        }
        let token = &rest[..length];
        if let [sign @ ('#' | '@'), first, ..] = token
            && first.is_alphabetic()
        {
            self.at += 1;
            match self.table.word("hashtag").filter(|_| *sign == '#') {
                Some(hashtag) => self.put_all(hashtag, self.language),
                None => self.put_sign(*sign),
            }
            return self.tag();
        }
        if !is_address(&token.iter().collect::<String>()) {
            return false;
        }
        let end = self.at + length;
        while self.at < end {
            self.part(end);
        }
        true
    }

    /// The words of a hashtag, which are parted by their capitals alone.
    fn tag(&mut self) -> bool {
        while let Some(c) = self.peek(0)
            && c.is_alphabetic()
            && script::letter(c) == Some(Script::Latin)
        {
            let first = self.at;
            self.at += 1;
            let small = |c: Option<char>| c.is_some_and(|c| c.is_lowercase());
            while let Some(c) = self.peek(0)
                && c.is_alphabetic()
                && script::letter(c) == Some(Script::Latin)
                // A capital begins a word after a small letter, or before one.
                && !(c.is_uppercase() && (small(self.text.get(self.at - 1).copied()) || small(self.peek(1))))
            {
                self.at += 1;
            }
            let word = self.text[first..self.at].iter().collect();
            self.put(word, Language::En);
        }
        // In another script it is read as any word.
        true
    }

    /// Letters of one script, digits, or a sign.
    fn part(&mut self, end: usize) {
        let c = self.text[self.at];
        if script::digit(c).is_some() {
            let (group, after) = digits(self.text, self.at);
            let mut words = String::new();
            self.table.digits(&group, &mut words);
            self.at = after;
            return self.put_all(&words, self.language);
        }
        let Some(script) = script::letter(c) else {
            self.at += 1;
            return self.put_sign(c);
        };
        let rest = &self.text[self.at..end];
        let length = rest
            .iter()
            .take_while(|c| script::letter(**c) == Some(script))
            .count();
        let text: String = rest[..length].iter().collect();
        let first = self.at;
        self.at += length;
        if script != Script::Latin {
            let language = self.in_script(script);
            return self.put(text, language);
        }
        let lower = text.to_lowercase();
        if let Some(known) = self.table.word(&format!("net:{lower}")) {
            return self.put_all(known, self.language);
        }
        // One letter and the domain of a country are spelt; so is every name where the language has names for the letters.
        let country = length == 2 && self.at == end && self.text.get(first - 1) == Some(&'.');
        if length == 1 || country || self.table.word("letter:b").is_some() {
            return self.spell(&lower);
        }
        self.put(text, Language::En);
    }

    /// A sign that is heard inside an address.
    fn put_sign(&mut self, sign: char) {
        let inside = self.table.word(&format!("net:{sign}"));
        let mut bytes = [0; 4];
        let key = match sign {
            '.' => "dot",
            _ => sign.encode_utf8(&mut bytes),
        };
        let words = inside.or_else(|| self.table.word(key));
        match words {
            Some(words) => self.put_all(words, self.language),
            None => self.skip(),
        }
    }

    /// The names of Latin letters, one by one.
    pub(super) fn spell(&mut self, letters: &str) {
        for letter in letters.chars() {
            let letter = letter.to_ascii_lowercase();
            let key = format!("letter:{letter}");
            match (
                self.table.word(&key),
                crate::language::table(Language::En).word(&key),
            ) {
                (Some(name), _) => self.put_all(name, self.language),
                (None, Some(name)) => self.put(name.to_owned(), Language::En),
                (None, None) => self.put(letter.to_uppercase().collect(), Language::En),
            }
        }
    }
}

/// Whether `token` is an address: it says so, or ends as one does.
fn is_address(token: &str) -> bool {
    let listed = |list: &str, end: &str| list.split_whitespace().any(|d| d == end);
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-~/".contains(c);
    if let Some((name, host)) = token.split_once('@') {
        return !name.is_empty() && host.contains('.') && host.is_ascii();
    }
    if token.contains("://") || token.starts_with("www.") {
        return true;
    }
    if let Some(path) = token.strip_prefix('/') {
        return path.contains('/')
            && path.starts_with(|c: char| c.is_ascii_alphabetic())
            && path.chars().all(plain);
    }
    if token.get(1..3) == Some(":\\") {
        return true;
    }
    let host = token.split(['/', '?']).next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, "0"));
    let labels: Vec<_> = host.split('.').collect();
    let number = |label: &&str| label.len() <= 3 && label.parse::<u8>().is_ok();
    if port.parse::<u16>().is_err() || labels.len() < 2 || labels.iter().any(|l| l.is_empty()) {
        return false;
    }
    let last = labels[labels.len() - 1].to_lowercase();
    let letters = |label: &str| label.chars().any(|c| c.is_ascii_alphabetic());
    let named = host.is_ascii()
        && labels[0].len() > 1
        && letters(labels[0])
        && host.chars().all(plain)
        && (listed(DOMAINS, &last) || listed(FILES, &last));
    named || (labels.len() == 4 && labels.iter().all(number))
}
