//! Reading a text that is being written: what can be read of it is read.
//!
//! ```text
//!   (define (f x)          read to the next line that begins with a parenthesis,
//!     (let ((y            and closed there
//!   (define (g) 1)        read as it is
//! ```

use mound_base::{SourceId, Span};
use mound_syntax::{Datum, PieceKind, Reader, pieces};

/// The number of any text here; places are told by bytes alone.
const SOURCE: SourceId = SourceId(0);

/// The data of a text, of which some may have been closed at the end of their lines.
pub(crate) fn data(text: &str) -> Vec<Datum> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let mut reader = Reader::new(SOURCE, text).starting_at(start);
        loop {
            match reader.next() {
                Ok(Some(datum)) => {
                    found.push(datum);
                    start = reader.position();
                }
                Ok(None) => return found,
                Err(_) => break,
            }
        }
        let end = end_of_form(text, start);
        found.extend(closed(text, start, end));
        start = end;
    }
    found
}

/// The place of a whole text.
pub(crate) fn whole(text: &str) -> Span {
    Span {
        source: SOURCE,
        start: 0,
        end: u32::try_from(text.len()).unwrap_or(u32::MAX),
    }
}

/// Where the next line begins that has a parenthesis in its first column.
fn end_of_form(text: &str, start: usize) -> usize {
    // The form that cannot be read may itself begin there.
    let rest = text[start..].trim_start();
    let begin = text.len() - rest.len();
    let first = begin + rest.chars().next().map_or(0, char::len_utf8);
    let next = text[first..].find("\n(");
    next.map_or(text.len(), |place| first + place + 1)
}

/// The data of a part of a text, with the parentheses that it lacks.
fn closed(text: &str, start: usize, end: usize) -> Vec<Datum> {
    let mut end = end;
    let part = match pieces(SOURCE, &text[start..end]) {
        Ok(part) => part,
        Err(error) => {
            // What is behind the beginning of a string without end makes no sense.
            end = (start + error.span.start as usize).clamp(start, end);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            pieces(SOURCE, &text[start..end]).unwrap_or_default()
        }
    };
    let count = |kind| part.iter().filter(|piece| piece.kind == kind).count();
    let missing = count(PieceKind::Open).saturating_sub(count(PieceKind::Close));
    // A comment may be in its last line.
    let whole = format!("{}\n{}", &text[..end], ")".repeat(missing));
    let mut reader = Reader::new(SOURCE, &whole).starting_at(start);
    let mut found = Vec::new();
    while let Ok(Some(datum)) = reader.next() {
        found.push(datum);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        data(text).iter().map(mound_syntax::write).collect()
    }

    #[test]
    fn forms_around_a_broken_one_are_read() {
        let text = "(define a 1)\n(define (f x)\n  (let ((y (g x ; why\n(define b 2)\n";
        assert_eq!(
            read(text),
            [
                "(define a 1)",
                "(define (f x) (let ((y (g x)))))",
                "(define b 2)"
            ]
        );
        assert_eq!(read("(a) ) x\n(b)\n"), ["(a)", "(b)"]);
        assert_eq!(read("(a \"b\n(c)"), ["(a)", "(c)"]);
        assert_eq!(read("(a #\\foo b)\n(c)"), ["(a)", "(c)"]);
        assert_eq!(read("(ä \"ö"), ["(ä)"]);
        assert_eq!(read(")))\n"), [""; 0]);
        assert_eq!(read("'"), [""; 0]);
    }

    /// Whatever stands in it, a text is read to its end.
    #[test]
    fn every_prefix_of_a_text_is_read() {
        let text =
            "(define (f . x) `(a ,@x #(1 #\\a) \"ä\\n\" |b c| #;(d) #| e |# #0=(#0#)))\n(g)\n";
        for (end, _) in text.char_indices() {
            data(&text[..end]);
            data(&text[end..]);
        }
    }
}
