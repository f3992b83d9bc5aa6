//! What comes from other nodes.
//!
//! A payload whose units are not here waits until they have been fetched, checked
//! and linked; what its sender has sent since waits with it.

use super::Distribution;
use super::asked::Question;
use super::reasons::decode_reason;
use super::services::{end_service_watches, no_service, service_unknown};
use super::spawning::{answered, reply_spawn, spawn_here, spawn_reply};
use super::undelivered::Addressee;
use super::{holds, monitors, roles, undelivered};
use crate::body::SchemeProcess;
use crate::log::{Level, Subject};
use crate::state::{NodeState, ServiceWatch};
use crate::{apart, code, instances, requests, transport};
use mound_bytecode::unit::UnitHash;
use mound_heap::budget;
use mound_heap::freeze::Frozen;
use mound_node::{
    ConnectError, DownReason, Epoch, Handled, Handler, PeerId, PeerInfo, Signal as Wire, Target,
};
use mound_process::{Control, Handle, Serial, Signal};
use std::sync::{Arc, Weak};
use tokio::sync::watch;

/// Hears what comes from other nodes.
pub(super) struct Receiver {
    pub(super) state: Weak<NodeState>,
    /// True once the node's own tables stand; signals that come before wait.
    pub(super) ready: watch::Receiver<bool>,
}

impl Receiver {
    /// The node, unless it has ended; in a simulation, what is left of one that has crashed hears nothing.
    fn state(&self) -> Option<Arc<NodeState>> {
        let state = self.state.upgrade()?;
        let has_crashed = state
            .membership
            .as_ref()
            .is_some_and(|membership| membership.life.is_over());
        (!has_crashed).then_some(state)
    }
}

impl Handler for Receiver {
    fn together(&self, work: &mut dyn FnMut()) {
        let handle = self.state().and_then(|state| state.handle().cloned());
        match handle {
            Some(handle) => handle.together(work),
            None => work(),
        }
    }

    fn signal(&self, peer: PeerId, signal: Wire) -> Handled {
        let Some(state) = self.state() else {
            return Handled::Now;
        };
        let (here, missing) = code::survey(&state, payload(&signal));
        if let Some(why) = roles::refusal(&state, peer, &signal, missing.len()) {
            self.refused(peer, signal, &why);
            return Handled::Now;
        }
        let length = payload(&signal).len();
        let is_here = missing.is_empty() && instances::are_ready(&here);
        if is_here && *self.ready.borrow() && length <= apart::AT_ONCE_BYTES {
            receive(&state, peer, signal);
            return Handled::Now;
        }
        let mut ready = self.ready.clone();
        let addressee = roles::addressee(&state, &signal);
        Handled::Later(Box::pin(async move {
            if ready.wait_for(|ready| *ready).await.is_err() {
                // The node could not be started after all.
                return;
            }
            let obtained = code::obtain(&state, peer, here, missing, addressee).await;
            let node = Arc::clone(&state);
            let finish = move || match &obtained {
                Ok(_) => {
                    receive(&node, peer, signal);
                    // Until here, so that the code stays.
                    drop(obtained);
                }
                Err(why) => refuse(&node, peer, signal, why),
            };
            match length <= apart::AT_ONCE_BYTES {
                true => finish(),
                // If the node is stopping, nobody wants it any more.
                false => apart::apart(&state, length, finish).await.unwrap_or(()),
            }
        }))
    }

    fn refused(&self, peer: PeerId, signal: Wire, why: &str) {
        if let Some(state) = self.state() {
            roles::refuse(&state, peer, signal, why);
        }
    }

    fn unit(&self, hash: UnitHash) -> Option<Arc<[u8]>> {
        let kept = self.state()?.store.get(hash);
        kept.or_else(|| crate::embedded::BUILT_IN.container(hash))
    }

