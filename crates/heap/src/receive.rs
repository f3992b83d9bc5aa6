//! How message data ([`crate::freeze`]) arrives in a process.

use crate::fragment::FragmentRef;
use crate::freeze::{Frozen, Owner};
use crate::heap::Heap;
use crate::layout::Header;
use crate::memory::{load, store};
use crate::value::Value;

impl Heap {
    /// Takes message data in, without copying it.
    pub fn receive(&mut self, frozen: Frozen) -> Value {
        let owned = frozen.is_owned();
        let Some(mut fragment) = frozen.fragment else {
            return frozen.root;
        };
        let words = if owned {
            let words = fragment.words();
            for edge in fragment.take_edges() {
                let held = self.table.hold(&edge);
                self.charge(held);
            }
            self.take_symbols(&mut fragment);
            if words > 0 {
                self.table.push_owned(fragment);
            }
            words
        } else {
            self.table.hold(&fragment)
        };
        self.charge(words);
        frozen.root
    }

    /// As [`Heap::receive`], but copies data that is only for this process into the
    /// block at once if there is room below `low`; the better way for small messages.
    pub fn receive_into(&mut self, mut frozen: Frozen, low: *const u64) -> Value {
        let words = frozen.words();
        if !frozen.is_owned() || self.hp + 8 * words > low as usize {
            return self.receive(frozen);
        }
        let Some(fragment) = &mut frozen.fragment else {
            return frozen.root;
        };
        if !fragment.edges().is_empty() {
            for edge in fragment.take_edges() {
                let held = self.table.hold_own(edge);
                self.charge(held);
            }
        }
        self.take_symbols(fragment);
        let base = self.hp;
        self.hp += 8 * words;
        self.add_work(words);
        let (start, end) = (fragment.start(), fragment.end());
        match frozen.owner {
            // SAFETY: the fragment is a well-formed copy, and the block has room for it.
            Owner::ReceiverOfValues => unsafe { transplant_values(start, words, base) },
            // SAFETY: the same.
            Owner::Nobody | Owner::Receiver => unsafe { transplant(start, words, base) },
        };
        moved(frozen.root, start..end, base)
    }

    /// Holds the symbols of a fragment that is only for this process.
    #[inline]
    fn take_symbols(&mut self, fragment: &mut FragmentRef) {
        if !fragment.symbols().is_empty() {
            for symbol in fragment.take_symbols() {
                let held = self.table.hold_symbol(symbol);
                self.charge(held);
            }
        }
    }

    /// Holds a fragment that the process can reach from now on: a unit it runs, for example.
    pub fn hold(&mut self, fragment: &FragmentRef) {
        let words = self.table.hold(fragment);
        self.charge(words);
    }
}

/// A pointer into `range` when what was there is now at `base`.
#[inline(always)]
pub(crate) fn moved(value: Value, range: std::ops::Range<usize>, base: usize) -> Value {
    let offset = value.address().wrapping_sub(range.start);
    let inside = value.is_pointer() & (offset < range.end - range.start);
    let distance = if inside {
        base.wrapping_sub(range.start)
    } else {
        0
    };
    Value::from_word(value.bits().wrapping_add(distance as u64))
}

/// As [`transplant`], if no object has bytes.
///
/// # Safety
/// As there.
unsafe fn transplant_values(start: usize, count: usize, base: usize) {
    for index in 0..count {
        // SAFETY: as required of the caller. Headers are no pointers.
        let value = Value::from_word(unsafe { load(start, index) });
        let there = moved(value, start..start + 8 * count, base);
        // SAFETY: as required of the caller.
        unsafe { store(base, index, there.bits()) };
    }
}

/// Copies the `count` words of objects at `start` to `base`, with the pointers among them.
///
/// # Safety
/// There are objects in `count` words at `start`, all of whose words are values or
/// marked raw by their header, and room for them at `base`.
pub(crate) unsafe fn transplant(start: usize, count: usize, base: usize) {
    let range = start..start + 8 * count;
    let mut position = 0;
    while position < count {
        // SAFETY: as required of the caller.
        let first = unsafe { load(start, position) };
        let (from, to, raw) = match Header::from_word(first) {
            Some(header) => {
                // SAFETY: as required of the caller.
                unsafe { store(base, position, first) };
                (position + 1, position + 1 + header.size(), header.is_raw())
            }
            None => (position, position + 2, false),
        };
        for index in from..to {
            // SAFETY: as required of the caller.
            let word = unsafe { load(start, index) };
            let word = if raw {
                word
            } else {
                moved(Value::from_word(word), range.clone(), base).bits()
            };
            // SAFETY: as required of the caller.
            unsafe { store(base, index, word) };
        }
        position = to;
    }
}
