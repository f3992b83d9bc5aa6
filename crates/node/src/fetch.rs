//! Units that were asked for and have not come.
//!
//! Units are not checked here: the caller hashes and verifies what it gets.
//! A unit that nobody asked for is dropped.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mound_bytecode::unit::UnitHash;
use tokio::sync::mpsc;

use crate::charge::Charge;
use crate::error::FetchError;
use crate::host::within;
use crate::peers::PeerId;
use crate::shared::Shared;
use crate::signal::{Signal, WANTED_MAX};

type Waiting = HashMap<(PeerId, UnitHash), Vec<mpsc::UnboundedSender<Arrival>>>;
type Arrival = (UnitHash, Option<Arc<[u8]>>);

#[derive(Default)]
pub(crate) struct Fetches {
    /// Who waits for which unit of which peer.
    waiting: Mutex<Waiting>,
}

impl Fetches {
    pub fn arrived(&self, peer: PeerId, hash: UnitHash, unit: Option<Arc<[u8]>>) {
        let Some(waiting) = self.lock().remove(&(peer, hash)) else {
            return;
        };
        for sender in waiting {
            // Whoever gave up has dropped its end.
            let _ = sender.send((hash, unit.clone()));
        }
    }

    /// Nothing will come from this peer.
    pub fn fail(&self, peer: PeerId) {
        self.lock().retain(|(id, _), _| *id != peer);
    }

    /// Books a hash; true if it must be asked for.
    fn book(&self, peer: PeerId, hash: UnitHash, sender: &mpsc::UnboundedSender<Arrival>) -> bool {
        match self.lock().entry((peer, hash)) {
            Entry::Occupied(mut entry) => {
                entry.get_mut().push(sender.clone());
                false
            }
            Entry::Vacant(entry) => {
                entry.insert(vec![sender.clone()]);
                true
            }
        }
    }

    /// Forgets those who have stopped waiting.
    fn sweep(&self, peer: PeerId, hashes: &[UnitHash]) {
        let mut waiting = self.lock();
        for hash in hashes {
            if let Entry::Occupied(mut entry) = waiting.entry((peer, *hash)) {
                entry.get_mut().retain(|sender| !sender.is_closed());
                if entry.get().is_empty() {
                    entry.remove();
                }
            }
        }
    }

    /// How many units are waited for.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The units in the order of the hashes.
pub(crate) async fn fetch(
    shared: Arc<Shared>,
    peer: PeerId,
    hashes: Vec<UnitHash>,
) -> Result<Vec<Arc<[u8]>>, FetchError> {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut wanted: Vec<UnitHash> = Vec::new();
    let mut distinct: Vec<UnitHash> = hashes.clone();
    distinct.sort();
    distinct.dedup();
    for hash in &distinct {
        if shared.fetches.book(peer, *hash, &sender) {
            wanted.push(*hash);
        }
    }
    // From here on only the bookings hold senders, so the channel ends when they are dropped.
    drop(sender);
    if let Err(problem) = want(&shared, peer, &wanted) {
        // Nobody will answer, and others may want the same later.
        drop(receiver);
        shared.fetches.sweep(peer, &distinct);
        return Err(problem);
    }
    let result = collect(&shared, receiver, distinct.len()).await;
    shared.fetches.sweep(peer, &distinct);
    let mut found = result?;
    let missing: Vec<UnitHash> = distinct
        .iter()
        .filter(|hash| !matches!(found.get(hash), Some(Some(_))))
        .copied()
        .collect();
    if !missing.is_empty() {
        return Err(FetchError::Missing(missing));
    }
    Ok(hashes
        .iter()
        .filter_map(|hash| found.get_mut(hash).cloned().flatten())
        .collect())
}

fn want(shared: &Arc<Shared>, peer: PeerId, hashes: &[UnitHash]) -> Result<(), FetchError> {
    for part in hashes.chunks(WANTED_MAX) {
        let hashes = part.to_vec();
        shared
            .send(peer, Signal::CodeWant { hashes })
            .map_err(|problem| FetchError::Unreachable(problem.to_string()))?;
    }
    Ok(())
}

async fn collect(
    shared: &Shared,
    mut receiver: mpsc::UnboundedReceiver<Arrival>,
    count: usize,
) -> Result<HashMap<UnitHash, Option<Arc<[u8]>>>, FetchError> {
    let mut found = HashMap::with_capacity(count);
    let mut bytes = 0;
    let mut charge = Charge::new(shared.limits.budget);
    while found.len() < count {
        match within(&*shared.host, shared.times.fetch_limit, receiver.recv()).await {
            None => return Err(FetchError::TimedOut),
            Some(None) => return Err(FetchError::Unreachable("the connection was lost".into())),
            Some(Some((hash, unit))) => {
                bytes += unit.as_ref().map_or(0, |unit| unit.len());
                if bytes > shared.limits.unit_bytes {
                    return Err(FetchError::TooLarge(bytes));
                }
                charge.set(bytes);
                found.insert(hash, unit);
            }
        }
    }
    Ok(found)
}
