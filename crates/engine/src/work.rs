//! Work for a process that takes what it runs from a queue: the process of a program or REPL.
//!
//! How it is done is in [`crate::body`].

use crate::results::ResultSender;
use crate::watch::Watch;
use mound_heap::fragment::FragmentRef;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How the work of a unit ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkResult {
    /// The value as `write` shows it; `None` if it is unspecified.
    Value(Option<String>),
    /// The report of an object that nobody handled.
    Died(String),
    /// The process halted itself.
    Halted,
}

/// A unit whose entry is to be run.
pub struct Work {
    pub unit: FragmentRef,
    pub reply: Option<ResultSender>,
}

/// Work for one process, which waits for more until the queue is closed.
#[derive(Default)]
pub struct WorkQueue {
    items: Mutex<(VecDeque<Work>, bool)>,
    /// Fuel that the process had used at the end of the last piece of work.
    fuel_used: AtomicU64,
    /// For a queue of forms that somebody types.
    watch: Option<Watch>,
}

impl WorkQueue {
    /// A queue of forms that somebody types, who may interrupt them and look at what they did.
    pub fn watched() -> WorkQueue {
        WorkQueue {
            watch: Some(Watch::default()),
            ..WorkQueue::default()
        }
    }

    pub fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    pub fn push(&self, work: Work) {
        self.items
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .0
            .push_back(work);
    }

    /// No more work will come: the process ends when it has done what there is.
    pub fn close(&self) {
        self.items.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
    }

    /// Fuel that the process had used when a piece of work ended last.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_used.load(Ordering::Acquire)
    }

    pub(crate) fn note_fuel(&self, used: u64) {
        self.fuel_used.store(used, Ordering::Release);
    }

    /// The next piece, and whether no more will come.
    pub(crate) fn next(&self) -> (Option<Work>, bool) {
        let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        (items.0.pop_front(), items.1)
    }
}
