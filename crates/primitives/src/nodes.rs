//! This node among others.

use crate::arguments::{self, pid, symbol, text};
use crate::processes::{after_send, links, monitor_tag, process_name, spawn_here, thunk};
use crate::{Area, control, leaf};
use mound_base::Symbol;
use mound_heap::object::{Closure, Condition};
use mound_heap::value::Name;
use mound_heap::{Continuation, FragmentBuilder, Value};
use mound_machine::{
    Arguments, Context, Direction, Fact, Host, Move, Outcome, Raise, Request, SpawnOptions,
};

pub(crate) const AREA: Area = &[
    leaf("%begin-move!", begin_move),
    control("%connect-node", connect_node),
    leaf("%current-node", current_node),
    leaf("%disconnect-node", disconnect_node),
    leaf("%limit-service", limit_service),
    leaf("%mobile-report", mobile_report),
    leaf("%monitor-node", monitor_node),
    leaf("%monitor-service", monitor_service),
    leaf("%monitor-undelivered", monitor_undelivered),
    leaf("%move-asked", move_asked),
    leaf("%node-peers", node_peers),
    control("%node-start", node_start),
    leaf("%nodes", nodes),
    leaf("%pid-node", pid_node),
    control("%ping", ping),
    leaf("%ready-for-move", ready_for_move),
    control("%send-service", send_service),
    control("%spawn-remote", spawn_remote),
];

/// A node's name, or `#f`.
fn node_value(context: &mut Context, node: Option<String>, who: &str) -> Result<Value, Raise> {
    match node {
        Some(node) => arguments::new_string(context, &node, who),
        None => Ok(Value::FALSE),
    }
}

fn current_node(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let node = host.cluster().this_node();
    node_value(context, node, "current-node")
}

fn pid_node(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let node = match pid(context, arguments, 0, "pid-node")?.node {
        0 => host.cluster().this_node(),
        index => host.cluster().node_name(index),
    };
    node_value(context, node, "pid-node")
}

fn node_start(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let address = text(context, arguments, 0, "node-init")?;
    let advertise = match context.argument(arguments, 1) {
        Value::FALSE => None,
        _ => Some(text(context, arguments, 1, "node-init")?),
    };
    context.request(host, None, |_, _| {
        Ok(Request::StartNode { address, advertise })
    })
}

/// `#f` if there is no answer in time; a node that cannot be reached is no error here.
fn ping(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let asked = match context.argument(arguments, 0).as_pid() {
        Some(process) => Request::HearOut(process),
        None => Request::Ping {
            node: text(context, arguments, 0, "ping")?,
        },
    };
    let deadline = arguments::deadline(context, arguments, 1, "ping")?;
    match context.request(host, deadline, |_, _| Ok(asked)) {
        Err(raise) if is_silence(raise.0) => Ok(Outcome::Value(Value::FALSE)),
        outcome => outcome,
    }
}

/// Whether the condition says that a node does not answer.
fn is_silence(object: Value) -> bool {
    let kind = Condition::of(object).and_then(|condition| condition.kind().as_symbol());
    kind.is_some_and(|kind| {
        matches!(
            &*kind.text(),
            "timeout" | "unreachable" | "node-down" | "refused"
        )
    })
}

fn monitor_service(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let name = symbol(context, arguments, 0, "!?")?;
    let node = text(context, arguments, 1, "!?")?;
    Ok(monitor_tag(
        host.cluster().monitor_service(&node, &name.text()),
    ))
}

fn connect_node(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let node = text(context, arguments, 0, "connect-node")?;
    let deadline = arguments::deadline(context, arguments, 1, "connect-node")?;
    context.request(host, deadline, |_, _| Ok(Request::ConnectNode { node }))
}

fn disconnect_node(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let node = text(context, arguments, 0, "disconnect-node")?;
    Ok(Value::boolean(host.cluster().disconnect_node(&node)))
}

fn limit_service(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let process = pid(context, arguments, 0, "publish-service")?;
    let roles = text(context, arguments, 1, "publish-service")?;
    let is_said = host.cluster().limit_service(process, &roles);
    Ok(Value::boolean(is_said))
}

fn mobile_report(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let value = context.argument(arguments, 0);
    if Closure::of(value).is_none() && Continuation::of(value).is_none() {
        let who = "mobile-report";
        return Err(arguments::wrong(context, arguments, 0, who, "a procedure"));
    }
    let report = host.cluster().mobile_report(context, value);
    Ok(context.heap.receive(report))
}

