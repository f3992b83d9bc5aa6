//! One scheduler: takes a process from its queue, lets it run for a turn, and
//! puts it where it belongs after.
//!
//! A process that becomes ready goes to the back of a queue of the scheduler
//! that made it so (`run_queue`). Others steal when they run out of work. A
//! sleeping one is
//! woken when a queue holds *two* ready processes: a single one is most often
//! the receiver of a message whose sender is about to wait, and moving it to
//! another core would cost more than its turn.

use crate::body::{Body, Next};
use crate::end::{end_normally, end_process};
use crate::idle::Idle;
use crate::info::ProcessState;
use crate::pid::Serial;
use crate::private::Resident;
use crate::queue::SignalQueue;
use crate::random::Random;
use crate::run_queue::{Cause, Priority, RunQueue};
use crate::runtime::SpawnError;
use crate::shared::{Ready, Shared, contain, panic_text};
use crate::signal::{Ending, Reason, Signal};
use crate::slot::{CONTROL, Leave, NOTIFIED, Posted, Slot, TIMED_OUT};
use crate::statistics::OwnCounters;
use crate::turn::Turn;
use crate::vacant::{VACANT_MAX, Vacant};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Turns between two looks at the timers, and whether the node ends. Short turns are well under a
/// microsecond, and long ones are followed by a look of their own.
pub(crate) const TURNS_PER_TIMER_LOOK: u32 = 32;
/// Turns between two looks at the common queue while the own one has work, so
/// that work from outside is not starved.
const TURNS_PER_INJECTOR_LOOK: u32 = 64;
/// Fruitless rounds over the queues of others before going to sleep.
const SEARCH_ROUNDS: u32 = if cfg!(loom) { 1 } else { 4 };
/// Virtual time that a turn takes whose fuel is used up, so that timers fire
/// beside a process that never waits.
const VIRTUAL_TURN_NS: u64 = 10_000;
/// References that a scheduler takes from the common count at a time: enough
/// that the count is no point of contention, few enough that none are wasted in
/// numbers that matter. References are the serials of tags, so they must stay
/// below 2^42.
const REFERENCES_TAKEN: u64 = 4096;

pub(crate) struct Scheduler<B: Body> {
    pub(crate) index: u16,
    pub(crate) queue: RunQueue,
    /// The process that the queue hands over, if it is Running already (S1 in `slot`).
    pub(crate) begun: Option<Resident<B>>,
    /// Free slots in reserve, so that spawning meets no lock.
    free_slots: Vec<u32>,
    pub(crate) vacant: Vacant<B>,
    pub(crate) turns: u32,
    /// The last turn was a long one: look at the common queue at once, or what
    /// comes from outside would wait for many of them.
    was_long: bool,
    /// References this scheduler may still give out, without asking the others.
    references: std::ops::Range<u64>,
    random: Random,
    pub(crate) counters: OwnCounters,
}

impl<B: Body> Ready<B> for Scheduler<B> {
    #[inline]
    fn ready(&mut self, shared: &Shared<B>, slot: u32, priority: Priority) {
        self.queue.push(slot, priority, Cause::Woken);
        self.wake_for_two(shared);
    }

    #[inline]
    fn runs_next(&self, priority: Priority) -> bool {
        self.queue.hands_over(priority)
    }

    #[inline]
    fn begun(&mut self, shared: &Shared<B>, slot: u32, resident: Resident<B>) {
        self.queue.hand_over(slot);
        let before = self.begun.replace(resident);
        debug_assert!(before.is_none(), "only one is handed over");
        // The compiler would look for it, to drop it.
        std::mem::forget(before);
        self.wake_for_two(shared);
    }
}

impl<B: Body> Scheduler<B> {
    pub(crate) fn new(index: u16, seed: u64, queue: RunQueue) -> Self {
        Scheduler {
            index,
            queue,
            begun: None,
            free_slots: Vec::new(),
            vacant: Vacant::new(),
            turns: 0,
            was_long: false,
            references: 0..0,
            random: Random::new(seed),
            counters: OwnCounters::default(),
        }
    }

