//! What machine code asks of continuations and of calls of any procedures, in the usual case: a few
//! frames are captured, or a few arguments passed, nothing has to be collected, nobody has to be
//! rewound, and there is machine code to go on with. Each of these does all or nothing: whoever gets
//! `None` goes the long way, which is `capture.rs` and `procedures.rs`, and does the same in more steps.
//!
//! Invariants:
//! - S1. Nothing here collects, raises or calls a host, so frames are looked at by nobody.
//! - S2. Frames, continuations and fuel afterwards are those of the long way.

use crate::access as object;
use crate::arity::clause_for;
use crate::capture::copy_frames;
use crate::context::{Context, LiveSlots, MARGIN, Pending};
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::continuation::{Chunk, Continuation};
use mound_heap::heap::Heap;
use mound_heap::object::Values;

/// Words of frames that are captured here: what is moved once more in each turn of a loop is less.
pub const WORDS_MAX: usize = 128;

/// Elements of a list that are passed as arguments here; the long way takes fuel for more.
const SPREAD_MAX: u32 = 31;

impl Context {
    /// Does what `%call/cc` does with the procedure in slot 2 of the frame at `fp`: the function to enter
    /// there, with the continuation as its one argument.
    pub(crate) fn call_capturing(&mut self) -> Option<*const Code> {
        let procedure = self.slot(2);
        let code = object::closure_code(procedure)?;
        // SAFETY: H1: the code word of a closure is a pointer to live code.
        if unsafe { (*code).exact_arity } != 1 {
            return None;
        }
        let words = self.words_above();
        let need = Heap::words_for_chunk(words) + Heap::WORDS_FOR_CONTINUATION;
        let low = self.fp.wrapping_sub(3 + MARGIN);
        if words > WORDS_MAX || !self.heap.has_room(low, need) {
            return None;
        }
        if words > 0 {
            self.heap.lift_watermark();
            let (chunk, frames) = self.heap.chunk_with(self.rest, self.rest_offset, words);
            // SAFETY: `words` words from `fp` upwards are the frames on the stack, and as many were allocated.
            unsafe { copy_frames(self.fp, frames, words) };
            self.reset_stack();
            self.rest = chunk;
            self.rest_offset = 0;
        }
        let continuation = self
            .heap
            .continuation(self.rest, self.rest_offset, self.dynamic);
        self.set_slot(1, procedure);
        self.set_slot(2, continuation);
        Some(code)
    }

    /// The function to enter for a call of the procedure in slot 1 of the frame at `fp` with `count`
    /// arguments, of which the rest is a list afterwards.
    pub(crate) fn enter_quickly(&mut self, count: u32) -> Option<*const Code> {
        let code = object::closure_code(self.slot(1))?;
        // SAFETY: H1: the code word of a closure is a pointer to live code.
        let function = clause_for(unsafe { &*code }, count)?;
        if function.rest {
            if !self.has_room_for_rest(function, count) {
                return None;
            }
            self.list_rest(function, count);
        }
        Some(function)
    }

    /// Whether a list of the rest of `count` arguments can be made of the frame at `fp`.
    fn has_room_for_rest(&self, function: &Code, count: u32) -> bool {
        let words = match function.rest {
            true => 2 * (count - function.required) as usize,
            false => 0,
        };
        // The list may be one word more than there are arguments.
        let low = self.fp.wrapping_sub(3 + count as usize + MARGIN);
        self.heap.has_room(low, words)
    }

    /// Does what `%apply` does with the procedure in slot 2 of the frame at `fp` and the list in
    /// slot 3: the function to enter there, with its arguments.
    pub(crate) fn apply_quickly(&mut self) -> Option<*const Code> {
        let (procedure, list) = (self.slot(2), self.slot(3));
        let code = object::closure_code(procedure)?;
        let (mut count, mut end) = (0, list);
        while end.is_pair() {
            count += 1;
            if count > SPREAD_MAX {
                return None;
            }
            // SAFETY: H1: it is a pair.
            end = unsafe { end.cdr_unchecked() };
        }
        if end != Value::NULL {
            return None;
        }
        let mut rest = list;
        self.enter_with(procedure, code, count, |_| {
            // SAFETY: H1: it was a pair before, and nothing has changed it.
            let (element, next) = unsafe { (rest.car_unchecked(), rest.cdr_unchecked()) };
            rest = next;
            element
        })
    }

    /// Does what `%receive` does with the procedure in slot 2 of the frame at `fp` and the object in
    /// slot 3, which may stand for several values: the function to enter there, with these as its
    /// arguments.
    pub(crate) fn receive_values_quickly(&mut self) -> Option<*const Code> {
        let (procedure, object) = (self.slot(2), self.slot(3));
        let code = object::closure_code(procedure)?;
        match Values::of(object) {
            None => self.enter_with(procedure, code, 1, |_| object),
            Some(values) => {
                let values = values.slice();
                let count = u32::try_from(values.len()).ok()?;
                if count > SPREAD_MAX {
                    return None;
                }
                self.enter_with(procedure, code, count, |index| values[index])
            }
        }
    }

