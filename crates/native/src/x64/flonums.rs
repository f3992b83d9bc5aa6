//! Arithmetic and comparisons of flonums, and of a flonum and a fixnum.
//!
//! An instruction tries fixnums first and comes here if one of its operands is none;
//! where one is a flonum constant, this is all there is. What is neither a fixnum that
//! a double holds exactly nor a flonum is left to the interpreter, and so is every
//! operation on two fixnums that has no fixnum as its result. The results are those of
//! `mound_machine::arithmetic`, bit by bit: the same operations in the same order.

use super::assembler::*;
use super::*;
use crate::emit::cold::{Case, Outcome, Slow};
use crate::emit::kinds::{field, header};
use crate::emit::unboxed::{FLONUM_WORDS, Number};
use crate::emit::{Emitter, Operand};
use crate::flow::Instruction;
use crate::state::Place;
use crate::unit::constant_flonum;
use mound_heap::Value;
use mound_heap::layout::{self, Kind};
use mound_heap::value::bits;
use mound_machine::link::slot_of;

/// Fixnums of so many bits are doubles.
const EXACT_BITS: u32 = 53;

/// A comparison as the processor makes it of doubles: operands exchanged or not, and the condition.
/// Of these conditions none holds if one of the operands is no number.
fn of_doubles(cond: Cond) -> (bool, Cond) {
    match cond {
        Cond::Less => (true, Cond::Above),
        Cond::LessOrEqual => (true, Cond::AboveOrEqual),
        Cond::Greater => (false, Cond::Above),
        Cond::GreaterOrEqual => (false, Cond::AboveOrEqual),
        // Holds also for what is no number; see `compare_flonums`.
        _ => (false, Cond::Equal),
    }
}

