//! The lines of a file of words: sections of `key = words`, whose keys are sorted.

use std::collections::BTreeSet;

use crate::data::{Fault, File, lines};

/// A line of a section.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'f> {
    pub section: &'f str,
    pub line: usize,
    /// What stands before `=`; of a line that begins with `=`, what stands there in the line before.
    pub key: &'f str,
    pub value: &'f str,
}

/// Returns the entries of a file. A line that is none, or stands in the wrong place, is a fault.
pub fn entries<'f>(file: &'f File, faults: &mut Vec<Fault>) -> Vec<Entry<'f>> {
    let mut all: Vec<Entry> = Vec::new();
    let mut sections = BTreeSet::new();
    let mut section = "";
    for (line, text) in lines(&file.text) {
        let mut fault = |what: String| faults.push(Fault::new(file, line, what));
        let name = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        if let Some(name) = name {
            section = name;
            if !sections.insert(section) {
                fault(format!("[{section}] stands twice"));
            }
            continue;
        }
        let last = all.last().filter(|last| last.section == section);
        let (key, value) = match (text.strip_prefix("= "), last) {
            // The sign = has a name: `= = equals`.
            (Some(value), Some(last)) if !value.starts_with("= ") => (last.key, value),
            _ => match text.split_once(" = ") {
                Some((key, value)) => (key.trim_end(), value.trim_start()),
                None => {
                    fault(format!("no `key = words`: {text}"));
                    continue;
                }
            },
        };
        let again = text.starts_with("= ") && key != "=";
        if section.is_empty() {
            fault(format!("{key:?} stands in no section"));
        }
        if let Some(last) = last.filter(|last| !again && last.key >= key) {
            match last.key == key {
                true => fault(format!("{key:?} stands in line {} already", last.line)),
                false => fault(format!("{key:?} is to stand before {:?}", last.key)),
            }
        }
        if value.contains("  ") {
            fault(format!("{key:?} has two spaces in a row"));
        }
        all.push(Entry {
            section,
            line,
            key,
            value,
        });
    }
    all
}
