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

impl Emitter<'_> {
    /// Goes the slow way unless both are fixnums; constants are.
    fn check_fixnums(&mut self, left: Operand, right: Operand, slow: &Slow) {
        let single = match (left, right) {
            (Operand::Reg(left), Operand::Reg(right)) if left != right => {
                self.asm.mov(SCRATCH, left);
                self.asm.alu(Alu::Or, SCRATCH, right);
                SCRATCH
            }
            (Operand::Reg(reg), _) | (_, Operand::Reg(reg)) => reg,
            (Operand::Const(_), Operand::Const(_)) => return,
        };
        self.asm.test_8(single, TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, slow.label);
    }

    /// The operand in a register if it is no constant that an instruction can hold.
    pub fn small_operand(&mut self, slot: u8) -> Operand {
        match self.operand(slot) {
            Operand::Const(bits) if i32::try_from(bits as i64).is_err() => {
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
        match (left, right) {
            (Operand::Const(bits), Operand::Reg(right)) if op == Alu::Add => {
                self.asm.mov(to, right);
                self.asm.alu_imm(Alu::Add, to, bits as i32);
            }
            _ => {
                match left {
                    Operand::Reg(left) => self.asm.mov(to, left),
                    Operand::Const(bits) => self.asm.mov_imm(to, bits),
                }
                match right {
                    Operand::Reg(right) => self.asm.alu(op, to, right),
                    Operand::Const(bits) => self.asm.alu_imm(op, to, bits as i32),
                }
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
        self.asm.mov(to, left);
        let number = i32::from(f.c as i8) << FIXNUM_SHIFT;
        self.asm.alu_imm(Alu::Add, to, number);
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
        self.asm.mov(to, l);
        self.asm.shift(Shift::RightSigned, to, FIXNUM_SHIFT as u8);
        self.asm.imul(to, r);
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Quotient or remainder of a fixnum by a positive one.
    pub fn divide(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        // The processor wants the dividend in rdx:rax.
        self.free_register(RDX);
        self.pin(RDX);
        let left = self.reg(slot_of(f.b));
        let right = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), Operand::Reg(right), &slow);
        self.asm.test(right, right);
        self.asm.jcc(Cond::LessOrEqual, slow.label);
        self.asm.mov(RAX, left);
        self.asm.cqo();
        self.asm.idiv(right);
        if instruction.op == Op::Quotient {
            self.asm.mov(to, RAX);
            self.asm.shift(Shift::Left, to, FIXNUM_SHIFT as u8);
        } else {
            // The remainder of the words is the word of the remainder.
            self.asm.mov(to, RDX);
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
        self.asm.cmov(cond, to, SCRATCH);
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
