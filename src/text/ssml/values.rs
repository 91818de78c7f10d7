//! The values of attributes: rates, pitches, volumes, times, and what `say-as` may say.

use std::time::Duration;

use super::part::Cut;
use crate::text::given::{DatePart, SayAs};

/// The longest break.
const LONGEST: f64 = 10_000.0;
/// dB of `silent`: below what can be heard.
const SILENT: f32 = -96.0;

/// The strengths of a break: what ends there, and the silence after it in milliseconds.
const STRENGTHS: [(&str, Option<Cut>, u64); 6] = [
    ("none", None, 0),
    ("x-weak", Some(Cut::Clause), 0),
    ("weak", Some(Cut::Clause), 0),
    ("medium", Some(Cut::Clause), 250),
    ("strong", Some(Cut::Sentence), 500),
    ("x-strong", Some(Cut::Sentence), 1_000),
];
/// Factors of the speed.
const RATES: [(&str, f32); 6] = [
    ("x-slow", 0.5),
    ("slow", 0.8),
    ("medium", 1.0),
    ("default", 1.0),
    ("fast", 1.25),
    ("x-fast", 1.6),
];
/// Semitones.
const PITCHES: [(&str, f32); 6] = [
    ("x-low", -4.0),
    ("low", -2.0),
    ("medium", 0.0),
    ("default", 0.0),
    ("high", 2.0),
    ("x-high", 4.0),
];
/// Factors of the range of the pitch.
const RANGES: [(&str, f32); 6] = [
    ("x-low", 0.3),
    ("low", 0.6),
    ("medium", 1.0),
    ("default", 1.0),
    ("high", 1.4),
    ("x-high", 1.8),
];
/// dB.
const VOLUMES: [(&str, f32); 7] = [
    ("silent", SILENT),
    ("x-soft", -12.0),
    ("soft", -6.0),
    ("medium", 0.0),
    ("default", 0.0),
    ("loud", 4.0),
    ("x-loud", 8.0),
];
/// What `interpret-as` may be.
pub const SAY_AS: [&str; 12] = [
    "cardinal",
    "number",
    "ordinal",
    "digits",
    "telephone",
    "date",
    "time",
    "currency",
    "characters",
    "spell-out",
    "verbatim",
    "digit",
];
/// The orders of a date.
const DATES: [&str; 10] = ["dmy", "mdy", "ymd", "dm", "md", "my", "ym", "d", "m", "y"];

/// What the value of an attribute must be, or the format of what `say-as` says.
pub fn must(name: &str) -> &'static str {
    match name {
        "rate" => "x-slow, slow, medium, fast, x-fast or default, or a percentage: 80%",
        "pitch" => "x-low, low, medium, high, x-high or default, or relative: +2st, -10%",
        "range" => "x-low, low, medium, high, x-high or default, or a percentage: 50%",
        "volume" => "silent, x-soft, soft, medium, loud, x-loud or default, or relative: -6dB",
        "date" => "one of dmy, mdy, ymd, dm, md, my, ym, d, m, y",
        "currency" => "the code of a currency: INR",
        _ => "hms12, hms24, hm12 or hm24",
    }
}

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let found = table.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value)
}

/// A number that is written as XML writes decimals.
fn number(text: &str) -> Option<f32> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-');
    let number: f32 = text.parse().ok().filter(|_| text.chars().all(plain))?;
    number.is_finite().then_some(number)
}

/// A percentage as a factor, where its sign makes it relative.
fn percentage(text: &str) -> Option<f32> {
    let value = text.strip_suffix('%')?;
    let factor = number(value)? / 100.0;
    match value.starts_with(['+', '-']) {
        true => Some(1.0 + factor),
        false => Some(factor),
    }
}

/// A factor of the speed.
pub fn rate(text: &str) -> Option<f32> {
    let text = text.trim();
    let rate = named(&RATES, text)
        .or_else(|| percentage(text))
        // SSML 1.0 wrote factors.
        .or_else(|| number(text))?;
    (rate > 0.0).then_some(rate)
}

/// Semitones.
pub fn pitch(text: &str) -> Option<f32> {
    let text = text.trim();
    if let Some(semitones) = text.strip_suffix("st") {
        return number(semitones);
    }
    named(&PITCHES, text).or_else(|| {
        let factor = percentage(text).filter(|factor| *factor > 0.0)?;
        Some(12.0 * factor.log2())
    })
}

/// A factor of the range of the pitch.
pub fn range(text: &str) -> Option<f32> {
    let text = text.trim();
    let range = named(&RANGES, text).or_else(|| percentage(text))?;
    (range >= 0.0).then_some(range)
}

/// dB.
pub fn volume(text: &str) -> Option<f32> {
    let text = text.trim();
    let db = |text: &str| number(text.strip_suffix("dB")?);
    named(&VOLUMES, text).or_else(|| db(text))
}

/// How long a break is.
pub fn time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (value, unit) = match text.strip_suffix("ms") {
        Some(value) => (value, 1.0),
        None => (text.strip_suffix('s')?, 1_000.0),
    };
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let millis = value
        .parse::<f64>()
        .ok()
        .filter(|_| value.chars().all(plain))?
        * unit;
    (0.0..=LONGEST)
        .contains(&millis)
        .then(|| Duration::from_micros((millis * 1_000.0) as u64))
}

/// What ends at a break of a strength, and the silence there.
pub fn strength(name: &str) -> Option<(Option<Cut>, Duration)> {
    let found = STRENGTHS.iter().find(|(known, ..)| *known == name);
    found.map(|(_, cut, millis)| (*cut, Duration::from_millis(*millis)))
}

/// The names of the strengths.
pub fn strengths() -> String {
    STRENGTHS.map(|(name, ..)| name).join(", ")
}

/// What `interpret-as` and `format` say: `None` for another kind, `Some(None)` for another format.
pub fn say_as(kind: &str, format: Option<&str>) -> Option<Option<SayAs>> {
    Some(match kind {
        "cardinal" | "number" => Some(SayAs::Cardinal),
        "ordinal" => Some(SayAs::Ordinal),
        "digits" | "digit" => Some(SayAs::Digits),
        // The format is the code of a country.
        "telephone" => Some(SayAs::Telephone),
        "characters" | "spell-out" | "verbatim" => Some(SayAs::Characters),
        "date" => match format {
            None => Some(SayAs::Date(Vec::new())),
            Some(format) => DATES.contains(&format).then(|| SayAs::Date(date(format))),
        },
        "time" => {
            let known = ["hms12", "hms24", "hm12", "hm24"];
            let fits = format.is_none_or(|format| known.contains(&format));
            fits.then_some(SayAs::Time)
        }
        "currency" => {
            let code = format.unwrap_or("INR");
            let fits = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
            fits.then(|| SayAs::Currency(code.to_owned()))
        }
        _ => return None,
    })
}

fn date(format: &str) -> Vec<DatePart> {
    let parts = format.chars().map(|c| match c {
        'd' => DatePart::Day,
        'm' => DatePart::Month,
        _ => DatePart::Year,
    });
    parts.collect()
}
