//! Lists as a whole.

use crate::arguments::{self, ListLength, STEP_MAX, UNFINISHED, list_of_step, proper_length};
use crate::{Area, quick};
use mound_heap::Value;
use mound_heap::object::Pair;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    quick("append", append, quick::APPEND),
    quick("length", length, quick::LENGTH),
    quick("list?", is_list, quick::IS_LIST),
    quick("reverse", reverse, quick::REVERSE),
];

fn length(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let length = list_of_step(context, arguments, 0, "length")?;
    Ok(length.map_or(UNFINISHED, |length| Value::fixnum(length as i64)))
}

fn is_list(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (length, result) = match proper_length(context.argument(arguments, 0), STEP_MAX) {
        ListLength::Proper(length) => (length, Value::TRUE),
        ListLength::Improper => (0, Value::FALSE),
        ListLength::Long => (STEP_MAX, UNFINISHED),
    };
    arguments::charge(context, length);
    Ok(result)
}

fn reverse(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let Some(count) = list_of_step(context, arguments, 0, "reverse")? else {
        return Ok(UNFINISHED);
    };
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
    let Some(count) = list_of_step(context, arguments, 0, "append")? else {
        return Ok(UNFINISHED);
    };
    arguments::reserve_list(context, count, "append")?;
    let (list, tail) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Ok(context.heap.list_before(list, tail))
}
