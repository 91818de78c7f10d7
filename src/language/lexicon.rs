//! The words of a language as its files have them, and the faults in these. The build reads them.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Condition;
use super::cue::{Cues, Kind};
use super::entries::{Entry, entries};
use super::lengths;
use super::rows::Language;
use super::schema::Schema;
use super::spellings::Spellings;
use super::wholes::{self, Whole};
use crate::data::{Fault, File, lines};

/// One of the meanings of an abbreviation.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub condition: Condition,
    pub said: String,
    /// The words of [`Condition::Before`] or [`Condition::After`].
    pub listed: Vec<String>,
    pub line: usize,
}

/// The words of a language by their keys. What each is for, `table.rs` tells of the field of the same name.
#[derive(Default)]
pub struct Lexicon {
    pub said: BTreeMap<String, String>,
    pub lists: BTreeMap<String, Vec<String>>,
    pub families: BTreeMap<String, BTreeMap<String, String>>,
    pub scales: BTreeMap<String, String>,
    pub currencies: BTreeMap<String, [String; 4]>,
    pub stopped: BTreeMap<String, Vec<Reading>>,
    pub shortened: BTreeMap<String, Vec<Reading>>,
    /// Words that are known by a shorter form of them.
    pub wholes: BTreeMap<String, Whole>,
    pub counted: BTreeMap<String, Vec<Reading>>,
    pub cues: BTreeMap<String, Cues>,
    pub suffixes: BTreeMap<String, (String, String)>,
    pub apart: BTreeMap<String, String>,
    pub numbers: BTreeMap<(u64, u64), String>,
    pub western: BTreeMap<(u64, u64), String>,
    pub scaled: [String; 2],
    /// Every word that is said or recognised.
    pub words: BTreeSet<String>,
    /// The sections that it has, and the keys of each.
    pub met: BTreeSet<(String, String)>,
}

/// The files of a language.
pub struct Files {
    pub numbers: File,
    pub names: File,
    pub readings: File,
    pub endings: File,
    pub cues: File,
    pub shortened: File,
}

impl Files {
    /// Each, as it is read by its name.
    pub fn of(read: impl Fn(&str) -> File) -> Self {
        Self {
            numbers: read("numbers.txt"),
            names: read("names.txt"),
            readings: read("readings.txt"),
            endings: read("endings.txt"),
            cues: read("cues.txt"),
            shortened: read("shortened.txt"),
        }
    }
}

/// What `[stems]` and `[tails]` have, by the section and the key.
type Named<'a> = BTreeMap<(&'a str, &'a str), &'a str>;

/// Reads the files of a language.
pub fn read(
    language: Language,
    files: &Files,
    schema: &Schema,
    shared: &Spellings,
    faults: &mut Vec<Fault>,
) -> Lexicon {
    let mut lexicon = Lexicon::default();
    for file in [&files.names, &files.endings, &files.cues] {
        let all = entries(file, faults);
        let named = |entry: &&Entry| matches!(entry.section, "stems" | "tails");
        let named = all.iter().filter(named);
        let named: Named = named
            .map(|entry| ((entry.section, entry.key), entry.value))
            .collect();
        for entry in &all {
            if let Err(what) = lexicon.put(entry, schema, &named) {
                faults.push(Fault::new(file, entry.line, what));
            }
        }
    }
    for entry in entries(&files.readings, faults) {
        if let Err(what) = lexicon.put_reading(&entry) {
            faults.push(Fault::new(&files.readings, entry.line, what));
        }
    }
    lexicon.wholes = wholes::read(language, &files.shortened, faults);
    for (key, words) in lines(&files.numbers.text).filter_map(|(_, line)| line.split_once(" = ")) {
        lexicon.put_number(key, words);
    }
    // Above a thousand the scales differ, if they do.
    let alike = lexicon.western.is_empty();
    let numbers = lexicon.numbers.iter();
    let both = numbers.filter(|((base, _), _)| alike || *base <= 1000);
    let both: Vec<_> = both.map(|(rule, words)| (*rule, words.clone())).collect();
    lexicon.western.extend(both);
    faults.extend(lexicon.missing(language, files, schema, shared));
    let letters = lexicon.list("letters").cloned().collect();
    lengths::add(&mut lexicon.stopped, &letters);
    if let Some(units) = lexicon.families.get_mut("units") {
        lengths::add(units, &letters);
    }
    lexicon
}

