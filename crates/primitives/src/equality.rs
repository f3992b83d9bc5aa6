//! `eqv?`, `equal?`, and how patterns compare.

use crate::arguments::{self, UNFINISHED};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::equality::{Verdict, alike, equal, eqv};
use mound_heap::object::{Record, RecordType};
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%alike?", is_alike),
    leaf("%record-fields", record_fields),
    leaf("equal?", is_equal),
    leaf("eqv?", is_eqv),
];

/// Comparisons that one `equal?` may make; what takes more, the library does, which also ends for
/// circular objects (`lib/mound/base/equality-in-steps.scm`).
const STEPS_MAX: usize = 1 << 14;

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

/// The verdict of a comparison, which is charged.
fn compared(context: &mut Context, compare: impl FnOnce(&mut usize) -> Verdict) -> Value {
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
