//! The synchronisation primitives of this crate, from `std` or from `loom`.
//!
//! Everything that a loom model covers takes its primitives from here, so that
//! the checked code is the code that runs. It holds no logic.

#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
#[cfg(not(loom))]
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
#[cfg(loom)]
pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};

use std::sync::PoisonError;

/// Locks `mutex`, whatever happened to its earlier holders: no invariant of
/// this crate is broken in the middle of a critical section by a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(loom)]
pub(crate) use loom::cell::UnsafeCell;

/// `std`'s cell with the access methods of `loom`'s.
#[cfg(not(loom))]
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    pub(crate) fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    pub(crate) fn with_mut<R>(&self, action: impl FnOnce(*mut T) -> R) -> R {
        action(self.0.get())
    }
}

/// Waits a moment for another thread; `attempt` counts the waits so far.
#[cfg(not(loom))]
pub(crate) fn relax(attempt: u32) {
    // A holder needs some ten instructions. If it still has not finished after
    // this many pauses, it has probably lost its core and needs ours.
    if attempt < 64 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

#[cfg(loom)]
pub(crate) fn relax(_attempt: u32) {
    loom::thread::yield_now();
}

/// A guess of the value of `word`, for a following exchange to confirm.
#[cfg(not(loom))]
#[inline]
pub(crate) fn newest(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

/// Loom would try every old value that a load may see, each of which only makes
/// the exchange fail; an exchange that always fails sees the newest.
#[cfg(loom)]
pub(crate) fn newest(word: &AtomicU64) -> u64 {
    word.compare_exchange(u64::MAX, u64::MAX, Ordering::Relaxed, Ordering::Relaxed)
        .unwrap_or_else(|newest| newest)
}
