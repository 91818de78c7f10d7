//! The words that numbers are counted in: lakh, crore, million, and how they are shortened.

use super::count::is_counted_in;
use super::letters::{self, begins_word};
use crate::text::normalize::ground::*;

/// The longest word for a scale that is looked at, and the longest ending of one.
const MAX_SCALE: usize = 24;
const MAX_ENDING: usize = 14;
/// Characters after the name of an account, among which its number begins.
const NEAR: usize = 6;
/// Digits of a number that is shortened to lakh, those after its point too: 99L, 12.75L.
const MAX_LAKH: usize = 4;
/// Decimals of a price.
pub const PAISE: usize = 2;
/// Lakh per annum.
const YEARLY: [char; 3] = ['L', 'P', 'A'];

/// The scale that comes at a place, after white space perhaps: which one where it is shortened or has a form of its own, and the
/// place after it; or nothing and the place where the word begins. In `money` one letter may be a scale, and so may a whole word.
pub fn at(view: &View, at: usize, table: &Table, money: bool) -> Option<(Option<Scale>, usize)> {
    // ₹2,500-cr
    let hyphen = money && view.get(at) == Some('-') && view.is_letter(at + 1);
    let start = view.skip_white(at) + usize::from(hyphen);
    let letters = view.letters(start);
    // lakhக்கு
    let latin = letters.iter().take_while(|c| c.is_ascii()).count();
    let letters = &letters[..if latin > 1 { latin } else { letters.len() }];
    if letters.is_empty() || letters.len() > MAX_SCALE {
        return None;
    }
    let end = start + letters.len();
    // A) ₹80 B) ₹70
    let items = || {
        let mut pairs = view.earlier.windows(2).chain(view.text[..at].windows(2));
        pairs.any(|pair| pair[0].is_ascii_uppercase() && pair[1] == ')')
    };
    // 10 mΩ
    let ohms = || view.get(end) == Some('Ω');
    if letters.len() == 1
        && (ohms()
            || start > at && view.get(end) == Some(')') && items()
            || begins_word(view, start))
    {
        return None;
    }
    // 12 LPA: what is left is the price of a year.
    if letters == YEARLY {
        return Some((Some(Scale::Named(ScaleName::Lakh)), start + 1));
    }
    // 439 Cr.P.C.
    let stop = view.get(end) == Some('.');
    if stop && view.get(end + 1).is_some_and(char::is_uppercase) && view.get(end + 2) == Some('.') {
        return None;
    }
    if matches!(letters, ['C' | 'c', 'R' | 'r'])
        && (is_balance(view, at) || is_credited(view, end) || is_sent(view, at, end))
    {
        return None;
    }
    let mut word = spelling(letters);
    let lower = word.to_ascii_lowercase();
    // What the language has as a word is read as one, but for capitals.
    let spelt = || {
        let capitals = letters.iter().all(|c| c.is_ascii_uppercase());
        // 77 lakhs of people, but 77 lakh rupees
        let many = money && lower.ends_with('s');
        let own = !capitals && !many && table.lists(List::Scales, &lower);
        scale_spelt(&word).filter(|_| !own).map(Scale::Named)
    };
    let form = || {
        let mut forms = table.list(List::ScaleForms);
        forms.find(|form| *form == word).map(Scale::Listed)
    };
    if (money || letters.len() > 1 || is_counting(view, at, letters))
        && start - at < 2
        && let Some(scale) = spelt().or_else(form)
    {
        return Some((Some(scale), end));
    }
    if !money {
        return None;
    }
    // ₹25ল
    let glued = start == at && letters.len() == 1;
    if (stop || glued)
        && let Some(scale) = shortened(table, &word)
    {
        return Some((
            Some(Scale::Listed(scale)),
            end + usize::from(stop && view.is_heard_from(end)),
        ));
    }
    word = lower;
    let own = table.list(List::Scales).find(|scale| *scale == word);
    if own.is_some()
        || word.is_ascii() && crate::language::table(Language::En).lists(List::Scales, &word)
    {
        // Said in its form before the currency, where it has one.
        let counting = |word: &&str| table.named(Family::CountingForms, word).is_some();
        return Some(match own.filter(counting) {
            Some(word) => (Some(Scale::Listed(word)), end),
            None => (None, start),
        });
    }
    // The ending of a scale (லட்சத்துக்கு, लाखांपेक्षा) is left to the currency.
    let (scale, ending) = inflected(table, &word)?;
    Some(match ending {
        Some(length) => (Some(Scale::Listed(scale)), end - length),
        None => (None, start),
    })
}

