//! The numbers by which pids of this node name other nodes.
//!
//! ```text
//!   pid:  | node index, 14 bits | serial |      index --> PeerId --> identity and address (crate `node`)
//! ```
//!
//! Who adds: each node that connects, and each pid in a message that names a node which is not known here
//! yet; such a name is charged to the peer that sent it. Bound: the number of indices; of one peer
//! [`HEARSAY_OF_ONE_MAX`], and of all together [`HEARSAY_MAX`], so that nodes which connect find room. At the
//! bound: indices are *retired*, those first that nobody has used for longest and whose node has no connection;
//! if there are none, a message with more names is refused, and a node is told so and let go.
//! Who removes: the end of the connection, if no pid with the index was ever made here, and retiring.
//!
//! There may still be pids with an index that is retired. So when it is given to another node, the serials of
//! that node's processes stand in its pids under another *mask*, a random number that is added without carry:
//! an old pid then names no process, but for an accident of one in 2^42 for each process of the other node.
//! An index that was never retired has the mask 0.
//!
//! - D1. A node with a connection has an index.
//! - D2. An index means one node until it is retired; then its watches have ended and its claims are dropped
//!   before it means another.

use mound_node::PeerId;
use mound_process::SERIAL_BITS;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
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
    /// Of each index that was ever used.
    masks: Vec<u64>,
    free: Vec<u16>,
    /// Counts the uses of all.
    clock: u64,
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
    last_use: u64,
    /// Who has named it, until it connects.
    introduced_by: Option<P>,
}

/// Indices that are retired together: to find them takes a look at all.
const RETIRED_AT_ONCE: usize = 64;

/// A number of as many bits as a serial that nobody can guess.
fn random_mask() -> u64 {
    // The keys are random, and others for each state.
    RandomState::new().hash_one(0) >> (u64::BITS - SERIAL_BITS)
}

/// There is no index for a node.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoIndex {
    /// The peer has named as many as it may.
    OfThisPeer,
    /// There are no more, unless some are retired.
    Full,
}

impl<P: Copy + Eq + Hash> Default for Nodes<P> {
    fn default() -> Nodes<P> {
        Nodes(Mutex::new(Table {
            entries: Vec::new(),
            masks: Vec::new(),
            free: Vec::new(),
            clock: 0,
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
            None => table.add(peer).ok_or(NoIndex::Full)?,
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
            table.free.push(index);
        }
        is_unused
    }

    /// Takes indices from nodes without a connection that nobody has used for longest. The caller ends what
    /// there is for them (D2), and then releases them.
    pub(super) fn retire(&self) -> Vec<(u16, P)> {
        let mut table = self.table();
        let connected = |by: &P| {
            let index = table.by_peer.get(by)?;
            let entry = table.entries.get(usize::from(*index) - 1)?.as_ref()?;
            entry.is_connected.then_some(())
        };
        // What a peer with a connection has named stays: it is charged for it.
        let may_go = |entry: &&Entry<P>| {
            !entry.is_connected && entry.introduced_by.as_ref().and_then(connected).is_none()
        };
        let mut oldest: Vec<(u64, u16, P)> = (1..)
            .zip(&table.entries)
            .filter_map(|(index, entry)| Some((index, entry.as_ref().filter(may_go)?)))
            .map(|(index, entry)| (entry.last_use, index, entry.peer))
            .collect();
        oldest.sort_unstable_by_key(|&(last_use, index, _)| (last_use, index));
        oldest.truncate(RETIRED_AT_ONCE);
        let retired: Vec<(u16, P)> = oldest
            .into_iter()
            .map(|(_, index, peer)| (index, peer))
            .collect();
        for &(index, _) in &retired {
            table.remove(index);
        }
        retired
    }

    /// Lets other nodes have indices that were retired.
    pub(super) fn release(&self, retired: &[(u16, P)]) {
        let mut table = self.table();
        for &(index, _) in retired {
            table.masks[usize::from(index) - 1] = random_mask();
            table.free.push(index);
        }
    }

    /// The index of a peer and its mask; pids may be made with it.
    pub(super) fn named(&self, peer: P) -> Option<(u16, u64)> {
        let mut table = self.table();
        let index = *table.by_peer.get(&peer)?;
        table.name(index);
        Some((index, table.mask(index)))
    }

    /// What the serials in pids with an index are masked with.
    pub(super) fn mask(&self, index: u16) -> u64 {
        self.table().mask(index)
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
            table.name(index);
            return Ok(index);
        }
        let brought = by.map_or(0, |by| table.hearsay.get(&by).copied().unwrap_or(0));
        if brought >= HEARSAY_OF_ONE_MAX {
            return Err(NoIndex::OfThisPeer);
        }
        if table.hearsay_total >= HEARSAY_MAX || !table.has_room() {
            return Err(NoIndex::Full);
        }
        let peer = peer();
        // Between the two looks it may have connected.
        let index = match table.by_peer.get(&peer) {
            Some(&index) => index,
            None => {
                let index = table.add(peer).ok_or(NoIndex::Full)?;
                if let Some(by) = by {
                    table.note_hearsay(index, by);
                }
                index
            }
        };
        table.name(index);
        Ok(index)
    }

    /// Which peer an index means, and its mask.
    pub(super) fn peer(&self, index: u16) -> Option<(P, u64)> {
        let mut table = self.table();
        table.clock += 1;
        let clock = table.clock;
        let mask = table.mask(index);
        let entry = table.entry(index)?;
        entry.last_use = clock;
        Some((entry.peer, mask))
    }
}

impl<P: Copy + Eq + Hash> Table<P> {
    fn has_room(&self) -> bool {
        !self.free.is_empty() || self.entries.len() < INDICES
    }

