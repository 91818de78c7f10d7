//! Addresses of the internet, of networks and of files; hashtags and names in a network.

use super::prelude::*;

/// Letters of the domain of a country, and the least of a path that tells an address by itself.
const COUNTRY: usize = 2;
const OPAQUE: usize = 6;
/// A part of an address of a network has no more digits.
const MAX_OCTET: usize = 3;
/// Letters of the word of a tag after its number.
const MIN_TAG: usize = 3;

/// The shortest name of a bank: ravi.k@ybl.
const MIN_BANK: usize = 3;

/// Letters of a name that is spelt where it begins as no word does.
const MAX_SPELT: usize = 5;
/// A word has no more consonants together, or one more if it has so many letters, all of them small.
const MAX_CONSONANTS: usize = 3;
const MIN_WORD: usize = 8;

/// What ends an address, and what may stand before it.
const QUOTES: &str = "\"'“”‘’«»()[]{}<>";

/// An address, a path, a hashtag or a name in a network.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let ends = |c: &char| c.is_whitespace() || QUOTES.contains(*c);
    // *.example.com
    let pattern = view.text[..at].ends_with(&['*', '.']);
    // 👉example.in
    let part = |c: char| c.is_ascii() || c.is_alphanumeric() || script::extends(c);
    if view.before(at).is_some_and(|c| !ends(&c) && part(c)) && !pattern {
        return None;
    }
    let rest = view.rest(at);
    // Nearly all words have nothing but these.
    let letter = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '\u{900}'..'\u{D80}');
    if rest.iter().find(|c| !letter(c)).is_none_or(ends) {
        return None;
    }
    let mut length = rest.iter().position(ends).unwrap_or(rest.len());
    let sign = |c: &char| matches!(c, '.' | '/' | '@' | '\\' | '#');
    if !rest[..length].iter().any(sign) {
        return None;
    }
    let trails = |c: char| script::ends_sentence(c) || script::parts_sentence(c);
    let last = rest[..length].iter().rposition(|c| !trails(*c));
    length = last.map_or(0, |last| last + 1);
    // vaak.in-এ and vaak.inல் have an ending of the sentence's own language.
    if let Some(ending) = rest[..length].iter().position(|c| script::is_indic(*c))
        && let [before @ .., last] = &rest[..ending]
        && before.iter().all(char::is_ascii)
    {
        length = match last {
            '-' | '–' => before.len(),
            c if c.is_ascii_alphanumeric() => ending,
            _ => length,
        };
    }
    let (parts, end) = match &rest[..length] {
        // #OD-4471 is the number of an order.
        ['#', name @ ..] if code_at(view, at + 1).is_some() && !is_dated(name) => return None,
        // #N/A is no tag.
        ['#', _, '/', ..] => return None,
        // @Rs 40/kg
        ['@', ..] if view.is_currency(at + 1) => return None,
        // @asha.nic.in
        ['@', name @ ..] if is_dotted(name) => {
            let mut parts = address(view, at + 1, at + length);
            parts.insert(0, said(view, '@'));
            (parts, at + length)
        }
        [sign @ ('#' | '@'), first, ..] if first.is_alphabetic() => tag(view, at, *sign),
        // #15August, of which the sign alone is said here
        ['#', ..] if begins_tag(view, at + 1) => tag(view, at, '#'),
        token if is_address(&token.iter().collect::<String>()) => {
            let end = at + length;
            let host = at + letters::scheme(view, at);
            // https://...
            let heard = view.text[host..end].iter().any(|c| c.is_alphanumeric());
            let from = if heard { host } else { at };
            (address(view, from, end), end)
        }
        _ => return None,
    };
    Some(Class::Electronic(parts).until(view, end))
}

/// Whether a name is letters and a year: #NCP2019.
fn is_dated(name: &[char]) -> bool {
    let name: String = name.iter().collect();
    let year = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    name.len() - year.len() > 1 && year.parse().is_ok_and(|year: u64| YEARS.contains(&year))
}

/// Whether a number and the word of a tag begin at a place: #100Days, but not #5वां.
fn begins_tag(view: &View, at: usize) -> bool {
    let (number, end) = view.digits(at);
    let word = view.letters(end);
    let capital = word.first().is_some_and(char::is_ascii_uppercase);
    !number.is_empty() && capital && word.len() >= MIN_TAG
}

/// Whether Latin letters stand on both sides of a stop.
fn is_dotted(name: &[char]) -> bool {
    let letter = char::is_ascii_alphabetic as fn(&char) -> bool;
    let dotted = |part: &[char]| matches!(part, [a, '.', b] if letter(a) && letter(b));
    name.first().is_some_and(letter) && name.windows(3).any(dotted)
}

