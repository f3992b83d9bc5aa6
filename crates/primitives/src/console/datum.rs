//! `read` from standard input.
//!
//! Each line may be the last one of the datum, so short text is read again when a line was added, and long
//! text only if it may be a whole datum by now ([`mound_base::Nesting`]); that is done by a computation.

use super::{Lines, more_lines, with_input};
use crate::arguments;
use crate::input::piece_bytes_max;
use crate::reading::{
    Flat, Found, LONG, Labelled, Parsed, Resumed, datum_value, first_datum, parse_elsewhere,
    read_error, resumed,
};
use mound_base::{Diagnostic, Symbol};
use mound_heap::Value;
use mound_machine::host::Input;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};

/// Bytes that are looked at first, and read again after each line, so that what is wrong with them is told at
/// once.
const WINDOW: usize = 1 << 10;

/// What was found.
enum Read {
    /// A datum and its length, its text if it has long numbers, and whether case was folded before it and is
    /// behind it.
    Datum(Labelled, usize, String, (bool, bool)),
    /// A long text, which a computation has to read. It is not consumed. Whether more may follow, and whether case is
    /// folded.
    Long(String, bool, bool),
    /// What a computation has read: what builds it, and its length.
    Parsed(Parsed, usize),
    Wrong(Diagnostic),
    /// So many bytes are no whole datum.
    More(usize),
    End,
}

pub(super) fn read_datum(
    context: &mut Context,
    host: &mut dyn Host,
    _: Arguments,
) -> Result<Outcome, Raise> {
    let mut parsed = match resumed(context) {
        Resumed::Built(outcome) => return outcome,
        Resumed::Looking(parsed) => parsed,
    };
    loop {
        if context.request.is_none() {
            match with_input(host, |input| look(input, &mut parsed)).unwrap_or(Read::End) {
                Read::Datum(datum, bytes, text, folds) => {
                    arguments::charge(context, 4 * bytes);
                    return datum_value(context, &datum, &text, folds, 0).map(Outcome::Value);
                }
                Read::Long(text, more, folds) => {
                    return Err(parse_elsewhere(context, text, 0, (more, folds)));
                }
                Read::Parsed(parsed, bytes) => return parsed.build(context, bytes),
                Read::Wrong(diagnostic) => return Err(read_error(context, &diagnostic)),
                Read::More(bytes) if bytes > piece_bytes_max() => {
                    with_input(host, |input| input.consume(bytes));
                    let message = format!("no end was found in {bytes} bytes");
                    let kind = Symbol::intern("file");
                    return Err(context.condition_of(kind, Some("read"), &message, &[]));
                }
                Read::More(_) => {}
                Read::End => return Ok(Outcome::Value(Value::EOF)),
            }
        }
        match more_lines(context, host)? {
            Lines::Added => {}
            Lines::End => {
                with_input(host, |input| input.has_ended = true);
            }
            Lines::Pending(outcome) => return Ok(outcome),
        }
    }
}

/// Consumes the datum that the input begins with, or what a computation has found there.
fn look(input: &mut Input, parsed: &mut Option<Parsed>) -> Read {
    let length = input.rest().len();
    // Another process may have read meanwhile; then it begins anew.
    let is_there = |parsed: &mut Parsed| input.rest().starts_with(&parsed.text);
    if let Some(parsed) = parsed.take_if(is_there) {
        let folds = parsed.folds;
        return match parsed.found {
            Flat::Datum(_, bytes) => {
                input.folds_case = folds;
                input.consume(bytes);
                Read::Parsed(parsed, bytes)
            }
            Flat::Invalid(diagnostic, bytes) => wrong(input, diagnostic, bytes, folds),
            Flat::Nothing | Flat::Incomplete(_) if parsed.text.len() < length => {
                look(input, &mut None)
            }
            Flat::Nothing => nothing(input, folds),
            Flat::Incomplete(diagnostic) => incomplete(input, diagnostic),
        };
    }
    if !input.has_ended && length > WINDOW && input.is_unfinished() {
        return Read::More(length);
    }
    let mut window = WINDOW;
    loop {
        let mut folds = input.folds_case;
        if window > LONG {
            return Read::Long(input.rest().to_owned(), !input.has_ended, folds);
        }
        let end = input.rest().floor_char_boundary(window);
        let text = &input.rest()[..end];
        match first_datum(text, end < length || !input.has_ended, &mut folds) {
            Found::Datum(datum, bytes) => {
                let text = match datum.is_whole() {
                    true => String::new(),
                    false => text[..bytes].to_owned(),
                };
                let folds = (std::mem::replace(&mut input.folds_case, folds), folds);
                input.consume(bytes);
                return Read::Datum(datum, bytes, text, folds);
            }
            Found::Invalid(diagnostic, bytes) => return wrong(input, diagnostic, bytes, folds),
            Found::Nothing | Found::Incomplete(_) if end < length => {
                window = window.saturating_mul(4);
            }
            Found::Nothing => return nothing(input, folds),
            Found::Incomplete(diagnostic) => return incomplete(input, diagnostic),
        }
    }
}

/// An error must not be met again, so at least one character goes.
fn wrong(input: &mut Input, diagnostic: Diagnostic, bytes: usize, folds: bool) -> Read {
    input.folds_case = folds;
    input.consume(bytes.max(1));
    Read::Wrong(diagnostic)
}

/// There are only white space and comments.
fn nothing(input: &mut Input, folds: bool) -> Read {
    input.folds_case = folds;
    input.consume(input.rest().len());
    match std::mem::take(&mut input.has_ended) {
        true => Read::End,
        false => Read::More(0),
    }
}

fn incomplete(input: &mut Input, diagnostic: Diagnostic) -> Read {
    let length = input.rest().len();
    if std::mem::take(&mut input.has_ended) {
        input.consume(length);
        return Read::Wrong(diagnostic);
    }
    input.note_unfinished();
    Read::More(length)
}
