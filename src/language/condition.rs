//! When an abbreviation means one of its readings, in the words of `readings.txt`.

macro_rules! conditions {
    ($($variant:ident $words:literal $help:literal;)+) => {
        /// When a reading holds. The first one of an abbreviation that holds is said.
        #[allow(dead_code, reason = "the build makes them")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Condition {
            $(#[doc = $help] $variant,)+
        }

        impl Condition {
            /// Each with its words in `readings.txt`, and what it asks for.
            pub const ALL: &[(Self, &str, &str)] = &[$((Self::$variant, $words, $help),)+];
        }
    };
}

conditions! {
    Always "" "what is left where no other reading holds; it stands last";
    Before "before:" "one of the words after the colon comes next, after a space, a colon, a dash or a stroke: bal. before: is of";
    After "after:" "one of the words after the colon stands before, with no mark but a number between, perhaps: acct. after: sr jr, 2 ഏ. 35 സെ.";
    BesideNumber "beside a number" "a number comes next or stands before, or what counts as one: a code, a Roman numeral, a letter";
    BeforeNumber "before a number" "a number comes next, or an ordinal stands before: ch 5, 2nd gen; with a stop, where no number stands before: ಸೆ.23";
    BeforeFew "before one or two digits" "a number of one or two digits comes next: Ph. 3";
    BeforeHyphen "before a hyphen and a number" "a hyphen and a number of two digits come next: अं-19";
    BeforeMoney "before money" "a currency comes next, or a number with a scale, with commas or /-: dep. 1.5L";
    BeforeMeasure "before a measure" "a number and its unit come next: dist. 18 km";
    BeforeLaw "before the number of a law" "a number comes next, and a word of the clause tells of a law: S. 138 of the Act";
    BeforeDuration "before a duration" "a number and days, months or years come next: exp. 2-3 yrs";
    BetweenNumbers "between two numbers" "a number stands on both sides: 2 ఎ. 35 సెం.";
    BeforeYear "before a year" "a year of four digits comes next, perhaps after a number and a stroke: b. 1936, ಮೊ.ನಂ. 312/2022";
    BeforeName "before a name" "a capital and small letters come next, in brackets perhaps: Dr. Rao";
    BeforeNameOrNumber "before a name or beside a number" "a capital comes next, or a number stands on one side";
    BeforeNameInSmall "in small letters before a name" "it is written small, and a capital comes next: Ram v. State";
    BeforeHour "before an hour" "an hour of the clock comes next";
    BeforePlace "before the number of a place" "the number of a place rather than of a law comes next: Sec. 62, Noida";
    BetweenWords "between two words" "a word stands on both sides, of which neither is shortened";
    AfterNumbered "after what is numbered" "the name of what has a number stands before: seat, account";
    OfNumbered "between what is numbered and its number" "the name of what has a number stands before, and its number comes next: mobile no. 98110";
    AfterAmount "after an amount" "money, a per cent or a measure stands before: ₹500 p.m.";
    AfterDuration "after a duration" "days, months or years stand before: 5 yrs exp.";
    AfterName "after a name" "a name stands before, and a number comes next: Kavya S. 685/720";
    AfterOrdinal "after an ordinal" "a number with its ending stands before: 2nd ed.";
    Begins "it begins" "it begins a part of a list after another one, and a word comes next that is not short, or a sentence with a colon behind it: वय 45, रा. बरेला; उ: दिल्ली";
    AfterStroke "after a stroke" "a stroke stands before that means per: Rs 5/sh";
    AfterDegrees "after degrees" "degrees stand before, by their sign or their name";
    AfterLength "after a length" "decimals or a number of three digits stand before: 2.5 मि.";
    BeforeWord "before a word" "a word comes next that is neither shortened nor short: आ. रोहित, but not आ. ह. साळुंखे";
    Visarga "with a visarga" "its last mark is a visarga rather than a stop: জিঃ, but not জি.";
    BesideCooled "beside what is cooled" "what has air conditioning stands on one side: a/c bus";
    InBrackets "in brackets" "it stands alone in brackets: ठाणे (प.)";
    AtEnd "at the end" "a comma, a bracket or nothing comes next: pass incl.";
    InSentence "in a sentence" "neither a number stands before nor a name comes next: min. qualification";
}
