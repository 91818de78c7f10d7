//! Signs that are said: +, &, ×, %, and what the text gives itself.

use super::prelude::*;
use crate::script::is_indic;
use crate::text::stop::is_quote;

/// Letters that name notes.
const NOTES: usize = 7;
/// Words of one end of a route.
const ENDS: usize = 2;
/// Digits of the side of a screen.
const SCREEN: std::ops::RangeInclusive<usize> = 3..=4;
/// Words before the number of an order, with those of another one.
const BEFORE: usize = 4;
/// Letters of a name that begins with a dot.
const SUFFIX: std::ops::RangeInclusive<usize> = 2..=4;

/// Whether # stands for the word number: order #58213, order #TN-5521, room # 5, வரிசை# 1860, but not #100DaysOfCode or a heading, # 2024.
fn is_numero(view: &View, at: usize) -> bool {
    let start = view.skip_spaces(at + 1);
    let capitals = match start == at + 1 {
        true => view.run(start, |c| c.is_ascii_uppercase()),
        false => 0,
    };
    let hyphen = capitals > 0 && view.get(start + capitals) == Some('-');
    let (digits, end) = view.digits(start + capitals + usize::from(hyphen));
    // #OD4471, but not #IPL2024
    if capitals > 0 && !hyphen && (digits.len() < LETTERED || digits.is_in(WRITTEN_YEARS)) {
        return false;
    }
    let goes_on = view.get(end).is_some_and(|c| c.is_ascii_alphabetic());
    let tagged = matches!(view.last_class(), Some(Class::Electronic(_)));
    let parted = match view.before(at) {
        None => view.is_digit(at + 1),
        Some(c) => matches!(c, ' ' | '(') || is_quote(c) || is_indic(c),
    };
    let coded = || {
        let named = |word: &str| !view.cues(word).is_empty();
        view.words_before(at, BEFORE, named) && code_at(view, at + 1).is_some()
    };
    parted && (!digits.is_empty() && !goes_on && !tagged || coded())
}

/// Whether ~ stands before a number or an amount, and alone: not in ~~5~~, 5~10 or 5 ~ 10, but in 7 గంటల మధ్య ~60%.
fn is_about(view: &View, at: usize) -> bool {
    let apart = view.before(at) == Some(' ') && view.get(at + 1) != Some(' ');
    let word = || apart && view.back(at).next().is_some_and(|c| script::is_in_word(*c));
    let alone = view.before(at) != Some('~') && (!view.beside_number(at) || word());
    alone && (view.number_follows(at + 1) || view.is_currency(view.skip_spaces(at + 1)))
}

/// A sign that means something else, or something at all, beside a number: 3 * 4, 5 %.
pub fn operator(view: &View, at: usize) -> Option<Candidate> {
    match view.get(at)? {
        // এবি− ১
        '-' | '–' | '−' if is_of_own_blood(view, at) => said(view, at, Name::MinusWord),
        // ³√27
        '³' if view.get(at + 1) == Some('√') => {
            Some(Class::Sign(view.table.sign("∛")?).until(view, at + 2))
        }
        '-' if is_option(view, at) => Some(Class::Sign(view.table.sign("-")?).until(view, at + 1)),
        '+' | '-' => plus_or_minus(view, at),
        // B –ve
        '–' if view.letters(at + 1) == ['v', 'e'] => english(view, at + 3, Name::Negative),
        '&' if view.rest(at + 1).starts_with(&['a', 'm', 'p', ';']) => {
            said(view, at + "amp;".len(), Name::Ampersand)
        }
        // A ratio of 4.6:1, but not 0.39:0.43
        ':' if matches!(view.last_class(), Some(Class::Decimal(_)))
            && numeral::scan(view.text, at + 1).0.fraction.is_empty()
            && view.touches_number(at)
            && view.is_digit(at + 1) =>
        {
            said(view, at, Name::Ratio)
        }
        '*' | '×' | '★' | '⭐' | '~' | '≈' | '%' | '→' => beside_number(view, at),
        _ => beside_word(view, at),
    }
}

