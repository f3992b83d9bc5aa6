//! Starting processes on other nodes, for others here, and asking whether a node is there.

use super::Distribution;
use super::asked::Question;
use crate::host::bound;
use crate::state::NodeState;
use crate::{requests, transport};
use mound_base::SymbolRef;
use mound_heap::Value;
use mound_heap::value::Name;
use mound_machine::Reply;
use mound_node::{ConnectError, PeerId, Signal as Wire};
use mound_process::{Pid, Serial, SpawnOptions};
use std::sync::Arc;

/// A process to be started on another node.
pub struct RemoteSpawn {
    pub thunk: Vec<u8>,
    pub name: Option<SymbolRef>,
    pub links: Vec<Name>,
    /// Whether the new process is told of the end of the one that asks.
    pub told: bool,
}

/// Starts a process on another node, connecting first.
pub fn spawn_remote(
    state: &Arc<NodeState>,
    process: Serial,
    number: u64,
    address: &str,
    spawn: RemoteSpawn,
) {
    let Some(distribution) = state.distribution() else {
        return requests::answer(state, number, not_started());
    };
    if distribution.is_this_address(address) {
        return spawn_on_this_node(state, process, number, &spawn);
    }
    // The usual case needs no other thread.
    if let Some(peer) = distribution.node.peer_at(address) {
        return request_spawn(state, process, number, peer, spawn);
    }
    let (reached, at) = (Arc::clone(state), address.to_owned());
    distribution
        .node
        .connect(address, move |result| match result {
            Ok(peer) => request_spawn(&reached, process, number, peer, spawn),
            Err(ConnectError::Itself) => {
                is_itself(&reached, &at);
                spawn_on_this_node(&reached, process, number, &spawn);
            }
            Err(error) => requests::answer(&reached, number, unreachable(&at, &error)),
        });
}

/// A remote spawn that is none.
fn spawn_on_this_node(state: &Arc<NodeState>, process: Serial, number: u64, spawn: &RemoteSpawn) {
    let spawned = encode_options(process, spawn)
        .and_then(|options| spawn_here(state, None, &options, &spawn.thunk));
    let reply = match spawned {
        Ok(serial) => spawn_reply(Ok(serial), |serial| {
            Serial::from_number(serial).map(Pid::local)
        }),
        Err(why) => requests::raise("refused", why),
    };
    requests::answer(state, number, reply);
}

fn request_spawn(
    state: &NodeState,
    process: Serial,
    number: u64,
    peer: PeerId,
    spawn: RemoteSpawn,
) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    let options = match encode_options(process, &spawn) {
        Ok(options) => options,
        Err(why) => return requests::answer(state, number, requests::raise("type", why)),
    };
    // What cannot be read is an error of the other node's.
    let units = mound_wire::units_needed(&spawn.thunk).unwrap_or_default();
    distribution.asked.ask(number, peer, Question::Spawn(units));
    let signal = Wire::SpawnRequest {
        request: number,
        from: process.number(),
        options,
        payload: spawn.thunk,
    };
    if let Err(error) = distribution.node.send(peer, signal)
        && distribution.asked.unsent(number, peer)
    {
        requests::answer(
            state,
            number,
            requests::raise("unreachable", error.to_string()),
        );
    }
}

fn is_itself(state: &NodeState, address: &str) {
    if let Some(distribution) = state.distribution() {
        distribution.is_itself(address);
    }
}

pub(super) fn not_started() -> Reply {
    requests::raise(
        "node",
        "this node does not listen yet: call (node-init), or run with --listen".to_owned(),
    )
}

pub(super) fn unreachable(address: &str, error: &ConnectError) -> Reply {
    requests::raise(
        "unreachable",
        format!("cannot reach node {address}: {error}"),
    )
}

/// Is a node there?
pub fn ping(state: &Arc<NodeState>, number: u64, address: &str) {
    let Some(distribution) = state.distribution() else {
        return requests::answer(state, number, not_started());
    };
    if distribution.is_this_address(address) {
        return requests::answer(state, number, requests::plain(Value::TRUE));
    }
    let (asked, at) = (Arc::clone(state), address.to_owned());
    distribution
        .node
        .connect(address, move |result| match result {
            Ok(peer) => {
                let Some(distribution) = asked.distribution() else {
                    return;
                };
                distribution.asked.ask(number, peer, Question::Ping);
                let question = Wire::Ping { id: number };
                if distribution.node.send(peer, question).is_err() {
                    unsent(&asked, distribution, peer, number);
                }
            }
            Err(error) => {
                let here = error == ConnectError::Itself;
                if here {
                    is_itself(&asked, &at);
                }
                requests::answer(&asked, number, requests::plain(Value::boolean(here)));
            }
        });
}

