//! A process that waits gives its place to the next one in the middle of its turn.
//!
//! Usually a turn ends in the loop of the scheduler, which puts the process away and begins the next
//! turn. Between two processes that answer each other at once, that loop is most of what happens. So a
//! body may ask for the exchange itself, where it is about to wait: [`Turn::successor`] is who would
//! be next, and with [`Successor::begin`] who runs changes under the running [`Body::run`].
//!
//! - X1. It is the same as if the turn had ended and the next one had begun, in the same order, and is
//!   refused whenever the loop would have looked at something else in between.

use crate::body::Body;
use crate::private::Resident;
use crate::run_queue::Cause;
use crate::scheduler::TURNS_PER_TIMER_LOOK;
use crate::slot::{Leave, Slot};
use crate::turn::Turn;

/// The process whose turn may begin in the place of the running one. Nothing changes until it does.
pub struct Successor<'turn, 'a, B: Body> {
    turn: &'turn mut Turn<'a, B>,
    slot: &'a Slot<B::Message, Resident<B>>,
}

impl<'a, B: Body> Turn<'a, B> {
    /// The process that would be next if this one waited without an end: one that it has begun with a
    /// message, or a new one. `None` also if something else is to be done before.
    #[inline(always)]
    pub fn successor(&mut self) -> Option<Successor<'_, 'a, B>> {
        let scheduler = &*self.scheduler;
        let next = scheduler.begun.as_ref()?;
        let plain = !next_turn(scheduler.turns).is_multiple_of(TURNS_PER_TIMER_LOOK)
            && scheduler.queue.goes_straight_on()
            && self.private.gives_place()
            && !self.slot.has_news();
        if !plain {
            return None;
        }
        let slot = match self.begun {
            Some(slot) => slot,
            None => self.shared.table.slot(next.private.serial.slot())?,
        };
        if slot.has_news() {
            return None;
        }
        Some(Successor { turn: self, slot })
    }
}

#[inline(always)]
fn next_turn(turns: u32) -> u32 {
    turns.wrapping_add(1)
}

impl<B: Body> Successor<'_, '_, B> {
    /// Its body, to be prepared for a turn of [`Turn::fuel`].
    #[inline(always)]
    pub fn body(&mut self) -> Option<&mut B> {
        let begun = self.turn.scheduler.begun.as_mut();
        begun.map(|resident| &mut resident.body)
    }

    /// Begins its turn, and ends that of the running process, which waits then and is charged for so many
    /// reductions. `exchange` is to exchange the body of that one, which [`Body::run`] was lent, with
    /// the one that it is given.
    #[inline(always)]
    pub fn begin(self, reductions: u64, exchange: impl FnOnce(&mut B)) {
        let Successor { turn, slot } = self;
        let scheduler = &mut *turn.scheduler;
        let Some(mut next) = scheduler.begun.take() else {
            return;
        };
        scheduler.queue.take_handed_over();
        scheduler.turns = next_turn(scheduler.turns);
        scheduler.counters.turns += 1;
        let private = &mut **turn.private;
        private.waiting = true;
        private.timed_out = false;
        turn.charge(reductions);
        next.private.waiting = false;
        std::mem::swap(turn.private, &mut next.private);
        exchange(&mut next.body);
        turn.exchanged = true;
        turn.begun = None;
        let mine = std::mem::replace(&mut turn.slot, slot);
        if let Err(next) = mine.leave_waiting(next) {
            // Something has come meanwhile.
            turn.scheduler
                .put_back(mine, next, Leave::Wait, Cause::Woken);
        }
    }
}
