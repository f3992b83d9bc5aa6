//! The store buffer: slots outside the block that were written since the last collection.
//!
//! It is a vector whose next free word machine code can find and fill
//! ([`crate::barrier::OFFSETS`]): its length is kept as an address. Which slots are to
//! be noted says [`crate::barrier`]; what a slot holds is nothing to this file.
//!
//! Invariant:
//! - `next` lies from the start of `room` up to `end`, where its capacity ends, and all words
//!   below it were written.

use crate::memory::store;

/// See the top of this file.
#[derive(Debug)]
pub(crate) struct Notes {
    /// Of length 0; the entries are in its capacity.
    room: Vec<usize>,
    /// Address of the next free word.
    pub(crate) next: usize,
    /// Address behind the last one.
    pub(crate) end: usize,
}

impl Default for Notes {
    fn default() -> Notes {
        let mut notes = Notes {
            room: Vec::new(),
            next: 0,
            end: 0,
        };
        notes.put_back(Vec::new());
        notes
    }
}

impl Notes {
    /// Notes a slot. If there is no room left and `many` were noted, it is first searched for
    /// what was noted twice.
    #[inline]
    pub(crate) fn push(&mut self, slot: usize, many: usize) {
        if self.next == self.end {
            self.make_room(many);
        }
        // SAFETY: `next` is below `end`, and nobody else has the vector.
        unsafe { store(self.next, 0, slot as u64) };
        self.next += size_of::<usize>();
    }

    #[cold]
    fn make_room(&mut self, many: usize) {
        let mut slots = self.take();
        if slots.len() >= many {
            slots.sort_unstable();
            slots.dedup();
        }
        if slots.len() * 2 > slots.capacity() || slots.capacity() == 0 {
            slots.reserve(slots.len().max(LEAST));
        }
        self.put_back(slots);
    }

    /// All that was noted.
    pub(crate) fn slots(&self) -> &[usize] {
        // SAFETY: all words up to `next` were written.
        unsafe { std::slice::from_raw_parts(self.room.as_ptr(), self.length()) }
    }

    fn length(&self) -> usize {
        (self.next - self.room.as_ptr() as usize) / size_of::<usize>()
    }

    /// Forgets all, and keeps room for so many at least, and for as many as there were.
    pub(crate) fn clear(&mut self, kept: usize) {
        let mut slots = self.take();
        let kept = kept.max(slots.len());
        slots.clear();
        slots.shrink_to(kept);
        self.put_back(slots);
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn capacity(&self) -> usize {
        self.room.capacity()
    }

    fn take(&mut self) -> Vec<usize> {
        let length = self.length();
        let mut slots = std::mem::take(&mut self.room);
        // SAFETY: all words up to `next` were written.
        unsafe { slots.set_len(length) };
        slots
    }

    fn put_back(&mut self, mut slots: Vec<usize>) {
        let start = slots.as_mut_ptr() as usize;
        self.next = start + slots.len() * size_of::<usize>();
        self.end = start + slots.capacity() * size_of::<usize>();
        // SAFETY: nothing is left in it.
        unsafe { slots.set_len(0) };
        self.room = slots;
    }
}

/// Room for so many is made at first.
const LEAST: usize = 64;
