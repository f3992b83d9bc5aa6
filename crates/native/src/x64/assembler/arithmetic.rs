//! Arithmetic and comparisons of x86-64, on registers and memory; doubles are elsewhere.

use super::*;

impl Assembler {
    pub fn alu(&mut self, op: Alu, to: Reg, from: Reg) {
        self.wide_reg((op as u8) << 3 | 1, from.0, to.0);
    }

    pub fn alu_imm(&mut self, op: Alu, to: Reg, value: i32) {
        self.rex_w(0, 0, to.0);
        self.alu_with(op, to, value);
    }

    /// On the low 32 bits; the others become zero.
    pub fn alu_imm_32(&mut self, op: Alu, to: Reg, value: i32) {
        self.rex(0, to.0, false);
        self.alu_with(op, to, value);
    }

    /// What follows the prefix.
    fn alu_with(&mut self, op: Alu, to: Reg, value: i32) {
        if let Ok(value) = i8::try_from(value) {
            self.byte(0x83);
            self.modrm_reg(op as u8, to.0);
            self.byte(value as u8);
        } else {
            self.byte(0x81);
            self.modrm_reg(op as u8, to.0);
            self.word(value as u32);
        }
    }

    pub fn alu_mem(&mut self, op: Alu, to: Reg, from: Mem) {
        self.wide_mem((op as u8) << 3 | 3, to.0, from);
    }

    /// On the low 32 bits.
    pub fn alu_mem_32(&mut self, op: Alu, to: Reg, from: Mem) {
        self.rex(to.0, from.0.0, false);
        self.byte((op as u8) << 3 | 3);
        self.modrm_mem(to.0, from);
    }

    /// On 64 bits of memory, with a sign-extended constant.
    pub fn cmp_mem(&mut self, left: Mem, value: i32) {
        self.wide_mem(0x81, Alu::Cmp as u8, left);
        self.word(value as u32);
    }

    /// `to` := the sum of two registers and a distance. Leaves the flags alone.
    pub fn lea_sum(&mut self, to: Reg, left: Reg, right: Reg, disp: i32) {
        self.rex_w(to.0, right.0, left.0);
        self.byte(0x8d);
        self.sib(to, left, right, disp);
    }

    /// On 32 bits of memory.
    pub fn cmp_mem_32(&mut self, left: Mem, value: i32) {
        self.rex(0, left.0.0, false);
        self.byte(0x81);
        self.modrm_mem(Alu::Cmp as u8, left);
        self.word(value as u32);
    }

    /// On a byte of memory.
    pub fn cmp_mem_8(&mut self, left: Mem, value: u8) {
        self.rex(0, left.0.0, false);
        self.byte(0x80);
        self.modrm_mem(Alu::Cmp as u8, left);
        self.byte(value);
    }

    /// On the lowest byte of a register.
    pub fn cmp_8(&mut self, left: Reg, value: u8) {
        self.rex(0, left.0, true);
        self.byte(0x80);
        self.modrm_reg(Alu::Cmp as u8, left.0);
        self.byte(value);
    }

    /// Tests bits of the lowest byte.
    pub fn test_8(&mut self, left: Reg, bits: u8) {
        if left == RAX {
            self.byte(0xa8);
        } else {
            self.rex(0, left.0, true);
            self.byte(0xf6);
            self.modrm_reg(0, left.0);
        }
        self.byte(bits);
    }

    pub fn test(&mut self, left: Reg, right: Reg) {
        self.rex_w(right.0, 0, left.0);
        self.byte(0x85);
        self.modrm_reg(right.0, left.0);
    }

    pub fn shift(&mut self, shift: Shift, reg: Reg, count: u8) {
        self.rex_w(0, 0, reg.0);
        self.byte(0xc1);
        self.modrm_reg(shift as u8, reg.0);
        self.byte(count);
    }

    pub fn imul(&mut self, to: Reg, from: Reg) {
        self.rex_w(to.0, 0, from.0);
        self.byte(0x0f);
        self.byte(0xaf);
        self.modrm_reg(to.0, from.0);
    }

    /// Extends RAX to RDX:RAX.
    pub fn cqo(&mut self) {
        self.byte(0x48);
        self.byte(0x99);
    }

    /// RAX and RDX := quotient and remainder of RDX:RAX.
    pub fn idiv(&mut self, by: Reg) {
        self.rex_w(0, 0, by.0);
        self.byte(0xf7);
        self.modrm_reg(7, by.0);
    }

    pub fn dec(&mut self, reg: Reg) {
        self.rex_w(0, 0, reg.0);
        self.byte(0xff);
        self.modrm_reg(1, reg.0);
    }

    pub fn inc(&mut self, reg: Reg) {
        self.rex_w(0, 0, reg.0);
        self.byte(0xff);
        self.modrm_reg(0, reg.0);
    }

    pub fn neg(&mut self, reg: Reg) {
        self.rex_w(0, 0, reg.0);
        self.byte(0xf7);
        self.modrm_reg(3, reg.0);
    }
}
