//! The memory and the registers of one process.
//!
//! ```text
//!   Context
//!     heap       block, owned regions, handles of fragments
//!     fp, code, pc   the running frame (in locals of the interpreter while it runs)
//!     pending    what happens when the process is run again
//!     rest       continuation below the bottom of the stack: a chunk and an offset in it
//!     dynamic    winders, handlers, parameters
//!     globals    own view of top-level variables
//!     mailbox    messages taken from the scheduler's queue
//! ```

use crate::arity::misfit;
use crate::cells::Globals;
use crate::condition::Raise;
use crate::flags::{LIMITED, STARVED, TRAVELLED, WINDOWS};
use crate::host::Arguments;
use crate::inheritance::ChangedVariables;
use crate::interpret::Stop;
use crate::limits::Limited;
use crate::link::{Hooks, LinkedUnit, slot_of};
use crate::mailbox::{Arrival, Mailbox};
use crate::native::Exchange;
use crate::origins::Origin;
use crate::travel::Travelled;
use crate::unfinished::Unfinished;
use crate::windows::Windows;
use mound_bytecode::ops::{self, Op, Operand};
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::collect::{Roots, Stack, Top};
use mound_heap::freeze::Frozen;
use mound_heap::heap::{Heap, OutOfMemory, Shortage, Usage};
use mound_heap::layout::OBJECT_WORDS_MAX;
use mound_heap::{budget, holders};
use mound_numbers::Elements;
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::Arc;

/// Words of a collection that are worth counting.
const COUNTED_WORDS: u64 = 1024;
/// Words copied for one unit of fuel.
const WORDS_PER_REDUCTION: u64 = 16;

/// Words kept free below every frame: enough to begin a call of the error
/// procedure (return word, procedure, two arguments) with some to spare, and [`SLACK`].
pub const MARGIN: usize = 16;

/// Fields of the dynamic state: winders, handlers, parameters, extra.
pub const DYNAMIC_FIELDS: usize = 4;

/// Words of the margin that a frame does without after a call: a callee whose frame was smaller than
/// the room for its arguments may have used them, and machine code need not look.
pub const SLACK: usize = 8;

/// What the process does when it is run again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pending {
    /// Go on at `pc` of `code`.
    Run,
    /// Enter the procedure in slot 1 with this many arguments.
    Enter(u32),
    /// Run a control primitive again, whose arguments are in the slots from 2.
    Primitive {
        primitive: crate::host::Control,
        count: u32,
    },
    /// The same, once there is room for what it sends.
    Suspended {
        primitive: crate::host::Control,
        count: u32,
    },
    /// The same, and a message that has come may be its value.
    Receive {
        primitive: crate::host::Control,
        count: u32,
    },
    /// The same, but the message stays in the mailbox.
    Look {
        primitive: crate::host::Control,
        count: u32,
    },
    /// Execute the instruction at `pc` once more (`unfinished.rs`).
    UnfinishedLeaf,
    /// Run a control primitive once more that gave up like that.
    UnfinishedControl {
        primitive: crate::host::Control,
        count: u32,
    },
    /// Give the value in slot 2 to the frame below the one at `fp`.
    Deliver,
    /// The process has ended.
    Over,
}

/// Which slots of the running frame the collector must look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Those defined at `pc`.
    Running,
    /// Slots 1 to n + 1: a procedure and n arguments.
    Arguments(u32),
}

