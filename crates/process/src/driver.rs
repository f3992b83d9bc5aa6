//! The deterministic mode: one thread drives everything.
//!
//! With a virtual clock and the same seed, the same program does the same
//! things in the same order. Virtual time goes straight to the next timer when
//! nothing is ready, and a little with each turn that uses up its fuel.

use crate::blocking::BlockingPool;
use crate::body::Body;
use crate::handle::Handle;
use crate::scheduler::Scheduler;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Drives the processes of a node step by step.
pub struct Driver<B: Body> {
    handle: Handle<B>,
    scheduler: Scheduler<B>,
}

impl<B: Body> Driver<B> {
    pub(crate) fn new(handle: Handle<B>, scheduler: Scheduler<B>) -> Self {
        Driver { handle, scheduler }
    }

    pub fn handle(&self) -> &Handle<B> {
        &self.handle
    }

    /// Lets one process have one turn, or runs one blocking operation. False
    /// if nothing was ready.
    pub fn step(&mut self) -> bool {
        let shared = &self.handle.shared;
        // A blocking operation ends at an arbitrary moment.
        let job_first = shared.pools().into_iter().any(BlockingPool::has_jobs)
            && self.scheduler.random().is_multiple_of(4);
        (job_first && shared.run_one_job()) || self.scheduler.step(shared) || shared.run_one_job()
    }

    /// Runs the blocking operations that wait, and no process.
    pub fn run_blocking_operations(&self) {
        while self.handle.shared.run_one_job() {}
    }

    /// The moment of the next timer.
    pub fn next_timer(&self) -> Option<u64> {
        self.handle.shared.timers.next_time(self.scheduler.index)
    }

    /// Runs until nothing is ready and no timer is set.
    pub fn run_until_idle(&mut self) {
        self.run_while(|_| true);
    }

    /// Runs while `go_on` says so and there is or will be something to do.
    /// True if it was `go_on` that ended it.
    pub fn run_while(&mut self, mut go_on: impl FnMut(&Handle<B>) -> bool) -> bool {
        while go_on(&self.handle) {
            if !self.step() {
                match self.next_timer() {
                    Some(time) => self.wait_until(time),
                    None => return false,
                }
            }
        }
        true
    }

    /// Runs until the clock shows `time`, whatever there is to do.
    pub fn run_until(&mut self, time: u64) {
        while self.handle.shared.clock.now() < time {
            if !self.step() {
                let next = self.next_timer().unwrap_or(time);
                self.wait_until(next.min(time));
            }
        }
        while self.step() {}
    }

    fn wait_until(&self, time: u64) {
        let clock = &self.handle.shared.clock;
        if !clock.skip_to(time) {
            let nanoseconds = time.saturating_sub(clock.now());
            std::thread::sleep(Duration::from_nanos(nanoseconds));
        }
    }
}

impl<B: Body> Drop for Driver<B> {
    fn drop(&mut self) {
        let shared = &self.handle.shared;
        shared.stopping.store(true, Ordering::Release);
        shared.pools().into_iter().for_each(BlockingPool::stop);
        shared.clear();
    }
}

impl<B: Body> std::ops::Deref for Driver<B> {
    type Target = Handle<B>;

    fn deref(&self) -> &Handle<B> {
        &self.handle
    }
}
