//! What the shared part of the emitter asks of the processor besides its assembler: comparisons
//! with what is in memory, sums and constants, each as this processor does it best.
//!
//! Knows values and frames, and no instructions of bytecode. Whatever comes after one of these
//! may not count on the flags, unless it is a comparison.

use super::*;
use crate::emit::kinds::{field, header};
use crate::emit::{Emitter, Operand};
use mound_heap::code::Code;
use mound_heap::layout::{self, Kind};
use mound_heap::value::bits;
use mound_machine::context::MARGIN;
use std::mem::offset_of;

// The low byte of a word tells the sort of an immediate.
const _: () = assert!(bits::SORT_MASK == 0xff);

impl Emitter<'_> {
    /// Compares where the heap would end with room for the frame with where the frame begins: it is
    /// `Above` if there is none.
    pub fn compare_room(&mut self) {
        let room = 8 * (self.code.slots as i32 + MARGIN as i32);
        self.asm.lea(SCRATCH, Mem(HP, room));
        self.asm.alu(Alu::Cmp, SCRATCH, FP);
    }

    /// Moves the frame pointer.
    pub fn move_frame(&mut self, bytes: i32) {
        if bytes != 0 {
            self.asm.lea(FP, Mem(FP, bytes));
        }
    }

    /// Goes past what has been written to the heap.
    pub fn bump(&mut self, words: usize) {
        self.asm.alu_imm(Alu::Add, HP, 8 * words as i32);
    }

    /// Compares a register and an operand.
    pub fn cmp(&mut self, left: Reg, right: Operand) {
        match right {
            Operand::Reg(right) => self.asm.alu(Alu::Cmp, left, right),
            Operand::Const(bits) => match i32::try_from(bits as i64) {
                Ok(value) => self.asm.alu_imm(Alu::Cmp, left, value),
                Err(_) => {
                    self.asm.mov_imm(SCRATCH, bits);
                    self.asm.alu(Alu::Cmp, left, SCRATCH);
                }
            },
        }
    }

    pub fn store_const(&mut self, to: Mem, bits: u64) {
        match i32::try_from(bits as i64) {
            Ok(value) => self.asm.store_imm(to, value),
            Err(_) => {
                self.asm.mov_imm(SCRATCH, bits);
                self.asm.store(to, SCRATCH);
            }
        }
    }

    /// Tells whether a value is a fixnum: it is `Equal` then.
    pub fn test_tag(&mut self, reg: Reg) {
        self.asm.test_8(reg, bits::TAG_MASK as u8);
    }

    /// Goes to `elsewhere` unless the bits of `reg` in `mask`, the lowest ones, are `tag`.
    pub fn unless_tag(&mut self, reg: Reg, tag: u64, mask: u64, elsewhere: Label) {
        self.asm.lea_32(SCRATCH, Mem(reg, -(tag as i32)));
        self.asm.test_8(SCRATCH, mask as u8);
        self.asm.jcc(Cond::NotEqual, elsewhere);
    }

    /// Goes to `elsewhere` unless `reg` is an immediate of that sort.
    pub fn unless_sort(&mut self, reg: Reg, sort: u64, elsewhere: Label) {
        self.asm.cmp_8(reg, sort as u8);
        self.asm.jcc(Cond::NotEqual, elsewhere);
    }

    /// Compares the lowest byte of the header of an object, its kind, with that of `kind`.
    pub fn compare_kind(&mut self, object: Reg, kind: Kind) {
        let byte = layout::bits::low_byte(kind);
        self.asm.cmp_mem_8(Mem(object, header()), byte);
    }

    /// Compares the type of a record with `kind`.
    pub fn compare_type(&mut self, kind: Reg, record: Reg) {
        self.asm.alu_mem(Alu::Cmp, kind, Mem(record, field(0)));
    }

    /// Compares the number of arguments that the code in rax takes with `count`.
    pub fn compare_arity(&mut self, count: u8) {
        let arity = offset_of!(Code, exact_arity) as i32;
        self.asm.cmp_mem_32(Mem(SCRATCH, arity), i32::from(count));
    }
}
