//! Instructions that read and set top-level variables; where their values are found is in the files of
//! the processor.

use super::*;
use crate::processor::variables::{VALUE, place_of};
use mound_machine::Resolved;

impl Emitter<'_> {
    /// A variable that is bound to a procedure for good is a constant.
    pub fn global(&mut self, instruction: Instruction, reference: u32) {
        let f = instruction.fields;
        let unit = self.unit;
        let cell = match unit.reference(reference) {
            Resolved::Constant(value) => return self.define_const(slot_of(f.a), *value),
            Resolved::Cell(cell) => cell,
        };
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.load_variable(to, cell, slow.label);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Only what the process has bound before has a place. The table is searched for what is young
    /// as a whole, so that no note is needed.
    pub fn set_global(&mut self, instruction: Instruction, reference: u32) {
        let f = instruction.fields;
        let unit = self.unit;
        let Resolved::Cell(cell) = unit.reference(reference) else {
            return self.step(instruction);
        };
        let Some(place) = place_of(cell) else {
            return self.step(instruction);
        };
        // In a register: the address of the entry is where a constant would be made.
        let value = self.reg(slot_of(f.a));
        let slow = self.begin_slow();
        self.own_entry(cell, place, slow.label);
        self.asm.store(VALUE, value);
        self.end_slow(slow, &instruction);
    }
}
