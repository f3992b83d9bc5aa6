//! Vectors, and records of the elements of a list.

use crate::arguments::{
    self, STEP_MAX, UNFINISHED, count, elements, list_of_step, place, range, vector,
};
use crate::{Area, leaf, quick};
use mound_heap::Value;
use mound_heap::object::{RecordType, Vector};
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%list->record", record_from_list),
    leaf("%vector-concatenate", concatenate),
    leaf("%vector-of-zeros", of_zeros),
    quick("list->vector", from_list, quick::LIST_TO_VECTOR),
    quick("make-vector", make, quick::MAKE_VECTOR),
    leaf("vector", new),
    quick("vector->list", to_list, quick::VECTOR_TO_LIST),
    quick("vector-copy", copy, quick::VECTOR_COPY),
    quick("vector-copy!", copy_to, quick::VECTOR_COPY_TO),
    quick("vector-fill!", fill, quick::VECTOR_FILL),
];

fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let length = count(context, arguments, 0, "make-vector")?;
    if length > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::reserve_object(context, length, "make-vector")?;
    arguments::charge(context, length);
    let fill = context.argument(arguments, 1);
    Ok(context.heap.vector(length, fill))
}

/// Costs the same for any length: nothing goes through them before they are used.
fn of_zeros(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let length = count(context, arguments, 0, "make-vector")?;
    arguments::reserve_object(context, length, "make-vector")?;
    Ok(context.heap.vector_of_zeros(length))
}

fn new(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let length = arguments.count as usize;
    arguments::reserve_object(context, length, "vector")?;
    let elements: Vec<Value> = (0..arguments.count)
        .map(|index| context.argument(arguments, index))
        .collect();
    Ok(context.heap.vector_from(&elements))
}

fn from_list(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let Some(length) = list_of_step(context, arguments, 0, "list->vector")? else {
        return Ok(UNFINISHED);
    };
    arguments::reserve_object(context, length, "list->vector")?;
    let mut elements = elements(context.argument(arguments, 0));
    Ok(context
        .heap
        .vector_with(length, |_| elements.next().unwrap_or(Value::FALSE)))
}

fn record_from_list(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "record";
    let record_type = context.argument(arguments, 0);
    let fields = RecordType::of(record_type)
        .and_then(|record_type| Vector::of(record_type.field_names()))
        .map(Vector::len);
    let given = elements(context.argument(arguments, 1));
    // Types have at most `RECORD_FIELDS_MAX` fields.
    let Some(count) = fields.filter(|&count| given.take(count + 1).count() == count) else {
        return Err(context.wrong_type(who, 1, "a record type with as many fields", record_type));
    };
    arguments::reserve_object(context, 1 + count, who)?;
    arguments::charge(context, count);
    let mut values = elements(context.argument(arguments, 1));
    let record_type = context.argument(arguments, 0);
    let field = |_| values.next().unwrap_or(Value::FALSE);
    Ok(context.heap.record_with(record_type, count, field))
}

fn to_list(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "vector->list";
    let length = vector(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    arguments::reserve_list(context, range.len(), who)?;
    let source = vector(context, arguments, 0, who)?;
    Ok(context.heap.list(&source.slice()[range]))
}

fn copy(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "vector-copy";
    let length = vector(context, arguments, 0, who)?.len();
    let range = range(context, arguments, 1, length, 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    arguments::reserve_object(context, range.len(), who)?;
    let source = vector(context, arguments, 0, who)?;
    Ok(context.heap.vector_from(&source.slice()[range]))
}

fn copy_to(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "vector-copy!";
    let target = vector(context, arguments, 0, who)?;
    let source = vector(context, arguments, 2, who)?;
    let range = range(context, arguments, 3, source.len(), 2, who)?;
    let at = place(context, arguments, 1, range.len(), target.len(), 0, who)?;
    if range.len() > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    if target
        .copy_from(&mut context.heap, at, source, range.start, range.len())
        .is_err()
    {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    Ok(Value::UNSPECIFIED)
}

fn fill(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "vector-fill!";
    let target = vector(context, arguments, 0, who)?;
    let range = range(context, arguments, 2, target.len(), 0, who)?;
    if range.len() > STEP_MAX && !target.is_frozen() {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, range.len());
    let value = context.argument(arguments, 1);
    if target.is_frozen() || target.fill(&mut context.heap, range, value).is_err() {
        let object = context.argument(arguments, 0);
        return Err(context.frozen(who, object));
    }
    Ok(Value::UNSPECIFIED)
}

fn concatenate(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "vector-append";
    if list_of_step(context, arguments, 0, who)?.is_none() {
        return Ok(UNFINISHED);
    }
    let mut length = 0;
    for (index, element) in elements(context.argument(arguments, 0)).enumerate() {
        match Vector::of(element) {
            Some(part) => length += part.len(),
            None => return Err(context.wrong_type(who, index as u32 + 1, "a vector", element)),
        }
    }
    if length > STEP_MAX {
        return Ok(UNFINISHED);
    }
    arguments::charge(context, length);
    arguments::reserve_object(context, length, who)?;
    let joined = context.heap.vector(length, Value::FALSE);
    let Some(target) = Vector::of(joined) else {
        return Ok(joined);
    };
    let mut at = 0;
    for part in elements(context.argument(arguments, 0)).filter_map(Vector::of) {
        // The target is new, so it is not frozen.
        let _ = target.copy_from(&mut context.heap, at, part, 0, part.len());
        at += part.len();
    }
    Ok(joined)
}
