//! A hierarchical timer wheel: insert and cancel in constant time.
//!
//! Time is cut into ticks of 2^17 ns (131 µs). Level 0 has a list for each of
//! the next 64 ticks, level 1 for each of the next 64 spans of 64 ticks, and so
//! on; eight levels cover all 64 bits of nanoseconds. When the time reaches a
//! span of a higher level, its timers move to lower levels. A bit map of each
//! level finds the next list that holds something. Timers whose tick has come
//! are ordered in a heap, from which they fire.
//!
//! One look at the wheel does a bounded part of the work, however many timers
//! are due at once: it empties a list in parts, and takes out one batch.
//!
//! Invariants:
//! - W1. A timer at level `l` agrees with `now_tick` in all bits above level
//!   `l`, and lies in a later span of that level than `now_tick`; or it is in
//!   the list `moving`, which begins at `now_tick`.
//! - W2. A timer never fires before its deadline, and at most once.
//! - W3. A cancelled timer leaves nothing behind but a free entry; if it was
//!   due, also a stale element of the heap, which is never the first.
//! - W4. While `moving` is empty, all in the heap is earlier than all in lists.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU32;

const TICK_BITS: u32 = 17;
const LEVEL_BITS: u32 = 6;
const LEVEL_SLOTS: usize = 1 << LEVEL_BITS;
const LEVELS: usize = 8;
/// Timers that one look takes out at most: firing them takes about as long as a
/// turn.
pub(crate) const BATCH: usize = 1024;
/// Timers that one look moves at most. A timer moves at most once a level, so
/// that moving keeps up with taking out.
const MOVES: usize = BATCH * LEVELS;
/// `list` of an entry in the heap of those that are due.
const DUE: u32 = (LEVELS * LEVEL_SLOTS) as u32;
const NONE: u32 = u32::MAX;
/// `list` of an entry that holds no timer.
const UNUSED: u32 = u32::MAX;

/// Names a timer; of no effect when it has fired or was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WheelKey {
    index: u32,
    generation: NonZeroU32,
}

struct Entry<T> {
    deadline: u64,
    /// Orders timers of the same deadline.
    sequence: u64,
    payload: Option<T>,
    list: u32,
    /// Neighbours in the list; `next` is the next free entry in an unused one.
    previous: u32,
    next: u32,
    generation: NonZeroU32,
}

/// A timer in the heap; ordered by its deadline, then by when it was set.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    deadline: u64,
    sequence: u64,
    index: u32,
}

pub(crate) struct Wheel<T> {
    now_tick: u64,
    entries: Vec<Entry<T>>,
    free: u32,
    heads: Box<[u32; LEVELS * LEVEL_SLOTS]>,
    occupied: [u64; LEVELS],
    /// The list that the time has reached, until it is empty.
    moving: Option<u32>,
    due: BinaryHeap<Reverse<Due>>,
    sequence: u64,
    length: usize,
}

/// The first tick at which a deadline has passed.
fn tick_of(deadline: u64) -> u64 {
    deadline.div_ceil(1 << TICK_BITS)
}

