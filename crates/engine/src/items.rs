//! Plain data of operations as replies.

use mound_heap::builder::FragmentBuilder;
use mound_heap::{Frozen, Value};
use mound_machine::{Item, Reply};
use mound_numbers::Number;

/// Plain data as a reply.
pub fn reply(item: &Item) -> Reply {
    Reply::Value(frozen(item))
}

/// Plain data as message data.
fn frozen(item: &Item) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let root = build(&mut builder, item);
    match Frozen::immediate(root) {
        Some(immediate) => immediate,
        None => builder.finish_message(root),
    }
}

/// Items nest as deep as operations make them, which is twice.
fn build(builder: &mut FragmentBuilder, item: &Item) -> Value {
    match item {
        Item::Boolean(truth) => Value::boolean(*truth),
        Item::Integer(integer) => {
            Value::try_fixnum(*integer).unwrap_or_else(|| builder.number(&Number::from(*integer)))
        }
        Item::Real(real) => builder.flonum(*real),
        Item::Text(text) => builder.string(text),
        Item::Bytes(bytes) => builder.bytevector(bytes),
        Item::Symbol(symbol) => builder.symbol(symbol.clone()),
        Item::Process(name) => Value::pid(*name),
        Item::List(items) => {
            let parts: Vec<Value> = items.iter().map(|item| build(builder, item)).collect();
            builder.list(&parts)
        }
        Item::Unspecified => Value::UNSPECIFIED,
    }
}
