//! Making objects and looking into them. Layouts are those of `mound_heap::layout`.

use super::assembler::*;
use super::*;
use crate::emit::kinds::{field, header};
use crate::emit::unboxed::FLONUM_WORDS;
use crate::emit::{Emitter, Operand};
use crate::flow::Instruction;
use crate::state::{Fact, Place};
use mound_heap::heap::LARGE_WORDS;
use mound_heap::layout::{self, Header, Kind};
use mound_heap::value::bits;
use mound_machine::context::MARGIN;
use mound_machine::link::slot_of;
use mound_machine::native::offsets;

/// The field of a record type with the vector of its fields' names.
const RECORD_TYPE_FIELD_NAMES: i32 = 2;

impl Emitter<'_> {
    /// Goes the slow way if `words` words cannot be allocated.
    pub fn check_room(&mut self, words: usize, slow: Label) {
        let words = words + FLONUM_WORDS * self.waiting;
        let room = 8 * (words + self.code.slots as usize + MARGIN) as i64;
        self.asm.add_imm(SCRATCH, HP, room);
        let debt = Mem(CONTEXT, offsets::DEBT as i32);
        self.asm.load(SCRATCH_2, debt);
        self.asm.alu(Alu::Add, SCRATCH, SCRATCH, SCRATCH_2);
        self.asm.cmp(SCRATCH, FP);
        self.asm.jcc(Cond::Above, slow);
    }

    /// Writes the value of a slot to the heap.
    pub fn store_slot(&mut self, to: Mem, slot: u8) {
        match self.state.get(slot).map(|entry| entry.place) {
            Some(Place::Reg(reg)) => self.asm.store(to, reg),
            Some(Place::Const(constant)) => self.store_const(to, self.constants.bits(constant)),
            None => {
                self.asm.load(SCRATCH, slot_at(slot));
                self.asm.store(to, SCRATCH);
            }
        }
    }

    pub fn cons(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let (car, cdr) = (self.operand(slot_of(f.b)), self.operand(slot_of(f.c)));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_room(2, slow.label);
        for (offset, operand) in [(0, car), (8, cdr)] {
            match operand {
                Operand::Reg(reg) => self.asm.store(Mem(HP, offset), reg),
                Operand::Const(bits) => self.store_const(Mem(HP, offset), bits),
            }
        }
        self.asm.add_imm(to, HP, bits::PAIR as i64);
        self.asm.add_imm(HP, HP, 16);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
        self.learn(slot_of(f.a), Fact::Pair);
    }

    /// Writes the header of a new object with `size` fields, and makes `to` point to it.
    pub fn new_object(&mut self, to: Reg, kind: Kind, size: usize) {
        let header = Header::new(kind, size, 0, false).word();
        self.store_const(Mem(HP, 0), header);
        self.asm.add_imm(to, HP, bits::OBJECT as i64);
    }

    pub fn new_box(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_room(2, slow.label);
        self.new_object(to, Kind::Box, 1);
        self.store_slot(Mem(HP, 8), slot_of(f.b));
        self.asm.add_imm(HP, HP, 16);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn closure(&mut self, instruction: Instruction) {
        let count = instruction.w as usize;
        if count + 1 > LARGE_WORDS {
            return self.step(instruction);
        }
        let to = self.register_for(slot_of(instruction.fields.a));
        let slow = self.begin_slow();
        self.check_room(2 + count, slow.label);
        self.new_object(to, Kind::Closure, 1 + count);
        let code = self.unit.code(instruction.fields.d);
        self.store_const(Mem(HP, 8), code as u64);
        for index in 0..count {
            let packed = self.code.instructions[instruction.at + 2 + index / 4];
            let slot = (packed >> (8 * (index % 4)) & 0xff) as u8;
            self.store_slot(Mem(HP, 16 + 8 * index as i32), slot);
        }
        self.asm.add_imm(HP, HP, 8 * (2 + count as i64));
        self.define(slot_of(instruction.fields.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn free(&mut self, to: u8, index: u16) {
        let procedure = self.reg(1);
        let reg = self.register_for(to);
        self.asm
            .load(reg, Mem(procedure, field(1 + i32::from(index))));
        self.define(to, Place::Reg(reg));
    }

    pub fn unbox(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let boxed = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(boxed, Kind::Box, slow.label);
        self.asm.load(to, Mem(boxed, field(0)));
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// The word of a pair at `offset`.
    pub fn part_of_pair(&mut self, instruction: Instruction, offset: i32) {
        let f = instruction.fields;
        let from = slot_of(f.b);
        let pair = self.reg(from);
        let to = self.register_for(slot_of(f.a));
        // To mask the tags costs less than another way for what is frozen, even where nothing is.
        if self.fact(from) == Fact::Pair {
            self.asm.and_imm(SCRATCH, pair, !bits::TAG_MASK);
            self.asm.load(to, Mem(SCRATCH, offset));
            return self.define(slot_of(f.a), Place::Reg(to));
        }
        let slow = self.begin_slow();
        self.unless_tag(pair, bits::PAIR, bits::PAIR_MASK, slow.label);
        self.asm.and_imm(SCRATCH, pair, !bits::TAG_MASK);
        self.asm.load(to, Mem(SCRATCH, offset));
        // What has a part is a pair; anything else has raised.
        self.learn(from, Fact::Pair);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Goes the slow way unless the slot, which is in a register, holds a vector. What was made of a
    /// vector has shown that it is one.
    fn check_vector(&mut self, slot: u8, vector: Reg, slow: Label) {
        if self.fact(slot) != Fact::Vector {
            self.check_kind(vector, Kind::Vector, slow);
            self.learn(slot, Fact::Vector);
        }
    }

    /// Goes the slow way unless `index` is a fixnum below the size of the object.
    pub fn check_index(&mut self, object: Reg, index: Operand, slow: Label) {
        match index {
            Operand::Reg(index) => {
                self.load_size(object);
                self.asm.test(index, bits::TAG_MASK);
                self.asm.jcc(Cond::NotEqual, slow);
                self.asm
                    .alu_shifted(Alu::SubFlags, ZERO, index, SCRATCH, bits::FIXNUM_SHIFT);
                self.asm.jcc(Cond::AboveOrEqual, slow);
            }
            Operand::Const(bits) => {
                let index = (bits >> bits::FIXNUM_SHIFT) as u32;
                self.check_size(object, index + 1, slow);
            }
        }
    }

    /// Goes the slow way if the object has fewer than `size` fields, which are not very many.
    pub fn check_size(&mut self, object: Reg, size: u32, slow: Label) {
        // The upper half of the header: what stands below the size in it is smaller than 1.
        let shift = layout::bits::SIZE_SHIFT - 32;
        self.asm.load_32(SCRATCH, Mem(object, header() + 4));
        self.asm.cmp_imm(SCRATCH, u64::from(size) << shift);
        self.asm.jcc(Cond::Below, slow);
    }

    /// x16 := the size of an object.
    pub fn load_size(&mut self, object: Reg) {
        self.asm.load(SCRATCH, Mem(object, header()));
        self.asm
            .shift(Shift::Right, SCRATCH, SCRATCH, layout::bits::SIZE_SHIFT);
    }

    pub fn vector_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.b));
        let index = self.index_operand(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_vector(slot_of(f.b), vector, slow.label);
        self.check_index(vector, index, slow.label);
        // A fixnum is eight times its number: the distance in bytes.
        match index {
            Operand::Reg(index) => {
                self.asm.alu(Alu::Add, SCRATCH, vector, index);
                self.asm.load(to, Mem(SCRATCH, field(0)));
            }
            Operand::Const(bits) => self.asm.load(to, Mem(vector, field(0) + bits as i32)),
        }
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// An index as an operand: a constant only if it is a small fixnum.
    pub fn index_operand(&mut self, slot: u8) -> Operand {
        match self.operand(slot) {
            Operand::Const(bits) if bits & bits::TAG_MASK != 0 || bits > 1 << 20 => {
                Operand::Reg(self.reg(slot))
            }
            operand => operand,
        }
    }

    pub fn vector_length(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.b));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_vector(slot_of(f.b), vector, slow.label);
        self.load_size(vector);
        self.asm.shift(Shift::Left, to, SCRATCH, bits::FIXNUM_SHIFT);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Goes the slow way unless `index` is a fixnum below the length of a string or bytevector; its
    /// number goes to x17.
    pub fn check_length(&mut self, object: Reg, index: Reg, slow: Label) {
        self.asm.test(index, bits::TAG_MASK);
        self.asm.jcc(Cond::NotEqual, slow);
        self.asm
            .shift(Shift::RightSigned, SCRATCH_2, index, bits::FIXNUM_SHIFT);
        self.asm.load(SCRATCH, Mem(object, field(0)));
        // A negative index is a very large one.
        self.asm.cmp(SCRATCH_2, SCRATCH);
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    pub fn bytevector_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let bytes = self.reg(slot_of(f.b));
        let index = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_kind(bytes, Kind::Bytevector, slow.label);
        self.check_length(bytes, index, slow.label);
        self.asm.alu(Alu::Add, SCRATCH, bytes, SCRATCH_2);
        self.asm.load_8(to, Mem(SCRATCH, field(1)));
        self.asm.shift(Shift::Left, to, to, bits::FIXNUM_SHIFT);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Strings of one byte a character; the interpreter knows the others.
    pub fn string_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let string = self.reg(slot_of(f.b));
        let index = self.reg(slot_of(f.c));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_object(string, slow.label);
        // Kind and width with one comparison, whether it is frozen or not.
        self.asm.load_32(SCRATCH, Mem(string, header()));
        let mask = 0xffff & !layout::bits::FROZEN;
        let wanted = u64::from(layout::bits::low_byte(Kind::String)) | 1 << layout::bits::AUX;
        self.asm.mov_imm(SCRATCH_2, mask);
        self.asm.alu(Alu::And, SCRATCH, SCRATCH, SCRATCH_2);
        self.asm.cmp_imm(SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.check_length(string, index, slow.label);
        self.asm.alu(Alu::Add, SCRATCH, string, SCRATCH_2);
        self.asm.load_8(to, Mem(SCRATCH, field(1)));
        self.asm.shift(Shift::Left, to, to, bits::PAYLOAD_SHIFT);
        self.asm.add_imm(to, to, bits::CHARACTER as i64);
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    pub fn record_ref(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.b));
        let fact = self.record_fact(slot_of(f.c));
        let fields = self.fields_of(slot_of(f.c));
        let is_known = fact != Fact::None && self.fact(slot_of(f.b)) == fact;
        let kind = (!is_known).then(|| self.reg(slot_of(f.c)));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        if let Some(kind) = kind {
            self.check_kind(record, Kind::Record, slow.label);
            self.compare_type(kind, record);
            self.asm.jcc(Cond::NotEqual, slow.label);
            self.learn(slot_of(f.b), fact);
        }
        if fields.is_none_or(|fields| fields <= instruction.w as usize) {
            // The type is a field of its own.
            self.check_size(record, 2 + instruction.w, slow.label);
        }
        let offset = field(1 + instruction.w as i32);
        self.asm.load(to, Mem(record, offset));
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }

    /// Goes the slow way unless `kind` is a record type with so many fields.
    fn check_fields(&mut self, kind: Reg, count: u8, slow: Label) {
        self.check_kind(kind, Kind::RecordType, slow);
        self.asm
            .load(SCRATCH_2, Mem(kind, field(RECORD_TYPE_FIELD_NAMES)));
        self.check_kind(SCRATCH_2, Kind::Vector, slow);
        self.load_size(SCRATCH_2);
        self.asm.cmp_imm(SCRATCH, u64::from(count));
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// A record of the type in slot b, which must have as many fields.
    pub fn record(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let count = f.c;
        let is_known = self.fields_of(slot_of(f.b)) == Some(usize::from(count));
        let kind = (!is_known).then(|| self.reg(slot_of(f.b)));
        let to = self.register_for(slot_of(f.a));
        let slow = self.begin_slow();
        self.check_room(2 + usize::from(count), slow.label);
        if let Some(kind) = kind {
            self.check_fields(kind, count, slow.label);
        }
        self.new_object(to, Kind::Record, 1 + usize::from(count));
        self.store_slot(Mem(HP, 8), slot_of(f.b));
        for index in 0..count {
            let slot = slot_of(f.b) + 1 + index;
            self.store_slot(Mem(HP, 16 + 8 * i32::from(index)), slot);
        }
        self.asm.add_imm(HP, HP, 8 * (2 + i64::from(count)));
        self.define(slot_of(f.a), Place::Reg(to));
        self.end_slow(slow, &instruction);
    }
}