/// +91, 60+, B-, O+ve.
fn plus_or_minus(view: &View, at: usize) -> Option<Candidate> {
    let capital =
        matches!(view.text[..at], [c] | [.., ' ' | '(' | '"' | '\'', c] if c.is_ascii_uppercase());
    let next = view.get(at + 1);
    let sign = view.get(at)?;
    let pole = match sign {
        '+' => Name::Positive,
        _ => Name::Negative,
    };
    let foreign = view.language != Language::En;
    match sign {
        // ১+০+১: so many in the morning, at noon and in the evening.
        '+' if is_of_dose(view, at) => pause(view, at),
        _ if is_of_blood(view, at) => english(view, at + 1, pole),
        // +91, and 1+1 where nothing is added up.
        '+' if view.number_follows(at + 1)
            && !is_formula(view)
            && view.table.word(Name::Plus).is_some() =>
        {
            said(view, at, Name::Plus)
        }
        // 480 +/- 70 g
        '+' if view.rest(at).starts_with(&['+', '/', '-']) && view.number_follows(at + 3) => {
            let words = view.table.sign("±")?;
            Some(Class::Sign(words).until(view, at + 3))
        }
        // 60+, which is no sum.
        '+' if view.touches_number(at) && !view.number_follows(at + 1) => {
            let more = said(view, at, Name::AndMore).or_else(|| said(view, at, Name::PlusSign));
            more.map(|more| more.with_case(view))
        }
        // Disney+ Hotstar
        '+' if foreign && ends_name(view, at) => english(view, at + 1, Name::PlusSign),
        // Z+ security
        '+' if foreign && capital && next.is_none_or(char::is_whitespace) && !is_formula(view) => {
            english(view, at + 1, Name::PlusSign)
        }
        // Grade B-
        '-' if is_grade(view, at) => said(view, at, Name::MinusWord),
        // O+ve, B-ve
        _ if view.letters(at + 1) == ['v', 'e'] => english(view, at + 3, pole),
        _ => None,
    }
}

/// Whether a plus stands between two of the three numbers of a dose: 1+0+1.
fn is_of_dose(view: &View, at: usize) -> bool {
    let mut starts = [1, 3].into_iter().filter_map(|back| at.checked_sub(back));
    let alone = |start| !view.before(start).is_some_and(char::is_alphanumeric);
    !is_formula(view) && starts.any(|start| alone(start) && is_dose(view.rest(start)))
}

/// Whether a name in Latin letters ends at a place, and nothing is added to it.
fn ends_name(view: &View, at: usize) -> bool {
    // Disney + Hotstar
    let next = view.rest(at).get(2).is_some_and(char::is_ascii_uppercase);
    let gap = usize::from(view.before(at) == Some(' ') && view.get(at + 1) == Some(' ') && next);
    let letters = view.letters_before(at - gap);
    let ends = |c: char| c.is_whitespace() || c == ',';
    letters.len() > 2
        && letters.iter().all(char::is_ascii_alphabetic)
        && view.get(at + 1).is_none_or(ends)
}

