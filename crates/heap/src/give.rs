//! A short list of immediates goes from its sender to the block of its receiver, or to a fragment.
//!
//! A third of the messages of ordinary programs are such lists: a word, a pid, a tag and a number or two. To a
//! process that waits they need no fragment in between, nor the marks and the log of [`crate::copy`], which keep
//! what is shared and what leads back into the structure: no car is a pointer, so nothing leads into such a list
//! but its own pairs, each from one other. To one that does not wait they go in a fragment, without marks and log
//! all the same. All else is sent by [`Heap::freeze`].

use crate::fragment::FragmentRef;
use crate::freeze::{Frozen, Owner, SMALL_WORDS};
use crate::heap::{Heap, OutOfMemory};
use crate::memory::{load_pair, store_pair};
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
        let base = receiver.hp;
        let free = (low as usize).saturating_sub(base.saturating_add(receiver.debt.get())) / 16;
        // SAFETY: the block has room for as many pairs, which nobody sees before they are complete.
        let pairs = unsafe { self.copy_flat(list, base, free.min(GIVEN_PAIRS))? };
        receiver.hp += 16 * pairs;
        self.add_work(2 * pairs);
        Some(Value::pair_at(base, true))
    }

    /// What [`Heap::freeze`] gives for a short list of immediates; `None` if it is something else.
    #[inline]
    pub fn freeze_list(&mut self, list: Value) -> Option<Result<Frozen, OutOfMemory>> {
        let pairs = self
            .flat_pairs(list)
            .filter(|&pairs| 2 * pairs <= SMALL_WORDS)?;
        let held = self.size_words();
        let mut base = 0;
        let fill = |address| {
            base = address;
            // SAFETY: there is room for all the pairs.
            let copied = unsafe { self.copy_flat(list, address, pairs) };
            debug_assert_eq!(copied, Some(pairs), "nothing has changed");
        };
        // SAFETY: the list has so many pairs, which fill all the words of the fragment.
        let fragment = unsafe { FragmentRef::new(2 * pairs, Vec::new(), Vec::new(), held, fill) };
        self.add_work(2 * pairs);
        Some(fragment.map(|fragment| Frozen {
            root: Value::pair_at(base, true),
            fragment: Some(fragment),
            owner: Owner::ReceiverOfValues,
        }))
    }

    /// How many pairs a list has, if they are few, belong to the process, and hold immediates only; its end, too,
    /// is one.
    #[inline]
    fn flat_pairs(&self, list: Value) -> Option<usize> {
        let mut rest = list;
        // A circle has no end, and so more pairs than that.
        for pairs in 1..=GIVEN_PAIRS {
            rest = self.flat_pair(rest)?.1;
            if !rest.is_pointer() {
                return Some(pairs);
            }
        }
        None
    }

    /// Writes the pairs of such a list one behind the other, frozen; how many there are. `None` if it is something else,
    /// or has more than `most`.
    ///
    /// # Safety
    /// There is room for `most` pairs at `base`, and nobody looks there if the answer is `None`.
    #[inline]
    unsafe fn copy_flat(&self, list: Value, base: usize, most: usize) -> Option<usize> {
        let mut rest = list;
        for index in 0..most {
            let to = base + 16 * index;
            let (car, cdr) = self.flat_pair(rest)?;
            rest = cdr;
            let cdr_there = match cdr.is_pointer() {
                true => Value::pair_at(to + 16, true),
                false => cdr,
            };
            // SAFETY: as required of the caller.
            unsafe { store_pair(to, [car.bits(), cdr_there.bits()]) };
            if !cdr.is_pointer() {
                return Some(index + 1);
            }
        }
        None
    }

    /// What is in a pair that belongs to the process and has an immediate in front.
    #[inline(always)]
    fn flat_pair(&self, pair: Value) -> Option<(Value, Value)> {
        // A frozen one that lies elsewhere may be shared, and goes on without a copy.
        let is_own = pair.is_mutable_pair() || pair.is_frozen_pair() && self.is_in_block(pair);
        if !is_own {
            return None;
        }
        // SAFETY: H1, H4: the value leads to a pair.
        let [car, cdr] = unsafe { load_pair(pair.address()) };
        let car = Value::from_word(car);
        (!car.is_pointer()).then_some((car, Value::from_word(cdr)))
    }
}