    /// The function of `procedure`, whose code is `code`, that takes `count` arguments, if it can be
    /// entered in the frame at `fp`, with those that `argument` gives in their order.
    #[inline(always)]
    fn enter_with(
        &mut self,
        procedure: Value,
        code: *const Code,
        count: u32,
        mut argument: impl FnMut(usize) -> Value,
    ) -> Option<*const Code> {
        // SAFETY: H1: the code word of a closure is a pointer to live code.
        let function = clause_for(unsafe { &*code }, count)?;
        if !self.has_room_for_rest(function, count) {
            return None;
        }
        self.set_slot(1, procedure);
        for index in 0..count as usize {
            let value = argument(index);
            self.set_slot(2 + index, value);
        }
        if function.rest {
            self.list_rest(function, count);
        }
        Some(function)
    }

    /// What a process begins its turn with, if that is to call a procedure that has machine code, or to
    /// give a value to a frame that has some.
    #[inline(always)]
    pub(crate) fn go_on_quickly(&mut self) -> Option<*const Point> {
        match self.pending {
            Pending::Enter(0) => self.call_quickly(),
            Pending::Deliver => self.deliver_quickly(),
            _ => None,
        }
    }

    /// Calls the procedure in slot 1 of the frame at `fp` without arguments.
    #[inline(always)]
    fn call_quickly(&mut self) -> Option<*const Point> {
        let code = object::closure_code(self.slot(1))?;
        // SAFETY: H1: the code word of a closure is a pointer to live code.
        let function = unsafe { &*code };
        let point = function.points.first()?;
        let words = function.slots as usize + MARGIN;
        let enters = function.exact_arity == 0
            && self.fuel > 1
            && point.start == 0
            && self.hooks.stubs().leads_on(&point.native)
            && self.has_stack(words);
        if !enters {
            return None;
        }
        self.code = code;
        self.pc = function.instructions.as_ptr();
        self.fuel -= 1;
        self.live_slots = LiveSlots::Running;
        Some(point)
    }

    #[inline(always)]
    fn deliver_quickly(&mut self) -> Option<*const Point> {
        let point = std::ptr::from_ref(self.return_point());
        // SAFETY: M1: slot 0 of every frame is a pointer to a live point.
        let (base, code) = unsafe {
            let point = &*point;
            if point.kind != PointKind::Return || !self.hooks.stubs().leads_on(&point.native) {
                return None;
            }
            (point.base as usize, point.code)
        };
        // SAFETY: C1: the frame below begins `base` words above; its function lives.
        let (fp, words) = unsafe { (self.fp.add(base), (*code).slots as usize + MARGIN) };
        if (fp.wrapping_sub(words) as usize) < self.heap.hp() as usize {
            return None;
        }
        self.set_slot(0, self.slot(2));
        self.fp = fp;
        self.code = code;
        // SAFETY: as above.
        self.pc = unsafe { (*point).resume };
        self.live_slots = LiveSlots::Running;
        Some(point)
    }

    /// Words of frames above the one at `fp`.
    fn words_above(&self) -> usize {
        (self.heap.stack_end() as usize - 8 - self.fp as usize) / 8
    }

    /// Calls the continuation in slot 1 of the frame at `fp` with the value in slot 2: where to go on.
    pub(crate) fn throw_quickly(&mut self) -> Option<*const Point> {
        let continuation = Continuation::of(self.slot(1)).filter(|it| !it.is_frozen())?;
        let dynamic = continuation.dynamic();
        if dynamic != self.dynamic || self.fuel <= 1 {
            return None;
        }
        let value = self.slot(2);
        let (chunk, offset) = (continuation.chunk(), continuation.offset());
        let point = self.return_to_chunk(chunk, offset, value)?;
        self.fuel -= 1;
        Some(point)
    }

    /// Returns `value` to the continuation below the stack, at the bottom of which `fp` is.
    pub(crate) fn return_quickly(&mut self, value: Value) -> Option<*const Point> {
        // A watermark looks like a bottom.
        if self.words_above() > 0 {
            return None;
        }
        self.return_to_chunk(self.rest, self.rest_offset, value)
    }

    /// Whether `fp` is at the bottom of the stack and there is nothing below.
    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.rest == Value::FALSE && self.words_above() == 0
    }

    /// Empties the stack and puts the frame at `offset` of `chunk` there, whose result is `value`.
    fn return_to_chunk(
        &mut self,
        rest: Value,
        offset: usize,
        value: Value,
    ) -> Option<*const Point> {
        let chunk = Chunk::of(rest)?;
        let words = chunk.words();
        let word = words.get(offset)?.bits() as *const Point;
        // SAFETY: H1: points in chunks are pointers to live points.
        let point = unsafe { &*word };
        let base = point.base as usize;
        let frame = words.get(offset + 1..offset + base)?;
        let room = base.max(point.slots.into()) + MARGIN;
        let bottom = self.heap.stack_end().wrapping_sub(1);
        let goes_on = point.kind == PointKind::Return
            && self.hooks.stubs().leads_on(&point.native)
            && bottom.wrapping_sub(room) as usize >= self.heap.hp() as usize;
        if !goes_on {
            return None;
        }
        self.reset_stack();
        // SAFETY: the words below the bottom are free, as was just seen; M2.
        unsafe { copy_frames(frame.as_ptr().cast(), self.fp.sub(base - 1), frame.len()) };
        self.set_slot(base, value);
        self.code = point.code;
        self.pc = point.resume;
        let end = offset + base;
        (self.rest, self.rest_offset) = if end < words.len() {
            (rest, end)
        } else {
            (chunk.next(), chunk.offset())
        };
        Some(word)
    }
}
