//! A process that waits or ends gives its place to the next one in the middle of its turn.
//!
//! Usually a turn ends in the loop of the scheduler, which puts the process away and begins the next
//! turn. Between two processes that answer each other at once, or of which one makes the other and ends,
//! that loop is most of what happens. So a body may ask for the exchange itself, where it is about to
//! wait or to end: [`Turn::successor`] and [`Turn::heir`] are who would be next, and with
//! [`Successor::begin`] and [`Successor::inherit`] who runs changes under the running [`Body::run`].
//!
//! - X1. For who is on this scheduler, it is the same as if the turn had ended and the next one had begun,
//!   in the same order, and is refused whenever the loop would have looked at something else in between.
//!   What comes from elsewhere for the one that waits is seen to when it is no longer parked (S6 in `slot`).

use crate::body::Body;
use crate::end::end_quietly;
use crate::private::Resident;
use crate::scheduler::TURNS_PER_TIMER_LOOK;
use crate::slot::Slot;
use crate::turn::Turn;
use std::num::NonZeroU64;

/// The process whose turn may begin in the place of the running one. Nothing changes until it does.
pub struct Successor<'turn, 'a, B: Body> {
    turn: &'turn mut Turn<'a, B>,
    slot: &'a Slot<B::Message, Resident<B>>,
}

impl<'a, B: Body> Turn<'a, B> {
    /// The process that would be next if this one waited for a message: one that it has begun with a
    /// message, or a new one. `None` also if something else is to be done before.
    #[inline(always)]
    pub fn successor(&mut self) -> Option<Successor<'_, 'a, B>> {
        match self.private.gives_place() && self.slot.gives_place() {
            true => self.next_in_place(),
            false => None,
        }
    }

    /// The same if this one has nothing more to do, and nobody is to be told of its end.
    #[inline(always)]
    pub fn heir(&mut self) -> Option<Successor<'_, 'a, B>> {
        match self.private.ends_quietly() && self.slot.ends_quietly() {
            true => self.next_in_place(),
            false => None,
        }
    }

    #[inline(always)]
    fn next_in_place(&mut self) -> Option<Successor<'_, 'a, B>> {
        let scheduler = &*self.scheduler;
        let plain = scheduler.begun
            && scheduler.fast_paths.exchange
            && !next_turn(scheduler.turns).is_multiple_of(TURNS_PER_TIMER_LOOK)
            && scheduler.queue.goes_straight_on();
        if !plain {
            return None;
        }
        let slot = match scheduler.slot_known {
            true => self.beside,
            false => {
                let next = scheduler.beside.as_ref()?;
                self.shared.table.slot(next.private.serial.slot())?
            }
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

impl<'turn, 'a, B: Body> Successor<'turn, 'a, B> {
    /// Its body, to be prepared for a turn of [`Turn::fuel`].
    #[inline(always)]
    pub fn body(&mut self) -> Option<&mut B> {
        let next = self.turn.scheduler.beside.as_mut();
        next.map(|resident| &mut resident.body)
    }

    /// Begins its turn, and ends that of the running process, which waits then, at most until the deadline,
    /// and is charged for so many reductions. `exchange` is to exchange the body of that one, which [`Body::run`] was lent, with
    /// the one that it is given.
    #[inline(always)]
    pub fn begin(
        self,
        reductions: u64,
        deadline: Option<NonZeroU64>,
        exchange: impl FnOnce(&mut B),
    ) {
        let private = &mut **self.turn.private;
        if deadline.is_some() || private.is_armed() {
            private.arm(self.turn.shared, self.turn.scheduler.index, deadline);
        }
        private.begin_wait(self.turn.scheduler.seen);
        private.timed_out = false;
        self.change(reductions, exchange);
    }

    /// The same, and ends the running process.
    #[inline(always)]
    pub fn inherit(self, reductions: u64, exchange: impl FnOnce(&mut B)) {
        if let Some(turn) = self.change(reductions, exchange)
            && let Some(resident) = turn.scheduler.beside.take()
        {
            end_quietly(turn.shared, turn.scheduler, turn.beside, resident);
        }
    }

    /// Puts it in the place of the running process, which is parked.
    #[inline(always)]
    fn change(
        self,
        reductions: u64,
        exchange: impl FnOnce(&mut B),
    ) -> Option<&'turn mut Turn<'a, B>> {
        let Successor { turn, slot } = self;
        turn.charge(reductions);
        let scheduler = &mut *turn.scheduler;
        let other = scheduler.beside.as_mut()?;
        scheduler.queue.take_handed_over();
        scheduler.turns = next_turn(scheduler.turns);
        scheduler.counters.turns += 1;
        scheduler.begun = false;
        scheduler.slot_known = true;
        std::mem::swap(turn.private, &mut other.private);
        exchange(&mut other.body);
        turn.exchanged = true;
        turn.beside = std::mem::replace(&mut turn.slot, slot);
        Some(turn)
    }
}
