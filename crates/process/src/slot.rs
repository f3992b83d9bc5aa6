//! The place of a process in the table: its state machine and its queue.
//!
//! A slot is never freed and serves one process after another, so a sender can
//! always look at it; the generation in the state word tells whether it still
//! holds the process that was meant. Hence no reference counts and no epochs.
//!
//! ```text
//!            occupy                begin
//!   Free ------------> Queued -----------------> Running --+
//!    ^                  ^  ^                      |  |  |  |
//!    |                  |  |   leave(yield) or    |  |  |  | post, notify:
//!    |                  |  +-- something came ----+  |  |  | set a flag only
//!    |                  |                            |  |  |
//!    |                  |        leave(wait)         |  +--+
//!    |                  |   +------------------------+  |
//!    |    post, notify  |   v                           |
//!    |                  Waiting                         |
//!    +--------------------------- vacate ---------------+
//! ```
//!
//! Beside these, a scheduler takes a process from Free (`occupy_running`) to Running if it is
//! the next that it runs, and from Waiting (`begin_waiting`) if it has a message for it: to run
//! it next, or to put it back as Queued with the message.
//!
//! State word: bit 0 lock, bits 1-2 status, flags, generation from bit 32.
//!
//! Invariants:
//! - S1. The resident (body and private data) lies in the slot in states Queued
//!   and Waiting. In state Running its scheduler holds it, and nobody else can
//!   reach it. That makes the owner of the resident unique. A scheduler that wakes a
//!   process, or makes it, and will run it next takes it at once ([`Slot::begin_waiting`]):
//!   such a process is Running before its turn, which saves a pass through Queued. One that
//!   is given a message and put back is Running so long.
//!   Who has a short change for a process that waits makes it under the lock
//!   ([`Slot::with_waiting`]); nothing has come before, so it keeps the order of signals.
//! - S2. A slot number is in exactly one run queue in state Queued, and in none
//!   otherwise, but for the one that a scheduler has begun and not run: its number
//!   stands at the front of that scheduler's queue, where nobody can steal it.
//!   Whoever makes the transition to Queued puts it there.
//! - S3. [`SIGNALS`] is set exactly if the outer queue holds something, and
//!   [`CONTROL`] if some of that is more than a message.
//! - S4. A process goes to Waiting only if neither [`SIGNALS`] nor [`NOTIFIED`]
//!   is set, under the lock; a sender that finds it Waiting wakes it. So no
//!   signal is missed. But for one signal that nobody waits for
//!   ([`Signal::can_wait`]): that is left there for the next turn.
//! - S5. In state Free the generation is the next one to be used, so that the
//!   serial of the dead matches nothing any more.
//! - S6. A process that gives its place to another one (`exchange`) waits, but stays
//!   Running: it is parked with its scheduler until that turn is over, or the
//!   next one gives its place, or another one is begun there, or somebody on that
//!   scheduler has something for it, which may begin it. What comes from elsewhere
//!   lies in the queue so long, at most for a turn.
//! - S7. A process may be lent to a thread that is no scheduler ([`Next::Apart`](crate::Next)): it is Running, that
//!   thread alone holds the resident, and puts it back as a scheduler does after a turn. Nothing is fetched
//!   meanwhile, so who ends the process waits until then.

mod turns;

use crate::bound::{Bound, Bounded, Waiter};
use crate::locked::{Guard, Locked};
use crate::pid::{LAST_GENERATION, Serial};
use crate::queue::SignalQueue;
use crate::run_queue::Priority;
use crate::signal::Signal;
use std::collections::VecDeque;

const STATUS: u64 = 0b110;
const FREE: u64 = 0b000;
const WAITING: u64 = 0b010;
const QUEUED: u64 = 0b100;
const RUNNING: u64 = 0b110;

/// The outer queue holds something.
pub(crate) const SIGNALS: u64 = 1 << 3;
/// The outer queue holds more than messages.
pub(crate) const CONTROL: u64 = 1 << 4;
/// Run the body even if there is no signal for it.
pub(crate) const NOTIFIED: u64 = 1 << 5;
/// A timer of a wait has fired. Set together with [`NOTIFIED`].
pub(crate) const TIMED_OUT: u64 = 1 << 6;
/// The process is in the registry of names; see `names`.
pub(crate) const NAMED: u64 = 1 << 7;

/// The process runs before others, or after them. They stay from its beginning
/// to its end, unless somebody changes them.
const HIGH: u64 = 1 << 8;
const LOW: u64 = 1 << 9;

