//! The run queue of one scheduler.
//!
//! ```text
//!   High      woken and preempted
//!   Woken     of normal priority: was waiting
//!   New       of normal priority: has not had a turn yet
//!   Preempted of normal priority: its fuel was used up, or it gave way
//!   Low       woken and preempted
//! ```
//!
//! Normally five work-stealing deques, each first in, first out. Who waits for
//! messages and answers them with little work must not stand behind all who
//! compute, so the woken come before the preempted, but for as much fuel only
//! as the preempted will then get: while both have work, each gets half.
//! In the same way the new, who count as woken beside the preempted, share with those that were waiting:
//! processes that make processes that make others fill any queue, and whoever waits for a message or the
//! time does not stand behind them all. Each side goes on for as much fuel as a turn has, so that a process which
//! gathers what many new ones send it takes the messages of many at a time.
//!
//! The front of the woken is kept outside of its deque if it was alone there: it is most
//! often the receiver of a message whose sender is about to wait, and so is handed over
//! with two stores. Nobody can steal it, but its turn is next, or comes after that of one
//! preempted process; whatever else is ready can be stolen.
//!
//! Invariants:
//! - U1. When the woken and the new have used the fuel of one turn since the last turn of
//!   a preempted process, or since there is one, the next turn at their priority is a preempted one's.
//!   After that turn at least one is theirs. So neither starves the other.
//! - U2. One turn in [`TURNS_PER_FAIR_PICK`] goes to normal priority before all
//!   others, and one more to low, so nobody starves beside the busy of a higher
//!   priority.
//! - U3. `next` is older than all in the deque of the woken.
//! - U4. A level is in `filled` if its deque holds something; if it does not, it may be.
//! - U5. In the deterministic mode all levels are in `filled`, so nobody is handed over, and
//!   the deques are empty.
//! - U6. When the woken have used the fuel of one turn since the last turn of a new process, or since there is one,
//!   the next turn of the two is a new one's, and the other way round.
//!
//! In the deterministic mode the queue is a plain list from which a seeded
//! generator picks, whatever the priorities, so that different seeds try
//! different orders of events and the same seed repeats one.

use crate::deque::{Injector, Steal, Stealer, Worker};
use crate::random::Random;

/// Turns in which all priorities have had their fair pick: of busy processes of
/// high priority, two in so many turns are kept from.
const TURNS_PER_FAIR_PICK: u32 = 32;
/// The pick of these that looks at low priority first.
const LOW_PICK: u32 = TURNS_PER_FAIR_PICK / 2;

/// What a turn costs beside the fuel of its process, in fuel: taking it from
/// the queue and putting it back takes as long as so many calls. It bounds how
/// many short turns go before one of a preempted process.
const FUEL_OF_A_SWITCH: i64 = 50;

/// Which processes run before which. As large as a word: whoever wakes a process is told it on the
/// stack, and a byte that is read as a part of more waits until it is in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u64)]
pub enum Priority {
    High,
    #[default]
    Normal,
    Low,
}

/// Why a process is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It waited and something came.
    Woken,
    /// It has not had a turn yet.
    New,
    /// It would have gone on.
    Preempted,
}

const HIGH: usize = 0;
const WOKEN: usize = 1;
const NEW: usize = 2;
const PREEMPTED: usize = 3;
const LOW: usize = 4;
const LEVELS: usize = 5;

/// No slot.
const NOBODY: u32 = u32::MAX;

/// The place among the deques.
fn level(priority: Priority, cause: Cause) -> usize {
    match (priority, cause) {
        (Priority::High, _) => HIGH,
        (Priority::Normal, Cause::Woken) => WOKEN,
        (Priority::Normal, Cause::New) => NEW,
        (Priority::Normal, Cause::Preempted) => PREEMPTED,
        (Priority::Low, _) => LOW,
    }
}

/// Of the woken and the new the one that is not this one.
fn other_side(side: usize) -> usize {
    WOKEN + NEW - side
}

/// See the top of this file.
pub(crate) struct RunQueue {
    workers: [Worker<u32>; LEVELS],
    /// The front of the woken (U3), or [`NOBODY`].
    next: u32,
    /// A bit for each level (U4): most deques are empty, and asking them takes time.
    filled: u8,
    picks: u32,
    /// What the woken and the new may use before a preempted process has a turn (U1).
    credit: i64,
    /// Of these two the one that goes on, and what it may use before the other has a turn (U6).
    side: usize,
    slice: i64,
    /// The fuel of one turn.
    turn_fuel: i64,
    /// Where the process came from that has its turn.
    picked: usize,
    /// The queue of the deterministic mode.
    seeded: Option<Seeded>,
}

