//! Processes of other nodes: where signals to them go, and who watches them.
//!
//! This crate does not know how nodes talk. It hands every signal for a pid
//! with another node index to the [`Router`], and remembers which local
//! processes want to know of the death of which remote ones, so that the loss
//! of a node reaches them all. A link is told to its other end for that: whoever
//! would be told of a death is told of the loss of the node.
//!
//! Invariant: R1. A local process keeps a set of its own watches, equal to its
//! entries here except for those that a lost node has just taken out. So its
//! end removes all its entries without a search.

use crate::pid::{Pid, Serial};
use crate::signal::Signal;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

/// Carries signals to other nodes. Implemented by the owner of the network.
pub trait Router<M>: Send + Sync + 'static {
    /// Takes a signal for a process of another node. It must keep the order of
    /// signals between the same two processes, and must not block.
    ///
    /// Pids inside the signal with node index 0 mean this node. `from` is
    /// `None` if the signal comes from the host and not from a process. If
    /// the node of `to` is unreachable, the router answers a `Link` by an
    /// `Exit`, and a `Monitor` by a `Down`, with [`crate::Reason::NodeDown`].
    fn route(&self, from: Option<Serial>, to: Pid, signal: Signal<M>) -> Flow;

    /// There is room in the mailbox of a process of this node, for which processes of a node waited
    /// ([`crate::Handle::admit`]). False if nobody there waits any more.
    fn room(&self, _node: u16, _process: Serial) -> bool {
        false
    }
}

/// Whether the way to another process is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Free,
    /// The signal was taken, but the lane is full: the sending process should
    /// wait. Whoever says so calls [`crate::Handle::wake`] when there is room.
    Full,
    /// The signal was taken, and so many wait for the process of this node that the sending one should let
    /// it run.
    Crowded,
}

/// Why a local process wants to know of the death of a remote one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Watch {
    Link { process: Pid },
    Monitor { process: Pid, reference: u64 },
}

impl Watch {
    pub(crate) fn process(self) -> Pid {
        match self {
            Watch::Link { process } | Watch::Monitor { process, .. } => process,
        }
    }
}

/// What an entry takes with its process and here, in round numbers.
const WATCH_BYTES: isize = 128;

/// The watches of all local processes, by node. Who adds and removes: the processes, and those of other nodes
/// that link themselves to them ([`crate::Handle::told_of_link`]), which is bounded like [`crate::claims`].
pub(crate) struct Watches {
    nodes: Mutex<HashMap<u16, BTreeSet<(Serial, Watch)>>>,
    count_bytes: fn(isize),
}

impl Watches {
    pub(crate) fn new(count_bytes: fn(isize)) -> Self {
        Watches {
            nodes: Mutex::default(),
            count_bytes,
        }
    }

    pub(crate) fn add(&self, watcher: Serial, watch: Watch) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let watches = nodes.entry(watch.process().node()).or_default();
        if watches.insert((watcher, watch)) {
            (self.count_bytes)(WATCH_BYTES);
        }
    }

    /// How many there are on processes of a node.
    pub(crate) fn of(&self, node: u16) -> usize {
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.get(&node).map_or(0, BTreeSet::len)
    }

    pub(crate) fn remove(&self, watcher: Serial, watch: Watch) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let node = watch.process().node();
        if let Some(watches) = nodes.get_mut(&node) {
            if watches.remove(&(watcher, watch)) {
                (self.count_bytes)(-WATCH_BYTES);
            }
            if watches.is_empty() {
                nodes.remove(&node);
            }
        }
    }

    /// Takes out all watches on a node that is lost.
    pub(crate) fn take(&self, node: u16) -> BTreeSet<(Serial, Watch)> {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = nodes.remove(&node).unwrap_or_default();
        (self.count_bytes)(-WATCH_BYTES * taken.len() as isize);
        taken
    }

    /// The processes that have any.
    pub(crate) fn watchers(&self) -> Vec<Serial> {
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let watches = nodes.values().flatten();
        watches.map(|&(watcher, _)| watcher).collect()
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_empty()
    }
}
