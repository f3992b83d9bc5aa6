//! What is seldom executed, put behind the function: instructions that the
//! interpreter executes, entries and exits of the function, moves on the way from
//! one block to another.

use super::arithmetic::Change;
use super::rare::Case;
use super::unboxed::Number;
use super::*;

/// A piece of cold code. `label` is where it begins.
pub enum Cold {
    /// The interpreter executes the instruction at `word`; then the code goes on at `back`, or, if it
    /// branched, at `taken`.
    Step {
        label: Label,
        word: usize,
        before: Saved,
        after: Saved,
        back: Label,
        taken: Option<Label>,
    },
    /// A value that the interpreter has chosen for a register.
    Chosen {
        label: Label,
        to: Reg,
        value: Operand,
        end: Label,
    },
    /// The call could not be entered: for lack of fuel or of room.
    Refused { label: Label, before: Saved },
    /// Moves registers to where `block` wants them.
    Edge {
        label: Label,
        from: Saved,
        block: usize,
    },
    /// The fuel is used up where `block` begins.
    GiveWay { label: Label, block: usize },
    /// Goes on at a block with the frame in memory; `result` if a call returns to it.
    Resume { block: usize, result: bool },
    /// Makes room for the frame of a block after a call.
    RegainRoom {
        label: Label,
        block: usize,
        back: Label,
    },
    /// A call of something that is no closure of this many arguments.
    Call {
        label: Label,
        base: u8,
        instruction: Instruction,
    },
    /// A known call of a function that has no machine code yet.
    Unready {
        label: Label,
        /// Its address.
        function: u64,
        arguments: usize,
    },
    /// Calls the leaf primitive whose quick entry has done nothing, with all slots in the frame.
    Leaf {
        label: Label,
        instruction: Instruction,
        back: Label,
    },
    /// The interpreter executes the instruction at `word` and goes on wherever it leads.
    Go {
        label: Label,
        word: usize,
        before: Saved,
    },
    /// A store into an object outside the block.
    Note {
        label: Label,
        word: Word,
        value: Operand,
        back: Label,
    },
    /// A sum that was made in place and is no fixnum.
    Undo {
        label: Label,
        change: Change,
        reg: Reg,
        by: Operand,
        slow: Label,
    },
    /// What does the same in a rarer case, and goes on at `back`; the slow way if this is none of it.
    Otherwise {
        label: Label,
        case: Case,
        back: Label,
        slow: Label,
    },
}

/// Where a word of an object is.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    At(Mem),
    /// Base, index and distance in bytes.
    Indexed(Reg, Reg, i32),
}

/// The slow half of an instruction, begun and not ended.
pub struct Slow {
    pub label: Label,
    before: Saved,
}

