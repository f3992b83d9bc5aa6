//! Computations that ended in an error which nobody handled, for whoever types forms: each is kept, and
//! can go on from where it stopped. What of them is shown is the matter of the REPL.
//!
//! Invariants:
//!
//! - **K1**: what is kept is a continuation of this process, whose youngest frame stands at a point of
//!   one of three kinds: *fault*, the instruction that raised; *return*, a call whose value is missing;
//!   *resume*, the beginning of a block at which it was interrupted.
//! - **K2**: an instruction that raised has done nothing yet, so that it can be executed again, as one
//!   that is unfinished is (`unfinished.rs`).
//! - **K3**: a number is given once, so that nobody goes on with another computation than was meant.

use crate::access as object;
use crate::condition::{ConditionKind, Raise};
use crate::context::{Context, Pending, instruction_words};
use crate::host::Outcome;
use crate::link::slot_of;
use mound_bytecode::ops::{self, Flow, Op, Operand};
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::continuation::Chunk;
use std::sync::atomic::{AtomicU64, Ordering};

/// Computations that a process keeps; the oldest goes first.
pub const KEPT_MAX: usize = 10;

/// K3.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A computation that can go on, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    pub number: u64,
    /// What stopped it can be done again.
    pub again: bool,
    /// It can have a value in the place of what stopped it.
    pub instead: bool,
}

/// How it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoOn {
    /// By doing again what failed, or what was interrupted.
    Again,
    /// With a value in the place of what failed.
    Instead(Value),
}

/// Those of a process that keeps them.
#[derive(Default)]
pub(crate) struct Stacks {
    entries: Vec<Entry>,
    /// The youngest, until somebody has asked for it.
    latest: Option<Kept>,
}

struct Entry {
    number: u64,
    continuation: Value,
    /// What an interrupted one had as the value of its last call.
    result: Value,
}

impl Stacks {
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries
            .iter_mut()
            .flat_map(|entry| [&mut entry.continuation, &mut entry.result])
    }
}

/// What is missing where a computation stopped.
enum Missing {
    /// The value of a call.
    Result,
    /// Nothing: it was interrupted.
    Nothing,
    /// The effect of the instruction at this word, and perhaps a value in a slot.
    Instruction { slot: Option<usize>, after: usize },
    /// The same of one whose value is that of the frame.
    Tail,
}

impl Context {
    /// From now on, errors that nobody handles keep their computation.
    pub fn keep_stacks(&mut self) {
        self.rare().stacks.get_or_insert_default();
    }

    /// Keeps the computation below the frame of the control primitive that is running, if the process
    /// keeps such. For want of memory it is not kept.
    pub fn keep_stack(&mut self) {
        let keeps = |rare: &crate::context::Rare| rare.stacks.is_some();
        if !self.rare.as_deref().is_some_and(keeps) {
            return;
        }
        if let Ok(continuation) = self.capture() {
            self.note_stack(continuation, Value::UNSPECIFIED);
        }
    }

    /// Keeps the running computation, which is interrupted; the process has nothing to do then. One that
    /// waits is not kept.
    pub fn keep_running_stack(&mut self) {
        if !matches!(self.pending, Pending::Run) {
            return;
        }
        self.push_resume_frame();
        // Until it has other work, a process whose stack was moved away has nothing to do.
        self.pending = Pending::Deliver;
        if let Ok(continuation) = self.capture() {
            let result = self.slot(2);
            self.note_stack(continuation, result);
        }
    }

    fn note_stack(&mut self, continuation: Value, result: Value) {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let Some(missing) = missing(continuation) else {
            return;
        };
        let Some(stacks) = self.rare().stacks.as_mut() else {
            return;
        };
        if stacks.entries.len() == KEPT_MAX {
            stacks.entries.remove(0);
        }
        stacks.entries.push(Entry {
            number,
            continuation,
            result,
        });
        stacks.latest = Some(Kept {
            number,
            again: !matches!(missing, Missing::Result),
            instead: !matches!(
                missing,
                Missing::Nothing | Missing::Instruction { slot: None, .. }
            ),
        });
    }

    /// The computation that was kept last, for who asks first.
    pub fn take_kept(&mut self) -> Option<Kept> {
        self.rare.as_mut()?.stacks.as_mut()?.latest.take()
    }

    /// Forgets all of them: their memory is gone.
    pub(crate) fn drop_stacks(&mut self) {
        if let Some(rare) = &mut self.rare
            && let Some(stacks) = &mut rare.stacks
        {
            *stacks = Stacks::default();
        }
    }

    /// Forgets the computation with this number.
    pub fn forget_kept(&mut self, number: u64) {
        if let Some(rare) = &mut self.rare
            && let Some(stacks) = &mut rare.stacks
        {
            stacks.entries.retain(|entry| entry.number != number);
        }
    }

