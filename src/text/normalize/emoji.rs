//! Emoji and their names.

use std::sync::LazyLock;

use super::prelude::*;
use crate::data::laid::{self, Words};

/// The names of each emoji, in the order of [`Language::ALL`]; an empty one where a language has none.
static NAMES: LazyLock<Words<Vec<&str>>> = LazyLock::new(|| laid::of(EMOJI_TABLE));

/// Emoji, and the faces of signs that stand for them.
const EMOTICONS: &str =
    "🙂:-) 🙂:) 🙂=) 🙁:-( 🙁:( 😢:'( 😉;-) 😉;) 😀:-D 😀:D 😛:-P 😛:P 💔</3 ❤<3";

/// An emoji and those like it that follow: they are named once, in the language of the clause. One without a name is silent.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let rest = view.rest(at);
    if rest.first().is_none_or(|c| is_mark(*c)) {
        return emoticon(view, at);
    }
    // 4.5★
    if matches!(rest[0], '★' | '⭐') && view.beside_number(at) && rest.get(1) != Some(&rest[0]) {
        return None;
    }
    // ▼ 1.1%
    if matches!(rest[0], '▲' | '▼') && view.number_follows(at + 1) {
        return None;
    }
    // पार 🔹तीन
    let bullet = matches!(rest[0], '🔸' | '🔹' | '🔶' | '🔷' | '▪' | '▫' | '◾' | '◽');
    if bullet && view.is_heard_from(at + 1) && at > 0 {
        return pause(view, at);
    }
    let is_flag = |c: &&char| matches!(c, '\u{1F1E6}'..='\u{1F1FF}');
    let length = rest.iter().take(2).take_while(is_flag).count().max(1);
    let emoji = rest.get(..length)?;
    let key: String = emoji.iter().collect();
    let Some(name) = name(view.language, &key) else {
        let picture = is_picture(emoji[0]) && !is_said(view, at);
        return picture.then(|| Class::Emoji(None).until(view, at + length));
    };
    // The forms and colours that follow say nothing of their own, nor do repetitions.
    let form = |c: &&char| matches!(c, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
    let mut end = 0;
    while rest[end..].starts_with(emoji) {
        end += length;
        end += rest[end..].iter().take_while(form).count();
    }
    Some(Class::Emoji(view.emoji.then_some(name)).until(view, at + end))
}

/// The name of an emoji.
pub(super) fn name(language: Language, emoji: &str) -> Option<&'static str> {
    let names = NAMES.get(emoji)?;
    let name = names.get(language as usize).copied();
    name.filter(|name| !name.is_empty())
}

/// Whether it is a letter, a mark or a currency: no emoji begins with one.
fn is_mark(c: char) -> bool {
    matches!(c, '\0'..='\u{2027}' | '\u{20A0}'..='\u{20CF}')
}

/// Whether a sign is a picture, or what pictures are joined or coloured with.
fn is_picture(c: char) -> bool {
    matches!(c,
        '\u{20E3}' | '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}' | '\u{24C2}' | '\u{25A0}'..='\u{27BF}'
        | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}' | '\u{E0020}'..='\u{E007F}')
}

/// Whether a sign has words in the text's language, and no mark that makes it a picture.
fn is_said(view: &View, at: usize) -> bool {
    let sign = view.get(at).map(String::from).unwrap_or_default();
    view.table.sign(&sign).is_some() && view.get(at + 1) != Some('\u{FE0F}')
}

/// A face that is made of signs, between spaces or before a mark.
fn emoticon(view: &View, at: usize) -> Option<Candidate> {
    let starts = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | '?' | ',' | '।');
    if !matches!(view.get(at), Some(':' | ';' | '=' | '<')) || !view.before(at).is_none_or(starts) {
        return None;
    }
    let rest = || view.rest(at).iter().copied();
    let parted = |row: &'static str| Some(row.split_at(row.find(|c: char| c.is_ascii())?));
    let mut faces = EMOTICONS.split(' ').filter_map(parted);
    let (emoji, face) = faces.find(|(_, face)| rest().take(face.len()).eq(face.chars()))?;
    let end = at + face.len();
    // <3 days
    let compares = face == "<3" && view.language_at(view.skip_spaces(end)).is_some();
    let measured = compares && (is_time_at(view, view.skip_spaces(end)) || has_unit(view, end));
    if measured || !view.get(end).is_none_or(starts) {
        return None;
    }
    let name = name(view.language, emoji).filter(|_| view.emoji);
    Some(Class::Emoji(name).until(view, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_emoji_has_a_name_in_each_language() {
        assert!(NAMES.iter().count() > 250);
        for (emoji, names) in NAMES.iter() {
            assert_eq!(names.len(), Language::ALL.len(), "{emoji}");
            assert!(!emoji.starts_with(is_mark), "{emoji}");
            assert!(names.iter().all(|n| !n.trim().is_empty()), "{emoji}");
        }
    }
}
