//! How what is written with digits and signs is said, language by language.

use vaak::Language;
use vaak::text::normalize;

/// Compares each line with its reading, less the stop at the end.
fn said(language: Language, rows: &[(&str, &str)]) {
    for (written, spoken) in rows {
        let line = normalize(written, language);
        assert_eq!(line.trim_end_matches('.'), *spoken, "{language}: {written}");
    }
}

#[test]
fn hindi() {
    said(
        Language::Hi,
        &[
            ("₹1,23,456", "एक लाख तेईस हज़ार चार सौ छप्पन रुपये"),
            ("₹123,456", "एक लाख तेईस हज़ार चार सौ छप्पन रुपये"),
            ("₹1.5 करोड़", "डेढ़ करोड़ रुपये"),
            ("₹99.50", "निन्यानबे रुपये पचास पैसे"),
            ("₹1 का", "एक रुपया का"),
            ("रु. 500 दो", "पाँच सौ रुपये दो"),
            ("-5 °C", "माइनस पाँच डिग्री सेल्सियस"),
            ("12.05", "बारह दशमलव शून्य पाँच"),
            ("१२३", "एक सौ तेईस"),
            ("007", "शून्य शून्य सात"),
            ("50%", "पचास प्रतिशत"),
            ("15/08/1947 को", "पंद्रह अगस्त उन्नीस सौ सैंतालीस को"),
            ("2024-01-26", "छब्बीस जनवरी दो हज़ार चौबीस"),
            ("सुबह 10:30 बजे", "सुबह साढ़े दस बजे"),
            ("10:30", "साढ़े दस बजे"),
            ("8:00", "आठ बजे"),
            ("1/2 कप", "आधा कप"),
            ("3/7", "तीन बटा सात"),
            ("5-6 लोग", "पाँच से छह लोग"),
            ("21वीं सदी", "इक्कीसवीं सदी"),
            ("1ला", "पहला"),
            ("5 km", "पाँच किलोमीटर"),
            ("80 km/h", "अस्सी किलोमीटर प्रति घंटा"),
            ("सन् 1857 में", "सन् अठारह सौ सत्तावन में"),
            ("पिन कोड 110001", "पिन कोड एक एक शून्य शून्य शून्य एक"),
            ("9876543210", "नौ आठ सात छह पाँच चार तीन दो एक शून्य"),
            ("डॉ. राव", "डॉक्टर राव"),
            ("a@b.com", "ए एट बी डॉट कॉम"),
            ("<b>", "से कम b से अधिक"),
        ],
    );
}

#[test]
fn english() {
    said(
        Language::En,
        &[
            ("Rs. 1,500", "one thousand five hundred rupees"),
            ("₹2 lakh", "two lakh rupees"),
            ("$1", "one dollar"),
            ("$2.50", "two dollars fifty cents"),
            (
                "12,34,56,789",
                "twelve crore thirty four lakh fifty six thousand seven hundred and eighty nine",
            ),
            ("21st", "twenty first"),
            ("in 1985", "in nineteen eighty five"),
            ("in 1905", "in nineteen oh five"),
            ("10:30 am", "ten thirty am"),
            ("1,2,3", "one, two, three"),
            ("3.14", "three point one four"),
            (
                "https://example.org/a",
                "https colon slash slash example dot org slash a",
            ),
            ("Dr. Rao", "doctor Rao"),
            ("1. Milk", "one, Milk"),
            ("J. K. Shah of the U.S.A.", "J K Shah of the U S ay"),
            (
                "+91 98765 43210",
                "plus nine one, nine eight seven six five, four three two one zero",
            ),
        ],
    );
}

#[test]
fn the_others() {
    for (language, rows) in [
        (
            Language::Mr,
            [
                ("₹250", "दोनशे पन्नास रुपये"),
                ("1.5%", "एक दशांश पाच टक्के"),
                ("5वा", "पाचवा"),
            ],
        ),
        (
            Language::Bn,
            [
                ("৳৫০০", "পাঁচশো টাকা"),
                ("২.৫%", "দুই দশমিক পাঁচ শতাংশ"),
                ("১ম", "প্রথম"),
            ],
        ),
        (
            Language::Gu,
            [
                ("₹200", "બસો રૂપિયા"),
                ("12 kg", "બાર કિલોગ્રામ"),
                ("5મો", "પાંચમો"),
            ],
        ),
        (
            Language::Pa,
            [
                ("₹1,100", "ਇੱਕ ਹਜ਼ਾਰ ਇੱਕ ਸੌ ਰੁਪਏ"),
                ("12 kg", "ਬਾਰਾਂ ਕਿਲੋਗ੍ਰਾਮ"),
                ("5ਵਾਂ", "ਪੰਜਵਾਂ"),
            ],
        ),
        (
            Language::Or,
            [("₹100", "ଶହେ ଟଙ୍କା"), ("୧୨ kg", "ବାର କିଲୋଗ୍ରାମ"), ("1ମ", "ପ୍ରଥମ")],
        ),
        (
            Language::Ta,
            [
                ("₹1,250", "ஆயிரத்து இருநூற்று ஐம்பது ரூபாய்"),
                ("12 kg", "பன்னிரண்டு கிலோகிராம்"),
                ("5வது", "ஐந்தாவது"),
            ],
        ),
        (
            Language::Te,
            [
                ("₹2,005", "రెండు వేల ఐదు రూపాయలు"),
                ("12 kg", "పన్నెండు కిలోగ్రాములు"),
                ("5వ", "ఐదవ"),
            ],
        ),
        (
            Language::Kn,
            [
                ("₹1,500", "ಒಂದು ಸಾವಿರದ ಐನೂರು ರೂಪಾಯಿ"),
                ("12 kg", "ಹನ್ನೆರಡು ಕಿಲೋಗ್ರಾಂ"),
                ("5ನೇ", "ಐದನೇ"),
            ],
        ),
        (
            Language::Ml,
            [
                ("₹1,500", "ആയിരത്തി അഞ്ഞൂറ് രൂപ"),
                ("12 kg", "പന്ത്രണ്ട് കിലോഗ്രാം"),
                ("5ാം", "അഞ്ചാം"),
            ],
        ),
    ] {
        said(language, &rows);
    }
}
