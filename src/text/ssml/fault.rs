//! Faults, with their places in the document.

use super::schema::{MAX_NODES, QUOTED};
use crate::Error;
use crate::error::SsmlError;

/// A fault at a line and a column.
pub fn fault((line, column): (u32, u32), source: SsmlError) -> Error {
    Error::Ssml {
        line,
        column,
        source,
    }
}

/// The error of the XML parser, at the place where the document is wrong.
pub fn not_well_formed(text: &str, error: &roxmltree::Error) -> Error {
    use roxmltree::Error as Xml;
    let pos = error.pos();
    let at = |offset: usize| {
        let before = &text[..offset];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let lines = before.matches('\n').count();
        (lines as u32 + 1, before[line..].chars().count() as u32 + 1)
    };
    match error {
        Xml::DtdDetected => {
            let place = at(text.find("<!DOCTYPE").unwrap_or_default());
            fault(place, SsmlError::Doctype)
        }
        Xml::NodesLimitReached => {
            let limit = SsmlError::limit("elements and texts", MAX_NODES as usize);
            fault((1, 1), limit)
        }
        // The parser tells the beginning for what is missing at the end.
        Xml::UnexpectedEndOfStream | Xml::UnclosedRootNode | Xml::NoRootNode => {
            let reason = match error {
                Xml::NoRootNode => "there is no element",
                _ => "the document ends before its elements do",
            };
            let reason = reason.to_owned();
            fault(at(text.len()), SsmlError::NotWellFormed { reason })
        }
        _ => {
            let reason = error.to_string().replace(&format!(" at {pos}"), "");
            let reason = reason.chars().take(2 * QUOTED).collect();
            fault((pos.row, pos.col), SsmlError::NotWellFormed { reason })
        }
    }
}
