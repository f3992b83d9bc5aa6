//! Results that only arithmetic uses, and only in the block where they are made.
//!
//! Such a number need not be made an object if it is a flonum: see `emit/unboxed`.
//! Reads linked instructions; the same for every processor.

use crate::flow::{Block, Instruction, Room, is_bare};
use mound_bytecode::ops::{Flow, Op, Operand};
use mound_heap::code::Code;
use mound_machine::LinkedUnit;
use mound_machine::link::slot_of;

/// So many instructions are looked at for the uses of a result: most are used at once.
const SEARCH_MAX: usize = 24;

/// The word of the last instruction that uses what `made` makes, if all that do are arithmetic and
/// nothing between leaves the code but by the slow way of an instruction.
pub fn last_use(
    code: &Code,
    unit: &LinkedUnit,
    blocks: &[Block],
    index: usize,
    made: &Instruction,
) -> Option<usize> {
    let block = &blocks[index];
    let slot = made.written()?;
    let is_argument = u32::from(slot) < code.exact_arity.saturating_add(2);
    if is_argument && block.room != Room::Sure {
        // The call may still be made once more.
        return None;
    }
    let lives_in = |index: usize| blocks.get(index).is_none_or(|block| block.live.has(slot));
    let (mut at, mut last, mut left) = (made.at + made.words, None, false);
    for _ in 0..SEARCH_MAX {
        if at >= block.end {
            return last.filter(|_| !lives_in(index + 1));
        }
        let instruction = Instruction::read(code, at)?;
        let calculates = calculates(unit, &instruction);
        if reads(&instruction, slot)? {
            if left || !calculates {
                return None;
            }
            last = Some(at);
        }
        left |= !calculates && !is_bare(instruction.op);
        let target = instruction.target();
        if target.is_some_and(|word| lives_in(mound_machine::context::block_of(code, word))) {
            return None;
        }
        match instruction.op.row().flow {
            Flow::Next | Flow::Branch => {}
            Flow::Call => return last.filter(|_| !lives_in(index + 1)),
            Flow::Jump | Flow::Tail | Flow::Return => return last,
        }
        if instruction.written() == Some(slot) {
            return last;
        }
        at += instruction.words;
    }
    None
}

/// Whether an instruction reads a slot; `None` if that is not said by its fields.
fn reads(instruction: &Instruction, slot: u8) -> Option<bool> {
    let (row, f) = (instruction.op.row(), instruction.fields);
    let among = |first: u8, count: u8| slot >= first && slot - first < count;
    let fields = [(row.a, f.a), (row.b, f.b), (row.c, f.c)];
    let named = fields
        .iter()
        .any(|&(kind, field)| kind == Operand::Read && slot_of(field) == slot);
    let range = match instruction.op {
        Op::Closure | Op::ClosureWide => return None,
        Op::Record => among(slot_of(f.b), f.c + 1),
        Op::Primitive => among(slot_of(f.b), f.c),
        _ if row.a == Operand::Base => slot >= f.a.min(slot_of(f.a)),
        _ => false,
    };
    Some(named || range)
}

/// Whether machine code knows what the instruction does with flonums.
fn calculates(unit: &LinkedUnit, instruction: &Instruction) -> bool {
    use Op::*;
    match instruction.op {
        Add | Subtract | Multiply | AddI => true,
        Less | LessOrEqual | NumberEqual | Greater | GreaterOrEqual => true,
        UnlessLess | UnlessLessOrEqual | UnlessEqual | UnlessGreater | UnlessGreaterOrEqual => true,
        UnlessLessI | UnlessGreaterI | UnlessEqualI => true,
        Primitive => matches!(
            (unit.primitive_name(instruction.w), instruction.fields.c),
            ("divide", 2) | ("inexact" | "sqrt", 1)
        ),
        _ => false,
    }
}
