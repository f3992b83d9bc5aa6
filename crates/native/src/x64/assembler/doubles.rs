//! Doubles: moves, arithmetic and comparisons of x86-64.

use super::*;

impl Assembler {
    pub fn load_double(&mut self, to: Double, from: Mem) {
        self.byte(0xf2);
        self.rex(to.0, from.0.0, false);
        self.byte(0x0f);
        self.byte(0x10);
        self.modrm_mem(to.0, from);
    }

    pub fn store_double(&mut self, to: Mem, from: Double) {
        self.byte(0xf2);
        self.rex(from.0, to.0.0, false);
        self.byte(0x0f);
        self.byte(0x11);
        self.modrm_mem(from.0, to);
    }

    /// The bits as they are.
    pub fn mov_to_double(&mut self, to: Double, from: Reg) {
        self.byte(0x66);
        self.rex_w(to.0, 0, from.0);
        self.byte(0x0f);
        self.byte(0x6e);
        self.modrm_reg(to.0, from.0);
    }

    /// The nearest double of an integer.
    pub fn convert(&mut self, to: Double, from: Reg) {
        self.byte(0xf2);
        self.rex_w(to.0, 0, from.0);
        self.byte(0x0f);
        self.byte(0x2a);
        self.modrm_reg(to.0, from.0);
    }

    pub fn mov_double(&mut self, to: Double, from: Double) {
        self.rex(to.0, from.0, false);
        self.byte(0x0f);
        self.byte(0x28);
        self.modrm_reg(to.0, from.0);
    }

    pub fn double_op(&mut self, op: DoubleOp, to: Double, from: Double) {
        self.byte(0xf2);
        self.rex(to.0, from.0, false);
        self.byte(0x0f);
        self.byte(op as u8);
        self.modrm_reg(to.0, from.0);
    }

    pub fn double_zero(&mut self, to: Double) {
        self.rex(to.0, to.0, false);
        self.byte(0x0f);
        self.byte(0x57);
        self.modrm_reg(to.0, to.0);
    }

    /// Sets the flags as a comparison of unsigned numbers does.
    pub fn compare_doubles(&mut self, left: Double, right: Double) {
        self.byte(0x66);
        self.rex(left.0, right.0, false);
        self.byte(0x0f);
        self.byte(0x2e);
        self.modrm_reg(left.0, right.0);
    }
}
