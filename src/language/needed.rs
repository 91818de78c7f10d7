//! What every language has. The build tells what one lacks.

use std::collections::BTreeSet;

use super::cue::CONCEPTS;
use super::keys::{Currency, Everywhere, Family, List, Name, ScaleName, UnitName};
use super::lexicon::{Files, Lexicon};
use super::rows::Language;
use super::spellings::Spellings;
use crate::data::{Fault, File};

impl Lexicon {
    /// What every language has, and this one has not.
    pub(super) fn missing(
        &self,
        language: Language,
        files: &Files,
        shared: &Spellings,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |file: &File, what: String| {
            let end = file.text.lines().count();
            faults.push(Fault::new(file, end, format!("{} {what}", language.name())));
        };
        let mut lacks = |file: &File, row: &super::keys::Row| {
            fault(file, format!("has no {:?} in [{}]", row.key, row.section))
        };
        for name in Name::ALL
            .iter()
            .filter(|name| name.row().needed && !self.said.contains_key(name))
        {
            lacks(&files.names, name.row());
        }
        for list in List::ALL
            .iter()
            .filter(|list| list.row().needed && !self.lists.contains_key(list))
        {
            let file = match list.row().section {
                "names" => &files.names,
                "endings" => &files.endings,
                _ => &files.cues,
            };
            lacks(file, list.row());
        }
        let currencies = Currency::ALL
            .iter()
            .filter(|c| !self.currencies.contains_key(c));
        let scales = ScaleName::ALL
            .iter()
            .filter(|s| !self.scales.contains_key(s));
        let units = &self.families[Family::Units as usize];
        let named = UnitName::ALL.iter().map(|unit| unit.row());
        let units = named.filter(|row| row.needed && !units.contains_key(row.key));
        let rows = currencies.map(|c| c.row()).chain(scales.map(|s| s.row()));
        for row in rows.chain(units) {
            lacks(&files.names, row);
        }
        let needed = [
            (Family::Units, Everywhere::NeededUnits),
            (Family::SilentSigns, Everywhere::NeededSigns),
        ];
        for (family, key) in needed
            .iter()
            .flat_map(|(family, list)| shared.list(*list).map(move |key| (family, key)))
        {
            if !self.families[*family as usize].contains_key(key) {
                fault(
                    &files.names,
                    format!("has no {key:?} in [{}]", family.row().key),
                );
            }
        }
        for family in Family::ALL
            .iter()
            .filter(|family| family.row().needed && self.families[**family as usize].is_empty())
        {
            fault(&files.names, format!("has no [{}]", family.row().key));
        }
        let met: BTreeSet<&str> = super::entries::keys(&files.cues, "concepts");
        for (concept, _) in CONCEPTS
            .iter()
            .filter(|(concept, _)| !met.contains(concept))
        {
            fault(&files.cues, format!("has no {concept:?} in [concepts]"));
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
        let forms = [&self.stopped, &self.shortened, &self.counted]
            .into_iter()
            .flatten();
        let forms =
            forms.flat_map(|(form, all)| all.iter().map(move |reading| (form, &reading.said)));
        let pairs = [Family::ShortMonths, Family::Units]
            .into_iter()
            .flat_map(|family| &self.families[family as usize]);
        let all: Vec<(&String, &String)> = forms
            .chain(pairs)
            .filter(|(form, said)| own(form) && form != said)
            .collect();
        let months = self.lists.get(&List::Months).map_or(&[][..], Vec::as_slice);
        let numbers = shared.list(Everywhere::ShortMonths);
        let numbers = numbers.filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let months = numbers.filter_map(|number| months.get(number));
        let units = shared
            .list(Everywhere::ShortUnits)
            .filter_map(|unit| self.families[Family::Units as usize].get(unit));
        let said = months
            .chain(units)
            .filter(|said| !all.iter().any(|(_, other)| other == said));
        said.cloned().collect()
    }
}