/// Who is ready in the deterministic mode (U5).
struct Seeded {
    ready: Vec<u32>,
    random: Random,
}

/// The handles by which other schedulers take work away.
pub(crate) struct Stealers([Stealer<u32>; LEVELS]);

impl Stealers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Stealer::is_empty)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(Stealer::len).sum()
    }
}

impl RunQueue {
    /// For turns of so much fuel.
    pub(crate) fn fifo(turn_fuel: i64) -> Self {
        RunQueue {
            workers: std::array::from_fn(|_| Worker::new_fifo()),
            next: NOBODY,
            filled: 0,
            picks: 0,
            credit: turn_fuel,
            side: WOKEN,
            slice: turn_fuel,
            turn_fuel,
            picked: WOKEN,
            seeded: None,
        }
    }

    /// That of the deterministic mode.
    pub(crate) fn seeded(seed: u64) -> Self {
        let seeded = Seeded {
            ready: Vec::new(),
            random: Random::new(seed),
        };
        RunQueue {
            filled: u8::MAX,
            seeded: Some(seeded),
            ..RunQueue::fifo(0)
        }
    }

    /// None in the deterministic mode, in which there is nobody to steal.
    pub(crate) fn stealers(&self) -> Option<Stealers> {
        match self.seeded {
            Some(_) => None,
            None => Some(Stealers(std::array::from_fn(|level| {
                self.workers[level].stealer()
            }))),
        }
    }

    /// Whether this is the queue of the deterministic mode.
    pub(crate) fn is_seeded(&self) -> bool {
        self.seeded.is_some()
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: u32, priority: Priority, cause: Cause) {
        let level = level(priority, cause);
        if level == WOKEN && self.has_no_woken() {
            self.next = slot;
        } else if let Some(seeded) = &mut self.seeded {
            seeded.ready.push(slot);
        } else {
            self.filled |= 1 << level;
            self.workers[level].push(slot);
        }
    }

    #[inline]
    fn has_no_woken(&self) -> bool {
        self.next == NOBODY && self.filled & 1 << WOKEN == 0
    }

    /// Whether a process of this priority that is ready now for this cause is handed over. A new one is not, where others
    /// are new: whoever waits for two that it has made is then woken by the first when the second has had its turn, too.
    #[inline]
    pub(crate) fn hands_over(&self, priority: Priority, cause: Cause) -> bool {
        priority == Priority::Normal
            && self.has_no_woken()
            && (cause == Cause::Woken || self.filled & 1 << NEW == 0)
    }

    /// Whether the process that was handed over would be the next whatever its turn and the one before
    /// may cost: nobody else is ready, and nobody was lately.
    #[inline]
    pub(crate) fn goes_straight_on(&self) -> bool {
        self.filled == 0 && self.picked == WOKEN
    }

    /// Takes the process that was handed over, if [`RunQueue::goes_straight_on`].
    #[inline]
    pub(crate) fn take_handed_over(&mut self) {
        self.next = NOBODY;
    }

    /// Hands a process over, as [`RunQueue::hands_over`] allows.
    #[inline]
    pub(crate) fn hand_over(&mut self, slot: u32) {
        debug_assert!(self.has_no_woken());
        self.next = slot;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.picks = self.picks.wrapping_add(1);
        let is_first = match self.credit > 0 {
            true => self.filled & (1 << HIGH | 1 << NEW) == 0,
            false => self.filled & (1 << HIGH | 1 << NEW | 1 << PREEMPTED) == 0,
        };
        if self.next != NOBODY && is_first && !self.picks.is_multiple_of(LOW_PICK) {
            self.picked = WOKEN;
            return Some(std::mem::replace(&mut self.next, NOBODY));
        }
        self.pop_in_order()
    }

