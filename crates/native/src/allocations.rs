//! Which instructions allocate one soon after the other, so that room for all of them can be asked for
//! at once.
//!
//! Between them nothing may happen that allocates or collects and comes back: what is asked for
//! at the first is there for the last. So they are pairs, boxes and closures with what only moves
//! values between them.
//! Reads linked instructions; the same for every processor.

use crate::flow::{Block, Instruction};
use mound_bytecode::ops::Op;
use mound_heap::code::Code;
use mound_heap::heap::LARGE_WORDS;

/// Words that an instruction allocates, if that is said by it alone.
pub fn words(instruction: &Instruction) -> Option<usize> {
    let closure = 2 + instruction.w as usize;
    match instruction.op {
        Op::Cons | Op::Box => Some(2),
        Op::Closure => Some(closure).filter(|&words| words <= LARGE_WORDS),
        _ => None,
    }
}

/// Whether an instruction leaves the heap alone, or does not come back.
fn is_quiet(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Move | Constant | Fixnum | Immediate | Function | Free | Car | Cdr
    )
}

/// What stands from word `at` on in a block, up to what is no part of a row of allocations.
struct Row {
    words: usize,
    /// Whether the block ends within it.
    is_open: bool,
}

fn row(code: &Code, mut at: usize, end: usize) -> Row {
    let mut words = 0;
    while let Some(instruction) = Instruction::read(code, at).filter(|_| at < end) {
        match self::words(&instruction) {
            Some(more) => words += more,
            None if is_quiet(instruction.op) => {}
            None => {
                return Row {
                    words,
                    is_open: false,
                };
            }
        }
        at += instruction.words;
    }
    Row {
        words,
        is_open: true,
    }
}

/// For each block the words for which there must be room where it begins: a row of allocations of
/// the block before goes on there. No blocks if there are no such.
pub fn expected(code: &Code, blocks: &[Block], expected: &mut Vec<usize>) {
    let goes_on = |index: usize| {
        let block = &blocks[index];
        index > 0 && block.falls_in && block.ways > 1 && block.is_inner()
    };
    for index in (0..blocks.len()).filter(|&index| goes_on(index)) {
        if ends_in_row(code, &blocks[index - 1]) {
            let block = &blocks[index];
            expected.resize(blocks.len(), 0);
            expected[index] = row(code, block.start, block.end).words;
        }
    }
}

/// Whether a block ends in a row of allocations that are some.
fn ends_in_row(code: &Code, block: &Block) -> bool {
    let (mut at, mut is_in_row) = (block.start, false);
    while let Some(instruction) = Instruction::read(code, at).filter(|_| at < block.end) {
        match words(&instruction) {
            Some(_) => is_in_row = true,
            None => is_in_row &= is_quiet(instruction.op),
        }
        at += instruction.words;
    }
    is_in_row
}

/// The words of the allocations after the instruction before word `at` for which it asks as well.
pub fn following(
    code: &Code,
    blocks: &[Block],
    expected: &[usize],
    index: usize,
    at: usize,
) -> usize {
    let row = row(code, at, blocks[index].end);
    let next = expected.get(index + 1).filter(|_| row.is_open);
    row.words + next.copied().unwrap_or(0)
}
