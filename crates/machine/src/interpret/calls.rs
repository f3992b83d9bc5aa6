//! Calls and returns in the interpreter: the frame of a call, the way into a procedure, the way
//! back to the caller.
//!
//! What needs more than a jump (other numbers of arguments, what is no procedure, frames that have
//! moved) is left to `proceed`.
//!
//! Fuel: one unit for each procedure entered.

use super::BESIDE;
use super::registers::{Interpreter, Step};
use crate::access as object;
use crate::context::{MARGIN, block_of};
use crate::link::SLOTS;
use crate::proceed::Next;
use mound_bytecode::ops::Fields;
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};

impl<const MODE: u8> Interpreter<'_, MODE> {
    #[inline(always)]
    pub(super) fn call(&mut self, f: &Fields) -> Step<()> {
        self.new_frame(f, 1);
        self.enter(f.b)
    }

    #[inline(always)]
    pub(super) fn call_known(&mut self, f: &Fields) -> Step<()> {
        let target = self.known();
        self.new_frame(f, 2);
        self.enter_known(target, f.b)
    }

    #[inline(always)]
    pub(super) fn call_global(&mut self, f: &Fields) -> Step<()> {
        let procedure = self.variable(self.second())?;
        self.new_frame(f, 2);
        self.put_procedure(0, procedure);
        self.enter(f.b)
    }

    #[inline(always)]
    pub(super) fn call_primitive(&mut self, f: &Fields) -> Step<()> {
        let primitive = self.unit().control(self.second());
        self.new_frame(f, 2);
        self.put_procedure(0, Value::FALSE);
        self.leave(Next::Primitive(primitive, f.b as u32))
    }

    #[inline(always)]
    pub(super) fn tail_call(&mut self, f: &Fields) -> Step<()> {
        self.move_down(f, 1);
        self.enter(f.b)
    }

    #[inline(always)]
    pub(super) fn tail_call_known(&mut self, f: &Fields) -> Step<()> {
        let target = self.known();
        self.move_down(f, 2);
        self.enter_known(target, f.b)
    }

    #[inline(always)]
    pub(super) fn tail_call_global(&mut self, f: &Fields) -> Step<()> {
        let procedure = self.variable(self.second())?;
        self.put_procedure(f.a as usize, procedure);
        self.move_down(f, 1);
        self.enter(f.b)
    }

    #[inline(always)]
    pub(super) fn tail_call_primitive(&mut self, f: &Fields) -> Step<()> {
        let primitive = self.unit().control(self.second());
        self.put_procedure(f.a as usize, Value::FALSE);
        self.move_down(f, 1);
        self.leave(Next::Primitive(primitive, f.b as u32))
    }

    /// Gives the value to the frame below.
    #[inline(always)]
    pub(super) fn give_back(&mut self, value: Value) -> Step<()> {
        // SAFETY: M1: slot 0 is a pointer to a point.
        let point = unsafe { &*(*self.fp as *const Point) };
        if point.kind != PointKind::Return || (MODE == BESIDE && self.stubs.leads_on(&point.native))
        {
            return self.leave(Next::Deliver(value));
        }
        // SAFETY: C1: slot `base` of the caller is slot 0 of this frame.
        unsafe {
            *self.fp = value.bits();
            self.fp = self.fp.add(point.base as usize);
        }
        self.code = point.code;
        self.pc = point.resume;
        let words = point.slots as usize + MARGIN;
        if self.context.heap.hp().wrapping_add(words) > self.fp {
            return self.slow(|context| context.regain_room());
        }
        Ok(())
    }

    /// Begins the frame of a call, which returns to the block after `words`.
    #[inline(always)]
    fn new_frame(&mut self, f: &Fields, words: usize) {
        let point = match f.c {
            0 => far_point(self.code, self.pc, words),
            // SAFETY: L2: it is the number of the block after the call.
            block => unsafe { (*self.code).points.as_ptr().add(block as usize) },
        };
        // SAFETY: the verifier proved that the base lies in the frame.
        unsafe {
            self.fp = self.fp.wrapping_sub(SLOTS).wrapping_add(f.a as usize);
            *self.fp = point as u64;
        }
    }

    /// Moves slots from `first` on, procedure and arguments of a tail call, to the beginning of the frame.
    #[inline(always)]
    fn move_down(&mut self, f: &Fields, first: usize) {
        let base = f.a as usize;
        for index in first..f.b as usize + 2 {
            // SAFETY: the verifier proved that the slots lie in the frame; the source of
            // each move lies below its destination, so none is overwritten before it is read.
            unsafe { *self.fp.sub(index) = *self.fp.sub(base + index) }
        }
    }

    /// The target of a known call.
    #[inline(always)]
    fn known(&self) -> *const Code {
        let distance = self.second() as i32 as isize;
        // SAFETY: L2: the operand is the distance in bytes to a function of the same unit.
        unsafe { self.code.byte_offset(distance) }
    }

    /// Enters the procedure in slot 1.
    #[inline(always)]
    fn enter(&mut self, count: u8) -> Step<()> {
        match object::closure_code(self.procedure()) {
            // SAFETY: H1: the code word of a closure is a pointer to live code.
            Some(target) if unsafe { (*target).exact_arity } == count as u32 => {
                self.enter_code(target, count, false)
            }
            _ => self.leave(Next::Enter(count as u32)),
        }
    }

    /// Enters a function of this unit, of which nothing is in slot 1.
    #[inline(always)]
    fn enter_known(&mut self, target: *const Code, count: u8) -> Step<()> {
        // SAFETY: codes of a linked unit live as long as the unit.
        let (exact, function) = unsafe { ((*target).exact_arity, (*target).function) };
        if exact == count as u32 {
            return self.enter_code(target, count, true);
        }
        let procedure = self.unit().function(function);
        self.put_procedure(0, procedure);
        self.leave(Next::Enter(count as u32))
    }

    /// Enters `entered` with exactly the arguments it wants; `is_known` if slot 1 holds nothing yet.
    #[inline(always)]
    fn enter_code(&mut self, entered: *const Code, count: u8, is_known: bool) -> Step<()> {
        // SAFETY: H1: code that is called lives.
        if MODE == BESIDE && !self.stubs.is_refused(unsafe { &(*entered).native }) {
            if is_known {
                self.put_procedure(0, Value::FALSE);
            }
            return self.leave(Next::EnterCode(entered, count as u32));
        }
        self.code = entered;
        self.fuel -= 1;
        // SAFETY: block 0 begins at instruction 0; H1: code that is called lives.
        let words = unsafe {
            self.pc = (*entered).instructions.as_ptr();
            (*entered).slots as usize + MARGIN
        };
        let low = self.context.heap.hp().wrapping_add(words);
        let room = self.fp as isize - low as isize;
        // One branch for both: no room, or the fuel is used up.
        if (room as i64 | (self.fuel - 1)) >= 0 {
            return Ok(());
        }
        if is_known {
            self.put_procedure(0, Value::FALSE);
        }
        // Undone by `enter_function`, which pays too.
        self.fuel += 1;
        self.save();
        if let Err(raise) = self.context.enter_function(entered, count as u32) {
            return Err(Next::Refuse(raise));
        }
        self.load();
        if self.fuel <= 0 {
            return Err(Next::Yield);
        }
        Ok(())
    }
}

/// The return point of the call at `pc`, `words` long, if its number does not fit in the instruction.
#[cold]
fn far_point(code: *const Code, pc: *const u32, words: usize) -> *const Point {
    // SAFETY: M1: `code` is the running function and `pc` lies in it; the verifier proved that a
    // block follows the call.
    unsafe {
        let code = &*code;
        let word = pc.offset_from(code.instructions.as_ptr()) as usize + words;
        &raw const code.points[block_of(code, word)]
    }
}
