//! Forms of inflected words: stems by class, and the endings that each class takes.

use super::bits::{Beginnings, first_bit};
use super::rules::Sound;
use super::stems::{Grade, Part, change, part};
use crate::data::laid::{Text, Words, laid};
use crate::script;

/// Most endings one after another: the letters of an acronym are such, ಕೆಎಸ್ಆರ್ಟಿಸಿ.
const MOST_ENDINGS: usize = 8;

/// An ending of a class.
#[derive(Clone)]
pub(super) struct Ending {
    pub(super) part: Part,
    /// Whether the stem before it sounds as it does alone, or the two are read as one.
    pub(super) apart: bool,
    grade: usize,
    /// The class whose endings may follow.
    next: Option<usize>,
    /// Whether anything may follow.
    open: bool,
}

laid!(Ending {
    part,
    apart,
    grade,
    next,
    open
});

/// The paradigms of a table.
#[derive(Default)]
pub(super) struct Paradigms {
    /// The classes of each stem.
    stems: Words<Vec<Stem>>,
    stem_beginnings: Beginnings,
    classes: Vec<Class>,
    /// The class of the rows of `[words]`, and the characters that their endings end in.
    rows: Option<usize>,
    row_ends: Vec<char>,
    row_beginnings: Beginnings,
    /// Of these the first changes nothing.
    grades: Vec<(Text, Grade)>,
}

laid!(Paradigms {
    stems,
    stem_beginnings,
    classes,
    rows,
    row_ends,
    row_beginnings,
    grades,
});

/// A stem of a class.
#[derive(Clone)]
struct Stem {
    class: usize,
    part: Part,
    /// Whether it lost its last virama, so that a vowel sign follows.
    bound: bool,
}

laid!(Stem { class, part, bound });

/// The fewest characters of a stem of an open class whose virama may give way: சிம் begins சிம்கார்ட், but not சிமிட்டு.
const SHORTEST_BOUND: usize = 4;

/// An ending that stands for whatever follows; after the letters of an ending, for whatever follows that.
const ANY: char = '*';

#[derive(Default)]
struct Class {
    name: Text,
    endings: Words<Ending>,
    /// Whether anything may follow: its stems are beginnings of words.
    open: bool,
    /// Whether anything may follow one of its endings.
    opens: bool,
    /// A bit for the first character of each ending, so that few words are looked up.
    firsts: u128,
    /// The bytes of the longest ending after which others may follow.
    longest: usize,
}

laid!(Class {
    name,
    endings,
    open,
    opens,
    firsts,
    longest
});

/// The class whose endings the words of `[words]` take.
const ROWS: &str = "words";

/// The characters of the shortest row that has forms: the names of letters have none.
const SHORTEST_ROW: usize = 3;

/// A word that was found to be a form.
pub(super) struct Form<'t> {
    pub(super) stem: Part,
    /// In their order.
    pub(super) endings: Vec<Ending>,
    /// What follows the stem of an open class, or its last ending where that is open.
    pub(super) rest: &'t str,
}

impl Class {
    fn insert(&mut self, ending: Ending) {
        let text = ending.part.text.clone();
        match text.chars().next() {
            Some(first) => self.firsts |= first_bit(first),
            // Others may follow what has no letters.
            None => self.firsts = u128::MAX,
        }
        if ending.next.is_some() || ending.open {
            self.longest = self.longest.max(text.len());
        }
        self.opens |= ending.open;
        self.endings.insert(&text, ending);
    }
}

impl Form<'_> {
    /// Whether its stem is of an open class. A loan that is found is the better reading of such a word.
    pub(super) fn is_open(&self) -> bool {
        self.endings.is_empty()
    }
}

