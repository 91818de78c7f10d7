//! Amounts of money: ₹1,250.50, Rs. 5 lakh, 500/-, 20 USD, ₹500-1000.

use std::borrow::Cow;

use super::prelude::*;

/// The amount of a word for a currency begins before so many characters.
const MAX_GAP: usize = 5;
/// Digits of what stands after so many thousand.
const HUNDREDS: usize = 3;
/// The second amount of a range is at most so many times the first.
const MOST: u64 = 5;
/// The letters for rupees, which may follow the amount too.
const RUPEES: [char; 2] = ['r', 's'];
/// The letters of a code such as USD.
const CODE: usize = 3;
/// So many rupees and more are paid by the month rather than by the metre: ₹30,000/m.
const MONTHLY: u64 = 3000;
/// Less is paid for a metre, also where the clause speaks of wages or of cables.
const LEAST_MONTHLY: u64 = 250;
/// "₹2000/night": a word after a price has so many letters at least.
const MIN_WORD: usize = 3;

/// The sign of a currency and the amount after it.
pub fn signed(view: &View, at: usize) -> Option<Candidate> {
    let currency = view.get(at).and_then(currency_sign)?;
    prefixed(view, at + 1, currency)
}

/// A word for a currency and the amount after it, also one with a sign, as in `US$`.
pub fn named(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let mut end = at + letters.len();
    // Rs. INR 2.07
    let next = view.skip_spaces(end + usize::from(view.get(end) == Some('.')));
    let again = view.letters(next);
    if again.len() == CODE && again.iter().all(char::is_ascii_uppercase) && next > end {
        let [first, second] = [letters, again].map(|word| currency(&lowercase(word)));
        return named(view, next).filter(|_| first.is_some() && first == second);
    }
    // A stop, a sign, a minus and spaces may stand between.
    if !(end..end + MAX_GAP).any(|i| view.is_digit(i)) {
        return None;
    }
    // RE -2.50, RE: -2.50 is what the right eye needs.
    let signed = || {
        let colon = usize::from(view.get(end) == Some(':'));
        matches!(
            view.get(view.skip_spaces(end + colon)),
            Some('-' | '–' | '−' | '+')
        )
    };
    if letters == ['R', 'E'] && (signed() || is_of_eye(view, end)) {
        return None;
    }
    let word: String = letters.iter().collect();
    let mut word = Cow::Borrowed(&*word);
    // "a $5 note" is no Australian one.
    let country = word.bytes().all(|b| b.is_ascii_uppercase());
    let space = usize::from(word.len() > 1 && view.get(end) == Some(' '));
    match view.get(end + space) {
        Some('.' | '॰' | ':') if space == 0 => end += 1,
        Some(c) if country && currency_sign(c).is_some() => {
            word.to_mut().push(c);
            end += space + 1;
        }
        _ => {}
    }
    // USD/INR 83.12 is the rate of a pair.
    let pair = view.before(at) == Some('/') && at > CODE && {
        let first: String = view.text[at - 1 - CODE..at - 1].iter().collect();
        country && currency(&first).is_some()
    };
    if pair || !view.digit_near(end) {
        return None;
    }
    // रुपये 2,345.50, where a bare number after the word is read as it stands.
    let in_full = || {
        let (numeral, after) = numeral::scan(view.text, view.skip_spaces(end));
        let paise = numeral.fraction.len() == scale::PAISE && !view.beside_number(at);
        // সেপ্টেম্বর/২৫ টাকা ১,২৪০/-
        let closed = figures::skip_stroke(view, after) > after && view.beside_number(at);
        let named = (paise || closed) && is_rupees(view, &lowercase(letters));
        named.then_some(Currency::Rupee)
    };
    if is_exchanged(view, &lowercase(letters), end) {
        return None;
    }
    prefixed(view, end, currency(&word).or_else(in_full)?)
}

/// Whether a currency stands before its rate, in a clause that has the word for a dollar without a number: डॉलर के मुकाबले रुपया 89.45
fn is_exchanged(view: &View, word: &str, end: usize) -> bool {
    let is = |coin| view.table.coin(Currency::Rupee, coin) == Some(word);
    // ਰੁਪਿਆ is spelt otherwise.
    let one = is(Coin::One) || !is(Coin::Many) && is_rupees(view, word);
    if word.is_ascii() || !one {
        return false;
    }
    let (rate, _) = numeral::scan(view.text, view.skip_spaces(end));
    let dollar = view
        .table
        .coin(Currency::Dollar, Coin::One)
        .unwrap_or_default();
    let stem = beginning(dollar, dollar.chars().count().saturating_sub(1));
    let alone = |start: usize| {
        let before = view.back(start).next();
        before.is_none_or(|c| script::digit(*c).is_none())
    };
    let mut words = view
        .words()
        .iter()
        .filter(|word| word.text.starts_with(stem));
    rate.fraction.len() == scale::PAISE
        && !stem.is_empty()
        && words.any(|word| alone(word.range.start))
}

