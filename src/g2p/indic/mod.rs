//! One machine for the Indic scripts, and a table for each language (its `pronunciation.txt`); its joins are English's too.
//!
//! The spelling is cleaned, read akshara by akshara with the letters of the table, and the sounds then pass
//! through the table's rules in their order: anusvara, schwa deletion, voicing and the like are all rules.

mod alignment;
mod bits;
mod foreign;
mod loans;
mod marks;
mod paradigms;
mod parts;
mod read;
mod rows;
mod rules;
mod schwa;
mod spelt;
mod stems;
mod table;

use super::source::{Pronunciation, Source};
use crate::data::{Place, laid, lines};
use crate::language::{Each, Language, SHARED_MEMBERS};
use crate::phoneme::Phoneme;
use crate::script::{self, Script};
use marks::{is_mark, marked};
use paradigms::Form;
use rows::Row;
use rules::Sound;
use stems::Part;
use table::Table;

/// The most characters read as one word; what is longer is read in pieces, so that no input takes long.
const LONGEST_WORD: usize = 128;

/// Appends the phonemes of `word`.
pub(super) fn pronounce(word: &str, language: Language, out: &mut Vec<Phoneme>) -> Pronunciation {
    let clean = script::clean(word);
    let mut reading = Pronunciation {
        source: Source::Exception,
        skipped: 0,
    };
    let mut rest = &*clean;
    while !rest.is_empty() {
        // A run of another script is read as that script's own language reads it.
        let reader = run_language(rest, language);
        let end = rest
            .char_indices()
            .enumerate()
            .find(|(count, (_, c))| {
                *count == LONGEST_WORD
                    || Script::indic(*c).is_some_and(|s| !reader.is_written_in(s))
            })
            .map_or(rest.len(), |(_, (i, _))| i);
        let (run, after) = rest.split_at(end);
        let table = table(reader);
        rest = after;
        match known(run, table) {
            Known::Listed(sounds) => out.extend(sounds.iter().filter_map(|s| s.phoneme())),
            Known::Loan(loan) => {
                reading.source = Source::Loan;
                loans::pronounce(&loan, run, table, out);
            }
            Known::Form(sounds, skipped) => {
                reading.source = Source::Rules;
                reading.skipped += skipped;
                by_rule(sounds, table, out);
            }
            Known::Letters(sounds, skipped) => {
                reading.source = Source::Rules;
                reading.skipped += skipped;
                by_rule(parted(run, sounds, table), table, out);
            }
        }
    }
    reading
}

/// What tells how a word sounds.
enum Known {
    /// The words of the table, or a row of them with its endings: no rule changes these sounds.
    Listed(Vec<Sound>),
    Loan(loans::Loan),
    /// The sounds of a stem with its endings before any rule, and how many characters could not be read.
    Form(Vec<Sound>, usize),
    /// Those of its letters alone.
    Letters(Vec<Sound>, usize),
}

fn known(word: &str, table: &Table) -> Known {
    if let Some(sounds) = table.words.get(word) {
        return Known::Listed(sounds);
    }
    let form = table.paradigms.find(word);
    if let Some(form) = form.as_ref().filter(|form| !form.is_open()) {
        return Known::Form(inflected(form, table), 0);
    }
    if let Some(row) = Row::find(word, table) {
        return Known::Listed(row.sounds(table));
    }
    let mut sounds = Vec::with_capacity(2 * word.len());
    let skipped = read::read(word, table, &mut sounds);
    if skipped == 0
        && let Some(loan) = loans::find(word, &sounds, table)
    {
        return Known::Loan(loan);
    }
    match form {
        Some(form) => Known::Form(inflected(&form, table), skipped),
        None => Known::Letters(sounds, skipped),
    }
}