    fn mask(&self, index: u16) -> u64 {
        let place = usize::from(index).checked_sub(1);
        place
            .and_then(|place| self.masks.get(place))
            .copied()
            .unwrap_or(0)
    }

    /// A pid is made with an index.
    fn name(&mut self, index: u16) {
        self.clock += 1;
        let clock = self.clock;
        if let Some(entry) = self.entry(index) {
            entry.is_named = true;
            entry.last_use = clock;
        }
    }

    fn entry(&mut self, index: u16) -> Option<&mut Entry<P>> {
        let place = usize::from(index).checked_sub(1)?;
        self.entries.get_mut(place)?.as_mut()
    }

    fn add(&mut self, peer: P) -> Option<u16> {
        self.clock += 1;
        let entry = Entry {
            peer,
            is_connected: false,
            is_named: false,
            last_use: self.clock,
            introduced_by: None,
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.entries[usize::from(index) - 1] = Some(entry);
                index
            }
            None if self.entries.len() < INDICES => {
                self.entries.push(Some(entry));
                self.masks.push(0);
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
    use std::collections::BTreeSet;

    #[test]
    fn connections_that_come_and_go_use_up_nothing() {
        let nodes = Nodes::<u32>::default();
        for peer in 0..100_000 {
            let index = nodes.connected(peer).expect("there is room");
            assert_eq!(nodes.peer(index), Some((peer, 0)));
            assert!(nodes.disconnected(peer));
            assert_eq!(nodes.peer(index), None);
        }
    }

    #[test]
    fn an_index_with_pids_stays_with_its_node() {
        let nodes = Nodes::<u32>::default();
        let index = nodes.connected(7).expect("there is room");
        assert_eq!(nodes.named(7), Some((index, 0)));
        assert!(!nodes.disconnected(7));
        assert_eq!(nodes.peer(index), Some((7, 0)));
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

    /// Each connects, is named in pids and goes, ten times as many as there are indices.
    #[test]
    fn nodes_that_come_and_go_wear_nothing_out() {
        let nodes = Nodes::<u32>::default();
        let mut masks = BTreeSet::new();
        nodes.connected(u32::MAX).expect("there is room");
        let (friend, _) = nodes.named(u32::MAX).expect("it is connected");
        for peer in 0..10 * INDICES as u32 {
            if nodes.connected(peer).is_err() {
                let retired = nodes.retire();
                assert_eq!(retired.len(), RETIRED_AT_ONCE);
                assert!(retired.iter().all(|&(index, _)| index != friend));
                nodes.release(&retired);
                nodes.connected(peer).expect("there is room now");
            }
            let (index, mask) = nodes.named(peer).expect("it is connected");
            // Of two indices the masks may be the same: some pair of so many random numbers is, once in a while.
            assert!(mask == 0 || mask >> SERIAL_BITS == 0 && masks.insert((index, mask)));
            assert!(!nodes.disconnected(peer));
        }
        assert_eq!(nodes.peer(friend), Some((u32::MAX, 0)));
        assert!(masks.len() > 8 * INDICES);
    }

    #[test]
    fn what_was_used_last_is_retired_last() {
        let nodes = Nodes::<u32>::default();
        for peer in 0..200 {
            nodes.connected(peer).expect("there is room");
            nodes.named(peer);
            nodes.disconnected(peer);
        }
        // Somebody sends to the first.
        nodes.peer(1).expect("it is there");
        // One has a connection, and has named another.
        nodes.connected(5).expect("it is there");
        let named = nodes.introduced(None, Some(5), || 1000);
        let retired = nodes.retire();
        let peers: Vec<u32> = retired.iter().map(|&(_, peer)| peer).collect();
        let expected = (1..).filter(|&peer| peer != 5).take(RETIRED_AT_ONCE);
        assert!(peers.into_iter().eq(expected));
        assert_eq!(nodes.peer(retired[0].0), None);
        while !nodes.retire().is_empty() {}
        assert_eq!(nodes.peer(named.expect("there is room")), Some((1000, 0)));
        nodes.disconnected(5);
        assert!(nodes.retire().iter().any(|&(_, peer)| peer == 1000));
    }

    #[test]
    fn when_all_are_used_that_is_said() {
        let nodes = Nodes::<u32>::default();
        for peer in 0..INDICES as u32 {
            nodes.connected(peer).expect("there is room");
        }
        assert_eq!(nodes.connected(1_000_000), Err(NoIndex::Full));
        assert!(nodes.retire().is_empty(), "all have a connection");
        assert!(nodes.disconnected(5));
        assert!(nodes.connected(1_000_000).is_ok());
    }
}
