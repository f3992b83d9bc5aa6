//! What looking into objects becomes on this processor, and nothing of when it is done: that is in
//! [`crate::emit::objects`].

use super::*;
use crate::emit::Emitter;
use crate::emit::kinds::{field, header};
use crate::emit::unboxed::FLONUM_WORDS;
use mound_heap::layout::{self, Kind};
use mound_heap::value::bits;
use mound_machine::context::MARGIN;
use mound_machine::native::offsets;

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

    /// `to` := the word that points to where the heap ends, which is what `tag` says.
    pub fn point_to_new(&mut self, to: Reg, tag: u64) {
        self.asm.add_imm(to, HP, tag as i64);
    }

    /// x16 := the address of a pair, frozen or not.
    pub fn address_of_pair(&mut self, pair: Reg) {
        self.asm.and_imm(SCRATCH, pair, !bits::TAG_MASK);
    }

    /// Goes the slow way if the object has fewer than `size` fields, which are not very many.
    pub fn check_size(&mut self, object: Reg, size: u32, slow: Label) {
        // The upper half of the header: what stands below the size in it is smaller than 1.
        let shift = layout::bits::SIZE_SHIFT - 32;
        self.asm.load_32(SCRATCH, Mem(object, header() + 4));
        self.asm.cmp_imm(SCRATCH, u64::from(size) << shift);
        self.asm.jcc(Cond::Below, slow);
    }

    /// Goes the slow way unless `index`, a fixnum, is below the size of the object.
    pub fn check_below_size(&mut self, object: Reg, index: Reg, slow: Label) {
        self.asm.load(SCRATCH, Mem(object, header()));
        self.asm
            .shift(Shift::Right, SCRATCH, SCRATCH, layout::bits::SIZE_SHIFT);
        self.asm
            .alu_shifted(Alu::SubFlags, ZERO, index, SCRATCH, bits::FIXNUM_SHIFT);
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    /// `to` := the size of an object as a fixnum.
    pub fn size_of(&mut self, to: Reg, object: Reg) {
        self.asm.load(to, Mem(object, header()));
        self.asm
            .shift(Shift::Right, to, to, layout::bits::SIZE_SHIFT);
        self.fixnum_of(to);
    }

    /// `to` := the field of an object whose number the fixnum `index` is.
    pub fn load_indexed(&mut self, to: Reg, object: Reg, index: Reg) {
        self.asm.alu(Alu::Add, SCRATCH, object, index);
        self.asm.load(to, Mem(SCRATCH, field(0)));
    }

    /// Goes the slow way unless `index`, a fixnum, is below the length of a string or bytevector; its
    /// number goes to x17.
    pub fn check_length(&mut self, object: Reg, index: Reg, slow: Label) {
        self.asm
            .shift(Shift::RightSigned, SCRATCH_2, index, bits::FIXNUM_SHIFT);
        self.asm.load(SCRATCH, Mem(object, field(0)));
        // A negative index is a very large one.
        self.asm.cmp(SCRATCH_2, SCRATCH);
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    /// `to` := the byte of a string or bytevector whose number is in x17.
    pub fn load_byte(&mut self, to: Reg, object: Reg) {
        self.asm.alu(Alu::Add, SCRATCH, object, SCRATCH_2);
        self.asm.load_8(to, Mem(SCRATCH, field(1)));
    }

    /// Makes a fixnum of a number that is small enough.
    pub fn fixnum_of(&mut self, reg: Reg) {
        self.asm.shift(Shift::Left, reg, reg, bits::FIXNUM_SHIFT);
    }

    /// Makes a character of its number.
    pub fn character_of(&mut self, reg: Reg) {
        self.asm.shift(Shift::Left, reg, reg, bits::PAYLOAD_SHIFT);
        self.asm.add_imm(reg, reg, bits::CHARACTER as i64);
    }

    /// `to` := the character whose number a fixnum is.
    pub fn character_of_fixnum(&mut self, to: Reg, from: Reg) {
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Left, to, from, shift);
        self.asm.add_imm(to, to, bits::CHARACTER as i64);
    }

    /// `to` := the number of a character as a fixnum.
    pub fn fixnum_of_character(&mut self, to: Reg, from: Reg) {
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Right, to, from, shift);
    }

    /// Goes the slow way unless `reg` is a string of one byte a character.
    pub fn check_narrow(&mut self, reg: Reg, slow: Label) {
        self.check_width(reg, 0xffff & !layout::bits::FROZEN, slow);
    }

    /// The same, and it is not frozen.
    pub fn check_own_narrow(&mut self, reg: Reg, slow: Label) {
        self.check_width(reg, 0xffff, slow);
    }

    /// Kind and width with one comparison, and what else of the header is in the mask is 0.
    fn check_width(&mut self, reg: Reg, mask: u64, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        let wanted = u64::from(layout::bits::low_byte(Kind::String)) | 1 << layout::bits::AUX;
        self.asm.mov_imm(SCRATCH_2, mask);
        self.asm.alu(Alu::And, SCRATCH, SCRATCH, SCRATCH_2);
        self.asm.cmp_imm(SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow);
    }
}
