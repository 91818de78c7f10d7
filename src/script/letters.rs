//! Properties of characters: the script of a letter, the value of a digit, how a character joins its neighbours.

use unicode_normalization::char::is_combining_mark;

pub const ZWNJ: char = '\u{200C}';
pub const ZWJ: char = '\u{200D}';

/// A script that one of the languages is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Script {
    Devanagari,
    Bengali,
    Gurmukhi,
    Gujarati,
    Odia,
    Tamil,
    Telugu,
    Kannada,
    Malayalam,
    Latin,
}

/// The Indic scripts in the order of their Unicode blocks. The blocks are adjacent, have [`BLOCK`] characters each, and
/// share one layout.
const INDIC: [Script; 9] = [
    Script::Devanagari,
    Script::Bengali,
    Script::Gurmukhi,
    Script::Gujarati,
    Script::Odia,
    Script::Tamil,
    Script::Telugu,
    Script::Kannada,
    Script::Malayalam,
];
pub(super) const FIRST_INDIC: u32 = 0x900;
/// The number of characters in a block.
const BLOCK: u32 = 0x80;
/// The number of characters in all of them.
pub(super) const INDIC_CHARS: usize = BLOCK as usize * INDIC.len();

impl Script {
    /// All scripts, in the order of the variants.
    pub const ALL: [Self; 10] = [
        Self::Devanagari,
        Self::Bengali,
        Self::Gurmukhi,
        Self::Gujarati,
        Self::Odia,
        Self::Tamil,
        Self::Telugu,
        Self::Kannada,
        Self::Malayalam,
        Self::Latin,
    ];

    /// Returns the first character of the script's block; `None` for Latin, which has several.
    pub const fn block(self) -> Option<u32> {
        match self {
            Self::Latin => None,
            _ => Some(FIRST_INDIC + BLOCK * self as u32),
        }
    }

    /// Returns its code in ISO 15924.
    pub const fn iso(self) -> &'static str {
        match self {
            Self::Devanagari => "Deva",
            Self::Bengali => "Beng",
            Self::Gurmukhi => "Guru",
            Self::Gujarati => "Gujr",
            Self::Odia => "Orya",
            Self::Tamil => "Taml",
            Self::Telugu => "Telu",
            Self::Kannada => "Knda",
            Self::Malayalam => "Mlym",
            Self::Latin => "Latn",
        }
    }

    /// Returns the Indic script whose block has this character, whatever the character is. The dandas belong to none,
    /// as all scripts share them.
    #[inline]
    pub fn indic(c: char) -> Option<Self> {
        let block = (c as u32).checked_sub(FIRST_INDIC)? / BLOCK;
        let script = INDIC.get(block as usize).copied()?;
        (!matches!(c, '।' | '॥')).then_some(script)
    }
}

/// The characters of the Indic blocks as bits, two numbers a block. Unicode's own tables are slow.
type Bits = [u64; 2 * INDIC.len()];

/// Those that are letters, vowel signs among them.
#[rustfmt::skip]
const LETTERS: Bits = [
    0xffff_ffff_ffff_ffff, 0xfffe_000f_ffff_ffff,
    0xf3c5_fdff_fff9_9fef, 0x5003_000f_b080_799f,
    0xd36d_fdff_fff9_87ee, 0x003f_0000_5e02_3987,
    0xf3ed_fdff_fffb_bfee, 0xfe00_000f_0001_3bbf,
    0xf3ed_fdff_fff9_9fee, 0x0002_000f_b0f8_399f,
    0xc3ff_c718_d63d_c7ec, 0x0000_0000_0081_3dc7,
    0xf3ff_fdff_fffd_dfff, 0x0000_000f_3760_3ddf,
    0xf3ef_fdff_fffd_dfef, 0x000e_000f_7060_3ddf,
    0xffff_ffff_fffd_dfff, 0xfc00_000f_80f0_7ddf,
];
/// Those that are marks.
#[rustfmt::skip]
const MARKS: Bits = [
    0xdc00_0000_0000_000f, 0x0000_000c_00fe_ffff,
    0xd000_0000_0000_000e, 0x4000_000c_0080_399f,
    0xd000_0000_0000_000e, 0x0023_0000_0002_3987,
    0xd000_0000_0000_000e, 0xfc00_000c_0000_3bbf,
    0xd000_0000_0000_000e, 0x0000_000c_00f8_399f,
    0xc000_0000_0000_0004, 0x0000_0000_0080_3dc7,
    0xd000_0000_0000_001f, 0x0000_000c_0060_3ddf,
    0xd000_0000_0000_000e, 0x0008_000c_0060_3ddf,
    0xd800_0000_0000_000f, 0x0000_000c_0080_3ddf,
];