fn monitor_node(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let node = text(context, arguments, 0, "monitor-node")?;
    Ok(monitor_tag(host.cluster().monitor_node(&node)))
}

fn monitor_undelivered(_: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    Ok(monitor_tag(host.cluster().monitor_undelivered()))
}

fn node_peers(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let peers = host.cluster().peers();
    arguments::charge(context, peers.len() * 32);
    let mut builder = FragmentBuilder::new();
    let mut lists = Vec::with_capacity(peers.len());
    for peer in peers {
        let entries: Vec<Value> = peer
            .into_iter()
            .map(|(key, fact)| {
                let value = match fact {
                    // None of these is as large as a fixnum can be.
                    Fact::Number(number) => Value::fixnum(number as i64),
                    Fact::Text(text) => builder.string(&text),
                    Fact::Truth(truth) => Value::boolean(truth),
                    Fact::Nothing => Value::FALSE,
                };
                builder.pair(Value::symbol(Symbol::intern(key)), value)
            })
            .collect();
        lists.push(builder.list(&entries));
    }
    let list = builder.list(&lists);
    let message = builder.finish_message(list);
    Ok(context.heap.receive(message))
}

fn nodes(context: &mut Context, host: &mut dyn Host, _: Arguments) -> Result<Value, Raise> {
    let names = host.cluster().nodes();
    let bytes = names.iter().map(String::len).sum::<usize>();
    arguments::charge(context, names.len() + bytes / 64);
    let mut builder = FragmentBuilder::new();
    let strings: Vec<Value> = names.iter().map(|name| builder.string(name)).collect();
    let list = builder.list(&strings);
    let message = builder.finish_message(list);
    Ok(context.heap.receive(message))
}

fn send_service(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let name = symbol(context, arguments, 0, "!")?;
    let node = text(context, arguments, 1, "!")?;
    let message = context.argument(arguments, 2);
    let delivery = host
        .cluster()
        .send_service(context, &node, &name.text(), message)?;
    after_send(context, host, arguments, 3, delivery)
}

fn spawn_remote(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Outcome, Raise> {
    let who = "remote-spawn";
    let node = text(context, arguments, 0, who)?;
    thunk(context, arguments, 1, who)?;
    let name = process_name(context, arguments, 2, who)?;
    let links = links(context, arguments, 3, who)?;
    let told = context.argument(arguments, 4) != Value::FALSE;
    let deadline = arguments::deadline(context, arguments, 5, who)?;
    if context.request.is_none() && host.cluster().this_node().as_deref() == Some(&*node) {
        let options = SpawnOptions {
            name,
            links,
            ..SpawnOptions::default()
        };
        let thunk = context.argument(arguments, 1);
        let child = spawn_here(context, host, thunk, Some(Box::new(options)))?;
        if let (true, Some(child)) = (told, child.as_name()) {
            host.processes().link(child, Direction::Outbound);
        }
        return Ok(Outcome::Value(child));
    }
    context.request(host, deadline, |context, host| {
        let thunk = context.argument(arguments, 1);
        let thunk = host.cluster().encode_private(context, thunk)?;
        Ok(Request::SpawnRemote {
            node,
            thunk,
            name,
            links,
            told,
        })
    })
}

fn ready_for_move(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "migrate-task";
    let node = text(context, arguments, 0, who)?;
    thunk(context, arguments, 1, who)?;
    let thunk = context.argument(arguments, 1);
    let run = host.cluster().ready_for_move(context, &node, thunk)?;
    node_value(context, run, who)
}

fn tag_at(context: &mut Context, arguments: Arguments, who: &str) -> Result<Name, Raise> {
    let value = context.argument(arguments, 0);
    match value.as_name().filter(|_| value.is_tag()) {
        Some(name) => Ok(name),
        None => Err(arguments::wrong(context, arguments, 0, who, "a tag")),
    }
}

fn begin_move(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let tag = tag_at(context, arguments, "migrate-task")?;
    Ok(Value::boolean(host.cluster().begin_move(tag)))
}

fn move_asked(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "migrate-task";
    let tag = tag_at(context, arguments, who)?;
    let run = text(context, arguments, 1, who)?;
    Ok(match host.cluster().move_asked(tag, &run) {
        Move::Begun(process) => Value::pid(process),
        Move::NotBegun => Value::FALSE,
        Move::Unknown => Value::TRUE,
    })
}
