//! The schema of a language's `numbers.txt` and `words.txt`. The build checks the files of each language against it.

use std::collections::HashMap;

use super::rows::Language;
use crate::data::{Fault, File, lines};
use crate::script::letter;

/// Keys of `words.txt`, or beginnings of keys, that share a form.
struct Concept {
    keys: &'static [&'static str],
    form: Form,
    /// Whether every language must have each of the keys.
    needed: bool,
}

/// The form of the value of a key.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Words that are spoken.
    Words,
    /// Words that are recognised in text: exactly this many, or any number if 0.
    List(usize),
    /// Words with `<<` in the place of a number.
    Around,
    /// Replacements `tail>form` of the last word.
    Forms,
    /// Anything, also another key or nothing.
    Any,
}
use Form::{Any, Around, Forms, List, Words};

const fn needed(form: Form, keys: &'static [&'static str]) -> Concept {
    Concept {
        keys,
        form,
        needed: true,
    }
}

const fn optional(form: Form, keys: &'static [&'static str]) -> Concept {
    Concept {
        keys,
        form,
        needed: false,
    }
}

/// The complete keys. README.md describes each.
const CONCEPTS: &[Concept] = &[
    // Signs.
    needed(
        Words,
        &[
            "#", "%", "&", "*", "+", "-", "/", ":", "<", "=", ">", "?", "@", "\\", "^", "_", "~",
            "§", "©", "®", "°", "±", "²", "³", "¼", "½", "¾", "×", "÷", "π", "™", "→", "↑", "↓",
            "√", "∞", "≈", "≠", "≤", "≥", "dot", "hashtag", "karat", "star",
        ],
    ),
    optional(Words, &["‰", "←", "+ve", "-ve", "sharp", "%ile", "#1"]),
    // Numbers.
    needed(
        Words,
        &[
            "point", "minus", "to", "over", "stroke", "and", "by", "ratio", "per", "not out",
        ],
    ),
    needed(List(0), &["pairs"]),
    optional(
        Words,
        &[
            "oh", "and then", "and½", "0:half", "rating", "innings", "wickets", "and more", "case",
        ],
    ),
    optional(Around, &["half", "quarter", "less", "three"]),
    optional(
        Words,
        &[
            "0:less",
            "1:half",
            "1:less",
            "1:quarter",
            "2:half",
            "1:half hours12",
            "2:half hours12",
        ],
    ),
    needed(List(0), &["scales", "counted", "particles"]),
    // Ordinals and endings.
    optional(
        List(0),
        &[
            "endings", "ordinals", "apart", "eats", "alone", "doubled", "labels", "people",
            "persons",
        ],
    ),
    // Money: the currency, one of it, its hundredth part, one of those.
    needed(
        Words,
        &[
            "₹", "₹1", "₹.", "$", "$1", "$.", "€", "€1", "€.", "£", "£1", "£.", "¥", "₩", "₺", "৳",
            "৳.", "us$", "a$", "c$", "s$", "aed", "cny", "dinar", "riyal",
        ],
    ),
    optional(
        Words,
        &[
            "₹.1", "$.1", "€.1", "£.1", "₩.", "₺.", "us$1", "a$1", "c$1", "s$1", "aed1", "cny1",
            "dinar1", "riyal1",
        ],
    ),
    needed(List(0), &["rupee"]),
    // Units.
    needed(Words, &["square", "cubic"]),
    needed(List(0), &["metric"]),
    optional(Words, &["plural"]),
    // Dates and times.
    needed(List(12), &["months"]),
    needed(List(7), &["weekdays"]),
    needed(List(0), &["clock", "years", "date", "until"]),
    needed(Words, &["o'clock"]),
    optional(
        Words,
        &[
            "hour",
            "minute",
            "second",
            "hours",
            "minutes",
            "seconds",
            "1 hours",
            "1 minutes",
            "1 seconds",
            "12:45",
            "century",
            "century alone",
            "of",
            "past",
            "one o'clock",
            "plus",
            "per ending",
            "for",
            "or",
            "joined thousand",
        ],
    ),
    optional(
        List(0),
        &[
            "at", "cooled", "dated", "daytimes", "dialled", "percent", "timed", "untimed", "untold",
        ],
    ),
    optional(List(0), &["dialled after", "dialled before", "timed after"]),
    optional(List(12), &["hours12", "months before"]),
    optional(List(24), &["parts"]),
    optional(List(31), &["days"]),
    optional(List(2), &["around"]),
    // Digits one by one, Roman numerals, abbreviations.
    needed(List(0), &["numbered", "abbreviations", "press", "key"]),
    needed(List(0), &["gold", "liquids", "priced", "steps", "verses"]),
    needed(List(26), &["letters"]),
    needed(List(0), &["address", "blocks", "prose", "places"]),
    optional(Words, &["house digits"]),
    optional(
        List(0),
        &[
            "rulers",
            "credited",
            "durations",
            "faster",
            "kings",
            "lettered",
            "after a letter",
            "pieces",
            "shown",
            "sold",
            "blood",
            "own months",
            "between",
            "models",
            "degrees",
            "bowled",
            "tested",
            "postal",
            "several",
            "eras",
            "grades",
            "laws",
            "veins",
            "veins before",
            "starred",
        ],
    ),
];

