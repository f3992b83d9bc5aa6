//! Lists that hold nothing that is copied with them, as lists of numbers do.
//!
//! Most large messages are such lists, or made of them. One is gone along once, to see that it is one and how
//! long, and then copied pair by pair, one behind the other: without the marks, the log and the buffer of
//! [`crate::copy`], which keep what is shared and what leads back into the structure.
//!
//! - F1. A flat list lies in the own memory of the process, has an end, and no car is a pointer. So nothing
//!   leads into it but its own pairs, each from one other.

use crate::fragment::FragmentRef;
use crate::freeze::{Frozen, Owner, REPEATED_WORDS};
use crate::handles::{Held, Place};
use crate::heap::{Heap, OutOfMemory};
use crate::memory::{load, store};
use crate::value::Value;
use std::ops::Range;

/// Lists of more pairs are not given from block to block: a fragment in between is little beside so many
/// words, and they would fill the block.
const GIVEN_PAIRS: usize = 128;

impl Heap {
    /// How many pairs a flat list has; `None` if it is something else.
    pub(crate) fn flat_pairs(&mut self, list: Value) -> Option<usize> {
        let block = self.block_range();
        count(list, usize::MAX, block, |address| {
            self.own_memory_at(address)
        })
    }

    /// The same, if it lies in the block and has at most so many pairs.
    #[inline]
    fn flat_pairs_in_block(&self, list: Value, limit: usize) -> Option<usize> {
        count(list, limit, self.block_range(), |_| None)
    }

    fn block_range(&self) -> Range<usize> {
        self.block.start()..self.hp
    }

    /// The part of the own memory of the process in which `address` lies, which is not in the block.
    #[inline(never)]
    fn own_memory_at(&mut self, address: usize) -> Option<Range<usize>> {
        if self.block_range().contains(&address) {
            return Some(self.block_range());
        }
        self.table.settle();
        let Place::Handle(index) = self.table.locate(address) else {
            return None;
        };
        let handle = self.table.handle(index);
        match handle.held {
            Held::Shared(_) => None,
            Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => {
                Some(handle.start..handle.end)
            }
        }
    }

    /// A frozen copy of a flat list of so many pairs, to be sent ([`Heap::freeze`]).
    pub(crate) fn freeze_flat(
        &mut self,
        list: Value,
        pairs: usize,
        owned_up_to: usize,
    ) -> Result<Frozen, OutOfMemory> {
        let words = 2 * pairs;
        let repeats = words > REPEATED_WORDS;
        let owned = words <= owned_up_to && !(repeats && self.was_sent(list));
        let mut base = 0;
        // SAFETY: all words are written: two for each pair.
        let fragment = unsafe {
            FragmentRef::new(
                words,
                Vec::new(),
                Vec::new(),
                self.size_words(),
                |address| {
                    base = address;
                    copy(list, pairs, address);
                },
            )?
        };
        self.add_work(words);
        let frozen = Frozen {
            root: Value::pair_at(base, true),
            fragment: Some(fragment),
            owner: Owner::of_values(owned),
        };
        if repeats {
            self.remember(list, &frozen);
        }
        Ok(frozen)
    }

    /// Whether [`Heap::give_list`] may be of use: it is no list that is shared, or will be.
    #[inline]
    pub fn may_give(&self, value: Value) -> bool {
        value.is_pair() && self.is_in_block(value) && !self.was_sent(value)
    }

    /// What [`Heap::freeze`] and [`Heap::receive_into`] do, in one step, with a small flat list: a frozen copy in
    /// the block of another process. `None` if it is something else, or there is no room below `low` in that
    /// block without a collection.
    #[inline]
    pub fn give_list(
        &mut self,
        receiver: &mut Heap,
        list: Value,
        low: *const u64,
    ) -> Option<Value> {
        let pairs = self.flat_pairs_in_block(list, GIVEN_PAIRS)?;
        if self.was_sent(list) || !receiver.has_room(low, 2 * pairs) {
            return None;
        }
        let base = receiver.hp;
        receiver.hp += 16 * pairs;
        // SAFETY: the list has so many pairs, and the block has room for them.
        unsafe { copy(list, pairs, base) };
        self.add_work(2 * pairs);
        if 2 * pairs > REPEATED_WORDS {
            self.note_sent(list);
        }
        Some(Value::pair_at(base, true))
    }
}

