//! Two numbers with a stroke between them that are no fraction: 236/1, 4.8/5, 120/80, 24/7.

use super::prelude::*;

/// What a rating is out of: one of these, or so many marks. No fraction is of so many parts as round marks are.
const BEST: u64 = 5;
const MARKS: u64 = 50;
const TEN: u64 = 10;
/// Marks of a test are out of so many.
const MARKED: std::ops::RangeInclusive<u64> = 10..=1000;
/// The runs of a team that need no word of cricket, and its wickets.
const TOTAL: std::ops::Range<u64> = 60..800;
const WICKETS: u64 = 10;
/// The two numbers of a blood pressure.
const SYSTOLIC: std::ops::RangeInclusive<u64> = 70..=260;
const DIASTOLIC: std::ops::RangeInclusive<u64> = 30..=160;
/// The chapters of a scripture, and the numbers of verses that are too large for minutes.
const CHAPTERS: u64 = 150;
const VERSES: std::ops::RangeInclusive<u64> = 60..=300;
/// No fraction has so many parts more than it has of them.
const RUNS: u64 = 20;
/// Two numbers as great as this are no fraction that anybody says: LCV 180/270.
const HUNDRED: u64 = 100;

/// Both numbers and the stroke.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (above, stroke) = numeral::scan(view.text, at);
    let times = matches!(view.get(stroke), Some('x' | 'X' | '×' | '*'));
    let sign = times || view.get(stroke) == Some('/');
    if !sign || !view.is_digit(stroke + 1) {
        return None;
    }
    if above.grouped || is_height(view, stroke + 1) || is_of_memory(view, at) {
        return None;
    }
    let (below, end) = view.digits(stroke + 1);
    let goes_on = |c: char| matches!(c, '/' | '-' | '.' | ',' | ':' | 'x' | 'X' | '×');
    if view.get(end).is_some_and(goes_on) && view.is_digit(end + 1) || view.is_digit(end) {
        return None;
    }
    // 2.4/5 GHz
    if !above.fraction.is_empty() && unit_at(view, end, table, false).is_some() {
        return None;
    }
    let written = format!("{}/{}", above.whole.figures(), below.figures());
    let words = match below[..] {
        [4] => table.word(Name::Fours),
        [6] => table.word(Name::Sixes),
        _ => None,
    };
    if let Some(words) = words.filter(|_| times && is_of_hits(view, &above.whole, end)) {
        let class = Class::Identifier(vec![Part::Number(above.whole), Part::Said(words)]);
        return Some(class.number(view, end, language));
    }
    // 24x7, 24/7
    let english = figures::is_english_pair(&written);
    let language = if english { Language::En } else { language };
    let below = Numeral::of(below);
    if !times && are_prices(view, at, &above, &below, end) {
        let numbers = [above.whole, below.whole].map(Part::Number);
        return Some(Class::Identifier(numbers.into()).inflected(view, end, language));
    }
    let between = match () {
        // But 9/11 members
        () if english
            || table.lists(List::Pairs, &written)
                && !view.lists(List::Counted, &view.next_word(end)) =>
        {
            None
        }
        () if times => return None,
        // But km 45/600
        () if is_step(view, at, &above, &below)
            || is_rating(view, &above, &below, end)
                && !is_after_initial(view, at)
                && !(above.whole.is_in(0..=WICKETS) && view.follows_own(at, List::Bowled)) =>
        {
            table.word(Name::Rating).or(table.word(Name::Stroke))
        }
        // 180/6 without a word between would be 186, the 3/22 of a bowler is clear.
        () if is_innings(view, at, &above, &below) => match above.value() < below.value() {
            true if let Some((runs, wickets)) = of_bowler(table) => {
                let told = view.cues(&view.next_word(end)).has(Kind::Innings);
                let runs = [Part::Number(below.whole), Part::Said(runs)];
                let wickets = (!told).then_some(Part::Said(wickets));
                let parts = runs.into_iter().chain([Part::Number(above.whole)]);
                let class = Class::Identifier(parts.chain(wickets).collect());
                return Some(class.number(view, end, language));
            }
            true => table.word(Name::Innings),
            false if let Some(lost) = lost(view, table, &below, end) => {
                let wickets = [Part::Number(below.whole), Part::Said(lost)];
                let parts = wickets.into_iter().chain([Part::Number(above.whole)]);
                return Some(Class::Identifier(parts.collect()).number(view, end, language));
            }
            false => wickets(table),
        },
        () if is_pair(view, at, &above, &below) => table.word(Name::Stroke),
        () => return None,
    };
    let unit = unit_at(view, end, table, is_of_thing(view, at, end));
    let end = unit.as_ref().map_or(end, |(_, end)| *end);
    let score = Score {
        above,
        below,
        between,
        unit: unit.map(|(unit, _)| unit),
    };
    Some(Class::Score(score.into()).inflected(view, end, language))
}

/// The words after the runs that a bowler gave and after the wickets that fell for them.
fn of_bowler(table: &Table) -> Option<(&'static str, &'static str)> {
    table.word(Name::WicketsForRuns)?.split_once(" << ")
}

