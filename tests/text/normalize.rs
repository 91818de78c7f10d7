//! How what is written with digits and signs is said, language by language.

use vaak::Language;
use vaak::text::normalize;

use crate::table;

/// `normalize/LANG.tsv`: text, and how it is read, less the stop at the end.
#[test]
fn text_of_each_language() {
    table::assert_none(Language::ALL.map(|language| {
        table::wrong(&format!("normalize/{language}.tsv"), |[written, spoken]| {
            let found = normalize(written, language);
            (found.trim_end_matches('.').to_owned(), spoken.to_owned())
        })
    }));
}
