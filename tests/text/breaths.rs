//! Where a reader takes breath within a clause.

use vaak::text::{Reader, Splitter};
use vaak::token::Token;

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
