//! Roman numerals: known by their letters, and by the words before them.

use super::facts::roman::{is_small, rises, value};
use super::prelude::*;

/// Letters of a code that is no numeral are fewer.
const SHORT_CODE: usize = 3;
/// Larger ones in the open are rather abbreviations: XL, CD, DC.
const MAX_BARE: u64 = 39;
/// The same of numerals of so many letters.
const LONG: usize = 4;
const MAX_LONG: u64 = 89;
/// Characters of the word between two numerals, with its spaces.
const LINK: usize = 5;

/// A word of capitals that are numerals.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let ended = || possessive(view, at, letters).or_else(|| before_ranked(view, at, letters));
    if let Some(found) = ranked(view, at, letters).or_else(ended) {
        return Some(found);
    }
    if letters::is_item(view, at) {
        return item(view, at, letters);
    }
    let sign = |c: &char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M');
    if !letters.iter().all(sign) {
        return None;
    }
    let word: String = letters.iter().collect();
    let value = value(&word)?;
    // "Section C", "Type D": a letter.
    if matches!(&*word, "L" | "C" | "D" | "M") {
        return None;
    }
    let end = at + letters.len();
    let parted = |c: char| !c.is_alphanumeric() && c != '.';
    let parted = view.before(at).is_none_or(parted);
    if let Some(found) = inflected(view, value, end).filter(|_| parted && value <= MAX_BARE) {
        return Some(found);
    }
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '&' | '/');
    // The stop at the end of a sentence is none of its own.
    let stop = usize::from(view.get(end) == Some('.'));
    let pair = || rises(view, at) || view.before(at) == Some('/') && follows_numeral(view, at);
    let joined = view.before(at).is_some_and(joins) || view.get(end + stop).is_some_and(joins);
    if joined && !(pair() && view.mentions(List::Numbered)) {
        return None;
    }
    let after = |list| view.follows(at, list);
    // The V of I-V.
    let ranged = || follows_numeral(view, at) && matches!(view.last_class(), Some(Class::Range));
    if is_word(view, at, &word, value) {
        return None;
    }
    let ruler = after(List::Rulers);
    let own = || ruler && view.language != Language::En;
    let king = || matches!(&*word, "V" | "X") && (after(List::Kings) || own());
    // III and V
    let listed = || matches!(&*word, "V" | "X") && follows_numeral(view, at);
    let first = || ruler && word == "I" && follows_full_name(view, at);
    // XX is rather a name that is left open.
    let open = matches!(&*word, "XX" | "XXX");
    // Phase II and phase I, number I
    let second = || {
        word == "I"
            && view.language != Language::En
            && (view.words().iter().any(|word| word.text == "ii")
                || view.words_before(at, 1, |word| {
                    view.cues(word).any(&[Kind::Number, Kind::Count])
                }))
    };
    // Super Bowl XLIX: so many letters are no abbreviation.
    let most = largest(&word);
    // V - IX, V-B
    let own = || word != "I" || view.language != Language::En;
    let of_class = || own() && begins_class(view, at);
    let coded = || word == "I" && ends_code(view, at);
    let bare =
        (word.len() > 1 || coded() || king() || first() || second() || listed() || of_class())
            && value <= most
            && (ruler || !open);
    let certainty = if after(List::Numbered)
        || follows_shortened(view, at)
        || bare && ruler
        || ranged()
        || second()
    {
        certainty::NUMBERED
    } else if bare {
        certainty::NUMERALS
    } else {
        return None;
    };
    if follows_link(view, at) && !ruler {
        return None;
    }
    let class = Class::Roman { value, ruler };
    let mut found = class.until(view, end).at_most(certainty);
    if is_english(view, at) {
        found.language = Language::En;
    }
    Some(found)
}

/// The largest number that letters in the open are read as: few of them are rather an abbreviation.
fn largest(word: &str) -> u64 {
    match word.len() {
        ..LONG => MAX_BARE,
        _ => MAX_LONG,
    }
}

/// Whether a code of capitals and a dash stand before a place: RKSY-I কার্ডে.
fn ends_code(view: &View, at: usize) -> bool {
    let dash = at.wrapping_sub(1);
    view.is_dash(dash) && view.run_before(dash, |c| c.is_ascii_uppercase()) >= SHORT_CODE
}

