//! One scheduler: takes a process from its queue, lets it run for a turn, and
//! puts it where it belongs after.
//!
//! A process that becomes ready goes to the back of a queue of the scheduler
//! that made it so (`run_queue`). Others steal when they run out of work. A
//! sleeping one is
//! woken when a queue holds *two* ready processes: a single one is most often
//! the receiver of a message whose sender is about to wait, and moving it to
//! another core would cost more than its turn.

mod handover;
mod turns;

use crate::body::Body;
use crate::private::Resident;
use crate::random::Random;
use crate::rest::Tenths;
use crate::run_queue::RunQueue;
use crate::runtime::{FastPaths, SpawnError};
use crate::shared::Shared;
use crate::slot::Leave;
use crate::statistics::OwnCounters;
use crate::vacant::{VACANT_MAX, Vacant};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Turns between two looks at the timers, and whether the node ends. Short turns are well under a
/// microsecond, and long ones are followed by a look of their own.
pub(crate) const TURNS_PER_TIMER_LOOK: u32 = 32;
/// Turns between two looks at the common queue while the own one has work, so
/// that work from outside is not starved.
const TURNS_PER_INJECTOR_LOOK: u32 = 64;
/// Turns in a place that is lent, as long as they are short. A request and what its server asks of others are a few.
const TURNS_LENT: u32 = 8;
/// Fruitless rounds over the queues of others before going to sleep.
const SEARCH_ROUNDS: u32 = if cfg!(loom) { 1 } else { 4 };
/// References that a scheduler takes from the common count at a time: enough
/// that the count is no point of contention, few enough that none are wasted in
/// numbers that matter. References are the serials of tags, so they must stay
/// below 2^42.
const REFERENCES_TAKEN: u64 = 4096;

pub(crate) struct Scheduler<B: Body> {
    pub(crate) index: u16,
    pub(crate) queue: RunQueue,
    /// A process that is Running without having its turn (S1, S6 in `slot`): it is begun, or parked.
    pub(crate) beside: Option<Resident<B>>,
    /// That one is begun: it is the one that the queue hands over.
    pub(crate) begun: bool,
    /// The turn that goes on knows the slot of that one.
    pub(crate) slot_known: bool,
    /// Free slots in reserve, so that spawning meets no lock.
    free_slots: Vec<u32>,
    pub(crate) vacant: Vacant<B>,
    pub(crate) turns: u32,
    /// What the clock showed when it was looked at last: before the last few short turns.
    pub(crate) seen: Tenths,
    /// The last turn was a long one: look at the common queue at once, or what
    /// comes from outside would wait for many of them.
    was_long: bool,
    pub(crate) fast_paths: FastPaths,
    /// References this scheduler may still give out, without asking the others.
    references: std::ops::Range<u64>,
    random: Random,
    pub(crate) counters: OwnCounters,
}

impl<B: Body> Scheduler<B> {
    pub(crate) fn new(index: u16, seed: u64, queue: RunQueue, fast_paths: FastPaths) -> Self {
        // With a seed no message goes past the queue of signals, so that this is tested, too.
        let wake = fast_paths.wake && !queue.is_seeded();
        Scheduler {
            index,
            queue,
            beside: None,
            begun: false,
            slot_known: false,
            free_slots: Vec::new(),
            vacant: Vacant::new(),
            turns: 0,
            seen: Tenths::default(),
            was_long: false,
            fast_paths: FastPaths { wake, ..fast_paths },
            references: 0..0,
            random: Random::new(seed),
            counters: OwnCounters::default(),
        }
    }

    /// The loop of a scheduler thread.
    pub(crate) fn run(mut self: Box<Self>, shared: &Arc<Shared<B>>) {
        while !shared.is_stopping() {
            self.turns = self.turns.wrapping_add(1);
            if self.turns.is_multiple_of(TURNS_PER_TIMER_LOOK) {
                self.look_around(shared);
            }
            match self.next_slot(shared) {
                Some(slot) => {
                    self.share_work(shared);
                    self.run_slot(shared, slot);
                }
                None => self = self.search_or_sleep(shared),
            }
        }
        if let Some(resident) = self.beside.take()
            && let Some(slot) = shared.table.slot(resident.private.serial.slot())
        {
            // Dropped there, with all others.
            slot.leave(resident, Leave::Yield);
        }
    }

