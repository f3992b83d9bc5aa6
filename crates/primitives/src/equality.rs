//! `eqv?`, `equal?`, how patterns compare, and what can never differ from what it was.

use crate::arguments::{self, UNFINISHED};
use crate::{Area, leaf, quick};
use mound_heap::Value;
use mound_heap::equality::{Verdict, alike, equal, equal_or_rest, eqv};
use mound_heap::object::{Pair, Record, RecordType};
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%alike?", is_alike),
    leaf("%equal-rest", equal_rest),
    leaf("%frozen?", is_frozen),
    leaf("%record-fields", record_fields),
    quick("equal?", is_equal, quick::IS_EQUAL),
    quick("eqv?", is_eqv, quick::IS_EQV),
];

/// Comparisons that one `equal?` may make; what takes more, the library does, which also ends for
/// circular objects (`lib/mound/base/equality-in-steps.scm`).
const STEPS_MAX: usize = 1 << 14;

/// Comparisons of one `%equal-rest`. What is left then is a list in the heap, with at most two pairs
/// for each.
const REST_STEPS_MAX: usize = 1 << 11;

fn is_frozen(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let object = context.argument(arguments, 0);
    Ok(Value::boolean(
        !object.is_pointer() || mound_heap::is_frozen(object),
    ))
}

fn is_eqv(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Ok(Value::boolean(eqv(left, right)))
}

fn is_equal(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Ok(compared(context, |budget| equal(left, right, budget)))
}

fn is_alike(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    Ok(compared(context, |budget| alike(left, right, budget)))
}

/// Goes on with a comparison: argument 0 is a list of what has still to be compared, in twos. Gives
/// such a list, or the verdict, or nothing if there is something that it cannot compare a part of.
fn equal_rest(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    arguments::reserve_list(context, 2 * (REST_STEPS_MAX + 1), "equal?")?;
    let mut list = context.argument(arguments, 0);
    let mut budget = REST_STEPS_MAX;
    while let Some((left, right, others)) = first_two(list) {
        let before = budget;
        match equal_or_rest(left, right, &mut budget) {
            Ok(true) => list = others,
            Ok(false) => {
                arguments::charge(context, REST_STEPS_MAX - budget);
                return Ok(Value::FALSE);
            }
            Err(rest) => {
                if before == REST_STEPS_MAX && rest == [(left, right)] {
                    return Ok(UNFINISHED);
                }
                arguments::charge(context, REST_STEPS_MAX);
                return Ok(rest.iter().fold(others, |list, &(left, right)| {
                    let list = context.heap.pair(right, list);
                    context.heap.pair(left, list)
                }));
            }
        }
    }
    arguments::charge(context, REST_STEPS_MAX - budget);
    Ok(Value::TRUE)
}

/// The first two elements of a list, and the others.
fn first_two(list: Value) -> Option<(Value, Value, Value)> {
    let first = Pair::of(list)?;
    let second = Pair::of(first.cdr())?;
    Some((first.car(), second.car(), second.cdr()))
}

/// The verdict of a comparison, which is charged.
pub(crate) fn compared(
    context: &mut Context,
    compare: impl FnOnce(&mut usize) -> Verdict,
) -> Value {
    let mut budget = STEPS_MAX;
    let verdict = compare(&mut budget);
    arguments::charge(context, STEPS_MAX - budget);
    match verdict {
        Verdict::Same => Value::TRUE,
        Verdict::Different => Value::FALSE,
        Verdict::Unfinished => UNFINISHED,
    }
}

/// The fields of a record as a vector, if the other object is one of the same type; else false.
fn record_fields(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let record = |context: &Context, index| Record::of(context.argument(arguments, index));
    let (Some(left), Some(right)) = (record(context, 0), record(context, 1)) else {
        return Ok(Value::FALSE);
    };
    let is_same = RecordType::same(left.record_type(), right.record_type());
    if !is_same || left.len() != right.len() {
        return Ok(Value::FALSE);
    }
    arguments::reserve_object(context, left.len(), "match")?;
    Ok(match record(context, 0) {
        Some(record) => context.heap.vector_from(record.fields()),
        None => Value::FALSE,
    })
}
