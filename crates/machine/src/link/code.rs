//! Functions in the form that the interpreter runs.
//!
//! Instructions keep their places, so words of code mean the same as in the unit;
//! some operands change, see [`resolve`].

use crate::arity::accepts;
use crate::native::Stubs;
use mound_bytecode::limits::{FUNCTIONS_MAX, SLOTS_MAX};
use mound_bytecode::ops::{self, Flow, Op, Operand};
use mound_bytecode::unit::{self, FunctionKind};
use mound_heap::code::{Code, EXACT_CLAUSES, Point, PointKind};
use std::sync::atomic::{AtomicPtr, AtomicUsize};

/// The runnable forms of all functions of a unit.
pub(super) fn codes(functions: &[unit::Function], stubs: Stubs) -> Vec<Code> {
    let mut named = vec![false; functions.len()];
    let functions = functions.iter().enumerate();
    let mut codes: Vec<Code> = functions
        .map(|(index, function)| code(index, function, stubs, &mut named))
        .collect();
    for (code, is_named) in codes.iter_mut().zip(named) {
        code.is_named = is_named;
    }
    for index in 0..codes.len() {
        codes[index].exact_clauses = exact_clauses(&codes, index);
    }
    codes
}

/// The distances to the clauses of a function that take just so many arguments each. They stand beside one
/// another, so these stay right where the functions come to stand.
fn exact_clauses(codes: &[Code], index: usize) -> [isize; EXACT_CLAUSES] {
    std::array::from_fn(|count| {
        let clauses = codes[index].clauses.iter();
        let mut clauses = clauses.map(|&clause| clause as usize);
        let first = clauses.find(|&clause| accepts(&codes[clause], count as u32));
        match first {
            Some(clause) if !codes[clause].rest => {
                (clause as isize - index as isize) * size_of::<Code>() as isize
            }
            _ => 0,
        }
    })
}

/// The runnable form of a function, without machine code: that leads to the stubs. Marks those that
/// it calls by name.
fn code(index: usize, function: &unit::Function, stubs: Stubs, named: &mut [bool]) -> Code {
    let mut linked = Code {
        fragment: AtomicPtr::new(std::ptr::null_mut()),
        function: index as u32,
        required: 0,
        exact_arity: u32::MAX,
        free_count: function.free_count,
        slots: 2,
        rest: false,
        is_named: false,
        clauses: Box::default(),
        exact_clauses: [0; EXACT_CLAUSES],
        instructions: Box::default(),
        blocks: Box::default(),
        unit: AtomicPtr::new(std::ptr::null_mut()),
        points: Box::default(),
        native: AtomicUsize::new(stubs.untried),
    };
    match &function.kind {
        FunctionKind::Clauses(clauses) => linked.clauses = clauses.clone().into(),
        FunctionKind::Code(code) => {
            linked.required = code.required;
            linked.rest = code.rest;
            linked.exact_arity = if code.rest { u32::MAX } else { code.required };
            linked.slots = code.slots;
            linked.blocks = code.blocks.iter().map(|block| block.start).collect();
            linked.instructions = resolve(index, code, named);
            linked.points = points(code, &linked.instructions, stubs);
        }
    }
    linked
}

/// One point for each block; `Code` pointers are set when the codes stand (see `set_codes`).
fn points(code: &unit::Code, instructions: &[u32], stubs: Stubs) -> Box<[Point]> {
    let bases = call_bases(code);
    let point = |(number, block): (usize, &unit::Block)| {
        let base = bases[number];
        let limit = base.unwrap_or(code.slots);
        let mut live = [0; 4];
        for &slot in block.live.iter().filter(|&&slot| (slot as u32) < limit) {
            live[slot as usize / 64] |= 1 << (slot % 64);
        }
        Point {
            code: std::ptr::null(),
            resume: &raw const instructions[block.start as usize],
            base: limit,
            block: number as u32,
            start: block.start,
            slots: code.slots as u16,
            kind: if base.is_some() {
                PointKind::Return
            } else {
                PointKind::Resume
            },
            keeps_result: base
                .is_some_and(|base| block.live.iter().any(|&slot| slot as u32 == base)),
            live,
            native: AtomicUsize::new(stubs.point),
        }
    };
    code.blocks.iter().enumerate().map(point).collect()
}