impl Emitter<'_> {
    /// Whether it is a constant that is a flonum.
    pub fn is_flonum(operand: Operand) -> bool {
        matches!(operand, Operand::Const(bits) if constant_flonum(bits).is_some())
    }

    /// The double that an operand is; the slow way if it is none.
    fn load_double(&mut self, to: Double, number: Number, slow: Label) {
        match number.operand {
            Operand::Const(bits) => {
                let double = match constant_flonum(bits) {
                    Some(double) => double,
                    None => (bits as i64 >> bits::FIXNUM_SHIFT) as f64,
                };
                self.asm.mov_imm(SCRATCH, double.to_bits());
                self.asm.mov_to_double(to, SCRATCH);
            }
            Operand::Reg(reg) => match number.unboxed {
                Some(wait) => {
                    let boxed = self.asm.label();
                    self.take_unboxed(to, reg, wait, boxed);
                    self.load_boxed_later(to, reg, boxed, slow);
                }
                None => self.load_boxed(to, reg, slow),
            },
        }
    }

    /// The double of a flonum or a fixnum in a register.
    pub fn load_boxed(&mut self, to: Double, reg: Reg, slow: Label) {
        let other = self.asm.label();
        self.check_object(reg, other);
        let kind = layout::bits::low_byte(Kind::Flonum);
        self.asm.cmp_mem_8(Mem(reg, header()), kind);
        self.asm.jcc(Cond::NotEqual, slow);
        self.asm.load_double(to, Mem(reg, field(0)));
        let case = Case::Convert { to, reg };
        self.otherwise(other, case, slow);
    }

    /// Makes a double of a fixnum, the slow way if it is none or too long.
    pub fn convert(&mut self, to: Double, reg: Reg, slow: Label) {
        self.asm.test_8(reg, bits::TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, slow);
        self.asm.mov(SCRATCH, reg);
        // All bits above those that fit must be the same: 0 or -1, and after the increment 1 or 0.
        let shift = (EXACT_BITS + bits::FIXNUM_SHIFT) as u8;
        self.asm.shift(Shift::RightSigned, SCRATCH, shift);
        self.asm.inc(SCRATCH);
        self.asm.alu_imm(Alu::Cmp, SCRATCH, 1);
        self.asm.jcc(Cond::Above, slow);
        self.asm.mov(SCRATCH, reg);
        let shift = bits::FIXNUM_SHIFT as u8;
        self.asm.shift(Shift::RightSigned, SCRATCH, shift);
        self.asm.convert(to, SCRATCH);
    }

    /// `to` := a flonum, as a new object unless it can wait.
    fn give_double(&mut self, to: Reg, wait: Option<Double>, double: Double, slow: Label) {
        match wait {
            Some(wait) => self.leave_unboxed(to, double, wait, slow),
            None => self.box_double(to, double, slow),
        }
    }

    /// A new flonum.
    fn box_double(&mut self, to: Reg, double: Double, slow: Label) {
        self.check_room(FLONUM_WORDS, slow);
        self.new_flonum(to, double);
    }

    /// `to` := the result.
    pub fn flonum_operation(
        &mut self,
        op: DoubleOp,
        (left, right): (Number, Number),
        (to, wait): (Reg, Option<Double>),
        slow: Label,
    ) {
        self.load_double(XMM0, left, slow);
        self.load_double(XMM1, right, slow);
        self.asm.double_op(op, XMM0, XMM1);
        self.give_double(to, wait, XMM0, slow);
    }

    /// Compares two doubles; goes on here, or at the label if it does not hold.
    pub fn compare_flonums(
        &mut self,
        (left, right): (Number, Number),
        cond: Cond,
        outcome: Outcome,
        slow: Label,
    ) {
        self.load_double(XMM0, left, slow);
        self.load_double(XMM1, right, slow);
        let (exchanged, cond) = of_doubles(cond);
        match exchanged {
            true => self.asm.compare_doubles(XMM1, XMM0),
            false => self.asm.compare_doubles(XMM0, XMM1),
        }
        match outcome {
            Outcome::Branch(elsewhere) => {
                self.asm.jcc(cond.inverse(), elsewhere);
                if cond == Cond::Equal {
                    self.asm.jcc(Cond::Parity, elsewhere);
                }
            }
            Outcome::Value(to) => {
                let end = self.asm.label();
                self.asm.mov_imm(to, Value::FALSE.bits());
                if cond == Cond::Equal {
                    self.asm.jcc(Cond::Parity, end);
                }
                self.asm.mov_imm(SCRATCH, Value::TRUE.bits());
                self.asm.cmov(cond, to, SCRATCH);
                self.asm.bind(end);
            }
        }
    }

    /// Arithmetic with a flonum constant.
    pub fn flonum_arithmetic(
        &mut self,
        instruction: &Instruction,
        op: DoubleOp,
        left: Operand,
        right: Operand,
    ) {
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let wait = self.wait_for(instruction);
        let slow = self.begin_slow();
        let numbers = slow.numbers(left, right);
        self.flonum_operation(op, numbers, (to, wait), slow.label);
        self.define(slot, Place::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, instruction);
    }

    /// What follows the fixnum way of an operation: `label` leads here if one operand is no fixnum.
    pub fn end_arithmetic(
        &mut self,
        instruction: &Instruction,
        slow: Slow,
        attempt: (Label, DoubleOp, Operand, Operand, Reg),
    ) {
        let (label, op, left, right, to) = attempt;
        let wait = self.wait_for(instruction);
        if let Some(slot) = instruction.written() {
            self.note_waiting(slot, wait);
        }
        let case = Case::FlonumOperation {
            op,
            numbers: slow.numbers(left, right),
            to,
            wait,
            waiting: self.waiting,
        };
        self.otherwise(label, case, slow.label);
        self.end_slow(slow, instruction);
    }

    /// The operands of a leaf primitive.
    fn primitive_operand(&mut self, instruction: &Instruction, index: u8) -> Operand {
        self.operand(slot_of(instruction.fields.b) + index)
    }

    /// A quotient, if one operand is a flonum.
    pub fn divide_flonums(&mut self, instruction: Instruction) {
        let left = self.primitive_operand(&instruction, 0);
        let right = self.primitive_operand(&instruction, 1);
        let slot = slot_of(instruction.fields.a);
        if Emitter::is_odd(left) || Emitter::is_odd(right) || right == Operand::Const(0) {
            return self.step(instruction);
        }
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        match (left, right) {
            (Operand::Reg(left), Operand::Reg(right)) => {
                // The quotient of two fixnums is exact.
                self.asm.mov(SCRATCH, left);
                self.asm.alu(Alu::Or, SCRATCH, right);
                self.asm.test_8(SCRATCH, bits::TAG_MASK as u8);
                self.asm.jcc(Cond::Equal, slow.label);
            }
            (Operand::Reg(reg), other) | (other, Operand::Reg(reg)) => {
                if !Emitter::is_flonum(other) {
                    self.asm.test_8(reg, bits::TAG_MASK as u8);
                    self.asm.jcc(Cond::Equal, slow.label);
                }
            }
            (Operand::Const(_), Operand::Const(_)) => {}
        }
        if let Operand::Reg(right) = right {
            // The exact 0 divides nothing.
            self.asm.test(right, right);
            self.asm.jcc(Cond::Equal, slow.label);
        }
        if let (Operand::Const(_), Operand::Const(_)) = (left, right)
            && !Emitter::is_flonum(left)
            && !Emitter::is_flonum(right)
        {
            self.asm.jmp(slow.label);
        }
        let wait = self.wait_for(&instruction);
        let numbers = slow.numbers(left, right);
        self.flonum_operation(DoubleOp::Divide, numbers, (to, wait), slow.label);
        self.define(slot, Place::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, &instruction);
    }

    /// The root of a flonum that has a real one.
    pub fn square_root(&mut self, instruction: Instruction) {
        let operand = self.reg(slot_of(instruction.fields.b));
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        let end = self.asm.label();
        if let Some(wait) = Number::of(Operand::Reg(operand), &self.state).unboxed {
            let boxed = self.asm.label();
            self.take_unboxed(XMM0, operand, wait, boxed);
            self.asm.jmp(end);
            self.asm.bind(boxed);
        }
        self.check_kind(operand, Kind::Flonum, slow.label);
        self.asm.load_double(XMM0, Mem(operand, field(0)));
        self.asm.bind(end);
        self.asm.double_zero(XMM1);
        self.asm.compare_doubles(XMM0, XMM1);
        self.asm.jcc(Cond::Below, slow.label);
        self.asm.double_op(DoubleOp::SquareRoot, XMM0, XMM0);
        let wait = self.wait_for(&instruction);
        self.give_double(to, wait, XMM0, slow.label);
        self.define(slot, Place::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, &instruction);
    }

    /// A real number as a new flonum.
    pub fn inexact(&mut self, instruction: Instruction) {
        let operand = self.reg(slot_of(instruction.fields.b));
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        let number = Number::of(Operand::Reg(operand), &self.state);
        self.load_double(XMM0, number, slow.label);
        let wait = self.wait_for(&instruction);
        self.give_double(to, wait, XMM0, slow.label);
        self.define(slot, Place::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, &instruction);
    }

    /// A number without its sign.
    pub fn absolute(&mut self, instruction: Instruction) {
        let operand = self.reg(slot_of(instruction.fields.b));
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        let (end, flonum) = (self.asm.label(), self.asm.label());
        self.asm.test_8(operand, bits::TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, flonum);
        self.asm.mov(SCRATCH, operand);
        self.asm.neg(SCRATCH);
        // The least fixnum has no opposite.
        self.asm.jcc(Cond::Overflow, slow.label);
        self.asm.mov(to, operand);
        self.asm.test(operand, operand);
        self.asm.cmov(Cond::Less, to, SCRATCH);
        self.asm.jmp(end);
        self.asm.bind(flonum);
        self.check_kind(operand, Kind::Flonum, slow.label);
        self.check_room(FLONUM_WORDS, slow.label);
        self.asm.load(SCRATCH_2, Mem(operand, field(0)));
        self.asm.shift(Shift::Left, SCRATCH_2, 1);
        self.asm.shift(Shift::Right, SCRATCH_2, 1);
        self.new_object(to, Kind::Flonum, FLONUM_WORDS - 1);
        self.asm.store(Mem(HP, 8), SCRATCH_2);
        self.asm.alu_imm(Alu::Add, HP, 8 * FLONUM_WORDS as i32);
        self.asm.bind(end);
        self.define(slot, Place::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
