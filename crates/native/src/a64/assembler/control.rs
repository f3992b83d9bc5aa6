//! Jumps, calls and returns of AArch64, and what stands between pieces of code.

use super::*;

impl Assembler {
    fn branch(&mut self, word: u32, label: Label, reach: Reach) {
        self.to_labels.push((self.position(), label, reach));
        self.word(word);
    }

    pub fn jmp(&mut self, label: Label) {
        self.branch(JUMP, label, Reach::Far);
    }

    /// A jump that can be changed by one store; returns where it is.
    pub fn jmp_patchable(&mut self, label: Label) -> u32 {
        self.jmp(label);
        self.position() - 4
    }

    pub fn jcc(&mut self, cond: Cond, label: Label) {
        self.branch(0x5400_0000 | cond as u32, label, Reach::Near);
    }

    pub fn jump_if_zero(&mut self, reg: Reg, label: Label) {
        self.branch(0xb400_0000 | u32::from(reg.0), label, Reach::Near);
    }

    /// Jumps unless the register is zero.
    pub fn jump_unless_zero(&mut self, reg: Reg, label: Label) {
        self.branch(0xb500_0000 | u32::from(reg.0), label, Reach::Near);
    }

    /// Leaves the place after it in x30.
    pub fn call(&mut self, label: Label) {
        self.branch(CALL, label, Reach::Far);
    }

    pub fn jmp_out(&mut self, address: usize) {
        self.to_addresses.push((self.position(), address));
        self.word(JUMP);
    }

    /// To where the word at a place says.
    pub fn jmp_mem(&mut self, target: Mem) {
        self.load(TEMP, target);
        self.jmp_reg(TEMP);
    }

    pub fn jmp_reg(&mut self, target: Reg) {
        self.registers(0xd61f_0000, Reg(0), target, Reg(0));
    }

    pub fn call_reg(&mut self, target: Reg) {
        self.registers(0xd63f_0000, Reg(0), target, Reg(0));
    }

    pub fn ret(&mut self) {
        self.registers(0xd65f_0000, Reg(0), X30, Reg(0));
    }

    /// Fills up to a multiple of `alignment`, with what traps if it is ever run.
    pub fn align(&mut self, alignment: u32) {
        while !self.position().is_multiple_of(alignment) {
            self.word(0xd420_0000);
        }
    }
}
