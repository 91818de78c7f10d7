//! What is mended in a clause before it is read: a mark before the ending of a word, a character that is typed for another that looks like
//! it, a colon and a visarga that stand for one another, and spaces within brackets and around a stroke.

use super::danda::{
    after, before, indic, is_closing, is_danda, parts_date, parts_hour, stop_of, takes_danda,
};
use super::latex;
use super::loose::{is_before_suffix, is_digit, is_emphasis, is_loose, is_of_colon};
use super::stop::{is_quote, takes_colon};
use crate::language::{
    Everywhere, List, Name, Readers, everywhere, is_abbreviation, is_letter_name, table,
};
use crate::script::{self, Script, emphasises};

/// Letters of the shortest word after which a visarga is a colon.
const LABEL: usize = 2;
/// The place of the visarga in the block of a script.
const VISARGA: u32 = 3;
/// The first character of Devanagari, with whose layout the other scripts agree.
const DEVANAGARI: u32 = 0x900;
/// What is typed for a letter that it looks like, and the letter: బె౦గళూరు, దేవాళయo, ಸು0ದರ, ആവാ൯.
const TYPED: [(&str, char); 5] = [
    ("o0౦", 'ం'),
    ("o0೦", 'ಂ'),
    ("o0൦", 'ം'),
    ("൪", 'ർ'),
    ("൯", 'ൻ'),
];

/// Whether a character may be typed for a letter. All of a text is asked, so the characters of `TYPED` stand here as a pattern.
fn is_typed(c: &char) -> bool {
    matches!(c, 'o' | '0' | '౦' | '೦' | '൦' | '൪' | '൯')
}

/// Whether a clause has anything that may be mended. Most have nothing.
fn has_marks(text: &[char]) -> bool {
    // In English alone only an arrow, spaces and marks of emphasis are mended.
    if text.iter().all(char::is_ascii) {
        let loose = |pair: &[char]| {
            matches!(
                pair,
                ['(' | '/', ' ']
                    | [' ', ')' | '/' | ':' | '.']
                    | [':', '-']
                    | [_, '#']
                    | ['\'', '\'']
            )
        };
        let mut pairs = text.windows(2);
        return pairs.any(|pair| loose(pair) || is_arrow(pair))
            || text.iter().any(|c| emphasises(*c));
    }
    let mark = |c: &char| {
        let mark = matches!(
            c,
            ':' | '-' | '–' | '—' | '>' | '(' | ')' | '/' | '*' | '_' | '~' | '#'
        );
        let looks = matches!(c, 'I' | 'l' | '೯' | 'º' | '˚' | '॥' | '|' | '\u{20E3}');
        mark || looks || is_closing(*c) || is_label_mark(*c) || is_typed(c)
    };
    // At the end of a clause a danda is no part of a time.
    let danda = || matches!(text, [rest @ .., _] if rest.contains(&'।'));
    let of_vowel = |pair: &[char]| pair[1] == 'ା' && is_digit(Some(&pair[0]));
    let of_case = |pair: &[char]| pair[0] == '.' && indic(Some(&pair[1])).is_some();
    let of_pair = |pair: &[char]| of_vowel(pair) || of_case(pair) || pair == [' ', '.'];
    text.iter().any(mark) || danda() || text.windows(2).any(of_pair)
}