impl Lexicon {
    /// The words of a list.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &String> + Clone {
        self.lists.get(key).into_iter().flatten()
    }

    /// The pairs of a family.
    pub fn family(&self, key: &str) -> impl Iterator<Item = (&String, &String)> + Clone {
        self.families.get(key).into_iter().flatten()
    }

    /// Puts an entry of a section where it belongs, or tells what is wrong with it.
    fn put(&mut self, entry: &Entry, schema: &Schema, named: &Named) -> Result<(), String> {
        let (section, value, key) = (entry.section, entry.value, entry.key.to_owned());
        let words = || value.split(' ').map(str::to_owned);
        self.words.extend(words());
        self.met.insert((section.to_owned(), key.clone()));
        let is_family = schema.of("Family").any(|family| family.key == section);
        match section {
            "stems" | "tails" | "suffixes" | "apart" => self.put_ending(entry, named)?,
            _ if is_family => {
                if section == "parts" && value.matches("<<").count() > 1 {
                    return Err(format!("{key:?} has `<<` more than once"));
                }
                let family = self.families.entry(section.to_owned()).or_default();
                family.insert(key, value.to_owned());
            }
            "names" | "lists" | "endings" => {
                let (count, wanted) = (words().count(), schema.find(entry)?.count);
                // The months stand as often as they have spellings.
                let fits = key == "months" && count.is_multiple_of(wanted) || count == wanted;
                if wanted > 0 && !fits {
                    return Err(format!("{key:?} has {count} words in place of {wanted}"));
                }
                let mut met = BTreeSet::new();
                if let Some(twice) = words().find(|word| wanted == 0 && !met.insert(word.clone())) {
                    return Err(format!("{key:?} has {twice} twice"));
                }
                self.lists.insert(key, words().collect());
            }
            _ if !schema.all().any(|known| known.section == section) => {
                return Err(format!("there is no section [{section}]"));
            }
            "signs" | "words" => {
                schema.find(entry)?;
                self.said.insert(key, value.to_owned());
            }
            "concepts" => {
                let kinds = schema.find(entry)?.what.split(' ').map(Kind::of);
                let kinds = kinds.collect::<Option<Vec<_>>>();
                let kinds = kinds.ok_or_else(|| format!("{key:?} has no kind that cue.rs has"))?;
                let cues = kinds.iter().map(|kind| Cues::of(*kind));
                let cues = cues.fold(Cues::default(), Cues::and);
                for word in words() {
                    super::check::cue(&word)?;
                    let all = self.cues.entry(word).or_default();
                    *all = all.and(cues);
                }
            }
            "currencies" => {
                schema.find(entry)?;
                let (whole, parts) = value.split_once(", ").unwrap_or((value, ""));
                let [whole, parts] =
                    [whole, parts].map(|coin| coin.split_once(" | ").unwrap_or((coin, "")));
                let coins = [whole.0, whole.1, parts.0, parts.1];
                self.currencies.insert(key, coins.map(str::to_owned));
            }
            _ => {
                schema.find(entry)?;
                self.scales.insert(key, value.to_owned());
            }
        }
        Ok(())
    }

    /// Puts a stem, or the endings that follow one.
    fn put_ending(&mut self, entry: &Entry, named: &Named) -> Result<(), String> {
        let Entry { key, value, .. } = *entry;
        let words = || value.split(' ').map(str::to_owned);
        let named = |section, name| match named.get(&(section, name)) {
            Some(words) => Ok(*words),
            None => Err(format!("there is no {name:?} in [{section}]")),
        };
        let stem = |name| named("stems", name).map(str::to_owned);
        match entry.section {
            "stems" => {
                if !value.split(' ').all(|form| form.contains('>')) {
                    return Err(format!("{key:?} has a form without `>`"));
                }
            }
            "tails" => {}
            "suffixes" => {
                let parts = key.split_once('+');
                let (name, ending) =
                    parts.ok_or_else(|| format!("{key:?} has no `+` after its stem"))?;
                let stem = stem(name)?;
                // What more may follow: ില*locative is ിലാണ്, ിലായിരുന്നു.
                let (ending, tails) = match ending.split_once('*') {
                    Some((ending, tails)) => (ending, named("tails", tails)?),
                    None => (ending, ""),
                };
                for tail in tails.split(' ') {
                    for word in value.split(' ').map(|word| format!("{word}{tail}")) {
                        let suffix = (stem.clone(), format!("{ending}{tail}"));
                        if self.suffixes.insert(word.clone(), suffix).is_some() {
                            return Err(format!("{word} has a stem already"));
                        }
                    }
                }
            }
            _ => {
                let stem = stem(key)?;
                self.apart.extend(words().map(|word| (word, stem.clone())));
            }
        }
        Ok(())
    }

    /// Puts one reading of the forms of an abbreviation, `dr. Dr`, `chq(.)`.
    fn put_reading(&mut self, entry: &Entry) -> Result<(), String> {
        let reading = reading(entry.value, entry.line)?;
        self.words
            .extend(reading.said.split(' ').map(str::to_owned));
        let bare = reading.condition == Condition::BeforeNumber;
        for form in entry.key.split(' ') {
            let either = form.strip_suffix("(.)");
            let stopped = form.contains(['.', '/', '॥', ':']);
            let places = match either {
                Some(written) => vec![
                    (&mut self.stopped, format!("{written}.")),
                    (&mut self.shortened, written.to_owned()),
                ],
                None if stopped => vec![(&mut self.stopped, form.to_owned())],
                None if bare => vec![(&mut self.counted, form.to_owned())],
                None => vec![(&mut self.shortened, form.to_owned())],
            };
            for (all, written) in places {
                let readings = all.entry(written).or_default();
                let settled = |last: &Reading| last.condition == Condition::Always;
                if readings.last().is_some_and(settled) {
                    let what = "means something else already, without a condition";
                    return Err(format!("{form} {what}"));
                }
                readings.push(reading.clone());
            }
        }
        Ok(())
    }

    fn put_number(&mut self, key: &str, words: &str) {
        match key {
            "quotient" => self.scaled[0] = words.to_owned(),
            "quotient+" => self.scaled[1] = words.to_owned(),
            _ => {}
        }
        let (key, rules) = match key.strip_prefix("western:") {
            Some(key) => (key, &mut self.western),
            None => (key, &mut self.numbers),
        };
        rules.extend(rule(key).map(|rule| (rule, words.to_owned())));
    }
}

