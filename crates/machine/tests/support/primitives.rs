//! Control primitives as the machine's contract asks for them, and a few leaves.

use mound_heap::{Heap, Pair, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::link::Implementation;
use mound_machine::{Arguments, Context, Host, Outcome, Raise};
use std::collections::HashMap;

pub fn table() -> HashMap<&'static str, Implementation> {
    HashMap::from([
        ("%apply", Implementation::Control(apply)),
        ("%call/cc", Implementation::Control(call_cc)),
        ("%die", Implementation::Control(die)),
        ("%halt", Implementation::Control(halt)),
        ("%set-dynamic!", Implementation::Leaf(set_dynamic)),
        ("%throw", Implementation::Control(throw)),
        ("length", Implementation::Leaf(length)),
        ("make-bytevector", Implementation::Leaf(make_bytevector)),
        ("vector", Implementation::Leaf(vector)),
    ])
}

fn elements(mut list: Value) -> Vec<Value> {
    let mut elements = Vec::new();
    while let Some(pair) = Pair::of(list) {
        elements.push(pair.car());
        list = pair.cdr();
    }
    elements
}

fn apply(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let procedure = context.argument(arguments, 0);
    let rest = elements(context.argument(arguments, 1));
    context.prepare_call(procedure, &rest).map(Outcome::Call)
}

fn call_cc(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let continuation = context.capture()?;
    let procedure = context.argument(arguments, 0);
    context
        .prepare_call(procedure, &[continuation])
        .map(Outcome::Call)
}

fn throw(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let continuation = context.argument(arguments, 0);
    let value = context.argument(arguments, 1);
    context.throw_to(continuation, value).map(Outcome::Throw)
}

fn die(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    Ok(Outcome::Die(context.argument(arguments, 0)))
}

fn halt(_: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    Ok(Outcome::Halt)
}

fn set_dynamic(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    context.dynamic = context.argument(arguments, 0);
    Ok(Value::UNSPECIFIED)
}

fn length(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let list = context.argument(arguments, 0);
    if !list.is_pair() && list != Value::NULL {
        return Err(context.condition(ConditionKind::Type, Some("length"), "length", &[list]));
    }
    Ok(Value::fixnum(elements(list).len() as i64))
}

fn vector(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    context.reserve(Heap::words_for_vector(arguments.count as usize))?;
    let elements: Vec<Value> = (0..arguments.count)
        .map(|index| context.argument(arguments, index))
        .collect();
    Ok(context.heap.vector_from(&elements))
}

fn make_bytevector(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let number = |index| context.argument(arguments, index).as_fixnum().unwrap_or(0);
    let (length, byte) = (number(0) as usize, number(1) as u8);
    context.reserve(Heap::words_for_bytevector(length))?;
    Ok(context.heap.bytevector_fill(length, byte))
}