/// Mends a clause. Each of its scripts is read by one of `readers`.
pub fn mend(text: &mut Vec<char>, readers: Readers) {
    // थे I: a letter that looks like the danda.
    if let [.., word, ' ', 'I' | 'l' | 'L'] = text[..]
        && indic(Some(&word)).is_some_and(takes_danda)
        && let Some(last) = text.last_mut()
    {
        *last = '।';
    }
    if text.iter().any(|c| matches!(c, '\\' | '$')) {
        latex::show(text);
    }
    if !has_marks(text) {
        return;
    }
    let whole = std::mem::take(text);
    for (at, c) in whole.iter().copied().enumerate() {
        let behind = &whole[..at];
        let ends = |script| indic(behind.last()) == Some(script) && !is_digit(whole.get(at + 1));
        match c {
            ' ' if is_loose(&whole, at, readers) => {}
            c if emphasises(c) && is_emphasis(&whole, at) => {}
            // 10–30 am, 14–11–26: editors write a dash for a hyphen.
            '–' | '—' if is_digit(behind.last()) && is_digit(whole.get(at + 1)) => {
                text.push('-')
            }
            '–' | '—' if is_before_suffix(&whole, at, readers) => text.push('-'),
            '#' if is_tag(&whole, at) => text.extend([' ', c]),
            // `1912`ಗೆ
            '`' if is_digit(behind.last()) && indic(whole.get(at + 1)).is_some() => {}
            '-' if is_of_colon(&whole, at) => {}
            '.' if is_before_case(&whole, at, readers) => {}
            '-' if at > 0 && is_before_case(&whole, at - 1, readers) => {}
            // 5'4'', but not 'of 1984''
            '\'' if is_of_inches(&whole, at) => text.push('"'),
            '\'' if at > 0 && is_of_inches(&whole, at - 1) => {}
            '\'' | '’' if is_within_word(&whole, at, readers) => {}
            '-' if is_before_ending(&whole, at, readers) => {}
            c if is_closing(c) && quoted_ending(&whole, at, readers) => {}
            '-' if at > 0 && quoted_ending(&whole, at - 1, readers) => {}
            '(' if optional(&whole, at, readers).is_some() => {
                text.pop_if(|c| *c == ' ');
            }
            ')' if closes_optional(&whole, at, readers) => {}
            // 1️⃣ Open: the number of an item.
            '\u{20E3}' if whole.get(at + 1) == Some(&' ') && begins_with_key(&whole) => {
                text.pop_if(|c| *c == '\u{FE0F}');
                text.push(if is_digit(text.last()) { ')' } else { c });
            }
            // An arrow.
            '-' | '=' if whole.get(at..at + 2).is_some_and(is_arrow) => text.push('→'),
            '>' if at > 0 && is_arrow(&whole[at - 1..=at]) => {}
            '-' => match eyelash(&whole, at, readers) {
                Some(letters) => text.extend(letters.chars()),
                None => text.push(c),
            },
            // उ0प्र0, 5 कि0ग्रा0: ० stands for the dot of an abbreviation.
            '0' if ends(Script::Devanagari) => text.push('॰'),
            'I' | 'l' if is_danda(&whole, at, readers) => text.push('।'),
            // కి॥మీ॥, ಡಾ||
            '॥' | '|' if let Some(stop) = stop_of(text, &whole, at) => text.push(stop),
            '|' if at > 0 && whole[at - 1] == '|' && matches!(text.last(), Some('.' | '॥')) => {}
            '।' | 'ା' if parts_date(&whole, at, readers) => text.push('/'),
            '।' | 'ା' if parts_hour(&whole, at, readers) => text.push(':'),
            ':' if shortens(&whole, at) => text.push('.'),
            ':' if is_visarga(&whole, at) => text.extend(visarga(&whole, at)),
            // 26.7ºC, 26 ºC
            'º' | '˚' if is_digit(behind.strip_suffix(&[' ']).unwrap_or(behind).last()) => {
                text.push('°')
            }
            '೯' if ends(Script::Kannada) && put_arka(text) => {}
            _ if is_label_mark(c) && is_colon(&whole, at) => text.push(':'),
            c if is_typed(&c) => text.push(typed_letter(&whole, at).unwrap_or(c)),
            c => text.push(c),
        }
    }
}

/// Whether an ending follows the last stop of initials, which belongs to the last of them: এস.পি.র, ଏମ୍.ଏଲ୍.ଏ.ଙ୍କ. ডি.এম.কে may be a name.
fn is_before_case(text: &[char], at: usize, readers: Readers) -> bool {
    if text[at] != '.' {
        return false;
    }
    // এম.এল.এ.-র
    let from = at + 1 + usize::from(text.get(at + 1) == Some(&'-'));
    let last = before(text, at);
    let first = match text[..at - last.len()] {
        [ref behind @ .., '.'] => before(behind, behind.len()),
        _ => return false,
    };
    let ending = after(text, from);
    let Some(script) = indic(last.last()).filter(|_| !ending.is_empty()) else {
        return false;
    };
    let name = |letters: &[char]| is_letter_name(&letters.iter().collect::<String>());
    let ends = text.get(from + ending.chars().count()) != Some(&'.');
    let initials = name(first) && name(last) && !is_letter_name(&ending);
    ends && initials && table(readers.of(script)).suffix(&ending).is_some()
}

