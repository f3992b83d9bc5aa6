//! Processes: making and ending them, links, monitors, messages to them.

use crate::arguments::{self, elements, list, pid, symbol};
use crate::limits::limits_argument;
use crate::mailbox::remove_down;
use crate::{Area, control, leaf};
use mound_base::{Symbol, SymbolRef};
use mound_heap::layout::Kind;
use mound_heap::object::kind_of;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::{
    Arguments, Context, Delivery, Direction, Host, Outcome, Priority, Raise, Request, SpawnOptions,
};
use std::sync::LazyLock;

pub(crate) const AREA: Area = &[
    control("%alive?", is_alive),
    control("%demonitor", demonitor),
    leaf("%link", link),
    leaf("%monitor", monitor),
    leaf("%monitor-request", monitor_request),
    leaf("%node-info", node_info),
    leaf("%priority!", set_priority),
    control("%process-info", process_info),
    leaf("%process-list", process_list),
    leaf("%register", register),
    leaf("%self", this),
    control("%send", send),
    leaf("%send-here", send_here),
    leaf("%spawn", spawn),
    control("%terminate", terminate),
    leaf("%trace", trace),
    leaf("%unlink", unlink),
    leaf("%unregister", unregister),
    leaf("%watch-crashes", watch_crashes),
    leaf("%whereis", whereis),
];

/// What the library calls a process without a name.
static ANONYMOUS: LazyLock<Symbol> = LazyLock::new(|| Symbol::intern("anonymous"));

/// What spawning takes off the fuel of the parent: it takes as long as so many
/// calls, and with it a short process has its turn before the next is made.
/// Without, who spawns in a loop would be far ahead of its children, which
/// would fill the memory.
const FUEL_OF_A_BIRTH: i64 = 64;

/// What becomes of a process that has sent, or could not yet. With a deadline behind the other arguments it gives up
/// then.
pub(crate) fn after_send(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    index_of_deadline: u32,
    delivery: Delivery,
) -> Result<Outcome, Raise> {
    if delivery == Delivery::Sent {
        return Ok(Outcome::Value(Value::UNSPECIFIED));
    }
    let deadline = match arguments.count > index_of_deadline {
        true => arguments::deadline(context, arguments, index_of_deadline, "!")?,
        false => None,
    };
    if deadline.is_some_and(|deadline| host.system().now() >= deadline) {
        return Ok(Outcome::Value(Value::FALSE));
    }
    Ok(Outcome::suspend(deadline))
}

fn this(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Ok(Value::pid(host.processes().this()))
}

/// Most messages go to the same node: machine code calls a leaf without a detour.
fn send_here(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let to = pid(context, arguments, 0, "!")?;
    if to.node != 0 {
        return Ok(Value::FALSE);
    }
    let message = context.argument(arguments, 1);
    let delivery = host.processes().send(context, to, message)?;
    Ok(delivery.if_sent())
}

fn send(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let to = pid(context, arguments, 0, "!")?;
    let message = context.argument(arguments, 1);
    let delivery = host.processes().send(context, to, message)?;
    after_send(context, host, arguments, 2, delivery)
}

