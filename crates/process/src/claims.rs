//! What processes of other nodes have had written down here: whom of them a process of this node tells of
//! its end, by links and by monitors.
//!
//! The entries themselves stand with each process. Here they are counted by node, so that whoever owns the
//! network can see what a node makes this one keep ([`crate::Handle::claims`]), and has them all found when a
//! node is lost.
//!
//! Who adds: a process that takes such a signal of another node, or links itself to a process there. Who
//! removes: what takes the link or monitor back, the end of the process, the loss of the node. Bound: what the
//! owner of the network allows; the bytes are counted ([`crate::Config::count_bytes`]).
//!
//! Invariant: R2. The count of a node and a process is that of the pids of the node in its links, and in what
//! monitors it.

use crate::pid::{Pid, Serial};
use crate::sync::{Mutex, lock};
use std::collections::HashMap;

/// What an entry takes with its process and here, in round numbers.
const CLAIM_BYTES: isize = 96;

pub(crate) struct Claims {
    nodes: Mutex<HashMap<u16, Claimed>>,
    count_bytes: fn(isize),
}

/// By processes of one node.
#[derive(Default)]
struct Claimed {
    total: usize,
    /// With whom they stand.
    holders: HashMap<Serial, usize>,
}

impl Claims {
    pub(crate) fn new(count_bytes: fn(isize)) -> Self {
        Claims {
            nodes: Mutex::new(HashMap::new()),
            count_bytes,
        }
    }

    /// `holder` has written down a process of another node.
    pub(crate) fn add(&self, holder: Serial, process: Pid) {
        if process.is_local() {
            return;
        }
        let mut nodes = lock(&self.nodes);
        let claimed = nodes.entry(process.node()).or_default();
        claimed.total += 1;
        *claimed.holders.entry(holder).or_default() += 1;
        (self.count_bytes)(CLAIM_BYTES);
    }

    /// `holder` has struck it out.
    pub(crate) fn remove(&self, holder: Serial, process: Pid) {
        if process.is_local() {
            return;
        }
        let mut nodes = lock(&self.nodes);
        let Some(claimed) = nodes.get_mut(&process.node()) else {
            debug_assert!(false, "R2: nothing is counted for {process:?}");
            return;
        };
        claimed.total -= 1;
        if let Some(count) = claimed.holders.get_mut(&holder) {
            *count -= 1;
            if *count == 0 {
                claimed.holders.remove(&holder);
            }
        }
        if claimed.total == 0 {
            nodes.remove(&process.node());
        }
        (self.count_bytes)(-CLAIM_BYTES);
    }

    /// How much there is for processes of a node.
    pub(crate) fn of(&self, node: u16) -> usize {
        lock(&self.nodes)
            .get(&node)
            .map_or(0, |claimed| claimed.total)
    }

    /// The processes with which anything stands.
    pub(crate) fn all_holders(&self) -> Vec<Serial> {
        let nodes = lock(&self.nodes);
        let holders = nodes.values().flat_map(|claimed| claimed.holders.keys());
        holders.copied().collect()
    }

    /// The processes with which it stands.
    pub(crate) fn holders(&self, node: u16) -> Vec<Serial> {
        let nodes = lock(&self.nodes);
        let holders = nodes.get(&node).map(|claimed| claimed.holders.keys());
        holders.into_iter().flatten().copied().collect()
    }
}