/// Whether a numeral is the first of several classes, or a letter tells which part of its class is meant: V - IX, V-B.
fn begins_class(view: &View, at: usize) -> bool {
    let end = at + letters::run(view, at).len();
    // School fees: LKG ₹18,000, I-V ₹22,000
    let school = |word: &Word| view.begins(List::Schooled, &word.text);
    let told = || {
        view.mentions(List::Numbered) || view.speaks_of(Kind::Place) || view.all_words().any(school)
    };
    let last = view.skip_spaces(view.skip_spaces(end) + 1);
    let long = || letters::run(view, last).len() > 1;
    is_section(view, end) && told() || rises(view, at) && (long() || told())
}

/// Whether a hyphen and the letter of a part of a class come at a place: VII-C.
fn is_section(view: &View, at: usize) -> bool {
    view.is_dash(at) && matches!(letters::run(view, at + 1), ['A'..='H']) && !view.is_digit(at + 2)
}

/// Whether capitals are a word or a code rather than a numeral: Phase I trials, but not "the units I sold"; "1 g IV" goes into a vein, as on IV
/// fluids; ML and CC before a number are codes, Chapter LX is none.
fn is_word(view: &View, at: usize, word: &str, value: u64) -> bool {
    let end = at + word.len();
    // Leave: ML 180; paper CC-3
    let gap = usize::from(matches!(view.get(end), Some(' ' | '-')));
    let code = value > MAX_BARE && word.len() < SHORT_CODE && view.is_digit(end + gap);
    let code = code && (view.get(end) == Some('-') || !view.follows(at, List::Numbered));
    let after = |list| view.follows(at, list);
    let pronoun = || view.language == Language::En && is_pronoun(view, at, end);
    // NS IV 500ml
    let dosed = || {
        let (_, last) = numeral::scan(view.text, view.skip_spaces(end));
        let unit: String = view.letters(view.skip_spaces(last)).iter().collect();
        view.is_digit(view.skip_spaces(end))
            && everywhere(Everywhere::Doses).any(|dose| dose == unit)
    };
    let vein =
        || view.lists(List::Veins, &view.next_word(end)) || after(List::VeinsBefore) || dosed();
    // VI and Airtel
    let carrier = || word == "VI" && view.mentions_around(List::Carriers);
    code || matches!(view.last_class(), Some(Class::Measure(_)))
        || !after(List::Numbered) && carrier()
        || word == "I" && pronoun()
        || word == "IV" && !after(List::Numbered) && vein()
}

/// Whether another numeral stands before, with a sign or a short word between.
fn follows_numeral(view: &View, at: usize) -> bool {
    let near = |first: &Classified| first.range.end + LINK >= at;
    matches!(view.left, [.., first, _] if matches!(first.class, Class::Roman { .. }) && near(first))
}

/// A numeral before what is told apart by ordinals: III floor, II year, II B.Sc., II అదనపు కోర్టు. Not after what is numbered: Phase II year 2
fn before_ranked(view: &View, at: usize, letters: &[char]) -> Option<Candidate> {
    let end = at + letters.len();
    let next = view.skip_spaces(end);
    let parted = |c| matches!(c, ' ' | '(' | '/' | '-');
    let parted = view.before(at).is_none_or(parted);
    if !is_small(letters) || !parted {
        return None;
    }
    let value = value(&letters.iter().collect::<String>())?;
    let degree = || {
        let subject = lowercase(view.letters(next + 2));
        let mut degrees = everywhere(Everywhere::Degrees);
        view.get(next + 1) == Some('.') && degrees.any(|known| known == subject)
    };
    // II ಬಿ.ಎ., where the language has such ordinals
    let own_degree = || {
        let faculty = view.letters(next);
        let subject = view.letters(next + faculty.len() + 1);
        let named = |letters: &[char]| view.table.letter(letters).is_some();
        let mut degrees = everywhere(Everywhere::Degrees);
        let known = named(subject) || degrees.any(|known| known == spelling(subject));
        let ranks = view.table.list(List::Ranked).next().is_some();
        ranks && named(faculty) && view.get(next + faculty.len()) == Some('.') && known
    };
    let english = view.language == Language::En || view.get(next).is_some_and(|c| c.is_ascii());
    let ranked = || match english {
        true => view.lists(List::Ranked, &view.word(next)) || degree(),
        false => view.table.lists(List::Ranked, &view.word(next)) || own_degree(),
    };
    // I Year, I prize ₹5,000, but "I block a card".
    let verb = || {
        let after = view.skip_spaces(next + view.letters(next).len());
        let ends = !view.is_letter(after) || view.is_currency(after);
        let begins = matches!(view.back(at).next(), None | Some(',' | '(' | ';'));
        view.get(next).is_some_and(char::is_lowercase) && !(begins && ends)
    };
    let fits = next > end && value <= MAX_BARE && !(value == 1 && verb());
    // Queen Elizabeth II Prize, Malcolm X Main
    let named = || {
        view.follows(at, List::Rulers) || letters == ['X'] && view.is_letter(at.saturating_sub(2))
    };
    // Semester III, II year; V to IX class
    let listed = view.back(at).next() == Some(&',');
    let alone = || {
        !named()
            && (listed || !view.follows(at, List::Numbered))
            && !follows_shortened(view, at)
            && (english || !follows_numeral(view, at) && !ending::follows_to(view, at))
    };
    if !fits || !alone() || !ranked() {
        return None;
    }
    let value = Digits::of(value);
    if english {
        let written = ending::english(&value);
        return Some(ended(view, end, value, written).said_in(Language::En));
    }
    let written = ending::ordinal(&value, view.language);
    let written = match ending::own(view.table, &value.figures(), &written) {
        Some(words) => Ending::Own(words),
        None => Ending::Joined(written),
    };
    let class = Class::Ordinal(Number::ending(Numeral::of(value), written).into());
    Some(class.number(view, end, view.language))
}

