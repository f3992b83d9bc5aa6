//! The buffers in which copies grow ([`crate::copy`]).
//!
//! They belong to the thread and are used again and again, so that a small copy
//! allocates only its result. What the words mean is not known here.

use crate::budget;
use crate::copy::place;
use crate::fragment::FragmentRef;
use crate::heap::OutOfMemory;
use crate::memory::{self, store};
use crate::value::{RELATIVE, Value};
use mound_base::SymbolRef;
use std::cell::Cell;

/// Buffers kept by each thread, so that small copies allocate only their result. In a box, as they
/// are taken and given back for each copy.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) words: Vec<u64>,
    /// The fragments it points into; to be taken by whoever takes the copy.
    pub(crate) edges: Vec<FragmentRef>,
    /// The counted symbols in it, once each; to be taken in the same way.
    pub(crate) symbols: Vec<SymbolRef>,
    /// Where objects were copied from, and their first words.
    pub(crate) log: Vec<(usize, u64)>,
    /// Some of the words are bytes or limbs: not all can be taken for values.
    pub(crate) raw: bool,
}

/// Words of buffer that a thread keeps (256 KiB).
const BUFFER_WORDS_KEPT: usize = 1 << 15;

thread_local! {
    static BUFFERS: Cell<Option<Box<Buffers>>> = const { Cell::new(None) };
}

impl Buffers {
    /// The buffers of this thread, empty.
    #[inline]
    pub(crate) fn take() -> Box<Buffers> {
        BUFFERS.take().unwrap_or_default()
    }

    /// Makes room for so many words more and one object more, for a process that has
    /// `held` words. The finished copy will take as much again.
    #[cold]
    pub(crate) fn grow(&mut self, words: usize, held: usize) -> Result<(), OutOfMemory> {
        let wanted = (self.words.len() + words).max(2 * self.words.len());
        budget::admit(16 * wanted, 8 * held)?;
        let reserved = memory::asking(|| {
            self.words.try_reserve(words)?;
            self.log.try_reserve(1)
        });
        reserved.map_err(|_| OutOfMemory::of_machine(wanted))
    }

    /// Whether so many words and one object have room.
    #[inline(always)]
    pub(crate) fn has_room(&self, words: usize) -> bool {
        self.words.capacity() - self.words.len() >= words && self.log.len() < self.log.capacity()
    }

    /// Where pairs can be written, if there is room for one.
    #[inline(always)]
    pub(crate) fn pairs(&mut self) -> Option<PairWriter> {
        let (words, objects) = (self.words.len(), self.log.len());
        let (left, log_left) = (self.words.capacity() - words, self.log.capacity() - objects);
        let room = log_left.min(left / 2);
        (room > 0).then(|| PairWriter {
            // SAFETY: both lie in the buffers, or at their ends.
            word: unsafe { self.words.as_mut_ptr().add(words) },
            // SAFETY: as above.
            entry: unsafe { self.log.as_mut_ptr().add(objects) },
            next: RELATIVE | (8 * words as u64),
            room,
        })
    }

    /// Adds what a writer has written.
    ///
    /// # Safety
    /// It is the last that was made, and nothing was added otherwise.
    #[inline(always)]
    pub(crate) unsafe fn wrote(&mut self, writer: PairWriter) {
        // SAFETY: as required of the caller: it writes to these buffers.
        let words = unsafe { writer.word.offset_from(self.words.as_ptr()) };
        // SAFETY: all before the place of the writer is initialised.
        unsafe { self.words.set_len(words as usize) };
        // SAFETY: as above.
        let objects = unsafe { writer.entry.offset_from(self.log.as_ptr()) };
        // SAFETY: as above.
        unsafe { self.log.set_len(objects as usize) };
    }

    /// Gives them back.
    #[inline]
    pub(crate) fn keep(mut self: Box<Self>) {
        if self.words.capacity() <= BUFFER_WORDS_KEPT && self.log.capacity() <= BUFFER_WORDS_KEPT {
            self.words.clear();
            self.edges.clear();
            self.symbols.clear();
            self.log.clear();
            self.raw = false;
            BUFFERS.set(Some(self));
        }
    }

    /// Whether there are bytes or limbs among the words.
    #[inline]
    pub(crate) fn has_bytes(&self) -> bool {
        self.raw
    }

    /// Writes the finished copy to its place at `base`, for one process, which gives identity
    /// hashes when they are asked for.
    ///
    /// # Safety
    /// `base` has room for the words.
    #[inline]
    pub(crate) unsafe fn place(&self, base: usize) {
        if self.raw {
            // SAFETY: as required of the caller; a copier has made the words.
            return unsafe { place(&self.words, base, None) };
        }
        for (index, &word) in self.words.iter().enumerate() {
            // SAFETY: as required of the caller. Headers are no pointers.
            unsafe { store(base, index, Value::from_word(word).rebased(base).bits()) };
        }
    }
}

/// Adds pairs to buffers, one after another, without asking for room each time.
pub(crate) struct PairWriter {
    word: *mut u64,
    entry: *mut (usize, u64),
    /// Where the next pair will be, relative.
    next: u64,
    /// Pairs for which there is room.
    room: usize,
}

impl PairWriter {
    #[inline(always)]
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Adds a pair that was copied from `address`, where `car` was.
    ///
    /// # Safety
    /// It is not full, and the buffers are as they were when it was made.
    #[inline(always)]
    pub(crate) unsafe fn push(&mut self, car: u64, cdr: u64, address: usize) {
        // SAFETY: as required of the caller.
        unsafe { self.word.cast::<[u64; 2]>().write([car, cdr]) };
        // SAFETY: as required of the caller.
        unsafe { self.entry.write((address, car)) };
        (self.word, self.entry) = (self.word.wrapping_add(2), self.entry.wrapping_add(1));
        self.next += 16;
        self.room -= 1;
    }
}
