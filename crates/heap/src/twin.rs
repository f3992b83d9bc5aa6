//! The frozen twin of what was sent last.
//!
//! Who sends the same large structure again, to another process or in a loop, need
//! not copy it again, if nothing in it was changed meanwhile. Each heap remembers
//! the root of the last structure of which a shared copy was made, and the copy. Of
//! what is small, no shared copy is made until it is sent a second time: most is sent
//! once, and is then better copied than counted. What is small takes no large twin's place.
//!
//! Whether it was changed is found out by the write barrier: while there is a twin,
//! no address is in the range that needs no note ([`crate::barrier`]), so the next
//! store to anything comes to [`Heap::note_write`], which drops the twin and sets
//! the range back. So a store costs what it did before, but for one after each send.
//!
//! That any store drops it, and not only one to the structure, and that a collection
//! keeps it, makes it depend on the program alone: a send that copies costs fuel, and
//! fuel must not depend on addresses and collections.
//!
//! In the same way the heap tells those who ask ([`Heap::watch_stores`]) that nothing has been stored
//! since, whatever was sent.
//!
//! Invariants:
//! - T1. Nothing reachable from `original` was stored to since the copy was made.
//!   Bytevectors that can be changed are written without a barrier, so there is no
//!   twin of a structure that holds one, but for the index of a hash table: its bytes
//!   change together with other fields, or are made again for the same entries.
//!   If there is no copy yet: since it was sent.

use crate::collector::Collector;
use crate::freeze::{Frozen, SMALL_WORDS};
use crate::heap::{Heap, Rare};
use crate::value::Value;

/// See the top of this file.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) original: Value,
    /// `None` if it is small and was sent once.
    copy: Option<Frozen>,
}

impl Heap {
    #[inline]
    fn twin(&self, value: Value) -> Option<&Twin> {
        let twin = self.rare.as_ref()?.twin.as_ref()?;
        (twin.original == value).then_some(twin)
    }

    /// The copy of `value`, if that was the last structure sent again, or large, and nothing has
    /// been stored since.
    #[inline]
    pub(crate) fn twin_of(&self, value: Value) -> Option<Frozen> {
        self.twin(value)?.copy.clone()
    }

    /// Whether `value` is the small structure that was sent last, and nothing has been stored since.
    #[inline]
    pub(crate) fn was_sent(&self, value: Value) -> bool {
        self.twin(value).is_some()
    }

    /// Remembers `copy`, which is shared.
    pub(crate) fn set_twin(&mut self, original: Value, copy: &Frozen) {
        debug_assert!(!copy.is_owned());
        if copy.words() > SMALL_WORDS || !self.has_large_twin() {
            let copy = Some(copy.clone());
            self.rare.get_or_insert_default().twin = Some(Twin { original, copy });
            self.set_young();
        }
    }

    /// Remembers that `original`, which is small, was sent.
    pub(crate) fn note_sent(&mut self, original: Value) {
        if !self.has_large_twin() {
            let copy = None;
            self.rare.get_or_insert_default().twin = Some(Twin { original, copy });
            self.set_young();
        }
    }

    fn has_large_twin(&self) -> bool {
        let twin = self.rare.as_ref().and_then(|rare| rare.twin.as_ref());
        let copy = twin.and_then(|twin| twin.copy.as_ref());
        copy.is_some_and(|copy| copy.words() > SMALL_WORDS)
    }

    pub(crate) fn has_twin(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.twin.is_some())
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

    /// Something may have been changed.
    pub(crate) fn drop_twin(&mut self) {
        let Some(rare) = &mut self.rare else {
            return;
        };
        let twin = rare.twin.take();
        if std::mem::take(&mut rare.unchanged) || twin.is_some() {
            self.set_young();
        }
    }
}

/// What a collection leaves of a twin: nothing, if the original is garbage.
pub(crate) fn keep<const MINOR: bool>(
    rare: &mut Option<Box<Rare>>,
    collector: &mut Collector<'_, MINOR>,
) {
    if let Some(rare) = rare
        && let Some(twin) = &mut rare.twin
    {
        match collector.survivor(twin.original) {
            Some(original) => twin.original = original,
            None => rare.twin = None,
        }
    }
}
