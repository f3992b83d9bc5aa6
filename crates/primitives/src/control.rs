//! Calls, values, continuations and the ends of a process.

use crate::arguments::{self, elements, list};
use crate::print::key;
use crate::{Area, control, leaf};
use mound_heap::continuation::Continuation;
use mound_heap::object::{Condition, Values, Vector};
use mound_heap::{Heap, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::context::DYNAMIC_FIELDS;
use mound_machine::{Arguments, Context, GoOn, Host, Outcome, Raise};

pub(crate) const AREA: Area = &[
    control("%apply", apply),
    control("%call/cc", call_cc),
    leaf("%check-defined", check_defined),
    leaf("%continuation-dynamic", continuation_dynamic),
    control("%die", die),
    leaf("%dynamic", dynamic),
    control("%end", end),
    control("%exit", exit),
    leaf("%forget-kept", forget_kept),
    control("%go-on", go_on),
    control("%halt", halt),
    leaf("%keep-trace!", keep_trace),
    leaf("%kept-continuation", kept_continuation),
    leaf("%list->values", list_to_values),
    leaf("%make-values", make_values),
    leaf("%note-origin!", note_origin),
    control("%receive", receive),
    leaf("%set-dynamic!", set_dynamic),
    control("%throw", throw),
    leaf("%values-of?", stands_for),
    leaf("%values-ref", value_at),
];

/// Lines of the stack trace kept in the condition that a process dies of.
const TRACE_LINES: usize = 32;
/// Bytes of the traces of one object in several processes, one after the other.
const CHAIN_BYTES_MAX: usize = 16 << 10;
/// Arguments of one call: more is a mistake, and would be copied twice.
const ARGUMENTS_MAX: usize = 1 << 20;
/// Nanoseconds until a full or busy console is looked at again.
pub(crate) const CONSOLE_PAUSE: u64 = 1_000_000;

fn apply(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let count = list(context, arguments, 1, "apply")?;
    let procedure = context.argument(arguments, 0);
    let rest = context.argument(arguments, 1);
    call_with(context, procedure, elements(rest), count)
}

/// Calls the procedure with the `count` objects of `objects`.
fn call_with(
    context: &mut Context,
    procedure: Value,
    objects: impl Iterator<Item = Value>,
    count: usize,
) -> Result<Outcome, Raise> {
    // Most calls have few arguments, which need no memory on the way.
    let mut few = [Value::FALSE; 8];
    if count <= few.len() {
        for (place, element) in few.iter_mut().zip(objects) {
            *place = element;
        }
        return Ok(Outcome::Call(
            context.prepare_call(procedure, &few[..count])?,
        ));
    }
    if count > ARGUMENTS_MAX {
        let message = format!("apply: {count} arguments are too many");
        return Err(context.condition(ConditionKind::Memory, Some("apply"), &message, &[]));
    }
    let many: Vec<Value> = objects.collect();
    Ok(Outcome::Call(context.prepare_call(procedure, &many)?))
}

/// Calls a procedure with the values that an object stands for.
fn receive(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let procedure = context.argument(arguments, 0);
    let object = context.argument(arguments, 1);
    match Values::of(object) {
        Some(values) => {
            let values = values.slice();
            arguments::charge(context, values.len());
            call_with(context, procedure, values.iter().copied(), values.len())
        }
        None => Ok(Outcome::Call(context.prepare_call(procedure, &[object])?)),
    }
}

fn call_cc(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let continuation = context.capture()?;
    let procedure = context.argument(arguments, 0);
    Ok(Outcome::Call(
        context.prepare_call(procedure, &[continuation])?,
    ))
}

fn throw(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let continuation = context.argument(arguments, 0);
    let value = context.argument(arguments, 1);
    context.throw_to(continuation, value).map(Outcome::Throw)
}

/// A variable of a `letrec` or body, as the compiler reads it.
fn check_defined(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if value != Value::ABSENT {
        return Ok(value);
    }
    let name = context.argument(arguments, 1);
    Err(context.condition(
        ConditionKind::Unbound,
        None,
        mound_machine::USED_EARLY,
        &[name],
    ))
}

fn continuation_dynamic(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    match Continuation::of(context.argument(arguments, 0)) {
        Some(continuation) => Ok(continuation.dynamic()),
        None => Err(arguments::wrong(
            context,
            arguments,
            0,
            "call/cc",
            "a continuation",
        )),
    }
}

fn dynamic(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Ok(context.dynamic)
}

fn set_dynamic(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let state = context.argument(arguments, 0);
    if Vector::of(state).is_none_or(|state| state.len() != DYNAMIC_FIELDS) {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            "dynamic-wind",
            "a dynamic state",
        ));
    }
    context.dynamic = state;
    Ok(Value::UNSPECIFIED)
}

fn list_to_values(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let count = list(context, arguments, 0, "values")?;
    arguments::reserve_object(context, count, "values")?;
    let objects: Vec<Value> = elements(context.argument(arguments, 0)).collect();
    Ok(match objects[..] {
        [object] => object,
        _ => context.heap.values(&objects),
    })
}

fn make_values(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    arguments::reserve_object(context, arguments.count as usize, "values")?;
    let objects: Vec<Value> = (0..arguments.count)
        .map(|index| context.argument(arguments, index))
        .collect();
    Ok(match objects[..] {
        [object] => object,
        _ => context.heap.values(&objects),
    })
}