impl Emitter<'_> {
    /// The operands of an instruction whose slow half was begun.
    pub fn numbers(&self, slow: &Slow, left: Operand, right: Operand) -> (Number, Number) {
        let before = self.states.entries(slow.before);
        let number = |operand| Number::of(operand, before);
        (number(left), number(right))
    }

    /// Jumps to the label of what this returns lead to the interpreter. Registers must not change
    /// their slots from here to [`Emitter::end_slow`], but for what the instruction defines.
    pub fn begin_slow(&mut self) -> Slow {
        Slow {
            label: self.asm.label(),
            before: self.states.save(&self.state),
        }
    }

    /// Here the code goes on after the interpreter has executed the instruction.
    pub fn end_slow(&mut self, slow: Slow, instruction: &Instruction) {
        self.end_slow_branch(slow, instruction, None);
    }

    /// The same for a branch: `taken` is where it leads.
    pub fn end_slow_branch(&mut self, slow: Slow, instruction: &Instruction, taken: Option<Label>) {
        let back = self.asm.here();
        let after = self.states.save(&self.state);
        self.cold.push(Cold::Step {
            label: slow.label,
            word: instruction.at,
            before: slow.before,
            after,
            back,
            taken,
        });
    }

    /// The same for a comparison that chooses one of two values for a register.
    pub fn end_slow_choice(
        &mut self,
        slow: Slow,
        instruction: &Instruction,
        to: Reg,
        [first, second]: [Operand; 2],
    ) {
        let end = self.asm.here();
        let (holds, fails) = (self.asm.label(), self.asm.label());
        let after = self.states.save(&self.state);
        self.cold.push(Cold::Step {
            label: slow.label,
            word: instruction.at,
            before: slow.before,
            after,
            back: holds,
            taken: Some(fails),
        });
        for (label, value) in [(holds, first), (fails, second)] {
            self.cold.push(Cold::Chosen {
                label,
                to,
                value,
                end,
            });
        }
    }

    /// The label of what leaves the instruction at `word` to the interpreter, and all that follows it.
    pub fn go_later(&mut self, word: usize) -> Label {
        let label = self.asm.label();
        let before = self.states.save(&self.state);
        self.cold.push(Cold::Go {
            label,
            word,
            before,
        });
        label
    }

    /// Leaves an instruction to the interpreter.
    pub fn step(&mut self, instruction: Instruction) {
        self.flush(|_| true);
        self.call_step(instruction.at);
        self.state
            .retain(|entry| matches!(entry.place, Location::Const(_)));
        if let Some(slot) = instruction.written() {
            self.state.forget(slot);
        }
    }

    /// The same for a branch.
    pub fn step_branch(&mut self, instruction: Instruction) {
        self.step(instruction);
        let taken = self.way_to_target(&instruction);
        self.asm.jump_unless_zero(SCRATCH, taken);
    }

    fn call_step(&mut self, word: usize) {
        self.asm.mov_imm(SCRATCH, word as u64);
        self.asm.call(self.step);
    }

    /// Leaves an instruction to the interpreter that leads elsewhere.
    pub fn go(&mut self, instruction: Instruction) {
        self.flush(|_| true);
        self.jump_to_stub(instruction.at, self.stubs.go);
    }

    fn jump_to_stub(&mut self, word: usize, stub: usize) {
        self.asm
            .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
        self.asm.mov_imm(SCRATCH, word as u64);
        self.asm.jmp_out(stub);
    }

    /// Emits all that has been put off.
    pub fn cold_code(&mut self) {
        self.resumptions();
        while let Some(cold) = self.cold.pop() {
            self.emit_cold(cold);
        }
        self.asm.bind(self.step);
        self.asm
            .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
        self.asm.jmp_out(self.stubs.step);
        if self.calls_note {
            self.asm.bind(self.note);
            self.asm.jmp_out(self.stubs.note);
        }
        if self.calls_leaves {
            self.asm.bind(self.leaf);
            self.asm
                .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
            self.asm.jmp_out(self.stubs.leaf);
        }
        if self.calls_quick_entries {
            self.asm.bind(self.quick);
            self.asm
                .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
            self.asm.jmp_out(self.stubs.quick);
        }
        if self.sends {
            self.asm.bind(self.send);
            self.asm
                .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
            self.asm.jmp_out(self.stubs.send);
        }
    }

    /// Blocks at which a process can be suspended get a way in.
    fn resumptions(&mut self) {
        for block in 0..self.blocks.len() {
            let known = &self.blocks[block];
            let result = known.after_call.is_some();
            let reached = self.beginnings[block].is_some();
            let suspends = block == 0 || known.loop_writes.is_some() || result;
            let inline = self.points.iter().any(|&(point, _)| point == block);
            if reached && suspends && !inline {
                self.cold.push(Cold::Resume { block, result });
            }
        }
    }

    fn emit_cold(&mut self, cold: Cold) {
        match cold {
            Cold::Step {
                label,
                word,
                before,
                after,
                back,
                taken,
            } => {
                self.asm.bind(label);
                self.store_dirty(before);
                self.call_step(word);
                self.load_registers_of(after);
                if let Some(taken) = taken {
                    self.asm.jump_unless_zero(SCRATCH, taken);
                }
                self.asm.jmp(back);
            }
            Cold::Chosen {
                label,
                to,
                value,
                end,
            } => {
                self.asm.bind(label);
                self.put_in_register(to, value);
                self.asm.jmp(end);
            }
            Cold::Refused { label, before } => {
                self.asm.bind(label);
                // The machine pays again.
                self.asm.inc(FUEL);
                let arguments = self.register_arguments().len() as u8;
                for entry in self.states.state(before).entries() {
                    if entry.dirty && (2..2 + arguments).contains(&entry.slot) {
                        self.store_entry(entry);
                    }
                }
                self.asm
                    .mov_imm(SCRATCH, std::ptr::from_ref(self.code) as u64);
                self.asm.jmp_out(self.stubs.enter);
            }
            Cold::Edge { label, from, block } => {
                self.asm.bind(label);
                self.state = self.states.state(from);
                self.conform(block);
                self.ask_for_expected(block);
                self.asm.jmp(self.labels[block]);
            }
            Cold::GiveWay { label, block } => {
                self.asm.bind(label);
                let state = self.beginning(block);
                self.store_dirty(state);
                self.jump_to_stub(self.blocks[block].start, self.stubs.give_way);
            }
            Cold::Resume { block, result } => {
                let label = self.asm.here();
                self.points.push((block, label));
                self.drop_callee(block);
                if result {
                    self.regain_room(block);
                    if let Some((base, true)) = self.blocks[block].after_call {
                        self.asm.store(slot_at(base), RESULT);
                    }
                }
                let state = self.beginning(block);
                self.load_registers_of(state);
                self.asm.jmp(self.labels[block]);
            }
            Cold::RegainRoom { label, block, back } => {
                self.asm.bind(label);
                let result = self.blocks[block].after_call.filter(|(_, used)| *used);
                if let Some((base, _)) = result {
                    self.asm.store(slot_at(base), RESULT);
                }
                self.asm
                    .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
                self.asm.mov_imm(SCRATCH, self.blocks[block].start as u64);
                let stub = self.asm.label();
                self.asm.call(stub);
                if let Some((base, _)) = result {
                    self.asm.load(RESULT, slot_at(base));
                }
                self.asm.jmp(back);
                self.asm.bind(stub);
                self.asm.jmp_out(self.stubs.regain_room);
            }
            Cold::Call {
                label,
                base,
                instruction,
            } => {
                self.asm.bind(label);
                self.go_to_slot(base);
                self.leave_to_call(&instruction);
            }
            Cold::Unready {
                label,
                function,
                arguments,
            } => {
                self.asm.bind(label);
                self.spill_arguments(arguments);
                self.asm.mov_imm(SCRATCH, function);
                self.enter_code();
            }
            Cold::Otherwise {
                label,
                case,
                back,
                slow,
            } => {
                self.asm.bind(label);
                self.emit_case(case, slow);
                self.asm.jmp(back);
            }
            Cold::Note {
                label,
                word,
                value,
                back,
            } => {
                self.asm.bind(label);
                self.note(word, value, back);
            }
            Cold::Undo {
                label,
                change,
                reg,
                by,
                slow,
            } => {
                self.asm.bind(label);
                self.change(change, reg, reg, by);
                self.asm.jmp(slow);
            }
            Cold::Leaf {
                label,
                instruction,
                back,
            } => {
                self.asm.bind(label);
                self.ask_leaf(&instruction);
                self.asm.jmp(back);
            }
            Cold::Go {
                label,
                word,
                before,
            } => {
                self.asm.bind(label);
                self.store_dirty(before);
                self.jump_to_stub(word, self.stubs.go);
            }
        }
    }

    fn spill_arguments(&mut self, count: usize) {
        for (index, &reg) in ARGUMENTS[..count].iter().enumerate() {
            self.asm.store(slot_at(2 + index as u8), reg);
        }
    }

    fn store_dirty(&mut self, state: Saved) {
        let state = self.states.state(state);
        for entry in state.entries().iter().filter(|entry| entry.dirty) {
            self.store_entry(entry);
        }
    }

    /// Loads the registers of a state from the frame. Leaves the answer of a step alone.
    fn load_registers_of(&mut self, state: Saved) {
        let mut loaded = 0u32;
        for entry in self.states.entries(state) {
            if let Location::Reg(reg) = entry.place
                && loaded >> reg.0 & 1 == 0
            {
                loaded |= 1 << reg.0;
                self.asm.load(reg, slot_at(entry.slot));
            }
        }
    }
}
