//! Say it: puts a class into the words of a language, from that language's table.
//!
//! It knows no text but the span's own characters, and of what stands around it only what its [`Grammar`] tells.

mod codes;
mod dates;
mod grammar;
mod money;
mod numbers;
mod speech;
mod units;

pub use units::{around, has_ending, per_ending, unit};

use crate::language::{Coin, Currency, Language, List, Name, Suffix, Table, inflected, table};
use crate::text::class::{Class, Grammar, Meaning, Piece};

use crate::token::Token;

pub use speech::Speech;

/// Appends the words of a class; `written` are the characters of its span.
pub fn say(
    class: &Class,
    language: Language,
    grammar: Grammar,
    written: &[char],
    out: &mut Speech,
) {
    match class {
        Class::Cardinal(n) | Class::Decimal(n) | Class::Ordinal(n) | Class::Year(n) => {
            numbers::number(n, language, grammar, out)
        }
        Class::Fraction(fraction) => numbers::fraction(fraction, language, grammar, out),
        Class::Measure(measure) => numbers::measure(measure, language, grammar, out),
        // What it is the price of stands after its case.
        Class::Money(amount) => return money::money(amount, language, grammar, out),
        Class::Date(date) => dates::date(date, language, out),
        Class::Time(time) => dates::time(time, language, grammar, out),
        Class::Ratio(parts) => numbers::ratio(parts, language, out),
        Class::Version(parts) => numbers::version(parts, language, out),
        Class::Telephone(groups) => codes::telephone(groups, language, out),
        Class::Identifier(parts) => codes::identifier(parts, language, out),
        Class::Score(score) => numbers::score(score, language, out),
        Class::Key(code) => codes::key(code, language, out),
        Class::House(house) => codes::house(house, language, out),
        Class::Electronic(parts) => codes::electronic(parts, language, out),
        Class::Roman { value, ruler } => numbers::roman(*value, *ruler, language, out),
        Class::Unit(unit) => out.put_all(&units::unit(unit, table(language)), language),
        Class::PerCurrency(currency) => per_currency(*currency, language, out),
        Class::Abbreviation(short) => out.put_all(meaning(*short, table(language)), language),
        Class::Percent(words) | Class::Sign(words) => out.put_all(words, language),
        Class::Power(power) => numbers::power(power, language, out),
        Class::Letter(name) => out.put((*name).to_owned(), language),
        Class::Emoji(name) => out.put_all(name.unwrap_or_default(), language),
        Class::Range => match table(language).word(Name::To) {
            // The number before it has it already.
            Some(to) if to.starts_with(['~', '+']) => {}
            to => out.put_all(to.unwrap_or_default(), language),
        },
        Class::Phonemes(phonemes) => out.give(phonemes.clone(), language),
        Class::Given(pieces) => given(pieces, out),
        Class::Word => out.put(spelling(written), language),
        Class::Punctuation(Some(pause)) => out.ask(*pause),
        Class::Pair | Class::Punctuation(None) => {}
        Class::Unknown => out.skip(),
    }
    if let Some(case) = grammar.case {
        out.inflect(case);
    }
}

/// The words that an abbreviation stands for.
pub fn meaning(short: Meaning, table: &Table) -> &'static str {
    let words = match short {
        Meaning::Reading(reading) => Some(reading.said()),
        Meaning::Whole(whole) => Some(whole.word()),
        Meaning::Month(month) => dates::month(table, month),
        Meaning::Weekday(day) => table.list(List::Weekdays).nth(day),
        Meaning::Words(words) => Some(words),
    };
    words.unwrap_or_default()
}

/// Per dollar.
fn per_currency(currency: Currency, language: Language, out: &mut Speech) {
    let table = table(language);
    for words in [table.word(Name::Per), table.coin(currency, Coin::One)] {
        out.put_all(words.unwrap_or_default(), language);
    }
}

/// Appends what is read in place of characters.
fn given(pieces: &[Piece], out: &mut Speech) {
    let mut pieces = pieces.iter().peekable();
    while let Some(piece) = pieces.next() {
        let written: Vec<char> = piece.written.chars().collect();
        say(&piece.class, piece.language, piece.grammar, &written, out);
        if pieces.peek().is_some_and(|next| next.class == Class::Range) {
            out.begin_range(table(piece.language));
        }
    }
}

/// Letters as a word of a text, with one kind of apostrophe.
pub fn spelling(letters: &[char]) -> String {
    let bytes = letters.first().map_or(0, |c| c.len_utf8()) * letters.len();
    let mut text = String::with_capacity(bytes);
    for c in letters {
        text.push(if *c == '’' { '\'' } else { *c });
    }
    text
}

/// Whether the last word of a class takes an ending of a language. A word in Latin letters takes none of another script.
pub fn bends(
    class: &Class,
    language: Language,
    grammar: Grammar,
    written: &[char],
    case: Suffix,
) -> bool {
    let mut out: Vec<Token> = Vec::new();
    let mut speech = Speech::new(&mut out);
    say(class, language, grammar, written, &mut speech);
    let fits = |word: &str| language == Language::En || !word.is_ascii();
    let last = speech.last().filter(|word| fits(word));
    last.is_some_and(|word| inflected(case.forms, word).is_some())
}
