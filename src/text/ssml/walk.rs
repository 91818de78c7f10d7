//! A walk through a document.

use std::time::Duration;

use roxmltree::{Document, Node, NodeType};

use super::fault::fault;
use super::part::{Cut, Part, Style};
use super::schema::{MAX_DEPTH, MAX_GIVEN, MAX_PHONEMES, MAX_SILENCE, XML, is_ours, quoted};
use super::values;
use crate::error::SsmlError;
use crate::language::Language;
use crate::phoneme;
use crate::script::{closes, ends_sentence, is_silent, parts_sentence};
use crate::text::emphasis::Emphasis;
use crate::text::given::{Given, SayAs, Says, is_place};
use crate::{Error, Result};

/// A walk through a document, from its beginning to its end.
pub struct Walk<'d, 'input> {
    document: &'d Document<'input>,
    /// The names that `voice` may have.
    voices: &'d [String],
    /// What was found.
    parts: Vec<Part>,
    style: Style,
    /// That of the words to come, once there was any.
    emphasis: Option<Emphasis>,
    silence: Duration,
    /// Whether the text so far ends in white space.
    spaced: bool,
}

impl<'d, 'input> Walk<'d, 'input> {
    /// Walks through a document.
    pub fn through(document: &'d Document<'input>, voices: &'d [String]) -> Result<Vec<Part>> {
        let mut walk = Self {
            document,
            voices,
            parts: vec![Part::Cut(Cut::Sentence)],
            style: Style::default(),
            emphasis: None,
            silence: Duration::ZERO,
            spaced: true,
        };
        let root = document.root_element();
        if !is_ours(root) || root.tag_name().name() != "speak" {
            let element = quoted(root.tag_name().name());
            return Err(walk.fault(root.range().start, SsmlError::Root { element }));
        }
        walk.element(root, 1)?;
        walk.parts.push(Part::Cut(Cut::Sentence));
        walk.parts.push(Part::End);
        end_sentences(&mut walk.parts);
        Ok(walk.parts)
    }

    pub(super) fn fault(&self, offset: usize, source: SsmlError) -> Error {
        let pos = self.document.text_pos_at(offset);
        fault((pos.row, pos.col), source)
    }

    fn children(&mut self, node: Node<'d, 'input>, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            let limit = SsmlError::limit("elements within elements", MAX_DEPTH);
            return Err(self.fault(node.range().start, limit));
        }
        for child in node.children() {
            match child.node_type() {
                NodeType::Text => self.text(child.text().unwrap_or_default()),
                NodeType::Element if !is_ours(child) => self.children(child, depth + 1)?,
                NodeType::Element => {
                    if child.tag_name().name() == "speak" {
                        return Err(self.misplaced(child, node));
                    }
                    self.element(child, depth + 1)?;
                }
                NodeType::Root | NodeType::Comment | NodeType::PI => {}
            }
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'d, 'input>, depth: usize) -> Result<()> {
        let name = node.tag_name().name();
        self.check(node)?;
        let language = self.language(node)?;
        let outer = self.style.clone();
        if matches!(name, "speak" | "p" | "s" | "prosody" | "voice" | "lang") {
            self.style.language = language.or(self.style.language);
        }
        match name {
            "speak" => {
                self.restyle(&outer, Cut::Sentence);
                self.children(node, depth)?;
            }
            "p" | "s" => {
                self.cut(Cut::Sentence);
                self.paragraph(name);
                self.restyle(&outer, Cut::Sentence);
                self.children(node, depth)?;
                self.cut(Cut::Sentence);
                self.paragraph(name);
            }
            "break" => self.pause(node)?,
            "emphasis" => {
                let before = self.emphasis;
                self.emphasise(self.level(node)?);
                self.children(node, depth)?;
                self.emphasise(before.unwrap_or_default());
            }
            "prosody" | "voice" => {
                match name {
                    "voice" => self.voice(node)?,
                    _ => self.prosody(node)?,
                }
                self.restyle(&outer, Cut::Clause);
                self.children(node, depth)?;
            }
            "lang" => {
                if language.is_none() {
                    return Err(self.missing(node, "xml:lang"));
                }
                match self.short(node) {
                    Some(text) => {
                        self.style = outer.clone();
                        self.give(text.clone(), text, language, None);
                    }
                    None => {
                        self.restyle(&outer, Cut::Clause);
                        self.children(node, depth)?;
                    }
                }
            }
            "mark" => {
                let name = self.bounded(node, "name")?.to_owned();
                self.content(node)?;
                self.place(String::new(), Says::Bookmark(name));
            }
            _ => self.given(node, language)?,
        }
        if self.style != outer {
            self.cut(match name {
                "speak" | "p" | "s" => Cut::Sentence,
                _ => Cut::Clause,
            });
            self.style = outer;
            self.parts.push(Part::Style(self.style.clone()));
        }
        Ok(())
    }

