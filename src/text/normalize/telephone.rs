//! Digits in groups that count nothing: telephone and card numbers, accounts, PINs, codes.

use super::prelude::*;

/// No code has fewer digits.
const SHORTEST: usize = 3;
/// Groups of a telephone or card number.
const MAX_GROUPS: usize = 5;
/// Digits of a number that is written with the code of its country.
const INTERNATIONAL: std::ops::RangeInclusive<usize> = 8..=15;
/// Digits of a telephone with the code of its area and the zero before it.
const LANDLINE: std::ops::RangeInclusive<usize> = 10..=11;
/// Digits of a telephone without the code of its area.
const LOCAL: std::ops::RangeInclusive<usize> = 7..=8;
/// Digits of a PIN code.
const PIN: usize = 6;
/// Digits of a code that nothing tells, and words before it that may tell a sum.
const MIN_BARE: usize = 5;
const SUMMED: usize = 3;
/// Digits of a ticket of a lottery, after its two capitals.
const LOTTERY: usize = 6;
/// A mask has so many signs together at least, and beside digits that are not four.
const MASK: usize = 2;
const MIN_MASK: usize = 3;
/// So many zeros together make a round number.
const ROUND: usize = 6;

/// Digits of a code in two groups that are no range, and how much further than the first the second of a range is at most.
const MIN_APART: usize = 8;
const MAX_RANGE: u64 = 999;
/// Digits of a code in two groups of different length.
const MIN_PARTED: usize = 7;

/// Digits of one in three, which are more than those of a date.
const MIN_PARTS: usize = 9;
/// Digits of one that is named, and of each of its groups between spaces.
const MIN_NAMED: usize = 6;
const NAMED: std::ops::RangeInclusive<usize> = 2..=5;
/// What the word before such groups tells.
const NAMES: [Kind; 3] = [Kind::Code, Kind::Document, Kind::Number];
/// Digits of a year.
const YEAR: usize = 4;
/// Digits of #77120.
const MIN_HASHED: usize = 4;

/// A group and the place after it.
type Group = (Digits, usize);

/// The longest run of groups that is a telephone number or a code.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let mut groups = groups(view, at);
    if total(&groups) < SHORTEST {
        return None;
    }
    let goes_on = |end: usize| {
        let next = view.get(end);
        let letter = next.is_some_and(|c| c == '%' || script::letter(c).is_some());
        let letter = letter && view.run(end, is_mask) < MIN_MASK;
        // 14567/1800-180-1551
        let another = view.get(end) == Some('/') && is_toll_free(view, end + 1);
        letter && case_at(view, end, table, language).is_none()
            || is_decimal(view, end) && !another
            || figures::skip_stroke(view, end) > end
    };
    while let Some((_, end)) = groups.last() {
        let end = *end;
        let other = alternative(view, &groups, end);
        if (other.is_some() || !goes_on(end)) && is_code(view, at, &groups) {
            let end = other.as_ref().map_or(end, |(_, end)| *end);
            groups.extend(other);
            // A word further away, or nothing but its length, tells less.
            let sure = groups.len() > 1
                || is_mobile(&groups) && groups[0].0.len() == MOBILE
                || told(view, at, end).is_sure();
            let doubt = (!sure).then_some("cardinal");
            let groups = groups.into_iter().map(|(digits, _)| digits).collect();
            let found = Class::Telephone(groups).number(view, end, language);
            return Some(found.unless(doubt).with_case(view));
        }
        groups.pop();
    }
    None
}

/// The digits of all groups.
fn total(groups: &[Group]) -> usize {
    groups.iter().map(|(group, _)| group.len()).sum()
}

/// Groups of digits with one sign between them, or brackets around the code of an area: (123) 456, +1 (123)-456.
fn groups(view: &View, at: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut start = at;
    while groups.len() <= MAX_GROUPS {
        let (group, end) = view.digits(start);
        if group.is_empty() {
            break;
        }
        groups.push((group, end));
        let gap = view.run(end, |c| matches!(c, ' ' | '-' | '(' | ')' | '.'));
        let parted = matches!(
            view.rest(end)[..gap],
            [' ' | '-' | '.' | ')'] | [')', ' ' | '-'] | [' ' | '-', '(']
        );
        if !parted {
            break;
        }
        start = end + gap;
    }
    groups
}

