//! Leaf primitives: the common case of some is a few instructions here, the others
//! are called. Their slow way is the interpreter's, like that of any instruction.

use super::kinds::field;
use super::*;
use mound_heap::layout::Kind;
use mound_heap::value::bits;

/// The first number that no character has.
const FIRST_SURROGATE: i64 = 0xd800;

impl Emitter<'_> {
    pub fn primitive(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let name = self.unit.primitive_name(instruction.w);
        match (name, f.c) {
            ("char->integer", 1) => self.char_to_integer(instruction),
            ("divide", 2) => self.divide_flonums(instruction),
            ("inexact", 1) => self.inexact(instruction),
            ("sqrt", 1) => self.square_root(instruction),
            ("abs", 1) => self.absolute(instruction),
            ("string-length", 1) => self.string_length(instruction),
            ("modulo", 2) => self.divide(instruction, slot_of(f.b) + 1, Division::Modulo),
            ("min", 2) => self.extreme(instruction, Cond::Less),
            ("max", 2) => self.extreme(instruction, Cond::Greater),
            ("integer->char", 1) => self.integer_to_char(instruction),
            _ => self.call_leaf(instruction),
        }
    }

    /// The length of a string; the interpreter knows what a string can be besides.
    fn string_length(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let string = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(string, Kind::String, slow.label);
        self.asm.load(to, Mem(string, field(0)));
        self.fixnum_of(to);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The less or greater of two fixnums.
    fn extreme(&mut self, instruction: Instruction, cond: Cond) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.reg(slot_of(f.b) + 1);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), Operand::Reg(right), slow.label);
        self.cmp(left, Operand::Reg(right));
        self.asm.mov(to, right);
        self.asm.move_if(cond, to, left);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The character with a number, if that is so small that there is surely one.
    fn integer_to_char(&mut self, instruction: Instruction) {
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
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    fn char_to_integer(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let character = self.reg(slot_of(f.b));
        let is_known = self.is_known(character, Fact::Character);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        if !is_known {
            self.unless_sort(character, bits::CHARACTER, slow.label);
        }
        self.fixnum_of_character(to, character);
        self.define(slot_of(f.a), Place::Reg(to));
        if !is_known {
            self.end_slow(slow, &instruction);
        }
    }
}
