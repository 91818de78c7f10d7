//! What is wrong with an element or an attribute.

use roxmltree::Node;

use super::schema::{ELEMENTS, OF_XML, XML, quoted};
use super::walk::Walk;
use crate::error::SsmlError;
use crate::{Error, Result};

impl<'d, 'input> Walk<'d, 'input> {
    /// That an element and its attributes are known.
    pub(super) fn check(&self, node: Node<'d, 'input>) -> Result<()> {
        let name = node.tag_name().name();
        let known = ELEMENTS.iter().find(|(element, _)| *element == name);
        let Some((_, attributes)) = known else {
            let unknown = SsmlError::UnknownElement {
                element: quoted(name),
                available: ELEMENTS.map(|(element, _)| element).to_vec(),
            };
            return Err(self.fault(node.range().start, unknown));
        };
        for attribute in node.attributes() {
            let known = match attribute.namespace() {
                None => attributes.contains(&attribute.name()),
                Some(XML) => OF_XML.contains(&attribute.name()),
                Some(_) => true,
            };
            if !known {
                let mut available = attributes.to_vec();
                available.push("xml:lang");
                let unknown = SsmlError::UnknownAttribute {
                    element: name.to_owned(),
                    attribute: quoted(attribute.name()),
                    available,
                };
                return Err(self.fault(attribute.range().start, unknown));
            }
        }
        Ok(())
    }

    pub(super) fn needed(
        &self,
        node: Node<'d, 'input>,
        attribute: &'static str,
    ) -> Result<&'d str> {
        let value = node.attribute(attribute).filter(|v| !v.trim().is_empty());
        value.ok_or_else(|| self.missing(node, attribute))
    }

    pub(super) fn missing(&self, node: Node<'d, 'input>, attribute: &'static str) -> Error {
        let element = node.tag_name().name().to_owned();
        let missing = SsmlError::MissingAttribute { element, attribute };
        self.fault(node.range().start, missing)
    }

    pub(super) fn misplaced(&self, node: Node<'d, 'input>, inside: Node<'d, 'input>) -> Error {
        let misplaced = SsmlError::Misplaced {
            element: quoted(node.tag_name().name()),
            inside: inside.tag_name().name().to_owned(),
        };
        self.fault(node.range().start, misplaced)
    }

    /// That an attribute has a value that it cannot have.
    pub(super) fn value(&self, node: Node<'d, 'input>, attribute: &str, must: &str) -> Error {
        let bare = attribute.strip_prefix("xml:").unwrap_or(attribute);
        let found = node.attributes().find(|a| a.name() == bare);
        let invalid = SsmlError::InvalidValue {
            element: node.tag_name().name().to_owned(),
            attribute: attribute.to_owned(),
            value: quoted(found.map_or("", |a| a.value())),
            must: must.to_owned(),
        };
        let at = found.map_or(node.range().start, |a| a.range().start);
        self.fault(at, invalid)
    }
}
