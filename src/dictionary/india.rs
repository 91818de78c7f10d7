//! Where India says words of the dictionary otherwise than America, by their spelling.

use super::words::{Symbols, Word};

/// Makes the vowels close that are so in India and Britain: the first one of words that begin as one of `weak`, that before
/// -cation, and u between y and l (regular).
pub(super) fn close(word: &mut Word, weak: &[&str]) {
    let vowel = |sound: &&mut &str| sound.ends_with(|c: char| c.is_ascii_digit());
    if weak.iter().any(|head| word.spelling.starts_with(head))
        && let Some(first) = word.sounds.iter_mut().find(vowel)
        && matches!(*first, "IY0" | "IY2" | "EH0")
    {
        *first = "IH0";
    }
    // clarification, topical
    if let [.., weak, "K", "EY1", "SH", _, "N"] | [.., weak, "K", "AH0", "L"] = &mut word.sounds[..]
        && *weak == "AH0"
        && (word.spelling.ends_with("ification") || word.spelling.ends_with("ical"))
    {
        *weak = "IH0";
    }
    if word.spelling.contains("ul") {
        for at in 2..word.sounds.len() {
            if word.sounds[at - 2..=at] == ["Y", "AH0", "L"] {
                word.sounds[at - 1] = "UH0";
            }
        }
    }
}

/// u before another vowel is one of its own: graduating, casualty, visualize.
pub(super) fn part_u(word: &mut Word) {
    let mut pairs = word.spelling.as_bytes().windows(2);
    let apart = pairs.any(|pair| pair[0] == b'u' && b"aeiou".contains(&pair[1]));
    let mut at = 1;
    while apart && at + 1 < word.sounds.len() {
        let vowel = word.sounds[at + 1].ends_with(|c: char| c.is_ascii_digit());
        match word.sounds[at - 1] {
            "AH0" if vowel && word.sounds[at] == "W" => {
                word.sounds[at - 1] = "UW0";
                word.sounds.remove(at);
            }
            "CH" | "JH" | "ZH" if vowel && word.sounds[at] == "W" => word.sounds[at] = "UW0",
            "UH0" | "UW0" if vowel && word.sounds[at] == "W" => _ = word.sounds.remove(at),
            _ => {}
        }
        at += 1;
    }
}

/// India keeps the glide that America drops after n, d and t where the vowel is spelt u, eu or ew: new, student, due, but not noon
/// or to. A last u is that of another language: Hindu.
pub(super) fn keep_yod(word: &mut Word, symbols: &Symbols) {
    let letters = word.spelling.as_bytes();
    let mut sound = 0;
    for at in 0..word.shares.len() {
        let vowel = word.shares[at].first().map(|_| word.sounds[sound]);
        let long = vowel.is_some_and(|vowel| vowel.starts_with("UW") || vowel.starts_with("UH"));
        let begin = at - usize::from(at > 0 && letters[at - 1] == b'e');
        let spelt = match letters[at] {
            b'u' => at + 1 < letters.len(),
            b'w' => begin < at,
            b'e' => matches!(letters.get(at + 1), Some(b'u' | b'w')),
            _ => false,
        };
        let begin = if letters[at] == b'e' { at } else { begin };
        let coronal = begin > 0 && matches!(letters[begin - 1], b'n' | b'd' | b't');
        let after = sound > 0 && matches!(word.sounds[sound - 1], "N" | "D" | "T");
        if long && spelt && coronal && after {
            word.sounds.insert(sound, "Y");
            word.shares[at].insert(0, symbols.index("Y"));
        }
        sound += word.shares[at].len();
    }
}

/// t and the sh of a second member stay apart: courtship, hotshot.
pub(super) fn keep_seam(word: &mut Word) {
    if !word.spelling[1..].contains("tsh") {
        return;
    }
    if let Some(at) = word.sounds.iter().rposition(|sound| *sound == "CH") {
        word.sounds.splice(at..=at, ["T", "SH"]);
    } else if let Some(at) = word.sounds.iter().rposition(|sound| *sound == "SH")
        && at > 0
        && word.sounds[at - 1] != "T"
    {
        word.sounds.insert(at, "T");
    }
}

/// The ending of organization has Britain's vowel and bears the stress.
pub(super) fn stress_noun(word: &mut Word) {
    let single = word.spelling.trim_end_matches('s');
    if !["ization", "isation"]
        .iter()
        .any(|end| single.ends_with(end))
    {
        return;
    }
    let end = word.sounds.len() - (word.spelling.len() - single.len());
    let (head, tail) = word.sounds.split_at_mut(end.saturating_sub(5));
    if let ([.., weak], ["Z", stressed, "SH", ..]) = (head, tail)
        && matches!(*weak, "AH0" | "IH0" | "AY0" | "AY2")
    {
        (*weak, *stressed) = ("AY0", "EY1");
        let others = word.sounds[..end - 4].iter_mut();
        others.for_each(|sound| match *sound {
            // What an o may make round keeps its digit.
            "AA1" => *sound = "AA2",
            _ => *sound = sound.trim_end_matches('1'),
        });
    }
}

/// A stressed vowel before r that is spelt with e is long: Siberia, dreary, pierce, but not spirit and lyrics.
pub(super) fn lengthen(word: &mut Word, symbols: &Symbols) {
    let letters = word.spelling.as_bytes();
    let mut sound = 0;
    for (at, share) in word.shares.iter_mut().enumerate() {
        let spelt = matches!(letters[at..], [b'e' | b'a', ..] | [b'i', b'e', ..]);
        for index in share {
            let long = match word.sounds[sound] {
                "IH1" => "IY1",
                "IH2" => "IY2",
                _ => "",
            };
            if spelt && !long.is_empty() && word.sounds.get(sound + 1) == Some(&"R") {
                word.sounds[sound] = long;
                *index = symbols.index(long);
            }
            sound += 1;
        }
    }
}