    fn node_up(&self, peer: PeerId, _: Epoch, _: &PeerInfo) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
            && distribution.nodes.connected(peer).is_err()
            && !(distribution.retire_nodes(&state) && distribution.nodes.connected(peer).is_ok())
        {
            distribution.dismiss(peer, "this node knows too many nodes to name one more");
        }
    }

    fn node_down(&self, peer: PeerId, _: Epoch, reason: &DownReason) {
        let Some(state) = self.state() else { return };
        let Some(distribution) = state.distribution() else {
            return;
        };
        if let (Some(handle), Some(index)) = (state.handle(), distribution.nodes.index(peer)) {
            handle.node_down(index);
        }
        if let Some(handle) = state.handle() {
            let is_alive = |process| handle.is_alive(process);
            for process in distribution.unnoted.take(peer, is_alive) {
                handle.terminate(process.into());
            }
        }
        holds::wake(&state, distribution.congestion.take(Some(peer)));
        holds::wake(&state, distribution.holds.forget(peer));
        distribution.code_there.forget(peer);
        fail_requests(&state, distribution, peer, &reason.to_string());
        let address = distribution.node.peer_info(peer).map(|info| info.address);
        let is_connected = distribution.node.is_connected(peer);
        let addresses = distribution.reached.lost(peer, is_connected);
        let is_its = |watch: &ServiceWatch| {
            addresses.contains(&watch.node) || address.as_deref() == Some(&*watch.node)
        };
        end_service_watches(&state, "node-down", is_its);
        monitors::node_down(&state, &reason.to_string(), is_its);
        if distribution.nodes.disconnected(peer) {
            distribution.node.forget(peer);
        }
    }

    fn reached(&self, address: &str, peer: PeerId) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
        {
            distribution.reached.add(address, peer);
        }
        self.node_room(peer);
    }

    fn unreachable(&self, target: &Target, error: &ConnectError) {
        let Some(state) = self.state() else { return };
        let Some(distribution) = state.distribution() else {
            return;
        };
        let peer = match target {
            Target::Peer(peer) => Some(*peer),
            Target::Address(_) => None,
        };
        holds::wake(&state, distribution.congestion.take(peer));
        if let Target::Address(address) = target {
            if *error == ConnectError::Itself {
                distribution.is_itself(address);
            }
            end_service_watches(&state, "node-down", |watch| *watch.node == **address);
        }
        if let Target::Peer(peer) = target {
            fail_requests(&state, distribution, *peer, &error.to_string());
            if let (Some(handle), Some(index)) = (state.handle(), distribution.nodes.index(*peer)) {
                handle.node_down(index);
            }
        }
    }

    fn drained(&self, peer: PeerId) {
        self.node_room(peer);
    }

    fn wants_news(&self) -> bool {
        let state = self.state();
        state.is_some_and(|state| state.console.logs(Level::Info, Subject::Node))
    }

    fn notice(&self, notice: &mound_node::Notice) {
        let Some(state) = self.state() else { return };
        let level = match notice.is_news() {
            true => Level::Info,
            false => Level::Warning,
        };
        let peer = notice.about().map(|peer| ("peer", peer));
        let text = notice.to_string();
        state
            .console
            .log(level, Subject::Node, &text, peer.as_slice());
    }
}

impl Receiver {
    fn node_room(&self, peer: PeerId) {
        if let Some(state) = self.state()
            && let Some(distribution) = state.distribution()
        {
            holds::wake(&state, distribution.congestion.take(Some(peer)));
        }
    }
}

fn fail_requests(state: &NodeState, distribution: &Distribution, peer: PeerId, why: &str) {
    for number in distribution.asked.lost(peer) {
        let why = format!("the node is gone: {why}");
        requests::answer(state, number, requests::raise("node-down", why));
    }
}

/// The bytes of a signal that are a value.
fn payload(signal: &Wire) -> &[u8] {
    match signal {
        Wire::Send { payload, .. }
        | Wire::SendNamed { payload, .. }
        | Wire::SpawnRequest { payload, .. } => payload,
        Wire::Exit { reason, .. } | Wire::Down { reason, .. } => reason,
        Wire::SpawnReply {
            result: Err(reason),
            ..
        } => reason,
        _ => &[],
    }
}

/// In a simulation the arrival of a message is written down.
fn note_arrival(state: &NodeState, peer: PeerId, payload: &[u8]) {
    if let (Some(membership), Some(distribution)) = (&state.membership, state.distribution()) {
        membership.note_arrival(&distribution.address_of(peer), payload);
    }
}