/// A process, as far as the machine is concerned.
pub struct Context {
    pub heap: Heap,
    pub fuel: i64,
    pub(crate) fp: *mut u64,
    pub(crate) code: *const Code,
    /// Instruction that is being executed, or comes next.
    pub(crate) pc: *const u32,
    pub(crate) pending: Pending,
    pub(crate) extent: Extent,
    /// Continuation below the stack: a chunk, or `#f` if the process ends there.
    pub(crate) rest: Value,
    pub(crate) rest_offset: usize,
    pub dynamic: Value,
    pub globals: Globals,
    pub mailbox: Mailbox,
    /// Values that Rust code needs after a collection.
    pub temporaries: Vec<Value>,
    pub(crate) hooks: Arc<Hooks>,
    /// What is unusual (`flags.rs`).
    pub(crate) flags: u8,
    /// The request that the running primitive waits for.
    pub request: Option<NonZeroU64>,
    pub(crate) rare: Option<Box<Rare>>,
    /// Words allocated in the block, less those that are in use there.
    allocated: u64,
    /// What machine code and the machine tell each other while machine code runs; else null.
    pub(crate) exchange: *mut Exchange,
}

/// What most processes do not need.
#[derive(Default)]
pub(crate) struct Rare {
    /// Why there was no memory for the process when it asked last.
    pub(crate) shortage: Option<OutOfMemory>,
    pub(crate) limited: Option<Limited>,
    /// What the running instruction or primitive has left to be done.
    pub(crate) unfinished: Option<Unfinished>,
    /// Ports whose characters stand in the memory of the process.
    pub(crate) windows: Windows,
    /// What the host keeps with the process.
    pub(crate) attachment: Option<Box<dyn Any + Send>>,
    /// What collections have moved and is not paid for.
    pub(crate) owed_words: u64,
    /// Variables of other nodes, which the process has as its own.
    pub(crate) travelled: Vec<Travelled>,
    /// Where objects were raised that came from other processes.
    pub(crate) origins: Vec<Origin>,
    /// Top-level variables that it has changed, or inherited changed.
    pub(crate) variables: ChangedVariables,
}

// SAFETY: H2, H4: the raw pointers lead into the block, which the context owns, and into code that
// its handles keep alive; a context is used by one thread at a time.
unsafe impl Send for Context {}

impl std::fmt::Debug for Context {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Context")
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

impl Context {
    /// The record type of vectors of these numbers.
    pub fn number_type(&self, kind: Elements) -> Value {
        self.hooks.number_type(kind)
    }

    /// A process with a block of `words` words that will call `thunk`, a procedure of no arguments.
    pub fn new(hooks: Arc<Hooks>, words: usize, thunk: Frozen) -> Context {
        let mut context = Context::around(hooks, Heap::new(words));
        let thunk = context.adopt(thunk);
        context.begin(thunk);
        context
    }

    /// The same with memory of which `unpack` makes the thunk.
    pub fn unpacking(
        hooks: Arc<Hooks>,
        words: usize,
        memory: Frozen,
        unpack: impl FnOnce(&mut Context, Value) -> Value,
    ) -> Context {
        let mut context = Context::around(hooks, Heap::new(words));
        let memory = context.adopt(memory);
        let thunk = unpack(&mut context, memory);
        context.begin(thunk);
        context
    }

    /// Another process of the node, which will call a copy of `thunk`, a procedure of no arguments;
    /// in the memory of one that has ended, if there is such.
    pub fn beget(
        &mut self,
        thunk: Value,
        vacant: Option<Box<Context>>,
    ) -> Result<Box<Context>, OutOfMemory> {
        let mut child =
            vacant.unwrap_or_else(|| Box::new(Context::around(self.hooks.clone(), Heap::unborn())));
        let thunk = self.copying(|heap| heap.beget(&mut child.heap, thunk))?;
        child.begin(thunk);
        if self.has_flags(TRAVELLED) {
            self.bequeath_travelled(&mut child);
        }
        self.pass_on(&mut child);
        Ok(child)
    }

    /// The same for what is most often called, in the memory of a process that has ended. False if it is
    /// anything else; then nothing has happened.
    #[inline]
    pub fn beget_plain(&mut self, thunk: Value, vacant: &mut Context) -> bool {
        self.heap.take_work();
        if self.has_flags(WINDOWS | TRAVELLED)
            || !self.passes_nothing_on()
            || misfit(thunk, 0).is_some()
        {
            return false;
        }
        match self.heap.beget_plain(&mut vacant.heap, thunk) {
            Some(thunk) => {
                vacant.set_slot(1, thunk);
                self.charge_work();
                true
            }
            None => false,
        }
    }

