//! Whether a clause tells of cricket, by a word of it or by figures that nothing else has.

use crate::text::normalize::ground::*;

/// The runs of a team.
const TOTAL: std::ops::Range<u64> = 60..800;

/// Whether the clause or the one before tells of cricket: by a word, by runs and wickets (350/8), by the star of who is not out (121*).
pub fn is_of_cricket(view: &View) -> bool {
    let not_out = view.table.word(Name::NotOut);
    let told = || view.all_words().any(|word| not_out == Some(&*word.text));
    let gap = |c: &char| matches!(c, ' ' | '(' | ',' | ';');
    let figures = || {
        view.text
            .split(gap)
            .chain(view.earlier.split(gap))
            .any(is_figure)
    };
    view.is_about(Kind::Innings) || told() || !view.is_address() && figures()
}

/// Whether a word is 350/8 or 121*.
fn is_figure(word: &[char]) -> bool {
    let (runs, sign) = digits(word, 0);
    let rest = word.get(sign + 1..).unwrap_or_default();
    let ends = |rest: &[char]| !rest.iter().any(|c| c.is_alphanumeric());
    match word.get(sign) {
        Some('*') => matches!(runs.len(), 2 | 3) && ends(rest),
        Some('/') => {
            let (wickets, _) = digits(rest, 0);
            let team = runs.value().is_some_and(|runs| TOTAL.contains(&runs));
            team && wickets.len() == 1 && wickets[0] > 0 && ends(&rest[1..])
        }
        _ => false,
    }
}

/// Whether what stands from `start` to `end` has a name before it and nothing behind it, as the wickets and the runs of a bowler have:
/// Saxena 4-75.
pub fn is_of_bowler(view: &View, start: usize, end: usize) -> bool {
    let ends = matches!(view.get(end), None | Some(',' | ';' | ')' | '.' | '।'));
    let spaced = view.before(start) == Some(' ') && start > 1;
    let word = || view.get(start - 2).is_some_and(script::is_in_word);
    let name = |word: &str| view.cues(word).is_empty() && !view.lists(List::Particles, word);
    ends && spaced && word() && view.words_before(start, 1, name) && is_of_cricket(view)
}

/// Whether a clause is about what may have a stroke between two numbers: a game, a rating, a ratio, a pressure and the like.
pub fn is_in_strokes(view: &View) -> bool {
    use Kind::{Innings, Paired, Rating, Ratio, Score};
    let kinds = [Score, Innings, Rating, Ratio, Paired];
    kinds.into_iter().any(|kind| view.is_about(kind))
}

/// Whether two numbers stand in a list of pairs of which one beside them falls, as those of pages never do: 21-18, 19-21.
pub fn is_of_sets(view: &View, from: usize, end: usize) -> bool {
    let begins = view.text[..from].iter().all(|c| *c == ' ');
    let before = if begins {
        view.earlier
    } else {
        &view.text[..from]
    };
    let gap = |c: &char| matches!(c, ' ' | '(' | ')');
    let falls = |pair: &[char]| {
        let (first, dash) = digits(pair, 0);
        let (second, _) = digits(pair, dash + 1);
        pair.get(dash).is_some_and(|c| script::is_dash(*c)) && first.value() > second.value()
    };
    let mut earlier = before.rsplit(gap).filter(|pair| !pair.is_empty());
    let earlier = earlier.next().filter(|pair| pair.last() == Some(&','));
    let mut later = view
        .rest(end + 1)
        .split(gap)
        .filter(|pair| !pair.is_empty());
    let later = later.next().filter(|_| view.get(end) == Some(','));
    earlier.is_some_and(falls) || later.is_some_and(falls)
}
