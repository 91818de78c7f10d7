//! Forms of inflected words: stems by class, and the endings that each class takes.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::marks::{is_mark, marked};
use super::rules::Sound;
use crate::script::{self, is_indic_letter};

/// Most endings one after another.
const MOST_ENDINGS: usize = 3;

/// What a stem's sounds become before some endings.
pub(super) type Grade = Vec<(Sound, Sound)>;

/// A stem or an ending: its letters, the letters that it is read as, and its sounds where letters do not tell them.
pub(super) struct Part {
    pub(super) text: String,
    pub(super) read: Option<String>,
    pub(super) sounds: Option<Vec<Sound>>,
}

/// An ending of a class.
pub(super) struct Ending {
    pub(super) part: Part,
    /// Whether the stem before it sounds as it does alone, or the two are read as one.
    pub(super) apart: bool,
    grade: usize,
    /// The class whose endings may follow.
    next: Option<usize>,
}

/// The paradigms of a table.
#[derive(Default)]
pub(super) struct Paradigms {
    /// The classes of each stem.
    stems: HashMap<String, Vec<Stem>, RandomState>,
    parts: Vec<Part>,
    classes: Vec<Class>,
    /// The class of the rows of `[words]`, and the characters that their endings end in.
    rows: Option<usize>,
    row_ends: Vec<char>,
    /// Bits for the beginning and the hash of each row, and the bytes of the longest one.
    row_beginnings: [u64; BEGINNINGS],
    row_hashes: Vec<u64>,
    longest_row: usize,
    /// Of these the first changes nothing.
    grades: Vec<(String, Grade)>,
    /// Characters of the shortest stem, and bytes of the longest one.
    shortest: usize,
    longest: usize,
    /// A bit for the first two characters of each stem.
    beginnings: [u64; BEGINNINGS],
    /// A bit for the hash of each stem; nothing where there is none.
    hashes: Vec<u64>,
}

/// A stem of a class.
#[derive(Clone, Copy)]
struct Stem {
    class: usize,
    /// Its place among the parts.
    part: usize,
    /// Whether it lost its last virama, so that a vowel sign follows.
    bound: bool,
}

/// Words of sixty-four bits for the hashes of stems: some ten bits for each.
const HASHES: usize = 256;

/// Words of sixty-four bits for the beginnings of stems.
const BEGINNINGS: usize = 16;

/// The fewest characters of a stem of an open class whose virama may give way: சிம் begins சிம்கார்ட், but not சிமிட்டு.
const SHORTEST_BOUND: usize = 4;

/// An ending that stands for whatever follows.
const ANY: &str = "*";

#[derive(Default)]
struct Class {
    name: String,
    endings: HashMap<String, Ending, RandomState>,
    /// Whether anything may follow: its stems are beginnings of words.
    open: bool,
}

/// The class whose endings the words of `[words]` take.
const ROWS: &str = "words";

/// The characters of the shortest row that has forms: the names of letters have none.
const SHORTEST_ROW: usize = 3;

/// A word that was found to be a form.
pub(super) struct Form<'t> {
    pub(super) stem: &'t Part,
    /// In their order.
    pub(super) endings: Vec<&'t Ending>,
    /// What follows the stem of an open class.
    pub(super) rest: &'t str,
}

impl Form<'_> {
    /// Whether its stem is of an open class. A loan that is found is the better reading of such a word.
    pub(super) fn is_open(&self) -> bool {
        self.endings.is_empty()
    }
}

impl Stem {
    /// Whether it may stand before this rest of a word.
    fn begins(self, rest: &str) -> bool {
        !rest.starts_with(script::is_virama)
            && (!self.bound || rest.starts_with(script::is_vowel_sign))
    }
}

