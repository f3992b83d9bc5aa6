//! Fixnum arithmetic and comparisons; all other numbers go the slow way.
//!
//! A fixnum is its number shifted left by three, so sums and comparisons work on
//! the words as they are, and an overflow of the word is one of the fixnum.

use super::assembler::*;
use super::cold::Slow;
use super::emit::{Emitter, Operand};
use super::state::Place;
use super::*;
use crate::flow::Instruction;
use mound_bytecode::ops::Op;
use mound_heap::Value;
use mound_heap::value::bits::{FIXNUM_SHIFT, TAG_MASK};
use mound_machine::link::slot_of;

fn is_fixnum(bits: u64) -> bool {
    bits & TAG_MASK == 0
}

/// Numbers below this can be added by one instruction.
const SUMMANDS: u64 = 1 << 12;

impl Emitter<'_> {
    /// Goes the slow way unless both are fixnums; constants are.
    fn check_fixnums(&mut self, left: Operand, right: Operand, slow: &Slow) {
        let single = match (left, right) {
            (Operand::Reg(left), Operand::Reg(right)) if left != right => {
                self.asm.alu(Alu::Or, SCRATCH, left, right);
                SCRATCH
            }
            (Operand::Reg(reg), _) | (_, Operand::Reg(reg)) => reg,
            (Operand::Const(_), Operand::Const(_)) => return,
        };
        self.asm.test(single, TAG_MASK);
        self.asm.jcc(Cond::NotEqual, slow.label);
    }

    /// The operand in a register if it is no constant that an instruction can hold.
    fn small_operand(&mut self, slot: u8) -> Operand {
        match self.operand(slot) {
            Operand::Const(bits) if (bits as i64).unsigned_abs() >= SUMMANDS => {
                Operand::Reg(self.reg(slot))
            }
            operand => operand,
        }
    }

    /// Whether it is a constant that is no fixnum, which the interpreter can have.
    fn is_odd(operand: Operand) -> bool {
        matches!(operand, Operand::Const(bits) if !is_fixnum(bits))
    }

    pub fn add_or_subtract(&mut self, instruction: Instruction, op: Alu) {
        let f = instruction.fields;
        let left = self.small_operand(slot_of(f.b));
        let right = self.small_operand(slot_of(f.c));
        if Emitter::is_odd(left) || Emitter::is_odd(right) {
            return self.step(instruction);
        }
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(left, right, &slow);
        let is_sum = op == Alu::AddFlags;
        match (left, right) {
            (Operand::Reg(left), Operand::Reg(right)) => self.asm.alu(op, to, left, right),
            (Operand::Const(bits), Operand::Reg(right)) if is_sum => {
                self.asm.add_imm_flags(to, right, bits as i64);
            }
            (Operand::Const(bits), Operand::Reg(right)) => {
                self.asm.mov_imm(to, bits);
                self.asm.alu(op, to, to, right);
            }
            (left, Operand::Const(bits)) => {
                let from = match left {
                    Operand::Reg(left) => left,
                    Operand::Const(bits) => {
                        self.asm.mov_imm(to, bits);
                        to
                    }
                };
                let number = bits as i64;
                let number = if is_sum { number } else { -number };
                self.asm.add_imm_flags(to, from, number);
            }
        }
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn add_number(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let left = self.small_operand(slot_of(f.b));
        let Operand::Reg(left) = left else {
            return self.step(instruction);
        };
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), Operand::Const(0), &slow);
        let number = i64::from(f.c as i8) << FIXNUM_SHIFT;
        self.asm.add_imm_flags(to, left, number);
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn multiply(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let left = Operand::Reg(self.reg(slot_of(f.b)));
        let right = Operand::Reg(self.reg(slot_of(f.c)));
        let (Operand::Reg(l), Operand::Reg(r)) = (left, right) else {
            return;
        };
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(left, right, &slow);
        self.asm.shift(Shift::RightSigned, SCRATCH, l, FIXNUM_SHIFT);
        self.asm.mul(to, SCRATCH, r);
        self.asm.mul_high(SCRATCH, SCRATCH, r);
        // It fits if the upper half is nothing but the sign of the lower.
        self.asm.cmp_sign(SCRATCH, to);
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Quotient or remainder of a fixnum by a positive one.
    pub fn divide(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), Operand::Reg(right), &slow);
        self.asm.cmp_imm(right, 0);
        self.asm.jcc(Cond::LessOrEqual, slow.label);
        self.asm.div(SCRATCH, left, right);
        if instruction.op == Op::Quotient {
            self.asm.shift(Shift::Left, to, SCRATCH, FIXNUM_SHIFT);
        } else {
            // The remainder of the words is the word of the remainder.
            self.asm.mul_sub(to, SCRATCH, right, left);
        }
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Compares two slots: `cond` is what makes the instruction go on.
    pub fn branch_on_slots(&mut self, instruction: Instruction, cond: Cond) {
        let f = instruction.fields;
        let left = self.operand(slot_of(f.a));
        let right = self.operand(slot_of(f.b));
        self.compare_and_branch(instruction, left, right, cond);
    }

    pub fn branch_on_number(&mut self, instruction: Instruction, cond: Cond) {
        let f = instruction.fields;
        let left = self.operand(slot_of(f.a));
        let right = Operand::Const(Value::fixnum(i64::from(f.d as i16)).bits());
        self.compare_and_branch(instruction, left, right, cond);
    }

    fn compare_and_branch(
        &mut self,
        instruction: Instruction,
        left: Operand,
        right: Operand,
        cond: Cond,
    ) {
        if Emitter::is_odd(left) || Emitter::is_odd(right) {
            return self.step_branch(instruction);
        }
        let (left, right, cond) = match (left, right) {
            (Operand::Reg(left), right) => (left, right, cond),
            (left, Operand::Reg(right)) => (right, left, mirrored(cond)),
            (Operand::Const(_), Operand::Const(_)) => return self.step_branch(instruction),
        };
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), right, &slow);
        let taken = self.way_to_target(&instruction);
        self.cmp(left, right);
        self.asm.jcc(cond.inverse(), taken);
        self.end_slow_branch(slow, &instruction, Some(taken));
    }

    /// A comparison as a value.
    pub fn compare(&mut self, instruction: Instruction, cond: Cond) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.operand(slot_of(f.c));
        if Emitter::is_odd(right) {
            return self.step(instruction);
        }
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), right, &slow);
        self.cmp(left, right);
        self.set_boolean(to, cond);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// `to` := whether the flags say `cond`.
    pub fn set_boolean(&mut self, to: Reg, cond: Cond) {
        self.asm.mov_imm(to, Value::FALSE.bits());
        self.asm.mov_imm(SCRATCH, Value::TRUE.bits());
        self.asm.select(cond, to, SCRATCH, to);
    }
}

/// The condition on the right and left operand exchanged.
fn mirrored(cond: Cond) -> Cond {
    match cond {
        Cond::Less => Cond::Greater,
        Cond::LessOrEqual => Cond::GreaterOrEqual,
        Cond::Greater => Cond::Less,
        Cond::GreaterOrEqual => Cond::LessOrEqual,
        cond => cond,
    }
}
