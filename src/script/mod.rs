//! Characters: the script of a letter, the value of a digit, punctuation, and the clean-up of spelling.

mod disordered;
mod letters;
mod marks;
mod spelling;

pub use letters::{
    Script, ZWJ, ZWNJ, bases, clusters, digit, extends, is_in_word, is_indic, is_indic_letter,
    is_matra, is_nukta, is_numeric, is_plain, is_virama, is_vowel, is_vowel_sign, joins, letter,
    lowercase, offset,
};
pub use marks::{
    BOOKMARKS, EMPHASES, closes, emphasises, ends_sentence, is_dash, is_second, is_silent,
    is_unwritten, opens, parts_sentence, unified,
};
pub use spelling::{clean, compose};