/// The beginnings of keys; the rest of such a key is what is written in text.
const FAMILIES: &[Concept] = &[
    needed(
        Words,
        &["unit:", "prefix:", "scale:", "ordinal:", "net:", "sign:"],
    ),
    optional(
        Words,
        &[
            "one:",
            "clock:",
            "month:",
            "day:",
            "short:",
            "abbr:",
            "chat:",
            "letter:",
            "before:",
            "counting:",
            "ending:",
            "final:",
            "person:",
            "½:",
            "linked:",
            "¾:",
        ],
    ),
    optional(Around, &["part:"]),
    optional(Forms, &["stem:"]),
    optional(List(0), &["suffix:", "apart:"]),
    optional(Any, &["currency:", "fraction:"]),
];

/// Keys that every language must have although their family is open.
const NEEDED: &[&str] = &[
    "unit:m",
    "unit:g",
    "unit:°C",
    "unit:l",
    "unit:h",
    "unit:hr",
    "unit:hrs",
    "unit:min",
    "unit:sec",
    "unit:s",
    "unit:ft",
    "unit:yr",
    "unit:ac",
    "unit:tsp",
    "unit:tbsp",
    "unit:pts",
    "unit:doz",
    "unit:pcs",
    "unit:day",
    "unit:night",
    "sign:,",
    "sign:;",
    "sign:!",
    "sign:\"",
    "sign:'",
    "sign:(",
    "sign:)",
    "sign:[",
    "sign:]",
    "sign:{",
    "sign:}",
    "sign:|",
    "sign:`",
    "sign:।",
    "sign:␣",
];
/// The months, by their index from 0, and the units that have an abbreviation in the letters of each language.
const SHORTENED_MONTHS: [usize; 6] = [0, 1, 8, 9, 10, 11];
const SHORTENED_UNITS: [&str; 3] = ["unit:g", "unit:l", "unit:min"];