    #[inline]
    pub(crate) fn next_slot(&mut self, shared: &Shared<B>) -> Option<u32> {
        let look = std::mem::take(&mut self.was_long)
            || self.turns.is_multiple_of(TURNS_PER_INJECTOR_LOOK);
        if look && let Some(slot) = self.take_common(shared) {
            return Some(slot);
        }
        self.queue.pop()
    }

    /// Takes from the common queue, or what a spare has left: in turn, if there is always some of both.
    fn take_common(&mut self, shared: &Shared<B>) -> Option<u32> {
        let left_first = self.turns.is_multiple_of(2 * TURNS_PER_INJECTOR_LOOK);
        let left = if left_first {
            self.take_left(shared)
        } else {
            None
        };
        if left.is_some() {
            return left;
        }
        let injected = match shared.injector.is_empty() {
            true => None,
            false => self.queue.take_injected(&shared.injector),
        };
        injected.or_else(|| self.take_left(shared))
    }

    /// Wakes a sleeper if there is more than this scheduler is about to do.
    #[inline]
    fn share_work(&self, shared: &Shared<B>) {
        if shared.idle.somebody_sleeps() && self.queue.has_work_to_share() {
            shared.idle.wake_one();
        }
    }

    /// Looks everywhere else for a process to run; sleeps if there is none.
    fn search_or_sleep(mut self: Box<Self>, shared: &Arc<Shared<B>>) -> Box<Self> {
        self.publish(shared);
        self.look_at_clock(shared);
        shared.idle.start_search();
        let mut rounds = 0;
        let found = loop {
            self.fire_timers(shared);
            if let Some(slot) = self.find_anywhere(shared) {
                break Some(slot);
            }
            if shared.is_stopping() {
                break None;
            }
            rounds += 1;
            if rounds < SEARCH_ROUNDS {
                std::hint::spin_loop();
            } else {
                self = self.sleep(shared);
                rounds = 0;
            }
        };
        if shared.idle.end_search() && shared.has_work() {
            shared.idle.wake_one();
        }
        if let Some(slot) = found {
            self.run_slot(shared, slot);
        }
        self
    }

    /// Runs who is ready in the common queue, in a place that is lent, for a few short turns. Whether the scheduler is to
    /// go on; only then others share in what there is to do.
    pub(crate) fn run_lent(&mut self, shared: &Arc<Shared<B>>) -> bool {
        self.look_at_clock(shared);
        for _ in 0..TURNS_LENT {
            let own = self.queue.pop();
            let Some(slot) = own.or_else(|| self.queue.take_injected(&shared.injector)) else {
                return false;
            };
            self.run_slot(shared, slot);
            if self.was_long {
                break;
            }
        }
        self.queue.len() > 0
    }

    /// Before it sleeps.
    pub(crate) fn rest(&mut self, shared: &Shared<B>) {
        self.publish(shared);
        self.vacant.rest();
    }

    /// Its place can be lent meanwhile (`lending`).
    fn sleep(mut self: Box<Self>, shared: &Shared<B>) -> Box<Self> {
        self.rest(shared);
        let index = self.index;
        let seat = &shared.seats[usize::from(index)];
        let start = shared.clock.now();
        seat.leave(self);
        let has_work = || shared.has_work() || shared.is_stopping();
        shared.idle.sleep(usize::from(index), has_work, || {
            let next = shared.next_time(index);
            seat.sleep_until(next);
            let now = shared.clock.now();
            next.map(|next| Duration::from_nanos(next.saturating_sub(now)))
        });
        let (mut scheduler, lent) = seat.come_back();
        let end = shared.clock.now();
        scheduler.seen = Tenths::of(end);
        if let Some(counters) = shared.counters.get(usize::from(index)) {
            counters.slept(end.saturating_sub(start).saturating_sub(lent));
        }
        scheduler
    }

