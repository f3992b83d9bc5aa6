//! Whether a node is at rest, and how long a process has waited.
//!
//! A node is at rest if all its processes wait, no timer is set, and all schedulers sleep, with the spare ones.
//! Then only what comes from outside can make anything happen. A look at all of them takes time, in which a
//! process that was looked at could be woken by one that was not; but only an awake scheduler runs processes,
//! and one that wakes and falls asleep again is counted (`all_sleep` in `idle` and in `spares`). So a look
//! counts if all slept before it and after it, and none has woken between.
//!
//! The moment of each wait is noted, of tenths of seconds in half a word: the scheduler looks at the clock
//! before it sleeps, when it wakes, and once in a few turns, so that a wait costs one store.

use crate::body::Body;
use crate::shared::Shared;
use crate::slot::Status;
use std::time::Duration;

/// See [`crate::Handle::rest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest((usize, usize));

impl<B: Body> Shared<B> {
    pub(crate) fn rest(&self) -> Option<Rest> {
        let before = self.all_sleep()?;
        let may_go_on = self.timers.count() != 0 || self.has_work();
        if may_go_on || !self.all_wait() || self.all_sleep() != Some(before) {
            return None;
        }
        Some(Rest(before))
    }

    /// If all sleep, how often schedulers have fallen asleep, and spares have woken.
    fn all_sleep(&self) -> Option<(usize, usize)> {
        Some((self.idle.all_sleep()?, self.spares.all_sleep()?))
    }

    fn all_wait(&self) -> bool {
        let status = |process| self.table.status(process);
        let mut living = self.table.living().filter_map(status);
        living.all(|status| status == Status::Waiting)
    }
}

const NANOSECONDS: u64 = 100_000_000;

/// A moment by the clock of the node, in tenths of seconds; good for thirteen years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tenths(u32);

impl Tenths {
    pub(crate) fn of(now: u64) -> Tenths {
        Tenths((now / NANOSECONDS) as u32)
    }

    pub(crate) fn since(self, earlier: Tenths) -> Duration {
        let tenths = self.0.wrapping_sub(earlier.0);
        Duration::from_nanos(u64::from(tenths) * NANOSECONDS)
    }
}
