//! Amounts of money.

use super::grammar::before;
use super::numbers::{bare, numeral, push, scales};
use super::speech::Speech;
use super::units::{each, single, unit};
use crate::language::{Coin, Currency, Language, Name, Table, table};
use crate::text::class::{Grammar, Money, Price};

/// An amount, its currency, and what it is the price of.
pub fn money(money: &Money, language: Language, grammar: Grammar, out: &mut Speech) {
    // The ending of an amount belongs to its currency: what it is the price of then stands first.
    let first = |price: &&Price| grammar.case.is_some() && **price != Price::Next;
    if let Some(price) = money.price.as_ref().filter(first) {
        self::price(price, language, out);
    }
    if let Some(minus) = money.minus {
        let words = self::table(minus.language).word(Name::MinusWord);
        out.put_all(words.unwrap_or_default(), minus.language);
    }
    let table = table(language);
    match money.hundredths {
        Some(parts) => parted(money, parts, language, out),
        None => {
            let mut words = String::new();
            bare(&money.number, table, &mut words);
            if grammar.before && money.number.numeral.fraction.is_empty() {
                before(table, &mut words);
            }
            out.put_all(&words, language);
            scales(&money.number, true, language, out);
            if !money.carries && !money.named {
                let one = match money.attribute {
                    true => Some(1),
                    false if money.number.scales.is_empty() => money.number.numeral.integer(),
                    false => None,
                };
                out.put_all(name(table, money.currency, one), language);
            }
        }
    }
    if let Some(case) = grammar.case {
        out.inflect(case);
    }
    if let Some(price) = money.price.as_ref().filter(|price| !first(price)) {
        self::price(price, language, out);
    }
}

/// What an amount is the price of.
fn price(price: &Price, language: Language, out: &mut Speech) {
    let table = table(language);
    out.put_all(table.word(Name::Per).unwrap_or_default(), language);
    let of = match price {
        Price::Unit(of) => each(table, unit(of, table)),
        Price::Shortened(reading) => each(table, single(table, reading.said())),
        Price::Word(word) => each(table, word.clone()),
        Price::Next => String::new(),
    };
    out.put_all(&of, language);
}

/// So many rupees, so many paise.
fn parted(money: &Money, parts: u64, language: Language, out: &mut Speech) {
    let table = table(language);
    let currency = money.currency;
    let whole = money.number.numeral.without_fraction();
    let mut words = String::new();
    let told = (whole.value() != Some(0) || parts == 0) && !whole.whole.is_empty();
    if told {
        numeral(&whole, table, &mut words);
        before(table, &mut words);
        push(&mut words, Some(name(table, currency, whole.value())));
        // ఐదు రూపాయల యాభై పైసలు
        out.put_all(&std::mem::take(&mut words), language);
        if parts > 0
            && let Some(form) = table
                .coin(currency, Coin::Parts)
                .and_then(|part| table.postposition(part))
        {
            out.inflect(form);
        }
    }
    if parts > 0 || !told {
        table.number(parts, &mut words);
        before(table, &mut words);
        let one = table.coin(currency, Coin::Part).filter(|_| parts == 1);
        push(&mut words, one.or(table.coin(currency, Coin::Parts)));
    }
    out.put_all(&words, language);
}

/// The name of a currency for an amount.
fn name(table: &Table, currency: Currency, amount: Option<u64>) -> &'static str {
    let one = table.coin(currency, Coin::One);
    let one = one.filter(|_| amount == Some(1));
    one.or(table.coin(currency, Coin::Many)).unwrap_or_default()
}
