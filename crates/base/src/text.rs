//! Source texts, from bytes.
//!
//! A source is UTF-8. Of one that is not, what can be read is kept for the message, with
//! U+FFFD in place of what cannot.

use crate::{Diagnostic, SourceId, SourceMap, Span};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result as IoResult};
use std::path::Path;

/// Bytes that a source may have: places in it are 32 bits wide, and what a compiler makes of it is
/// many times as large.
const SOURCE_LIMIT: usize = 64 << 20;

/// The bytes of a source in a file, which may be a pipe or a device.
pub fn read_source_file(path: &Path) -> IoResult<Vec<u8>> {
    read_source(File::open(path)?)
}

/// The bytes of a source. One that is too long is an error, so that input without an end is one too.
pub fn read_source(input: impl Read) -> IoResult<Vec<u8>> {
    read_at_most(input, SOURCE_LIMIT)
}

/// All bytes of the input; an error of kind `FileTooLarge` if they are more than `most`.
pub fn read_at_most(input: impl Read, most: usize) -> IoResult<Vec<u8>> {
    let mut bytes = Vec::new();
    // One more shows that there are more.
    let wanted = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    input.take(wanted).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let why = format!("it has more than {most} bytes, which is the most that is read at once");
        return Err(Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// What is wrong with bytes that are not a text.
#[derive(Debug, PartialEq, Eq)]
pub struct NotUtf8 {
    /// The bytes as far as they are characters.
    text: String,
    /// Where in it the first byte stands that belongs to no character.
    offset: u32,
    byte: u8,
}

/// The text that the bytes are.
pub fn decode(bytes: Vec<u8>) -> Result<String, Box<NotUtf8>> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        Box::new(NotUtf8 {
            byte: bytes[offset],
            text: String::from_utf8_lossy(bytes).into_owned(),
            offset: u32::try_from(offset).unwrap_or(u32::MAX),
        })
    })
}

impl NotUtf8 {
    /// The error, with the place in a source that is added under this name.
    pub fn diagnostic(&self, name: &str, sources: &mut SourceMap) -> Diagnostic {
        let source = sources.add(name, &self.text);
        self.at(source)
    }

    /// The error as a text that a person reads.
    pub fn render(&self, name: &str) -> String {
        let mut sources = SourceMap::default();
        let diagnostic = self.diagnostic(name, &mut sources);
        diagnostic.render(&sources)
    }

    fn at(&self, source: SourceId) -> Diagnostic {
        let span = Span {
            source,
            start: self.offset,
            // The replacement character stands there.
            end: self
                .offset
                .saturating_add(char::REPLACEMENT_CHARACTER.len_utf8() as u32),
        };
        let label = format!("the byte #x{:02X} belongs to no character", self.byte);
        Diagnostic::error(span, "this text is not UTF-8", label)
            .with_hint("save it in UTF-8, for example with iconv -f LATIN1 -t UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read() {
        assert_eq!(read_at_most(&b"1234"[..], 4).unwrap(), b"1234");
        for error in [
            read_at_most(&b"12345"[..], 4).unwrap_err(),
            read_source(std::io::repeat(b' ')).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        }
    }

    #[test]
    fn a_wrong_byte_is_shown_with_its_place() {
        let wrong = decode(b"(define caf\xe9 1)\n".to_vec()).unwrap_err();
        let message = wrong.render("names.scm");
        assert!(message.contains("names.scm:1:12"), "{message}");
        assert!(message.contains("#xE9"), "{message}");
        assert_eq!(decode("caf\u{e9}".into()).as_deref(), Ok("caf\u{e9}"));
    }
}
