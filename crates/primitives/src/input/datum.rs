//! `read` from a resource.
//!
//! Text that was found to be no whole datum is read again only when it may be one by now
//! ([`mound_base::Nesting`]), so that time is linear in its length, in however many pieces it comes.

use super::decode::not_text;
use super::{ELSEWHERE, Look, Taken, owner, take};
use crate::arguments;
use crate::reading::{
    Flat, Found, LONG, Labelled, Parsed, Resumed, datum_value, first_datum, parse_elsewhere,
    read_error, resumed,
};
use mound_base::Diagnostic;
use mound_heap::Value;
use mound_machine::resource::Incoming;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};
use std::str::from_utf8;

/// Bytes looked at first: most data are shorter, and what is read is charged.
const WINDOW: usize = 1 << 10;

/// What was found.
enum Read {
    /// A datum and its text.
    Datum(Labelled, Text),
    /// A long text, which a computation has to read. It is not consumed. Whether other text follows.
    Long(String, bool, bool),
    /// What a computation has read: what builds it, and its length.
    Parsed(Parsed, usize),
    Wrong(Diagnostic),
}

/// Text of a datum; if nobody will read it once more, only its length.
struct Text {
    bytes: usize,
    text: String,
    /// As before and after it.
    folds: (bool, bool),
}

pub(super) fn read_datum(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let mut parsed = match resumed(context) {
        Resumed::Built(outcome) => return outcome,
        Resumed::Looking(parsed) => parsed,
    };
    let Some(owner) = owner(context, host, arguments, "read")? else {
        return Ok(ELSEWHERE);
    };
    match take(context, host, owner, "read", |incoming| {
        look(incoming, &mut parsed)
    })? {
        Taken::Found(Read::Datum(datum, Text { bytes, text, folds })) => {
            arguments::charge(context, 4 * bytes);
            datum_value(context, &datum, &text, folds, 0).map(Outcome::Value)
        }
        Taken::Found(Read::Long(text, more, folds)) => {
            Err(parse_elsewhere(context, text, 0, (more, folds)))
        }
        Taken::Found(Read::Parsed(parsed, bytes)) => parsed.build(context, bytes),
        Taken::Found(Read::Wrong(diagnostic)) => Err(read_error(context, &diagnostic)),
        Taken::End => Ok(Outcome::Value(Value::EOF)),
        Taken::Pending(outcome) => Ok(outcome),
    }
}

/// The first bytes as text, and how many of those after it are wrong, if they are not only cut.
fn beginning(incoming: &Incoming, end: usize) -> (&str, Option<usize>) {
    let rest = incoming.rest();
    match from_utf8(&rest[..end]) {
        Ok(text) => (text, None),
        Err(error) => {
            let good = error.valid_up_to();
            let text = from_utf8(&rest[..good]).unwrap_or_default();
            // A character that the window cuts, or that has not come whole, is not wrong yet.
            let cut = end < rest.len() || !incoming.end;
            let wrong = error.error_len().or((!cut).then_some(end - good));
            (text, wrong)
        }
    }
}

