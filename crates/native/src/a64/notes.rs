//! The usual case of a note: a slot of an old object, in which something was stored that lies in
//! the block or needs no note. What else there is goes to the stub that calls a C function.
//! What is to be noted says `mound_heap::barrier`.

use super::assembler::*;
use super::{CONTEXT, SCRATCH, SCRATCH_2, SCRATCH_3};
use crate::stubs::Offsets;
use mound_heap::barrier::OFFSETS;
use mound_machine::native::offsets;
use std::mem::offset_of;

const HEAP: usize = offset_of!(mound_machine::Context, heap);

const YOUNG_START: Mem = Mem(CONTEXT, offsets::YOUNG_START as i32);
const YOUNG_BYTES: Mem = Mem(CONTEXT, offsets::YOUNG_BYTES as i32);
const OWNED_START: Mem = Mem(CONTEXT, (HEAP + OFFSETS.owned_start) as i32);
const OWNED_BYTES: Mem = Mem(CONTEXT, (HEAP + OFFSETS.owned_bytes) as i32);
const GENERATION: Mem = Mem(CONTEXT, offsets::GENERATION as i32);

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
    asm.load(SCRATCH_3, GENERATION);
    asm.jump_if_zero(SCRATCH_3, call);
    // Two of three registers are in use: the place is loaded twice.
    let next = Mem(SCRATCH_3, OFFSETS.next_note as i32);
    asm.load(SCRATCH, next);
    asm.load(SCRATCH_3, Mem(SCRATCH_3, OFFSETS.notes_end as i32));
    asm.cmp(SCRATCH, SCRATCH_3);
    asm.jcc(Cond::Equal, call);
    asm.store(Mem(SCRATCH, 0), SCRATCH_2);
    asm.add_imm(SCRATCH, SCRATCH, 8);
    asm.load(SCRATCH_3, GENERATION);
    asm.store(next, SCRATCH);
    asm.ret();
}

/// Compares what is stored in the slot with a range, whose length is then in x15: it is `Below` if
/// it lies there.
fn compare(asm: &mut Assembler, start: Mem, bytes: Mem) {
    asm.load(SCRATCH, Mem(SCRATCH_2, 0));
    asm.load(SCRATCH_3, start);
    asm.alu(Alu::Sub, SCRATCH, SCRATCH, SCRATCH_3);
    asm.load(SCRATCH_3, bytes);
    asm.cmp(SCRATCH, SCRATCH_3);
}
