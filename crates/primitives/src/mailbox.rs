//! The mailbox of the process: messages are looked at from the oldest on, and
//! removed when one fits.
//!
//! ```text
//!   looked at        not looked at            in the scheduler's queue
//!   | m0 | m1 | m2 |     m3 | m4 |            | ...
//!                  ^ cursor
//! ```

use crate::arguments;
use crate::{Area, control, leaf};
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::object::{Condition, Pair};
use mound_machine::{Arguments, Context, Host, Outcome, Raise};

pub(crate) const AREA: Area = &[
    leaf("%mailbox-accept!", accept),
    control("%mailbox-next!", next),
    leaf("%mailbox-rewind!", rewind),
    leaf("%mailbox-skip!", skip),
];

/// Gives the message at the cursor and moves it on; waits until there is one or
/// the deadline is over.
fn next(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let deadline = arguments::deadline(context, arguments, 0, "receive")?;
    loop {
        let cursor = context.mailbox.cursor;
        if let Some(&message) = context.mailbox.messages.get(cursor) {
            context.mailbox.cursor = cursor + 1;
            return Ok(Outcome::Value(message));
        }
        if host.processes().take_messages(context) {
            continue;
        }
        if deadline.is_some_and(|deadline| host.system().now() >= deadline) {
            context.mailbox.cursor = 0;
            return Ok(Outcome::Value(Value::ABSENT));
        }
        return Ok(Outcome::Wait { deadline });
    }
}

/// Removes the message that was given last.
fn accept(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    if let Some(index) = context.mailbox.cursor.checked_sub(1) {
        context.mailbox.messages.remove(index);
    }
    context.mailbox.cursor = 0;
    Ok(Value::UNSPECIFIED)
}

fn rewind(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    context.mailbox.cursor = 0;
    Ok(Value::UNSPECIFIED)
}

/// Moves behind all that has come, but not past the end of a linked process.
fn skip(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    host.processes().take_messages(context);
    let exit = Value::symbol(Symbol::intern("exit"));
    let is_exit =
        |&message: &Value| Condition::of(message).is_some_and(|condition| condition.kind() == exit);
    let messages = &context.mailbox.messages;
    let cursor = messages.iter().position(is_exit).unwrap_or(messages.len());
    context.mailbox.cursor = cursor;
    arguments::charge(context, cursor);
    Ok(Value::UNSPECIFIED)
}

/// Removes the messages `(down tag ...)` of a monitor that has ended.
pub(crate) fn remove_down(context: &mut Context, tag: Value) {
    let down = Value::symbol(Symbol::intern("down"));
    let is_of_monitor = |message: Value| {
        Pair::of(message)
            .filter(|message| message.car() == down)
            .and_then(|message| Pair::of(message.cdr()))
            .is_some_and(|rest| rest.car() == tag)
    };
    let count = context.mailbox.messages.len();
    arguments::charge(context, count);
    for index in (0..count).rev() {
        if is_of_monitor(context.mailbox.messages[index]) {
            context.mailbox.messages.remove(index);
            if index < context.mailbox.cursor {
                context.mailbox.cursor -= 1;
            }
        }
    }
}
