//! The numbers by which pids of this node name other nodes.
//!
//! ```text
//!   pid:  | node index, 14 bits | serial |      index --> PeerId --> identity and address (crate `node`)
//! ```
//!
//! Who adds: each node that connects, and each pid in a message that names a node which is not known here
//! yet; such a name is charged to the peer that sent it. Bound: the number of indices; of one peer
//! [`HEARSAY_OF_ONE_MAX`], and of all together [`HEARSAY_MAX`], so that nodes which connect find room. At the
//! bound: a message with more names is refused, and a node for which there is no index is told so and let go.
//! Who removes: the end of the connection, if no pid with the index was ever made here.
//!
//! - D1. A node with a connection has an index.
//! - D2. An index means one node as long as there is a pid with it.

use mound_node::PeerId;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Indices; 0 is this node itself.
const INDICES: usize = mound_heap::value::NODE_INDEX_MAX as usize;

/// Nodes that never connected and that one peer has named.
pub(super) const HEARSAY_OF_ONE_MAX: usize = 1024;

/// Nodes that never connected.
const HEARSAY_MAX: usize = INDICES / 4 * 3;

pub(super) struct Nodes<P = PeerId>(Mutex<Table<P>>);

struct Table<P> {
    /// The node with index 1, and so on.
    entries: Vec<Option<Entry<P>>>,
    free: Vec<u16>,
    by_peer: HashMap<P, u16>,
    /// How many names a peer has brought that are here.
    hearsay: HashMap<P, usize>,
    hearsay_total: usize,
}

struct Entry<P> {
    peer: P,
    is_connected: bool,
    /// There may be a pid with it.
    is_named: bool,
    /// Who has named it, until it connects.
    introduced_by: Option<P>,
}

/// There is no index for a node.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoIndex;

impl<P: Copy + Eq + Hash> Default for Nodes<P> {
    fn default() -> Nodes<P> {
        Nodes(Mutex::new(Table {
            entries: Vec::new(),
            free: Vec::new(),
            by_peer: HashMap::new(),
            hearsay: HashMap::new(),
            hearsay_total: 0,
        }))
    }
}

impl<P: Copy + Eq + Hash> Nodes<P> {
    fn table(&self) -> MutexGuard<'_, Table<P>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A peer has a connection now.
    pub(super) fn connected(&self, peer: P) -> Result<u16, NoIndex> {
        let mut table = self.table();
        let index = match table.by_peer.get(&peer) {
            Some(&index) => index,
            None => table.add(peer).ok_or(NoIndex)?,
        };
        let introduced_by = table.entry(index).and_then(|entry| {
            entry.is_connected = true;
            entry.introduced_by.take()
        });
        if let Some(by) = introduced_by {
            table.forget_hearsay(by);
        }
        Ok(index)
    }

    /// It has none any more. True if nothing refers to it, so that the peer can be forgotten.
    pub(super) fn disconnected(&self, peer: P) -> bool {
        let mut table = self.table();
        let Some(&index) = table.by_peer.get(&peer) else {
            return true;
        };
        let Some(entry) = table.entry(index) else {
            return true;
        };
        entry.is_connected = false;
        let is_unused = !entry.is_named;
        if is_unused {
            table.remove(index);
        }
        is_unused
    }

    /// The index of a peer, of which pids may be made with it.
    pub(super) fn named(&self, peer: P) -> Option<u16> {
        let mut table = self.table();
        let index = *table.by_peer.get(&peer)?;
        table.entry(index)?.is_named = true;
        Some(index)
    }

    /// The index of a peer, if it has one.
    pub(super) fn index(&self, peer: P) -> Option<u16> {
        self.table().by_peer.get(&peer).copied()
    }

    /// The index for pids of a node that `by` has named, or a program of this node. `peer` is called if it
    /// is new here and may be added.
    pub(super) fn introduced(
        &self,
        known: Option<P>,
        by: Option<P>,
        peer: impl FnOnce() -> P,
    ) -> Result<u16, NoIndex> {
        let mut table = self.table();
        let known = known.and_then(|peer| table.by_peer.get(&peer).copied());
        if let Some(index) = known {
            if let Some(entry) = table.entry(index) {
                entry.is_named = true;
            }
            return Ok(index);
        }
        let brought = by.map_or(0, |by| table.hearsay.get(&by).copied().unwrap_or(0));
        if brought >= HEARSAY_OF_ONE_MAX || table.hearsay_total >= HEARSAY_MAX || !table.has_room()
        {
            return Err(NoIndex);
        }
        let peer = peer();
        // Between the two looks it may have connected.
        let index = match table.by_peer.get(&peer) {
            Some(&index) => index,
            None => {
                let index = table.add(peer).ok_or(NoIndex)?;
                if let Some(by) = by {
                    table.note_hearsay(index, by);
                }
                index
            }
        };
        if let Some(entry) = table.entry(index) {
            entry.is_named = true;
        }
        Ok(index)
    }

