//! Condition objects. What raises and handles them is Scheme code.

use crate::arguments::{self, count, list, new_string, symbol};
use crate::{Area, leaf};
use mound_heap::object::Condition;
use mound_heap::{Heap, Value};
use mound_machine::trace::procedure_place;
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%complainant", complainant),
    leaf("%condition-irritants", irritants),
    leaf("%condition-kind", kind),
    leaf("%condition-message", message),
    leaf("%condition-payload", payload),
    leaf("%condition-trace", trace),
    leaf("%condition-who", who),
    leaf("%make-condition", make),
    leaf("%misfit", misfit),
    leaf("%procedure-place", place),
];

macro_rules! fields {
    ($($function:ident $name:literal;)*) => {$(
        fn $function(
            context: &mut Context,
            _: &mut dyn Host,
            arguments: Arguments,
        ) -> Result<Value, Raise> {
            match Condition::of(context.argument(arguments, 0)) {
                Some(condition) => Ok(condition.$function()),
                None => Err(arguments::wrong(context, arguments, 0, $name, "a condition")),
            }
        }
    )*};
}

fields! {
    irritants "error-object-irritants";
    kind "condition-kind";
    message "error-object-message";
    payload "condition-payload";
    trace "condition-trace";
    who "condition-who";
}

fn complainant(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    Ok(context.complainant(context.argument(arguments, 0)))
}

/// The message may be any object, as that of `error` may.
fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let name = "make-condition";
    symbol(context, arguments, 0, name)?;
    list(context, arguments, 2, name)?;
    context.reserve(Heap::WORDS_FOR_CONDITION)?;
    let [kind, message, irritants, who, payload] =
        [0, 1, 2, 3, 4].map(|index| context.argument(arguments, index));
    Ok(context
        .heap
        .condition(kind, message, irritants, who, payload, Value::FALSE))
}

fn misfit(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let taken = count(context, arguments, 1, "misfit")?;
    let procedure = context.argument(arguments, 0);
    match mound_machine::arity::misfit(procedure, taken as u32) {
        None => Ok(Value::FALSE),
        Some(why) => new_string(context, &why, "misfit"),
    }
}

fn place(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let Some(place) = procedure_place(context.argument(arguments, 0)) else {
        return Ok(Value::FALSE);
    };
    arguments::charge(context, place.file.len() + place.source_line.len());
    context.reserve(Heap::words_for_string(&place.file) + 3 * Heap::WORDS_FOR_PAIR)?;
    let file = context.heap.string(&place.file);
    let rest = [place.column, place.line]
        .into_iter()
        .fold(Value::NULL, |rest, number| {
            context.heap.pair(Value::fixnum(number.into()), rest)
        });
    Ok(context.heap.pair(file, rest))
}
