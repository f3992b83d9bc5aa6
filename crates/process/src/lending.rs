//! A scheduler that sleeps lends its place to a thread that has work for it.
//!
//! ```text
//!   who reads   posts a message, which makes a process ready ---- runs it ---- reads on
//!   scheduler   sleeps ........................................................ sleeps
//! ```
//!
//! A message of another node is read by a thread of the connections. To wake the scheduler that will run its receiver,
//! and to fall asleep after that, takes longer than the turn of most receivers. So that thread takes the place of the
//! scheduler, which is all that a scheduler has but for its thread, runs who is ready, and gives the place back. What
//! takes longer than a few short turns is left to the scheduler, which is woken for it.
//!
//! Not here: who sleeps and whose place is lent, which is a part of how schedulers sleep (I8 in `idle`).
//!
//! Invariants:
//! - N1. The scheduler lies in its seat from before its thread enters the list of sleepers until that has its place
//!   again. Whoever has taken the thread out of that list, and nobody else, may take it from there.
//! - N2. Who is made ready together with few others ([`FEW`]) waits in the common queue, and nobody is woken for it,
//!   until the work that made it ready is done or has panicked: then a place is taken, or a scheduler woken.
//! - N3. The thread of the scheduler sleeps until the first of its timers is due. If one that comes earlier was set in
//!   its place, it is woken when the place is given back.
//! - N4. One place at a time is lent: what a process does in it may take long, and then another thread has to read.

use crate::body::Body;
use crate::scheduler::Scheduler;
use crate::shared::Shared;
use crate::sync::{AtomicU64, Mutex, Ordering, lock};
use std::cell::Cell;
use std::sync::Arc;

/// So many processes run one after the other in a place that is lent, though other schedulers may sleep: such as one
/// that has moved here and one that hears of the last move.
const FEW: usize = 4;

/// The thread has not said by when it wakes, or sleeps without a limit.
const UNKNOWN: u64 = u64::MAX;

/// Where a scheduler lies while its thread sleeps.
pub(crate) struct Seat<B: Body> {
    scheduler: Mutex<Option<Box<Scheduler<B>>>>,
    /// When the thread wakes by itself (N3).
    until: AtomicU64,
    /// Nanoseconds that it was lent since the thread fell asleep.
    lent: AtomicU64,
}

impl<B: Body> Default for Seat<B> {
    fn default() -> Self {
        Seat {
            scheduler: Mutex::new(None),
            until: AtomicU64::new(UNKNOWN),
            lent: AtomicU64::new(0),
        }
    }
}

impl<B: Body> Seat<B> {
    /// The thread is about to sleep.
    pub(crate) fn leave(&self, scheduler: Box<Scheduler<B>>) {
        self.until.store(UNKNOWN, Ordering::SeqCst);
        self.lent.store(0, Ordering::Relaxed);
        self.put(scheduler);
    }

    /// It will wake when this timer is due.
    pub(crate) fn sleep_until(&self, time: Option<u64>) {
        self.until.store(time.unwrap_or(UNKNOWN), Ordering::SeqCst);
    }

    /// The thread has woken and has its place; what was in it, and for how many nanoseconds it was lent.
    pub(crate) fn come_back(&self) -> (Box<Scheduler<B>>, u64) {
        let scheduler = self.take().expect("the place is given back");
        (scheduler, self.lent.load(Ordering::Relaxed))
    }

    fn take(&self) -> Option<Box<Scheduler<B>>> {
        lock(&self.scheduler).take()
    }

    fn put(&self, scheduler: Box<Scheduler<B>>) {
        *lock(&self.scheduler) = Some(scheduler);
    }
}

/// What this thread does together.
#[derive(Clone, Copy)]
struct Together {
    /// The address of what the schedulers share, so that processes of another node are not meant.
    node: usize,
    /// So many are ready for whom nobody was woken.
    ready: usize,
}

