//! Primitives of one character: numbers, and the case and kind of those of ASCII, which nearly all
//! are in most texts. What Unicode says of the others is the primitive's.

use super::arithmetic::Change;
use super::*;
use mound_heap::value::bits;
use std::ops::RangeInclusive;

/// The first number that no character has.
const FIRST_SURROGATE: i64 = 0xd800;
/// The first character that is not of ASCII.
const FIRST_BEYOND: char = '\u{80}';
/// From a capital letter to the small one.
const TO_SMALL: char = '\u{20}';

/// Characters of ASCII of a kind, in ascending ranges.
pub type Ranges = [RangeInclusive<char>];
pub const LETTERS: [RangeInclusive<char>; 2] = ['A'..='Z', 'a'..='z'];
pub const DIGITS: [RangeInclusive<char>; 1] = ['0'..='9'];
pub const SPACES: [RangeInclusive<char>; 2] = ['\t'..='\r', ' '..=' '];

fn constant(character: char) -> Operand {
    Operand::Const(Value::character(character).bits())
}

impl Emitter<'_> {
    /// The character with a number, if that is so small that there is surely one.
    pub fn integer_to_char(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let number = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnum(number, slow.label);
        // A negative number is a very large one.
        let first = Value::fixnum(FIRST_SURROGATE).bits();
        self.cmp(number, Operand::Const(first));
        self.asm.jcc(Cond::AboveOrEqual, slow.label);
        self.character_of_fixnum(to, number);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn char_to_integer(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let character = self.reg(slot_of(f.b));
        let is_known = self.is_known(character, Fact::Character);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        if !is_known {
            self.unless_sort(character, bits::CHARACTER, slow.label);
        }
        self.fixnum_of_character(to, character);
        self.define(slot_of(f.a), Location::Reg(to));
        if !is_known {
            self.end_slow(slow, &instruction);
        }
    }

    /// Goes the slow way unless `reg` is a character of ASCII.
    fn check_ascii(&mut self, reg: Reg, slow: Label) {
        self.unless_sort(reg, bits::CHARACTER, slow);
        self.cmp(reg, constant(FIRST_BEYOND));
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    /// Whether a character is in one of the ranges.
    pub fn char_in(&mut self, instruction: Instruction, ranges: &Ranges) {
        let f = instruction.fields;
        let character = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_ascii(character, slow.label);
        let (is, end) = (self.asm.label(), self.asm.label());
        self.asm.mov_imm(to, Value::FALSE.bits());
        for range in ranges {
            self.cmp(character, constant(*range.start()));
            self.asm.jcc(Cond::Below, end);
            self.cmp(character, constant(*range.end()));
            self.asm.jcc(Cond::BelowOrEqual, is);
        }
        self.asm.jmp(end);
        self.asm.bind(is);
        self.asm.mov_imm(to, Value::TRUE.bits());
        self.asm.bind(end);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// A character in the other case, if it is in the range.
    pub fn char_to_case(
        &mut self,
        instruction: Instruction,
        range: RangeInclusive<char>,
        change: Change,
    ) {
        let f = instruction.fields;
        let character = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_ascii(character, slow.label);
        let end = self.asm.label();
        self.asm.mov(to, character);
        self.cmp(character, constant(*range.start()));
        self.asm.jcc(Cond::Below, end);
        self.cmp(character, constant(*range.end()));
        self.asm.jcc(Cond::Above, end);
        let distance = u64::from(TO_SMALL) << bits::PAYLOAD_SHIFT;
        self.change(change, to, character, Operand::Const(distance));
        self.asm.bind(end);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