/// The words between the wickets that fell and the runs before them in a clause of cricket: ஆறு விக்கெட் இழப்புக்கு 285.
fn lost(view: &View, table: &Table, fallen: &Numeral, end: usize) -> Option<&'static str> {
    let words = table.word(Name::WicketsLost)?;
    let wicket = words.split(' ').next().unwrap_or(words);
    let again = view.next_word(end).starts_with(wicket);
    (fallen.whole.is_in(2..=WICKETS) && view.is_about(Kind::Innings) && !again).then_some(words)
}

/// Whether fours and then sixes are listed, and nothing that they count: 9x4, 2x6.
fn lists_hits(text: &[char]) -> bool {
    let cross = |c: char| matches!(c, 'x' | 'X' | '×');
    let places = 0..text.len().saturating_sub(3);
    places.into_iter().any(|at| {
        let [sign, '4', ',', ' '] = text[at..at + 4] else {
            return false;
        };
        let (count, end) = digits(text, at + 4);
        let ends = matches!(text.get(end + 2), None | Some(',' | ';' | ')' | '.'));
        let sixes = text.get(end).is_some_and(|c| cross(*c)) && text.get(end + 1) == Some(&'6');
        cross(sign) && !count.is_empty() && sixes && ends
    })
}

/// Whether a number before a cross counts the fours or the sixes of a player: the clause tells of runs, or lists both.
fn is_of_hits(view: &View, count: &Digits, end: usize) -> bool {
    let ends = matches!(view.get(end), None | Some(',' | ';' | ')' | '.'));
    // 9x4, in the clause before
    let goes_on = || {
        view.is_first(end - count.len() - 2)
            && matches!(view.earlier, [.., 'x' | 'X' | '×', '4', ','])
    };
    count.len() <= 2 && ends && (view.is_about(Kind::Innings) || lists_hits(view.text) || goes_on())
}

/// A chapter and a verse after the name of a scripture, or a book, a chapter and a verse: गीता 2:47, 2.47, ऋग्वेद 1.5.3.
pub fn verse(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = view.numerals(at);
    let sign = view.get(view.digits(at).1);
    let sign = sign.filter(|sign| matches!(sign, ':' | '.' | '/'))?;
    let (parts, end) = view.numbers(at, sign);
    let goes_on = matches!(view.get(end), Some(':' | '.' | '/')) && view.is_digit(end + 1);
    // The name of a scripture or of a part of one may be inflected, but not in English: ഗീതയിലെ.
    let is_name = |word: &str| {
        let word = word.to_lowercase();
        let name = |name: &str| word == name || !name.is_ascii() && word.starts_with(name);
        view.listed(List::Verses).any(name)
    };
    let named = || view.follows_short(at, is_name);
    // Chapter 2.5, which may be a part of it
    let part = || view.follows(at, List::Labels) || view.follows(at, List::Numbered);
    // गीता 2.47, but गीता 9.5 may be of a girl
    let numbered = || {
        let verses = parts.iter().all(|part| part.is_in(1..=*VERSES.end()));
        let clear = parts.len() > 2 || parts.last().is_some_and(|verse| verse.len() > 1);
        verses && clear && named() && !part() && !counts(view, end)
    };
    let told = match sign {
        ':' => parts.len() == 2 && (named() || is_of_scripture(view)),
        _ => numbered(),
    };
    if !told || goes_on || clock_after(view, end) {
        return None;
    }
    let numbers = parts.into_iter().map(Part::Number).collect();
    Some(Class::Identifier(numbers).inflected(view, end, language))
}

/// Whether the clause has a chapter and a verse whose numbers no time and no ratio has: 6:144.
fn is_of_scripture(view: &View) -> bool {
    // The last two numbers of a run with colons, which are no ratio: that is round or a whole of a hundred.
    let is_verse = |run: &[char]| {
        let parts = run.rsplit(|c| *c == ':');
        let mut parts = parts.map(|part| digits(part, 0).0.value().unwrap_or_default());
        let [verse, chapter] = [parts.next(), parts.next()].map(Option::unwrap_or_default);
        let round = verse.is_multiple_of(5) && chapter.is_multiple_of(5);
        let fits = VERSES.contains(&verse) && (2..=CHAPTERS).contains(&chapter);
        fits && chapter + verse != 100 && !round
    };
    let other = |c: &char| *c != ':' && script::digit(*c).is_none();
    let has = |text: &[char]| text.split(other).any(is_verse);
    !view.is_about(Kind::Ratio) && (has(view.text) || has(view.earlier))
}

/// Whether two numbers are a step, a page and how many there are: step 3/5.
fn is_step(view: &View, at: usize, above: &Numeral, below: &Numeral) -> bool {
    let (_, end) = view.digits(at + above.whole.len() + 1);
    // … (2/3)
    let last = || {
        let bracket = view.before(at) == Some('(') && view.get(end) == Some(')');
        let parts = below.whole.is_in(2..TEN);
        let told = at > 1 || !view.earlier.is_empty();
        // 2/2 @user, (2/2) #tag
        let next = view.get(view.skip_spaces(end + usize::from(bracket)));
        let tagged = matches!(next, Some('@' | '#')) && (bracket || view.get(end) == Some(' '));
        parts && (tagged || bracket && told && !view.is_heard_from(end + 1))
    };
    let fits = above.fraction.is_empty() && above.value() <= below.value();
    fits && (view.follows(at, List::Steps) || last())
}

