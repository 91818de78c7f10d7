//! The keys of a language's data, each with what it is for. The build checks the data against them, and a key that is not here does not
//! compile.

/// How a key is asked for, where it stands, and what the data must have of it.
#[derive(Debug)]
pub struct Row {
    /// How the data names it.
    pub key: &'static str,
    /// The section that has it, or the file.
    pub section: &'static str,
    /// Whether every language must have it.
    pub needed: bool,
    /// How many words it lists, where the number is given.
    pub count: usize,
    /// What it is for.
    pub what: &'static str,
}

macro_rules! keys {
    ($(#[$doc:meta])* $name:ident {
        $($section:literal: $($variant:ident $key:literal $needed:literal $count:literal $what:literal;)+)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[doc = $what] $variant,)+)+
        }

        #[allow(dead_code, reason = "the build asks more of them")]
        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$($(Self::$variant,)+)+];

            /// What is known of each.
            pub const ROWS: &[Row] = &[$($(Row {
                key: $key,
                section: $section,
                needed: $needed == 1,
                count: $count,
                what: $what,
            },)+)+];

            /// What is known of this one.
            pub const fn row(self) -> &'static Row {
                &Self::ROWS[self as usize]
            }

            /// The one with this name.
            pub fn of(key: &str) -> Option<Self> {
                let at = Self::ROWS.iter().position(|row| row.key == key)?;
                Self::ALL.get(at).copied()
            }
        }
    };
}

