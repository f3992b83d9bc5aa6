//! Frames find their points, and chunks each other.

use super::reader::Result;
use super::{Decoder, Item, Task};
use crate::error::DecodeFault;
use crate::format::*;
use mound_heap::builder::slot_field;
use mound_heap::{PointRef, Shell, Value};
use mound_machine::LinkedUnit;

/// What is left to be filled of a chunk: its slots, from `next` on in the list of
/// them, and then the chunk that comes after.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    shell: Shell,
    /// Which chunk.
    index: usize,
    first: usize,
    next: usize,
}

/// What is known of the chunks decoded so far.
#[derive(Default)]
pub(super) struct Chunks {
    /// Ascending by number.
    all: Vec<Shape>,
    /// First words of the frames of all chunks.
    starts: Vec<u32>,
    /// Slots of chunks that are being filled; the newest chunk's at the end.
    slots: Vec<Slot>,
}

struct Shape {
    number: u32,
    value: Value,
    /// Its part of `starts`.
    starts: std::ops::Range<usize>,
    /// Index of the chunk that comes after.
    after: Option<usize>,
}

#[derive(Clone, Copy)]
struct Slot {
    /// Field of the chunk.
    field: u32,
    /// If a procedure must be there: unit and function.
    procedure: Option<(u32, u32)>,
}

impl Chunks {
    fn find(&self, number: u32) -> Option<usize> {
        let found = self.all.binary_search_by_key(&number, |shape| shape.number);
        found.ok()
    }

    pub(super) fn is_chunk(&self, number: u32) -> bool {
        !self.all.is_empty() && self.find(number).is_some()
    }

    /// Rule D7: whether some chunk comes after itself.
    pub(super) fn has_cycle(&self) -> bool {
        const NEVER: usize = usize::MAX;
        let mut visited = vec![NEVER; self.all.len()];
        (0..self.all.len()).any(|walk| {
            let mut current = Some(walk);
            while let Some(index) = current {
                if visited[index] != NEVER {
                    return visited[index] == walk;
                }
                visited[index] = walk;
                current = self.all[index].after;
            }
            false
        })
    }
}

impl<'a> Decoder<'a> {
    /// Fills the first two fields of a continuation or chunk, which lead to frames.
    /// Gives the index of the chunk they are in.
    pub(super) fn frames(&mut self, owner: Shell) -> Result<Option<usize>> {
        let start = self.reader.offset();
        match self.reader.byte()? {
            FALSE => Ok(None),
            CHUNK_AT => {
                let (index, offset) = self.known_frames()?;
                let value = self.chunks.all[index].value;
                self.builder.fill(owner, 0, value);
                let offset = Value::fixnum(i64::from(offset));
                self.builder.fill(owner, 1, offset);
                Ok(Some(index))
            }
            CHUNK => self.new_frames(start, owner),
            FROZEN => {
                self.begin_frozen(start)?;
                let start = self.reader.offset();
                match self.reader.byte()? {
                    CHUNK => self.new_frames(start, owner),
                    _ => self.reader.fail(start, DecodeFault::Expected("new frames")),
                }
            }
            _ => self.reader.fail(start, DecodeFault::Expected("frames")),
        }
    }

    fn new_frames(&mut self, start: usize, owner: Shell) -> Result<Option<usize>> {
        let (index, value) = self.chunk(start)?;
        self.builder.fill(owner, 0, value);
        Ok(Some(index))
    }

    fn known_frames(&mut self) -> Result<(usize, u32)> {
        let start = self.reader.offset();
        let distance = self.reader.index()?;
        let number = (self.objects.len() as u32).checked_sub(distance);
        let Some(index) = number.and_then(|number| self.chunks.find(number)) else {
            return self.reader.fail(start, DecodeFault::Range("chunk"));
        };
        self.check_stays(start, self.chunks.all[index].value)?;
        let start = self.reader.offset();
        let offset = self.reader.index()?;
        let starts = self.chunks.all[index].starts.clone();
        if self.chunks.starts[starts].binary_search(&offset).is_err() {
            return self.reader.fail(start, DecodeFault::Range("frame"));
        }
        Ok((index, offset))
    }

