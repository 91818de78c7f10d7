//! A stroke: per, and, or, a division, or only what parts two words.

use super::prelude::*;
use crate::text::stop::is_quote;

/// An amount of so many is rather one of two than the price of a thousand.
const HUNDRED: u64 = 100;
/// A shorter word is a letter of a number.
const MIN_COUNTER: usize = 3;

/// What a stroke means by what stands on its sides. Its name is said only where it is told alone.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    // 4/5 দিন
    match is_few(view, at) {
        true => silent(view, at, 1),
        false => after_number(view, at)
            .or_else(|| after_word(view, at))
            .or_else(|| between(view, at)),
    }
}

/// After a number or an amount, whose kind tells it.
fn after_number(view: &View, at: usize) -> Option<Candidate> {
    let class = view.span_before(at).map(|span| &span.class);
    let decimal = matches!(class, Some(Class::Decimal(_)));
    // 24/25 Oct
    if view.touches_number(at) && is_day_at(view, at + 1) {
        let and = said(view, at, Name::And).filter(|_| view.language == Language::En);
        return and.or_else(|| silent(view, at, 1));
    }
    // 1%/2%
    let second = || view.get(numeral::scan(view.text, at + 1).1) == Some('%');
    if matches!(class, Some(Class::Percent(_))) && view.is_digit(at + 1) && second() {
        return said(view, at, Name::Or).or_else(|| pause(view, at));
    }
    if decimal && is_side(view, at + 1) {
        return of_sides(view, at);
    }
    // 0.27/1,00,000; Rs 750/1000, but ₹500/1000 notes and half/full ₹650/1000
    let priced = || match class {
        Some(Class::Money(money)) => {
            let value = money.number.numeral.value();
            let aims = view.mentions_around(List::Aims);
            let note =
                |n: u64| n.is_multiple_of(HUNDRED) && Some(n) < view.digits(at + 1).0.value();
            value.is_some_and(|n| !note(n)) && !aims
        }
        _ => false,
    };
    // births/1000
    let counted = || {
        let word = view.letters_before(at);
        word.len() >= MIN_COUNTER && word.iter().all(char::is_ascii_lowercase)
    };
    if is_power_of_ten(view, at + 1) && (decimal || priced() || counted()) {
        return per(view, at);
    }
    // P × R / 100, SINH(x) = 1/x
    if is_division(view, at) {
        return said(view, at, Name::Divided);
    }
    // 350 ml/24 h, once/2 days, 1 ml/5 kg, 1 गोली/10 kg
    let given = || ends_dose(view, at) || view.follows(at, List::Often);
    if given() && is_period(view, at + 1) || is_dosed(view, at + 1) {
        return per(view, at);
    }
    // 85.42/$
    let currency = view.get(at + 1).and_then(currency_sign)?;
    let priced = view.touches_number(at) && !view.number_follows(at + 2);
    priced.then(|| Class::PerCurrency(currency).until(view, at + 2))
}