keys! {
    /// Words that a language says.
    Name {
        "signs":
        Hash "#" 1 0 "the sign";
        Percent "%" 1 0 "the sign";
        Ampersand "&" 1 0 "the sign";
        Asterisk "*" 1 0 "the sign";
        PlusSign "+" 1 0 "the sign";
        Hyphen "-" 1 0 "the sign";
        Slash "/" 1 0 "the sign";
        Colon ":" 1 0 "the sign";
        Less "<" 1 0 "the sign";
        Equals "=" 1 0 "the sign";
        Greater ">" 1 0 "the sign";
        QuestionMark "?" 1 0 "the sign";
        At "@" 1 0 "the sign";
        Backslash "\\" 1 0 "the sign";
        Caret "^" 1 0 "the sign";
        Underscore "_" 1 0 "the sign";
        Tilde "~" 1 0 "the sign";
        SectionSign "§" 1 0 "the sign";
        Copyright "©" 1 0 "the sign";
        Registered "®" 1 0 "the sign";
        Degree "°" 1 0 "the sign";
        PlusMinus "±" 1 0 "the sign";
        Squared "²" 1 0 "the sign";
        Cubed "³" 1 0 "the sign";
        AQuarter "¼" 1 0 "the sign";
        AHalf "½" 1 0 "the sign";
        ThreeQuarters "¾" 1 0 "the sign";
        Times "×" 1 0 "the sign";
        Divided "÷" 1 0 "the sign";
        Pi "π" 1 0 "the sign";
        PerThousand "‰" 0 0 "the sign";
        Trademark "™" 1 0 "the sign";
        LeftArrow "←" 0 0 "the sign";
        UpArrow "↑" 1 0 "the sign";
        RightArrow "→" 1 0 "the sign";
        DownArrow "↓" 1 0 "the sign";
        Root "√" 1 0 "the sign";
        Infinity "∞" 1 0 "the sign";
        About "≈" 1 0 "the sign";
        Unequal "≠" 1 0 "the sign";
        AtMost "≤" 1 0 "the sign";
        AtLeast "≥" 1 0 "the sign";
        "words":
        Numero "#1" 0 0 "`#` before a number: order #58213";
        Percentile "%ile" 0 0 "the 95 %ile";
        Positive "+ve" 0 0 "O+ve";
        Negative "-ve" 0 0 "B-ve";
        HourOne "1 hours" 0 0 "one hour of a duration";
        MinuteOne "1 minutes" 0 0 "one minute of a duration";
        SecondOne "1 seconds" 0 0 "one second of a duration";
        QuarterToOne "12:45" 0 0 "the time 12:45, where it has words of its own";
        And "and" 1 0 "in mixed fractions: two and a half";
        AndMore "and more" 0 0 "`+` after a number: 60+";
        AndThen "and then" 0 0 "before the seconds of a time";
        AndHalf "and½" 0 0 "½ after a whole number, where it is another word than `½`";
        By "by" 1 0 "sizes: 2x3";
        Case "case" 0 0 "between the number of a case and its year, where it is not `stroke`";
        Century "century" 0 0 "the hundred of a year: nineteen hundred";
        CenturyAlone "century alone" 0 0 "the same where nothing follows";
        Dot "dot" 1 0 "the stop in an address: example dot com";
        For "for" 0 0 "650 mg x 5 days";
        Half "half" 0 0 "a half after the number `<<`";
        Hashtag "hashtag" 1 0 "`#` before a word";
        Hour "hour" 0 0 "between the hour and the minutes of a time";
        Hours "hours" 0 0 "the hours of a duration";
        HouseDigits "house digits" 0 0 "from how many digits the number of a house is read digit by digit (3)";
        Innings "innings" 0 0 "between runs and wickets; with it two numbers may be these without a word of cricket";
        JoinedThousand "joined thousand" 0 0 "the word for thousand that a number before it is joined to: 10 ஆயிரம்";
        QuarterLess "less" 0 0 "a quarter less than the next number `<<`: पौने";
        MinusWord "minus" 1 0 "before a negative number";
        Minute "minute" 0 0 "after the minutes of a time";
        Minutes "minutes" 0 0 "the minutes of a duration";
        NotOut "not out" 1 0 "the star of a score: 103*";
        Oclock "o'clock" 1 0 "after a full hour";
        Of "of" 0 0 "before the name of a month";
        Oh "oh" 0 0 "the zero of 1905";
        OneOclock "one o'clock" 0 0 "where one hour has a word of its own";
        Or "or" 0 0 "6/9/12 months";
        Over "over" 1 0 "between the parts of a fraction; with `~` an ending";
        Past "past" 0 0 "before the minutes of a time, where hours carry their counter";
        Per "per" 1 0 "km/h, ₹50/kg";
        PerEnding "per ending" 0 0 "an ending that the unit after `per` takes: ஒரு கிலோவுக்கு";
        Plural "plural" 0 0 "the ending of a plural";
        Plus "plus" 0 0 "+91 and 1+1, where it is another word than `+`";
        Point "point" 1 0 "inside a decimal";
        Quarter "quarter" 0 0 "a quarter after the number `<<`: सवा";
        Rating "rating" 0 0 "between the numbers of a rating, where it is not `stroke`";
        Ratio "ratio" 1 0 "2:3";
        Second "second" 0 0 "after the seconds of a time";
        Seconds "seconds" 0 0 "the seconds of a duration";
        Sharp "sharp" 0 0 "C#";
        Square "square" 1 0 "m²";
        Cubic "cubic" 1 0 "m³";
        Star "star" 1 0 "a 5* hotel";
        Stroke "stroke" 1 0 "between the numbers of a score or a blood pressure";
        ThreeQuartersAfter "three" 0 0 "three quarters after the number `<<`";
        To "to" 1 0 "between the numbers of a range";
        Wickets "wickets" 0 0 "between runs and wickets, where it is not `stroke`";
    }
}

