//! Lists as a whole.

use crate::arguments::{self, list};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::object::Pair;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("append", append),
    leaf("length", length),
    leaf("list?", is_list),
    leaf("reverse", reverse),
];

fn length(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    Ok(Value::fixnum(list(context, arguments, 0, "length")? as i64))
}

fn is_list(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let length = arguments::proper_length(context.argument(arguments, 0));
    arguments::charge(context, length.unwrap_or(0));
    Ok(Value::boolean(length.is_some()))
}

fn reverse(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let count = list(context, arguments, 0, "reverse")?;
    arguments::reserve_list(context, count, "reverse")?;
    let mut rest = context.argument(arguments, 0);
    let mut reversed = Value::NULL;
    while let Some(pair) = Pair::of(rest) {
        reversed = context.heap.pair(pair.car(), reversed);
        rest = pair.cdr();
    }
    Ok(reversed)
}

fn append(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let count = list(context, arguments, 0, "append")?;
    arguments::reserve_list(context, count, "append")?;
    let tail = context.argument(arguments, 1);
    let Some(first) = Pair::of(context.argument(arguments, 0)) else {
        return Ok(tail);
    };
    // Each new pair is hung behind the one before, so that no second pass is needed.
    let head = context.heap.pair(first.car(), tail);
    let mut last = Pair::of(head);
    let mut rest = first.cdr();
    while let Some(pair) = Pair::of(rest) {
        let next = context.heap.pair(pair.car(), tail);
        if let Some(last) = last {
            // A pair made here is not frozen.
            let _ = last.set_cdr(&mut context.heap, next);
        }
        last = Pair::of(next);
        rest = pair.cdr();
    }
    Ok(head)
}
