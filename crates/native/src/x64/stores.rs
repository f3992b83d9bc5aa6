//! What the stores of [`crate::emit::stores`] become on this processor, and nothing of when they
//! are made.

use super::*;
use crate::emit::cold::Word;
use crate::emit::kinds::{field, header};
use crate::emit::{Emitter, Operand};
use mound_heap::layout::{self, Kind};
use mound_machine::native::offsets;

/// Bytes of what needs no note.
const YOUNG_BYTES: Mem = Mem(CONTEXT, offsets::YOUNG_BYTES as i32);
/// Where that begins.
const YOUNG_START: Mem = Mem(CONTEXT, offsets::YOUNG_START as i32);

impl Emitter<'_> {
    /// Stores a value in a word of an object.
    pub fn put_in(&mut self, word: Word, value: Operand) {
        match (word, value) {
            (Word::At(to), value) => self.put(to, value),
            (Word::Indexed(base, index, distance), Operand::Reg(value)) => {
                self.asm.store_indexed(base, index, distance, value);
            }
            (Word::Indexed(base, index, distance), Operand::Const(bits)) => {
                self.asm.mov_imm(SCRATCH, bits);
                self.asm.store_indexed(base, index, distance, SCRATCH);
            }
        }
    }

    /// Compares the address of an object with what needs no note: it is `AboveOrEqual` elsewhere.
    pub fn compare_young(&mut self, address: Mem) {
        self.asm.lea(SCRATCH, address);
        self.asm.alu_mem(Alu::Sub, SCRATCH, YOUNG_START);
        self.asm.alu_mem(Alu::Cmp, SCRATCH, YOUNG_BYTES);
    }

    /// Goes to the label unless everything needs a note.
    pub fn if_any_is_young(&mut self, label: Label) {
        self.asm.cmp_mem(YOUNG_BYTES, 0);
        self.asm.jcc(Cond::NotEqual, label);
    }

    /// r11 := the address of a word.
    pub fn address_of(&mut self, word: Word) {
        match word {
            Word::At(at) => self.asm.lea(SCRATCH_2, at),
            Word::Indexed(base, index, distance) => {
                self.asm.lea_sum(SCRATCH_2, base, index, distance);
            }
        }
    }

    /// Goes the slow way unless `reg` is an object of `kind` that is not frozen.
    pub fn check_own(&mut self, reg: Reg, kind: Kind, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        let mask = 0xff | layout::bits::FROZEN as i32;
        self.asm.alu_imm_32(Alu::And, SCRATCH, mask);
        let wanted = i32::from(layout::bits::low_byte(kind));
        self.asm.alu_imm_32(Alu::Cmp, SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// Goes the slow way if an object is frozen.
    pub fn check_thawed(&mut self, object: Reg, slow: Label) {
        // The bit alone, in the byte that begins with it.
        self.asm.load_32(SCRATCH, Mem(object, header() + 1));
        self.asm.test_8(SCRATCH, (layout::bits::FROZEN >> 8) as u8);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// Stores what a value has above `shift` bits, a fixnum or a character, in the byte of a string or
    /// bytevector whose number is in r11.
    pub fn store_byte(&mut self, bytes: Reg, value: Reg, shift: u32) {
        self.asm.mov(SCRATCH, value);
        self.asm.shift(Shift::Right, SCRATCH, shift as u8);
        self.asm
            .store_byte_indexed(bytes, SCRATCH_2, field(1), SCRATCH);
    }
}
