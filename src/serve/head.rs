//! The head of a request: what is asked for, of whom, and how long the body is.

use super::error::ApiError;

/// More headers than any client sends.
const HEADERS: usize = 64;
/// White space in headers. To take more for it, as Unicode does, would frame bodies otherwise than a proxy before us.
const BLANKS: [char; 2] = [' ', '\t'];

/// A request without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// As sent.
    pub method: String,
    /// Without the query.
    pub path: String,
    /// What follows the question mark.
    query: String,
    /// HTTP/1.1 rather than 1.0.
    pub one_one: bool,
    headers: Vec<(String, String)>,
}

/// How a body is delimited.
#[derive(Debug, PartialEq, Eq)]
pub enum Framing {
    None,
    Sized(usize),
    Chunked,
}

impl Head {
    /// The first header of a name, which is in lower case.
    pub fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Whether a header that is a list has an element.
    pub fn lists(&self, name: &str, element: &str) -> bool {
        self.elements(name).any(|e| e.eq_ignore_ascii_case(element))
    }

    /// The elements of a header that is a list.
    pub fn elements<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.all(name)
            .flat_map(|value| value.split(','))
            .map(|element| element.trim_matches(BLANKS))
    }

    /// The first parameter of this name in the query.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        unescaped(value)
    }

    /// Whether the connection stays open after the answer.
    pub fn keeps_alive(&self) -> bool {
        self.one_one && !self.lists("connection", "close")
    }

    /// For tests: panics where there is no head.
    #[cfg(test)]
    pub fn parse(text: &str) -> Self {
        parse(text.as_bytes()).unwrap().unwrap().0
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |(n, _)| n == name);
        named.map(|(_, value)| value.as_str())
    }
}

/// A head and its length; `None` while it is incomplete.
pub fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, ApiError> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            let message = format!("a request has at most {HEADERS} headers");
            return Err(ApiError::new(431, "headers_too_large", message).with("limit", HEADERS));
        }
        Err(httparse::Error::Version) => {
            let message = "only HTTP/1.0 and HTTP/1.1 are spoken here";
            return Err(ApiError::new(505, "unsupported_version", message));
        }
        Err(e) => return Err(malformed(&e.to_string())),
    };
    let target = request.path.unwrap_or_default();
    let (authority, path) = split(target);
    if !path.starts_with('/') || !path.is_ascii() {
        return Err(malformed("the path is not one"));
    }
    let headers = request.headers.iter().map(|header| {
        let value = String::from_utf8_lossy(header.value);
        let value = value.trim_matches(BLANKS).to_owned();
        (header.name.to_ascii_lowercase(), value)
    });
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        one_one: request.version == Some(1),
        headers: headers.collect(),
    };
    check_host(&head)?;
    if let Some(authority) = authority {
        // What a whole URI names counts, whatever the header says.
        head.headers.retain(|(name, _)| name != "host");
        head.headers.push(("host".to_owned(), authority.to_owned()));
        check_host(&head)?;
    }
    Ok(Some((head, length)))
}

/// HTTP/1.1 has one host, HTTP/1.0 at most one. What a proxy could read as another is none.
fn check_host(head: &Head) -> Result<(), ApiError> {
    let mut hosts = head.all("host");
    match (hosts.next(), hosts.next()) {
        (_, Some(_)) => Err(malformed("it has more than one host")),
        (None, None) if head.one_one => Err(malformed("it names no host")),
        (Some(host), None) if !host.bytes().all(is_of_host) => {
            Err(malformed("its host is not one"))
        }
        _ => Ok(()),
    }
}

/// Whether a byte may be part of a name, an address or a port.
fn is_of_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+;=:[]".contains(&byte)
}

/// A part of a URL whose bytes may be written as `%2B`.
pub fn unescaped(value: &str) -> Option<String> {
    let mut parts = value.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        // The parser of numbers would take a sign too.
        let digits = digits
            .bytes()
            .all(|b| b.is_ascii_hexdigit())
            .then_some(digits)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// The host and the path of a target, which may be a whole URI.
fn split(target: &str) -> (Option<&str>, &str) {
    let rest = ["http://", "https://"].iter().find_map(|scheme| {
        let (start, rest) = target.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    });
    match rest {
        None => (None, target),
        Some(rest) => match rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len())) {
            (host, path) if path.starts_with('/') => (Some(host), path),
            // Without a path it is the root.
            (host, _) => (Some(host), "/"),
        },
    }
}

/// Refuses every framing on which two readers could disagree.
pub fn framing(head: &Head) -> Result<Framing, ApiError> {
    let mut lengths = head.all("content-length");
    let mut encodings = head.all("transfer-encoding");
    match (lengths.next(), encodings.next()) {
        (None, None) if matches!(head.method.as_str(), "POST" | "PUT" | "PATCH") => {
            let message = "the request says neither content-length nor transfer-encoding";
            Err(ApiError::new(411, "length_required", message))
        }
        (None, None) => Ok(Framing::None),
        (Some(length), None) if lengths.all(|other| other == length) => {
            match length.bytes().all(|b| b.is_ascii_digit()) && !length.is_empty() {
                true => Ok(Framing::Sized(length.parse().unwrap_or(usize::MAX))),
                false => Err(malformed("content-length is not a number")),
            }
        }
        (None, Some(encoding))
            if encodings.next().is_none()
                && encoding.eq_ignore_ascii_case("chunked")
                && head.one_one =>
        {
            Ok(Framing::Chunked)
        }
        _ => Err(malformed("the length of the body is ambiguous")),
    }
}

