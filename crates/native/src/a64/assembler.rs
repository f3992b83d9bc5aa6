//! Instructions of AArch64 as words: the few that the emitter needs.
//!
//! Addresses are those of the place where the code will run, which is known only when
//! it is copied there: jumps within a piece go to labels, and jumps out of it are
//! noted and made relative by [`Assembler::finish`].
//!
//! What has no encoding of its own (a far slot, a large number) is written as two or
//! three instructions, for which [`TEMP`] is kept free.
//!
//! Knows registers and encodings, and nothing of values, slots or frames.

mod arithmetic;
mod control;
mod doubles;

use crate::fault::Fault;
pub use crate::state::Reg;

/// The registers, by their numbers; x18 belongs to the system on some systems.
macro_rules! registers {
    ($($name:ident $number:literal)*) => {
        $(pub const $name: Reg = Reg($number);)*
    };
}

registers! {
    X0 0 X1 1 X2 2 X3 3 X4 4 X5 5 X6 6 X7 7 X8 8 X9 9 X10 10 X11 11 X12 12 X13 13 X14 14 X15 15
    X16 16 X17 17 X19 19 X20 20 X21 21 X22 22 X29 29 X30 30
}

/// Zero when it is read, nothing when it is written, in most instructions; in the others, and in
/// addresses, the native stack pointer.
pub const ZERO: Reg = Reg(31);
pub const SP: Reg = Reg(31);
/// For the inside of what this file writes.
const TEMP: Reg = X15;

/// A place in the code of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// A memory operand: base register and distance in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mem(pub Reg, pub i32);

/// Conditions, as the processor numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cond {
    Equal = 0,
    NotEqual = 1,
    AboveOrEqual = 2,
    Below = 3,
    Negative = 4,
    NotNegative = 5,
    Overflow = 6,
    NoOverflow = 7,
    Above = 8,
    BelowOrEqual = 9,
    GreaterOrEqual = 10,
    Less = 11,
    Greater = 12,
    LessOrEqual = 13,
}

impl Cond {
    /// The condition that holds when this one does not.
    pub fn inverse(self) -> Cond {
        match self {
            Cond::Equal => Cond::NotEqual,
            Cond::NotEqual => Cond::Equal,
            Cond::AboveOrEqual => Cond::Below,
            Cond::Below => Cond::AboveOrEqual,
            Cond::Negative => Cond::NotNegative,
            Cond::NotNegative => Cond::Negative,
            Cond::Overflow => Cond::NoOverflow,
            Cond::NoOverflow => Cond::Overflow,
            Cond::Above => Cond::BelowOrEqual,
            Cond::BelowOrEqual => Cond::Above,
            Cond::GreaterOrEqual => Cond::Less,
            Cond::Less => Cond::GreaterOrEqual,
            Cond::Greater => Cond::LessOrEqual,
            Cond::LessOrEqual => Cond::Greater,
        }
    }
}

/// Arithmetic of three registers of 64 bits; the number is the word without registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Alu {
    Add = 0x8b00_0000,
    /// Sets the flags, as the other two with `Flags`.
    AddFlags = 0xab00_0000,
    Sub = 0xcb00_0000,
    SubFlags = 0xeb00_0000,
    Or = 0xaa00_0000,
    And = 0x8a00_0000,
    Xor = 0xca00_0000,
}

/// A register of a number with a point, of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Double(pub u8);

pub const D0: Double = Double(0);
pub const D1: Double = Double(1);

/// Arithmetic of two doubles; the number is the word without registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum DoubleOp {
    Add = 0x1e60_2800,
    Subtract = 0x1e60_3800,
    Multiply = 0x1e60_0800,
    Divide = 0x1e60_1800,
}

/// Shifts of a register by a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    Left,
    Right,
    RightSigned,
}

/// How a distance stands in its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// 26 bits of words, the lowest of the instruction.
    Far,
    /// 19 bits of words, from bit 5 on.
    Near,
}

impl Reach {
    /// Whether there is room for the distance, of so many bytes.
    fn has(self, distance: i64) -> bool {
        let bits = match self {
            Reach::Far => 27,
            Reach::Near => 20,
        };
        (-(1 << bits)..1 << bits).contains(&distance) && distance % 4 == 0
    }

