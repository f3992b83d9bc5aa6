//! What the schedulers have done, for tools that watch a node.
//!
//! Each scheduler writes its own counters, after a long turn or some short ones and before
//! it looks for work elsewhere, and nobody else does; who reads them sees each as it was a moment ago.

use crate::body::Body;
use crate::run_queue::Stealers;
use crate::shared::Shared;
use std::sync::atomic::{AtomicU64, Ordering};

/// The counters of one scheduler, in memory of its own, so that schedulers do not
/// take it from each other.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    turns: AtomicU64,
    reductions: AtomicU64,
    messages: AtomicU64,
    asleep_ns: AtomicU64,
}

impl Counters {
    pub(crate) fn publish(&self, own: &OwnCounters) {
        self.turns.store(own.turns, Ordering::Relaxed);
        self.reductions.store(own.reductions, Ordering::Relaxed);
        self.messages.store(own.messages, Ordering::Relaxed);
    }

    pub(crate) fn slept(&self, nanoseconds: u64) {
        self.asleep_ns.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

/// The same, as the scheduler itself counts.
#[derive(Default)]
pub(crate) struct OwnCounters {
    pub(crate) turns: u64,
    pub(crate) reductions: u64,
    pub(crate) messages: u64,
}

/// What one scheduler has done since the node began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchedulerStatistics {
    /// Processes that wait in its run queue, without one that is handed over (see `run_queue`).
    pub ready: usize,
    pub turns: u64,
    pub reductions: u64,
    /// Messages sent by processes that it ran.
    pub messages: u64,
    /// Time in which it had nothing to do.
    pub asleep_ns: u64,
}

/// What a node does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// By the node's clock.
    pub now_ns: u64,
    pub processes: usize,
    /// Timers that are set.
    pub timers: usize,
    pub schedulers: Vec<SchedulerStatistics>,
}

impl<B: Body> Shared<B> {
    pub(crate) fn statistics(&self) -> Statistics {
        let count = usize::from(self.schedulers());
        // What a spare does counts for the scheduler that it belongs to.
        let schedulers = (0..count).map(|first| {
            let all = || self.counters.iter().skip(first).step_by(count);
            let sum = |part: fn(&Counters) -> &AtomicU64| {
                all()
                    .map(|counters| part(counters).load(Ordering::Relaxed))
                    .sum()
            };
            let queues = self.stealers.iter().skip(first).step_by(count);
            SchedulerStatistics {
                ready: queues.map(Stealers::len).sum(),
                turns: sum(|counters| &counters.turns),
                reductions: sum(|counters| &counters.reductions),
                messages: sum(|counters| &counters.messages),
                asleep_ns: sum(|counters| &counters.asleep_ns),
            }
        });
        Statistics {
            now_ns: self.clock.now(),
            processes: self.table.living().count(),
            timers: self.timers.count(),
            schedulers: schedulers.collect(),
        }
    }
}
