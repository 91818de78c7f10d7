//! Where running text is parted into clauses, whatever portions it comes in.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use vaak::text::{Clause, Splitter};

use crate::table;

/// No clause has more characters.
const MAX_CHARS: usize = 300;

fn split(parts: &[&str]) -> Vec<Clause> {
    let mut splitter = Splitter::new();
    let mut clauses = Vec::new();
    for part in parts.iter().copied().map(Some).chain([None]) {
        match part {
            Some(part) => splitter.push(part),
            None => splitter.close(),
        }
        clauses.extend(std::iter::from_fn(|| splitter.next_clause()));
    }
    clauses
}

fn texts(text: &str) -> Vec<String> {
    split(&[text]).into_iter().map(|c| c.text).collect()
}

#[test]
fn each_text_has_its_clauses() {
    let wrong = table::wrong("clauses.tsv", |[text, clauses]| {
        (texts(text).join("|"), clauses.to_owned())
    });
    table::assert_none([wrong]);
    assert_eq!(texts("one\ntwo\r\n\r\nthree"), ["one", "two", "three"]);
    assert_eq!(texts("It weighs 5 kg.\nthen").len(), 2);
}

#[test]
fn a_blank_line_begins_a_paragraph_however_the_text_came() {
    let text = "\n\nOne. Two.\nThree.\r\n\r\n Four?\n \n\u{200b}\nFive\nSix";
    for parts in [text.split_inclusive("").collect(), vec![text]] {
        let (mut splitter, mut found) = (Splitter::new(), Vec::new());
        for part in parts.into_iter().map(Some).chain([None]) {
            match part {
                Some(part) => splitter.push(part),
                None => splitter.close(),
            }
            while splitter.next_clause().is_some() {
                found.push(splitter.begins_paragraph());
            }
        }
        assert_eq!(found, [true, false, false, true, true, false]);
    }
}

#[test]
fn a_clause_is_bounded_and_cut_between_words() {
    let clauses = split(&[&"शब्द ".repeat(200)]);
    assert!(clauses.iter().all(|c| c.text.chars().count() <= MAX_CHARS));
    let whole = |c: &Clause| c.text.split(' ').all(|w| w == "शब्द");
    assert!(clauses.iter().all(whole));
    assert!(clauses.iter().rev().skip(1).all(|c| c.continues));
    let whole = |t: &String| t.starts_with('क') && t.ends_with('ि');
    assert!(texts(&"क्षि".repeat(500)).iter().all(whole));
}

#[test]
fn a_long_clause_is_cut_where_a_reader_surely_pauses_or_waits_for_a_mark() {
    let many = |word: &str, n| vec![word; n].join(" ");
    // So many characters without such a place, then a full stop.
    for words in [33, 47] {
        let whole = format!("{}.", many("किताब", words));
        assert_eq!(texts(&format!("{whole} और")), [&whole, "और"]);
    }
    let first = format!("{} कहा था", many("किताब", 20));
    let rest = format!("लेकिन {} है.", many("किताब", 13));
    assert_eq!(texts(&format!("{first} {rest}")), [first, rest]);
}

#[test]
fn brackets_are_not_cut_unless_they_are_longer_than_a_clause() {
    let words = "word ".repeat(45);
    let sounds = format!("[[{}]]", "k aː ".repeat(20));
    assert_eq!(
        texts(&format!("{words}{sounds} end")),
        [words.trim(), &format!("{sounds} end")]
    );
    let longer = texts(&format!("[[{}]]", "k aː ".repeat(80)));
    assert!(longer.iter().all(|c| c.chars().count() <= MAX_CHARS));
    let mut splitter = Splitter::new();
    let next = |splitter: &mut Splitter| splitter.next_clause().map(|c| c.text);
    splitter.push("one two [[k aː ");
    splitter.flush();
    assert_eq!(next(&mut splitter), Some("one two".into()));
    splitter.push("t̪]] three");
    splitter.close();
    assert_eq!(next(&mut splitter), Some("[[k aː t̪]] three".into()));
}

#[test]
fn nothing_unheard_is_a_clause() {
    assert!(split(&["... \n\n — ! ? ", "\u{200b}", " *** "]).is_empty());
}

#[test]
fn flush_speaks_the_complete_words() {
    let mut splitter = Splitter::new();
    let next = |splitter: &mut Splitter| splitter.next_clause().map(|c| c.text);
    splitter.push("one two thr");
    assert_eq!(next(&mut splitter), None);
    splitter.flush();
    assert_eq!(next(&mut splitter), Some("one two".into()));
    assert_eq!(next(&mut splitter), None);
    splitter.push("ee");
    splitter.close();
    assert_eq!(next(&mut splitter), Some("three".into()));
}

#[test]
fn clauses_do_not_depend_on_how_the_text_came() {
    let parts = concat!(
        " ¦ ¦ ¦\n¦.¦,¦?¦।¦…¦\"¦)¦(¦Dr.¦Rs¦5¦3.4¦क्षि¦्¦\u{200d}¦ா",
        "¦word¦நன்றி¦i.e.¦—¦-¦👨‍👩‍👧¦🇮🇳¦\u{301}¦\0¦http://a.b/c?d¦[[¦]]¦5 kg.¦us.But¦आहे.मग"
    );
    let parts: Vec<&str> = parts.split('¦').collect();
    let mut random = SmallRng::seed_from_u64(1);
    for _ in 0..3000 {
        let text: String = (0..random.random_range(..400usize))
            .map(|_| parts[random.random_range(..parts.len())])
            .collect();
        let whole = split(&[&text]);
        let keep = 1 + random.random_range(..8usize);
        let cuts = text.char_indices().map(|(i, _)| i);
        let cuts = cuts.filter(|_| random.random_range(..keep) == 0);
        let cuts: Vec<usize> = cuts.chain([text.len()]).collect();
        let starts = [0].into_iter().chain(cuts.iter().copied());
        let parts: Vec<&str> = starts.zip(&cuts).map(|(a, b)| &text[a..*b]).collect();
        assert_eq!(split(&parts), whole, "{text:?}");
        // Nothing that is heard is lost, and nothing is said twice.
        let heard = |s: &str| {
            s.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
        };
        let said: String = whole.iter().map(|c| heard(&c.text)).collect();
        assert_eq!(said, heard(&text));
    }
}
