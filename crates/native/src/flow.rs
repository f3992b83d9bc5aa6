//! What must be known of a function before code is made for it: where its blocks
//! begin and end, from where each is reached, and what loops write.
//!
//! Reads linked instructions; the same for every processor.

use crate::unit::REGISTERS_MAX;
use mound_bytecode::ops::{self, Fields, Flow, Op, Operand};
use mound_heap::code::{Code, PointKind};
use mound_machine::context::{MARGIN, SLACK, block_of, instruction_words};
use mound_machine::link::slot_of;

/// A set of slots.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Slots(pub [u64; 4]);

impl Slots {
    pub fn has(self, slot: u8) -> bool {
        self.0[slot as usize / 64] >> (slot % 64) & 1 != 0
    }

    pub fn insert(&mut self, slot: u8) {
        self.0[slot as usize / 64] |= 1 << (slot % 64);
    }

    pub fn each(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&slot| self.has(slot))
    }

    fn add(&mut self, other: Slots) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    const ALL: Slots = Slots([u64::MAX; 4]);
}

/// A block of a function.
#[derive(Debug)]
pub struct Block {
    /// Its first instruction word, and the one after it.
    pub start: usize,
    pub end: usize,
    /// The word where its last instruction begins.
    pub last: usize,
    /// Slots that hold values at its beginning.
    pub live: Slots,
    /// For the block after a call: the base of the call, and whether the result is used.
    pub after_call: Option<(u8, bool)>,
    /// Ways into it, but for returns.
    pub ways: u32,
    /// Whether the block before it falls into it.
    pub falls_in: bool,
    /// Slots that it writes.
    writes: Slots,
    /// For a block at which a loop goes on: the slots written in the loop.
    pub loop_writes: Option<Slots>,
    pub room: Room,
}

impl Block {
    /// Whether only ways from other blocks lead to it, so that no process is suspended there.
    pub fn is_inner(&self) -> bool {
        self.after_call.is_none() && self.loop_writes.is_none()
    }
}

/// Whether a function that is entered makes sure of the room for its frame before a block.
///
/// A path that ends soon and neither calls nor makes anything does without: its caller has left the
/// room for the arguments and what [`leaf_paths`] asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// There is room.
    Sure,
    /// Nobody has looked, and nobody needs to.
    Unsure,
    /// Nobody has looked before the instruction at this word.
    Asked(usize),
}

/// An instruction: where it is, what it is, and its fields.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub at: usize,
    pub op: Op,
    pub fields: Fields,
    /// The second word, or 0.
    pub w: u32,
    pub words: usize,
}

impl Instruction {
    /// The one at word `at` of `code`.
    pub fn read(code: &Code, at: usize) -> Option<Instruction> {
        let word = *code.instructions.get(at)?;
        let op = Op::from_byte(word as u8)?;
        let w = if op.row().words > 1 {
            *code.instructions.get(at + 1)?
        } else {
            0
        };
        Some(Instruction {
            at,
            op,
            fields: ops::fields(word),
            w,
            words: instruction_words(code, at, op),
        })
    }

    /// The word to which it may jump.
    pub fn target(&self) -> Option<usize> {
        (self.op.row().w == Operand::Block)
            .then(|| (self.at as i64 + i64::from(self.w as i32)) as usize)
    }

    /// The function of a known call.
    pub fn known(&self, code: &Code) -> *const Code {
        std::ptr::from_ref(code).wrapping_byte_offset(self.w as i32 as isize)
    }

    /// The slot that it writes.
    pub fn written(&self) -> Option<u8> {
        (self.op.row().a == Operand::Write).then(|| slot_of(self.fields.a))
    }
}

/// Loops are searched for what they write up to this many blocks in all; beyond it they count as
/// writing everything. So the time is linear also for code made to make it long.
const SEARCH_MAX: usize = 4096;

/// What is said of a block where it begins.
fn block(code: &Code, index: usize) -> Block {
    let point = &code.points[index];
    let mut live = Slots(point.live);
    let after_call =
        (point.kind == PointKind::Return).then_some((point.base as u8, point.keeps_result));
    if let Some((base, true)) = after_call {
        live.insert(base);
    }
    let end = code
        .blocks
        .get(index + 1)
        .map_or(code.instructions.len(), |&end| end as usize);
    Block {
        start: code.blocks[index] as usize,
        end,
        last: code.blocks[index] as usize,
        live,
        after_call,
        ways: u32::from(index == 0),
        falls_in: false,
        writes: Slots::default(),
        loop_writes: None,
        room: Room::Sure,
    }
}

