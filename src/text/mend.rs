//! What is mended in a clause before it is read: a mark before the ending of a word, a character that is typed for another that looks like
//! it, a colon and a visarga that stand for one another, and spaces within brackets and around a stroke.

use super::loose::{is_digit, is_emphasis, is_loose, is_of_colon};
use crate::language::{
    Everywhere, List, Name, Readers, everywhere, is_abbreviation, is_letter_name, table,
};
use crate::script::{self, Script, emphasises};

/// Letters of the shortest word after which a visarga is a colon.
const LABEL: usize = 2;
/// Characters of a word for minutes that is shortened.
const MINUTE: usize = 2;
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
        let loose =
            |pair: &[char]| matches!(pair, ['(' | '/', ' '] | [' ', ')' | '/' | ':'] | [':', '-']);
        let mut pairs = text.windows(2);
        return pairs.any(|pair| loose(pair) || is_arrow(pair))
            || text.iter().any(|c| emphasises(*c));
    }
    let mark = |c: &char| {
        let mark = matches!(
            c,
            ':' | '-' | '–' | '—' | '>' | '(' | ')' | '/' | '*' | '_' | '~'
        );
        let looks = matches!(c, 'I' | 'l' | '೯' | 'º' | '˚' | '॥' | '|');
        mark || looks || is_closing(*c) || is_label_mark(*c) || is_typed(c)
    };
    // At the end of a clause a danda is no part of a time.
    let danda = || matches!(text, [rest @ .., _] if rest.contains(&'।'));
    let of_vowel = |pair: &[char]| pair[1] == 'ା' && is_digit(Some(&pair[0]));
    let of_case = |pair: &[char]| pair[0] == '.' && indic(Some(&pair[1])).is_some();
    let of_pair = |pair: &[char]| of_vowel(pair) || of_case(pair);
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
            '-' if is_of_colon(&whole, at) => {}
            '.' if is_before_case(&whole, at, readers) => {}
            '-' if at > 0 && is_before_case(&whole, at - 1, readers) => {}
            '\'' | '’' if is_within_word(&whole, at, readers) => {}
            '-' if is_before_ending(&whole, at, readers) => {}
            c if is_closing(c) && quoted_ending(&whole, at, readers) => {}
            '-' if at > 0 && quoted_ending(&whole, at - 1, readers) => {}
            '(' if optional(&whole, at, readers).is_some() => {
                text.pop_if(|c| *c == ' ');
            }
            ')' if closes_optional(&whole, at, readers) => {}
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
            ':' if parts_initials(&whole, at) => text.push('.'),
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

/// Whether a letter stands for the danda that it looks like: a capital right after a word, चलाऊंI आज, or either alone between two words, where
/// an I is a numeral but after a verb with which sentences end: कहता है I मेरे.
fn is_danda(text: &[char], at: usize, readers: Readers) -> bool {
    let capital = text[at] == 'I';
    let next = text.get(at + 1);
    let alone = text[..at].last() == Some(&' ');
    let word = before(text, at - usize::from(alone));
    let Some(script) = indic(word.last()).filter(|script| takes_danda(*script)) else {
        return false;
    };
    let verb = || {
        let word: String = word.iter().collect();
        table(readers.of(script)).lists(List::Verbs, &word)
    };
    let ends = |c: &char| c.is_whitespace() || is_closing(*c);
    match alone {
        true => next == Some(&' ') && indic(text.get(at + 2)).is_some() && (!capital || verb()),
        false => capital && word.len() > 1 && next.is_none_or(ends),
    }
}

/// Whether two signs are drawn for an arrow.
fn is_arrow(pair: &[char]) -> bool {
    matches!(pair, ['-' | '=', '>'])
}

/// Whether words of a script are shortened by a double danda.
pub fn shortens_by_danda(script: Script) -> bool {
    matches!(script, Script::Telugu | Script::Kannada)
}