/// After or before a word, a unit or the like.
fn after_word(view: &View, at: usize) -> Option<Candidate> {
    let (before, next) = (view.before(at), view.get(at + 1));
    let class = view.span_before(at).map(|span| &span.class);
    let (spaced, letter) = (before == Some(' '), view.is_letter(at + 1));
    // किमी/प्रति घंटा
    if letter && view.table.word(Name::Per) == Some(&*view.word(at + 1)) {
        return silent(view, at, 1);
    }
    // और/या, SC/ST
    let words = letter && before.is_some_and(|c| script::letter(c).is_some() || c == '.');
    let unit = || unit_at(view, at + 1, view.table, true).is_some();
    // 20 ग्राम/लीटर, 2 ग्राम /कि.ग्रा., 1.0 ग्रा./ कि.ग्रा., but not 4G/LTE.
    let name = matches!(view.letters(at + 1), [a, b, ..] if a.is_uppercase() && b.is_uppercase());
    // 52 wk H/L
    let initial = |letters: &[char]| matches!(letters, [c] if c.is_uppercase());
    // T/Th
    let day = || matches!(class, Some(Class::Word)) && initial(view.letters_before(at));
    let name = name || initial(view.letters(at + 1)) && initial(view.letters_before(at)) || day();
    // हाफ ₹80/फुल ₹150
    if matches!(class, Some(Class::Money(_))) && names_amount(view, at + 1) {
        return pause(view, at);
    }
    // 52-week high/low
    let lasting = || match view.left {
        [
            ..,
            Classified {
                class: Class::Measure(measure),
                ..
            },
            word,
        ] => measure.unit.is_time() && word.class == Class::Word && !unit(),
        _ => false,
    };
    let rate = (words || spaced && letter || next == Some(' ') && !spaced && unit())
        && (follows_measure(view, at - usize::from(spaced)) || words && is_spread(view, at))
        && !name
        && !lasting()
        && !(words && is_of_goods(view, at));
    let long = view.letters(at + 1).len() > 1 && currency(&view.word(at + 1)).is_none();
    let priced = matches!(class, Some(Class::Money(_))) && long;
    // ₹/kg; किग्रा/हेक्टेयर, रु./कि.ग्रा.; 1% of SI/day, 50 kg NPK/ac.
    let alone = letter && before.and_then(currency_sign).is_some() || is_yield(view, at);
    // 56 సం./స్త్రీ, ৪৫ বছর/মহিলা; સ. ૭-૮/સાં. ૫-૬
    if rate && !unit() && follows_year(view, at) || letter && is_before_daytime(view, at) {
        return pause(view, at);
    }
    // WBC 7,800 /cumm
    let parted = spaced && letter && view.letters(at + 1).len() > 1 && unit();
    let number = |span: &Classified| span.counts && span.range.end + 1 == at;
    let counted = parted && view.left.last().is_some_and(number);
    let each = is_apiece(view, at) && follows_measure(view, at - 1);
    if rate || priced || alone || counted || each || matches!(class, Some(Class::Unit(_))) && unit()
    {
        return said(view, at, Name::Per);
    }
    // ₹160/₹220, ಬಿ.ಎ./ಬಿ.ಕಾಂ., 2 ഇഡ്ഡലി/1 പുട്ട്
    let prices = matches!(class, Some(Class::Money(_))) && is_price(view, at + 1);
    // 10th/12th, XI/XII
    let ranks = view.is_digit(at + 1) && matches!(class, Some(Class::Ordinal(_)))
        || roman::is_small(view.letters(at + 1)) && matches!(class, Some(Class::Roman { .. }));
    let nouns = || parts_nouns(view, at) || parts_codes(view, at) || parts_stopped(view, at);
    if prices || ranks || nouns() || parts_counts(view, at) {
        return pause(view, at);
    }
    // 8GB/256GB, 1100VA/12V
    let measure = matches!(class, Some(Class::Measure(_))) && view.is_digit(at + 1);
    if measure && is_side(view, at + 1) {
        return pause(view, at);
    }
    // 78/bag, 3.5L/cent
    let scaled = matches!(class, Some(Class::Cardinal(number) | Class::Decimal(number)) if !number.scales.is_empty());
    let counts = view.touches_number(at) && (scaled || !words && !ends_code(view, at));
    if counts && counts_each(view, at + 1) {
        return said(view, at, Name::Per);
    }
    // 3N/4D
    if words || measure {
        return silent(view, at, 1);
    }
    // "only/-"
    (next == Some('-') && !view.is_digit(at + 2)).then(|| silent(view, at, 2))?
}