    fn chunk(&mut self, start: usize) -> Result<(usize, Value)> {
        let count = self.reader.count(4)?;
        if count == 0 {
            return self.not_canonical(start, "a chunk has no frames");
        }
        let first_start = self.chunks.starts.len();
        let first = self.chunks.slots.len();
        let mut points = Vec::new();
        let mut words = 0;
        for _ in 0..count {
            let point = self.frame(words)?;
            self.chunks.starts.push(words as u32);
            words += point.base();
            self.charge(3 + words)?;
            points.push(point);
        }
        let shell = self.builder.chunk_shell(&points);
        let index = self.chunks.all.len();
        let item = self.object(shell.value());
        self.chunks.all.push(Shape {
            number: item.number,
            value: item.value,
            starts: first_start..self.chunks.starts.len(),
            after: None,
        });
        self.tasks.push(Task::Slots(Slots {
            shell,
            index,
            first,
            next: first,
        }));
        Ok((index, item.value))
    }

    /// The description of a frame whose first word is at `offset`. Notes its slots.
    fn frame(&mut self, offset: usize) -> Result<PointRef<'a>> {
        let start = self.reader.offset();
        let unit = self.unit()?;
        let function = self.reader.index()?;
        let place = self.reader.index()?;
        let found = self.reader.index()? as usize;
        let units = self.units;
        let fragment = &units[unit as usize];
        let Some(code) = fragment.codes().get(function as usize) else {
            return self.reader.fail(start, DecodeFault::NoFunction(function));
        };
        let point = if place & 1 == 0 {
            PointRef::of_block(fragment, function, place >> 1)
        } else {
            LinkedUnit::of_fragment(fragment)
                .and_then(|linked| linked.fault_at(function, place >> 1))
        };
        let Some(point) = point.filter(|point| point.base() > 0) else {
            return self.reader.fail(start, DecodeFault::NoPoint);
        };
        let expected = point.slot_count();
        if found != expected {
            return self
                .reader
                .fail(start, DecodeFault::SlotCount { found, expected });
        }
        let noted = self.chunks.slots.len();
        if expected > self.reader.remaining() {
            return self.reader.fail(start, DecodeFault::Truncated);
        }
        let needs_procedure = code.free_count > 0;
        self.chunks.slots.extend(point.slots().map(|slot| Slot {
            field: slot_field(offset, point.base(), slot) as u32,
            procedure: (slot == 1 && needs_procedure).then_some((unit, function)),
        }));
        debug_assert_eq!(self.chunks.slots.len(), noted + expected);
        Ok(point)
    }

    pub(super) fn continue_slots(&mut self, slots: Slots) -> Result<()> {
        let Slots {
            shell,
            index,
            first,
            next,
        } = slots;
        // Whatever was opened inside this chunk is done, so its slots are the last ones.
        for position in next..self.chunks.slots.len() {
            let slot = self.chunks.slots[position];
            let start = self.reader.offset();
            let rest = Task::Slots(Slots {
                next: position + 1,
                ..slots
            });
            let (item, opened) = self.value_before(Some(rest))?;
            self.builder.fill(shell, slot.field as usize, item.value);
            self.check_procedure(start, slot, item)?;
            if opened {
                return Ok(());
            }
        }
        self.chunks.slots.truncate(first);
        self.chunks.all[index].after = self.frames(shell)?;
        Ok(())
    }

    /// Rule D6.
    fn check_procedure(&self, start: usize, slot: Slot, item: Item) -> Result<()> {
        let Some((unit, function)) = slot.procedure else {
            return Ok(());
        };
        let found = self
            .closures
            .binary_search_by_key(&item.number, |known| known.0);
        let good = found.is_ok_and(|index| {
            let (_, of_unit, run) = self.closures[index];
            let codes = self.units[unit as usize].codes();
            of_unit == unit && (run == function || codes[run as usize].clauses.contains(&function))
        });
        if good {
            return Ok(());
        }
        self.reader.fail(start, DecodeFault::WrongProcedure)
    }
}
