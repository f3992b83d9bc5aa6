//! What arithmetic of fixnums becomes on this processor, and nothing of when it is done: that is in
//! [`crate::emit::arithmetic`].

use super::*;
use crate::emit::arithmetic::{Change, Division};
use crate::emit::{Emitter, Operand};
use crate::flow::Instruction;
use crate::state::Location;
use mound_heap::Value;
use mound_heap::value::bits::{FIXNUM_SHIFT, TAG_MASK};
use mound_machine::link::slot_of;

/// Whether an instruction can hold the word.
pub fn is_small(bits: u64) -> bool {
    (bits as i64).unsigned_abs() < 1 << 12
}

impl Emitter<'_> {
    /// Tells whether two values are fixnums: it is `Equal` then.
    pub fn test_tags(&mut self, left: Reg, right: Reg) {
        self.asm.alu(Alu::Or, SCRATCH, left, right);
        self.asm.test(SCRATCH, TAG_MASK);
    }

    /// `to` := a sum or difference of words; it is `Overflow` if there is none.
    pub fn change(&mut self, change: Change, to: Reg, from: Reg, by: Operand) {
        match (change, by) {
            (Change::Add, Operand::Reg(by)) => self.asm.alu(Alu::AddFlags, to, from, by),
            (Change::Subtract, Operand::Reg(by)) => self.asm.alu(Alu::SubFlags, to, from, by),
            (Change::Add, Operand::Const(bits)) => {
                self.asm.add_imm_flags(to, from, bits as i64);
            }
            (Change::Subtract, Operand::Const(bits)) => {
                self.asm.add_imm_flags(to, from, -(bits as i64));
            }
        }
    }

    /// `to` := an operation on the bits of two words.
    pub fn logical(&mut self, op: Alu, to: Reg, left: Reg, right: Reg) {
        self.asm.alu(op, to, left, right);
    }

    /// `to` := a fixnum divided by a power of two, rounded down.
    pub fn shift_right(&mut self, to: Reg, from: Reg, count: u8) {
        let count = u32::from(count) + FIXNUM_SHIFT;
        self.asm.shift(Shift::RightSigned, to, from, count);
        self.asm.shift(Shift::Left, to, to, FIXNUM_SHIFT);
    }

    /// `to` := a fixnum times a power of two; the slow way if that is none.
    pub fn shift_left(&mut self, to: Reg, from: Reg, count: u8, slow: Label) {
        self.asm.shift(Shift::Left, to, from, count.into());
        self.asm
            .shift(Shift::RightSigned, SCRATCH, to, count.into());
        self.asm.cmp(SCRATCH, from);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// `to` := the product of two fixnums; the slow way if that is none.
    pub fn product(&mut self, to: Reg, left: Reg, right: Reg, slow: Label) {
        self.asm
            .shift(Shift::RightSigned, SCRATCH, left, FIXNUM_SHIFT);
        self.asm.mul(to, SCRATCH, right);
        self.asm.mul_high(SCRATCH, SCRATCH, right);
        // It fits if the upper half is nothing but the sign of the lower.
        self.asm.cmp_sign(SCRATCH, to);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// Divides a fixnum by a positive one, which is in the slot `divisor`.
    pub fn divide(&mut self, instruction: Instruction, divisor: u8, division: Division) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.reg(divisor);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let operands = (Operand::Reg(left), Operand::Reg(right));
        self.check_fixnums(operands.0, operands.1, slow.label);
        self.asm.cmp_imm(right, 0);
        self.asm.jcc(Cond::LessOrEqual, slow.label);
        self.asm.div(SCRATCH, left, right);
        match division {
            Division::Quotient => self.asm.shift(Shift::Left, to, SCRATCH, FIXNUM_SHIFT),
            // The remainder of the words is the word of the remainder.
            Division::Remainder => self.asm.mul_sub(to, SCRATCH, right, left),
            Division::Modulo => {
                self.asm.mul_sub(SCRATCH, SCRATCH, right, left);
                self.asm.alu(Alu::Add, to, SCRATCH, right);
                self.asm.cmp_imm(SCRATCH, 0);
                self.asm.select(Cond::GreaterOrEqual, to, SCRATCH, to);
            }
        }
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// `to` := whether the flags say `cond`.
    pub fn set_boolean(&mut self, to: Reg, cond: Cond) {
        self.asm.mov_imm(to, Value::FALSE.bits());
        self.asm.mov_imm(SCRATCH, Value::TRUE.bits());
        self.asm.select(cond, to, SCRATCH, to);
    }
}
