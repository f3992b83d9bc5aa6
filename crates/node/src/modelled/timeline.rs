//! Time that somebody else moves, and what waits for it.
//!
//! Who adds alarms: each sleep that is waited for. Who removes them: the sleep when it ends or is dropped, and
//! [`Timeline::ring`] when their time has come.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::source::Source;
use crate::host::{BoxFuture, Host};

/// Tells the time, in nanoseconds.
type Now = Box<dyn Fn() -> u64 + Send + Sync>;

/// The one clock of all nodes of a run, with the alarms that are set on it.
pub struct Timeline {
    now: Now,
    alarms: Mutex<Alarms>,
}

#[derive(Default)]
struct Alarms {
    count: u64,
    /// By time, and of one time in the order in which they were set.
    waiting: BTreeMap<(u64, u64), Waker>,
}

impl Timeline {
    pub fn new(now: impl Fn() -> u64 + Send + Sync + 'static) -> Timeline {
        Timeline {
            now: Box::new(now),
            alarms: Mutex::default(),
        }
    }

    /// Nanoseconds since the beginning.
    pub fn now(&self) -> u64 {
        (self.now)()
    }

    /// When the next alarm rings.
    pub fn next(&self) -> Option<u64> {
        let alarms = self.alarms();
        alarms.waiting.keys().next().map(|(time, _)| *time)
    }

    /// Wakes whoever waits for a time that has come; whether there was anybody.
    pub fn ring(&self) -> bool {
        let now = self.now();
        let mut alarms = self.alarms();
        let later = alarms.waiting.split_off(&(now + 1, 0));
        let due = std::mem::replace(&mut alarms.waiting, later);
        drop(alarms);
        let any = !due.is_empty();
        due.into_values().for_each(Waker::wake);
        any
    }

    pub fn sleep_until(self: &Arc<Self>, time: u64) -> Sleep {
        Sleep {
            timeline: Arc::clone(self),
            time,
            number: None,
        }
    }

    fn alarms(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends when the time has come.
pub struct Sleep {
    timeline: Arc<Timeline>,
    time: u64,
    /// Of its alarm, once it was waited for.
    number: Option<u64>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.timeline.now() >= self.time {
            return Poll::Ready(());
        }
        let (timeline, time) = (Arc::clone(&self.timeline), self.time);
        let mut alarms = timeline.alarms();
        let number = *self.number.get_or_insert_with(|| {
            alarms.count += 1;
            alarms.count
        });
        alarms
            .waiting
            .insert((time, number), context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let alarm = self.timeline.alarms().waiting.remove(&(self.time, number));
            drop(alarm);
        }
    }
}

/// What a node takes from such a world besides its network.
pub struct ModelledHost {
    timeline: Arc<Timeline>,
    source: Mutex<Source>,
}

impl ModelledHost {
    pub fn new(timeline: Arc<Timeline>, source: Source) -> ModelledHost {
        ModelledHost {
            timeline,
            source: Mutex::new(source),
        }
    }
}

impl Host for ModelledHost {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.timeline.now())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<()> {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let end = self.timeline.now().saturating_add(time);
        Box::pin(self.timeline.sleep_until(end))
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.fill(bytes);
    }
}
