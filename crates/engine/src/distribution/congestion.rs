//! Processes that wait for room on the way to another node: in the outbox of its connection, which is full, or of one
//! that is being made.
//!
//! Who waits for one peer is not woken by room on the way to another.
//!
//! - C1. Who waits is in here until it is woken: by room, or because the connection has ended or cannot be made.

use super::waiters::Waiters;
use mound_node::PeerId;
use mound_process::Serial;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// See the top of this file.
#[derive(Default)]
pub(super) struct Congestion {
    peers: Mutex<BTreeMap<PeerId, Waiters>>,
    /// Those that send by the address of a node: to which peer that leads is not known here.
    addresses: Mutex<Waiters>,
}

impl Congestion {
    /// Remembers a process that wants to send to a peer, or to whatever is at an address.
    pub fn wait(&self, peer: Option<PeerId>, process: Serial, is_alive: impl Fn(Serial) -> bool) {
        match peer {
            Some(peer) => self.peers().entry(peer).or_default().add(process, is_alive),
            None => self.addresses().add(process, is_alive),
        }
    }

    /// There may be room on the way to a peer, or to what is at an address: who waited.
    pub fn take(&self, peer: Option<PeerId>) -> BTreeSet<Serial> {
        let mut woken = std::mem::take(&mut *self.addresses()).take();
        let waiters = peer.and_then(|peer| self.peers().remove(&peer));
        woken.extend(waiters.map(Waiters::take).unwrap_or_default());
        woken
    }

    fn peers(&self) -> MutexGuard<'_, BTreeMap<PeerId, Waiters>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn addresses(&self) -> MutexGuard<'_, Waiters> {
        self.addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_wakes_those_who_wait_for_that_peer_and_all_who_send_by_address() {
        let serial = |number| Serial::from_number(number).expect("it is small");
        let congestion = Congestion::default();
        let (one, other) = (PeerId(1), PeerId(2));
        for (peer, process) in [(Some(one), 1), (Some(one), 2), (Some(other), 3), (None, 4)] {
            congestion.wait(peer, serial(process), |_| true);
            congestion.wait(peer, serial(process), |_| true);
        }
        let woken = |peer| congestion.take(peer).into_iter().collect::<Vec<_>>();
        assert_eq!(woken(Some(one)), [serial(1), serial(2), serial(4)]);
        assert_eq!(woken(Some(one)), []);
        assert_eq!(woken(None), []);
        assert_eq!(woken(Some(other)), [serial(3)]);
    }
}
