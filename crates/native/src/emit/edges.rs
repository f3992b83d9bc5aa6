//! Ways from block to block, and what state a block begins with.
//!
//! A block with one way in begins with the state at the end of that way, as far as
//! its slots live on. One with several begins with the state of the way that is
//! emitted first; the others move registers to match. Where loops go on, the
//! slots of the loop are in registers, and those that it writes count as dirty,
//! so that going round stores nothing.

use super::*;
use crate::flow::Slots;
use crate::state::of_slot;
use mound_machine::context::SLACK;

/// Where a register gets its value from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Reg(Reg),
    Const(u64),
    Slot(u8),
}

impl Emitter<'_> {
    /// Brings the state to what block `index` begins with, and says where it begins. False if
    /// nothing leads there.
    pub fn begin_block(&mut self, index: usize, falls: bool) -> bool {
        self.addressed = None;
        // Objects of this block would lie in the stack.
        assert!(
            !falls || self.room == self.expected_at(index),
            "room is asked for where the block before begins to allocate"
        );
        self.room = self.expected_at(index);
        let block = &self.blocks[index];
        let (after_call, ways) = (block.after_call, block.ways);
        let is_loop = block.loop_writes.is_some();
        if falls {
            if ways == 1 && after_call.is_none() && !is_loop {
                self.state = self.state.restricted(self.kept_in(index));
                self.begin_with(index, self.state);
            } else {
                if self.beginnings[index].is_none() {
                    let beginning = if after_call.is_some() {
                        State::EMPTY
                    } else if is_loop {
                        self.loop_beginning(index)
                    } else {
                        self.meeting(index)
                    };
                    self.begin_with(index, beginning);
                }
                self.conform(index);
            }
        }
        if let (Some((base, used)), 0) = (after_call, ways) {
            self.return_here(index, base, used);
            return true;
        }
        if self.beginnings[index].is_none() && (after_call.is_some() || is_loop) {
            // Only what comes later leads here: loops, and returns.
            self.begin_with(index, State::EMPTY);
        }
        let Some(beginning) = self.beginnings[index] else {
            return false;
        };
        self.state = self.states.state(beginning);
        self.asm.bind(self.labels[index]);
        true
    }

    /// Which slots are kept for a block with one way in: those that live there, and the arguments
    /// as long as the call may still be refused.
    fn kept_in(&self, index: usize) -> Slots {
        let block = &self.blocks[index];
        let mut kept = block.live;
        if block.room != Room::Sure {
            (0..self.register_arguments().len()).for_each(|index| kept.insert(2 + index as u8));
        }
        kept
    }

    /// A block that only returns lead to.
    fn return_here(&mut self, index: usize, base: u8, used: bool) {
        let label = self.asm.here();
        self.points.push((index, label));
        self.drop_callee(index);
        self.regain_room(index);
        self.state = State::EMPTY;
        if used {
            self.define(base, Location::Reg(RESULT));
        }
        self.begin_with(index, self.state);
        self.asm.bind(self.labels[index]);
    }

    /// Makes the frame of a point the running one.
    pub fn drop_callee(&mut self, block: usize) {
        self.move_frame(8 * self.code.points[block].base as i32);
    }

    /// While the callee ran, objects may have been put where its smaller frame left room. It had a
    /// slot at least and the margin, which is as much as is left of a frame that ends soon after it.
    pub fn regain_room(&mut self, block: usize) {
        let base = self.code.points[block].base as usize;
        if self.code.slots as usize <= base + 1 + SLACK {
            return;
        }
        self.compare_room();
        let label = self.asm.label();
        self.asm.jcc(Cond::Above, label);
        let back = self.asm.here();
        self.cold.push(Cold::RegainRoom { label, block, back });
    }

    /// What a block begins with, which is known by now.
    pub fn beginning(&self, block: usize) -> Saved {
        self.beginnings[block].unwrap_or_default()
    }

    fn begin_with(&mut self, block: usize, state: State) {
        self.beginnings[block] = Some(self.states.save(&state));
    }

    /// The label to jump to for the block that `instruction` branches to, in the present state.
    pub fn way_to_target(&mut self, instruction: &Instruction) -> Label {
        let word = instruction.target().unwrap_or(0);
        let target = self.block_at(word);
        self.way_to(target)
    }

    fn way_to(&mut self, target: usize) -> Label {
        self.prepare(target);
        if self.expected_at(target) == 0 && self.agrees_with(target) {
            return self.labels[target];
        }
        let label = self.asm.label();
        let from = self.states.save(&self.state);
        self.cold.push(Cold::Edge {
            label,
            from,
            block: target,
        });
        label
    }

    /// Decides what a later block begins with, if that is open.
    fn prepare(&mut self, target: usize) {
        if self.beginnings[target].is_some() {
            return;
        }
        let block = &self.blocks[target];
        let beginning = if block.after_call.is_some() || block.loop_writes.is_some() {
            State::EMPTY
        } else if block.ways == 1 {
            self.state.restricted(self.kept_in(target))
        } else {
            self.meeting(target)
        };
        self.begin_with(target, beginning);
    }

    /// Goes to the block that `instruction` names.
    pub fn jump(&mut self, instruction: Instruction) {
        let word = instruction.target().unwrap_or(0);
        let target = self.block_at(word);
        self.prepare(target);
        self.conform(target);
        self.ask_for_expected(target);
        self.asm.jmp(self.labels[target]);
    }

    /// Words for which there must be room where a block begins.
    pub fn expected_at(&self, block: usize) -> usize {
        self.expected.get(block).copied().unwrap_or(0)
    }

    /// Makes sure of them, in the state with which the block begins; else the interpreter goes on there.
    pub fn ask_for_expected(&mut self, block: usize) {
        let words = self.expected_at(block);
        if words > 0 {
            // No double waits from one block to another.
            self.waiting = 0;
            let label = self.go_later(self.blocks[block].start);
            self.check_room(words, label);
        }
    }

    pub fn loop_back(&mut self, instruction: Instruction) {
        let word = instruction.target().unwrap_or(0);
        let target = self.block_at(word);
        self.conform(target);
        self.asm.dec(FUEL);
        self.asm.jcc(Cond::Greater, self.labels[target]);
        let label = self.asm.label();
        self.asm.jmp(label);
        self.cold.push(Cold::GiveWay {
            label,
            block: target,
        });
    }

    /// The state with which a block begins that has several ways in, after the present one.
    fn meeting(&self, target: usize) -> State {
        let live = self.state.restricted(self.blocks[target].live);
        let mut state = self.in_registers(&live);
        let known = self.known_where(target);
        for entry in state.entries_mut() {
            entry.fact = known.fact(entry.slot);
        }
        state
    }

    /// The same with each entry in a register of its own.
    fn in_registers(&self, state: &State) -> State {
        let mut used = 0u32;
        let mut result = State::EMPTY;
        let own = |used: u32, entry: &Entry| match entry.place {
            Location::Reg(reg) if used >> reg.0 & 1 == 0 => Some(reg),
            _ => None,
        };
        for entry in state.entries() {
            if let Some(reg) = own(used, entry)
                && used.count_ones() < KEPT_MAX
            {
                used |= 1 << reg.0;
                result.add(Entry {
                    fact: Fact::None,
                    ..*entry
                });
            }
        }
        for entry in state.entries() {
            if result.get(entry.slot).is_some() {
                continue;
            }
            let free = ALLOCATABLE.into_iter().find(|reg| used >> reg.0 & 1 == 0);
            if let Some(reg) = free.filter(|_| used.count_ones() < KEPT_MAX) {
                used |= 1 << reg.0;
                result.add(Entry {
                    place: Location::Reg(reg),
                    fact: Fact::None,
                    ..*entry
                });
            }
        }
        result
    }

    /// The state with which a loop begins that is entered from the present one.
    fn loop_beginning(&self, target: usize) -> State {
        let block = &self.blocks[target];
        let writes = block.loop_writes.unwrap_or_default();
        let mut state = self.in_registers(&self.state.restricted(block.live));
        for slot in block.live.each() {
            let used = state.registers();
            if state.get(slot).is_none() && used.count_ones() < KEPT_MAX {
                let free = ALLOCATABLE.into_iter().find(|reg| used >> reg.0 & 1 == 0);
                if let Some(reg) = free {
                    state.add(Entry {
                        slot,
                        place: Location::Reg(reg),
                        dirty: false,
                        fact: Fact::None,
                    });
                }
            }
        }
        for entry in state.entries_mut() {
            entry.dirty = writes.has(entry.slot);
        }
        state
    }

    /// Whether the present state is what `target` begins with, without any instruction.
    fn agrees_with(&self, target: usize) -> bool {
        let live = self.blocks[target].live;
        let beginning = self.states.entries(self.beginning(target));
        let stored = self.state.entries().iter().all(|entry| {
            let kept = of_slot(beginning, entry.slot).is_some_and(|entry| entry.dirty);
            !live.has(entry.slot) || !entry.dirty || kept
        });
        stored
            && beginning.iter().all(|entry| {
                self.state
                    .get(entry.slot)
                    .is_some_and(|present| present.place == entry.place)
            })
    }

    /// Makes the present state what `target` begins with.
    pub fn conform(&mut self, target: usize) {
        let live = self.blocks[target].live;
        let beginning = self.states.state(self.beginning(target));
        self.flush(|slot| {
            let kept = beginning.get(slot).is_some_and(|entry| entry.dirty);
            live.has(slot) && !kept
        });
        let mut moves = std::mem::take(&mut self.moves);
        for entry in beginning.entries() {
            let source = self.source(entry.slot);
            match entry.place {
                Location::Reg(reg) => moves.push((reg, source)),
                // A block with one way in: the constant is where it was.
                Location::Const(_) => {}
            }
        }
        self.move_all(moves);
        self.state = beginning;
    }

    /// Where a slot's value is.
    pub fn source(&self, slot: u8) -> Source {
        match self.state.get(slot).map(|entry| entry.place) {
            Some(Location::Reg(reg)) => Source::Reg(reg),
            Some(Location::Const(constant)) => Source::Const(self.constants.bits(constant)),
            None => Source::Slot(slot),
        }
    }

    /// Gives each register its new value, as if all at once. The state is not right afterwards.
    pub fn move_all(&mut self, mut moves: Vec<(Reg, Source)>) {
        moves.retain(|&(to, from)| from != Source::Reg(to));
        loop {
            let is_read = |reg: Reg| moves.iter().any(|&(_, from)| from == Source::Reg(reg));
            let ready = moves
                .iter()
                .position(|&(to, from)| matches!(from, Source::Reg(_)) && !is_read(to));
            if let Some(index) = ready {
                let (to, from) = moves.swap_remove(index);
                if let Source::Reg(from) = from {
                    self.asm.mov(to, from);
                }
                continue;
            }
            // What is left of the moves between registers are cycles: one value goes aside.
            let cycle = moves.iter().find_map(|&(_, from)| match from {
                Source::Reg(reg) if reg != SCRATCH => Some(reg),
                _ => None,
            });
            let Some(aside) = cycle else { break };
            self.asm.mov(SCRATCH, aside);
            for (_, from) in &mut moves {
                if *from == Source::Reg(aside) {
                    *from = Source::Reg(SCRATCH);
                }
            }
        }
        for &(to, from) in &moves {
            match from {
                Source::Reg(from) => self.asm.mov(to, from),
                Source::Const(bits) => self.asm.mov_imm(to, bits),
                Source::Slot(slot) => self.asm.load(to, slot_at(slot)),
            }
        }
        moves.clear();
        self.moves = moves;
    }
}