    /// The elements that say something in place of their characters.
    fn given(&mut self, node: Node<'d, 'input>, language: Option<Language>) -> Result<()> {
        let written = self.content(node)?;
        match node.tag_name().name() {
            "sub" => {
                let alias = collapsed(self.bounded(node, "alias")?);
                self.give(written, alias, language, None);
            }
            "say-as" => {
                let say_as = self.say_as(node)?;
                if written.chars().count() > MAX_GIVEN {
                    let limit = SsmlError::limit("characters of <say-as>", MAX_GIVEN);
                    return Err(self.fault(node.range().start, limit));
                }
                self.give(written.clone(), written, language, Some(say_as));
            }
            _ => {
                let alphabet = node.attribute("alphabet").unwrap_or("ipa");
                if alphabet != "ipa" {
                    return Err(self.value(node, "alphabet", "ipa"));
                }
                // Syllables and the lesser stress are not told apart.
                let ph = self.needed(node, "ph")?.replace(['.', 'ˌ', '‿'], "");
                let phonemes = phoneme::parse_words(&ph).filter(|p| p.len() <= MAX_PHONEMES);
                let Some(phonemes) = phonemes else {
                    let must = format!(
                        "{} of `vaak phonemes --inventory`, with | between words",
                        at_most(MAX_PHONEMES, "phonemes")
                    );
                    return Err(self.value(node, "ph", &must));
                };
                self.place(written, Says::Phonemes(phonemes));
            }
        }
        self.spaced = false;
        Ok(())
    }

    fn give(
        &mut self,
        written: String,
        text: String,
        language: Option<Language>,
        say_as: Option<SayAs>,
    ) {
        self.spaced = false;
        let says = Says::Text {
            text,
            language,
            say_as,
        };
        self.place(written, says);
    }

    fn place(&mut self, written: String, says: Says) {
        self.remind();
        self.parts.push(Part::Given(Given { written, says }));
    }