/// The scale that a word with a stop is short for, in the letters of India: ₹45 ला.
fn shortened(table: &Table, word: &str) -> Option<&'static str> {
    let mut said = table.with_stop(word).iter().map(Reading::said);
    said.find(|said| !word.is_ascii() && table.lists(List::Scales, said))
}

/// Joins a small number and the word for thousand after it, in languages whose numbers have a word for both: 10 ஆயிரம்; and in those of
/// India a thousand in Latin letters, which may make lakhs: 150K.
pub fn join(number: &mut Number, scales: &mut Vec<Scale>, table: &Table) {
    let thousand = table.word(Name::JoinedThousand);
    let most = match scales.first() {
        Some(Scale::Named(ScaleName::Thousand)) if table.word(Name::Oh).is_none() => 10_000,
        Some(Scale::Written { text, .. }) if thousand == Some(text) => 100,
        Some(Scale::Listed(word)) if thousand == Some(word) => 100,
        _ => return,
    };
    let numeral = &mut number.numeral;
    if numeral.fraction.is_empty() && numeral.whole.is_in(2..most) {
        numeral.whole.0.extend([0; 3]);
        scales.remove(0);
    }
}

/// Whether an amount of so many lakh a year comes at a place: 12 LPA.
pub fn is_yearly(view: &View, at: usize) -> bool {
    let rest = view.rest(view.skip_spaces(at));
    rest.starts_with(&YEARLY)
        && !rest
            .get(YEARLY.len())
            .is_some_and(char::is_ascii_alphanumeric)
}

/// Whether a word of the clause or of the one before tells a price, so that 25L are lakh, and none tells what is measured in litres.
/// Not where the price follows: 500L ₹3,900.
fn is_priced(view: &View, end: usize) -> bool {
    let price = view.get(view.skip_spaces(end)).and_then(currency_sign);
    price.is_none() && !view.mentions_around(List::Liquids) && view.mentions_around(List::Priced)
}

/// Whether a number without a currency is a price: 7,200/MT, 92.50/L, @ 78/m, or in a list of prices.
pub fn is_of_price(view: &View, at: usize, numeral: &Numeral) -> bool {
    let sign = |c: &char| *c == '@' || currency_sign(*c).is_some();
    let priced = |word: &Word| {
        view.lists(List::Priced, &word.text) || currency(&word.text) == Some(Currency::Rupee)
    };
    numeral.grouped
        || numeral.fraction.len() == PAISE
        || view.text[..at].iter().any(sign)
        || view.all_words().any(priced)
}

/// Whether an amount with paise that ends at a place is what is left of an account, so that cr. is credit: Bal Rs 5,432.18 Cr.
fn is_balance(view: &View, at: usize) -> bool {
    let credited = |word: &Word| view.lists(List::Credited, &word.text);
    follows_paise(view, at) && view.all_words().any(credited)
}

/// Whether the paise of an amount end at a place: 11064.24CR.
fn follows_paise(view: &View, at: usize) -> bool {
    view.digits_before(at).len() == PAISE && view.get(at.wrapping_sub(PAISE + 1)) == Some('.')
}

/// Whether an amount with paise that ends at a place goes to an account or to a name of a payer, so that cr. is credited: Rs.1000.00 Cr. to
/// asha@okaxis A/c XX12
fn is_sent(view: &View, at: usize, end: usize) -> bool {
    let next = view.skip_spaces(end + usize::from(view.get(end) == Some('.')));
    let account = |c: &[char]| matches!(c, ['A' | 'a', '/', 'C' | 'c']);
    let rest = view.rest(next);
    let told = || rest.windows(3).any(account) || rest.contains(&'@');
    follows_paise(view, at) && matches!(&*view.word(next), "to" | "by" | "from") && told()
}

