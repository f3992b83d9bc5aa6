//! Messages that the node for which they were cannot take.
//!
//! There may be no memory for them, their code may be nowhere, or their bytes may not be a value. A
//! process that sends goes on whatever becomes of its messages; but one that waits for an answer
//! ([`mound_process::Turn::monitor_request`]) would do so for ever. It is told here, whether it is of the
//! other node, and sent a request, or of this one, and should have got the answer.

use super::services::end_service_watches_with;
use crate::state::NodeState;
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::{FragmentBuilder, Value};
use mound_node::{PeerId, Signal as Wire};
use mound_process::Serial;

/// Tells of a message of `from` on a peer, for the process `to` of this node or for a service.
pub(super) fn tell(state: &NodeState, peer: PeerId, from: Option<u64>, to: Option<u64>, why: &str) {
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
    let Some(to) = to else {
        let why = why.into_bytes();
        // If it cannot be sent, the peer is gone, and its processes know.
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
