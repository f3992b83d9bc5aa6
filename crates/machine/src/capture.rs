//! Continuations: frames move to the heap when they are captured, and come back
//! one at a time.
//!
//! ```text
//!   before                    after `capture`
//!   | bottom      |           | bottom      |        rest
//!   | frame 1     |           | frame of    |         |
//!   | frame 2     |           | the capturer|         v
//!   | frame of    |                             +------------+      +-------
//!   | the capturer|                             | frames 2,1 | next | older
//!                                               +------------+ ---> +-------
//! ```
//!
//! A chunk is immutable and holds words as they stood on the stack, youngest
//! frame first: the return point, then that frame's slots, then the next return
//! point. Dead slots hold whatever they held. Returning into the bottom of the stack copies the
//! next frame back; a chunk is never copied as a whole, so capturing in a loop is
//! linear, and a continuation can be resumed any number of times.
//! (Clinger, Hartheimer, Ost: incremental stack/heap; Gambit does the same.)

use crate::access as object;
use crate::condition::{ConditionKind, Raise};
use crate::context::{Context, LiveSlots, MARGIN, Pending, block_of};
use mound_heap::Value;
use mound_heap::code::{Point, PointKind};
use mound_heap::continuation::Chunk;
use mound_heap::freeze::Frozen;
use mound_heap::heap::{BIRTH_WORDS, Heap};
use mound_heap::layout::CHUNK_FIELDS;
use mound_heap::object::Vector;
use std::mem::MaybeUninit;

/// Where a value went that was given to the frame below.
pub(crate) enum Delivered {
    /// The process stands at this point.
    To(*const Point),
    /// It is the result of the process.
    Result(Value),
}

impl Context {
    /// Moves all frames below the frame at `fp` (a primitive's, with its arguments) into a
    /// chunk; afterwards that frame stands at the bottom. Returns the continuation.
    pub fn capture(&mut self) -> Result<Value, Raise> {
        let LiveSlots::Arguments(count) = self.live_slots else {
            unreachable!("only control primitives capture");
        };
        // SAFETY: both pointers lie in the block.
        let words = unsafe { self.heap.stack_end().sub(1).offset_from(self.fp) } as usize;
        // What is moved counts already, so the limit of the process is no matter here.
        let checked = self.without_limit(|context| context.heap.prepare(words + CHUNK_FIELDS));
        checked.map_err(|error| self.no_memory(error))?;
        self.reserve(Heap::words_for_chunk(words) + Heap::WORDS_FOR_CONTINUATION)?;
        if words > 0 {
            self.heap.lift_watermark();
            self.move_frames(words, count);
        }
        Ok(self
            .heap
            .continuation(self.rest, self.rest_offset, self.dynamic))
    }

    fn move_frames(&mut self, words: usize, count: u32) {
        let (chunk, frames) = self.heap.chunk_with(self.rest, self.rest_offset, words);
        // SAFETY: `words` words from `fp` upwards are the frames on the stack, and as many were allocated.
        unsafe { copy_frames(self.fp, frames, words) };
        let moved_up = |context: &mut Context, index: usize| {
            let value = context.slot(index);
            // SAFETY: the bottom word is above `fp`, so slot n of the new frame is above slot n of the old.
            unsafe { *context.heap.stack_end().sub(1 + index) = value.bits() };
        };
        // Upwards, so that nothing is overwritten before it is read: slot 1 is the highest.
        for index in 1..count as usize + 2 {
            moved_up(self, index);
        }
        self.reset_stack();
        self.rest = chunk;
        self.rest_offset = 0;
    }

    /// Makes `continuation` what comes after the running frame, which is dropped.
    pub(crate) fn resume(&mut self, continuation: Value) -> Result<(), Raise> {
        let continuation = self.own_continuation(continuation)?;
        let Some((chunk, offset, dynamic)) = object::continuation_parts(continuation) else {
            return Err(self.condition(
                ConditionKind::Type,
                None,
                "this is not a continuation",
                &[continuation],
            ));
        };
        self.rest = chunk;
        self.rest_offset = offset;
        self.dynamic = dynamic;
        self.reset_stack();
        // The frame that was there had slots, this one has none.
        self.set_slot(1, Value::FALSE);
        self.live_slots = LiveSlots::Arguments(0);
        Ok(())
    }

    /// A continuation whose variables this process may assign: one that came in a message is copied first.
    fn own_continuation(&mut self, continuation: Value) -> Result<Value, Raise> {
        if object::is_frozen(continuation) {
            let thawed = self.heap.thaw(continuation);
            return thawed.map_err(|error| self.no_memory(error));
        }
        Ok(continuation)
    }

    /// Resumes `continuation` with `value`, for the control primitive `%throw`.
    pub fn throw_to(&mut self, continuation: Value, value: Value) -> Result<Value, Raise> {
        self.temporaries.push(value);
        let resumed = self.resume(continuation);
        let value = self.temporaries.pop().unwrap_or(Value::UNSPECIFIED);
        resumed.map(|()| value)
    }