/// The queue has a bound.
const BOUNDED: u64 = 1 << 10;

/// What is to be looked at when a process begins its turn.
const NEWS: u64 = SIGNALS | CONTROL | NOTIFIED | TIMED_OUT;

/// Who waits with one of these is not begun by who wakes it.
const UNUSUAL: u64 = NEWS | HIGH | LOW | BOUNDED;

const GENERATION_SHIFT: u32 = 32;

/// State and mailbox of at most one process, over and over again.
pub(crate) struct Slot<M, R> {
    inner: Locked<Held<M, R>>,
}

struct Held<M, R> {
    /// What senders have put and the process has not fetched.
    outer: SignalQueue<Signal<M>>,
    resident: Option<R>,
    /// There is one exactly if [`BOUNDED`] is set.
    bounded: Option<Box<Bounded>>,
}

/// With more signals waiting for a process, whoever sends it more should let it run.
const CROWD: usize = 1 << 12;

/// What became of a signal.
pub(crate) enum Posted<M> {
    Delivered,
    /// Delivered, behind more than [`CROWD`] others.
    Crowded,
    /// Delivered, and the caller must queue the slot (S2), of a process of this priority.
    Wake(Priority),
    /// The process is dead; here is the signal back.
    Dead(Signal<M>),
}

/// What a process looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Free,
    Waiting,
    Queued,
    Running,
}

/// How a process leaves its scheduler without ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Yield,
    Wait,
}

fn generation_of(word: u64) -> u32 {
    (word >> GENERATION_SHIFT) as u32
}

fn status_of(word: u64) -> Status {
    match word & STATUS {
        FREE => Status::Free,
        WAITING => Status::Waiting,
        QUEUED => Status::Queued,
        _ => Status::Running,
    }
}

#[inline]
fn priority_of(word: u64) -> Priority {
    match word & (HIGH | LOW) {
        HIGH => Priority::High,
        LOW => Priority::Low,
        _ => Priority::Normal,
    }
}

fn with_status(word: u64, status: u64) -> u64 {
    word & !STATUS | status
}

impl<M, R> Held<M, R> {
    #[inline]
    fn was_fetched(&mut self) {
        if let Some(bounded) = &mut self.bounded {
            bounded.emptied();
        }
    }
}

impl<M, R> Slot<M, R> {
    pub(crate) fn new() -> Self {
        let held = Held {
            outer: SignalQueue::new(),
            resident: None,
            bounded: None,
        };
        Slot {
            inner: Locked::new(FREE | 1 << GENERATION_SHIFT, held),
        }
    }

    /// Generation and status as they were a moment ago.
    pub(crate) fn look(&self) -> (u32, Status) {
        let word = self.inner.peek();
        (generation_of(word), status_of(word))
    }

    /// Whether the outer queue holds something. Exact for the sender itself.
    #[inline]
    pub(crate) fn has_signals(&self) -> bool {
        self.inner.peek() & SIGNALS != 0
    }

