//! Codes and names of languages as users write them.

use vaak::{Error, Language};

#[test]
fn a_name_in_place_of_a_code_is_told_its_code() {
    for (name, code) in [
        ("hindi", Some("hi")),
        ("Tamil", Some("ta")),
        ("বাংলা", Some("bn")),
        ("eng", Some("en")),
        ("odiya-IN", Some("or")),
        ("hn", Some("hi")),
        ("fr", None),
        ("", None),
    ] {
        match name.parse::<Language>() {
            Err(Error::UnknownLanguage { nearest, .. }) => assert_eq!(nearest, code, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_code_is_known_in_any_case_and_with_any_region() {
    for (code, language) in [
        ("HI", Language::Hi),
        ("hi-IN", Language::Hi),
        ("hi_IN", Language::Hi),
        ("bn-BD", Language::Bn),
        ("en-US", Language::En),
        ("en-001", Language::En),
        ("od-IN", Language::Or),
        ("pa-Guru-IN", Language::Pa),
        ("hi-Deva-IN", Language::Hi),
        ("hi-Deva", Language::Hi),
        ("en-Latn-IN", Language::En),
        ("pa_IN_#Guru", Language::Pa),
        ("hi_IN.UTF-8", Language::Hi),
        ("hi_IN.utf8@latin", Language::Hi),
        ("hi_IN@euro", Language::Hi),
        ("ta-IN-u-nu-latn", Language::Ta),
    ] {
        assert_eq!(code.parse::<Language>().unwrap(), language, "{code}");
    }
    let wrong = [
        "",
        "-",
        "hindi",
        "hi-",
        "hi-Latn",
        "-IN",
        "fr",
        "xx-IN",
        "pa-Arab-PK",
        "hi_IN.",
        ".UTF-8",
        "hi--IN",
        "C.UTF-8",
    ];
    for code in wrong {
        assert!(code.parse::<Language>().is_err(), "{code}");
    }
}
