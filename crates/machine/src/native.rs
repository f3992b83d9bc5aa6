//! The machine's side of machine code.
//!
//! A compiler outside of this crate ([`Native`]) gives functions and points their
//! machine code; this file is what such code meets: where it finds the registers
//! ([`offsets`]), what it calls when it does not do a thing itself ([`Calls`]), and
//! the loop that runs it beside the interpreter (`run`).
//!
//! ```text
//!   run -> proceed -> is there machine code?  yes -> Native::enter -+
//!    ^                 no                                          |  machine code
//!    |                  +-> interpreter until there is some        |  calls `Calls`
//!    +-------------------------------------------------------------+  and leaves
//! ```
//!
//! Frames are the same words in both, so either can call and return into the other.
//! Whatever is rare is done by the interpreter: machine code stores its registers,
//! names an instruction, and the interpreter executes that one.
//!
//! Invariants:
//! - N1. While machine code runs, the context belongs to it: Rust touches it only in
//!   the functions of [`Calls`], which machine code calls with its registers stored.
//!   After [`Calls::control`], [`Calls::receive`] and [`Calls::deliver`] it may be the context of another
//!   process (`place.rs`).
//! - N2. No panic leaves a function of [`Calls`]: it is kept and goes on in `run`, so that it ends the process and
//!   nobody else. But one in [`Calls::note`] ends the node: an old object would lead to a young one of which no
//!   collection knows.
//! - N3. Machine code of a function is entered only at block beginnings, with the frame
//!   as the interpreter would have it there (M1), but for a result that is in a register.

use crate::context::{Context, LiveSlots, Pending, block_of, instruction_words};
use crate::held;
use crate::host::{Arguments, Control, Host, Leaf, Outcome};
use crate::interpret::{Stop, execute_beside, execute_one};
use crate::link::LinkedUnit;
use crate::place::{Succession, give_place, leave_place};
use crate::proceed::{Next, after_primitive, begin_primitive, proceed};
pub use crate::shortcuts::WORDS_MAX;
use mound_bytecode::ops::Op;
use mound_heap::Value;
use mound_heap::code::{Code, Point};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A compiler to machine code, for the machine it runs on.
pub trait Native: Send + Sync {
    /// Where points and functions lead that have no machine code.
    fn stubs(&self) -> Stubs;

    /// Gives a function machine code, or notes that it gets none: afterwards its address is not
    /// [`Stubs::untried`]. Called before it runs first, perhaps by several threads at once.
    fn compile(&self, unit: &LinkedUnit, code: &Code);

    /// What was compiled so far.
    fn statistics(&self) -> Statistics;

    /// Runs machine code from `point` on until it leaves.
    ///
    /// # Safety
    /// N1, N3: the context is suspended at `point`, which has machine code; it is borrowed
    /// mutably by the caller, who does not touch it meanwhile.
    unsafe fn enter(&self, context: *mut Context, point: *const Point);
}

/// What a compiler has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub procedures: u64,
    /// Of their machine code.
    pub bytes: u64,
    pub nanoseconds: u64,
}

/// Addresses of what stands in for machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stubs {
    /// Of a function that nobody has tried to compile.
    pub untried: usize,
    /// Of a function that is interpreted.
    pub refused: usize,
    /// Of a point without machine code.
    pub point: usize,
}

impl Stubs {
    /// There is no machine code.
    pub const NONE: Stubs = Stubs {
        untried: 0,
        refused: 0,
        point: 0,
    };

    #[inline(always)]
    pub(crate) fn is_refused(self, address: &AtomicUsize) -> bool {
        address.load(Ordering::Relaxed) == self.refused
    }

    /// Whether a point has machine code.
    #[inline(always)]
    pub(crate) fn leads_on(self, address: &AtomicUsize) -> bool {
        address.load(Ordering::Acquire) != self.point
    }
}

