//! Leaf primitives: the common case of some is a few instructions here, the others
//! are called. Their slow way is the interpreter's, like that of any instruction.

use super::arithmetic::Change;
use super::characters;
use super::kinds::field;
use super::*;
use mound_heap::layout::Kind;
use mound_heap::value::bits;
use mound_machine::context::DYNAMIC_FIELDS;
use mound_machine::native::offsets;

/// Where the dynamic state of the process is.
const DYNAMIC: Mem = Mem(CONTEXT, offsets::DYNAMIC as i32);

/// How far a fixnum is shifted here: so many bits it has without its sign, and all are gone then.
const SHIFT_MAX: i64 = 60;

impl Emitter<'_> {
    pub fn primitive(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let name = self.unit.primitive_name(instruction.w);
        match (name, f.c) {
            ("arithmetic-shift", 2) => self.shift(instruction),
            ("bitwise-and", 2) => self.bitwise(instruction, Alu::And),
            ("bitwise-ior", 2) => self.bitwise(instruction, Alu::Or),
            ("bitwise-xor", 2) => self.bitwise(instruction, Alu::Xor),
            ("char->integer", 1) => self.char_to_integer(instruction),
            ("char-alphabetic?", 1) => self.char_in(instruction, &characters::LETTERS),
            ("char-downcase", 1) => self.char_to_case(instruction, 'A'..='Z', Change::Add),
            ("char-numeric?", 1) => self.char_in(instruction, &characters::DIGITS),
            ("char-upcase", 1) => self.char_to_case(instruction, 'a'..='z', Change::Subtract),
            ("char-whitespace?", 1) => self.char_in(instruction, &characters::SPACES),
            ("divide", 2) => self.divide_flonums(instruction),
            ("inexact", 1) => self.inexact(instruction),
            ("sqrt", 1) => self.square_root(instruction),
            ("abs", 1) => self.absolute(instruction),
            ("string-length", 1) => self.string_length(instruction),
            ("string-set!", 3) => self.string_set(instruction),
            ("modulo", 2) => self.divide(instruction, slot_of(f.b) + 1, Division::Modulo),
            ("min", 2) => self.extreme(instruction, Cond::Less),
            ("max", 2) => self.extreme(instruction, Cond::Greater),
            ("integer->char", 1) => self.integer_to_char(instruction),
            ("negate", 1) => self.negate(instruction),
            ("vector", 1..) => self.sequence(instruction, Kind::Vector),
            ("%make-values", 2..) => self.sequence(instruction, Kind::Values),
            ("%make-promise", 2) => self.promise(instruction),
            ("%promise-done?", 1) => self.part_of_promise(instruction, 0),
            ("%promise-value", 1) => self.part_of_promise(instruction, 1),
            ("%values-of?", 2) => self.stands_for(instruction),
            ("%values-ref", 2) => self.value_at(instruction),
            ("%dynamic", 0) => self.dynamic(slot_of(f.a)),
            ("%set-dynamic!", 1) => self.set_dynamic(instruction),
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
        self.define(slot_of(f.a), Location::Reg(to));
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
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// An operation on the bits of two fixnums: the tags are zeros.
    fn bitwise(&mut self, instruction: Instruction, op: Alu) {
        let f = instruction.fields;
        let left = self.reg(slot_of(f.b));
        let right = self.reg(slot_of(f.b) + 1);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnums(Operand::Reg(left), Operand::Reg(right), slow.label);
        self.logical(op, to, left, right);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// A fixnum shifted by a constant that is smaller than a word.
    fn shift(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let count = self.constant_fixnum(slot_of(f.b) + 1);
        let Some(count) = count.filter(|count| count.abs() <= SHIFT_MAX) else {
            return self.call_leaf(instruction);
        };
        let number = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnum(number, slow.label);
        let bits = count.unsigned_abs() as u8;
        match count < 0 {
            true => self.shift_right(to, number, bits),
            false => self.shift_left(to, number, bits, slow.label),
        }
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The negation of a fixnum.
    fn negate(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let number = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_fixnum(number, slow.label);
        self.asm.mov_imm(to, Value::fixnum(0).bits());
        self.change(Change::Subtract, to, to, Operand::Reg(number));
        self.asm.jcc(Cond::Overflow, slow.label);
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// An object that holds what is in consecutive slots.
    fn sequence(&mut self, instruction: Instruction, kind: Kind) {
        let (f, count) = (instruction.fields, instruction.fields.c);
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_room(1 + usize::from(count), slow.label);
        self.new_object(to, kind, usize::from(count));
        for index in 0..count {
            let place = Mem(HP, 8 + 8 * i32::from(index));
            self.store_slot(place, slot_of(f.b) + index);
        }
        self.bump(1 + usize::from(count));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// A promise of which it is known whether it is done.
    fn promise(&mut self, instruction: Instruction) {
        let done = self.state.get(slot_of(instruction.fields.b));
        match done.map(|entry| entry.place) {
            Some(Location::Const(constant))
                if [Value::TRUE.bits(), Value::FALSE.bits()]
                    .contains(&self.constants.bits(constant)) =>
            {
                self.sequence(instruction, Kind::Promise);
            }
            _ => self.call_leaf(instruction),
        }
    }

    /// Whether a promise is done, or its content.
    fn part_of_promise(&mut self, instruction: Instruction, index: i32) {
        let f = instruction.fields;
        let promise = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(promise, Kind::Promise, slow.label);
        self.asm.load(to, Mem(promise, field(index)));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The fixnum in a slot, if that is a constant.
    fn constant_fixnum(&self, slot: u8) -> Option<i64> {
        match self.state.get(slot)?.place {
            Location::Const(constant) => {
                let bits = self.constants.bits(constant);
                let is_fixnum = bits & bits::TAG_MASK == 0;
                is_fixnum.then_some(bits as i64 >> bits::FIXNUM_SHIFT)
            }
            Location::Reg(_) => None,
        }
    }

    /// The same, if it is small.
    fn small_constant(&self, slot: u8) -> Option<u8> {
        u8::try_from(self.constant_fixnum(slot)?).ok()
    }

    /// Whether an object stands for so many values.
    fn stands_for(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let Some(count) = self.small_constant(slot_of(f.b) + 1) else {
            return self.call_leaf(instruction);
        };
        let object = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let end = self.asm.label();
        // One value is any object but the one that holds several.
        let (if_several, otherwise) = match count {
            1 => (Value::FALSE, Value::TRUE),
            _ => (Value::TRUE, Value::FALSE),
        };
        self.asm.mov_imm(to, otherwise.bits());
        self.check_kind(object, Kind::Values, end);
        if count != 1 {
            self.size_of(SCRATCH, object);
            let size = Value::fixnum(i64::from(count)).bits();
            self.cmp(SCRATCH, Operand::Const(size));
            self.asm.jcc(Cond::NotEqual, end);
        }
        self.asm.mov_imm(to, if_several.bits());
        self.asm.bind(end);
        self.define(slot_of(f.a), Location::Reg(to));
    }

    /// One of several values.
    fn value_at(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let Some(index) = self.small_constant(slot_of(f.b) + 1) else {
            return self.call_leaf(instruction);
        };
        let object = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(object, Kind::Values, slow.label);
        self.check_size(object, u32::from(index) + 1, slow.label);
        self.asm.load(to, Mem(object, field(i32::from(index))));
        self.define(slot_of(f.a), Location::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The dynamic state.
    fn dynamic(&mut self, slot: u8) {
        let to = self.register_for(slot);
        self.asm.load(to, DYNAMIC);
        self.define(slot, Location::Reg(to));
    }

    /// Sets the dynamic state to a vector of so many fields as it has.
    fn set_dynamic(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let state = self.reg(slot_of(f.b));
        let slow = self.begin_slow();
        self.check_kind(state, Kind::Vector, slow.label);
        self.size_of(SCRATCH, state);
        let size = Value::fixnum(DYNAMIC_FIELDS as i64).bits();
        self.cmp(SCRATCH, Operand::Const(size));
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.asm.store(DYNAMIC, state);
        self.define_const(slot_of(f.a), Value::UNSPECIFIED);
        self.end_slow(slow, &instruction);
    }
}
