//! Threads for host operations that may take long.
//!
//! A scheduler never blocks; what may block runs here. Threads are started when
//! needed, up to a limit, and end when they have had nothing to do for a while.
//! A pool without threads keeps its jobs for [`BlockingPool::run_one`], which
//! is how the deterministic driver runs them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Long enough that a busy program keeps its threads, short enough that a burst
/// does not keep them for ever.
const KEEP_THREAD: Duration = Duration::from_secs(10);
/// A thread with nothing to do for so long gives back the memory that it has freed, and that others have freed
/// of it: what is read and computed here is large now and then, and is freed elsewhere.
const LULL: Duration = Duration::from_millis(500);

pub(crate) type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct BlockingPool {
    shared: Arc<PoolShared>,
    thread_limit: usize,
}

struct PoolShared {
    state: Mutex<PoolState>,
    changed: Condvar,
    on_lull: Option<fn()>,
}

#[derive(Default)]
struct PoolState {
    jobs: VecDeque<Job>,
    threads: usize,
    /// Threads that wait for a job.
    idle: usize,
    stopping: bool,
}

impl PoolShared {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BlockingPool {
    /// A pool of at most `thread_limit` threads; with 0, jobs wait for
    /// [`BlockingPool::run_one`]. A thread that has nothing to do calls `on_lull`.
    pub(crate) fn new(thread_limit: usize, on_lull: Option<fn()>) -> Self {
        BlockingPool {
            shared: Arc::new(PoolShared {
                state: Mutex::default(),
                changed: Condvar::new(),
                on_lull,
            }),
            thread_limit,
        }
    }

    /// Has a job done. False if the host has no thread left, and the pool none: then the job waits for the next
    /// submit to try again, or for [`BlockingPool::run_one`].
    pub(crate) fn submit(&self, job: Job) -> bool {
        let mut state = self.shared.lock();
        if state.stopping {
            drop(state);
            drop(job);
            return true;
        }
        state.jobs.push_back(job);
        if state.idle >= state.jobs.len() {
            self.shared.changed.notify_one();
        } else if state.threads < self.thread_limit {
            state.threads += 1;
            drop(state);
            return self.start_thread();
        }
        true
    }

    /// Whether the pool has a thread after that.
    fn start_thread(&self) -> bool {
        let shared = self.shared.clone();
        let builder = std::thread::Builder::new().name("mound-blocking".into());
        let failed = builder.spawn(move || work(&shared)).is_err();
        let mut state = self.shared.lock();
        if failed {
            state.threads -= 1;
        }
        !failed || state.threads > 0
    }

    /// Runs the oldest job on the calling thread.
    pub(crate) fn run_one(&self) -> bool {
        let job = self.shared.lock().jobs.pop_front();
        let found = job.is_some();
        if let Some(job) = job {
            run(job);
        }
        found
    }

    pub(crate) fn has_jobs(&self) -> bool {
        !self.shared.lock().jobs.is_empty()
    }

    /// Drops waiting jobs and lets the threads end. Does not wait for a job
    /// that runs, since it may never end.
    pub(crate) fn stop(&self) {
        let mut state = self.shared.lock();
        state.stopping = true;
        let jobs = std::mem::take(&mut state.jobs);
        drop(state);
        self.shared.changed.notify_all();
        drop(jobs);
    }
}

fn run(job: Job) {
    // A job reports its own panic (see `Shared::blocking_job`); what is left
    // here is a panic of the report, and the thread must live on.
    drop(catch_unwind(AssertUnwindSafe(job)));
}

fn work(shared: &PoolShared) {
    let mut state = shared.lock();
    let mut has_worked = false;
    loop {
        if let Some(job) = state.jobs.pop_front() {
            drop(state);
            run(job);
            has_worked = true;
            state = shared.lock();
            continue;
        }
        if state.stopping {
            break;
        }
        let on_lull = shared.on_lull.filter(|_| has_worked);
        let time = on_lull.map_or(KEEP_THREAD, |_| LULL);
        state.idle += 1;
        let (after, result) = shared
            .changed
            .wait_timeout(state, time)
            .unwrap_or_else(PoisonError::into_inner);
        state = after;
        state.idle -= 1;
        if !result.timed_out() || !state.jobs.is_empty() {
            continue;
        }
        let Some(on_lull) = on_lull else {
            break;
        };
        has_worked = false;
        drop(state);
        on_lull();
        state = shared.lock();
    }
    state.threads -= 1;
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    static LULLS: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn a_thread_that_has_worked_gives_memory_back_once() {
        let pool = BlockingPool::new(
            1,
            Some(|| {
                LULLS.fetch_add(1, Ordering::SeqCst);
            }),
        );
        for lulls in 1..3 {
            assert!(pool.submit(Box::new(|| ())));
            let start = Instant::now();
            while LULLS.load(Ordering::SeqCst) < lulls {
                assert!(start.elapsed() < Duration::from_secs(60), "no lull");
                std::thread::sleep(Duration::from_millis(10));
            }
            // Until there is work again there is nothing to give back.
            std::thread::sleep(LULL + LULL / 4);
            assert_eq!(LULLS.load(Ordering::SeqCst), lulls);
        }
        pool.stop();
    }
}