/// The last digits of another number of the same line, after a stroke: 080-4112 3456/57.
fn alternative(view: &View, groups: &[Group], end: usize) -> Option<Group> {
    let total = total(groups);
    let last = groups.last()?.0.len();
    if view.get(end) != Some('/') || total < *INTERNATIONAL.start() {
        return None;
    }
    let (digits, end) = view.digits(end + 1);
    let more = view.is_letter(end) || is_decimal(view, end);
    let fits = (1..=last).contains(&digits.len()) && !more;
    fits.then_some((digits, end))
}

/// Returns how many groups end at a sign, but for the last.
fn parted_by(view: &View, groups: &[Group], sign: char) -> usize {
    let inner = groups[..groups.len() - 1].iter();
    inner.filter(|g| view.get(g.1) == Some(sign)).count()
}

/// Whether groups that begin at `at` are read digit by digit: by their lengths, or by a word before them.
fn is_code(view: &View, at: usize, groups: &[Group]) -> bool {
    let (Some((first, _)), Some((last, end))) = (groups.first(), groups.last()) else {
        return false;
    };
    let lengths: Vec<_> = groups.iter().map(|(g, _)| g.len()).collect();
    let total = total(groups);
    let parted_by = |sign: char| parted_by(view, groups, sign);
    // Stops part groups only where each group has them.
    let dotted = parted_by('.');
    if dotted > 0 && (lengths[..] != [3, 3, 4] || dotted + 1 != lengths.len()) {
        return false;
    }
    // A round number is rather counted.
    let round = last.ends_with(&[0; 3]);
    let mobile = is_mobile(groups);
    let hyphens = parted_by('-') + 1 == groups.len();
    let before = view.before(at);
    // ‘సర్వే 2018’
    let titled = view
        .get(*end)
        .is_some_and(|c| script::closes(c) && c != ')');
    if is_ranged(view, groups) || titled && lengths[..] == [4] && first.is_in(WRITTEN_YEARS) {
        return false;
    }
    let trunk = before == Some('(') || first.first() == Some(&0);
    // An account has a balance too.
    let one = (groups.len() == 1).then(|| first.value()).flatten();
    let named = || {
        let told = told(view, at, *end);
        let code = || told.is_code(total, one, view.language);
        let given = || total > 3 && groups.len() == 1 && is_given(view, at, *end, one);
        // फ़ोन 23456789
        let phone = || LOCAL.contains(&total) && groups.len() == 1 && told.is_to_call();
        // A flight, but not 178 in an aircraft
        let counted = || counts(view, *end) || counts_persons(view, *end);
        (code() || given() || phone() && !round) && !counted()
    };
    let is_named = |kinds: &[Kind]| told(view, at, *end).before.any(kinds);
    let helpline = || is_helpline(view, at, *end, one) || is_sent_to(view, at, *end, one);
    match lengths[..] {
        _ if before == Some('+') => INTERNATIONAL.contains(&total),
        [10] if is_toll_free(view, at) => !has_zeros(first),
        [4, 6 | 7] | [4, 3, 3] if is_toll_free(view, at) => !round,
        [10] | [5, 5] | [4, 6] | [4, 3, 3] | [5, 3, 2] if mobile => true,
        [3, 3, 4] | [3, 3, 4, _] | [1, 3, 3, 4] | [4, 4, 4] | [4, 4, 4, 4] => true,
        [1, 3, ..] if first.first() == Some(&1) => total >= 8,
        // PNR 245-6789012, but not a range.
        [a, b] if hyphens && a != b && total >= MIN_PARTED && is_named(&[Kind::Code]) => true,
        // ARN 25-0098765432: no range ends in what begins with a zero.
        [_, _] if hyphens && total >= MIN_APART && last.first() == Some(&0) => true,
        // AWB 7391-5264, which no range goes through.
        [_, _] if hyphens && total >= MIN_APART && is_named(&NAMES) => true,
        // Order ID 405-1234567-7654321
        [_, _, _] if hyphens && total >= MIN_PARTS => true,
        [_, _, _, _, ..] if hyphens => INTERNATIONAL.contains(&total),
        [4, 3, 4] | [4, 2, 4] if first.first() == Some(&1) => true,
        // 02-55006633
        [2, 8] if hyphens && trunk => true,
        [a, _] | [a, _, _] if trunk && (9..=12).contains(&total) => a >= 3,
        // Call 1800-1234
        [4, 4] if hyphens => is_called(view, at),
        // Tel: 0484-2345678, 2345679
        [5..=8] if follows_telephone(view, at, total) => true,
        [length] if length >= MIN_HASHED && before == Some('#') => true,
        [3] => helpline() || named() || before_telephone(view, *end) && is_known(one),
        [4] if is_masked(view, at, *end, MASK) => true,
        [4] if follows_series(view, at) => true,
        [2, 4] if hyphens && follows_class(view, at) => true,
        // 98220 xxxxx
        [SHORTEST..=8] if is_masked(view, at, *end, MIN_MASK) => true,
        // A/c 5678
        [4] if !round && is_shortened(view, Kind::Document) => true,
        // 116 123
        [3, 3] if parted_by(' ') == 1 && is_called(view, at) && !counts(view, *end) => true,
        [3, 3] | [4..=8] => {
            let pin = || is_pin(view, at, *end, total);
            let listed = || !round && (pin() || before_telephone(view, *end));
            let drawn = || total >= LOTTERY - 1 && !round && is_drawn(view, at, *end, total);
            let bare = || groups.len() == 1 && is_bare(view, at, *end, first);
            let zeros = || groups.len() == 1 && follows_digits(view, at, total);
            helpline() || named() || listed() || drawn() || bare() || zeros()
        }
        // A consumer's number in groups: no. 619 4827.
        [3, 3, 3] => parted_by(' ') + 1 == groups.len() && named(),
        [_, _, ..]
            if parted_by(' ') + 1 == groups.len()
                && total >= MIN_NAMED
                && lengths.iter().all(|length| NAMED.contains(length))
                && !counts(view, *end)
                && is_named(&NAMES) =>
        {
            true
        }
        [9..=18] => (named() || !round) && !counts(view, *end),
        // "4521 8890" is no range, and no two amounts.
        [4, 4] | [4, 4, _] => parted_by(' ') + 1 == groups.len() && !round,
        _ => false,
    }
}

