//! Message data: what leaves a process, and how it arrives in another.
//!
//! ```text
//!   sender                                    receiver
//!   immediate             -- as it is -->     as it is
//!   in a shared fragment  -- one count -->    a handle
//!   own data, small       -- a copy -->       an owned fragment, later moved into the block
//!   own data, larger      -- a copy -->       a new shared fragment, a handle
//!   the same once more    -- one count -->    a handle ([`crate::twin`])
//! ```
//!
//! Message data is frozen, whatever it was before. What a process begins with is not:
//! see [`crate::birth`].

use crate::copy::{Copied, Copier, place};
use crate::fragment::FragmentRef;
use crate::handles::{Held, Place};
use crate::heap::{Heap, OutOfMemory};
use crate::layout::Header;
use crate::memory::{load, store};
use crate::value::Value;

/// Copies up to this size become the receiver's own (1 KiB): the receiver copies
/// them once more, which is then cheaper than counting and keeping a handle.
pub const SMALL_WORDS: usize = 128;

/// Message data under way. Owns what it needs, so it can cross threads.
#[derive(Debug)]
pub struct Frozen {
    pub(crate) root: Value,
    pub(crate) fragment: Option<FragmentRef>,
    pub(crate) owner: Owner,
}

/// Whose the fragment of a message is. As large as a word: messages are moved often on their way,
/// and a smaller one would make that several moves of odd pieces, which wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub(crate) enum Owner {
    /// It may be shared.
    Nobody,
    /// The receiver's alone.
    Receiver,
}

impl Owner {
    pub(crate) fn of(owned: bool) -> Owner {
        match owned {
            true => Owner::Receiver,
            false => Owner::Nobody,
        }
    }
}

impl Frozen {
    /// An immediate value or fixnum as a message.
    #[inline]
    pub fn immediate(value: Value) -> Option<Frozen> {
        (!value.is_pointer()).then_some(Frozen {
            root: value,
            fragment: None,
            owner: Owner::Nobody,
        })
    }

    /// A value in a fragment as a message.
    ///
    /// # Safety
    /// `root` lies in the fragment, or is an immediate.
    pub unsafe fn in_fragment(root: Value, fragment: FragmentRef) -> Frozen {
        Frozen {
            root,
            fragment: Some(fragment),
            owner: Owner::Nobody,
        }
    }

    /// The value; it is good while this lives.
    #[inline]
    pub fn root(&self) -> Value {
        self.root
    }

    /// A constant of `fragment`, such as a closure of a linked unit, as message data.
    pub fn constant(root: Value, fragment: &FragmentRef) -> Frozen {
        let inside = fragment.start() <= root.address() && root.address() < fragment.end();
        debug_assert!(
            !root.is_pointer() || inside,
            "H4: a constant lies in its fragment"
        );
        Frozen {
            root,
            fragment: (root.is_pointer() && inside).then(|| fragment.clone()),
            owner: Owner::Nobody,
        }
    }

    /// Element `index` of a vector, with the memory of the whole.
    pub fn part(self, index: usize) -> Option<Frozen> {
        let part = crate::object::Vector::of(self.root)?.get(index)?;
        Some(Frozen { root: part, ..self })
    }

    #[inline]
    pub fn fragment(&self) -> Option<&FragmentRef> {
        self.fragment.as_ref()
    }

    #[inline]
    pub fn is_owned(&self) -> bool {
        self.owner == Owner::Receiver
    }

    /// Words of the fragment it lies in.
    pub fn words(&self) -> usize {
        self.fragment
            .as_ref()
            .map_or(0, |fragment| fragment.words())
    }
}

impl Frozen {
    /// Another message with the same data, if the data is shared or immediate.
    pub fn share(&self) -> Option<Frozen> {
        (!self.is_owned()).then(|| self.clone())
    }
}

/// Counts once more if the data is shared, and copies it if not.
impl Clone for Frozen {
    fn clone(&self) -> Frozen {
        let (root, fragment) = match &self.fragment {
            Some(fragment) if self.is_owned() => {
                let (start, words) = (fragment.start(), fragment.words());
                let edges = fragment.edges().to_vec();
                let mut base = 0;
                // SAFETY: `transplant` writes all the words of the copy.
                let copy = unsafe {
                    FragmentRef::must(words, edges, None, false, |address| {
                        base = address;
                        transplant(start, words, address);
                    })
                };
                (moved(self.root, start..fragment.end(), base), Some(copy))
            }
            fragment => (self.root, fragment.clone()),
        };
        Frozen {
            root,
            fragment,
            owner: self.owner,
        }
    }
}

