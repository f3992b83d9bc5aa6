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
//!
//! Here is how a process begins and how its slots are read. Room for frames and objects, and
//! collections, are in `context/room.rs`, messages in `context/messages.rs`, and what lives in a frame in
//! `context/live.rs`.

mod live;
mod messages;
mod room;

pub(crate) use live::live_at;
pub use live::{block_of, instruction_words};

use crate::arity::misfit;
use crate::cells::Globals;
use crate::condition::Raise;
use crate::flags::{TRAVELLED, WINDOWS};
use crate::host::Arguments;
use crate::inheritance::ChangedVariables;
use crate::kept::Stacks;
use crate::limits::Limited;
use crate::link::{Hooks, LinkedUnit};
use crate::mailbox::Mailbox;
use crate::native::Exchange;
use crate::origins::Origin;
use crate::travel::Travelled;
use crate::unfinished::Unfinished;
use crate::windows::Windows;
use mound_heap::code::{Code, Point};
use mound_heap::freeze::Frozen;
use mound_heap::heap::{Heap, OutOfMemory, Usage};
use mound_heap::{Amount, Value};
use mound_numbers::Elements;
use std::any::Any;
use std::num::NonZeroU64;
use std::sync::Arc;

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
    /// The same, and a message that has come may be its value, and stay in the mailbox or not.
    Receive {
        primitive: crate::host::Control,
        count: u32,
        stays: bool,
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
    /// It has ended, and the last of the temporaries is of what ([`Context::remains`]).
    Died,
}

/// Which slots of the running frame the collector must look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LiveSlots {
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
    pub(crate) live_slots: LiveSlots,
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
    /// Computations that ended in errors, if they are kept.
    pub(crate) stacks: Option<Stacks>,
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
        amount: Amount,
    ) -> Result<Box<Context>, OutOfMemory> {
        let mut child =
            vacant.unwrap_or_else(|| Box::new(Context::around(self.hooks.clone(), Heap::unborn())));
        let thunk = self.copying(|heap| heap.beget(&mut child.heap, thunk, amount))?;
        child.begin(thunk);
        if self.has_flags(TRAVELLED) {
            self.bequeath_travelled(&mut child);
        }
        self.pass_on(&mut child, amount)?;
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
    /// [`Context::beget`]; one that has grown only if that is asked for. False if it is not worth it: then it
    /// must not be used.
    pub fn vacate(&mut self, keeps_grown: bool) -> bool {
        if self.rare.is_some() || !self.heap.vacate(keeps_grown) {
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
            live_slots: LiveSlots::Arguments(0),
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
        self.live_slots = LiveSlots::Arguments(0);
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
        self.live_slots = LiveSlots::Arguments(arguments.len() as u32);
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

impl Context {
    /// The return word of the running frame.
    pub(crate) fn return_point(&self) -> &Point {
        // SAFETY: M1: slot 0 of every frame is a pointer to a point, which its unit keeps alive.
        unsafe { &*(*self.fp as *const Point) }
    }
}

/// Bytes of a context: a size of which the allocator wastes nothing, for there may be a million.
const _: () = assert!(size_of::<Context>() <= 448);
