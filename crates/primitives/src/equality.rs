//! `eqv?`, `equal?`, and how patterns compare.

use crate::arguments;
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::equality::{BudgetSpent, alike, equal, eqv};
use mound_machine::condition::ConditionKind;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%alike?", is_alike),
    leaf("equal?", is_equal),
    leaf("eqv?", is_eqv),
];

/// Comparisons that one `equal?` may make; a scheduler can be spared about as long.
const STEPS_MAX: usize = 1 << 24;

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
    same(context, "equal?", left, right).map(Value::boolean)
}

fn is_alike(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let (left, right) = (
        context.argument(arguments, 0),
        context.argument(arguments, 1),
    );
    compared(context, "match", |budget| alike(left, right, budget)).map(Value::boolean)
}

/// Whether `equal?` holds; the comparison is charged.
pub(crate) fn same(
    context: &mut Context,
    who: &str,
    left: Value,
    right: Value,
) -> Result<bool, Raise> {
    compared(context, who, |budget| equal(left, right, budget))
}

fn compared(
    context: &mut Context,
    who: &str,
    compare: impl FnOnce(&mut usize) -> Result<bool, BudgetSpent>,
) -> Result<bool, Raise> {
    let mut budget = STEPS_MAX;
    let result = compare(&mut budget);
    arguments::charge(context, STEPS_MAX - budget);
    result.map_err(|_| {
        let what = "these objects are too large to be compared";
        context.complaint(ConditionKind::Memory, who, what, &[])
    })
}