/// Whether what is shortened right before a place has a number: Ph-I, Gr. I, Std. V.
fn follows_shortened(view: &View, at: usize) -> bool {
    let parts = view.run_before(at, |c| matches!(c, ' ' | '-' | '.'));
    let spans = view.left.iter().rev();
    let mut words = spans.filter(|span| span.range.end > at.saturating_sub(parts + 1));
    words.any(|span| {
        let said = said_in_full(span).unwrap_or_default();
        let last = said.rsplit(' ').next().unwrap_or_default();
        view.lists(List::Numbered, last)
    })
}

/// Whether a numeral is said in English in any text: Playing XI, प्लेइंग XI, and that of a team where a match is told.
fn is_english(view: &View, at: usize) -> bool {
    let team = || {
        let eleven = letters::run(view, at) == ['X', 'I'];
        let about = |kind| view.is_about(kind);
        let told = || about(Kind::Innings) || about(Kind::Score) || has_innings(view);
        let other = || view.follows(at, List::Numbered) || view.follows(at, List::Rulers);
        eleven && view.before(at) == Some(' ') && told() && !other()
    };
    view.language == Language::En
        || letters::follows_english(view, at)
        || view.follows_own(at, List::Models)
        || team()
}

/// Whether nothing, a comma or the word for "and" or "or" stands before letters, and no other numeral: VI का, Airtel और VI. II begins an item.
fn follows_link(view: &View, at: usize) -> bool {
    let letters = letters::run(view, at);
    let end = at + letters.len();
    let numeral = |span: &Classified| matches!(span.class, Class::Roman { .. });
    let first = || match view.back(at).next() {
        None => view.earlier.is_empty(),
        Some(c) => *c == ',' && !view.left.iter().any(numeral),
    };
    let begins = view.language != Language::En && first();
    // VI से IX
    let ranged = || {
        let next = view.skip_spaces(end);
        let next = view.skip_spaces(next + view.letters(next).len());
        is_small(letters::run(view, next))
    };
    let of_class = || rises(view, at) || is_section(view, end);
    if begins
        && !ranged()
        && !of_class()
        && letters.iter().any(|c| *c != 'I')
        && view.is_letter(end + 1)
    {
        return true;
    }
    let names = [Name::Ampersand, Name::Or].map(|name| view.table.word(name));
    let linked = view.words_before(at, 1, |word| names.contains(&Some(word)));
    // அல்லது II-III
    linked && !view.left.iter().any(numeral) && !view.is_dash(end)
}

/// A label of a list in small or capital letters: (iv).
fn item(view: &View, at: usize, letters: &[char]) -> Option<Candidate> {
    let word = lowercase(letters).to_uppercase();
    // 5(via)
    if matches!(&*word, "VIA" | "VIC") {
        return None;
    }
    let numeral = word.trim_end_matches(['A', 'B', 'C']);
    let (value, ruler) = (value(numeral)?, false);
    let class = match word.strip_prefix(numeral) {
        None | Some("") => Class::Roman { value, ruler },
        // 13(1)(ia)
        Some(letter) => Class::Identifier(vec![
            Part::Number(Digits::of(value)),
            Part::Letters(letter.to_owned()),
        ]),
    };
    Some(class.until(view, at + letters.len()))
}

