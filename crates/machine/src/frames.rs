//! The frames of a process with the values in them, for a debugger.
//!
//! Of the variables only parameters have names in the debug section, and a slot that
//! is used again means something else, so a name is given only where nothing but
//! the call ever put a value into the slot.

use crate::context::{Context, LiveSlots};
use crate::link::{LinkedUnit, slot_of};
use crate::trace::{TraceLine, point_word, whole_lines_at};
use mound_base::Symbol;
use mound_bytecode::ops::{self, Flow, Op, Operand};
use mound_bytecode::unit::UnitHash;
use mound_heap::Value;
use mound_heap::code::{Code, Point, PointKind};
use mound_heap::continuation::Chunk;
use mound_heap::object::Closure;

/// The slot of the first parameter; before it are the return word and the procedure.
const FIRST_PARAMETER: usize = 2;

/// A frame and what is known of its variables.
#[derive(Clone, Debug)]
pub struct FrameView {
    /// What it is doing: the innermost procedure first, the one to which the frame belongs last. There is
    /// at least one.
    pub lines: Vec<TraceLine>,
    /// The slots that hold values, ascending.
    pub slots: Vec<SlotView>,
}

/// A slot of a frame that holds a value.
#[derive(Clone, Debug)]
pub struct SlotView {
    pub slot: usize,
    /// The parameter that was passed there, if nothing else was ever put into the slot.
    pub name: Option<Symbol>,
    pub value: Value,
}

/// The unit and the function of a closure.
pub fn code_of(closure: Value) -> Option<(UnitHash, u32)> {
    let code = Closure::of(closure)?.code();
    // SAFETY: H1: the code word of a closure is a pointer to live code, and its unit is alive with it.
    unsafe { Some((LinkedUnit::of(&*code).hash, (*code).function)) }
}

impl Context {
    /// The frames of the process with the values in them, youngest first, at most `limit`.
    /// The values are good until the process runs or collects.
    pub fn frames(&self, limit: usize) -> Vec<FrameView> {
        let mut frames = Vec::new();
        if self.live_slots == LiveSlots::Running && !self.code.is_null() {
            // SAFETY: M1: `pc` lies in the instructions of `code`.
            let word = unsafe { self.pc.offset_from((*self.code).instructions.as_ptr()) } as usize;
            // SAFETY: M1.
            let code = unsafe { &*self.code };
            let live = crate::context::live_at(code, word);
            let slots = live_slots(live).map(|slot| (slot, self.slot(slot)));
            frames.push(view(code, word as u32, slots));
        }
        let mut fp = self.fp;
        while frames.len() < limit {
            // SAFETY: M1: slot 0 of each frame is a pointer to a live point.
            let point = unsafe { &*(self.heap.return_word(fp) as *const Point) };
            if point.kind == PointKind::Underflow {
                break;
            }
            // SAFETY: C1: the caller's frame begins `base` words above.
            fp = unsafe { fp.add(point.base as usize) };
            let slots = live_slots(point.live).map(|slot| {
                // SAFETY: C1, H1: a live slot lies in the caller's frame and holds a value.
                (slot, unsafe { Value::from_bits(*fp.sub(slot)) })
            });
            // SAFETY: only underflow points have no code.
            let code = unsafe { &*point.code };
            frames.push(view(code, point_word(point), slots));
        }
        let mut next = (self.rest, self.rest_offset);
        while let Some(chunk) = Chunk::of(next.0) {
            for frame in chunk.frames(next.1) {
                if frames.len() >= limit {
                    return frames;
                }
                // SAFETY: H1: points in chunks are pointers to live points, and those have code.
                let (point, code) = unsafe { (&*frame.point, &*(*frame.point).code) };
                frames.push(view(code, point_word(point), frame.slots()));
            }
            next = (chunk.next(), chunk.offset());
        }
        frames
    }
}

fn live_slots(live: [u64; 4]) -> impl Iterator<Item = usize> {
    (0..256).filter(move |slot| live[slot / 64] >> (slot % 64) & 1 == 1)
}

fn view(code: &Code, word: u32, slots: impl Iterator<Item = (usize, Value)>) -> FrameView {
    // SAFETY: the unit lives as long as its code, which the caller holds.
    let unit = unsafe { LinkedUnit::of(code) };
    let debug = unit.debug.functions.get(code.function as usize);
    let parameters = debug.map_or(&[][..], |function| &function.parameters);
    let slots = slots.map(|(slot, value)| SlotView {
        slot,
        name: parameters
            .get(slot.wrapping_sub(FIRST_PARAMETER))
            .copied()
            .filter(|_| !is_written(code, slot)),
        value,
    });
    FrameView {
        lines: whole_lines_at(code, word),
        slots: slots.collect(),
    }
}

/// Whether an instruction of the function may put a value into the slot.
fn is_written(code: &Code, slot: usize) -> bool {
    let mut at = 0;
    while at < code.instructions.len() {
        let first = code.instructions[at];
        let Some(op) = Op::from_byte(first as u8) else {
            return true;
        };
        let fields = ops::fields(first);
        let row = op.row();
        let named = usize::from(slot_of(fields.a));
        let written = match (row.a, row.flow) {
            (Operand::Write, _) => named == slot,
            // The result of a call, and the frame that was there before.
            (_, Flow::Call) => named <= slot,
            _ => false,
        };
        if written {
            return true;
        }
        at += crate::context::instruction_words(code, at, op).max(1);
    }
    false
}