    /// Goes on with a kept computation, in the place of the one that runs: for a control primitive. It is
    /// not kept any more then.
    pub fn go_on(&mut self, number: u64, how: GoOn) -> Result<Outcome, Raise> {
        let stacks = self.rare.as_ref().and_then(|rare| rare.stacks.as_ref());
        let entry = stacks.and_then(|stacks| {
            let entry = stacks.entries.iter().find(|entry| entry.number == number)?;
            Some((entry.continuation, entry.result))
        });
        let known = entry.and_then(|(continuation, result)| {
            Some((continuation, result, missing(continuation)?))
        });
        let Some((continuation, result, missing)) = known else {
            return Err(self.refuse_to_go_on("this computation is not kept any more"));
        };
        match (missing, how) {
            (Missing::Result, GoOn::Again) => {
                Err(self.refuse_to_go_on("a call of `raise` cannot be tried again"))
            }
            (Missing::Nothing, GoOn::Instead(_)) => {
                Err(self.refuse_to_go_on("what was interrupted takes no value"))
            }
            (Missing::Instruction { slot: None, .. }, GoOn::Instead(_)) => {
                Err(self.refuse_to_go_on("what failed here has no value"))
            }
            (Missing::Result, GoOn::Instead(value)) => {
                self.forget_kept(number);
                self.throw_to(continuation, value).map(Outcome::Throw)
            }
            (Missing::Nothing, GoOn::Again) => {
                self.forget_kept(number);
                self.throw_to(continuation, result).map(Outcome::Throw)
            }
            (Missing::Tail, GoOn::Instead(value)) => {
                self.forget_kept(number);
                let value = self.throw_to(continuation, value)?;
                self.drop_youngest();
                Ok(Outcome::Throw(value))
            }
            (Missing::Instruction { slot, after }, GoOn::Instead(value)) => {
                self.forget_kept(number);
                let value = self.stand_at_fault(continuation, value)?;
                if let Some(slot) = slot {
                    self.set_slot(slot, value);
                }
                // SAFETY: M1: `after` is the word of the next instruction of the function.
                self.pc = unsafe { (*self.code).instructions.as_ptr().add(after) };
                Ok(Outcome::GoOn)
            }
            (Missing::Instruction { .. } | Missing::Tail, GoOn::Again) => {
                self.forget_kept(number);
                self.stand_at_fault(continuation, Value::UNSPECIFIED)?;
                Ok(Outcome::GoOn)
            }
        }
    }

    /// The continuation of the computation with this number.
    pub(crate) fn kept(&self, number: u64) -> Option<Value> {
        let stacks = self.rare.as_ref()?.stacks.as_ref()?;
        let entry = stacks.entries.iter().find(|entry| entry.number == number)?;
        Some(entry.continuation)
    }

    pub(crate) fn refuse_to_go_on(&mut self, why: &str) -> Raise {
        self.condition(ConditionKind::Error, Some("go-on"), why, &[])
    }
}

/// What is missing at the youngest frame of a continuation; `None` if it has no frame.
fn missing(continuation: Value) -> Option<Missing> {
    let (chunk, offset, _) = object::continuation_parts(continuation)?;
    let word = *Chunk::of(chunk)?.words().get(offset)?;
    // SAFETY: H1: the first word of a frame in a chunk is a pointer to a live point.
    let point = unsafe { &*(word.bits() as *const Point) };
    match point.kind {
        PointKind::Underflow => None,
        PointKind::Return => Some(Missing::Result),
        PointKind::Resume => Some(Missing::Nothing),
        // SAFETY: C1: the point of an instruction has a function, which lives as long.
        PointKind::Fault => missing_at(unsafe { &*point.code }, point.start as usize),
    }
}

/// The same of the instruction at `word`.
fn missing_at(code: &Code, word: usize) -> Option<Missing> {
    let first = *code.instructions.get(word)?;
    let op = Op::from_byte(first as u8)?;
    let row = op.row();
    let slot = usize::from(slot_of(ops::fields(first).a));
    let after = word + instruction_words(code, word, op);
    Some(match (row.flow, row.a) {
        (Flow::Tail, _) => Missing::Tail,
        (Flow::Call, _) | (Flow::Next, Operand::Write) => Missing::Instruction {
            slot: Some(slot),
            after,
        },
        // Its effect is left out: `set-car`, or the variable that `set!` does not find.
        (Flow::Next, _) => Missing::Instruction { slot: None, after },
        (Flow::Branch | Flow::Jump | Flow::Return, _) => Missing::Instruction { slot: None, after },
    })
}
