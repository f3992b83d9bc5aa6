//! Calls of leaf primitives that have no code of their own here: first of the quick entry, where there is one.
//!
//! All slots are in the frame meanwhile: a leaf may collect, and the interpreter tells what it raises.

use super::*;
use mound_machine::quick::{NOTHING_DONE, Quick};

impl Emitter<'_> {
    /// Calls the implementation of a leaf primitive; first its quick entry, if it has one.
    pub fn call_leaf(&mut self, instruction: Instruction) {
        self.flush(|_| true);
        match self.unit.quick(instruction.w) {
            Some(quick) => self.ask_quickly(&instruction, quick),
            None => self.ask_leaf(&instruction),
        }
        self.state
            .retain(|entry| matches!(entry.place, Location::Const(_)));
        let slot = slot_of(instruction.fields.a);
        self.state.forget(slot);
        self.pinned = 0;
        let to = self.register_for(slot);
        self.asm.mov(to, SCRATCH);
        self.define(slot, Location::Reg(to));
    }

    /// Calls a quick entry, and its leaf if that does nothing, with all slots in the frame.
    fn ask_quickly(&mut self, instruction: &Instruction, quick: Quick) {
        self.operands_of_leaf(instruction);
        self.asm.mov_imm(stubs::PRIMITIVE, quick as usize as u64);
        let address = &raw const self.code.instructions[instruction.at];
        self.asm.mov_imm(SCRATCH, address as u64);
        self.calls_quick_entries = true;
        self.asm.call(self.quick);
        self.cmp(SCRATCH, Operand::Const(NOTHING_DONE.bits()));
        let label = self.asm.label();
        self.asm.jcc(Cond::Equal, label);
        let back = self.asm.here();
        self.cold.push(Cold::Leaf {
            label,
            instruction: *instruction,
            back,
        });
    }

    /// Calls a leaf primitive with all slots in the frame.
    pub fn ask_leaf(&mut self, instruction: &Instruction) {
        self.operands_of_leaf(instruction);
        let leaf = self.unit.leaf(instruction.w);
        self.asm.mov_imm(stubs::PRIMITIVE, leaf as usize as u64);
        self.asm.mov_imm(SCRATCH, instruction.at as u64);
        match self.unit.primitive_name(instruction.w) {
            "%send-here" => {
                self.sends = true;
                self.asm.call(self.send);
            }
            _ => {
                self.calls_leaves = true;
                self.asm.call(self.leaf);
            }
        }
    }

    fn operands_of_leaf(&mut self, instruction: &Instruction) {
        let f = instruction.fields;
        let arguments = u64::from(f.c) << 32 | u64::from(slot_of(f.b));
        self.asm.mov_imm(stubs::OPERANDS, arguments);
    }
}