    /// Gives `value` to the frame below the one at `fp`.
    pub(crate) fn deliver(&mut self, value: Value) -> Result<Delivered, Raise> {
        self.heap.pass_watermark(self.fp);
        let point = std::ptr::from_ref(self.return_point());
        // SAFETY: M1: slot 0 of every frame is a pointer to a live point.
        let kind = unsafe { (*point).kind };
        if kind == PointKind::Return {
            self.set_slot(0, value);
            return self.go_on_at(point);
        }
        match kind {
            PointKind::Return | PointKind::Resume => self.go_on_at(point),
            PointKind::Fault => Err(self.condition(
                ConditionKind::Error,
                None,
                "a handler returned from an error that cannot be continued",
                &[value],
            )),
            PointKind::Underflow => self.deliver_to_rest(value),
        }
    }

    /// Goes on at `point`, in the caller of the frame at `fp`.
    fn go_on_at(&mut self, point: *const Point) -> Result<Delivered, Raise> {
        // SAFETY: C1: the caller's frame begins `base` words above; the point and its code are live.
        unsafe {
            self.fp = self.fp.add((*point).base as usize);
            self.code = (*point).code;
            self.pc = (*point).resume;
        }
        self.live_slots = LiveSlots::Running;
        self.regain_room()?;
        Ok(Delivered::To(point))
    }

    /// Copies the youngest frame of `rest` back onto the empty stack and gives it `value`.
    fn deliver_to_rest(&mut self, value: Value) -> Result<Delivered, Raise> {
        if self.rest == Value::FALSE {
            return Ok(Delivered::Result(value));
        }
        self.reset_stack();
        let point = self.rest_point();
        // SAFETY: H1: points in chunks are pointers to live points.
        let (base, slots) = unsafe { ((*point).base as usize, (*(*point).code).slots as usize) };
        let words = base.max(slots) + MARGIN;
        self.live_slots = LiveSlots::Arguments(0);
        self.set_slot(1, Value::FALSE);
        if !self.has_stack(words) {
            self.temporaries.push(value);
            let collected = self.collect(words, 0);
            let value = self.temporaries.pop().unwrap_or(Value::UNSPECIFIED);
            collected?;
            return self.copy_frame_back(value);
        }
        self.copy_frame_back(value)
    }

    /// The point of the youngest frame of `rest`, which has one.
    fn rest_point(&self) -> *const Point {
        Chunk::of(self.rest).map_or(std::ptr::null(), |chunk| {
            chunk.words()[self.rest_offset].bits() as *const Point
        })
    }

    /// Makes the youngest frame of `continuation` the running one, at the instruction that raised there;
    /// what runs is dropped. Gives back `value`, which may have moved.
    pub(crate) fn stand_at_fault(
        &mut self,
        continuation: Value,
        value: Value,
    ) -> Result<Value, Raise> {
        let value = self.throw_to(continuation, value)?;
        let point = self.rest_point();
        // SAFETY: H1: points in chunks are pointers to live points.
        let (base, slots) = unsafe { ((*point).base as usize, (*(*point).code).slots as usize) };
        let words = base.max(slots) + MARGIN;
        let mut value = value;
        self.live_slots = LiveSlots::Arguments(0);
        self.set_slot(1, Value::FALSE);
        if !self.has_stack(words) {
            self.temporaries.push(value);
            let collected = self.collect(words, 0);
            value = self.temporaries.pop().unwrap_or(Value::UNSPECIFIED);
            collected?;
        }
        // SAFETY: as in `copy_frame_back`, for which room was made.
        unsafe {
            let point = &*self.rest_point();
            self.copy_youngest(base);
            self.code = point.code;
            self.pc = point.resume;
        }
        self.advance_rest(base);
        self.live_slots = LiveSlots::Running;
        Ok(value)
    }

    /// Drops the youngest frame of what comes after the running frame.
    pub(crate) fn drop_youngest(&mut self) {
        // SAFETY: H1: points in chunks are pointers to live points.
        let base = unsafe { (*self.rest_point()).base as usize };
        self.advance_rest(base);
    }

    /// Copies the slots of the youngest frame of `rest`, of `base` words, to the empty stack.
    ///
    /// # Safety
    /// There is room for them.
    unsafe fn copy_youngest(&mut self, base: usize) {
        // The words of a frame stand youngest slot first, as on the stack.
        if let Some(chunk) = Chunk::of(self.rest) {
            let frame = &chunk.words()[self.rest_offset + 1..self.rest_offset + base];
            // SAFETY: by the contract.
            unsafe { copy_frames(frame.as_ptr().cast(), self.fp.sub(base - 1), base - 1) };
        }
    }

