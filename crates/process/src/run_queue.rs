//! The run queue of one scheduler.
//!
//! Normally a work-stealing deque used first in, first out, so that a process
//! that yields goes to the back. In the deterministic mode a plain list from
//! which a seeded generator picks, so that different seeds try different orders
//! of events and the same seed repeats one.

use crate::random::Random;
use crossbeam_deque::{Injector, Stealer, Worker};

pub(crate) enum RunQueue {
    Fifo(Worker<u32>),
    Seeded { ready: Vec<u32>, random: Random },
}

impl RunQueue {
    pub(crate) fn fifo() -> Self {
        RunQueue::Fifo(Worker::new_fifo())
    }

    pub(crate) fn seeded(seed: u64) -> Self {
        RunQueue::Seeded {
            ready: Vec::new(),
            random: Random::new(seed),
        }
    }

    /// The handle by which other schedulers take work away.
    pub(crate) fn stealer(&self) -> Option<Stealer<u32>> {
        match self {
            RunQueue::Fifo(worker) => Some(worker.stealer()),
            RunQueue::Seeded { .. } => None,
        }
    }

    /// Whether this is the queue of the deterministic mode.
    pub(crate) fn is_seeded(&self) -> bool {
        matches!(self, RunQueue::Seeded { .. })
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: u32) {
        match self {
            RunQueue::Fifo(worker) => worker.push(slot),
            RunQueue::Seeded { ready, .. } => ready.push(slot),
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        match self {
            RunQueue::Fifo(worker) => worker.pop(),
            RunQueue::Seeded { ready, random } => {
                let place = random.below(ready.len())?;
                Some(ready.swap_remove(place))
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            RunQueue::Fifo(worker) => worker.len(),
            RunQueue::Seeded { ready, .. } => ready.len(),
        }
    }

    /// Takes a batch from the common queue and returns one of it.
    pub(crate) fn take_injected(&mut self, injector: &Injector<u32>) -> Option<u32> {
        match self {
            RunQueue::Fifo(worker) => retry(|| injector.steal_batch_and_pop(worker)),
            RunQueue::Seeded { ready, .. } => {
                while let Some(slot) = retry(|| injector.steal()) {
                    ready.push(slot);
                }
                self.pop()
            }
        }
    }

    /// Takes half of another scheduler's queue and returns one of it.
    pub(crate) fn steal_from(&mut self, stealer: &Stealer<u32>) -> Option<u32> {
        match self {
            RunQueue::Fifo(worker) => retry(|| stealer.steal_batch_and_pop(worker)),
            RunQueue::Seeded { .. } => None,
        }
    }
}

/// Tries again while another thread got in between.
fn retry(mut steal: impl FnMut() -> crossbeam_deque::Steal<u32>) -> Option<u32> {
    loop {
        match steal() {
            crossbeam_deque::Steal::Success(slot) => return Some(slot),
            crossbeam_deque::Steal::Empty => return None,
            crossbeam_deque::Steal::Retry => std::hint::spin_loop(),
        }
    }
}
