//! How schedulers fall asleep and are woken.
//!
//! Protocol:
//! - I1. A scheduler without work is *searching* while it looks at the queues of
//!   others. The count of searching schedulers is part of what a waker reads:
//!   while somebody searches, nobody is woken, so that a burst of work does not
//!   wake everybody.
//! - I2. To sleep, a scheduler enters the list of sleepers, then stops
//!   searching, then looks at all queues *once more*, and only then parks. Work
//!   that was added while it still counted as searching is seen by that look;
//!   work that is added later finds it in the list. The fences on both sides
//!   make these two the only cases.
//! - I3. A waker takes the sleeper out of the list and counts it as searching
//!   on its behalf, both before it wakes it.
//! - I4. A searcher that found work and was the last one wakes another if there
//!   is more, since wakers relied on it (I1).
//! - I5. A scheduler that adds work to its own queue needs no fence: it is awake
//!   and will come to that work itself. Missing a sleeper costs parallelism for
//!   one turn and never the work.
//! - I6. What a scheduler does with the memory that nobody uses, it does in its
//!   sleep and not before: it is in the list of sleepers, and a token that comes
//!   meanwhile is kept.
//! - I7. Whoever watches the node says that it waits, then looks whether all
//!   sleep, and only then parks. A scheduler that wakes leaves the list of
//!   sleepers, and then looks whether somebody watches and waits. So a node in
//!   which nobody runs is watched by a thread that sleeps.
//! - I8. A place that is lent (`lending`) is in no list: its scheduler runs, on
//!   another thread, and sleeps again by I2 when it is given back. The own
//!   thread of the scheduler may wake meanwhile, by a timer or a token. Then it
//!   says so, and parks until the place is given back, which wakes it as a waker
//!   does (I3). Whether a place is lent stands behind the lock of the list.

use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering, fence, lock};
use std::time::{Duration, Instant};

/// Who had nothing to do for so long will hardly be in need of memory at once, and a node with work
/// now and then, each second, say, keeps its memory.
const LULL: Duration = Duration::from_secs(1);

pub(crate) struct Idle {
    searching: AtomicUsize,
    /// Length of `sleepers`, readable without its lock.
    sleeping: AtomicUsize,
    sleepers: Mutex<Sleepers>,
    /// How often a scheduler has entered that list.
    slept: AtomicUsize,
    parkers: Box<[Parker]>,
    /// 1 while whoever watches waits for a scheduler to wake (I7).
    watcher_waits: AtomicUsize,
    watcher: Parker,
    /// Called by each scheduler that had nothing to do for a while.
    on_lull: Option<fn()>,
}

struct Sleepers {
    list: Vec<usize>,
    /// By the scheduler (I8).
    places: Box<[Whose]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Lent,
    /// And its own thread waits for it.
    Wanted,
}

/// A seat for one thread; a token that comes early is kept.
#[derive(Default)]
pub(crate) struct Parker {
    token: Mutex<bool>,
    changed: Condvar,
}

impl Parker {
    /// Waits for a token. False if there was none in that time, and sometimes before.
    pub(crate) fn park(&self, timeout: Option<Duration>) -> bool {
        let mut token = lock(&self.token);
        if let Some(timeout) = timeout {
            if !*token {
                token = match self.changed.wait_timeout(token, timeout) {
                    Ok((token, _)) => token,
                    Err(poisoned) => poisoned.into_inner().0,
                };
            }
        } else {
            while !*token {
                token = match self.changed.wait(token) {
                    Ok(token) => token,
                    Err(poisoned) => poisoned.into_inner(),
                };
            }
        }
        std::mem::take(&mut *token)
    }

    /// As [`Parker::park`], with something to do if it takes long (I6).
    pub(crate) fn park_with_lull(&self, timeout: Option<Duration>, on_lull: Option<fn()>) {
        let Some(on_lull) = on_lull else {
            self.park(timeout);
            return;
        };
        if timeout.is_some_and(|timeout| timeout <= LULL) {
            self.park(timeout);
            return;
        }
        let start = Instant::now();
        if !self.park(Some(LULL)) {
            on_lull();
            self.park(timeout.map(|timeout| timeout.saturating_sub(start.elapsed())));
        }
    }

    pub(crate) fn unpark(&self) {
        *lock(&self.token) = true;
        self.changed.notify_one();
    }
}

impl Idle {
    pub(crate) fn new(schedulers: usize, on_lull: Option<fn()>) -> Self {
        Idle {
            searching: AtomicUsize::new(0),
            sleeping: AtomicUsize::new(0),
            sleepers: Mutex::new(Sleepers {
                list: Vec::with_capacity(schedulers),
                places: vec![Whose::Own; schedulers].into_boxed_slice(),
            }),
            slept: AtomicUsize::new(0),
            parkers: (0..schedulers).map(|_| Parker::default()).collect(),
            watcher_waits: AtomicUsize::new(0),
            watcher: Parker::default(),
            on_lull,
        }
    }

    /// What whoever had nothing to do for a while does.
    pub(crate) fn on_lull(&self) -> Option<fn()> {
        self.on_lull
    }

    /// Whether somebody sleeps; may be old (I5).
    #[inline]
    pub(crate) fn somebody_sleeps(&self) -> bool {
        self.sleeping.load(Ordering::Relaxed) != 0
    }