/// Whether a word comes at a place of which each is meant after a stroke: 88/मिनट, but not 3/अ.
fn counts_each(view: &View, at: usize) -> bool {
    let counter = view.letters(at);
    let own = view.language_at(at) == Some(view.language);
    let long = || counter.len() >= MIN_COUNTER && counter.iter().all(|c| !c.is_uppercase());
    // 28/pr, 84/मि., 30/कि., 250/व.फु., but not 12/क.
    let per = |reading: &Reading| reading.condition == Condition::AfterStroke;
    let unit = || {
        let (reading, end) = short_unit(view, at, view.table)?;
        let named = reading.said().rsplit(' ').next()?;
        let letter = view.get(at + 1) == Some('.') && end <= at + 2;
        Some(per(reading) || !letter && view.table.names_unit(named))
    };
    // pace 5:42/km
    let paced = || {
        let time = matches!(view.last_class(), Some(Class::Time(_)));
        time && counter.len() > 1 && has_unit(view, at)
    };
    own && (long()
        || paced()
        || is_counter(view, at)
        || is_rate(view, at - 1)
        || unit() == Some(true))
}

/// Whether years stand before a place, as a number with its unit or by their name.
fn follows_year(view: &View, at: usize) -> bool {
    let year = view.table.unit_named(UnitName::Year).map(NamedUnit::said);
    let word: String = view.letters_before(at).iter().collect();
    let named = |year: &str| !word.is_empty() && year.split(' ').any(|year| year == word);
    measures(view, UnitName::Year) || year.is_some_and(named)
}

/// Whether a stroke parts the hours of two parts of the day: સ. ૭-૮/સાં. ૫-૬
fn is_before_daytime(view: &View, at: usize) -> bool {
    view.touches_number(at) && hour_follows(view, at + 1)
}

/// A stroke between a decimal and what is measured: "or" in 2.4/5 GHz. With two decimals or three whole digits it is a level out of the
/// full level, as of a dam: 204.83/205.33 मीटर.
fn of_sides(view: &View, at: usize) -> Option<Candidate> {
    let tenths = view.digits_before(at).len();
    let level = tenths > 1 || view.digits_before(at - tenths - 1).len() > 2;
    let name = if level { Name::Stroke } else { Name::Or };
    said(view, at, name).or_else(|| silent(view, at, 1))
}

/// Whether a stroke parts what a price is of in English, of which the second is a plural: ₹10 coins/notes.
fn is_of_goods(view: &View, at: usize) -> bool {
    let second = view.letters(at + 1);
    let priced = matches!(view.left, [.., price, _] if matches!(price.class, Class::Money(_)));
    let plural = second.len() > MIN_COUNTER && second.ends_with(&['s']);
    view.language == Language::En
        && priced
        && plural
        && !view.lists(List::Durations, &lowercase(second))
}

/// "Per" before a number, or a pause where a language says it by an ending of the number (ஒரு லட்சத்துக்கு).
fn per(view: &View, at: usize) -> Option<Candidate> {
    let ending = view.table.word(Name::PerEnding).is_some();
    let said = said(view, at, Name::Per).filter(|_| !ending);
    said.or_else(|| pause(view, at))
}

/// Whether another price comes at a place, rather than an amount that has one: ₹160/₹220, రూ.650/400, but not ₹50/100 ml.
fn is_price(view: &View, at: usize) -> bool {
    let (number, end) = view.digits(at);
    let sign = view.get(at).and_then(currency_sign).is_some() && view.is_digit(at + 1);
    let bare = || number.len() > 2 && !has_unit(view, end);
    sign || bare()
}

/// Whether the unit of what is given in so many hours ends at a place.
fn ends_dose(view: &View, at: usize) -> bool {
    let unit: String = view.letters_before(at).iter().collect();
    everywhere(Everywhere::Doses).any(|dose| dose == unit)
}

/// Whether capitals stand before a stroke, or a word that is added to an amount, and what they are counted by after it, in small letters:
/// 50 kg NPK/ac, ₹28,000 + GST/वर्ष.
fn is_yield(view: &View, at: usize) -> bool {
    let name = view.letters_before(at);
    let capitals = name.len() > 1 && name.iter().all(char::is_ascii_uppercase);
    let start = at - name.len() - view.run_before(at - name.len(), |c| c == ' ');
    let added = || !name.is_empty() && view.before(start) == Some('+');
    let counter = view.letters(at + 1);
    let small = counter.len() > 1 && !counter.iter().any(|c| c.is_uppercase());
    let word = view.word(at + 1);
    let counted = || is_time_at(view, at + 1) || matches!(&*word, "ac" | "acre" | "ha" | "kg");
    (capitals || added()) && small && counted()
}

