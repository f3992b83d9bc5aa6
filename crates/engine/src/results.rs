//! The results of pieces of work, on their way from a process to a thread that
//! waits for them, and for the end of the program.
//!
//! A channel would do, could it be waited for together with something else.

use crate::work::WorkResult;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The end of the thread that waits.
#[derive(Default)]
pub struct Results {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    results: VecDeque<WorkResult>,
    senders: usize,
    interrupted: bool,
}

/// What the waiting thread gets.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    Result(WorkResult),
    /// Nobody has the other end any more, and all results have been given.
    Closed,
    /// Somebody wants the thread to look around. Given once for each interruption.
    Interrupted,
}

impl Results {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A way to send one result here.
    pub fn sender(self: &Arc<Self>) -> ResultSender {
        self.lock().senders += 1;
        ResultSender {
            results: Arc::clone(self),
            result: WorkResult::Terminated,
        }
    }

    /// What there is, without waiting.
    pub fn poll(&self) -> Option<Event> {
        self.lock().next()
    }

    pub fn wait(&self) -> Event {
        let mut inner = self.lock();
        loop {
            if let Some(event) = inner.next() {
                return event;
            }
            inner = self
                .changed
                .wait(inner)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The same, but waits at most so long, and sometimes less.
    pub fn wait_at_most(&self, limit: Duration) -> Option<Event> {
        let mut inner = self.lock();
        if let Some(event) = inner.next() {
            return Some(event);
        }
        let waited = self.changed.wait_timeout(inner, limit);
        inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        inner.next()
    }

    /// Wakes the thread that waits.
    pub fn interrupt(&self) {
        self.lock().interrupted = true;
        self.changed.notify_all();
    }
}

impl Inner {
    fn next(&mut self) -> Option<Event> {
        if let Some(result) = self.results.pop_front() {
            return Some(Event::Result(result));
        }
        if std::mem::take(&mut self.interrupted) {
            return Some(Event::Interrupted);
        }
        (self.senders == 0).then_some(Event::Closed)
    }
}

/// The end of the process, for one result: what was prepared when this is dropped, or that there is none.
pub struct ResultSender {
    results: Arc<Results>,
    result: WorkResult,
}

impl ResultSender {
    pub fn prepare(&mut self, result: WorkResult) {
        self.result = result;
    }

    pub fn send(mut self, result: WorkResult) {
        self.prepare(result);
    }
}

impl Drop for ResultSender {
    fn drop(&mut self) {
        let result = std::mem::replace(&mut self.result, WorkResult::Terminated);
        let mut inner = self.results.lock();
        inner.results.push_back(result);
        inner.senders -= 1;
        drop(inner);
        self.results.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_before_interruptions_and_the_end() {
        let results = Arc::new(Results::default());
        let (first, second) = (results.sender(), results.sender());
        assert_eq!(results.poll(), None);
        first.send(WorkResult::Halted);
        results.interrupt();
        assert_eq!(results.wait(), Event::Result(WorkResult::Halted));
        assert_eq!(results.wait(), Event::Interrupted);
        assert_eq!(results.poll(), None);
        drop(second);
        assert_eq!(results.wait(), Event::Result(WorkResult::Terminated));
        assert_eq!(results.wait(), Event::Closed);
    }

    #[test]
    fn a_waiting_thread_is_woken() {
        let results = Arc::new(Results::default());
        let sender = results.sender();
        let waiting = {
            let results = results.clone();
            std::thread::spawn(move || results.wait())
        };
        sender.send(WorkResult::Value(None));
        let event = waiting.join().expect("it does not panic");
        assert_eq!(event, Event::Result(WorkResult::Value(None)));
    }
}
