//! Spare schedulers: threads that run processes while a scheduler is held.
//!
//! A turn is short, but for what cannot give way in its middle: a collection of much memory, a deep stack that is
//! moved, a call of very many arguments. Meanwhile its scheduler takes nobody from its queue and fires no timer, and
//! where there is one processor the node stands still. Whoever watches the node says how many schedulers are held
//! ([`crate::Handle::relieve`]). So many spares run then: they steal from all queues, fire the timers of all, and sleep
//! again when they are not needed any more.
//!
//! Not here: who is held, which a scheduler that is held cannot tell; what a turn is.
//!
//! Invariants:
//! - E1. A spare that sleeps has no process that only it could run: none is beside, and all that is ready in its queue
//!   can be stolen. Schedulers look there as often as into the common queue, even if they have enough to do. It does
//!   not go into the common queue, where it may be so much that who is woken from outside would wait behind it.
//! - E2. A spare that sleeps is not counted as awake; it is counted, and that it has woken, before it looks for work
//!   ([`Spares::all_sleep`], for `rest`).
//! - E3. A spare sets timers in a wheel of its own. The scheduler that it belongs to fires them, too, and sleeps by
//!   them; it is woken when the spare falls asleep.

use crate::body::Body;
use crate::idle::Parker;
use crate::scheduler::{Scheduler, TURNS_PER_TIMER_LOOK};
use crate::shared::Shared;
use crate::slot::Leave;
use crate::sync::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// However many schedulers there are: one may be held as well, by what it has taken from the first that was.
pub(crate) const SPARES: u16 = 2;

/// How long a spare that is needed rests when nobody is ready.
const REST: Duration = Duration::from_micros(500);

/// The spares of a node, which sleep until they are wanted.
pub(crate) struct Spares {
    wanted: AtomicUsize,
    awake: AtomicUsize,
    /// How often a spare has woken.
    woken: AtomicUsize,
    parkers: Box<[Parker]>,
}

impl Spares {
    pub(crate) fn new(count: u16) -> Spares {
        Spares {
            wanted: AtomicUsize::new(0),
            awake: AtomicUsize::new(0),
            woken: AtomicUsize::new(0),
            parkers: (0..count).map(|_| Parker::default()).collect(),
        }
    }

    pub(crate) fn count(&self) -> u16 {
        self.parkers.len() as u16
    }

    /// Says how many are needed.
    pub(crate) fn want(&self, count: usize) {
        if self.wanted.swap(count, Ordering::Relaxed) < count {
            self.parkers.iter().take(count).for_each(Parker::unpark);
        }
    }

    /// If all sleep, how often one has woken.
    pub(crate) fn all_sleep(&self) -> Option<usize> {
        let woken = self.woken.load(Ordering::SeqCst);
        (self.awake.load(Ordering::SeqCst) == 0).then_some(woken)
    }

    pub(crate) fn unpark_all(&self) {
        self.parkers.iter().for_each(Parker::unpark);
    }

    fn wants(&self, spare: usize) -> bool {
        spare < self.wanted.load(Ordering::Relaxed)
    }
}

impl<B: Body> Scheduler<B> {
    /// The loop of a spare.
    pub(crate) fn run_as_spare(&mut self, shared: &Arc<Shared<B>>, number: u16) {
        let number = usize::from(number);
        let Some(parker) = shared.spares.parkers.get(number) else {
            return;
        };
        let spares = &shared.spares;
        // Who has not worked has no memory to give back.
        let mut on_lull = None;
        loop {
            while !shared.is_stopping() && !spares.wants(number) {
                parker.park_with_lull(None, on_lull);
            }
            on_lull = shared.idle.on_lull();
            spares.woken.fetch_add(1, Ordering::SeqCst);
            spares.awake.fetch_add(1, Ordering::SeqCst);
            while !shared.is_stopping() && spares.wants(number) {
                self.turns = self.turns.wrapping_add(1);
                if self.turns.is_multiple_of(TURNS_PER_TIMER_LOOK) {
                    self.look_around(shared);
                }
                match self
                    .next_slot(shared)
                    .or_else(|| self.find_anywhere(shared))
                {
                    Some(slot) => self.run_slot(shared, slot),
                    None => {
                        self.look_around(shared);
                        if !shared.has_work() {
                            parker.park(Some(REST));
                        }
                    }
                }
            }
            self.leave_work(shared);
            if shared.is_stopping() {
                return;
            }
            spares.awake.fetch_sub(1, Ordering::SeqCst);
            // E3.
            shared
                .idle
                .unpark(number % usize::from(shared.schedulers()));
        }
    }

    /// Leaves what is ready to the others (E1).
    fn leave_work(&mut self, shared: &Arc<Shared<B>>) {
        // First, since whoever a timer wakes is handed over.
        self.look_around(shared);
        self.unpark(shared);
        if let Some(begun) = self.beside.take() {
            self.begun = false;
            let slot = shared.table.slot(begun.private.serial.slot());
            // It stands at the front of the queue, and stays there.
            slot.expect("each process has a slot")
                .leave(begun, Leave::Yield);
        }
        self.queue.share_all();
        while let Some(body) = self.take_vacant(shared) {
            drop(body);
        }
        shared.idle.work_was_added();
    }

    /// A process that a spare has left which is not needed any more.
    pub(crate) fn take_left(&mut self, shared: &Shared<B>) -> Option<u32> {
        let spares = shared
            .stealers
            .iter()
            .skip(usize::from(shared.schedulers()));
        for (spare, left) in spares.enumerate() {
            if !left.is_empty()
                && !shared.spares.wants(spare)
                && let Some(slot) = self.queue.steal_from(left)
            {
                return Some(slot);
            }
        }
        None
    }
}
