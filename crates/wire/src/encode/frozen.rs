//! What is frozen in private memory, and constants of units: see the top of [`super`].

use super::{Encoder, Task};
use crate::format::*;
use mound_heap::Value;
use mound_heap::fragment::FragmentRef;
use mound_machine::LinkedUnit;

impl Encoder<'_> {
    /// Marks what is frozen and about to be written: before any task that belongs to it.
    pub(super) fn mark(&mut self) {
        if self.marks {
            self.push(FROZEN);
            self.marks = false;
            self.scratch.tasks.push(Task::EndFrozen);
        }
    }

    /// The unit and number of a constant that is to be named.
    fn find_constant(&mut self, value: Value) -> Option<(FragmentRef, u32)> {
        if !self.names_constants {
            return None;
        }
        let unit = self.heap.unit_of(value)?;
        let number = LinkedUnit::constant_number(&unit, value)?;
        Some((unit, number))
    }

    /// Names a frozen object if it is a constant.
    pub(super) fn constant(&mut self, value: Value) -> bool {
        let found = self.find_constant(value);
        let named = found.and_then(|(unit, number)| Some((self.unit(&unit)?, number)));
        if let Some((unit, number)) = named {
            self.push(CONSTANT);
            self.number(u64::from(unit));
            self.number(u64::from(number));
        }
        named.is_some()
    }

    /// Whether a pair is no part of what is written as one list: what is marked or named is not.
    pub(super) fn ends_run(&mut self, rest: Value) -> bool {
        rest.is_frozen_pair() && (self.marks || self.find_constant(rest).is_some())
    }

    /// Until the tasks that come now are done, constants are named.
    pub(super) fn begin_continuation(&mut self) {
        if !self.names_constants {
            self.names_constants = true;
            self.scratch.tasks.push(Task::EndContinuation);
        }
    }
}

/// Whether an object is frozen and no number: those nobody changes anyway.
pub(super) fn is_frozen(object: Value) -> bool {
    let header = object.header();
    header.is_some_and(|header| header.is_frozen() && !header.kind().is_number())
}
