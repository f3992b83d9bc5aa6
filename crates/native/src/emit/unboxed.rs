//! Flonums that are not made objects: results that only arithmetic of the same block
//! uses (see [`crate::temporaries`]) stay in a register for doubles.
//!
//! Whether such a result is a flonum is known only when the code runs: the slot's
//! register then holds [`UNBOXED`], which no number is, and else the number.
//!
//! Invariants:
//! - N1. A slot that may be unboxed has [`Fact::Unboxed`], and lives in no other block.
//! - N2. It is made an object before anything but arithmetic looks at it: wherever it is
//!   stored into the frame. There is room for that: whatever asks for room asks for
//!   that of all waiting doubles as well.

use super::rare::Case;
use super::*;
use crate::temporaries::last_use;
use mound_heap::Value;
use mound_heap::layout::Kind;

/// Words of a flonum with its header.
pub const FLONUM_WORDS: usize = 2;
/// In the register of a slot whose double waits.
const UNBOXED: u64 = Value::FALSE.bits();
/// Where doubles wait.
const WAITING: [Double; 4] = [Double(2), Double(3), Double(4), Double(5)];

/// A slot whose double may wait, up to the instruction at word `last`.
#[derive(Clone, Copy, Debug)]
pub struct Temporary {
    slot: u8,
    last: usize,
    double: Double,
}

/// An operand of arithmetic, and where its double is if it waits.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub operand: Operand,
    pub unboxed: Option<Double>,
}

impl Number {
    /// What `operand` is in a state.
    pub fn of(operand: Operand, state: &[Entry]) -> Number {
        let entry = match operand {
            Operand::Reg(reg) => {
                let mut entries = state.iter();
                entries.find(|entry| entry.place == Location::Reg(reg))
            }
            Operand::Const(_) => None,
        };
        let unboxed = entry.and_then(|entry| match entry.fact {
            Fact::Unboxed(double) => Some(Double(double)),
            _ => None,
        });
        Number { operand, unboxed }
    }
}

impl Emitter<'_> {
    /// Where the result of an instruction may wait unboxed, if it is a flonum.
    pub fn wait_for(&mut self, instruction: &Instruction) -> Option<Double> {
        let is_free = |double: &&Double| {
            let mut used = self.temporaries.iter();
            !used.any(|temporary| temporary.double == **double)
        };
        let double = *WAITING.iter().find(is_free)?;
        let last = last_use(self.code, self.unit, &self.blocks, self.block, instruction)?;
        self.temporaries.push(Temporary {
            slot: instruction.written()?,
            last,
            double,
        });
        Some(double)
    }

    /// Notes that a slot may be unboxed from here on.
    pub fn note_waiting(&mut self, slot: u8, wait: Option<Double>) {
        if let Some(double) = wait {
            self.learn(slot, Fact::Unboxed(double.0));
        }
    }

    /// Frees the registers of slots that an instruction was the last to use. Up to the end of the
    /// block the collector looks at them still: they are not what a register says any more.
    pub fn end_temporaries(&mut self, instruction: &Instruction) {
        let mut index = 0;
        while let Some(&Temporary { slot, last, .. }) = self.temporaries.get(index) {
            if last != instruction.at {
                index += 1;
                continue;
            }
            self.temporaries.swap_remove(index);
            if instruction.written() != Some(slot) {
                self.define_const(slot, Value::FALSE);
            }
        }
    }

    /// Leaves a double where it waits.
    pub fn leave_unboxed(&mut self, to: Reg, double: Double, wait: Double, slow: Label) {
        self.check_room(FLONUM_WORDS, slow);
        self.asm.mov_double(wait, double);
        self.asm.mov_imm(to, UNBOXED);
    }

    /// Goes on here with the double that waits, or at the label if there is none.
    pub fn take_unboxed(&mut self, to: Double, reg: Reg, wait: Double, boxed: Label) {
        self.cmp(reg, Operand::Const(UNBOXED));
        self.asm.jcc(Cond::NotEqual, boxed);
        self.asm.mov_double(to, wait);
    }

    /// Makes an object of the double of a register if it waits.
    pub fn make_object(&mut self, reg: Reg, wait: Double) {
        let end = self.asm.label();
        self.cmp(reg, Operand::Const(UNBOXED));
        self.asm.jcc(Cond::NotEqual, end);
        self.new_flonum(reg, wait);
        self.asm.bind(end);
    }

    /// `to` := a flonum, for which there is room.
    pub fn new_flonum(&mut self, to: Reg, double: Double) {
        self.new_object(to, Kind::Flonum, FLONUM_WORDS - 1);
        self.asm.store_double(Mem(HP, 8), double);
        self.bump(FLONUM_WORDS);
    }

    /// Puts off what a double is loaded from if it does not wait.
    pub fn load_boxed_later(&mut self, to: Double, reg: Reg, label: Label, slow: Label) {
        let case = Case::Boxed { to, reg };
        self.otherwise(label, case, slow);
    }
}
