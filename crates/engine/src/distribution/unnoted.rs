//! Processes that were started for a process of another node, until that is known there (SPAWN-9 of `docs/spec`).
//!
//! Who asks gets the pid with the reply. If the connection ends before that is certain, the other node has told
//! whoever asked that the request has failed: so the process must not go on, since nobody would ever know of it.
//!
//! A process that can be found by whoever asked for it, if that has lost the connection, is *kept*
//! ([decision 94](../../../../docs/decisions/0094-a-move-may-have-one-phase.md)): then it does not end with the
//! connection. That is decided once, under the lock: a process is kept, or is ended.
//!
//! Who adds: each spawn request of a peer that notes spawns. Who empties: its note, the end of the connection, and the
//! bound, for processes that have ended.

use mound_node::PeerId;
use mound_process::Serial;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of one peer; one that has so many living ones notes nothing.
const OF_ONE_MAX: usize = 4096;

#[derive(Default)]
pub(super) struct Unnoted {
    processes: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    /// By peer and request.
    unnoted: BTreeMap<(PeerId, u64), Serial>,
    /// Those that are being ended; until they have.
    ending: BTreeSet<Serial>,
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
        let processes = &mut self.lock().unnoted;
        let count = |processes: &BTreeMap<_, _>| processes.range(of(peer)).count();
        if count(processes) >= OF_ONE_MAX {
            processes.retain(|_, process| is_alive(*process));
        }
        let has_room = count(processes) < OF_ONE_MAX;
        if has_room {
            processes.insert((peer, request), process);
        }
        has_room
    }

    /// Whoever asked knows of it.
    pub fn noted(&self, peer: PeerId, request: u64) {
        self.lock().unnoted.remove(&(peer, request));
    }

    /// The process does not end with the connection; false if it is being ended already.
    pub fn keep(&self, process: Serial) -> bool {
        let mut table = self.lock();
        if table.ending.contains(&process) {
            return false;
        }
        table.unnoted.retain(|_, other| *other != process);
        true
    }

    /// The connection with the peer has ended: what nobody knows of, and is to be ended.
    pub fn take(&self, peer: PeerId, is_alive: impl Fn(Serial) -> bool) -> Vec<Serial> {
        let mut table = self.lock();
        table.ending.retain(|process| is_alive(*process));
        let keys: Vec<(PeerId, u64)> = table.unnoted.range(of(peer)).map(|(key, _)| *key).collect();
        let taken: Vec<Serial> = keys
            .iter()
            .filter_map(|key| table.unnoted.remove(key))
            .collect();
        table.ending.extend(&taken);
        taken
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The keys of a peer.
fn of(peer: PeerId) -> std::ops::RangeInclusive<(PeerId, u64)> {
    (peer, 0)..=(peer, u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_kept_or_ended_and_never_both() {
        let unnoted = Unnoted::default();
        let serial = |number| Serial::from_number(number).expect("small numbers are serials");
        let (peer, other) = (PeerId(1), PeerId(2));
        for number in 1..=3 {
            assert!(unnoted.add(peer, number, serial(number), |_| true));
        }
        assert!(unnoted.add(other, 1, serial(9), |_| true));
        unnoted.noted(peer, 1);
        assert!(unnoted.keep(serial(1)) && unnoted.keep(serial(2)));
        assert_eq!(unnoted.take(peer, |_| true), [serial(3)]);
        assert!(!unnoted.keep(serial(3)));
        assert_eq!(unnoted.take(other, |_| true), [serial(9)]);
        // Those that have ended are forgotten.
        assert_eq!(unnoted.take(other, |_| false), []);
        assert!(unnoted.lock().ending.is_empty());
    }
}