    /// Gives up all that the process had, which has ended, but for the memory itself, for
    /// [`Context::beget`]. False if that is not worth it: then it must not be used.
    pub fn vacate(&mut self) -> bool {
        if self.rare.is_some() || !self.heap.vacate() {
            return false;
        }
        self.fuel = 0;
        self.code = std::ptr::null();
        self.pc = std::ptr::null();
        self.mailbox.renew();
        self.globals.renew();
        self.flags = 0;
        self.allocated = 0;
        // What remains is set when another begins.
        self.begin(Value::FALSE);
        true
    }

    /// Gives up the unit that [`Context::vacate`] keeps, whose code the next process may run.
    pub fn give_up_unit(&mut self) {
        self.heap.give_up_unit();
    }

    /// A process with this memory and nothing to do.
    #[inline(always)]
    fn around(hooks: Arc<Hooks>, heap: Heap) -> Context {
        // SAFETY: the block has at least `words` words, of which the highest is the bottom of the stack.
        let fp = unsafe { heap.stack_end().sub(1) };
        let mut context = Context {
            heap,
            fuel: 0,
            fp,
            code: std::ptr::null(),
            pc: std::ptr::null(),
            pending: Pending::Enter(0),
            extent: Extent::Arguments(0),
            rest: Value::FALSE,
            rest_offset: 0,
            dynamic: hooks.initial_dynamic,
            globals: Globals::default(),
            mailbox: Mailbox::default(),
            temporaries: Vec::new(),
            hooks,
            flags: 0,
            request: None,
            rare: None,
            allocated: 0,
            exchange: std::ptr::null_mut(),
        };
        context.reset_stack();
        context.set_slot(1, Value::FALSE);
        context
    }

    /// Empties the stack and makes the next thing a call of `thunk`; for the
    /// REPL's process, which runs one form after another. Nothing of what ran before goes on:
    /// neither its continuation nor its handlers.
    pub fn begin(&mut self, thunk: Value) {
        self.reset_stack();
        self.rest = Value::FALSE;
        self.rest_offset = 0;
        self.dynamic = self.hooks.initial_dynamic;
        self.temporaries.clear();
        self.request = None;
        self.drop_unfinished();
        self.set_slot(1, thunk);
        self.pending = Pending::Enter(0);
        self.extent = Extent::Arguments(0);
    }

    /// Makes the frame at the bottom of the stack the running one.
    pub(crate) fn reset_stack(&mut self) {
        self.heap.drop_watermark();
        // SAFETY: the highest word of the block is the bottom of the stack.
        unsafe {
            self.fp = self.heap.stack_end().sub(1);
            *self.fp = self.hooks.underflow() as u64;
        }
    }

    /// Slot `index` of the running frame.
    #[inline]
    pub(crate) fn slot(&self, index: usize) -> Value {
        // SAFETY: M1, M2: callers name slots that are defined in the running frame.
        unsafe { Value::from_bits(*self.fp.sub(index)) }
    }

    #[inline]
    pub(crate) fn set_slot(&mut self, index: usize, value: Value) {
        // SAFETY: M2: callers name slots of the running frame or within its margin.
        unsafe { *self.fp.sub(index) = value.bits() }
    }

    /// Argument `index` (from 0) of the primitive that is running. Read it again
    /// after anything that can collect.
    #[inline]
    pub fn argument(&self, arguments: Arguments, index: u32) -> Value {
        assert!(
            index < arguments.count,
            "a primitive reads only its own arguments"
        );
        self.slot((arguments.first + index) as usize)
    }

    /// Argument `index`, or `None` if it was not given.
    #[inline]
    pub fn optional(&self, arguments: Arguments, index: u32) -> Option<Value> {
        (index < arguments.count)
            .then(|| self.argument(arguments, index))
            .filter(|&value| value != Value::ABSENT)
    }

