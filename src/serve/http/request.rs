//! A request as the endpoints see it.

use crate::serve::keys::KeyId;
use crate::serve::request::Body;

/// A request, whole.
#[derive(Debug)]
pub struct Request<'a> {
    pub method: &'a str,
    /// Without the query.
    pub path: &'a str,
    pub content_type: Option<&'a str>,
    pub content_encoding: Option<&'a str>,
    pub accept: Option<&'a str>,
    /// `None` where none was needed.
    pub key: Option<KeyId>,
    pub body: Body,
}
