//! The usual case of a note: a slot of an old object, in which something was stored that lies in
//! the block or needs no note. What else there is goes to the stub that calls a C function.
//! What is to be noted says `mound_heap::barrier`.

use super::assembler::*;
use super::{CONTEXT, SCRATCH, SCRATCH_2, SCRATCH_3};
use crate::stubs::Offsets;
use mound_machine::native::offsets::{
    GENERATION, NEXT_NOTE, NOTES_END, OWNED_BYTES, OWNED_START, YOUNG_BYTES, YOUNG_START,
};

/// Puts itself before [`Offsets::note`].
pub fn add(asm: &mut Assembler, stubs: &mut Offsets) {
    let call = asm.label_at(stubs.note as u32);
    let young = asm.label();
    stubs.note = asm.position() as usize;
    compare(asm, YOUNG_START, YOUNG_BYTES);
    asm.jcc(Cond::Below, young);
    // Without such a range every store must be heard of.
    asm.jump_if_zero(SCRATCH_3, call);
    compare(asm, OWNED_START, OWNED_BYTES);
    asm.jcc(Cond::Below, call);
    asm.ret();
    asm.bind(young);
    asm.load(SCRATCH_3, Mem(CONTEXT, GENERATION as i32));
    asm.jump_if_zero(SCRATCH_3, call);
    // Two of three registers are in use: the place is loaded twice.
    let next = Mem(SCRATCH_3, NEXT_NOTE as i32);
    asm.load(SCRATCH, next);
    asm.load(SCRATCH_3, Mem(SCRATCH_3, NOTES_END as i32));
    asm.cmp(SCRATCH, SCRATCH_3);
    asm.jcc(Cond::Equal, call);
    asm.store(Mem(SCRATCH, 0), SCRATCH_2);
    asm.add_imm(SCRATCH, SCRATCH, 8);
    asm.load(SCRATCH_3, Mem(CONTEXT, GENERATION as i32));
    asm.store(next, SCRATCH);
    asm.ret();
}

/// Compares what is stored in the slot with a range, whose length is then in x15: it is `Below` if
/// it lies there.
fn compare(asm: &mut Assembler, start: usize, bytes: usize) {
    asm.load(SCRATCH, Mem(SCRATCH_2, 0));
    asm.load(SCRATCH_3, Mem(CONTEXT, start as i32));
    asm.alu(Alu::Sub, SCRATCH, SCRATCH, SCRATCH_3);
    asm.load(SCRATCH_3, Mem(CONTEXT, bytes as i32));
    asm.cmp(SCRATCH, SCRATCH_3);
}
