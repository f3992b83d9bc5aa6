//! The console of the node: standard input, output and error.
//!
//! Input comes in lines, which are asked for one at a time and kept by the node
//! until they are consumed, so that processes can take turns.

use crate::arguments::{self, text};
use crate::control::CONSOLE_PAUSE;
use crate::reading::{Found, Later, datum_value, first_datum, read_error};
use crate::{Area, control, leaf};
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::text::StringView;
use mound_machine::host::Input;
use mound_machine::{Arguments, Context, Host, Outcome, Raise, Request, Stream};

pub(crate) const AREA: Area = &[
    control("%console-flush", flush),
    control("%console-peek-char", peek_char),
    control("%console-read-char", read_char),
    control("%console-read-datum", read_datum),
    control("%console-read-line", read_line),
    leaf("%console-ready?", is_ready),
    control("%console-write", write),
];

fn stream(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Stream, Raise> {
    match context.argument(arguments, index).as_fixnum() {
        Some(1) => Ok(Stream::Output),
        Some(2) => Ok(Stream::Error),
        _ => Err(arguments::wrong(
            context,
            arguments,
            index,
            who,
            "a console stream, 1 or 2",
        )),
    }
}

/// Waits for the console, which tells nobody when it is ready.
fn pause(host: &mut dyn Host) -> Outcome {
    Outcome::wait(Some(host.system().now() + CONSOLE_PAUSE))
}

/// What comes of writing. A failure is one of earlier writing, maybe of another process.
fn done(
    context: &mut Context,
    host: &mut dyn Host,
    written: Result<bool, String>,
) -> Result<Outcome, Raise> {
    match written {
        Ok(true) => Ok(Outcome::Value(Value::UNSPECIFIED)),
        Ok(false) => Ok(pause(host)),
        Err(why) => Err(context.condition_of(Symbol::intern("file"), None, &why, &[])),
    }
}

fn write(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let stream = stream(context, arguments, 1, "write-string")?;
    let text = text(context, arguments, 0, "write-string")?;
    let written = host.system().write(stream, &text);
    done(context, host, written)
}

fn flush(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let stream = stream(context, arguments, 0, "flush-output-port")?;
    if !host.system().is_flushed(stream) {
        return Ok(pause(host));
    }
    // Writing nothing tells of what went wrong.
    let written = host.system().write(stream, "");
    done(context, host, written)
}

/// What `look` says of the text that was read and is not consumed.
fn with_input<T>(host: &mut dyn Host, look: impl Fn(&mut Input) -> T) -> Option<T> {
    let mut seen = None;
    host.system()
        .with_input(&mut |input| seen = Some(look(input)));
    seen
}

fn is_ready(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let some = with_input(host, |input| !input.rest().is_empty());
    Ok(Value::boolean(some == Some(true)))
}

/// Another line of input.
enum Line {
    Added,
    End,
    /// It has not come yet.
    Pending(Outcome),
}

fn next_line(context: &mut Context, host: &mut dyn Host) -> Result<Line, Raise> {
    match context.request(host, None, |_, _| Ok(Request::ReadLine))? {
        Outcome::Value(value) => match StringView::of(value) {
            Some(line) => {
                let line: String = line.chars().collect();
                arguments::charge(context, line.len());
                host.system().with_input(&mut |input| input.add_line(&line));
                Ok(Line::Added)
            }
            None => Ok(Line::End),
        },
        pending => Ok(Line::Pending(pending)),
    }
}

/// Gives what `take` finds in the input, asking for lines until it finds something.
fn take<T>(
    context: &mut Context,
    host: &mut dyn Host,
    take: impl Fn(&mut Input) -> Option<T>,
    value: impl FnOnce(&mut Context, T) -> Result<Value, Raise>,
) -> Result<Outcome, Raise> {
    loop {
        if context.request.is_none()
            && let Some(found) = with_input(host, &take).flatten()
        {
            return value(context, found).map(Outcome::Value);
        }
        match next_line(context, host)? {
            Line::Added => {}
            Line::End => return Ok(Outcome::Value(Value::EOF)),
            Line::Pending(outcome) => return Ok(outcome),
        }
    }
}

fn first_char(input: &mut Input) -> Option<char> {
    input.rest().chars().next()
}

fn take_char(input: &mut Input) -> Option<char> {
    let character = first_char(input)?;
    input.consume(character.len_utf8());
    Some(character)
}

fn take_line(input: &mut Input) -> Option<String> {
    let length = input.rest().find('\n')?;
    let line = input.rest()[..length].to_owned();
    input.consume(length + 1);
    Some(line)
}

fn peek_char(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, first_char, |_, character| {
        Ok(Value::character(character))
    })
}

fn read_char(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, take_char, |_, character| {
        Ok(Value::character(character))
    })
}

fn read_line(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, take_line, |context, line| {
        arguments::new_string(context, &line, "read-line")
    })
}

/// Consumes the datum that the input begins with, or what is wrong with it; also gives the text of
/// what has long numbers, and whether `#!fold-case` was in force before it.
fn take_datum(input: &mut Input) -> (Found, String, bool) {
    let before = input.folds_case;
    let mut text = String::new();
    let found = {
        let mut folds = input.folds_case;
        let found = first_datum(input.rest(), true, &mut folds);
        input.folds_case = folds;
        found
    };
    match &found {
        Found::Datum(datum, bytes) => {
            if !datum.is_whole() {
                input.rest()[..*bytes].clone_into(&mut text);
            }
            input.consume(*bytes);
        }
        // An error must not be met again, so at least one character goes.
        Found::Invalid(_, bytes) => input.consume((*bytes).max(1)),
        Found::Nothing => input.consume(input.rest().len()),
        Found::Incomplete(_) => {}
    }
    (found, text, before)
}

fn read_datum(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    if let Some(Later::Converted(converted)) = context.computed::<Later>() {
        return converted.value(context).map(Outcome::Value);
    }
    loop {
        let mut unfinished = None;
        let taken = with_input(host, take_datum);
        let (found, text, before) = taken.unwrap_or((Found::Nothing, String::new(), false));
        match found {
            Found::Datum(datum, _) => {
                let folds = (before, before);
                return datum_value(context, &datum, &text, folds, 0).map(Outcome::Value);
            }
            Found::Invalid(diagnostic, _) => return Err(read_error(context, &diagnostic)),
            Found::Incomplete(diagnostic) => unfinished = Some(diagnostic),
            Found::Nothing => {}
        }
        match next_line(context, host)? {
            Line::Added => {}
            Line::Pending(outcome) => return Ok(outcome),
            Line::End => {
                let Some(diagnostic) = unfinished else {
                    return Ok(Outcome::Value(Value::EOF));
                };
                host.system()
                    .with_input(&mut |input| input.consume(input.rest().len()));
                return Err(read_error(context, &diagnostic));
            }
        }
    }
}
