//! What is frozen in private memory, and constants of units (rule D10).
//!
//! In messages, where everything is frozen, nothing is marked. Constants stay the objects
//! that they are wherever code is that may be asked for them again, and that is in private
//! memory and in continuations; in other messages they are data.

use super::reader::Result;
use super::{Decoder, Item, Task};
use crate::error::DecodeFault;
use crate::format::*;
use mound_heap::{RecordType, Value, Vector};
use mound_machine::LinkedUnit;

impl Decoder<'_> {
    /// A value after its mark: it and all that is new in it are frozen.
    pub(super) fn frozen(&mut self, start: usize) -> Result<Item> {
        self.begin_frozen(start)?;
        let start = self.reader.offset();
        let code = self.reader.byte()?;
        if !can_be_marked(code) {
            let fault = DecodeFault::Expected("something that can be frozen");
            return self.reader.fail(start, fault);
        }
        let item = self.general(start, code)?;
        if !self.builder.has_made(item.value) {
            return self.not_canonical(start, "a function is marked as frozen");
        }
        Ok(item)
    }

    /// A constant of a unit by its number.
    pub(super) fn constant(&mut self, start: usize) -> Result<Item> {
        if !self.names_constants {
            return self.not_canonical(start, "a constant is named where it is data");
        }
        let unit = self.unit()?;
        let number = self.reader.index()?;
        let Some(value) = LinkedUnit::numbered_constant(&self.units[unit as usize], number) else {
            return self.reader.fail(start, DecodeFault::NoConstant(number));
        };
        self.constants.push(value.bits());
        // A record type that another unit has made: what is decoded leads there, too.
        let fragment = &self.units[unit as usize];
        let other = fragment.edges().iter().find(|other| other.contains(value));
        if let Some(other) = other.filter(|_| !fragment.contains(value)) {
            self.builder.edge(other);
        }
        let item = self.object(value);
        if let Some(record_type) = RecordType::of(value) {
            let fields = Vector::of(record_type.field_names());
            let count = fields.map_or(0, Vector::len);
            self.record_types.push((item.number, count));
        }
        Ok(item)
    }

    /// Until the tasks that come now are done, constants are named.
    pub(super) fn begin_continuation(&mut self) {
        if !self.names_constants {
            self.names_constants = true;
            self.tasks.push(Task::EndContinuation);
        }
    }

    /// From here on, and until the tasks that come now are done, what is new is frozen.
    pub(super) fn begin_frozen(&mut self, start: usize) -> Result<()> {
        if !self.marks {
            return self.not_canonical(start, "what is frozen anyway is marked");
        }
        self.marks = false;
        self.builder.freeze(true);
        self.tasks.push(Task::EndFrozen);
        Ok(())
    }

    pub(super) fn end_frozen(&mut self) {
        self.marks = true;
        self.builder.freeze(false);
    }

    /// What was met before may be referred to from here.
    pub(super) fn check_stays(&self, start: usize, value: Value) -> Result<()> {
        if self.marks || self.builder.stays(value) {
            return Ok(());
        }
        let fault = DecodeFault::Expected("something frozen");
        self.reader.fail(start, fault)
    }
}

/// Whether a new object begins with `code`, and no number.
const fn can_be_marked(code: u8) -> bool {
    matches!(
        code,
        LIST_SHORT..=RUN | STRING | BYTEVECTOR | VECTOR..=CONTINUATION
    )
}