/// Checks a procedure of no arguments, here where it is known who passed it.
pub(crate) fn thunk(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<(), Raise> {
    let procedure = context.argument(arguments, index);
    if matches!(kind_of(procedure), Some(Kind::Closure | Kind::Continuation)) {
        return context.check_fit(who, procedure, 0);
    }
    Err(arguments::wrong(
        context,
        arguments,
        index,
        who,
        "a procedure",
    ))
}

/// The name that a new process is to have.
pub(crate) fn process_name(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Option<SymbolRef>, Raise> {
    // Mostly, and symbols are asked for in a table.
    if context.argument(arguments, index) == Value::symbol(*ANONYMOUS) {
        return Ok(None);
    }
    symbol(context, arguments, index, who).map(|name| Some(name.counted()))
}

/// The processes that are to be told of the end of a new one.
pub(crate) fn links(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Vec<Name>, Raise> {
    list(context, arguments, index, who)?;
    let mut links = Vec::new();
    for element in elements(context.argument(arguments, index)) {
        match element.as_pid() {
            Some(name) => links.push(name),
            None => return Err(context.wrong_type(who, index + 1, "a list of pids", element)),
        }
    }
    Ok(links)
}

fn spawn(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    if arguments.count == 1
        && let Some(child) = host.spawn_plain(context, context.argument(arguments, 0))
    {
        context.fuel -= FUEL_OF_A_BIRTH;
        return Ok(Value::pid(child));
    }
    spawn_with_care(context, host, arguments)
}

#[inline(never)]
fn spawn_with_care(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    thunk(context, arguments, 0, "spawn")?;
    let options = match arguments.count {
        1 => None,
        _ => Some(spawn_options(context, host, arguments)?),
    };
    spawn_here(context, host, context.argument(arguments, 0), options)
}

#[inline(never)]
fn spawn_options(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Box<SpawnOptions>, Raise> {
    let who = "spawn";
    let name = process_name(context, arguments, 1, who)?;
    let links = match arguments.count {
        0..3 => Vec::new(),
        _ => links(context, arguments, 2, who)?,
    };
    let priority = match arguments.count {
        0..4 => Priority::Normal,
        _ => priority(context, arguments, 3, who)?,
    };
    let limits = match arguments.count {
        0..5 => None,
        _ => Some(limits_argument(context, host, arguments, 4, who)?),
    };
    Ok(Box::new(SpawnOptions {
        name,
        links,
        priority,
        limits,
    }))
}

/// Starts a process that calls `thunk`.
pub(crate) fn spawn_here(
    context: &mut Context,
    host: &mut dyn Host,
    thunk: Value,
    options: Option<Box<SpawnOptions>>,
) -> Result<Value, Raise> {
    // The new process may look at what was written before.
    context.close_windows(host.resources());
    let processes = host.processes();
    let mut vacant = processes.vacant();
    let beget = move |context: &mut Context, amount| context.beget(thunk, vacant.take(), amount);
    let child = match context.copy_out(beget)? {
        Ok(child) => child,
        Err(error) => return Err(context.too_large("spawn", error)),
    };
    context.fuel -= FUEL_OF_A_BIRTH;
    match processes.spawn(child, options) {
        Ok(serial) => Ok(Value::pid(Name { node: 0, serial })),
        Err(why) => {
            let message = format!("spawn: {why}");
            Err(context.condition(ConditionKind::Memory, Some("spawn"), &message, &[]))
        }
    }
}

/// Links two processes, or takes the link away: `to` is told of the end of `from`.
fn connect(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
    linked: bool,
) -> Result<Value, Raise> {
    let who = if linked { "link" } else { "unlink" };
    let from = pid(context, arguments, 0, who)?;
    let to = pid(context, arguments, 1, who)?;
    let this = host.processes().this();
    let (other, direction) = match (from == this, to == this) {
        // A process need not be told of its own end.
        _ if from == to => return Ok(Value::UNSPECIFIED),
        (true, _) => (to, Direction::Outbound),
        (_, true) => (from, Direction::Inbound),
        _ if to.node == 0 => {
            host.processes().link_others(from, to, linked);
            return Ok(Value::UNSPECIFIED);
        }
        _ => {
            return Err(arguments::wrong(
                context,
                arguments,
                1,
                who,
                "a pid of this node",
            ));
        }
    };
    match linked {
        true => host.processes().link(other, direction),
        false => host.processes().unlink(other, direction),
    }
    Ok(Value::UNSPECIFIED)
}

fn link(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    connect(context, host, arguments, true)
}

fn unlink(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    connect(context, host, arguments, false)
}

/// The tag of a monitor.
pub(crate) fn monitor_tag(reference: u64) -> Value {
    Value::tag(Name {
        node: 0,
        serial: reference,
    })
}

fn monitor(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let other = pid(context, arguments, 0, "monitor")?;
    Ok(monitor_tag(host.processes().monitor(other)))
}

fn monitor_request(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let other = pid(context, arguments, 0, "monitor")?;
    Ok(monitor_tag(host.processes().monitor_request(other)))
}

fn demonitor(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let tag = context.argument(arguments, 0);
    let Some(name) = tag.as_name().filter(|_| tag.is_tag()) else {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            "demonitor",
            "the tag of a monitor",
        ));
    };
    // Unless the monitor was still there, its message may be on the way to the mailbox, or there.
    let on_its_way = name.node == 0 && !host.processes().demonitor(name.serial);
    if on_its_way && !remove_down(context, host, name.serial) {
        return Ok(Outcome::Again);
    }
    Ok(Outcome::Value(Value::UNSPECIFIED))
}

fn terminate(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let other = pid(context, arguments, 0, "terminate!")?;
    context.close_windows(host.resources());
    host.processes().terminate(other);
    if other == host.processes().this() {
        // The scheduler ends it when it sees the signal.
        return Ok(Outcome::Wait { deadline: None });
    }
    Ok(Outcome::Value(Value::UNSPECIFIED))
}

/// One of the symbols high, normal and low.
fn priority(
    context: &mut Context,
    arguments: Arguments,
    index: u32,
    who: &str,
) -> Result<Priority, Raise> {
    let name = symbol(context, arguments, index, who)?.text();
    Priority::of(&name)
        .ok_or_else(|| arguments::wrong(context, arguments, index, who, "high, normal or low"))
}

fn set_priority(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "process-priority-set!";
    let other = pid(context, arguments, 0, who)?;
    if other.node != 0 {
        let wanted = "a pid of this node";
        return Err(arguments::wrong(context, arguments, 0, who, wanted));
    }
    let wanted = priority(context, arguments, 1, who)?;
    host.processes().set_priority(other, wanted);
    Ok(Value::UNSPECIFIED)
}

fn trace(context: &mut Context, host: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "trace-process";
    let other = pid(context, arguments, 0, who)?;
    let to = pid(context, arguments, 1, who)?;
    if let Some(index) = [other, to].iter().position(|name| name.node != 0) {
        let wanted = "a pid of this node";
        return Err(arguments::wrong(
            context,
            arguments,
            index as u32,
            who,
            wanted,
        ));
    }
    let messages = context.argument(arguments, 2).is_true();
    let calls = context.argument(arguments, 3).is_true();
    host.processes().trace(other, to, messages, calls);
    Ok(Value::UNSPECIFIED)
}

fn watch_crashes(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "watch-crashes";
    let watcher = pid(context, arguments, 0, who)?;
    if watcher.node != 0 {
        let wanted = "a pid of this node";
        return Err(arguments::wrong(context, arguments, 0, who, wanted));
    }
    let watches = context.argument(arguments, 1).is_true();
    host.processes().watch_crashes(watcher, watches);
    Ok(Value::UNSPECIFIED)
}

fn is_alive(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let other = pid(context, arguments, 0, "alive?")?;
    let deadline = arguments::deadline(context, arguments, 1, "alive?")?;
    if context.request.is_none()
        && let Some(alive) = host.processes().is_alive(other)
    {
        return Ok(Outcome::Value(Value::boolean(alive)));
    }
    // Whether a description comes back is the answer.
    match context.request(host, deadline, |_, _| Ok(Request::Describe(other)))? {
        Outcome::Value(description) => Ok(Outcome::Value(Value::boolean(description.is_true()))),
        pending => Ok(pending),
    }
}

fn process_info(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let other = pid(context, arguments, 0, "process-info")?;
    if other.node != 0 {
        return Err(arguments::wrong(
            context,
            arguments,
            0,
            "process-info",
            "a pid of this node",
        ));
    }
    context.request(host, None, |_, _| Ok(Request::Describe(other)))
}

fn node_info(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let statistics = host.processes().statistics();
    let mut builder = FragmentBuilder::new();
    let alist = |entries: &[(&str, u64)], builder: &mut FragmentBuilder| -> Vec<Value> {
        let pairs = entries.iter().map(|&(key, number)| {
            let key = Value::symbol(Symbol::intern(key));
            // All of these stay below the largest fixnum for a century.
            builder.pair(key, Value::fixnum(number as i64))
        });
        pairs.collect()
    };
    let mut node = alist(&statistics.node, &mut builder);
    let mut schedulers = Vec::new();
    for scheduler in &statistics.schedulers {
        let entries = alist(scheduler, &mut builder);
        schedulers.push(builder.list(&entries));
    }
    let schedulers = builder.list(&schedulers);
    let key = Value::symbol(Symbol::intern("schedulers"));
    node.push(builder.pair(key, schedulers));
    let list = builder.list(&node);
    let message = builder.finish_message(list);
    Ok(context.heap.receive(message))
}

fn process_list(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let pids: Vec<Value> = host
        .processes()
        .list()
        .into_iter()
        .map(Value::pid)
        .collect();
    arguments::charge(context, pids.len());
    arguments::reserve_list(context, pids.len(), "process-list")?;
    Ok(context.heap.list(&pids))
}

fn register(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "publish-service";
    let name = symbol(context, arguments, 0, who)?;
    let process = pid(context, arguments, 1, who)?;
    match host.processes().register(&name.text(), process) {
        Ok(()) => Ok(Value::UNSPECIFIED),
        Err(why) => {
            let message = format!("{who}: {why}");
            let irritant = context.argument(arguments, 1);
            Err(context.condition(ConditionKind::Error, Some(who), &message, &[irritant]))
        }
    }
}

fn unregister(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let name = symbol(context, arguments, 0, "unpublish-service")?;
    host.processes().unregister(&name.text());
    Ok(Value::UNSPECIFIED)
}

fn whereis(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let name = symbol(context, arguments, 0, "resolve-service")?;
    Ok(host
        .processes()
        .registered(&name.text())
        .map_or(Value::FALSE, Value::pid))
}
