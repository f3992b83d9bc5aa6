//! The registers of the interpreter, and what every instruction does with them: slots, steps and
//! jumps, the variables of the unit, the way to what is slow and back.
//!
//! Knows no single instruction. Everything is inlined into the loop, so that the registers are
//! locals of it: they are written back to the context before anything that can collect, raise or
//! stop ([`Interpreter::save`]) and read again after it.

use super::BESIDE;
use crate::condition::Raise;
use crate::context::{Context, MARGIN};
use crate::held;
use crate::host::Host;
use crate::link::{LinkedUnit, Resolved, SLOTS};
use crate::native::Stubs;
use crate::proceed::Next;
use mound_heap::Value;
use mound_heap::code::Code;

/// A process while its instructions are executed.
pub(super) struct Interpreter<'a, const MODE: u8> {
    pub(super) fp: *mut u64,
    pub(super) pc: *const u32,
    pub(super) code: *const Code,
    pub(super) fuel: i64,
    pub(super) stubs: Stubs,
    pub(super) context: &'a mut Context,
    pub(super) host: &'a mut dyn Host,
}

/// What an instruction hands back to the loop: whether to go on, or what comes after instructions.
pub(super) type Step<T> = Result<T, Next>;

impl<'a, const MODE: u8> Interpreter<'a, MODE> {
    #[inline(always)]
    pub(super) fn new(context: &'a mut Context, host: &'a mut dyn Host) -> Self {
        Interpreter {
            fp: context.fp,
            pc: context.pc,
            code: context.code,
            fuel: context.fuel,
            stubs: if MODE == BESIDE {
                context.hooks.stubs()
            } else {
                Stubs::NONE
            },
            context,
            host,
        }
    }

    #[inline(always)]
    pub(super) fn save(&mut self) {
        self.context.fp = self.fp;
        self.context.pc = self.pc;
        self.context.code = self.code;
        self.context.fuel = self.fuel;
    }

    #[inline(always)]
    pub(super) fn load(&mut self) {
        self.fp = self.context.fp;
        self.pc = self.context.pc;
        self.code = self.context.code;
        self.fuel = self.context.fuel;
    }

    /// Leaves the loop.
    #[inline(always)]
    pub(super) fn leave<T>(&mut self, next: Next) -> Step<T> {
        self.save();
        Err(next)
    }

    /// The slow half of an instruction: it may collect, so `fp` is read again.
    #[inline(always)]
    pub(super) fn slow<T>(
        &mut self,
        call: impl FnOnce(&mut Context) -> Result<T, Raise>,
    ) -> Step<T> {
        self.save();
        let result = call(self.context);
        self.resume(result)
    }

    /// After the slow half of an instruction.
    #[inline(always)]
    pub(super) fn resume<T>(&mut self, result: Result<T, Raise>) -> Step<T> {
        held::look(self.context);
        self.fp = self.context.fp;
        self.fuel = self.context.fuel;
        result.map_err(Next::Fault)
    }

    #[inline(always)]
    pub(super) fn fail(&mut self, raise: impl FnOnce(&mut Context) -> Raise) -> Step<()> {
        self.save();
        Err(Next::Fault(raise(self.context)))
    }

    /// Makes room for an object.
    #[inline(always)]
    pub(super) fn need(&mut self, words: usize) -> Step<()> {
        // SAFETY: M1: `code` is the running function. The address is only compared.
        let low = unsafe { self.fp.wrapping_sub((*self.code).slots as usize + MARGIN) };
        if self.context.heap.has_room(low, words) {
            return Ok(());
        }
        self.slow(|context| context.reserve(words))
    }

    /// The slot that an operand names: see `link` for how they are numbered.
    #[inline(always)]
    pub(super) fn slot(&self, operand: u8) -> Value {
        // SAFETY: M1, M4, L2: the verifier proved that the slot is defined here.
        unsafe { Value::from_bits(*self.fp.wrapping_sub(SLOTS).wrapping_add(operand as usize)) }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, operand: u8, value: Value) {
        let slot = self.fp.wrapping_sub(SLOTS).wrapping_add(operand as usize);
        // SAFETY: L2: the verifier proved that the slot lies in the frame.
        unsafe { *slot = value.bits() }
    }

    /// The end of an instruction of one word that gives a value.
    #[inline(always)]
    pub(super) fn give(&mut self, operand: u8, value: Value) {
        self.put(operand, value);
        self.step(1);
    }

    /// Slot 1 of the frame at `fp`.
    #[inline(always)]
    pub(super) fn procedure(&self) -> Value {
        // SAFETY: M1, M4: the verifier proved that the slot is defined here.
        unsafe { Value::from_bits(*self.fp.sub(1)) }
    }

    /// Slot 1 of the call that begins at `base`.
    #[inline(always)]
    pub(super) fn put_procedure(&mut self, base: usize, value: Value) {
        // SAFETY: the verifier proved that the frame of the call lies in this one; M2.
        unsafe { *self.fp.sub(base + 1) = value.bits() }
    }

    /// The second word of the instruction.
    #[inline(always)]
    pub(super) fn second(&self) -> u32 {
        // SAFETY: the verifier proved that the instruction has a second word.
        unsafe { *self.pc.add(1) }
    }

    /// To the instruction after one of so many words.
    #[inline(always)]
    pub(super) fn step(&mut self, words: usize) {
        // SAFETY: the verifier proved that an instruction follows.
        self.pc = unsafe { self.pc.add(words) };
    }

    #[inline(always)]
    pub(super) fn jump(&mut self) {
        let distance = self.second() as i32 as isize;
        // SAFETY: L2: the operand is the distance in words to the beginning of a block.
        self.pc = unsafe { self.pc.offset(distance) };
    }

    #[inline(always)]
    pub(super) fn branch_unless(&mut self, condition: bool) {
        if condition {
            self.step(2);
        } else {
            self.jump();
        }
    }

    #[inline(always)]
    pub(super) fn unit(&self) -> &'a LinkedUnit {
        // SAFETY: M1: the unit lives as long as the running code.
        unsafe { LinkedUnit::of(&*self.code) }
    }

    /// The value of the variable of a reference.
    #[inline(always)]
    pub(super) fn variable(&mut self, reference: u32) -> Step<Value> {
        match self.unit().reference(reference) {
            Resolved::Constant(value) => Ok(*value),
            Resolved::Cell(cell) => {
                let value = self.context.globals.get(cell).or_else(|| cell.plain());
                match value {
                    Some(value) => Ok(value),
                    None => self.slow(|context| context.look_up(reference)),
                }
            }
        }
    }
}
