//! One turn of a process: what is seen to before, what it runs, and where it goes after.

use super::Scheduler;
use crate::body::{Body, Next};
use crate::end::{end_normally, end_process};
use crate::info::ProcessState;
use crate::private::Resident;
use crate::queue::SignalQueue;
use crate::rest::Tenths;
use crate::run_queue::{Cause, Priority};
use crate::shared::{Outside, Ready, Shared, contain, panic_text};
use crate::signal::{Also, Ending, Reason};
use crate::slot::{CONTROL, Leave, NOTIFIED, Slot, TIMED_OUT};
use crate::turn::Turn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Virtual time that a turn takes whose fuel is used up, so that timers fire
/// beside a process that never waits.
const VIRTUAL_TURN_NS: u64 = 10_000;

impl<B: Body> Scheduler<B> {
    /// One turn of the process in a slot that was in a run queue.
    #[inline(always)]
    pub(crate) fn run_slot(&mut self, shared: &Arc<Shared<B>>, number: u32) {
        let Some(slot) = shared.table.slot(number) else {
            return;
        };
        let is_it = |begun: &mut Resident<B>| begun.private.serial.slot() == number;
        let begun = self.beside.take_if(is_it);
        if begun.is_some() {
            self.begun = false;
        }
        match begun {
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
            false => private.handle_signals(shared, flags, batch),
        }
        if flags & TIMED_OUT != 0 {
            private.timer_fired(shared);
        }
        if private.is_killed() {
            let ending = private.take_cause();
            return end_process(shared, self, slot, resident, ending);
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
        self.slot_known = false;
        let mut turn = Turn {
            shared,
            scheduler: self,
            slot,
            private,
            beside: slot,
            exchanged: false,
        };
        let result = catch_unwind(AssertUnwindSafe(|| body.run(&mut turn, shared.fuel)));
        let slot = match turn.exchanged {
            false => slot,
            true => {
                self.unpark(shared);
                // `resident` is the one that came last: see `exchange`.
                (shared.table.slot(resident.private.serial.slot()))
                    .expect("each process has a slot")
            }
        };
        self.counters.turns += 1;
        self.queue
            .charge(self.counters.reductions.wrapping_sub(before));
        if slot.is_bounded() {
            note_held(shared, self, slot, &resident);
        }
        let private = &mut resident.private;
        private.timed_out = false;
        match result {
            Ok(Next::Wait { deadline: None }) if private.waits_plainly() => {
                private.begin_wait(self.seen);
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
        let ends = resident.private.is_killed() || matches!(next, Next::Done | Next::End(_));
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
            Next::Yield | Next::Wait { .. } | Next::Apart { .. } if private.is_killed() => {
                let ending = private.take_cause();
                end_process(shared, self, slot, resident, ending);
            }
            Next::Wait { deadline } if !private.has_deliveries() => {
                private.arm(shared, self.index, deadline);
                private.begin_wait(self.seen);
                self.put_back(slot, resident, Leave::Wait, Cause::Woken);
            }
            Next::Wait { .. } => self.put_back(slot, resident, Leave::Yield, Cause::Woken),
            Next::Apart { is_long } => lend(shared, resident, is_long),
            Next::Yield => {
                self.put_back(slot, resident, Leave::Yield, Cause::Preempted);
                self.was_long = true;
                self.publish(shared);
                if self.queue.is_seeded() {
                    shared.clock.skip_to(shared.clock.now() + VIRTUAL_TURN_NS);
                }
                // The turn was long; look at the timers.
                self.fire_timers(shared);
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
}

/// Lends a process to a thread of the pool (S7 of `slot`), which puts it into the common queue after.
#[cold]
fn lend<B: Body>(shared: &Arc<Shared<B>>, mut resident: Resident<B>, is_long: bool) {
    let lender = Arc::clone(shared);
    shared.compute(is_long, move || {
        let result = catch_unwind(AssertUnwindSafe(|| resident.body.work_apart()));
        if let Err(payload) = result {
            let message = B::panic_reason(panic_text(&*payload));
            let reason = Box::new(Reason::Failure(message));
            resident.private.end_for(reason);
        }
        let number = resident.private.serial.slot();
        if let Some(slot) = lender.table.slot(number)
            && slot.leave(resident, Leave::Yield)
        {
            Outside.ready(&lender, number, slot.priority(), Cause::Woken);
        }
    });
}

/// Whoever waits for room in the mailbox of a process that has had its turn is woken, if there is some.
#[cold]
fn note_held<B: Body>(
    shared: &Shared<B>,
    scheduler: &mut Scheduler<B>,
    slot: &Slot<B::Message, Resident<B>>,
    resident: &Resident<B>,
) {
    let (messages, bytes) = resident.body.held();
    // What is fetched and not taken is counted without its bytes: the next turn takes it.
    slot.hold(messages + resident.private.delivery_count(), bytes);
    shared.offer_room(scheduler, resident.private.serial);
}

#[cold]
fn answer_info_requests<B: Body>(
    shared: &Shared<B>,
    resident: &mut Resident<B>,
    state: ProcessState,
    priority: Priority,
) {
    let requests = resident.private.take_info_requests();
    let now = Tenths::of(shared.clock.now());
    let mut info = resident.private.describe(state, priority, now);
    info.links.retain(|&process| shared.table.may_live(process));
    if let Some(description) = contain(|| resident.body.describe()) {
        info.mailbox_length += description.mailbox_length;
        info.body = description;
    }
    if requests.iter().any(|request| request.also == Also::Code) {
        info.code = contain(|| resident.body.code()).unwrap_or_default();
    }
    if requests.iter().any(|request| request.also == Also::Stack) {
        info.stack = contain(|| resident.body.stack()).unwrap_or_default();
    }
    if requests.iter().any(|request| request.also == Also::Details) {
        let details = contain(|| resident.body.details(&shared.node));
        info.details = details.unwrap_or_default();
    }
    for request in requests {
        contain(|| (request.callback)(Some(info.clone())));
    }
}
