//! Processes that were started for a process of another node, until that is known there (SPAWN-9 of `docs/spec`).
//!
//! Who asks gets the pid with the reply. If the connection ends before that is certain, the other node has told
//! whoever asked that the request has failed: so the process must not go on, since nobody would ever know of it.
//!
//! Who adds: each spawn request of a peer that notes spawns. Who empties: its note, the end of the connection, and the
//! bound, for processes that have ended.

use mound_node::PeerId;
use mound_process::Serial;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of one peer; one that has so many living ones notes nothing.
const OF_ONE_MAX: usize = 4096;

#[derive(Default)]
pub(super) struct Unnoted {
    /// By peer and request.
    processes: Mutex<BTreeMap<(PeerId, u64), Serial>>,
}

impl Unnoted {
    /// Remembers a process; false if the peer has too many.
    pub fn add(
        &self,
        peer: PeerId,
        request: u64,
        process: Serial,
        is_alive: impl Fn(Serial) -> bool,
    ) -> bool {
        let mut processes = self.lock();
        let count = |processes: &BTreeMap<_, _>| processes.range(of(peer)).count();
        if count(&processes) >= OF_ONE_MAX {
            processes.retain(|_, process| is_alive(*process));
        }
        let has_room = count(&processes) < OF_ONE_MAX;
        if has_room {
            processes.insert((peer, request), process);
        }
        has_room
    }

    /// Whoever asked knows of it.
    pub fn noted(&self, peer: PeerId, request: u64) {
        self.lock().remove(&(peer, request));
    }

    /// The connection with the peer has ended: what nobody knows of.
    pub fn take(&self, peer: PeerId) -> Vec<Serial> {
        let mut processes = self.lock();
        let keys: Vec<(PeerId, u64)> = processes.range(of(peer)).map(|(key, _)| *key).collect();
        keys.iter()
            .filter_map(|key| processes.remove(key))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(PeerId, u64), Serial>> {
        self.processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The keys of a peer.
fn of(peer: PeerId) -> std::ops::RangeInclusive<(PeerId, u64)> {
    (peer, 0)..=(peer, u64::MAX)
}