    /// Puts down a call for [`crate::Outcome::Call`]: procedure and arguments of the call that
    /// takes the place of the running control primitive.
    pub fn prepare_call(&mut self, procedure: Value, arguments: &[Value]) -> Result<u32, Raise> {
        // The frame may have more arguments now than it will have.
        let words = (arguments.len() + 2 + MARGIN).max(self.used_below());
        if self.has_stack(words) {
            self.put_call(procedure, arguments);
        } else {
            self.prepare_call_collecting(words, procedure, arguments)?;
        }
        self.extent = Extent::Arguments(arguments.len() as u32);
        Ok(arguments.len() as u32)
    }

    fn put_call(&mut self, procedure: Value, arguments: &[Value]) {
        self.set_slot(1, procedure);
        for (index, &value) in arguments.iter().enumerate() {
            self.set_slot(2 + index, value);
        }
    }

    #[cold]
    fn prepare_call_collecting(
        &mut self,
        words: usize,
        procedure: Value,
        arguments: &[Value],
    ) -> Result<(), Raise> {
        let kept = self.temporaries.len();
        self.temporaries.push(procedure);
        self.temporaries.extend_from_slice(arguments);
        let room = self.collect(words, 0);
        let moved = self.temporaries.split_off(kept);
        if room.is_ok() {
            self.put_call(moved[0], &moved[1..]);
        }
        room
    }

    /// Whether `words` words below `fp` are free of objects.
    #[inline]
    pub(crate) fn has_stack(&self, words: usize) -> bool {
        self.fp.wrapping_sub(words) as usize >= self.heap.hp() as usize
    }

    /// Makes sure of M2 for the running frame. While its callee ran, objects may have been put
    /// where the callee's smaller frame left room.
    pub(crate) fn settle_frame(&mut self) -> Result<(), Raise> {
        let words = self.used_below();
        if self.has_stack(words) {
            return Ok(());
        }
        self.collect(words, 0)
    }

    /// Makes sure that `words` words can be allocated; may move everything.
    #[inline]
    pub fn reserve(&mut self, words: usize) -> Result<(), Raise> {
        match self.has_room(words) {
            true => Ok(()),
            false => self.collect(self.used_below(), words),
        }
    }

    /// Whether `words` words can be allocated without a collection.
    #[inline]
    pub fn has_room(&self, words: usize) -> bool {
        let low = self.fp.wrapping_sub(self.used_below());
        self.heap.has_room(low, words)
    }

    /// Whether an object of `words` words may be allocated, and sees to it that there is memory for
    /// it; to be asked before allocating what a program gave the size of, since a refusal can be
    /// handled. It is what lives that the limit is for, so garbage goes first; may move everything.
    pub fn prepare(&mut self, words: usize) -> Result<(), OutOfMemory> {
        let Err(refusal) = self.heap.prepare(words) else {
            return Ok(());
        };
        if words
            > self
                .heap
                .limit()
                .unwrap_or(usize::MAX)
                .min(OBJECT_WORDS_MAX)
        {
            return Err(refusal);
        }
        self.heap.look_closely();
        let used = self.used_below();
        self.collect_once(used, 0)?;
        let prepared = self.heap.prepare(words);
        prepared.or_else(|refusal| self.or_relieved(refusal, |this| this.heap.prepare(words)))
    }

    /// Words below `fp` that belong to the running frame, margin included.
    pub(crate) fn used_below(&self) -> usize {
        match self.extent {
            // SAFETY: M1: while a frame runs, `code` is its function.
            Extent::Running => unsafe { (*self.code).slots as usize + MARGIN },
            Extent::Arguments(count) => count as usize + 2 + MARGIN,
        }
    }

    /// Copies data out of the heap, at a price in fuel that depends on nothing but the data: not on
    /// what collections have moved meanwhile.
    pub fn copying<T>(&mut self, copy: impl FnOnce(&mut Heap) -> T) -> T {
        self.heap.take_work();
        let copied = self.without_windows(copy);
        self.charge_work();
        copied
    }

