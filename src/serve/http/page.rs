//! The page at `/`. It is a client like any other, and uses what every client may.

/// What the page may do: load its own parts and talk with this service, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A part of the page.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub content_type: &'static str,
    pub text: &'static str,
}

pub const HTML: Part = Part {
    content_type: "text/html; charset=utf-8",
    text: include_str!("page/page.html"),
};
pub const STYLE: Part = Part {
    content_type: "text/css; charset=utf-8",
    text: include_str!("page/page.css"),
};
pub const SCRIPT: Part = Part {
    content_type: "text/javascript; charset=utf-8",
    text: include_str!("page/page.js"),
};
/// What pages of others use too.
pub const LIBRARY: Part = Part {
    text: include_str!("../../../examples/vaak.js"),
    ..SCRIPT
};
pub const TYPES: Part = Part {
    content_type: "text/plain; charset=utf-8",
    text: include_str!("../../../examples/vaak.d.ts"),
};
pub const CODE: Part = Part {
    text: include_str!("page/code.js"),
    ..SCRIPT
};

/// The headers of each part. A newer service brings a newer page, so a browser asks each time.
pub fn headers() -> [(&'static str, String); 4] {
    [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
}