    /// How many sleep.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn sleeper_count(&self) -> usize {
        let sleepers = lock(&self.sleepers).list.len();
        assert!(self.sleeping.load(Ordering::SeqCst) <= self.parkers.len());
        sleepers
    }

    /// If all sleep, how often they have fallen asleep: who wakes and sleeps again changes the number.
    pub(crate) fn all_sleep(&self) -> Option<usize> {
        let sleepers = lock(&self.sleepers);
        let all = !self.parkers.is_empty() && sleepers.list.len() == self.parkers.len();
        all.then(|| self.slept.load(Ordering::Relaxed))
    }

    /// To be called after work was added where any scheduler can find it, by a
    /// thread that will not do it itself.
    pub(crate) fn work_was_added(&self) {
        fence(Ordering::SeqCst);
        self.wake_one();
    }

    /// Wakes a sleeper unless somebody searches already.
    pub(crate) fn wake_one(&self) {
        if self.searching.load(Ordering::SeqCst) != 0 || self.sleeping.load(Ordering::SeqCst) == 0 {
            return;
        }
        let woken = {
            let mut sleepers = lock(&self.sleepers);
            let woken = sleepers.list.pop();
            if woken.is_some() {
                self.sleeping.fetch_sub(1, Ordering::SeqCst);
                self.searching.fetch_add(1, Ordering::SeqCst);
            }
            woken
        };
        if let Some(scheduler) = woken {
            self.unpark(scheduler);
        }
    }

    /// A sleeper whose place is lent to the caller (I8), who has added work; unless somebody searches already.
    pub(crate) fn lend(&self) -> Option<usize> {
        fence(Ordering::SeqCst);
        if self.searching.load(Ordering::SeqCst) != 0 || self.sleeping.load(Ordering::SeqCst) == 0 {
            return None;
        }
        let mut sleepers = lock(&self.sleepers);
        let scheduler = sleepers.list.pop()?;
        self.sleeping.fetch_sub(1, Ordering::SeqCst);
        if let Some(place) = sleepers.places.get_mut(scheduler) {
            *place = Whose::Lent;
        }
        drop(sleepers);
        self.wake_watcher();
        Some(scheduler)
    }

    /// The place of a scheduler is given back: it sleeps again, unless it is to go on, or its own thread has woken.
    /// Whether it sleeps; then the caller looks at all queues once more (I2).
    pub(crate) fn give_back(&self, scheduler: usize, goes_on: bool) -> bool {
        let mut sleepers = lock(&self.sleepers);
        let is_wanted = sleepers
            .places
            .get_mut(scheduler)
            .is_some_and(|place| std::mem::replace(place, Whose::Own) == Whose::Wanted);
        let sleeps = !goes_on && !is_wanted;
        if sleeps {
            self.enter(&mut sleepers, scheduler);
        } else {
            self.searching.fetch_add(1, Ordering::SeqCst);
        }
        drop(sleepers);
        if sleeps {
            fence(Ordering::SeqCst);
        } else {
            self.unpark(scheduler);
        }
        sleeps
    }

    fn enter(&self, sleepers: &mut Sleepers, scheduler: usize) {
        sleepers.list.push(scheduler);
        self.slept.fetch_add(1, Ordering::Relaxed);
        self.sleeping.fetch_add(1, Ordering::SeqCst);
    }

    /// Wakes this scheduler, whatever the others do.
    pub(crate) fn unpark(&self, scheduler: usize) {
        if let Some(parker) = self.parkers.get(scheduler) {
            parker.unpark();
        }
    }

    pub(crate) fn unpark_all(&self) {
        self.parkers.iter().for_each(Parker::unpark);
    }

    pub(crate) fn unpark_watcher(&self) {
        self.watcher.unpark();
    }

    /// Waits while all sleep (I7), and sometimes shorter; for one thread.
    pub(crate) fn wait_while_all_sleep(&self) {
        self.watcher_waits.store(1, Ordering::SeqCst);
        if self.all_sleep().is_some() {
            self.watcher.park(None);
        }
        self.watcher_waits.store(0, Ordering::Relaxed);
    }

    pub(crate) fn start_search(&self) {
        self.searching.fetch_add(1, Ordering::SeqCst);
    }

    /// Work was found. True means that the caller must look whether there is
    /// more and wake another (I4).
    pub(crate) fn end_search(&self) -> bool {
        let last = self.searching.fetch_sub(1, Ordering::SeqCst) == 1;
        fence(Ordering::SeqCst);
        last
    }

    /// Sleeps until woken, unless `has_work` says that there is something to
    /// do after all. The caller is searching before and after.
    pub(crate) fn sleep(
        &self,
        scheduler: usize,
        has_work: impl FnOnce() -> bool,
        timeout: impl FnOnce() -> Option<Duration>,
    ) {
        self.enter(&mut lock(&self.sleepers), scheduler);
        self.end_search();
        if !has_work()
            && let Some(parker) = self.parkers.get(scheduler)
        {
            parker.park_with_lull(timeout(), self.on_lull);
        }
        while !self.leave_sleepers(scheduler)
            && let Some(parker) = self.parkers.get(scheduler)
        {
            parker.park(None);
        }
        self.wake_watcher();
    }

    /// Somebody has left the list of sleepers (I7).
    fn wake_watcher(&self) {
        if self.watcher_waits.load(Ordering::SeqCst) != 0
            && self.watcher_waits.swap(0, Ordering::SeqCst) != 0
        {
            self.watcher.unpark();
        }
    }

    /// Whether it has its place; it searches then.
    fn leave_sleepers(&self, scheduler: usize) -> bool {
        let mut sleepers = lock(&self.sleepers);
        if let Some(place) = sleepers.places.get_mut(scheduler)
            && *place != Whose::Own
        {
            *place = Whose::Wanted;
            return false;
        }
        let mut list = sleepers.list.iter();
        if let Some(place) = list.position(|&other| other == scheduler) {
            sleepers.list.swap_remove(place);
            self.sleeping.fetch_sub(1, Ordering::SeqCst);
            self.start_search();
        }
        // Else a waker has counted this scheduler as searching (I3).
        true
    }
}