    fn copy_frame_back(&mut self, value: Value) -> Result<Delivered, Raise> {
        let point = self.rest_point();
        // SAFETY: as in `deliver_to_rest`; room was made there.
        unsafe {
            let point = &*point;
            let base = point.base as usize;
            self.copy_youngest(base);
            self.code = point.code;
            self.pc = point.resume;
            match point.kind {
                PointKind::Return => self.set_slot(base, value),
                PointKind::Resume => {}
                PointKind::Fault | PointKind::Underflow => {
                    return Err(self.condition(
                        ConditionKind::Error,
                        None,
                        "a handler returned from an error that cannot be continued",
                        &[value],
                    ));
                }
            }
            self.advance_rest(base);
        }
        self.live_slots = LiveSlots::Running;
        Ok(Delivered::To(point))
    }

    /// Drops the youngest frame, of `words` words, from `rest`.
    fn advance_rest(&mut self, words: usize) {
        self.rest_offset += words;
        if let Some(chunk) = Chunk::of(self.rest)
            && self.rest_offset >= chunk.words().len()
        {
            self.rest = chunk.next();
            self.rest_offset = chunk.offset();
        }
    }

    /// Everything a preempted process consists of, as one value: a vector of its continuation,
    /// the value that continuation waits for, its own top-level variables and its mailbox.
    /// `None` if the process is over or waits in a primitive. The process can go on from here, or
    /// from what [`Context::restore`] is given.
    pub fn suspend(&mut self) -> Result<Option<Value>, Raise> {
        if !matches!(self.pending, Pending::Run) {
            return Ok(None);
        }
        self.push_resume_frame();
        self.pending = Pending::Deliver;
        let continuation = self.capture()?;
        self.temporaries.push(continuation);
        let count = 2 + self.globals.values_mut().count() + self.mailbox.len();
        let room = self.reserve(Heap::words_for_vector(count));
        let continuation = self.temporaries.pop().unwrap_or(Value::FALSE);
        room?;
        let mut parts = vec![continuation, self.slot(2)];
        parts.extend(self.globals.values_mut().map(|value| *value));
        parts.extend(self.mailbox.iter());
        Ok(Some(self.heap.vector_from(&parts)))
    }

    /// Makes the running frame one that waits for a result, below a frame with that result as its argument.
    pub(crate) fn push_resume_frame(&mut self) {
        // SAFETY: M1: a preempted process stands at the beginning of a block of `code`.
        let point = unsafe {
            let function = &*self.code;
            let word = self.pc.offset_from(function.instructions.as_ptr()) as usize;
            &function.points[block_of(function, word)]
        };
        let result = if point.keeps_result {
            self.slot(point.base as usize)
        } else {
            Value::UNSPECIFIED
        };
        // SAFETY: M2: there is a margin below the slots of the frame.
        unsafe {
            self.fp = self.fp.sub(point.base as usize);
            *self.fp = std::ptr::from_ref(point) as u64;
        }
        self.set_slot(1, Value::FALSE);
        self.set_slot(2, result);
        self.live_slots = LiveSlots::Arguments(1);
    }

    /// Goes on from what [`Context::suspend`] gave, after it has been to wherever it has been:
    /// `parts` is a copy of that vector, which becomes the whole memory of the process.
    pub fn restore(&mut self, parts: Frozen) -> Result<(), Raise> {
        let mut heap = Heap::new(self.heap.block_words().max(BIRTH_WORDS));
        heap.set_zeal(self.heap.has_zeal());
        heap.set_limit(self.heap.limit());
        self.heap = heap;
        self.drop_stacks();
        self.mailbox.forget_last();
        // The old heap kept the code alive.
        self.code = std::ptr::null();
        self.pc = std::ptr::null();
        self.begin(Value::FALSE);
        let parts = self.heap.receive(parts);
        let parts = Vector::of(parts)
            .map(|parts| parts.slice().to_vec())
            .unwrap_or_default();
        let mut parts = parts.into_iter();
        let continuation = parts.next().unwrap_or(Value::FALSE);
        let result = parts.next().unwrap_or(Value::UNSPECIFIED);
        for (value, part) in self.globals.values_mut().zip(&mut parts) {
            *value = part;
        }
        for (message, part) in self.mailbox.values_mut().zip(&mut parts) {
            *message = part;
        }
        self.resume(continuation)?;
        self.set_slot(2, result);
        self.live_slots = LiveSlots::Arguments(1);
        self.pending = Pending::Deliver;
        Ok(())
    }
}

/// Copies words of frames, of which those of dead slots may never have been written.
///
/// # Safety
/// `words` words at `from` are frames, and there is room for them at `to`, which is elsewhere.
#[inline(always)]
pub(crate) unsafe fn copy_frames(from: *const u64, to: *mut u64, words: usize) {
    let (from, to) = (
        from.cast::<MaybeUninit<u64>>(),
        to.cast::<MaybeUninit<u64>>(),
    );
    // Mostly a few words, for which a call would take longer.
    for index in 0..words {
        // SAFETY: by the contract.
        unsafe { *to.add(index) = *from.add(index) };
    }
}