/// Whether a tag begins right behind a word, as in chats: Live#IPL2024, but not C#Builder and page.html#top.
fn is_tag(text: &[char], at: usize) -> bool {
    let heard = |c: &&char| !c.is_whitespace();
    let word = text[..at].iter().rev().take_while(heard);
    let part = |c: &char| c.is_alphabetic() || script::extends(*c);
    let name = text[at + 1..].iter().take_while(|c| part(c));
    word.clone().nth(1).is_some() && word.clone().all(part) && name.count() > 2
}

/// Whether a text begins with the picture of a key, as a list does.
fn begins_with_key(text: &[char]) -> bool {
    text.iter().take(3).any(|c| *c == '\u{20E3}')
}

/// Whether two signs are drawn for an arrow.
fn is_arrow(pair: &[char]) -> bool {
    matches!(pair, ['-' | '=', '>'])
}

/// Whether a colon stands for a stop, of a unit after its number or within a short form of several parts: ২১কি:মি:, ৩০ মি: পর, প্রা: লি:,
/// ਐਸ:ਡੀ:ਐਮ:
fn shortens(text: &[char], at: usize) -> bool {
    let part = |c: &&char| **c == ':' || indic(Some(c)).is_some();
    if !text[..at].last().is_some_and(|c| part(&c)) {
        return false;
    }
    let back = |end: usize| end - text[..end].iter().rev().take_while(part).count();
    let on = |start: usize| start + text[start..].iter().take_while(part).count();
    let (mut start, mut end) = (back(at), on(at));
    if text[..start].ends_with(&[':', ' ']) {
        start = back(start - 1);
    }
    if text[..end].ends_with(&[':'])
        && text.get(end) == Some(&' ')
        && text[end + 1..on(end + 1)].ends_with(&[':'])
    {
        end = on(end + 1);
    }
    let form = text[start..end].iter().filter(|c| **c != ' ');
    let form = form.collect::<String>().replace(':', ".");
    let several = form.matches('.').count() > 1;
    let form = form.trim_end_matches('.');
    let number = text[..start].strip_suffix(&[' ']).unwrap_or(&text[..start]);
    form.contains('.') && (is_abbreviation(form) || several && form.split('.').all(is_letter_name))
        || is_digit(number.last()) && takes_colon(form)
}

/// Where the brackets close that stand around the ending of a plural that a word may have: கோப்பு(கள்).
fn optional(text: &[char], open: usize, readers: Readers) -> Option<usize> {
    // ফাইল (গুলি)
    let word = text[..open].strip_suffix(&[' ']).unwrap_or(&text[..open]);
    let script = indic(word.last())?;
    let ending = after(text, open + 1);
    let close = open + 1 + ending.chars().count();
    let table = table(readers.of(script));
    // கல(ங்களின்)
    let begins = |listed: &str| ending.starts_with(listed.trim_end_matches(script::is_virama));
    let touches = || text[..open].len() == word.len();
    let inflected = || table.suffix(&ending).is_some() || table.list(List::Optional).any(begins);
    // হানিফা(র) has an honour behind it.
    let long = || ending.chars().nth(1).is_some();
    let listed = table.lists(List::Optional, &ending) || touches() && long() && inflected();
    (listed && text.get(close) == Some(&')')).then_some(close)
}

/// Whether a bracket closes such an ending.
fn closes_optional(text: &[char], close: usize, readers: Readers) -> bool {
    let open = text[..close].iter().rposition(|c| *c == '(');
    open.is_some_and(|open| optional(text, open, readers) == Some(close))
}

/// What stands for a hyphen before या, where the language has such words: करणा-या is करणाऱ्या.
fn eyelash(text: &[char], at: usize, readers: Readers) -> Option<&'static str> {
    let (word, script) = within_word(text, at)?;
    let after = text[at + 1..].starts_with(&['य', 'ा']);
    let eyelash = table(readers.of(script)).word(Name::Eyelash);
    eyelash.filter(|_| after && script::bases(word) > 1)
}