impl Stem {
    /// Whether it may stand before this rest of a word.
    fn begins(&self, rest: &str) -> bool {
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
                if let Some(bound) = bound {
                    self.add_stem(class, bound, &stem, true)?;
                }
                self.add_stem(class, &stem.text, &stem, false)?;
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
            let (member, open) = match member.strip_suffix(ANY) {
                Some("") => {
                    self.classes[class].open = true;
                    continue;
                }
                Some(member) => (member, true),
                None => (member, false),
            };
            let ending = Ending {
                part: part(member)?,
                apart: members.0 == "|",
                grade,
                next,
                open,
            };
            if self.classes[class].name == ROWS {
                self.rows = Some(class);
            }
            self.classes[class].insert(ending);
        }
        Some(())
    }

    /// Settles what the words of `[words]` begin with and what they may end in, after all lines.
    pub(super) fn settle<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let Some(rows) = self.rows else { return };
        for word in words.filter(|word| word.chars().count() >= SHORTEST_ROW) {
            self.row_beginnings.add(word);
        }
        let mut classes = vec![rows];
        let mut at = 0;
        while let Some(class) = classes.get(at) {
            for (_, ending) in self.classes[*class].endings.iter() {
                self.row_ends.extend(ending.part.text.chars().next_back());
                let next = ending.next.filter(|next| !classes.contains(next));
                classes.extend(next);
            }
            at += 1;
        }
        self.row_ends.sort_unstable();
        self.row_ends.dedup();
    }

    /// Adds a stem that is written so.
    fn add_stem(&mut self, class: usize, text: &str, part: &Part, bound: bool) -> Option<()> {
        self.stem_beginnings.add(text)?;
        let part = part.clone();
        self.stems.value(text)?.push(Stem { class, part, bound });
        Some(())
    }

    /// The place of a class, which is made where there is none of that name.
    fn class(&mut self, name: &str) -> usize {
        let found = self.classes.iter().position(|class| class.name == name);
        found.unwrap_or_else(|| {
            self.classes.push(Class {
                name: name.to_owned().into(),
                ..Class::default()
            });
            self.classes.len() - 1
        })
    }

    fn grade(&mut self, name: &str) {
        if self.grades.is_empty() {
            self.grades.push(Default::default());
        }
        self.grades.push((name.to_owned().into(), Grade::new()));
    }

    /// What the stem's sounds become before an ending.
    pub(super) fn changes(&self, ending: &Ending) -> &[(Sound, Sound)] {
        let grade = self.grades.get(ending.grade);
        grade.map(|(_, changes)| &**changes).unwrap_or_default()
    }

    /// The stem and the endings of a word, the longest stem first.
    pub(super) fn find<'t>(&self, word: &'t str) -> Option<Form<'t>> {
        // The last cut that is both a stem and its endings.
        let mut found = None;
        let mut endings = Vec::new();
        for cut in self.stem_beginnings.cuts(word) {
            for stem in self.stems.get(&word[..cut]).into_iter().flatten() {
                endings.clear();
                let rest = &word[cut..];
                if let Some(rest) = self.follow(stem.class, rest, &mut endings) {
                    found = Some(Form {
                        stem: stem.part,
                        endings: endings.clone(),
                        rest,
                    });
                } else if self.classes[stem.class].open && stem.begins(rest) {
                    // One that has no sounds of its own keeps a shorter one from being found.
                    let own = stem.part.read.is_some();
                    found = own.then_some(Form {
                        stem: stem.part,
                        endings: Vec::new(),
                        rest,
                    });
                }
            }
        }
        found
    }

    /// The row of `[words]` that a word is a form of, as the length of its spelling, and its endings: the longest that `listed` has.
    pub(super) fn row(
        &self,
        word: &str,
        listed: impl Fn(&str) -> bool,
    ) -> Option<(usize, Vec<Ending>)> {
        let class = self.rows?;
        let last = word.chars().next_back()?;
        if !self.row_ends.contains(&last) {
            return None;
        }
        let mut found = None;
        for cut in self.row_beginnings.cuts(word) {
            let mut endings = Vec::new();
            if listed(&word[..cut]) && self.follow(class, &word[cut..], &mut endings) == Some("") {
                found = Some((cut, endings));
            }
        }
        found
    }

    /// What is left of `rest` after endings of `class`, which it leaves in `endings`: nothing, or what an open one lets follow.
    fn follow<'t>(
        &self,
        class: usize,
        rest: &'t str,
        endings: &mut Vec<Ending>,
    ) -> Option<&'t str> {
        let class = &self.classes[class];
        let first = rest.chars().next();
        if first.is_some_and(|first| class.firsts & first_bit(first) == 0) {
            return None;
        }
        let known = &class.endings;
        if let Some(ending) = known.get(rest) {
            endings.push(ending);
            return Some("");
        }
        if endings.len() + 1 == MOST_ENDINGS {
            return None;
        }
        let cuts = 0..=class.longest.min(rest.len());
        let cuts = cuts.rev().filter(|&cut| rest.is_char_boundary(cut));
        for cut in cuts.clone() {
            if let Some(ending) = known.get(&rest[..cut])
                && let Some(next) = ending.next
            {
                endings.push(ending);
                if let Some(left) = self.follow(next, &rest[cut..], endings) {
                    return Some(left);
                }
                endings.pop();
            }
        }
        for cut in cuts.filter(|_| class.opens) {
            let left = &rest[cut..];
            if let Some(ending) = known.get(&rest[..cut])
                && ending.open
                && !left.starts_with(script::is_virama)
            {
                endings.push(ending);
                return Some(left);
            }
        }
        None
    }
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
            "verb + ताना*",
            "verb >case | ण्या",
            "case | साठी त",
            "words >case + ा",
            "words + ी",
            "name + *",
            "name = गु₃रु गुरुम ब₃म् ब₃लराम्",
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
            let endings: Vec<&str> = endings.iter().map(|e| &*e.part.text).collect();
            Some([&word[..cut], &endings.join("|")].join("|"))
        };
        assert_eq!(row("जबरी").as_deref(), Some("जबर|ी"));
        assert_eq!(row("जबरासाठी").as_deref(), Some("जबर|ा|साठी"));
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
    fn anything_may_follow_an_open_ending() {
        let paradigms = paradigms();
        for (word, rest) in [("करताना", ""), ("करतानाही", "ही")] {
            let form = paradigms.find(word).unwrap();
            assert_eq!((&*form.endings[0].part.text, form.rest), ("ताना", rest));
            assert!(!form.is_open());
        }
    }

    #[test]
    fn anything_may_follow_a_stem_of_an_open_class() {
        let paradigms = paradigms();
        for (word, rest) in [("गुरु", ""), ("गुरुवार", "वार")] {
            let form = paradigms.find(word).unwrap();
            assert_eq!((&*form.stem.text, form.rest), ("गुरु", rest));
            assert_eq!(form.stem.read.as_deref(), Some("गु₃रु"));
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
