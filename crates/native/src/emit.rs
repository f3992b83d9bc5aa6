//! From a function to its machine code, in one pass over its instructions.
//!
//! A block begins with a [`State`] that all ways into it agree on ([`edges`]);
//! instructions use and change it; what is rare is put behind the function
//! ([`cold`]). This file has the order of things; what each instruction becomes is in
//! `emit/` as far as it is the same for every processor, and else in the files of the
//! processor, which also have what `emit/` is written with: an assembler, the registers,
//! and `basics.rs`.

pub mod arithmetic;
mod calls;
mod characters;
mod choices;
pub mod cold;
pub mod edges;
mod entry;
pub mod flonums;
pub mod kinds;
mod leaves;
mod objects;
mod primitives;
pub mod rare;
mod registers;
mod stores;
pub mod unboxed;
mod variables;

use crate::allocations;
use crate::check::Checker;
use crate::facts::{self, Known};
use crate::fault::Fault;
use crate::flow::{Block, Instruction, Room};
use crate::processor::assembler::*;
use crate::processor::*;
use crate::state::{Constants, Entry, Fact, Location, Saved, State, States};
use crate::stubs::Offsets;
use crate::unit::Neighbours;
use crate::workspace::Workspace;
use arithmetic::Division;
use cold::Cold;
use edges::Source;
use mound_bytecode::ops::Op;
use mound_heap::Value;
use mound_heap::code::Code;
use mound_machine::LinkedUnit;
use mound_machine::link::slot_of;
use unboxed::Temporary;

/// The machine code of a function; places are distances from its beginning.
pub struct Emitted {
    /// What was written. Of use is still: the code in the assembler; `points`, where each point goes on
    /// that has machine code; `sites`, the jumps to functions without machine code (where the distance
    /// is, and the function); `known_calls`, the jumps to where known calls enter a function, and the
    /// function; `marks`, where the code of each instruction begins, and its word.
    pub workspace: Workspace,
    /// Where it is called with its arguments in slots.
    pub entry: u32,
    /// Where a known call enters.
    pub known_entry: u32,
    /// Where the code begins that is seldom executed.
    pub cold: u32,
}

/// A slot's value, as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Reg(Reg),
    Const(u64),
}

/// See the top of this file.
pub struct Emitter<'a> {
    pub asm: Assembler,
    pub code: &'a Code,
    pub unit: &'a LinkedUnit,
    pub stubs: &'a Offsets,
    pub neighbours: &'a dyn Neighbours,
    pub blocks: Vec<Block>,
    pub labels: Vec<Label>,
    /// What is known where several ways meet; nothing if they nowhere do.
    meetings: Vec<Option<Known>>,
    /// What the block has shown of slots so far, wherever they are.
    known: Known,
    /// The states with which blocks begin, as far as they are known.
    pub beginnings: Vec<Option<Saved>>,
    pub state: State,
    /// States that are needed again.
    pub states: States,
    /// The block that is being emitted.
    pub block: usize,
    /// Slots of the block whose doubles may wait.
    pub temporaries: Vec<Temporary>,
    /// How many doubles may wait where the code is, for each of which there must be room.
    pub waiting: usize,
    /// Words for which there is room where the code is, because they were asked for together with
    /// others, and for which there must be where each block begins.
    room: usize,
    expected: Vec<usize>,
    /// The pair whose address is in the first scratch register, and where in the code.
    addressed: Option<(Reg, u32)>,
    /// The block at which the code goes on because an instruction stood for all up to there.
    goes_on_at: Option<usize>,
    pub constants: Constants,
    /// Registers that the current instruction uses, one bit each.
    pub pinned: u32,
    /// Registers in which slots will be wanted at the end of the block.
    hints: Vec<(u8, Reg)>,
    /// For a moment: what is moved to which register.
    moves: Vec<(Reg, Source)>,
    victim: usize,
    pub cold: Vec<Cold>,
    /// Calls `Offsets::step` for this function.
    pub step: Label,
    /// Calls `Offsets::leaf` for this function, if anyone does.
    pub leaf: Label,
    pub calls_leaves: bool,
    /// Calls `Offsets::quick` for this function, if anyone does.
    pub quick: Label,
    pub calls_quick_entries: bool,
    /// Calls `Offsets::send` for this function, if anyone does.
    pub send: Label,
    pub sends: bool,
    /// Leads to `Offsets::note`, if anyone calls it.
    pub note: Label,
    pub calls_note: bool,
    /// Where known calls enter.
    pub known_entry: Label,
    pub points: Vec<(usize, Label)>,
    pub sites: Vec<(u32, u32)>,
    pub known_calls: Vec<(u32, u32)>,
    marks: Vec<(u32, u32)>,
    /// Not used before the code is made.
    checker: Checker,
    cold_start: u32,
}

