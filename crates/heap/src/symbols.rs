//! The counted symbols that a process reaches.
//!
//! A process has one reference to each of them ([`SymbolRef`]), here. They come in with
//! [`Heap::symbol`], with what only this process has of a message, and when a collection or a copy
//! meets the word of a symbol that lies in a shared fragment, which counts it as long as the
//! process holds that. A collection that moves everything gives up those that it has not met. A
//! minor collection, which does not look at all words, gives up none.
//!
//! The set is like the table of handles ([`crate::handles`]), of which it is a part, but for
//! symbols, of which a process may have millions.
//!
//! Invariant H9: each counted symbol that a process reaches is in its set, or among the symbols of
//! a shared fragment that it holds, or reaches by edges.

use crate::heap::Heap;
use crate::value::Value;
use mound_base::SymbolRef;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// See the top of this file.
#[derive(Debug, Default)]
pub(crate) struct SymbolSet {
    /// By their words.
    held: HashMap<u64, HeldSymbol, BuildHasherDefault<WordHasher>>,
}

#[derive(Debug)]
struct HeldSymbol {
    reference: SymbolRef,
    /// Met by the collection or copy in progress.
    seen: bool,
}

impl SymbolSet {
    /// Holds a symbol; the words it has if it is new here.
    pub(crate) fn hold(&mut self, reference: SymbolRef) -> usize {
        if !reference.symbol().is_counted() {
            return 0;
        }
        let word = Value::symbol(reference.symbol()).bits();
        let mut gained = 0;
        self.held.entry(word).or_insert_with(|| {
            let held = HeldSymbol::of(reference);
            gained = held.words();
            held
        });
        gained
    }

    /// Notes that the word of a counted symbol was met, in memory of the process or in a fragment
    /// that it holds. Whether that is for the first time.
    pub(crate) fn meet(&mut self, value: Value) -> bool {
        debug_assert!(value.is_counted_symbol());
        let held = self.held.entry(value.bits()).or_insert_with(|| {
            let symbol = value.as_symbol().expect("H9: a counted symbol is one");
            HeldSymbol::of(symbol.counted())
        });
        !std::mem::replace(&mut held.seen, true)
    }

    /// As [`SymbolSet::meet`], for a copy: another reference, at the first time.
    pub(crate) fn meet_to_copy(&mut self, value: Value) -> Option<SymbolRef> {
        let first = self.meet(value);
        let held = self.held.get(&value.bits()).filter(|_| first)?;
        Some(held.reference.clone())
    }

    /// Forgets that some were met.
    pub(crate) fn clear_seen(&mut self, symbols: &[SymbolRef]) {
        for reference in symbols {
            let word = Value::symbol(reference.symbol()).bits();
            if let Some(held) = self.held.get_mut(&word) {
                held.seen = false;
            }
        }
    }

    /// Gives up those that were not met; the words of the others.
    pub(crate) fn sweep(&mut self) -> usize {
        let mut words = 0;
        self.held.retain(|_, held| {
            let keep = std::mem::take(&mut held.seen);
            words += if keep { held.words() } else { 0 };
            keep
        });
        if self.held.len() < self.held.capacity() / 8 {
            self.held.shrink_to(2 * self.held.len());
        }
        words
    }

    /// Words of all.
    pub(crate) fn words(&self) -> usize {
        self.held.values().map(HeldSymbol::words).sum()
    }

    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    pub(crate) fn has(&self, value: Value) -> bool {
        self.held.contains_key(&value.bits())
    }
}

impl HeldSymbol {
    fn of(reference: SymbolRef) -> HeldSymbol {
        HeldSymbol {
            reference,
            seen: false,
        }
    }

    fn words(&self) -> usize {
        self.reference.bytes().div_ceil(8)
    }
}

impl Heap {
    /// A symbol as a value of this process, which is charged for it. Like a pointer, the value is
    /// not to be kept across what can collect (H6).
    pub fn symbol(&mut self, reference: SymbolRef) -> Value {
        let value = Value::symbol(reference.symbol());
        let words = self.table.hold_symbol(reference);
        if words > 0 {
            self.charge(words);
        }
        value
    }
}

/// Words of symbols differ in few bits, which a multiplication spreads.
#[derive(Debug, Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
