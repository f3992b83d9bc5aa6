//! The first memory of a process.
//!
//! What a new process will call, with all that belongs to it, is copied from the one
//! that makes it to the block of the new one, where it keeps what is mutable: nobody
//! else has this copy. What is large comes in a fragment of its own instead, and is
//! moved at the first collection.

use crate::copy::place;
use crate::freeze::{Frozen, SMALL_WORDS};
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::value::Value;

/// Words for the first frames of a process whose first data is more than usual.
const FRAME_WORDS: usize = BIRTH_WORDS / 2;

/// The memory of a process that has not begun. The highest word of its block is not
/// written yet.
#[derive(Debug)]
pub struct Birth {
    pub heap: Heap,
    /// What it will call, in its own memory or shared.
    pub thunk: Value,
}

impl Birth {
    /// A process that begins with message data, or with a copy made for it.
    fn with(thunk: Frozen) -> Birth {
        let mut heap = Heap::new(BIRTH_WORDS);
        let thunk = heap.receive(thunk);
        Birth { heap, thunk }
    }
}

impl Heap {
    /// The memory of a new process that will call `thunk`. Words copied count as work.
    pub fn beget(&mut self, thunk: Value) -> Result<Birth, OutOfMemory> {
        if let Some(frozen) = Frozen::immediate(thunk) {
            return Ok(Birth::with(frozen));
        }
        self.table.settle();
        if let Some(frozen) = self.already_shared(thunk) {
            return Ok(Birth::with(frozen));
        }
        let mut copied = self.copied(thunk, false)?;
        let count = copied.buffers.words.len();
        if count > SMALL_WORDS {
            return self.in_fragment(copied, usize::MAX).map(Birth::with);
        }
        let mut heap = Heap::new(BIRTH_WORDS.max(count + FRAME_WORDS));
        let base = heap.hp;
        heap.hp += 8 * count;
        // SAFETY: the block has room for the words, and they are a finished copy.
        unsafe { place(&copied.buffers.words, base, None) };
        for edge in copied.buffers.edges.drain(..) {
            let held = heap.table.hold_own(edge);
            heap.charge(held);
        }
        let thunk = copied.root.rebased(base);
        copied.buffers.keep();
        self.add_work(count);
        Ok(Birth { heap, thunk })
    }
}
