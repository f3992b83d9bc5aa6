//! Which registers hold slots, and the way of slots between registers and the frame.
//!
//! A register that an instruction uses is *pinned* until the next one: nothing is put into its
//! place. If all are taken, what one holds goes back to the frame (S1 in [`crate::state`]).

use super::*;

impl Emitter<'_> {
    /// Whether a register is pinned.
    fn is_pinned(&self, reg: Reg) -> bool {
        self.pinned >> reg.0 & 1 != 0
    }

    pub fn pin(&mut self, reg: Reg) {
        self.pinned |= 1 << reg.0;
    }

    /// A register for slot `slot` that holds nothing; another slot may go back to the frame for it.
    pub fn register_for(&mut self, slot: u8) -> Reg {
        let used = self.state.registers() | self.pinned;
        let is_free = |reg: &Reg| used >> reg.0 & 1 == 0;
        let hint = self.hints.iter().find(|(hinted, _)| *hinted == slot);
        let hint = hint.map(|&(_, reg)| reg).filter(is_free);
        let unwanted = |reg: &Reg| !self.hints.iter().any(|(_, wanted)| wanted == reg);
        let free = || ALLOCATABLE.into_iter().filter(is_free);
        let found = hint
            .or_else(|| free().find(unwanted))
            .or_else(|| free().next());
        let reg = match found {
            Some(reg) => reg,
            None => self.evict(),
        };
        self.pin(reg);
        reg
    }

    /// Makes a register free, preferably one that costs no store.
    fn evict(&mut self) -> Reg {
        let candidates = || {
            (0..ALLOCATABLE.len())
                .map(|index| ALLOCATABLE[(self.victim + index) % ALLOCATABLE.len()])
                .filter(|reg| !self.is_pinned(*reg))
        };
        let is_clean = |reg: &Reg| {
            let mut entries = self.state.entries().iter();
            !entries.any(|entry| entry.place == Location::Reg(*reg) && entry.dirty)
        };
        let found = candidates().find(is_clean).or_else(|| candidates().next());
        let reg = found.expect("an instruction uses fewer registers than there are");
        self.victim += 1;
        self.free_register(reg);
        reg
    }

    /// Stores what a register holds for slots whose frame does not have it, and forgets it.
    pub fn free_register(&mut self, reg: Reg) {
        for index in 0..self.state.entries().len() {
            let entry = self.state.entries()[index];
            if entry.place == Location::Reg(reg) && entry.dirty {
                self.store_entry(&entry);
            }
        }
        self.state.retain(|entry| entry.place != Location::Reg(reg));
    }

    /// Binds a slot to what it holds now.
    pub fn define(&mut self, slot: u8, place: Location) {
        self.bind(Entry {
            slot,
            place,
            dirty: true,
            fact: Fact::None,
        });
    }

    pub fn bind(&mut self, entry: Entry) {
        self.state.forget(entry.slot);
        if self.state.is_full() {
            let movable = |entry: &&Entry| match entry.place {
                Location::Reg(reg) => !self.is_pinned(reg),
                Location::Const(_) => true,
            };
            let victim = self.state.entries().iter().find(movable);
            let victim = *victim.expect("not every register is pinned");
            if victim.dirty {
                self.store_entry(&victim);
            }
            self.state.forget(victim.slot);
        }
        self.state.add(entry);
    }

    pub fn define_const(&mut self, slot: u8, value: Value) {
        let constant = self.constants.number(value.bits());
        self.define(slot, Location::Const(constant));
    }

    /// The value of a slot in a register, which is pinned.
    pub fn reg(&mut self, slot: u8) -> Reg {
        match self.state.get(slot) {
            Some(Entry {
                place: Location::Reg(reg),
                ..
            }) => {
                self.pin(reg);
                reg
            }
            Some(
                entry @ Entry {
                    place: Location::Const(constant),
                    ..
                },
            ) => {
                let reg = self.register_for(slot);
                self.asm.mov_imm(reg, self.constants.bits(constant));
                // Making room may have put it into the frame.
                let dirty = self.state.get(slot).is_some_and(|_| entry.dirty);
                let fact = match entry.fact {
                    Fact::None => facts::of_constant(self.constants.bits(constant)),
                    fact => fact,
                };
                self.bind(Entry {
                    slot,
                    place: Location::Reg(reg),
                    dirty,
                    fact,
                });
                reg
            }
            None => {
                let reg = self.register_for(slot);
                self.asm.load(reg, slot_at(slot));
                self.bind(Entry {
                    slot,
                    place: Location::Reg(reg),
                    dirty: false,
                    fact: self.known.fact(slot),
                });
                reg
            }
        }
    }

    /// Whether a register holds a slot and no other.
    pub fn is_only_in(&self, slot: u8, reg: Reg) -> bool {
        let entries = self.state.entries().iter();
        let mut held = entries.filter(|entry| entry.place == Location::Reg(reg));
        held.next().is_some_and(|entry| entry.slot == slot) && held.next().is_none()
    }

    /// The value of a slot, in a register or as a constant.
    pub fn operand(&mut self, slot: u8) -> Operand {
        match self.state.get(slot) {
            Some(Entry {
                place: Location::Const(constant),
                ..
            }) => Operand::Const(self.constants.bits(constant)),
            _ => Operand::Reg(self.reg(slot)),
        }
    }

    /// What is known of the value of a slot.
    pub fn fact(&self, slot: u8) -> Fact {
        self.state.get(slot).map_or(Fact::None, |entry| entry.fact)
    }

    /// What the slot holds is known from here on.
    pub fn learn(&mut self, slot: u8, fact: Fact) {
        for entry in self.state.entries_mut() {
            if entry.slot == slot {
                entry.fact = fact;
            }
        }
    }

    /// Learns what an instruction has shown that is behind the code now.
    pub fn learn_from(&mut self, instruction: &Instruction) {
        let shown = facts::shown(self.unit, instruction);
        for (slot, fact) in shown.operands {
            if fact != Fact::None {
                self.learn(slot, fact);
            }
        }
        if shown.result != Fact::None
            && let Some(slot) = instruction.written()
        {
            self.learn(slot, shown.result);
        }
        self.known.pass(&shown, instruction);
    }

    /// What all ways to a block have shown.
    pub fn known_where(&self, block: usize) -> Known {
        let known = self.meetings.get(block).copied().flatten();
        known.unwrap_or_default()
    }

    /// What is known where a block begins.
    pub fn know_beginning(&mut self, block: usize) {
        self.known = self.known_where(block);
        for entry in self.state.entries() {
            self.known.learn(entry.slot, entry.fact);
        }
    }

    /// Whether that is known of what is in a register.
    pub fn is_known(&self, reg: Reg, fact: Fact) -> bool {
        let is_that = |entry: &Entry| entry.place == Location::Reg(reg) && entry.fact == fact;
        self.state.entries().iter().any(is_that)
    }

    pub fn copy(&mut self, to: u8, from: u8) {
        if to == from {
            return;
        }
        if self.state.get(from).is_none() {
            // Where the copy is wanted, both are.
            let reg = self.register_for(to);
            self.asm.load(reg, slot_at(from));
            self.bind(Entry {
                slot: from,
                place: Location::Reg(reg),
                dirty: false,
                fact: Fact::None,
            });
        }
        let operand = self.operand(from);
        let place = match operand {
            Operand::Reg(reg) => Location::Reg(reg),
            Operand::Const(bits) => Location::Const(self.constants.number(bits)),
        };
        let fact = self.fact(from);
        self.bind(Entry {
            slot: to,
            place,
            dirty: true,
            fact,
        });
    }

    // The frame.

    /// Stores what an entry holds into its slot.
    pub fn store_entry(&mut self, entry: &Entry) {
        match entry.place {
            Location::Reg(reg) => {
                if let Fact::Unboxed(double) = entry.fact {
                    self.make_object(reg, Double(double));
                }
                self.asm.store(slot_at(entry.slot), reg);
            }
            Location::Const(constant) => {
                self.store_const(slot_at(entry.slot), self.constants.bits(constant));
            }
        }
    }

    /// Stores the dirty slots that `wanted` names.
    pub fn flush(&mut self, wanted: impl Fn(u8) -> bool) {
        for index in 0..self.state.entries().len() {
            let entry = self.state.entries()[index];
            if entry.dirty && wanted(entry.slot) {
                self.store_entry(&entry);
                self.state.entries_mut()[index].dirty = false;
            }
        }
    }

    /// Whether block `index + 1` is where a call returns to; its live slots without the result.
    pub fn live_after_call(&self, block: usize) -> crate::flow::Slots {
        crate::flow::Slots(self.code.points[block + 1].live)
    }
}