/// Where the pronunciation of `word` comes from: the line of an exception, or the rules of the language that reads it.
pub(super) fn place(word: &str, language: Language, source: Source) -> Place {
    let clean = script::clean(word);
    let reader = run_language(&clean, language);
    if source == Source::Loan
        && let Some(loan) = loans::find(&clean, &spelt(&clean, table(reader)), table(reader))
        && let Some(place) = loan.english.place()
    {
        return place;
    }
    let line = match source {
        Source::Exception => {
            let row = Row::find(&clean, table(reader)).map_or(&*clean, |row| row.stem);
            let listed = |word| exception(word, reader.pronunciation());
            listed(&clean).or_else(|| listed(row))
        }
        Source::Rules => made(&clean, table(reader), reader.pronunciation()),
        _ => None,
    };
    if line.is_none()
        && source == Source::Rules
        && let Some(line) = shared_member(&clean, reader)
    {
        return Place::of("language/shared/members.txt", Some(line));
    }
    Place::of_language(reader.code(), "pronunciation.txt", line)
}

/// The lines of the rules that rewrite the sounds of a word, in their order.
pub(super) fn rules(word: &str, language: Language) -> Vec<usize> {
    let clean = script::clean(word);
    let table = table(run_language(&clean, language));
    let mut sounds = match table.paradigms.find(&clean) {
        Some(form) => inflected(&form, table),
        None => parted(&clean, spelt(&clean, table), table),
    };
    table.rules.trace(&mut sounds)
}

/// The line that has a part of a compound for several languages.
fn shared_member(word: &str, language: Language) -> Option<usize> {
    let table = table(language);
    let own = language.script().block()?;
    let devanagari = |part: &str| -> String {
        let block = Script::Devanagari.block().unwrap_or(own);
        let letter = |c: char| char::from_u32(u32::from(c).wrapping_sub(own).wrapping_add(block));
        part.chars().filter_map(letter).collect()
    };
    let parts = match table.paradigms.find(word) {
        Some(_) => Vec::new(),
        None => table.parts.split(word),
    };
    let parts: Vec<String> = parts.into_iter().map(devanagari).collect();
    let mut rows = lines(SHARED_MEMBERS);
    let is = |listed: &str, part: &str| script::clean(&listed.replace(is_mark, "")) == part;
    let has = |row: &str| {
        row.split_whitespace().any(|listed| {
            let listed = listed.trim_end_matches('.').trim_matches('-');
            parts.iter().any(|part| is(listed, part))
        })
    };
    rows.find(|(_, row)| has(row)).map(|(line, _)| line)
}

/// The line that has the stem of a form, or a part of a compound.
fn made(word: &str, table: &Table, source: &str) -> Option<usize> {
    let is = |text: &str, part: &str| script::clean(&text.replace(is_mark, "")) == part;
    let form = table.paradigms.find(word);
    let (section, parts) = match &form {
        Some(form) => ("[paradigms]", vec![form.stem.text.as_ref()]),
        None => ("[parts]", table.parts.split(word)),
    };
    let mut lines = lines(source)
        .skip_while(|(_, line)| *line != section)
        .skip(1)
        .take_while(|(_, line)| !line.starts_with('['));
    let has = |line: &str| match line.split_once(['=', '+', '|']) {
        _ if section == "[parts]" => line.split_whitespace().any(|listed| {
            let listed = listed.trim_end_matches('.').trim_matches('-');
            parts.iter().any(|part| is(listed, part))
        }),
        Some((head, stems)) if line[head.len()..].starts_with('=') => {
            let mut stems = stems.split_whitespace();
            stems.any(|stem| is(stem.split('=').next().unwrap_or_default(), parts[0]))
        }
        _ => false,
    };
    lines.find(|(_, line)| has(line)).map(|(number, _)| number)
}

/// The sounds of a spelling before any rule.
fn spelt(word: &str, table: &Table) -> Vec<Sound> {
    let mut sounds = Vec::new();
    read::read(word, table, &mut sounds);
    sounds
}

/// The line that has a word which the rules do not read.
fn exception(word: &str, source: &str) -> Option<usize> {
    let mut words = lines(source)
        .skip_while(|(_, line)| *line != "[words]")
        .filter_map(|(number, line)| Some((number, line.split_whitespace().next()?)));
    // Of a word that stands twice the last line holds.
    let found = words
        .by_ref()
        .filter(|(_, written)| script::clean(written) == word);
    found.last().map(|(number, _)| number)
}