/// Consumes the datum at the front, in windows that grow until it is whole, or what a computation has
/// found there.
fn look(incoming: &mut Incoming, parsed: &mut Option<Parsed>) -> Look<Read> {
    let length = incoming.rest().len();
    let is_there = |parsed: &mut Parsed| incoming.rest().starts_with(parsed.text.as_bytes());
    // Another process may have read meanwhile; then it begins anew.
    if let Some(parsed) = parsed.take_if(is_there)
        && let Some(found) = found_elsewhere(incoming, parsed)
    {
        return found;
    }
    // What is short is read again with each piece, so that what is wrong with it is told at once.
    if !incoming.end && length > WINDOW && incoming.is_unfinished() {
        return Look::More;
    }
    let mut window = WINDOW;
    loop {
        let mut folds = incoming.folds_case;
        let is_long = window > LONG;
        let end = if is_long { length } else { length.min(window) };
        let (text, wrong) = beginning(incoming, end);
        let whole = end == length && incoming.end && wrong.is_none();
        if is_long {
            return Look::Found(Read::Long(text.to_owned(), !whole, folds));
        }
        match first_datum(text, !whole, &mut folds) {
            Found::Datum(datum, bytes) => {
                let text = match datum.is_whole() {
                    true => String::new(),
                    false => text[..bytes].to_owned(),
                };
                let folds = (std::mem::replace(&mut incoming.folds_case, folds), folds);
                incoming.consume(bytes);
                return Look::Found(Read::Datum(datum, Text { bytes, text, folds }));
            }
            Found::Invalid(diagnostic, bytes) => {
                // An error must not be met again, so at least one character goes.
                let first = text.chars().next().map_or(1, char::len_utf8);
                incoming.consume(bytes.max(first));
                incoming.folds_case = folds;
                return Look::Found(Read::Wrong(diagnostic));
            }
            Found::Nothing | Found::Incomplete(_) if wrong.is_some() => {
                let good = text.len();
                return not_text(incoming, good, wrong.unwrap_or(1));
            }
            Found::Nothing | Found::Incomplete(_) if end < length => {
                window = window.saturating_mul(2);
            }
            Found::Nothing | Found::Incomplete(_) if !incoming.end => {
                incoming.note_unfinished(length);
                return Look::More;
            }
            Found::Nothing => {
                incoming.consume(length);
                return Look::End;
            }
            Found::Incomplete(diagnostic) => {
                incoming.consume(length);
                return Look::Found(Read::Wrong(diagnostic));
            }
        }
    }
}

