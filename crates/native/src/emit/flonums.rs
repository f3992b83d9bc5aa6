//! Arithmetic and comparisons of flonums, and of a flonum and a fixnum.
//!
//! An instruction tries fixnums first and comes here if one of its operands is none;
//! where one is a flonum constant, this is all there is. What is neither a fixnum that
//! a double holds exactly nor a flonum is left to the interpreter, and so is every
//! operation on two fixnums that has no fixnum as its result. The results are those of
//! `mound_machine::arithmetic`, bit by bit: the same operations in the same order.

use super::cold::Slow;
use super::kinds::field;
use super::rare::Case;
use super::unboxed::{FLONUM_WORDS, Number};
use super::*;
use crate::unit::constant_flonum;
use mound_heap::layout::Kind;
use mound_heap::value::bits;

impl Emitter<'_> {
    /// Whether it is a constant that is a flonum.
    pub fn is_flonum(operand: Operand) -> bool {
        matches!(operand, Operand::Const(bits) if constant_flonum(bits).is_some())
    }

    /// The double that an operand is; the slow way if it is none.
    pub fn load_double(&mut self, to: Double, number: Number, slow: Label) {
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
        self.compare_kind(reg, Kind::Flonum);
        self.asm.jcc(Cond::NotEqual, slow);
        self.asm.load_double(to, Mem(reg, field(0)));
        let case = Case::Convert { to, reg };
        self.otherwise(other, case, slow);
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
        self.load_double(D0, left, slow);
        self.load_double(D1, right, slow);
        self.calculate(op);
        self.give_double(to, wait, D0, slow);
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
        let numbers = self.numbers(&slow, left, right);
        self.flonum_operation(op, numbers, (to, wait), slow.label);
        self.define(slot, Location::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, instruction);
    }

    /// What follows the fixnum way of an operation: its label leads here if one operand is no fixnum,
    /// where that is possible.
    pub fn end_arithmetic(
        &mut self,
        instruction: &Instruction,
        slow: Slow,
        attempt: Option<(Label, DoubleOp, Operand, Operand, Reg)>,
    ) {
        let Some((label, op, left, right, to)) = attempt else {
            return self.end_slow(slow, instruction);
        };
        let wait = self.wait_for(instruction);
        if let Some(slot) = instruction.written() {
            self.note_waiting(slot, wait);
        }
        let case = Case::FlonumOperation {
            op,
            numbers: self.numbers(&slow, left, right),
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
                self.test_tags(left, right);
                self.asm.jcc(Cond::Equal, slow.label);
            }
            (Operand::Reg(reg), other) | (other, Operand::Reg(reg)) => {
                if !Emitter::is_flonum(other) {
                    self.test_tag(reg);
                    self.asm.jcc(Cond::Equal, slow.label);
                }
            }
            (Operand::Const(_), Operand::Const(_)) => {}
        }
        if let Operand::Reg(right) = right {
            // The exact 0 divides nothing.
            self.asm.jump_if_zero(right, slow.label);
        }
        if let (Operand::Const(_), Operand::Const(_)) = (left, right)
            && !Emitter::is_flonum(left)
            && !Emitter::is_flonum(right)
        {
            self.asm.jmp(slow.label);
        }
        let wait = self.wait_for(&instruction);
        let numbers = self.numbers(&slow, left, right);
        self.flonum_operation(DoubleOp::Divide, numbers, (to, wait), slow.label);
        self.define(slot, Location::Reg(to));
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
        if let Some(wait) = Number::of(Operand::Reg(operand), self.state.entries()).unboxed {
            let boxed = self.asm.label();
            self.take_unboxed(D0, operand, wait, boxed);
            self.asm.jmp(end);
            self.asm.bind(boxed);
        }
        self.check_kind(operand, Kind::Flonum, slow.label);
        self.asm.load_double(D0, Mem(operand, field(0)));
        self.asm.bind(end);
        self.root(slow.label);
        let wait = self.wait_for(&instruction);
        self.give_double(to, wait, D0, slow.label);
        self.define(slot, Location::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, &instruction);
    }

    /// A real number as a new flonum.
    pub fn inexact(&mut self, instruction: Instruction) {
        let operand = self.reg(slot_of(instruction.fields.b));
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        let number = Number::of(Operand::Reg(operand), self.state.entries());
        self.load_double(D0, number, slow.label);
        let wait = self.wait_for(&instruction);
        self.give_double(to, wait, D0, slow.label);
        self.define(slot, Location::Reg(to));
        self.note_waiting(slot, wait);
        self.end_slow(slow, &instruction);
    }
}
