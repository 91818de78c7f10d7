//! The words of each language for numbers and signs, read from `languages/*.txt`.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::Language;

/// What one language calls numbers and signs.
#[derive(Debug, Default)]
pub struct Table {
    numbers: Vec<Rule>,
    words: HashMap<&'static str, &'static str>,
}

/// How numbers from `base` on are said: by quotient and remainder of a division.
#[derive(Debug)]
struct Rule {
    base: u64,
    divisor: u64,
    words: &'static str,
}

/// Numbers of more digits are read digit by digit.
const MAX_DIGITS: usize = 16;

/// In the order of [`Language::ALL`].
const SOURCES: [&str; 11] = [
    include_str!("languages/hi.txt"),
    include_str!("languages/bn.txt"),
    include_str!("languages/ta.txt"),
    include_str!("languages/te.txt"),
    include_str!("languages/gu.txt"),
    include_str!("languages/kn.txt"),
    include_str!("languages/ml.txt"),
    include_str!("languages/mr.txt"),
    include_str!("languages/pa.txt"),
    include_str!("languages/or.txt"),
    include_str!("languages/en.txt"),
];

fn tables() -> &'static [Table; 11] {
    static TABLES: OnceLock<[Table; 11]> = OnceLock::new();
    TABLES.get_or_init(|| SOURCES.map(Table::parse))
}

/// The table of `language`.
pub fn table(language: Language) -> &'static Table {
    &tables()[language as usize]
}

/// Whether a stop after `word`, in lower case, belongs to it in some language.
pub fn is_abbreviation(word: &str) -> bool {
    static ALL: OnceLock<HashSet<&str>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let keys = tables().iter().flat_map(|t| t.words.keys());
        let written_out = keys.filter_map(|key| key.strip_suffix('.'));
        let others = tables().iter().flat_map(|t| t.list("abbreviations"));
        written_out.chain(others).collect()
    });
    all.contains(word)
}

/// Whether `word`, in lower case, means rupees before an amount in some language.
pub fn is_rupee(word: &str) -> bool {
    static ALL: OnceLock<HashSet<&str>> = OnceLock::new();
    ALL.get_or_init(|| tables().iter().flat_map(|t| t.list("rupee")).collect())
        .contains(word)
}

impl Table {
    fn parse(source: &'static str) -> Self {
        let mut table = Self::default();
        for line in source.lines().filter(|l| !l.starts_with("//")) {
            let Some((key, words)) = line.split_once(" = ") else {
                continue;
            };
            let (base, divisor) = key.split_once('/').unwrap_or((key, ""));
            match base.parse::<u64>() {
                Ok(base) => table.numbers.push(Rule {
                    base,
                    divisor: divisor
                        .parse()
                        .unwrap_or(10u64.pow(base.max(1).ilog10()))
                        .max(1),
                    words,
                }),
                Err(_) => {
                    table.words.insert(key, words);
                }
            }
        }
        table.numbers.sort_by_key(|rule| rule.base);
        table
    }

