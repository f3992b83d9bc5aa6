//! Instructions of x86-64 as bytes: the few that the emitter needs.
//!
//! Addresses are those of the place where the code will run, which is known only when
//! it is copied there: jumps within a piece go to labels, and jumps out of it are
//! noted and made relative by [`Assembler::finish`].
//!
//! Knows registers and encodings, and nothing of values, slots or frames.

mod arithmetic;
mod control;
mod doubles;

use crate::fault::Fault;
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
    Xor = 6,
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
    /// The code, and behind `end` room for what comes next.
    bytes: Vec<u8>,
    end: usize,
    /// Where each label is.
    labels: Vec<u32>,
    /// Distances of 32 bits that lead to labels.
    to_labels: Vec<(u32, Label)>,
    /// Distances of 32 bits that lead out of the piece.
    to_addresses: Vec<(u32, usize)>,
    /// Where a label was bound that had its place already.
    bound_twice: Option<u32>,
}

impl Assembler {
    /// With room for a middling piece.
    pub fn with_room() -> Assembler {
        Assembler {
            bytes: vec![0; 4096],
            end: 0,
            labels: Vec::with_capacity(256),
            to_labels: Vec::with_capacity(256),
            to_addresses: Vec::with_capacity(64),
            bound_twice: None,
        }
    }

    /// Begins another piece.
    pub fn clear(&mut self) {
        self.end = 0;
        self.labels.clear();
        self.to_labels.clear();
        self.to_addresses.clear();
        self.bound_twice = None;
    }

    /// Where the next instruction will be.
    pub fn position(&self) -> u32 {
        self.end as u32
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn bind(&mut self, label: Label) {
        if self.labels[label.0 as usize] != UNBOUND {
            self.bound_twice.get_or_insert(self.position());
        }
        self.labels[label.0 as usize] = self.position();
    }

    /// A new label, here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// A new label, at a place before here.
    pub fn label_at(&mut self, position: u32) -> Label {
        self.labels.push(position);
        Label(self.labels.len() as u32 - 1)
    }

    /// Where a label is, if it is bound.
    pub fn place(&self, label: Label) -> Option<u32> {
        Some(self.labels[label.0 as usize]).filter(|&place| place != UNBOUND)
    }

    /// Makes the bytes such that they can run at `address`. Fails if a jump has no place to go to.
    pub fn finish(&mut self, address: usize) -> Result<(), Fault> {
        if let Some(at) = self.bound_twice {
            return Err(Fault::BoundTwice(at));
        }
        for &(at, label) in &self.to_labels {
            let target = self.labels[label.0 as usize];
            if target == UNBOUND {
                return Err(Fault::Unbound(at));
            }
            let distance = target.wrapping_sub(at + 4);
            self.bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
        }
        for &(at, target) in &self.to_addresses {
            let distance = target.wrapping_sub(address + at as usize + 4) as i64;
            let distance = i32::try_from(distance).map_err(|_| Fault::OutOfReach(at))?;
            self.bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
        }
        Ok(())
    }

    /// The code, which can run once it is finished.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// Jumps out of the piece, and where they lead.
    pub fn ways_out(&self) -> impl Iterator<Item = (u32, usize)> {
        // The distance stands behind one byte.
        self.to_addresses.iter().map(|&(at, to)| (at - 1, to))
    }

    #[cfg(test)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.end]
    }

    /// The lowest `count` bytes of a word.
    fn put(&mut self, bytes: u64, count: usize) {
        if self.bytes.len() < self.end + 8 {
            self.grow();
        }
        self.bytes[self.end..self.end + 8].copy_from_slice(&bytes.to_le_bytes());
        self.end += count;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.bytes.resize(2 * self.end + 64, 0);
    }

    fn byte(&mut self, byte: u8) {
        self.put(u64::from(byte), 1);
    }

    fn word(&mut self, word: u32) {
        self.put(u64::from(word), 4);
    }

    /// The prefix for operands of 64 bits.
    fn rex_w(&mut self, reg: u8, index: u8, base: u8) {
        self.byte(Assembler::wide(reg, index, base));
    }

    fn wide(reg: u8, index: u8, base: u8) -> u8 {
        0x48 | (reg >> 3) << 2 | (index >> 3) << 1 | base >> 3
    }

    /// An instruction of one byte on operands of 64 bits, one of them in memory.
    fn wide_mem(&mut self, op: u8, reg: u8, mem: Mem) {
        let begin = u64::from(Assembler::wide(reg, 0, mem.0.0)) | u64::from(op) << 8;
        let (operands, count) = Assembler::operands_mem(reg, mem);
        self.put(begin | operands << 16, 2 + count);
    }

    /// The same on two registers.
    fn wide_reg(&mut self, op: u8, reg: u8, rm: u8) {
        let begin = u64::from(Assembler::wide(reg, 0, rm)) | u64::from(op) << 8;
        let operands = 0xc0 | (reg & 7) << 3 | rm & 7;
        self.put(begin | u64::from(operands) << 16, 3);
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

    fn modrm_mem(&mut self, reg: u8, mem: Mem) {
        let (operands, count) = Assembler::operands_mem(reg, mem);
        self.put(operands, count);
    }

    /// What names a register and a place in memory, and how many bytes that are.
    fn operands_mem(reg: u8, Mem(base, disp): Mem) -> (u64, usize) {
        let low = base.0 & 7;
        let (size, count) = if disp == 0 && low != 5 {
            (0x00, 0)
        } else if i8::try_from(disp).is_ok() {
            (0x40, 1)
        } else {
            (0x80, 4)
        };
        let begin = u64::from(size | (reg & 7) << 3 | low);
        // Behind the last byte that counts, anything may stand.
        let disp = u64::from(disp as u32);
        if low == 4 {
            (begin | 0x24 << 8 | disp << 16, 2 + count)
        } else {
            (begin | disp << 8, 1 + count)
        }
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
            self.wide_reg(0x89, from.0, to.0);
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
            self.put(value, 8);
        }
    }

    pub fn load(&mut self, to: Reg, from: Mem) {
        self.wide_mem(0x8b, to.0, from);
    }

    pub fn store(&mut self, to: Mem, from: Reg) {
        self.wide_mem(0x89, from.0, to);
    }

    /// Stores a sign-extended constant as 64 bits.
    pub fn store_imm(&mut self, to: Mem, value: i32) {
        self.wide_mem(0xc7, 0, to);
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
        self.wide_mem(0x8d, to.0, from);
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
}
