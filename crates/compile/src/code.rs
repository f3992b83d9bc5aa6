//! The code of one function while it is made: lines in blocks with labels.
//!
//! Emission appends lines and places labels without care for what can be
//! reached or joined; [`Draft::finish`] tidies that up, finds the slots that
//! are live at the start of each block, and packs the words.
//!
//! Invariants:
//! - E1. A branch goes to a label that is placed after it.
//! - E2. After a call a new block begins, which is its return point.

use crate::live;
use mound_base::Span;
use mound_bytecode::SlotSet;
use mound_bytecode::ops::{Flow, Op, Operand, word_abc};
use mound_bytecode::unit::{Block, Code};

/// A place in the code that can be jumped to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// One instruction.
#[derive(Clone, Debug)]
pub struct Line {
    pub op: Op,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    /// The second word; for jumps and branches a label, then a block.
    pub w: u32,
    pub captures: Vec<u8>,
    pub span: Span,
}

impl Line {
    pub fn flow(&self) -> Flow {
        self.op.row().flow
    }

    /// The label or block it may go to.
    pub fn target(&self) -> Option<u32> {
        (self.op.row().w == Operand::Block).then_some(self.w)
    }

    /// The slots it reads.
    pub fn reads(&self) -> SlotSet {
        let mut slots = SlotSet::from_slots(&self.captures);
        let row = self.op.row();
        for (operand, slot) in [(row.a, self.a), (row.b, self.b), (row.c, self.c)] {
            if operand == Operand::Read {
                slots.insert(slot);
            }
        }
        let [a, b, c] = [self.a, self.b, self.c].map(u32::from);
        let consecutive = if self.op == Op::Record {
            b..b + c + 1
        } else if self.op == Op::Primitive {
            b..b + c
        } else if matches!(self.op, Op::Call | Op::TailCall) {
            a + 1..a + 2 + b
        } else if matches!(row.flow, Flow::Call | Flow::Tail) {
            a + 2..a + 2 + b
        } else if self.op == Op::Free {
            1..2
        } else {
            0..0
        };
        // Code with slots beyond the last is refused before anyone asks.
        consecutive.for_each(|slot| slots.insert(slot as u8));
        slots
    }

    /// The slot it writes, for a call the one where the result arrives.
    pub fn writes(&self) -> Option<u8> {
        let writes = self.op.row().a == Operand::Write || self.flow() == Flow::Call;
        writes.then_some(self.a)
    }

    /// Slots that the frame must have for it.
    fn slots(&self) -> u32 {
        let highest = self.reads().iter().last().max(self.writes());
        let frame = if matches!(self.flow(), Flow::Call | Flow::Tail) {
            u32::from(self.a) + 2 + u32::from(self.b)
        } else {
            0
        };
        frame.max(highest.map_or(0, |slot| u32::from(slot) + 1))
    }

    fn words(&self, out: &mut Vec<u32>) {
        out.push(word_abc(self.op, self.a, self.b, self.c));
        if self.op.row().words == 2 {
            out.push(self.w);
        }
        for chunk in self.captures.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            out.push(u32::from_le_bytes(bytes));
        }
    }
}

/// Code under construction.
#[derive(Default)]
pub struct Draft {
    blocks: Vec<Vec<Line>>,
    /// The block at which each label is placed.
    labels: Vec<Option<usize>>,
    /// Where it first needed more slots than there are.
    pub excess: Option<Span>,
}

/// Finished code and the places of its instructions.
pub struct Finished {
    pub code: Code,
    /// Word and place in the source, ascending.
    pub places: Vec<(u32, Span)>,
}

