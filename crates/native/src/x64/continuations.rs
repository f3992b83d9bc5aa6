//! Continuations in the usual case, for the stubs: what `mound_machine::shortcuts` does
//! (its header says what that case is), in machine code, because calling a function of
//! Rust's would take as long as the work.
//!
//! Each part does all or nothing: until it is sure, it changes no register that its
//! stub got and nothing in memory that anyone looks at; else it goes to `slow`. Frames,
//! continuations and fuel afterwards are those of the long way (S2).

use super::assembler::*;
use super::{CONTEXT, FP, FUEL, HP, RESULT};
use crate::emit::kinds::{field, header};
use mound_heap::Value;
use mound_heap::code::{Code, EXACT_CLAUSES, Point, PointKind};
use mound_heap::heap::{Heap, LARGE_WORDS};
use mound_heap::layout::{self, CHUNK_FIELDS, Header, Kind};
use mound_heap::value::bits;
use mound_machine::context::MARGIN;
use mound_machine::native::{WORDS_MAX, offsets};
use std::mem::offset_of;

const REST: Mem = Mem(CONTEXT, offsets::REST as i32);
const REST_OFFSET: Mem = Mem(CONTEXT, offsets::REST_OFFSET as i32);
const DYNAMIC: Mem = Mem(CONTEXT, offsets::DYNAMIC as i32);

/// Fields of a continuation.
const CHUNK: i32 = field(0);
const OFFSET: i32 = field(1);
const CONTINUATION_DYNAMIC: i32 = field(2);
/// Fields of a chunk.
const NEXT: i32 = field(0);
const NEXT_OFFSET: i32 = field(1);
const FRAMES: i32 = field(CHUNK_FIELDS as i32);

const NATIVE: i32 = offset_of!(Point, native) as i32;
const BASE: i32 = offset_of!(Point, base) as i32;

// What is copied is allocated in the block; `false` is one of the small constants; the kind of an
// object and whether it is frozen stand in the lowest bits of its header.
const _: () = assert!(CHUNK_FIELDS + WORDS_MAX <= LARGE_WORDS);
const _: () = assert!(Value::FALSE.bits() < 1 << 31);
const _: () = assert!(layout::bits::FROZEN == 0x100);

/// Words that are copied at once, so that the end of a loop is seldom a surprise.
const COPIED: usize = 4;

/// `%call/cc` of the procedure in slot 2 of the frame at fp, a frame of the primitive's.
/// Keeps rax, rcx, rdx and r11 for `slow`.
pub fn capture(asm: &mut Assembler, slow: Label) {
    let captured = asm.label();
    // r8 := the code of a closure of one argument.
    asm.load(RDI, Mem(FP, -16));
    check_kind(asm, RDI, Kind::Closure, slow);
    asm.load(R8, Mem(RDI, field(0)));
    asm.cmp_mem_32(Mem(R8, offset_of!(Code, exact_arity) as i32), 1);
    asm.jcc(Cond::NotEqual, slow);
    check_watermark(asm, R9, slow);
    // r10 := the bottom of the stack; r12 := bytes of frames above.
    load_bottom(asm, R10);
    asm.mov(R12, R10);
    asm.alu(Alu::Sub, R12, FP);
    asm.alu_imm(Alu::Cmp, R12, 8 * WORDS_MAX as i32);
    asm.jcc(Cond::Above, slow);
    let need = Heap::words_for_chunk(0) + Heap::WORDS_FOR_CONTINUATION + 3 + MARGIN;
    asm.lea_sum(R13, HP, R12, 8 * need as i32);
    asm.alu_mem(Alu::Add, R13, Mem(CONTEXT, offsets::DEBT as i32));
    asm.alu(Alu::Cmp, R13, FP);
    asm.jcc(Cond::Above, slow);
    asm.load(R9, REST);
    asm.load(RSI, REST_OFFSET);
    asm.shift(Shift::Left, RSI, bits::FIXNUM_SHIFT as u8);
    asm.test(R12, R12);
    asm.jcc(Cond::Equal, captured);

    // The frames go into a chunk at hp, as they are.
    asm.mov(RCX, R12);
    asm.lea(R13, Mem(HP, 8 * (1 + CHUNK_FIELDS as i32)));
    copy_down(asm, (FP, R13), RDI);
    asm.store(Mem(HP, 8), R9);
    asm.store(Mem(HP, 16), RSI);
    asm.alu(Alu::Add, R13, R12);
    asm.shift(Shift::Left, R12, (layout::bits::SIZE_SHIFT - 3) as u8);
    let header = Header::new(Kind::Chunk, CHUNK_FIELDS, 0, false).word();
    asm.mov_imm(RSI, header);
    asm.alu(Alu::Add, R12, RSI);
    asm.store(Mem(HP, 0), R12);
    asm.lea(R9, Mem(HP, bits::OBJECT as i32));
    asm.store(REST, R9);
    asm.store_imm(REST_OFFSET, 0);
    asm.mov(HP, R13);
    asm.mov_imm(RSI, 0);

    // The continuation: r9 is its chunk, rsi its offset. The procedure is called in a frame at the bottom.
    asm.bind(captured);
    asm.load(RDI, Mem(FP, -16));
    asm.mov(FP, R10);
    asm.mov_imm(
        R12,
        Header::new(
            Kind::Continuation,
            Heap::WORDS_FOR_CONTINUATION - 1,
            0,
            false,
        )
        .word(),
    );
    asm.store(Mem(HP, 0), R12);
    asm.store(Mem(HP, 8), R9);
    asm.store(Mem(HP, 16), RSI);
    asm.load(R12, DYNAMIC);
    asm.store(Mem(HP, 24), R12);
    asm.lea(R12, Mem(HP, bits::OBJECT as i32));
    asm.alu_imm(Alu::Add, HP, 8 * Heap::WORDS_FOR_CONTINUATION as i32);
    asm.store(Mem(FP, -8), RDI);
    asm.store(Mem(FP, -16), R12);
    asm.mov(RAX, R8);
    asm.jmp_mem(Mem(R8, offset_of!(Code, native) as i32));
}