fn stands_for(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let found = Values::of(context.argument(arguments, 0));
    let count = found.map_or(1, |values| values.slice().len());
    let wanted = context.argument(arguments, 1).as_fixnum();
    Ok(Value::boolean(wanted == Some(count as i64)))
}

fn value_at(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let index = context.argument(arguments, 1).as_fixnum();
    let index = index.and_then(|index| usize::try_from(index).ok());
    let values = Values::of(context.argument(arguments, 0));
    let found = values
        .zip(index)
        .and_then(|(values, index)| values.slice().get(index).copied());
    found.ok_or_else(|| {
        let expected = "that many values";
        arguments::wrong(context, arguments, 0, "call-with-values", expected)
    })
}

fn halt(_: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    Ok(Outcome::Halt)
}

/// Returns to where the process began, as its thunk does at the end.
fn end(context: &mut Context, _: &mut dyn Host, _: Arguments) -> Result<Outcome, Raise> {
    context.reserve(Heap::WORDS_FOR_CONTINUATION)?;
    let bottom = context.heap.continuation(Value::FALSE, 0, context.dynamic);
    context
        .throw_to(bottom, Value::UNSPECIFIED)
        .map(Outcome::Throw)
}

fn exit(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    // What was written before is flushed when the node ends.
    let code = arguments::byte(context, arguments, 0, "exit")?;
    Ok(Outcome::Exit(code.into()))
}

fn die(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    note_trace(context, host, arguments)?;
    context.keep_stack();
    Ok(Outcome::Die(context.argument(arguments, 0)))
}

fn forget_kept(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let number = arguments::count(context, arguments, 0, "forget-kept")?;
    context.forget_kept(number as u64);
    Ok(Value::UNSPECIFIED)
}

fn kept_continuation(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let number = arguments::count(context, arguments, 0, "go-on")?;
    let frames = match context.argument(arguments, 1) == Value::FALSE {
        true => 0,
        false => arguments::count(context, arguments, 1, "go-on")?.saturating_add(1),
    };
    context.kept_continuation(number as u64, frames)
}

fn go_on(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Outcome, Raise> {
    let number = arguments::count(context, arguments, 0, "go-on")?;
    let how = match context.argument(arguments, 1) == Value::FALSE {
        true => GoOn::Again,
        false => GoOn::Instead(context.argument(arguments, 2)),
    };
    context.go_on(number as u64, how)
}

/// Keeps in a condition where it was raised, unless it is known already or the condition came in a
/// message: then its trace belongs to another process.
fn note_trace(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<(), Raise> {
    let untraced =
        |condition: &Condition| condition.trace() == Value::FALSE && !condition.is_frozen();
    let condition = Condition::of(context.argument(arguments, 0));
    if condition.filter(untraced).is_none() {
        return Ok(());
    }
    let text = trace_of_this(context, host);
    let trace = arguments::new_string(context, &text, "raise")?;
    if let Some(condition) = Condition::of(context.argument(arguments, 0)) {
        condition
            .set_trace(&mut context.heap, trace)
            .expect("it is not frozen");
    }
    Ok(())
}

/// The calls of this process, a line each, and a last line that says which process it is:
/// `process 7 (task) of localhost:3001`.
pub fn trace_of_this(context: &Context, host: &mut dyn Host) -> String {
    let mut text = context.trace_text(TRACE_LINES);
    if !text.is_empty() {
        text.push('\n');
    }
    let processes = host.processes();
    let number = processes.this().process_number();
    let name = processes.name();
    text.push_str("process ");
    text.push_str(&number);
    if let Some(name) = name {
        text.push_str(&format!(" ({name})"));
    }
    if let Some(node) = host.cluster().this_node() {
        text.push_str(&format!(" of {node}"));
    }
    text
}

/// Of a condition, keeps where it was raised; gives the same of another object, as a string.
fn keep_trace(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let object = context.argument(arguments, 0);
    if Condition::of(object).is_some() {
        note_trace(context, host, arguments)?;
        return Ok(Value::FALSE);
    }
    let here = trace_of_this(context, host);
    let before = match context.has_origins() {
        true => context.origin_of(&key(object)),
        false => None,
    };
    let text = match before {
        Some(before) => after_origin(&here, before),
        None => here,
    };
    arguments::new_string(context, &text, "raise")
}

/// The trace of an object that is raised here again, before that of where it came from. What this
/// process has nothing to tell of is left out.
pub fn after_origin(here: &str, before: &str) -> String {
    let process = here.lines().last().unwrap_or_default();
    let is_known = process == here || before.lines().any(|line| line == process);
    match is_known || here.len() + before.len() > CHAIN_BYTES_MAX {
        true => before.to_owned(),
        false => format!("{here}\n{before}"),
    }
}

/// Remembers the trace that came with an object, for a report of its end.
fn note_origin(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let trace = arguments::text(context, arguments, 1, "raise")?;
    let object = key(context.argument(arguments, 0));
    if trace.len() < CHAIN_BYTES_MAX {
        context.note_origin(object, trace);
    }
    Ok(Value::UNSPECIFIED)
}
