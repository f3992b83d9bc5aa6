//! The run queue of one scheduler.
//!
//! Normally work-stealing deques, one for each priority, used first in, first
//! out, so that a process that yields goes to the back. Those of higher priority
//! come first, but one turn in [`TURNS_PER_FAIR_PICK`] goes to the others, so
//! nobody starves. In the deterministic mode a plain list from which a seeded
//! generator picks, whatever the priorities, so that different seeds try
//! different orders of events and the same seed repeats one.

use crate::random::Random;
use crossbeam_deque::{Injector, Stealer, Worker};

/// One turn in so many looks at the queues from the lowest priority up: of busy
/// processes of high priority, this much of the scheduler is kept from.
const TURNS_PER_FAIR_PICK: u32 = 16;

/// Which processes run before which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    High,
    #[default]
    Normal,
    Low,
}

impl Priority {
    /// Its place among the queues.
    fn index(self) -> usize {
        match self {
            Priority::High => 0,
            Priority::Normal => 1,
            Priority::Low => 2,
        }
    }
}

const NORMAL: usize = 1;

pub(crate) enum RunQueue {
    Fifo {
        workers: [Worker<u32>; 3],
        picks: u32,
    },
    Seeded {
        ready: Vec<u32>,
        random: Random,
    },
}

/// The handles by which other schedulers take work away.
pub(crate) struct Stealers([Stealer<u32>; 3]);

impl Stealers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Stealer::is_empty)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(Stealer::len).sum()
    }
}

impl RunQueue {
    pub(crate) fn fifo() -> Self {
        RunQueue::Fifo {
            workers: std::array::from_fn(|_| Worker::new_fifo()),
            picks: 0,
        }
    }

    pub(crate) fn seeded(seed: u64) -> Self {
        RunQueue::Seeded {
            ready: Vec::new(),
            random: Random::new(seed),
        }
    }

    pub(crate) fn stealers(&self) -> Option<Stealers> {
        match self {
            RunQueue::Fifo { workers, .. } => Some(Stealers(std::array::from_fn(|index| {
                workers[index].stealer()
            }))),
            RunQueue::Seeded { .. } => None,
        }
    }

    /// Whether this is the queue of the deterministic mode.
    pub(crate) fn is_seeded(&self) -> bool {
        matches!(self, RunQueue::Seeded { .. })
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: u32, priority: Priority) {
        match self {
            RunQueue::Fifo { workers, .. } => workers[priority.index()].push(slot),
            RunQueue::Seeded { ready, .. } => ready.push(slot),
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        match self {
            RunQueue::Fifo { workers, picks } => {
                *picks = picks.wrapping_add(1);
                if picks.is_multiple_of(TURNS_PER_FAIR_PICK) {
                    return workers.iter().rev().find_map(Worker::pop);
                }
                workers.iter().find_map(Worker::pop)
            }
            RunQueue::Seeded { ready, random } => {
                let place = random.below(ready.len())?;
                Some(ready.swap_remove(place))
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            RunQueue::Fifo { workers, .. } => workers.iter().map(Worker::len).sum(),
            RunQueue::Seeded { ready, .. } => ready.len(),
        }
    }

    /// Takes a batch from the common queue and returns one of it. Who was woken
    /// from outside waits once as if its priority were normal.
    pub(crate) fn take_injected(&mut self, injector: &Injector<u32>) -> Option<u32> {
        match self {
            RunQueue::Fifo { workers, .. } => {
                retry(|| injector.steal_batch_and_pop(&workers[NORMAL]))
            }
            RunQueue::Seeded { ready, .. } => {
                while let Some(slot) = retry(|| injector.steal()) {
                    ready.push(slot);
                }
                self.pop()
            }
        }
    }

    /// Takes half of a queue of another scheduler and returns one of it.
    pub(crate) fn steal_from(&mut self, stealers: &Stealers) -> Option<u32> {
        match self {
            RunQueue::Fifo { workers, .. } => stealers
                .0
                .iter()
                .zip(workers)
                .find_map(|(stealer, worker)| retry(|| stealer.steal_batch_and_pop(worker))),
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn higher_priorities_come_first_and_nobody_starves() {
        let mut queue = RunQueue::fifo();
        for slot in 0..64 {
            queue.push(slot, Priority::High);
        }
        queue.push(100, Priority::Low);
        queue.push(101, Priority::Normal);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).take(32).collect();
        assert_eq!(order.iter().filter(|&&slot| slot < 64).count(), 30);
        assert_eq!((order[15], order[31]), (100, 101));
    }
}