/// The stop for which a double danda stands, or two bars, where they do; `mended` is what stands before. It stays a danda where that
/// tells what is meant: ವಿ॥.
fn stop_of(mended: &[char], text: &[char], at: usize) -> Option<char> {
    let double = text[at] == '॥' || text.get(at + 1) == Some(&'|');
    let script = indic(mended.last()).filter(|script| double && shortens_by_danda(*script))?;
    let part = |c: &&char| **c == '.' || indic(Some(c)) == Some(script);
    let begin = mended.len() - mended.iter().rev().take_while(part).count();
    let word: String = mended[begin..].iter().collect();
    if is_abbreviation(&format!("{word}॥")) {
        return Some('॥');
    }
    let next = text.get(at + if text[at] == '|' { 2 } else { 1 });
    (indic(next) == Some(script) || is_abbreviation(&word)).then_some('.')
}

/// Whether a digit is of a script in which a danda parts an hour from its minutes.
pub fn is_parted_by_danda(c: char) -> bool {
    let script = script::digit(c).and_then(|(_, of)| of);
    matches!(script, Some(Script::Bengali | Script::Odia))
}

/// The digits that end before a place, and those that begin at another.
fn digits_beside(text: &[char], end: usize, start: usize) -> (usize, usize) {
    let part = |c: &&char| is_parted_by_danda(**c);
    let before = text[..end].iter().rev().take_while(part);
    let next = text.get(start..).unwrap_or_default().iter();
    (before.count(), next.take_while(part).count())
}

/// Whether a danda stands between an hour and its minutes, as in Odia and Bengali: ୮।୩୦. In Bengali a part of the day stands before, or
/// minutes, an o'clock or "until" follow, as pages and verses are written so too.
fn parts_hour(text: &[char], at: usize, readers: Readers) -> bool {
    let (hour, minutes) = digits_beside(text, at, at + 1);
    let behind = text.get(at + 1 + minutes..).unwrap_or_default();
    let digit = text[..at].last().and_then(|c| script::digit(*c));
    let bengali = digit.is_some_and(|(_, of)| of == Some(Script::Bengali));
    let told = || {
        let rest = after(behind.strip_prefix(&[' ']).unwrap_or(behind), 0);
        let table = table(readers.of(Script::Bengali));
        // The word for minutes may be shortened: মি.
        let minute = table.word(Name::Minute).unwrap_or_default().chars();
        let minutes = minute.take(MINUTE).eq(rest.chars().take(MINUTE));
        let unit = minutes || table.list(List::Clock).any(|word| rest.starts_with(word));
        let start = &text[..at - hour];
        let word = before(start, start.len() - usize::from(start.ends_with(&[' '])));
        let word: String = word.iter().collect();
        unit || table.lists(List::Daytimes, &word) || table.lists(List::Until, &rest)
    };
    (1..=2).contains(&hour) && minutes == 2 && (!bengali || told())
}

/// Whether a danda, or a vowel sign that looks like it, is one of two between the day, the month and the year of a date: ୧୫ା୮ା୨୦୨୩. Or it is
/// the only one, after the word for a date, or where papers tell the day: ତା ୧୨।୩; କଟକ,୧୨।୩(ସମିସ).
fn parts_date(text: &[char], at: usize, readers: Readers) -> bool {
    let is_mark = |c: Option<&char>| c == Some(&text[at]);
    let (first, second) = digits_beside(text, at, at + 1);
    let short = |digits: usize| (1..=2).contains(&digits);
    let year = |digits: usize| matches!(digits, 2 | 4);
    if !short(first) && !short(second) {
        return false;
    }
    let (start, end) = (at - first, at + 1 + second);
    let opens = || is_mark(text.get(end)) && year(digits_beside(text, at, end + 1).1);
    let closes =
        || start > 0 && is_mark(text.get(start - 1)) && short(digits_beside(text, start - 1, at).0);
    let told = || {
        let lead = &text[..start];
        let lead = lead.strip_suffix(&[' ']).unwrap_or(lead);
        let lead = lead.strip_suffix(&['.']).unwrap_or(lead);
        let word: String = before(lead, lead.len()).iter().collect();
        let script = text[..at].last().and_then(|c| script::digit(*c)?.1);
        let dated = |script| table(readers.of(script)).lists(List::Date, &word);
        lead.last() == Some(&',') && text.get(end) == Some(&'(') || script.is_some_and(dated)
    };
    short(first) && (short(second) && (opens() || told()) || year(second) && closes())
}

