//! Measures phoneme and word error rates on a list of words:
//! `cargo bench --bench pronunciation -- LANGUAGE LIST.tsv [--worst N]`.
//!
//! Each line of the list has a word, a tab and its IPA. If a word has several lines, the nearest one counts. Both sides
//! are folded first, which merges what notations write differently and listeners of the language do not distinguish:
//! stress, ties, tone, [ʂ ɕ ʃ], [v w ʋ], and length in languages where it is not distinctive.

use std::collections::HashMap;
use std::process::ExitCode;
use std::{env, fs};

use unicode_normalization::UnicodeNormalization;
use vaak::Language;
use vaak::g2p::{broad_ipa, pronounce};

use strsim::generic_levenshtein;

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args: Vec<String> = env::args().skip(1).filter(|a| a != "--bench").collect();
    let worst = match args.get(2..) {
        Some([]) => 0,
        Some([flag, n]) if flag == "--worst" => n.parse().unwrap_or(0),
        // `cargo bench` runs every benchmark, and then this one has no list.
        _ => {
            println!("pronunciation -- LANGUAGE LIST.tsv [--worst N]");
            return ExitCode::SUCCESS;
        }
    };
    let Ok(language) = args[0].parse::<Language>() else {
        eprintln!("no language {}", args[0]);
        return ExitCode::from(2);
    };
    match fs::read_to_string(&args[1]) {
        Ok(list) => measure(&list, language, worst),
        Err(e) => {
            eprintln!("{}: {e}", args[1]);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn measure(list: &str, language: Language, worst: usize) {
    let mut words: Vec<(&str, Vec<Vec<String>>)> = Vec::new();
    let mut places = HashMap::new();
    for line in list.lines() {
        let mut columns = line.split('\t');
        let (Some(word), Some(readings)) = (columns.next(), columns.next()) else {
            continue;
        };
        let place = *places.entry(word).or_insert(words.len());
        if place == words.len() {
            words.push((word, Vec::new()));
        }
        words[place].1.extend(
            readings
                .split(',')
                .map(|ipa| fold(ipa.trim().trim_matches('/'), language))
                .filter(|reading| !reading.is_empty()),
        );
    }
    let (mut errors, mut length, mut wrong) = (0, 0, Vec::new());
    for (word, readings) in &words {
        let mut phonemes = Vec::new();
        pronounce(word, language, &mut phonemes);
        let heard = fold(&broad_ipa(&phonemes, language), language);
        let nearest = readings
            .iter()
            .map(|reading| (generic_levenshtein(reading, &heard), reading))
            .min_by(|(a, x), (b, y)| (a * y.len()).cmp(&(b * x.len())));
        let Some((found, reading)) = nearest else {
            continue;
        };
        errors += found;
        length += reading.len();
        if found > 0 {
            wrong.push((found, *word, reading.join(" "), heard.join(" ")));
        }
    }
    wrong.sort_by_key(|(found, ..)| std::cmp::Reverse(*found));
    for (_, word, reading, heard) in wrong.iter().take(worst) {
        println!("{word}\t{reading}\t{heard}");
    }
    println!(
        "{language} words {} PER {:.2} WER {:.1}",
        words.len(),
        100.0 * errors as f64 / length.max(1) as f64,
        100.0 * wrong.len() as f64 / words.len().max(1) as f64,
    );
}

/// A base letter of IPA with its diacritics.
#[derive(Clone, Default)]
struct Segment {
    base: String,
    nasal: bool,
    dental: bool,
    glide: bool,
    short: bool,
    aspirated: bool,
    long: bool,
}

const VOWELS: &str = "ʉaɑɐəʌiɪɨɯuʊeɛæoɔɜɒɘøyɤɵ";
const UNHEARD: &str = "ˈˌ.‿'ˑ|_ -()ʼ~◌;&#0123456789\u{200d}\u{200c}\u{200b}˥˦˧˨˩ᵊᵄʲʷˠᶹ";
/// Replaces a space, so that no affricate is formed across it.
const GAP: &str = "|";

fn segments(ipa: &str) -> Vec<Segment> {
    let mut text: String = ipa.nfd().collect();
    for (from, to) in [
        ("g", "ɡ"),
        ("ʧ", "tʃ"),
        ("ʤ", "dʒ"),
        ("ɚ", "ər"),
        ("ɝ", "ər"),
        ("ɫ", "l"),
        ("ʦ", "ts"),
        (":", "ː"),
    ] {
        text = text.replace(from, to);
    }
    let mut all: Vec<Segment> = Vec::new();
    for c in text.chars() {
        if c.is_whitespace() || "_|.".contains(c) {
            all.push(Segment {
                base: GAP.into(),
                ..Segment::default()
            });
        } else if UNHEARD.contains(c) {
        } else if "\u{303}\u{32a}\u{32f}\u{306}\u{324}ʰʱː".contains(c) {
            let Some(last) = all.last_mut() else { continue };
            match c {
                '\u{303}' => last.nasal = true,
                '\u{32a}' => last.dental = true,
                '\u{32f}' => last.glide = true,
                '\u{306}' => last.short = true,
                'ː' => last.long = true,
                _ if VOWELS.contains(&last.base) => {}
                _ => last.aspirated = true,
            }
        } else if !matches!(c, '\u{300}'..='\u{36f}') {
            all.push(Segment {
                base: c.into(),
                ..Segment::default()
            });
        }
    }
    let mut merged: Vec<Segment> = Vec::new();
    let mut rest = all.into_iter().peekable();
    while let Some(segment) = rest.next() {
        let stop = "tdʈɖ".contains(&segment.base) && !segment.aspirated && !segment.long;
        match rest.peek() {
            _ if segment.base == GAP => {}
            Some(next) if stop && "ʃʒɕʑszʂ".contains(&next.base) => {
                let base = match ("tʈ".contains(&segment.base), "sz".contains(&next.base)) {
                    (true, true) => "ts",
                    (true, false) => "c",
                    (false, true) => "dz",
                    (false, false) => "ɟ",
                };
                merged.push(Segment {
                    base: base.into(),
                    ..next.clone()
                });
                rest.next();
            }
            _ => merged.push(segment),
        }
    }
    merged
}

fn fold(ipa: &str, language: Language) -> Vec<String> {
    let mut folded: Vec<String> = Vec::new();
    for segment in segments(ipa) {
        if VOWELS.contains(&segment.base) {
            let Some(vowel) = vowel(&segment, language) else {
                continue;
            };
            folded.push(vowel);
        } else {
            let Some(consonant) = consonant(&segment, language) else {
                continue;
            };
            folded.push(consonant.clone());
            if segment.long {
                // The first half of a geminate aspirate is unaspirated.
                if consonant.len() > 1 && consonant.ends_with('h') && consonant != "zh" {
                    let half = consonant.trim_end_matches('h').to_owned();
                    folded.insert(folded.len() - 1, half);
                } else {
                    folded.push(consonant);
                }
            }
        }
        if segment.nasal && language != Language::Te {
            folded.push("~".into());
        }
    }
    folded
}

/// Applies the pairs "from to" of `table` to `base`.
fn merge<'a>(base: &'a str, table: &'a str) -> &'a str {
    table
        .split_whitespace()
        .find_map(|pair| pair.split_once('>').filter(|(from, _)| from.contains(base)))
        .map_or(base, |(_, to)| to)
}

fn vowel(segment: &Segment, language: Language) -> Option<String> {
    use Language::*;
    let (base, long) = (segment.base.as_str(), segment.long);
    let vowel = match language {
        Hi | Pa => {
            let quality = merge(base, "ɑa>A ɐəʌɜ>a i>I ɪɨ>i ʊ>u u>U ɛæ>E ɔɒ>O");
            match quality {
                "a" if language == Pa && segment.short => return None,
                _ if base == "ə" && segment.glide => return None,
                "i" if long => "I",
                "u" if long => "U",
                quality => quality,
            }
        }
        Gu | Mr => merge(base, "ɑa>A ɐəʌ>a ɪɨ>i ʊ>u æ>E ɛ>e ɔɒ>o"),
        Bn => merge(base, "ɑɐ>a ɪ>i ʊ>u ɛæ>E ʌəɒ>ɔ"),
        Or => merge(base, "ɑɐ>a ɪ>i ʊ>u ɛæ>e ʌəɒ>ɔ"),
        _ => {
            let quality = merge(base, "ɑɐʌ>a ɪ>i ʊɯɨʉ>u ɛæ>e ɔɒ>o");
            let quality = match language {
                Ml if "əɨɯɘ".contains(base) || segment.short => "@",
                Ta if "ɨɯ".contains(base) => "u",
                _ if base == "ə" => "a",
                _ => quality,
            };
            match quality {
                _ if base == "ɑ" && matches!(language, Kn | Te) => "A",
                "a" if long => "A",
                "i" if long => "I",
                "u" if long => "U",
                "e" if long => "e:",
                "o" if long => "o:",
                quality => quality,
            }
        }
    };
    Some(vowel.to_owned())
}

fn consonant(segment: &Segment, language: Language) -> Option<String> {
    use Language::*;
    let mut base = merge(
        &segment.base,
        "ʈ>T ɖ>D ɾɹr>r ɽ>R ɻ>zh ʃɕʂ>S vwʋβ>v hɦ>h ɟ>J ʑʒ>Z xχ>kh q>k ɣʁ>ɡ ɲ>n ɸ>f ɭ>L ɳ>N ʔ>",
    );
    base = match base {
        "" => return None,
        "t" | "d" if segment.dental => base,
        "t" if language == Ml => "tt",
        "d" if language == Ml => "dd",
        "t" => "T",
        "d" => "D",
        "zh" if !matches!(language, Ta | Ml) => "r",
        "Z" if matches!(language, Bn | Or) => "J",
        base => base,
    };
    let mut consonant = base.to_owned();
    if segment.aspirated && base != "h" {
        consonant.push('h');
    }
    let same = match (language, consonant.as_str()) {
        (Bn | Or | Te | Kn | Ml | Ta, "f") => "ph",
        (Mr | Te, "ts") => "c",
        (Mr | Te, "dz") => "J",
        (Mr, "tsh") => "ch",
        (Mr, "dzh") => "Jh",
        (Bn | Or, "dz" | "z") => "J",
        (Or, "R") => "r",
        (_, same) => same,
    };
    Some(same.to_owned())
}