/// Signs beside numbers: 103*, 5* hotel, 30×60, ~5 km, 5 %.
fn beside_number(view: &View, at: usize) -> Option<Candidate> {
    let (before, next) = (view.before(at), view.get(at + 1));
    let beside = view.beside_number(at);
    match view.get(at)? {
        // 103* off 94 balls
        '*' if view.touches_number(at) && is_not_out(view, at + 1) => match tells_not_out(view, at)
        {
            true => silent(view, at, 1),
            false => said(view, at, Name::NotOut),
        },
        // *.log
        '*' if next == Some('.')
            && view.is_letter(at + 2)
            && matches!(before, None | Some(' ')) =>
        {
            said(view, at, Name::Star)
        }
        // 5* hotel, a 5* fridge, but not 103* or 5*4
        '*' if view.touches_number(at)
            && view.digits_before(at).len() == 1
            && matches!(next, None | Some(' ' | ',' | ';' | '.'))
            && !is_formula(view)
            && !view.is_about(Kind::Innings)
            && !has_loose_star(view) =>
        {
            said(view, at, Name::Star)
        }
        // Songs * dances, 1988 * नाटक, विशेष * 5 अप्रैल
        '*' if (before, next) == (Some(' '), Some(' '))
            && (view.letters(at + 2).len() > 1
                || view.is_digit(at + 2) && view.letters_before(at - 1).len() > 1)
            && matches!(view.last_class(), Some(Class::Word | Class::Year(_)))
            && !is_formula(view) =>
        {
            pause(view, at)
        }
        '→' if is_reaction(view, at) => said(view, at, Name::Gives),
        // Elsewhere the word for an arrow follows what it begins at: দিল্লি → মুম্বই.
        '→' if !is_route(view, at) => pause(view, at),
        // ~5 km, but not 5~10.
        '~' | '≈' if is_about(view, at) => {
            let about = view
                .table
                .word(Name::Roughly)
                .filter(|_| view.words_before(at, 1, |word| word == "a"));
            let class = about.map(|about| Class::Sign(about).until(view, at + 1));
            class.or_else(|| said(view, at, Name::About))
        }
        '★' | '⭐' if beside => said(view, at, Name::Star),
        // A plot of 30×60 feet
        '×' if beside
            && (marks_side(view.back(at).next().copied())
                || is_side(view, at + 1)
                || is_of_three(view, at + 1)
                || is_screen(view, at)
                || is_size(view, at)) =>
        {
            said(view, at, Name::By)
        }
        '×' | '*' if beside && view.number_follows(at + 1) => said(view, at, Name::Times),
        '%' if beside && view.letters(at + 1) == ['i', 'l', 'e'] => {
            english(view, at + 4, Name::Percentile)
        }
        // 14% टक्क्यांनी
        '%' if beside && names_percent(view, at + 1) => silent(view, at, 1),
        '%' if beside => {
            let percent = Class::Percent(view.table.word(Name::Percent)?);
            Some(percent.inflected(view, at + 1, view.language))
        }
        _ => None,
    }
}

/// Whether a star stands elsewhere than after a digit, as those do that make a word bold or mark what was left out: 4* * * *
fn has_loose_star(view: &View) -> bool {
    (0..view.text.len()).any(|i| view.get(i) == Some('*') && (i == 0 || !view.is_digit(i - 1)))
}

