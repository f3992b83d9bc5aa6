//! The console of the node: standard input, output and error.
//!
//! Input comes in lines, which the node keeps until they are consumed, so that
//! processes can take turns.

mod datum;

use crate::arguments::{self, text};
use crate::control::CONSOLE_PAUSE;
use crate::{Area, control, leaf};
use mound_base::Symbol;
use mound_heap::Value;
use mound_machine::host::Input;
use mound_machine::{Arguments, Context, Host, Outcome, Raise, Request, Stream};

pub(crate) const AREA: Area = &[
    control("%console-flush", flush),
    control("%console-peek-char", peek_char),
    control("%console-read-char", read_char),
    control("%console-read-datum", datum::read_datum),
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
fn with_input<T>(host: &mut dyn Host, mut look: impl FnMut(&mut Input) -> T) -> Option<T> {
    let mut seen = None;
    host.system()
        .with_input(&mut |input| seen = Some(look(input)));
    seen
}

fn is_ready(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let some = with_input(host, |input| !input.rest().is_empty());
    Ok(Value::boolean(some == Some(true)))
}

/// More lines of input.
enum Lines {
    Added,
    End,
    /// They have not come yet.
    Pending(Outcome),
}

fn more_lines(context: &mut Context, host: &mut dyn Host) -> Result<Lines, Raise> {
    match context.request(host, None, |_, _| Ok(Request::ReadLines))? {
        Outcome::Value(Value::EOF) => Ok(Lines::End),
        Outcome::Value(_) => Ok(Lines::Added),
        pending => Ok(Lines::Pending(pending)),
    }
}

/// Gives what `take` finds in the input, asking for lines until it finds something, or what `last` finds at the end.
fn take<T>(
    context: &mut Context,
    host: &mut dyn Host,
    take: impl Fn(&mut Input) -> Option<T>,
    last: impl Fn(&mut Input) -> Option<T>,
    value: impl FnOnce(&mut Context, T) -> Result<Value, Raise>,
) -> Result<Outcome, Raise> {
    loop {
        if context.request.is_none()
            && let Some(found) = with_input(host, &take).flatten()
        {
            return value(context, found).map(Outcome::Value);
        }
        match more_lines(context, host)? {
            Lines::Added => {}
            Lines::End => match with_input(host, &last).flatten() {
                Some(found) => return value(context, found).map(Outcome::Value),
                None => return Ok(Outcome::Value(Value::EOF)),
            },
            Lines::Pending(outcome) => return Ok(outcome),
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

/// Lines end as in files: by CR, LF or both.
fn take_line(input: &mut Input) -> Option<String> {
    let rest = input.rest();
    let length = rest.find(['\r', '\n'])?;
    let end = match &rest.as_bytes()[length..] {
        [b'\r', b'\n', ..] => 2,
        [_, _, ..] | [b'\n'] => 1,
        // A LF may follow, or the end.
        _ => return None,
    };
    let line = rest[..length].to_owned();
    input.consume(length + end);
    Some(line)
}

/// What stands behind the last end of a line.
fn take_rest(input: &mut Input) -> Option<String> {
    let rest = input.rest();
    let line = rest.strip_suffix('\r').unwrap_or(rest).to_owned();
    let length = rest.len();
    input.consume(length);
    (length > 0).then_some(line)
}

fn peek_char(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, first_char, first_char, |_, character| {
        Ok(Value::character(character))
    })
}

fn read_char(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, take_char, take_char, |_, character| {
        Ok(Value::character(character))
    })
}

fn read_line(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    take(context, host, take_line, take_rest, |context, line| {
        arguments::new_string(context, &line, "read-line")
    })
}
