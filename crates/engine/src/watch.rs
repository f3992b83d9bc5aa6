//! What somebody who types forms can ask of the process that runs them: to stop, and
//! what the stack was when it did.
//!
//! The process writes here when a piece of work ends; the other side reads then.

use mound_bytecode::unit::UnitHash;
use mound_heap::Value;
use mound_machine::frames::{self, SlotView};
use mound_machine::trace::TraceLine;
use mound_machine::{Context, Kept};
use mound_primitives::print::{Names, print_briefly};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Frames that are kept of a stack.
const FRAMES_MAX: usize = 100;
/// Bytes of the text of one variable.
const VALUE_BYTES_MAX: usize = 300;

/// A frame of a computation that did not end, or a procedure in such a frame: the compiler puts bodies
/// in the place of calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Procedure and place.
    pub line: TraceLine,
    /// Names and values as text. A slot whose variable is not known is called by its number.
    pub variables: Vec<(String, String)>,
    /// Which frame of the stack it is, youngest first from 0, if it can return by itself: `None` for a
    /// procedure that stands in the place of its call, and so in the frame of its caller.
    pub position: Option<usize>,
}

/// Between the process and who watches it.
#[derive(Default)]
pub struct Watch {
    interrupt: AtomicBool,
    allocated_words: AtomicU64,
    frames: Mutex<Vec<Frame>>,
    kept: Mutex<Option<Kept>>,
    code: Mutex<Option<(UnitHash, u32)>>,
}

impl Watch {
    /// Asks for the end of the running piece of work.
    pub fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Release);
    }

    /// Whether the end was asked for; the question is then forgotten.
    pub fn take_interrupt(&self) -> bool {
        self.interrupt.swap(false, Ordering::AcqRel)
    }

    pub fn note_allocation(&self, words: u64) {
        self.allocated_words.store(words, Ordering::Release);
    }

    /// Words allocated up to the end of the last piece of work.
    pub fn allocated_words(&self) -> u64 {
        self.allocated_words.load(Ordering::Acquire)
    }

    pub fn note_value(&self, value: Value) {
        *lock(&self.code) = frames::code_of(value);
    }

    /// Unit and function of the last value, if that was a procedure.
    pub fn take_code(&self) -> Option<(UnitHash, u32)> {
        lock(&self.code).take()
    }

    pub fn note_frames(&self, context: &Context, names: &dyn Names) {
        let views = context.frames(FRAMES_MAX).into_iter();
        let frames = views.enumerate().flat_map(|(position, view)| {
            let variables: Vec<_> = view.slots.iter().map(|slot| shown(slot, names)).collect();
            let last = view.lines.len().saturating_sub(1);
            let lines = view.lines.into_iter().enumerate();
            // What signals an error is no frame that the programmer knows.
            let meant = lines.filter(|(_, line)| !mound_machine::trace::is_plumbing(line));
            let frames = meant.map(|(index, line)| Frame {
                line,
                variables: variables.clone(),
                position: (index == last).then_some(position),
            });
            frames.collect::<Vec<_>>()
        });
        *lock(&self.frames) = frames.collect();
    }

    pub fn note_kept(&self, kept: Option<Kept>) {
        *lock(&self.kept) = kept;
    }

    /// The computation that the last error or interruption left, if it can go on.
    pub fn take_kept(&self) -> Option<Kept> {
        lock(&self.kept).take()
    }

    /// The stack at the last error or interruption, youngest frame first.
    pub fn take_frames(&self) -> Vec<Frame> {
        std::mem::take(&mut *lock(&self.frames))
    }
}

/// The name of a slot, and its value as text.
fn shown(slot: &SlotView, names: &dyn Names) -> (String, String) {
    let name = slot
        .name
        .map_or_else(|| format!("slot {}", slot.slot), |name| name.to_string());
    (name, print_briefly(slot.value, names, VALUE_BYTES_MAX))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