    /// The guard, if the slot holds the process of this generation.
    #[inline]
    fn living(&self, generation: u32) -> Option<Guard<'_, Held<M, R>>> {
        let guard = self.inner.lock();
        let alive = generation_of(guard.word) == generation && guard.word & STATUS != FREE;
        alive.then_some(guard)
    }

    /// Queues a new process here. The caller took the slot from the free ones
    /// and queues its number (S2).
    pub(crate) fn occupy(&self, resident: R) {
        let mut guard = self.inner.lock();
        debug_assert_eq!(status_of(guard.word), Status::Free);
        // There was none; the compiler would look for it, to drop it.
        guard.with(|held| std::mem::forget(held.resident.replace(resident)));
        guard.word = with_status(guard.word, QUEUED) | NOTIFIED;
    }

    /// Begins a new process here, which the caller holds. It took the slot from the free ones.
    #[inline(always)]
    pub(crate) fn occupy_running(&self) {
        let mut guard = self.inner.lock();
        debug_assert_eq!(status_of(guard.word), Status::Free);
        guard.word = with_status(guard.word, RUNNING);
    }

    /// Puts a signal into the queue of the process of this generation.
    #[inline(always)]
    pub(crate) fn post(
        &self,
        generation: u32,
        signal: Signal<M>,
        weigh: fn(&M) -> usize,
    ) -> Posted<M> {
        let Some(mut guard) = self.living(generation) else {
            return Posted::Dead(signal);
        };
        if guard.word & BOUNDED != 0 {
            return Self::post_bounded(guard, signal, weigh);
        }
        // Only as the first, so that such signals do not pile up.
        let waits = guard.word & SIGNALS == 0 && signal.can_wait();
        guard.word |= match &signal {
            Signal::Message(_) => SIGNALS,
            Signal::Control(_) => SIGNALS | CONTROL,
        };
        let length = guard.with(|held| {
            held.outer.push(signal);
            held.outer.len()
        });
        if guard.word & STATUS == WAITING && !waits {
            guard.word = with_status(guard.word, QUEUED);
            Posted::Wake(priority_of(guard.word))
        } else if length > CROWD {
            Posted::Crowded
        } else {
            Posted::Delivered
        }
    }

    /// Begins the process of this generation if it waits and nothing has come for it. Only for a
    /// scheduler that has a message for it, and runs it next or puts it back: both are the caller's then.
    #[inline(always)]
    pub(crate) fn begin_waiting(&self, generation: u32) -> Option<R> {
        let word = self.inner.peek();
        if generation_of(word) != generation || word & (STATUS | UNUSUAL) != WAITING {
            return None;
        }
        let mut guard = self.inner.lock_at(word)?;
        guard.word = with_status(word, RUNNING);
        guard.with(|held| held.resident.take())
    }

    /// Changes the resident of this generation where it lies, if it waits and nothing has come for it. What `change`
    /// does is short (L3 of `locked`).
    #[inline]
    pub(crate) fn with_waiting<T>(
        &self,
        generation: u32,
        change: impl FnOnce(&mut R) -> T,
    ) -> Option<T> {
        let word = self.inner.peek();
        if generation_of(word) != generation || word & (STATUS | NEWS) != WAITING {
            return None;
        }
        let mut guard = self.inner.lock_at(word)?;
        guard.with(|held| held.resident.as_mut().map(change))
    }

    #[cold]
    fn post_bounded(
        mut guard: Guard<'_, Held<M, R>>,
        signal: Signal<M>,
        weigh: fn(&M) -> usize,
    ) -> Posted<M> {
        let is_control = matches!(signal, Signal::Control(_));
        let (lost, holds_some) = guard.with(|held| {
            let lost = match &mut held.bounded {
                Some(bounded) => bounded.push(&mut held.outer, signal, weigh),
                None => vec![signal],
            };
            (lost, !held.outer.is_empty())
        });
        if holds_some {
            guard.word |= SIGNALS | if is_control { CONTROL } else { 0 };
        }
        if !lost.is_empty() {
            // The body wants to know, whatever it waits for.
            guard.word |= NOTIFIED;
        }
        let waiting = guard.word & STATUS == WAITING;
        if waiting {
            guard.word = with_status(guard.word, QUEUED);
        }
        let priority = priority_of(guard.word);
        drop(guard);
        drop(lost);
        match waiting {
            true => Posted::Wake(priority),
            false => Posted::Delivered,
        }
    }

    /// Sets or takes away the bound of the queue; nothing if the process is dead. Whoever waited for room is for
    /// the caller to wake.
    pub(crate) fn set_bound(
        &self,
        generation: u32,
        bound: Option<Bound>,
        weigh: fn(&M) -> usize,
    ) -> VecDeque<Waiter> {
        let Some(mut guard) = self.living(generation) else {
            return VecDeque::new();
        };
        let waiting = guard.with(|held| {
            let mut before = held.bounded.take();
            let lost = before.as_mut().map_or(0, |before| before.take_lost());
            let bounded = bound.map(|bound| Bounded::new(bound, &held.outer, weigh, lost));
            held.bounded = bounded.map(Box::new);
            before.map_or(VecDeque::new(), |mut before| before.take_waiting())
        });
        guard.word = guard.word & !BOUNDED | if bound.is_some() { BOUNDED } else { 0 };
        waiting
    }

    /// Whether the queue has a bound, as it was a moment ago. Exact for the process itself.
    #[inline(always)]
    pub(crate) fn is_bounded(&self) -> bool {
        self.inner.peek() & BOUNDED != 0
    }

    /// Whether the process of this generation takes one more message; if not, `waiter` is woken when it does.
    /// The dead take all.
    #[cold]
    pub(crate) fn admit(
        &self,
        generation: u32,
        waiter: Waiter,
        is_alive: impl Fn(Serial) -> bool,
    ) -> bool {
        let Some(mut guard) = self.living(generation) else {
            return true;
        };
        guard.with(|held| match &mut held.bounded {
            Some(bounded) => bounded.admit(waiter, is_alive),
            None => true,
        })
    }

    /// Whoever waited to send to the process of this generation has given up; false if it has been woken already.
    #[cold]
    pub(crate) fn withdraw(&self, generation: u32, waiter: Waiter) -> bool {
        let Some(mut guard) = self.living(generation) else {
            return false;
        };
        guard.with(|held| match &mut held.bounded {
            Some(bounded) => bounded.withdraw(waiter),
            None => false,
        })
    }

    /// The running process has fetched and not received so much.
    #[cold]
    pub(crate) fn hold(&self, messages: usize, bytes: usize) {
        let mut guard = self.inner.lock();
        guard.with(|held| {
            if let Some(bounded) = &mut held.bounded {
                bounded.hold(messages, bytes);
            }
        });
    }

    /// Who is to be woken since there is room, and for how many there is.
    #[cold]
    pub(crate) fn next_waiter(&self, generation: u32) -> Option<(Waiter, usize)> {
        let mut guard = self.living(generation)?;
        guard.with(|held| {
            let bounded = held.bounded.as_mut()?;
            let free = bounded.free()?;
            bounded.next_waiter().map(|waiter| (waiter, free))
        })
    }

    /// How many messages a bound has cost the running process since it asked last.
    pub(crate) fn take_lost(&self) -> u64 {
        if self.inner.peek() & BOUNDED == 0 {
            return 0;
        }
        let mut guard = self.inner.lock();
        guard.with(|held| {
            let bounded = held.bounded.as_mut();
            bounded.map_or(0, |bounded| bounded.take_lost())
        })
    }

    /// Signals that the process of this generation has not fetched.
    pub(crate) fn queue_length(&self, generation: u32) -> usize {
        let guard = self.living(generation);
        guard.map_or(0, |mut guard| guard.with(|held| held.outer.len()))
    }

    /// Makes the process run once more, without a signal. True means that the
    /// caller must queue the slot (S2).
    pub(crate) fn notify(&self, generation: u32, flags: u64) -> bool {
        let Some(mut guard) = self.living(generation) else {
            return false;
        };
        guard.word |= flags | NOTIFIED;
        let waiting = guard.word & STATUS == WAITING;
        if waiting {
            guard.word = with_status(guard.word, QUEUED);
        }
        waiting
    }

    /// Sets a flag that only matters at the end; false if the process is dead.
    pub(crate) fn mark(&self, generation: u32, flags: u64) -> bool {
        match self.living(generation) {
            Some(mut guard) => {
                guard.word |= flags;
                true
            }
            None => false,
        }
    }

    /// The priority of the process here.
    #[inline]
    pub(crate) fn priority(&self) -> Priority {
        priority_of(self.inner.peek())
    }

    /// False if the process is dead. Takes effect when it is queued next.
    pub(crate) fn set_priority(&self, generation: u32, priority: Priority) -> bool {
        let Some(mut guard) = self.living(generation) else {
            return false;
        };
        let flags = match priority {
            Priority::High => HIGH,
            Priority::Normal => 0,
            Priority::Low => LOW,
        };
        guard.word = guard.word & !(HIGH | LOW) | flags;
        true
    }

    /// Whether a free slot has a generation left (P1).
    pub(crate) fn is_reusable(&self) -> bool {
        self.look().0 <= LAST_GENERATION
    }

    /// Takes everything out of the slot at the end of the node.
    pub(crate) fn clear(&self) -> (SignalQueue<Signal<M>>, Option<R>) {
        let mut guard = self.inner.lock();
        let generation = generation_of(guard.word);
        let next = generation + u32::from(status_of(guard.word) != Status::Free);
        guard.word = FREE | u64::from(next) << GENERATION_SHIFT;
        guard.with(|held| {
            held.bounded = None;
            let outer = std::mem::replace(&mut held.outer, SignalQueue::new());
            (outer, held.resident.take())
        })
    }
}

#[cfg(all(test, not(loom)))]
impl<M, R> Slot<M, R> {
    /// A slot near the end of its generations.
    pub(crate) fn set_generation(&self, generation: u32) {
        let mut guard = self.inner.lock();
        guard.word = FREE | u64::from(generation) << GENERATION_SHIFT;
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
