//! Descriptions of processes as Scheme data.

use crate::host::name;
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::{FragmentBuilder, Value};
use mound_process::{Pid, ProcessInfo};

/// An association list of what is known of a process.
pub fn describe(info: &ProcessInfo) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let process_name = Value::symbol(Symbol::intern(info.name.as_deref().unwrap_or("anonymous")));
    let state = Value::symbol(Symbol::intern(&format!("{:?}", info.state).to_lowercase()));
    let function = builder.string(&info.body.function);
    let [links, monitors, monitored_by] =
        [&info.links, &info.monitors, &info.monitored_by].map(|pids| pid_list(&mut builder, pids));
    let entries = [
        ("name", process_name),
        ("state", state),
        ("mailbox-length", Value::fixnum(info.mailbox_length as i64)),
        ("reductions", Value::fixnum(info.reductions as i64)),
        ("memory-bytes", Value::fixnum(info.body.memory_bytes as i64)),
        ("procedure", function),
        ("links", links),
        ("monitors", monitors),
        ("monitored-by", monitored_by),
    ];
    let pairs: Vec<Value> = entries
        .into_iter()
        .map(|(key, value)| builder.pair(Value::symbol(Symbol::intern(key)), value))
        .collect();
    let list = builder.list(&pairs);
    builder.finish_message(list)
}

fn pid_list(builder: &mut FragmentBuilder, pids: &[Pid]) -> Value {
    let pids: Vec<Value> = pids.iter().map(|&pid| Value::pid(name(pid))).collect();
    builder.list(&pids)
}