/// Whether the "cr" before a place is credited to an account, whose name follows: ₹500 cr. to your a/c.
fn is_credited(view: &View, end: usize) -> bool {
    let to = view.skip_spaces(end + usize::from(view.get(end) == Some('.')));
    let whose = view.skip_spaces(to + view.letters(to).len());
    let next = view.skip_spaces(whose + view.letters(whose).len());
    let account = |at: usize| {
        let word = view.word(at);
        view.lists(List::Credited, &word) || view.rest(at).starts_with(&['a', '/', 'c'])
    };
    // To SBI a/c
    let bank = || view.letters(whose).iter().all(char::is_ascii_uppercase);
    let own = view.lists(List::Yours, &view.word(whose)) || bank();
    // To a/c XX5708
    let numbered = || account(whose) && view.rest(next).iter().take(NEAR).any(char::is_ascii_digit);
    view.word(to) == "to" && (numbered() || own && account(next))
}

/// Whether p.a. comes at a place.
fn is_annual(view: &View, at: usize) -> bool {
    let rest = view.rest(view.skip_spaces(at));
    matches!(
        rest,
        ['p', '.', 'a', ..] | ['p', 'a'] | ['p', 'a', ' ' | '.' | ',', ..]
    )
}

/// Whether one letter right after a number is a scale, as what it counts follows: 1.2M views.
fn is_counting(view: &View, at: usize, letters: &[char]) -> bool {
    let decimals = || view.before(at - view.digits_before(at).len()) == Some('.');
    // 8k–10k steps
    let dash = view.skip_spaces(at + 1);
    let last = view.digits(view.skip_spaces(dash + 1)).1;
    let ranged = view.is_dash(dash) && view.letters(at) == letters;
    if ranged && view.is_digit(last - 1) && view.letters(last) == letters {
        return is_counting(view, last, letters);
    }
    let fits = match letters {
        // 6,000 L are litres.
        ['L'] => {
            let end = view.skip_white(at) + 1;
            let next = view.next_word(end);
            let crore = || scale_spelt(&next) == Some(ScaleName::Crore);
            // Rs 12 lakhs reqd. Collected 7.35 L
            let lakhs = |word: &Word| scale_spelt(&word.text) == Some(ScaleName::Lakh);
            // 20 L can ₹35, 3.2L copies
            let holds = || view.lists(List::Containers, &next);
            let told = || {
                is_priced(view, end)
                    || is_annual(view, end)
                    || crore()
                    || view.lists(List::Counted, &next)
                    || view.all_words().any(lakhs)
            };
            return is_small(view, at) && !holds() && !is_flow(view, at) && told();
        }
        ['M'] => true,
        // 10m views, but not 100m बार
        ['m'] => {
            let next = view.next_word(at + 1);
            let others = [List::Durations, List::Counted];
            return view.get(at + 1) == Some(' ')
                && view.begins(List::Viewed, &next)
                && (next.is_ascii() || !others.iter().any(|list| view.lists(*list, &next)));
        }
        // 62k km, 10k lts, but not 10k min order
        ['k'] if view.get(at + 1) == Some(' ') && is_measured(view, at + 2) => return true,
        // A salary of 12k, 10K/month
        ['k' | 'K'] if is_paid(view, at) || is_daily(view, at + 1) => return true,
        // 10k users, but not 4K videos.
        ['k' | 'K'] => !view.table.lists(List::Shown, &view.next_word(at + 1)),
        ['B'] => decimals(),
        _ => false,
    };
    // 10k+ users
    let plus = usize::from(view.get(at + 1) == Some('+'));
    // 1.5M views in any language
    let noun = at + 1 + plus;
    let latin = view.language_at(noun + 1) == Some(Language::En);
    let english = || latin && is_counted_in(crate::language::table(Language::En), view, noun);
    // 1.2M বার
    let picture = matches!(view.text[..=at], [.., '4' | '8', 'k' | 'K']) && !decimals();
    let seen = || view.get(noun) == Some(' ') && view.begins(List::Viewed, &view.word(noun + 1));
    let own = || !picture && seen();
    fits && (english() || own())
}

