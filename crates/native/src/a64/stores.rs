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
        match word {
            Word::At(to) => self.put(to, value),
            Word::Indexed(base, index, distance) => {
                self.asm.alu(Alu::Add, SCRATCH_2, base, index);
                self.put(Mem(SCRATCH_2, distance), value);
            }
        }
    }

    /// Compares the address of an object with what needs no note: it is `AboveOrEqual` elsewhere.
    pub fn compare_young(&mut self, Mem(base, distance): Mem) {
        self.asm.add_imm(SCRATCH, base, i64::from(distance));
        self.asm.load(SCRATCH_2, YOUNG_START);
        self.asm.alu(Alu::Sub, SCRATCH, SCRATCH, SCRATCH_2);
        self.asm.load(SCRATCH_2, YOUNG_BYTES);
        self.asm.cmp(SCRATCH, SCRATCH_2);
    }

    /// Goes to the label unless everything needs a note.
    pub fn if_any_is_young(&mut self, label: Label) {
        self.asm.load(SCRATCH, YOUNG_BYTES);
        self.asm.jump_unless_zero(SCRATCH, label);
    }

    /// x17 := the address of a word.
    pub fn address_of(&mut self, word: Word) {
        let (base, distance) = match word {
            Word::At(Mem(base, distance)) => (base, distance),
            Word::Indexed(base, index, distance) => {
                self.asm.alu(Alu::Add, SCRATCH_2, base, index);
                (SCRATCH_2, distance)
            }
        };
        self.asm.add_imm(SCRATCH_2, base, i64::from(distance));
    }

    /// Goes the slow way unless `reg` is an object of `kind` that is not frozen.
    pub fn check_own(&mut self, reg: Reg, kind: Kind, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        self.asm
            .and_imm(SCRATCH, SCRATCH, 0xff | layout::bits::FROZEN);
        let wanted = u64::from(layout::bits::low_byte(kind));
        self.asm.cmp_imm(SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow);
    }

    /// Goes the slow way if an object is frozen.
    pub fn check_thawed(&mut self, object: Reg, slow: Label) {
        self.asm.load_32(SCRATCH, Mem(object, header()));
        self.asm.and_imm(SCRATCH, SCRATCH, layout::bits::FROZEN);
        self.asm.jump_unless_zero(SCRATCH, slow);
    }

    /// Stores what a value has above `shift` bits, a fixnum or a character, in the byte of a string or
    /// bytevector whose number is in x17.
    pub fn store_byte(&mut self, bytes: Reg, value: Reg, shift: u32) {
        self.asm.shift(Shift::Right, SCRATCH, value, shift);
        self.asm.alu(Alu::Add, SCRATCH_2, bytes, SCRATCH_2);
        self.asm.store_8(Mem(SCRATCH_2, field(1)), SCRATCH);
    }
}