/// How many pairs a list has, if they are at most `limit` and it is flat (F1). `memory` is where its first pair
/// most likely lies, and `elsewhere` says in which own memory of the process an address lies that is not there.
#[inline(always)]
fn count(
    list: Value,
    limit: usize,
    memory: Range<usize>,
    mut elsewhere: impl FnMut(usize) -> Option<Range<usize>>,
) -> Option<usize> {
    let (mut start, mut bytes) = (memory.start, memory.len());
    // Brent: a circle comes back to a pair that is kept for twice as long each time.
    let (mut rest, mut kept, mut kept_until) = (list, list, 1);
    let mut pairs = 0;
    while pairs < limit {
        let address = rest.address();
        if !rest.is_pair() {
            return None;
        }
        if address.wrapping_sub(start) >= bytes {
            let memory = elsewhere(address)?;
            (start, bytes) = (memory.start, memory.len());
        }
        let up = (start + bytes - address) / 16 - 1;
        let down = (address - start) / 16;
        let left = limit - pairs;
        // SAFETY: H1, H4: the value leads to a pair, and so many pairs around it lie in own memory.
        let (in_row, last) = unsafe {
            match Direction::of(rest) {
                Direction::Up => row::<16>(rest, up.min(left)),
                Direction::Down => row::<-16>(rest, down.min(left)),
            }
        };
        pairs += in_row;
        rest = last;
        // SAFETY: as before: the last pair of the row leads there.
        let (car, cdr) = unsafe { (load(rest.address(), 0), load(rest.address(), 1)) };
        if Value::from_word(car).is_pointer() {
            return None;
        }
        pairs += 1;
        rest = Value::from_word(cdr);
        if !rest.is_pointer() {
            return Some(pairs).filter(|_| pairs <= limit);
        }
        if rest == kept {
            return None;
        }
        if pairs >= kept_until {
            (kept, kept_until) = (rest, 2 * pairs);
        }
    }
    None
}

/// On which side of a pair the next one of the list may lie, if it lies beside it. What was made from its end
/// goes down, and what was copied up.
enum Direction {
    Up,
    Down,
}

impl Direction {
    /// # Safety
    /// The value leads to a pair.
    #[inline(always)]
    unsafe fn of(pair: Value) -> Direction {
        // SAFETY: H1: a pair has two words.
        match unsafe { load(pair.address(), 1) } > pair.bits() {
            true => Direction::Up,
            false => Direction::Down,
        }
    }
}

/// How many flat pairs from this one on, at most so many, lie in a row, each `STEP` bytes from the one that leads
/// to it, and the pair that the last of these leads to. Where each lies is reckoned and not read, so that the
/// computer need not wait for one pair to read the next.
///
/// # Safety
/// `list` leads to a pair.
#[inline(always)]
unsafe fn row<const STEP: isize>(list: Value, most: usize) -> (usize, Value) {
    let at = |pairs: usize| {
        list.bits()
            .wrapping_add_signed((STEP * pairs as isize) as i64)
    };
    let mut pairs = 0;
    while pairs < most {
        let address = (list.address() as isize + STEP * pairs as isize) as usize;
        // SAFETY: as required of the caller, and the pair before leads here.
        let (car, cdr) = unsafe { (load(address, 0), load(address, 1)) };
        if Value::from_word(car).is_pointer() || cdr != at(pairs + 1) {
            break;
        }
        pairs += 1;
    }
    (pairs, Value::from_word(at(pairs)))
}

/// Copies a flat list of so many pairs, frozen, to `base`.
///
/// # Safety
/// F1; the list has so many pairs, and there is room for them at `base`.
#[inline]
unsafe fn copy(list: Value, pairs: usize, base: usize) {
    let (mut rest, mut copied) = (list, 0);
    while copied < pairs {
        // SAFETY: as required of the caller.
        let (in_row, next) = unsafe {
            let (base, left) = (base + 16 * copied, pairs - copied);
            match Direction::of(rest) {
                Direction::Up => copy_row::<16>(rest, left, base),
                Direction::Down => copy_row::<-16>(rest, left, base),
            }
        };
        copied += in_row;
        rest = next;
    }
}

/// Copies the pairs that lie in a row, as [`row`] says, and the one that the last of these leads to; at most so
/// many, as the list has. Returns how many, and what follows.
///
/// # Safety
/// As of [`copy`].
#[inline(always)]
unsafe fn copy_row<const STEP: isize>(list: Value, pairs: usize, base: usize) -> (usize, Value) {
    let mut copied = 0;
    loop {
        let from = (list.address() as isize + STEP * copied as isize) as usize;
        let to = base + 16 * copied;
        // SAFETY: H1: the list has so many pairs, each of which leads to the next, and as required of the caller.
        let cdr = unsafe {
            let (car, cdr) = (load(from, 0), load(from, 1));
            let cdr_there = match Value::from_word(cdr).is_pointer() {
                true => Value::pair_at(to + 16, true).bits(),
                false => cdr,
            };
            store(to, 0, car);
            store(to, 1, cdr_there);
            cdr
        };
        copied += 1;
        let beside = (STEP * copied as isize) as i64;
        if copied == pairs || cdr != list.bits().wrapping_add_signed(beside) {
            return (copied, Value::from_word(cdr));
        }
    }
}
