//! Arithmetic and comparisons of AArch64, on registers and memory; doubles are elsewhere.

use super::*;

impl Assembler {
    pub fn alu(&mut self, op: Alu, to: Reg, left: Reg, right: Reg) {
        self.registers(op as u32, to, left, right);
    }

    /// The right operand shifted left.
    pub fn alu_shifted(&mut self, op: Alu, to: Reg, left: Reg, right: Reg, count: u32) {
        self.registers(op as u32 | count << 10, to, left, right);
    }

    /// A sum with a constant, in one instruction if there is one: `word` adds 12 bits, and the same
    /// with bit 30 subtracts them.
    fn sum(&mut self, word: u32, to: Reg, from: Reg, value: i64) -> bool {
        let (word, size) = if value < 0 {
            (word | 1 << 30, value.unsigned_abs())
        } else {
            (word, value as u64)
        };
        if size < 1 << 12 {
            self.number(word, to, from, size as u32);
        } else if size < 1 << 24 && size & 0xfff == 0 {
            self.number(word | 1 << 22, to, from, (size >> 12) as u32);
        } else {
            return false;
        }
        true
    }

    /// `to` := `from` + `value`; neither is the native stack pointer.
    pub fn add_imm(&mut self, to: Reg, from: Reg, value: i64) {
        if !self.sum(0x9100_0000, to, from, value) {
            self.mov_imm(TEMP, value as u64);
            self.alu(Alu::Add, to, from, TEMP);
        }
    }

    /// The same, and sets the flags.
    pub fn add_imm_flags(&mut self, to: Reg, from: Reg, value: i64) {
        if !self.sum(0xb100_0000, to, from, value) {
            self.mov_imm(TEMP, value as u64);
            self.alu(Alu::AddFlags, to, from, TEMP);
        }
    }

    /// One more.
    pub fn inc(&mut self, reg: Reg) {
        self.add_imm(reg, reg, 1);
    }

    /// One less, with flags.
    pub fn dec(&mut self, reg: Reg) {
        self.add_imm_flags(reg, reg, -1);
    }

    pub fn cmp(&mut self, left: Reg, right: Reg) {
        self.alu(Alu::SubFlags, ZERO, left, right);
    }

    pub fn cmp_imm(&mut self, left: Reg, value: u64) {
        let number = value as i64;
        let word = if number < 0 { 0xb100_0000 } else { 0xf100_0000 };
        if number.unsigned_abs() < 1 << 12 {
            self.number(word, ZERO, left, number.unsigned_abs() as u32);
        } else {
            self.mov_imm(TEMP, value);
            self.cmp(left, TEMP);
        }
    }

    /// Sets the flags of `left` and the bits of `mask`, which are in one row.
    pub fn test(&mut self, left: Reg, mask: u64) {
        self.logical(0xf200_0000, ZERO, left, mask);
    }

    /// `to` := `from` and the bits of `mask`, which are in one row.
    pub fn and_imm(&mut self, to: Reg, from: Reg, mask: u64) {
        self.logical(0x9200_0000, to, from, mask);
    }

    fn logical(&mut self, word: u32, to: Reg, from: Reg, mask: u64) {
        let (start, ones) = row_of_ones(mask).expect("masks are rows of ones");
        let rotation = (64 - start) % 64;
        self.number(word | 1 << 22, to, from, rotation << 6 | (ones - 1));
    }

    pub fn shift(&mut self, shift: Shift, to: Reg, from: Reg, count: u32) {
        match shift {
            Shift::Left => self.field(0xd340_0000, to, from, (64 - count) % 64, 63 - count),
            Shift::Right => self.field(0xd340_0000, to, from, count, 63),
            Shift::RightSigned => self.field(0x9340_0000, to, from, count, 63),
        }
    }

    fn field(&mut self, word: u32, to: Reg, from: Reg, rotation: u32, last: u32) {
        self.number(word, to, from, rotation << 6 | last);
    }

    /// The lower half of the product.
    pub fn mul(&mut self, to: Reg, left: Reg, right: Reg) {
        self.registers(0x9b00_7c00, to, left, right);
    }

    /// The upper half of the signed product.
    pub fn mul_high(&mut self, to: Reg, left: Reg, right: Reg) {
        self.registers(0x9b40_7c00, to, left, right);
    }

    /// Compares `left` with the sign of `right` in all its bits.
    pub fn cmp_sign(&mut self, left: Reg, right: Reg) {
        self.registers(
            Alu::SubFlags as u32 | 0b10 << 22 | 63 << 10,
            ZERO,
            left,
            right,
        );
    }

    pub fn div(&mut self, to: Reg, left: Reg, right: Reg) {
        self.registers(0x9ac0_0c00, to, left, right);
    }

    /// `to` := `from` - `left` * `right`.
    pub fn mul_sub(&mut self, to: Reg, left: Reg, right: Reg, from: Reg) {
        self.registers(0x9b00_8000 | u32::from(from.0) << 10, to, left, right);
    }
}