/// A sign and the words after it, which are parted by their capitals alone; and the place after them. In another script they are
/// read as any words.
fn tag(view: &View, at: usize, sign: char) -> (Vec<Part>, usize) {
    let at_sign = sign == '@';
    let hashtag = view.table.word(Name::Hashtag).filter(|_| sign == '#');
    let sign = hashtag.map_or_else(|| said(view, sign), Part::Said);
    let mut parts = Vec::new();
    let latin = |i: usize| {
        let c = view.get(i).filter(|c| c.is_alphabetic());
        c.filter(|c| script::letter(*c) == Some(Script::Latin))
    };
    let small = |i: usize| view.get(i).is_some_and(char::is_lowercase);
    let mut end = at + 1;
    while latin(end).is_some() {
        let first = end;
        end += 1;
        // A capital begins a word after a small letter, or before one.
        while let Some(c) = latin(end)
            && !(c.is_uppercase() && (small(end - 1) || small(end + 1)))
        {
            end += 1;
        }
        parts.push(Part::Word {
            text: view.text[first..end].iter().collect(),
            language: Language::En,
        });
        let (digits, after) = view.digits(end);
        // #NCP2019
        if let Some(year) = digits.value().filter(|n| !at_sign && YEARS.contains(n)) {
            parts.push(Part::Year(year));
            end = after;
            continue;
        }
        // @user1234, but not with an ending, which belongs to a number.
        let goes_on = |c: char| c == '-' || c.is_alphanumeric();
        if at_sign && digits.len() > 2 && !view.get(after).is_some_and(goes_on) {
            parts.push(Part::Digits(digits));
            end = after;
        }
    }
    // #name# is a place that a program fills.
    let filled = end > at + 1 && view.get(end) == Some('#');
    let parted = view.get(end + 1).is_none_or(|c| !c.is_alphanumeric());
    if filled && parted && hashtag.is_some() {
        return (parts, end + 1);
    }
    // "the hashtag #Chola" has its name already.
    let told = hashtag.is_some_and(|name| view.words_before(at, 1, |word| word == name));
    if !told {
        parts.insert(0, sign);
    }
    (parts, end)
}

/// The parts of the address from `at` to `end`.
fn address(view: &View, at: usize, end: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = at;
    while let Some(c) = view.get(at).filter(|_| at < end) {
        let (digits, after) = view.digits(at);
        if !digits.is_empty() {
            parts.push(Part::Digits(digits));
            at = after;
            continue;
        }
        let Some(script) = script::letter(c) else {
            parts.push(said(view, c));
            at += 1;
            continue;
        };
        let after = end.min(at + view.run(at, |c| script::letter(c) == Some(script)));
        let text: String = view.text[at..after].iter().collect();
        // The domain of a country is spelt.
        let country = after == end && view.before(at) == Some('.');
        match (script, view.in_script(script)) {
            (Script::Latin, _) => parts.extend(names(view, text, country)),
            (_, language) => parts.push(Part::Word { text, language }),
        }
        at = after;
    }
    parts
}

/// Latin letters of an address, and the common word that they begin or end with: hdfc bank. Capitals part them: Open Office.
fn names(view: &View, text: String, last: bool) -> Vec<Part> {
    // A code in a path has capitals and small letters in any order.
    let begins = |four: &[u8]| matches!(four, [a, b, c, d] if a.is_ascii_lowercase() && b.is_ascii_uppercase() && c.is_ascii_lowercase() && d.is_ascii_lowercase());
    let mut places = text.as_bytes().windows(4).enumerate().skip(1);
    if let Some((at, _)) = places.find(|(_, four)| begins(four)) {
        let (first, rest) = text.split_at(at + 1);
        let mut parts = names(view, first.to_owned(), false);
        parts.extend(names(view, rest.to_owned(), last));
        return parts;
    }
    // Of as many bytes.
    let lower = text.to_ascii_lowercase();
    let split = |word: &str| {
        let before = lower.strip_suffix(word).map(str::len);
        before.or_else(|| lower.starts_with(word).then_some(word.len()))
    };
    // gmail, dmart, but not smart.
    let letter = lower.starts_with(['d', 'e', 'g', 'i', 'p']);
    let inside = |at: &usize| (*at > 1 || *at == 1 && letter) && *at + 1 < text.len();
    // One that the language has a name for is whole.
    let joined = || everywhere(Everywhere::JoinedNames);
    let known = view.table.named(Family::Addresses, &lower).is_some();
    let known = known || joined().any(|word| word == lower);
    let mut joined = joined().filter(|_| !known);
    let at = joined.find_map(|word| split(word).filter(inside));
    match at {
        Some(at) => {
            let (first, second) = text.split_at(at);
            [first, second]
                .map(|part| names(view, part.to_owned(), false))
                .concat()
        }
        None => vec![name(view, text, last)],
    }
}