/// Does what a signal asks; its code is here.
fn receive(state: &Arc<NodeState>, peer: PeerId, signal: Wire) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    let Some(handle) = state.handle() else { return };
    let remote = |serial: u64| distribution.pid(peer, serial);
    if adds_claim(&signal) && !distribution.may_claim(handle, peer) {
        let why = "its processes have too many links and monitors here";
        return distribution.dismiss(peer, why);
    }
    let control = |to: u64, control: Control<Frozen>| {
        if let Some(to) = Serial::from_number(to) {
            handle.deliver(to, Signal::Control(Box::new(control)));
        }
    };
    match signal {
        Wire::Send { to, from, payload } => {
            note_arrival(state, peer, &payload);
            // What the dead are sent is not read: it names nodes and symbols.
            if let Some(local) = Serial::from_number(to).filter(|&to| handle.is_alive(to)) {
                match transport::decode_message(state, peer, &payload) {
                    Ok(message) => {
                        handle.deliver(local, message);
                        distribution.note_taken(handle, peer, local, "");
                    }
                    Err(why) => undelivered::tell(state, peer, from, Addressee::Process(to), &why),
                }
            }
        }
        Wire::SendNamed {
            name,
            from,
            payload,
        } => {
            note_arrival(state, peer, &payload);
            match handle.resolve(&name) {
                Some(process) => match transport::decode_message(state, peer, &payload) {
                    Ok(message) => {
                        handle.pass_on(process, message);
                        if let Some(local) = process.as_local() {
                            distribution.note_taken(handle, peer, local, &name);
                        }
                    }
                    Err(why) => {
                        undelivered::tell(state, peer, from, Addressee::Service(&name), &why);
                    }
                },
                None => no_service(state, distribution, peer, from, &name),
            }
        }
        Wire::Link { from, to } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Link { to: watcher });
            }
        }
        Wire::Unlink { from, to, id: 0 } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Unlink { to: watcher });
            }
        }
        Wire::Unlink { from, to, id } => {
            let heard = Wire::UnlinkAck {
                from: to,
                to: from,
                id,
            };
            // If it cannot be sent, the peer is gone, and its processes know.
            let _ = distribution.node.send(peer, heard);
        }
        Wire::Linked { from, to } => {
            if let (Some(from), Some(to)) = (remote(from), Serial::from_number(to)) {
                handle.told_of_link(to, from);
            }
        }
        Wire::Unlinked { from, to } => {
            if let Some(from) = remote(from) {
                control(to, Control::Unlinked { from });
            }
        }
        Wire::Refused { to, why } => undelivered::told(state, peer, to, &why),
        Wire::Undelivered {
            to,
            from,
            name,
            why,
        } => undelivered::heard(state, peer, to, (from, &name), &why),
        Wire::Exit { from, to, reason } => {
            if let Some(from) = remote(from) {
                let (origin, reason) = decode_reason(state, peer, &reason);
                control(
                    to,
                    Control::Exit {
                        from,
                        origin: origin.unwrap_or(from),
                        reason,
                    },
                );
            }
        }
        Wire::Monitor {
            from,
            to,
            reference,
        } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Monitor { watcher, reference });
            }
        }
        Wire::Demonitor {
            from,
            to,
            reference,
        } => {
            if let Some(watcher) = remote(from) {
                control(to, Control::Demonitor { watcher, reference });
            }
        }
        Wire::Down {
            to,
            reference: 0,
            reason,
            ..
        } => service_unknown(state, distribution, peer, to, &reason),
        Wire::Down {
            from,
            to,
            reference,
            reason,
        } => {
            if let Some(process) = remote(from) {
                let (_, reason) = decode_reason(state, peer, &reason);
                control(
                    to,
                    Control::Down {
                        reference,
                        process,
                        reason,
                    },
                );
            }
        }
        Wire::SpawnRequest {
            request,
            from,
            options,
            payload,
        } => {
            let result = spawn_here(state, Some(peer), &options, &payload)
                .and_then(|serial| note_spawn(handle, distribution, peer, request, serial));
            reply_spawn(distribution, peer, request, from, result);
        }
        Wire::SpawnNoted { request, .. } => distribution.unnoted.noted(peer, request),
        Wire::Hold { from, name } => distribution.holds.hold(peer, from, name),
        Wire::Room { from } => holds::wake(state, distribution.holds.release(peer, from)),
        Wire::SpawnReply {
            request,
            to: asker,
            result,
        } => {
            let spawned = result.as_ref().ok().copied();
            let process = |serial| distribution.pid(peer, serial);
            let asked = distribution.asked.spawned(request, peer);
            let awaited = asked.is_some()
                && requests::try_answer(state, request, spawn_reply(result, process));
            if spawned.is_some() {
                if let Some(units) = asked {
                    distribution.code_there.add(peer, units);
                }
                let noted = Wire::SpawnNoted {
                    request,
                    from: asker,
                };
                // If it cannot be sent, the peer is gone, and ends the process.
                let _ = distribution.node.send(peer, noted);
            }
            // Nobody would ever know of it.
            if let (false, Some(to)) = (awaited, spawned) {
                let _ = distribution
                    .node
                    .send(peer, Wire::Terminate { to, from: None });
            }
        }
        Wire::Terminate { to, .. } => control(to, Control::Terminate),
        Wire::Pong { id } => answered(state, peer, id, &Question::Ping),
        Wire::UnlinkAck { id, .. } => answered(state, peer, id, &Question::HearOut),
        Wire::CodeWant { .. }
        | Wire::CodeHave { .. }
        | Wire::Ping { .. }
        | Wire::Bulletin { .. }
        | Wire::RenewalWant
        | Wire::Renewal { .. } => {}
    }
}