/// Whether digits without a word for them are a code rather than a count: so many that a count has commas, no zeros at
/// the end, and nothing follows that may be counted. A zero before them tells it anyway, and so does a name in front of six: Kottayam 686001.
fn is_bare(view: &View, at: usize, end: usize, digits: &Digits) -> bool {
    let beside = |c: Option<&char>, marks: &str| c.is_none_or(|c| marks.contains(*c));
    let touched = !beside(view.text[..at].last(), " ([\"'“‘>#")
        || !beside(view.rest(end).first(), " )],;.?!।|");
    if digits.len() < MIN_BARE || touched || counts(view, end) {
        return false;
    }
    let last = view.back(at).next();
    let next = view.rest(view.skip_spaces(end)).first();
    let named = digits.len() == PIN && is_name(view.letters_before(at.saturating_sub(1)));
    let sums = |word: &str| {
        let summed = digits.len() != PIN && view.lists(List::Summed, word);
        view.cues(word).has(Kind::Count) || view.lists(List::Priced, word) || summed
    };
    let summed = || view.words_before(at, SUMMED, sums);
    if digits[0] == 0 || named && !is_counted(view, end) && !summed() {
        return true;
    }
    let word = last.is_some_and(|c| c.is_alphabetic() || script::extends(*c));
    let free = (word || beside(last, " ([\"'“‘>#:.")) && beside(next, "()[],;.?!।|");
    // From 12345 to 54321.
    let ranged = || view.left.iter().rev().take(2).any(|span| span.counts);
    free && !digits.ends_with(&[0, 0]) && !summed() && !ranged()
}