/// Latin letters of an address: known, spelt, or a word.
fn name(view: &View, text: String, last: bool) -> Part {
    let lower = text.to_lowercase();
    if let Some(known) = view.table.named(Family::Addresses, &lower) {
        return Part::Said(known);
    }
    let length = text.chars().count();
    let country = last && length == 2 && lower != "in";
    let spelt = || everywhere(Everywhere::SpeltNames).any(|name| name == lower);
    // samskritabharati, but not the DkbCErOHwMY of a path.
    let whole = length >= MIN_WORD && text == lower;
    if length == 1 || country || !is_pronounced(&lower, whole) || spelt() {
        return Part::Letters(lower);
    }
    Part::Word {
        text,
        language: Language::En,
    }
}

/// Whether a word has a vowel, and no more consonants together than can be said: one more in a `whole` word.
fn is_pronounced(word: &str, whole: bool) -> bool {
    let vowel = |c: char| "aeiouy".contains(c);
    // swachhbharat: an h makes one sound with the letter before it.
    let sounds = |run: &str| run.len() - run.matches('h').count().min(run.len() / 2);
    let runs = word.split(vowel).map(sounds);
    let most = MAX_CONSONANTS + usize::from(whole);
    // No word begins so: rbi, npci.
    let onset = word.get(..2).filter(|onset| !onset.contains(vowel));
    let spelt = word.len() <= MAX_SPELT
        && onset.is_some_and(|onset| !everywhere(Everywhere::Onsets).any(|o| o == onset));
    !spelt && word.contains(vowel) && runs.max().is_none_or(|longest| longest <= most)
}

/// A sign that is heard inside an address.
fn said(view: &View, sign: char) -> Part {
    let written = String::from(sign);
    let inside = view.table.named(Family::Addresses, &written);
    let words = inside.or_else(|| match sign {
        '.' => view.table.word(Name::Dot),
        _ => view.table.sign(&written),
    });
    words.map_or(Part::Unknown, Part::Said)
}

/// Whether the two sides of @ are the name of a payer and that of a bank: ravi.k@okaxis.
fn is_handle(name: &str, bank: &str) -> bool {
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let parted = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
    bank.len() >= MIN_BANK
        && bank.starts_with(|c: char| c.is_ascii_lowercase())
        && bank.chars().all(small)
        && name.chars().all(|c| small(c) || parted(c))
        && name.starts_with(small)
        && name.contains(parted)
}

/// Whether a path is one of a shortened address: capitals and digits in one.
fn is_opaque(path: &str) -> bool {
    let has = |is: fn(&u8) -> bool| path.bytes().any(|b| is(&b));
    let known = has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    path.starts_with('/') && path.len() > OPAQUE && known && has(u8::is_ascii_lowercase)
}

/// Whether `token` is an address: it says so, or ends as one does.
fn is_address(token: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-~/".contains(c);
    if let Some((name, host)) = token.split_once('@') {
        // 1kg@Rs.180
        let first = host.split(['.', '-']).next().unwrap_or_default();
        if currency(&first.to_lowercase()).is_some() {
            return false;
        }
        return !name.is_empty() && host.contains('.') && host.is_ascii()
            || is_handle(name, host)
            // Admin@123
            || !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_alphabetic())
                && host.bytes().all(|b| b.is_ascii_digit());
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
    let octet = |label: &&str| label.len() <= MAX_OCTET && label.parse::<u8>().is_ok();
    if port.parse::<u16>().is_err() || labels.len() < 2 || labels.iter().any(|l| l.is_empty()) {
        return false;
    }
    let last = labels[labels.len() - 1].to_lowercase();
    let listed = |list| everywhere(list).any(|end| end == last);
    let letters = |label: &str| label.chars().any(|c| c.is_ascii_alphabetic());
    let named = host.is_ascii()
        && labels[0].len() > 1
        && letters(labels[0])
        && host.chars().all(plain)
        && (listed(Everywhere::Domains)
            || listed(Everywhere::Files)
            || listed(Everywhere::PathDomains) && token.len() > host.len()
            || last.len() == COUNTRY && is_opaque(&token[host.len()..]));
    named || (labels.len() == 4 && labels.iter().all(octet))
}
