//! The first memory of a process.
//!
//! What a new process will call, with all that belongs to it, is copied from the one
//! that makes it to the block of the new one, where it keeps what is mutable: nobody
//! else has this copy. What is large comes in a fragment of its own instead, and is
//! moved at the first collection.

use crate::fragment::FragmentRef;
use crate::freeze::SMALL_WORDS;
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::memory::{load, store};
use crate::object::Closure;
use crate::value::Value;

/// Words for the first frames of a process whose first data is more than usual.
const FRAME_WORDS: usize = BIRTH_WORDS / 2;

impl Heap {
    /// Gives up all that a process had, which has ended, and keeps its block for another. False if
    /// that is not worth it: then some of it is still there.
    pub fn vacate(&mut self) -> bool {
        let is_plain = self.generation.is_none() && self.rare.is_none();
        if !is_plain || self.block.words() != BIRTH_WORDS {
            return false;
        }
        if self.has_zeal() {
            self.block.poison();
        }
        self.table.clear_but_unit();
        self.renew();
        true
    }

    /// Gives up the unit that [`Heap::vacate`] keeps.
    pub fn give_up_unit(&mut self) {
        self.table.clear();
    }

    /// [`Heap::beget`] for what is most often called: a closure of the block over immediates.
    fn beget_plain(&mut self, child: &mut Heap, thunk: Value) -> Option<Value> {
        let closure = Closure::of(thunk).filter(|_| self.is_in_block(thunk))?;
        let count = 2 + closure.free_count();
        let address = thunk.address();
        // SAFETY: H1: the object has as many words.
        let word = |index| unsafe { load(address, index) };
        let is_plain = (2..count).all(|index| !Value::from_word(word(index)).is_pointer());
        if !is_plain || count + FRAME_WORDS > child.block_words() {
            return None;
        }
        let base = child.hp;
        child.hp += 8 * count;
        for index in 0..count {
            // SAFETY: the block has room for the words.
            unsafe { store(base, index, word(index)) };
        }
        let code = closure.code();
        // SAFETY: H4: the code of a closure that can be called lives.
        let (kept, fragment) = unsafe {
            match child.table.only_unit_of(code) {
                Some(words) => (Some(words), None),
                None => (None, FragmentRef::of_code(code)),
            }
        };
        if kept.is_none() {
            child.give_up_unit();
        }
        let held = kept.or_else(|| fragment.map(|fragment| child.table.hold_own(fragment)));
        child.charge(held.unwrap_or(0));
        self.add_work(count);
        Some(Value::object_at(base))
    }

    /// A heap for a process that [`Heap::beget`] gives something to call.
    pub fn unborn() -> Heap {
        Heap::new(BIRTH_WORDS)
    }

    /// Copies `thunk` to the heap of a new process, which has nothing yet; it may get another
    /// block. The thunk there. Words copied count as work.
    pub fn beget(&mut self, child: &mut Heap, thunk: Value) -> Result<Value, OutOfMemory> {
        if let Some(thunk) = self.beget_plain(child, thunk) {
            return Ok(thunk);
        }
        child.give_up_unit();
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
        unsafe { copied.buffers.place(base) };
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
