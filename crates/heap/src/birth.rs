//! The first memory of a process.
//!
//! What a new process will call, with all that belongs to it, is copied from the one
//! that makes it to the block of the new one, where it keeps what is mutable: nobody
//! else has this copy. What is large comes in a fragment of its own instead, and is
//! moved at the first collection.

use crate::copy::place;
use crate::freeze::SMALL_WORDS;
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::value::Value;

/// Words for the first frames of a process whose first data is more than usual.
const FRAME_WORDS: usize = BIRTH_WORDS / 2;

impl Heap {
    /// A heap for a process that [`Heap::beget`] gives something to call.
    pub fn unborn() -> Heap {
        Heap::new(BIRTH_WORDS)
    }

    /// Copies `thunk` to the heap of a new process, which has nothing yet; it may get another
    /// block. The thunk there. Words copied count as work.
    pub fn beget(&mut self, child: &mut Heap, thunk: Value) -> Result<Value, OutOfMemory> {
        if !thunk.is_pointer() {
            return Ok(thunk);
        }
        self.table.settle();
        if let Some(frozen) = self.already_shared(thunk) {
            return Ok(child.receive(frozen));
        }
        let mut copied = self.copied(thunk, false)?;
        let count = copied.buffers.words.len();
        if count > SMALL_WORDS {
            let frozen = self.in_fragment(copied, usize::MAX)?;
            return Ok(child.receive(frozen));
        }
        if count + FRAME_WORDS > child.block_words() {
            *child = Heap::new(count + FRAME_WORDS);
        }
        let base = child.hp;
        child.hp += 8 * count;
        // SAFETY: the block has room for the words, and they are a finished copy.
        unsafe { place(&copied.buffers.words, base, None) };
        for edge in copied.buffers.edges.drain(..) {
            let held = child.table.hold_own(edge);
            child.charge(held);
        }
        let thunk = copied.root.rebased(base);
        copied.buffers.keep();
        self.add_work(count);
        Ok(thunk)
    }
}