/// Whether a colon stands for the stop of an initial beside another: ਐਸ:ਡੀ:ਐਮ:
fn parts_initials(text: &[char], at: usize) -> bool {
    let name = |letters: &[char]| is_letter_name(&letters.iter().collect::<String>());
    let word = before(text, at);
    let next: Vec<char> = after(text, at + 1).chars().collect();
    let more = || text.get(at + 1 + next.len()) == Some(&':') && name(&next);
    let earlier = || match text[..at - word.len()] {
        [ref behind @ .., ':'] => name(before(behind, behind.len())),
        _ => false,
    };
    name(word) && (more() || earlier())
}

/// Where the brackets close that stand around the ending of a plural that a word may have: கோப்பு(கள்).
fn optional(text: &[char], open: usize, readers: Readers) -> Option<usize> {
    // ফাইল (গুলি)
    let word = text[..open].strip_suffix(&[' ']).unwrap_or(&text[..open]);
    let script = indic(word.last())?;
    let ending = after(text, open + 1);
    let close = open + 1 + ending.chars().count();
    let listed = table(readers.of(script)).lists(List::Optional, &ending);
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

/// Whether sentences of a script end in a danda.
fn takes_danda(script: Script) -> bool {
    use Script::{Bengali, Devanagari, Gurmukhi, Odia};
    matches!(script, Devanagari | Bengali | Gurmukhi | Odia)
}

/// Whether it is a quotation mark that may close, or an apostrophe.
fn is_closing(c: char) -> bool {
    matches!(c, '\'' | '’' | '"' | '”')
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

fn indic(c: Option<&char>) -> Option<Script> {
    let script = script::letter(*c?)?;
    (script != Script::Latin).then_some(script)
}

/// The letters of an Indic script before a place.
fn before(text: &[char], at: usize) -> &[char] {
    let letters = text[..at].iter().rev();
    let letters = letters.take_while(|c| indic(Some(c)).is_some());
    &text[at - letters.count()..at]
}

/// The letters of Indic scripts from a place on.
fn after(text: &[char], at: usize) -> String {
    let rest = text.get(at..).unwrap_or_default().iter();
    rest.take_while(|c| indic(Some(c)).is_some()).collect()
}

/// The letters before a place within a word, and the script that stands on both its sides.
fn within_word(text: &[char], at: usize) -> Option<(&[char], Script)> {
    let word = before(text, at);
    let script = indic(word.last())?;
    (indic(text.get(at + 1)) == Some(script)).then_some((word, script))
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
    let suffix = || table(readers.of(script)).suffix(&after(text, at + 1));
    script::bases(word) == 1 && !quoted() || suffix().is_some()
}

/// Whether the quotation mark after a word of an Indic script stands before its ending: 'সেবা'-র, "সেবা"র. An ending that begins with a
/// vowel is a word as it stands.
fn quoted_ending(text: &[char], at: usize, readers: Readers) -> bool {
    let quote = is_closing(text[at]);
    let Some(script) = indic(text[..at].last()).filter(|_| quote) else {
        return false;
    };
    let from = at + 1 + usize::from(text.get(at + 1) == Some(&'-'));
    let ending = after(text, from);
    indic(text.get(from)) == Some(script)
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
    let devanagari = |c: &char| char::from_u32(DEVANAGARI + *c as u32 % 0x80);
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
