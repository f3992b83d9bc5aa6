//! Message data: what leaves a process, and how it arrives in another.
//!
//! ```text
//!   sender                                    receiver
//!   immediate             -- as it is -->     as it is
//!   counted symbol        -- one count -->    in the set of its symbols
//!   in a shared fragment  -- one count -->    a handle
//!   own data, small       -- a copy -->       an owned fragment, moved into the block
//!   a short list of immediates: as the next, without looking for what is shared; to
//!   who waits for it      -- a copy -->       in the block ([`crate::give`])
//!   own data, larger      -- a copy -->       a new shared fragment, a handle
//! ```
//!
//! Message data is frozen, whatever it was before. What a process begins with is not:
//! see [`crate::birth`].

use crate::copy::{Amount, Copied, Copier, place};
use crate::fragment::{FragmentRef, More};
use crate::handles::{Held, Outside};
use crate::heap::{Heap, OutOfMemory};
use crate::layout::{Header, Kind};
use crate::receive::{moved, transplant};
use crate::value::Value;
use mound_base::SymbolRef;

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
    /// The same, and all its words are values or headers: there are no bytes among them.
    ReceiverOfValues,
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

    /// A symbol as a message: a fragment without words counts it. It is the receiver's own, or may
    /// be shared.
    pub fn symbol(reference: SymbolRef, owned: bool) -> Frozen {
        let root = Value::symbol(reference.symbol());
        if let Some(frozen) = Frozen::immediate(root) {
            return frozen;
        }
        let more = More::of(None, vec![reference]);
        // SAFETY: there are no words to write.
        let fragment = unsafe { FragmentRef::must(0, Vec::new(), more, false, |_| {}) };
        Frozen {
            root,
            fragment: Some(fragment),
            owner: Owner::of(owned),
        }
    }

    /// A value in a fragment as a message.
    ///
    /// # Safety
    /// `root` lies in the fragment, or is an immediate, or a symbol in the fragment.
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
        let inside = root.is_counted_symbol() || fragment.contains(root);
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
        self.owner != Owner::Nobody
    }

    /// Words of the fragment it lies in.
    pub fn words(&self) -> usize {
        self.fragment
            .as_ref()
            .map_or(0, |fragment| fragment.words())
    }

    /// What it takes while it is under way: words, and the names of symbols.
    pub fn held_words(&self) -> usize {
        self.fragment
            .as_ref()
            .map_or(0, |fragment| fragment.held_words())
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
                let more = More::of(None, fragment.symbols().to_vec());
                let mut base = 0;
                let fill = |address| {
                    base = address;
                    // SAFETY: the fragment is well-formed, and there is room for all its words.
                    unsafe { transplant(start, words, address) };
                };
                // SAFETY: `transplant` writes all the words of the copy.
                let copy = unsafe { FragmentRef::must(words, edges, more, false, fill) };
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

/// What can become of the original of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changes {
    /// Nothing in it can be changed.
    None,
    /// [`Heap::is_unchanged`] tells of each change.
    Told,
    /// It holds bytes, which are changed without notice.
    Untold,
}

/// Whether something in the original of these words, a copy in progress, can be changed.
fn can_change(words: &[u64]) -> bool {
    let mut index = 0;
    while let Some(&word) = words.get(index) {
        let Some(header) = Header::from_word(word) else {
            return true;
        };
        let kind = header.kind();
        if matches!(
            kind,
            Kind::Vector
                | Kind::String
                | Kind::Bytevector
                | Kind::Box
                | Kind::Record
                | Kind::Promise
                | Kind::HashTable
        ) {
            return true;
        }
        index += 1 + header.size();
    }
    false
}

impl Heap {
    /// A frozen copy of `value`, to be sent. Words copied count as work.
    #[inline]
    pub fn freeze(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        match self.freeze_list(value) {
            Some(frozen) => frozen,
            None => self.freeze_within(value, Amount::All),
        }
    }

