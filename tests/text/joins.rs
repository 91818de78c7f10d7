//! What becomes of a word's last sounds before the next word of the phrase.

use vaak::Language;
use vaak::lexicon::{Lexicon, phrase, phrase_words};
use vaak::phoneme::{self, Phoneme};
use vaak::text::{Reader, Splitter, tokens};

use crate::table;

/// The phonemes of a text, word by word.
pub fn heard(text: &str, language: Language, lexicon: &str) -> String {
    let mut phonemes = Vec::new();
    let lexicon = Lexicon::parse(lexicon).unwrap();
    phrase(&tokens(text, Some(language)), &lexicon, &mut phonemes);
    let words = phonemes.split(|p| *p == Phoneme::SPACE || p.is_pause() || *p == Phoneme::EDGE);
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(|word| phoneme::format(word).replace(' ', ""))
        .collect();
    words.join(" ")
}

#[test]
fn words_are_joined_where_no_pause_parts_them() {
    let wrong = table::wrong("joins.tsv", |[language, text, phonemes]| {
        let found = heard(text, language.parse().unwrap(), "");
        (found, phonemes.to_owned())
    });
    table::assert_none([wrong]);
}

#[test]
fn what_the_user_says_of_a_word_is_not_joined() {
    assert_eq!(
        heard("the end", Language::En, "the\ten\t/d̪ ə/\n"),
        "d̪ə ˈɛnɖ"
    );
}

#[test]
fn the_place_of_each_word_is_told_after_the_joins() {
    let clause = Splitter::of("காற்று \u{e000} அடி காற்று அடி").next_clause();
    let (mut tokens, mut phonemes, mut words) = (Vec::new(), Vec::new(), Vec::new());
    Reader::new(None).read(&clause.unwrap(), &mut tokens);
    phrase_words(&tokens, &Lexicon::default(), &mut phonemes, &mut words);
    let words: Vec<String> = words
        .into_iter()
        .map(|at| phoneme::format(&phonemes[at]).replace(' ', ""))
        .collect();
    assert_eq!(words, ["kaːt̪r", "aɖi", "kaːt̪r", "aɖi"]);
}