/// Signs beside words: R&D, C#, .NET, Profile > Orders.
fn beside_word(view: &View, at: usize) -> Option<Candidate> {
    let (before, next) = (view.before(at), view.get(at + 1));
    let numbers = |word: &str| view.cues(word).has(Kind::Number);
    match view.get(at)? {
        // ₹978 ▼ 1.1%
        '▲' if view.number_follows(at + 1) => said(view, at, Name::UpArrow),
        '▼' if view.number_follows(at + 1) => said(view, at, Name::DownArrow),
        // ≥65 years, >3 months, but not x > 3
        '≥' if is_bound(view, at) => said(view, at, Name::LeastBefore),
        '≤' if is_bound(view, at) => said(view, at, Name::MostBefore),
        '>' if view.table.word(Name::MoreBefore).is_some() && is_bound(view, at) => {
            said(view, at, Name::MoreBefore)
        }
        // y != 0, x <= 5
        '<' if next == Some('=') => said(view, at + 1, Name::AtMost),
        '>' if next == Some('=') => said(view, at + 1, Name::AtLeast),
        '!' if next == Some('=') => said(view, at + 1, Name::Unequal),
        '.' if matches!(view.text[..at], ['*'] | [.., ' ', '*']) && view.is_letter(at + 1) => {
            said(view, at, Name::Dot)
        }
        // Profile > Orders
        '>' if parts_names(view, at) => pause(view, at),
        '>' if matches!(view.get(view.skip_spaces(at + 1)), Some('>')) => silent(view, at, 1),
        // R&D, Black & Decker
        '&' if parts_latin(view, at) => english(view, at + 1, Name::And),
        // A mark of what was cut away, and no number of anything.
        '#' if matches!(next, Some('#' | ' '))
            && matches!(before, None | Some('#' | '.' | '!' | '?' | '।'))
            && view.is_heard_from(at + 1)
            && !view.number_follows(at + 1) =>
        {
            let class = Class::Punctuation((before == Some('.')).then_some(Pause::Period));
            Some(class.until(view, at + 1))
        }
        // A sign that was left alone at the end.
        '<' | '>' if at > 0 && !view.is_heard_from(at + 1) && !view.text[..at].contains(&'<') => {
            silent(view, at, 1)
        }
        // message(s)
        '(' if view.rest(at).starts_with(&['(', 's', ')'])
            && before.and_then(script::letter).is_some() =>
        {
            silent(view, at, 3)
        }
        // सी# 10
        '#' if view.get(at + 1) == Some(' ')
            && before.is_some_and(is_indic)
            && is_note(view, at) =>
        {
            english(view, at + 1, Name::Sharp)
        }
        // नं. #10382
        '#' if is_numero(view, at) => match view.follows_short(at, numbers) {
            true => silent(view, at, 1),
            false => said(view, at, Name::Numero),
        },
        // C#
        '#' if is_note(view, at) => english(view, at + 1, Name::Sharp),
        // வெதர்.காம்
        '.' if before.and_then(script::letter).is_some() && next.is_some_and(is_indic) => {
            let word = view.word(at + 1);
            let site = everywhere(Everywhere::Domains).any(|end| end == word);
            site.then(|| said(view, at, Name::Dot))?
        }
        // .NET, but no word in small letters after a stop that is wrongly placed.
        '.' if matches!(before, None | Some(' ' | '('))
            && SUFFIX.contains(&view.letters(at + 1).len())
            && view.letters(at + 1).iter().all(char::is_ascii_uppercase) =>
        {
            english(view, at + 1, Name::Dot)
        }
        _ => None,
    }
}

/// Whether × stands right between two whole numbers, in a clause that has a word for what has two sides: prints of 12×36.
fn is_size(view: &View, at: usize) -> bool {
    let (second, end) = view.digits(at + 1);
    let goes_on = matches!(view.get(end), Some('.' | '×' | '=' | '^'));
    let touched = at > 0 && view.is_digit(at - 1) && !second.is_empty();
    touched && !goes_on && view.mentions(List::Sizes)
}

/// Whether the second of the three sides of something comes at a place: 2×2×2 ft.
fn is_of_three(view: &View, at: usize) -> bool {
    let (_, end) = numeral::scan(view.text, at);
    view.get(end) == Some('×') && is_side(view, end + 1)
}

/// Whether the two sides of a cross are those of a screen or a picture: 640 × 480. A sum has a sign more.
fn is_screen(view: &View, at: usize) -> bool {
    let spaces = view.run_before(at, |c| c == ' ');
    let first = view.digits_before(at - spaces).len();
    let (second, end) = view.digits(view.skip_spaces(at + 1));
    let more = matches!(view.get(end), Some('.' | ',')) && view.is_digit(end + 1);
    SCREEN.contains(&first) && SCREEN.contains(&second.len()) && !view.text.contains(&'=') && !more
}

/// Whether a sign stands before a number or an amount for the least or the most of it, and compares it with nothing. Free delivery > Rs 500
fn is_bound(view: &View, at: usize) -> bool {
    let begins = view.before(at).is_none_or(|c| matches!(c, ' ' | '('));
    let alone = !view.beside_number(at) && !is_formula(view);
    let next = view.skip_spaces(at + 1);
    // In x > 3 a letter is compared.
    let letter = || at > 0 && view.run_before(at - 1, char::is_alphanumeric) == 1;
    let quoted = view.get(at) == Some('>') && at == 0;
    let amount = next == at + 1 || !quoted && !letter();
    begins && alone && (view.is_digit(next) || view.is_currency(next)) && amount
}

