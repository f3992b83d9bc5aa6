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
        let room = 8 * (words + self.code.slots as usize + MARGIN) as i32;
        self.asm.lea(SCRATCH, Mem(HP, room));
        self.asm
            .alu_mem(Alu::Add, SCRATCH, Mem(CONTEXT, offsets::DEBT as i32));
        self.asm.alu(Alu::Cmp, SCRATCH, FP);
        self.asm.jcc(Cond::Above, slow);
    }

    /// `to` := the word that points to where the heap ends, which is what `tag` says.
    pub fn point_to_new(&mut self, to: Reg, tag: u64) {
        self.asm.lea(to, Mem(HP, tag as i32));
    }

    /// rax := the address of a pair, frozen or not.
    pub fn address_of_pair(&mut self, pair: Reg) {
        self.asm.mov(SCRATCH, pair);
        self.asm
            .alu_imm(Alu::And, SCRATCH, !(bits::TAG_MASK as i32));
    }

    /// Goes the slow way if the object has fewer than `size` fields, which are not very many.
    pub fn check_size(&mut self, object: Reg, size: u32, slow: Label) {
        // The upper half of the header: what stands below the size in it is smaller than 1.
        let shift = layout::bits::SIZE_SHIFT - 32;
        self.asm
            .cmp_mem_32(Mem(object, header() + 4), (size << shift) as i32);
        self.asm.jcc(Cond::Below, slow);
    }

    /// Goes the slow way unless `index`, a fixnum, is below the size of the object.
    pub fn check_below_size(&mut self, object: Reg, index: Reg, slow: Label) {
        self.size_of(SCRATCH, object);
        self.asm.alu(Alu::Cmp, index, SCRATCH);
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    /// `to` := the size of an object as a fixnum.
    pub fn size_of(&mut self, to: Reg, object: Reg) {
        self.asm.load(to, Mem(object, header()));
        let shift = layout::bits::SIZE_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Right, to, shift as u8);
        self.asm.alu_imm_32(Alu::And, to, !(bits::TAG_MASK as i32));
    }

    /// `to` := the field of an object whose number the fixnum `index` is.
    pub fn load_indexed(&mut self, to: Reg, object: Reg, index: Reg) {
        self.asm.load_indexed(to, object, index, field(0));
    }

    /// Goes the slow way unless `index`, a fixnum, is below the length of a string or bytevector; its
    /// number goes to r11.
    pub fn check_length(&mut self, object: Reg, index: Reg, slow: Label) {
        self.asm.mov(SCRATCH_2, index);
        self.asm
            .shift(Shift::RightSigned, SCRATCH_2, bits::FIXNUM_SHIFT as u8);
        // A negative index is a very large one.
        self.asm.alu_mem(Alu::Cmp, SCRATCH_2, Mem(object, field(0)));
        self.asm.jcc(Cond::AboveOrEqual, slow);
    }

    /// `to` := the byte of a string or bytevector whose number is in r11.
    pub fn load_byte(&mut self, to: Reg, object: Reg) {
        self.asm.load_byte_indexed(to, object, SCRATCH_2, field(1));
    }

    /// Makes a fixnum of a number that is small enough.
    pub fn fixnum_of(&mut self, reg: Reg) {
        self.asm.shift(Shift::Left, reg, bits::FIXNUM_SHIFT as u8);
    }

    /// Makes a character of its number.
    pub fn character_of(&mut self, reg: Reg) {
        self.asm.shift(Shift::Left, reg, bits::PAYLOAD_SHIFT as u8);
        self.asm.alu_imm(Alu::Or, reg, bits::CHARACTER as i32);
    }

    /// `to` := the character whose number a fixnum is.
    pub fn character_of_fixnum(&mut self, to: Reg, from: Reg) {
        self.asm.mov(to, from);
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Left, to, shift as u8);
        self.asm.alu_imm(Alu::Or, to, bits::CHARACTER as i32);
    }

    /// `to` := the number of a character as a fixnum.
    pub fn fixnum_of_character(&mut self, to: Reg, from: Reg) {
        self.asm.mov(to, from);
        let shift = bits::PAYLOAD_SHIFT - bits::FIXNUM_SHIFT;
        self.asm.shift(Shift::Right, to, shift as u8);
    }

    /// Goes the slow way unless `reg` is a string of one byte a character.
    pub fn check_narrow(&mut self, reg: Reg, slow: Label) {
        self.check_width(reg, 0xffff & !(layout::bits::FROZEN as i32), slow);
    }

    /// The same, and it is not frozen.
    pub fn check_own_narrow(&mut self, reg: Reg, slow: Label) {
        self.check_width(reg, 0xffff, slow);
    }

    /// Kind and width with one comparison, and what else of the header is in the mask is 0.
    fn check_width(&mut self, reg: Reg, mask: i32, slow: Label) {
        self.check_object(reg, slow);
        self.asm.load_32(SCRATCH, Mem(reg, header()));
        let wanted = i32::from(layout::bits::low_byte(Kind::String)) | 1 << layout::bits::AUX;
        self.asm.alu_imm_32(Alu::And, SCRATCH, mask);
        self.asm.alu_imm_32(Alu::Cmp, SCRATCH, wanted);
        self.asm.jcc(Cond::NotEqual, slow);
    }
}
