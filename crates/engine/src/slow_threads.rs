//! Threads for what may wait for ever: a line from a person, the other end of a named pipe.
//!
//! Not for what takes a moment: that runs on the pool of the schedulers, whose
//! threads are few. There is a thread for each thing that waits. One that is done waits for the
//! next for a while, so that what reads a pipe line by line does not start a thread for each.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread waits for the next job. Starting one takes some ten microseconds.
const KEEP_THREAD: Duration = Duration::from_secs(5);

type Job = Box<dyn FnOnce() + Send>;

/// See the top of this file. Who adds: [`SlowThreads::run`]; each thread takes itself out.
#[derive(Clone, Default)]
pub struct SlowThreads {
    idle: Arc<Mutex<Idle>>,
}

#[derive(Default)]
struct Idle {
    next: u64,
    /// Threads that wait for a job, the one that began to wait last at the end.
    waiting: Vec<(u64, Sender<Job>)>,
}

impl SlowThreads {
    /// Runs the job on a thread; an error is that of starting one, and the job is dropped.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut job: Job = Box::new(job);
        // One that has ended all the same gives the job back.
        while let Some((_, thread)) = { self.lock().waiting.pop() } {
            match thread.send(job) {
                Ok(()) => return Ok(()),
                Err(returned) => job = returned.0,
            }
        }
        let threads = self.clone();
        let work = move || threads.work(job);
        let builder = std::thread::Builder::new().name("mound-slow".to_owned());
        builder.spawn(work).map(drop)
    }

    fn lock(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, first: Job) {
        let (sender, receiver) = channel::<Job>();
        let mut job = Some(first);
        while let Some(run) = job {
            run();
            job = self.wait(&sender, &receiver);
        }
    }

    /// The next job, or `None` if there was none for long.
    fn wait(&self, sender: &Sender<Job>, receiver: &Receiver<Job>) -> Option<Job> {
        let mut idle = self.lock();
        idle.next += 1;
        let number = idle.next;
        idle.waiting.push((number, sender.clone()));
        drop(idle);
        match receiver.recv_timeout(KEEP_THREAD) {
            Ok(job) => Some(job),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                let mut idle = self.lock();
                let place = idle.waiting.iter().position(|waiting| waiting.0 == number);
                match place {
                    Some(place) => {
                        idle.waiting.remove(place);
                        None
                    }
                    // It was chosen a moment ago.
                    None => {
                        drop(idle);
                        receiver.recv_timeout(KEEP_THREAD).ok()
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::mpsc;
    use std::thread::{self, ThreadId};

    /// Runs a job, and waits until its thread waits for the next one.
    fn thread_of_one(threads: &SlowThreads, idle: usize) -> ThreadId {
        let (sender, receiver) = mpsc::channel();
        let report = move || sender.send(thread::current().id()).unwrap();
        threads.run(report).unwrap();
        let id = receiver.recv().unwrap();
        while threads.lock().waiting.len() < idle {
            thread::yield_now();
        }
        id
    }

    #[test]
    fn one_thread_does_one_job_after_another() {
        let threads = SlowThreads::default();
        let ids: HashSet<ThreadId> = (0..1000).map(|_| thread_of_one(&threads, 1)).collect();
        assert_eq!(ids.len(), 1);
    }

    #[test]
    fn a_job_that_waits_for_ever_keeps_no_other_from_running() {
        let threads = SlowThreads::default();
        let (release, wait) = mpsc::channel::<()>();
        threads
            .run(move || {
                let _ = wait.recv();
            })
            .unwrap();
        let ids: HashSet<ThreadId> = (0..10).map(|_| thread_of_one(&threads, 1)).collect();
        assert_eq!(ids.len(), 1);
        drop(release);
    }
}
