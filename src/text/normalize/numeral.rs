//! Numbers as they are written: digits, groups, decimals.

use std::ops::Deref;

use serde::{Serialize, Serializer};

use super::view::digits;

/// Numbers of more digits have no value that anything depends on.
const MAX_VALUE_DIGITS: usize = 15;

/// Digits from the first to the last, each 0 to 9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digits(pub Vec<u8>);

impl Digits {
    /// Their value, zero for none; not for more digits than a quantity has.
    pub fn value(&self) -> Option<u64> {
        let value = || self.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        (self.len() <= MAX_VALUE_DIGITS).then(value)
    }

    /// As ASCII.
    pub fn figures(&self) -> String {
        self.iter().map(|d| char::from(b'0' + d)).collect()
    }
}

impl Deref for Digits {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.figures())
    }
}

/// A number as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Numeral {
    /// Before the decimal point; none in `.5`.
    pub whole: Digits,
    /// After the decimal point.
    pub fraction: Digits,
    /// Whether commas part it into groups.
    pub grouped: bool,
    /// Whether the groups are of three throughout, as those of millions are.
    pub western: bool,
}

impl Numeral {
    /// The number that begins at a place, and the place after it.
    pub fn scan(text: &[char], at: usize) -> (Self, usize) {
        let (mut whole, mut end) = digits(text, at);
        let mut groups = Vec::new();
        let mut western = true;
        let mut last = 0;
        let mut next = end;
        // Groups of three, or of two with three at the end.
        while !whole.is_empty() && whole.len() <= 3 && text.get(next) == Some(&',') {
            let (group, after) = digits(text, next + 1);
            if !matches!(group.len(), 2 | 3) {
                break;
            }
            last = group.len();
            western &= last == 3;
            groups.extend(group.0);
            next = after;
        }
        let grouped = last == 3;
        if grouped {
            whole.0.extend(groups);
            end = next;
        }
        let mut fraction = Digits::default();
        if text.get(end) == Some(&'.') {
            let (decimals, after) = digits(text, end + 1);
            if !decimals.is_empty() {
                (fraction, end) = (decimals, after);
            }
        }
        let numeral = Self {
            whole,
            fraction,
            grouped,
            western: grouped && western,
        };
        (numeral, end)
    }

    /// The value of the whole part.
    pub fn value(&self) -> Option<u64> {
        self.whole.value()
    }

    /// The value, where there are no decimals.
    pub fn integer(&self) -> Option<u64> {
        self.value().filter(|_| self.fraction.is_empty())
    }

    /// Whether there are no decimals and no groups.
    pub fn is_plain(&self) -> bool {
        self.fraction.is_empty() && !self.grouped
    }

    /// The whole part alone.
    pub fn without_fraction(&self) -> Self {
        Self {
            fraction: Digits::default(),
            ..self.clone()
        }
    }

    /// The decimals as hundredths, where there are no finer ones.
    pub fn hundredths(&self) -> Option<u64> {
        let zeros = self.fraction.iter().rev().take_while(|d| **d == 0).count();
        match self.fraction[..self.fraction.len() - zeros] {
            [] => Some(0),
            [tens] => Some(u64::from(tens) * 10),
            [tens, ones] => Some(u64::from(tens) * 10 + u64::from(ones)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> (String, String, bool, usize) {
        let text: Vec<char> = text.chars().collect();
        let (numeral, end) = Numeral::scan(&text, 0);
        let figures = (numeral.whole.figures(), numeral.fraction.figures());
        (figures.0, figures.1, numeral.western, end)
    }

    #[test]
    fn groups_and_decimals_belong_to_the_number() {
        assert_eq!(
            scan("1,23,456.50 kg"),
            ("123456".into(), "50".into(), false, 11)
        );
        assert_eq!(scan("123,456"), ("123456".into(), "".into(), true, 7));
        assert_eq!(scan("5, 6"), ("5".into(), "".into(), false, 1));
        assert_eq!(scan("12,34"), ("12".into(), "".into(), false, 2));
        assert_eq!(scan("५.५."), ("5".into(), "5".into(), false, 3));
    }

    #[test]
    fn hundredths_are_no_finer_than_two_decimals() {
        let hundredths = |text: &str| {
            let text: Vec<char> = text.chars().collect();
            Numeral::scan(&text, 0).0.hundredths()
        };
        assert_eq!(hundredths("1"), Some(0));
        assert_eq!(hundredths("1.5"), Some(50));
        assert_eq!(hundredths("1.050"), Some(5));
        assert_eq!(hundredths("1.005"), None);
    }
}
