//! What arithmetic of flonums becomes on this processor, and nothing of when it is done: that is in
//! [`crate::emit::flonums`].

use super::*;
use crate::emit::Emitter;
use crate::emit::kinds::field;
use crate::emit::rare::Outcome;
use crate::emit::unboxed::{FLONUM_WORDS, Number};
use crate::flow::Instruction;
use crate::state::Location;
use mound_heap::layout::Kind;
use mound_heap::value::bits;
use mound_machine::link::slot_of;

/// Fixnums of so many bits are doubles.
const EXACT_BITS: u32 = 53;

/// The condition after a comparison of doubles that does not hold if one of them is no number.
fn of_doubles(cond: Cond) -> Cond {
    match cond {
        Cond::Less => Cond::Negative,
        Cond::LessOrEqual => Cond::BelowOrEqual,
        cond => cond,
    }
}

impl Emitter<'_> {
    /// The first double := what `op` makes of the first two.
    pub fn calculate(&mut self, op: DoubleOp) {
        self.asm.double_op(op, D0, D0, D1);
    }

    /// The first double := its root; the slow way if it has no real one.
    pub fn root(&mut self, slow: Label) {
        self.asm.compare_with_zero(D0);
        // Also if it is no number.
        self.asm.jcc(Cond::Less, slow);
        self.asm.square_root(D0, D0);
    }

    /// Makes a double of a fixnum, the slow way if it is none or too long.
    pub fn convert(&mut self, to: Double, reg: Reg, slow: Label) {
        self.asm.test(reg, bits::TAG_MASK);
        self.asm.jcc(Cond::NotEqual, slow);
        // All bits above those that fit must be the same: 0 or -1, and after the increment 1 or 0.
        let shift = EXACT_BITS + bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::RightSigned, SCRATCH, reg, shift);
        self.asm.add_imm(SCRATCH, SCRATCH, 1);
        self.asm.cmp_imm(SCRATCH, 1);
        self.asm.jcc(Cond::Above, slow);
        self.asm
            .shift(Shift::RightSigned, SCRATCH, reg, bits::FIXNUM_SHIFT);
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
        self.asm.compare_doubles(D0, D1);
        let cond = of_doubles(cond);
        match outcome {
            Outcome::Branch(elsewhere) => self.asm.jcc(cond.inverse(), elsewhere),
            Outcome::Value(to) => self.set_boolean(to, cond),
        }
    }

    /// A number without its sign.
    pub fn absolute(&mut self, instruction: Instruction) {
        let operand = self.reg(slot_of(instruction.fields.b));
        let slot = slot_of(instruction.fields.a);
        let to = self.register_for(slot);
        let slow = self.begin_slow();
        let (end, flonum) = (self.asm.label(), self.asm.label());
        self.asm.test(operand, bits::TAG_MASK);
        self.asm.jcc(Cond::NotEqual, flonum);
        self.asm.alu(Alu::SubFlags, SCRATCH, ZERO, operand);
        // The least fixnum has no opposite.
        self.asm.jcc(Cond::Overflow, slow.label);
        self.asm.cmp_imm(operand, 0);
        self.asm.select(Cond::Less, to, SCRATCH, operand);
        self.asm.jmp(end);
        self.asm.bind(flonum);
        self.check_kind(operand, Kind::Flonum, slow.label);
        self.check_room(FLONUM_WORDS, slow.label);
        self.asm.load(SCRATCH_2, Mem(operand, field(0)));
        self.asm.and_imm(SCRATCH_2, SCRATCH_2, u64::MAX >> 1);
        self.new_object(to, Kind::Flonum, FLONUM_WORDS - 1);
        self.asm.store(Mem(HP, 8), SCRATCH_2);
        self.asm.add_imm(HP, HP, 8 * FLONUM_WORDS as i64);
        self.asm.bind(end);
        self.define(slot, Location::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
