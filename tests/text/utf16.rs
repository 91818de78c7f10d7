//! Text in UTF-16.

use vaak::text::as_utf8;

#[test]
fn both_orders_are_read_and_utf_8_stays() {
    let text = "नमस्ते 😊\r\n";
    let codes: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    let big: Vec<u8> = codes.iter().flat_map(|code| code.to_be_bytes()).collect();
    assert_eq!(
        *as_utf8(&[b"\xff\xfe", &little[..]].concat()),
        *text.as_bytes()
    );
    assert_eq!(
        *as_utf8(&[b"\xfe\xff", &big[..]].concat()),
        *text.as_bytes()
    );
    for utf_8 in [text, "\u{feff}नमस्ते 😊\r\n"] {
        assert_eq!(*as_utf8(utf_8.as_bytes()), *text.as_bytes());
    }
}

#[test]
fn what_is_broken_is_replaced() {
    for (bytes, expected) in [
        (&b"\xff\xfe"[..], ""),
        (b"\xff\xfea", "\u{fffd}"),
        (b"\xff\xfea\0\x3d\xd8", "a\u{fffd}"),
        (b"\xff\xfe\x3d\xd8\x3d\xd8\x0a\xde", "\u{fffd}😊"),
        (b"\xff\xfe\x0a\xdea\0", "\u{fffd}a"),
    ] {
        assert_eq!(*as_utf8(bytes), *expected.as_bytes(), "{bytes:?}");
    }
}