/// Whether figures after RE are of the right eye rather than of a rupee: a unit, a stroke and figures come behind them, or the clause
/// has the left eye too.
fn is_of_eye(view: &View, at: usize) -> bool {
    let (_, end) = numeral::scan(view.text, view.skip_spaces(at));
    let stroke = view.get(end) == Some('/') && view.is_digit(end + 1);
    let left = || view.all_words().any(|word| word.text == "le");
    // RE 2023-24 is what was estimated again.
    stroke || view.is_dash(end) || has_unit(view, end) || left()
}

/// The amount after a currency.
fn prefixed(view: &View, at: usize, currency: Currency) -> Option<Candidate> {
    let at = at + usize::from(view.get(at).is_some_and(char::is_whitespace));
    let negative = matches!(view.get(at), Some('-' | '−'));
    let at = at + usize::from(negative);
    if !view.is_digit(at + usize::from(view.get(at) == Some('.'))) {
        return None;
    }
    let end = numeral::scan(view.text, at).1;
    let mut found = amount(view, at, currency, end);
    if let Class::Money(money) = &mut found.class {
        let language = view.language;
        money.minus = negative.then_some(Minus { language });
    }
    Some(found)
}

/// The second amount of a range whose first has the currency: ₹500-1000.
pub fn carried(view: &View, at: usize) -> Option<Candidate> {
    let first = match view.left {
        // ₹1 लाख 25 हज़ार
        [.., first] if view.beside_number(at) && !view.touches_number(at) => first,
        [.., first, between] => {
            let spaces = |range: std::ops::Range<usize>| view.text[range].iter().all(|c| *c == ' ');
            let near = [first.range.end..between.range.start, between.range.end..at];
            near.into_iter().all(spaces).then_some(first)?
        }
        _ => return None,
    };
    match &first.class {
        Class::Money(money) if money.carries => {
            let end = numeral::scan(view.text, at).1;
            Some(amount(view, at, money.currency, end))
        }
        _ => None,
    }
}

/// An amount with its currency after it.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (numeral, end) = numeral::scan(view.text, at);
    let paise = || has_paise(view, &numeral, end).then_some((Currency::Rupee, end));
    let rupees = |word: &str| is_for_rupees(view, word);
    // Rs. 51/-, 101/-: the word belongs to the first.
    let mut near = view.left.iter().rev().take(2);
    let mut again = || near.any(|span| matches!(span.class, Class::Money(_)));
    let found = currency_after(view, end)
        .or_else(|| stroke(view, end).filter(|_| again() || !view.words_before(at, 1, rupees)))
        .or_else(|| priced(view, end));
    let yearly = || scale::is_yearly(view, end).then_some((Currency::Rupee, end));
    let (currency, end) = found.or_else(paise).or_else(yearly)?;
    Some(amount(view, at, currency, end))
}

/// The name of rupees with the stroke of a price right after it, 32 रुपये/किलो, and the place of the stroke.
fn priced(view: &View, at: usize) -> Option<(Currency, usize)> {
    let start = view.skip_spaces(at);
    let end = start + view.letters(start).len();
    let price = view.get(end) == Some('/') && (view.is_letter(end + 1) || view.is_digit(end + 1));
    (price && rupees_at(view, at)).then_some((Currency::Rupee, end))
}

/// Whether two decimals before the bare name of rupees are paise: 42.50 रुपये.
fn has_paise(view: &View, numeral: &Numeral, end: usize) -> bool {
    if numeral.fraction.len() != scale::PAISE {
        return false;
    }
    let word = lowercase(view.letters(view.skip_spaces(end)));
    let named = |coin| ending(view.table, Currency::Rupee, coin, &word).is_some();
    [Coin::Many, Coin::One].into_iter().any(named) || currency(&word) == Some(Currency::Rupee)
}

