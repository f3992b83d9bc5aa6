//! The first memory of a process.
//!
//! What a new process will call, with all that belongs to it, is copied from the one
//! that makes it to the block of the new one, where it keeps what is mutable: nobody
//! else has this copy. What is large comes in a fragment of its own instead, and is
//! moved at the first collection.

use crate::code::Code;
use crate::copy::Amount;
use crate::fragment::FragmentRef;
use crate::freeze::SMALL_WORDS;
use crate::heap::{BIRTH_WORDS, Heap, OutOfMemory};
use crate::memory::{load, store};
use crate::object::Closure;
use crate::value::Value;

/// Words for the first frames of a process whose first data is more than usual.
const FRAME_WORDS: usize = BIRTH_WORDS / 2;
/// A block that has grown once, to so many words, is good for another process: to grow takes longer than the rest of a
/// short life. A larger one would be too much for a process that waits.
const KEPT_WORDS: usize = 3 * BIRTH_WORDS;

impl Heap {
    /// Gives up all that a process had, which has ended, and keeps its block for another; one that has
    /// grown only if that is asked for. False if it is not worth it: then some of it is still there.
    pub fn vacate(&mut self, keeps_grown: bool) -> bool {
        let is_plain = self.generation.is_none() && self.rare.is_none();
        let kept_words = if keeps_grown { KEPT_WORDS } else { BIRTH_WORDS };
        if !is_plain || self.block.words() > kept_words {
            return false;
        }
        if self.has_zeal() {
            self.block.poison();
        }
        let kept = self.table.clear_but_unit();
        self.renew();
        self.charge(kept);
        true
    }

    /// Gives up the unit that [`Heap::vacate`] keeps.
    pub fn give_up_unit(&mut self) {
        self.table.clear();
        self.no_external();
    }

    /// [`Heap::beget`] for what is most often called: a closure of the block over immediates, or over
    /// these and one such closure. `None` if it is anything else; then nothing has happened.
    #[inline]
    pub fn beget_plain(&mut self, child: &mut Heap, thunk: Value) -> Option<Value> {
        let closure = Closure::of(thunk).filter(|_| self.is_in_block(thunk))?;
        let count = 2 + closure.free_count();
        let address = thunk.address();
        // SAFETY: H1: the object has as many words.
        let word = |index| unsafe { load(address, index) };
        if count + FRAME_WORDS > child.block_words() {
            return None;
        }
        let base = child.hp;
        // SAFETY: the block has room for the words, and what is above `hp` is nobody's.
        let put = |index, word| unsafe { store(base, index, word) };
        put(0, word(0));
        put(1, word(1));
        for index in 2..count {
            let word = word(index);
            if Value::from_word(word).is_pointer() {
                return self.beget_over_one(child, closure, index);
            }
            put(index, word);
        }
        // SAFETY: H4: the code of a closure that can be called lives.
        unsafe { child.hold_only_unit_of(closure.code()) };
        child.hp += 8 * count;
        self.add_work(count);
        Some(Value::object_at(base))
    }

    /// [`Heap::beget_plain`] for a closure whose word `place` is its first pointer. What else it has must be
    /// immediate: two pointers could lead to the same object, which is to be copied once.
    #[inline(never)]
    fn beget_over_one(
        &mut self,
        child: &mut Heap,
        closure: Closure,
        place: usize,
    ) -> Option<Value> {
        let is_pointer = |value: &Value| value.is_pointer();
        let pointer = closure.free_values()[place - 2];
        let inner = Closure::of(pointer).filter(|_| self.is_in_block(pointer))?;
        let (count, inner_count) = (2 + closure.free_count(), 2 + inner.free_count());
        if closure.free_values()[place - 1..].iter().any(is_pointer)
            || inner.free_values().iter().any(is_pointer)
            || count + inner_count + FRAME_WORDS > child.block_words()
        {
            return None;
        }
        let base = child.hp;
        let inner_base = base + 8 * count;
        let copy = |from: Closure, count, target| {
            for index in 0..count {
                // SAFETY: H1: the object has as many words.
                let word = unsafe { load(from.value().address(), index) };
                // SAFETY: the block has room for the words, and what is above `hp` is nobody's.
                unsafe { store(target, index, word) };
            }
        };
        copy(closure, count, base);
        copy(inner, inner_count, inner_base);
        // SAFETY: the word is one of the copy.
        unsafe { store(base, place, Value::object_at(inner_base).bits()) };
        // SAFETY: H4: the code of a closure that can be called lives.
        unsafe { child.hold_only_unit_of(closure.code()) };
        // SAFETY: the same.
        let is_held = unsafe { child.table.is_unit_of(inner.code()) };
        // SAFETY: the same.
        let unit = unsafe { FragmentRef::of_code(inner.code()) }.filter(|_| !is_held);
        if let Some(fragment) = unit {
            let held = child.table.hold_own(fragment);
            child.charge(held);
        }
        child.hp += 8 * (count + inner_count);
        self.add_work(count + inner_count);
        Some(Value::object_at(base))
    }

    /// Holds the unit of some code, and nothing else, unless that is so.
    ///
    /// # Safety
    /// The code lives.
    #[inline(always)]
    unsafe fn hold_only_unit_of(&mut self, code: *const Code) {
        // SAFETY: as required of the caller.
        let is_held = unsafe { self.table.is_unit_of(code) };
        if !is_held {
            // SAFETY: the same.
            unsafe { self.hold_unit_of(code) };
        }
    }

    /// Holds the unit of some code, and nothing else.
    ///
    /// # Safety
    /// The code lives.
    #[inline(never)]
    unsafe fn hold_unit_of(&mut self, code: *const Code) {
        self.give_up_unit();
        // SAFETY: as required of the caller.
        if let Some(fragment) = unsafe { FragmentRef::of_code(code) } {
            let held = self.table.hold_own(fragment);
            self.charge(held);
        }
    }

    /// A heap for a process that [`Heap::beget`] gives something to call.
    pub fn unborn() -> Heap {
        Heap::new(BIRTH_WORDS)
    }

    /// Copies `thunk` to the heap of a new process, which has nothing yet; it may get another
    /// block. The thunk there. Words copied count as work, and are not more than this.
    pub fn beget(
        &mut self,
        child: &mut Heap,
        thunk: Value,
        amount: Amount,
    ) -> Result<Value, OutOfMemory> {
        if let Some(thunk) = self.beget_plain(child, thunk) {
            return Ok(thunk);
        }
        child.give_up_unit();
        if !thunk.is_pointer() {
            return Ok(thunk);
        }
        if let Some(symbol) = thunk.as_symbol() {
            return Ok(child.symbol(symbol.counted()));
        }
        self.table.sort();
        if let Some(frozen) = self.already_shared(thunk) {
            return Ok(child.receive(frozen));
        }
        let mut copied = self.copied(thunk, false, amount)?;
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
        for symbol in copied.buffers.symbols.drain(..) {
            let held = child.table.hold_symbol(symbol);
            child.charge(held);
        }
        let thunk = copied.root.rebased(base);
        copied.buffers.keep();
        self.add_work(count);
        Ok(thunk)
    }
}
