//! A value and a state word behind one very short lock.
//!
//! The lock bit lives in the same word as the state of what it protects. So one
//! atomic exchange takes the lock *and* tells the state, and one plain store
//! publishes a new state *and* releases the lock. A message to a waiting
//! process costs three such pairs in all (send, resume, wait), two if its
//! sender begins it, and none between two that exchange places.
//!
//! Protocol:
//! - L1. The value is touched only between the exchange that set [`LOCK`] in
//!   a word without it (acquire), and the store of a word without it (release),
//!   by the thread that made the exchange.
//! - L2. Bits of the word change only under the lock.
//! - L3. Nobody runs foreign code, drops foreign values or blocks under the
//!   lock. Users see to it; that is why spinning is right here.
//!
//! [`Locked::peek`] reads the word without the lock; what it shows may be old.
//! This is the only file of the crate with unsafe code.

use crate::sync::{AtomicU64, Ordering, UnsafeCell, newest, relax};

/// The bit of the word that means "somebody is inside".
pub(crate) const LOCK: u64 = 1;

pub(crate) struct Locked<T> {
    word: AtomicU64,
    value: UnsafeCell<T>,
}

// SAFETY: L1 gives each access to the value to one thread at a time, and orders
// the accesses by acquire and release, so sharing the cell needs only `T: Send`.
unsafe impl<T: Send> Sync for Locked<T> {}
// SAFETY: a `Locked` owns its value; moving it moves the value.
unsafe impl<T: Send> Send for Locked<T> {}

impl<T> Locked<T> {
    pub(crate) fn new(word: u64, value: T) -> Self {
        debug_assert_eq!(word & LOCK, 0);
        Locked {
            word: AtomicU64::new(word),
            value: UnsafeCell::new(value),
        }
    }

    /// The state word, as it was a moment ago.
    pub(crate) fn peek(&self) -> u64 {
        self.word.load(Ordering::Acquire) & !LOCK
    }

    #[inline(always)]
    pub(crate) fn lock(&self) -> Guard<'_, T> {
        let word = match self.try_lock() {
            Some(word) => word,
            None => self.lock_contended(),
        };
        Guard { locked: self, word }
    }

    /// The guard, if the word is still this one, which [`Locked::peek`] has shown.
    #[inline(always)]
    pub(crate) fn lock_at(&self, word: u64) -> Option<Guard<'_, T>> {
        let locked = word | LOCK;
        let exchange =
            (self.word).compare_exchange(word, locked, Ordering::Acquire, Ordering::Relaxed);
        // Made only then: a guard that is dropped releases the lock.
        exchange.is_ok().then(|| Guard { locked: self, word })
    }

    #[inline(always)]
    fn try_lock(&self) -> Option<u64> {
        let word = newest(&self.word);
        let locked = word | LOCK;
        let exchange =
            || (self.word).compare_exchange(word, locked, Ordering::Acquire, Ordering::Relaxed);
        (word != locked && exchange().is_ok()).then_some(word)
    }

    #[cold]
    fn lock_contended(&self) -> u64 {
        let mut attempt = 0;
        loop {
            relax(attempt);
            attempt += 1;
            if let Some(word) = self.try_lock() {
                return word;
            }
        }
    }
}

/// The right to touch the value; dropping it publishes `word`.
pub(crate) struct Guard<'a, T> {
    locked: &'a Locked<T>,
    /// The state as found, then as it shall be after release.
    pub(crate) word: u64,
}

impl<T> Guard<'_, T> {
    #[inline]
    pub(crate) fn with<R>(&mut self, action: impl FnOnce(&mut T) -> R) -> R {
        self.locked.value.with_mut(|value| {
            // SAFETY: L1: this guard exists, so its thread made the exchange and
            // has not released; `&mut self` excludes a second reference from
            // the same guard.
            action(unsafe { &mut *value })
        })
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.locked.word.store(self.word & !LOCK, Ordering::Release);
    }
}