/// Makes the machine code of `code`, in lists that are used again; `None` if it is too long.
pub fn emit(
    code: &Code,
    unit: &LinkedUnit,
    stubs: &Offsets,
    neighbours: &dyn Neighbours,
    workspace: Workspace,
) -> Result<Option<Emitted>, Fault> {
    let mut space = workspace.cleared();
    let asm = &mut space.asm;
    if crate::flow::blocks(code, &mut space.blocks).is_none() {
        return Ok(None);
    }
    crate::flow::leaf_paths(code, &mut space.blocks);
    space
        .labels
        .extend(space.blocks.iter().map(|_| asm.label()));
    facts::at_meetings(code, unit, &space.blocks, &mut space.meetings);
    allocations::expected(code, &space.blocks, &mut space.expected);
    space.beginnings.resize(space.blocks.len(), None);
    let (step, leaf, send) = (asm.label(), asm.label(), asm.label());
    let quick = asm.label();
    let (note, known_entry) = (asm.label(), asm.label());
    let mut emitter = Emitter {
        code,
        unit,
        stubs,
        neighbours,
        known: Known::default(),
        room: 0,
        addressed: None,
        goes_on_at: None,
        state: State::EMPTY,
        block: 0,
        waiting: 0,
        pinned: 0,
        victim: 0,
        step,
        leaf,
        calls_leaves: false,
        quick,
        calls_quick_entries: false,
        send,
        sends: false,
        note,
        calls_note: false,
        known_entry,
        cold_start: 0,
        asm: space.asm,
        blocks: space.blocks,
        labels: space.labels,
        meetings: space.meetings,
        expected: space.expected,
        beginnings: space.beginnings,
        states: space.states,
        temporaries: space.temporaries,
        constants: space.constants,
        hints: space.hints,
        moves: space.moves,
        cold: space.cold,
        points: space.points,
        sites: space.sites,
        known_calls: space.known_calls,
        marks: space.marks,
        checker: space.checker,
    };
    let entry = emitter.function();
    if emitter.asm.position() > BYTES_MAX {
        return Ok(None);
    }
    emitter.finish(entry).map(Some)
}