impl Draft {
    /// Code with an open first block.
    pub fn new() -> Draft {
        Draft {
            blocks: vec![Vec::new()],
            ..Draft::default()
        }
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// What follows begins at `label`.
    pub fn place(&mut self, label: Label) {
        self.blocks.push(Vec::new());
        self.labels[label.0 as usize] = Some(self.blocks.len() - 1);
    }

    /// Appends a line; after one that ends its block a new block begins.
    pub fn push(&mut self, line: Line) {
        let ends = line.flow().ends_block();
        let last = self.blocks.len() - 1;
        self.blocks[last].push(line);
        if ends {
            self.blocks.push(Vec::new());
        }
    }

    /// Tidies and packs the code of a function whose frame begins with `defined`.
    pub fn finish(mut self, required: u32, rest: bool, defined: SlotSet) -> Finished {
        self.resolve_labels();
        // Each step can make room for another; two turns find all but curiosities.
        for _ in 0..2 {
            self.thread_jumps();
            self.drop_unreachable();
            self.drop_jumps_to_next();
            self.renumber_without_empty();
            self.join_blocks();
        }
        self.choose_loops();
        let live = live::live_slots(&self.blocks, defined);
        self.pack(required, rest, &live, defined)
    }

    /// Targets become blocks instead of labels.
    fn resolve_labels(&mut self) {
        for line in self.blocks.iter_mut().flatten() {
            if let Some(label) = line.target() {
                // A label that was never placed belongs to code that can not be reached.
                line.w = self.labels[label as usize].unwrap_or(0) as u32;
            }
        }
    }

    /// The block where a jump to `block` ends up: skips empty blocks and lone jumps.
    fn destination(&self, from: usize, block: usize, only_forward: bool) -> usize {
        let mut block = block;
        for _ in 0..64 {
            let next = match self.blocks[block].first() {
                None if block + 1 < self.blocks.len() => block + 1,
                Some(line) if line.flow() == Flow::Jump => line.w as usize,
                _ => break,
            };
            if next == block || only_forward && next <= from {
                break;
            }
            block = next;
        }
        block
    }

    fn thread_jumps(&mut self) {
        for from in 0..self.blocks.len() {
            for index in 0..self.blocks[from].len() {
                let line = &self.blocks[from][index];
                if let Some(block) = line.target() {
                    let only_forward = line.flow() == Flow::Branch;
                    let target = self.destination(from, block as usize, only_forward);
                    self.blocks[from][index].w = target as u32;
                }
            }
        }
    }

    fn falls_through(&self, block: usize) -> bool {
        self.blocks[block]
            .last()
            .is_none_or(|line| !matches!(line.flow(), Flow::Jump | Flow::Tail | Flow::Return))
    }

    fn drop_unreachable(&mut self) {
        let mut reached = vec![false; self.blocks.len()];
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            if block >= reached.len() || std::mem::replace(&mut reached[block], true) {
                continue;
            }
            open.extend(
                self.blocks[block]
                    .iter()
                    .filter_map(Line::target)
                    .map(|target| target as usize),
            );
            if self.falls_through(block) {
                open.push(block + 1);
            }
        }
        for (block, reached) in self.blocks.iter_mut().zip(reached) {
            if !reached {
                block.clear();
            }
        }
    }

    fn drop_jumps_to_next(&mut self) {
        for index in 0..self.blocks.len() {
            let Some(last) = self.blocks[index].last() else {
                continue;
            };
            if last.flow() != Flow::Jump || last.w as usize <= index {
                continue;
            }
            let between = index + 1..last.w as usize;
            if self.blocks[between].iter().all(Vec::is_empty) {
                self.blocks[index].pop();
            }
        }
    }

    /// Empty blocks go; what goes to one goes to the block after it.
    fn renumber_without_empty(&mut self) {
        let mut numbers = Vec::with_capacity(self.blocks.len());
        let mut count = 0;
        for block in &self.blocks {
            numbers.push(count);
            count += u32::from(!block.is_empty());
        }
        self.blocks.retain(|block| !block.is_empty());
        for line in self.blocks.iter_mut().flatten() {
            if line.target().is_some() {
                line.w = numbers[line.w as usize];
            }
        }
    }

    /// Joins a block to the one before if that is the only way to it.
    fn join_blocks(&mut self) {
        let mut targeted = vec![false; self.blocks.len()];
        for target in self.blocks.iter().flatten().filter_map(Line::target) {
            targeted[target as usize] = true;
        }
        let mut into = 0;
        for (index, &is_target) in targeted.iter().enumerate().skip(1) {
            let before = &self.blocks[into];
            let is_return_point = before.last().is_some_and(|line| line.flow() == Flow::Call);
            let joins = !is_target && !is_return_point && self.falls_through(into);
            if joins {
                let lines = std::mem::take(&mut self.blocks[index]);
                self.blocks[into].extend(lines);
            } else {
                into = index;
            }
        }
        self.renumber_without_empty();
    }

    /// A jump back is a `loop`.
    fn choose_loops(&mut self) {
        for (index, block) in self.blocks.iter_mut().enumerate() {
            for line in block {
                if line.flow() == Flow::Jump {
                    line.op = if line.w as usize <= index {
                        Op::Loop
                    } else {
                        Op::Jump
                    };
                }
            }
        }
    }

    fn pack(&self, required: u32, rest: bool, live: &[SlotSet], defined: SlotSet) -> Finished {
        let mut instructions = Vec::new();
        let mut blocks = Vec::with_capacity(self.blocks.len());
        let mut places: Vec<(u32, Span)> = Vec::new();
        let mut slots = required + u32::from(rest) + 2;
        for (index, block) in self.blocks.iter().enumerate() {
            let live = if index == 0 { &defined } else { &live[index] };
            blocks.push(Block {
                start: instructions.len() as u32,
                live: live.iter().collect(),
            });
            for line in block {
                let is_new = places.last().is_none_or(|&(_, span)| span != line.span);
                if is_new && line.span != Span::NONE {
                    places.push((instructions.len() as u32, line.span));
                }
                slots = slots.max(line.slots());
                line.words(&mut instructions);
            }
        }
        Finished {
            code: Code {
                required,
                rest,
                slots,
                blocks,
                instructions,
            },
            places,
        }
    }
}
