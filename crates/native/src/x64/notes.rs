//! The usual case of a note: a slot of an old object, in which something was stored that lies in
//! the block or needs no note. What else there is goes to the stub that calls a C function.
//! What is to be noted says `mound_heap::barrier`.

use super::assembler::*;
use super::{CONTEXT, SCRATCH, SCRATCH_2};
use crate::stubs::Offsets;
use mound_machine::native::offsets::{
    GENERATION, NEXT_NOTE, NOTES_END, OWNED_BYTES, OWNED_START, YOUNG_BYTES, YOUNG_START,
};

/// Puts itself before [`Offsets::note`].
pub fn add(asm: &mut Assembler, stubs: &mut Offsets) {
    let call = asm.label_at(stubs.note as u32);
    let (young, saved) = (asm.label(), asm.label());
    asm.align(16);
    stubs.note = asm.position() as usize;
    asm.load(SCRATCH, Mem(SCRATCH_2, 0));
    asm.alu_mem(Alu::Sub, SCRATCH, Mem(CONTEXT, YOUNG_START as i32));
    asm.alu_mem(Alu::Cmp, SCRATCH, Mem(CONTEXT, YOUNG_BYTES as i32));
    asm.jcc(Cond::Below, young);
    // Without such a range every store must be heard of.
    asm.cmp_mem(Mem(CONTEXT, YOUNG_BYTES as i32), 0);
    asm.jcc(Cond::Equal, call);
    asm.load(SCRATCH, Mem(SCRATCH_2, 0));
    asm.alu_mem(Alu::Sub, SCRATCH, Mem(CONTEXT, OWNED_START as i32));
    asm.alu_mem(Alu::Cmp, SCRATCH, Mem(CONTEXT, OWNED_BYTES as i32));
    asm.jcc(Cond::Below, call);
    asm.ret();
    asm.bind(young);
    asm.push(RCX);
    asm.load(RCX, Mem(CONTEXT, GENERATION as i32));
    asm.jump_if_zero(RCX, saved);
    asm.load(SCRATCH, Mem(RCX, NEXT_NOTE as i32));
    asm.alu_mem(Alu::Cmp, SCRATCH, Mem(RCX, NOTES_END as i32));
    asm.jcc(Cond::Equal, saved);
    asm.store(Mem(SCRATCH, 0), SCRATCH_2);
    asm.alu_imm(Alu::Add, SCRATCH, 8);
    asm.store(Mem(RCX, NEXT_NOTE as i32), SCRATCH);
    asm.pop(RCX);
    asm.ret();
    asm.bind(saved);
    asm.pop(RCX);
    asm.jmp(call);
}