    /// The loop of a scheduler thread.
    pub(crate) fn run(&mut self, shared: &Arc<Shared<B>>) {
        while !shared.is_stopping() {
            self.turns = self.turns.wrapping_add(1);
            if self.turns.is_multiple_of(TURNS_PER_TIMER_LOOK) {
                self.publish(shared);
                shared.fire_timers(self, self.index);
            }
            match self.next_slot(shared) {
                Some(slot) => {
                    self.share_work(shared);
                    self.run_slot(shared, slot);
                }
                None => self.search_or_sleep(shared),
            }
        }
        if let Some(resident) = self.begun.take()
            && let Some(slot) = shared.table.slot(resident.private.serial.slot())
        {
            // Dropped there, with all others.
            slot.leave(resident, Leave::Yield);
        }
    }

    /// Sends a message to a process of this node. The dead drop it.
    // Inlined, so that the message is made in its place: see `SignalQueue::push`.
    #[inline(always)]
    pub(crate) fn post_message(&mut self, shared: &Shared<B>, to: Serial, message: B::Message) {
        let Some(slot) = shared.table.slot(to.slot()) else {
            return;
        };
        match self.begin_receiver(shared, slot, to) {
            Some(resident) => resident.take_first(message),
            None => self.post_later(shared, slot, to, message),
        }
    }

    /// Begins a process that waits, to be given a message, if it runs next.
    #[inline(always)]
    pub(crate) fn begin_receiver(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
    ) -> Option<&mut Resident<B>> {
        if !self.runs_next(Priority::Normal) {
            return None;
        }
        let mut resident = slot.begin_waiting(to.generation())?;
        resident.private.waiting = false;
        // First, so that a fault in taking the message is not the end of both.
        self.begun(shared, to.slot(), resident);
        self.begun.as_mut()
    }

    /// Sends a message to a process that is not begun for it.
    #[inline(never)]
    fn post_later(
        &mut self,
        shared: &Shared<B>,
        slot: &Slot<B::Message, Resident<B>>,
        to: Serial,
        message: B::Message,
    ) {
        let signal = Signal::Message(message);
        match slot.post(to.generation(), signal, B::message_bytes) {
            Posted::Wake(priority) => self.ready(shared, to.slot(), priority),
            Posted::Delivered | Posted::Dead(_) => {}
        }
    }

    #[inline]
    fn next_slot(&mut self, shared: &Shared<B>) -> Option<u32> {
        let look = std::mem::take(&mut self.was_long)
            || self.turns.is_multiple_of(TURNS_PER_INJECTOR_LOOK);
        if look
            && !shared.injector.is_empty()
            && let Some(slot) = self.queue.take_injected(&shared.injector)
        {
            return Some(slot);
        }
        self.queue.pop()
    }

    /// Wakes a sleeper if two processes are ready, of which it can steal one.
    #[inline(always)]
    fn wake_for_two(&self, shared: &Shared<B>) {
        if shared.idle.somebody_sleeps() && self.queue.has_work_to_share() && self.queue.len() >= 2
        {
            shared.idle.wake_one();
        }
    }

    /// Wakes a sleeper if there is more than this scheduler is about to do.
    #[inline]
    fn share_work(&self, shared: &Shared<B>) {
        if shared.idle.somebody_sleeps() && self.queue.has_work_to_share() {
            shared.idle.wake_one();
        }
    }