/// The base and the divisor of a rule, which stands after a stroke; by default it is the highest power of ten up to the base.
fn rule(key: &str) -> Option<(u64, u64)> {
    let (base, divisor) = key.split_once('/').unwrap_or((key, ""));
    let base: u64 = base.parse().ok()?;
    let power = 10u64.pow(base.max(1).ilog10());
    Some((base, divisor.parse().unwrap_or(power).max(1)))
}

/// Reads `doctor, if before a name`.
fn reading(value: &str, line: usize) -> Result<Reading, String> {
    let (said, condition) = value.split_once(", if ").unwrap_or((value, ""));
    let mut listed = Vec::new();
    let found = |words: &str| {
        let found = Condition::ALL.iter().find(|(_, known, _)| *known == words);
        found.map(|(condition, ..)| *condition)
    };
    let condition = match condition.split_once(':') {
        Some((side @ ("before" | "after"), words)) => {
            listed.extend(words.split_whitespace().map(str::to_owned));
            found(&format!("{side}:")).filter(|_| !listed.is_empty())
        }
        Some(_) => None,
        None => found(condition),
    };
    let sign = |c: char| matches!(c, ',' | '/' | '#' | '^' | '&' | '~' | '=');
    match condition {
        None => Err(format!(
            "{value:?} has no condition that `vaak normalize --conditions` lists"
        )),
        Some(_) if said.is_empty() || said.contains(sign) => {
            Err(format!("{said:?} is nothing to be said"))
        }
        Some(condition) => Ok(Reading {
            condition,
            said: said.to_owned(),
            listed,
            line,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{schema, spellings};
    use super::*;

    /// The files of Kannada, with `from` in one of them replaced by `to`, and what is wrong with them.
    fn faults(name: &str, from: &str, to: &str) -> Vec<String> {
        let file = |path: &str| {
            let place = format!("src/language/kn/{path}");
            let text = std::fs::read_to_string(&place).unwrap();
            let path = path.to_owned();
            if path != name {
                return File { path, text };
            }
            assert!(text.contains(from), "{path} has no {from}");
            let text = text.replacen(from, to, 1);
            File { path, text }
        };
        let files = Files::of(file);
        let mut faults = Vec::new();
        let shared = |name: &str| File {
            path: name.to_owned(),
            text: std::fs::read_to_string(format!("src/language/shared/{name}")).unwrap(),
        };
        let schema = schema::read(&shared("keys.txt"), &mut faults);
        let [spelt, lists] = ["spellings.txt", "lists.txt"].map(shared);
        let shared = spellings::read(&schema, &spelt, &lists, &mut faults);
        read(Language::Kn, &files, &schema, &shared, &mut faults);
        faults.iter().map(Fault::to_string).collect()
    }

    /// A file of Kannada, what is replaced in it by what, and the fault.
    const FAULTS: &str = r#"names.txt | point =  | pint =  | "pint" is no key of [words]
names.txt | point =  | pint =  | Kannada has no "point" in [words]
names.txt | [units] | [unities] | there is no section [unities]
names.txt | minus =  | a =  | "a" is to stand before
names.txt | minus =  | minus:  | no `key = words`
readings.txt | if beside a number | if near a number | has no condition that
readings.txt | if beside a number | if before:  | has no condition that
readings.txt |  = ಅಡ್ವೊಕೇಟ್ |  = # ಅಡ್ವೊಕೇಟ್ | is nothing to be said
readings.txt | ಅವ್ಯ. = ಅವ್ಯಯ | ಅವ್ಯ. = ಅವ್ಯಯ\n = ವಕೀಲ | without a condition
readings.txt | ಅವ್ಯ. =  | ಹ. =  | is to stand before
cues.txt | pnr =  | pmr =  | "pmr" is no key of [concepts]
cues.txt | abbreviations =  | abbreviations = ಕ ಕ  | "abbreviations" has ಕ twice
cues.txt | pnr =  | pnr = PNR  | PNR is no word in lower case
cues.txt | clock =  | cluck =  | Kannada has no "clock" in [lists]
endings.txt | [stems] | [stem] | there is no section [stem]
endings.txt | *plural = | *plurals = | there is no "plurals" in [tails]"#;

    #[test]
    fn a_fault_is_told_with_its_file_and_line() {
        for row in FAULTS.lines() {
            let cells = row.split(" | ").map(|cell| cell.replace("\\n", "\n"));
            let cells: Vec<String> = cells.collect();
            let [file, from, to, told] = &cells[..] else {
                panic!("{row}");
            };
            let all = faults(file, from, to);
            let is_it = |fault: &String| fault.starts_with(file) && fault.contains(told);
            let found = all.iter().any(is_it);
            assert!(found, "{told}: {all:?}");
        }
        assert_eq!(faults("", "", ""), [""; 0]);
    }

    #[test]
    fn a_reading_has_its_condition_in_words() {
        let read = |text: &str| reading(text, 1).unwrap();
        let doctor = read("doctor, if before a name");
        assert_eq!(doctor.condition, Condition::BeforeName);
        assert_eq!(read("doctor").condition, Condition::Always);
        assert_eq!(read("of date, if before: a b").listed, ["a", "b"]);
        for (condition, words, help) in Condition::ALL {
            assert!(!help.is_empty(), "{condition:?}");
            let after = if words.ends_with(':') { " a" } else { "" };
            let text = format!("x, if {words}{after}");
            let text = text.trim_end_matches(", if ");
            assert_eq!(reading(text, 1).unwrap().condition, *condition, "{text}");
        }
    }
}
