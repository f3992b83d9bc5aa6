//! A short list of immediates goes from the block of its sender to the block of its receiver, or to a fragment.
//!
//! A third of the messages of ordinary programs are such lists: a word, a pid, a tag and a number or two. To a
//! process that waits they need no fragment in between, nor the marks and the log of [`crate::copy`], which keep
//! what is shared and what leads back into the structure: no car is a pointer, so nothing leads into such a list
//! but its own pairs, each from one other. To one that does not wait they go in a fragment, without marks and log
//! all the same. All else is sent by [`Heap::freeze`].

use crate::fragment::FragmentRef;
use crate::freeze::{Frozen, Owner, SMALL_WORDS};
use crate::heap::{Heap, OutOfMemory};
use crate::memory::{load, store};
use crate::value::Value;

/// Longer lists are not given: a fragment in between is little beside so many words, and they would fill the
/// block.
const GIVEN_PAIRS: usize = 128;

impl Heap {
    /// What [`Heap::freeze`] and [`Heap::receive_into`] do, in one step, with a short list of immediates: a frozen
    /// copy in the block of another process. `None` if it is something else, or there is no room below `low` in
    /// that block without a collection.
    #[inline]
    pub fn give_list(
        &mut self,
        receiver: &mut Heap,
        list: Value,
        low: *const u64,
    ) -> Option<Value> {
        let pairs = self.flat_pairs(list)?;
        if !receiver.has_room(low, 2 * pairs) {
            return None;
        }
        let base = receiver.hp;
        receiver.hp += 16 * pairs;
        // SAFETY: H1, H4: `flat_pairs` has found so many pairs, and the block has room for as many.
        unsafe { copy_list(list, pairs, base) };
        self.add_work(2 * pairs);
        Some(Value::pair_at(base, true))
    }

    /// What [`Heap::freeze`] gives for a short list of immediates; `None` if it is something else.
    #[inline]
    pub(crate) fn freeze_list(&mut self, list: Value) -> Option<Result<Frozen, OutOfMemory>> {
        let pairs = self
            .flat_pairs(list)
            .filter(|&pairs| 2 * pairs <= SMALL_WORDS)?;
        let held = self.size_words();
        let mut base = 0;
        // SAFETY: H1, H4: `flat_pairs` has found so many pairs, which fill all the words of the fragment.
        let fragment = unsafe {
            FragmentRef::new(2 * pairs, Vec::new(), Vec::new(), held, |address| {
                base = address;
                copy_list(list, pairs, address);
            })
        };
        self.add_work(2 * pairs);
        Some(fragment.map(|fragment| Frozen {
            root: Value::pair_at(base, true),
            fragment: Some(fragment),
            owner: Owner::ReceiverOfValues,
        }))
    }

    /// How many pairs a list has, if they are few, lie in the block, and hold immediates only; its end, too, is
    /// one.
    #[inline]
    fn flat_pairs(&self, list: Value) -> Option<usize> {
        let mut rest = list;
        // A circle has no end, and so more pairs than that.
        for pairs in 0..=GIVEN_PAIRS {
            if !rest.is_pointer() {
                return Some(pairs).filter(|&pairs| pairs > 0);
            }
            if !rest.is_pair() || !self.is_in_block(rest) {
                return None;
            }
            // SAFETY: H1, H4: the value leads to a pair.
            let (car, cdr) = unsafe { (load(rest.address(), 0), load(rest.address(), 1)) };
            if Value::from_word(car).is_pointer() {
                return None;
            }
            rest = Value::from_word(cdr);
        }
        None
    }
}

/// Writes the pairs of a list one behind the other, frozen.
///
/// # Safety
/// The list has so many pairs, and its end is an immediate; there is room for as many at `base`.
#[inline]
unsafe fn copy_list(list: Value, pairs: usize, base: usize) {
    let mut rest = list;
    for index in 0..pairs {
        let to = base + 16 * index;
        // SAFETY: as required of the caller.
        rest = unsafe {
            let (car, cdr) = (load(rest.address(), 0), load(rest.address(), 1));
            let cdr_there = match index + 1 < pairs {
                true => Value::pair_at(to + 16, true).bits(),
                false => cdr,
            };
            store(to, 0, car);
            store(to, 1, cdr_there);
            Value::from_word(cdr)
        };
    }
}
