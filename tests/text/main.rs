//! From text to phonemes: what is read, in every language, and what must hold for any text.

mod abbreviations;
mod any_text;
mod breaths;
mod cardinals;
mod clauses;
mod code_mixed;
mod emoji;
mod fragments;
mod joins;
mod language_codes;
mod languages;
mod names;
mod normalize;
mod numbers;
mod phrase;
mod segment;
mod ssml;
mod table;
mod utf16;
