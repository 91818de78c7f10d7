//! The values of attributes: rates, pitches, volumes, times, and what `say-as` may say.

use std::time::Duration;

use super::part::Cut;
use crate::text::given::{DatePart, SayAs};

/// The longest break.
const LONGEST: f64 = 10_000.0;

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
const RATES: &str = "x-slow 0.5, slow 0.8, medium 1, default 1, fast 1.25, x-fast 1.6";
/// Semitones.
const PITCHES: &str = "x-low -4, low -2, medium 0, default 0, high 2, x-high 4";
/// Factors of the range of the pitch.
const RANGES: &str = "x-low 0.3, low 0.6, medium 1, default 1, high 1.4, x-high 1.8";
/// dB. What is silent is below what can be heard.
const VOLUMES: &str = "silent -96, x-soft -12, soft -6, medium 0, default 0, loud 4, x-loud 8";
/// What `interpret-as` may be.
pub const SAY_AS: &str = "cardinal, number, ordinal, digits, telephone, date, time, currency, characters, spell-out, verbatim, digit";
/// The orders of a date.
const DATES: &str = "one of dmy, mdy, ymd, dm, md, my, ym, d, m, y";

/// What the value of an attribute must be, or the format of what `say-as` says.
pub fn must(name: &str) -> &'static str {
    match name {
        "rate" => "x-slow, slow, medium, fast, x-fast or default, or a percentage: 80%",
        "pitch" => "x-low, low, medium, high, x-high or default, or relative: +2st, -10%",
        "range" => "x-low, low, medium, high, x-high or default, or a percentage: 50%",
        "volume" => "silent, x-soft, soft, medium, loud, x-loud or default, or relative: -6dB",
        "date" => DATES,
        "currency" => "the code of a currency: INR",
        _ => "hms12, hms24, hm12 or hm24",
    }
}

fn named(table: &str, name: &str) -> Option<f32> {
    let mut rows = table.split(", ").filter_map(|row| row.split_once(' '));
    rows.find(|(known, _)| *known == name)?.1.parse().ok()
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
    let relative = value.starts_with(['+', '-']);
    Some(if relative { 1.0 + factor } else { factor })
}

/// A factor of the speed.
pub fn rate(text: &str) -> Option<f32> {
    let text = text.trim();
    let rate = named(RATES, text).or_else(|| percentage(text));
    // SSML 1.0 wrote factors.
    let rate = rate.or_else(|| number(text))?;
    (rate > 0.0).then_some(rate)
}

/// Semitones.
pub fn pitch(text: &str) -> Option<f32> {
    let text = text.trim();
    if let Some(semitones) = text.strip_suffix("st") {
        return number(semitones);
    }
    named(PITCHES, text).or_else(|| {
        let factor = percentage(text).filter(|factor| *factor > 0.0)?;
        Some(12.0 * factor.log2())
    })
}

/// A factor of the range of the pitch.
pub fn range(text: &str) -> Option<f32> {
    let text = text.trim();
    let range = named(RANGES, text).or_else(|| percentage(text))?;
    (range >= 0.0).then_some(range)
}

/// dB.
pub fn volume(text: &str) -> Option<f32> {
    let text = text.trim();
    let db = |text: &str| number(text.strip_suffix("dB")?);
    named(VOLUMES, text).or_else(|| db(text))
}

/// How long a break is.
pub fn time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (value, unit) = match text.strip_suffix("ms") {
        Some(value) => (value, 1.0),
        None => (text.strip_suffix('s')?, 1_000.0),
    };
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let value: f64 = value.parse().ok().filter(|_| value.chars().all(plain))?;
    let millis = Some(value * unit).filter(|millis| (0.0..=LONGEST).contains(millis))?;
    Some(Duration::from_micros((millis * 1_000.0) as u64))
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
            Some(format) => {
                let known = DATES.split([' ', ',']).skip(2).any(|known| known == format);
                (known && !format.is_empty()).then(|| SayAs::Date(date(format)))
            }
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