impl Heap {
    /// A frozen copy of `value`, to be sent. Words copied count as work.
    #[inline]
    pub fn freeze(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, true, SMALL_WORDS)
    }

    /// As [`Heap::freeze`], but the result is shared however small it is, so that
    /// it can be received any number of times.
    pub fn freeze_shared(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, true, 0)
    }

    /// A copy of `value` in which everything keeps its mutability, for the private
    /// memory of one process.
    pub fn copy_private(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, false, usize::MAX)
    }

    fn copy_out(
        &mut self,
        value: Value,
        freeze: bool,
        owned_up_to: usize,
    ) -> Result<Frozen, OutOfMemory> {
        if let Some(frozen) = Frozen::immediate(value) {
            return Ok(frozen);
        }
        if freeze && let Some(frozen) = self.twin_of(value) {
            return Ok(frozen);
        }
        self.table.settle();
        if let Some(frozen) = self.already_shared(value) {
            return Ok(frozen);
        }
        let copied = self.copied(value, freeze)?;
        let twin = freeze && copied.has_twin && copied.buffers.words.len() > SMALL_WORDS;
        let frozen = self.in_fragment(copied, owned_up_to)?;
        if twin {
            self.set_twin(value, &frozen);
        }
        Ok(frozen)
    }

    /// A copy of `value`, which is not shared, without a place. The table is settled.
    pub(crate) fn copied(&mut self, value: Value, freeze: bool) -> Result<Copied, OutOfMemory> {
        let held = self.size_words();
        let copier = Copier::new(self.block.start(), self.hp, &mut self.table, freeze, held);
        copier.run(value)
    }

    /// Puts a finished copy into a fragment.
    pub(crate) fn in_fragment(
        &mut self,
        mut copied: Copied,
        owned_up_to: usize,
    ) -> Result<Frozen, OutOfMemory> {
        let held = self.size_words();
        let edges = std::mem::take(&mut copied.buffers.edges);
        let count = copied.buffers.words.len();
        let owned = count <= owned_up_to;
        let mut hash = if owned { 0 } else { self.new_hash() };
        let hashes = (!owned).then_some(&mut hash);
        let mut base = 0;
        // SAFETY: `place` writes all the words of the copy.
        let fragment = unsafe {
            FragmentRef::new(count, edges, held, |address| {
                base = address;
                place(&copied.buffers.words, address, hashes);
            })?
        };
        copied.buffers.keep();
        self.add_work(count);
        Ok(Frozen {
            root: copied.root.rebased(base),
            fragment: Some(fragment),
            owner: Owner::of(owned),
        })
    }

    /// The unit among whose constants and code `value` lies.
    pub fn unit_of(&mut self, value: Value) -> Option<FragmentRef> {
        if !value.is_pointer() || self.is_in_block(value) {
            return None;
        }
        self.table.settle();
        let fragment = self.table.fragment_at(value.address())?;
        fragment.unit_hash().is_some().then_some(fragment)
    }

    /// Whether `value` lies in the block.
    #[inline]
    pub(crate) fn is_in_block(&self, value: Value) -> bool {
        let address = value.address();
        self.block.start() <= address && address < self.hp
    }

    /// A pointer into a shared fragment as a message, without a copy.
    pub(crate) fn already_shared(&mut self, value: Value) -> Option<Frozen> {
        if self.is_in_block(value) {
            return None;
        }
        let fragment = match self.table.locate(value.address()) {
            Place::Immortal => None,
            Place::Handle(index) => match &self.table.handle(index).held {
                Held::Shared(fragment) => Some(fragment.clone()),
                Held::Owned(_) | Held::Large(_) | Held::Old(_) => return None,
            },
        };
        Some(Frozen {
            root: value,
            fragment,
            owner: Owner::Nobody,
        })
    }

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
            self.table.push_owned(fragment);
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
        for edge in fragment.take_edges() {
            let held = self.table.hold(&edge);
            self.charge(held);
        }
        let base = self.hp;
        self.hp += 8 * words;
        self.add_work(words);
        let (start, end) = (fragment.start(), fragment.end());
        // SAFETY: the fragment is a well-formed copy, and the block has room for it.
        unsafe { transplant(start, words, base) };
        moved(frozen.root, start..end, base)
    }

    /// Holds a fragment that the process can reach from now on: a unit it runs, for example.
    pub fn hold(&mut self, fragment: &FragmentRef) {
        let words = self.table.hold(fragment);
        self.charge(words);
    }
}

/// A pointer into `range` when what was there is now at `base`.
#[inline(always)]
fn moved(value: Value, range: std::ops::Range<usize>, base: usize) -> Value {
    if value.is_pointer() && range.contains(&value.address()) {
        value.moved_to((value.address() - range.start + base) as u64, false)
    } else {
        value
    }
}

/// Copies the `count` words of objects at `start` to `base`, with the pointers among them.
///
/// # Safety
/// There are objects in `count` words at `start`, all of whose words are values or
/// marked raw by their header, and room for them at `base`.
unsafe fn transplant(start: usize, count: usize, base: usize) {
    let range = start..start + 8 * count;
    let mut position = 0;
    while position < count {
        // SAFETY: as required of the caller.
        unsafe {
            let first = load(start, position);
            let (from, to, raw) = match Header::from_word(first) {
                Some(header) => {
                    store(base, position, first);
                    (position + 1, position + 1 + header.size(), header.is_raw())
                }
                None => (position, position + 2, false),
            };
            for index in from..to {
                let word = load(start, index);
                let word = if raw {
                    word
                } else {
                    moved(Value::from_word(word), range.clone(), base).bits()
                };
                store(base, index, word);
            }
            position = to;
        }
    }
}
