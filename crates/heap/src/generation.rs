//! The old memory of a process that has much to keep.
//!
//! ```text
//!   block                              regions
//!    | young objects ->   <- frames |   | old objects ->        |   | old objects ... |
//!    +------------------------------+   +-----------------------+   +-----------------+
//!         |                  ^                  start   top  end
//!         |                  watermark: frames above it hold no pointers into the block
//!         +--- a minor collection moves what lives to the last region
//! ```
//!
//! A process whose live data fit into a small block has no generations: each
//! collection copies all of it. When they do not, what survives goes to regions of
//! old memory, and the block stays where it is and is empty after each collection.
//! A *minor* collection finds what lives in the block from the registers, the frames
//! below the watermark, the slots in the store buffer, and the large objects that
//! are new. A *major* one copies all there is; it comes when old memory has doubled.
//!
//! Invariants:
//! - O1. After a collection no slot, register or object holds a pointer into the
//!   block, if there is old memory.
//! - O2. Frames above the watermark have not run since the last collection.

use crate::code::{Point, PointKind, point_at};
use crate::heap::Heap;
use crate::memory::{load, store};
use crate::notes::Notes;
use crate::policy::{FRAMES_BELOW_IN_ZEAL, NUMBERS};
use std::sync::atomic::AtomicUsize;

/// See the top of this file.
#[derive(Debug, Default)]
pub(crate) struct Generation {
    /// The last one is being filled.
    pub(crate) regions: Vec<OldRegion>,
    /// The store buffer: slots outside the block that may hold pointers into it (B1).
    pub(crate) noted: Notes,
    /// Large objects made since the last collection.
    pub(crate) fresh: Vec<usize>,
    /// Without one, its address is 0; machine code reads that.
    pub(crate) watermark: Watermark,
    /// Words of objects in the regions.
    pub(crate) words: usize,
    /// Words at which the next major collection is due.
    pub(crate) major_at: usize,
    /// Words for young objects, as far as was found out: see [`crate::collect`].
    pub(crate) nursery: usize,
    /// Words of young objects since the last major collection.
    pub(crate) allocated: usize,
}

/// Memory whose owner is the table of handles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OldRegion {
    pub(crate) start: usize,
    /// Address of its next free word.
    pub(crate) top: usize,
    pub(crate) end: usize,
}

impl OldRegion {
    pub(crate) fn free_words(&self) -> usize {
        (self.end - self.top) / 8
    }
}

/// The frame whose return word was replaced.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watermark {
    /// Address of the return word.
    pub(crate) address: usize,
    /// What stood there.
    word: u64,
}

/// Stands in the place of the return word of the frame at the watermark. It looks
/// like the bottom of a stack, so that whoever returns there asks what to do.
pub static WATERMARK: Point = Point {
    code: std::ptr::null(),
    resume: std::ptr::null(),
    base: 0,
    block: 0,
    start: 0,
    slots: 0,
    kind: PointKind::Underflow,
    keeps_result: false,
    live: [0; 4],
    native: AtomicUsize::new(0),
};

impl Generation {
    /// Notes a slot.
    pub(crate) fn note(&mut self, slot: usize) {
        // There are not so many young objects, or hardly: the same slot may have been written
        // again and again.
        let many = NUMBERS.notes_sorted(self.nursery);
        self.noted.push(slot, many);
    }

    /// Forgets what was noted: nothing young is left.
    pub(crate) fn clear_notes(&mut self) {
        self.noted.clear(NUMBERS.notes_kept);
        self.fresh.clear();
    }
}

impl Heap {
    /// The return word of the frame at `fp`: a pointer to a point. Whoever goes
    /// through the frames of a stack reads them with this.
    #[inline]
    pub fn return_word(&self, fp: *const u64) -> u64 {
        // SAFETY: `fp` leads to the return word of a frame.
        let word = unsafe { load(fp as usize, 0) };
        match self.watermark() {
            Some(mark) if mark.address == fp as usize => mark.word,
            _ => word,
        }
    }

    fn watermark(&self) -> Option<Watermark> {
        let mark = self.generation.as_ref()?.watermark;
        (mark.address != 0).then_some(mark)
    }

    fn set_watermark(&mut self, watermark: Option<Watermark>) {
        if let Some(generation) = &mut self.generation {
            generation.watermark = watermark.unwrap_or_default();
        }
    }

    /// To be called when something returns to a bottom of the stack at `fp`. Whether
    /// it is none, but the watermark: then it was moved up, and the frame returns as
    /// its return word says.
    #[inline]
    pub fn pass_watermark(&mut self, fp: *mut u64) -> bool {
        match self.watermark() {
            Some(mark) => self.pass(mark, fp),
            None => false,
        }
    }

    fn pass(&mut self, mark: Watermark, fp: *mut u64) -> bool {
        if mark.address != fp as usize {
            return false;
        }
        self.lift_watermark();
        self.place_watermark(fp);
        true
    }

    /// Puts the return word at the watermark back: all frames are looked at by the
    /// next collection.
    pub fn lift_watermark(&mut self) {
        if let Some(mark) = self.watermark() {
            // SAFETY: O2: the frame is still there, and its return word was this.
            unsafe { store(mark.address, 0, mark.word) };
            self.set_watermark(None);
        }
    }

    /// The frames are gone.
    pub fn drop_watermark(&mut self) {
        self.set_watermark(None);
    }

    /// Marks the stack whose running frame is at `fp`, some frames up. All frames above
    /// that one hold no pointers into the block (O1).
    pub(crate) fn place_watermark(&mut self, fp: *mut u64) {
        let below = if self.has_zeal() {
            FRAMES_BELOW_IN_ZEAL
        } else {
            NUMBERS.frames_below
        };
        if self.generation.is_none() {
            return;
        }
        debug_assert!(self.watermark().is_none());
        let mut address = fp as usize;
        for _ in 0..below {
            // SAFETY: as described in `code`: the bottom one leads to a point of kind `Underflow`.
            let point = unsafe { point_at(address as *const u64) };
            if point.kind == PointKind::Underflow {
                return;
            }
            address += 8 * point.base as usize;
        }
        // SAFETY: as above.
        let point = unsafe { point_at(address as *const u64) };
        if point.kind == PointKind::Underflow {
            return;
        }
        let word = std::ptr::from_ref(point) as u64;
        // SAFETY: the stack is this process's own.
        unsafe { store(address, 0, &raw const WATERMARK as u64) };
        self.set_watermark(Some(Watermark { address, word }));
    }

    /// The stack has moved by so many bytes.
    pub(crate) fn shift_watermark(&mut self, by: usize) {
        if let Some(mark) = self.watermark() {
            let address = mark.address.wrapping_add(by);
            self.set_watermark(Some(Watermark { address, ..mark }));
        }
    }
}
