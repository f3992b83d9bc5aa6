//! Instructions of x86-64 as bytes: the few that the emitter needs.
//!
//! Addresses are those of the place where the code will run, which is known only when
//! it is copied there: jumps within a piece go to labels, and jumps out of it are
//! noted and made relative by [`Assembler::finish`].
//!
//! Knows registers and encodings, and nothing of values, slots or frames.

pub use crate::state::Reg;

pub const RAX: Reg = Reg(0);
pub const RCX: Reg = Reg(1);
pub const RDX: Reg = Reg(2);
pub const RBX: Reg = Reg(3);
pub const RSP: Reg = Reg(4);
pub const RBP: Reg = Reg(5);
pub const RSI: Reg = Reg(6);
pub const RDI: Reg = Reg(7);
pub const R8: Reg = Reg(8);
pub const R9: Reg = Reg(9);
pub const R10: Reg = Reg(10);
pub const R11: Reg = Reg(11);
pub const R12: Reg = Reg(12);
pub const R13: Reg = Reg(13);
pub const R14: Reg = Reg(14);
pub const R15: Reg = Reg(15);

/// A register for a double, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Double(pub u8);

pub const D0: Double = Double(0);
pub const D1: Double = Double(1);

/// The code of a function is no longer: distances have 32 bits.
pub const BYTES_MAX: u32 = 1 << 30;

/// A place in the code of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// A memory operand: base register and distance in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mem(pub Reg, pub i32);

/// Conditions of jumps and moves, as the processor numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cond {
    Overflow = 0,
    Below = 2,
    AboveOrEqual = 3,
    Equal = 4,
    NotEqual = 5,
    BelowOrEqual = 6,
    Above = 7,
    /// Of doubles that were compared: one is no number.
    Parity = 10,
    Less = 12,
    GreaterOrEqual = 13,
    LessOrEqual = 14,
    Greater = 15,
}

impl Cond {
    /// The condition that holds when this one does not.
    pub fn inverse(self) -> Cond {
        match self {
            Cond::Overflow | Cond::Parity => unreachable!("nobody asks for the opposite"),
            Cond::Below => Cond::AboveOrEqual,
            Cond::AboveOrEqual => Cond::Below,
            Cond::Equal => Cond::NotEqual,
            Cond::NotEqual => Cond::Equal,
            Cond::BelowOrEqual => Cond::Above,
            Cond::Above => Cond::BelowOrEqual,
            Cond::Less => Cond::GreaterOrEqual,
            Cond::GreaterOrEqual => Cond::Less,
            Cond::LessOrEqual => Cond::Greater,
            Cond::Greater => Cond::LessOrEqual,
        }
    }
}

/// Two-operand arithmetic; the number is that of the encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Alu {
    Add = 0,
    Or = 1,
    And = 4,
    Sub = 5,
    Cmp = 7,
}

/// Shifts by a constant; the number is that of the encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Shift {
    Left = 4,
    Right = 5,
    RightSigned = 7,
}

/// Arithmetic on doubles; the number is that of the encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum DoubleOp {
    SquareRoot = 0x51,
    Add = 0x58,
    Multiply = 0x59,
    Subtract = 0x5c,
    Divide = 0x5e,
}

const UNBOUND: u32 = u32::MAX;

/// See the top of this file.
#[derive(Default)]
pub struct Assembler {
    bytes: Vec<u8>,
    /// Where each label is.
    labels: Vec<u32>,
    /// Distances of 32 bits that lead to labels.
    to_labels: Vec<(u32, Label)>,
    /// Distances of 32 bits that lead out of the piece.
    to_addresses: Vec<(u32, usize)>,
}

