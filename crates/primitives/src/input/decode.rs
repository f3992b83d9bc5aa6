//! Characters, lines and strings at the front of incoming bytes, which are UTF-8.

use super::Look;
use mound_machine::resource::Incoming;
use std::str::from_utf8;

/// The first character and its width in bytes. What is not UTF-8 is consumed.
pub(super) fn first_character(incoming: &mut Incoming) -> Look<(char, usize)> {
    let rest = incoming.rest();
    let width = match rest.first() {
        None if incoming.end => return Look::End,
        None => return Look::More,
        Some(&byte @ ..0x80) => return Look::Found((char::from(byte), 1)),
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        Some(_) => 1,
    };
    let bytes = &rest[..width.min(rest.len())];
    match from_utf8(bytes) {
        Ok(text) => match text.chars().next() {
            Some(character) => Look::Found((character, width)),
            None => Look::More,
        },
        Err(error) if error.error_len().is_none() && !incoming.end => Look::More,
        Err(error) => {
            let wrong = error.error_len().unwrap_or(bytes.len());
            not_text(incoming, 0, wrong)
        }
    }
}

/// Consumes up to the end of `wrong` bytes after `good` ones.
pub(super) fn not_text<T>(incoming: &mut Incoming, good: usize, wrong: usize) -> Look<T> {
    let offset = incoming.offset() + good as u64;
    incoming.consume(good + wrong);
    Look::NotText(offset)
}

/// A line, consumed with its end: LF, CR LF or CR.
pub(super) fn line(incoming: &mut Incoming) -> Look<String> {
    let rest = incoming.rest();
    let from = incoming.scanned.line;
    let end = rest[from..]
        .iter()
        .position(|&byte| byte == b'\n' || byte == b'\r')
        .map(|index| from + index);
    let (length, whole) = match end {
        Some(at) if rest[at] == b'\n' => (at, at + 1),
        Some(at) => match rest.get(at + 1) {
            Some(b'\n') => (at, at + 2),
            Some(_) => (at, at + 1),
            None if incoming.end => (at, at + 1),
            None => {
                incoming.scanned.line = at;
                return Look::More;
            }
        },
        None if !incoming.end => {
            incoming.scanned.line = rest.len();
            return Look::More;
        }
        None if rest.is_empty() => return Look::End,
        None => (rest.len(), rest.len()),
    };
    match from_utf8(&rest[..length]) {
        Ok(line) => {
            let line = line.to_owned();
            incoming.consume(whole);
            Look::Found(line)
        }
        Err(error) => {
            // The whole line is consumed: its parts are no lines.
            let good = error.valid_up_to();
            not_text(incoming, good, whole - good)
        }
    }
}

/// `count` characters, fewer before the end, or before bytes that are not UTF-8, which the next read
/// meets; without `all`, as many as there are.
pub(super) fn string(incoming: &mut Incoming, count: usize, all: bool) -> Look<String> {
    if count == 0 {
        return Look::Found(String::new());
    }
    let rest = incoming.rest();
    let (scanned, known) = incoming.scanned.characters;
    // Of a hint that another read of other length left, only the characters wanted count.
    let (mut bytes, mut characters) = if known < count {
        (scanned, known)
    } else {
        (0, 0)
    };
    // No more than can be wanted: a short read of much that has come must be short.
    let wanted = (count - characters)
        .saturating_mul(4)
        .min(rest.len() - bytes);
    let piece = &rest[bytes..bytes + wanted];
    let is_cut = bytes + wanted < rest.len();
    let (text, broken) = match from_utf8(piece) {
        Ok(text) => (text, None),
        Err(error) => {
            let text = from_utf8(&piece[..error.valid_up_to()]).unwrap_or_default();
            (text, Some(error.error_len()))
        }
    };
    match text.char_indices().nth(count - characters) {
        Some((end, _)) => {
            bytes += end;
            characters = count;
        }
        None => {
            characters += text.chars().count();
            bytes += text.len();
        }
    }
    // Bytes that cannot become a character: wrong ones, or the beginning of one at the end.
    let blocked = match broken {
        Some(Some(_)) => true,
        Some(None) => incoming.end && !is_cut,
        None => false,
    };
    let enough = characters == count || blocked || incoming.end || (!all && characters > 0);
    if !enough {
        incoming.scanned.characters = (bytes, characters);
        return Look::More;
    }
    if characters == 0 {
        return match first_character(incoming) {
            Look::NotText(offset) => Look::NotText(offset),
            Look::More => Look::More,
            Look::Found(_) | Look::End => Look::End,
        };
    }
    let text = String::from_utf8_lossy(&incoming.rest()[..bytes]).into_owned();
    incoming.consume(bytes);
    Look::Found(text)
}