/// A call with rax arguments of what is in slot 1 of the frame at fp, if that is a `case-lambda` with a
/// clause of so many arguments, few and without a list of the rest, or a continuation.
/// Keeps rax, rdx and r11 for `slow`.
pub fn call(asm: &mut Assembler, slow: Label) {
    let no_closure = asm.label();
    asm.load(RDI, Mem(FP, -8));
    check_kind(asm, RDI, Kind::Closure, no_closure);
    asm.alu_imm(Alu::Cmp, RAX, EXACT_CLAUSES as i32);
    asm.jcc(Cond::AboveOrEqual, slow);
    asm.load(R8, Mem(RDI, field(0)));
    asm.mov(R9, RAX);
    asm.shift(Shift::Left, R9, 3);
    asm.load_indexed(R9, R8, R9, offset_of!(Code, exact_clauses) as i32);
    asm.test(R9, R9);
    asm.jcc(Cond::Equal, slow);
    asm.alu(Alu::Add, R8, R9);
    asm.mov(RAX, R8);
    asm.jmp_mem(Mem(R8, offset_of!(Code, native) as i32));
    asm.bind(no_closure);
    throw(asm, slow);
}

/// A call with rax arguments of what is in slot 1 of the frame at fp, if that is a continuation.
/// Keeps rax, rdx and r11 for `slow`.
fn throw(asm: &mut Assembler, slow: Label) {
    asm.alu_imm(Alu::Cmp, RAX, 1);
    asm.jcc(Cond::NotEqual, slow);
    asm.load(RDI, Mem(FP, -8));
    check_object(asm, RDI, slow);
    asm.load_32(RSI, Mem(RDI, header()));
    asm.alu_imm_32(Alu::And, RSI, 0xff | layout::bits::FROZEN as i32);
    let kind = layout::bits::low_byte(Kind::Continuation);
    asm.alu_imm(Alu::Cmp, RSI, i32::from(kind));
    asm.jcc(Cond::NotEqual, slow);
    asm.load(RSI, Mem(RDI, CONTINUATION_DYNAMIC));
    asm.alu_mem(Alu::Cmp, RSI, DYNAMIC);
    asm.jcc(Cond::NotEqual, slow);
    asm.alu_imm(Alu::Cmp, FUEL, 1);
    asm.jcc(Cond::LessOrEqual, slow);
    asm.load(RESULT, Mem(FP, -16));
    asm.load(R8, Mem(RDI, CHUNK));
    asm.load(R9, Mem(RDI, OFFSET));
    put_frame_back(asm, 1, slow);
}

/// A return at the bottom of the stack. Keeps the result for `slow`.
pub fn underflow(asm: &mut Assembler, slow: Label) {
    // Else it is a watermark, or a point without machine code.
    load_bottom(asm, R10);
    asm.alu(Alu::Cmp, R10, FP);
    asm.jcc(Cond::NotEqual, slow);
    asm.load(R8, REST);
    asm.load(R9, REST_OFFSET);
    asm.shift(Shift::Left, R9, bits::FIXNUM_SHIFT as u8);
    put_frame_back(asm, 0, slow);
}

