//! The write barrier: what every store into an object that can be changed does.
//!
//! ```text
//!   store value in the slot
//!   if (address of the object - young_start) is not below young_bytes   one unsigned compare
//!       note_write(address of the slot)                                 out of line
//! ```
//!
//! The collector must know which objects outside the block point into it. What lies
//! in the block is looked at anyway, so a store there needs nothing more. All that is
//! written after it was made goes through `Heap::write`: pairs, vectors, boxes,
//! records, promises, the free values that a closure is given later. Fields of an
//! object that was made since the last reservation are simply stored. Frozen data and
//! fragments are never written. Raw data (characters, bytes, hashes) holds no
//! pointers and needs no barrier, but is told as a change.
//!
//! The compare is made before it is looked at what is stored, so that machine code
//! can be short: [`OFFSETS`] says where the two fields stand, and
//! [`Heap::note_write`] is to be called after the store, with the address of the
//! slot; it never collects and keeps no registers. Machine code may put the slot into
//! the store buffer itself if there is room in it, the range is not empty, and what was
//! stored lies in it; and if it lies neither there nor where something owned may
//! lie, nothing is to be done. The fields change only where
//! something is collected, sent or received, in `note_write` itself, and where a
//! heap is made: in calls, that is, and not between two instructions.
//!
//! Who has made a copy of something may ask to be told of the next change of anything
//! ([`Heap::watch_stores`]). Until then the range that needs no note is empty, so the next
//! store comes to [`Heap::note_write`], which sets the range back: a store costs what it
//! did, but for one. That it is any store, and not only one to what was copied, and that
//! collections change nothing, makes it depend on the program alone. Not told are stores
//! of bytes into bytevectors, which have no barrier.
//!
//! Invariant:
//! - B1. After a store through the barrier, and until the next collection, each slot
//!   outside the block that holds a pointer into it is in the store buffer, if the
//!   heap has old memory at all; or in an object that the next collection goes
//!   through as a whole (one that is new outside the block).

use crate::generation::{Generation, Watermark};
use crate::handles::HandleTable;
use crate::heap::Heap;
use crate::memory::{Region, load, store};
use crate::notes::Notes;
use crate::value::Value;
use std::mem::offset_of;

/// Where machine code finds the hot fields of a [`Heap`], in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Address of the next free word of the block.
    pub hp: usize,
    /// Bytes by which the room is said to be smaller than it is: there is room for
    /// `n` bytes below `low` if `hp + n + debt <= low`.
    pub debt: usize,
    /// First address of what needs no note.
    pub young_start: usize,
    /// Bytes of it.
    pub young_bytes: usize,
    /// First address at which there may be an object that is young outside the block.
    pub owned_start: usize,
    /// Bytes of where there may be such.
    pub owned_bytes: usize,
    /// First address of the block.
    pub block_start: usize,
    /// Words of it; the stack begins at its end.
    pub block_words: usize,
    /// Address of what stands for old memory, or 0 without it.
    pub generation: usize,
    /// From there: address of the frame whose return word was replaced, or 0.
    pub watermark: usize,
    /// From there: address of the next free word of the store buffer.
    pub next_note: usize,
    /// From there: address behind its last word.
    pub notes_end: usize,
}

pub const OFFSETS: Offsets = Offsets {
    hp: offset_of!(Heap, hp),
    debt: offset_of!(Heap, debt),
    young_start: offset_of!(Heap, young_start),
    young_bytes: offset_of!(Heap, young_bytes),
    owned_start: offset_of!(Heap, table) + offset_of!(HandleTable, owned_start),
    owned_bytes: offset_of!(Heap, table) + offset_of!(HandleTable, owned_bytes),
    block_start: offset_of!(Heap, block) + offset_of!(Region, start),
    block_words: offset_of!(Heap, block) + offset_of!(Region, words),
    generation: offset_of!(Heap, generation),
    watermark: offset_of!(Generation, watermark) + offset_of!(Watermark, address),
    next_note: offset_of!(Generation, noted) + offset_of!(Notes, next),
    notes_end: offset_of!(Generation, noted) + offset_of!(Notes, end),
};

impl Heap {
    /// Stores `value` in word `index` of the object or pair at `object`, which may be changed.
    #[inline(always)]
    pub(crate) fn write(&mut self, object: usize, index: usize, value: Value) {
        // SAFETY: H2, H3: callers have checked that the object is not frozen, so it is this
        // process's own, and that it has the word.
        unsafe { store(object, index, value.bits()) };
        if object.wrapping_sub(self.young_start) >= self.young_bytes {
            self.note_write(object + 8 * index);
        }
    }

    /// The barrier for `count` words from `index` on that were stored in the object at `object`.
    pub(crate) fn wrote_range(&mut self, object: usize, index: usize, count: usize) {
        if object.wrapping_sub(self.young_start) >= self.young_bytes {
            for index in index..index + count {
                self.note_write(object + 8 * index);
            }
        }
    }

    /// The rest of the barrier: something was stored in the word at `slot`.
    #[inline(never)]
    pub fn note_write(&mut self, slot: usize) {
        self.note_change();
        if self.block.contains(slot) {
            return;
        }
        let Some(generation) = &mut self.generation else {
            return;
        };
        // SAFETY: a value has just been stored there.
        let value = Value::from_word(unsafe { load(slot, 0) });
        let address = value.address();
        let young = self.block.contains(address) || self.table.may_be_owned(address);
        if value.is_pointer() && young {
            generation.note(slot);
        }
    }

    /// Sets the range that needs no notes: the block, or nothing while the next store is waited for.
    pub(crate) fn set_young(&mut self) {
        self.young_start = self.block.start();
        self.young_bytes = match self.is_unchanged() {
            false => self.block.end() - self.block.start(),
            true => 0,
        };
    }

    /// From now on [`Heap::is_unchanged`] tells whether something has been stored since.
    pub fn watch_stores(&mut self) {
        self.rare.get_or_insert_default().unchanged = true;
        self.set_young();
    }

    /// Whether nothing has been stored since [`Heap::watch_stores`], but for bytes in bytevectors.
    pub fn is_unchanged(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.unchanged)
    }

    /// Something is changed.
    pub(crate) fn note_change(&mut self) {
        if let Some(rare) = &mut self.rare
            && std::mem::take(&mut rare.unchanged)
        {
            self.set_young();
        }
    }
}