/// Returns the faults in the files of a language.
pub fn check(language: Language, numbers: &File, words: &File) -> Vec<Fault> {
    let mut faults = check_numbers(numbers);
    let mut met: HashMap<&str, usize> = HashMap::new();
    for (line, entry) in lines(&words.text) {
        let mut fault = |what: String| faults.push(Fault::new(words, line, what));
        let Some((key, said)) = entry.split_once(" = ") else {
            fault(format!("no `key = words`: {entry}"));
            continue;
        };
        if let Some(first) = met.insert(key, line) {
            fault(format!("{key:?} stands in line {first} already"));
        }
        match form(key, said) {
            Some(form) => faults.extend(
                wrong(said, form).map(|what| Fault::new(words, line, format!("{key:?} {what}"))),
            ),
            None => fault(format!("{key:?} is no key that src/language/schema.rs has")),
        }
    }
    faults.extend(check_endings(words));
    let end = words.text.lines().count();
    let alone = CONCEPTS.iter().filter(|concept| concept.needed);
    let alone = alone.flat_map(|concept| concept.keys).chain(NEEDED);
    let missing = alone.filter(|key| !met.contains_key(**key));
    faults.extend(
        missing.map(|key| Fault::new(words, end, format!("{} has no {key:?}", language.name()))),
    );
    for what in unshortened(language, &words.text) {
        let what = format!("{} writes {what} in no shorter way", language.name());
        faults.push(Fault::new(words, end, what));
    }
    let families = FAMILIES.iter().filter(|concept| concept.needed);
    for family in families.flat_map(|concept| concept.keys) {
        if !met.keys().any(|key| key.starts_with(family)) {
            faults.push(Fault::new(
                words,
                end,
                format!("{} has no {family:?}", language.name()),
            ));
        }
    }
    faults
}

/// Returns the months and units that have no abbreviation in the letters of a language.
fn unshortened(language: Language, words: &str) -> Vec<String> {
    let entries: HashMap<&str, &str> = lines(words)
        .filter_map(|(_, line)| line.split_once(" = "))
        .collect();
    let own = |key: &str| {
        let native = !key.is_ascii() || language == Language::En;
        native && key.chars().any(|c| letter(c).is_some())
    };
    let bare = |key: &'_ str| key.split_once(':').map_or(key, |(_, key)| key).to_owned();
    let says = |said: &str| {
        let is = |(key, words): (&&str, &&str)| {
            let words = words.split(" / ");
            let mut words = words.map(|said| said.trim_start_matches(['#', '.', '°', ' ']));
            own(&bare(key)) && words.any(|words| words == said) && bare(key) != said
        };
        entries.iter().any(is)
    };
    let months = entries.get("months").into_iter();
    let months = months.flat_map(|months| months.split(' ').enumerate());
    let months = months
        .filter(|(i, _)| SHORTENED_MONTHS.contains(i))
        .map(|(_, month)| month);
    let units = SHORTENED_UNITS
        .iter()
        .filter_map(|key| entries.get(key).copied());
    let all = months.chain(units).filter(|said| !says(said));
    all.map(str::to_owned).collect()
}

/// Returns the faults in the endings of words: unknown stems, and endings that attach in two ways.
fn check_endings(words: &File) -> Vec<Fault> {
    let entries =
        || lines(&words.text).filter_map(|(n, entry)| Some((n, entry.split_once(" = ")?)));
    let stems: Vec<&str> = entries()
        .filter_map(|(_, (key, _))| key.strip_prefix("stem:"))
        .collect();
    let mut met: HashMap<&str, usize> = HashMap::new();
    let mut faults = Vec::new();
    for (line, (key, written)) in entries() {
        let suffix = key.strip_prefix("suffix:").map(|key| key.split_once('+'));
        let stem = match (suffix, key.strip_prefix("apart:")) {
            (Some(Some((stem, _))), _) | (None, Some(stem)) => stem,
            (Some(None), _) => {
                faults.push(Fault::new(
                    words,
                    line,
                    format!("{key:?} has no `+` after its stem"),
                ));
                continue;
            }
            (None, None) => continue,
        };
        if !stems.contains(&stem) {
            faults.push(Fault::new(
                words,
                line,
                format!("there is no \"stem:{stem}\""),
            ));
        }
        for ending in written.split_whitespace() {
            if let Some(first) = met.insert(ending, line) {
                faults.push(Fault::new(
                    words,
                    line,
                    format!("{ending} stands in line {first} already"),
                ));
            }
        }
    }
    faults
}

