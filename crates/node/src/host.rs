//! What the node takes from the world besides its carrier: time and randomness.
//!
//! Nothing else in this crate may ask for either, so that a cluster can run under virtual time from a seed.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use rustls::crypto::ring;

/// A future that can be moved between threads and owns all it needs.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

pub trait Host: Send + Sync + 'static {
    /// Time since some fixed moment; never goes backwards.
    fn now(&self) -> Duration;
    /// Ends when that much time has passed.
    fn sleep(&self, time: Duration) -> BoxFuture<()>;
    /// Fills with bytes that nobody can foretell (a simulation may).
    fn fill_random(&self, bytes: &mut [u8]);
}

impl dyn Host {
    pub(crate) fn random_u64(&self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_random(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}

/// Time of the tokio runtime (which is virtual when that runtime is paused) and randomness of the operating system.
pub struct SystemHost {
    start: std::sync::OnceLock<tokio::time::Instant>,
}

impl SystemHost {
    pub fn new() -> SystemHost {
        SystemHost {
            start: std::sync::OnceLock::new(),
        }
    }
}

impl Default for SystemHost {
    fn default() -> SystemHost {
        SystemHost::new()
    }
}

impl Host for SystemHost {
    fn now(&self) -> Duration {
        self.start.get_or_init(tokio::time::Instant::now).elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<()> {
        Box::pin(tokio::time::sleep(time))
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        // Without a source of randomness there is no TLS and no node; the system's own never fails once it is up.
        ring::default_provider()
            .secure_random
            .fill(bytes)
            .expect("the operating system supplies randomness");
    }
}

/// The future's result, or `None` after `limit`.
pub(crate) async fn within<T>(
    host: &dyn Host,
    limit: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    tokio::select! {
        biased;
        result = future => Some(result),
        () = host.sleep(limit) => None,
    }
}
