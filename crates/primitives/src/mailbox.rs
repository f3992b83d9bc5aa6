//! The mailbox of the process, see `machine::mailbox`: messages are looked at
//! from the oldest on, and removed when one fits.

use crate::arguments;
use crate::{Area, control, leaf};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};

pub(crate) const AREA: Area = &[
    leaf("%mailbox-accept!", accept),
    control("%mailbox-first!", first),
    leaf("%mailbox-forsake!", forsake),
    control("%mailbox-next!", next),
    leaf("%mailbox-place", place),
    leaf("%mailbox-return!", return_to),
    leaf("%mailbox-rewind!", rewind),
    leaf("%mailbox-skip!", skip),
    control("%mailbox-take!", take),
];

/// Messages that are passed over for one unit of fuel.
const MESSAGES_PER_REDUCTION: usize = 64;

/// Gives the message at the cursor and moves it on; waits until there is one or
/// the deadline is over.
fn next(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let deadline = arguments::deadline(context, arguments, 0, "receive")?;
    loop {
        if let Some(message) = context.mailbox.advance() {
            return Ok(Outcome::Value(message));
        }
        if host.processes().take_messages(context) {
            continue;
        }
        if deadline.is_some_and(|deadline| host.system().now() >= deadline) {
            return Ok(Outcome::Value(Value::ABSENT));
        }
        return Ok(Outcome::look(deadline));
    }
}

/// Gives the oldest message and moves the cursor behind it. It waits only if there is none, so
/// doing it once more after a wait passes over nothing.
fn first(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    context.mailbox.rewind();
    next(context, host, arguments)
}

/// Removes the oldest message and gives it; not if it is the end of a linked process, which the
/// receive that follows raises.
fn take(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    loop {
        if !context.mailbox.is_empty() {
            let message = context.mailbox.take_first();
            return Ok(Outcome::Value(message.unwrap_or(Value::ABSENT)));
        }
        if !host.processes().take_messages(context) {
            return Ok(Outcome::Receive {
                deadline: None,
                stays: false,
            });
        }
    }
}

/// Removes the message that was given last.
fn accept(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    context.mailbox.accept();
    Ok(Value::UNSPECIFIED)
}

fn rewind(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    context.mailbox.rewind();
    Ok(Value::UNSPECIFIED)
}

/// Moves behind all that has come, but not past the end of a linked process. If
/// more has come than is taken at once, the rest is looked at, which is only
/// slower.
fn skip(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    host.processes().take_messages(context);
    let passed = context.mailbox.skip();
    arguments::charge(context, passed / MESSAGES_PER_REDUCTION);
    Ok(Value::UNSPECIFIED)
}

fn place(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    // Fewer messages than fixnums can be received in the life of a machine.
    let place = context.mailbox.place();
    Ok(Value::fixnum(place.map_or(-1, |number| number as i64)))
}

fn return_to(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    match context.argument(arguments, 0).as_fixnum() {
        Some(number) => {
            let place = u64::try_from(number).ok();
            Ok(Value::boolean(context.mailbox.return_to(place)))
        }
        None => Err(arguments::wrong(
            context, arguments, 0, "receive", "a place",
        )),
    }
}

fn forsake(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let tag = context.argument(arguments, 0);
    let passed = context.mailbox.forsake(tag);
    arguments::charge(context, passed / MESSAGES_PER_REDUCTION);
    Ok(Value::UNSPECIFIED)
}

/// Removes the message `(down tag ...)` of a monitor that has ended. It may have to be looked for in
/// what has come and was not taken yet; false if the primitive must be run again for that.
pub(crate) fn remove_down(context: &mut Context, host: &mut dyn Host, reference: u64) -> bool {
    while !context.mailbox.has_down(reference) && host.processes().take_messages(context) {
        if context.fuel <= 0 {
            return false;
        }
    }
    let passed = context.mailbox.remove_down(reference);
    arguments::charge(context, passed / MESSAGES_PER_REDUCTION);
    true
}
