//! Captions from the marks of a turn: SubRip and WebVTT, written while the speech is made.
//!
//! Lines and times are those of broadcasters' guides: at most two lines of 42 characters, no more than seven seconds, and as long on
//! the screen as reading takes. A caption ends with its sentence where that fits, else at punctuation or a pause, and a number stays
//! with what it counts. Characters are counted as readers see them: a letter with its signs is one.

use std::fmt::Write;

use crate::engine::Mark;
use crate::script::{clusters, ends_sentence, extends, joins, parts_sentence};

/// Characters of a line, and lines of a caption: more is hard to take in at a glance.
const LINE: usize = 42;
const LINES: usize = 2;
/// The longest time in milliseconds that one caption stays: readers read a longer one twice.
const LONGEST: u64 = 7_000;
/// A caption that stays for less is missed.
const SHORTEST: u64 = 1_000;
/// Characters that people read in a second.
const READING: u64 = 17;
/// Milliseconds between two words that are heard as a pause.
const PAUSE: u64 = 200;

/// The format of a file of captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SubRip, `.srt`.
    Srt,
    /// WebVTT, `.vtt`.
    Vtt,
}

/// Words on their way to captions. It holds one caption and the words of the next.
#[derive(Debug)]
pub struct Captions {
    format: Format,
    /// Words that are in no caption yet.
    words: Vec<Word>,
    /// Whether nothing parts the last word from the next.
    open: bool,
    /// The last caption: how long it stays depends on the next.
    last: Option<Caption>,
    count: usize,
}

/// What is never divided: a word with its punctuation, or a number with its unit.
#[derive(Debug)]
struct Word {
    text: String,
    width: usize,
    start: u64,
    end: u64,
    ends_sentence: bool,
}

#[derive(Debug)]
struct Caption {
    text: String,
    width: usize,
    start: u64,
    end: u64,
}

impl Captions {
    /// Begins a file.
    pub fn new(format: Format) -> Self {
        Self {
            format,
            words: Vec::new(),
            open: false,
            last: None,
            count: 0,
        }
    }

    /// Takes the next word, and appends to `out` what is known of the file.
    pub fn push(&mut self, mark: &Mark, out: &mut String) {
        if mark.name.is_some() {
            return;
        }
        let millis = mark.millis();
        let written = [&*mark.before, &mark.text, &mark.after].concat();
        let text: Vec<&str> = written.split_whitespace().collect();
        let text = text.join(" ");
        match self.words.last_mut().filter(|_| self.open) {
            Some(last) => {
                last.text.push_str(&text);
                last.width = clusters(&last.text);
                last.end = millis.end;
                last.ends_sentence = mark.ends_sentence;
            }
            None => self.words.push(Word {
                width: clusters(&text),
                text,
                start: millis.start,
                end: millis.end,
                ends_sentence: mark.ends_sentence,
            }),
        }
        self.open = !mark.after.ends_with(char::is_whitespace);
        while self.words.len() > 1 && !fits(&self.words) {
            self.put(best_end(&self.words), out);
        }
        if mark.ends_sentence && span(&self.words) >= SHORTEST {
            self.put(self.words.len(), out);
        }
    }

    /// Appends the rest of the file.
    pub fn finish(&mut self, out: &mut String) {
        self.put(self.words.len(), out);
        if let Some(last) = self.last.take() {
            let end = last.end.max(last.read());
            self.write(&last, end, out);
        }
    }

    /// Makes a caption of the first words, now that it is known where they end.
    fn put(&mut self, count: usize, out: &mut String) {
        let words: Vec<Word> = self.words.drain(..count).collect();
        let (Some(first), Some(end)) = (words.first(), words.last()) else {
            return;
        };
        let next = Caption {
            start: first.start,
            end: end.end,
            width: words.iter().map(|word| word.width + 1).sum(),
            text: lines(&words).join("\n"),
        };
        if let Some(last) = self.last.take() {
            let end = last.end.max(last.read().min(next.start));
            self.write(&last, end, out);
        }
        self.last = Some(next);
    }

