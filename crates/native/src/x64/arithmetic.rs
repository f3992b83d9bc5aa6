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
    i32::try_from(bits as i64).is_ok()
}

impl Emitter<'_> {
    /// Tells whether two values are fixnums: it is `Equal` then.
    pub fn test_tags(&mut self, left: Reg, right: Reg) {
        self.asm.mov(SCRATCH, left);
        self.asm.alu(Alu::Or, SCRATCH, right);
        self.asm.test_8(SCRATCH, TAG_MASK as u8);
    }

    /// `to` := a sum or difference of words; it is `Overflow` if there is none.
    pub fn change(&mut self, change: Change, to: Reg, from: Reg, by: Operand) {
        let op = match change {
            Change::Add => Alu::Add,
            Change::Subtract => Alu::Sub,
        };
        self.asm.mov(to, from);
        match by {
            Operand::Reg(by) => self.asm.alu(op, to, by),
            Operand::Const(bits) => self.asm.alu_imm(op, to, bits as i32),
        }
    }

    /// `to` := an operation on the bits of two words.
    pub fn logical(&mut self, op: Alu, to: Reg, left: Reg, right: Reg) {
        self.asm.mov(to, left);
        self.asm.alu(op, to, right);
    }

    /// `to` := a fixnum divided by a power of two, rounded down.
    pub fn shift_right(&mut self, to: Reg, from: Reg, count: u8) {
        self.asm.mov(to, from);
        self.asm
            .shift(Shift::RightSigned, to, count + FIXNUM_SHIFT as u8);
        self.asm.shift(Shift::Left, to, FIXNUM_SHIFT as u8);
    }

    /// `to` := a fixnum times a power of two; the slow way if that is none.
    pub fn shift_left(&mut self, to: Reg, from: Reg, count: u8, slow: Label) {
        self.asm.mov(to, from);
        self.asm.shift(Shift::Left, to, count);
        self.asm.mov(SCRATCH, to);
        self.asm.shift(Shift::RightSigned, SCRATCH, count);
        self.asm.alu(Alu::Cmp, SCRATCH, from);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// `to` := the product of two fixnums; the slow way if that is none.
    pub fn product(&mut self, to: Reg, left: Reg, right: Reg, slow: Label) {
        self.asm.mov(to, left);
        self.asm.shift(Shift::RightSigned, to, FIXNUM_SHIFT as u8);
        self.asm.imul(to, right);
        self.asm.jcc(Cond::Overflow, slow);
    }

    /// Divides a fixnum by a positive one, which is in the slot `divisor`.
    pub fn divide(&mut self, instruction: Instruction, divisor: u8, division: Division) {
        let f = instruction.fields;
        // The processor wants the dividend in rdx:rax.
        self.free_register(RDX);
        self.pin(RDX);
        let left = self.reg(slot_of(f.b));
        let right = self.reg(divisor);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let operands = (Operand::Reg(left), Operand::Reg(right));
        self.check_fixnums(operands.0, operands.1, slow.label);
        self.asm.test(right, right);
        self.asm.jcc(Cond::LessOrEqual, slow.label);
        self.asm.mov(RAX, left);
        self.asm.cqo();
        self.asm.idiv(right);
        match division {
            Division::Quotient => {
                self.asm.mov(to, RAX);
                self.asm.shift(Shift::Left, to, FIXNUM_SHIFT as u8);
            }
            // The remainder of the words is the word of the remainder.
            Division::Remainder => self.asm.mov(to, RDX),
            Division::Modulo => {
                self.asm.lea_sum(to, RDX, right, 0);
                self.asm.test(RDX, RDX);
                self.asm.move_if(Cond::GreaterOrEqual, to, RDX);
            }
        }
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// `to` := whether the flags say `cond`.
    pub fn set_boolean(&mut self, to: Reg, cond: Cond) {
        self.asm.mov_imm(to, Value::FALSE.bits());
        self.asm.mov_imm(SCRATCH, Value::TRUE.bits());
        self.asm.move_if(cond, to, SCRATCH);
    }
}
