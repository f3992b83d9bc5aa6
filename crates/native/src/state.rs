//! Which slots are in registers, at one place in the code; the same for every processor.
//!
//! A slot has its value in the frame, in a register, or as a constant that need not
//! be anywhere. *Dirty* means that the frame does not have it yet: the slot must be
//! stored before anything looks at the frame.
//!
//! Invariant S1: where machine code calls the machine, every slot that is defined there and
//! not dirty has its value in the frame; dirty ones are stored first.

use crate::flow::Slots;

/// A register of 64 bits, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reg(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Reg(Reg),
    Const(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub slot: u8,
    pub place: Place,
    pub dirty: bool,
    /// It is known to be a pair.
    pub pair: bool,
}

/// More are not followed: they stay in the frame.
const ENTRIES_MAX: usize = 24;

/// See the top of this file.
#[derive(Clone, Copy, Debug)]
pub struct State {
    entries: [Entry; ENTRIES_MAX],
    length: usize,
}

impl State {
    pub const EMPTY: State = State {
        entries: [Entry {
            slot: 0,
            place: Place::Const(0),
            dirty: false,
            pair: false,
        }; ENTRIES_MAX],
        length: 0,
    };

    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.length]
    }

    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries[..self.length]
    }

    pub fn get(&self, slot: u8) -> Option<Entry> {
        self.entries()
            .iter()
            .find(|entry| entry.slot == slot)
            .copied()
    }

    pub fn is_full(&self) -> bool {
        self.length == ENTRIES_MAX
    }

    /// Adds an entry for a slot that has none.
    pub fn add(&mut self, entry: Entry) {
        debug_assert!(self.get(entry.slot).is_none());
        self.entries[self.length] = entry;
        self.length += 1;
    }

    pub fn forget(&mut self, slot: u8) {
        self.retain(|entry| entry.slot != slot);
    }

    pub fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        let mut kept = 0;
        for index in 0..self.length {
            if keep(&self.entries[index]) {
                self.entries[kept] = self.entries[index];
                kept += 1;
            }
        }
        self.length = kept;
    }

    /// Without what is not in `live`.
    pub fn restricted(mut self, live: Slots) -> State {
        self.retain(|entry| live.has(entry.slot));
        self
    }

    /// The registers in use, one bit each.
    pub fn registers(&self) -> u32 {
        self.entries()
            .iter()
            .fold(0, |registers, entry| match entry.place {
                Place::Reg(reg) => registers | 1 << reg.0,
                Place::Const(_) => registers,
            })
    }
}
