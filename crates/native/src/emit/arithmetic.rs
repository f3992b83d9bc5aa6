//! Fixnum arithmetic and comparisons; flonums have a file of their own, and all other
//! numbers go the slow way.
//!
//! A fixnum is its number shifted left by three, so sums and comparisons work on
//! the words as they are, and an overflow of the word is one of the fixnum.

use super::cold::{Cold, Slow};
use super::rare::{Case, Outcome};
use super::*;
use mound_heap::value::bits::{FIXNUM_SHIFT, TAG_MASK};

/// What is wanted of a division by a positive number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Division {
    Quotient,
    /// With the sign of the dividend.
    Remainder,
    /// The remainder that is not negative: one below 0 gets the divisor added.
    Modulo,
}

/// A sum or a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Add,
    Subtract,
}

impl Change {
    fn of_doubles(self) -> DoubleOp {
        match self {
            Change::Add => DoubleOp::Add,
            Change::Subtract => DoubleOp::Subtract,
        }
    }

    fn inverse(self) -> Change {
        match self {
            Change::Add => Change::Subtract,
            Change::Subtract => Change::Add,
        }
    }
}

fn is_fixnum(bits: u64) -> bool {
    bits & TAG_MASK == 0
}

impl Emitter<'_> {
    /// Goes to `elsewhere` unless both are fixnums, as constants are. Whether that had to be looked at.
    pub fn check_fixnums(&mut self, left: Operand, right: Operand, elsewhere: Label) -> bool {
        let unknown = |operand| match operand {
            Operand::Reg(reg) if !self.is_known(reg, Fact::Fixnum) => Some(reg),
            _ => None,
        };
        match (unknown(left), unknown(right)) {
            (Some(left), Some(right)) if left != right => self.test_tags(left, right),
            (Some(reg), _) | (_, Some(reg)) => self.test_tag(reg),
            (None, None) => return false,
        }
        self.asm.jcc(Cond::NotEqual, elsewhere);
        true
    }

    /// Goes to `elsewhere` unless it is a fixnum.
    pub fn check_fixnum(&mut self, reg: Reg, elsewhere: Label) {
        self.check_fixnums(Operand::Reg(reg), Operand::Reg(reg), elsewhere);
    }

    /// The operand in a register if it is no constant that an instruction can hold.
    pub fn small_operand(&mut self, slot: u8) -> Operand {
        match self.operand(slot) {
            operand @ Operand::Const(bits) => match is_small(bits) || Emitter::is_flonum(operand) {
                true => operand,
                false => Operand::Reg(self.reg(slot)),
            },
            operand => operand,
        }
    }

    /// Whether it is a constant that the interpreter can have: neither a flonum nor a fixnum that a
    /// double holds exactly.
    pub fn is_odd(operand: Operand) -> bool {
        let Operand::Const(bits) = operand else {
            return false;
        };
        let number = bits as i64 >> FIXNUM_SHIFT;
        let is_small = is_fixnum(bits) && number.unsigned_abs() < 1 << 53;
        !is_small && !Emitter::is_flonum(operand)
    }

    pub fn add(&mut self, instruction: Instruction) {
        self.add_or_subtract(instruction, Change::Add);
    }

    pub fn subtract(&mut self, instruction: Instruction) {
        self.add_or_subtract(instruction, Change::Subtract);
    }

    fn add_or_subtract(&mut self, instruction: Instruction, change: Change) {
        let f = instruction.fields;
        let left = self.small_operand(slot_of(f.b));
        let right = self.small_operand(slot_of(f.c));
        if Emitter::is_odd(left) || Emitter::is_odd(right) {
            return self.step(instruction);
        }
        let double_op = change.of_doubles();
        if Emitter::is_flonum(left) || Emitter::is_flonum(right) {
            return self.flonum_arithmetic(&instruction, double_op, left, right);
        }
        let slot = slot_of(f.a);
        let operands = (left, right);
        match operands {
            (Operand::Reg(reg), by)
                if slot == slot_of(f.b) && left != right && self.is_only_in(slot, reg) =>
            {
                return self.add_in_place(&instruction, change, (reg, by), operands);
            }
            (by, Operand::Reg(reg))
                if slot == slot_of(f.c)
                    && change == Change::Add
                    && left != right
                    && self.is_only_in(slot, reg) =>
            {
                return self.add_in_place(&instruction, change, (reg, by), operands);
            }
            _ => {}
        }
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let attempt = self.asm.label();
        let checked = self.check_fixnums(left, right, attempt);
        match (left, right) {
            (Operand::Reg(left), by) => self.change(change, to, left, by),
            (by, Operand::Reg(right)) if change == Change::Add => {
                self.change(change, to, right, by);
            }
            (Operand::Const(bits), by) => {
                self.asm.mov_imm(to, bits);
                self.change(change, to, to, by);
            }
        }
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Location::Reg(to));
        let attempt = checked.then_some((attempt, double_op, left, right, to));
        self.end_arithmetic(&instruction, slow, attempt);
    }

    /// Adds to or subtracts from the register of the slot that gets the result. If that is no fixnum,
    /// it is undone.
    fn add_in_place(
        &mut self,
        instruction: &Instruction,
        change: Change,
        (reg, by): (Reg, Operand),
        (left, right): (Operand, Operand),
    ) {
        let slow = self.begin_slow();
        let (attempt, undo) = (self.asm.label(), self.asm.label());
        let checked = self.check_fixnums(Operand::Reg(reg), by, attempt);
        self.change(change, reg, reg, by);
        self.asm.jcc(Cond::Overflow, undo);
        self.cold.push(Cold::Undo {
            label: undo,
            change: change.inverse(),
            reg,
            by,
            slow: slow.label,
        });
        self.define(slot_of(instruction.fields.a), Location::Reg(reg));
        let attempt = checked.then_some((attempt, change.of_doubles(), left, right, reg));
        self.end_arithmetic(instruction, slow, attempt);
    }

    pub fn add_number(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let left = self.small_operand(slot_of(f.b));
        let Operand::Reg(left) = left else {
            return self.step(instruction);
        };
        let number = Value::fixnum(i64::from(f.c as i8)).bits();
        let (left_operand, right) = (Operand::Reg(left), Operand::Const(number));
        if slot_of(f.a) == slot_of(f.b) && self.is_only_in(slot_of(f.a), left) {
            let operands = (left_operand, right);
            return self.add_in_place(&instruction, Change::Add, (left, right), operands);
        }
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let attempt = self.asm.label();
        let checked = self.check_fixnums(left_operand, right, attempt);
        self.change(Change::Add, to, left, right);
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Location::Reg(to));
        let attempt = checked.then_some((attempt, DoubleOp::Add, left_operand, right, to));
        self.end_arithmetic(&instruction, slow, attempt);
    }

    pub fn multiply(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let (left, right) = (self.operand(slot_of(f.b)), self.operand(slot_of(f.c)));
        if Emitter::is_odd(left) || Emitter::is_odd(right) {
            return self.step(instruction);
        }
        if Emitter::is_flonum(left) || Emitter::is_flonum(right) {
            return self.flonum_arithmetic(&instruction, DoubleOp::Multiply, left, right);
        }
        let (left, right) = (self.reg(slot_of(f.b)), self.reg(slot_of(f.c)));
        let operands = (Operand::Reg(left), Operand::Reg(right));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let attempt = self.asm.label();
        let checked = self.check_fixnums(operands.0, operands.1, attempt);
        self.product(to, left, right, slow.label);
        self.define(slot_of(f.a), Location::Reg(to));
        let attempt = (attempt, DoubleOp::Multiply, operands.0, operands.1, to);
        let attempt = checked.then_some(attempt);
        self.end_arithmetic(&instruction, slow, attempt);
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
        if !Emitter::is_flonum(right)
            && let Some(choice) = self.choice(&instruction)
        {
            return self.choose(&instruction, (left, right), cond, &choice);
        }
        let operands = (Operand::Reg(left), right);
        let slow = self.begin_slow();
        let taken = self.way_to_target(&instruction);
        let outcome = Outcome::Branch(taken);
        if Emitter::is_flonum(right) {
            let numbers = self.numbers(&slow, operands.0, operands.1);
            self.compare_flonums(numbers, cond, outcome, slow.label);
            return self.end_slow_branch(slow, &instruction, Some(taken));
        }
        let attempt = self.asm.label();
        let checked = self.check_fixnums(operands.0, right, attempt);
        self.cmp(left, right);
        self.asm.jcc(cond.inverse(), taken);
        if !checked {
            return;
        }
        self.end_comparison(&slow, attempt, operands, cond, outcome);
        self.end_slow_branch(slow, &instruction, Some(taken));
    }

    /// What follows the fixnum way: `label` leads here if one operand is no fixnum.
    fn end_comparison(
        &mut self,
        slow: &Slow,
        label: Label,
        (left, right): (Operand, Operand),
        cond: Cond,
        outcome: Outcome,
    ) {
        let case = Case::FlonumComparison {
            cond,
            numbers: self.numbers(slow, left, right),
            outcome,
        };
        self.otherwise(label, case, slow.label);
    }

    /// A comparison as a value.
    pub fn compare(&mut self, instruction: Instruction, cond: Cond) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.operand(slot_of(f.c));
        if Emitter::is_odd(right) {
            return self.step(instruction);
        }
        let operands = (Operand::Reg(left), right);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let outcome = Outcome::Value(to);
        if Emitter::is_flonum(right) {
            let numbers = self.numbers(&slow, operands.0, operands.1);
            self.compare_flonums(numbers, cond, outcome, slow.label);
        } else {
            let attempt = self.asm.label();
            let checked = self.check_fixnums(operands.0, right, attempt);
            self.cmp(left, right);
            self.set_boolean(to, cond);
            if !checked {
                return self.define(slot_of(f.a), Location::Reg(to));
            }
            self.end_comparison(&slow, attempt, operands, cond, outcome);
        }
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
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