/// Remembers a process that a peer has asked for until the peer knows of it, if it will say so.
fn note_spawn(
    handle: &Handle<SchemeProcess>,
    distribution: &Distribution,
    peer: PeerId,
    request: u64,
    number: u64,
) -> Result<u64, String> {
    let info = distribution.node.peer_info(peer);
    if info.is_some_and(|info| info.capabilities.notes_spawns())
        && let Some(process) = Serial::from_number(number)
        && !distribution
            .unnoted
            .add(peer, request, process, |process| handle.is_alive(process))
    {
        handle.terminate(process.into());
        return Err(
            "too many processes were started of which your node has not taken note".to_owned(),
        );
    }
    Ok(number)
}

/// Whether a signal has something written down here for a process of the peer.
fn adds_claim(signal: &Wire) -> bool {
    match signal {
        Wire::Link { .. }
        | Wire::Linked { .. }
        | Wire::Monitor { .. }
        | Wire::SpawnRequest { .. } => true,
        Wire::Send { .. }
        | Wire::SendNamed { .. }
        | Wire::Unlinked { .. }
        | Wire::Refused { .. }
        | Wire::Undelivered { .. }
        | Wire::SpawnNoted { .. }
        | Wire::Hold { .. }
        | Wire::Room { .. }
        | Wire::Unlink { .. }
        | Wire::UnlinkAck { .. }
        | Wire::Exit { .. }
        | Wire::Demonitor { .. }
        | Wire::Down { .. }
        | Wire::SpawnReply { .. }
        | Wire::Terminate { .. }
        | Wire::CodeWant { .. }
        | Wire::CodeHave { .. }
        | Wire::Ping { .. }
        | Wire::Pong { .. }
        | Wire::Bulletin { .. }
        | Wire::RenewalWant
        | Wire::Renewal { .. } => false,
    }
}

impl Distribution {
    /// Whether what is kept for processes of a peer may grow.
    fn may_claim(&self, handle: &Handle<SchemeProcess>, peer: PeerId) -> bool {
        let Some(node) = self.nodes.index(peer) else {
            return false;
        };
        handle.claims(node) < self.claims_max && !budget::is_exhausted()
    }
}

/// A signal whose code cannot be had: its sender is told.
fn refuse(state: &Arc<NodeState>, peer: PeerId, signal: Wire, why: &str) {
    let Some(distribution) = state.distribution() else {
        return;
    };
    match signal {
        Wire::SpawnRequest { request, from, .. } => {
            reply_spawn(distribution, peer, request, from, Err(why.to_owned()));
        }
        Wire::Send { to, from, .. } => {
            undelivered::tell(state, peer, from, Addressee::Process(to), why);
        }
        Wire::SendNamed { name, from, .. } => {
            undelivered::tell(state, peer, from, Addressee::Service(&name), why);
        }
        // News of an end arrives however it is: what was raised is not there then.
        _ => receive(state, peer, signal),
    }
}
