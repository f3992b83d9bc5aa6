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

impl Emitter<'_> {
    /// Compares where the heap would end with room for the frame with where the frame begins: it is
    /// `Above` if there is none.
    pub fn compare_room(&mut self) {
        let room = 8 * (i64::from(self.code.slots) + MARGIN as i64);
        self.asm.add_imm(SCRATCH, HP, room);
        self.asm.cmp(SCRATCH, FP);
    }

    /// Moves the frame pointer.
    pub fn move_frame(&mut self, bytes: i32) {
        if bytes != 0 {
            self.asm.add_imm(FP, FP, i64::from(bytes));
        }
    }

    /// Goes past what has been written to the heap.
    pub fn bump(&mut self, words: usize) {
        self.asm.add_imm(HP, HP, 8 * words as i64);
    }

    /// Compares a register and an operand.
    pub fn cmp(&mut self, left: Reg, right: Operand) {
        match right {
            Operand::Reg(right) => self.asm.cmp(left, right),
            Operand::Const(bits) => self.asm.cmp_imm(left, bits),
        }
    }

    pub fn store_const(&mut self, to: Mem, bits: u64) {
        if bits == 0 {
            return self.asm.store(to, ZERO);
        }
        self.asm.mov_imm(SCRATCH, bits);
        self.asm.store(to, SCRATCH);
    }

    /// Tells whether a value is a fixnum: it is `Equal` then.
    pub fn test_tag(&mut self, reg: Reg) {
        self.asm.test(reg, bits::TAG_MASK);
    }

    /// Goes to `elsewhere` unless the bits of `reg` in `mask`, the lowest ones, are `tag`.
    pub fn unless_tag(&mut self, reg: Reg, tag: u64, mask: u64, elsewhere: Label) {
        self.asm.and_imm(SCRATCH, reg, mask);
        self.asm.cmp_imm(SCRATCH, tag);
        self.asm.jcc(Cond::NotEqual, elsewhere);
    }

    /// Goes to `elsewhere` unless `reg` is an immediate of that sort.
    pub fn unless_sort(&mut self, reg: Reg, sort: u64, elsewhere: Label) {
        self.unless_tag(reg, sort, bits::SORT_MASK, elsewhere);
    }

    /// Compares the lowest byte of the header of an object, its kind, with that of `kind`.
    pub fn compare_kind(&mut self, object: Reg, kind: Kind) {
        self.asm.load_8(SCRATCH, Mem(object, header()));
        let byte = layout::bits::low_byte(kind);
        self.asm.cmp_imm(SCRATCH, u64::from(byte));
    }

    /// Compares the type of a record with `kind`.
    pub fn compare_type(&mut self, kind: Reg, record: Reg) {
        self.asm.load(SCRATCH, Mem(record, field(0)));
        self.asm.cmp(kind, SCRATCH);
    }

    /// Compares the number of arguments that the code in x16 takes with `count`.
    pub fn compare_arity(&mut self, count: u8) {
        let arity = offset_of!(Code, exact_arity) as i32;
        self.asm.load_32(SCRATCH_2, Mem(SCRATCH, arity));
        self.asm.cmp_imm(SCRATCH_2, u64::from(count));
    }
}
