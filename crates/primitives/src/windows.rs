//! Windows of ports: see [`mound_machine::windows`].
//!
//! Both primitives are asked when there is nothing left to read in the buffer of a
//! port, or no room; that there can be no window just now is no error.

use crate::{Area, leaf};
use mound_heap::object::{Object, Record};
use mound_heap::text::StringView;
use mound_heap::value::Name;
use mound_heap::{Heap, Value};
use mound_machine::resource::{Put, WINDOW_BYTES};
use mound_machine::windows::field;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[leaf("%input-window", input), leaf("%output-window", output)];

/// The owner of the resource, of this node, that a port stands for which may have a window.
fn owner(context: &Context, arguments: Arguments) -> Option<Name> {
    let port = context.argument(arguments, 0);
    if Object::of(port).is_none_or(Object::is_frozen) {
        return None;
    }
    let record = Record::of(port).filter(|record| record.len() == field::COUNT)?;
    let owner = record.get(field::CONTENT)?.as_name()?;
    (owner.node == 0).then_some(owner)
}

fn input(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let Some(owner) = owner(context, arguments).filter(|_| context.request.is_none()) else {
        return Ok(Value::FALSE);
    };
    context.close_windows_of(host.resources(), owner);
    let mut lent = None;
    host.resources().with_incoming(owner, &mut |incoming| {
        lent = incoming.lend().map(str::to_owned);
    });
    let Some(text) = lent else {
        return Ok(Value::FALSE);
    };
    if let Err(raise) = context.reserve(Heap::words_for_string(&text)) {
        host.resources().give_back(owner, 0);
        return Err(raise);
    }
    let text = context.heap.string(&text);
    let length = StringView::of(text).map_or(0, StringView::len);
    let zero = Value::fixnum(0);
    let window = [text, zero, Value::fixnum(length as i64), zero, zero];
    let port = context.argument(arguments, 0);
    context.open_window(host.resources(), port, owner, window);
    Ok(Value::TRUE)
}

fn output(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "write-char";
    let Some(owner) = owner(context, arguments).filter(|_| context.request.is_none()) else {
        return Ok(Value::FALSE);
    };
    let port = context.argument(arguments, 0);
    let used = Record::of(port).and_then(|port| port.get(field::ROOM)?.as_fixnum());
    context.close_windows_of(host.resources(), owner);
    match host.resources().put(owner, &[]) {
        Put::Queued => {}
        Put::Full | Put::Closed => return Ok(Value::FALSE),
        Put::Failed(kind, message) => {
            return Err(context.condition_of(kind, Some(who), &message, &[]));
        }
    }
    // A window that was full is followed by a larger one.
    let used = usize::try_from(used.unwrap_or(0)).unwrap_or(0);
    let size = (2 * used.min(WINDOW_BYTES.1)).clamp(WINDOW_BYTES.0, WINDOW_BYTES.1);
    context.reserve(Heap::words_for_bytevector(size))?;
    let buffer = context.heap.bytevector_fill(size, 0);
    let zero = Value::fixnum(0);
    let window = [buffer, zero, zero, zero, Value::fixnum(size as i64)];
    let port = context.argument(arguments, 0);
    context.open_window(host.resources(), port, owner, window);
    Ok(Value::TRUE)
}
