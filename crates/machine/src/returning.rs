//! Returning from a frame of a kept computation: what comes after the frame, in the dynamic state in which
//! it was called. What is kept, and how it goes on otherwise, is in `kept.rs`.
//!
//! A continuation has one dynamic state, that of its youngest frame; older frames have none of their own.
//! But what changes the state does so around a call: set, call, set back (`lib/mound/base/control.scm`).
//! So a frame that changed it holds in a slot what it will set back, and the code says in which.
//!
//! ```text
//!   frame 0   error here, state C        left
//!   frame 1   will set back B            left
//!   frame 2   will set back A            left: the oldest of them, so A is what frame 3 has
//!   frame 3   gets the value, state A
//! ```
//!
//! Invariants:
//!
//! - **R1**: the state that a frame is said to set back is a value that its code passes to `%set-dynamic!`
//!   as it stands in the frame now, last on a way to the end of the frame.
//! - **R2**: nothing is left or forgotten here: the result is a continuation like any other, so its winders
//!   are those of the state, and calling it leaves what is not around it.

use crate::condition::Raise;
use crate::context::{Context, DYNAMIC_FIELDS, instruction_words, live_at};
use crate::link::{LinkedUnit, slot_of};
use mound_bytecode::ops::{self, Flow, Op, Operand};
use mound_heap::code::{Code, PointKind};
use mound_heap::continuation::{Chunk, Continuation, Frame};
use mound_heap::object::Vector;
use mound_heap::{Heap, Value};

const SET_DYNAMIC: &str = "%set-dynamic!";

/// Frames that can be left at once: no debugger shows more, and each takes a while.
const LEFT_MAX: usize = 1000;

impl Context {
    /// The continuation of a kept computation without its `frames` youngest frames.
    pub fn kept_continuation(&mut self, number: u64, frames: usize) -> Result<Value, Raise> {
        if frames > LEFT_MAX {
            return Err(self.refuse_to_go_on("only the youngest thousand frames can return"));
        }
        self.reserve(Heap::WORDS_FOR_CONTINUATION)?;
        let kept = self.kept(number).and_then(Continuation::of);
        let Some(kept) = kept else {
            return Err(self.refuse_to_go_on("this computation is not kept any more"));
        };
        let (mut chunk, mut offset, mut state) = (kept.chunk(), kept.offset(), kept.dynamic());
        for _ in 0..frames {
            let view = Chunk::of(chunk);
            let Some((view, frame)) =
                view.and_then(|view| Some((view, view.frames(offset).next()?)))
            else {
                return Err(self.refuse_to_go_on("this computation has no such frame"));
            };
            state = set_back(&frame).unwrap_or(state);
            (chunk, offset) = match view.frames(offset).nth(1) {
                Some(next) => (chunk, next.offset),
                None => (view.next(), view.offset()),
            };
        }
        Ok(self.heap.continuation(chunk, offset, state))
    }
}

/// The dynamic state that a suspended frame will set back before it ends, if it changed the state.
fn set_back(frame: &Frame) -> Option<Value> {
    // SAFETY: H1: points in chunks are pointers to live points, and those have code.
    let (point, code) = unsafe { (&*frame.point, &*(*frame.point).code) };
    let start = point.start as usize;
    let live = match point.kind {
        PointKind::Fault => live_at(code, start),
        _ => point.live,
    };
    let slot = slot_set_back(code, start, live)?;
    let (_, value) = frame.slots().find(|(found, _)| *found == slot)?;
    Vector::of(value)
        .is_some_and(|state| state.len() == DYNAMIC_FIELDS)
        .then_some(value)
}

/// Which slot of the frame each slot still has the value of.
type Held = [Option<u8>; 256];

/// The slot of the frame at `start` whose value is the last to become the dynamic state before the frame
/// ends (R1). Each instruction is looked at once: whichever way leads to it, it sets back the same.
fn slot_set_back(code: &Code, start: usize, live: [u64; 4]) -> Option<usize> {
    // SAFETY: the unit lives as long as its code, which the caller holds.
    let unit = unsafe { LinkedUnit::of(code) };
    let held: Held =
        std::array::from_fn(|slot| (live[slot / 64] >> (slot % 64) & 1 == 1).then_some(slot as u8));
    let mut seen = vec![false; code.instructions.len()];
    let mut ways = vec![(start, held, None)];
    while let Some((mut at, mut held, mut found)) = ways.pop() {
        while seen.get(at) == Some(&false) {
            seen[at] = true;
            let first = code.instructions[at];
            let op = Op::from_byte(first as u8)?;
            let (row, fields) = (op.row(), ops::fields(first));
            let written = usize::from(slot_of(fields.a));
            let is_setting = op == Op::Primitive
                && unit.primitive_name(code.instructions[at + 1]) == SET_DYNAMIC;
            if is_setting {
                found = held[usize::from(slot_of(fields.b))].or(found);
            }
            match row.flow {
                Flow::Return | Flow::Tail => match found {
                    Some(slot) => return Some(slot.into()),
                    None => break,
                },
                Flow::Call => held[written..].fill(None),
                _ if row.a == Operand::Write => {
                    held[written] = match op {
                        Op::Move => held[usize::from(slot_of(fields.b))],
                        _ => None,
                    };
                }
                _ => {}
            }
            if row.w == Operand::Block {
                let target = at.checked_add_signed(code.instructions[at + 1] as i32 as isize)?;
                match row.flow {
                    Flow::Jump => {
                        at = target;
                        continue;
                    }
                    _ => ways.push((target, held, found)),
                }
            }
            at += instruction_words(code, at, op);
        }
    }
    None
}