/// Whether substances stand before an arrow, with a plus between: 2H₂ + O₂ → 2H₂O, but not Airtel + Jio → users.
fn is_reaction(view: &View, at: usize) -> bool {
    let mut before = view.text[..at].iter().rev().skip_while(|c| **c == ' ');
    let small = before.by_ref().take_while(|c| c.is_lowercase()).count();
    small < 2 && view.text[..at].contains(&'+') && view.table.word(Name::Gives).is_some()
}

/// Whether so few words stand on both sides of an arrow that they are its ends.
fn is_route(view: &View, at: usize) -> bool {
    let few = |text: Option<&[char]>| words(text.unwrap_or_default()).count() <= ENDS;
    let (before, after) = (&view.text[..at], view.rest(at + 1));
    // pH < 7 → acidic
    let compares = |c: &char| matches!(c, '<' | '>' | '≤' | '≥' | '=');
    // कौन है? → राम
    let begins = words(before).next().is_none() && !view.beside_number(at);
    // Boil water → add salt
    let next = view.skip_spaces(at + 1);
    let step = words(before).nth(1).is_some()
        && view.get(next).is_some_and(char::is_lowercase)
        && view.lists(List::SentenceBegins, &view.word(next))
        && !view.lists(List::Prose, &view.word(next));
    // Several parts may be the steps of a menu.
    let mark = |c: &char| script::parts_sentence(*c) || script::ends_sentence(*c);
    let one = || view.text.iter().filter(|c| **c == '→').count() == 1;
    let mut parts = view.text.split(|c| *c == '→');
    let names = parts.all(|part| words(part).count() < ENDS);
    if before.iter().any(compares) || !names && !one() {
        return false;
    }
    // 5 km run in 28:30 → pace 5:42/km: those within a time end no part.
    let ends = |pair: &[char]| mark(&pair[0]) && pair[1] == ' ';
    let start = before.windows(2).rposition(ends).map_or(0, |at| at + 1);
    let end = after.windows(2).position(ends).unwrap_or(after.len());
    let near = || one() && few(before.get(start..)) && few(after.get(..end));
    !begins && !step && (few(Some(before)) && few(Some(after)) || near())
}

/// Whether > stands between two words, perhaps in quotes or brackets: the steps of a menu.
fn parts_names(view: &View, at: usize) -> bool {
    let beside = |c: char| " \"'“”‘’[])…->`*".contains(c);
    let before = view.letters_before(at - view.run_before(at, beside));
    let next = view.letters(at + 1 + view.run(at + 1, beside));
    let compares = is_formula(view) || view.text[..at].contains(&'<');
    before.len() > 1 && next.len() > 1 && !compares
}

/// Whether Latin letters stand on both sides of a sign, with a space perhaps.
fn parts_latin(view: &View, at: usize) -> bool {
    let latin = |c: char| c.is_ascii_alphabetic();
    let (start, next) = (view.run_before(at, |c| c == ' '), view.skip_spaces(at + 1));
    let sides = [view.before(at - start), view.get(next)];
    // एल & टी
    let letter = |letters: &[char]| view.table.letter(letters).is_some();
    // Part 1 & 2
    let number = |span: &Classified| {
        span.counts && span.language == Language::En && view.is_digit(span.range.start)
    };
    let numbers =
        view.beside_number(at) && view.is_digit(next) && view.last_counted().is_some_and(number);
    // this & 200 similar cases
    let (_, end) = view.digits(next);
    let amid = || view.get(end) == Some(' ') && view.get(end + 1).is_some_and(latin);
    numbers
        || end > next && sides[0].is_some_and(latin) && amid()
        || sides.iter().all(|c| c.is_some_and(latin))
        || letter(view.letters_before(at - start)) && letter(view.letters(next))
}

