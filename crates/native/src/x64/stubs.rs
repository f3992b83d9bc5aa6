//! The code that all machine code shares: the way in and out, and the calls of the
//! machine ([`Offsets`] says what each does).
//!
//! | stub | expects |
//! |---|---|
//! | run | a C call with context and point |
//! | step, regain_room | a call; a word in rax, its code in r11; step answers in rax |
//! | leaf, send | a call; a primitive in rdx, its arguments in rcx, a word in rax, its code in r11; answers in rax |
//! | quick | as leaf, with a quick entry in rdx and the address of an instruction in rax |
//! | note | a call; an address in r11; keeps registers but rax and r11 |
//! | control, capture, apply, values, receive | a primitive in rdx, how many arguments in rcx, a word in rax, its code in r11 |
//! | go, give_way | a word in rax, its code in r11 |
//! | enter, untried, refused | a code in rax |
//! | call | how many arguments in rax, a word in rdx, its code in r11 |
//! | point | the result in its register |

use super::assembler::*;
use super::continuations;
use super::notes;
use super::{CONTEXT, FP, FUEL, HP, RESULT};
use crate::stubs::Offsets;
use mound_heap::code::{Code, Point};
use mound_machine::native::{CALLS, ELSEWHERE, FUNCTION, LEAVE, VALUE, offsets};
use mound_machine::quick::FAILED;
use std::mem::offset_of;

// So that one comparison tells the three apart.
const _: () = assert!(VALUE < ELSEWHERE && ELSEWHERE < FUNCTION);

const SAVED: [Reg; 6] = [RBX, RBP, R12, R13, R14, R15];

/// Where [`Offsets::call`] expects the word.
pub const WORD: Reg = RDX;
/// Where [`Offsets::leaf`] and [`Offsets::control`] expect the primitive, and its arguments.
pub const PRIMITIVE: Reg = RDX;
pub const OPERANDS: Reg = RCX;

