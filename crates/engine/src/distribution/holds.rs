//! Processes in whose mailbox there is no room: those of this node, of which peers were told, and those of peers, for
//! which processes of this node wait ([decision 89](../../../../docs/decisions/0089-senders-wait-for-room.md)).
//!
//! A peer is told when a message of it has come for which there was no room, and again when there is room. What is
//! under way meanwhile is taken all the same. All of it is forgotten with the connection.
//!
//! - K1. A peer was told *hold* of a process, and not *room* since, exactly if the pair is in `told`.
//! - K2. Whoever was told to wait for a process of a peer is in `waiting` of its entry until it is woken.

use super::Distribution;
use super::waiters::Waiters;
use crate::body::SchemeProcess;
use crate::state::NodeState;
use mound_node::{PeerId, Signal as Wire};
use mound_process::{Handle, Pid, Serial};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Processes and names of a peer that are held at most; for those beyond nobody waits.
const HELD_MAX: usize = 4096;

/// See the top of this file.
#[derive(Default)]
pub(super) struct Holds {
    /// Whether any process of a peer is held: each message to another node looks here.
    any: AtomicBool,
    held: Mutex<HashMap<PeerId, Held>>,
    /// K1: with the names by which it was sent to; the empty one stands for its pid.
    told: Mutex<HashMap<(PeerId, Serial), BTreeSet<String>>>,
}

/// What a peer has told to hold.
#[derive(Default)]
struct Held {
    processes: BTreeMap<u64, Waiting>,
    names: BTreeMap<String, u64>,
}

/// Who waits for a process of a peer.
#[derive(Default)]
struct Waiting {
    names: Vec<String>,
    senders: Waiters,
}

impl Holds {
    fn held(&self) -> MutexGuard<'_, HashMap<PeerId, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told(&self) -> MutexGuard<'_, HashMap<(PeerId, Serial), BTreeSet<String>>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A peer says that there is no room for its process.
    pub fn hold(&self, peer: PeerId, process: u64, name: String) {
        let mut held = self.held();
        let of_peer = held.entry(peer).or_default();
        if of_peer.processes.len() + of_peer.names.len() >= HELD_MAX {
            return;
        }
        let waiting = of_peer.processes.entry(process).or_default();
        if !name.is_empty() && of_peer.names.insert(name.clone(), process).is_none() {
            waiting.names.push(name);
        }
        self.any.store(true, Ordering::Release);
    }

    /// There is room again: who waited.
    pub fn release(&self, peer: PeerId, process: u64) -> BTreeSet<Serial> {
        let mut held = self.held();
        let Some(of_peer) = held.get_mut(&peer) else {
            return BTreeSet::new();
        };
        let Some(waiting) = of_peer.processes.remove(&process) else {
            return BTreeSet::new();
        };
        for name in &waiting.names {
            of_peer.names.remove(name);
        }
        if of_peer.processes.is_empty() {
            held.remove(&peer);
        }
        self.any.store(!held.is_empty(), Ordering::Release);
        waiting.senders.take()
    }

    /// The connection with a peer has ended: who waited for any of its processes.
    pub fn forget(&self, peer: PeerId) -> BTreeSet<Serial> {
        self.told().retain(|(of, _), _| *of != peer);
        let mut held = self.held();
        let of_peer = held.remove(&peer).unwrap_or_default();
        self.any.store(!held.is_empty(), Ordering::Release);
        let waiting = of_peer.processes.into_values();
        waiting.flat_map(|waiting| waiting.senders.take()).collect()
    }

    /// Whether a process of this node may send to one of a peer; if not, it is woken when it may.
    fn admits(
        &self,
        peer: PeerId,
        find: impl FnOnce(&Held) -> Option<u64>,
        sender: Serial,
        is_alive: impl Fn(Serial) -> bool,
    ) -> bool {
        let mut held = self.held();
        let Some(of_peer) = held.get_mut(&peer) else {
            return true;
        };
        let process = find(of_peer);
        let Some(waiting) = process.and_then(|process| of_peer.processes.get_mut(&process)) else {
            return true;
        };
        waiting.senders.add(sender, is_alive);
        false
    }
}

impl Distribution {
    /// Whether a process of this node may send to one of another node now; if not, it is woken when it may.
    pub fn has_room(&self, sender: Serial, to: Pid, is_alive: impl Fn(Serial) -> bool) -> bool {
        if !self.holds.any.load(Ordering::Acquire) {
            return true;
        }
        let Some((peer, process)) = self.target(to) else {
            return true;
        };
        let find = |held: &Held| held.processes.contains_key(&process).then_some(process);
        self.holds.admits(peer, find, sender, is_alive)
    }

