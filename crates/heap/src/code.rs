//! Linked code, as far as memory is concerned: what closures and frames point to.
//!
//! A [`Code`] is a function of a linked unit. A [`Point`] is a place in it where
//! a frame can be suspended: the return word of a frame is a pointer to the
//! point where its caller goes on. Both are immutable (but for where their
//! machine code is), live in the unit's fragment and never move, so their addresses can stand in frames and closures
//! as raw words. They are a cache: on the wire and in hashes a point is
//! (unit hash, function, block).
//!
//! ```text
//!   a stack, older frames at higher addresses
//!
//!   fp ->    | return word: Point P   |   slot 0 of the running frame
//!            | ...                    |   its slots 1, 2, ... lie below fp
//!
//!   and above fp:
//!            | slot P.base - 1 of F   |   F is the caller, P.code its function
//!            | ...                    |
//!            | slot 1 of F            |
//!   fp_F ->  | return word of F       |   fp_F = fp + P.base words
//! ```
//!
//! Invariants:
//! - C1. `live` names only slots in `1..base`.
//! - C2. The bottom of every stack is the one [`Point`] of kind `Underflow`.

use std::sync::atomic::{AtomicPtr, AtomicUsize};

/// Calls with fewer arguments find their clause at once.
pub const EXACT_CLAUSES: usize = 4;

/// A function that can be run.
#[repr(C)]
#[derive(Debug)]
pub struct Code {
    /// The fragment that owns this code; set once the fragment stands.
    pub fragment: AtomicPtr<crate::fragment::Fragment>,
    /// Index in the unit.
    pub function: u32,
    pub required: u32,
    /// `required` if no other number of arguments will do, else `u32::MAX`: the one test of a usual call.
    pub exact_arity: u32,
    pub free_count: u32,
    /// Slots of the frame, slot 0 included.
    pub slots: u32,
    pub rest: bool,
    /// Whether a function of the same unit calls it by name.
    pub is_named: bool,
    /// For `case-lambda`: functions of the same unit to choose from, and no instructions.
    pub clauses: Box<[u32]>,
    /// For `case-lambda`: from here to the clause that takes just so many arguments, in bytes; 0 if there
    /// is none, or if an earlier one makes a list of the rest. For the stub of calls; the clauses say all.
    pub exact_clauses: [isize; EXACT_CLAUSES],
    /// Words of instructions, operands resolved for the machine.
    pub instructions: Box<[u32]>,
    /// First instruction word of each block.
    pub blocks: Box<[u32]>,
    /// What the machine keeps for the unit (constants, references, primitives); owned by the fragment.
    pub unit: AtomicPtr<()>,
    /// One for each block: to return or resume there.
    pub points: Box<[Point]>,
    /// Address of the machine code that is called with exactly `exact_arity` arguments, or of
    /// what stands in for it; of no meaning where there is no machine code at all.
    pub native: AtomicUsize,
}

/// A place where a frame can be suspended.
#[repr(C, align(8))]
#[derive(Debug)]
pub struct Point {
    pub code: *const Code,
    /// Address of the instruction at which the frame goes on: word `start` of the code.
    pub resume: *const u32,
    /// Distance in words from the frame's return word to the return word of the frame above it.
    pub base: u32,
    /// Block at which the frame goes on.
    pub block: u32,
    /// Instruction word at which the frame goes on.
    pub start: u32,
    /// Slots of the frame that goes on, as in its code: beside the rest of what a return needs.
    pub slots: u16,
    pub kind: PointKind,
    /// Whether the block declares slot `base` (the result of the call) live.
    pub keeps_result: bool,
    /// Bitmap of live slots below `base`: bit n is slot n.
    pub live: [u64; 4],
    /// Address of the machine code that goes on here, or of what stands in for it.
    pub native: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PointKind {
    /// After a call: the result goes to slot `base`.
    Return,
    /// The start of a block that is no return point: a result is dropped.
    Resume,
    /// An instruction that raised; the frame is kept for the stack trace and never goes on.
    Fault,
    /// Bottom of a stack.
    Underflow,
}

// SAFETY: C1, C2: a point is immutable after linking, and the code it names lives in the same fragment.
unsafe impl Send for Point {}
// SAFETY: as for Send; what is written later is atomic.
unsafe impl Sync for Point {}

// Nothing but words, so that finding one by its number is cheap.
const _: () = assert!(size_of::<Point>() == 72);

/// The point that the return word at `fp` leads to.
///
/// # Safety
/// `fp` is the return word of a frame, in a stack or a chunk, and the function of the frame is alive.
#[inline(always)]
pub unsafe fn point_at<'a>(fp: *const u64) -> &'a Point {
    // SAFETY: as required of the caller.
    let word = unsafe { *fp };
    // SAFETY: as required of the caller; return words are pointers to points, which live with their code.
    unsafe { &*(word as *const Point) }
}