/// Whether a number of as many digits stands before, with a word between, which is one of digits too: 0000 or 1234, roll no. 24501 to
/// 24780.
fn follows_digits(view: &View, at: usize, total: usize) -> bool {
    // 0000 ರಿಂದ 1234: the word may be an ending of the first.
    let first = match view.left {
        [.., first, between] if between.class == Class::Word => first,
        [.., first] => first,
        [] => return false,
    };
    let (digits, end) = view.digits(first.range.start);
    let ended = first.range.end > end || first.range.end + 1 < at;
    let read = digits.starts_with(&[0, 0])
        || matches!(first.class, Class::Telephone(_)) && ending::follows_to(view, at);
    ended && digits.len() == total && read
}

/// Whether a word of the clause tells to call what stands at a place.
fn is_called(view: &View, at: usize) -> bool {
    view.speaks_of(Kind::Call) || is_toll_free(view, at) && view.speaks_of(Kind::Report)
}

/// Whether a number of so many digits goes on a list of telephones: as many digits as one before the comma or the stroke has last.
fn follows_telephone(view: &View, at: usize, total: usize) -> bool {
    let [.., last, _] = view.left else {
        return false;
    };
    let between = &view.text[last.range.end..at];
    let alike = |groups: &[Digits]| groups.last().is_some_and(|last| last.len() == total);
    matches!(between, [',' | '/', ' '] | ['/'] | [' ', '/', ' '])
        && matches!(&last.class, Class::Telephone(groups) if alike(groups))
}

/// Whether numbers of as many digits with a dash between them are those from the first to the second: roll nos. 1001-1250.
fn is_ranged(view: &View, groups: &[Group]) -> bool {
    let (first, second) = match groups {
        [(first, end)] => (first, view.digits(end + 1).0),
        // 1811-1942 (2008), 1942 (2008)
        [(first, _), (second, _), ..] if years_in_brackets(view, groups) => {
            return groups.len() == 2 || first.value() < second.value();
        }
        [(first, _), (second, _)] => (first, second.clone()),
        _ => return false,
    };
    let dash = view.is_dash(groups[0].1);
    let (Some(a), Some(b)) = (first.value(), second.value()) else {
        return false;
    };
    let near = a < b && b <= a + MAX_RANGE;
    // Policy: 2031-32
    if dash && first.len() == YEAR && second.len() == 2 && is_next(a, b, 2) {
        return true;
    }
    dash && first.len() == second.len() && near && second.len() < MIN_NAMED && first[0] > 0
}

/// Whether a year and one in brackets come, or two with a hyphen and one in brackets.
fn years_in_brackets(view: &View, groups: &[Group]) -> bool {
    let year = |(digits, _): &Group| digits.len() == YEAR && digits.is_in(WRITTEN_YEARS);
    let bracket = |(_, end): &Group| matches!(view.rest(*end), [' ', '(', ..]);
    let hyphen = |(_, end): &Group| view.get(*end) == Some('-');
    let shape = match groups {
        [one, _] => bracket(one),
        [from, to, _] => hyphen(from) && bracket(to),
        _ => false,
    };
    shape && groups.iter().all(year)
}

/// Whether one word parts a number from a telephone number with the code of an area: 19124 or 079-26407153.
fn before_telephone(view: &View, end: usize) -> bool {
    // 112-ലോ 0471-2721547
    let joined = usize::from(view.get(end) == Some('-') && view.is_letter(end + 1));
    let word = view.skip_spaces(end + joined);
    let next = view.skip_spaces(word + view.letters(word).len());
    if next == word || view.get(next) != Some('0') {
        return false;
    }
    LANDLINE.contains(&total(&groups(view, next)))
}