/// For each block: the base of the call it is the return point of.
fn call_bases(code: &unit::Code) -> Vec<Option<u32>> {
    let mut bases = vec![None; code.blocks.len()];
    each_instruction(code, |at, op, words| {
        if op.row().flow == Flow::Call {
            let next = (at + words) as u32;
            if let Ok(block) = code.blocks.binary_search_by_key(&next, |block| block.start) {
                bases[block] = Some(ops::fields(code.instructions[at]).a as u32);
            }
        }
    });
    bases
}

/// The instructions as the interpreter wants them, in function `index`:
///
/// - a branch target is the distance to it from the instruction, in words;
/// - the function of a known call is the distance to its [`Code`], in bytes;
/// - the unused `c` of a call is the number of the return point, or 0 if that is too large;
/// - slots that are read or written, and bases of calls, are counted from the far end of the
///   largest frame, so that the address of one is the sum of two registers: see [`slot_of`].
fn resolve(index: usize, code: &unit::Code, named: &mut [bool]) -> Box<[u32]> {
    let mut instructions = code.instructions.clone();
    each_instruction(code, |at, op, words| {
        let row = op.row();
        let [_, a, b, c] = instructions[at].to_le_bytes();
        let turned = |operand: Operand, byte: u8| match operand {
            Operand::Read | Operand::Write => slot_of(byte),
            Operand::Base if row.flow == Flow::Call => slot_of(byte),
            Operand::Base if op == Op::Primitive => slot_of(byte),
            _ => byte,
        };
        let bytes = [
            op as u8,
            turned(row.a, a),
            turned(row.b, b),
            turned(row.c, c),
        ];
        instructions[at] = u32::from_le_bytes(bytes);
        if row.w == Operand::Block {
            let target = code.blocks[code.instructions[at + 1] as usize].start;
            instructions[at + 1] = (target as i32 - at as i32) as u32;
        }
        if matches!(op, Op::CallKnown | Op::TailCallKnown) {
            let callee = code.instructions[at + 1];
            named[callee as usize] = true;
            let functions = i64::from(callee) - index as i64;
            instructions[at + 1] = (functions * size_of::<Code>() as i64) as i32 as u32;
        }
        if row.flow == Flow::Call {
            let next = (at + words) as u32;
            let block = code.blocks.partition_point(|block| block.start < next);
            instructions[at] |= u32::from(u8::try_from(block).unwrap_or(0)) << 24;
        }
    });
    instructions.into()
}

/// Slots of the largest frame.
pub const SLOTS: usize = SLOTS_MAX as usize;

/// The slot that an operand of a linked instruction names, and the other way round.
pub const fn slot_of(operand: u8) -> u8 {
    operand.wrapping_neg()
}

// So the negative of a slot is its distance from the end.
const _: () = assert!(SLOTS == 1 << u8::BITS);

// So the distance between any two functions of a unit fits in an operand.
const _: () = assert!(size_of::<Code>() * FUNCTIONS_MAX <= i32::MAX as usize);

pub(super) fn each_instruction(code: &unit::Code, mut visit: impl FnMut(usize, Op, usize)) {
    let mut at = 0;
    while let Some(&word) = code.instructions.get(at) {
        let Some(op) = Op::from_byte(word as u8) else {
            break;
        };
        let mut words = op.row().words as usize;
        if words > 1 {
            words += op.extra_words(code.instructions[at], code.instructions[at + 1]) as usize;
        }
        visit(at, op, words);
        at += words;
    }
}