    /// The instruction `word` with the distance, of so many bytes.
    fn put(self, word: u32, distance: i64) -> u32 {
        let words = (distance / 4) as u32;
        match self {
            Reach::Far => word | words & 0x03ff_ffff,
            Reach::Near => word | (words & 0x7ffff) << 5,
        }
    }
}

/// A jump of `distance` bytes, less than 128 MB.
pub fn jump(distance: i64) -> u32 {
    debug_assert!((-(1 << 27)..1 << 27).contains(&distance) && distance % 4 == 0);
    Reach::Far.put(JUMP, distance)
}

const JUMP: u32 = 0x1400_0000;
const CALL: u32 = 0x9400_0000;
/// A piece with more bytes than this has conditional jumps that do not reach their labels.
pub const BYTES_MAX: u32 = 1 << 20;

const UNBOUND: u32 = u32::MAX;

/// See the top of this file.
#[derive(Default)]
pub struct Assembler {
    words: Vec<u32>,
    /// Where each label is, in bytes.
    labels: Vec<u32>,
    /// Jumps to labels.
    to_labels: Vec<(u32, Label, Reach)>,
    /// Jumps out of the piece.
    to_addresses: Vec<(u32, usize)>,
    /// Where a label was bound that had its place already.
    bound_twice: Option<u32>,
    /// The words once they are finished.
    bytes: Vec<u8>,
}

/// Where a row of ones in `mask` begins, and its length; nothing else in it is one.
fn row_of_ones(mask: u64) -> Option<(u32, u32)> {
    let (start, ones) = (mask.trailing_zeros(), mask.count_ones());
    (mask != 0 && ones < 64 && (mask >> start).trailing_ones() == ones).then_some((start, ones))
}

impl Assembler {
    /// With room for a middling piece.
    pub fn with_room() -> Assembler {
        Assembler {
            words: Vec::with_capacity(1024),
            labels: Vec::with_capacity(256),
            to_labels: Vec::with_capacity(256),
            to_addresses: Vec::with_capacity(64),
            bound_twice: None,
            bytes: Vec::with_capacity(4096),
        }
    }

    /// Begins another piece.
    pub fn clear(&mut self) {
        self.words.clear();
        self.labels.clear();
        self.to_labels.clear();
        self.to_addresses.clear();
        self.bound_twice = None;
    }

    /// Where the next instruction will be, in bytes.
    pub fn position(&self) -> u32 {
        4 * self.words.len() as u32
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
        for &(at, label, reach) in &self.to_labels {
            let target = self.labels[label.0 as usize];
            if target == UNBOUND {
                return Err(Fault::Unbound(at));
            }
            let distance = i64::from(target) - i64::from(at);
            if !reach.has(distance) {
                return Err(Fault::OutOfReach(at));
            }
            let word = &mut self.words[at as usize / 4];
            *word = reach.put(*word, distance);
        }
        for &(at, target) in &self.to_addresses {
            let distance = target.wrapping_sub(address + at as usize) as i64;
            if !Reach::Far.has(distance) {
                return Err(Fault::OutOfReach(at));
            }
            let word = &mut self.words[at as usize / 4];
            *word = Reach::Far.put(*word, distance);
        }
        self.bytes.clear();
        self.bytes
            .extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        Ok(())
    }

    /// The code once it is finished.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Jumps out of the piece, and where they lead.
    pub fn ways_out(&self) -> impl Iterator<Item = (u32, usize)> {
        self.to_addresses.iter().copied()
    }