/// Whether so many hours, days or the like come at a place.
fn is_period(view: &View, at: usize) -> bool {
    let (digits, end) = view.digits(at);
    let unit = || unit_at(view, end, view.table, false).is_some_and(|(unit, _)| unit.is_time());
    let listed = || view.lists(List::Durations, &view.next_word(end));
    !digits.is_empty() && (unit() || listed())
}

/// Whether a measure comes at a place after another one, and just one of them is of litres, or after what is given: 1 ml/5 kg,
/// 1 गोली/10 kg, but 500 mg/125 mg are two.
fn is_dosed(view: &View, at: usize) -> bool {
    let (numeral, end) = numeral::scan(view.text, at);
    let second = || unit_at(view, end, view.table, false).filter(|_| !numeral.whole.is_empty());
    let Some(Class::Measure(measure)) = view.last_class() else {
        // 1 गोली/10 kg, but not: tablet/650 mg
        let counted = || matches!(view.left, [.., number, _] if number.counts);
        return ends_dose(view, at - 1) && counted() && second().is_some();
    };
    let litres = view.table.unit("l").map_or("", NamedUnit::said);
    let is_volume = |unit: Unit| {
        let words = verbalize::unit(&Unit { one: false, ..unit }, view.table);
        unit.below.is_none() && words.ends_with(litres)
    };
    let differs = |(second, _)| is_volume(measure.unit) != is_volume(second);
    second().is_some_and(differs)
}

/// What stands on both sides of a stroke: letters and stops.
fn sides<'v>(view: &'v View, at: usize) -> [&'v [char]; 2] {
    let part = |c: char| matches!(c, '.' | '\'' | '’') || script::is_in_word(c);
    let start = at - view.run_before(at, part);
    [
        &view.text[start..at],
        &view.rest(at + 1)[..view.run(at + 1, part)],
    ]
}

/// Whether a stop stands between letters: ಬಿ.ಎ, B.Sc
fn is_of_parts(text: &[char]) -> bool {
    let parts = text.split(|c| *c == '.').filter(|part| !part.is_empty());
    parts.count() > 1
}

/// Whether a stroke parts two short forms with stops, or in Latin letters two degrees of which one has its stop: ಬಿ.ಎ./ಬಿ.ಕಾಂ., GNM/B.Sc
fn parts_stopped(view: &View, at: usize) -> bool {
    let sides = sides(view, at);
    let indic = |side: &&[char]| side.first().is_some_and(|c| !c.is_ascii());
    let latin = |side: &&[char]| side.len() > 1 && side[0].is_ascii_uppercase();
    let mut stopped = sides.iter().map(|side| is_of_parts(side));
    match sides.iter().all(latin) {
        true => stopped.any(|stopped| stopped),
        false => sides.iter().all(indic) && stopped.all(|stopped| stopped),
    }
}

/// Whether a stroke parts two numbers with what they count: 2 ഇഡ്ഡലി/1 പുട്ട്, 3 years/50,000 km.
fn parts_counts(view: &View, at: usize) -> bool {
    let (second, end) = numeral::scan(view.text, at + 1);
    let noun = || view.get(end) == Some(' ') && view.is_letter(end + 1);
    let word = view.letters_before(at);
    let scaled = || scale::at(view, end, view.table, true).is_some();
    let side = || word.len() >= MIN_COUNTER && (is_side(view, at + 1) || scaled());
    let full = |c: &char| !c.is_ascii() || side();
    word.last().is_some_and(full) && !second.whole.is_empty() && noun() && follows_measure(view, at)
}