/// The language that reads the letters at the head of `text`.
fn run_language(text: &str, language: Language) -> Language {
    match text.chars().take(LONGEST_WORD).find_map(Script::indic) {
        Some(script) if !language.is_written_in(script) => {
            Language::written_in(script).next().unwrap_or(language)
        }
        _ => language,
    }
}

/// The sounds of a stem and its endings before any rule.
fn inflected(form: &Form, table: &Table) -> Vec<Sound> {
    let spell = |part: &Part, sounds: &mut Vec<Sound>| match &part.sounds {
        Some(given) => sounds.extend_from_slice(given),
        None => {
            let spelling = part.read.as_ref().unwrap_or(&part.text);
            read::read(&marked(spelling), table, sounds);
        }
    };
    let mut sounds = Vec::new();
    spell(&form.stem, &mut sounds);
    for ending in &form.endings {
        let sign = ending.part.text.starts_with(script::is_matra);
        let inherent = sounds.last() == Some(&Sound::INHERENT);
        if inherent && (sign || !ending.apart) {
            sounds.pop();
        }
        for (from, to) in table.paradigms.changes(ending) {
            let changed = sounds.iter_mut().filter(|sound| **sound == *from);
            changed.for_each(|sound| *sound = *to);
        }
        if ending.apart && !sign {
            sounds.push(Sound::BOUNDARY);
        }
        spell(&ending.part, &mut sounds);
    }
    if form.rest.starts_with(script::is_vowel_sign) && sounds.last() == Some(&Sound::INHERENT) {
        sounds.pop();
    }
    read::read(form.rest, table, &mut sounds);
    sounds
}

/// Appends what the rules make of sounds.
fn by_rule(mut sounds: Vec<Sound>, table: &Table, out: &mut Vec<Phoneme>) {
    table.rules.apply(&mut sounds);
    out.extend(sounds.iter().filter_map(|s| s.phoneme()));
}

/// The sounds of the parts of a word before any rule; those that it is spelt with where it has one part.
fn parted(word: &str, mut sounds: Vec<Sound>, table: &Table) -> Vec<Sound> {
    let parts = table.parts.split(word);
    // The halves of what is said twice are words of their own: চক|চকে.
    let boundary = match &parts[..] {
        [first, second] if second.starts_with(first) => Sound::EDGE,
        _ => Sound::BOUNDARY,
    };
    if !parts.is_empty() {
        sounds.clear();
        for part in parts {
            if !sounds.is_empty() {
                sounds.push(boundary);
            }
            member(part, table, &mut sounds);
        }
    }
    sounds
}

/// Appends the sounds of a member of a compound, which it has alone: those of a listed word, of a form, of a loan, or of its letters.
fn member(part: &str, table: &Table, sounds: &mut Vec<Sound>) {
    match known(part, table) {
        Known::Listed(own) | Known::Form(own, _) | Known::Letters(own, _) => sounds.extend(own),
        Known::Loan(loan) => {
            let mut phonemes = Vec::new();
            loans::pronounce(&loan, part, table, &mut phonemes);
            sounds.extend(phonemes.into_iter().map(Sound::of));
        }
    }
}

/// Passes the phonemes from `from` on through the rules of a language that has one letter for voiced and voiceless stops. It writes a
/// voiceless one after a liquid twice: கார்த்திக் (Karthik).
pub(super) fn tell_voice(language: Language, from: usize, out: &mut Vec<Phoneme>) {
    let mut sounds = Vec::with_capacity(out.len() - from);
    let mut liquid = false;
    for phoneme in out.drain(from..) {
        let symbol = phoneme.symbol();
        if liquid && matches!(symbol, "k" | "ʈ" | "t̪" | "p") {
            sounds.push(Sound::of(phoneme));
        }
        liquid = matches!(symbol, "r" | "l" | "ɭ");
        sounds.push(Sound::of(phoneme));
    }
    by_rule(sounds, table(language), out);
}

