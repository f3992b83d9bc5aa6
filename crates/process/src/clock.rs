//! Time, real or made up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A source of monotonic time.
pub trait Clock: Send + Sync + 'static {
    /// Nanoseconds since a moment that the clock chooses.
    fn now(&self) -> u64;

    /// Goes forward to `time` at once, if the clock can do so. Asked for when
    /// nothing can happen before `time`. False means that one has to wait.
    fn skip_to(&self, time: u64) -> bool;
}

/// The clock of the operating system.
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    pub fn new() -> Self {
        SystemClock {
            start: Instant::now(),
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        // 584 years of nanoseconds fit.
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn skip_to(&self, _time: u64) -> bool {
        false
    }
}

/// A clock that stands still until it is moved.
#[derive(Default)]
pub struct VirtualClock {
    now: AtomicU64,
}

impl VirtualClock {
    pub fn new() -> Self {
        Self::default()
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> u64 {
        self.now.load(Ordering::Acquire)
    }

    fn skip_to(&self, time: u64) -> bool {
        self.now.fetch_max(time, Ordering::AcqRel);
        true
    }
}