/// A sign in the words of English.
fn english(view: &View, end: usize, name: Name) -> Option<Candidate> {
    let class = Class::Sign(table(Language::En).word(name)?);
    Some(class.until(view, end).said_in(Language::En))
}

/// Whether a letter that is a grade stands alone before a place, and nothing after it.
fn is_grade(view: &View, at: usize) -> bool {
    let alone = matches!(view.text[..at], [.., ' ', 'A'..='F']);
    let ends = matches!(view.get(at + 1), None | Some(' ' | ',' | '.' | ';'));
    let told = |word: &str| view.table.lists(List::Grades, word);
    alone && ends && (told(&view.next_word(at + 1)) || view.words_before(at, 4, told))
}

/// Whether a letter that names a note, or a language for computers, stands alone before a place, and no digit after it.
fn is_note(view: &View, at: usize) -> bool {
    let note = matches!(view.before(at), Some('A'..='G'));
    // सी# 10
    let name = view.letters_before(at);
    let mut letters = view.table.list(List::Letters).take(NOTES);
    if !note && letters.any(|letter| letter.chars().eq(name.iter().copied())) {
        return !view.get(at + 1).is_some_and(char::is_alphanumeric);
    }
    let alone = at < 2 || !view.text[at - 2].is_alphanumeric();
    note && alone && !view.get(at + 1).is_some_and(char::is_alphanumeric)
}

/// Whether what follows the star of a score tells that the batter is not out: the balls or the bowling, in brackets perhaps.
fn is_not_out(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    // ₹499* (2 GB)
    let runs = |span: &Classified| matches!(span.class, Class::Cardinal(_));
    if !view.left.last().is_some_and(runs) {
        return false;
    }
    let bracket = view.get(next) == Some('(') && view.is_digit(next + 1);
    bracket
        || (view.letters(next) == ['o', 'f', 'f']
            || view.is_about(Kind::Innings)
            || has_innings(view))
            && !view.number_follows(at)
}

/// Whether the words for a star tell the same beside it: 100* पर नाबाद.
fn tells_not_out(view: &View, at: usize) -> bool {
    let behind = view.rest(at + 1).iter().copied();
    let behind = behind.take_while(|c| *c != ',' && script::digit(*c).is_none());
    let behind: String = behind.collect();
    let number = at - view.digits_before(at).len();
    let told = view.table.word(Name::NotOut);
    let before = || view.table.ends_in(Name::NotOut, &view.text[..number]);
    told.is_some_and(|told| behind.contains(told)) || before()
}

/// Any sign that the language of the clause has words for.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let sign = view.get(at)?;
    // कहा/
    if sign == '/' && at > 1 && !view.is_heard_from(at + 1) && !view.follows(at, List::Press) {
        return silent(view, at, 1);
    }
    // % of row
    let next = view.skip_spaces(at + 1);
    let word = view.letters(next);
    let latin = word.len() > 1 && word.iter().all(char::is_ascii_lowercase);
    if sign == '%' && latin && letters::language(view, next) == Language::En {
        return english(view, at + 1, Name::Percent);
    }
    // Against the US$
    let word = at - view.letters_before(at).len();
    let the = || view.language == Language::En && view.words_before(word, 1, |word| word == "the");
    let one = currency_sign(sign).filter(|_| the());
    let one = one.and_then(|currency| view.table.coin(currency, Coin::One));
    let class = match one.or_else(|| view.table.sign(sign.encode_utf8(&mut [0; 4]))) {
        Some(words) => Class::Sign(words),
        None => Class::Unknown,
    };
    let found = class.until(view, at + 1);
    // ৪°-তে, '=' ஐ
    let beside = |c: char| is_quote(c) || c == '-';
    let bends = sign == '°' || at > 0 && view.get(at + 1).is_some_and(beside);
    Some(if bends { found.with_case(view) } else { found })
}

/// What the text gives itself.
pub fn given(view: &View, at: usize) -> Option<Candidate> {
    let inline = view.inline.iter().find(|i| i.range.start == at)?;
    Some(inline.class.clone().until(view, inline.range.end))
}