    /// The words for a name or a sign.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        self.words.get(key).copied()
    }

    /// The words listed under a name.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &'static str> + use<> {
        self.word(key).unwrap_or_default().split_whitespace()
    }

    /// Appends the words for an integer: as a number, or digit by digit where it has a leading zero or is too long.
    pub fn integer(&self, digits: &[u8], out: &mut String) {
        if digits.len() > MAX_DIGITS || (digits.len() > 1 && digits[0] == 0) {
            return self.digits(digits, out);
        }
        let number = digits.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        self.number(number, out);
    }

    /// Appends the words for each digit.
    pub fn digits(&self, digits: &[u8], out: &mut String) {
        for digit in digits {
            self.number(u64::from(*digit), out);
        }
    }

    /// Appends the words for a number.
    pub fn number(&self, n: u64, out: &mut String) {
        let above = self.numbers.partition_point(|rule| rule.base <= n);
        let mut rules = self.numbers[..above].iter().rev();
        let Some(Rule {
            base,
            divisor,
            words,
        }) = rules.next()
        else {
            return;
        };
        // A rule for what follows a round number does not say the round number itself.
        let words = match rules.next() {
            Some(round) if !base.is_multiple_of(*divisor) && n.is_multiple_of(*divisor) => {
                &round.words
            }
            _ => words,
        };
        for word in words.split(' ') {
            match word {
                "<<" => self.number(n / divisor, out),
                ">>" if n.is_multiple_of(*divisor) => {}
                ">>" => self.number(n % divisor, out),
                _ => {
                    out.push(' ');
                    out.push_str(word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken(language: Language, n: u64) -> String {
        let digits: Vec<u8> = n.to_string().bytes().map(|b| b - b'0').collect();
        let mut out = String::new();
        table(language).integer(&digits, &mut out);
        out.trim().to_owned()
    }

    #[test]
    fn no_two_numbers_are_said_alike() {
        for language in Language::ALL {
            let mut said = HashSet::new();
            let powers = (4..15).flat_map(|p| (1..100).map(move |n| n * 10u64.pow(p)));
            for n in (0..10_000).chain(powers.filter(|n| n.ilog10() < 15)) {
                let words = spoken(language, n);
                assert!(
                    !words.is_empty() && !words.contains("  "),
                    "{language} {n}: {words}"
                );
                said.insert((words, n));
            }
            let mut words: Vec<_> = said.iter().map(|(w, _)| w).collect();
            let mut numbers: Vec<_> = said.iter().map(|(_, n)| n).collect();
            words.sort();
            words.dedup();
            numbers.sort();
            numbers.dedup();
            assert_eq!(words.len(), numbers.len(), "{language}");
        }
    }

    #[test]
    fn every_language_names_the_signs() {
        const SIGNS: &str = "point minus % & + = @ # / - _ dot to over ½ ¼ ¾ ₹ ₹. ₹1 $ € £ ¥ ₩ ₺ ৳ ° × ÷ < > \
            o'clock clock months scales codes abbreviations unit:km unit:kg unit:°C";
        for language in Language::ALL {
            for sign in SIGNS.split(' ').filter(|s| !s.is_empty()) {
                assert!(table(language).word(sign).is_some(), "{language} {sign}");
            }
            assert_eq!(table(language).list("months").count(), 12, "{language}");
        }
    }

    #[test]
    fn joining_forms() {
        use Language::*;
        for (language, n, words) in [
            (Hi, 123_456, "एक लाख तेईस हज़ार चार सौ छप्पन"),
            (Hi, 10_000_000, "एक करोड़"),
            (Mr, 100, "शंभर"),
            (Mr, 101, "एकशे एक"),
            (Gu, 200, "બસો"),
            (Bn, 1_250, "এক হাজার দুইশো পঞ্চাশ"),
            (Pa, 1_100, "ਇੱਕ ਹਜ਼ਾਰ ਇੱਕ ਸੌ"),
            (Or, 100, "ଶହେ"),
            (Or, 1_101, "ଏକ ହଜାର ଏକ ଶହ ଏକ"),
            (Ta, 1_000, "ஆயிரம்"),
            (Ta, 1_921, "ஆயிரத்து தொள்ளாயிரத்து இருபத்து ஒன்று"),
            (Ta, 25_000, "இருபத்து ஐந்து ஆயிரம்"),
            (Te, 105, "నూట ఐదు"),
            (Te, 2_000, "రెండు వేలు"),
            (Te, 2_005, "రెండు వేల ఐదు"),
            (Kn, 83, "ಎಂಬತ್ತಮೂರು"),
            (Kn, 120, "ನೂರ ಇಪ್ಪತ್ತು"),
            (Kn, 100_000, "ಒಂದು ಲಕ್ಷ"),
            (Ml, 121, "നൂറ്റി ഇരുപത്തിയൊന്ന്"),
            (Ml, 10_500, "പതിനായിരത്തി അഞ്ഞൂറ്"),
            (
                En,
                123_456_789,
                "twelve crore thirty four lakh fifty six thousand seven hundred and eighty nine",
            ),
        ] {
            assert_eq!(spoken(language, n), words);
        }
    }
}