/// The amount whose number stands at `at`; `end` is the place after its currency, or after the number.
fn amount(view: &View, at: usize, currency: Currency, end: usize) -> Candidate {
    let (mut numeral, _) = numeral::scan(view.text, at);
    // Rupees have no thousandths: 44.480 has a stop for a comma.
    let thousands = numeral.fraction.len() == HUNDREDS && numeral.fraction.last() == Some(&0);
    let first = numeral.value();
    let alone = scale::at(view, end, view.table, true).is_none() && !ranges(view, first, end);
    if currency == Currency::Rupee && thousands && alone && numeral.whole.first() != Some(&0) {
        let thousandths = std::mem::take(&mut numeral.fraction);
        numeral.whole.0.extend(thousandths.0);
    }
    let (language, table) = figures::language(view, at);
    let scaled = scale::at(view, end, table, true).is_some();
    // ₹2.5-3 lakh has no paise.
    let parted = !numeral.fraction.is_empty() && !scaled && !ranges_scaled(view, end, table);
    let parted = parted && table.coin(currency, Coin::Parts).is_some();
    let hundredths = numeral.hundredths().filter(|_| parted);
    let mut number = Number::of(numeral.counting());
    number.halves = scaled || ranges_scaled(view, end, table);
    let number_end = end;
    // What costs 6200/- हज़ार is a thousand of it.
    let closed = view.text[..end].ends_with(&['/', '-']);
    let (mut scales, end) = match hundredths {
        Some(_) => (Vec::new(), end),
        None if closed => (Vec::new(), end),
        None => scale::classify(view, end, table, true),
    };
    // A 1,000-crore scheme, a ₹500 note.
    let joined = !scales.is_empty() && view.get(number_end) == Some('-');
    let noun = view.next_word(end);
    // A $2 billion investment, a $500 unsecured bond
    let one = || {
        let follows = view.get(end) == Some(' ') && view.is_letter(end + 1);
        let own = !scales.is_empty() || !table.lists(List::NoAttribute, &noun);
        // The article stands before the name of the currency.
        let sign = view.run_before(at, |c| !c.is_whitespace());
        follows && own && (follows_article(view, at) || follows_article(view, at - sign))
    };
    let attribute =
        language == Language::En && (joined || table.lists(List::Pieces, &noun) || one());
    scale::join(&mut number, &mut scales, table);
    let name_end = name_after(view, figures::skip_stroke(view, end), table, currency);
    // C$5 million ডলার: the word that follows does not say whose it is.
    let own = table.coin(currency, Coin::Many).unwrap_or_default();
    let whole = name_end.is_none() || last_word(own) == own;
    let of_country = is_named_of(view, end, table, currency);
    let ranges = hundredths.is_none() && ranges(view, first, end);
    let compound = !scales.is_empty() && goes_on(view, end, table);
    let before = !scales.is_empty() || !ranges || noun_follows(view, end, table, language);
    number.scales = scales;
    let money = Money {
        currency,
        minus: None,
        number,
        hundredths,
        carries: ranges || compound,
        named: hundredths.is_none() && (name_end.is_some() && whole || of_country),
        attribute,
        price: None,
    };
    let mut found = Class::Money(money.into()).number(view, end, language);
    found.grammar.before = before;
    if ranges || compound || of_country && hundredths.is_none() {
        return found;
    }
    // It is said once: by the word that follows, but before the hundredths in its place.
    if let Some(name_end) = name_end {
        if hundredths.is_none() && whole {
            found.end = figures::skip_stroke(view, end);
            return found;
        }
        // 107.48 രൂപയാണ്
        let word: String = view.letters_before(name_end).iter().collect();
        let ending = ending(table, currency, Coin::Many, &word);
        found.end = name_end - ending.map_or(0, |ending| ending.chars().count());
        let found = found.with_case(view);
        // 90.03 रु./लि.
        let stop = usize::from(view.rest(found.end).starts_with(&['.', '/']));
        return priced_by(found, view, stop, table);
    }
    // ரூ.500/-க்கு
    let closed = figures::skip_stroke(view, end);
    found.end = closed;
    let mut found = found.with_case(view);
    // రూ.3 కోట్ల చీర
    if found.grammar.case.is_none() && ends_before_word(view, &found, table) {
        found.grammar.case = table.postposition("");
    }
    priced_by(found, view, 0, table)
}

/// Whether the last scale of an amount has the form that it has before a word, and a word follows.
fn ends_before_word(view: &View, found: &Candidate, table: &Table) -> bool {
    let last = match &found.class {
        Class::Money(money) => money.number.scales.last(),
        _ => None,
    };
    let form = |text: &str| {
        let mut scales = table.list(List::Scales);
        scales.any(|scale| table.named(Family::CountingForms, scale) == Some(text))
    };
    let follows = view.get(found.end) == Some(' ') && view.is_letter(found.end + 1);
    follows && matches!(last, Some(Scale::Written { text, .. }) if form(text))
}

