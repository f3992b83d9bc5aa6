//! The code that all machine code shares: the way in and out, and the calls of the
//! machine ([`Offsets`] says what each does).
//!
//! | stub | expects |
//! |---|---|
//! | run | a C call with context and point |
//! | step, regain_room | a call; a word in x16, its code in x17; step answers in x16 |
//! | leaf, send | a call; a primitive in x2, its arguments in x3, a word in x16, its code in x17; answers in x16 |
//! | quick | as leaf, with a quick entry in x2 and the address of an instruction in x16 |
//! | note | a call; an address in x17; keeps x0 to x14 |
//! | control, capture, apply, values, receive | a primitive in x2, how many arguments in x3, a word in x16, its code in x17 |
//! | go, give_way | a word in x16, its code in x17 |
//! | enter, untried, refused | a code in x16 |
//! | call | how many arguments in x16, a word in x15, its code in x17 |
//! | point | the result in its register |

use super::assembler::*;
use super::notes;
use super::{CONTEXT, FP, FUEL, HP, RESULT, SCRATCH, SCRATCH_2};
use crate::emit::kinds::{field, header};
use crate::stubs::Offsets;
use mound_heap::code::{Code, EXACT_CLAUSES, Point};
use mound_heap::layout::{self, Kind};
use mound_heap::value::bits;
use mound_machine::native::{CALLS, ELSEWHERE, FUNCTION, LEAVE, VALUE, offsets};
use mound_machine::quick::FAILED;
use std::mem::offset_of;

// So that one comparison tells the three apart, and the value is where a result belongs.
const _: () = assert!(VALUE < ELSEWHERE && ELSEWHERE < FUNCTION && RESULT.0 == X0.0);

/// Where [`Offsets::call`] expects the word.
pub const WORD: Reg = X15;
/// Where [`Offsets::leaf`] and [`Offsets::control`] expect the primitive, and its arguments.
pub const PRIMITIVE: Reg = X2;
pub const OPERANDS: Reg = X3;
/// What `run` stores on the native stack: three pairs of registers.
const SAVED_BYTES: i32 = 48;
/// What a C function may change and slots are in, besides x14, which goes with x30.
#[rustfmt::skip]
const KEPT: [[Reg; 2]; 7] = [
    [X0, X1], [X2, X3], [X4, X5], [X6, X7], [X8, X9], [X10, X11], [X12, X13],
];
const KEPT_BYTES: i32 = 16 * (1 + KEPT.len() as i32);

/// What a stub does in the usual case; in others it goes to the label.
type Quickly = fn(&mut Assembler, Label);

/// Looks at what a function has answered; the condition is that of an answer that leads elsewhere.
type Test = fn(&mut Assembler) -> Cond;