impl Paradigms {
    /// Adds one line: `grade: A > o`, `class = stems`, `class grade >next + endings`; `|` for `+` parts the endings from the stem.
    pub(super) fn add(&mut self, line: &str) -> Option<()> {
        if let Some((name, changes)) = line.split_once(':') {
            let changes: Option<Grade> = changes.split_whitespace().map(change).collect();
            self.grade(name.trim());
            self.grades.last_mut()?.1 = changes?;
            return Some(());
        }
        let at = line.find(['+', '|', '=']).filter(|at| *at > 0)?;
        let (head, members) = line.split_at(at);
        let mut head = head.split_whitespace();
        let class = self.class(head.next()?);
        let members = members.split_at_checked(1)?;
        if members.0 == "=" {
            for member in members.1.split_whitespace() {
                let stem = part(member)?;
                let bound = stem.text.strip_suffix(script::is_virama);
                let bound = bound.filter(|text| {
                    self.classes[class].open && text.chars().count() >= SHORTEST_BOUND
                });
                if let Some(bound) = bound.map(str::to_owned) {
                    self.add_stem(class, &bound, true)?;
                }
                self.add_stem(class, &stem.text, false)?;
                self.parts.push(stem);
            }
            return head.next().is_none().then_some(());
        }
        let (mut grade, mut next) = (0, None);
        for word in head {
            match word.strip_prefix('>') {
                Some(name) => next = Some(self.class(name)),
                None => grade = self.grades.iter().position(|(name, _)| name == word)?,
            }
        }
        for member in members.1.split_whitespace() {
            if member == ANY {
                self.classes[class].open = true;
                continue;
            }
            let ending = Ending {
                part: part(member)?,
                apart: members.0 == "|",
                grade,
                next,
            };
            let text = ending.part.text.clone();
            if self.classes[class].name == ROWS {
                self.rows = Some(class);
            }
            self.classes[class].endings.insert(text, ending);
        }
        Some(())
    }

    /// Settles what the words of `[words]` begin with and what they may end in, after all lines.
    pub(super) fn settle<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let Some(rows) = self.rows else { return };
        for word in words {
            if let Some((at, bit)) = beginning(word) {
                self.row_beginnings[at] |= bit;
            }
            add(&mut self.row_hashes, word);
            self.longest_row = self.longest_row.max(word.len());
        }
        let mut classes = vec![rows];
        let mut at = 0;
        while let Some(class) = classes.get(at) {
            for ending in self.classes[*class].endings.values() {
                self.row_ends.extend(ending.part.text.chars().next_back());
                let next = ending.next.filter(|next| !classes.contains(next));
                classes.extend(next);
            }
            at += 1;
        }
        self.row_ends.sort_unstable();
        self.row_ends.dedup();
    }

    /// Adds what the next part is written with.
    fn add_stem(&mut self, class: usize, text: &str, bound: bool) -> Option<()> {
        let length = text.chars().count();
        let (at, bit) = beginning(text)?;
        self.beginnings[at] |= bit;
        add(&mut self.hashes, text);
        self.shortest = match self.stems.is_empty() {
            true => length,
            false => self.shortest.min(length),
        };
        self.longest = self.longest.max(text.len());
        let part = self.parts.len();
        let stems = self.stems.entry(text.to_owned()).or_default();
        stems.push(Stem { class, part, bound });
        Some(())
    }

    /// The place of a class, which is made where there is none of that name.
    fn class(&mut self, name: &str) -> usize {
        let found = self.classes.iter().position(|class| class.name == name);
        found.unwrap_or_else(|| {
            self.classes.push(Class {
                name: name.to_owned(),
                ..Class::default()
            });
            self.classes.len() - 1
        })
    }

    fn grade(&mut self, name: &str) {
        if self.grades.is_empty() {
            self.grades.push(Default::default());
        }
        self.grades.push((name.to_owned(), Grade::new()));
    }

    /// What the stem's sounds become before an ending.
    pub(super) fn changes(&self, ending: &Ending) -> &[(Sound, Sound)] {
        let grade = self.grades.get(ending.grade);
        grade.map(|(_, changes)| &**changes).unwrap_or_default()
    }

    /// The stem and the endings of a word, the longest stem first.
    pub(super) fn find<'t>(&'t self, word: &'t str) -> Option<Form<'t>> {
        let (at, bit) = beginning(word)?;
        if self.beginnings[at] & bit == 0 {
            return None;
        }
        // The last cut that is both a stem and its endings.
        let mut found = None;
        let mut endings = Vec::new();
        let (mut hash, mut characters) = (0, 0);
        for (at, byte) in word.bytes().enumerate().take(self.longest) {
            hash = hashed(hash, byte);
            let cut = at + 1;
            if !word.is_char_boundary(cut) {
                continue;
            }
            characters += 1;
            // Few beginnings of words are stems, and only those are looked up.
            if characters < self.shortest || !has(&self.hashes, hash) {
                continue;
            }
            for stem in self.stems.get(&word[..cut]).into_iter().flatten() {
                endings.clear();
                let rest = &word[cut..];
                if self.follow(stem.class, rest, &mut endings) {
                    found = Some((stem.part, endings.clone(), ""));
                } else if self.classes[stem.class].open && stem.begins(rest) {
                    // One that has no sounds of its own keeps a shorter one from being found.
                    let own = self.parts[stem.part].read.is_some();
                    found = own.then_some((stem.part, Vec::new(), rest));
                }
            }
        }
        found.map(|(part, endings, rest)| Form {
            stem: &self.parts[part],
            endings,
            rest,
        })
    }

    /// The row of `[words]` that a word is a form of, as the length of its spelling, and its endings: the longest that `listed` has.
    pub(super) fn row(
        &self,
        word: &str,
        listed: impl Fn(&str) -> bool,
    ) -> Option<(usize, Vec<&Ending>)> {
        let class = self.rows?;
        let (at, bit) = beginning(word)?;
        let last = word.chars().next_back()?;
        if self.row_beginnings[at] & bit == 0 || !self.row_ends.contains(&last) {
            return None;
        }
        let mut found = None;
        let (mut hash, mut characters) = (0, 0);
        for (at, byte) in word.bytes().enumerate().take(self.longest_row) {
            hash = hashed(hash, byte);
            let cut = at + 1;
            if !word.is_char_boundary(cut) {
                continue;
            }
            characters += 1;
            // Few beginnings of words are rows, and only those are looked up.
            if characters < SHORTEST_ROW || !has(&self.row_hashes, hash) {
                continue;
            }
            let mut endings = Vec::new();
            if listed(&word[..cut]) && self.follow(class, &word[cut..], &mut endings) {
                found = Some((cut, endings));
            }
        }
        found
    }

    /// Whether `rest` is endings of `class`, which it leaves in `endings`.
    fn follow<'t>(&'t self, class: usize, rest: &str, endings: &mut Vec<&'t Ending>) -> bool {
        let known = &self.classes[class].endings;
        if let Some(ending) = known.get(rest) {
            endings.push(ending);
            return true;
        }
        if endings.len() + 1 == MOST_ENDINGS {
            return false;
        }
        for (cut, _) in rest.char_indices().rev() {
            if let Some(ending) = known.get(&rest[..cut])
                && let Some(next) = ending.next
            {
                endings.push(ending);
                if self.follow(next, &rest[cut..], endings) {
                    return true;
                }
                endings.pop();
            }
        }
        false
    }
}

