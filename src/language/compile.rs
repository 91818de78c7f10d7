//! Packs the words of all languages for `table.rs`, as Rust source and the text that it refers to. The build script calls this.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use super::lexicon::{Lexicon, Reading};
use super::packed::{Few, Str};
use super::rows::Language;
use super::schema::Schema;
use super::spellings::Spellings;
use crate::script::is_virama;

/// Characters of a unit that is shortened.
const MAX_UNIT: usize = 5;

/// The arrays as they grow, each as the source of its entries.
#[derive(Default)]
struct Pools {
    text: String,
    met: HashMap<String, u32>,
    arrays: BTreeMap<&'static str, Vec<String>>,
}

impl Pools {
    /// The place of a text, as source.
    fn text(&mut self, text: &str) -> String {
        let (all, met) = (&mut self.text, &mut self.met);
        let at = *met.entry(text.to_owned()).or_insert_with(|| {
            let start = all.len();
            all.push_str(text);
            assert!(text.len() < 1 << Str::LENGTH, "{text} is too long");
            assert!(all.len() < 1 << (32 - Str::LENGTH), "too many words");
            (start << Str::LENGTH | text.len()) as u32
        });
        format!("Str({at})")
    }

    /// Appends entries to an array, and gives their place in it.
    fn span(&mut self, array: &'static str, entries: Vec<String>) -> String {
        let all = self.arrays.entry(array).or_default();
        let (start, length) = (all.len(), entries.len());
        all.extend(entries);
        format!("Span({start}, {length})")
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w String>) -> String {
        let words = words.into_iter().map(|word| self.text(word)).collect();
        self.span("WORDS: Str", words)
    }

    /// Appends entries in the order in which they are looked up, each after its key.
    fn sorted<V>(
        &mut self,
        array: &'static str,
        entries: &BTreeMap<String, V>,
        mut source: impl FnMut(&mut Self, &V) -> String,
    ) -> String {
        let mut entries: Vec<_> = entries.iter().collect();
        entries.sort_by_key(|(key, _)| (key.len(), key.as_str()));
        let entries = entries.into_iter().map(|(key, value)| {
            let value = source(self, value);
            format!("({}, {value})", self.text(key))
        });
        let entries = entries.collect();
        self.span(array, entries)
    }

    fn readings(&mut self, readings: &[Reading]) -> String {
        let readings = readings.iter().map(|reading| {
            format!(
                "Reading {{ condition: Condition::{:?}, said: {}, words: {}, line: {} }}",
                reading.condition,
                self.text(&reading.said),
                self.words(&reading.before),
                reading.line
            )
        });
        let readings = readings.collect();
        self.span("READINGS: Reading", readings)
    }

    /// Units that are said alike are the same one.
    fn units(&mut self, lexicon: &Lexicon, schema: &Schema) -> String {
        let mut sorted: Vec<_> = lexicon.family("units").collect();
        sorted.sort_by_key(|(written, _)| (written.len(), written.as_str()));
        let named = |said: &String| {
            let units = lexicon.family("units");
            let mut names = schema.of("UnitName");
            names.find(|name| units.clone().any(|unit| unit == (&name.key, said)))
        };
        let units = sorted.into_iter().map(|(written, said)| {
            let name =
                named(said).map_or("None".to_owned(), |n| format!("Some(UnitName::{})", n.name));
            let [written, said] = [written, said].map(|text| self.text(text));
            format!("NamedUnit {{ written: {written}, said: {said}, name: {name} }}")
        });
        let units = units.collect();
        self.span("NAMED_UNITS: NamedUnit", units)
    }

    fn table(&mut self, lexicon: &Lexicon, schema: &Schema) -> String {
        let mut out = String::from("Table {");
        let text =
            |pools: &mut Self, text: Option<&String>| pools.text(text.map_or("", String::as_str));
        let said = schema
            .of("Name")
            .map(|name| text(self, lexicon.said.get(&name.key)));
        let said: Vec<String> = said.collect();
        let lists = schema
            .of("List")
            .map(|list| self.words(lexicon.list(&list.key)));
        let lists: Vec<String> = lists.collect();
        let none = BTreeMap::new();
        let families = schema.of("Family").map(|family| {
            let entries = lexicon.families.get(&family.key);
            let entries = entries.filter(|_| family.key != "units").unwrap_or(&none);
            self.sorted("PAIRS: (Str, Str)", entries, |pools, said| pools.text(said))
        });
        let families: Vec<String> = families.collect();
        let currencies = schema.of("Currency").map(|currency| {
            let coins = lexicon.currencies.get(&currency.key);
            let coins = (0..4).map(|coin| text(self, coins.map(|coins| &coins[coin])));
            let coins: Vec<String> = coins.collect();
            format!("[{}]", coins.join(","))
        });
        let currencies: Vec<String> = currencies.collect();
        let scales = schema
            .of("ScaleName")
            .map(|scale| text(self, lexicon.scales.get(&scale.key)));
        let scales: Vec<String> = scales.collect();
        let units = self.units(lexicon, schema);
        let _ = write!(out, "units: {units},");
        for (field, values) in [
            ("said", said),
            ("lists", lists),
            ("families", families),
            ("currencies", currencies),
            ("scales", scales),
        ] {
            let _ = write!(out, "{field}: [{}],", values.join(","));
        }
        let mut few = Few([0; Few::WORDS]);
        for word in lexicon.shortened.keys() {
            few.add(&word.chars().collect::<Vec<_>>());
        }
        for (field, forms) in [
            ("stopped", &lexicon.stopped),
            ("shortened", &lexicon.shortened),
            ("counted", &lexicon.counted),
        ] {
            let readings = |pools: &mut Self, readings: &Vec<Reading>| pools.readings(readings);
            let span = self.sorted("FORMS: (Str, Span)", forms, readings);
            let _ = write!(out, "{field}: {span},");
        }
        let cues = self.sorted("CUES: (Str, Cues)", &lexicon.cues, |_, cues| {
            format!("{cues:?}")
        });
        let ending = |pools: &mut Self, (stem, ending): &(String, String)| {
            format!("{}, {}", pools.text(stem), pools.text(ending))
        };
        let suffixes = self.sorted("ENDINGS: (Str, Str, Str)", &lexicon.suffixes, ending);
        let mut apart: Vec<_> = lexicon.apart.iter().collect();
        apart.sort_by_key(|(word, _)| (std::cmp::Reverse(word.len()), word.as_str()));
        let apart = apart
            .into_iter()
            .map(|(word, stem)| format!("({}, {}, Str(0))", self.text(word), self.text(stem)));
        let apart = apart.collect();
        let apart = self.span("ENDINGS: (Str, Str, Str)", apart);
        let rules = [&lexicon.numbers, &lexicon.western].map(|rules| {
            let rules = rules.iter().map(|((base, divisor), words)| {
                let words = self.text(words);
                format!("Rule {{ base: {base}, divisor: {divisor}, words: {words} }}")
            });
            let rules = rules.collect();
            self.span("RULES: Rule", rules)
        });
        let scaled = lexicon.scaled.each_ref().map(|forms| self.text(forms));
        let _ = write!(
            out,
            "cues: {cues}, suffixes: {suffixes}, apart: {apart}, numbers: {}, western: {}, scaled: [{}], few: {few:?} }}",
            rules[0],
            rules[1],
            scaled.join(",")
        );
        out
    }
}

