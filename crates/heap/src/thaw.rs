//! Mutable copies of frozen data: what a resumed continuation works on.
//!
//! A continuation that came in a message is frozen, with the boxes and structures
//! of its frames. Before it goes on it gets a private copy. Copied is what lies in
//! the same memory as the root (one fragment, or this process's own); what lies in
//! other fragments (units, other messages) stays shared and frozen.

use crate::buffers::Buffers;
use crate::copy::{append_object, place};
use crate::fragment::FragmentRef;
use crate::handles::{Held, Outside};
use crate::heap::{Heap, OutOfMemory};
use crate::layout::Header;
use crate::memory::{self, load_pair};
use crate::object::Object;
use crate::value::{RELATIVE, Value};
use std::collections::HashMap;
use std::ops::Range;

impl Heap {
    /// A mutable private copy of frozen data; `value` itself if it is not frozen
    /// or part of a unit that is never unloaded. Needs no room in the block.
    pub fn thaw(&mut self, value: Value) -> Result<Value, OutOfMemory> {
        if !is_frozen(value) {
            return Ok(value);
        }
        self.table.sort();
        let Some(scope) = self.scope_of(value) else {
            return Ok(value);
        };
        let mut thawer = Thawer {
            heap: self,
            scope,
            buffers: Buffers::take(),
            done: HashMap::new(),
            failure: None,
        };
        let root = thawer.copy(value);
        thawer.drain();
        if let Some(failure) = thawer.failure {
            return Err(failure);
        }
        let buffers = thawer.buffers;
        let count = buffers.words.len();
        self.check_size(count)?;
        let mut base = 0;
        // Its edges and symbols are held with what was copied, as long as it lies in a fragment.
        let symbols = Vec::new();
        let fill = |address| {
            base = address;
            // SAFETY: there is room for all the words.
            unsafe { place(&buffers.words, address, None) };
        };
        // SAFETY: `place` writes all the words of the copy.
        let fragment =
            unsafe { FragmentRef::new(count, Vec::new(), symbols, self.size_words(), fill)? };
        buffers.keep();
        self.table.push_owned(fragment);
        self.charge(count);
        self.add_work(count);
        Ok(root.rebased(base))
    }

    /// The memory around a frozen value, or `None` if it is immortal.
    fn scope_of(&mut self, value: Value) -> Option<Scope> {
        if self.is_in_block(value) {
            return Some(Scope::Own);
        }
        match self.table.locate(value.address()) {
            Outside::Immortal => None,
            Outside::Handle(index) => {
                let handle = self.table.handle(index);
                Some(match handle.held {
                    Held::Shared(_) => Scope::Fragment(handle.start..handle.end),
                    Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => Scope::Own,
                })
            }
        }
    }

    /// Whether `value` is a pointer into this process's own memory.
    fn is_own(&mut self, value: Value) -> bool {
        self.is_in_block(value)
            || match self.table.locate(value.address()) {
                Outside::Immortal => false,
                Outside::Handle(index) => !matches!(self.table.handle(index).held, Held::Shared(_)),
            }
    }
}

/// Whether `value` is a frozen pair or object. Nothing that it leads to can be changed either.
pub fn is_frozen(value: Value) -> bool {
    value.is_frozen_pair() || Object::of(value).is_some_and(Object::is_frozen)
}

enum Scope {
    Own,
    Fragment(Range<usize>),
}

struct Thawer<'a> {
    heap: &'a mut Heap,
    scope: Scope,
    buffers: Box<Buffers>,
    /// Copies by address: shared memory cannot be marked.
    done: HashMap<usize, Value>,
    failure: Option<OutOfMemory>,
}

impl Thawer<'_> {
    fn copy(&mut self, value: Value) -> Value {
        if !value.is_pointer() || !self.is_in_scope(value) {
            return value;
        }
        if let Some(&copied) = self.done.get(&value.address()) {
            return copied;
        }
        if let Err(failure) = self.make_room(value) {
            // What was copied is of no use: the copying ends here.
            self.failure = Some(failure);
            return Value::FALSE;
        }
        let words = &mut self.buffers.words;
        let offset = RELATIVE | (8 * words.len() as u64);
        let copied = value.moved_to(offset, false).with_mutable_tag();
        let address = value.address();
        if value.is_pair() {
            // SAFETY: H1, H4: the value leads to a pair.
            words.extend_from_slice(&unsafe { load_pair(address) });
        } else {
            let header = Object::at(address).header();
            let start = words.len();
            // SAFETY: H1, H4: the value leads to an object, with this header.
            unsafe { append_object(words, address, header, false) };
            words[start] = header.with_frozen(false).word();
        }
        self.done.insert(address, copied);
        copied
    }

    /// Room for the copy of what `value` leads to.
    fn make_room(&mut self, value: Value) -> Result<(), OutOfMemory> {
        let size = match Object::of(value) {
            Some(object) => 1 + object.header().size(),
            None => 2,
        };
        if !self.buffers.has_room(size) {
            self.buffers.grow(size, self.heap.size_words())?;
        }
        if self.done.len() == self.done.capacity() {
            let bytes = 2 * self.done.len() * size_of::<(usize, Value)>();
            self.heap.check_scratch(2 * bytes)?;
            let reserved = memory::asking(|| self.done.try_reserve(1));
            reserved.map_err(|_| OutOfMemory::of_machine(bytes / 8))?;
        }
        Ok(())
    }

    fn is_in_scope(&mut self, value: Value) -> bool {
        match &self.scope {
            Scope::Fragment(range) => range.contains(&value.address()),
            Scope::Own => is_frozen(value) && self.heap.is_own(value),
        }
    }

    fn drain(&mut self) {
        let mut scan = 0;
        while scan < self.buffers.words.len() && self.failure.is_none() {
            let first = self.buffers.words[scan];
            let (from, to) = match Header::from_word(first) {
                // Nothing to do in raw fields.
                Some(header) if header.is_raw() => {
                    let end = scan + 1 + header.size();
                    (end, end)
                }
                Some(header) => (scan + 1, scan + 1 + header.size()),
                None => (scan, scan + 2),
            };
            for index in from..to {
                let field = Value::from_word(self.buffers.words[index]);
                self.buffers.words[index] = self.copy(field).bits();
            }
            scan = to;
        }
    }
}