/// Has all come that a process of another node has sent? The answer is behind that (LINK-7 of `docs/spec`). Nothing
/// comes from a node without a connection.
pub fn hear_out(state: &Arc<NodeState>, number: u64, process: Name) {
    let nothing = || requests::answer(state, number, requests::plain(Value::FALSE));
    let Some(distribution) = state.distribution() else {
        return nothing();
    };
    let target = crate::host::pid(process).and_then(|process| distribution.target(process));
    let Some((peer, serial)) = target.filter(|(peer, _)| distribution.node.is_connected(*peer))
    else {
        return nothing();
    };
    distribution.asked.ask(number, peer, Question::HearOut);
    let question = Wire::Unlink {
        from: 0,
        to: serial,
        id: number,
    };
    if distribution.node.send(peer, question).is_err() {
        unsent(state, distribution, peer, number);
    }
}

fn unsent(state: &NodeState, distribution: &Distribution, peer: PeerId, number: u64) {
    if distribution.asked.unsent(number, peer) {
        requests::answer(state, number, requests::plain(Value::FALSE));
    }
}

/// A peer has answered a ping, or that all has come.
pub(super) fn answered(state: &NodeState, peer: PeerId, number: u64, question: &Question) {
    let known = state
        .distribution()
        .is_some_and(|distribution| distribution.asked.answered(number, peer, question));
    if known {
        requests::answer(state, number, requests::plain(Value::TRUE));
    }
}

/// Name and links of a spawn request: count-prefixed text, then serials of the asking node: first 0 or
/// that of the process of whose end the new one is told, then those that are told of its end. What does
/// not fit this form is an error of the caller's.
pub(super) fn encode_options(asker: Serial, spawn: &RemoteSpawn) -> Result<Vec<u8>, String> {
    let name = spawn.name.as_ref().map(|name| name.symbol().text());
    let name = name.as_deref().unwrap_or_default();
    let length = u8::try_from(name.len()).map_err(|_| {
        format!("the name of a process on another node has at most 255 bytes: {name}")
    })?;
    let mut bytes = vec![length];
    bytes.extend(name.as_bytes());
    let told_of = if spawn.told { asker.number() } else { 0 };
    bytes.extend(told_of.to_le_bytes());
    for link in &spawn.links {
        if link.node != 0 {
            return Err(
                "links of a process on another node must be processes of this node".to_owned(),
            );
        }
        bytes.extend(link.serial.to_le_bytes());
    }
    Ok(bytes)
}

/// `asker` gives the pids of processes of the asking node.
fn decode_options(bytes: &[u8], asker: impl Fn(u64) -> Option<Pid>) -> Option<SpawnOptions> {
    let (&length, rest) = bytes.split_first()?;
    let name = std::str::from_utf8(rest.get(..length as usize)?).ok()?;
    let serials = rest.get(length as usize..)?;
    let process = |bytes: &[u8]| asker(u64::from_le_bytes(bytes.try_into().ok()?));
    let (told_of, links) = serials.split_at_checked(8)?;
    let told_of = match told_of {
        [0, 0, 0, 0, 0, 0, 0, 0] => Vec::new(),
        bytes => vec![process(bytes)?],
    };
    let links = links.chunks(8).map(process);
    Some(SpawnOptions {
        name: (!name.is_empty()).then(|| name.into()),
        links: links.collect::<Option<Vec<Pid>>>()?,
        told_of,
        ..SpawnOptions::default()
    })
}

/// Starts a process that a process of a peer has asked for, or one of this node.
pub(super) fn spawn_here(
    state: &Arc<NodeState>,
    peer: Option<PeerId>,
    options: &[u8],
    payload: &[u8],
) -> Result<u64, String> {
    let limits = state.default_limits();
    let asker = |serial| match peer {
        Some(peer) => state.distribution()?.pid(peer, serial),
        None => Serial::from_number(serial).map(Pid::local),
    };
    let options = SpawnOptions {
        bound: bound(&limits),
        ..decode_options(options, asker).ok_or("malformed options")?
    };
    let process = transport::decode_process(state, peer, payload)?;
    let handle = state.handle().ok_or("the node does not run")?;
    let serial = handle
        .spawn(process.limited(limits), options)
        .map_err(|error| error.to_string())?;
    Ok(serial.number())
}

pub(super) fn reply_spawn(
    distribution: &Distribution,
    peer: PeerId,
    request: u64,
    to: u64,
    result: Result<u64, String>,
) {
    let signal = Wire::SpawnReply {
        request,
        to,
        result: result.map_err(String::into_bytes),
    };
    // If it cannot be sent, the peer is gone and has answered its request itself.
    let _ = distribution.node.send(peer, signal);
}

/// `process` gives the pid of the new process.
pub(super) fn spawn_reply(
    result: Result<u64, Vec<u8>>,
    process: impl Fn(u64) -> Option<Pid>,
) -> Reply {
    match result {
        Ok(serial) => match process(serial) {
            Some(process) => requests::plain(Value::pid(crate::host::name(process))),
            None => requests::raise("node", "the node answered with a malformed pid".to_owned()),
        },
        Err(why) => requests::raise(
            "refused",
            format!("the node refused: {}", String::from_utf8_lossy(&why)),
        ),
    }
}
