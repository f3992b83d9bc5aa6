//! Comparisons that only choose between two values: `(if (< a b) a b)`.
//!
//! ```text
//!   unless< 9 6 4            or without one of the moves
//!   move 10 6
//!   jump 5
//!   block 4
//!   move 10 9
//!   block 5
//! ```
//!
//! They become a conditional move, since nobody can foretell such branches.

use super::rare::{Case, Outcome};
use super::unboxed::Number;
use super::*;

/// What follows a comparison, up to the block where both ways meet.
pub struct Choice {
    /// The slot that is set.
    slot: u8,
    /// What it gets if the comparison holds, and if it does not.
    values: [Chosen; 2],
    /// Where the ways meet.
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    Slot(u8),
    Const(u64),
}

/// An instruction that does nothing but set a slot.
#[derive(Clone, Copy)]
struct Setting {
    slot: u8,
    value: Chosen,
    words: usize,
}

impl Emitter<'_> {
    /// What `instruction`, a comparison in the present block, chooses, if it does just that.
    pub fn choice(&self, instruction: &Instruction) -> Option<Choice> {
        let (block, target) = (&self.blocks[self.block], self.block + 1);
        let mut at = instruction.at + instruction.words;
        let first = self.setting(at).filter(|_| at < block.end);
        at += first.map_or(0, |setting| setting.words);
        let (slot, values, next) = if at == block.end {
            let Setting { slot, value, .. } = first?;
            (slot, [value, Chosen::Slot(slot)], target)
        } else {
            let jump = Instruction::read(self.code, at).filter(|jump| jump.op == Op::Jump)?;
            let other = self.blocks.get(target)?;
            let Setting { slot, value, words } = self.setting(other.start)?;
            let is_all = at + jump.words == block.end && other.start + words == other.end;
            let is_same = first.is_none_or(|first| first.slot == slot);
            let meets = self.block_at(jump.target()?) == target + 1;
            if !(is_all && is_same && meets && other.ways == 1 && other.is_inner()) {
                return None;
            }
            let held = first.map_or(Chosen::Slot(slot), |first| first.value);
            (slot, [held, value], target + 1)
        };
        let leads = self.block_at(instruction.target()?) == target;
        let choice = Choice { slot, values, next };
        (leads && block.room != Room::Unsure && self.expected_at(next) == 0).then_some(choice)
    }

    fn setting(&self, at: usize) -> Option<Setting> {
        let instruction = Instruction::read(self.code, at)?;
        let f = instruction.fields;
        let value = match instruction.op {
            Op::Move => Chosen::Slot(slot_of(f.b)),
            Op::Fixnum => Chosen::Const(Value::fixnum(i64::from(f.d as i16)).bits()),
            Op::Immediate => Chosen::Const(mound_machine::interpret::immediate(f.b).bits()),
            _ => return None,
        };
        Some(Setting {
            slot: slot_of(f.a),
            value,
            words: instruction.words,
        })
    }

    fn chosen(&mut self, value: Chosen) -> Operand {
        match value {
            Chosen::Slot(slot) => self.operand(slot),
            Chosen::Const(bits) => Operand::Const(bits),
        }
    }

    /// Sets the slot, and lets the code go on where the ways meet.
    pub fn choose(
        &mut self,
        instruction: &Instruction,
        (left, right): (Reg, Operand),
        cond: Cond,
        choice: &Choice,
    ) {
        let (to, values) = self.begin_choice(instruction, choice);
        let (attempt, slow) = (self.asm.label(), self.begin_slow());
        let operands = (Operand::Reg(left), right);
        let checked = self.check_fixnums(operands.0, right, attempt);
        self.cmp(left, right);
        self.select(to, values, cond);
        if checked {
            let case = Case::FlonumChoice {
                cond,
                numbers: self.numbers(&slow, operands.0, right),
                to,
                values,
            };
            self.otherwise(attempt, case, slow.label);
            self.end_slow_choice(slow, instruction, to, values);
        }
        self.define(choice.slot, Location::Reg(to));
        self.goes_on_at = Some(choice.next);
    }

    /// The same for what is true or not: `cond` is what the test of it for `#f` gives where the
    /// instruction goes on.
    pub fn choose_by_truth(
        &mut self,
        instruction: &Instruction,
        tested: Reg,
        cond: Cond,
        choice: &Choice,
    ) {
        let (to, values) = self.begin_choice(instruction, choice);
        self.cmp(tested, Operand::Const(Value::FALSE.bits()));
        self.select(to, values, cond);
        self.define(choice.slot, Location::Reg(to));
        self.goes_on_at = Some(choice.next);
    }

    /// The register for what is chosen, and what it is chosen from.
    fn begin_choice(&mut self, instruction: &Instruction, choice: &Choice) -> (Reg, [Operand; 2]) {
        if let Room::Asked(at) = self.blocks[self.block].room
            && at > instruction.at
        {
            self.ask_for_room(self.block);
        }
        let values = choice.values.map(|value| self.chosen(value));
        let held = self.state.get(choice.slot).map(|entry| entry.place);
        let own = match held {
            Some(Location::Reg(reg)) if self.is_only_in(choice.slot, reg) => Some(reg),
            _ => None,
        };
        let stays = |index: usize| choice.values[index] == Chosen::Slot(choice.slot);
        let to = own.filter(|_| stays(0) || stays(1));
        let to = to.unwrap_or_else(|| self.register_for(choice.slot));
        (to, values)
    }

    /// After a comparison: the first value if `cond` holds, else the second.
    fn select(&mut self, to: Reg, values: [Operand; 2], cond: Cond) {
        let ([first, second], moved) = match values[0] == Operand::Reg(to) {
            true => ([values[1], values[0]], cond.inverse()),
            false => (values, cond),
        };
        self.put_in_register(to, second);
        let first = match first {
            Operand::Reg(reg) => reg,
            Operand::Const(bits) => {
                self.asm.mov_imm(SCRATCH, bits);
                SCRATCH
            }
        };
        self.asm.move_if(moved, to, first);
    }

    pub fn put_in_register(&mut self, to: Reg, value: Operand) {
        match value {
            Operand::Reg(reg) => self.asm.mov(to, reg),
            Operand::Const(bits) => self.asm.mov_imm(to, bits),
        }
    }

    /// The same for doubles.
    pub fn choose_by_doubles(
        &mut self,
        (to, values): (Reg, [Operand; 2]),
        numbers: (Number, Number),
        cond: Cond,
        slow: Label,
    ) {
        let (other, end) = (self.asm.label(), self.asm.label());
        self.compare_flonums(numbers, cond, Outcome::Branch(other), slow);
        self.put_in_register(to, values[0]);
        self.asm.jmp(end);
        self.asm.bind(other);
        self.put_in_register(to, values[1]);
        self.asm.bind(end);
    }
}
