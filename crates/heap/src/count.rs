//! How many references there are to something that is shared and freed with the last one.
//!
//! Protocol: an increment is made by someone who has a reference, so it may be relaxed; a
//! decrement releases, and the one that reaches zero acquires, so that all that was read
//! through any reference comes before the memory is freed. Who finds that there is one
//! reference, and has it, has acquired too, and may write.
//!
//! The models are in `models.rs`.

#[cfg(loom)]
use loom::sync::atomic::{AtomicUsize, Ordering, fence};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicUsize, Ordering, fence};

#[derive(Debug)]
pub(crate) struct Count(AtomicUsize);

impl Count {
    /// One reference.
    pub(crate) fn new() -> Count {
        Count(AtomicUsize::new(1))
    }

    /// Counts one more, for someone who has a reference.
    #[inline]
    pub(crate) fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives a reference up; whether it was the last, after which nobody else has access.
    #[inline]
    pub(crate) fn decrement(&self) -> bool {
        if self.0.fetch_sub(1, Ordering::Release) != 1 {
            return false;
        }
        fence(Ordering::Acquire);
        true
    }

    /// Whether the caller's is the only reference.
    #[inline]
    pub(crate) fn is_one(&self) -> bool {
        self.0.load(Ordering::Acquire) == 1
    }

    /// How many there are, as far as can be known while others are made and given up. What those did
    /// who have given one up is seen then.
    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}