impl Emitter<'_> {
    fn function(&mut self) -> Label {
        let entry = self.prologue();
        let mut falls = true;
        for block in 0..self.blocks.len() {
            if self.goes_on_at.is_none_or(|next| next == block) {
                self.goes_on_at = None;
                falls = self.block(block, falls);
            }
        }
        self.cold_start = self.asm.position();
        self.cold_code();
        entry
    }

    fn finish(self, entry: Label) -> Result<Emitted, Fault> {
        let place = |label| self.asm.place(label).ok_or(Fault::Entry(0));
        Ok(Emitted {
            entry: place(entry)?,
            known_entry: place(self.known_entry)?,
            cold: self.cold_start,
            workspace: Workspace {
                asm: self.asm,
                blocks: self.blocks,
                labels: self.labels,
                meetings: self.meetings,
                expected: self.expected,
                beginnings: self.beginnings,
                states: self.states,
                temporaries: self.temporaries,
                constants: self.constants,
                hints: self.hints,
                moves: self.moves,
                cold: self.cold,
                points: self.points,
                sites: self.sites,
                known_calls: self.known_calls,
                marks: self.marks,
                checker: self.checker,
            },
        })
    }

    /// Emits a block; `falls` says whether the code before goes on here. Returns whether this one
    /// goes on at the next.
    fn block(&mut self, index: usize, falls: bool) -> bool {
        if !self.begin_block(index, falls) {
            return false;
        }
        let (mut at, end) = (self.blocks[index].start, self.blocks[index].end);
        self.find_hints(index);
        self.know_beginning(index);
        self.block = index;
        self.temporaries.clear();
        let mut falls = true;
        while at < end {
            let Some(instruction) = Instruction::read(self.code, at) else {
                break;
            };
            self.pinned = 0;
            self.marks.push((self.asm.position(), at as u32));
            if self.blocks[index].room == Room::Asked(at) {
                self.ask_for_room(index);
            }
            self.waiting = self.temporaries.len();
            self.instruction(index, instruction);
            self.learn_from(&instruction);
            self.end_temporaries(&instruction);
            if self.goes_on_at.is_some() {
                break;
            }
            falls = !instruction.op.row().flow.ends_block();
            at += instruction.words;
        }
        falls
    }

    /// Notes where the last instruction of a block wants its operands.
    fn find_hints(&mut self, index: usize) {
        self.hints.clear();
        let Some(last) = Instruction::read(self.code, self.blocks[index].last) else {
            return;
        };
        let fields = last.fields;
        match last.op {
            Op::Return => self.hints.push((slot_of(fields.a), RESULT)),
            Op::CallKnown | Op::TailCallKnown => {
                let base = self.base(&last);
                for (index, &reg) in ARGUMENTS.iter().take(fields.b as usize).enumerate() {
                    self.hints.push((base + 2 + index as u8, reg));
                }
            }
            Op::Loop => {
                let target = last.target().map_or(0, |word| self.block_at(word));
                if let Some(beginning) = self.beginnings[target] {
                    for entry in self.states.entries(beginning) {
                        if let Location::Reg(reg) = entry.place {
                            self.hints.push((entry.slot, reg));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The base of a call.
    pub fn base(&self, instruction: &Instruction) -> u8 {
        if crate::flow::returns(instruction.op) {
            slot_of(instruction.fields.a)
        } else {
            instruction.fields.a
        }
    }

    pub fn block_at(&self, word: usize) -> usize {
        mound_machine::context::block_of(self.code, word)
    }

    fn instruction(&mut self, block: usize, instruction: Instruction) {
        let f = instruction.fields;
        let (a, b) = (slot_of(f.a), slot_of(f.b));
        match instruction.op {
            Op::Move => self.copy(a, b),
            Op::Constant => self.define_const(a, self.unit.constant(f.d.into())),
            Op::Fixnum => self.define_const(a, Value::fixnum(i64::from(f.d as i16))),
            Op::Immediate => {
                self.define_const(a, mound_machine::interpret::immediate(f.b));
            }
            Op::Function => self.define_const(a, self.unit.function(f.d.into())),
            Op::Free => self.free(a, f.d),
            Op::Closure => self.closure(instruction),
            Op::Global => self.global(instruction, f.d.into()),
            Op::Box => self.new_box(instruction),
            Op::Unbox => self.unbox(instruction),
            Op::Cons => self.cons(instruction),
            Op::Car => self.part_of_pair(instruction, 0),
            Op::Cdr => self.part_of_pair(instruction, 8),
            Op::VectorRef => self.vector_ref(instruction),
            Op::VectorLength => self.vector_length(instruction),
            Op::StringRef => self.string_ref(instruction),
            Op::BytevectorRef => self.bytevector_ref(instruction),
            Op::RecordRef => self.record_ref(instruction),
            Op::Primitive => self.primitive(instruction),
            Op::Jump => self.jump(instruction),
            Op::Loop => self.loop_back(instruction),
            Op::Return => self.give_back(a),
            Op::Call => self.call(block, instruction),
            Op::CallKnown => self.call_known(block, instruction),
            Op::CallGlobal => self.call_global(block, instruction),
            Op::TailCall => self.tail_call(instruction),
            Op::TailCallKnown => self.tail_call_known(instruction),
            Op::TailCallGlobal => self.tail_call_global(instruction),
            Op::CallPrimitive => self.call_primitive(block, instruction),
            Op::TailCallPrimitive => self.tail_call_primitive(instruction),
            Op::Unless => self.branch_on_false(instruction, Cond::Equal),
            Op::When => self.branch_on_false(instruction, Cond::NotEqual),
            Op::UnlessLess => self.branch_on_slots(instruction, Cond::Less),
            Op::UnlessLessOrEqual => self.branch_on_slots(instruction, Cond::LessOrEqual),
            Op::UnlessGreater => self.branch_on_slots(instruction, Cond::Greater),
            Op::UnlessGreaterOrEqual => self.branch_on_slots(instruction, Cond::GreaterOrEqual),
            Op::UnlessEqual => self.branch_on_slots(instruction, Cond::Equal),
            Op::UnlessLessI => self.branch_on_number(instruction, Cond::Less),
            Op::UnlessGreaterI => self.branch_on_number(instruction, Cond::Greater),
            Op::UnlessEqualI => self.branch_on_number(instruction, Cond::Equal),
            Op::UnlessEq => {
                let right = self.operand(b);
                self.branch_on_same(instruction, a, right);
            }
            Op::UnlessEqConstant => {
                let right = Operand::Const(self.unit.constant(f.d.into()).bits());
                self.branch_on_same(instruction, a, right);
            }
            Op::UnlessNull => {
                let right = Operand::Const(Value::NULL.bits());
                self.branch_on_same(instruction, a, right);
            }
            Op::UnlessPair => self.branch_on_pair(instruction),
            Op::UnlessKind => self.branch_on_kind(instruction),
            Op::UnlessRecord => self.branch_on_record(instruction),
            Op::IsEq => self.is_same(instruction),
            Op::IsKind => self.is_kind(instruction),
            Op::IsRecord => self.is_record(instruction),
            Op::Not => self.not(a, b),
            Op::Less => self.compare(instruction, Cond::Less),
            Op::LessOrEqual => self.compare(instruction, Cond::LessOrEqual),
            Op::Greater => self.compare(instruction, Cond::Greater),
            Op::GreaterOrEqual => self.compare(instruction, Cond::GreaterOrEqual),
            Op::NumberEqual => self.compare(instruction, Cond::Equal),
            Op::Add => self.add(instruction),
            Op::Subtract => self.subtract(instruction),
            Op::AddI => self.add_number(instruction),
            Op::Multiply => self.multiply(instruction),
            Op::Quotient => self.divide(instruction, slot_of(f.c), Division::Quotient),
            Op::Remainder => self.divide(instruction, slot_of(f.c), Division::Remainder),
            Op::Patch => self.patch(instruction),
            Op::SetBox => self.set_box(instruction),
            Op::SetCar => self.set_part_of_pair(instruction, 0),
            Op::SetCdr => self.set_part_of_pair(instruction, 8),
            Op::VectorSet => self.vector_set(instruction),
            Op::BytevectorSet => self.bytevector_set(instruction),
            Op::Record => self.record(instruction),
            Op::RecordSet => self.record_set(instruction),
            Op::SetGlobal => self.set_global(instruction, f.d.into()),
            Op::ConstantWide => self.define_const(a, self.unit.constant(instruction.w)),
            Op::FunctionWide => self.define_const(a, self.unit.function(instruction.w)),
            Op::GlobalWide => self.global(instruction, instruction.w),
            Op::SetGlobalWide => self.set_global(instruction, instruction.w),
            Op::ClosureWide | Op::DefineGlobal | Op::DefineGlobalWide => self.step(instruction),
        }
    }
}
