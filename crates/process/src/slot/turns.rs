//! What the scheduler does with a slot whose process it runs: beginning, putting back, ending.
//!
//! What others do with it, and the invariants, are in `slot`.

use super::{
    BOUNDED, CONTROL, FREE, GENERATION_SHIFT, Leave, NEWS, NOTIFIED, QUEUED, RUNNING, SIGNALS,
    STATUS, Slot, Status, UNUSUAL, WAITING, generation_of, status_of, with_status,
};
use crate::bound::Waiter;
use crate::pid::LAST_GENERATION;
use crate::queue::SignalQueue;
use crate::signal::Signal;
use std::collections::VecDeque;

/// Whether there is nothing but a status, and a generation that is not the last.
#[inline(always)]
fn is_quiet(word: u64) -> bool {
    let flags = word as u32 & !(STATUS as u32);
    flags == 0 && generation_of(word) < LAST_GENERATION
}

impl<M, R> Slot<M, R> {
    /// Takes the resident to run it. `fetch` swaps the queues under the lock.
    /// Returns the flags that were set.
    #[inline]
    pub(crate) fn begin(
        &self,
        fetch: impl FnOnce(&mut R, &mut SignalQueue<Signal<M>>),
    ) -> Option<(R, u64)> {
        let mut guard = self.inner.lock();
        debug_assert_eq!(status_of(guard.word), Status::Queued);
        let flags = guard.word;
        guard.word = with_status(guard.word, RUNNING) & !NEWS;
        let resident = guard.with(|held| {
            let mut resident = held.resident.take()?;
            if flags & SIGNALS != 0 {
                fetch(&mut resident, &mut held.outer);
                held.was_fetched();
            }
            Some(resident)
        })?;
        Some((resident, flags))
    }

    /// Whether there is something to look at before the turn of a process that is Running already. What
    /// comes later is seen like what comes during the turn.
    #[inline(always)]
    pub(crate) fn has_news(&self) -> bool {
        self.inner.peek() & NEWS != 0
    }

    /// Whether a process that is Running, and waits, cannot be begun by who has a message for it.
    #[inline(always)]
    pub(crate) fn is_unusual(&self) -> bool {
        self.inner.peek() & UNUSUAL != 0
    }

    /// Begins the turn of a process that is Running already, with what has come for it. Returns the
    /// flags that were set.
    pub(crate) fn catch_up(&self, fetch: impl FnOnce(&mut SignalQueue<Signal<M>>)) -> u64 {
        let mut guard = self.inner.lock();
        let flags = guard.word;
        guard.word &= !NEWS;
        if flags & SIGNALS != 0 {
            guard.with(|held| {
                fetch(&mut held.outer);
                held.was_fetched();
            });
        }
        flags
    }

    /// Fetches signals in the middle of a turn. Called by the running process.
    /// Returns the flags that were set.
    #[inline]
    pub(crate) fn fetch(&self, fetch: impl FnOnce(&mut SignalQueue<Signal<M>>)) -> u64 {
        let mut guard = self.inner.lock();
        let flags = guard.word;
        guard.word &= !(SIGNALS | CONTROL);
        guard.with(|held| {
            fetch(&mut held.outer);
            held.was_fetched();
        });
        flags
    }

    /// Puts the resident back to wait if nothing has come for it; else gives it back.
    #[inline(always)]
    pub(crate) fn leave_waiting(&self, resident: R) -> Result<(), R> {
        let word = self.inner.peek();
        debug_assert_eq!(status_of(word), Status::Running);
        // S4.
        let guard = match word & NEWS {
            0 => self.inner.lock_at(word),
            _ => None,
        };
        let Some(mut guard) = guard else {
            return Err(resident);
        };
        // There was none, as in `occupy`.
        guard.with(|held| std::mem::forget(held.resident.replace(resident)));
        guard.word = with_status(word, WAITING);
        Ok(())
    }

    /// Puts the resident back. True means that it is Queued, and that the
    /// caller must queue the slot (S2).
    #[inline(always)]
    pub(crate) fn leave(&self, resident: R, leave: Leave) -> bool {
        let mut guard = self.inner.lock();
        debug_assert_eq!(status_of(guard.word), Status::Running);
        // There was none, as in `occupy`.
        guard.with(|held| std::mem::forget(held.resident.replace(resident)));
        let again = leave == Leave::Yield || guard.word & (SIGNALS | NOTIFIED) != 0;
        guard.word = match again {
            // S4: a reason to run that came during the turn.
            true => with_status(guard.word, QUEUED) | NOTIFIED,
            false => with_status(guard.word, WAITING),
        };
        again
    }

    /// Whether a process that is Running may give its place to another one: nothing has come, and nobody may wait
    /// for the room that it has made.
    #[inline(always)]
    pub(crate) fn gives_place(&self) -> bool {
        self.inner.peek() & (NEWS | BOUNDED) == 0
    }

    /// Ends the running process: from here on its serial is dead. Returns the flags, and who waited for room;
    /// `fetch` gets what was still in the queue, if there was anything (S3).
    #[inline]
    pub(crate) fn vacate(
        &self,
        fetch: impl FnOnce(&mut SignalQueue<Signal<M>>),
    ) -> (u64, VecDeque<Waiter>) {
        let mut guard = self.inner.lock();
        debug_assert_eq!(status_of(guard.word), Status::Running);
        let flags = guard.word;
        let generation = generation_of(flags) + 1;
        guard.word = FREE | u64::from(generation) << GENERATION_SHIFT;
        let waiting = guard.with(|held| {
            let mut waiting = VecDeque::new();
            if flags & BOUNDED != 0
                && let Some(mut bounded) = held.bounded.take()
            {
                waiting = bounded.take_waiting();
            }
            if flags & SIGNALS != 0 {
                fetch(&mut held.outer);
            }
            waiting
        });
        (flags, waiting)
    }

    /// Whether the running process here can end with [`Slot::vacate_quietly`], as far as can be known.
    #[inline(always)]
    pub(crate) fn ends_quietly(&self) -> bool {
        is_quiet(self.inner.peek())
    }

    /// As [`Slot::vacate`] of a process for which nothing has come, and which had nothing unusual, and whose
    /// slot can be used again; false if it is another one.
    #[inline(always)]
    pub(crate) fn vacate_quietly(&self) -> bool {
        let word = self.inner.peek();
        debug_assert_eq!(status_of(word), Status::Running);
        let guard = match is_quiet(word) {
            true => self.inner.lock_at(word),
            false => None,
        };
        let Some(mut guard) = guard else {
            return false;
        };
        guard.word = FREE | u64::from(generation_of(word) + 1) << GENERATION_SHIFT;
        true
    }
}
