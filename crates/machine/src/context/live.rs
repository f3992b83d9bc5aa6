//! Which slots of a frame hold values at an instruction, and where blocks and instructions lie in code.

use crate::link::slot_of;
use mound_bytecode::ops::{self, Op, Operand};
use mound_heap::code::{Code, PointKind};

/// The slots that hold values just before instruction `word`: what the block
/// declares, and what its instructions have written since.
pub(crate) fn live_at(code: &Code, word: usize) -> [u64; 4] {
    let block = block_of(code, word);
    let point = &code.points[block];
    let mut live = point.live;
    if point.kind == PointKind::Return && point.keeps_result {
        set(&mut live, point.base as usize);
    }
    let mut at = code.blocks[block] as usize;
    while at < word {
        let first = code.instructions[at];
        let Some(op) = Op::from_byte(first as u8) else {
            break;
        };
        let row = op.row();
        if row.a == Operand::Write {
            set(&mut live, slot_of(ops::fields(first).a).into());
        }
        at += instruction_words(code, at, op);
    }
    live
}

/// The block in which instruction `word` lies.
pub fn block_of(code: &Code, word: usize) -> usize {
    code.blocks.partition_point(|&start| start as usize <= word) - 1
}

fn set(live: &mut [u64; 4], slot: usize) {
    live[slot / 64] |= 1 << (slot % 64);
}

/// Length of the instruction at `at`.
pub fn instruction_words(code: &Code, at: usize, op: Op) -> usize {
    let words = op.row().words as usize;
    if words < 2 {
        words
    } else {
        words + op.extra_words(code.instructions[at], code.instructions[at + 1]) as usize
    }
}