keys! {
    /// Words that a language recognises, or names in their order.
    List {
        "names":
        Days "days" 0 31 "the days of a month, where they have forms of their own";
        Hours12 "hours12" 0 12 "the hours of a clock, where they carry their counter";
        Letters "letters" 1 26 "the names of the Latin letters, A first: सीट 14सी, बी.एड.";
        Metric "metric" 1 0 "units that take prefixes";
        Months "months" 1 12 "the months";
        MonthsBefore "months before" 0 12 "the months before the day";
        Parts "parts" 0 24 "the part of the day of each hour";
        Weekdays "weekdays" 1 7 "the days of the week, Monday first";
        "endings":
        Alone "alone" 0 0 "endings that a space makes words of their own";
        Apart "apart" 0 0 "endings of ordinals that a space may part from the number, some from a certain number only: `4था`";
        AtTimes "at" 0 0 "endings that make a time of 5.30, where not each of them does";
        Doubled "doubled" 0 0 "consonants that the next word doubles: மணிக்குத்";
        Eats "eats" 0 0 "endings that take the place of the last vowel of a cardinal";
        Endings "endings" 0 0 "endings that a hyphen may part from the number";
        Ordinals "ordinals" 0 0 "endings that make an ordinal of a bare number for SSML: the general one, and those of certain numbers (`1ला`)";
        "lists":
        Abbreviations "abbreviations" 1 0 "words whose stop ends no sentence, besides those of `readings.txt`";
        Address "address" 1 0 "words of an address: the number of a house near them is said digit by digit if it has `house digits`";
        AfterLetter "after a letter" 0 0 "words after a letter that is a name: grade A is";
        Around "around" 0 2 "the two parts of a word that is written around the day of a month: ତା ୧୦ ରିଖ";
        AsCode "as a code" 0 0 "words between the name of a code and the code: your DAC is 9052";
        BeforeMonth "before a month" 0 0 "words before a short month without a number: since Jan";
        BeforeWeekday "before a weekday" 0 0 "words before a short weekday: every Sat";
        Between "between" 0 0 "words after 5-10 that stand for the word of a range";
        BetweenDays "between days" 0 0 "words between two days of the week or two years: Mon to Thu, 1789 to 1797";
        Blocks "blocks" 1 0 "words of an address whose number is counted";
        Blood "blood" 0 0 "beginnings of words that make B- and O+ groups of blood";
        Bound "bound" 0 0 "words between a flight and its city: AI 865 to Delhi";
        Bowled "bowled" 0 0 "words before 4/21 that make it wickets and runs";
        ChatLetters "chat letters" 0 0 "letters that are words of a chat only where another word is one";
        Clock "clock" 1 0 "words beside a time that stand for `o'clock`";
        Cooled "cooled" 0 0 "what has air conditioning, beside a/c";
        Counted "counted" 1 0 "words after a number that is no year";
        Counting "counting" 0 0 "words after which a figure is a number and no word of a chat: for 4 friends";
        Credited "credited" 0 0 "words beside an amount with paise that make Cr credit";
        Date "date" 1 0 "words beside 19/11 that make it a day of a month";
        DateIs "date is" 0 0 "words between a word of `date` and the date";
        Dated "dated" 0 0 "words after a number from 1101 to 1999 that make it a year";
        Daytimes "daytimes" 0 0 "parts of the day, before 5.30";
        Decades "decades" 0 0 "words before a number with an s that is a decade or an age: in her 30s";
        Degrees "degrees" 0 0 "other words for a degree than `°`";
        Dialled "dialled" 0 0 "words after a number that is dialled";
        DialledAfter "dialled after" 0 0 "words after a number to be called, that go on with the sentence";
        DialledBefore "dialled before" 0 0 "words before a number that is dialled";
        Durations "durations" 0 0 "words after 650 mg x 5 and after 6/9/12";
        Eras "eras" 0 0 "nouns before of 1872 that make it a year";
        Faster "faster" 0 0 "words after 5x";
        ForKey "for a key" 0 0 "words after a key of a menu: * to repeat";
        Gold "gold" 1 0 "beginnings of words that make 22K karats";
        Grades "grades" 0 0 "words beside B- that make it a grade";
        Key "key" 1 0 "words after a key of a telephone";
        Kings "kings" 0 0 "rulers before a numeral of one letter: King Charles V";
        Labels "labels" 0 0 "nouns after which a number names and does not count";
        Lasting "lasting" 0 0 "words before a number with an s that are seconds: for 80s";
        Laws "laws" 0 0 "words that make sec. a section of a law rather than a sector";
        Lettered "lettered" 0 0 "words before a letter that is a name: Plan A";
        Liquids "liquids" 1 0 "beginnings of words that make L litres";
        Models "models" 0 0 "products whose number is read as their name: iPhone 15";
        MonthNames "months or names" 0 0 "short months that are words of other languages too, and months where they begin with a capital";
        MonthWords "months or words" 0 0 "short months that are words of other kinds too";
        Numbered "numbered" 1 0 "words before a Roman numeral";
        OnDay "on a day" 0 0 "words before a day, besides those of `timed`: on 5 May";
        OwnMonths "own months" 0 0 "months of another calendar that have the same days: ২৫ বৈশাখ";
        Pairs "pairs" 1 0 "pairs of numbers without a word between them: 24/7";
        Particles "particles" 1 0 "words after a number that it does not count: to, from";
        People "people" 0 0 "the noun that is a part of the words for so many persons: మంది";
        PercentWords "percent" 0 0 "words before 5.30 that make it a per cent";
        Persons "persons" 0 0 "beginnings of nouns of persons";
        Pieces "pieces" 0 0 "what an amount may stand before as a whole: a ₹500 note";
        Places "places" 1 0 "places before their PIN code";
        Postal "postal" 0 0 "beginnings of words of a postal address: six digits after a comma are its PIN";
        Press "press" 1 0 "words for pressing a key";
        Priced "priced" 1 0 "beginnings of words that make L lakh";
        Prose "prose" 1 0 "little words of a sentence, which is then no address";
        Rulers "rulers" 0 0 "titles and names before a Roman numeral that is an ordinal";
        Rupee "rupee" 0 0 "spellings of rupees";
        ScaleForms "scale forms" 0 0 "forms of scales, which stand before another number too";
        Scales "scales" 1 0 "words between an amount and its currency: lakh";
        Several "several" 0 0 "words before 6s that make it so many sixes";
        Shouted "shouted" 0 0 "words that are abbreviations in capitals, unless all of the clause is in capitals: US";
        Shown "shown" 0 0 "words after 4K: videos";
        Sold "sold" 0 0 "what is sold by a unit: a 500 mg tablet";
        Starred "starred" 0 0 "words after 5* that make it stars";
        Steps "steps" 1 0 "words before 3/5 that make it a step or a page of so many";
        Tested "tested" 0 0 "words beside 8/10 that make it a mark";
        Timed "timed" 0 0 "words before 5.30 that make it a time";
        TimedAfter "timed after" 0 0 "words after 5.30 that make it a time";
        Until "until" 1 0 "words after 2.14 that make it a time, where a part of the day stands before it";
        Untimed "untimed" 0 0 "words near 5.30 that make it an amount: rose by 5.30";
        Untold "untold" 0 0 "words between two times that have no o'clock";
        Veins "veins" 0 0 "words after IV that make it letters";
        VeinsBefore "veins before" 0 0 "words before IV that make it letters";
        Verses "verses" 1 0 "words before 2:47 that make it a chapter and its verse";
        Years "years" 1 0 "words before a number that make it a year";
    }
}

