//! Phonemes as people write them: the symbols of the inventory, and IPA that differs from them in notation only.

use unicode_normalization::UnicodeNormalization;

use super::inventory::{Phoneme, SYMBOLS};

/// Parses symbols of the inventory, with or without spaces between them. The longest match wins. Returns `None` if the
/// text has anything that is not in the inventory.
pub fn parse(ipa: &str) -> Option<Vec<Phoneme>> {
    let (phonemes, rest) = parse_start(ipa);
    rest.is_empty().then_some(phonemes)
}

/// Parses symbols as [`parse`] does, up to the first that is not in the inventory. Returns the rest too.
fn parse_start(ipa: &str) -> (Vec<Phoneme>, &str) {
    let mut phonemes = Vec::new();
    let mut rest = ipa.trim_start();
    let longest = |rest: &str| {
        // Most symbols begin with another byte, which takes less time to see than a comparison of the whole.
        let first = rest.as_bytes().first();
        let symbols = (0..).zip(SYMBOLS.iter());
        let fitting =
            symbols.filter(|(_, s)| s.as_bytes().first() == first && rest.starts_with(**s));
        let (index, symbol) = fitting.max_by_key(|(_, s)| s.len())?;
        Some((Phoneme::from_index(index)?, symbol.len()))
    };
    while let Some((phoneme, length)) = longest(rest) {
        phonemes.push(phoneme);
        rest = rest[length..].trim_start();
    }
    (phonemes, rest)
}

/// Returns the first character because of which [`parse_words`] fails, if it is one that no phoneme begins with.
pub fn unknown(ipa: &str) -> Option<char> {
    let mut words = ipa.split('|');
    words.find_map(|word| parse_start(&narrow(word)).1.chars().next())
}

/// Writes phonemes as IPA with spaces between them. Nasality and tone are joined to their vowel, stress to the vowel
/// after it.
pub fn format(phonemes: &[Phoneme]) -> String {
    // Most phonemes take two bytes and a space.
    let mut ipa = String::with_capacity(3 * phonemes.len());
    let mut joined = true;
    for &p in phonemes {
        if !joined && !p.is_on_vowel() {
            ipa.push(' ');
        }
        ipa.push_str(if p == Phoneme::SPACE { "|" } else { p.symbol() });
        joined = p == Phoneme::STRESS;
    }
    ipa
}

/// Parses the phonemes of words that a person wrote, with `|` between words. Marks on a vowel may be composed with it
/// and be in any order, ɪ and ʊ mean the short close vowels, and g, : and ' may stand for ɡ, ː and ˈ. Returns `None` if a word has anything that is not in
/// the inventory, a pause, or no vowel and no consonant.
pub fn parse_words(ipa: &str) -> Option<Vec<Phoneme>> {
    let mut phonemes = Vec::new();
    for word in ipa.split('|') {
        let sounds = parse(&narrow(word))?;
        let heard = |p: &Phoneme| p.is_vowel() || p.is_consonant();
        let mark = |p: &Phoneme| *p == Phoneme::STRESS || p.is_on_vowel();
        if !sounds.iter().any(heard) || !sounds.iter().all(|p| heard(p) || mark(p)) {
            return None;
        }
        if !phonemes.is_empty() {
            phonemes.push(Phoneme::SPACE);
        }
        phonemes.extend(sounds);
    }
    Some(phonemes)
}

/// Puts the marks on a vowel in the order of the inventory, and writes ɪ and ʊ as i and u, and what keyboards have in
/// place of a symbol as that symbol.
fn narrow(ipa: &str) -> String {
    let place = |c: &char| "ː\u{300}\u{301}\u{303}".find(*c);
    let typed = |c| match c {
        'g' => 'ɡ',
        ':' => 'ː',
        '\'' => 'ˈ',
        _ => c,
    };
    let mut letters: Vec<char> = ipa.nfd().map(typed).collect();
    for vowel in letters.chunk_by_mut(|_, next| place(next).is_some()) {
        vowel.sort_by_key(place);
    }
    let mut before = ' ';
    letters
        .into_iter()
        .map(|c| {
            let glide = matches!((before, c), ('a' | 'ɔ', 'ɪ') | ('a', 'ʊ'));
            before = c;
            match c {
                'ɪ' if !glide => 'i',
                'ʊ' if !glide => 'u',
                _ => c,
            }
        })
        .collect()
}

/// Writes phonemes as [`format`] does, but the short close vowels as ɪ and ʊ, as the dictionaries of some languages do.
pub fn format_lax(phonemes: &[Phoneme]) -> String {
    let ipa = format(phonemes);
    let mut lax = String::with_capacity(ipa.len());
    let mut rest = ipa.chars().peekable();
    while let Some(c) = rest.next() {
        lax.push(match (c, rest.peek()) {
            ('i' | 'u', Some('ː')) => c,
            ('i', _) => 'ɪ',
            ('u', _) => 'ʊ',
            _ => c,
        });
    }
    lax
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_parses_back() {
        for symbol in SYMBOLS.iter().filter(|s| **s != " ") {
            let phoneme = Phoneme::from_symbol(symbol).unwrap();
            assert_eq!(parse(symbol), Some(vec![phoneme]));
        }
    }

    #[test]
    fn the_longest_symbol_wins() {
        assert_eq!(format(&parse("d̪ʱaɪ t̪ə").unwrap()), "d̪ʱ aɪ t̪ ə");
        assert_eq!(format(&parse("maː\u{303}").unwrap()), "m aː\u{303}");
        assert_eq!(
            format(&parse("ka\u{300}aː\u{301}\u{303}").unwrap()),
            "k a\u{300} aː\u{301}\u{303}"
        );
    }

    #[test]
    fn short_close_vowels_may_be_written_lax() {
        let phonemes = parse("kimuu\u{303}iːaɪ").unwrap();
        assert_eq!(format_lax(&phonemes), "k ɪ m ʊ ʊ\u{303} iː aɪ");
        assert_eq!(parse_words(&format_lax(&phonemes)), Some(phonemes));
    }

    #[test]
    fn what_keyboards_have_stands_for_a_symbol() {
        assert_eq!(parse_words("g a: 'a"), parse_words("ɡ aː ˈa"));
        assert!(parse_words("g a: 'a").is_some());
        assert_eq!(unknown("k a | k q a"), Some('q'));
        assert_eq!(unknown("k"), None);
    }

    #[test]
    fn words_have_something_to_be_heard_and_no_pause() {
        assert_eq!(format(&parse_words("ʋ aɪ | kaː").unwrap()), "ʋ aɪ | k aː");
        for ipa in ["", "|", "k |", "ˈ", "k , a", "k q"] {
            assert_eq!(parse_words(ipa), None, "{ipa}");
        }
    }
}