    fn pop_in_order(&mut self) -> Option<u32> {
        if let Some(Seeded { ready, random }) = &mut self.seeded {
            let place = random.below(ready.len())?;
            return Some(ready.swap_remove(place));
        }
        let [one, other] = match self.slice > 0 {
            true => [self.side, other_side(self.side)],
            false => [other_side(self.side), self.side],
        };
        let [first, second, third] = match self.credit > 0 {
            true => [one, other, PREEMPTED],
            false => [PREEMPTED, one, other],
        };
        let order = match self.picks % TURNS_PER_FAIR_PICK {
            0 => [first, second, third, LOW, HIGH],
            LOW_PICK => [LOW, first, second, third, HIGH],
            _ => [HIGH, first, second, third, LOW],
        };
        let (level, slot) = order
            .iter()
            .find_map(|&level| Some((level, self.pop_level(level)?)))?;
        self.picked = level;
        if level == WOKEN || level == NEW {
            if self.slice <= 0 {
                self.side = other_side(level);
            }
            self.take_side(level);
        }
        Some(slot)
    }

    /// One of the woken or the new has its turn: if the turn before was of the other kind, a slice begins.
    fn take_side(&mut self, level: usize) {
        if self.side != level {
            (self.side, self.slice) = (level, self.turn_fuel);
        }
    }

    #[inline]
    fn pop_level(&mut self, level: usize) -> Option<u32> {
        if level == WOKEN && self.next != NOBODY {
            return Some(std::mem::replace(&mut self.next, NOBODY));
        }
        if self.filled & 1 << level == 0 {
            return None;
        }
        let worker = &self.workers[level];
        let slot = worker.pop();
        if worker.is_empty() {
            self.filled &= !(1 << level);
        }
        slot
    }

    /// The process that this queue gave out last has had its turn, and used so
    /// much fuel.
    #[inline]
    pub(crate) fn charge(&mut self, fuel: u64) {
        match self.picked {
            // Nobody else wants what they use, so far.
            WOKEN if self.filled & (1 << NEW | 1 << PREEMPTED) == 0 => {}
            WOKEN | NEW => {
                let fuel = i64::try_from(fuel).unwrap_or(i64::MAX);
                let rest = |fund: i64| (fund - FUEL_OF_A_SWITCH).saturating_sub(fuel);
                let is_shared = match self.picked {
                    WOKEN => self.filled & 1 << NEW != 0,
                    _ => !self.has_no_woken(),
                };
                if is_shared {
                    self.take_side(self.picked);
                    self.slice = rest(self.slice);
                }
                if self.filled & 1 << PREEMPTED != 0 {
                    self.credit = rest(self.credit);
                }
            }
            PREEMPTED => self.credit = self.turn_fuel,
            _ => {}
        }
    }

    /// Lets others steal the one that is handed over, too.
    pub(crate) fn share_all(&mut self) {
        let next = std::mem::replace(&mut self.next, NOBODY);
        if next != NOBODY {
            self.filled |= 1 << WOKEN;
            self.workers[WOKEN].push(next);
        }
    }

    /// All but the one that is handed over.
    fn shared_len(&self) -> usize {
        match (self.filled, &self.seeded) {
            (0, _) => 0,
            (_, None) => self.workers.iter().map(Worker::len).sum(),
            (_, Some(seeded)) => seeded.ready.len(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.shared_len() + usize::from(self.next != NOBODY)
    }

    /// Whether there is something for other schedulers to do, which they can steal.
    #[inline]
    pub(crate) fn has_work_to_share(&self) -> bool {
        self.shared_len() > 0
    }

    /// Takes a batch from the common queue and returns one of it. Who was woken
    /// from outside waits once as if its priority were normal.
    pub(crate) fn take_injected(&mut self, injector: &Injector<u32>) -> Option<u32> {
        if let Some(seeded) = &mut self.seeded {
            while let Some(slot) = retry(|| injector.steal()) {
                seeded.ready.push(slot);
            }
            return self.pop();
        }
        let slot = retry(|| injector.steal_batch_and_pop(&self.workers[WOKEN]))?;
        self.filled |= 1 << WOKEN;
        self.picked = WOKEN;
        Some(slot)
    }

    /// Takes half of a queue of another scheduler and returns one of it.
    pub(crate) fn steal_from(&mut self, stealers: &Stealers) -> Option<u32> {
        let pairs = stealers.0.iter().zip(&self.workers).enumerate();
        for (level, (stealer, worker)) in pairs {
            if let Some(slot) = retry(|| stealer.steal_batch_and_pop(worker)) {
                self.filled |= 1 << level;
                self.picked = level;
                return Some(slot);
            }
        }
        None
    }
}

/// Tries again while another thread got in between.
fn retry(mut steal: impl FnMut() -> Steal<u32>) -> Option<u32> {
    loop {
        match steal() {
            Steal::Success(slot) => return Some(slot),
            Steal::Empty => return None,
            Steal::Retry => std::hint::spin_loop(),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
