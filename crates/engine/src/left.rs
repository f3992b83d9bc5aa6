//! What a node has not got back at its end, for tests: each counter and table must return to where it was.
//!
//! Looked at twice. While the processes of a program still live, nothing may be left of those that have ended.
//! Then the connections are closed and all processes are ended; after that nothing may be left at all.
//! Memory is counted last, by whoever ends the node ([`crate::unreturned_memory`]).
//!
//! What ends at this moment has its entries for a little longer. So only what is there each time counts, as
//! often as it is looked: the same entry of the same process. If nothing is left, the first looks show it.

use crate::state::NodeState;
use mound_process::Serial;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use mound_process::Left;

/// For what is on its way: long, since only what stays takes as long.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// What is left of processes that have ended, while others live.
pub fn of_living(state: &Arc<NodeState>) -> BTreeSet<Left> {
    what_stays(|| {
        let mut left = of_processes(state);
        if let Some(distribution) = state.distribution() {
            left.extend(distribution.left());
        }
        left
    })
}

/// Ends all processes and gives what is left then. The connections of the node are closed.
pub fn of_ended(state: &Arc<NodeState>) -> BTreeSet<Left> {
    let living = end_all(state);
    let entry = |process: Serial| Left::new("processes", process.to_string());
    let living: BTreeSet<Left> = living.into_iter().map(entry).collect();
    what_stays(|| {
        let mut left = of_processes(state);
        left.extend(living.clone());
        left
    })
}

/// Ends all processes, also those that they make meanwhile; gives those that live on all the same.
fn end_all(state: &Arc<NodeState>) -> Vec<Serial> {
    let Some(handle) = state.handle() else {
        return Vec::new();
    };
    let deadline = Instant::now() + PATIENCE;
    loop {
        let living = handle.processes();
        if living.is_empty() || Instant::now() > deadline {
            return living;
        }
        for process in living {
            handle.terminate(process.into());
        }
        std::thread::sleep(PAUSE);
    }
}

fn of_processes(state: &Arc<NodeState>) -> BTreeSet<Left> {
    let Some(handle) = state.handle() else {
        return BTreeSet::new();
    };
    let mut left = handle.left(PATIENCE);
    let is_alive = |process| handle.is_alive(process);
    left.extend(state.resources.left(is_alive));
    left.extend(state.requests.left(is_alive));
    left
}

/// What is there whenever `look` looks, until nothing is or the patience is at its end.
fn what_stays(look: impl Fn() -> BTreeSet<Left>) -> BTreeSet<Left> {
    let deadline = Instant::now() + PATIENCE;
    let mut staying = look();
    while !staying.is_empty() && Instant::now() < deadline {
        std::thread::sleep(PAUSE);
        let now = look();
        staying.retain(|entry| now.contains(entry));
    }
    staying
}