/// Empties the stack, puts the frame there that stands in the chunk r8 after r9 bytes of frames, and
/// goes on in it with the result, for so much fuel.
fn put_frame_back(asm: &mut Assembler, fuel: i32, slow: Label) {
    let rest = asm.label();
    asm.alu_imm(Alu::Cmp, R8, Value::FALSE.bits() as i32);
    asm.jcc(Cond::Equal, slow);
    check_watermark(asm, RSI, slow);
    // r10 := the frame there; r12 := its point; rsi := its words.
    asm.lea_sum(R10, R8, R9, FRAMES);
    asm.load(R12, Mem(R10, 0));
    let kind = offset_of!(Point, kind) as i32;
    asm.cmp_mem_8(Mem(R12, kind), PointKind::Return as u8);
    asm.jcc(Cond::NotEqual, slow);
    asm.load_32(RSI, Mem(R12, BASE));
    // Room for the whole frame, of which more than that may be used later.
    asm.load_32(RDI, Mem(R12, offset_of!(Point, slots) as i32));
    asm.alu_imm_32(Alu::And, RDI, i32::from(u16::MAX));
    asm.alu(Alu::Cmp, RDI, RSI);
    asm.move_if(Cond::Below, RDI, RSI);
    asm.shift(Shift::Left, RDI, 3);
    load_bottom(asm, R13);
    asm.lea_sum(RDI, HP, RDI, 8 * MARGIN as i32);
    asm.alu(Alu::Cmp, RDI, R13);
    asm.jcc(Cond::Above, slow);

    if fuel > 0 {
        asm.alu_imm(Alu::Sub, FUEL, fuel);
    }
    // As if the frame had made a call that returns: its point comes with it.
    asm.shift(Shift::Left, RSI, 3);
    asm.mov(FP, R13);
    asm.alu(Alu::Sub, FP, RSI);
    asm.alu(Alu::Add, R9, RSI);
    asm.mov(R13, RCX);
    asm.mov(RCX, RSI);
    copy_down(asm, (R10, FP), RDI);
    asm.mov(RESULT, R13);
    // What is left of the chunk, or the next one.
    asm.load(RDI, Mem(R8, header()));
    let shift = layout::bits::SIZE_SHIFT - bits::FIXNUM_SHIFT;
    asm.shift(Shift::Right, RDI, shift as u8);
    asm.alu_imm_32(Alu::And, RDI, !(bits::TAG_MASK as i32));
    asm.alu_imm(Alu::Sub, RDI, 8 * CHUNK_FIELDS as i32);
    asm.alu(Alu::Cmp, R9, RDI);
    asm.jcc(Cond::Below, rest);
    asm.load(R9, Mem(R8, NEXT_OFFSET));
    asm.load(R8, Mem(R8, NEXT));
    asm.bind(rest);
    asm.shift(Shift::Right, R9, bits::FIXNUM_SHIFT as u8);
    asm.store(REST, R8);
    asm.store(REST_OFFSET, R9);
    asm.jmp_mem(Mem(R12, NATIVE));
}

/// Copies rcx bytes of words, which are some, from the highest on; up to three more below them are read,
/// and written to.
fn copy_down(asm: &mut Assembler, (from, to): (Reg, Reg), aside: Reg) {
    const _: () = assert!(COPIED <= MARGIN && COPIED - 1 <= 1 + CHUNK_FIELDS);
    let again = asm.here();
    for index in 1..=COPIED as i32 {
        asm.load_indexed(aside, from, RCX, -8 * index);
        asm.store_indexed(to, RCX, -8 * index, aside);
    }
    asm.alu_imm(Alu::Sub, RCX, 8 * COPIED as i32);
    asm.jcc(Cond::Above, again);
}

fn check_object(asm: &mut Assembler, reg: Reg, slow: Label) {
    asm.lea_32(RSI, Mem(reg, -(bits::OBJECT as i32)));
    asm.test_8(RSI, bits::TAG_MASK as u8);
    asm.jcc(Cond::NotEqual, slow);
}

fn check_kind(asm: &mut Assembler, reg: Reg, kind: Kind, slow: Label) {
    check_object(asm, reg, slow);
    asm.cmp_mem_8(Mem(reg, header()), layout::bits::low_byte(kind));
    asm.jcc(Cond::NotEqual, slow);
}

/// Goes to `slow` if the return word of a frame was replaced.
fn check_watermark(asm: &mut Assembler, aside: Reg, slow: Label) {
    let none = asm.label();
    asm.load(aside, Mem(CONTEXT, offsets::GENERATION as i32));
    asm.test(aside, aside);
    asm.jcc(Cond::Equal, none);
    asm.cmp_mem(Mem(aside, offsets::WATERMARK as i32), 0);
    asm.jcc(Cond::NotEqual, slow);
    asm.bind(none);
}

/// `to` := the highest word of the block.
fn load_bottom(asm: &mut Assembler, to: Reg) {
    asm.load(to, Mem(CONTEXT, offsets::BLOCK_WORDS as i32));
    asm.shift(Shift::Left, to, 3);
    asm.alu_mem(Alu::Add, to, Mem(CONTEXT, offsets::BLOCK_START as i32));
    asm.alu_imm(Alu::Sub, to, 8);
}
