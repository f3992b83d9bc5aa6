//! Calls and returns.
//!
//! The frame of a call begins in the frame of its caller: its return word, the point
//! to return to, is stored in slot `base`, and `fp` moves there. The callee pays the
//! fuel and looks whether there is room.

use super::edges::Source;
use super::kinds::field;
use super::*;
use crate::unit::{Target, clause_for};
use mound_heap::Value;
use mound_heap::code::{Code, Point};
use mound_heap::layout::Kind;
use mound_heap::object::Closure;
use mound_heap::value::bits;
use mound_machine::Resolved;
use std::mem::offset_of;

impl Emitter<'_> {
    /// Leaves the frame with the value of a slot.
    pub fn give_back(&mut self, slot: u8) {
        match self.source(slot) {
            Source::Reg(reg) => self.asm.mov(RESULT, reg),
            Source::Const(bits) => self.asm.mov_imm(RESULT, bits),
            Source::Slot(slot) => self.asm.load(RESULT, slot_at(slot)),
        }
        self.asm.load(SCRATCH, slot_at(0));
        let native = offset_of!(Point, native) as i32;
        self.asm.jmp_mem(Mem(SCRATCH, native));
    }

    /// Stores what lives on after the call that ends `block`.
    fn save_frame(&mut self, block: usize) {
        let live = self.live_after_call(block);
        self.flush(|slot| live.has(slot));
    }

    /// Begins the frame of a call at `base` that returns to the block after `block`.
    fn new_frame(&mut self, block: usize, base: u8) {
        let point = &raw const self.code.points[block + 1];
        self.asm.mov_imm(SCRATCH, point as u64);
        self.asm.store(slot_at(base), SCRATCH);
        self.go_to_slot(base);
    }

    /// Makes the frame that begins at a slot the running one.
    pub fn go_to_slot(&mut self, slot: u8) {
        self.move_frame(-8 * i32::from(slot));
    }

    /// Enters the code in the first scratch register, with its arguments in slots.
    pub fn enter_code(&mut self) {
        self.asm
            .jmp_mem(Mem(SCRATCH, offset_of!(Code, native) as i32));
    }

    pub fn call(&mut self, block: usize, instruction: Instruction) {
        let (base, count) = (self.base(&instruction), instruction.fields.b);
        self.save_frame(block);
        self.flush(|slot| slot > base && slot <= base + 1 + count);
        let procedure = self.reg(base + 1);
        let point = &raw const self.code.points[block + 1];
        self.asm.mov_imm(SCRATCH, point as u64);
        self.asm.store(slot_at(base), SCRATCH);
        self.enter_closure(procedure, base, &instruction);
    }

    /// Enters what is in `procedure` and in slot 1 of the frame at `base`.
    fn enter_closure(&mut self, procedure: Reg, base: u8, instruction: &Instruction) {
        let (label, count) = (self.asm.label(), instruction.fields.b);
        self.cold.push(Cold::Call {
            label,
            base,
            instruction: *instruction,
        });
        self.check_object(procedure, label);
        self.compare_kind(procedure, Kind::Closure);
        self.asm.jcc(Cond::NotEqual, label);
        self.asm.load(SCRATCH, Mem(procedure, field(0)));
        self.compare_arity(count);
        self.asm.jcc(Cond::NotEqual, label);
        self.go_to_slot(base);
        self.enter_code();
    }

    pub fn tail_call(&mut self, instruction: Instruction) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        self.move_down(base, 1, count);
        let procedure = match self.source(base + 1) {
            Source::Reg(reg) => reg,
            _ => {
                self.asm.load(RESULT, slot_at(1));
                RESULT
            }
        };
        self.enter_closure(procedure, 0, &instruction);
    }

    /// Moves slots from `first` on, procedure and arguments of a tail call, to the beginning of the
    /// frame. Registers do not matter afterwards, unless the base is 0.
    fn move_down(&mut self, base: u8, first: u8, count: u8) {
        if base == 0 {
            return self.flush(|slot| slot >= first && slot <= 1 + count);
        }
        // The source of each move lies below its destination, so none is overwritten before it is read.
        for index in first..=1 + count {
            match self.source(base + index) {
                Source::Reg(reg) => self.asm.store(slot_at(index), reg),
                Source::Const(bits) => self.store_const(slot_at(index), bits),
                Source::Slot(slot) => {
                    self.asm.load(SCRATCH, slot_at(slot));
                    self.asm.store(slot_at(index), SCRATCH);
                }
            }
        }
    }

    /// Moves the arguments of a known call to the registers where they are expected.
    fn pass_arguments(&mut self, base: u8, registers: usize) {
        let mut moves = std::mem::take(&mut self.moves);
        for (index, &reg) in ARGUMENTS[..registers].iter().enumerate() {
            moves.push((reg, self.source(base + 2 + index as u8)));
        }
        self.move_all(moves);
    }

    pub fn call_known(&mut self, block: usize, instruction: Instruction) {
        let (base, count) = (self.base(&instruction), instruction.fields.b);
        let callee = instruction.known(self.code);
        let Some(registers) = self.registers_of(callee, count) else {
            self.save_frame(block);
            return match self.rest_of(callee, count) {
                Some(required) => {
                    self.list_rest(&instruction, base, required);
                    self.new_frame(block, base);
                    self.end_list(required, count);
                    self.enter_known(callee, 0);
                }
                None => self.go(instruction),
            };
        };
        self.save_frame(block);
        self.flush_arguments(base, registers as u8, count);
        self.pass_arguments(base, registers);
        self.new_frame(block, base);
        self.enter_known(callee, registers);
    }

    pub fn tail_call_known(&mut self, instruction: Instruction) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        let callee = instruction.known(self.code);
        let Some(registers) = self.registers_of(callee, count) else {
            return match self.rest_of(callee, count) {
                Some(required) => {
                    self.list_rest_in_place(&instruction, required);
                    self.enter_known(callee, 0);
                }
                None => self.go(instruction),
            };
        };
        self.flush_arguments(base, registers as u8, count);
        self.pass_arguments(base, registers);
        if base > 0 {
            for index in 2 + registers as u8..2 + count {
                self.asm.load(SCRATCH, slot_at(base + index));
                self.asm.store(slot_at(index), SCRATCH);
            }
        }
        self.enter_known(callee, registers);
    }

    /// Stores the arguments from number `first` on: those that are passed in slots.
    fn flush_arguments(&mut self, base: u8, first: u8, count: u8) {
        self.flush(|slot| slot > base + 1 && slot - base - 2 >= first && slot - base - 2 < count);
    }

    /// How many arguments a function of this unit takes in registers, if it takes just so many.
    fn registers_of(&self, callee: *const Code, count: u8) -> Option<usize> {
        let callee = self.neighbours.code(callee);
        (callee.exact_arity == u32::from(count)).then(|| self.neighbours.register_arguments(callee))
    }

    /// How many arguments a function of this unit requires that makes a list of the rest of so many.
    fn rest_of(&self, callee: *const Code, count: u8) -> Option<u8> {
        self.required_of(self.neighbours.code(callee), count)
    }

    /// The same of any function. The call is left to the machine if the list is more than one object can
    /// be, or has no slot.
    fn required_of(&self, callee: &Code, count: u8) -> Option<u8> {
        let required = u8::try_from(callee.required).ok()?;
        let fits = callee.rest && required <= count && 2 + callee.required < self.code.slots;
        fits.then_some(required)
    }

    /// Makes a list of the arguments from number `required` on of a call at `base`, in the slot of the
    /// first of them, if there are any, and stores the arguments.
    fn list_rest(&mut self, instruction: &Instruction, base: u8, required: u8) {
        let extra = instruction.fields.b - required;
        if extra > 0 {
            let list = base + 2 + required;
            let to = self.register_for(list);
            let label = self.go_later(instruction.at);
            self.check_room(2 * usize::from(extra), label);
            for index in 0..extra {
                let place = 16 * i32::from(index);
                self.store_slot(Mem(HP, place), list + index);
                if index + 1 < extra {
                    self.point_to_new(SCRATCH, bits::PAIR + place as u64 + 16);
                    self.asm.store(Mem(HP, place + 8), SCRATCH);
                } else {
                    self.store_const(Mem(HP, place + 8), Value::NULL.bits());
                }
            }
            self.point_to_new(to, bits::PAIR);
            self.bump(2 * usize::from(extra));
            self.define(list, Location::Reg(to));
        }
        self.flush_arguments(base, 0, required + u8::from(extra > 0));
    }

    /// Ends what [`Emitter::list_rest`] has begun in the new frame: an empty list has no slot before.
    fn end_list(&mut self, required: u8, count: u8) {
        if required == count {
            self.store_const(slot_at(2 + required), Value::NULL.bits());
        }
    }

    /// The same for a call in place of this frame.
    fn list_rest_in_place(&mut self, instruction: &Instruction, required: u8) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        self.list_rest(instruction, base, required);
        self.move_down(base, 2, required + u8::from(required < count));
        self.end_list(required, count);
    }

    fn enter_known(&mut self, callee: *const Code, registers: usize) {
        if std::ptr::eq(callee, self.code) {
            return self.asm.jmp(self.known_entry);
        }
        match self.neighbours.target(callee) {
            Target::Address(address) => {
                let function = self.neighbours.code(callee).function;
                self.known_calls.push((self.asm.position(), function));
                self.asm.jmp_out(address);
            }
            Target::Unready(function) => {
                let label = self.asm.label();
                let site = self.asm.jmp_patchable(label);
                self.sites.push((site, function));
                self.cold.push(Cold::Unready {
                    label,
                    function: callee as u64,
                    arguments: registers,
                });
            }
        }
    }

    /// Lets the machine call what is in slot 1 of the frame at `fp`; an error is one of `instruction`.
    pub fn leave_to_call(&mut self, instruction: &Instruction) {
        self.asm
            .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
        self.asm.mov_imm(stubs::WORD, instruction.at as u64);
        self.asm.mov_imm(SCRATCH, u64::from(instruction.fields.b));
        self.asm.jmp_out(self.stubs.call);
    }

    /// The procedure that a reference names, if that is known for good, and its code.
    fn constant_procedure(&self, reference: u32) -> Option<(u64, Option<&Code>)> {
        let Resolved::Constant(value) = self.unit.reference(reference) else {
            return None;
        };
        let code = Closure::of(*value).map(|closure| self.neighbours.code(closure.code()));
        Some((value.bits(), code))
    }

    pub fn call_global(&mut self, block: usize, instruction: Instruction) {
        let (base, count) = (self.base(&instruction), instruction.fields.b);
        let Some((procedure, code)) = self.constant_procedure(instruction.w) else {
            return self.call_variable(block, instruction);
        };
        let (code, required) = self.clause_to_enter(code, count);
        self.save_frame(block);
        match required {
            Some(required) => self.list_rest(&instruction, base, required),
            None => self.flush_arguments(base, 0, count),
        }
        match code {
            Some(code) => {
                self.new_frame(block, base);
                if let Some(required) = required {
                    self.end_list(required, count);
                }
                self.asm.mov_imm(SCRATCH, code as u64);
                self.enter_code();
            }
            None => {
                self.store_const(slot_at(base + 1), procedure);
                self.new_frame(block, base);
                self.leave_to_call(&instruction);
            }
        }
    }

    pub fn tail_call_global(&mut self, instruction: Instruction) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        let Some((procedure, code)) = self.constant_procedure(instruction.w) else {
            return self.tail_call_variable(instruction);
        };
        let (code, required) = self.clause_to_enter(code, count);
        match required {
            Some(required) => self.list_rest_in_place(&instruction, required),
            None => self.move_down(base, 2, count),
        }
        match code {
            Some(code) => {
                self.asm.mov_imm(SCRATCH, code as u64);
                self.enter_code();
            }
            None => {
                self.store_const(slot_at(1), procedure);
                self.leave_to_call(&instruction);
            }
        }
    }

    /// The function that a call of a procedure that is known enters, if that is left to nobody, and how
    /// many arguments it requires if it makes a list of the rest.
    fn clause_to_enter(&self, code: Option<&Code>, count: u8) -> (Option<*const Code>, Option<u8>) {
        let clause = code.and_then(|code| clause_for(code, u32::from(count)));
        let Some(clause) = clause.filter(|clause| clause.free_count == 0) else {
            return (None, None);
        };
        let required = self.required_of(clause, count);
        let enters = !clause.rest || required.is_some();
        (enters.then_some(std::ptr::from_ref(clause)), required)
    }

    pub fn call_primitive(&mut self, block: usize, instruction: Instruction) {
        let (base, count) = (self.base(&instruction), instruction.fields.b);
        self.save_frame(block);
        self.flush(|slot| slot > base + 1 && slot <= base + 1 + count);
        self.store_const(slot_at(base + 1), Value::FALSE.bits());
        self.new_frame(block, base);
        self.run_control(&instruction);
    }

    pub fn tail_call_primitive(&mut self, instruction: Instruction) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        self.move_down(base, 2, count);
        self.store_const(slot_at(1), Value::FALSE.bits());
        self.run_control(&instruction);
    }

    /// Runs a control primitive in the frame at `fp`.
    fn run_control(&mut self, instruction: &Instruction) {
        let control = self.unit.control(instruction.w);
        self.asm
            .mov_imm(SCRATCH_2, std::ptr::from_ref(self.code) as u64);
        self.asm.mov_imm(stubs::PRIMITIVE, control as usize as u64);
        self.asm
            .mov_imm(stubs::OPERANDS, u64::from(instruction.fields.b));
        self.asm.mov_imm(SCRATCH, instruction.at as u64);
        let stub = match self.unit.primitive_name(instruction.w) {
            "%call/cc" => self.stubs.capture,
            "%apply" => self.stubs.apply,
            "%receive" => self.stubs.values,
            "%mailbox-take!" | "%mailbox-first!" => self.stubs.receive,
            _ => self.stubs.control,
        };
        self.asm.jmp_out(stub);
    }

    /// A call of what a variable holds.
    fn call_variable(&mut self, block: usize, instruction: Instruction) {
        let (base, count) = (self.base(&instruction), instruction.fields.b);
        self.save_frame(block);
        self.flush(|slot| slot > base + 1 && slot <= base + 1 + count);
        let Some(procedure) = self.variable_to_call(&instruction, base + 1) else {
            return self.go(instruction);
        };
        self.asm.store(slot_at(base + 1), procedure);
        let point = &raw const self.code.points[block + 1];
        self.asm.mov_imm(SCRATCH, point as u64);
        self.asm.store(slot_at(base), SCRATCH);
        self.enter_closure(procedure, base, &instruction);
    }

    fn tail_call_variable(&mut self, instruction: Instruction) {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        let Some(procedure) = self.variable_to_call(&instruction, base + 1) else {
            return self.go(instruction);
        };
        self.move_down(base, 2, count);
        self.asm.store(slot_at(1), procedure);
        self.enter_closure(procedure, 0, &instruction);
    }

    /// The value of a variable in a register that holds nothing else; the interpreter makes the whole
    /// call if it is not found at once.
    fn variable_to_call(&mut self, instruction: &Instruction, slot: u8) -> Option<Reg> {
        let unit = self.unit;
        let Resolved::Cell(cell) = unit.reference(instruction.w) else {
            return None;
        };
        self.flush(|one| one == slot);
        self.state.forget(slot);
        let procedure = self.register_for(slot);
        let label = self.go_later(instruction.at);
        self.load_variable(procedure, cell, label);
        Some(procedure)
    }
}
