//! The timers of a node: one wheel for each scheduler.
//!
//! A scheduler sets timers in its own wheel and fires them itself, between two
//! turns or after sleeping until the first is due. Cancelling may come from any
//! thread, since a process can move; hence a lock around each wheel, which is
//! nearly always free. Threads that are no schedulers use wheel 0.

use crate::pid::{Pid, Serial};
use crate::wheel::{Wheel, WheelKey};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// No timer is set.
const NEVER: u64 = u64::MAX;

/// Names a timer; of no effect when it has fired or was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    key: WheelKey,
    wheel: u16,
}

/// What a timer does.
pub(crate) enum Event<M> {
    /// Ends the wait of a process.
    Wake(Serial),
    /// Sends a message in the name of a process.
    Send {
        from: Option<Serial>,
        to: Pid,
        message: M,
    },
}

struct Shard<M> {
    wheel: Mutex<Wheel<Event<M>>>,
    /// When the wheel has something to do, readable without its lock.
    next: AtomicU64,
}

pub(crate) struct Timers<M> {
    shards: Box<[Shard<M>]>,
}

impl<M> Shard<M> {
    fn with<R>(&self, action: impl FnOnce(&mut Wheel<Event<M>>) -> R) -> R {
        let mut wheel = self.wheel.lock().unwrap_or_else(PoisonError::into_inner);
        let result = action(&mut wheel);
        let next = wheel.next_time().unwrap_or(NEVER);
        self.next.store(next, Ordering::Release);
        result
    }
}

impl<M> Timers<M> {
    pub(crate) fn new(count: u16, now: u64) -> Self {
        let shard = |_| Shard {
            wheel: Mutex::new(Wheel::new(now)),
            next: AtomicU64::new(NEVER),
        };
        Timers {
            shards: (0..count).map(shard).collect(),
        }
    }

    /// How many wheels there are.
    pub(crate) fn wheels(&self) -> u16 {
        self.shards.len() as u16
    }

    pub(crate) fn set(&self, wheel: u16, deadline: u64, event: Event<M>) -> Timer {
        let key = self.shards[usize::from(wheel)].with(|wheel| wheel.insert(deadline, event));
        Timer { key, wheel }
    }

    /// False if the timer has fired or was cancelled.
    pub(crate) fn cancel(&self, timer: Timer) -> bool {
        let shard = &self.shards[usize::from(timer.wheel)];
        let event = shard.with(|wheel| wheel.cancel(timer.key));
        event.is_some()
    }

    /// When [`Timers::due`] has something to do for this wheel.
    pub(crate) fn next_time(&self, wheel: u16) -> Option<u64> {
        let next = self.shards[usize::from(wheel)].next.load(Ordering::Acquire);
        (next != NEVER).then_some(next)
    }

    /// Takes out what is due, earliest first, at most a batch (`wheel::BATCH`).
    pub(crate) fn due(&self, wheel: u16, now: u64) -> Vec<Event<M>> {
        self.shards[usize::from(wheel)].with(|wheel| wheel.advance(now))
    }

    /// Timers that are set.
    pub(crate) fn count(&self) -> usize {
        let count = |shard: &Shard<M>| shard.with(|wheel| wheel.len());
        self.shards.iter().map(count).sum()
    }

    /// The processes whose waits the timers end that are set.
    pub(crate) fn wakes(&self) -> Vec<Serial> {
        let wakes = |shard: &Shard<M>| {
            shard.with(|wheel| -> Vec<Serial> {
                let wakes = wheel.payloads().filter_map(|event| match event {
                    Event::Wake(process) => Some(*process),
                    Event::Send { .. } => None,
                });
                wakes.collect()
            })
        };
        self.shards.iter().flat_map(wakes).collect()
    }

    /// Timers for which there is memory.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn places(&self) -> usize {
        let places = |shard: &Shard<M>| shard.with(|wheel| wheel.places());
        self.shards.iter().map(places).sum()
    }
}