    /// Looks everywhere else for a process to run; sleeps if there is none.
    fn search_or_sleep(&mut self, shared: &Arc<Shared<B>>) {
        self.publish(shared);
        shared.idle.start_search();
        let mut rounds = 0;
        let found = loop {
            shared.fire_timers(self, self.index);
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
                self.sleep(shared, &shared.idle);
                rounds = 0;
            }
        };
        if shared.idle.end_search() && shared.has_work() {
            shared.idle.wake_one();
        }
        if let Some(slot) = found {
            self.run_slot(shared, slot);
        }
    }

    fn sleep(&mut self, shared: &Shared<B>, idle: &Idle) {
        self.vacant.rest();
        let has_work = || shared.has_work() || shared.is_stopping();
        let start = shared.clock.now();
        idle.sleep(usize::from(self.index), has_work, || {
            let next = shared.timers.next_time(self.index)?;
            Some(Duration::from_nanos(
                next.saturating_sub(shared.clock.now()),
            ))
        });
        if let Some(counters) = shared.counters.get(usize::from(self.index)) {
            counters.slept(shared.clock.now().saturating_sub(start));
        }
    }

    /// Shows what this scheduler has done.
    fn publish(&self, shared: &Shared<B>) {
        if let Some(counters) = shared.counters.get(usize::from(self.index)) {
            counters.publish(&self.counters);
        }
    }

    /// A ready process from the own queue, the common one, or another's.
    fn find_anywhere(&mut self, shared: &Shared<B>) -> Option<u32> {
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
        loop {
            let more_due = shared.fire_timers(self, self.index);
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

    /// One turn of the process in a slot that was in a run queue.
    #[inline(always)]
    fn run_slot(&mut self, shared: &Arc<Shared<B>>, number: u32) {
        let Some(slot) = shared.table.slot(number) else {
            return;
        };
        let is_it = |begun: &mut Resident<B>| begun.private.serial.slot() == number;
        match self.begun.take_if(is_it) {
            // It is new, or has a message, which is all that there is to see.
            Some(resident) if !slot.has_news() => self.run_body(shared, slot, resident),
            begun => self.run_attentively(shared, slot, begun),
        }
    }

    /// One turn of a process for which signals may have come, which is begun now if it was not before.
    #[inline(never)]
    fn run_attentively(
        &mut self,
        shared: &Arc<Shared<B>>,
        slot: &Slot<B::Message, Resident<B>>,
        begun: Option<Resident<B>>,
    ) {
        let mut batch = SignalQueue::new();
        let (mut resident, flags) = match begun {
            Some(mut resident) => {
                let private = &mut resident.private;
                let flags = slot.catch_up(|outer| private.fetch(outer, &mut batch));
                (resident, flags | NOTIFIED)
            }
            None => {
                let begun = slot.begin(|resident: &mut Resident<B>, outer| {
                    resident.private.fetch(outer, &mut batch);
                });
                // Empty only when the node has been cleared.
                let Some(begun) = begun else {
                    return;
                };
                begun
            }
        };
        let private = &mut resident.private;
        match flags & CONTROL == 0 && batch.is_empty() {
            // All that was fetched is in the inbox.
            true => std::mem::forget(batch),
            false => private.settle(shared, flags, batch),
        }
        if flags & TIMED_OUT != 0 {
            private.timer_fired(shared);
        }
        if private.killed {
            let terminated = Ending::Ended(Reason::Terminated);
            return end_process(shared, self, slot, resident, terminated);
        }
        if private.has_info_requests() {
            let state = match private.waiting && !private.has_deliveries() {
                true => ProcessState::Waiting,
                false => ProcessState::Queued,
            };
            answer_info_requests(shared, &mut resident, state, slot.priority());
        }
        let private = &resident.private;
        if private.waiting && !private.has_deliveries() && flags & NOTIFIED == 0 {
            // There were only signals that do not concern the body.
            return self.put_back(slot, resident, Leave::Wait, Cause::Woken);
        }
        self.run_body(shared, slot, resident);
    }

    #[inline(always)]
    fn run_body(
        &mut self,
        shared: &Arc<Shared<B>>,
        slot: &Slot<B::Message, Resident<B>>,
        mut resident: Resident<B>,
    ) {
        let Resident { private, body } = &mut resident;
        private.waiting = false;
        let before = self.counters.reductions;
        let mut turn = Turn {
            shared,
            scheduler: self,
            slot,
            private,
            begun: None,
            exchanged: false,
        };
        let result = catch_unwind(AssertUnwindSafe(|| body.run(&mut turn, shared.fuel)));
        let slot = match turn.exchanged {
            false => slot,
            // `resident` is the one that came last: see `exchange`.
            true => (shared.table.slot(resident.private.serial.slot()))
                .expect("each process has a slot"),
        };
        self.counters.turns += 1;
        self.queue
            .charge(self.counters.reductions.wrapping_sub(before));
        let private = &mut resident.private;
        private.timed_out = false;
        match result {
            Ok(Next::Wait { deadline: None }) if private.waits_plainly() => {
                private.waiting = true;
                let number = private.serial.slot();
                if slot.leave(resident, Leave::Wait) {
                    self.queue.push(number, slot.priority(), Cause::Woken);
                }
            }
            Ok(Next::Done) => end_normally(shared, self, slot, resident),
            Ok(next) => self.end_turn(shared, slot, resident, next),
            Err(payload) => {
                let message = B::panic_reason(panic_text(&*payload));
                let next = Next::end(Ending::Ended(Reason::Failure(message)));
                self.end_turn(shared, slot, resident, next);
            }
        }
    }

    /// What follows a turn.
    #[inline(never)]
    fn end_turn(
        &mut self,
        shared: &Arc<Shared<B>>,
        slot: &Slot<B::Message, Resident<B>>,
        mut resident: Resident<B>,
        next: Next<B::Message>,
    ) {
        let ends = resident.private.killed || matches!(next, Next::Done | Next::End(_));
        if resident.private.has_info_requests() && !ends {
            let running = ProcessState::Running;
            answer_info_requests(shared, &mut resident, running, slot.priority());
        }
        let private = &mut resident.private;
        match next {
            Next::Done => {
                end_process(shared, self, slot, resident, Ending::Ended(Reason::Normal));
            }
            Next::End(ending) => end_process(shared, self, slot, resident, *ending),
            Next::Yield | Next::Wait { .. } if private.killed => {
                let terminated = Ending::Ended(Reason::Terminated);
                end_process(shared, self, slot, resident, terminated);
            }
            Next::Wait { deadline } if !private.has_deliveries() => {
                private.arm(shared, self.index, deadline);
                private.waiting = true;
                self.put_back(slot, resident, Leave::Wait, Cause::Woken);
            }
            Next::Wait { .. } => self.put_back(slot, resident, Leave::Yield, Cause::Woken),
            Next::Yield => {
                self.put_back(slot, resident, Leave::Yield, Cause::Preempted);
                self.was_long = true;
                self.publish(shared);
                if self.queue.is_seeded() {
                    shared.clock.skip_to(shared.clock.now() + VIRTUAL_TURN_NS);
                }
                // The turn was long; look at the timers.
                shared.fire_timers(self, self.index);
            }
        }
    }

    #[inline(never)]
    pub(crate) fn put_back(
        &mut self,
        slot: &Slot<B::Message, Resident<B>>,
        resident: Resident<B>,
        leave: Leave,
        cause: Cause,
    ) {
        let number = resident.private.serial.slot();
        if slot.leave(resident, leave) {
            // Not `ready`: the next look at the queue decides about sharing.
            self.queue.push(number, slot.priority(), cause);
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

    /// Whether there is room for the place of a process that has ended.
    #[inline(always)]
    pub(crate) fn has_room_for_vacant(&self, shared: &Shared<B>) -> bool {
        self.vacant.len() < VACANT_MAX.min(shared.table.batch())
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

#[cold]
fn answer_info_requests<B: Body>(
    shared: &Shared<B>,
    resident: &mut Resident<B>,
    state: ProcessState,
    priority: Priority,
) {
    let requests = resident.private.take_info_requests();
    let mut info = resident.private.describe(state, priority);
    info.links.retain(|&process| shared.table.may_live(process));
    if let Some(description) = contain(|| resident.body.describe()) {
        info.mailbox_length += description.mailbox_length;
        info.body = description;
    }
    for request in requests {
        contain(|| request(Some(info.clone())));
    }
}
