//! What arithmetic of flonums becomes on this processor, and nothing of when it is done: that is in
//! [`crate::emit::flonums`].

use super::*;
use crate::emit::Emitter;
use crate::emit::kinds::field;
use crate::emit::rare::Outcome;
use crate::emit::unboxed::{FLONUM_WORDS, Number};
use crate::flow::Instruction;
use crate::state::Location;
use mound_heap::Value;
use mound_heap::layout::Kind;
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
    /// The first double := what `op` makes of the first two.
    pub fn calculate(&mut self, op: DoubleOp) {
        self.asm.double_op(op, D0, D1);
    }

    /// The first double := its root; the slow way if it has no real one.
    pub fn root(&mut self, slow: Label) {
        self.asm.double_zero(D1);
        self.asm.compare_doubles(D0, D1);
        self.asm.jcc(Cond::Below, slow);
        self.asm.double_op(DoubleOp::SquareRoot, D0, D0);
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

    /// Compares two doubles; goes on here, or at the label if it does not hold.
    pub fn compare_flonums(
        &mut self,
        (left, right): (Number, Number),
        cond: Cond,
        outcome: Outcome,
        slow: Label,
    ) {
        self.load_double(D0, left, slow);
        self.load_double(D1, right, slow);
        let (exchanged, cond) = of_doubles(cond);
        match exchanged {
            true => self.asm.compare_doubles(D1, D0),
            false => self.asm.compare_doubles(D0, D1),
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
                self.asm.move_if(cond, to, SCRATCH);
                self.asm.bind(end);
            }
        }
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
        self.asm.move_if(Cond::Less, to, SCRATCH);
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
        self.define(slot, Location::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
