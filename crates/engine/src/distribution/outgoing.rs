//! Signals of local processes for processes of other nodes.
//!
//! Messages are bytes already, made in the turn of their sender; what comes here
//! are links, monitors, ends, and messages from the node itself.

use super::reasons::encode_reason;
use crate::state::NodeState;
use crate::transport;
use mound_heap::freeze::Frozen;
use mound_node::{SendError, Signal as Wire};
use mound_process::{Control, Flow, Pid, Reason, Router, Serial, Signal, is_for_request};
use std::sync::Weak;

/// Signals of local processes for other nodes, except messages, which are bytes already.
pub(super) struct Outgoing {
    pub(super) state: Weak<NodeState>,
}

impl Router<Frozen> for Outgoing {
    fn room(&self, node: u16, process: Serial) -> bool {
        let state = self.state.upgrade();
        let distribution = state.as_ref().and_then(|state| state.distribution());
        distribution.is_some_and(|distribution| distribution.tell_room(node, process))
    }

    fn route(&self, from: Option<Serial>, to: Pid, signal: Signal<Frozen>) -> Flow {
        let Some(state) = self.state.upgrade() else {
            return Flow::Free;
        };
        let Some(distribution) = state.distribution() else {
            return Flow::Free;
        };
        let Some((peer, target)) = distribution.target(to) else {
            // Its name was retired, which was told as the loss of the node, and is told again to who asks now.
            if let Some(signal) = to_wire(&state, from, 0, signal) {
                unreachable_signal(&state, to, &signal);
            }
            return Flow::Free;
        };
        let goes_along = goes_along(&signal);
        let sent = match to_wire(&state, from, target, signal) {
            Some(signal) if goes_along => distribution.node.send_along(peer, signal),
            Some(signal) => distribution.node.send(peer, signal),
            None => return Flow::Free,
        };
        if let Err(SendError::NotConnected(signal)) = sent {
            unreachable_signal(&state, to, &signal);
        }
        Flow::Free
    }
}

/// Whether a signal may leave with the next one: the request follows its monitor, and nobody waits for the end of a
/// monitor.
fn goes_along(signal: &Signal<Frozen>) -> bool {
    let Signal::Control(control) = signal else {
        return false;
    };
    match **control {
        Control::Monitor { reference, .. } => is_for_request(reference),
        Control::Demonitor { .. } => true,
        _ => false,
    }
}

/// The form of a signal on the wire; `None` for what never leaves a node.
fn to_wire(
    state: &NodeState,
    from: Option<Serial>,
    target: u64,
    signal: Signal<Frozen>,
) -> Option<Wire> {
    let own = from.map(Serial::number);
    let control = match signal {
        Signal::Message(message) => {
            let payload = transport::encode_frozen(state, &message).ok()?;
            return Some(Wire::Send {
                to: target,
                from: own,
                payload,
            });
        }
        Signal::Control(control) => *control,
    };
    match control {
        // The variables stay: who sends through another node sends to a name of that node.
        Control::Parcel(parcel) => {
            let payload = transport::encode_frozen(state, &parcel.part(0)?).ok()?;
            Some(Wire::Send {
                to: target,
                from: own,
                payload,
            })
        }
        Control::Exit {
            from,
            origin,
            reason,
        } => Some(Wire::Exit {
            from: from.serial().number(),
            to: target,
            reason: encode_reason(state, Some(origin), reason),
        }),
        Control::Link { to: watcher } => Some(Wire::Link {
            from: watcher.as_local()?.number(),
            to: target,
        }),
        Control::Unlink { to: watcher } => Some(Wire::Unlink {
            from: watcher.as_local()?.number(),
            to: target,
            id: 0,
        }),
        Control::Linked { from } => Some(Wire::Linked {
            from: from.as_local()?.number(),
            to: target,
        }),
        Control::Unlinked { from } => Some(Wire::Unlinked {
            from: from.as_local()?.number(),
            to: target,
        }),
        Control::Monitor { watcher, reference } => Some(Wire::Monitor {
            from: watcher.as_local()?.number(),
            to: target,
            reference,
        }),
        Control::Demonitor { watcher, reference } => Some(Wire::Demonitor {
            from: watcher.as_local()?.number(),
            to: target,
            reference,
        }),
        Control::Down {
            reference,
            process,
            reason,
        } => Some(Wire::Down {
            from: process.serial().number(),
            to: target,
            reference,
            reason: encode_reason(state, None, reason),
        }),
        Control::Terminate => Some(Wire::Terminate {
            to: target,
            from: own,
        }),
        Control::Attach { .. }
        | Control::Detach { .. }
        | Control::Refuse { .. }
        | Control::Lost { .. }
        | Control::Trace(_)
        | Control::Inform(_)
        | Control::OnEnd(_)
        | Control::End { .. }
        | Control::Release(_) => None,
    }
}

/// Answers a signal that cannot be sent, as its sender must be told.
fn unreachable_signal(state: &NodeState, to: Pid, signal: &Wire) {
    let Some(handle) = state.handle() else { return };
    let deliver = |serial: u64, control: Control<Frozen>| {
        if let Some(serial) = Serial::from_number(serial) {
            handle.deliver(serial, Signal::Control(Box::new(control)));
        }
    };
    match *signal {
        Wire::Link { from, .. } => {
            deliver(
                from,
                Control::Exit {
                    from: to,
                    origin: to,
                    reason: Reason::NodeDown,
                },
            );
        }
        Wire::Monitor {
            from, reference, ..
        } => {
            deliver(
                from,
                Control::Down {
                    reference,
                    process: to,
                    reason: Reason::NodeDown,
                },
            );
        }
        _ => {}
    }
}
