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
        match value {
            Operand::Const(word) if !is_pointer(word) => return self.asm.bind(end),
            Operand::Const(_) => {}
            Operand::Reg(reg) => {
                self.asm.test_8(reg, bits::TAG_MASK as u8);
                self.asm.jcc(Cond::Equal, end);
            }
        }
        self.asm.lea(SCRATCH, address);
        let start = Mem(CONTEXT, offsets::YOUNG_START as i32);
        self.asm.alu_mem(Alu::Sub, SCRATCH, start);
        let bytes = Mem(CONTEXT, offsets::YOUNG_BYTES as i32);
        self.asm.alu_mem(Alu::Cmp, SCRATCH, bytes);
        self.asm.jcc(Cond::AboveOrEqual, slow);
        self.asm.bind(end);
    }

    /// Goes the slow way unless `reg` is an object of `kind` that is not frozen.
    fn check_own(&mut self, reg: Reg, kind: Kind, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        let mask = 0xff | layout::bits::FROZEN as i32;
        self.asm.alu_imm_32(Alu::And, SCRATCH, mask);
        let wanted = i32::from(layout::bits::low_byte(kind));
        self.asm.alu_imm_32(Alu::Cmp, SCRATCH, wanted);
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
        self.asm.lea_32(SCRATCH, Mem(pair, -(bits::PAIR as i32)));
        self.asm.test_8(SCRATCH, bits::TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, slow.label);
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
        let last = (1 + i32::from(f.c)) << bits::FIXNUM_SHIFT;
        self.asm.alu_imm(Alu::Cmp, SCRATCH, last);
        self.asm.jcc(Cond::BelowOrEqual, slow.label);
        self.check_barrier(Mem(closure, header()), value, slow.label);
        self.put(Mem(closure, field(1 + i32::from(f.c))), value);
        self.end_slow(slow, &instruction);
    }

    pub fn vector_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let vector = self.reg(slot_of(f.a));
        let index = self.index_operand(slot_of(f.b));
        let value = self.small_operand(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(vector, Kind::Vector, slow.label);
        self.check_index(vector, index, slow.label);
        self.check_barrier(Mem(vector, header()), value, slow.label);
        match (index, value) {
            (Operand::Const(offset), value) => {
                self.put(Mem(vector, field(0) + offset as i32), value);
            }
            (Operand::Reg(index), Operand::Reg(value)) => {
                self.asm.store_indexed(vector, index, field(0), value);
            }
            (Operand::Reg(index), Operand::Const(bits)) => {
                self.asm.mov_imm(SCRATCH, bits);
                self.asm.store_indexed(vector, index, field(0), SCRATCH);
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
        self.asm.test_8(byte, bits::TAG_MASK as u8);
        self.asm.jcc(Cond::NotEqual, slow.label);
        // A negative number is a very large one.
        self.asm.alu_imm(Alu::Cmp, byte, 0xff << bits::FIXNUM_SHIFT);
        self.asm.jcc(Cond::Above, slow.label);
        self.asm.mov(SCRATCH, byte);
        self.asm
            .shift(Shift::Right, SCRATCH, bits::FIXNUM_SHIFT as u8);
        self.asm
            .store_byte_indexed(bytes, SCRATCH_2, field(1), SCRATCH);
        self.end_slow(slow, &instruction);
    }

    pub fn record_set(&mut self, instruction: Instruction) {
        let f = instruction.fields;
        let record = self.reg(slot_of(f.a));
        let kind = self.reg(slot_of(f.b));
        let value = self.operand(slot_of(f.c));
        let slow = self.begin_slow();
        self.check_own(record, Kind::Record, slow.label);
        self.asm.alu_mem(Alu::Cmp, kind, Mem(record, field(0)));
        self.asm.jcc(Cond::NotEqual, slow.label);
        self.load_size(record);
        // The type is a field of its own.
        let last = (1 + instruction.w as i32) << bits::FIXNUM_SHIFT;
        self.asm.alu_imm(Alu::Cmp, SCRATCH, last);
        self.asm.jcc(Cond::BelowOrEqual, slow.label);
        self.check_barrier(Mem(record, header()), value, slow.label);
        let to = Mem(record, field(1 + instruction.w as i32));
        self.put(to, value);
        self.end_slow(slow, &instruction);
    }
}
