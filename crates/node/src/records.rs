//! What is known of the connections with each node, for those who watch this one: how many there were, why the last one
//! ended, and what went over all of them.
//!
//! A record is of a machine and the address that its node tells, so it goes on when that node is started anew. Nothing
//! in it decides anything.
//!
//! Who adds: each connection. Bound: the connections, and [`LOST_MAX`] beside them. Who empties: the end of a connection,
//! which takes out those that were lost longest ago.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::identity::{Credential, MachineKey, NodeId, Roles};

/// Records without a connection.
const LOST_MAX: usize = 256;

type Key = (Option<MachineKey>, Arc<str>);

#[derive(Default)]
pub(crate) struct Records(Mutex<HashMap<Key, Arc<Record>>>);

/// The connections with one node, one after another.
pub(crate) struct Record {
    key: Key,
    pub bytes_in: AtomicU64,
    pub bytes_out: AtomicU64,
    pub signals_in: AtomicU64,
    pub signals_out: AtomicU64,
    /// Units that came because this node asked, and that went because the peer did.
    pub units_in: AtomicU64,
    pub units_out: AtomicU64,
    state: Mutex<RecordState>,
}

#[derive(Default, Clone)]
struct RecordState {
    connections: u64,
    /// Connections now; two for the moment in which one takes the place of a dead one.
    live: usize,
    /// When the last one began, or ended if there is none now; by the clock of the host.
    changed: Duration,
    last_reason: Option<Arc<str>>,
    round_trip: Option<Duration>,
}

/// What there is to tell of a peer. Counts are of all connections with it that are remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerStatus {
    pub address: Arc<str>,
    /// The machine that its certificate names; none for one of the authority's machine.
    pub machine: Option<String>,
    pub is_connected: bool,
    /// Since the connection began, or ended.
    pub since: Duration,
    pub connections: u64,
    /// Why the last connection that ended did so.
    pub last_reason: Option<Arc<str>>,
    pub bytes_in: u64,
    pub bytes_out: u64,
    pub signals_in: u64,
    pub signals_out: u64,
    pub units_in: u64,
    pub units_out: u64,
    /// What only a connection has.
    pub live: Option<LiveStatus>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveStatus {
    pub node: NodeId,
    pub roles: Roles,
    pub build: String,
    pub version: u16,
    /// Of the last ping; none before the first answer.
    pub round_trip: Option<Duration>,
    /// What waits to be sent.
    pub queued: Queues,
    /// Bytes that came and are not handled.
    pub undelivered_bytes: usize,
}

/// What waits in an outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queues {
    pub bytes: usize,
    pub signals: usize,
    /// Lanes in which something waits until the peer gives credit.
    pub lanes_without_credit: usize,
    /// Of the lane that has least.
    pub least_credit: usize,
}

impl Records {
    /// The record of whoever has this credential and tells this address.
    pub fn of(&self, credential: &Credential, address: Arc<str>) -> Arc<Record> {
        let machine = credential.machine.as_ref().map(|machine| machine.key);
        let key = (machine, address);
        let mut records = self.lock();
        let record = records.entry(key.clone()).or_insert_with(|| {
            Arc::new(Record {
                key,
                bytes_in: AtomicU64::new(0),
                bytes_out: AtomicU64::new(0),
                signals_in: AtomicU64::new(0),
                signals_out: AtomicU64::new(0),
                units_in: AtomicU64::new(0),
                units_out: AtomicU64::new(0),
                state: Mutex::default(),
            })
        });
        // Under the lock, so that it is not taken out before its connection counts.
        record.state().live += 1;
        Arc::clone(record)
    }

    /// A connection has ended.
    pub fn ended(&self, record: &Record, why: &str, now: Duration) {
        let mut records = self.lock();
        {
            let mut state = record.state();
            state.live = state.live.saturating_sub(1);
            state.changed = now;
            state.last_reason = Some(why.into());
            state.round_trip = None;
        }
        let lost = |record: &Record| {
            let state = record.state();
            (state.live == 0).then_some(state.changed)
        };
        if records.values().filter_map(|record| lost(record)).count() > LOST_MAX {
            let oldest = records
                .values()
                .filter_map(|record| Some((lost(record)?, &record.key)));
            if let Some((_, key)) = oldest.min() {
                let key = key.clone();
                records.remove(&key);
            }
        }
    }

    pub fn all(&self) -> Vec<Arc<Record>> {
        let mut all: Vec<Arc<Record>> = self.lock().values().cloned().collect();
        all.sort_by(|one, other| one.key.cmp(&other.key));
        all
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Record>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record {
    fn state(&self) -> MutexGuard<'_, RecordState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of it is in use from now on.
    pub fn begins(&self, now: Duration) {
        let mut state = self.state();
        state.connections += 1;
        state.changed = now;
    }

    pub fn note_round_trip(&self, time: Duration) {
        self.state().round_trip = Some(time);
    }

    pub fn round_trip(&self) -> Option<Duration> {
        self.state().round_trip
    }

    pub fn status(
        &self,
        now: Duration,
        machine: Option<String>,
        live: Option<LiveStatus>,
    ) -> PeerStatus {
        let state = self.state().clone();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        PeerStatus {
            address: Arc::clone(&self.key.1),
            machine: machine.or_else(|| self.key.0.map(|key| key.to_string())),
            is_connected: live.is_some(),
            since: now.saturating_sub(state.changed),
            connections: state.connections,
            last_reason: state.last_reason,
            bytes_in: count(&self.bytes_in),
            bytes_out: count(&self.bytes_out),
            signals_in: count(&self.signals_in),
            signals_out: count(&self.signals_out),
            units_in: count(&self.units_in),
            units_out: count(&self.units_out),
            live,
        }
    }
}

/// Adds to a counter that nothing else follows from.
pub(crate) fn add(counter: &AtomicU64, count: usize) {
    counter.fetch_add(count as u64, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_node_that_comes_again_goes_on_in_its_record() {
        let records = Records::default();
        let record = || records.of(&Credential::AUTHORITY, "a:1".into());
        for round in 0..3 {
            let record = record();
            record.begins(at(round));
            add(&record.bytes_in, 10);
            records.ended(&record, "it went", at(round));
        }
        let all = records.all();
        assert_eq!(all.len(), 1);
        let status = all[0].status(at(12), None, None);
        assert_eq!((status.connections, status.bytes_in), (3, 30));
        assert_eq!(status.last_reason.as_deref(), Some("it went"));
        assert_eq!((status.since, status.is_connected), (at(10), false));
    }

    #[test]
    fn those_that_were_lost_longest_ago_are_forgotten() {
        let records = Records::default();
        let kept = records.of(&Credential::AUTHORITY, "kept:1".into());
        kept.begins(at(0));
        for number in 0..10_000 {
            let record = records.of(&Credential::AUTHORITY, format!("a:{number}").into());
            record.begins(at(number));
            records.ended(&record, "it went", at(number));
        }
        let all = records.all();
        assert_eq!(all.len(), LOST_MAX + 1);
        let is_there = |name: &str| all.iter().any(|record| *record.key.1 == *name);
        assert!(is_there("kept:1") && is_there("a:9999") && !is_there("a:0"));
    }
}
