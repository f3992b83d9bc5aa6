//! At which addresses peers have answered: programs call a node by any of them.
//!
//! - A1. No other lock is taken, and nothing is called, while the table is held: what is told of a lost peer looks
//!   here under the lock of those who wait for services.
//!
//! Who adds: dials that reach a peer. Who empties: the end of its connection, unless it has another one by then.

use mound_node::PeerId;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub(super) struct Reached {
    peers: Mutex<HashMap<String, PeerId>>,
}

impl Reached {
    pub fn add(&self, address: &str, peer: PeerId) {
        self.lock().insert(address.to_owned(), peer);
    }

    pub fn is(&self, address: &str, peer: PeerId) -> bool {
        self.lock().get(address) == Some(&peer)
    }

    /// The addresses of a peer whose connection has ended; they are forgotten unless it has another one.
    pub fn lost(&self, peer: PeerId, is_connected: bool) -> BTreeSet<String> {
        let mut peers = self.lock();
        let its = peers.iter().filter(|(_, at)| **at == peer);
        let addresses = its.map(|(address, _)| address.clone()).collect();
        if !is_connected {
            peers.retain(|_, at| *at != peer);
        }
        addresses
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, PeerId>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_as_long_as_the_peer_has_a_connection() {
        let (reached, peer, other) = (Reached::default(), PeerId(1), PeerId(2));
        for (address, at) in [("a:1", peer), ("b:1", peer), ("c:1", other)] {
            reached.add(address, at);
        }
        let both = BTreeSet::from(["a:1".to_owned(), "b:1".to_owned()]);
        // The end of one connection is told when the next one has begun.
        assert_eq!(reached.lost(peer, true), both);
        assert!(reached.is("a:1", peer) && !reached.is("c:1", peer));
        assert_eq!(reached.lost(peer, false), both);
        assert!(!reached.is("a:1", peer) && reached.is("c:1", other));
        assert_eq!(reached.lost(peer, false), BTreeSet::new());
    }
}
