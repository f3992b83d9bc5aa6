//! Descriptions of processes as Scheme data.

use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::{FragmentBuilder, Value};
use mound_process::ProcessInfo;

/// An association list of what is known of a process.
pub fn describe(info: &ProcessInfo) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let name = Value::symbol(Symbol::intern(info.name.as_deref().unwrap_or("anonymous")));
    let state = Value::symbol(Symbol::intern(&format!("{:?}", info.state).to_lowercase()));
    let function = builder.string(&info.body.function);
    let entries = [
        ("name", name),
        ("state", state),
        ("mailbox-length", Value::fixnum(info.mailbox_length as i64)),
        ("reductions", Value::fixnum(info.reductions as i64)),
        ("memory-bytes", Value::fixnum(info.body.memory_bytes as i64)),
        ("procedure", function),
    ];
    let pairs: Vec<Value> = entries
        .into_iter()
        .map(|(key, value)| builder.pair(Value::symbol(Symbol::intern(key)), value))
        .collect();
    let list = builder.list(&pairs);
    builder.finish_message(list)
}