/// Makes the breath of the phonemes from `from` on tone, where the language does so: Punjabi has no bʱ in Ludhiana.
pub(super) fn tell_tones(language: Language, from: usize, out: &mut Vec<Phoneme>) {
    let table = table(language);
    if table.rules.make(Sound::of(Phoneme::LOW)) {
        let sounds = out.drain(from..).map(Sound::of).collect();
        by_rule(sounds, table, out);
    }
}

/// What follows a word before a comma, a colon or a dash.
pub(super) const COMMA: &str = ",";

/// The phonemes of a word that sounds otherwise where its sentence ends and before some words, or within it after some words.
pub(super) fn at_end(
    word: &str,
    before: &str,
    next: Option<&str>,
    language: Language,
) -> Option<Vec<Phoneme>> {
    let table = table(language);
    let heard = |sounds: Vec<Sound>| sounds.iter().filter_map(|s| s.phoneme()).collect();
    let before = next.and(Some(before));
    for (list, beside) in [(&table.after, before), (&table.before, next)] {
        if let Some((sounds, others)) = list.get(word)
            && others.iter().any(|listed| Some(&**listed) == beside)
        {
            return Some(heard(sounds));
        }
    }
    let ends = next.is_none_or(|next| match next {
        COMMA => table.final_at_comma.contains(word),
        next => table.final_before.contains(next),
    });
    let sounds = table.final_words.get(word).filter(|_| ends)?;
    Some(heard(sounds))
}

/// The phonemes of the next word that a join looks at: a vowel and its stress.
const NEXT: usize = 2;

/// The phonemes of `word` before the `next` word of the phrase, where its language joins the two.
pub(super) fn join(word: &[Phoneme], next: &[Phoneme], language: Language) -> Option<Vec<Phoneme>> {
    let joins = &table(language).joins;
    // Most words end in nothing that a join changes.
    let last = Sound::of(*word.last()?);
    let mut ends = joins.iter().filter_map(|join| join.target.last());
    if !ends.any(|end| end.set.has(last)) {
        return None;
    }
    let mut sounds: Vec<Sound> = word.iter().copied().map(Sound::of).collect();
    sounds.push(Sound::EDGE);
    sounds.extend(next.iter().copied().take(NEXT).map(Sound::of));
    joins.apply(&mut sounds);
    let joined: Vec<Phoneme> = sounds.iter().map_while(|s| s.phoneme()).collect();
    (joined != word).then_some(joined)
}

fn table(language: Language) -> &'static Table {
    static TABLES: Each<Table> = Each::new();
    TABLES.get(language, || laid::of(language.pronunciation_table()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_settle_every_sound() {
        for language in Language::ALL {
            let table = table(language);
            let letters: Vec<&str> = table.letters.spellings().collect();
            for a in &letters {
                for b in &letters {
                    let word = [*a, b, a].concat();
                    let mut sounds = Vec::new();
                    read::read(&word, table, &mut sounds);
                    let mut by_each = sounds.clone();
                    table.rules.trace(&mut by_each);
                    table.rules.apply(&mut sounds);
                    assert_eq!(sounds, by_each, "{language} {word}: an index missed a rule");
                    let unsettled = sounds.iter().filter(|s| s.phoneme().is_none()).count();
                    assert_eq!(unsettled, 0, "{language} {word}: {sounds:?}");
                }
            }
        }
    }

    #[test]
    fn no_character_panics_and_the_same_word_is_read_the_same() {
        let mut word = String::new();
        for c in (0x20..0x80)
            .chain(0x900..0xe00)
            .chain([0x200b, 0x200c, 0x200d, 0xa8f2, 0x1f600])
        {
            let Some(c) = char::from_u32(c) else { continue };
            for language in Language::ALL {
                for around in ["क", "কা", "த்\u{93c}"] {
                    word.clear();
                    word.extend([around, c.encode_utf8(&mut [0; 4]), around]);
                    let (mut a, mut b) = (Vec::new(), Vec::new());
                    assert_eq!(
                        pronounce(&word, language, &mut a),
                        pronounce(&word, language, &mut b)
                    );
                    assert_eq!(a, b, "{word:?}");
                }
            }
        }
    }
}