/// The stubs, and where each is.
pub fn assemble() -> (Assembler, Offsets) {
    let mut asm = Assembler::default();
    let place = |asm: &mut Assembler| {
        asm.align(16);
        asm.position() as usize
    };
    let (resume, answered) = (asm.label(), asm.label());

    let run = place(&mut asm);
    asm.push_pair(X29, X30, SAVED_BYTES);
    asm.store_pair(FP, HP, 16);
    asm.store_pair(FUEL, CONTEXT, 32);
    asm.mov(CONTEXT, X0);
    load_registers(&mut asm);
    asm.mov(SCRATCH, X1);
    // Goes on at the point in x16, in the frame at fp.
    asm.bind(resume);
    asm.load_32(RESULT, Mem(SCRATCH, offset_of!(Point, base) as i32));
    asm.alu_shifted(Alu::Sub, FP, FP, RESULT, 3);
    asm.load(RESULT, Mem(FP, 0));
    asm.load(SCRATCH_2, Mem(SCRATCH, offset_of!(Point, native) as i32));
    asm.jmp_reg(SCRATCH_2);

    // Goes on where the answer in x0 says.
    asm.align(16);
    asm.bind(answered);
    let leave = asm.label();
    asm.cmp_imm(X0, LEAVE as u64);
    asm.jcc(Cond::Equal, leave);
    load_registers(&mut asm);
    asm.mov(SCRATCH, X0);
    asm.jmp(resume);
    asm.bind(leave);
    asm.load_pair(FP, HP, 16);
    asm.load_pair(FUEL, CONTEXT, 32);
    asm.pop_pair(X29, X30, SAVED_BYTES);
    asm.ret();

    // Calls a function with the word in a register, and says afterwards whether it leads elsewhere.
    let mut with_return = |function: usize, word: Reg, is_elsewhere: Test| {
        let start = place(&mut asm);
        asm.push_pair(X29, X30, 16);
        store_registers(&mut asm);
        asm.mov(X0, CONTEXT);
        asm.mov(X1, SCRATCH_2);
        asm.mov(word, SCRATCH);
        asm.mov_imm(SCRATCH, function as u64);
        asm.call_reg(SCRATCH);
        asm.pop_pair(X29, X30, 16);
        let cond = is_elsewhere(&mut asm);
        asm.jcc(cond, answered);
        load_registers(&mut asm);
        asm.mov(SCRATCH, X0);
        asm.ret();
        start
    };
    let is_point: Test = |asm| {
        asm.cmp_imm(X0, 1);
        Cond::Above
    };
    let is_failure: Test = |asm| {
        asm.cmp_imm(X1, 0);
        Cond::NotEqual
    };
    let step = with_return(CALLS.step as usize, X2, is_point);
    let regain_room = with_return(CALLS.regain_room as usize, X2, is_point);
    let send = with_return(CALLS.send as usize, X4, is_failure);
    let leaf = with_return(CALLS.leaf as usize, X4, is_failure);

    let quick = place(&mut asm);
    asm.push_pair(X29, X30, 16);
    store_registers(&mut asm);
    asm.store(Mem(CONTEXT, offsets::CODE as i32), SCRATCH_2);
    asm.store(Mem(CONTEXT, offsets::PC as i32), SCRATCH);
    asm.mov(X0, CONTEXT);
    asm.mov(X1, OPERANDS);
    asm.call_reg(PRIMITIVE);
    asm.pop_pair(X29, X30, 16);
    asm.cmp_imm(X0, FAILED.bits());
    asm.jcc(Cond::Equal, leave);
    // The frame has not moved.
    asm.load(HP, Mem(CONTEXT, offsets::HP as i32));
    asm.load(FUEL, Mem(CONTEXT, offsets::FUEL as i32));
    asm.mov(SCRATCH, X0);
    asm.ret();

    let note = place(&mut asm);
    asm.push_pair(X14, X30, KEPT_BYTES);
    for (index, [one, other]) in KEPT.into_iter().enumerate() {
        asm.store_pair(one, other, 16 * (1 + index as i32));
    }
    store_registers(&mut asm);
    asm.mov(X0, CONTEXT);
    asm.mov(X1, SCRATCH_2);
    asm.mov_imm(SCRATCH, CALLS.note as usize as u64);
    asm.call_reg(SCRATCH);
    for (index, [one, other]) in KEPT.into_iter().enumerate() {
        asm.load_pair(one, other, 16 * (1 + index as i32));
    }
    asm.pop_pair(X14, X30, KEPT_BYTES);
    asm.ret();

    let mut answers =
        |function: usize, arguments: &[(Reg, Reg)], quickly: Option<Quickly>, exchanges: bool| {
            let start = place(&mut asm);
            let entered = asm.label();
            if let Some(quickly) = quickly {
                let slow = asm.label();
                quickly(&mut asm, slow);
                asm.bind(slow);
            }
            store_registers(&mut asm);
            asm.mov(X0, CONTEXT);
            asm.mov(X1, SCRATCH_2);
            for &(to, from) in arguments {
                asm.mov(to, from);
            }
            asm.mov_imm(SCRATCH, function as u64);
            asm.call_reg(SCRATCH);
            asm.cmp_imm(X1, ELSEWHERE);
            asm.jcc(Cond::Equal, answered);
            asm.jcc(Cond::Above, entered);
            load_registers(&mut asm);
            // The value is in x0, as it should be.
            asm.load(SCRATCH, Mem(FP, 0));
            asm.load(SCRATCH_2, Mem(SCRATCH, offset_of!(Point, native) as i32));
            asm.jmp_reg(SCRATCH_2);
            asm.bind(entered);
            asm.mov(SCRATCH, X0);
            if exchanges {
                let function = asm.label();
                asm.cmp_imm(X1, FUNCTION);
                asm.jcc(Cond::Equal, function);
                asm.mov(CONTEXT, X1);
                load_registers(&mut asm);
                asm.jmp(resume);
                asm.bind(function);
            }
            load_registers(&mut asm);
            asm.load(SCRATCH_2, Mem(SCRATCH, offset_of!(Code, native) as i32));
            asm.jmp_reg(SCRATCH_2);
            start
        };
    let at_word = [(X4, SCRATCH)];
    let control = answers(CALLS.control as usize, &at_word, None, true);
    let capture = answers(CALLS.capture as usize, &at_word, None, false);
    let apply = answers(CALLS.apply as usize, &at_word, None, false);
    let values = answers(CALLS.values as usize, &at_word, None, false);
    let receive = answers(CALLS.receive as usize, &at_word, None, true);
    let call = [(X2, WORD), (X3, SCRATCH)];
    let call = answers(CALLS.call as usize, &call, Some(enter_clause), false);

    let mut without_return = |function: usize, arguments: &[(Reg, Reg)], exchanges: bool| {
        let start = place(&mut asm);
        store_registers(&mut asm);
        for &(to, from) in arguments {
            asm.mov(to, from);
        }
        asm.mov(X0, CONTEXT);
        asm.mov_imm(SCRATCH, function as u64);
        asm.call_reg(SCRATCH);
        if exchanges {
            asm.mov(CONTEXT, X1);
        }
        asm.jmp(answered);
        start
    };
    let at_word = [(X1, SCRATCH_2), (X2, SCRATCH)];
    let go = without_return(CALLS.go as usize, &at_word, false);
    let give_way = without_return(CALLS.give_way as usize, &at_word, false);
    let enter = without_return(CALLS.enter as usize, &[(X1, SCRATCH)], false);
    let untried = without_return(CALLS.enter as usize, &[(X1, SCRATCH)], false);
    let refused = without_return(CALLS.enter as usize, &[(X1, SCRATCH)], false);
    let point = without_return(CALLS.deliver as usize, &[(X1, RESULT)], true);
    let mut offsets = Offsets {
        run,
        step,
        leaf,
        quick,
        send,
        control,
        capture,
        apply,
        values,
        receive,
        note,
        regain_room,
        go,
        give_way,
        enter,
        call,
        untried,
        refused,
        point,
    };
    notes::add(&mut asm, &mut offsets);
    (asm, offsets)
}