    fn charge_work(&mut self) {
        self.fuel -= (self.heap.take_work() / WORDS_PER_REDUCTION) as i64;
    }

    /// Takes message data in. Small data are copied into the block, which is collected for them if
    /// need be: a process that only passes messages on would otherwise keep all it ever got.
    #[inline]
    pub fn adopt(&mut self, frozen: Frozen) -> Value {
        match frozen.fragment() {
            Some(_) => self.adopt_fragment(frozen),
            None => frozen.root(),
        }
    }

    /// The same, if nothing has to be collected for it; else gives it back.
    #[inline]
    pub(crate) fn adopt_at_once(&mut self, frozen: Frozen) -> Result<Value, Frozen> {
        if !frozen.is_owned() {
            return Ok(self.heap.receive(frozen));
        }
        let low = self.lowest();
        match self.heap.has_room(low, frozen.words()) {
            true => Ok(self.heap.receive_into(frozen, low)),
            false => Err(frozen),
        }
    }

    /// The lowest word that belongs to the running frame.
    #[inline]
    pub(crate) fn lowest(&self) -> *const u64 {
        self.fp.wrapping_sub(self.used_below())
    }

    #[inline(never)]
    fn adopt_fragment(&mut self, frozen: Frozen) -> Value {
        let words = frozen.words();
        let copied = frozen.is_owned() && words > 0 && !self.has_flags(STARVED);
        if copied && self.reserve(words).is_err() {
            // Without memory for it, the message stays in its own.
            self.starve();
        }
        let low = self.fp.wrapping_sub(self.used_below());
        self.heap.receive_into(frozen, low)
    }

    /// Collects if the process may have more than its limit; to be called while messages are taken in.
    pub fn check_limit(&mut self) {
        if self.heap.is_due() && !self.has_flags(STARVED) && !self.is_over() {
            let used = self.used_below();
            if self.collect(used, 0).is_err() {
                self.starve();
            }
        }
    }

    /// To be called before the process waits, perhaps for long: what it was given to work with, and
    /// works with no more, goes.
    pub fn prepare_to_wait(&mut self) {
        self.mailbox.forget_last();
        if !self.heap.is_worth_a_look() {
            return;
        }
        let used = self.used_below();
        if self.heap.may_keep_too_much() {
            self.heap.look_closely();
        }
        // Without memory for it, everything stays as it is. Whoever needs memory is told.
        let _ = match self.heap.has_been_very_busy() {
            true => self.collecting(|heap, stack, roots| heap.tighten(stack, used, roots)),
            false => self.collect_once(used, 0),
        };
    }

    /// Whether the process may wait: it does not die of messages, and has nothing to do before. Then
    /// it is prepared, as by [`Context::prepare_to_wait`].
    #[inline]
    pub fn can_wait(&mut self) -> bool {
        let waits = !self.has_flags(STARVED | LIMITED | WINDOWS) && !self.heap.is_worth_a_look();
        if waits {
            self.mailbox.forget_last();
        }
        waits
    }

    /// There was no memory for a message: the process dies when it waits the next time.
    pub fn starve(&mut self) {
        self.set_flags(STARVED, true);
    }

    /// Whether there was no memory for a message, or no room in the mailbox: what the process,
    /// which is over then, died of.
    pub fn die_of_messages(&mut self) -> Option<Value> {
        let cause = if self.has_flags(STARVED) {
            self.set_flags(STARVED, false);
            self.hooks.out_of_memory
        } else if self.take_overflow() {
            self.mailbox_full("the mailbox is full").0
        } else {
            return None;
        };
        match self.over(Stop::Died(cause)) {
            Stop::Died(cause) => Some(cause),
            _ => None,
        }
    }