/// Returns whether a character of the Indic blocks is a letter, and whether it is a mark.
#[inline]
pub(super) const fn indic_class(c: char) -> Option<(bool, bool)> {
    let offset = (c as u32).wrapping_sub(FIRST_INDIC);
    if offset as usize >= INDIC_CHARS {
        return None;
    }
    let index = (offset / u64::BITS) as usize;
    let bit = 1 << (offset % u64::BITS);
    Some((LETTERS[index] & bit != 0, MARKS[index] & bit != 0))
}

/// Returns whether it is a letter or a vowel sign of an Indic script.
#[inline]
pub fn is_indic(c: char) -> bool {
    indic_class(c).is_some_and(|(letter, _)| letter)
}

/// Returns whether it is a letter or a figure of most texts: no mark of any kind, which others must be asked for one by one.
#[inline]
pub fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_indic(c)
}

/// Returns the offset of an Indic character in its block. Corresponding letters have the same offset in each block.
#[inline]
pub const fn offset(c: char) -> u32 {
    c as u32 % BLOCK
}

/// Returns the script of a letter or vowel sign.
#[inline]
pub fn letter(c: char) -> Option<Script> {
    match indic_class(c) {
        // No danda is a letter: the block tells the script.
        Some((true, _)) => INDIC
            .get(((c as u32 - FIRST_INDIC) / BLOCK) as usize)
            .copied(),
        Some((false, _)) => None,
        None if c.is_ascii() => c.is_ascii_alphabetic().then_some(Script::Latin),
        None => {
            let latin = matches!(c, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
            (latin && c.is_alphabetic()).then_some(Script::Latin)
        }
    }
}

/// Returns whether it is a number of any kind, as Unicode says, whose own table is slow for letters.
#[inline]
pub fn is_numeric(c: char) -> bool {
    letter(c).is_none() && c.is_numeric()
}

/// Returns characters in lower case. Those of Indic scripts have none.
pub fn lowercase(characters: impl Iterator<Item = char>) -> String {
    let mut text = String::with_capacity(3 * characters.size_hint().0);
    for c in characters {
        match c {
            _ if c.is_ascii() => text.push(c.to_ascii_lowercase()),
            _ if indic_class(c).is_some() => text.push(c),
            _ => text.extend(c.to_lowercase()),
        }
    }
    text
}

/// Returns the value of a decimal digit, and its script unless it is ASCII or stands below the line: H₂O.
pub fn digit(c: char) -> Option<(u8, Option<Script>)> {
    if let Some(value) = c.to_digit(10) {
        return Some((value as u8, None));
    }
    if let '₀'..='₉' = c {
        return Some(((c as u32 - '₀' as u32) as u8, None));
    }
    let script = Script::indic(c)?;
    let value = offset(c).checked_sub(0x66).filter(|value| *value < 10)?;
    Some((value as u8, Some(script)))
}

/// Returns whether it is a nukta: the dot that turns a consonant into another one.
#[inline]
pub fn is_nukta(c: char) -> bool {
    matches!(
        c,
        '\u{93c}' | '\u{9bc}' | '\u{a3c}' | '\u{abc}' | '\u{b3c}' | '\u{c3c}' | '\u{cbc}'
    )
}

/// Returns whether it is a dependent vowel sign.
#[inline]
pub fn is_matra(c: char) -> bool {
    Script::indic(c).is_some() && matches!(offset(c), 0x3E..=0x4C)
}

/// Returns whether it is a virama, the sign that removes a consonant's inherent vowel.
#[inline]
pub fn is_virama(c: char) -> bool {
    Script::indic(c).is_some() && offset(c) == 0x4D
}

/// Returns whether it is a vowel sign or a virama of an Indic script.
pub fn is_vowel_sign(c: char) -> bool {
    Script::indic(c).is_some() && matches!(offset(c), 0x3E..=0x4D | 0x55..=0x57 | 0x62 | 0x63)
}

/// Returns whether it is a consonant or an independent vowel of an Indic script.
pub fn is_indic_letter(c: char) -> bool {
    Script::indic(c).is_some() && matches!(offset(c), 0x04..=0x39 | 0x58..=0x61)
}

/// Returns whether it is an independent vowel of an Indic script.
pub fn is_vowel(c: char) -> bool {
    Script::indic(c).is_some() && matches!(offset(c), 0x04..=0x14 | 0x60 | 0x61)
}

/// Returns whether it joins the characters before and after it, so that no text is cut after it.
#[inline]
pub fn joins(c: char) -> bool {
    let indic = (c as u32).wrapping_sub(FIRST_INDIC) < INDIC_CHARS as u32;
    (c == ZWJ) | (indic & (offset(c) == 0x4D))
}

/// Returns how many letters a word has, less their signs.
pub fn bases(word: &[char]) -> usize {
    word.iter().filter(|c| !extends(**c)).count()
}

/// Returns how many written syllables a text has, each with the letters that its joiners join: what a reader sees as one.
pub fn clusters(text: &str) -> usize {
    let mut joined = false;
    let begins = |c: &char| {
        let begins = !extends(*c) && !joined;
        joined = joins(*c);
        begins
    };
    text.chars().filter(begins).count()
}

/// Returns whether it is a letter, or a mark that belongs to one.
pub fn is_in_word(c: char) -> bool {
    letter(c).is_some() || extends(c)
}

/// Returns whether it belongs to the character before it, so that no text is cut before it.
#[inline]
pub fn extends(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    match indic_class(c) {
        Some((_, mark)) => mark,
        None => extends_foreign(c),
    }
}

/// The same of a character of no Indic block.
#[inline(never)]
fn extends_foreign(c: char) -> bool {
    is_combining_mark(c)
        || matches!(c, ZWNJ | ZWJ | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
        || matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// The sign of rupees for the older one (₨), and any other character as it is.
pub fn rupee_sign(c: char) -> char {
    if c == '₨' { '₹' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_stands_at_its_own_index_and_block() {
        for (index, script) in Script::ALL.into_iter().enumerate() {
            assert_eq!(script as usize, index);
            let first = script.block().map(|first| first + 0x15);
            let ka = first.and_then(char::from_u32).unwrap_or('k');
            assert_eq!(letter(ka), Some(script));
        }
    }

    #[test]
    fn letters_and_marks_are_those_of_unicode() {
        for code in FIRST_INDIC..FIRST_INDIC + BLOCK * INDIC.len() as u32 {
            let c = char::from_u32(code).unwrap();
            let mark = is_combining_mark(c);
            let letter = !c.is_numeric() && (c.is_alphabetic() || mark || c == 'ऽ');
            assert_eq!(indic_class(c), Some((letter, mark)), "{code:X}");
        }
    }

    #[test]
    fn a_digit_has_its_value_and_script() {
        assert_eq!(digit('7'), Some((7, None)));
        assert_eq!(digit('৭'), Some((7, Some(Script::Bengali))));
        assert_eq!(digit('൯'), Some((9, Some(Script::Malayalam))));
        assert_eq!(digit('।').or(digit('क')).or(digit('x')), None);
    }
}
