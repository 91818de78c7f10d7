//! Packs words for `packed.rs` when the crate is built: they are in byte order, and each shares its beginning with the one before.

use std::collections::BTreeMap;

use super::packed::{BLOCK, Form, RARE, head};
use super::runs::Runs;
use crate::data::{compact, lines};

/// Packs words in blocks: how many blocks, the heads of their first words, where they begin, the runs of the words and of the
/// phonemes, the frequent forms of words, the words. A form is how much a word shares with the one before, and of how many runs
/// the rest of it and its phonemes are made. A word is the place of its form, or [`RARE`] and the form itself, then its runs.
pub fn pack<S: AsRef<str>>(words: &BTreeMap<S, Vec<u8>>) -> Vec<u8> {
    let mut heads = Vec::new();
    let mut parts: Vec<(usize, &[u8], &[u8])> = Vec::new();
    let mut before = "";
    for (i, (word, phonemes)) in words.iter().enumerate() {
        let word = word.as_ref();
        if i % BLOCK == 0 {
            heads.push(head(word.as_bytes()));
            before = "";
        }
        let pairs = before.bytes().zip(word.bytes());
        let shared = pairs.take_while(|(a, b)| a == b).count();
        parts.push((shared, &word.as_bytes()[shared..], phonemes));
        before = word;
    }
    let letters = Runs::learn(&parts.iter().map(|part| part.1).collect::<Vec<_>>());
    let sounds = Runs::learn(&parts.iter().map(|part| part.2).collect::<Vec<_>>());
    let rows: Vec<(Form, [Vec<u8>; 2])> = parts
        .iter()
        .map(|(shared, own, phonemes)| {
            let runs = [letters.write(own), sounds.write(phonemes)];
            let [own, phonemes] = [runs[0].len() as u8, runs[1].len() as u8];
            ([*shared as u8, own, phonemes], runs)
        })
        .collect();
    let mut counts: BTreeMap<Form, usize> = BTreeMap::new();
    for (form, _) in &rows {
        *counts.entry(*form).or_default() += 1;
    }
    let mut forms: Vec<(usize, Form)> = { counts.into_iter() }
        .map(|(form, count)| (count, form))
        .collect();
    forms.sort_unstable_by(|a, b| b.cmp(a));
    forms.truncate(RARE.into());
    let places: BTreeMap<Form, u8> = { forms.iter().map(|(_, form)| *form) }
        .zip(0..RARE)
        .collect();
    let (mut blocks, mut data) = (Vec::new(), Vec::new());
    for (i, (form, runs)) in rows.iter().enumerate() {
        if i % BLOCK == 0 {
            blocks.push(data.len() as u32);
        }
        match places.get(form) {
            Some(place) => data.push(*place),
            None => data.extend([&[RARE][..], form].concat()),
        }
        data.extend(runs.iter().flatten());
    }
    let mut packed = (blocks.len() as u32).to_le_bytes().to_vec();
    packed.extend(heads.iter().flat_map(|head| head.to_le_bytes()));
    packed.extend(blocks.iter().flat_map(|b| b.to_le_bytes()));
    packed.extend([letters.table(), sounds.table()].concat());
    packed.push(forms.len() as u8);
    packed.extend(forms.iter().flat_map(|(_, form)| form));
    packed.extend(data);
    packed
}

/// Packs the names of files, each with the number of its language: what `natives.rs` finds by that number and the Latin letters is the
/// native spelling. The number alone has the lines without a name.
pub fn natives(files: impl Iterator<Item = (u8, String)>) -> Vec<u8> {
    let mut natives = BTreeMap::new();
    for (language, text) in files {
        let key = |name: &str| format!("{}{name}", char::from(language));
        let mut gaps = Vec::new();
        let mut next = 1;
        let rows = lines(&text).filter_map(|(line, row)| Some((line, row.split_once(' ')?)));
        for (line, (name, native)) in rows {
            natives.insert(key(name), compact::pack(native).into_owned());
            for gap in next..line {
                let gap = u16::try_from(gap).expect("fewer than 65,536 lines");
                gaps.extend(gap.to_le_bytes());
            }
            next = line + 1;
        }
        natives.insert(key(""), gaps);
    }
    pack(&natives)
}