/// What a C function may change and machine code keeps; as many as keep the stack aligned.
const NOTE_SAVED: [Reg; 8] = [RAX, RCX, RDX, RSI, RDI, R8, R9, R10];

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
    SAVED.into_iter().for_each(|reg| asm.push(reg));
    asm.mov(CONTEXT, RDI);
    load_registers(&mut asm);
    asm.mov(RAX, RSI);
    // Goes on at the point in rax, in the frame at fp.
    asm.bind(resume);
    asm.load_32(RCX, Mem(RAX, offset_of!(Point, base) as i32));
    asm.shift(Shift::Left, RCX, 3);
    asm.alu(Alu::Sub, FP, RCX);
    asm.load(RESULT, Mem(FP, 0));
    asm.jmp_mem(Mem(RAX, offset_of!(Point, native) as i32));

    // Goes on where the answer in rax says.
    asm.align(16);
    asm.bind(answered);
    let leave = asm.label();
    asm.alu_imm(Alu::Cmp, RAX, LEAVE as i32);
    asm.jcc(Cond::Equal, leave);
    load_registers(&mut asm);
    asm.jmp(resume);
    asm.bind(leave);
    SAVED.into_iter().rev().for_each(|reg| asm.pop(reg));
    asm.ret();

    // Calls a function with the word in a register, and says afterwards whether it leads elsewhere.
    let mut with_return = |function: usize, word: Reg, is_elsewhere: Test| {
        let start = place(&mut asm);
        let elsewhere = asm.label();
        store_registers(&mut asm);
        asm.mov(RDI, CONTEXT);
        asm.mov(RSI, R11);
        asm.mov(word, RAX);
        asm.mov_imm(RAX, function as u64);
        asm.call_reg(RAX);
        let cond = is_elsewhere(&mut asm);
        asm.jcc(cond, elsewhere);
        load_registers(&mut asm);
        asm.ret();
        asm.bind(elsewhere);
        asm.alu_imm(Alu::Add, RSP, 8);
        asm.jmp(answered);
        start
    };
    let is_point: Test = |asm| {
        asm.alu_imm(Alu::Cmp, RAX, 1);
        Cond::Above
    };
    let is_failure: Test = |asm| {
        asm.test(RDX, RDX);
        Cond::NotEqual
    };
    let step = with_return(CALLS.step as usize, RDX, is_point);
    let regain_room = with_return(CALLS.regain_room as usize, RDX, is_point);
    let send = with_return(CALLS.send as usize, R8, is_failure);
    let leaf = with_return(CALLS.leaf as usize, R8, is_failure);

    let quick = place(&mut asm);
    let failed = asm.label();
    store_registers(&mut asm);
    asm.store(Mem(CONTEXT, offsets::CODE as i32), R11);
    asm.store(Mem(CONTEXT, offsets::PC as i32), RAX);
    asm.mov(RDI, CONTEXT);
    asm.mov(RSI, OPERANDS);
    asm.call_reg(PRIMITIVE);
    asm.alu_imm(Alu::Cmp, RAX, FAILED.bits() as i32);
    asm.jcc(Cond::Equal, failed);
    // The frame has not moved.
    asm.load(HP, Mem(CONTEXT, offsets::HP as i32));
    asm.load(FUEL, Mem(CONTEXT, offsets::FUEL as i32));
    asm.ret();
    asm.bind(failed);
    asm.alu_imm(Alu::Add, RSP, 8);
    asm.jmp(leave);

    let note = place(&mut asm);
    NOTE_SAVED.into_iter().for_each(|reg| asm.push(reg));
    store_registers(&mut asm);
    asm.mov(RDI, CONTEXT);
    asm.mov(RSI, R11);
    asm.mov_imm(RAX, CALLS.note as usize as u64);
    asm.call_reg(RAX);
    NOTE_SAVED.into_iter().rev().for_each(|reg| asm.pop(reg));
    asm.ret();

    let mut answers = |function: usize, word: Reg, quickly: Option<Quickly>, exchanges: bool| {
        let start = place(&mut asm);
        let entered = asm.label();
        if let Some(quickly) = quickly {
            let slow = asm.label();
            quickly(&mut asm, slow);
            asm.bind(slow);
        }
        store_registers(&mut asm);
        asm.mov(RDI, CONTEXT);
        asm.mov(RSI, R11);
        asm.mov(word, RAX);
        call_aligned(&mut asm, function);
        asm.alu_imm(Alu::Cmp, RDX, ELSEWHERE as i32);
        asm.jcc(Cond::Equal, answered);
        asm.jcc(Cond::Above, entered);
        load_registers(&mut asm);
        asm.mov(RESULT, RAX);
        asm.load(RAX, Mem(FP, 0));
        asm.jmp_mem(Mem(RAX, offset_of!(Point, native) as i32));
        asm.bind(entered);
        if exchanges {
            let function = asm.label();
            asm.alu_imm(Alu::Cmp, RDX, FUNCTION as i32);
            asm.jcc(Cond::Equal, function);
            asm.mov(CONTEXT, RDX);
            load_registers(&mut asm);
            asm.jmp(resume);
            asm.bind(function);
        }
        load_registers(&mut asm);
        asm.jmp_mem(Mem(RAX, offset_of!(Code, native) as i32));
        start
    };
    let control = answers(CALLS.control as usize, R8, None, true);
    let capture = Some::<Quickly>(continuations::capture);
    let capture = answers(CALLS.capture as usize, R8, capture, false);
    let apply = answers(CALLS.apply as usize, R8, None, false);
    let values = answers(CALLS.values as usize, R8, None, false);
    let receive = answers(CALLS.receive as usize, R8, None, true);
    // The word is where C expects it, and how many arguments there are takes the place of a word.
    let call = Some::<Quickly>(continuations::call);
    let call = answers(CALLS.call as usize, RCX, call, false);

    let mut without_return =
        |function: usize, arguments: &[(Reg, Reg)], quickly, exchanges: bool| {
            let start = place(&mut asm);
            let quickly: Option<Quickly> = quickly;
            if let Some(quickly) = quickly {
                let slow = asm.label();
                quickly(&mut asm, slow);
                asm.bind(slow);
            }
            store_registers(&mut asm);
            asm.mov(RDI, CONTEXT);
            for &(to, from) in arguments {
                asm.mov(to, from);
            }
            call_aligned(&mut asm, function);
            if exchanges {
                asm.mov(CONTEXT, RDX);
            }
            asm.jmp(answered);
            start
        };
    let at_word = [(RSI, R11), (RDX, RAX)];
    let go = without_return(CALLS.go as usize, &at_word, None, false);
    let give_way = without_return(CALLS.give_way as usize, &at_word, None, false);
    let enter = without_return(CALLS.enter as usize, &[(RSI, RAX)], None, false);
    let untried = without_return(CALLS.enter as usize, &[(RSI, RAX)], None, false);
    let refused = without_return(CALLS.enter as usize, &[(RSI, RAX)], None, false);
    let result = [(RSI, RESULT)];
    let point = without_return(
        CALLS.deliver as usize,
        &result,
        Some(continuations::underflow),
        true,
    );
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

const REGISTERS: [(Reg, usize); 3] = [(FP, offsets::FP), (HP, offsets::HP), (FUEL, offsets::FUEL)];

/// Calls a function of C from where no return address lies between machine code and the alignment that it
/// expects.
fn call_aligned(asm: &mut Assembler, function: usize) {
    asm.alu_imm(Alu::Sub, RSP, 8);
    asm.mov_imm(RAX, function as u64);
    asm.call_reg(RAX);
    asm.alu_imm(Alu::Add, RSP, 8);
}

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
