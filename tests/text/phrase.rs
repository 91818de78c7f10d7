//! Where a reader pauses in a long clause without a mark: the places between its words, and the best of them.

use vaak::Language;
use vaak::text::by_letters;
use vaak::text::phrase::{Break, best};

use crate::table;

/// Whether what a table says of a place holds.
fn holds(language: Language, before: &str, after: &str, what: &str) -> bool {
    let place = Break::between(language, before, after).unwrap();
    let strongest = place.reasons.iter().map(|(_, weight)| *weight).max();
    match what {
        "never" => place.score < -500,
        "seldom" => Break::cut(language, before, after).unwrap().score < -30,
        "without a reason" => strongest.is_none_or(|weight| weight < 14) || place.score < -12,
        "with a reason" => place.score > -30,
        "gladly" => place.score > 0,
        _ => panic!("{what}"),
    }
}

#[test]
fn what_belongs_together_is_not_parted() {
    let wrong = table::wrong("phrase.tsv", |[language, before, after, what]| {
        let holds = holds(language.parse().unwrap(), before, after, what);
        let found = if holds { what } else { "not so" };
        (found.to_owned(), what.to_owned())
    });
    table::assert_none([wrong]);
}

#[test]
fn a_break_has_its_reasons() {
    let found = Break::between(Language::Hi, "यह सच है कि", "वह आया").unwrap();
    assert!(
        found.reasons.contains(&("after कि".to_owned(), 26)),
        "{found:?}"
    );
    let sum: i32 = found.reasons.iter().map(|(_, weight)| weight).sum();
    assert_eq!(found.score, sum);
    assert_eq!(Break::between(Language::Hi, "", "a"), None);
}

#[test]
fn the_best_break_parts_no_phrase() {
    for (text, expected) in [
        (
            "उन्होंने बताया कि पुराने ब्रेमेन श्रेणी के युद्धपोतों को बदलने की योजना पर पिछले साल काम शुरू किया गया था और इसमें कई नए जहाज हैं",
            ["था", "और"],
        ),
        (
            "मंत्री ने पत्रकारों से बात करते हुए साफ कहा कि नई योजना के तहत गांव के किसानों को एक हवा वाली नाव दी जाएगी ",
            ["तहत", "गांव"],
        ),
        (
            "The minister told the reporters on Monday that the new boats of the river police are ready but nobody has used them yet ",
            ["ready", "but"],
        ),
    ] {
        let end = best(by_letters(text), text, 0, |_| true).unwrap().end();
        let last = text[..end].split_whitespace().next_back();
        let next = text[end..].split_whitespace().next();
        assert_eq!([last, next], expected.map(Some), "{text}");
    }
}

#[test]
fn what_stands_in_brackets_is_not_parted() {
    let text = "മന്ത്രി അറിയിച്ച തീയതി 1917 ഫെബ്രുവരി മാസം ഇരുപത്തേഴാം തീയതി (ഇപ്പോൾ പൊതുവേ ഉപയോഗത്തിലുള്ള ജോർജ്ജിയൻ കലണ്ടർ അനുസരിച്ച് മാർച്ച് മാസം) ആണ് അന്ന് ";
    let end = best(Language::Ml, text, 0, |_| true).unwrap().end();
    let brackets = |c| text[..end].matches(c).count();
    assert_eq!(brackets('('), brackets(')'));
}

#[test]
fn where_no_break_is_allowed_there_is_none() {
    assert_eq!(best(Language::Hi, &"का ".repeat(60), 0, |_| true), None);
    assert_eq!(best(Language::En, &"word".repeat(60), 0, |_| true), None);
    assert_eq!(best(Language::En, "", 0, |_| true), None);
}
