//! Messages that the node for which they were cannot take.
//!
//! There may be no memory for them, their code may be nowhere, their bytes may not be a value, or the machine of the
//! sender may lack a role. A process that sends goes on whatever becomes of its messages; but one that waits for an
//! answer ([`mound_process::Turn::monitor_request`]) would do so for ever. It is told here, whether it is of the
//! other node, and sent a request, or of this one, and should have got the answer.
//!
//! Beside that the node of the sender is told of each message that is dropped: it writes that into its log, and tells
//! the sender if that has asked (`monitor-undelivered`).

use super::services::end_service_watches_with;
use crate::state::NodeState;
use mound_base::{Symbol, SymbolRef};
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_node::{PeerId, Signal as Wire, WHY_BYTES_MAX};
use mound_process::{Serial, Signal};

/// For whom a message was that is dropped.
#[derive(Clone, Copy)]
pub(super) enum Addressee<'a> {
    /// The process of this node with this serial.
    Process(u64),
    Service(&'a str),
}

/// Tells of a message of `from` on a peer, for somebody of this node.
pub(super) fn tell(
    state: &NodeState,
    peer: PeerId,
    from: Option<u64>,
    to: Addressee<'_>,
    why: &str,
) {
    let (Some(distribution), Some(handle)) = (state.distribution(), state.handle()) else {
        return;
    };
    let text = format!("a message was dropped: {why}");
    distribution.tell(peer, text);
    let Some(from) = from else { return };
    let why = format!(
        "node {} could not take the message: {why}",
        distribution.address()
    );
    let (process, name) = match to {
        Addressee::Process(to) => (to, ""),
        Addressee::Service(name) => (0, name),
    };
    let dropped = Wire::Undelivered {
        to: from,
        from: process,
        name: name.to_owned(),
        why: why[..why.floor_char_boundary(WHY_BYTES_MAX)].to_owned(),
    };
    // If it cannot be sent, the peer is gone, and its processes know.
    let _ = distribution.node.send(peer, dropped);
    let Addressee::Process(to) = to else {
        let why = why.into_bytes();
        let _ = distribution
            .node
            .send(peer, Wire::Refused { to: from, why });
        return;
    };
    let sender = distribution.pid(peer, from);
    if let (Some(to), Some(sender)) = (Serial::from_number(to), sender) {
        // A request, or the answer to one.
        handle.message_refused(to, sender, condition(&why));
        end_service_requests(state, peer, to, &why);
    }
}

/// A process as reports name it: 1, 2 or 2.2.
fn shown(process: u64) -> String {
    Serial::from_number(process).map_or(process.to_string(), |serial| serial.to_string())
}

/// A peer has dropped a message of the process `to` of this node: for its process with a serial, or for a service.
pub(super) fn heard(
    state: &NodeState,
    peer: PeerId,
    to: u64,
    (process, service): (u64, &str),
    why: &str,
) {
    let (Some(distribution), Some(handle)) = (state.distribution(), state.handle()) else {
        return;
    };
    let name = match service {
        "" => None,
        name => SymbolRef::intern(name),
    };
    let whom = match &name {
        Some(_) => format!("the service {service}"),
        None => format!("process {} there", shown(process)),
    };
    let sender = shown(to);
    let text = format!("it dropped a message of process {sender} for {whom}: {why}");
    distribution.tell(peer, text);
    let Some(sender) = Serial::from_number(to) else {
        return;
    };
    for reference in state.undelivered_watches(sender) {
        let mut builder = FragmentBuilder::new();
        let tag = Value::tag(Name {
            node: 0,
            serial: reference,
        });
        let node = builder.string(&distribution.address_of(peer));
        let whom = match &name {
            Some(name) => builder.symbol(name.clone()),
            None => match distribution.pid(peer, process) {
                Some(pid) => Value::pid(crate::host::name(pid)),
                None => Value::FALSE,
            },
        };
        let why = builder.string(why);
        let word = Value::symbol(Symbol::intern("undelivered"));
        let list = builder.list(&[word, tag, node, whom, why]);
        handle.deliver(sender, Signal::Message(builder.finish_message(list)));
    }
}

/// A peer could not take a message of the process `to` of this node for one of its services.
pub(super) fn told(state: &NodeState, peer: PeerId, to: u64, why: &[u8]) {
    if let Some(to) = Serial::from_number(to) {
        end_service_requests(state, peer, to, &String::from_utf8_lossy(why));
    }
}

/// Ends what a process of this node asks of services of a peer.
fn end_service_requests(state: &NodeState, peer: PeerId, process: Serial, why: &str) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    let address = distribution.address_of(peer);
    end_service_watches_with(state, "failure", &|| condition(why), |watch| {
        watch.process == process && distribution.is_at(&watch.node, peer, &address)
    });
}

/// A condition of kind `undelivered`.
pub(super) fn condition(why: &str) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let message = builder.string(why);
    let kind = Value::symbol(Symbol::intern("undelivered"));
    let (none, no) = (Value::NULL, Value::FALSE);
    let condition = builder.condition([kind, message, none, no, no, no]);
    builder.finish_message(condition)
}
