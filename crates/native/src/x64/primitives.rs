//! Leaf primitives: the common case of some is a few instructions here, the others
//! are called. Their slow way is the interpreter's, like that of any instruction.

use super::assembler::*;
use crate::emit::kinds::field;
use crate::emit::{Emitter, Operand};
use crate::flow::Instruction;
use crate::state::Place;
use mound_heap::layout::Kind;
use mound_heap::value::bits;
use mound_machine::link::slot_of;

/// The first number that no character has.
const FIRST_SURROGATE: i32 = 0xd800;

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
            ("modulo", 2) => self.modulo(instruction),
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
        self.asm.shift(Shift::Left, to, bits::FIXNUM_SHIFT as u8);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The remainder with the sign of a divisor that is positive.
    fn modulo(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        self.free_register(RDX);
        self.pin(RDX);
        let left = self.reg(slot_of(f.b));
        let right = self.reg(slot_of(f.b) + 1);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        let operands = (Operand::Reg(left), Operand::Reg(right));
        self.check_fixnums(operands.0, operands.1, slow.label);
        self.asm.test(right, right);
        self.asm.jcc(Cond::LessOrEqual, slow.label);
        self.asm.mov(RAX, left);
        self.asm.cqo();
        self.asm.idiv(right);
        // A remainder below 0 gets the divisor added.
        self.asm.lea_sum(to, RDX, right, 0);
        self.asm.test(RDX, RDX);
        self.asm.cmov(Cond::GreaterOrEqual, to, RDX);
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
        let operands = (Operand::Reg(left), Operand::Reg(right));
        self.check_fixnums(operands.0, operands.1, slow.label);
        self.asm.mov(to, right);
        self.asm.alu(Alu::Cmp, left, right);
        self.asm.cmov(cond, to, left);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The character with a number, if that is so small that there is surely one.
    fn integer_to_char(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let number = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.asm.test_8(number, bits::TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, slow.label);
        // A negative number is a very large one.
        let last = FIRST_SURROGATE << bits::FIXNUM_SHIFT;
        self.asm.alu_imm(Alu::Cmp, number, last);
        self.asm.jcc(Cond::AboveOrEqual, slow.label);
        self.asm.mov(to, number);
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Left, to, shift as u8);
        self.asm.alu_imm(Alu::Or, to, bits::CHARACTER as i32);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    fn char_to_integer(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let character = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.asm.cmp_8(character, bits::CHARACTER as u8);
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.asm.mov(to, character);
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Right, to, shift as u8);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