/// Returns the source of the tables, and their text.
pub fn tables(
    lexicons: &[(Language, Lexicon)],
    schema: &Schema,
    shared: &Spellings,
) -> [(&'static str, String); 3] {
    let mut pools = Pools::default();
    pools.text("");
    for (name, words) in everywhere(lexicons) {
        let words: BTreeMap<String, ()> = words.into_iter().map(|word| (word, ())).collect();
        let mut words: Vec<_> = words.keys().collect();
        words.sort_by_key(|word| (word.len(), word.as_str()));
        let words = words.into_iter().map(|word| pools.text(word)).collect();
        pools.span(name, words);
    }
    let mut currencies = shared.currencies.clone();
    for word in lexicons
        .iter()
        .flat_map(|(_, lexicon)| lexicon.list("rupee"))
    {
        currencies.insert(word.clone(), "Rupee".to_owned());
    }
    pools.sorted("CURRENCIES: (Str, Currency)", &currencies, |_, currency| {
        format!("Currency::{currency}")
    });
    let lists = schema.of("Everywhere");
    let lists = lists.map(|list| pools.words(shared.list(&list.key)));
    let lists = lists.collect();
    pools.span("EVERYWHERE: Span", lists);
    pools.sorted("SCALES: (Str, ScaleName)", &shared.scales, |_, scale| {
        format!("ScaleName::{scale}")
    });
    for (array, units) in [
        ("SPELLINGS: (Str, Str)", &shared.units),
        ("IN_FULL: (Str, Str)", &shared.units_in_full),
    ] {
        pools.sorted(array, units, |pools, unit| pools.text(unit));
    }
    for (_, lexicon) in lexicons {
        let table = pools.table(lexicon, schema);
        pools.span("TABLES: Table", vec![table]);
    }
    let mut source = String::from(
        "static TEXT: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/words.text\"));\n",
    );
    for (declaration, entries) in &pools.arrays {
        let (name, entry) = declaration.split_once(": ").unwrap_or_default();
        let entries = entries.join(",\n");
        let _ = writeln!(
            source,
            "pub(super) static {name}: &[{entry}] = &[{entries}];"
        );
    }
    [
        ("words.rs", source),
        ("words.text", pools.text),
        ("keys.rs", schema.source()),
    ]
}

/// Words that mean the same in a text of any language.
fn everywhere(lexicons: &[(Language, Lexicon)]) -> [(&'static str, BTreeSet<String>); 4] {
    let [mut abbreviations, mut letters, mut titles, mut units] = [const { BTreeSet::new() }; 4];
    for (language, lexicon) in lexicons {
        letters.extend(lexicon.list("letters").cloned());
        letters.extend(lexicon.list("other letters").cloned());
        let bare = |name: &String| name.strip_suffix(is_virama).map(str::to_owned);
        letters.extend(lexicon.list("letters").filter_map(bare));
        abbreviations.extend(lexicon.list("abbreviations").cloned());
        let stopped = lexicon.stopped.keys();
        let stopped: BTreeSet<String> = stopped
            .filter_map(|form| form.strip_suffix('.').map(str::to_owned))
            .collect();
        let months = lexicon.family("short months").map(|(month, _)| month);
        abbreviations.extend(months.cloned());
        let short = |unit: &&String| {
            let short = unit.chars().count() <= MAX_UNIT && !lexicon.words.contains(*unit);
            short && unit.chars().all(|c| !c.is_ascii())
        };
        let all = lexicon.family("units").map(|(unit, _)| unit);
        units.extend(all.filter(short).cloned());
        if *language != Language::En {
            let in_full = |word: &&String| stopped.contains(*word);
            titles.extend(lexicon.list("abbreviations").filter(in_full).cloned());
        }
        abbreviations.extend(stopped);
    }
    [
        ("ABBREVIATIONS: Str", abbreviations),
        ("LETTERS: Str", letters),
        ("TITLES: Str", titles),
        ("UNITS: Str", units),
    ]
}
