//! `read` from a resource.

use super::decode::not_text;
use super::{ELSEWHERE, Look, Taken, owner, take};
use crate::arguments;
use crate::reading::{Converted, Found, Labelled, datum_value, first_datum, read_error};
use mound_base::Diagnostic;
use mound_heap::Value;
use mound_machine::resource::Incoming;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};
use std::str::from_utf8;

/// Bytes looked at first: most data are shorter, and what is read is charged.
const WINDOW: usize = 1 << 10;

/// A datum and its text, or what is wrong with it.
type Read = Result<(Labelled, Text), Diagnostic>;

/// The text of a datum; if nobody will read it once more, only its length.
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
    if let Some(converted) = context.computed::<Converted>() {
        return converted.value(context).map(Outcome::Value);
    }
    let Some(owner) = owner(context, host, arguments, "read")? else {
        return Ok(ELSEWHERE);
    };
    match take(context, host, owner, "read", look)? {
        Taken::Found(Ok((datum, Text { bytes, text, folds }))) => {
            arguments::charge(context, 4 * bytes);
            datum_value(context, &datum, &text, folds, 0).map(Outcome::Value)
        }
        Taken::Found(Err(diagnostic)) => Err(read_error(context, &diagnostic)),
        Taken::End => Ok(Outcome::Value(Value::EOF)),
        Taken::Pending(outcome) => Ok(outcome),
    }
}

/// Consumes the datum at the front, in windows that grow until it is whole.
fn look(incoming: &mut Incoming) -> Look<Read> {
    let length = incoming.rest().len();
    // Where more comes soon, a long datum is not read again for each piece of it.
    if incoming.is_prompt && !incoming.end && length < 2 * incoming.scanned.datum {
        return Look::More;
    }
    let mut window = WINDOW;
    loop {
        let mut folds = incoming.folds_case;
        let end = length.min(window);
        let (text, wrong) = match from_utf8(&incoming.rest()[..end]) {
            Ok(text) => (text, None),
            Err(error) => {
                let good = error.valid_up_to();
                let text = from_utf8(&incoming.rest()[..good]).unwrap_or_default();
                // A character that the window cuts, or that has not come whole, is not wrong yet.
                let cut = end < length || !incoming.end;
                let wrong = error.error_len().or((!cut).then_some(end - good));
                (text, wrong)
            }
        };
        let whole = end == length && incoming.end && wrong.is_none();
        match first_datum(text, !whole, &mut folds) {
            Found::Datum(datum, bytes) => {
                let text = match datum.is_whole() {
                    true => String::new(),
                    false => text[..bytes].to_owned(),
                };
                let folds = (std::mem::replace(&mut incoming.folds_case, folds), folds);
                incoming.consume(bytes);
                return Look::Found(Ok((datum, Text { bytes, text, folds })));
            }
            Found::Invalid(diagnostic, bytes) => {
                // An error must not be met again, so at least one character goes.
                let first = text.chars().next().map_or(1, char::len_utf8);
                incoming.consume(bytes.max(first));
                incoming.folds_case = folds;
                return Look::Found(Err(diagnostic));
            }
            Found::Nothing | Found::Incomplete(_) if wrong.is_some() => {
                let good = text.len();
                return not_text(incoming, good, wrong.unwrap_or(1));
            }
            Found::Nothing | Found::Incomplete(_) if end < length => {
                window = window.saturating_mul(2);
            }
            Found::Nothing | Found::Incomplete(_) if !incoming.end => {
                incoming.scanned.datum = length;
                return Look::More;
            }
            Found::Nothing => {
                incoming.consume(length);
                return Look::End;
            }
            Found::Incomplete(diagnostic) => {
                incoming.consume(length);
                return Look::Found(Err(diagnostic));
            }
        }
    }
}
