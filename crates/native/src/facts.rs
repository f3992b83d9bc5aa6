//! What instructions show of values: that an operand is a pair, since they would have raised, or that
//! a result is a fixnum. What all ways to a block have shown is known there.
//!
//! Only while nothing else can have filled the frame: a block that a process can be suspended at
//! begins with nothing known, because the frame may come from elsewhere.
//! Reads linked instructions; the same for every processor.

use crate::flow::{Block, Instruction};
use crate::state::Fact;
use mound_bytecode::ops::{Kind, Op};
use mound_heap::code::Code;
use mound_heap::value::bits;
use mound_machine::LinkedUnit;
use mound_machine::context::block_of;
use mound_machine::link::slot_of;

/// What is so after an instruction, if the code goes on behind it.
pub struct Shown {
    /// Of slots that it used, as far as it did not write them.
    pub operands: [(u8, Fact); 2],
    /// Of the slot that it wrote.
    pub result: Fact,
}

impl Shown {
    const NOTHING: Shown = Shown {
        operands: [(0, Fact::None); 2],
        result: Fact::None,
    };
}

/// What an instruction shows.
pub fn shown(unit: &LinkedUnit, instruction: &Instruction) -> Shown {
    const NOTHING: (u8, Fact) = (0, Fact::None);
    let f = instruction.fields;
    let (a, b, c) = (slot_of(f.a), slot_of(f.b), slot_of(f.c));
    let (first, second, result) = match instruction.op {
        Op::Cons => (NOTHING, NOTHING, Fact::Pair),
        Op::Car | Op::Cdr => ((b, Fact::Pair), NOTHING, Fact::None),
        Op::SetCar | Op::SetCdr | Op::UnlessPair => ((a, Fact::Pair), NOTHING, Fact::None),
        Op::UnlessKind => ((a, of_kind(f.b)), NOTHING, Fact::None),
        Op::VectorLength => ((b, Fact::Vector), NOTHING, Fact::Fixnum),
        Op::VectorRef => ((b, Fact::Vector), (c, Fact::Fixnum), Fact::None),
        Op::VectorSet => ((a, Fact::Vector), (b, Fact::Fixnum), Fact::None),
        Op::BytevectorRef => ((c, Fact::Fixnum), NOTHING, Fact::Fixnum),
        Op::BytevectorSet => ((b, Fact::Fixnum), (c, Fact::Fixnum), Fact::None),
        Op::StringRef => ((c, Fact::Fixnum), NOTHING, Fact::Character),
        Op::Fixnum => (NOTHING, NOTHING, Fact::Fixnum),
        Op::Constant => (
            NOTHING,
            NOTHING,
            of_constant(unit.constant(f.d.into()).bits()),
        ),
        Op::Primitive => match (unit.primitive_name(instruction.w), f.c) {
            ("char->integer", 1) => ((b, Fact::Character), NOTHING, Fact::Fixnum),
            ("integer->char", 1) => ((b, Fact::Fixnum), NOTHING, Fact::Character),
            ("string-length", 1) => (NOTHING, NOTHING, Fact::Fixnum),
            _ => return Shown::NOTHING,
        },
        _ => return Shown::NOTHING,
    };
    let written = instruction.written();
    let kept = |shown: (u8, Fact)| match written == Some(shown.0) {
        true => NOTHING,
        false => shown,
    };
    Shown {
        operands: [kept(first), kept(second)],
        result,
    }
}

fn of_kind(byte: u8) -> Fact {
    match Kind::from_byte(byte) {
        Some(Kind::Pair) => Fact::Pair,
        Some(Kind::Vector) => Fact::Vector,
        Some(Kind::Fixnum) => Fact::Fixnum,
        Some(Kind::Character) => Fact::Character,
        _ => Fact::None,
    }
}

/// What can be seen of a constant.
pub fn of_constant(bits: u64) -> Fact {
    match bits {
        // The tag of fixnums is 0.
        _ if bits & bits::TAG_MASK == 0 => Fact::Fixnum,
        _ if bits & bits::SORT_MASK == bits::CHARACTER => Fact::Character,
        _ => Fact::None,
    }
}

/// What is known of the slots of a frame: for each 64 of them, a set of those that hold each sort of
/// value.
#[derive(Clone, Copy, Default, Debug)]
pub struct Known([[u64; SORTS.len()]; 4]);

const SORTS: [Fact; 4] = [Fact::Pair, Fact::Vector, Fact::Fixnum, Fact::Character];

/// The number of a fact among [`SORTS`].
fn sort(fact: Fact) -> Option<usize> {
    match fact {
        Fact::Pair => Some(0),
        Fact::Vector => Some(1),
        Fact::Fixnum => Some(2),
        Fact::Character => Some(3),
        Fact::None | Fact::Record(_) | Fact::Unboxed(_) => None,
    }
}

impl Known {
    pub fn fact(&self, slot: u8) -> Fact {
        let sets = &self.0[slot as usize / 64];
        let has = |set: &u64| set >> (slot % 64) & 1 != 0;
        sets.iter()
            .position(has)
            .map_or(Fact::None, |sort| SORTS[sort])
    }

    /// Nothing else is known of the slot.
    fn set(&mut self, slot: u8, fact: Fact) {
        let (sets, bit) = (&mut self.0[slot as usize / 64], 1 << (slot % 64));
        sets.iter_mut().for_each(|set| *set &= !bit);
        if let Some(sort) = sort(fact) {
            sets[sort] |= bit;
        }
    }

    fn meet(&mut self, other: &Known) {
        let sets = self.0.as_flattened_mut().iter_mut();
        for (set, other) in sets.zip(other.0.as_flattened()) {
            *set &= other;
        }
    }

    /// Something more is known of the slot.
    pub fn learn(&mut self, slot: u8, fact: Fact) {
        if sort(fact).is_some() {
            self.set(slot, fact);
        }
    }

    /// Goes past an instruction that does not branch, and has shown this.
    pub fn pass(&mut self, shown: &Shown, instruction: &Instruction) {
        for (slot, fact) in shown.operands {
            self.learn(slot, fact);
        }
        if let Some(slot) = instruction.written() {
            let fact = match instruction.op {
                Op::Move => self.fact(slot_of(instruction.fields.b)),
                _ => shown.result,
            };
            self.set(slot, fact);
        }
    }
}

/// What is known where each block begins that several ways lead to; no blocks if there are no such.
pub fn at_meetings(
    code: &Code,
    unit: &LinkedUnit,
    blocks: &[Block],
    beginnings: &mut Vec<Option<Known>>,
) {
    if !blocks
        .iter()
        .any(|block| block.ways > 1 && block.is_inner())
    {
        return;
    }
    beginnings.resize(blocks.len(), None);
    for (index, block) in blocks.iter().enumerate() {
        let mut known = beginnings[index]
            .filter(|_| index > 0 && block.is_inner())
            .unwrap_or_default();
        beginnings[index] = Some(known);
        let mut lead_to = |target: usize, known: Known| {
            // What loops lead back to begins with nothing known.
            if let Some(beginning) = beginnings.get_mut(target).filter(|_| target > index) {
                beginning.get_or_insert(known).meet(&known);
            }
        };
        let (mut at, mut falls) = (block.start, true);
        while let Some(instruction) = Instruction::read(code, at).filter(|_| at < block.end) {
            if let Some(word) = instruction.target() {
                lead_to(block_of(code, word), known);
            }
            known.pass(&shown(unit, &instruction), &instruction);
            falls = !instruction.op.row().flow.ends_block();
            at += instruction.words;
        }
        if falls {
            lead_to(index + 1, known);
        }
    }
}
