//! Where a reader takes breath within a clause.
//!
//! The clause is whole, so the places do not depend on how its text arrived.

use std::cmp::Reverse;
use std::ops::Range;

use super::model::{Gap, each_gap};
use crate::language::Language;
use crate::text::class::Class;
use crate::text::normalize::Classified;

/// The characters of the shortest stretch without a mark that has a breath: some seven seconds.
const LONG: usize = 90;
/// No part is shorter, in characters.
const SHORTEST: usize = 35;
/// By how many characters from the middle a place loses a point.
const SLACK: usize = 10;
/// The least score of a place where breath is taken: there is also a reason for it.
const CLEAR: i32 = -12;

/// Returns before which characters of a clause, which the spans divide, a reader takes breath: where a span begins.
pub fn breaths(language: Language, text: &[char], spans: &[Classified]) -> Vec<usize> {
    let mut found = Vec::new();
    if text.len() < LONG {
        return found;
    }
    let marks = spans
        .iter()
        .filter(|span| matches!(span.class, Class::Punctuation(Some(_))));
    let mut from = 0;
    for (end, next) in marks
        .map(|span| (span.range.start, span.range.end))
        .chain([(text.len(), text.len())])
    {
        if end.saturating_sub(from) >= LONG {
            let begins = |at: usize| {
                spans
                    .binary_search_by_key(&at, |span| span.range.start)
                    .is_ok()
            };
            within(language, text, from..end, begins, &mut found);
        }
        from = next;
    }
    found.sort_unstable();
    found
}

/// Finds the places within a stretch without a mark.
fn within(
    language: Language,
    text: &[char],
    stretch: Range<usize>,
    begins: impl Fn(usize) -> bool,
    found: &mut Vec<usize>,
) {
    let offset = stretch.start;
    let mut written: String = text[stretch.clone()].iter().collect();
    // Its last word is whole.
    written.push(' ');
    let mut gaps = Vec::new();
    let lengths = SHORTEST..=stretch.len().saturating_sub(SHORTEST);
    each_gap(language, &written, lengths, |gap| {
        if gap.reasoned && gap.score >= CLEAR && begins(offset + gap.next) {
            gaps.push(gap);
        }
    });
    let mut parts = vec![(0, stretch.len())];
    while let Some((from, to)) = parts.pop() {
        let fits = |gap: &&Gap| from + SHORTEST <= gap.chars && gap.next + SHORTEST <= to;
        let middle = usize::midpoint(from, to);
        let worth = |gap: &&Gap| {
            let far = gap.chars.abs_diff(middle) / SLACK;
            (gap.score - far as i32, Reverse(gap.chars))
        };
        if to - from < LONG {
            continue;
        }
        if let Some(gap) = gaps.iter().filter(fits).max_by_key(worth) {
            found.push(offset + gap.next);
            parts.push((from, gap.chars));
            parts.push((gap.next, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{Reader, Splitter};
    use crate::token::Token;

    /// What is said, with a bar at each breath.
    fn said(parts: &[&str]) -> String {
        let (mut splitter, mut reader) = (Splitter::new(), Reader::new(None));
        let (mut tokens, mut out) = (Vec::new(), Vec::new());
        for part in parts.iter().copied().map(Some).chain([None]) {
            match part {
                Some(part) => splitter.push(part),
                None => splitter.close(),
            }
            while let Some(clause) = splitter.next_clause() {
                reader.read(&clause, &mut tokens);
            }
        }
        for token in &tokens {
            out.push(match token {
                Token::Breath => "|".to_owned(),
                token => token.text().into_owned(),
            });
        }
        out.join(" ")
    }

    /// The words on both sides of each breath.
    fn around(text: &str) -> Vec<[String; 2]> {
        let said = said(&[text]);
        let words: Vec<&str> = said.split(' ').collect();
        let at = (1..words.len()).filter(|at| words[*at] == "|");
        at.map(|at| [words[at - 1], words[at + 1]].map(str::to_owned))
            .collect()
    }

    const LONG: &str =
        "मंत्री ने बताया था कि गांव के किसानों को एक नई नाव दी जाएगी लेकिन उसके लिए पैसा अब तक नहीं आया है।";

    #[test]
    fn breath_is_taken_in_a_long_clause_where_a_reader_would() {
        for (text, expected) in [
            (LONG, ["जाएगी", "लेकिन"]),
            (
                "The ministry said on Monday that the new boats of the river police are ready but nobody has used any of them yet.",
                ["ready", "but"],
            ),
        ] {
            assert_eq!(around(text), [expected.map(str::to_owned)], "{text}");
        }
    }

    #[test]
    fn there_is_none_in_a_short_clause_nor_without_a_reason() {
        for text in [
            "मंत्री ने कहा कि गांव के लोग आए लेकिन पैसा नहीं आया।",
            "मंत्री ने बताया था कि गांव के किसानों को नाव दी जाएगी, लेकिन उसके लिए पैसा अब तक नहीं आया है।",
            &"नीली किताब ".repeat(15),
            "हाल में बनी नई सड़क के पास रहने वाले बड़े किसान परिवारों के सबसे छोटे बच्चों की पुरानी किताबें",
        ] {
            assert_eq!(around(text), [[""; 2]; 0], "{text}");
        }
    }

    #[test]
    fn what_one_class_reads_is_not_parted() {
        let text = "मंत्री ने पत्रकारों को बताया कि यह बड़ा काम पिछले साल पूरा हो जाना था लेकिन अब यह 15 जनवरी 2027 से पहले पूरा नहीं हो सकेगा क्योंकि 2.5 करोड़ रुपये बाकी हैं";
        let breaths = around(text);
        assert!(!breaths.is_empty());
        for [before, after] in breaths {
            assert!(
                !["पंद्रह", "जनवरी", "दो"].contains(&&*before),
                "{before} {after}"
            );
        }
    }

    #[test]
    fn breaths_do_not_depend_on_how_the_text_came() {
        let whole = said(&[LONG]);
        assert!(whole.contains('|'));
        for size in [1, 2, 7, 40] {
            let chars: Vec<char> = LONG.chars().collect();
            let parts: Vec<String> = chars.chunks(size).map(String::from_iter).collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            assert_eq!(said(&parts), whole, "{size}");
        }
    }

    #[test]
    fn the_verb_of_a_quotation_and_an_indefinite_word_are_not_parted() {
        for text in [
            "ಜಿಲ್ಲೆಯ ಎಲ್ಲ ಗ್ರಾಮಗಳಲ್ಲಿ ದಿವ್ಯಾಂಗರಿಗಾಗಿ ಸಾವಿರಾರು ಶಿಬಿರಗಳನ್ನು ಕಳೆದ ವರ್ಷ ಆಯೋಜಿಸಿದೆ ಎನ್ನುವುದರಿಂದ ಜನರ ಬಗ್ಗೆ ಸರ್ಕಾರ ಮಾತನಾಡುತ್ತಿದೆ",
            "അപകടം ഉണ്ടായാൽ ഉടനെ അറിയിക്കണം എന്ന് ജീവനക്കാർക്കും നാട്ടുകാരിൽ ആർക്കെങ്കിലും നാശവും അപകടവും ഉണ്ടാക്കുന്ന അവരുടെ പ്രവൃത്തി",
        ] {
            for [before, after] in around(text) {
                assert_ne!(before, "ആർക്കെങ്കിലും", "{text}");
                assert!(!after.starts_with("ಎನ್ನು"), "{text}");
            }
        }
    }
}