keys! {
    /// What tells the same in a text of any language, in `shared/lists.txt`.
    Everywhere {
        "everywhere":
        Airlines "airlines" 1 0 "codes of airlines that are others too: AI 865";
        AirlinesAlone "airlines alone" 1 0 "codes of airlines that can be nothing else before a number";
        Domains "domains" 1 0 "what a host ends in, less the words that follow a stop where its space was forgotten";
        PathDomains "domains before a path" 1 0 "what a host ends in before a path, and is a word elsewhere: bit.ly/2ab";
        Files "files" 1 0 "what the name of a file ends in";
        FullHours "full hours" 1 0 "what follows a time of 24 hours: 1630 hrs";
        Helplines "helplines" 1 0 "numbers that all of India calls for help";
        JoinedNames "joined names" 1 0 "words with which names of addresses begin or end: hdfcbank";
        NeededSigns "needed signs" 1 0 "signs that are silent in a text and have a name in each language";
        NeededUnits "needed units" 1 0 "units that each language has";
        Onsets "onsets" 1 0 "two consonants with which words begin; a short name of an address that begins with others is spelt";
        Rates "rates" 1 0 "units of time after a stroke right after a number: 18/min";
        ShortMonths "short months" 1 0 "months, by their number, that each language shortens in its own letters";
        ShortUnits "short units" 1 0 "units that each language shortens in its own letters";
        TollFree "toll free" 1 0 "with what free telephone numbers begin";
        VisargaAtEnd "visarga at the end" 1 0 "words that end in a visarga, without it, in Devanagari";
        AccountYears "years of accounts" 1 0 "letters of a financial, an assessment, a calendar year, which no code begins with: FY26";
    }
}