/// The same amount with what it is the price of, if that follows after so many characters.
fn priced_by(mut found: Candidate, view: &View, gap: usize, table: &Table) -> Candidate {
    let at = found.end + gap;
    let (price, end) = price(view, at, table);
    if let Class::Money(money) = &mut found.class
        && end > at
    {
        let monthly = view.text[at..end] == ['/', 'm'] && is_monthly(view, money);
        let month = table.unit_named(UnitName::Month).filter(|_| monthly);
        money.price = month
            .map(|month| Price::Unit(Unit::of(month, true)))
            .or(price);
        found.end = end;
        let of = money.price.as_ref();
        // ₹90/kg-க்கு மேல்
        if of.is_some_and(|price| *price != Price::Next) {
            return found.with_case(view);
        }
    }
    found
}

/// Whether so much is paid by the month: much money, or a clause of rents and wages.
fn is_monthly(view: &View, money: &Money) -> bool {
    let value = money.number.numeral.value();
    let much = value >= Some(MONTHLY) || !money.number.scales.is_empty();
    let told = || value >= Some(LEAST_MONTHLY) && view.mentions(List::Monthly);
    money.currency == Currency::Rupee && (much || told())
}

/// Whether an amount goes on to a second one, whose currency is its own too.
fn ranges(view: &View, first: Option<u64>, at: usize) -> bool {
    view.is_dash(at) && view.is_digit(at + 1)
        || ranges_scaled(view, at, view.table)
        || ranges_apart(view, first, at)
}

/// Whether an amount goes on to a greater one behind a dash with spaces, which is no measure: ₹500 - 700, but ₹300 - 500 ml.
fn ranges_apart(view: &View, first: Option<u64>, at: usize) -> bool {
    let dash = view.skip_spaces(at);
    let second = view.skip_spaces(dash + 1);
    if dash == at || !view.is_dash(dash) || second == dash + 1 {
        return false;
    }
    let (last, end) = numeral::scan(view.text, second);
    let most = first.map(|n| n.saturating_mul(MOST));
    let other = has_unit(view, end) || duration_at(view, end) || rupees_at(view, end);
    let goes_on = view.is_dash(view.skip_spaces(end)) || figures::skip_stroke(view, end) > end;
    first < last.value() && last.value() <= most && !other && !goes_on
}

/// Whether an amount goes on to one with a scale, perhaps with spaces around the dash: ₹2.5-3 lakh, ₹1.5 - 3 lakh.
fn ranges_scaled(view: &View, at: usize, table: &Table) -> bool {
    let dash = view.skip_spaces(at);
    let second = view.skip_spaces(dash + 1);
    let even = (dash > at) == (second > dash + 1);
    let scaled = || scale::at(view, numeral::scan(view.text, second).1, table, true).is_some();
    even && view.is_dash(dash) && view.is_digit(second) && scaled()
}

/// Whether a smaller scale with its number follows that of an amount: 1 lakh 25 thousand.
fn goes_on(view: &View, at: usize, table: &Table) -> bool {
    let (digits, end) = view.digits(at + 1);
    let small = (1..=scale::PAISE).contains(&digits.len());
    let scaled = || small && scale::at(view, end, table, true).is_some();
    // 12 हज़ार 500
    let last = || digits.len() == HUNDREDS && !view.is_letter(view.skip_spaces(end));
    view.get(at) == Some(' ') && (scaled() || last())
}