impl<T> Wheel<T> {
    pub(crate) fn new(now: u64) -> Self {
        Wheel {
            now_tick: now >> TICK_BITS,
            entries: Vec::new(),
            free: NONE,
            heads: Box::new([NONE; LEVELS * LEVEL_SLOTS]),
            occupied: [0; LEVELS],
            moving: None,
            due: BinaryHeap::new(),
            sequence: 0,
            length: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// What the timers do that are set, in no order.
    pub(crate) fn payloads(&self) -> impl Iterator<Item = &T> {
        self.entries
            .iter()
            .filter_map(|entry| entry.payload.as_ref())
    }

    /// Timers for which there is memory.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn places(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn insert(&mut self, deadline: u64, payload: T) -> WheelKey {
        self.sequence += 1;
        let index = self.take_entry();
        let sequence = self.sequence;
        let entry = &mut self.entries[index as usize];
        entry.deadline = deadline;
        entry.sequence = sequence;
        entry.payload = Some(payload);
        let generation = entry.generation;
        self.length += 1;
        self.link(index);
        WheelKey { index, generation }
    }

    /// Takes a timer back; `None` if it has fired.
    pub(crate) fn cancel(&mut self, key: WheelKey) -> Option<T> {
        let entry = self.entries.get(key.index as usize)?;
        if entry.generation != key.generation || entry.list == UNUSED {
            return None;
        }
        if entry.list != DUE {
            self.unlink(key.index);
            return self.release(key.index);
        }
        let payload = self.release(key.index);
        self.drop_stale();
        payload
    }

    /// When [`Wheel::advance`] has something to do again.
    pub(crate) fn next_time(&self) -> Option<u64> {
        if !self.due.is_empty() || self.is_moving() {
            return Some(0);
        }
        let (_, _, tick) = self.next_span()?;
        Some(tick.saturating_mul(1 << TICK_BITS))
    }

    /// Goes to `now` and takes out what is due, earliest first, but no more than
    /// [`BATCH`]. If there is more, [`Wheel::next_time`] is not after `now`.
    pub(crate) fn advance(&mut self, now: u64) -> Vec<T> {
        let target = now >> TICK_BITS;
        let mut expired = Vec::new();
        let mut moves = MOVES;
        loop {
            self.move_on(&mut moves);
            if self.is_moving() {
                return expired;
            }
            while let Some(Reverse(due)) = self.due.peek() {
                if expired.len() == BATCH {
                    return expired;
                }
                expired.extend(self.release(due.index));
                self.drop_stale();
            }
            match self.next_span() {
                Some((level, slot, tick)) if tick <= target => {
                    self.now_tick = tick;
                    self.moving = Some((level * LEVEL_SLOTS + slot) as u32);
                }
                _ => break,
            }
        }
        self.now_tick = self.now_tick.max(target);
        expired
    }

    fn is_moving(&self) -> bool {
        self.moving
            .is_some_and(|list| self.heads[list as usize] != NONE)
    }

    /// Moves timers of the list that `now_tick` has reached to lower levels or to
    /// the heap.
    fn move_on(&mut self, moves: &mut usize) {
        let Some(list) = self.moving else {
            return;
        };
        while self.heads[list as usize] != NONE {
            if *moves == 0 {
                return;
            }
            *moves -= 1;
            let index = self.heads[list as usize];
            self.unlink(index);
            self.link(index);
        }
        self.moving = None;
    }

    /// Makes the first of the heap one that is still set.
    fn drop_stale(&mut self) {
        while let Some(Reverse(due)) = self.due.peek() {
            let entry = &self.entries[due.index as usize];
            if entry.list == DUE && entry.sequence == due.sequence {
                return;
            }
            self.due.pop();
        }
    }

    /// The earliest occupied span: level, slot and first tick. By W1 the lowest
    /// occupied level holds the earliest timers.
    fn next_span(&self) -> Option<(usize, usize, u64)> {
        let level = self.occupied.iter().position(|&bits| bits != 0)?;
        let slot = self.occupied[level].trailing_zeros() as usize;
        let low_bits = LEVEL_BITS * level as u32;
        let above = self.now_tick >> (low_bits + LEVEL_BITS) << (low_bits + LEVEL_BITS);
        Some((level, slot, above | (slot as u64) << low_bits))
    }

    fn list_for(&self, deadline: u64) -> u32 {
        let tick = tick_of(deadline);
        if tick <= self.now_tick {
            return DUE;
        }
        // The highest differing bit is below 48, so the level is below 8.
        let level = (63 - (tick ^ self.now_tick).leading_zeros()) / LEVEL_BITS;
        let slot = (tick >> (LEVEL_BITS * level)) as u32 % LEVEL_SLOTS as u32;
        level * LEVEL_SLOTS as u32 + slot
    }

    fn link(&mut self, index: u32) {
        let entry = &self.entries[index as usize];
        let (deadline, sequence) = (entry.deadline, entry.sequence);
        let list = self.list_for(deadline);
        if list == DUE {
            self.entries[index as usize].list = DUE;
            self.due.push(Reverse(Due {
                deadline,
                sequence,
                index,
            }));
            return;
        }
        let head = std::mem::replace(&mut self.heads[list as usize], index);
        if head != NONE {
            self.entries[head as usize].previous = index;
        }
        let entry = &mut self.entries[index as usize];
        (entry.list, entry.previous, entry.next) = (list, NONE, head);
        self.occupied[list as usize / LEVEL_SLOTS] |= 1 << (list as usize % LEVEL_SLOTS);
    }

    fn unlink(&mut self, index: u32) {
        let entry = &self.entries[index as usize];
        let (list, previous, next) = (entry.list, entry.previous, entry.next);
        if next != NONE {
            self.entries[next as usize].previous = previous;
        }
        if previous != NONE {
            self.entries[previous as usize].next = next;
            return;
        }
        self.heads[list as usize] = next;
        if next == NONE {
            self.occupied[list as usize / LEVEL_SLOTS] &= !(1 << (list as usize % LEVEL_SLOTS));
        }
    }

    fn take_entry(&mut self) -> u32 {
        if self.free != NONE {
            let index = self.free;
            self.free = self.entries[index as usize].next;
            return index;
        }
        self.entries.push(Entry {
            deadline: 0,
            sequence: 0,
            payload: None,
            list: UNUSED,
            previous: NONE,
            next: NONE,
            generation: NonZeroU32::MIN,
        });
        u32::try_from(self.entries.len() - 1).expect("2^32 timers do not fit in memory")
    }

    fn release(&mut self, index: u32) -> Option<T> {
        let entry = &mut self.entries[index as usize];
        entry.generation = entry.generation.checked_add(1).unwrap_or(NonZeroU32::MIN);
        entry.list = UNUSED;
        entry.next = self.free;
        self.free = index;
        self.length -= 1;
        entry.payload.take()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const TICK: u64 = 1 << TICK_BITS;

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn timers_fire_like_a_sorted_list() {
        let mut state = 88_172_645_463_325_252;
        for round in 0..50 {
            let mut now = random(&mut state) >> 20;
            let mut wheel = Wheel::new(now);
            let mut model: Vec<(u64, u32, WheelKey)> = Vec::new();
            for number in 0..400 {
                let deadline = now + (random(&mut state) >> (10 + random(&mut state) % 50));
                let key = wheel.insert(deadline, number);
                model.push((deadline, number, key));
                if random(&mut state).is_multiple_of(3) {
                    let victim = random(&mut state) as usize % model.len();
                    let (_, number, key) = model.remove(victim);
                    assert_eq!(wheel.cancel(key), Some(number));
                    assert_eq!(wheel.cancel(key), None);
                }
                if random(&mut state).is_multiple_of(8) {
                    now += random(&mut state) >> (10 + random(&mut state) % 50);
                    let fired = wheel.advance(now);
                    // Exactly the timers whose first tick has come fire.
                    let limit = now >> TICK_BITS;
                    let mut expected: Vec<_> = model
                        .extract_if(.., |(deadline, ..)| tick_of(*deadline) <= limit)
                        .map(|(deadline, number, _)| (deadline, number))
                        .collect();
                    expected.sort_unstable();
                    let expected: Vec<u32> = expected.iter().map(|pair| pair.1).collect();
                    assert_eq!(fired, expected, "round {round}");
                }
                assert_eq!(wheel.len(), model.len());
            }
        }
    }

    #[test]
    fn following_next_time_fires_everything_in_few_steps() {
        let mut wheel = Wheel::new(0);
        for exponent in 0..60 {
            wheel.insert(1 << exponent, exponent);
        }
        let (mut steps, mut fired) = (0, Vec::new());
        while let Some(time) = wheel.next_time() {
            fired.extend(wheel.advance(time));
            steps += 1;
        }
        assert_eq!(fired, (0..60).collect::<Vec<_>>());
        assert!(steps < 60 * LEVELS);
    }

    #[test]
    fn many_due_at_once_come_in_batches_and_in_order() {
        let mut wheel = Wheel::new(0);
        let mut state = 88_172_645_463_325_252;
        let mut model = Vec::new();
        // All in one list, of a higher level at first; more than one look moves.
        for number in 0..3 * MOVES {
            let deadline = 5000 * TICK + random(&mut state) % TICK;
            model.push((deadline, number, wheel.insert(deadline, number)));
        }
        let (now, mut looks, mut fired) = (6000 * TICK, 0, Vec::new());
        while wheel.next_time().is_some_and(|time| time <= now) {
            let batch = wheel.advance(now);
            assert!(batch.len() <= BATCH);
            fired.extend(batch);
            looks += 1;
            // Taken back and set late while others are due.
            if looks % 8 == 3 {
                let latest = (0..model.len()).max_by_key(|&place| model[place].0);
                let (_, number, key) = model.remove(latest.expect("some are left"));
                assert_eq!(wheel.cancel(key), Some(number));
            }
        }
        assert_eq!(wheel.len(), 0);
        model.sort_unstable_by_key(|&(deadline, number, _)| (deadline, number));
        let expected: Vec<_> = model.iter().map(|&(_, number, _)| number).collect();
        assert_eq!(fired, expected);
        assert!(looks <= 3 * LEVELS + 3 * LEVELS + 1);
    }

    #[test]
    fn a_timer_taken_back_when_due_is_nothing_to_wake_for() {
        let mut wheel = Wheel::new(10 * TICK);
        let keys = [3, 1, 2].map(|deadline| wheel.insert(deadline, deadline));
        assert_eq!(wheel.cancel(keys[0]), Some(3));
        assert_eq!(wheel.cancel(keys[1]), Some(1));
        // The place of a stale one is used again.
        let key = wheel.insert(4, 4);
        assert_eq!(wheel.cancel(keys[2]), Some(2));
        assert_eq!(wheel.next_time(), Some(0));
        assert_eq!(wheel.cancel(key), Some(4));
        assert_eq!(wheel.next_time(), None);
        assert!(wheel.advance(10 * TICK).is_empty());
    }

    #[test]
    fn the_last_moment_of_all_is_a_possible_deadline() {
        let mut wheel = Wheel::new(0);
        let key = wheel.insert(u64::MAX, ());
        assert!(wheel.advance(u64::MAX - 2 * TICK).is_empty());
        assert_eq!(wheel.cancel(key), Some(()));
    }

    #[test]
    fn a_late_timer_fires_at_the_next_look() {
        let mut wheel = Wheel::new(10 * TICK);
        wheel.insert(3, "late");
        assert_eq!(wheel.next_time(), Some(0));
        assert_eq!(wheel.advance(10 * TICK), ["late"]);
    }
}
