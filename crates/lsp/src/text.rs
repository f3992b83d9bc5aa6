//! Places in texts as the protocol has them: lines and units of UTF-16, both from 0, and files as
//! addresses.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The byte of a place. One that is behind a line or the text is taken to be at its end.
pub(crate) fn offset(text: &str, line: u64, unit: u64) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(length) => start += length + 1,
            None => return text.len(),
        }
    }
    let mut units = 0;
    let rest = text[start..].char_indices();
    for (place, letter) in rest {
        if units >= unit || letter == '\n' {
            return start + place;
        }
        units += letter.len_utf16() as u64;
    }
    text.len()
}

/// The byte that a position of the protocol stands for.
pub(crate) fn offset_of(text: &str, position: &Value) -> usize {
    let number = |name: &str| position[name].as_u64().unwrap_or(0);
    offset(text, number("line"), number("character"))
}

pub(crate) fn position(text: &str, offset: usize) -> Value {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |place| place + 1);
    json!({
        "line": before.matches('\n').count(),
        "character": before[start..].encode_utf16().count(),
    })
}

pub(crate) fn range(text: &str, from: usize, to: usize) -> Value {
    json!({ "start": position(text, from), "end": position(text, to) })
}

/// The byte at a line and a column in characters, both from 1.
pub(crate) fn offset_of_column(text: &str, line: u32, column: u32) -> usize {
    let start = offset(text, u64::from(line.saturating_sub(1)), 0);
    let line = text[start..].split('\n').next().unwrap_or_default();
    let mut letters = line.char_indices();
    let found = letters.nth(column.saturating_sub(1) as usize);
    start + found.map_or(line.len(), |(place, _)| place)
}

/// The path of a `file:` address.
pub(crate) fn path(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    // There may be the name of a machine, which is this one.
    let rest = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut letters = rest.bytes();
    while let Some(letter) = letters.next() {
        if letter != b'%' {
            bytes.push(letter);
            continue;
        }
        let digits = [letters.next()?, letters.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// The `file:` address of a path.
pub(crate) fn address(path: &Path) -> String {
    let mut found = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                found.push(char::from(byte));
            }
            byte => found += &format!("%{byte:02X}"),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf16() {
        let text = "aä😀b\nc";
        assert_eq!(offset(text, 0, 4), 7);
        assert_eq!(position(text, 7), json!({ "line": 0, "character": 4 }));
        assert_eq!(offset(text, 1, 0), 9);
        assert_eq!(offset(text, 0, 99), 8, "the end of the line");
        assert_eq!(offset(text, 7, 0), text.len());
        assert_eq!(offset_of_column(text, 1, 4), 7);
        assert_eq!(offset_of_column(text, 2, 9), text.len());
        assert_eq!(
            position(text, 4),
            json!({ "line": 0, "character": 2 }),
            "inside of a letter"
        );
    }

    #[test]
    fn addresses_stand_for_paths() {
        let file = Path::new("/a b/ä%.scm");
        assert_eq!(address(file), "file:///a%20b/%C3%A4%25.scm");
        assert_eq!(path(&address(file)).as_deref(), Some(file));
        assert_eq!(path("untitled:1"), None);
        assert_eq!(path("file:///%f"), None);
    }
}