impl Assembler {
    /// Where the next instruction will be.
    pub fn position(&self) -> u32 {
        self.bytes.len() as u32
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn bind(&mut self, label: Label) {
        debug_assert!(self.labels[label.0 as usize] == UNBOUND);
        self.labels[label.0 as usize] = self.position();
    }

    /// A new label, here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Where a bound label is.
    pub fn offset(&self, label: Label) -> u32 {
        debug_assert!(self.labels[label.0 as usize] != UNBOUND);
        self.labels[label.0 as usize]
    }

    /// The bytes, to run at `address`.
    pub fn finish(mut self, address: usize) -> Vec<u8> {
        for &(at, label) in &self.to_labels {
            let target = self.labels[label.0 as usize];
            debug_assert!(target != UNBOUND, "every label is bound");
            let distance = target.wrapping_sub(at + 4);
            self.bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
        }
        for &(at, target) in &self.to_addresses {
            let distance = target.wrapping_sub(address + at as usize + 4) as u32;
            self.bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
        }
        self.bytes
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    /// The prefix for operands of 64 bits.
    fn rex_w(&mut self, reg: u8, index: u8, base: u8) {
        self.byte(0x48 | (reg >> 3) << 2 | (index >> 3) << 1 | base >> 3);
    }

    /// The prefix for other operands, if it is needed.
    fn rex(&mut self, reg: u8, base: u8, bytes: bool) {
        let rex = 0x40 | (reg >> 3) << 2 | base >> 3;
        // Without a prefix, numbers 4 to 7 would be the second bytes of the first four registers.
        if rex != 0x40 || (bytes && (4..8).contains(&base)) {
            self.byte(rex);
        }
    }

    fn modrm_reg(&mut self, reg: u8, rm: u8) {
        self.byte(0xc0 | (reg & 7) << 3 | rm & 7);
    }

    fn modrm_mem(&mut self, reg: u8, Mem(base, disp): Mem) {
        let low = base.0 & 7;
        let size = if disp == 0 && low != 5 {
            0x00
        } else if i8::try_from(disp).is_ok() {
            0x40
        } else {
            0x80
        };
        self.byte(size | (reg & 7) << 3 | low);
        if low == 4 {
            self.byte(0x24);
        }
        self.displacement(size, disp);
    }

    fn displacement(&mut self, size: u8, disp: i32) {
        match size {
            0x00 => {}
            0x40 => self.byte(disp as u8),
            _ => self.word(disp as u32),
        }
    }

    // Moves.

    pub fn mov(&mut self, to: Reg, from: Reg) {
        if to != from {
            self.rex_w(from.0, 0, to.0);
            self.byte(0x89);
            self.modrm_reg(from.0, to.0);
        }
    }

    /// Leaves the flags alone.
    pub fn mov_imm(&mut self, to: Reg, value: u64) {
        if value <= u32::MAX as u64 {
            self.rex(0, to.0, false);
            self.byte(0xb8 | to.0 & 7);
            self.word(value as u32);
        } else if let Ok(value) = i32::try_from(value as i64) {
            self.rex_w(0, 0, to.0);
            self.byte(0xc7);
            self.modrm_reg(0, to.0);
            self.word(value as u32);
        } else {
            self.rex_w(0, 0, to.0);
            self.byte(0xb8 | to.0 & 7);
            self.bytes.extend_from_slice(&value.to_le_bytes());
        }
    }

    pub fn load(&mut self, to: Reg, from: Mem) {
        self.rex_w(to.0, 0, from.0.0);
        self.byte(0x8b);
        self.modrm_mem(to.0, from);
    }

    pub fn store(&mut self, to: Mem, from: Reg) {
        self.rex_w(from.0, 0, to.0.0);
        self.byte(0x89);
        self.modrm_mem(from.0, to);
    }

    /// Stores a sign-extended constant as 64 bits.
    pub fn store_imm(&mut self, to: Mem, value: i32) {
        self.rex_w(0, 0, to.0.0);
        self.byte(0xc7);
        self.modrm_mem(0, to);
        self.word(value as u32);
    }

    /// The word at base + index + distance.
    pub fn load_indexed(&mut self, to: Reg, base: Reg, index: Reg, disp: i32) {
        self.rex_w(to.0, index.0, base.0);
        self.byte(0x8b);
        self.sib(to, base, index, disp);
    }

    pub fn store_indexed(&mut self, base: Reg, index: Reg, disp: i32, from: Reg) {
        self.rex_w(from.0, index.0, base.0);
        self.byte(0x89);
        self.sib(from, base, index, disp);
    }

    /// The byte at base + index + distance, extended by zeros.
    pub fn load_byte_indexed(&mut self, to: Reg, base: Reg, index: Reg, disp: i32) {
        self.rex_w(to.0, index.0, base.0);
        self.byte(0x0f);
        self.byte(0xb6);
        self.sib(to, base, index, disp);
    }

    /// Stores the lowest byte of `from`, which is one of the first four registers.
    pub fn store_byte_indexed(&mut self, base: Reg, index: Reg, disp: i32, from: Reg) {
        debug_assert!(from.0 < 4);
        self.rex_w(from.0, index.0, base.0);
        self.byte(0x88);
        self.sib(from, base, index, disp);
    }

    fn sib(&mut self, reg: Reg, base: Reg, index: Reg, disp: i32) {
        debug_assert!(index != RSP);
        let size = if i8::try_from(disp).is_ok() {
            0x40
        } else {
            0x80
        };
        self.byte(size | (reg.0 & 7) << 3 | 4);
        self.byte((index.0 & 7) << 3 | base.0 & 7);
        self.displacement(size, disp);
    }

    /// 32 bits, extended by zeros.
    pub fn load_32(&mut self, to: Reg, from: Mem) {
        self.rex(to.0, from.0.0, false);
        self.byte(0x8b);
        self.modrm_mem(to.0, from);
    }

    pub fn lea(&mut self, to: Reg, from: Mem) {
        self.rex_w(to.0, 0, from.0.0);
        self.byte(0x8d);
        self.modrm_mem(to.0, from);
    }

    /// Only the low 32 bits of the sum, extended by zeros.
    pub fn lea_32(&mut self, to: Reg, from: Mem) {
        self.rex(to.0, from.0.0, false);
        self.byte(0x8d);
        self.modrm_mem(to.0, from);
    }

    /// `to` := `from` if the flags say `cond`.
    pub fn move_if(&mut self, cond: Cond, to: Reg, from: Reg) {
        self.rex_w(to.0, 0, from.0);
        self.byte(0x0f);
        self.byte(0x40 | cond as u8);
        self.modrm_reg(to.0, from.0);
    }

    pub fn push(&mut self, reg: Reg) {
        self.rex(0, reg.0, false);
        self.byte(0x50 | reg.0 & 7);
    }

    pub fn pop(&mut self, reg: Reg) {
        self.rex(0, reg.0, false);
        self.byte(0x58 | reg.0 & 7);
    }

    // Arithmetic.

    pub fn alu(&mut self, op: Alu, to: Reg, from: Reg) {
        self.rex_w(from.0, 0, to.0);
        self.byte((op as u8) << 3 | 1);
        self.modrm_reg(from.0, to.0);
    }

    pub fn alu_imm(&mut self, op: Alu, to: Reg, value: i32) {
        self.rex_w(0, 0, to.0);
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

    /// On the low 32 bits; the others become zero.
    pub fn alu_imm_32(&mut self, op: Alu, to: Reg, value: i32) {
        self.rex(0, to.0, false);
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
        self.rex_w(to.0, 0, from.0.0);
        self.byte((op as u8) << 3 | 3);
        self.modrm_mem(to.0, from);
    }

    /// On the low 32 bits.
    pub fn alu_mem_32(&mut self, op: Alu, to: Reg, from: Mem) {
        self.rex(to.0, from.0.0, false);
        self.byte((op as u8) << 3 | 3);
        self.modrm_mem(to.0, from);
    }

    /// On 64 bits of memory, with a sign-extended constant.
    pub fn cmp_mem(&mut self, left: Mem, value: i32) {
        self.rex_w(0, 0, left.0.0);
        self.byte(0x81);
        self.modrm_mem(Alu::Cmp as u8, left);
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

    // Doubles.

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

    // Control.

    fn distance_to(&mut self, label: Label) {
        self.to_labels.push((self.position(), label));
        self.word(0);
    }

    fn distance_out(&mut self, address: usize) {
        self.to_addresses.push((self.position(), address));
        self.word(0);
    }

    pub fn jmp(&mut self, label: Label) {
        self.byte(0xe9);
        self.distance_to(label);
    }

    /// A jump whose distance can be changed by one aligned store; returns where that is.
    pub fn jmp_patchable(&mut self, label: Label) -> u32 {
        // Bytes that say nothing, so that the distance is aligned.
        while !(self.position() + 1).is_multiple_of(4) {
            self.byte(0x90);
        }
        self.byte(0xe9);
        self.distance_to(label);
        self.position() - 4
    }

    pub fn jcc(&mut self, cond: Cond, label: Label) {
        let target = self.labels[label.0 as usize];
        let distance = i64::from(target) - i64::from(self.position() + 2);
        if let (true, Ok(distance)) = (target != UNBOUND, i8::try_from(distance)) {
            self.byte(0x70 | cond as u8);
            self.byte(distance as u8);
            return;
        }
        self.byte(0x0f);
        self.byte(0x80 | cond as u8);
        self.distance_to(label);
    }

    pub fn jump_if_zero(&mut self, reg: Reg, label: Label) {
        self.test(reg, reg);
        self.jcc(Cond::Equal, label);
    }

    /// Jumps unless the register is zero.
    pub fn jump_unless_zero(&mut self, reg: Reg, label: Label) {
        self.test(reg, reg);
        self.jcc(Cond::NotEqual, label);
    }

    pub fn call(&mut self, label: Label) {
        self.byte(0xe8);
        self.distance_to(label);
    }

    pub fn jmp_out(&mut self, address: usize) {
        self.byte(0xe9);
        self.distance_out(address);
    }

    pub fn jmp_mem(&mut self, target: Mem) {
        self.rex(0, target.0.0, false);
        self.byte(0xff);
        self.modrm_mem(4, target);
    }

    pub fn call_reg(&mut self, target: Reg) {
        self.rex(0, target.0, false);
        self.byte(0xff);
        self.modrm_reg(2, target.0);
    }

    pub fn ret(&mut self) {
        self.byte(0xc3);
    }

    /// Fills up to a multiple of `alignment`, with what traps if it is ever run.
    pub fn align(&mut self, alignment: u32) {
        while !self.position().is_multiple_of(alignment) {
            self.byte(0xcc);
        }
    }
}
