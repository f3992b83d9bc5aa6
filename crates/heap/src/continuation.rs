//! Views of continuations and of the chunks that hold their frames.
//!
//! ```text
//!   chunk   | header | next | offset | words of frames, youngest first ... |
//!                                      0: return word (a Point P)
//!                                      1 .. P.base - 1: slots P.base - 1 .. 1 of the frame
//!                                      P.base: return word of that frame, and so on
//! ```
//!
//! The frames end at the end of the chunk, or at a return word of kind
//! `Underflow`. What comes below them is in the next chunk, at the offset.

use crate::code::{Point, PointKind, point_at};
use crate::layout::{CHUNK_FIELDS, Kind};
use crate::memory::{load, store};
use crate::object::Object;
use crate::value::Value;

/// The value of `call/cc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Continuation(Object);

impl Continuation {
    #[inline]
    pub fn of(value: Value) -> Option<Continuation> {
        Object::of_kind(value, Kind::Continuation).map(Continuation)
    }

    /// The chunk of its youngest frame, or `#f` if there is nothing more to do.
    pub fn chunk(self) -> Value {
        self.0.field(0)
    }

    /// Word in the chunk's frames at which the youngest frame begins.
    pub fn offset(self) -> usize {
        self.0.word(1) as usize >> 3
    }

    /// The dynamic state.
    pub fn dynamic(self) -> Value {
        self.0.field(2)
    }

    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }
}

/// Frames moved off a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk(Object);

impl Chunk {
    #[inline]
    pub fn of(value: Value) -> Option<Chunk> {
        Object::of_kind(value, Kind::Chunk).map(Chunk)
    }

    #[inline]
    pub fn next(self) -> Value {
        self.0.field(0)
    }

    /// Word in the next chunk's frames at which to go on.
    #[inline]
    pub fn offset(self) -> usize {
        self.0.word(1) as usize >> 3
    }

    /// The words of the frames. Slots that are not live hold nothing of meaning.
    #[inline]
    pub fn words(&self) -> &[Value] {
        self.0.fields(CHUNK_FIELDS)
    }

    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    /// The frames from the one at word `offset` on.
    pub fn frames(self, offset: usize) -> Frames {
        Frames {
            words: self.0.address() + 8 * (1 + CHUNK_FIELDS),
            count: self.0.header().size() - CHUNK_FIELDS,
            position: offset,
        }
    }
}

/// One suspended frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where it goes on.
    pub point: *const Point,
    /// Where its return word pointer (the one to `point`) lies, in words.
    pub offset: usize,
    words: usize,
}

impl Frame {
    fn base(&self) -> usize {
        // SAFETY: C1: a return word of a frame points to a point, which lives with its code.
        unsafe { (*self.point).base as usize }
    }

    /// Where in the chunk's frames its live slots are.
    pub(crate) fn live_offsets(&self) -> impl Iterator<Item = usize> + use<> {
        let (offset, base) = (self.offset, self.base());
        // SAFETY: as in `base`.
        let live = unsafe { (*self.point).live };
        live_slots(live).map(move |slot| offset + base - slot)
    }

    /// The live slots with their values.
    pub fn slots(&self) -> impl Iterator<Item = (usize, Value)> + '_ {
        let base = self.base();
        // SAFETY: as in `base`.
        let live = unsafe { (*self.point).live };
        live_slots(live).map(move |slot| {
            // SAFETY: C1: a live slot lies between the two return words; H1: it is a value.
            let word = unsafe { load(self.words, self.offset + base - slot) };
            (slot, Value::from_word(word))
        })
    }
}

/// The slots of which the bits are set.
pub(crate) fn live_slots(live: [u64; 4]) -> impl Iterator<Item = usize> {
    live.into_iter().enumerate().flat_map(|(index, mut bits)| {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                index * 64 + bit
            })
        })
    })
}

/// Goes through the frames of a chunk, youngest first.
#[derive(Clone, Debug)]
pub struct Frames {
    words: usize,
    count: usize,
    position: usize,
}

impl Iterator for Frames {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if self.position >= self.count {
            return None;
        }
        // SAFETY: the word lies in the chunk and is a return word.
        let point = unsafe { point_at((self.words + 8 * self.position) as *const u64) };
        let base = point.base as usize;
        if point.kind == PointKind::Underflow {
            return None;
        }
        let frame = Frame {
            point,
            offset: self.position,
            words: self.words,
        };
        debug_assert!(base > 0 && self.position + base <= self.count);
        self.position += base.max(1);
        Some(frame)
    }
}

/// What is done to the frames of a stack or a chunk.
pub(crate) trait FrameVisitor {
    /// The value to put in place of a live one.
    fn slot(&mut self, value: Value) -> Value;
    fn point(&mut self, point: *const Point);
}

/// Calls `visit` for each live slot.
#[inline(always)]
pub(crate) fn each_live(live: [u64; 4], mut visit: impl FnMut(usize)) {
    for (index, mut bits) in live.into_iter().enumerate() {
        while bits != 0 {
            visit(index * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Visits the live slots of the frame that point `point` suspends, whose return word is at `fp`.
///
/// # Safety
/// The frame is as described in [`crate::code`], in memory that may be written.
#[inline(always)]
pub(crate) unsafe fn visit_slots(fp: usize, live: [u64; 4], visitor: &mut impl FrameVisitor) {
    each_live(live, |slot| {
        let address = fp - 8 * slot;
        // SAFETY: C1: a live slot lies below the frame's return word; H1: it is a value.
        let old = Value::from_word(unsafe { load(address, 0) });
        let new = visitor.slot(old);
        // SAFETY: the same.
        unsafe { store(address, 0, new.bits()) };
    });
}

/// Visits the `count` words of frames of a chunk at `words`.
///
/// # Safety
/// The words are frames as in the picture above, in memory that may be written.
pub(crate) unsafe fn visit_frames(words: usize, count: usize, visitor: &mut impl FrameVisitor) {
    let frames = Frames {
        words,
        count,
        position: 0,
    };
    for frame in frames {
        visitor.point(frame.point);
        let fp = words + 8 * (frame.offset + frame.base());
        // SAFETY: a return word points to a point.
        let live = unsafe { (*frame.point).live };
        // SAFETY: the frame is in the chunk.
        unsafe { visit_slots(fp, live, visitor) };
    }
}

/// Clears the slots of the frames that are not live, so that every word is a valid value.
///
/// # Safety
/// As for [`visit_frames`].
pub(crate) unsafe fn clear_dead_slots(words: usize, count: usize) {
    let frames = Frames {
        words,
        count,
        position: 0,
    };
    for frame in frames {
        // SAFETY: a return word points to a point.
        let live = unsafe { (*frame.point).live };
        let base = frame.base();
        for slot in 1..base {
            let bits = live.get(slot / 64).copied().unwrap_or(0);
            if bits >> (slot % 64) & 1 == 0 {
                // SAFETY: the slot lies between two return words of the chunk.
                unsafe { store(words, frame.offset + base - slot, 0) };
            }
        }
    }
}