/// What became of a long text that is still at the front. `None` if more has come meanwhile that has
/// to be looked at.
fn found_elsewhere(incoming: &mut Incoming, parsed: Parsed) -> Option<Look<Read>> {
    let (length, read) = (incoming.rest().len(), parsed.text.len());
    // Half a character may follow that has not come whole.
    let (text, wrong) = beginning(incoming, length);
    let is_all = text.len() == read;
    let wrong = wrong.filter(|_| is_all);
    match parsed.found {
        Flat::Datum(_, bytes) => {
            incoming.folds_case = parsed.folds;
            incoming.consume(bytes);
            Some(Look::Found(Read::Parsed(parsed, bytes)))
        }
        Flat::Invalid(diagnostic, bytes) => {
            incoming.consume(bytes.max(1));
            incoming.folds_case = parsed.folds;
            Some(Look::Found(Read::Wrong(diagnostic)))
        }
        Flat::Nothing | Flat::Incomplete(_) if wrong.is_some() => {
            Some(not_text(incoming, read, wrong.unwrap_or(1)))
        }
        Flat::Nothing | Flat::Incomplete(_) if !is_all => {
            incoming.note_unfinished(read);
            None
        }
        Flat::Nothing | Flat::Incomplete(_) if !incoming.end => {
            incoming.note_unfinished(length);
            Some(Look::More)
        }
        Flat::Nothing => {
            incoming.consume(length);
            Some(Look::End)
        }
        Flat::Incomplete(diagnostic) => {
            incoming.consume(length);
            Some(Look::Found(Read::Wrong(diagnostic)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mound_base::Span;

    const PIECE: usize = 1 << 16;

    /// What a look finds, by its name; what is to be read elsewhere is said to be no whole datum.
    fn seen(incoming: &mut Incoming) -> &'static str {
        match look(incoming, &mut None) {
            Look::More => "more",
            Look::Found(Read::Long(text, _, folds)) => {
                let diagnostic = Diagnostic::error(Span::NONE, "unfinished datum", "");
                let parsed = Parsed {
                    text,
                    characters: 0,
                    found: Flat::Incomplete(diagnostic),
                    folds,
                };
                match look(incoming, &mut Some(parsed)) {
                    Look::More => "long",
                    _ => "another",
                }
            }
            Look::Found(Read::Wrong(_)) => "wrong",
            _ => "another",
        }
    }

    /// Where each piece is read with all before it, time grows with the square of their number. Here most bytes
    /// are read twice: when the first piece has come, and in the end.
    #[test]
    fn what_has_no_end_is_not_read_again_for_each_piece() {
        for (start, piece, end) in [
            ("", "a", " "),
            ("(", "a b (c) \"d\" #(e) #u8(1) |f| #\\( #t ", ")"),
            ("(\n", "a ; b (\n", ")"),
            ("(", "a", ")"),
            ("\"", "a (b ; c \\\" ", "\""),
            ("(\"", "a (b |", "\")"),
            ("|", "a (b\n \\| ", "|"),
            ("#\\", "a", " "),
            ("#u8(", "1 ", ")"),
            ("#", "0", "=(#0#)"),
            ("(#", "0", "=())"),
            ("#| (", "a) \"b ; c\n#|d|# ", "|# a "),
            ("; (", "a \"b ", "\na "),
            ("", "; (\n \n", "a "),
            ("'", " ", "a "),
            ("#;a b", "c", " "),
            ("#;(a) (", "b (c) ", ")"),
            ("#;", "a", " b "),
        ] {
            // Pieces end in the middle of tokens, too.
            let text = piece.repeat(30 * PIECE / piece.len());
            for is_prompt in [false, true] {
                let mut incoming = Incoming::new("test".into(), is_prompt);
                incoming.add(start.as_bytes());
                let mut long = 0;
                for piece in text.as_bytes().chunks(PIECE - 1) {
                    incoming.add(piece);
                    match seen(&mut incoming) {
                        "long" => long += 1,
                        other => assert_eq!(other, "more", "{start}{text:.40}"),
                    }
                }
                assert_eq!(long, 1, "{start}{piece}");
                incoming.add(end.as_bytes());
                assert_eq!(seen(&mut incoming), "long", "{start}{piece}");
            }
        }
    }

    #[test]
    fn zeros_are_no_datum_however_many_may_follow() {
        let mut incoming = Incoming::new("test".into(), false);
        incoming.add(&[0; PIECE]);
        assert_eq!(seen(&mut incoming), "wrong");
        let mut incoming = Incoming::new("test".into(), false);
        incoming.add(b"name");
        assert_eq!(seen(&mut incoming), "more");
        incoming.add(&[0; PIECE]);
        assert_eq!(seen(&mut incoming), "wrong");
    }

    /// Each datum is found when its last byte has come, wherever it was cut.
    #[test]
    fn no_byte_that_ends_a_datum_is_passed_over() {
        let texts = [
            "(a b) ",
            "\"a b\" ",
            "|a b| ",
            "#\\) ",
            "#\\space ",
            "#0=(#0#) ",
            "#(1 2) ",
            "#u8(1) ",
            "'a ",
            "; x\n#t ",
            "#| x |# 12.5 ",
            "#;x y ",
            "a;",
            "b\"",
            "ab(",
            "ab'",
            "ab`",
            "ab,",
            "λ ",
            "aλ\u{a0}",
        ];
        for text in texts {
            let mut whole = Incoming::new("test".into(), false);
            whole.add(text.as_bytes());
            let expected = found_bytes(&mut whole).expect(text);
            let mut pieces = Incoming::new("test".into(), false);
            let mut came = 0;
            let found = text.bytes().find_map(|byte| {
                pieces.add(&[byte]);
                came += 1;
                found_bytes(&mut pieces)
            });
            assert_eq!(found, Some(expected), "{text:?}");
            assert!(came <= text.len() && came >= expected, "{text:?}");
        }
    }

    fn found_bytes(incoming: &mut Incoming) -> Option<usize> {
        match look(incoming, &mut None) {
            Look::Found(Read::Datum(_, text)) => Some(text.bytes),
            Look::More => None,
            _ => panic!("neither a datum nor a part of one"),
        }
    }
}
