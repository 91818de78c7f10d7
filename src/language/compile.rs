//! Packs the words of all languages for `table.rs`, as Rust source and the text that it refers to. The build script calls this.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::lexicon::{Lexicon, Reading};
use super::packed::{Few, Str};
use super::rows::Language;
use super::schema::Schema;
use super::spellings::Spellings;
use crate::script::is_virama;

/// Characters of a unit that is shortened, and of one of which so many are left out.
const MAX_UNIT: usize = 5;
const MAX_LONG: usize = 7;
const LEFT_OUT: usize = 2;

/// The arrays as they grow, each as the source of its entries.
#[derive(Default)]
struct Pools {
    text: String,
    met: HashMap<String, u32>,
    arrays: BTreeMap<&'static str, Vec<String>>,
    /// The places of what an array has already.
    spans: HashMap<(&'static str, Vec<String>), String>,
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

    /// Appends the source of each entry to an array, and gives their place in it.
    fn span<T>(
        &mut self,
        array: &'static str,
        entries: impl IntoIterator<Item = T>,
        mut source: impl FnMut(&mut Self, T) -> String,
    ) -> String {
        let entries: Vec<String> = entries.into_iter().map(|e| source(self, e)).collect();
        let all = self.arrays.entry(array).or_default();
        let place = self.spans.entry((array, entries));
        let place = place.or_insert_with_key(|(_, entries)| {
            let start = all.len();
            all.extend_from_slice(entries);
            format!("Span({start}, {})", entries.len())
        });
        place.clone()
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w String>) -> String {
        self.span("WORDS: Str", words, |pools, word| pools.text(word))
    }

    /// Appends entries in the order in which they are looked up, each after its key.
    fn sorted<V>(
        &mut self,
        array: &'static str,
        entries: &BTreeMap<String, V>,
        mut source: impl FnMut(&mut Self, &V) -> String,
    ) -> String {
        self.span(array, by_length(entries), |pools, (key, value)| {
            let value = source(pools, value);
            format!("({}, {value})", pools.text(key))
        })
    }

    fn readings(&mut self, readings: &[Reading]) -> String {
        self.span("READINGS: Reading", readings, |pools, reading| {
            format!(
                "Reading {{ condition: Condition::{:?}, said: {}, words: {}, line: {} }}",
                reading.condition,
                pools.text(&reading.said),
                pools.words(&reading.listed),
                reading.line
            )
        })
    }

    /// Units that are said alike are the same one.
    fn units(&mut self, lexicon: &Lexicon, schema: &Schema) -> String {
        let none = BTreeMap::new();
        let units = lexicon.families.get("units").unwrap_or(&none);
        let array = "NAMED_UNITS: NamedUnit";
        self.span(array, by_length(units), |pools, (written, said)| {
            let mut names = schema.of("UnitName");
            let name = names.find(|name| units.get(&name.key) == Some(said));
            let name = name.map(|name| format!("Some(UnitName::{})", name.name));
            let name = name.unwrap_or("None".to_owned());
            let [written, said] = [written, said].map(|text| pools.text(text));
            format!("NamedUnit {{ written: {written}, said: {said}, name: {name} }}")
        })
    }

    /// The source of an array with what there is of each key of an enum.
    fn each<'k>(
        &mut self,
        schema: &'k Schema,
        of: &str,
        mut source: impl FnMut(&mut Self, &'k str) -> String,
    ) -> String {
        let values = schema.of(of).map(|key| source(self, &key.key));
        format!("[{}]", values.collect::<Vec<_>>().join(","))
    }

    fn forms(&mut self, forms: &BTreeMap<String, Vec<Reading>>) -> String {
        self.sorted("FORMS: (Str, Span)", forms, |p, all| p.readings(all))
    }

    fn rules(&mut self, rules: &BTreeMap<(u64, u64), String>) -> String {
        self.span("RULES: Rule", rules, |p, ((base, divisor), words)| {
            let words = p.text(words);
            format!("Rule {{ base: {base}, divisor: {divisor}, words: {words} }}")
        })
    }

    fn table(&mut self, lexicon: &Lexicon, schema: &Schema) -> String {
        let text = |p: &mut Self, text: Option<&String>| p.text(text.map_or("", String::as_str));
        let none = BTreeMap::new();
        let units = self.units(lexicon, schema);
        let said = self.each(schema, "Name", |p, key| text(p, lexicon.said.get(key)));
        let lists = self.each(schema, "List", |p, key| p.words(lexicon.list(key)));
        let families = self.each(schema, "Family", |p, key| {
            let all = lexicon.families.get(key).filter(|_| key != "units");
            p.sorted("PAIRS: (Str, Str)", all.unwrap_or(&none), |p, said| {
                p.text(said)
            })
        });
        let currencies = self.each(schema, "Currency", |p, key| {
            let coins = lexicon.currencies.get(key);
            let coins = [0, 1, 2, 3].map(|coin| text(p, coins.map(|coins| &coins[coin])));
            format!("[{}]", coins.join(","))
        });
        let scales = self.each(schema, "ScaleName", |p, key| {
            text(p, lexicon.scales.get(key))
        });
        let mut few = Few([0; Few::WORDS]);
        for word in lexicon.shortened.keys() {
            few.add(&word.chars().collect::<Vec<_>>());
        }
        let stopped = self.forms(&lexicon.stopped);
        let shortened = self.forms(&lexicon.shortened);
        let counted = self.forms(&lexicon.counted);
        let cues = &lexicon.cues;
        let cues = self.sorted("CUES: (Str, Cues)", cues, |_, cues| format!("{cues:?}"));
        let endings = "ENDINGS: (Str, Str, Str)";
        let suffixes = self.sorted(endings, &lexicon.suffixes, |p, (stem, ending)| {
            format!("{}, {}", p.text(stem), p.text(ending))
        });
        let mut apart: Vec<_> = lexicon.apart.iter().collect();
        apart.sort_by_key(|(word, _)| (std::cmp::Reverse(word.len()), word.as_str()));
        let apart = self.span(endings, apart, |p, (word, stem)| {
            format!("({}, {}, Str(0))", p.text(word), p.text(stem))
        });
        let wholes = self.span("WHOLES: Whole", &lexicon.wholes, |pools, (word, whole)| {
            let (word, line) = (pools.text(word), whole.line);
            let (usage, inflected) = (whole.usage, whole.inflected);
            format!("Whole {{ word: {word}, usage: Usage::{usage}, inflected: {inflected}, line: {line} }}")
        });
        let (numbers, western) = (self.rules(&lexicon.numbers), self.rules(&lexicon.western));
        let [first, second] = lexicon.scaled.each_ref().map(|forms| self.text(forms));
        format!(
            "Table {{ units: {units}, said: {said}, lists: {lists}, families: {families}, currencies: {currencies}, \
             scales: {scales}, stopped: {stopped}, shortened: {shortened}, counted: {counted}, cues: {cues}, \
             suffixes: {suffixes}, apart: {apart}, wholes: {wholes}, numbers: {numbers}, western: {western}, \
             scaled: [{first}, {second}], few: {few:?} }}"
        )
    }
}

/// The entries of a map, the shortest keys first.
fn by_length<V>(entries: &BTreeMap<String, V>) -> Vec<(&String, &V)> {
    let mut entries: Vec<_> = entries.iter().collect();
    entries.sort_by_key(|(key, _)| (key.len(), key.as_str()));
    entries
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
        let words = words.into_iter().map(|word| (word, ())).collect();
        pools.span(name, by_length(&words), |pools, (word, ())| {
            pools.text(word)
        });
    }
    let mut currencies = shared.currencies.clone();
    for (_, lexicon) in lexicons {
        let rupees = lexicon.list("rupee").cloned();
        currencies.extend(rupees.map(|word| (word, "Rupee".to_owned())));
    }
    pools.sorted("CURRENCIES: (Str, Currency)", &currencies, |_, currency| {
        format!("Currency::{currency}")
    });
    let lists = schema.of("Everywhere");
    pools.span("EVERYWHERE: Span", lists, |pools, list| {
        pools.words(shared.list(&list.key))
    });
    pools.sorted("SCALES: (Str, ScaleName)", &shared.scales, |_, scale| {
        format!("ScaleName::{scale}")
    });
    let (units, in_full) = ("SPELLINGS: (Str, Str)", "IN_FULL: (Str, Str)");
    pools.sorted(units, &shared.units, |pools, unit| pools.text(unit));
    pools.sorted(in_full, &shared.units_in_full, |pools, unit| {
        pools.text(unit)
    });
    let table = |pools: &mut Pools, (_, lexicon): &(_, Lexicon)| pools.table(lexicon, schema);
    pools.span("TABLES: Table", lexicons, table);
    let mut source =
        r#"static TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/words.text"));"#.to_owned();
    for (declaration, entries) in &pools.arrays {
        let (name, entry) = declaration.split_once(": ").unwrap_or_default();
        let entries = entries.join(",\n");
        source += &format!("\npub(super) static {name}: &[{entry}] = &[{entries}];");
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
        let bare = |form: &String| form.strip_suffix('.').map(str::to_owned);
        let stopped: BTreeSet<String> = lexicon.stopped.keys().filter_map(bare).collect();
        let months = lexicon.family("short months").map(|(month, _)| month);
        abbreviations.extend(months.cloned());
        // मी, किग्रा, but not টন, वर्गगज; मिली is a word as well.
        let short = |(unit, said): &(&String, &String)| {
            let length = |text: &str| text.chars().filter(|c| *c != ' ').count();
            let (written, said) = (length(unit), length(said.split('|').next().unwrap_or(said)));
            let long = written <= MAX_LONG && said >= written + LEFT_OUT;
            let word = lexicon.words.contains(*unit) && said < LEFT_OUT * written;
            (written <= MAX_UNIT || long) && !word && unit.chars().all(|c| !c.is_ascii())
        };
        let all = lexicon.family("units").filter(short);
        units.extend(all.map(|(unit, _)| unit).cloned());
        if *language != Language::En {
            let in_full = |word: &&String| stopped.contains(*word);
            titles.extend(lexicon.list("abbreviations").filter(in_full).cloned());
        }
        abbreviations.extend(stopped);
        let marked = |form: &&String| form.ends_with(['॥', ':']);
        abbreviations.extend(lexicon.stopped.keys().filter(marked).cloned());
    }
    [
        ("ABBREVIATIONS: Str", abbreviations),
        ("LETTERS: Str", letters),
        ("TITLES: Str", titles),
        ("UNITS: Str", units),
    ]
}