/// A call with x16 arguments of what is in slot 1 of the frame at fp, if that is a `case-lambda` with a
/// clause of so many arguments, few and without a list of the rest. Keeps x15 to x17 for `slow`.
fn enter_clause(asm: &mut Assembler, slow: Label) {
    asm.load(X0, Mem(FP, -8));
    asm.add_imm(X1, X0, -(bits::OBJECT as i64));
    asm.test(X1, bits::TAG_MASK);
    asm.jcc(Cond::NotEqual, slow);
    asm.load_8(X1, Mem(X0, header()));
    asm.cmp_imm(X1, u64::from(layout::bits::low_byte(Kind::Closure)));
    asm.jcc(Cond::NotEqual, slow);
    asm.cmp_imm(SCRATCH, EXACT_CLAUSES as u64);
    asm.jcc(Cond::AboveOrEqual, slow);
    asm.load(X0, Mem(X0, field(0)));
    asm.shift(Shift::Left, X1, SCRATCH, 3);
    asm.alu(Alu::Add, X1, X0, X1);
    asm.load(X1, Mem(X1, offset_of!(Code, exact_clauses) as i32));
    asm.cmp_imm(X1, 0);
    asm.jcc(Cond::Equal, slow);
    asm.alu(Alu::Add, SCRATCH, X0, X1);
    asm.load(SCRATCH_2, Mem(SCRATCH, offset_of!(Code, native) as i32));
    asm.jmp_reg(SCRATCH_2);
}

const REGISTERS: [(Reg, usize); 3] = [(FP, offsets::FP), (HP, offsets::HP), (FUEL, offsets::FUEL)];

// Farther ones would need a register to reach them.
const _: () = assert!(offsets::FP < 1 << 15 && offsets::HP < 1 << 15 && offsets::FUEL < 1 << 15);
const _: () = assert!(offsets::CODE < 1 << 15 && offsets::PC < 1 << 15);

fn load_registers(asm: &mut Assembler) {
    for (reg, offset) in REGISTERS {
        asm.load(reg, Mem(CONTEXT, offset as i32));
    }
}

fn store_registers(asm: &mut Assembler) {
    for (reg, offset) in REGISTERS {
        asm.store(Mem(CONTEXT, offset as i32), reg);
    }
}