/// The bit of the first two characters of a word.
fn beginning(word: &str) -> Option<(usize, u64)> {
    let mut characters = word.chars().map(|c| c as usize);
    let (first, second) = (characters.next()?, characters.next().unwrap_or(0));
    let hash = (first % 128) * 37 + second % 128;
    Some((hash / 64 % BEGINNINGS, 1 << (hash % 64)))
}

/// The hash of a text and one byte more (Fowler, Noll and Vo's constant).
fn hashed(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// Adds the bit of a text to those of others.
fn add(hashes: &mut Vec<u64>, text: &str) {
    hashes.resize(HASHES, 0);
    let (at, bit) = hash_bit(text.bytes().fold(0, hashed));
    hashes[at] |= bit;
}

/// Whether a text of this hash may be among those that were added.
fn has(hashes: &[u64], hash: u32) -> bool {
    let (at, bit) = hash_bit(hash);
    hashes.get(at).is_some_and(|bits| bits & bit != 0)
}

/// Where the bit of a hash stands.
fn hash_bit(hash: u32) -> (usize, u64) {
    let hash = (hash ^ hash >> 15) as usize;
    (hash / 64 % HASHES, 1 << (hash % 64))
}

/// A change of a grade: `A>o`; `A>0` is a sound that falls.
fn change(text: &str) -> Option<(Sound, Sound)> {
    let (from, to) = text.split_once('>')?;
    Some((Sound::parse(from)?, Sound::parse(to)?))
}

/// `spelling`, `spelling` with marks, `spelling=sounds` with `+` between the sounds, or `spelling=other spelling`. `0` is no letter.
fn part(text: &str) -> Option<Part> {
    let (spelling, sounds) = match text.split_once('=') {
        Some((spelling, read)) if read.chars().any(is_indic_letter) => {
            return Some(Part {
                text: script::clean(spelling).into_owned(),
                read: Some(marked(&script::clean(read))),
                sounds: None,
            });
        }
        Some((spelling, sounds)) => {
            let sounds: Option<Vec<Sound>> = sounds.split('+').map(Sound::parse).collect();
            (spelling, Some(sounds?))
        }
        None if text.contains(is_mark) => {
            return Some(Part {
                text: script::clean(&text.replace(is_mark, "")).into_owned(),
                read: Some(marked(&script::clean(text))),
                sounds: None,
            });
        }
        None => (text, None),
    };
    let text = match spelling {
        "0" => String::new(),
        _ => script::clean(spelling).into_owned(),
    };
    Some(Part {
        text,
        read: None,
        sounds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paradigms() -> Paradigms {
        let mut paradigms = Paradigms::default();
        for line in [
            "weak: A>o",
            "verb = कर सरक=s+ə+r+ə+k",
            "verb | ला ले",
            "verb weak + ून",
            "verb >case | ण्या",
            "case | साठी त",
            "words >case + ा",
            "words + ी",
            "name + *",
            "name = ग₃ुरु गुरुम ब₃म् ब₃लराम्",
        ] {
            assert!(paradigms.add(line).is_some(), "{line}");
        }
        paradigms.settle(["जबर", "जब", "जबरा"].into_iter());
        paradigms
    }

    #[test]
    fn a_row_serves_its_forms() {
        let paradigms = paradigms();
        let row = |word| {
            let listed = ["जबर", "जब", "जबरा"];
            let (cut, endings) = paradigms.row(word, |stem| listed.contains(&stem))?;
            let endings = endings.iter().map(|e| &*e.part.text);
            Some(
                [&word[..cut]]
                    .into_iter()
                    .chain(endings)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(row("जबरी"), Some(vec!["जबर", "ी"]));
        assert_eq!(row("जबरासाठी"), Some(vec!["जबर", "ा", "साठी"]));
        for word in ["जबर", "जबी", "जबरला", "", "मबरी"] {
            assert_eq!(row(word), None, "{word}");
        }
    }

    fn found(word: &str) -> Option<String> {
        let paradigms = paradigms();
        let form = paradigms.find(word)?;
        let endings = form.endings.iter().map(|e| &*e.part.text);
        Some(
            [&*form.stem.text]
                .into_iter()
                .chain(endings)
                .collect::<Vec<_>>()
                .join("|"),
        )
    }

    #[test]
    fn a_form_is_its_stem_and_endings_of_its_class() {
        assert_eq!(found("करला").as_deref(), Some("कर|ला"));
        assert_eq!(found("सरकून").as_deref(), Some("सरक|ून"));
        assert_eq!(found("सरकण्यासाठी").as_deref(), Some("सरक|ण्या|साठी"));
    }

    #[test]
    fn anything_may_follow_a_stem_of_an_open_class() {
        let paradigms = paradigms();
        for (word, rest) in [("गुरु", ""), ("गुरुवार", "वार")] {
            let form = paradigms.find(word).unwrap();
            assert_eq!((&*form.stem.text, form.rest), ("गुरु", rest));
            assert_eq!(form.stem.read.as_deref(), Some("ग₃ुरु"));
        }
    }

    #[test]
    fn a_longer_stem_without_sounds_leaves_a_word_to_the_rules() {
        for (word, rest) in [
            ("गुरुमा", None),
            ("गुर", None),
            ("बम्ब", Some("ब")),
            ("बमी", None),
            ("बलरामी", Some("ी")),
            ("बलरामन", None),
        ] {
            let paradigms = paradigms();
            assert_eq!(paradigms.find(word).map(|form| form.rest), rest, "{word}");
        }
    }

    #[test]
    fn what_is_no_form_is_left_to_the_rules() {
        for word in ["कर", "करसाठी", "मरला", "क", "", "करलाला"]
        {
            assert_eq!(found(word), None, "{word}");
        }
    }

    #[test]
    fn a_line_that_says_nothing_is_refused() {
        for line in [
            "verb",
            "weak: A",
            "verb none + ला",
            "verb = कर=q+q",
            "= कर",
            "verb weak = कर",
        ] {
            let mut paradigms = Paradigms::default();
            assert!(paradigms.add(line).is_none(), "{line}");
        }
    }
}
