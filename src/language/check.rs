//! Checks lists of spellings with their sounds, and the rules of numbers. The build script calls this.

use std::collections::HashMap;

use crate::data::{Fault, File, lines};
use crate::phoneme;
use crate::script::{self, Script};

/// Returns the faults in a file of spellings with their sounds in symbols of the inventory. A line `=spelling` has no
/// sounds; it only marks the spelling.
pub fn sounds(file: &File) -> Vec<Fault> {
    let unknown = |sounds: &str| phoneme::parse(sounds).is_none();
    each(file, |sounds| {
        unknown(sounds).then_some("are not in the inventory")
    })
}

/// Returns the faults in a sorted file of Latin spellings with words in a script of India.
pub fn respellings(file: &File) -> Vec<Fault> {
    let indic = |word: &str| word.chars().all(|c| Script::indic(c).is_some());
    let mut faults = each(file, |word| {
        (!indic(word)).then_some("is not a word in a script of India")
    });
    // Their lines are told by their order.
    let mut before = "";
    for (line, entry) in lines(&file.text) {
        let name = entry.split(' ').next().unwrap_or_default();
        if name < before {
            let what = format!("{name} has to stand before {before}: rows are sorted");
            faults.push(Fault::new(file, line, what));
        }
        before = name;
    }
    faults
}

/// Tells what is wrong with a word of a concept.
pub fn cue(word: &str) -> Result<(), String> {
    let letters = word.chars().all(|c| script::letter(c).is_some());
    let composed = script::compose(word).iter().copied().eq(word.chars());
    let fits = letters && composed && !word.chars().any(char::is_uppercase);
    let what = || format!("{word} is no word in lower case, as text is composed");
    fits.then_some(()).ok_or_else(what)
}

/// Returns the faults in the rules of numbers.
pub fn numbers(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut met: HashMap<&str, usize> = HashMap::new();
    for (line, entry) in lines(&file.text) {
        let mut fault = |what: String| faults.push(Fault::new(file, line, what));
        let Some((key, said)) = entry.split_once(" = ") else {
            fault(format!("no `number = words`: {entry}"));
            continue;
        };
        if let Some(first) = met.insert(key, line) {
            fault(format!("{key} stands in line {first} already"));
        }
        if let Some(what) = wrong_rule(key, said) {
            fault(format!("{key} {what}"));
        }
    }
    let end = file.text.lines().count();
    let needed = (0..=10).chain([100, 1000, 100_000, 10_000_000]);
    let missing = needed.filter(|key: &u64| !met.contains_key(&*key.to_string()));
    faults.extend(missing.map(|key| Fault::new(file, end, format!("there is no rule for {key}"))));
    faults
}

fn wrong_rule(key: &str, said: &str) -> Option<&'static str> {
    if matches!(key, "quotient" | "quotient+") {
        let form = |form: &str| form.contains('>');
        return (!said.split(' ').all(form)).then_some("has a form without `>`");
    }
    let key = key.strip_prefix("western:").unwrap_or(key);
    let (base, divisor) = key.split_once('/').unwrap_or((key, "1"));
    let (Ok(base), Ok(divisor)) = (base.parse::<u64>(), divisor.parse::<u64>()) else {
        return Some("is no number, nor two with a stroke between");
    };
    let words: Vec<&str> = said.split(' ').collect();
    let count = |sign: &str| words.iter().filter(|word| **word == sign).count();
    let stray = said.replace("<<", "").replace(">>", "");
    match () {
        () if words.contains(&"") => Some("has no words, or two spaces in a row"),
        () if divisor == 0 || divisor > base.max(1) => {
            Some("is divided by more than itself, or by nothing")
        }
        () if base < 10 && count("<<") + count(">>") > 0 => {
            Some("has neither quotient nor remainder")
        }
        () if count("<<") > 1 || count(">>") > 1 => Some("has its quotient or remainder twice"),
        () if stray.contains(['<', '>']) => Some("has a stray `<` or `>`"),
        () => None,
    }
}

fn each(file: &File, wrong: impl Fn(&str) -> Option<&'static str>) -> Vec<Fault> {
    let mut met: HashMap<&str, usize> = HashMap::new();
    let mut faults = Vec::new();
    for (line, entry) in lines(&file.text) {
        let (spelling, said) = entry.split_once(' ').unwrap_or((entry, ""));
        let mut fault = |what| faults.push(Fault::new(file, line, what));
        if let Some(first) = met.insert(spelling, line) {
            fault(format!("{spelling} stands in line {first} already"));
        }
        // `@ə a` has a sound on both sides; `@$ ɔ` has none before.
        let other = spelling.strip_prefix('@').unwrap_or_default();
        let other = other.trim_end_matches('$');
        if let Some(what) = wrong(other).filter(|_| !other.is_empty()) {
            fault(format!("{other:?} {what}"));
        }
        match wrong(said) {
            // Marks, and letters in place of sounds.
            _ if spelling.starts_with(['=', '%']) => {}
            Some(what) => fault(format!("{said:?} {what}")),
            None if said.is_empty() => fault(format!("{spelling} has no sounds")),
            None => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_is_told() {
        let file = |text: &str| File {
            path: "latin.txt".into(),
            text: text.into(),
        };
        let first = |faults: Vec<Fault>| faults.first().map(|fault| fault.to_string());
        assert_eq!(sounds(&file("a ə // short\n=aa\n")), []);
        assert_eq!(
            first(sounds(&file("a ə\nb q\n"))),
            Some("latin.txt:2: \"q\" are not in the inventory".into())
        );
        assert_eq!(
            first(sounds(&file("@ə a\n@$ ɔ\n@q a\n"))),
            Some("latin.txt:3: \"q\" are not in the inventory".into())
        );
        assert_eq!(
            first(sounds(&file("a ə\n\na k\n"))),
            Some("latin.txt:3: a stands in line 1 already".into())
        );
        assert_eq!(respellings(&file("aap आप")), []);
        assert_eq!(respellings(&file("puttu പുട്ട്")), []);
        assert!(first(respellings(&file("aap aap"))).is_some());
        assert!(first(respellings(&file("aap"))).is_some());
        assert!(first(respellings(&file("puttu പുട്ട്\naap आप"))).is_some());
    }

    #[test]
    fn a_rule_for_numbers_that_cannot_be_read_is_told() {
        let hindi = include_str!("hi/numbers.txt");
        let first = |from: &str, to: &str| {
            let file = File {
                path: "numbers.txt".into(),
                text: hindi.replacen(from, to, 1),
            };
            numbers(&file)
                .first()
                .map_or(String::new(), Fault::to_string)
        };
        assert_eq!(first("1 = ", "1 = "), "");
        assert!(first("1 = एक", "1 = << एक").starts_with("numbers.txt:5: 1 has neither"));
        assert!(first("10 = दस", "ten = दस").contains("is no number"));
        assert!(first("100 = << सौ >>", "100 = << सौ > >").contains("stray"));
        assert!(first("7 = सात\n", "").contains("no rule for 7"));
    }
}
