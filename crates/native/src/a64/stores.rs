//! Stores into objects. The write barrier is `mound_heap::barrier`: what lies in the
//! block needs no note, nor does what is no pointer; the interpreter does the rest,
//! and what cannot be changed.

use super::assembler::*;
use super::emit::{Emitter, Operand};
use super::kinds::{field, header};
use super::*;
use crate::flow::Instruction;
use mound_heap::layout::{self, Kind};
use mound_heap::value::bits;
use mound_machine::link::slot_of;
use mound_machine::native::offsets;

/// Whether these are the bits of a pair or an object.
fn is_pointer(word: u64) -> bool {
    let tag = word & bits::TAG_MASK;
    tag == bits::PAIR || tag == bits::FROZEN_PAIR || tag == bits::OBJECT
}

impl Emitter<'_> {
    /// Goes the slow way if storing `value` in the object whose address is `address` needs a note.
    fn check_barrier(&mut self, address: Mem, value: Operand, slow: Label) {
        let end = self.asm.label();
        // While what was sent last has a twin, every store must be heard of.
        let bytes = Mem(CONTEXT, offsets::YOUNG_BYTES as i32);
        self.asm.load(SCRATCH, bytes);
        self.asm.cmp_imm(SCRATCH, 0);
        self.asm.jcc(Cond::Equal, slow);
        match value {
            Operand::Const(word) if !is_pointer(word) => return self.asm.bind(end),
            Operand::Const(_) => {}
            Operand::Reg(reg) => {
                self.asm.test(reg, bits::TAG_MASK);
                self.asm.jcc(Cond::Equal, end);
            }
        }
        let Mem(base, disp) = address;
        self.asm.add_imm(SCRATCH, base, i64::from(disp));
        let start = Mem(CONTEXT, offsets::YOUNG_START as i32);
        self.asm.load(SCRATCH_2, start);
        self.asm.alu(Alu::Sub, SCRATCH, SCRATCH, SCRATCH_2);
        self.asm.load(SCRATCH_2, bytes);
        self.asm.cmp(SCRATCH, SCRATCH_2);
        self.asm.jcc(Cond::AboveOrEqual, slow);
        self.asm.bind(end);
    }

    /// Goes the slow way unless `reg` is an object of `kind` that is not frozen.
    fn check_own(&mut self, reg: Reg, kind: Kind, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        self.asm
            .and_imm(SCRATCH, SCRATCH, 0xff | layout::bits::FROZEN);
        let wanted = u64::from(layout::bits::low_byte(kind));
        self.asm.cmp_imm(SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    pub fn put(&mut self, to: Mem, value: Operand) {
        match value {
            Operand::Reg(reg) => self.asm.store(to, reg),
            Operand::Const(bits) => self.store_const(to, bits),
        }
    }

    pub fn set_part_of_pair(&mut self, instruction: Instruction, offset: i32) {
        let f = instruction.fields;
        let pair = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.unless_tag(pair, bits::PAIR, bits::TAG_MASK, slow.label);
        let address = Mem(pair, -(bits::PAIR as i32));
        self.check_barrier(address, value, slow.label);
        self.put(Mem(pair, offset - bits::PAIR as i32), value);
        self.end_slow(slow, &instruction);
    }

    pub fn set_box(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let boxed = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.check_own(boxed, Kind::Box, slow.label);
        self.check_barrier(Mem(boxed, header()), value, slow.label);
        self.put(Mem(boxed, field(0)), value);
        self.end_slow(slow, &instruction);
    }

    pub fn patch(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let closure = self.reg(slot_of(f.a));
        let value = self.operand(slot_of(f.b));
        let slow = self.begin_slow();
        self.check_own(closure, Kind::Closure, slow.label);
        self.load_size(closure);
        // The code is a field of its own.
        let last = (1 + u64::from(f.c)) << bits::FIXNUM_SHIFT;
        self.asm.cmp_imm(SCRATCH, last);
        self.asm.jcc(Cond::BelowOrEqual, slow.label);
        self.check_barrier(Mem(closure, header()), value, slow.label);
        self.put(Mem(closure, field(1 + i32::from(f.c))), value);
        self.end_slow(slow, &instruction);
    }

    pub fn vector_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.a));
        let index = self.index_operand(slot_of(f.b));
        let value = self.operand(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(vector, Kind::Vector, slow.label);
        self.check_index(vector, index, slow.label);
        self.check_barrier(Mem(vector, header()), value, slow.label);
        match (index, value) {
            (Operand::Const(offset), value) => {
                self.put(Mem(vector, field(0) + offset as i32), value);
            }
            (Operand::Reg(index), Operand::Reg(value)) => {
                self.asm.alu(Alu::Add, SCRATCH, vector, index);
                self.asm.store(Mem(SCRATCH, field(0)), value);
            }
            (Operand::Reg(index), Operand::Const(bits)) => {
                self.asm.alu(Alu::Add, SCRATCH_2, vector, index);
                self.store_const(Mem(SCRATCH_2, field(0)), bits);
            }
        }
        self.end_slow(slow, &instruction);
    }

    pub fn bytevector_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let bytes = self.reg(slot_of(f.a));
        let index = self.reg(slot_of(f.b));
        let byte = self.reg(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(bytes, Kind::Bytevector, slow.label);
        self.check_length(bytes, index, slow.label);
        self.asm.test(byte, bits::TAG_MASK);
        self.asm.jcc(Cond::NotEqual, slow.label);
        // A negative number is a very large one.
        self.asm.cmp_imm(byte, 0xff << bits::FIXNUM_SHIFT);
        self.asm.jcc(Cond::Above, slow.label);
        self.asm
            .shift(Shift::Right, SCRATCH, byte, bits::FIXNUM_SHIFT);
        self.asm.alu(Alu::Add, SCRATCH_2, bytes, SCRATCH_2);
        self.asm.store_8(Mem(SCRATCH_2, field(1)), SCRATCH);
        self.end_slow(slow, &instruction);
    }

    pub fn record_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.a));
        let kind = self.reg(slot_of(f.b));
        let value = self.operand(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(record, Kind::Record, slow.label);
        self.compare_type(kind, record);
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.load_size(record);
        // The type is a field of its own.
        let last = (1 + u64::from(instruction.w)) << bits::FIXNUM_SHIFT;
        self.asm.cmp_imm(SCRATCH, last);
        self.asm.jcc(Cond::BelowOrEqual, slow.label);
        self.check_barrier(Mem(record, header()), value, slow.label);
        let to = Mem(record, field(1 + instruction.w as i32));
        self.put(to, value);
        self.end_slow(slow, &instruction);
    }
}