/// What may follow an amount, `/-` or the unit that it is the price of, and the place after it.
fn price(view: &View, at: usize, table: &Table) -> (Option<Price>, usize) {
    // The rest of LPA.
    let yearly = at > 0 && scale::is_yearly(view, at - 1);
    let mut years = [UnitName::Annum, UnitName::Year].into_iter();
    if yearly && let Some(year) = years.find_map(|name| table.unit_named(name)) {
        return (Some(Price::Unit(Unit::of(year, true))), at + 2);
    }
    if view.get(at) != Some('/') {
        return (None, at);
    }
    let small = |c: char| script::letter(c).is_some() && !c.is_uppercase();
    let word = view.run(at + 1, small) >= MIN_WORD;
    // ₹600/10 g: the number and its unit are a span of their own.
    let counted = || {
        let (numeral, end) = numeral::scan(view.text, at + 1);
        let full = || table.names_unit(&view.next_word(end));
        !numeral.whole.is_empty() && (unit_at(view, end, table, false).is_some() || full())
    };
    // ₹5/pg is the price of a page.
    if !is_counter(view, at + 1)
        && let Some((unit, end)) = unit_at(view, at + 1, table, true)
    {
        return (Some(Price::Unit(unit)), end);
    }
    // हाफ ₹80/फुल ₹150
    if names_amount(view, at + 1) {
        return (None, at);
    }
    match short_unit(view, at + 1, table) {
        Some((unit, end)) => (Some(Price::Shortened(unit)), end),
        // ₹500/மாதம்
        None if word && table.word(Name::PerEnding).is_some() => {
            let end = at + 1 + view.letters(at + 1).len();
            (Some(Price::Word(view.written(at + 1))), end)
        }
        None if word || counted() => (Some(Price::Next), at + 1),
        None => (None, at),
    }
}

/// The stroke that closes an amount of rupees, 500/-, and the place after it; a word after it may name them.
fn stroke(view: &View, at: usize) -> Option<(Currency, usize)> {
    let end = figures::skip_stroke(view, at);
    (end > at && !rupees_at(view, end)).then_some((Currency::Rupee, end))
}

/// Whether the name of a currency comes after one word, which tells whose it is: $50 billion अमेरिकी डॉलर.
fn is_named_of(view: &View, at: usize, table: &Table, currency: Currency) -> bool {
    let start = view.skip_spaces(at);
    let whose = view.letters(start).len();
    let next = start + whose + 1;
    let parted = whose > 1 && view.get(next - 1) == Some(' ');
    let named = || ending(table, currency, Coin::Many, &view.word(next)).is_some();
    currency != Currency::Rupee && parted && named()
}

/// The place after a word that names a currency, if one comes at a place: ₹500 रुपये, $5 dollars.
fn name_after(view: &View, at: usize, table: &Table, currency: Currency) -> Option<usize> {
    let start = view.skip_spaces(at);
    let letters = view.letters(start);
    let word = lowercase(letters);
    let names = |table: &Table| {
        let names = [Coin::Many, Coin::One].map(|coin| table.coin(currency, coin));
        names.into_iter().flatten()
    };
    let named = |word: &str| {
        names(table).any(|name| word.starts_with(name) || word.starts_with(last_word(name)))
    };
    let english = || names(crate::language::table(Language::En)).any(|name| word == name);
    let native = || view.native(&word).is_some_and(|word| named(&word));
    let begins = named(&word) || english() || native();
    let rupees = || currency == Currency::Rupee && rupees_at(view, start);
    (!word.is_empty() && (begins || rupees())).then_some(start + letters.len())
}

/// The dollar of the Canadian dollar.
fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

/// The ending that a word has after the name of a currency, if it is this name; it may have none.
fn ending<'w>(table: &Table, currency: Currency, coin: Coin, word: &'w str) -> Option<&'w str> {
    let name = table.coin(currency, coin)?;
    let last = || word.strip_prefix(last_word(name));
    let rest = word.strip_prefix(name).or_else(last)?;
    (rest.is_empty() || table.suffix(rest).is_some()).then_some(rest)
}

/// A currency that is written after its amount, and the place after it.
fn currency_after(view: &View, at: usize) -> Option<(Currency, usize)> {
    let at = at + usize::from(view.get(at).is_some_and(char::is_whitespace));
    let digit = |at: usize| view.is_digit(at) || view.get(at) == Some('.');
    if let Some(sign) = view.get(at).and_then(currency_sign) {
        let own = !digit(at + 1) && !digit(at + 2);
        return own.then_some((sign, at + 1));
    }
    let capitals = view.run(at, |c| c.is_ascii_uppercase());
    let word: String = view.rest(at)[..capitals].iter().collect();
    if let Some(sign) = currency(&word).filter(|_| capitals == CODE) {
        let more = view.get(at + CODE).is_some_and(char::is_alphanumeric);
        return (!more && !digit(at + CODE + 1)).then_some((sign, at + CODE));
    }
    // 250 Rs.
    let end = at + RUPEES.len();
    let follows = view.word(at).chars().eq(RUPEES);
    let stop = usize::from(view.get(end) == Some('.'));
    let own = stop * usize::from(view.is_heard_from(end + 1));
    let next = view.skip_spaces(end + stop);
    (follows && !view.is_digit(next)).then_some((Currency::Rupee, end + own))
}
