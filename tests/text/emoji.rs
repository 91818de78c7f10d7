//! Emoji: silent, or named once.

use vaak::Language;
use vaak::text::{Reader, Splitter};
use vaak::token::spoken;

fn read(text: &str, named: bool) -> (String, usize) {
    let mut splitter = Splitter::of(text);
    let mut reader = Reader::new(Some(Language::En)).emoji(named);
    let (mut tokens, mut skipped) = (Vec::new(), 0);
    while let Some(clause) = splitter.next_clause() {
        skipped += reader.read(&clause, &mut tokens);
    }
    (spoken(&tokens), skipped)
}

#[test]
fn emoji_are_silent_unless_they_are_asked_for() {
    for (text, said) in [
        ("Hi 😂👍🏽!", "Hi!"),
        ("Great :) see you ;-) <3", "Great see you."),
        ("Press 1️⃣ now", "Press one now."),
        // None of these has a name.
        ("so 🫨 🪿 ok 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ★★★★☆ ▶️", "so ok."),
        ("now → then", "now to then."),
    ] {
        assert_eq!(read(text, false), (said.to_owned(), 0));
    }
}

#[test]
fn emoji_are_named_once() {
    let named = |text| read(text, true).0;
    assert_eq!(named("Thanks 🙏🏽🙏🏽"), "Thanks folded hands.");
    assert_eq!(named("😂😂😂"), "face with tears of joy.");
    assert_eq!(named("fine :)"), "fine slightly smiling face.");
}