/// Whether the short form of a unit comes at a place, which is no other word.
fn is_measured(view: &View, at: usize) -> bool {
    let word = view.word(at);
    let spelt = || word.len() > 1 && word != "min" && unit_spelt(&word, true).is_some();
    matches!(&*word, "km" | "kg") || spelt()
}

/// Whether a number of two digits or more, decimals perhaps, before a k at the end of a phrase is of rupees in a language of India: a price is told, and no
/// gold.
fn is_paid(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let per = view.table.word(Name::Per).unwrap_or(" ");
    let ends = !view.is_letter(next) || view.word(next).starts_with(per);
    let digits = view.digits_before(at).len();
    let many = digits > 1 || view.before(at - digits) == Some('.');
    let own = view.language != Language::En;
    own && ends && many && is_priced(view, at + 1) && !view.mentions(List::Gold)
}

/// Whether a stroke and a time shorter than a day follow the L after a place, as of a flow: 4 L/min.
fn is_flow(view: &View, at: usize) -> bool {
    let stroke = view.skip_white(at) + 1;
    let flow = |word: &str| everywhere(Everywhere::Flows).any(|listed| listed == word);
    view.get(stroke) == Some('/') && flow(&view.word(stroke + 1))
}

/// Whether a stroke and a day or a longer time come at a place: 10K/month.
fn is_daily(view: &View, at: usize) -> bool {
    let word = view.word(at + 1);
    let short = || everywhere(Everywhere::Flows).any(|listed| word.starts_with(listed));
    view.get(at) == Some('/') && view.lists(List::Durations, &word) && !short()
}

/// Whether the number before a place has no more digits than one that is counted in lakh.
fn is_small(view: &View, at: usize) -> bool {
    let part = |c: &&char| script::digit(**c).is_some() || matches!(c, ',' | '.');
    let whole = view.back(at).take_while(part);
    whole.filter(|c| **c != '.').count() <= MAX_LAKH
}

/// The scale that a word is a form of, and how many characters its ending has; none where it is not listed.
fn inflected(table: &Table, word: &str) -> Option<(&'static str, Option<usize>)> {
    let rest = |scale: &'static str| Some((scale, word.strip_prefix(stem(scale))?));
    let rests = table.list(List::Scales).filter_map(rest);
    let (scale, rest) = rests.min_by_key(|(_, rest)| rest.len())?;
    let mut tails = rest.char_indices().map(|(at, _)| &rest[at..]);
    let ending = tails.find(|tail| table.suffix(tail).is_some());
    // Another word may begin so.
    let sign =
        rest.starts_with(|c| script::is_vowel_sign(c) || script::extends(c)) || ending.is_some();
    let near = rest.chars().count() <= MAX_ENDING;
    (sign && near).then(|| (scale, ending.map(|ending| ending.chars().count())))
}

/// A scale without the final sound that its forms do not have: a consonant with its virama, an anusvara.
fn stem(scale: &str) -> &str {
    let mut chars = scale.char_indices().rev();
    match (chars.next(), chars.next()) {
        (Some((_, '\u{BCD}')), Some((consonant, _))) => &scale[..consonant],
        (Some((at, 'ം' | 'ൺ' | 'ൻ')), _) => &scale[..at],
        _ => scale,
    }
}

/// The scales that follow a number at a place, and the place after them: lakh, lakh crore. The first may be a whole word only
/// where `whole` allows it.
pub fn classify(view: &View, start: usize, table: &Table, whole: bool) -> (Vec<Scale>, usize) {
    let mut scales = Vec::new();
    let mut end = start;
    let mut money = whole;
    while let Some((scale, place)) = at(view, end, table, money) {
        match scale {
            Some(scale) => {
                scales.push(scale);
                end = place;
            }
            None => {
                let (text, language, after) = letters::read(view, place);
                scales.push(Scale::Written { text, language });
                end = after;
            }
        }
        money = true;
    }
    (scales, end)
}

/// Whether a scale follows, and the place after it and those that follow it.
pub fn last(view: &View, start: usize, table: &Table) -> usize {
    let mut end = start;
    while let Some((_, place)) = at(view, end, table, true) {
        end = place + view.letters(place).len();
    }
    end
}