/// Where machine code finds what it keeps in registers, in bytes from the context.
pub mod offsets {
    use super::Context;
    use crate::cells;
    use mound_heap::barrier::OFFSETS;
    use std::mem::offset_of;

    pub const FP: usize = offset_of!(Context, fp);
    pub const CODE: usize = offset_of!(Context, code);
    pub const PC: usize = offset_of!(Context, pc);
    pub const FUEL: usize = offset_of!(Context, fuel);
    pub const HP: usize = offset_of!(Context, heap) + OFFSETS.hp;
    pub const DEBT: usize = offset_of!(Context, heap) + OFFSETS.debt;
    pub const YOUNG_START: usize = offset_of!(Context, heap) + OFFSETS.young_start;
    pub const YOUNG_BYTES: usize = offset_of!(Context, heap) + OFFSETS.young_bytes;
    pub const BLOCK_START: usize = offset_of!(Context, heap) + OFFSETS.block_start;
    pub const BLOCK_WORDS: usize = offset_of!(Context, heap) + OFFSETS.block_words;
    pub const GENERATION: usize = offset_of!(Context, heap) + OFFSETS.generation;
    pub const OWNED_START: usize = offset_of!(Context, heap) + OFFSETS.owned_start;
    pub const OWNED_BYTES: usize = offset_of!(Context, heap) + OFFSETS.owned_bytes;
    /// From what [`GENERATION`] leads to, as the two after it.
    pub const WATERMARK: usize = OFFSETS.watermark;
    pub const NEXT_NOTE: usize = OFFSETS.next_note;
    pub const NOTES_END: usize = OFFSETS.notes_end;
    /// The continuation below the stack: a chunk, or `#f`, and a number of words.
    pub const REST: usize = offset_of!(Context, rest);
    pub const REST_OFFSET: usize = offset_of!(Context, rest_offset);
    pub const DYNAMIC: usize = offset_of!(Context, dynamic);
    pub const GLOBALS_TABLE: usize = offset_of!(Context, globals) + cells::OFFSETS.table;
    pub const GLOBALS_MASK: usize = offset_of!(Context, globals) + cells::OFFSETS.mask;
}

/// What machine code calls, with its registers stored in the context. Those that answer an address
/// give the point at which to go on, or [`LEAVE`].
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// Makes sure of the room for the frame, if nobody has, and executes the instruction at a word of a
    /// function. Answers [`NEXT`] if the one after it is
    /// next, [`JUMPED`] if it branched, else where to go on.
    pub step: extern "C" fn(*mut Context, *const Code, u32) -> usize,
    /// Executes the instruction at a word of a function; answers where to go on.
    pub go: extern "C" fn(*mut Context, *const Code, u32) -> usize,
    /// Makes room for the frame of a function that goes on after a call, at a word. Answers [`NEXT`],
    /// else where to go on.
    pub regain_room: extern "C" fn(*mut Context, *const Code, u32) -> usize,
    /// The fuel is used up at a word of a function, where a block begins.
    pub give_way: extern "C" fn(*mut Context, *const Code, u32) -> usize,
    /// Enters a function with exactly the arguments that it wants, the last perhaps a list of the rest.
    pub enter: extern "C" fn(*mut Context, *const Code) -> usize,
    /// Calls the procedure in slot 1, for the instruction at a word of a function, with so many
    /// arguments, the fourth; what goes wrong is an error of that instruction.
    pub call: extern "C" fn(*mut Context, *const Code, u32, u32) -> Answer,
    /// Gives a value to the frame below the one at `fp`. Answers where to go on, as the others, and the
    /// context with which, which may be another one.
    pub deliver: extern "C" fn(*mut Context, u64) -> Onward,
    /// Calls a leaf primitive, a [`Leaf`], for the instruction at a word of a function, with the
    /// arguments in the slots that the low half of the fourth says, as many as its high half.
    pub leaf: extern "C" fn(*mut Context, *const Code, usize, u64, u32) -> Answer,
    /// The same for the primitive `%send-here`.
    pub send: extern "C" fn(*mut Context, *const Code, usize, u64, u32) -> Answer,
    /// Runs a control primitive, a [`Control`], in the frame at `fp`, for the instruction at a word of a
    /// function, with so many arguments, the fourth. It may answer with another context.
    pub control: extern "C" fn(*mut Context, *const Code, usize, u32, u32) -> Answer,
    /// The same for the primitive `%call/cc`.
    pub capture: extern "C" fn(*mut Context, *const Code, usize, u32, u32) -> Answer,
    /// The same for the primitive `%apply`.
    pub apply: extern "C" fn(*mut Context, *const Code, usize, u32, u32) -> Answer,
    /// The same for the primitive `%receive`.
    pub values: extern "C" fn(*mut Context, *const Code, usize, u32, u32) -> Answer,
    /// The same for the primitives `%mailbox-take!`, which has no argument, and `%mailbox-first!`, which has one.
    pub receive: extern "C" fn(*mut Context, *const Code, usize, u32, u32) -> Answer,
    /// What follows a store into an object outside the block: the address of the word. It does not
    /// collect.
    pub note: extern "C" fn(*mut Context, usize),
}