pub fn malformed(why: &str) -> ApiError {
    ApiError::new(
        400,
        "invalid_request",
        format!("this is no HTTP request: {why}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Head, ApiError> {
        parse(text.as_bytes()).map(|parsed| parsed.unwrap().0)
    }

    #[test]
    fn a_byte_of_a_url_is_two_hexadecimal_digits() {
        assert_eq!(unescaped("a%2Bb%e0%A4%85").as_deref(), Some("a+bअ"));
        for wrong in ["%+F", "%-1", "%2", "%", "% 2", "%2é", "%ff"] {
            assert_eq!(unescaped(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_body_is_delimited_in_one_way_or_refused() {
        let framed = |headers: &str| {
            framing(&head(&format!("POST / HTTP/1.1\r\nhost: a\r\n{headers}\r\n")).unwrap())
                .map_err(|error| error.code)
        };
        assert_eq!(framed("content-length: 5\r\n"), Ok(Framing::Sized(5)));
        assert_eq!(
            framed("Transfer-Encoding: Chunked\r\n"),
            Ok(Framing::Chunked)
        );
        assert_eq!(framed(""), Err("length_required"));
        for smuggled in [
            "content-length: 5\r\ncontent-length: 6\r\n",
            "content-length: 5\r\ntransfer-encoding: chunked\r\n",
            "transfer-encoding: chunked, gzip\r\n",
            "transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n",
            "content-length: +5\r\n",
            "content-length: \r\n",
            "content-length: 5, 5\r\n",
            // White space of Unicode is none of HTTP's.
            "transfer-encoding: chunked\u{85}\r\n",
            "content-length: 14\u{3000}\r\n",
            "content-length: \u{a0}14\r\n",
        ] {
            assert_eq!(framed(smuggled), Err("invalid_request"), "{smuggled}");
        }
        let huge = framed("content-length: 99999999999999999999999\r\n");
        assert_eq!(huge, Ok(Framing::Sized(usize::MAX)));
    }

    #[test]
    fn keeping_alive_is_the_rule_of_one_one_only() {
        for (text, keeps) in [
            ("GET / HTTP/1.1\r\nhost: a\r\n\r\n", true),
            (
                "GET / HTTP/1.1\r\nhost: a\r\nconnection: Foo, Close\r\n\r\n",
                false,
            ),
            ("GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n", false),
        ] {
            assert_eq!(head(text).unwrap().keeps_alive(), keeps, "{text}");
        }
    }

    #[test]
    fn a_query_is_no_part_of_the_path() {
        assert_eq!(
            head("GET /a?b=c HTTP/1.1\r\nhost: a\r\n\r\n").unwrap().path,
            "/a"
        );
        for (target, path) in [
            ("http://a/b?c", "/b"),
            ("HTTPS://a:1/", "/"),
            ("http://a", "/"),
            ("http://a?b/c", "/"),
        ] {
            let text = format!("GET {target} HTTP/1.1\r\nhost: b\r\n\r\n");
            let found = head(&text).unwrap();
            assert_eq!(found.path, path);
            // The name in the target counts.
            assert!(
                found
                    .header("host")
                    .is_some_and(|host| host.starts_with('a'))
            );
        }
        for wrong in [
            "GET ftp://a/ HTTP/1.1\r\nhost: a\r\n\r\n",
            "GET http://me@a/ HTTP/1.1\r\nhost: a\r\n\r\n",
            "GET /\u{e9} HTTP/1.1\r\nhost: a\r\n\r\n",
            "\x16\x03\x01\x02\r\n\r\n",
        ] {
            assert_eq!(head(wrong).unwrap_err().status, 400, "{wrong}");
        }
        assert_eq!(head("GET / HTTP/2.0\r\n\r\n").unwrap_err().status, 505);
    }

    #[test]
    fn a_request_has_one_host() {
        for (version, hosts, fits) in [
            ("1", "host: a\r\n", true),
            ("1", "Host: [::1]:8080\r\n", true),
            // Where the target has no name, the host is empty.
            ("1", "host:\r\n", true),
            ("0", "", true),
            ("1", "", false),
            ("1", "host: a\r\nhost: a\r\n", false),
            ("0", "host: a\r\nhost: b\r\n", false),
            ("1", "host: a b\r\n", false),
            ("1", "host: a,b\r\n", false),
            ("1", "host: a/b\r\n", false),
            ("1", "host: me@a\r\n", false),
            ("1", "host: \u{e9}\r\n", false),
        ] {
            let found = head(&format!("GET / HTTP/1.{version}\r\n{hosts}\r\n"));
            let code = found.map_err(|error| error.status).err();
            assert_eq!(code, (!fits).then_some(400), "{hosts}");
        }
    }
}