/// A numeral with an ending of the language of the clause: XI-ஆம், VIIನೇ, II ನೇ, IIIవ.
fn inflected(view: &View, value: u64, end: usize) -> Option<Candidate> {
    let (gap, list) = match view.get(end)? {
        '-' | '‑' => (1, List::Endings),
        ' ' => (1, List::Apart),
        _ => (0, List::Endings),
    };
    let letters = view.letters(end + gap);
    let own = view.language_at(end + gap) == Some(view.language);
    if view.language == Language::En || !own {
        return None;
    }
    let numeral = Numeral::of(Digits::of(value));
    let (run, figures) = (spelling(letters), numeral.whole.figures());
    let mut listed = view.table.list(list);
    let ranks = listed.any(|ending| ending.strip_prefix(&*figures).unwrap_or(ending) == run);
    let ending = match ending::own(view.table, &figures, &run) {
        Some(words) => Some(Ending::Own(words)),
        None => ranks.then_some(Ending::Joined(run)),
    };
    if let Some(ending) = ending {
        let class = Class::Ordinal(Number::ending(numeral, ending).into());
        let end = end + gap + letters.len();
        return Some(class.number(view, end, view.language));
    }
    // VIలో, VI ರಿಂದ; XI में is a word of its own, and of V ని the letter may be one.
    let class = Class::Ordinal(Number::of(numeral).into());
    let found = class.inflected(view, end, view.language);
    let numeral = view.letters_before(end);
    let at = end - numeral.len();
    let named = || view.follows(at, List::Rulers) || is_english(view, at);
    let several = numeral.len() > 1 && numeral.iter().any(|c| *c != 'X');
    let told = || !follows_link(view, at);
    let joined = gap == 0 || found.end > end && several && !named() && told();
    (joined && found.grammar.case.is_some()).then_some(found)
}

/// Whether two words with capitals stand before a place: Rajaraja Chola I, but not "George, I think".
fn follows_full_name(view: &View, at: usize) -> bool {
    let mut words = view.text[..at].rsplit(|c| *c == ' ').skip(1);
    let capital = |word: &[char]| {
        word.first().is_some_and(|c| c.is_uppercase()) && word.iter().all(|c| c.is_alphabetic())
    };
    words.next().is_some_and(capital) && words.next().is_some_and(capital)
}

/// Whether an I stands between words in small letters.
fn is_pronoun(view: &View, at: usize, end: usize) -> bool {
    let mut before = view.text[..at].split(|c| !c.is_alphabetic());
    let before = before.rfind(|word| !word.is_empty());
    let small = |c: char| c.is_lowercase();
    before.is_some_and(|word| small(word[0])) && view.get(view.skip_spaces(end)).is_some_and(small)
}

/// A numeral that owns something: the Playing XI's captain.
fn possessive(view: &View, at: usize, letters: &[char]) -> Option<Candidate> {
    let [numeral @ .., '\'' | '’', 's'] = letters else {
        return None;
    };
    let value = value(&numeral.iter().collect::<String>())?;
    let named = is_small(numeral) && numeral.len() > 1 && letters::follows_english(view, at);
    let end = at + letters.len();
    named.then(|| ended(view, end, Digits::of(value), "s").said_in(Language::En))
}

/// A numeral with the ending of an English ordinal: XIth.
fn ranked(view: &View, at: usize, letters: &[char]) -> Option<Candidate> {
    let (numeral, ending) = letters.split_at_checked(letters.len().checked_sub(2)?)?;
    if !is_small(numeral) {
        return None;
    }
    let value = Digits::of(value(&numeral.iter().collect::<String>())?);
    // "Ind" is India.
    let written = ending::english(&value);
    let own = written.chars().eq(ending.iter().copied());
    own.then(|| ended(view, at + letters.len(), value, written))
}

/// A numeral with an English ending.
fn ended(view: &View, end: usize, value: Digits, ending: &str) -> Candidate {
    let ending = Ending::English {
        written: ending.to_owned(),
        decade: false,
    };
    let class = Class::Ordinal(Number::ending(Numeral::of(value), ending).into());
    class.number(view, end, view.language)
}
