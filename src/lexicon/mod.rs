//! The user's words. This layer is above text and pronunciation.

mod entry;
mod file;
mod phrase;
mod rows;
mod words;

pub use file::{Checked, Entry, Fault};
pub use phrase::{phrase, phrase_words};
pub use words::Lexicon;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::entry::MAX_PHONEMES;
    use super::file::MAX_BYTES;
    use super::*;
    use crate::g2p::Source;
    use crate::language::Language;
    use crate::phoneme::{self, Phoneme};
    use crate::token::{Token, spoken};
    use crate::{Error, text};

    fn read(lexicon: &str, word: &str, language: Language) -> (String, Source) {
        let mut out = Vec::new();
        let lexicon = Lexicon::parse(lexicon).unwrap();
        let reading = lexicon.pronounce(word, language, &mut out);
        assert_eq!(reading.skipped, 0);
        (phoneme::format(&out), reading.source)
    }

    #[test]
    fn a_word_is_read_as_its_entry_says() {
        let lexicon = "# ours\n\nAnanya\thi\tअनन्या\r\ngif\ten\t/dʒ ˈɪ f/\nवाक्\thi\t/ʋ aɪ | kaː/\n";
        let given = |ipa: &str| (ipa.to_owned(), Source::Lexicon);
        assert_eq!(read(lexicon, "Ananya", Language::En), given("ə n ə n j aː"));
        assert_eq!(read(lexicon, "gif", Language::En), given("dʒ ˈi f"));
        assert_eq!(read(lexicon, "वाक्", Language::Hi), given("ʋ aɪ | k aː"));
        assert_eq!(read(lexicon, "घर", Language::Hi).1, Source::Rules);
    }

    #[test]
    fn nasality_and_tone_may_be_composed_with_their_letters() {
        let lexicon = "माँ\thi\t/mãː/\nਘਰ\tpa\t/kə\u{300}r/\nਚਾਹ\tpa\t/tʃáː/\n";
        assert_eq!(read(lexicon, "माँ", Language::Hi).0, "m aː\u{303}");
        assert_eq!(read(lexicon, "ਚਾਹ", Language::Pa).0, "tʃ aː\u{301}");
        assert_eq!(read(lexicon, "ਘਰ", Language::Pa).0, "k ə\u{300} r");
    }

    #[test]
    fn small_letters_hold_in_capitals_but_not_the_contrary() {
        let lexicon = "gif\ten\tjif\nIT\ten\teye tea\n";
        assert_eq!(read(lexicon, "GIF", Language::En).1, Source::Lexicon);
        assert_eq!(read(lexicon, "IT", Language::En).1, Source::Lexicon);
        assert_ne!(read(lexicon, "it", Language::En).1, Source::Lexicon);
    }

    #[test]
    fn the_language_parts_words_of_one_script_only() {
        let lexicon = "चार\tmr\t/ts aː r/\nYes\tta\tயெஸ்\nYes\ten\tyeah\n";
        assert_eq!(read(lexicon, "चार", Language::Mr).0, "ts aː r");
        assert_eq!(read(lexicon, "चार", Language::Hi).0, "tʃ aː r");
        assert_eq!(
            read(lexicon, "Yes", Language::En).0,
            read("", "yeah", Language::En).0
        );
        assert_eq!(
            read(lexicon, "Yes", Language::Ta).0,
            read("", "யெஸ்", Language::Ta).0
        );
    }

    #[test]
    fn spellings_that_look_alike_are_one_word() {
        let lexicon = "ज\u{93c}ोमैटो\thi\tज़ोमाटो\n";
        assert_eq!(
            read(lexicon, "\u{95b}ोमै\u{200d}टो", Language::Hi).1,
            Source::Lexicon
        );
    }

    #[test]
    fn a_wrong_entry_is_refused_with_its_line_and_why() {
        for (entry, part) in [
            ("Ananya hi अनन्या", "tabs"),
            ("Ananya\thi", "tabs"),
            ("Ananya\txx\tअनन्या", "unknown language"),
            ("\thi\tअनन्या", "no letters"),
            ("two words\ten\tone", "not one word"),
            ("5G\ten\tfive gee", "not one word"),
            ("Ananya\thi\tananya", "script of Hindi"),
            ("Ananya\thi\t", "no reading"),
            ("Ananya\thi\tअनन्या-५", "script of Hindi"),
            ("Ananya\thi\t/qqq/", "not phonemes"),
            ("Ananya\thi\t//", "not phonemes"),
            ("Ananya\thi\t/a . n/", "not phonemes"),
            ("Ananya\thi\t/ə ˈ/ n/", "not phonemes"),
            ("घर\thi\tमकान", "already"),
        ] {
            match Lexicon::parse(&format!("# ours\nघर\thi\tगृह\n{entry}\n")) {
                Err(Error::Lexicon { line, source }) => {
                    assert_eq!(line, 3);
                    assert!(source.to_string().contains(part), "{entry:?}: {source}");
                }
                other => panic!("{entry:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn tables_are_entries_too_and_a_wrong_one_is_told_by_its_line() {
        let table = |word: &str, language: &str, reading: &str| {
            format!(
                "[[word]]\nword = \"{word}\"\nlanguage = \"{language}\"\nreading = \"{reading}\"\n"
            )
        };
        let good = table("Ananya", "hi", "अनन्या");
        let lines = Lexicon::parse("Ananya\thi\tअनन्या\n").unwrap();
        assert_eq!(Lexicon::parse_toml(&good).unwrap(), lines);
        for (bad, at, part) in [
            (table("gif", "xx", "jif"), 5, "unknown language"),
            (table("gif", "en", "/qqq/"), 5, "not phonemes"),
            (good.clone(), 5, "already"),
            ("[[word]]\nword = \"gif\"\n".to_owned(), 5, "missing field"),
            ("[[word]]\nwords = 1\n".to_owned(), 6, "unknown field"),
            ("gif = jif\n".to_owned(), 5, ""),
        ] {
            match Lexicon::parse_toml(&format!("{good}{bad}")) {
                Err(Error::Lexicon { line, source }) => {
                    assert_eq!(line, at, "{bad}: {source}");
                    assert!(source.to_string().contains(part), "{bad}: {source}");
                }
                other => panic!("{bad}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_latin_word_holds_whatever_language_it_is_taken_for() {
        let lexicon = Lexicon::parse("kal\ten\t/k a l/\n").unwrap();
        let mut out = Vec::new();
        let reading = lexicon.pronounce("kal", Language::Hi, &mut out);
        assert_eq!(reading.source, Source::Lexicon);
    }

    #[test]
    fn file_and_reading_are_bounded() {
        let entry = |n| format!("a\thi\t/{}/", "a ".repeat(n));
        assert!(Lexicon::parse(&entry(MAX_PHONEMES)).is_ok());
        assert!(Lexicon::parse(&entry(MAX_PHONEMES + 1)).is_err());
        let long = "#".repeat(MAX_BYTES);
        assert!(Lexicon::parse(&long).is_ok());
        let longer = Lexicon::parse(&(long + "#"));
        assert!(matches!(longer, Err(Error::Limit { .. })), "{longer:?}");
    }

    #[test]
    fn what_a_lexicon_lacks_is_looked_for_in_the_one_under_it() {
        let under = Lexicon::parse("gif\ten\tjif\nIT\ten\teye tea\n").unwrap();
        let mut over = Lexicon::default();
        over.add("gif", Language::En, "/k aː/").unwrap();
        let over = over.over(Arc::new(under));
        let read = |word| {
            let mut out = Vec::new();
            let reading = over.pronounce(word, Language::En, &mut out);
            (phoneme::format(&out), reading.source)
        };
        assert_eq!(read("gif"), ("k aː".to_owned(), Source::Lexicon));
        assert_eq!(read("IT").1, Source::Lexicon);
        assert_eq!(read("house").1, Source::Dictionary);
    }

    #[test]
    fn respelt_words_take_the_place_of_the_word() {
        let lexicon = Lexicon::parse("IIM\thi\tआई आई एम\nवाक्\thi\t/ʋ aː k/\n").unwrap();
        let mut tokens = text::tokens("वह IIM गया, वाक्", None);
        lexicon.respell(&mut tokens);
        assert_eq!(spoken(&tokens), "वह आई आई एम गया, वाक्.");
    }

    #[test]
    fn a_phrase_of_nothing_readable_is_nothing() {
        let word = Token::word("\u{e000}", Language::Ta);
        let mut out = Vec::new();
        let tokens = [word, Token::Pause(Phoneme::PERIOD)];
        assert_eq!(phrase(&tokens, &Lexicon::default(), &mut out), 1);
        assert!(out.is_empty());
    }
}
