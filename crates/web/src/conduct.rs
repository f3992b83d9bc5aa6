//! How the other side of a connection of HTTP/2 behaves: what it asks for, and what it gives up again.
//!
//! A request that is given up makes room for the next one at once, so a limit for those under way is none for who asks
//! and gives up in turn ("rapid reset", CVE-2023-44487): a program would begin to answer each.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// By how many more requests may have been given up than were answered. A browser gives up those of a page that is
/// left, which are no more than may be under way.
const GIVEN_UP_MAX: usize = 200;

/// See the top of this file.
#[derive(Clone)]
pub struct Conduct {
    /// Requests that are under way.
    open: Arc<AtomicUsize>,
    given_up: Arc<AtomicUsize>,
    bad: watch::Sender<bool>,
}

impl Conduct {
    pub fn new() -> Conduct {
        Conduct {
            open: Arc::default(),
            given_up: Arc::default(),
            bad: watch::Sender::new(false),
        }
    }

    /// Requests that are under way.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Returns when too much was given up.
    pub async fn is_bad(&self) {
        // Its sender is here, so that it ends is no reason to return.
        let _ = self.bad.subscribe().wait_for(|bad| *bad).await;
    }

    pub fn asked(&self) -> Asked {
        Asked(Some(self.clone()))
    }

    pub fn under_way(&self) -> UnderWay {
        self.open.fetch_add(1, Ordering::Relaxed);
        UnderWay(self.open.clone())
    }
}

/// A request that has no answer yet: to drop it is to give it up.
pub struct Asked(Option<Conduct>);

impl Asked {
    /// It was answered, or failed on our side.
    pub fn answered(mut self) {
        if let Some(conduct) = self.0.take() {
            let less = |count: usize| count.checked_sub(1);
            let order = Ordering::Relaxed;
            // At 0 it stays.
            let _ = conduct.given_up.fetch_update(order, order, less);
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some(conduct) = self.0.take()
            && conduct.given_up.fetch_add(1, Ordering::Relaxed) >= GIVEN_UP_MAX
        {
            conduct.bad.send_replace(true);
        }
    }
}

/// Counts a request until it is dropped.
pub struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