keys! {
    /// Words by what is written in a text. Each family is a section.
    Family {
        "names":
        Addresses "addresses" 1 0 "words and signs inside addresses of the internet: `gmail = जीमेल`";
        Agreeing "agreeing" 0 0 "halves and three quarters that agree with the noun after them, or its last characters: `½:ी = आधी`";
        Fractions "fractions" 0 0 "fractions with words of their own: 3/4";
        LetterSounds "letters" 0 0 "names of letters, by which words in addresses are spelt";
        Ones "one" 0 0 "one of a unit: `feet = foot`";
        Ordinals "ordinals" 1 0 "a number with its ending: `1st`; in English the ordinal of a cardinal's last word";
        PartsOf "parts" 0 0 "so many parts, with the number as `<<`: `3 = << तिहाई`";
        PersonCounts "persons" 0 0 "so many persons";
        Prefixes "prefixes" 1 0 "prefixes of units: kilo";
        Quarters "quarters" 0 0 "quarters of a number that has a word for them: `1:half = डेढ़`";
        ShortMonths "short months" 0 0 "short names of months without a stop";
        ShortWeekdays "short weekdays" 0 0 "short names of days";
        SilentSigns "silent signs" 1 0 "names of signs that are silent in a text, said where they stand alone: by a screen reader, or as `characters` of SSML";
        Units "units" 1 0 "units after a number";
        ClockWords "clock" 0 0 "words beside a time in full: pm; `वा.` only with its stop";
        "endings":
        BeforeNouns "before" 0 0 "the form of a number before what it counts";
        CountingForms "counting" 0 0 "the form of a number's last word before what it counts";
        Joined "joined" 0 0 "the form of an ending after a cardinal; `ো+ের` with its last sign";
        Finals "finals" 0 0 "what the last sign of a number becomes before an ending";
        Linked "linked" 0 0 "an ending after Latin letters, with the vowel that links it: ATM-ல்";
    }
}

keys! {
    /// Scales beside an amount.
    ScaleName {
        "scales":
        Thousand "thousand" 1 0 "a thousand";
        Lakh "lakh" 1 0 "a hundred thousand";
        Crore "crore" 1 0 "ten million";
        Million "million" 1 0 "a million";
        Billion "billion" 1 0 "a thousand million";
        Trillion "trillion" 1 0 "a million million";
    }
}

keys! {
    /// Units that mean more to the reading of a text than that a number has one.
    UnitName {
        "units":
        Hour "h" 1 0 "an hour";
        Minute "min" 1 0 "a minute";
        Second "s" 1 0 "a second";
        Day "day" 1 0 "a day";
        Night "night" 1 0 "a night";
        Week "week" 1 0 "a week";
        Month "month" 1 0 "a month";
        Year "yr" 1 0 "a year";
        Annum "LPA" 0 0 "a year of a salary, where it has a word of its own";
        Foot "ft" 1 0 "a foot";
        Inch "inch" 1 0 "an inch";
        Celsius "°C" 1 0 "a degree";
        Fahrenheit "°F" 1 0 "a degree";
        Ampere "A" 0 0 "an ampere";
        Karat "22K" 1 0 "K after 22, beside a word of `gold`";
    }
}

keys! {
    /// Currencies.
    Currency {
        "currencies":
        Rupee "inr" 1 0 "₹";
        Dollar "usd" 1 0 "$";
        Euro "eur" 1 0 "€";
        Pound "gbp" 1 0 "£";
        Yen "jpy" 1 0 "¥";
        Won "krw" 1 0 "₩";
        Lira "try" 1 0 "₺";
        Taka "bdt" 1 0 "৳";
        UsDollar "us$" 1 0 "us$";
        AustralianDollar "aud" 1 0 "a$";
        CanadianDollar "cad" 1 0 "c$";
        SingaporeDollar "sgd" 1 0 "s$";
        Dirham "aed" 1 0 "aed";
        Yuan "cny" 1 0 "cny";
        Dinar "dinar" 1 0 "dinar";
        Riyal "riyal" 1 0 "riyal";
    }
}
