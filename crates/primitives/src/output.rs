//! Writing to resources.

use crate::arguments::{self, STEP_BYTES_MAX, STEP_MAX, UNFINISHED};
use crate::input::{closed, owner};
use crate::{Area, control, leaf};
use mound_heap::Value;
use mound_heap::text::{Bytevector, StringView};
use mound_machine::resource::Put;
use mound_machine::{Arguments, Context, Host, Outcome, Raise, Request};

pub(crate) const AREA: Area = &[
    control("%output-flush", flush),
    leaf("%output-now", put_now),
    control("%output-put", put),
];

/// The usual case of [`put`], without what it needs to wait. More than a step is put in steps.
fn put_now(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "write-string";
    let owner = match owner(context, host, arguments, who)? {
        Some(owner) if context.request.is_none() => owner,
        _ => return Ok(Value::FALSE),
    };
    if is_long(context, arguments, who)? {
        return Ok(UNFINISHED);
    }
    let outcome = with_bytes(context, arguments, who, |bytes| {
        host.resources().put(owner, bytes)
    })?;
    match outcome {
        Put::Queued => Ok(Value::TRUE),
        Put::Full | Put::Closed => Ok(Value::FALSE),
        Put::Failed(kind, message) => Err(context.condition_of(kind, Some(who), &message, &[])),
    }
}

/// Queues the bytes of argument 1, from argument 2 to argument 3.
fn put(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let who = "write-string";
    let Some(owner) = owner(context, host, arguments, who)? else {
        return Ok(Outcome::Value(Value::ABSENT));
    };
    loop {
        if context.request.is_none() {
            let outcome = with_bytes(context, arguments, who, |bytes| {
                host.resources().put(owner, bytes)
            })?;
            match outcome {
                Put::Queued => return Ok(Outcome::Value(Value::UNSPECIFIED)),
                Put::Full => {}
                Put::Closed => return Err(closed(context, who)),
                Put::Failed(kind, message) => {
                    return Err(context.condition_of(kind, Some(who), &message, &[]));
                }
            }
        }
        let room = |_: &mut Context, _: &mut dyn Host| Ok(Request::Drain { owner, all: false });
        match context.request(host, None, room)? {
            Outcome::Value(_) => {}
            pending => return Ok(pending),
        }
    }
}

/// Whether the range is longer than a step.
fn is_long(context: &mut Context, arguments: Arguments, who: &str) -> Result<bool, Raise> {
    let object = context.argument(arguments, 1);
    let (length, who, max) = match (StringView::of(object), Bytevector::of(object)) {
        (Some(string), _) => (string.len(), who, STEP_MAX),
        (None, Some(bytes)) => (bytes.len(), "write-bytevector", STEP_BYTES_MAX),
        (None, None) => return Ok(false),
    };
    if length <= max {
        return Ok(false);
    }
    let range = arguments::range(context, arguments, 2, length, 1, who)?;
    Ok(range.len() > max)
}

/// Calls the action with the bytes that are to be written.
fn with_bytes<T>(
    context: &mut Context,
    arguments: Arguments,
    who: &str,
    action: impl FnOnce(&[u8]) -> T,
) -> Result<T, Raise> {
    let object = context.argument(arguments, 1);
    if let Some(character) = object.as_character() {
        return Ok(action(character.encode_utf8(&mut [0; 4]).as_bytes()));
    }
    if let Some(bytes) = Bytevector::of(object) {
        let length = bytes.len();
        let range = arguments::range(context, arguments, 2, length, 1, "write-bytevector")?;
        arguments::charge(context, range.len());
        return match Bytevector::of(context.argument(arguments, 1)) {
            Some(bytes) => Ok(action(&bytes.slice()[range])),
            None => Ok(action(&[])),
        };
    }
    let Some(string) = StringView::of(object) else {
        let expected = "a string, a bytevector or a character";
        return Err(arguments::wrong(context, arguments, 1, who, expected));
    };
    let range = arguments::range(context, arguments, 2, string.len(), 1, who)?;
    arguments::charge(context, range.len());
    let Some(string) = StringView::of(context.argument(arguments, 1)) else {
        return Ok(action(&[]));
    };
    // Characters of one byte that are ASCII are UTF-8 as they are.
    if string.width() == 1
        && let Some(bytes) = string.bytes().get(range.clone())
        && bytes.is_ascii()
    {
        return Ok(action(bytes));
    }
    let text: String = range.filter_map(|index| string.char_at(index)).collect();
    Ok(action(text.as_bytes()))
}

fn flush(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let Some(owner) = owner(context, host, arguments, "flush-output-port")? else {
        return Ok(Outcome::Value(Value::ABSENT));
    };
    context.request(host, None, |_, _| Ok(Request::Drain { owner, all: true }))
}