    /// Adds text, with its white space as single spaces.
    fn text(&mut self, text: &str) {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if c.is_whitespace() {
                if !self.spaced {
                    out.push(' ');
                }
                self.spaced = true;
                continue;
            }
            self.spaced = false;
            let place = is_place(c);
            out.push(if place {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            });
        }
        self.close_clause(&mut out);
        if !out.is_empty() {
            self.remind();
            self.append(&out);
        }
    }

    fn append(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// Begins an emphasis. Where a clause begins, what is said first is marked with it.
    fn emphasise(&mut self, emphasis: Emphasis) {
        self.emphasis = Some(emphasis);
        if !self.begins_clause() {
            self.mark_emphasis();
        }
    }

    /// Marks the emphasis where a clause begins: a mark in a clause that says nothing is lost.
    fn remind(&mut self) {
        if self.begins_clause() {
            self.mark_emphasis();
        }
    }

    fn begins_clause(&self) -> bool {
        !matches!(self.parts.last(), Some(Part::Text(_) | Part::Given(_)))
    }

    fn mark_emphasis(&mut self) {
        if let Some(emphasis) = self.emphasis {
            self.append(emphasis.mark().encode_utf8(&mut [0; 4]));
        }
    }

    /// Leaves the punctuation right after an element to what the element says, whose last clause it ends.
    fn close_clause(&mut self, out: &mut String) {
        let mark = |c: char| ends_sentence(c) || parts_sentence(c) || closes(c);
        let mut before = self.parts.len();
        while let [.., Part::Cut(Cut::Clause), Part::Style(_)] = &self.parts[..before] {
            before -= 2;
        }
        if before == self.parts.len() {
            return;
        }
        let end = out.find(|c| !mark(c)).unwrap_or(out.len());
        let marks: String = out.drain(..end).collect();
        match self.parts[..before].last_mut() {
            _ if marks.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(&marks),
            _ => self.parts.insert(before, Part::Text(marks)),
        }
    }

    fn cut(&mut self, cut: Cut) {
        self.spaced = true;
        self.parts.push(Part::Cut(cut));
    }

    /// Leaves a line blank around a paragraph.
    fn paragraph(&mut self, name: &str) {
        if name == "p" {
            self.parts.push(Part::Text("\n\n".to_owned()));
            self.parts.push(Part::Cut(Cut::Sentence));
        }
    }

    /// Begins what sounds otherwise than what was before.
    fn restyle(&mut self, outer: &Style, cut: Cut) {
        if self.style != *outer {
            self.cut(cut);
            self.parts.push(Part::Style(self.style.clone()));
        }
    }

    fn pause(&mut self, node: Node<'d, 'input>) -> Result<()> {
        self.content(node)?;
        let strength = node.attribute("strength");
        let pause = values::strength(strength.unwrap_or("medium"));
        let Some((cut, mut silence)) = pause else {
            let must = format!("one of {}", values::strengths());
            return Err(self.value(node, "strength", &must));
        };
        if let Some(time) = node.attribute("time") {
            silence = values::time(time)
                .ok_or_else(|| self.value(node, "time", "from 0 to 10 s, as 500ms or 1.5s"))?;
        }
        let Some(cut) = cut.or(node.attribute("time").map(|_| Cut::Clause)) else {
            return Ok(());
        };
        self.silence += silence;
        if self.silence > MAX_SILENCE {
            let limit = SsmlError::limit("seconds of breaks", MAX_SILENCE.as_secs() as usize);
            return Err(self.fault(node.range().start, limit));
        }
        self.cut(cut);
        self.parts.push(Part::Silence(silence));
        Ok(())
    }

    fn prosody(&mut self, node: Node<'d, 'input>) -> Result<()> {
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let (name, value) = (attribute.name(), attribute.value());
            let style = &mut self.style;
            let set = match name {
                "rate" => values::rate(value)
                    .map(|rate| style.rate = (style.rate * rate).clamp(0.1, 10.0)),
                "pitch" => values::pitch(value)
                    .map(|pitch| style.pitch = (style.pitch + pitch).clamp(-48.0, 48.0)),
                "range" => values::range(value)
                    .map(|range| style.range = (style.range * range).clamp(0.0, 10.0)),
                _ => values::volume(value)
                    .map(|volume| style.volume = (style.volume + volume).clamp(-96.0, 96.0)),
            };
            if set.is_none() {
                return Err(self.value(node, name, values::must(name)));
            }
        }
        Ok(())
    }

    /// The value of an attribute, which is not too long.
    fn bounded(&self, node: Node<'d, 'input>, attribute: &'static str) -> Result<&'d str> {
        let value = self.needed(node, attribute)?;
        match value.chars().count() > MAX_GIVEN {
            true => Err(self.value(node, attribute, &at_most(MAX_GIVEN, "characters"))),
            false => Ok(value),
        }
    }

    fn level(&self, node: Node<'d, 'input>) -> Result<Emphasis> {
        let Some(level) = node.attribute("level") else {
            return Ok(Emphasis::Moderate);
        };
        let found = Emphasis::ALL.into_iter().find(|(name, _)| *name == level);
        found.map(|(_, emphasis)| emphasis).ok_or_else(|| {
            let must = Emphasis::ALL.map(|(name, _)| name).join(", ");
            self.value(node, "level", &format!("one of {must}"))
        })
    }

    fn voice(&mut self, node: Node<'d, 'input>) -> Result<()> {
        let Some(name) = node.attribute("name") else {
            let spoken = node.attribute((XML, "lang"));
            return spoken.map(drop).ok_or_else(|| self.missing(node, "name"));
        };
        // SSML lists names in the order in which they are preferred.
        let mut names = name.split_whitespace();
        let known = names.find_map(|name| self.voices.iter().find(|voice| *voice == name));
        let Some(known) = known else {
            let must = format!("one of {}", self.voices.join(", "));
            return Err(self.value(node, "name", &must));
        };
        self.style.voice = Some(known.clone());
        Ok(())
    }

    fn say_as(&self, node: Node<'d, 'input>) -> Result<SayAs> {
        let kind = self.needed(node, "interpret-as")?;
        let format = node.attribute("format");
        let Some(say_as) = values::say_as(kind, format) else {
            let must = format!("one of {}", values::SAY_AS);
            return Err(self.value(node, "interpret-as", &must));
        };
        say_as.ok_or_else(|| self.value(node, "format", values::must(kind)))
    }

    /// The language that `xml:lang` names.
    fn language(&self, node: Node<'d, 'input>) -> Result<Option<Language>> {
        let Some(code) = node.attribute((XML, "lang")) else {
            return Ok(None);
        };
        code.parse().map(Some).map_err(|_| {
            let codes = Language::ALL.map(Language::code).join(", ");
            self.value(node, "xml:lang", &format!("one of {codes}"))
        })
    }

    /// The text of an element that is read within the sentence around it: it is short, and has no elements.
    fn short(&self, node: Node<'d, 'input>) -> Option<String> {
        let plain = node.children().all(|child| !child.is_element());
        let text = collapsed(&text_of(node));
        let one = !text.is_empty() && !text.trim_end_matches(ends_sentence).contains(ends_sentence);
        (plain && one && text.chars().count() <= MAX_GIVEN).then_some(text)
    }

    /// The characters of an element that holds nothing else.
    fn content(&self, node: Node<'d, 'input>) -> Result<String> {
        match node.children().find(|child| child.is_element()) {
            Some(child) => Err(self.misplaced(child, node)),
            None => Ok(collapsed(&text_of(node))),
        }
    }
}

/// Lets a clause after which its sentence says nothing more end the sentence.
fn end_sentences(parts: &mut [Part]) {
    let mut over = true;
    for part in parts.iter_mut().rev() {
        match part {
            Part::Cut(Cut::Clause) if over => *part = Part::Cut(Cut::Sentence),
            Part::Cut(Cut::Sentence) => over = true,
            Part::Text(text) => over &= text.chars().all(is_silent),
            Part::Given(given) => over &= matches!(given.says, Says::Bookmark(_)),
            Part::Cut(Cut::Clause) | Part::Silence(_) | Part::Style(_) | Part::End => {}
        }
    }
}

fn at_most(limit: usize, what: &str) -> String {
    format!("at most {limit} {what}")
}

/// The text in an element, without comments.
fn text_of(node: Node) -> String {
    let texts = node.children().filter(|child| child.is_text());
    texts.filter_map(|child| child.text()).collect()
}

/// Text with single spaces, and without what stands for something else.
fn collapsed(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(is_place, "\u{FFFD}")
}