/// Whether the digits before a place are those of a code: OS2-850/अंतरराष्ट्रीय.
fn ends_code(view: &View, at: usize) -> bool {
    let digits = view.digits_before(at).len();
    let before = |back: usize| at.checked_sub(digits + back).and_then(|i| view.get(i));
    let hyphen = before(1) == Some('-') && before(2).is_some_and(|c| c.is_ascii_alphanumeric());
    // 12/2024/तस्व, 567/स्था./2024, २०२४/प्र.क्र.४५/टीएनटी
    let part = |c: char| c == '.' || script::letter(c).is_some() || script::digit(c).is_some();
    let behind = view.run(at + 1, part);
    let figures = |part: &[char]| part.iter().any(|c| script::digit(*c).is_some());
    let year = digits == 4 && before(1) == Some('/');
    let goes_on = view.get(at + 1 + behind) == Some('/')
        && (figures(&view.rest(at + 1)[..behind]) || view.is_digit(at + 2 + behind));
    let token = || view.run_before(at, |c| c == '/' || part(c));
    let chained = || before(1) == Some('.') && view.text[at - token()..at].contains(&'/');
    hyphen || year || goes_on || chained()
}

/// A stroke between any other two: a pause where spaces stand beside it, otherwise nothing. Not one that is told of: "/".
fn between(view: &View, at: usize) -> Option<Candidate> {
    let quote = |c: Option<char>| c.is_none_or(is_quote);
    let (before, next) = (view.before(at), view.get(at + 1));
    let heard = |c: &char| c.is_alphanumeric();
    let parts = view.text[..at].iter().any(heard) && view.rest(at + 1).iter().any(heard);
    // USD/1000
    let letters = view.letters_before(at);
    let coded = || view.is_digit(at + 1) && currency(&letters.iter().collect::<String>()).is_some();
    // 7-8 AM/5-6 PM
    let hour = matches!(letters, ['A' | 'P', 'M']);
    if !parts || quote(before) && quote(next) || coded() {
        return None;
    }
    // 4.0/5.0, 18602928161/SMS
    let numbers = match view.last_class() {
        Some(Class::Decimal(_)) => view.is_digit(at + 1),
        Some(Class::Cardinal(_)) if is_height(view, at + 1) => true,
        // 8/128 GB
        Some(Class::Cardinal(_)) if is_of_memory(view, at - view.digits_before(at).len()) => true,
        // 1,850/1,200 ml
        Some(Class::Cardinal(number)) => number.numeral.grouped && view.is_digit(at + 1),
        last => matches!(last, Some(Class::Telephone(_))),
    };
    match before == Some(' ') || next == Some(' ') || before == Some(')') || numbers || hour {
        true => pause(view, at),
        false => silent(view, at, 1),
    }
}

/// Whether a stroke divides in a formula.
fn is_division(view: &View, at: usize) -> bool {
    // (a+b)/2, Speed = distance/time
    if divides_sum(view.text, at) || is_of_quantities(view, at) {
        return true;
    }
    // Helpline: 14555 / 1800-111-565 (24×7)
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    let spaced = spaced && !is_toll_free(view, at + 2);
    let number = view.before(at).is_some_and(|c| c.is_ascii_digit()) && view.is_letter(at + 1);
    // dS/S = 1
    let short = |letters: &[char]| matches!(letters.len(), 1 | 2) && letters[0].is_ascii();
    let pair = || short(view.letters_before(at)) && short(view.letters(at + 1));
    // x/2 = 5
    let halved = || {
        let from = at - view.letters_before(at).len();
        let alone = view
            .before(from)
            .is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '/');
        from + 1 == at && alone && view.is_digit(at + 1)
    };
    // P(A) = n(A)/n(S)
    let called = || view.before(at) == Some(')') && view.letters(at + 1).len() == 1;
    let terms = || (pair() || halved() || called()) && view.text.contains(&'=');
    is_formula(view) && (spaced || number && view.text.contains(&'(') || terms())
}