    fn write(&mut self, caption: &Caption, end: u64, out: &mut String) {
        self.count += 1;
        let (number, start) = (self.count, caption.start);
        // Writing to a string does not fail.
        let _ = match self.format {
            Format::Srt => {
                let (start, end) = (clock(start, ','), clock(end, ','));
                write!(out, "{number}\n{start} --> {end}\n{}\n\n", caption.text)
            }
            Format::Vtt => {
                let header = if number == 1 { "WEBVTT\n\n" } else { "" };
                let (start, end) = (clock(start, '.'), clock(end, '.'));
                let text = caption.text.replace('&', "&amp;");
                let text = text.replace('<', "&lt;").replace('>', "&gt;");
                write!(out, "{header}{start} --> {end}\n{text}\n\n")
            }
        };
    }
}

impl Caption {
    /// When it has been read.
    fn read(&self) -> u64 {
        self.start + SHORTEST.max(self.width as u64 * 1_000 / READING)
    }
}

/// Hours, minutes, seconds and milliseconds.
fn clock(millis: u64, point: char) -> String {
    let (seconds, millis) = (millis / 1_000, millis % 1_000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{point}{millis:03}")
}

/// How long words sound.
fn span(words: &[Word]) -> u64 {
    match words {
        [first, .., last] => last.end - first.start,
        [word] => word.end - word.start,
        [] => 0,
    }
}

/// The width of words on one line.
fn line(words: &[Word]) -> usize {
    let widths: usize = words.iter().map(|word| word.width + 1).sum();
    widths.saturating_sub(1)
}

/// Whether words are no more than a caption.
fn fits(words: &[Word]) -> bool {
    span(words) <= LONGEST && (line(words) <= LINE || best_line(words).is_some())
}

/// How bad it is to part two words: best at the end of a sentence, worst between a number and what it counts.
fn joint(word: &Word, next: &Word) -> usize {
    let last = word.text.chars().next_back().unwrap_or_default();
    let number = |c: char| c.is_numeric();
    if word.ends_sentence {
        0
    } else if parts_sentence(last) || next.start.saturating_sub(word.end) >= PAUSE {
        10
    // 25 people, Rs. 500, page 12.
    } else if number(last) || ends_sentence(last) || next.text.starts_with(number) {
        60
    } else {
        30
    }
}

/// How many of the words, which are too many, are best shown first.
fn best_end(words: &[Word]) -> usize {
    let cost = |end: usize| {
        let first = &words[..end];
        let filled = (50 * line(first) / (LINE * LINES)).max((50 * span(first) / LONGEST) as usize);
        let short = if span(first) < SHORTEST { 50 } else { 0 };
        joint(&words[end - 1], &words[end]) + 50_usize.saturating_sub(filled) + short
    };
    let ends = (1..words.len()).filter(|end| *end == 1 || fits(&words[..*end]));
    ends.min_by_key(|end| cost(*end)).unwrap_or(words.len())
}

/// How many of the words stand on the first of two lines; `None` if two lines do not hold them.
fn best_line(words: &[Word]) -> Option<usize> {
    let cost = |end: usize| {
        let (first, second) = (line(&words[..end]), line(&words[end..]));
        joint(&words[end - 1], &words[end]) + 40 * first.abs_diff(second) / LINE
    };
    let fit = |end: &usize| line(&words[..*end]) <= LINE && line(&words[*end..]) <= LINE;
    (1..words.len()).filter(fit).min_by_key(|end| cost(*end))
}

/// The lines of a caption. Only a word that is longer than a line is cut, or one whose lines are too many.
fn lines(words: &[Word]) -> Vec<String> {
    let joined = |words: &[Word]| {
        let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
        texts.join(" ")
    };
    if line(words) <= LINE {
        return vec![joined(words)];
    }
    if let Some(end) = best_line(words) {
        return vec![joined(&words[..end]), joined(&words[end..])];
    }
    let mut lines = vec![String::new()];
    let mut previous = None;
    for c in joined(words).chars() {
        let last = &lines[lines.len() - 1];
        if clusters(last) == LINE && !extends(c) && !previous.is_some_and(joins) {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            last.push(c);
        }
        previous = Some(c);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Settings};

    fn captions(text: &str, format: Format) -> String {
        let engine = Engine::bundled().unwrap();
        let mut turn = engine.turn(&Settings::new()).unwrap();
        turn.push(text).unwrap();
        turn.close();
        let (mut captions, mut out) = (Captions::new(format), String::new());
        while turn.next_chunk().unwrap().audio().is_some() {
            while let Some(mark) = turn.next_mark() {
                captions.push(&mark, &mut out);
            }
        }
        captions.finish(&mut out);
        out
    }

    /// Words, each of a third of a second.
    fn of_words(text: &str) -> String {
        let (mut captions, mut out) = (Captions::new(Format::Srt), String::new());
        for (at, word) in (0..).zip(text.split(' ')) {
            let start = at * 8_000;
            let mark = Mark {
                text: word.to_owned(),
                language: crate::Language::En,
                before: String::new(),
                after: " ".to_owned(),
                ends_sentence: word.ends_with(['.', '।']),
                name: None,
                samples: start..start + 8_000,
            };
            captions.push(&mark, &mut out);
        }
        captions.finish(&mut out);
        out
    }

    /// The texts of captions in SubRip, and when each is shown.
    fn parsed(srt: &str) -> Vec<(Vec<&str>, u64, u64)> {
        let millis = |clock: &str| {
            let parts = clock.split([':', ',']).map(|n| n.parse::<u64>().unwrap());
            let parts: Vec<u64> = parts.collect();
            ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000 + parts[3]
        };
        let captions = (1..).zip(srt.split_terminator("\n\n"));
        captions
            .map(|(number, caption)| {
                let mut lines = caption.lines();
                assert_eq!(lines.next().unwrap(), number.to_string());
                let (start, end) = lines.next().unwrap().split_once(" --> ").unwrap();
                (lines.collect(), millis(start), millis(end))
            })
            .collect()
    }

    #[test]
    fn captions_hold_the_text_in_lines_that_are_read_in_time() {
        let text = "\"Namaste,\" she said (softly). कल 25 दिसंबर 2025 को सुबह 10:30 बजे 1,23,456 लोग आएँगे, और ₹5,000 का \
                    इनाम मिलेगा। நாளை மழை பெய்யும். Yes. No. The quick brown fox jumps over the lazy dog 12 times a day, and nobody \
                    has ever asked it why it does so.";
        let srt = captions(text, Format::Srt);
        let captions = parsed(&srt);
        let whole: Vec<&str> = captions
            .iter()
            .flat_map(|(lines, ..)| lines)
            .copied()
            .collect();
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&whole.join(" ")), words(text));
        for pair in captions.windows(2) {
            assert!(pair[0].2 <= pair[1].1, "{srt}");
        }
        for (lines, start, end) in &captions {
            assert!(
                lines.len() <= LINES && lines.iter().all(|l| clusters(l) <= LINE),
                "{srt}"
            );
            assert!(
                (SHORTEST / 2..=LONGEST + SHORTEST).contains(&(end - start)),
                "{srt}"
            );
        }
    }

    #[test]
    fn a_number_stays_with_what_it_counts() {
        let long = "we have been told by the office that about 25 people and some 300 horses of the regiment are coming here";
        let lines = of_words(long);
        for apart in ["25\n", "300\n"] {
            assert!(!lines.contains(apart), "{lines}");
        }
    }

    #[test]
    fn a_letter_with_its_signs_is_one_character() {
        assert_eq!(
            (clusters("क्षि"), clusters("நிலா"), clusters("abc")),
            (1, 2, 3)
        );
    }

    #[test]
    fn a_word_longer_than_a_line_is_cut_and_not_lost() {
        let word = "क्षि".repeat(100);
        let srt = of_words(&word);
        let [(lines, ..)] = &parsed(&srt)[..] else {
            panic!("{srt}")
        };
        assert_eq!(lines.concat(), word);
        assert!(lines.iter().all(|line| clusters(line) <= LINE));
    }

    #[test]
    fn web_captions_escape_what_would_be_markup() {
        let vtt = captions("Tom & Jerry <b>.", Format::Vtt);
        assert!(vtt.starts_with("WEBVTT\n\n00:00:00."), "{vtt}");
        assert!(vtt.contains("Tom &amp; Jerry &lt;b&gt;."), "{vtt}");
    }
}