/// Whether it is the visarga of a script in which people type it for a colon.
fn is_label_mark(c: char) -> bool {
    matches!(c, 'ः' | 'ঃ' | 'ਃ' | 'ઃ' | 'ଃ')
}

/// The letter that a digit or an o stands for: after a letter of its script, with no other digit behind it.
fn typed_letter(text: &[char], at: usize) -> Option<char> {
    let script = indic(text[..at].last())?;
    let next = text.get(at + 1);
    if next.is_some_and(char::is_ascii_alphanumeric) || is_digit(next) {
        return None;
    }
    let fits =
        |row: &&(&str, char)| row.0.contains(text[at]) && indic(Some(&row.1)) == Some(script);
    TYPED.iter().find(fits).map(|(_, letter)| *letter)
}

/// Puts the r, which the nine of Kannada looks like (ಅಥ೯), before the last letter, which may have others under it: ಅರ್ಥ. Whether that
/// was possible.
fn put_arka(text: &mut Vec<char>) -> bool {
    let base =
        |i: &usize| !script::extends(text[*i]) && (*i == 0 || !script::is_virama(text[*i - 1]));
    let letter = (0..text.len()).rev().find(base);
    let letter = letter.filter(|i| indic(text.get(*i)) == Some(Script::Kannada));
    if let Some(at) = letter {
        text.splice(at..at, ['ರ', '್']);
    }
    letter.is_some()
}

/// The letters before a place within a word, and the script that stands on both its sides.
fn within_word(text: &[char], at: usize) -> Option<(&[char], Script)> {
    let word = before(text, at);
    let script = indic(word.last())?;
    (indic(text.get(at + 1)) == Some(script)).then_some((word, script))
}

/// Whether two apostrophes behind feet and a number stand for the mark of inches.
fn is_of_inches(text: &[char], at: usize) -> bool {
    let figures = text[..at].iter().rev().take_while(|c| is_digit(Some(c)));
    let inches = figures.count();
    let mut back = text[..at - inches]
        .iter()
        .rev()
        .filter(|c| !matches!(c, ' ' | '-'));
    let feet = matches!(back.next(), Some('\'' | '’')) && is_digit(back.next());
    let whole = !matches!(text.get(at + 2), Some('\''));
    inches > 0 && feet && whole && text.get(at..at + 2) == Some(&['\'', '\''])
}

/// Whether an apostrophe stands within a word of an Indic script: after its first letter, as in କ'ଣ and দু'টি, or before an ending.
fn is_within_word(text: &[char], at: usize, readers: Readers) -> bool {
    let Some((word, script)) = within_word(text, at) else {
        return false;
    };
    let quoted = || {
        let begin = text[..at - word.len()].split_last();
        begin.is_some_and(|(c, rest)| matches!(c, '\'' | '‘' | '’') && indic(rest.last()).is_none())
    };
    let ending = after(text, at + 1);
    // மெக்டொனால்ட்'ஸ்
    let mut rest = ending.chars();
    let s = rest
        .next()
        .is_some_and(|c| script::offset(c) == script::offset('स'));
    let mut english = || s && rest.all(script::is_virama);
    let suffix = || table(readers.of(script)).suffix(&ending).is_some();
    script::bases(word) == 1 && !quoted() || suffix() || english()
}

/// Whether the quotation mark after a word of an Indic script stands before its ending: 'সেবা'-র, "সেবা"র. An ending that begins with a
/// vowel is a word as it stands.
fn quoted_ending(text: &[char], at: usize, readers: Readers) -> bool {
    if !is_closing(text[at]) {
        return false;
    }
    let from = at + 1 + usize::from(text.get(at + 1) == Some(&'-'));
    let next = indic(text.get(from));
    // "#1"ଟି, but not 6"ପାଇପ୍
    let figures = text[..at].iter().rev().take_while(|c| is_digit(Some(c)));
    let count = figures.count();
    if count > 0 {
        let marks = text[..at - count]
            .iter()
            .rev()
            .find(|c| !matches!(c, ' ' | '#'));
        return next.is_some() && marks.is_some_and(|c| is_quote(*c));
    }
    let Some(script) = indic(text[..at].last()) else {
        return false;
    };
    let ending = after(text, from);
    next == Some(script)
        && !ending.starts_with(script::is_vowel)
        && table(readers.of(script)).suffix(&ending).is_some()
}