    #[cfg(test)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn word(&mut self, word: u32) {
        self.words.push(word);
    }

    /// An instruction with registers at bits 0, 5 and 16.
    fn registers(&mut self, word: u32, to: Reg, left: Reg, right: Reg) {
        self.word(word | u32::from(right.0) << 16 | u32::from(left.0) << 5 | u32::from(to.0));
    }

    /// An instruction with registers at bits 0 and 5, and a number from bit 10 on.
    fn number(&mut self, word: u32, to: Reg, from: Reg, number: u32) {
        self.word(word | number << 10 | u32::from(from.0) << 5 | u32::from(to.0));
    }

    // Moves.

    pub fn mov(&mut self, to: Reg, from: Reg) {
        if to != from {
            self.registers(Alu::Or as u32, to, ZERO, from);
        }
    }

    /// Leaves the flags alone.
    pub fn mov_imm(&mut self, to: Reg, value: u64) {
        let part = |value: u64, index: u32| (value >> (16 * index)) as u16;
        let ones = (0..4).filter(|&index| part(value, index) == 0xffff).count();
        let zeros = (0..4).filter(|&index| part(value, index) == 0).count();
        // Parts that are all zeros, or all ones, come with the first instruction.
        let (first, rest, invert) = if ones > zeros {
            (0x9280_0000, 0xffff, true)
        } else {
            (0xd280_0000, 0, false)
        };
        let mut is_first = true;
        for index in 0..4 {
            let bits = part(value, index);
            if bits == rest && !(is_first && index == 3) {
                continue;
            }
            let (word, bits) = match (is_first, invert) {
                (true, true) => (first, !bits),
                (true, false) => (first, bits),
                (false, _) => (0xf280_0000, bits),
            };
            self.word(word | index << 21 | u32::from(bits) << 5 | u32::from(to.0));
            is_first = false;
        }
    }

    /// An access of `1 << size` bytes: `scaled` is the encoding with a positive distance in units of
    /// the size; the one with a small signed distance in bytes differs in one bit.
    fn access(&mut self, scaled: u32, size: u32, reg: Reg, Mem(base, disp): Mem) {
        let unscaled = scaled & !(1 << 24);
        if disp >= 0 && disp & ((1 << size) - 1) == 0 && disp >> size < 4096 {
            self.number(scaled, reg, base, disp as u32 >> size);
        } else if (-256..256).contains(&disp) {
            self.word(
                unscaled | (disp as u32 & 0x1ff) << 12 | u32::from(base.0) << 5 | u32::from(reg.0),
            );
        } else {
            self.add_imm(TEMP, base, i64::from(disp));
            self.number(scaled, reg, TEMP, 0);
        }
    }

    pub fn load(&mut self, to: Reg, from: Mem) {
        self.access(0xf940_0000, 3, to, from);
    }

    pub fn store(&mut self, to: Mem, from: Reg) {
        self.access(0xf900_0000, 3, from, to);
    }

    /// 32 bits, extended by zeros.
    pub fn load_32(&mut self, to: Reg, from: Mem) {
        self.access(0xb940_0000, 2, to, from);
    }

    /// 32 bits at an address, extended by zeros; nothing that follows is read before them.
    pub fn load_acquire_32(&mut self, to: Reg, from: Reg) {
        self.number(0x88df_fc00, to, from, 0);
    }

    /// The same with 64 bits.
    pub fn load_acquire(&mut self, to: Reg, from: Reg) {
        self.number(0xc8df_fc00, to, from, 0);
    }

    /// A byte, extended by zeros.
    pub fn load_8(&mut self, to: Reg, from: Mem) {
        self.access(0x3940_0000, 0, to, from);
    }

    /// The lowest byte.
    pub fn store_8(&mut self, to: Mem, from: Reg) {
        self.access(0x3900_0000, 0, from, to);
    }

    /// Stores two registers in the two words below the native stack pointer, which goes there with
    /// `bytes` for all that follows.
    pub fn push_pair(&mut self, one: Reg, other: Reg, bytes: i32) {
        self.pair(0xa980_0000, one, other, -bytes);
    }

    /// Undoes [`Assembler::push_pair`].
    pub fn pop_pair(&mut self, one: Reg, other: Reg, bytes: i32) {
        self.pair(0xa8c0_0000, one, other, bytes);
    }

    /// Stores two registers on the native stack.
    pub fn store_pair(&mut self, one: Reg, other: Reg, bytes: i32) {
        self.pair(0xa900_0000, one, other, bytes);
    }

    pub fn load_pair(&mut self, one: Reg, other: Reg, bytes: i32) {
        self.pair(0xa940_0000, one, other, bytes);
    }

    fn pair(&mut self, word: u32, one: Reg, other: Reg, bytes: i32) {
        let distance = (bytes / 8) as u32 & 0x7f;
        self.word(
            word | distance << 15
                | u32::from(other.0) << 10
                | u32::from(SP.0) << 5
                | u32::from(one.0),
        );
    }

    /// `to` := `one` if the condition holds, else `other`.
    pub fn select(&mut self, cond: Cond, to: Reg, one: Reg, other: Reg) {
        self.registers(0x9a80_0000 | (cond as u32) << 12, to, one, other);
    }

    /// `to` := `from` if the condition holds.
    pub fn move_if(&mut self, cond: Cond, to: Reg, from: Reg) {
        self.select(cond, to, from, to);
    }
}