/// The blocks of a function; `None` if there is no sense in them.
pub fn blocks(code: &Code, blocks: &mut Vec<Block>) -> Option<()> {
    let count = code.blocks.len();
    blocks.extend((0..count).map(|index| block(code, index)));
    let mut budget = SEARCH_MAX;
    for index in 0..count {
        let (mut at, end) = (blocks[index].start, blocks[index].end);
        let mut falls = true;
        while at < end {
            let instruction = Instruction::read(code, at)?;
            if let Some(slot) = instruction.written() {
                blocks[index].writes.insert(slot);
            }
            if let Some(target) = instruction.target() {
                let target = block_of(code, target);
                blocks[target].ways += 1;
                if instruction.op == Op::Loop {
                    let mut slots = blocks[target].loop_writes.unwrap_or_default();
                    let size = index + 1 - target;
                    if size <= budget {
                        budget -= size;
                        blocks[target..=index]
                            .iter()
                            .for_each(|block| slots.add(block.writes));
                    } else {
                        slots = Slots::ALL;
                    }
                    // What calls in the loop give back is written too.
                    let results = blocks[target..=index]
                        .iter()
                        .filter_map(|block| block.after_call);
                    results.for_each(|(base, _)| slots.insert(base));
                    blocks[target].loop_writes = Some(slots);
                }
            }
            falls = !instruction.op.row().flow.ends_block();
            blocks[index].last = at;
            at += instruction.words;
        }
        if falls && index + 1 < count {
            blocks[index + 1].falls_in = true;
            blocks[index + 1].ways += 1;
        }
    }
    Some(())
}

/// Leaves the paths from the entry to a return on which nothing is called, made or changed without
/// a look at the room for the frame, if there are such paths.
pub fn leaf_paths(code: &Code, blocks: &mut [Block]) {
    // The caller's margin takes in what such a path stores when the interpreter helps.
    let own = code.exact_arity as usize + 2;
    let fits = code.exact_arity != u32::MAX && code.slots as usize <= own + MARGIN - SLACK;
    if !fits || !(is_plain(&blocks[0]) || can_begin_again(code, &blocks[0])) {
        return;
    }
    let (mut returns, mut open) = (false, vec![0]);
    while let Some(index) = open.pop() {
        let part = leaf_part(code, blocks, index, &mut open);
        blocks[index].room = part.end.map_or(Room::Unsure, Room::Asked);
        returns |= part.returns;
    }
    if !returns {
        blocks.iter_mut().for_each(|block| block.room = Room::Sure);
    }
}

/// Whether the loop that the function begins with can be left by a call that is refused, and is better
/// asked for room in each turn: a turn calls the function itself, which mostly ends soon.
fn can_begin_again(code: &Code, first: &Block) -> bool {
    // What a refused call begins with again: all of it is in registers, or in its slot.
    let has_arguments = code.exact_arity <= REGISTERS_MAX
        && (2..code.exact_arity + 2).all(|slot| first.live.has(slot as u8));
    let has_itself = code.free_count == 0 || first.live.has(1);
    first.after_call.is_none() && has_arguments && has_itself && calls_itself(code)
}

/// Whether a call of the function by its name waits for a value.
fn calls_itself(code: &Code) -> bool {
    let mut at = 0;
    while let Some(instruction) = Instruction::read(code, at) {
        if instruction.op == Op::CallKnown && std::ptr::eq(instruction.known(code), code) {
            return true;
        }
        at += instruction.words;
    }
    false
}

/// The part of a block that needs no room.
#[derive(Default)]
struct LeafPart {
    /// The word where it ends, if that is not the end of the block.
    end: Option<usize>,
    /// Whether it returns to the caller.
    returns: bool,
}

/// Adds to `next` where it goes.
fn leaf_part(code: &Code, blocks: &[Block], index: usize, next: &mut Vec<usize>) -> LeafPart {
    let block = &blocks[index];
    let mut part = LeafPart::default();
    let mut at = block.start;
    while let Some(instruction) = Instruction::read(code, at).filter(|_| at < block.end) {
        // Arguments stay, so that the call can be made once more.
        let argument = |slot: u8| u32::from(slot) < code.exact_arity + 2;
        let is_last = at + instruction.words == block.end;
        let returns = instruction.op == Op::Return;
        let target = instruction.target().map(|word| block_of(code, word));
        let behind = (is_last && !returns).then_some(index + 1);
        let is_plain = |next: usize| blocks.get(next).is_some_and(is_plain);
        if !is_bare(instruction.op)
            || instruction.written().is_some_and(argument)
            || !target.into_iter().chain(behind).all(is_plain)
        {
            part.end = Some(at);
            return part;
        }
        next.extend(target.into_iter().chain(behind));
        part.returns |= returns;
        at += instruction.words;
    }
    part
}

/// Whether one way leads to a block, and no return or loop.
fn is_plain(block: &Block) -> bool {
    block.ways == 1 && block.is_inner()
}

/// Whether an instruction looks at values and no more, and needs no room but for a result of its own.
pub fn is_bare(op: Op) -> bool {
    use Op::*;
    #[rustfmt::skip]
    let bare = matches!(
        op,
        Move | Constant | Fixnum | Immediate | Function | Free | Global | Unbox
            | Unless | When | UnlessLess | UnlessLessOrEqual | UnlessEqual | UnlessLessI
            | UnlessGreaterI | UnlessEqualI | UnlessGreater | UnlessGreaterOrEqual | UnlessEq
            | UnlessEqConstant | UnlessNull | UnlessPair | UnlessKind | UnlessRecord
            | IsEq | IsKind | IsRecord | Not
            | Less | LessOrEqual | NumberEqual | Greater | GreaterOrEqual
            | Add | Subtract | Multiply | AddI | Quotient | Remainder
            | Car | Cdr | VectorRef | VectorLength | BytevectorRef | StringRef | RecordRef
            | Return
    );
    bare
}

/// Whether a call leaves the block after it as the place to return to.
pub fn returns(op: Op) -> bool {
    op.row().flow == Flow::Call
}
