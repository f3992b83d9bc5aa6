//! One instruction, taken from the words of a function.
//!
//! Every walk over code (verifier, disassembler, collector maps) goes through
//! [`Instruction::at`], so that lengths are computed in one place. Does not check
//! operands: that is the verifier's work.

use crate::SlotSet;
use crate::ops::{Fields, Op, Operand, fields};
use crate::unit::{Block, Code};

/// An instruction and its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction<'a> {
    pub op: Op,
    pub fields: Fields,
    /// The second word, 0 if there is none.
    pub w: u32,
    words: &'a [u32],
}

impl<'a> Instruction<'a> {
    /// The instruction that begins at `word`; `None` if the byte is no
    /// instruction or its words go past the end of `code`.
    pub fn at(code: &'a [u32], word: usize) -> Option<Instruction<'a>> {
        let rest = code.get(word..)?;
        let first = *rest.first()?;
        let op = Op::from_byte(first as u8)?;
        let fixed = op.row().words as usize;
        let w = if fixed == 2 { *rest.get(1)? } else { 0 };
        let words = rest.get(..fixed + op.extra_words(first, w) as usize)?;
        Some(Instruction {
            op,
            fields: fields(first),
            w,
            words,
        })
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Never: an instruction has a first word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// All words.
    pub fn words(&self) -> &'a [u32] {
        self.words
    }

    /// Slots that a `closure` captures, in the order of its free values.
    pub fn captures(&self) -> impl Iterator<Item = u8> + use<'a> {
        let count = self.op.capture_count(self.words[0], self.w) as usize;
        let words = self.words.get(2..).unwrap_or(&[]);
        words.iter().flat_map(|word| word.to_le_bytes()).take(count)
    }

    /// The slot it writes. The result of a call is written at the return point and does not count.
    pub fn written(&self) -> Option<u8> {
        // `a` is the only operand that the table ever has as `write`.
        (self.op.row().a == Operand::Write).then_some(self.fields.a)
    }
}

/// Index of the block that holds `word`; blocks ascend and the first begins at 0.
pub fn block_at(blocks: &[Block], word: u32) -> Option<usize> {
    blocks
        .partition_point(|block| block.start <= word)
        .checked_sub(1)
}

/// The slots that hold values just before the instruction at `word` is run:
/// those live at the start of its block and those written since.
///
/// Takes time in the length of the block, and does not allocate. For code that
/// was verified; for other code the result means nothing, but there is one.
pub fn defined_at(blocks: &[Block], instructions: &[u32], word: u32) -> SlotSet {
    let Some(block) = block_at(blocks, word).and_then(|index| blocks.get(index)) else {
        return SlotSet::EMPTY;
    };
    let mut defined = SlotSet::from_slots(&block.live);
    let mut at = block.start as usize;
    while at < word as usize {
        let Some(instruction) = Instruction::at(instructions, at) else {
            break;
        };
        if let Some(slot) = instruction.written() {
            defined.insert(slot);
        }
        at += instruction.len();
    }
    defined
}

/// For each block: the slot in which the result arrives if the block is a return
/// point, that is, if the block before it ends in a call. One pass over the code.
pub fn result_slots(code: &Code) -> Vec<Option<u8>> {
    let mut slots = Vec::with_capacity(code.blocks.len());
    let mut result = None;
    for (index, block) in code.blocks.iter().enumerate() {
        slots.push(result.take());
        let end = code
            .blocks
            .get(index + 1)
            .map_or(code.instructions.len(), |next| next.start as usize);
        let mut at = block.start as usize;
        while at < end {
            let Some(instruction) = Instruction::at(&code.instructions, at) else {
                break;
            };
            if instruction.op.row().flow == crate::ops::Flow::Call {
                result = Some(instruction.fields.a);
            }
            at += instruction.len();
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::{ROWS, word_abc};

    #[test]
    fn only_a_is_written() {
        for row in ROWS {
            for operand in [row.b, row.c, row.d, row.w] {
                assert_ne!(operand, Operand::Write, "{}", row.mnemonic);
            }
        }
    }

    #[test]
    fn rows_have_a_second_word_when_they_use_it() {
        for row in ROWS {
            assert_eq!(row.words == 2, row.w != Operand::None, "{}", row.mnemonic);
            if row.d != Operand::None {
                assert_eq!((row.b, row.c), (Operand::None, Operand::None));
            }
        }
    }

    #[test]
    fn closures_have_four_captures_in_a_word() {
        let code = [
            word_abc(Op::Closure, 2, 0, 0),
            5,
            u32::from_le_bytes([3, 4, 5, 6]),
            7,
        ];
        let closure = Instruction::at(&code, 0).unwrap();
        assert_eq!(closure.len(), 4);
        assert_eq!(closure.captures().collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert_eq!(Instruction::at(&code[..3], 0), None);
    }
}