fn is_rating(view: &View, above: &Numeral, below: &Numeral, end: usize) -> bool {
    let best = below.value().is_some_and(|n| n.is_multiple_of(BEST));
    // 1/250 s
    if above.value() == Some(1) && has_unit(view, end) {
        return false;
    }
    // 18/20
    let tested = |word: &Word| view.table.lists(List::Tested, &word.text);
    let of_ten = view.table.word(Name::Rating).is_some()
        && view.words().iter().any(tested)
        && below.whole.is_in(MARKED);
    let marks = below.value().is_some_and(|n| n.is_multiple_of(MARKS));
    let decimals = !above.fraction.is_empty();
    // Nine out of ten dentists.
    let ten = || below.value() == Some(TEN) && is_counted(view, end);
    let told = || view.speaks_of(Kind::Rating) || ten();
    let rated = best && (marks || decimals || of_ten || told());
    above.value() <= below.value() && rated
}

/// Whether two numbers are the runs and the wickets of an innings, or the wickets and the runs that a bowler gave: a word of cricket
/// tells it, or so many runs for fewer than ten wickets where nothing else is told.
fn is_innings(view: &View, at: usize, above: &Numeral, below: &Numeral) -> bool {
    let (Some(runs), Some(wickets)) = (above.integer(), below.value()) else {
        return false;
    };
    let shape = TOTAL.contains(&runs) && (1..WICKETS).contains(&wickets);
    let told = || !told_before(view, at).is_nothing() || is_after_initial(view, at);
    let untold = || !runs.is_multiple_of(MARKS) && !told();
    let bare = shape && view.table.word(Name::Innings).is_some() && untold();
    let bowled = || view.follows_own(at, List::Bowled);
    let named = || {
        let (_, end) = view.digits(at + above.whole.len() + 1);
        is_of_bowler(view, at, end)
    };
    let figures = runs <= WICKETS && wickets > runs;
    bare || (wickets < MARKS || figures) && view.is_about(Kind::Innings)
        || figures && wickets > WICKETS && (bowled() || named())
}

/// Whether an initial with its stop, a unit or what has numbers stands before a number, as before no score: R.S. 78/4, km 112/4, page 78/9.
fn is_after_initial(view: &View, at: usize) -> bool {
    let gap = at - view.run_before(at, |c| c == ' ');
    let initial = matches!(view.text[..gap], [.., '.', c, '.'] | [c, '.'] if c.is_alphabetic());
    // But MI 178/4.
    let capitals = view
        .letters_before(gap)
        .iter()
        .all(char::is_ascii_uppercase);
    let unit =
        |word: &str| !capitals && view.table.unit(word).is_some() || view.lists(List::Steps, word);
    let short = || {
        view.shortened()
            .is_some_and(|said| view.table.names_unit(said))
    };
    initial || view.words_before(at, 1, unit) || short()
}

/// Whether two numbers are prices or aims, of which either is meant: target 398/410, half/full 140/240. Not marks, a pressure, or what has a
/// number of its own.
fn are_prices(view: &View, at: usize, above: &Numeral, below: &Numeral, end: usize) -> bool {
    let pair = [above.whole.clone(), below.whole.clone()];
    let paired = is_pressure(above.value(), below.value()) || view.speaks_of(Kind::Paired);
    figures::are_near(&pair)
        && view.mentions_around(List::Aims)
        && above.fraction.is_empty()
        && !is_rating(view, above, below, end)
        && !paired
        && !view.is_letter(end)
        && told_before(view, at).is_nothing()
        && !view.is_address()
        && !has_unit(view, end)
}

/// Whether two numbers may be a blood pressure.
fn is_pressure(above: Option<u64>, below: Option<u64>) -> bool {
    let systolic = above.is_some_and(|n| SYSTOLIC.contains(&n));
    systolic && below.is_some_and(|n| DIASTOLIC.contains(&n)) && above > below
}

fn is_pair(view: &View, at: usize, above: &Numeral, below: &Numeral) -> bool {
    let (Some(first), Some(second)) = (above.value(), below.value()) else {
        return false;
    };
    let pressure = is_pressure(Some(first), Some(second));
    // Spectacles for 1/2 the price
    let common = || figures::is_common_fraction(&format!("{first}/{second}"));
    let paired = || view.speaks_of(Kind::Paired) && !common();
    let score = || view.speaks_of(Kind::Score) || paired();
    let door = || told_before(view, at).before.has(Kind::Number);
    // LCV 180/270: no fraction has so many parts of so many.
    let many = first >= HUNDRED && second >= HUNDRED;
    many || !above.fraction.is_empty()
        || pressure
        || first >= RUNS && first > second
        || score()
        || door()
}