/// Whether the names of two quantities stand around a stroke in a formula, of which one may be in capitals: = distance/time, profit/CP × 100.
fn is_of_quantities(view: &View, at: usize) -> bool {
    let (first, second) = (view.letters_before(at), view.letters(at + 1));
    let named = |letters: &[char]| view.begins(List::Quantities, &lowercase(letters));
    let short = |letters: &[char]| {
        letters.len() <= MIN_COUNTER && letters.iter().all(char::is_ascii_uppercase)
    };
    let either =
        || named(first) && (named(second) || short(second)) || short(first) && named(second);
    let formula = || view.text[..at].iter().any(|c| matches!(c, '=' | '×' | '÷'));
    !first.is_empty() && !second.is_empty() && formula() && either()
}

/// Whether a stroke alone parts two names of which one has digits: UTF-8/UTF-16, GBK/GB-2312, Mi A2/A2 Lite.
fn parts_codes(view: &View, at: usize) -> bool {
    let part = |c: char| matches!(c, '-' | '/') || c.is_ascii_alphanumeric();
    let (start, end) = (at - view.run_before(at, part), at + view.run(at, part));
    let both = [&view.text[start..at], &view.text[at + 1..end]];
    let name =
        |name: &&[char]| name.len() > 1 && name[0].is_ascii_uppercase() && !name.contains(&'/');
    both.iter().all(name) && both.concat().iter().any(char::is_ascii_digit)
}

/// Whether a stroke stands between two words that are no letters of an abbreviation: पति/पत्नी, Tokyo/Osaka. Not in and/or, SC/ST.
fn parts_nouns(view: &View, at: usize) -> bool {
    // Bachelor's/Master's
    let owner = matches!(view.text[..at], [.., '\'' | '’', 's']);
    let end = at - if owner { "'s".len() } else { 0 };
    let (first, second) = (view.letters_before(end), view.letters(at + 1));
    let start = end - first.len();
    let coded = view.is_digit(at + 1 + second.len());
    // MPs/MLAs
    let [first, second] = [first, second].map(|name| match name {
        [name @ .., 's'] if name.len() > 1 && name.iter().all(char::is_ascii_uppercase) => name,
        name => name,
    });
    let word = |word: &[char]| match word {
        [_, second, _, ..] if second.is_ascii() => second.is_lowercase(),
        [first, ..] => !first.is_ascii() && script::bases(word) > 1,
        [] => false,
    };
    let indic = |word: &[char]| word.first().is_some_and(|c| !c.is_ascii());
    let link = view.word(start);
    let links = [Name::Ampersand, Name::Or].map(|name| view.table.word(name));
    let and = view.lists(List::AfterLetter, &link) || links.contains(&Some(&*link));
    // Tue/Wed
    let shortened = view.shortened().is_some();
    // LTE/WCDMA
    let capitals = |name: &[char]| {
        let all = name.len() >= MIN_COUNTER && name.iter().all(char::is_ascii_uppercase);
        all && name.iter().any(|c| *c != name[0]) || word(name)
    };
    let code = |name: &[char]| currency(&name.iter().collect::<String>()).is_some();
    // Graduate/PG
    let two =
        |name: &[char]| matches!(name, [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase());
    let either = |is: &dyn Fn(&[char]) -> bool| {
        is(first) && capitals(second) || capitals(first) && is(second)
    };
    // A. Rao/S. Menon
    let initial = word(first)
        && first[0].is_ascii_uppercase()
        && matches!(second, [c] if c.is_ascii_uppercase())
        && view.get(at + 2) == Some('.');
    let names = initial
        || either(&capitals) && !(code(first) && code(second))
        || either(&two) && !code(first) && !code(second) && !coded;
    let known = names || indic(second) && word(second) && first.len() > 1;
    let begins = view.before(start).is_none_or(|c| " /([\"'“‘-".contains(c));
    known && begins && !and && !shortened
}

/// Whether a power of ten comes at a place, from a thousand to ten million.
fn is_power_of_ten(view: &View, at: usize) -> bool {
    let (many, _) = numeral::scan(view.text, at);
    let power = |n: u64| (3..=7).any(|zeros| 10_u64.pow(zeros) == n);
    many.integer().is_some_and(power)
}