/// Whether six digits follow two capitals that are no currency and no unit, and count nothing: KR 472186, a ticket of a lottery; or
/// five a series such as 84H.
fn is_drawn(view: &View, at: usize, end: usize, total: usize) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let series = match &view.text[..at] {
        // 84H 45210
        [.., a, b, c, ' '] if is_digit(*a) && is_digit(*b) => return c.is_ascii_uppercase(),
        [a, b, ' '] => [*a, *b],
        [.., c, a, b, ' '] if !c.is_alphanumeric() => [*a, *b],
        _ => return false,
    };
    if total != LOTTERY {
        return false;
    }
    let written: String = series.iter().collect();
    let unit = || unit(view.table, &written, false).is_some();
    let other = || crate::language::currency(&written).is_some() || unit();
    series.iter().all(char::is_ascii_uppercase) && !other() && !counts(view, end)
}

/// Whether digits begin as those of a mobile telephone do, and are no round number.
fn is_mobile(groups: &[Group]) -> bool {
    let begins = |first: &Digits| matches!(first[..], [6..=9, ..]);
    groups
        .first()
        .is_some_and(|(first, _)| begins(first) && !has_zeros(first))
}

/// Whether so many zeros stand together in a number that it is a round one.
fn has_zeros(digits: &Digits) -> bool {
    digits.windows(ROUND).any(|w| w == [0; ROUND])
}

/// Whether a group of a mask stands beside the digits from `at` to `end`: 4532 XXXX XXXX 8891.
fn is_masked(view: &View, at: usize, end: usize, shortest: usize) -> bool {
    let gap = |c: Option<char>| usize::from(matches!(c, Some(' ' | '-')));
    view.run_before(at - gap(view.before(at)), is_mask) >= shortest
        || view.run(end + gap(view.get(end)), is_mask) >= shortest
}

fn is_mask(c: char) -> bool {
    matches!(c, 'X' | 'x' | '*')
}

/// Six digits after the name of a state or a city, or after any name in an address.
fn is_pin(view: &View, at: usize, end: usize, length: usize) -> bool {
    let place = |word: &str| view.table.lists(List::Places, word);
    let last = view.back(at).next();
    let named = last.is_some_and(|c| script::letter(*c).is_some());
    // ठाणे (प.) 400601
    let bracket = last == Some(&')');
    // Vazhuthacaud, 695014: a comma may end the clause before.
    let comma = || {
        let lead = if last.is_some() {
            &view.text[..at]
        } else {
            view.earlier
        };
        let mut lead = lead.iter().rev().filter(|c| **c != ' ');
        let comma = lead.next() == Some(&',');
        let name = comma && lead.next().is_some_and(|c| script::letter(*c).is_some());
        let round = view.digits(at).0.ends_with(&[0; 3]);
        name && !round && view.mentions(List::Postal)
    };
    length == PIN
        && (ends_address(view, at, end)
            || comma()
            || view.words_before(at, if bracket { 2 } else { 1 }, place)
            || is_shortened_place(view, at)
            || named && view.is_address())
}

/// Whether the shortened name of a place stands before: उ.प्र. 226001, A.P. 522002, उ.प्र. - 226001.
fn is_shortened_place(view: &View, at: usize) -> bool {
    let gap = view.run_before(at, |c| matches!(c, ' ' | '-'));
    let mark = |span: &&Classified| matches!(span.class, Class::Punctuation(_));
    let last = view.left.iter().rev().find(|span| !mark(span));
    let place = last
        .and_then(said_in_full)
        .and_then(|words| words.rsplit(' ').next());
    matches!(view.text[..at - gap], [.., 'A'..='Z', '.', 'A'..='Z', '.'])
        || place.is_some_and(|word| view.table.lists(List::Places, word))
}

/// Whether six digits end a text after a hyphen and a name, as a postal address does.
fn ends_address(view: &View, at: usize, end: usize) -> bool {
    let mut before = view.back(at).filter(|c| **c != ' ');
    let hyphen = before.next().is_some_and(|c| script::is_dash(*c));
    let name = before.next().is_some_and(|c| script::letter(*c).is_some());
    let next = view.get(end);
    hyphen && name && next.is_none_or(|c| matches!(c, '.' | ',' | ';' | '।' | ')'))
}
