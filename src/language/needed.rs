//! What every language has. The build tells what one lacks.

use super::lexicon::{Files, Lexicon};
use super::rows::Language;
use super::schema::Schema;
use super::spellings::Spellings;
use crate::data::{Fault, File};

impl Lexicon {
    /// What every language has, and this one has not.
    pub(super) fn missing(
        &self,
        language: Language,
        files: &Files,
        schema: &Schema,
        shared: &Spellings,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |file: &File, what: String| {
            let end = file.text.lines().count();
            faults.push(Fault::new(file, end, format!("{} {what}", language.name())));
        };
        let has = |section: &str, key: &str| self.met.contains(&(section.into(), key.into()));
        for key in schema.all().filter(|key| key.needed) {
            let (section, name) = (&*key.section, &*key.key);
            let file = match section {
                "endings" => &files.endings,
                "lists" | "concepts" => &files.cues,
                _ => &files.names,
            };
            let known = match section {
                "everywhere" => true,
                "sections of names" => self.family(name).next().is_some(),
                _ => has(section, name),
            };
            match section {
                _ if known => {}
                "sections of names" => fault(file, format!("has no [{name}]")),
                _ => fault(file, format!("has no {name:?} in [{section}]")),
            }
        }
        for (section, list) in [("units", "needed units"), ("silent signs", "needed signs")] {
            for key in shared.list(list).filter(|key| !has(section, key)) {
                fault(&files.names, format!("has no {key:?} in [{section}]"));
            }
        }
        for what in self.unshortened(language, shared) {
            fault(&files.readings, format!("writes {what} in no shorter way"));
        }
        faults
    }

    /// The months and units that have no abbreviation in the letters of the language.
    fn unshortened(&self, language: Language, shared: &Spellings) -> Vec<String> {
        let own = |written: &str| {
            let native = !written.is_ascii() || language == Language::En;
            native && written.chars().any(|c| crate::script::letter(c).is_some())
        };
        let forms = [&self.stopped, &self.shortened, &self.counted];
        let forms = forms.into_iter().flatten();
        let forms = forms.flat_map(|(form, all)| all.iter().map(move |r| (form, &r.said)));
        let pairs = self.family("short months").chain(self.family("units"));
        let all: Vec<(&String, &String)> = forms
            .chain(pairs)
            .filter(|(form, said)| own(form) && form != said)
            .collect();
        let numbers = shared.list("short months");
        let numbers = numbers.filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let months = numbers.filter_map(|number| self.list("months").nth(number));
        let units = shared.list("short units");
        let units = units.filter_map(|unit| self.families.get("units")?.get(unit));
        let said = months
            .chain(units)
            .filter(|said| !all.iter().any(|(_, other)| other == said));
        said.cloned().collect()
    }
}
