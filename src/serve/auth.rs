//! Authentication: the key of a request, and where the request was made.

use super::error::ApiError;
use super::head::Head;
use super::keys::{KeyId, Keys};

/// Paths that need no key.
const OPEN: [&str; 11] = [
    "/",
    "/page.css",
    "/page.js",
    "/code.js",
    "/vaak.js",
    "/vaak.d.ts",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/asyncapi.json",
    "/favicon.ico",
];
/// The subprotocol before a key, for browsers: they set no headers of their own.
pub const SUBPROTOCOL: &str = "bearer";

/// The key in the URL, where that is allowed.
const PARAMETER: &str = "api_key";

/// With what a request is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing: its path needs no key.
    Open,
    /// A valid key, or the right to come without one.
    Key(KeyId),
}

/// Says with what a request is made, or why it is refused.
pub fn authenticate(head: &Head, keys: Option<&Keys>, in_url: bool) -> Result<Access, ApiError> {
    if OPEN.contains(&head.path.as_str()) {
        return Ok(Access::Open);
    }
    let id = match keys {
        Some(keys) => {
            let in_url = || head.parameter(PARAMETER).filter(|_| in_url);
            let key = key(head).map(str::to_owned).or_else(in_url);
            key.and_then(|key| keys.accept(&key))
        }
        None if is_local(head) => Some(KeyId::default()),
        None => {
            let message = "without keys the service answers no page of another site";
            return Err(ApiError::new(403, "forbidden_origin", message));
        }
    };
    id.map(Access::Key).ok_or_else(ApiError::unauthorized)
}

fn key(head: &Head) -> Option<&str> {
    if let Some(credentials) = head.header("authorization") {
        let (scheme, key) = credentials.split_once(' ')?;
        let bearer = scheme.eq_ignore_ascii_case("bearer");
        return bearer.then(|| key.trim_start_matches(' '));
    }
    let mut protocols = head.elements("sec-websocket-protocol");
    protocols.find(|protocol| *protocol == SUBPROTOCOL)?;
    protocols.next()
}

/// Any page that a browser on this machine shows can make it send requests here. Without keys only the service's own
/// page may, under a name that nobody else can claim.
fn is_local(head: &Head) -> bool {
    let host = head.header("host");
    let named = host.is_none_or(|host| {
        let name = host.rsplit_once(':').map_or(host, |(name, port)| {
            if port.bytes().all(|b| b.is_ascii_digit()) {
                name
            } else {
                host
            }
        });
        let name = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost")
            || name
                .parse::<std::net::IpAddr>()
                .is_ok_and(|ip| ip.is_loopback())
    });
    let own = head
        .header("origin")
        .is_none_or(|origin| origin.split_once("://").map(|(_, host)| host) == host);
    named && own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(headers: &str, keys: Option<&Keys>) -> Result<(), &'static str> {
        // HTTP/1.0 need not name a host.
        let head = Head::parse(&format!("GET /v1/voices HTTP/1.0\r\n{headers}\r\n"));
        authenticate(&head, keys, false)
            .map(drop)
            .map_err(|error| error.code)
    }

    #[test]
    fn a_bearer_key_opens() {
        let keys = Keys::parse("secret").unwrap();
        for (headers, expected) in [
            ("authorization: Bearer secret\r\n", Ok(())),
            ("Authorization: bearer  secret\r\n", Ok(())),
            ("sec-websocket-protocol: bearer, secret\r\n", Ok(())),
            ("", Err("unauthorized")),
            ("sec-websocket-protocol: secret\r\n", Err("unauthorized")),
            ("sec-websocket-protocol: bearer\r\n", Err("unauthorized")),
            ("authorization: secret\r\n", Err("unauthorized")),
            ("authorization: Basic secret\r\n", Err("unauthorized")),
            ("authorization: Bearer wrong\r\n", Err("unauthorized")),
            ("authorization: Bearer \r\n", Err("unauthorized")),
        ] {
            assert_eq!(code(headers, Some(&keys)), expected, "{headers}");
        }
    }

    #[test]
    fn a_key_in_the_url_opens_only_where_it_may() {
        let keys = Keys::parse("sec+ret/1").unwrap();
        for (target, allowed, expected) in [
            ("/v1/voices?api_key=sec%2Bret%2f1", true, true),
            ("/v1/voices?a=b&api_key=sec+ret/1&c", true, true),
            ("/v1/voices?api_key=sec%2Bret%2f1", false, false),
            ("/v1/voices?api_key=", true, false),
            ("/v1/voices?api_key=%zz", true, false),
            ("/v1/voices?key=sec%2Bret%2f1", true, false),
        ] {
            let head = Head::parse(&format!("GET {target} HTTP/1.0\r\n\r\n"));
            let access = authenticate(&head, Some(&keys), allowed);
            assert_eq!(access.is_ok(), expected, "{target}");
        }
    }

    #[test]
    fn without_keys_another_site_stays_outside() {
        for (headers, expected) in [
            ("", Ok(())),
            ("host: localhost:8080\r\n", Ok(())),
            ("host: [::1]:8080\r\n", Ok(())),
            (
                "host: 127.0.0.1:1\r\norigin: http://127.0.0.1:1\r\n",
                Ok(()),
            ),
            (
                "host: 127.0.0.1:1\r\norigin: https://evil.example\r\n",
                Err("forbidden_origin"),
            ),
            ("host: evil.example:80\r\n", Err("forbidden_origin")),
            (
                "host: 127.0.0.1\r\norigin: null\r\n",
                Err("forbidden_origin"),
            ),
        ] {
            assert_eq!(code(headers, None), expected, "{headers}");
        }
    }
}