    /// As [`Heap::freeze`], but not more than this, and without the fast path of [`Heap::freeze_list`].
    #[inline]
    pub fn freeze_within(&mut self, value: Value, amount: Amount) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, true, SMALL_WORDS, amount)
    }

    /// As [`Heap::freeze`], but the result is shared however small it is, so that
    /// it can be received any number of times.
    pub fn freeze_shared(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        self.freeze_shared_within(value, Amount::All)
    }

    /// As [`Heap::freeze_shared`], but not more than this.
    pub fn freeze_shared_within(
        &mut self,
        value: Value,
        amount: Amount,
    ) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, true, 0, amount)
    }

    /// As [`Heap::freeze_shared_within`], and what can become of the original.
    pub fn snapshot(
        &mut self,
        value: Value,
        amount: Amount,
    ) -> Result<(Frozen, Changes), OutOfMemory> {
        let shared = Frozen::immediate(value).or_else(|| self.already_shared(value));
        if let Some(frozen) = shared {
            return Ok((frozen, Changes::None));
        }
        self.table.sort();
        let copied = self.copied(value, true, amount)?;
        let changes = match (can_change(&copied.buffers.words), copied.are_changes_told) {
            (false, _) => Changes::None,
            (true, true) => Changes::Told,
            (true, false) => Changes::Untold,
        };
        Ok((self.in_fragment(copied, 0)?, changes))
    }

    /// A copy of `value` in which everything keeps its mutability, for the private
    /// memory of one process.
    pub fn copy_private(&mut self, value: Value) -> Result<Frozen, OutOfMemory> {
        self.copy_out(value, false, usize::MAX, Amount::All)
    }

    fn copy_out(
        &mut self,
        value: Value,
        freeze: bool,
        owned_up_to: usize,
        amount: Amount,
    ) -> Result<Frozen, OutOfMemory> {
        if let Some(frozen) = Frozen::immediate(value) {
            return Ok(frozen);
        }
        if let Some(symbol) = value.as_symbol() {
            return Ok(Frozen::symbol(symbol.counted(), owned_up_to > 0));
        }
        if let Some(frozen) = self.already_shared(value) {
            return Ok(frozen);
        }
        self.table.sort();
        let copied = self.copied(value, freeze, amount)?;
        self.in_fragment(copied, owned_up_to)
    }

    /// A copy of `value`, which is not shared, without a place. The table is sorted.
    pub(crate) fn copied(
        &mut self,
        value: Value,
        freeze: bool,
        amount: Amount,
    ) -> Result<Copied, OutOfMemory> {
        let held = self.size_words();
        let (start, table) = (self.block.start(), &mut self.table);
        let copier = Copier::new(start, self.hp, table, freeze, held, amount);
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
        let symbols = std::mem::take(&mut copied.buffers.symbols);
        let count = copied.buffers.words.len();
        let owned = count <= owned_up_to;
        let owner = match (owned, copied.buffers.has_bytes()) {
            (false, _) => Owner::Nobody,
            (true, true) => Owner::Receiver,
            (true, false) => Owner::ReceiverOfValues,
        };
        let mut hash = if owned { 0 } else { self.new_hash() };
        let mut base = 0;
        let fill = |address| {
            base = address;
            match owned {
                // SAFETY: there is room for all the words.
                true => unsafe { copied.buffers.place(address) },
                // SAFETY: the same.
                false => unsafe { place(&copied.buffers.words, address, Some(&mut hash)) },
            }
        };
        // SAFETY: `place` writes all the words of the copy.
        let fragment = unsafe { FragmentRef::new(count, edges, symbols, held, fill)? };
        copied.buffers.keep();
        self.add_work(count);
        Ok(Frozen {
            root: copied.root.rebased(base),
            fragment: Some(fragment),
            owner,
        })
    }

    /// The unit among whose constants and code `value` lies.
    pub fn unit_of(&mut self, value: Value) -> Option<FragmentRef> {
        if !value.is_pointer() || value.is_counted_symbol() || self.is_in_block(value) {
            return None;
        }
        self.table.sort();
        let fragment = self.table.fragment_at(value.address())?;
        fragment.unit_hash().is_some().then_some(fragment)
    }

    /// Whether `value` lies in the block.
    #[inline]
    pub(crate) fn is_in_block(&self, value: Value) -> bool {
        let address = value.address();
        self.block.start() <= address && address < self.hp
    }

    /// A pointer into a shared fragment, or a symbol, as a message, without a copy.
    pub(crate) fn already_shared(&mut self, value: Value) -> Option<Frozen> {
        if let Some(symbol) = value.as_symbol() {
            return Some(Frozen::symbol(symbol.counted(), false));
        }
        if self.is_in_block(value) {
            return None;
        }
        self.table.sort();
        let fragment = match self.table.locate(value.address()) {
            Outside::Immortal => None,
            Outside::Handle(index) => match &self.table.handle(index).held {
                Held::Shared(fragment) => Some(fragment.clone()),
                Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => return None,
            },
        };
        Some(Frozen {
            root: value,
            fragment,
            owner: Owner::Nobody,
        })
    }
}
