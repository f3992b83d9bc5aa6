//! Promises: a value, or a thunk that gives a promise.

use crate::arguments;
use crate::{Area, leaf};
use mound_heap::object::Promise;
use mound_heap::{Heap, Value};
use mound_machine::{Arguments, Context, Host, Raise};

pub(crate) const AREA: Area = &[
    leaf("%make-promise", make),
    leaf("%promise-done?", is_done),
    leaf("%promise-set!", set),
    leaf("%promise-value", value),
];

fn promise(context: &mut Context, arguments: Arguments) -> Result<Promise, Raise> {
    match Promise::of(context.argument(arguments, 0)) {
        Some(promise) => Ok(promise),
        None => Err(arguments::wrong(
            context,
            arguments,
            0,
            "force",
            "a promise",
        )),
    }
}

fn make(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    context.reserve(Heap::WORDS_FOR_PROMISE)?;
    let done = context.argument(arguments, 0).is_true();
    let content = context.argument(arguments, 1);
    Ok(context.heap.promise(done, content))
}

fn is_done(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    Ok(Value::boolean(promise(context, arguments)?.is_done()))
}

fn value(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    Ok(promise(context, arguments)?.content())
}

/// A promise that came in a message cannot be changed, which is no error: it is
/// computed anew each time.
fn set(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let promise = promise(context, arguments)?;
    let done = context.argument(arguments, 1).is_true();
    let content = context.argument(arguments, 2);
    Ok(Value::boolean(
        promise.set(&mut context.heap, done, content).is_ok(),
    ))
}
