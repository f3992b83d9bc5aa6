//! Pauses between attempts to reach an address where nobody answered: each twice as long as the one before, and each
//! node another one, so that those that have lost the same peer do not come back in step.
//!
//! - An address is left alone for [`PAUSE_MAX`] at most: what comes back is reached as soon as that is over.
//! - At most [`ADDRESSES_MAX`] are remembered. Beyond that, all are forgotten that may be dialled again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::host::Host;

const PAUSE_MIN: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(1);
/// After this time without an attempt, a failure says nothing any more.
const MEMORY: Duration = Duration::from_secs(10);
const ADDRESSES_MAX: usize = 1024;

#[derive(Default)]
pub(crate) struct Pauses {
    failures: Mutex<HashMap<Arc<str>, Failures>>,
}

struct Failures {
    count: u32,
    /// No attempt is made before.
    until: Duration,
}

impl Pauses {
    /// How long to wait before the address is dialled.
    pub fn before(&self, host: &dyn Host, address: &str) -> Duration {
        let failures = self.failures();
        let until = failures.get(address).map(|failures| failures.until);
        until.map_or(Duration::ZERO, |until| until.saturating_sub(host.now()))
    }

    pub fn failed(&self, host: &dyn Host, address: &Arc<str>) {
        let now = host.now();
        let mut failures = self.failures();
        if failures.len() >= ADDRESSES_MAX && !failures.contains_key(address) {
            failures.retain(|_, failures| failures.until > now);
            if failures.len() >= ADDRESSES_MAX {
                return;
            }
        }
        let of_address = failures.entry(Arc::clone(address)).or_insert(Failures {
            count: 0,
            until: now,
        });
        if now > of_address.until + MEMORY {
            of_address.count = 0;
        }
        of_address.until = now + pause(host, of_address.count);
        of_address.count += 1;
    }

    pub fn reached(&self, address: &str) {
        self.failures().remove(address);
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<Arc<str>, Failures>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Between half of it and all of it.
fn pause(host: &dyn Host, failures: u32) -> Duration {
    let pause = PAUSE_MIN
        .saturating_mul(1 << failures.min(16))
        .min(PAUSE_MAX);
    let part = u32::try_from(host.random_u64() % 1000).unwrap_or(0);
    pause / 2 + pause * part / 2000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::SystemHost;

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_and_end() {
        let host = SystemHost::new();
        let pauses = Pauses::default();
        let address: Arc<str> = "node:1".into();
        assert_eq!(pauses.before(&host, &address), Duration::ZERO);
        let mut before = Duration::ZERO;
        for attempt in 0..20 {
            pauses.failed(&host, &address);
            let pause = pauses.before(&host, &address);
            assert!(pause <= PAUSE_MAX, "{pause:?}");
            // The least of one is the most of the one before.
            assert!(attempt > 6 || pause >= before, "{attempt}: {pause:?}");
            before = pause;
            tokio::time::sleep(pause).await;
            assert_eq!(pauses.before(&host, &address), Duration::ZERO);
        }
        tokio::time::sleep(2 * MEMORY).await;
        pauses.failed(&host, &address);
        assert!(pauses.before(&host, &address) <= PAUSE_MIN);
        pauses.reached(&address);
        assert_eq!(pauses.before(&host, &address), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn invented_addresses_fill_a_bounded_table() {
        let host = SystemHost::new();
        let pauses = Pauses::default();
        for number in 0..3 * ADDRESSES_MAX {
            pauses.failed(&host, &format!("node:{number}").into());
            assert!(pauses.failures().len() <= ADDRESSES_MAX);
        }
        tokio::time::sleep(PAUSE_MAX).await;
        pauses.failed(&host, &"late:1".into());
        assert!(pauses.before(&host, "late:1") > Duration::ZERO);
        // Those that may be dialled again are forgotten, and no others.
        assert_eq!(pauses.failures().len(), 1);
        for number in 0..ADDRESSES_MAX {
            pauses.failed(&host, &format!("other:{number}").into());
        }
        assert_eq!(pauses.failures().len(), ADDRESSES_MAX);
        assert!(pauses.before(&host, "late:1") > Duration::ZERO);
        // One that is in the table goes on when that is full.
        let before = pauses.before(&host, "late:1");
        for _ in 0..8 {
            pauses.failed(&host, &"late:1".into());
        }
        assert!(pauses.before(&host, "late:1") > 8 * before.max(PAUSE_MIN));
        pauses.reached("late:1");
        pauses.failed(&host, &"new:1".into());
        assert!(pauses.before(&host, "new:1") > Duration::ZERO);
    }
}
