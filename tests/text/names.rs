//! A name in Latin letters sounds as it does in the script of the sentence that it stands in.

use crate::joins::heard;
use crate::table;

#[test]
fn a_name_in_latin_letters_sounds_as_in_the_script_around_it() {
    let wrong = table::wrong("names.tsv", |[language, sentence, latin, native]| {
        let language = language.parse().unwrap();
        let [latin, native] =
            [latin, native].map(|name| heard(&sentence.replace('*', name), language, ""));
        (latin, native)
    });
    table::assert_none([wrong]);
}