/// Whether a colon after a word is its visarga: पुन:.
pub fn takes_visarga(word: &str) -> bool {
    ends_in_visarga(&word.chars().collect::<Vec<_>>(), false)
}

/// Whether a hyphen stands between a word and an ending that is a consonant: ভি.আই.পি-র, জয়ন্তী-র.
fn is_before_ending(text: &[char], at: usize, readers: Readers) -> bool {
    within_word(text, at).is_some_and(|(_, script)| {
        let ending = after(text, at + 1);
        ending.chars().count() == 1
            && !ending.starts_with(script::is_vowel)
            && table(readers.of(script)).suffix(&ending).is_some()
    })
}

/// Whether a word is one that ends in a visarga, or that does where others are `joined` to it.
fn ends_in_visarga(word: &[char], joined: bool) -> bool {
    let devanagari = |c: &char| char::from_u32(DEVANAGARI + script::offset(*c));
    let word: Option<String> = word.iter().map(devanagari).collect();
    // अंत:करण, but not अंत: 5 pm
    let is = |word: &str, listed: &str| match listed.strip_suffix('~') {
        Some(listed) => joined && listed == word,
        None => listed == word,
    };
    word.is_some_and(|word| everywhere(Everywhere::VisargaAtEnd).any(|listed| is(&word, listed)))
}

/// Whether a colon stands for a visarga: within a word after one letter and its sign, as in नि:शुल्क and दु:ख, where a longer word is
/// a label, and at the end of a word that has one.
fn is_visarga(text: &[char], at: usize) -> bool {
    let word = before(text, at);
    let syllable =
        matches!(word, [letter, sign] if !script::extends(*letter) && script::extends(*sign));
    // 21কি:মি: has a colon for each stop.
    let after = text[at + 1..].iter().find(|c| indic(Some(c)).is_none());
    let chain = is_digit(text[..at - word.len()].last()) || matches!(after, Some(':' | 'ঃ'));
    // പുന:സജ്ജം
    let joined = indic(text.get(at + 1)).is_some() && !chain;
    let within = syllable && joined;
    // At the end of a clause it is a mark.
    let mark = |c: &char| c.is_whitespace() || *c == ',';
    let ends = joined || text.get(at + 1).is_some_and(mark);
    indic(word.last()).is_some_and(|s| s != Script::Tamil)
        && (within || ends && ends_in_visarga(word, joined))
}

/// The visarga of the script before a place.
fn visarga(text: &[char], at: usize) -> Option<char> {
    let block = indic(text[..at].last())?.block()?;
    char::from_u32(block + VISARGA)
}

/// Whether a visarga stands for a colon: at the end of a word that has none.
fn is_colon(text: &[char], at: usize) -> bool {
    let ends = |c: &char| c.is_whitespace() || script::closes(*c);
    if !text.get(at + 1).is_none_or(ends) {
        return false;
    }
    let word = before(text, at);
    let whole: String = text[at - word.len()..=at].iter().collect();
    let adverb = || matches!(word.last(), Some('त' | 'श' | 'ত' | 'শ' | 'ତ' | 'ଶ'));
    // हैः, but not छः.
    let devanagari = indic(word.last()) == Some(Script::Devanagari);
    let long = script::bases(word) >= LABEL || devanagari && word.len() > 1;
    let kept = adverb() || ends_in_visarga(word, false);
    // মোছাঃ, কিঃমিঃ: it stands for a stop.
    let stopped = || {
        let stopped = whole.replace(['ঃ', 'ଃ'], ".");
        stopped.strip_suffix('.').is_some_and(is_abbreviation)
    };
    long && !kept && !is_abbreviation(&whole) && !stopped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_known_by_each_character() {
        let typed = TYPED.iter().flat_map(|(typed, _)| typed.chars());
        for c in typed {
            assert!(is_typed(&c), "{c}");
        }
    }
}
