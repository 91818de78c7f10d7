//! Pages of other origins that use the service in a browser, where the settings allow it (the Fetch standard's CORS).

use std::io;

use super::error::ApiError;
use super::head::Head;
use super::http::response::Responder;
use super::shared::Shared;

/// The headers that a page may send where it does not say which.
const HEADERS: &str = "authorization, content-type";
/// How long a browser may remember the answer to its question, in seconds.
const AGE: &str = "600";

/// Allows the page of a welcome origin to read the answer. Returns whether a browser asks in advance, and may be told by [`allow`].
pub fn asks(shared: &Shared, head: &Head, responder: &mut Responder<'_>) -> Result<bool, ApiError> {
    let origin = head.header("origin");
    let welcome = origin.filter(|origin| shared.welcomes(origin));
    if let Some(origin) = welcome {
        let mut add = |name, value: &str| responder.add_header(name, value.to_owned());
        add("access-control-allow-origin", origin);
        add("vary", "origin, access-control-request-headers");
        add(
            "access-control-expose-headers",
            "x-request-id, x-ignored-fields, retry-after",
        );
    }
    let asks = head.method == "OPTIONS" && head.header("access-control-request-method").is_some();
    match (asks, welcome) {
        (false, _) => Ok(false),
        (true, Some(_)) => Ok(true),
        (true, None) => {
            let message =
                "pages of this origin may not use the service: see the setting cors_origins";
            Err(ApiError::new(403, "forbidden_origin", message))
        }
    }
}

/// Answers a browser that asks in advance. Clients send headers of their own, which change nothing: a page may send those that
/// it asks for.
pub fn allow(head: &Head, responder: &mut Responder<'_>) -> io::Result<()> {
    let asked = head.header("access-control-request-headers");
    let asked = asked.filter(|names| is_list_of_names(names));
    let headers = [
        ("access-control-allow-methods", "GET, POST"),
        ("access-control-allow-headers", asked.unwrap_or(HEADERS)),
        ("access-control-max-age", AGE),
    ];
    let headers = headers.map(|(name, value)| (name, value.to_owned()));
    responder.send(204, "text/plain", "", &headers)
}

/// Whether a text is a list of names of headers, so that it can be said back.
fn is_list_of_names(text: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || "-_., ".contains(c);
    !text.is_empty() && text.chars().all(name)
}
