//! How numbers sound, in every language: 0 to 99, hundreds, lakh and crore, ordinals, times of day.

use unicode_normalization::UnicodeNormalization;
use vaak::Language;

use crate::joins::heard;
use crate::table;

#[test]
fn numbers_of_each_language() {
    table::assert_none(Language::ALL.map(|language| {
        table::wrong(&format!("numbers/{language}.tsv"), |[text, phonemes]| {
            (heard(text, language, ""), phonemes.nfd().collect())
        })
    }));
}