    #[cold]
    pub(crate) fn collect(&mut self, low_words: usize, need: usize) -> Result<(), Raise> {
        match self.collect_once(low_words, need) {
            Ok(()) => {
                self.found_room();
                Ok(())
            }
            Err(refusal) => {
                let again = |this: &mut Context| this.collect_once(low_words, need);
                match self.or_relieved(refusal, again) {
                    Ok(()) => Ok(()),
                    Err(refusal) => self.go_beyond(refusal, low_words, need),
                }
            }
        }
    }

    pub(crate) fn collect_once(
        &mut self,
        low_words: usize,
        need: usize,
    ) -> Result<(), OutOfMemory> {
        self.collecting(|heap, stack, roots| heap.collect(stack, low_words, roots, need))
    }

    /// Does something that moves what lives and the stack.
    fn collecting(
        &mut self,
        collect: impl FnOnce(&mut Heap, &mut Stack, &mut dyn Roots) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let top = match self.extent {
            Extent::Running => {
                // SAFETY: M1: `pc` lies in the instructions of `code`.
                let word =
                    unsafe { self.pc.offset_from((*self.code).instructions.as_ptr()) } as usize;
                // SAFETY: M1.
                Top::Live(live_at(unsafe { &*self.code }, word))
            }
            Extent::Arguments(count) => Top::Slots(count as usize + 1),
        };
        let mut stack = Stack { fp: self.fp, top };
        let mut roots = Registers {
            code: self.code,
            rest: &mut self.rest,
            dynamic: &mut self.dynamic,
            globals: &mut self.globals,
            mailbox: &mut self.mailbox,
            temporaries: &mut self.temporaries,
            rare: &mut self.rare,
        };
        let used = self.heap.used_words();
        self.heap.take_work();
        let result = collect(&mut self.heap, &mut stack, &mut roots);
        let moved = self.heap.take_work();
        let allocated = self.allocated.wrapping_add(used as u64);
        self.allocated = allocated.wrapping_sub(self.heap.used_words() as u64);
        self.fp = stack.fp;
        if self.heap.is_unknown_holder() {
            // The host says before the next turn which process it is.
            self.set_attended(true);
        }
        if moved > 0 {
            self.owe_for(moved);
        }
        result
    }

    /// After a refusal of memory: tries again if another process, which holds far more, ends for that,
    /// and then lets others run soon.
    pub fn or_relieved<T>(
        &mut self,
        refusal: OutOfMemory,
        again: impl FnOnce(&mut Context) -> Result<T, OutOfMemory>,
    ) -> Result<T, OutOfMemory> {
        match refusal.shortage {
            Shortage::Node { held, .. } if holders::relieve(held) => {
                self.fuel = self.fuel.min(0);
                budget::beyond(|| again(self))
            }
            _ => Err(refusal),
        }
    }

    /// Puts a message of so many bytes into the mailbox that somebody has sent. The room for it is
    /// memory of the process.
    #[inline]
    pub fn keep_message(&mut self, message: Value, bytes: usize) -> Arrival {
        if self.mailbox.is_out_of_room() && !self.is_limited() && !self.make_room_for_messages() {
            return Arrival::Starved;
        }
        self.mailbox.push_sent(message, bytes)
    }

    #[cold]
    fn make_room_for_messages(&mut self) -> bool {
        let words = self.mailbox.room_words();
        let checked = self.heap.check_beside(2 * words);
        let checked = checked
            .or_else(|refusal| self.or_relieved(refusal, |this| this.heap.check_beside(2 * words)));
        match checked {
            Ok(()) => {
                self.mailbox.make_room();
                self.heap.set_beside(self.mailbox.room_words());
                true
            }
            Err(refusal) => {
                self.no_memory(refusal);
                false
            }
        }
    }

    /// Small collections, of which a turn has room for some, are not counted.
    fn owe_for(&mut self, moved: u64) {
        if moved >= COUNTED_WORDS {
            self.owe(moved);
        }
    }

    /// Words that the process has allocated in its block since it began.
    pub fn allocated_words(&self) -> u64 {
        self.allocated.wrapping_add(self.heap.used_words() as u64)
    }