    /// The same with a service of a node.
    pub fn service_has_room(
        &self,
        sender: Serial,
        (node, name): (&str, &str),
        is_alive: impl Fn(Serial) -> bool,
    ) -> bool {
        if !self.holds.any.load(Ordering::Acquire) {
            return true;
        }
        let peers: Vec<PeerId> = self.holds.held().keys().copied().collect();
        let is_it = |peer: &PeerId| self.is_at(node, *peer, &self.address_of(*peer));
        let Some(peer) = peers.into_iter().find(is_it) else {
            return true;
        };
        let find = |held: &Held| held.names.get(name).copied();
        self.holds.admits(peer, find, sender, is_alive)
    }

    /// A message of a peer has come for a process of this node, by its name or its pid. If there is no room for more,
    /// the peer is told.
    pub(super) fn note_taken(
        &self,
        handle: &Handle<SchemeProcess>,
        peer: PeerId,
        process: Serial,
        name: &str,
    ) {
        let Some(node) = self.nodes.index(peer) else {
            return;
        };
        if !handle.has_bound(process) {
            return;
        }
        // Until *hold* is on its way, so that no *room* overtakes it.
        let mut told = self.holds.told();
        if handle.admit(process, node) {
            return;
        }
        let names = told.entry((peer, process)).or_default();
        if names.insert(name.to_owned()) {
            let hold = Wire::Hold {
                from: process.number(),
                name: name.to_owned(),
            };
            // If it cannot be sent, the peer is gone, and so is what it would send.
            let _ = self.node.send(peer, hold);
        }
    }

    /// There is room in the mailbox of a process of this node. False if the node was not told to wait for it.
    pub(super) fn tell_room(&self, node: u16, process: Serial) -> bool {
        let Some(peer) = self.peer(node) else {
            return false;
        };
        let mut told = self.holds.told();
        if told.remove(&(peer, process)).is_none() {
            return false;
        }
        let from = process.number();
        self.node.send(peer, Wire::Room { from }).is_ok()
    }
}

/// Lets processes try again to send.
pub(super) fn wake(state: &NodeState, waiting: BTreeSet<Serial>) {
    for process in waiting {
        state.wake(process);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial(number: u64) -> Serial {
        Serial::from_number(number).expect("it is small")
    }

    fn asks(holds: &Holds, peer: PeerId, process: u64, sender: u64) -> bool {
        let find = |held: &Held| held.processes.contains_key(&process).then_some(process);
        holds.admits(peer, find, serial(sender), |_| true)
    }

    #[test]
    fn who_waits_for_a_process_or_its_name_is_woken_with_it() {
        let (holds, peer, other) = (Holds::default(), PeerId(1), PeerId(2));
        assert!(asks(&holds, peer, 5, 1));
        holds.hold(peer, 5, String::new());
        holds.hold(peer, 5, "store".to_owned());
        assert!(!asks(&holds, peer, 5, 1));
        assert!(asks(&holds, peer, 6, 1) && asks(&holds, other, 5, 1));
        let by_name = |held: &Held| held.names.get("store").copied();
        assert!(!holds.admits(peer, by_name, serial(2), |_| true));
        assert_eq!(holds.release(peer, 6), BTreeSet::new());
        assert_eq!(
            holds.release(peer, 5),
            BTreeSet::from([serial(1), serial(2)])
        );
        assert!(asks(&holds, peer, 5, 1) && holds.admits(peer, by_name, serial(2), |_| true));
        assert!(!holds.any.load(Ordering::Relaxed));
    }

    #[test]
    fn the_end_of_the_connection_wakes_all() {
        let (holds, peer) = (Holds::default(), PeerId(1));
        for process in 1..4 {
            holds.hold(peer, process, String::new());
            assert!(!asks(&holds, peer, process, 10 * process));
        }
        holds.told().entry((peer, serial(7))).or_default();
        assert_eq!(holds.forget(peer).len(), 3);
        assert!(asks(&holds, peer, 1, 10) && holds.told().is_empty());
    }

    #[test]
    fn a_peer_can_have_only_so_many_held() {
        let (holds, peer) = (Holds::default(), PeerId(1));
        for process in 0..100_000 {
            holds.hold(peer, process, format!("name {process}"));
        }
        let held = holds.held();
        let of_peer = held.get(&peer).expect("it holds some");
        assert!(of_peer.processes.len() + of_peer.names.len() <= HELD_MAX + 1);
    }
}