    /// Which peer an index means.
    pub(super) fn peer(&self, index: u16) -> Option<P> {
        let table = self.table();
        let entry = table.entries.get(usize::from(index).checked_sub(1)?)?;
        entry.as_ref().map(|entry| entry.peer)
    }
}

impl<P: Copy + Eq + Hash> Table<P> {
    fn has_room(&self) -> bool {
        !self.free.is_empty() || self.entries.len() < INDICES
    }

    fn entry(&mut self, index: u16) -> Option<&mut Entry<P>> {
        let place = usize::from(index).checked_sub(1)?;
        self.entries.get_mut(place)?.as_mut()
    }

    fn add(&mut self, peer: P) -> Option<u16> {
        let entry = Entry {
            peer,
            is_connected: false,
            is_named: false,
            introduced_by: None,
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.entries[usize::from(index) - 1] = Some(entry);
                index
            }
            None if self.entries.len() < INDICES => {
                self.entries.push(Some(entry));
                self.entries.len() as u16
            }
            None => return None,
        };
        self.by_peer.insert(peer, index);
        Some(index)
    }

    fn remove(&mut self, index: u16) {
        let entry = self.entries[usize::from(index) - 1].take();
        if let Some(entry) = entry {
            self.by_peer.remove(&entry.peer);
            self.free.push(index);
            if let Some(by) = entry.introduced_by {
                self.forget_hearsay(by);
            }
        }
    }

    fn note_hearsay(&mut self, index: u16, by: P) {
        if let Some(entry) = self.entry(index) {
            entry.introduced_by = Some(by);
            *self.hearsay.entry(by).or_default() += 1;
            self.hearsay_total += 1;
        }
    }

    fn forget_hearsay(&mut self, by: P) {
        self.hearsay_total -= 1;
        if let Some(count) = self.hearsay.get_mut(&by) {
            *count -= 1;
            if *count == 0 {
                self.hearsay.remove(&by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_that_come_and_go_use_up_nothing() {
        let nodes = Nodes::<u32>::default();
        for peer in 0..100_000 {
            let index = nodes.connected(peer).expect("there is room");
            assert_eq!(nodes.peer(index), Some(peer));
            assert!(nodes.disconnected(peer));
            assert_eq!(nodes.peer(index), None);
        }
    }

    #[test]
    fn an_index_with_pids_stays_with_its_node() {
        let nodes = Nodes::<u32>::default();
        let index = nodes.connected(7).expect("there is room");
        assert_eq!(nodes.named(7), Some(index));
        assert!(!nodes.disconnected(7));
        assert_eq!(nodes.peer(index), Some(7));
        assert_eq!(nodes.connected(7), Ok(index));
        assert_ne!(nodes.connected(8), Ok(index));
    }

    #[test]
    fn what_one_peer_names_is_bounded_and_leaves_room_for_others() {
        let nodes = Nodes::<u32>::default();
        let invent =
            |by: u32, number: u32| nodes.introduced(None, Some(by), || by * 10_000 + number);
        for by in 1..100 {
            nodes.connected(by).expect("there is room");
            let named = (0..2000).filter(|&number| invent(by, number).is_ok());
            assert!(named.count() <= HEARSAY_OF_ONE_MAX);
        }
        assert_eq!(nodes.table().hearsay_total, HEARSAY_MAX);
        for peer in 5_000_000..5_002_000 {
            nodes
                .connected(peer)
                .expect("there is room for those who connect");
        }
        // Who connects is not hearsay any more.
        let known = 10_000;
        nodes.connected(known).expect("it has an index");
        assert_eq!(nodes.table().hearsay_total, HEARSAY_MAX - 1);
        assert!(invent(1, 9_999).is_ok());
    }

    #[test]
    fn when_all_are_used_that_is_said() {
        let nodes = Nodes::<u32>::default();
        for peer in 0..INDICES as u32 {
            nodes.connected(peer).expect("there is room");
        }
        assert_eq!(nodes.connected(1_000_000), Err(NoIndex));
        assert!(nodes.disconnected(5));
        assert!(nodes.connected(1_000_000).is_ok());
    }
}
