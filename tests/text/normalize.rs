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
            ("₹5-10 लाख", "पाँच से दस लाख रुपये"),
            ("500/- रुपये", "पाँच सौ रुपये"),
            ("500/- रुपए", "पाँच सौ रुपए"),
            // Another spelling than the table's: no code.
            ("खाता में 25000 रुपए", "खाता में पच्चीस हज़ार रुपए"),
            ("12:45 बजे", "पौने एक बजे"),
            ("12:45:30", "बारह बजकर पैंतालीस मिनट तीस सेकंड"),
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
            ("<b>", "लेस दैन b ग्रेटर दैन"),
            (
                "1947 में 1947 लोग",
                "उन्नीस सौ सैंतालीस में एक हज़ार नौ सौ सैंतालीस लोग",
            ),
            ("AED 50", "पचास दिरहम"),
            // A zero after a letter is the dot of an abbreviation.
            ("पं० नेहरू", "पंडित नेहरू"),
            ("उ०प्र० में", "उत्तर प्रदेश में"),
            ("चौ० साहब", "चौ साहब"),
            ("डॉ० राव के १० लोग", "डॉक्टर राव के दस लोग"),
            ("नं. 5", "नंबर पाँच"),
            ("3 मि.मी. पानी", "तीन मिलीमीटर पानी"),
            ("100 मी", "एक सौ मीटर"),
            ("6वीं कक्षा", "छठी कक्षा"),
            ("6वां", "छठा"),
            ("21 वीं सदी", "इक्कीसवीं सदी"),
            ("रु० 500 का", "पाँच सौ रुपये का"),
            ("50 हज़ार रु", "पचास हज़ार रुपये"),
            ("$5 बिलियन", "पाँच बिलियन डॉलर"),
            ("2.5 घंटे", "ढाई घंटे"),
            ("101.5°F", "एक सौ एक दशमलव पाँच डिग्री फ़ारेनहाइट"),
            ("60 किमी/घंटा", "साठ किलोमीटर प्रति घंटा"),
            ("वि.सं. 2081", "विक्रम संवत दो हज़ार इक्यासी"),
            ("26 जन. 2024", "छब्बीस जनवरी दो हज़ार चौबीस"),
            (
                "मो. 9876543210",
                "मोबाइल नौ आठ सात छह पाँच चार तीन दो एक शून्य",
            ),
            // A year before its noun, but not what is round or counted.
            ("1857 की क्रांति", "अठारह सौ सत्तावन की क्रांति"),
            ("1526 में", "पंद्रह सौ छब्बीस में"),
            ("1500 का नोट", "एक हज़ार पाँच सौ का नोट"),
            ("1857 लोग", "एक हज़ार आठ सौ सत्तावन लोग"),
            // A score and a pair are no ranges.
            ("3-2 से जीता", "तीन दो से जीता"),
            ("10-15 से ज़्यादा", "दस पंद्रह से ज़्यादा"),
            ("50-50", "पचास पचास"),
            ("150-50", "एक सौ पचास से पचास"),
            ("5-5.5 किलो", "पाँच से साढ़े पाँच किलो"),
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
            ("10:30 am", "ten thirty ay M"),
            (
                "-₹500 and ₹-500",
                "minus five hundred rupees and minus five hundred rupees",
            ),
            ("₹500-1000", "five hundred to one thousand rupees"),
            ("Rs. 50k-60k", "fifty thousand to sixty thousand rupees"),
            (
                "500/- and 500/- rupees",
                "five hundred rupees and five hundred rupees",
            ),
            (
                "a 3-day, 5-km walk of 3 days",
                "a three day, five kilometre walk of three days",
            ),
            ("MG Rd. is near", "MG road is near"),
            (
                "Sec. 144 of the Act",
                "section one hundred and forty four of the Act",
            ),
            ("B.Sc., M.A., and all", "B Sc, M ay, and all"),
            ("at 06:05 or 18:07", "at six oh five or eighteen oh seven"),
            ("05-Nov-26", "the fifth of November twenty six"),
            (
                "£5m, ₹5 CRORE, Tk 500",
                "five million pounds, five crore rupees, five hundred taka",
            ),
            (
                "₹2000/night and ₹80/litre",
                "two thousand rupees per night and eighty rupees per litre",
            ),
            (
                "BP 120/80 mmHg, 250 mcg, 2 tsp",
                "BP one hundred and twenty over eighty millimetres of mercury, two hundred and fifty micrograms, two teaspoons",
            ),
            (
                "M/s. Tata, u/s 138, Agni V",
                "messrs Tata, under section one hundred and thirty eight, Agni five",
            ),
            (
                "PNR 2345678901",
                "PNR two three four five six seven eight nine zero one",
            ),
            ("Section C, Type D, Part V", "Section C, Type D, Part five"),
            ("1,2,3", "one, two, three"),
            ("3.14", "three point one four"),
            (
                "https://example.org/a",
                "https colon slash slash example dot org slash ay",
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
fn a_visarga_or_a_colon_stands_for_the_stop_of_an_abbreviation() {
    said(
        Language::Bn,
        &[
            ("ডঃ মুহম্মদ শহীদুল্লাহ", "ডক্টর মুহম্মদ শহীদুল্লাহ"),
            ("ডাঃ রায়", "ডাক্তার রায়"),
            ("মোঃ হানিফ", "মোহাম্মদ হানিফ"),
            ("মো: হানিফ", "মোহাম্মদ হানিফ"),
            ("ক্রমশঃ দুঃখ", "ক্রমশঃ দুঃখ"),
        ],
    );
    // A word before a colon is none.
    said(Language::Hi, &[("सुन ले: राम", "सुन ले, राम")]);
}

#[test]
fn minutes_named_after_a_time_are_said_in_full() {
    said(
        Language::Bn,
        &[
            ("১০:১৫ মিনিটে", "দশটা পনেরো মিনিটে"),
            ("৮.৩০ মিনিটে", "আটটা ত্রিশ মিনিটে"),
            ("১০:১৫ নাগাদ", "সওয়া দশটা নাগাদ"),
        ],
    );
    said(Language::Or, &[("୧୦:୧୫ ମିନିଟରେ", "ଦଶଟା ପନ୍ଦର ମିନିଟରେ")]);
}

#[test]
fn signs_of_headings_and_quoted_lines_are_not_said() {
    said(
        Language::En,
        &[
            ("## Today", "Today"),
            ("> Today", "Today"),
            ("> 18 years", "greater than eighteen years"),
            ("C# and #1", "C hash and hash one"),
        ],
    );
}

#[test]
fn bengali_and_odia() {
    said(
        Language::Bn,
        &[
            ("রু. ৫০০ দিন", "পাঁচশো টাকা দিন"),
            ("Tk. 500 দিন", "পাঁচশো টাকা দিন"),
            ("৪:৩০টায়, ৯:৩০টা", "সাড়ে চারটেয়, সাড়ে নটা"),
            ("লে. কর্নেল", "লেফটেন্যান্ট কর্নেল"),
            ("৫ মি.মি. বৃষ্টি", "পাঁচ মিলিমিটার বৃষ্টি"),
            ("কলকাতা-৭০০০৫০", "কলকাতা সাত শূন্য শূন্য শূন্য পাঁচ শূন্য"),
            ("₹৫০/কেজি", "পঞ্চাশ টাকা প্রতি কেজি"),
            ("৬০ কিমি/ঘণ্টা", "ষাট কিলোমিটার প্রতি ঘণ্টা"),
            (
                "পিএনআর 2345678901",
                "পিএনআর দুই তিন চার পাঁচ ছয় সাত আট নয় শূন্য এক",
            ),
        ],
    );
    said(
        Language::Or,
        &[
            ("ଡଃ ମହାନ୍ତି", "ଡକ୍ଟର ମହାନ୍ତି"),
            ("୫ ମି.ମି. ବର୍ଷା", "ପାଞ୍ଚ ମିଲିମିଟର ବର୍ଷା"),
            ("୬୦ କିମି/ଘଣ୍ଟା", "ଷାଠିଏ କିଲୋମିଟର ପ୍ରତି ଘଣ୍ଟା"),
        ],
    );
}

/// The tables of whole languages: text, ~, its reading.
#[test]
fn tables_of_cases() {
    use Language::*;
    for language in [Ta, Te, Gu, Kn, Ml, Mr, Pa, Or] {
        let root = env!("CARGO_MANIFEST_DIR");
        let table = std::fs::read_to_string(format!("{root}/tests/text/normalize/{language}.txt"));
        let table = table.unwrap();
        let rows: Vec<_> = table
            .lines()
            .filter(|line| !line.starts_with("//"))
            .map(|line| line.split_once('~').unwrap())
            .collect();
        assert!(rows.len() >= 150, "{language}: {}", rows.len());
        said(language, &rows);
    }
}

#[test]
fn codes_and_addresses() {
    said(
        Language::En,
        &[
            ("KA-05-MH-1234", "K ay, zero five, M H, one two three four"),
            ("SBIN0001234", "S B I N, zero zero zero one two three four"),
            ("OTP is 482913", "OTP is four eight two nine one three"),
            ("Pune 411001", "Pune four one one zero zero one"),
            ("a-1@b.co.in", "ay dash one at B dot co dot I N"),
            (
                "192.168.1.1",
                "one nine two dot one six eight dot one dot one",
            ),
            ("#MakeInIndia", "hashtag Make In India"),
            ("COVID-19 and 5G", "COVID nineteen and five G"),
            (
                "1800 11 4000",
                "one eight zero zero, one one, four zero zero zero",
            ),
            (
                "1800114000",
                "one eight zero zero one one four zero zero zero",
            ),
            (
                "a 128GB 4K TV",
                "a one hundred and twenty eight gigabytes four K TV",
            ),
            (
                "Flat 4B, 5A-6B, 50k-60k",
                "Flat four B, five ay to six B, fifty k to sixty k",
            ),
        ],
    );
    said(
        Language::Hi,
        &[
            ("कुमार@gmail.com", "कुमार एट जीमेल डॉट कॉम"),
            ("14/3, मथुरा रोड", "एक चार बटा तीन, मथुरा रोड"),
            ("फ्लैट 302", "फ्लैट तीन शून्य दो"),
            // What is counted near a road or a house.
            ("रोड पर 25 लोग", "रोड पर पच्चीस लोग"),
            ("मकान 45 लाख का", "मकान पैंतालीस लाख का"),
            ("15 अगस्त को मुख्य मार्ग बंद", "पंद्रह अगस्त को मुख्य मार्ग बंद"),
            ("पुणे 411001", "पुणे चार एक एक शून्य शून्य एक"),
            ("मुंबई 500000 लोग", "मुंबई पाँच लाख लोग"),
            (
                "पीएनआर 4512367890",
                "पीएनआर चार पाँच एक दो तीन छह सात आठ नौ शून्य",
            ),
            ("खाता ...4521 में", "खाता. चार पाँच दो एक में"),
            ("A4 कागज़, ग्रुप A और B", "ay चार कागज़, ग्रुप ay और B"),
        ],
    );
}

#[test]
fn what_belongs_to_a_number() {
    said(
        Language::En,
        &[
            ("₹2.5 cr", "two point five crore rupees"),
            ("₹5 lakh crore", "five lakh crore rupees"),
            ("₹60/kg", "sixty rupees per kilogram"),
            ("₹500/-", "five hundred rupees"),
            ("US$ 1", "one U S dollar"),
            ("6E-2134", "six E two thousand one hundred and thirty four"),
            (
                "US $1 and a $5 note",
                "one U S dollar and a five dollars note",
            ),
            ("50%-60%", "fifty percent to sixty percent"),
            ("US$2.50", "two point five zero U S dollars"),
            ("AED 500", "five hundred dirhams"),
            ("500 SAR", "five hundred riyals"),
            ("INR500", "five hundred rupees"),
            ("2020 people", "two thousand twenty people"),
            ("in 2020 people", "in two thousand twenty people"),
            ("in 2020, people", "in twenty twenty, people"),
            ("50 INR", "fifty rupees"),
            ("20 sq ft", "twenty square feet"),
            ("1 km", "one kilometre"),
            ("2-5 km", "two to five kilometres"),
            ("9 a.m. - 5:30 pm", "nine ay M to five thirty P M"),
            ("12 May 2021", "the twelfth of May twenty twenty one"),
            ("May 12, 2021", "May twelfth twenty twenty one"),
            ("the 1990s", "the nineteen nineties"),
            ("2 1/2", "two and a half"),
            ("3/5", "three fifths"),
            ("1,000,000", "one million"),
            ("10,00,000", "ten lakh"),
            (
                "Louis XVI, chapter IV, vitamin C",
                "Louis the sixteenth, chapter four, vitamin C",
            ),
            ("x = 5 - 2", "x equals five minus two"),
        ],
    );
}