    /// What is seen to between some turns.
    pub(crate) fn look_around(&mut self, shared: &Shared<B>) {
        self.publish(shared);
        self.look_at_clock(shared);
        self.fire_timers(shared);
    }

    /// Fires what is due. Whether there is more.
    pub(crate) fn fire_timers(&mut self, shared: &Shared<B>) -> bool {
        let wheels = shared.wheels(self.index);
        wheels.fold(false, |more, wheel| shared.fire_timers(self, wheel) | more)
    }

    fn look_at_clock(&mut self, shared: &Shared<B>) {
        self.seen = Tenths::of(shared.clock.now());
    }

    /// Shows what this scheduler has done.
    fn publish(&self, shared: &Shared<B>) {
        if let Some(counters) = shared.counters.get(usize::from(self.index)) {
            counters.publish(&self.counters);
        }
    }

    /// A ready process from the own queue, the common one, or another's.
    pub(crate) fn find_anywhere(&mut self, shared: &Shared<B>) -> Option<u32> {
        if let Some(slot) = self.queue.pop() {
            return Some(slot);
        }
        if let Some(slot) = self.queue.take_injected(&shared.injector) {
            return Some(slot);
        }
        let count = shared.stealers.len();
        // Starting anywhere keeps all thieves from coming to the same victim.
        let start = self.random.below(count)?;
        (0..count)
            .map(|step| (start + step) % count)
            .filter(|&victim| victim != usize::from(self.index))
            .find_map(|victim| self.queue.steal_from(&shared.stealers[victim]))
    }

    /// One step of the deterministic driver; false if nothing was ready.
    pub(crate) fn step(&mut self, shared: &Arc<Shared<B>>) -> bool {
        self.look_at_clock(shared);
        loop {
            let more_due = self.fire_timers(shared);
            let injected = self.queue.take_injected(&shared.injector);
            if let Some(slot) = injected.or_else(|| self.queue.pop()) {
                self.run_slot(shared, slot);
                self.publish(shared);
                return true;
            }
            if !more_due {
                self.vacant.rest();
                return false;
            }
        }
    }

    /// Makes a free slot ready for `Shared::spawn_in`.
    #[inline]
    pub(crate) fn take_free_slot(&mut self, shared: &Shared<B>) -> Result<u32, SpawnError> {
        if self.free_slots.is_empty() {
            shared
                .table
                .take_slots(&mut self.free_slots, shared.table.batch());
            // The end of the list is used first; use low numbers first.
            self.free_slots.reverse();
        }
        self.free_slots.pop().ok_or(SpawnError::TooManyProcesses)
    }

    /// Takes back the slot of a process that has ended.
    pub(crate) fn give_free_slot(&mut self, shared: &Shared<B>, number: u32) {
        let batch = shared.table.batch();
        if self.free_slots.len() >= 2 * batch {
            shared.table.give_slots(self.free_slots.drain(..batch));
        }
        self.free_slots.push(number);
    }

    /// The body of a place that is kept, whose slot is free for all.
    pub(crate) fn take_vacant(&mut self, shared: &Shared<B>) -> Option<B> {
        let place = self.vacant.take()?;
        self.give_free_slot(shared, place.private.serial.slot());
        Some(place.body)
    }

    /// Whether there is room for the place of a process that has ended.
    #[inline(always)]
    pub(crate) fn has_room_for_vacant(&self, shared: &Shared<B>) -> bool {
        self.fast_paths.reuse && self.vacant.len() < VACANT_MAX.min(shared.table.batch())
    }

    /// A number that no other call on this node returns.
    pub(crate) fn fresh_reference(&mut self, shared: &Shared<B>) -> u64 {
        if let Some(reference) = self.references.next() {
            return reference;
        }
        let first = shared
            .references
            .fetch_add(REFERENCES_TAKEN, Ordering::Relaxed);
        self.references = first + 1..first + REFERENCES_TAKEN;
        first
    }

    pub(crate) fn random(&mut self) -> u64 {
        self.random.next()
    }
}
