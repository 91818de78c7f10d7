//! Signs that were typed where old fonts had them, not after the letters that they follow.

use unicode_normalization::UnicodeNormalization;

use super::letters::{indic_class, is_matra, is_vowel, offset};

/// Punjabi's sign of a letter that is written below.
pub(super) const BELOW: char = '\u{A4D}';

/// Moves Punjabi's vowel signs behind the letter that is written below, before which old fonts had them typed (ਗਿ੍ਰਫਤਾਰ, ਕਾਂ੍ਤੀ);
/// often that letter, ਰ, was not typed itself (ਪੋ੍ਗਰਾਮ, ਸ਼੍ੀ).
pub(super) fn signs_last(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split(BELOW);
    out.extend(pieces.next());
    for piece in pieces {
        let stem = out
            .trim_end_matches(|c| is_vowel_mark(c) || is_nasal(c))
            .len();
        let signs = out.split_off(stem);
        let below = piece.chars().next().filter(|c| "ਰਵਹਯ".contains(*c));
        let lost = !signs.is_empty() || piece.starts_with(is_vowel_mark);
        out.push(BELOW);
        out.extend(below.or(lost.then_some('ਰ')));
        out.push_str(&signs);
        out.push_str(&piece[below.map_or(0, char::len_utf8)..]);
    }
    out
}

/// Moves Malayalam's signs that are drawn before their consonants behind them where they follow another sign or a vowel:
/// കേന്ദ്രത്തിെൻറ, പാർട്ടിയുെട, അേദ്ദഹം.
pub(super) fn signs_behind(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        at += 1;
        let last = out.chars().next_back();
        if is_drawn_before(letter) && last.is_some_and(is_drawn_before) {
            continue;
        }
        let stray = is_drawn_before(letter) && last.is_some_and(|c| is_matra(c) || is_vowel(c));
        let length = if stray { cluster(&letters[at..]) } else { 0 };
        out.extend(&letters[at..at + length]);
        out.push(letter);
        at += length;
    }
    // The second half of ൊ or ോ may follow.
    out.nfc().collect()
}

/// Whether signs of Malayalam may be typed so.
pub(super) const fn is_drawn_before(c: char) -> bool {
    matches!(c, '\u{D46}'..='\u{D48}')
}

/// How many letters the consonants at the beginning are, none where they have a sign of their own.
fn cluster(letters: &[char]) -> usize {
    let mut length = usize::from(matches!(letters.first(), Some('\u{D7A}'..='\u{D7F}')));
    if !letters.get(length).is_some_and(is_consonant) {
        return 0;
    }
    length += 1;
    while letters.get(length) == Some(&'\u{D4D}')
        && letters.get(length + 1).is_some_and(is_consonant)
    {
        length += 2;
    }
    match letters.get(length) {
        Some(c) if *c != '\u{D3E}' && (is_matra(*c) || *c == '\u{D4D}') => 0,
        _ => length,
    }
}

fn is_consonant(c: &char) -> bool {
    matches!(c, '\u{D15}'..='\u{D3A}')
}

pub(super) fn is_vowel_mark(c: char) -> bool {
    is_matra(c) && is_mark(c)
}

/// Signs of which one is enough: anusvara and its like.
pub(super) const fn is_nasal(c: char) -> bool {
    is_mark(c) && matches!(offset(c), 0x01..=0x03 | 0x70 | 0x71)
}

const fn is_mark(c: char) -> bool {
    matches!(indic_class(c), Some((_, true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_moves_behind_its_consonants() {
        for (typed, meant) in [
            ("കേന്ദ്രത്തിെൻറ", "കേന്ദ്രത്തിൻറെ"),
            ("പാർട്ടിയുെട", "പാർട്ടിയുടെ"),
            ("അേദ്ദഹം", "അദ്ദേഹം"),
            ("മുേന്നറുന്ന", "മുന്നേറുന്ന"),
            ("കൂെട്ടാഴുക്ക്", "കൂട്ടൊഴുക്ക്"),
            ("തീർക്കേെണ്ട", "തീർക്കേണ്ട"),
        ] {
            assert_eq!(signs_behind(typed), meant.nfc().collect::<String>());
        }
        for right in ["സെൻറ്", "കേരളം", "ചെയ്തേ", "തെൻറ", "െന്നത്"]
        {
            assert_eq!(signs_behind(right), right);
        }
    }
}
