//! Descriptions of processes as Scheme data.

use crate::host::name;
use mound_base::{Symbol, SymbolRef};
use mound_heap::freeze::Frozen;
use mound_heap::{FragmentBuilder, Value};
use mound_process::{Fact, Pid, ProcessInfo, ProcessState};

/// An association list of what is known of a process.
pub fn describe(info: &ProcessInfo) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let process_name = match info.name.as_deref().and_then(SymbolRef::intern) {
        Some(name) => builder.symbol(name),
        None => symbol("anonymous"),
    };
    let state = symbol(match info.state {
        ProcessState::Waiting if info.body.is_suspended => "suspended",
        ProcessState::Waiting => "waiting",
        ProcessState::Queued => "queued",
        ProcessState::Running => "running",
    });
    let function = builder.string(&info.body.function);
    let [links, monitors, monitored_by] =
        [&info.links, &info.monitors, &info.monitored_by].map(|pids| pid_list(&mut builder, pids));
    let priority = symbol(&format!("{:?}", info.priority).to_lowercase());
    let limits = info
        .body
        .limits
        .iter()
        .map(|&(key, value)| (key, fact(value)));
    let limits = alist(&mut builder, limits.collect());
    let mut entries = vec![
        ("name", process_name),
        ("state", state),
        ("priority", priority),
        ("mailbox-length", Value::fixnum(info.mailbox_length as i64)),
        ("reductions", Value::fixnum(info.reductions as i64)),
    ];
    entries.extend(
        info.body
            .facts
            .iter()
            .map(|&(key, value)| (key, fact(value))),
    );
    entries.extend([
        ("procedure", function),
        ("limits", limits),
        ("links", links),
        ("monitors", monitors),
        ("monitored-by", monitored_by),
    ]);
    let list = alist(&mut builder, entries);
    builder.finish_message(list)
}

fn symbol(name: &str) -> Value {
    Value::symbol(Symbol::intern(name))
}

fn fact(fact: Fact) -> Value {
    match fact {
        // No process has so much.
        Fact::Number(number) => Value::fixnum(number as i64),
        Fact::Word(word) => symbol(word),
    }
}

fn alist(builder: &mut FragmentBuilder, entries: Vec<(&str, Value)>) -> Value {
    let pairs: Vec<Value> = entries
        .into_iter()
        .map(|(key, value)| builder.pair(symbol(key), value))
        .collect();
    builder.list(&pairs)
}

fn pid_list(builder: &mut FragmentBuilder, pids: &[Pid]) -> Value {
    let pids: Vec<Value> = pids.iter().map(|&pid| Value::pid(name(pid))).collect();
    builder.list(&pids)
}