/// Returns the form of the value of a key, or `None` if the key is not known.
fn form(key: &str, said: &str) -> Option<Form> {
    let alone = CONCEPTS.iter().find(|concept| concept.keys.contains(&key));
    let begins = |family: &&str| key.starts_with(*family) && key.len() > family.len();
    let family = || {
        FAMILIES
            .iter()
            .find(|concept| concept.keys.iter().any(begins))
    };
    if let Some(concept) = alone.or_else(family) {
        return Some(concept.form);
    }
    // Full forms of abbreviations. They have a stop or a stroke; without either they apply before a number only.
    let word = key.starts_with(|c| letter(c).is_some());
    let marked = key.ends_with('.') || key.contains('/');
    let numbered = key.chars().all(|c| letter(c).is_some()) && said.starts_with("# ");
    (word && (marked || numbered)).then_some(Words)
}

/// Returns what is wrong with a value of this form.
fn wrong(said: &str, form: Form) -> Option<String> {
    let count = said.split_whitespace().count();
    let around = said.split_whitespace().filter(|word| *word == "<<").count();
    match form {
        _ if said.contains("  ") => Some("has two spaces in a row".to_owned()),
        Any => None,
        _ if count == 0 => Some("has no words".to_owned()),
        List(wanted) if wanted > 0 && count != wanted => {
            Some(format!("has {count} words in place of {wanted}"))
        }
        Around if around > 1 => Some("has `<<` more than once".to_owned()),
        Words | List(_) if around > 0 => Some("has a `<<`".to_owned()),
        Forms if said.split_whitespace().any(|form| !form.contains('>')) => {
            Some("has a form without `>`".to_owned())
        }
        _ => None,
    }
}

/// Returns the faults in the rules of numbers.
fn check_numbers(file: &File) -> Vec<Fault> {
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
    let needed = (0..=10)
        .map(|n| n.to_string())
        .chain(["100", "1000", "100000", "10000000"].map(str::to_owned));
    let missing = needed.filter(|key| !met.contains_key(&**key));
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
    match () {
        () if words.contains(&"") => Some("has no words, or two spaces in a row"),
        () if divisor == 0 || divisor > base.max(1) => {
            Some("is divided by more than itself, or by nothing")
        }
        () if base < 10 && count("<<") + count(">>") > 0 => {
            Some("has neither quotient nor remainder")
        }
        () if count("<<") > 1 || count(">>") > 1 => Some("has its quotient or remainder twice"),
        () if said
            .replace("<<", "")
            .replace(">>", "")
            .contains(['<', '>']) =>
        {
            Some("has a stray `<` or `>`")
        }
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sources::sources;
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// Returns the faults of Hindi when `from` is replaced by `to` in its files.
    fn faults(from: &str, to: &str) -> Vec<String> {
        let hindi = sources(Language::Hi);
        let [numbers, words] = [("numbers", hindi.numbers), ("words", hindi.words)]
            .map(|(path, text)| file(path, &text.replacen(from, to, 1)));
        check(Language::Hi, &numbers, &words)
            .iter()
            .map(|fault| fault.to_string())
            .collect()
    }

    #[test]
    fn every_language_keeps_to_the_schema() {
        for language in Language::ALL {
            let sources = sources(language);
            let [numbers, words] = [sources.numbers, sources.words].map(|text| file("", text));
            assert_eq!(check(language, &numbers, &words), []);
        }
    }

    #[test]
    fn a_fault_is_told_with_its_file_and_line() {
        let first = |from, to| faults(from, to).first().cloned().unwrap_or_default();
        assert_eq!(
            first("point = ", "pint = "),
            "words:1: \"pint\" is no key that src/language/schema.rs has"
        );
        assert!(faults("point = ", "pint = ")[1].ends_with("Hindi has no \"point\""));
        assert!(
            first("minus = ", "point = ")
                .starts_with("words:2: \"point\" stands in line 1 already")
        );
        assert!(first("मई ", "").contains("has 11 words in place of 12"));
        assert!(first("minus = माइनस", "minus:").contains("no `key = words`"));
        assert!(first("1 = एक", "1 = << एक").starts_with("numbers:5: 1 has neither"));
        assert!(first("10 = दस", "ten = दस").contains("is no number"));
        assert!(first("100 = << सौ >>", "100 = << सौ > >").contains("stray"));
        assert!(first("7 = सात\n", "").contains("no rule for 7"));
    }
}