    /// What the process uses of its memory.
    pub fn memory_usage(&self) -> Usage {
        self.heap.usage(self.fp.wrapping_sub(self.used_below()))
    }

    pub(crate) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// The linked unit that the running function belongs to.
    pub(crate) fn unit(&self) -> &LinkedUnit {
        // SAFETY: M1; the unit lives as long as its code (C-invariants of `heap::code`).
        unsafe { LinkedUnit::of(&*self.code) }
    }

    /// Whether the process has nothing more to do.
    pub fn is_over(&self) -> bool {
        matches!(self.pending, Pending::Over)
    }
}

/// The roots of a process beside its stack.
struct Registers<'a> {
    code: *const Code,
    rest: &'a mut Value,
    dynamic: &'a mut Value,
    globals: &'a mut Globals,
    mailbox: &'a mut Mailbox,
    temporaries: &'a mut Vec<Value>,
    rare: &'a mut Option<Box<Rare>>,
}

impl Registers<'_> {
    fn each_window(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        if let Some(rare) = self.rare {
            rare.windows.ports_mut().for_each(visit);
        }
    }
}

impl Roots for Registers<'_> {
    fn each_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        visit(self.rest);
        visit(self.dynamic);
        self.globals.values_mut().for_each(&mut *visit);
        self.mailbox.roots_mut().for_each(&mut *visit);
        self.temporaries.iter_mut().for_each(&mut *visit);
        self.each_window(visit);
    }

    /// What a long mailbox costs each collection is spread over more room.
    fn words(&self) -> usize {
        self.mailbox.len()
    }

    fn beside_words(&self) -> usize {
        self.mailbox.room_words()
    }

    fn each_young_root(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        visit(self.rest);
        visit(self.dynamic);
        self.globals.values_mut().for_each(&mut *visit);
        self.mailbox.young_roots_mut().for_each(&mut *visit);
        self.temporaries.iter_mut().for_each(&mut *visit);
        self.each_window(visit);
    }

    fn collected(&mut self) {
        self.mailbox.collected();
    }

    fn each_code(&mut self, visit: &mut dyn FnMut(*const Code)) {
        if !self.code.is_null() {
            visit(self.code);
        }
    }
}

/// The slots that hold values just before instruction `word`: what the block
/// declares, and what its instructions have written since.
pub(crate) fn live_at(code: &Code, word: usize) -> [u64; 4] {
    let block = block_of(code, word);
    let point = &code.points[block];
    let mut live = point.live;
    if point.kind == PointKind::Return && point.keeps_result {
        set(&mut live, point.base as usize);
    }
    let mut at = code.blocks[block] as usize;
    while at < word {
        let first = code.instructions[at];
        let Some(op) = Op::from_byte(first as u8) else {
            break;
        };
        let row = op.row();
        if row.a == Operand::Write {
            set(&mut live, slot_of(ops::fields(first).a).into());
        }
        at += instruction_words(code, at, op);
    }
    live
}

/// The block in which instruction `word` lies.
pub fn block_of(code: &Code, word: usize) -> usize {
    code.blocks.partition_point(|&start| start as usize <= word) - 1
}

fn set(live: &mut [u64; 4], slot: usize) {
    live[slot / 64] |= 1 << (slot % 64);
}

/// Length of the instruction at `at`.
pub fn instruction_words(code: &Code, at: usize, op: Op) -> usize {
    let words = op.row().words as usize;
    if words < 2 {
        words
    } else {
        words + op.extra_words(code.instructions[at], code.instructions[at + 1]) as usize
    }
}

impl Context {
    /// The return word of the running frame.
    pub(crate) fn return_point(&self) -> &Point {
        // SAFETY: M1: slot 0 of every frame is a pointer to a point, which its unit keeps alive.
        unsafe { &*(*self.fp as *const Point) }
    }
}

/// Bytes of a context: a size of which the allocator wastes nothing, for there may be a million.
const _: () = assert!(size_of::<Context>() <= 448);
