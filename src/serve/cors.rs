//! Pages of other origins that use the service in a browser, where the settings allow it (the Fetch standard's CORS).

use std::io;

use super::error::ApiError;
use super::head::Head;
use super::http::response::Responder;
use super::shared::Shared;

/// How long a browser may remember the answer to its question, in seconds.
const AGE: &str = "600";

/// Allows the page of a welcome origin to read the answer. Returns whether a browser asks in advance, and may be told by [`allow`].
pub fn asks(shared: &Shared, head: &Head, responder: &mut Responder<'_>) -> Result<bool, ApiError> {
    let origin = head.header("origin");
    let welcome = origin.filter(|origin| shared.welcomes(origin));
    if let Some(origin) = welcome {
        let mut add = |name, value: &str| responder.add_header(name, value.to_owned());
        add("access-control-allow-origin", origin);
        add("vary", "origin");
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

/// Answers a browser that asks in advance.
pub fn allow(responder: &mut Responder<'_>) -> io::Result<()> {
    let headers = [
        ("access-control-allow-methods", "GET, POST"),
        (
            "access-control-allow-headers",
            "authorization, content-type",
        ),
        ("access-control-max-age", AGE),
    ];
    let headers = headers.map(|(name, value)| (name, value.to_owned()));
    responder.send(204, "text/plain", "", &headers)
}
