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
pub enum Location {
    Reg(Reg),
    Const(Constant),
}

/// The bits of a value that the code names, by their number among its [`Constants`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant(u16);

/// The values that a function names. States are copied often, and numbers of constants are short.
#[derive(Debug, Default)]
pub struct Constants(Vec<u64>);

impl Constants {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn number(&mut self, bits: u64) -> Constant {
        // What is named again was mostly named just before.
        let found = self.0.iter().rposition(|&one| one == bits);
        let index = found.unwrap_or_else(|| {
            self.0.push(bits);
            self.0.len() - 1
        });
        Constant(u16::try_from(index).expect("a function has fewer instructions"))
    }

    pub fn bits(&self, constant: Constant) -> u64 {
        self.0[constant.0 as usize]
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    None,
    Pair,
    Vector,
    Fixnum,
    Character,
    /// A record of the type that this constant is.
    Record(Constant),
    /// A number; if it is a flonum, its double may be in the register of that number instead of
    /// an object.
    Unboxed(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub slot: u8,
    pub place: Location,
    pub dirty: bool,
    pub fact: Fact,
}

/// More are not followed: they stay in the frame.
const ENTRIES_MAX: usize = 24;

// Copies are cheap.
const _: () = assert!(size_of::<State>() <= 10 * ENTRIES_MAX + 8);

/// The entry of a slot, if it has one.
pub fn of_slot(entries: &[Entry], slot: u8) -> Option<Entry> {
    entries.iter().find(|entry| entry.slot == slot).copied()
}

/// Where a state stands among [`States`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Saved {
    start: u32,
    length: u8,
}

/// States that are looked at later, one behind the other without what they do not use: a function has
/// many, and most are small.
#[derive(Debug, Default)]
pub struct States(Vec<Entry>);

impl States {
    /// With room for those of a middling function.
    pub fn with_room() -> States {
        States(Vec::with_capacity(1024))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn save(&mut self, state: &State) -> Saved {
        let start = u32::try_from(self.0.len()).expect("a function has fewer instructions");
        self.0.extend_from_slice(state.entries());
        Saved {
            start,
            length: state.length,
        }
    }

    pub fn entries(&self, saved: Saved) -> &[Entry] {
        let start = saved.start as usize;
        &self.0[start..start + saved.length as usize]
    }

    pub fn state(&self, saved: Saved) -> State {
        State::of(self.entries(saved))
    }
}

/// See the top of this file.
#[derive(Clone, Copy, Debug)]
pub struct State {
    entries: [Entry; ENTRIES_MAX],
    length: u8,
}

impl State {
    pub const EMPTY: State = State {
        entries: [Entry {
            slot: 0,
            place: Location::Reg(Reg(0)),
            dirty: false,
            fact: Fact::None,
        }; ENTRIES_MAX],
        length: 0,
    };

    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.length as usize]
    }

    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries[..self.length as usize]
    }

    pub fn get(&self, slot: u8) -> Option<Entry> {
        of_slot(self.entries(), slot)
    }

    pub fn is_full(&self) -> bool {
        self.length as usize == ENTRIES_MAX
    }

    /// Adds an entry for a slot that has none.
    pub fn add(&mut self, entry: Entry) {
        debug_assert!(self.get(entry.slot).is_none());
        self.entries[self.length as usize] = entry;
        self.length += 1;
    }

    pub fn forget(&mut self, slot: u8) {
        self.retain(|entry| entry.slot != slot);
    }

    pub fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        let mut kept = 0;
        for index in 0..self.length as usize {
            if keep(&self.entries[index]) {
                self.entries[kept] = self.entries[index];
                kept += 1;
            }
        }
        self.length = kept as u8;
    }

    /// Without what is not in `live`.
    pub fn restricted(mut self, live: Slots) -> State {
        self.retain(|entry| live.has(entry.slot));
        self
    }

    fn of(entries: &[Entry]) -> State {
        let mut state = State::EMPTY;
        state.entries[..entries.len()].copy_from_slice(entries);
        state.length = entries.len() as u8;
        state
    }

    /// The registers in use, one bit each.
    pub fn registers(&self) -> u32 {
        self.entries()
            .iter()
            .fold(0, |registers, entry| match entry.place {
                Location::Reg(reg) => registers | 1 << reg.0,
                Location::Const(_) => registers,
            })
    }
}