#[cfg(not(loom))]
std::thread_local! {
    static TOGETHER: Cell<Option<Together>> = const { Cell::new(None) };
}

#[cfg(loom)]
loom::thread_local! {
    static TOGETHER: Cell<Option<Together>> = Cell::new(None);
}

fn done_together() -> Option<Together> {
    TOGETHER.with(Cell::get)
}

fn set_together(together: Option<Together>) {
    TOGETHER.with(|cell| cell.set(together));
}

fn address<B: Body>(shared: &Shared<B>) -> usize {
    std::ptr::from_ref(shared) as usize
}

/// A process was put into the common queue. Whether nobody is to be woken for it yet (N2): if there are more than a few
/// somebody is, and sees the others, too.
pub(crate) fn leaves_for_later<B: Body>(shared: &Shared<B>) -> bool {
    let Some(together) = done_together().filter(|it| it.node == address(shared)) else {
        return false;
    };
    let ready = together.ready + 1;
    let are_few = ready <= FEW;
    set_together(are_few.then_some(Together { ready, ..together }));
    are_few
}

/// See [`crate::Handle::together`].
pub(crate) fn together<B: Body, T>(shared: &Arc<Shared<B>>, work: impl FnOnce() -> T) -> T {
    if !shared.lends {
        return work();
    }
    set_together(Some(Together {
        node: address(shared),
        ready: 0,
    }));
    let _ends = Ends(shared);
    work()
}

/// Ends what a thread does together.
struct Ends<'a, B: Body>(&'a Arc<Shared<B>>);

impl<B: Body> Drop for Ends<'_, B> {
    fn drop(&mut self) {
        let together = done_together();
        set_together(None);
        if together.is_some_and(|together| together.ready > 0) {
            run_ready(self.0);
        }
    }
}

/// Some are ready for whom nobody was woken.
fn run_ready<B: Body>(shared: &Arc<Shared<B>>) {
    let may_run = !std::thread::panicking()
        && !shared.is_stopping()
        && !shared.is_lent.swap(true, Ordering::Acquire);
    if may_run {
        if let Some(index) = shared.idle.lend() {
            return Lent::take(shared, index).run();
        }
        shared.is_lent.store(false, Ordering::Release);
    }
    shared.idle.work_was_added();
}

/// The place of a scheduler, until it is given back.
struct Lent<'a, B: Body> {
    shared: &'a Arc<Shared<B>>,
    index: usize,
    /// There is one until then.
    scheduler: Option<Box<Scheduler<B>>>,
    /// The thread of the scheduler is to go on with what is left.
    goes_on: bool,
    since: u64,
}

impl<'a, B: Body> Lent<'a, B> {
    fn take(shared: &'a Arc<Shared<B>>, index: usize) -> Self {
        Lent {
            shared,
            index,
            scheduler: shared.seats[index].take(),
            goes_on: true,
            since: shared.clock.now(),
        }
    }

    fn run(mut self) {
        if let Some(scheduler) = &mut self.scheduler {
            self.goes_on = scheduler.run_lent(self.shared);
        }
    }
}

impl<B: Body> Drop for Lent<'_, B> {
    fn drop(&mut self) {
        let Lent { shared, index, .. } = *self;
        let seat = &shared.seats[index];
        if let Some(mut scheduler) = self.scheduler.take() {
            scheduler.rest(shared);
            let next = shared.next_time(scheduler.index);
            // N3.
            self.goes_on |= next.is_some_and(|next| next < seat.until.load(Ordering::SeqCst));
            seat.put(scheduler);
        }
        let lent = shared.clock.now().saturating_sub(self.since);
        seat.lent.fetch_add(lent, Ordering::Relaxed);
        shared.is_lent.store(false, Ordering::Release);
        if shared.idle.give_back(index, self.goes_on) && shared.has_work() {
            shared.idle.wake_one();
        }
    }
}
