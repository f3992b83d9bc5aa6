//! Doubles: moves, arithmetic and comparisons of AArch64.

use super::*;

impl Assembler {
    pub fn load_double(&mut self, to: Double, from: Mem) {
        self.access(0xfd40_0000, 3, Reg(to.0), from);
    }

    pub fn store_double(&mut self, to: Mem, from: Double) {
        self.access(0xfd00_0000, 3, Reg(from.0), to);
    }

    /// The bits as they are.
    pub fn mov_to_double(&mut self, to: Double, from: Reg) {
        self.number(0x9e67_0000, Reg(to.0), from, 0);
    }

    pub fn mov_double(&mut self, to: Double, from: Double) {
        self.number(0x1e60_4000, Reg(to.0), Reg(from.0), 0);
    }

    /// The double that is the signed number.
    pub fn convert(&mut self, to: Double, from: Reg) {
        self.number(0x9e62_0000, Reg(to.0), from, 0);
    }

    pub fn double_op(&mut self, op: DoubleOp, to: Double, left: Double, right: Double) {
        self.registers(op as u32, Reg(to.0), Reg(left.0), Reg(right.0));
    }

    pub fn square_root(&mut self, to: Double, from: Double) {
        self.number(0x1e61_c000, Reg(to.0), Reg(from.0), 0);
    }

    pub fn compare_doubles(&mut self, left: Double, right: Double) {
        self.registers(0x1e60_2000, Reg(0), Reg(left.0), Reg(right.0));
    }

    pub fn compare_with_zero(&mut self, left: Double) {
        self.registers(0x1e60_2008, Reg(0), Reg(left.0), Reg(0));
    }
}
