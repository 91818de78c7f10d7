//! Cardinals against a second derivation: words from elsewhere for 0 to 99, put together place by place.
//!
//! `cardinals/LANG.tsv` names the source of each, and tells where the words of the program are others, and why. The grammars named
//! there teach the joining forms, which were written down from memory: the books were not at hand.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use vaak::Language;
use vaak::text::normalize;

/// The words of one language.
struct Words {
    small: Vec<String>,
    /// A power, its multiple if it is one alone, and its forms alone and before a remainder.
    places: Vec<(u64, Option<u64>, String, String)>,
    /// What the end of a multiple becomes before a scale that is joined to it (`+`), or stands apart (`<`).
    joints: Vec<[String; 3]>,
}

impl Words {
    fn read(language: Language) -> Self {
        let path = format!(
            "{}/tests/text/cardinals/{language}.tsv",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(path).unwrap();
        let mut small = Vec::new();
        let mut places = Vec::new();
        let mut joints = Vec::new();
        for line in text.lines().filter(|l| !l.starts_with("//")) {
            let cells: Vec<_> = line.split('\t').collect();
            match cells[..] {
                [n, word] => {
                    assert_eq!(n, small.len().to_string());
                    small.push(word.to_owned());
                }
                [sign @ ("+" | "<"), tail, form] => {
                    joints.push([sign, tail, form].map(String::from))
                }
                [power, multiple, alone, before] if power.len() > 2 => {
                    let multiple = multiple.parse().ok();
                    places.push((
                        power.parse().unwrap(),
                        multiple,
                        alone.into(),
                        before.into(),
                    ));
                }
                [n, _, ours, why] => {
                    assert_eq!(n, small.len().to_string());
                    assert!(!why.is_empty(), "{language} {n}");
                    small.push(ours.to_owned());
                }
                _ => panic!("{language}: {line}"),
            }
        }
        assert_eq!(small.len(), 100, "{language}");
        Self {
            small,
            places,
            joints,
        }
    }

    fn spell(&self, n: u64) -> String {
        if let Some(word) = self.small.get(n as usize) {
            return word.clone();
        }
        let power = self.places.iter().map(|p| p.0).filter(|p| *p <= n).max();
        let power = power.unwrap();
        let (multiple, rest) = (n / power, n % power);
        let form = self
            .places
            .iter()
            .find(|(p, m, ..)| *p == power && m.is_none_or(|m| m == multiple));
        let (_, _, alone, before) = form.unwrap();
        let form = if rest == 0 { alone } else { before };
        let mut multiple = self.spell(multiple);
        let sign = if form.contains('~') { "+" } else { "<" };
        let mut joints = self.joints.iter().filter(|[s, ..]| s == sign);
        if let Some([_, tail, form]) = joints.find(|[_, tail, _]| multiple.ends_with(&**tail)) {
            multiple.truncate(multiple.len() - tail.len());
            multiple.push_str(form);
        }
        // A ~ takes the place of the last vowel sign or virama.
        if form.contains('~') {
            multiple.pop();
        }
        let mut words = form.replace('~', "").replace("{}", &multiple);
        if rest > 0 {
            words = format!("{words} {}", self.spell(rest));
        }
        words
    }
}

/// A number in groups, as no telephone number or year is written.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    if head.is_empty() {
        return tail.to_owned();
    }
    let pairs: Vec<_> = head
        .as_bytes()
        .rchunks(2)
        .rev()
        .map(|pair| std::str::from_utf8(pair).unwrap())
        .collect();
    format!("{},{tail}", pairs.join(","))
}

#[test]
fn cardinals_agree_with_a_second_derivation() {
    for language in Language::ALL {
        let words = Words::read(language);
        let mut random = SmallRng::seed_from_u64(15);
        // Of all lengths to sixteen digits.
        let others = (0..10_000).map(|i| random.random_range(..10u64.pow(5 + i % 11)));
        for n in (0..10_000).chain(others).chain([1_000_000_000_000_000]) {
            let said = normalize(&grouped(n), language);
            assert_eq!(said.trim_end_matches('.'), words.spell(n), "{language} {n}");
        }
    }
}
