//! Long work that nobody waits for any more.
//!
//! Whoever begins work that may take seconds says with [`abandonable`] how it is told that the result
//! is not wanted; long loops look at that with [`is_abandoned`] between steps of some
//! milliseconds, and end early with any number at all.
//!
//! Invariant:
//! - A1. The result of work that was abandoned is never looked at.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does the work on this thread, which may end early once the flag is set (A1).
pub fn abandonable<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    /// Puts the flag back that was there before, also after a panic.
    struct Restore(Option<Arc<AtomicBool>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FLAG.set(self.0.take());
        }
    }
    let _restore = Restore(FLAG.replace(Some(Arc::clone(flag))));
    work()
}

/// Whether the work that this thread does is not wanted any more.
pub fn is_abandoned() -> bool {
    FLAG.with_borrow(|flag| {
        flag.as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    })
}