/// What a primitive gave: `kind` says what `word` is.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Answer {
    pub word: u64,
    pub kind: u64,
}

/// Where machine code goes on, and with which process.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Onward {
    pub point: usize,
    pub context: *mut Context,
}

/// The word of an [`Answer`] is the value of the primitive.
pub const VALUE: u64 = 0;
/// It is where to go on.
pub const ELSEWHERE: u64 = 1;
/// It is a function to enter in the frame at `fp`, which has the procedure and just the arguments
/// that it wants.
pub const FUNCTION: u64 = 2;
// Any other kind is the address of the context of another process, and the word is where that goes on.

/// See [`Calls::step`].
pub const NEXT: usize = 0;
/// See [`Calls::step`].
pub const JUMPED: usize = 1;
/// Machine code returns to [`Native::enter`].
pub const LEAVE: usize = 2;

/// The functions that machine code calls.
pub const CALLS: Calls = Calls {
    step,
    go,
    regain_room,
    give_way,
    enter,
    call,
    deliver,
    leaf,
    send,
    control,
    capture,
    apply,
    values,
    receive,
    note,
};

/// What machine code and the machine tell each other.
pub(crate) struct Exchange {
    pub(crate) host: *mut (dyn Host + 'static),
    /// The process that runs.
    pub(crate) context: *mut Context,
    /// Where it is, if another one may come there in the middle of a turn; else null.
    pub(crate) place: *mut Box<Context>,
    /// Why machine code was left.
    stop: Option<Stop>,
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

/// Runs the process, with machine code where there is some.
#[inline(always)]
pub(crate) fn run(context: &mut Context, host: &mut dyn Host) -> Stop {
    // SAFETY: it is borrowed here, and there is no place.
    unsafe { run_at(context, std::ptr::null_mut(), host) }
}

/// The same, for a process that may give its place to another one (`place.rs`), which is there then.
#[inline(always)]
pub(crate) fn run_in(place: &mut Box<Context>, host: &mut dyn Host) -> Stop {
    let place = std::ptr::from_mut(place);
    // SAFETY: it is borrowed here, with what is in it.
    unsafe { run_at(&raw mut **place, place, host) }
}

/// # Safety
/// The caller has borrowed the process, and the place where it is, if that is not null.
#[inline(always)]
unsafe fn run_at(context: *mut Context, place: *mut Box<Context>, host: &mut dyn Host) -> Stop {
    // SAFETY: as above. It is not used once machine code is entered: the process may be gone then.
    let this = unsafe { &mut *context };
    let point = match this.go_on_quickly() {
        Some(point) => point,
        None => match begin(this, host) {
            Ok(point) => point,
            Err(stop) => return stop,
        },
    };
    let host = std::ptr::from_mut(host);
    let mut exchange = Exchange {
        // SAFETY: only the lifetime changes; the pointer is used while `host` is borrowed here.
        host: unsafe {
            std::mem::transmute::<*mut (dyn Host + '_), *mut (dyn Host + 'static)>(host)
        },
        context,
        place,
        stop: None,
        panic: None,
    };
    this.exchange = &raw mut exchange;
    // Not counted once more: each turn would write where all schedulers read.
    let hooks = Arc::as_ptr(&this.hooks);
    // SAFETY: a context never gives up its hooks. Those of all processes of a node are the same, and one
    // of them is here until the turn ends.
    let native = unsafe { (*hooks).native() }.expect("`until_native` found machine code");
    // SAFETY: N1, N3: the context is suspended at the point, which has machine code.
    unsafe { native.enter(context, point) };
    // SAFETY: the process that runs now is in the place of the one that was borrowed.
    unsafe { (*exchange.context).exchange = std::ptr::null_mut() };
    if let Some(panic) = exchange.panic {
        resume_unwind(panic);
    }
    exchange.stop.expect("machine code leaves for a reason")
}

/// What a turn begins with, until there is machine code to go on with.
#[inline(never)]
fn begin(context: &mut Context, host: &mut dyn Host) -> Result<*const Point, Stop> {
    let next = context.pending();
    until_native(context, host, next)
}

/// Interprets until there is machine code to go on with.
fn until_native(
    context: &mut Context,
    host: &mut dyn Host,
    mut next: Next,
) -> Result<*const Point, Stop> {
    loop {
        let known = proceed(context, host, next)?;
        held::look(context);
        if let Some(point) = known.filter(|&point| has_code(context, point)) {
            return Ok(point);
        }
        if let Some(point) = native_point(context) {
            return Ok(point);
        }
        next = execute_beside(context, host);
    }
}

/// Whether the point at which the process stands has machine code.
#[inline]
fn has_code(context: &Context, point: *const Point) -> bool {
    // SAFETY: M1: the process stands there, so its function lives.
    context.hooks.stubs().leads_on(unsafe { &(*point).native })
}

/// The point at which the process stands, if it has machine code; compiles a function that is new.
fn native_point(context: &Context) -> Option<*const Point> {
    let native = context.hooks.native()?;
    let stubs = context.hooks.stubs();
    // SAFETY: M1: `code` is the running function, and `pc` lies in it.
    let (code, word) = unsafe {
        let code = &*context.code;
        let word = context.pc.offset_from(code.instructions.as_ptr()) as usize;
        (code, word)
    };
    if code.native.load(Ordering::Acquire) == stubs.untried {
        // SAFETY: the unit lives as long as its code.
        native.compile(unsafe { LinkedUnit::of(code) }, code);
    }
    let block = if word == 0 { 0 } else { block_of(code, word) };
    let point = &code.points[block];
    (point.start as usize == word && stubs.leads_on(&point.native))
        .then(|| std::ptr::from_ref(point))
}

/// Does the work of a function of [`Calls`]: `action` says what is next, or answers at once.
#[inline(always)]
fn attend(
    context: *mut Context,
    action: impl FnOnce(&mut Context, &mut dyn Host) -> Result<usize, Next>,
) -> usize {
    let work = AssertUnwindSafe(|| {
        // SAFETY: N1: machine code has passed its context on, and waits.
        let context = unsafe { &mut *context };
        // SAFETY: `run` set it before machine code was entered, and waits for it; it has borrowed the host.
        let host = unsafe { &mut *(*context.exchange).host };
        action(context, host)
    });
    // N2. The process ends with the panic, so nobody sees what is half done.
    match catch_unwind(work) {
        Ok(Ok(answer)) => answer,
        Ok(Err(next)) => go_on_with(context, next),
        Err(panic) => keep_panic(context, panic),
    }
}

/// Does what takes a few steps in the usual case, if this is one: all of it or nothing.
#[inline(always)]
fn quickly(
    context: *mut Context,
    action: impl FnOnce(&mut Context) -> Option<Answer>,
) -> Option<Answer> {
    // SAFETY: N1: machine code has passed its context on, and waits.
    let work = AssertUnwindSafe(|| action(unsafe { &mut *context }));
    // N2.
    match catch_unwind(work) {
        Ok(answer) => answer,
        Err(panic) => Some(elsewhere(keep_panic(context, panic))),
    }
}

/// Leaves, or finds where machine code goes on.
#[inline(never)]
fn go_on_with(context: *mut Context, next: Next) -> usize {
    if let Next::Stop(stop) = next {
        // SAFETY: as in `attend`.
        unsafe { (*(*context).exchange).stop = Some(stop) };
        return LEAVE;
    }
    attend(context, |context, host| {
        let found = until_native(context, host, next);
        found.map(|point| point as usize).map_err(Next::Stop)
    })
}

/// The process ends with a panic when machine code is left, which runs it.
#[cold]
pub(crate) fn end_with_panic(context: &mut Context, panic: Box<dyn Any + Send>) {
    if context.exchange.is_null() {
        // Nobody waits for it.
        resume_unwind(panic);
    }
    keep_panic(context, panic);
}

#[cold]
fn keep_panic(context: *mut Context, panic: Box<dyn Any + Send>) -> usize {
    // SAFETY: as in `attend`.
    unsafe { (*(*context).exchange).panic = Some(panic) };
    LEAVE
}

impl Context {
    /// Stands at `word` of `code`.
    pub(crate) fn stand_at(&mut self, code: *const Code, word: u32) {
        self.code = code;
        // SAFETY: callers name words of the function, which lives.
        self.pc = unsafe { (*code).instructions.as_ptr().add(word as usize) };
    }
}

extern "C" fn step(context: *mut Context, code: *const Code, word: u32) -> usize {
    attend(context, |context, host| {
        context.stand_at(code, word);
        context.live_slots = LiveSlots::Running;
        // SAFETY: machine code names its own function, which lives.
        let instruction = unsafe { (&(*code).instructions)[word as usize] };
        if context.calculate_points(instruction).is_some() {
            return Ok(NEXT);
        }
        // Machine code asks for the room of a frame as late as it can.
        context.regain_room().map_err(Next::Fault)?;
        match execute_one(context, host) {
            Next::Go => {
                // SAFETY: machine code names its own function, which lives.
                let code = unsafe { &*code };
                let op = Op::from_byte(code.instructions[word as usize] as u8);
                let words = op.map_or(1, |op| instruction_words(code, word as usize, op));
                let after = &raw const code.instructions[word as usize + words];
                Ok(if context.pc == after { NEXT } else { JUMPED })
            }
            next => Err(next),
        }
    })
}

extern "C" fn go(context: *mut Context, code: *const Code, word: u32) -> usize {
    attend(context, |context, host| {
        context.stand_at(code, word);
        context.live_slots = LiveSlots::Running;
        context.regain_room().map_err(Next::Fault)?;
        Err(execute_one(context, host))
    })
}

extern "C" fn regain_room(context: *mut Context, code: *const Code, word: u32) -> usize {
    attend(context, |context, _| {
        context.stand_at(code, word);
        context.live_slots = LiveSlots::Running;
        context.regain_room().map_err(Next::Fault)?;
        Ok(NEXT)
    })
}

extern "C" fn give_way(context: *mut Context, code: *const Code, word: u32) -> usize {
    attend(context, |context, _| {
        context.stand_at(code, word);
        Err(Next::Yield)
    })
}

extern "C" fn enter(context: *mut Context, code: *const Code) -> usize {
    attend(context, |context, _| {
        // SAFETY: machine code names a function that it calls, which lives.
        let function = unsafe { &*code };
        let count = function.required + u32::from(function.rest);
        if function.free_count == 0 {
            // Slot 1 may hold nothing; such a function does not look at it.
            context.set_slot(1, Value::FALSE);
        }
        Err(Next::EnterCode(code, count))
    })
}

extern "C" fn call(context: *mut Context, code: *const Code, word: u32, count: u32) -> Answer {
    let answer = quickly(context, |context| match context.enter_quickly(count) {
        Some(code) => Some(function(code)),
        None if count == 1 => context
            .throw_quickly()
            .map(|point| elsewhere(point as usize)),
        None => None,
    });
    answer.unwrap_or_else(|| {
        elsewhere(attend(context, |context, _| {
            context.stand_at(code, word);
            Err(Next::Enter(count))
        }))
    })
}

extern "C" fn apply(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    let entered = quickly(context, |context| context.apply_quickly().map(function));
    entered.unwrap_or_else(|| control(context, code, primitive, count, word))
}

extern "C" fn values(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    let entered = quickly(context, |context| {
        context.receive_values_quickly().map(function)
    });
    entered.unwrap_or_else(|| control(context, code, primitive, count, word))
}

/// Machine code goes on with this function.
fn function(code: *const Code) -> Answer {
    Answer {
        word: code as u64,
        kind: FUNCTION,
    }
}

/// Machine code goes on there.
fn elsewhere(place: usize) -> Answer {
    Answer {
        word: place as u64,
        kind: ELSEWHERE,
    }
}

/// That is the value of the primitive.
fn value(value: Value) -> Answer {
    Answer {
        word: value.bits(),
        kind: VALUE,
    }
}

extern "C" fn deliver(context: *mut Context, value: u64) -> Onward {
    // SAFETY: N1, and machine code gives the bits of a value.
    let (this, result) = unsafe { (&mut *context, Value::from_bits(value)) };
    if this.is_at_end() {
        return end(context, result);
    }
    let returned = quickly(context, |context| {
        let point = context.return_quickly(result);
        point.map(|point| elsewhere(point as usize))
    });
    let point = match returned {
        Some(answer) => answer.word as usize,
        None => attend(context, |_, _| Err(Next::Deliver(result))),
    };
    Onward { point, context }
}

/// Ends the process with a value: what most processes do last.
fn end(context: *mut Context, value: Value) -> Onward {
    // SAFETY: N1.
    let place = unsafe { leave_place(context) };
    let point = match place {
        Succession::Taken(context, point) => {
            let point = point as usize;
            return Onward { point, context };
        }
        Succession::Kept => attend(context, |context, _| {
            Err(Next::Stop(context.over(Stop::Done(value))))
        }),
        Succession::Broken => LEAVE,
    };
    Onward { point, context }
}

extern "C" fn leaf(
    context: *mut Context,
    code: *const Code,
    leaf: usize,
    arguments: u64,
    word: u32,
) -> Answer {
    // Also if it panics.
    let mut kind = ELSEWHERE;
    let answer = attend(context, |context, host| {
        context.stand_at(code, word);
        // SAFETY: machine code names an implementation that its unit is linked with.
        let leaf = unsafe { std::mem::transmute::<usize, Leaf>(leaf) };
        let arguments = Arguments {
            first: arguments as u32,
            count: (arguments >> 32) as u32,
        };
        let result = leaf(context, host, arguments);
        held::look(context);
        match result {
            Ok(value) => {
                kind = VALUE;
                Ok(value.bits() as usize)
            }
            Err(raise) => Err(Next::Fault(raise)),
        }
    });
    Answer {
        word: answer as u64,
        kind,
    }
}

extern "C" fn control(
    context: *mut Context,
    code: *const Code,
    control: usize,
    count: u32,
    word: u32,
) -> Answer {
    let (mut kind, mut waits) = (ELSEWHERE, None);
    let answer = attend(context, |context, host| {
        context.stand_at(code, word);
        // SAFETY: machine code names an implementation that its unit is linked with.
        let control = unsafe { std::mem::transmute::<usize, Control>(control) };
        match begin_primitive(context, host, control, count) {
            Ok(Outcome::Value(value)) => {
                kind = VALUE;
                context.live_slots = LiveSlots::Running;
                Ok(value.bits() as usize)
            }
            Ok(Outcome::Call(count)) => match context.enter_quickly(count) {
                Some(code) => {
                    kind = FUNCTION;
                    context.live_slots = LiveSlots::Running;
                    Ok(code as usize)
                }
                None => Err(Next::Enter(count)),
            },
            outcome => {
                if let Ok(Outcome::Receive { deadline, .. }) = outcome {
                    waits = Some(deadline);
                }
                Err(after_primitive(context, control, count, outcome))
            }
        }
    });
    if let Some(deadline) = waits {
        // SAFETY: N1.
        let given = unsafe { give_place(context, code, (*context).pending, count, word, deadline) };
        if let Some(answer) = given {
            return answer;
        }
    }
    Answer {
        word: answer as u64,
        kind,
    }
}

extern "C" fn capture(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    let entered = quickly(context, |context| context.call_capturing().map(function));
    entered.unwrap_or_else(|| control(context, code, primitive, count, word))
}

extern "C" fn send(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    arguments: u64,
    word: u32,
) -> Answer {
    let first = arguments as u32 as usize;
    // SAFETY: N1: machine code has passed its context on, and waits.
    let (to, message) = unsafe { ((*context).slot(first), (*context).slot(first + 1)) };
    let Some(to) = to.as_pid().filter(|to| to.node == 0) else {
        return leaf(context, code, primitive, arguments, word);
    };
    let mut kind = ELSEWHERE;
    let answer = attend(context, |context, host| {
        context.stand_at(code, word);
        match host.send(context, to, message) {
            Ok(delivery) => {
                kind = VALUE;
                Ok(delivery.if_sent().bits() as usize)
            }
            Err(raise) => Err(Next::Fault(raise)),
        }
    });
    Answer {
        word: answer as u64,
        kind,
    }
}

extern "C" fn receive(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    if count == 1 {
        return look(context, code, primitive, count, word);
    }
    // SAFETY: N1: machine code has passed its context on, and waits.
    if unsafe { (*context).mailbox.is_empty() } {
        return wait_here(context, code, primitive, count, word);
    }
    // Without a call, so that no register is saved.
    match quickly(context, |context| context.mailbox.take_plainly().map(value)) {
        Some(answer) => answer,
        None => control(context, code, primitive, count, word),
    }
}

/// Looks at the oldest message, which stays in the mailbox; the argument is the deadline.
extern "C" fn look(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    // SAFETY: N1: machine code has passed its context on, and waits.
    let this = unsafe { &mut *context };
    this.mailbox.rewind();
    if this.mailbox.is_empty() && this.slot(2) == Value::FALSE {
        return wait_here(context, code, primitive, count, word);
    }
    match quickly(context, |context| context.mailbox.advance().map(value)) {
        Some(answer) => answer,
        None => control(context, code, primitive, count, word),
    }
}

/// The same if the mailbox is empty: another process goes on before anything is asked, since most often
/// nothing has come.
#[inline(never)]
extern "C" fn wait_here(
    context: *mut Context,
    code: *const Code,
    primitive: usize,
    count: u32,
    word: u32,
) -> Answer {
    // SAFETY: machine code names an implementation that its unit is linked with.
    let implementation = unsafe { std::mem::transmute::<usize, Control>(primitive) };
    let pending = Pending::Receive {
        primitive: implementation,
        count,
        stays: count == 1,
    };
    // SAFETY: N1.
    match unsafe { give_place(context, code, pending, count, word, None) } {
        Some(answer) => answer,
        None => control(context, code, primitive, count, word),
    }
}

extern "C" fn note(context: *mut Context, slot: usize) {
    // SAFETY: N1: machine code has passed its context on, and waits.
    let context = unsafe { &mut *context };
    context.heap.note_write(slot);
}
