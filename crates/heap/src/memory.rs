//! Raw words: loads, stores and owned regions of memory.
//!
//! Knows nothing of values.

use crate::budget;
use crate::heap::OutOfMemory;
use std::alloc::Layout;
use std::cell::Cell;
use std::ptr::NonNull;

/// Word `index` of the memory at `address`.
///
/// # Safety
/// The word is initialised and lies in memory that lives.
#[inline(always)]
pub(crate) unsafe fn load(address: usize, index: usize) -> u64 {
    // SAFETY: as required of the caller.
    unsafe { *(address as *const u64).wrapping_add(index) }
}

/// Writes word `index` of the memory at `address`.
///
/// # Safety
/// The word lies in memory that lives and that nobody else reads (H2).
#[inline(always)]
pub(crate) unsafe fn store(address: usize, index: usize, word: u64) {
    // SAFETY: as required of the caller.
    unsafe { *(address as *mut u64).wrapping_add(index) = word }
}

/// Both words of the pair at `address`.
///
/// # Safety
/// As for [`load`], of two words.
#[inline(always)]
pub(crate) unsafe fn load_pair(address: usize) -> [u64; 2] {
    // SAFETY: as required of the caller.
    unsafe { *(address as *const [u64; 2]) }
}

/// Writes both words of the pair at `address`.
///
/// # Safety
/// As for [`store`], of two words.
#[inline(always)]
pub(crate) unsafe fn store_pair(address: usize, words: [u64; 2]) {
    // SAFETY: as required of the caller.
    unsafe { *(address as *mut [u64; 2]) = words }
}

/// Memory of its own, freed when dropped.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) start: NonNull<u64>,
    pub(crate) words: usize,
    /// Words that count as used ([`budget`]).
    counted: usize,
}

impl Region {
    /// Memory of `words` words, not initialised, for a process that has `held` words.
    pub(crate) fn new(words: usize, held: usize) -> Result<Region, OutOfMemory> {
        Region::partly(words, words, held)
    }

    /// As [`Region::new`], for memory of which only `counted` words are likely to be used.
    pub(crate) fn partly(words: usize, counted: usize, held: usize) -> Result<Region, OutOfMemory> {
        budget::admit(counted.saturating_mul(8), held.saturating_mul(8))?;
        let start = allocate(words).ok_or(OutOfMemory::of_machine(words))?;
        Ok(Region::counting(start, words, counted))
    }

    /// As [`Region::new`], without being asked: for memory in whose place other memory is freed
    /// before anything else happens.
    pub(crate) fn in_place_of(words: usize) -> Result<Region, OutOfMemory> {
        let start = allocate(words).ok_or(OutOfMemory::of_machine(words))?;
        Ok(Region::counting(start, words, words))
    }

    /// As [`Region::new`], for few words; without memory for them the program ends, as
    /// everywhere in Rust.
    pub(crate) fn must(words: usize) -> Region {
        let start = insist(Layout::array::<u64>(words.max(1)).unwrap_or(Layout::new::<u64>()));
        Region::counting(start, words, words)
    }

    /// As [`Region::must`], with zeros. The operating system has zeros at hand, so that even much of
    /// it costs little before it is used.
    pub(crate) fn must_with_zeros(words: usize) -> Region {
        let layout = Layout::array::<u64>(words.max(1)).unwrap_or(Layout::new::<u64>());
        // SAFETY: the layout is not empty.
        match NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) }) {
            Some(start) => Region::counting(start.cast(), words, words),
            None => std::alloc::handle_alloc_error(layout),
        }
    }

    fn counting(start: NonNull<u64>, words: usize, counted: usize) -> Region {
        let mut region = Region {
            start,
            words,
            counted: 0,
        };
        region.recount(counted);
        region
    }

    /// Says that `words` words are used, and no more until it is said again.
    pub(crate) fn recount(&mut self, words: usize) {
        budget::count(8 * (words as isize - self.counted as isize));
        self.counted = words;
    }

    pub(crate) fn start(&self) -> usize {
        self.start.as_ptr() as usize
    }

    pub(crate) fn end(&self) -> usize {
        self.start() + self.words * 8
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    pub(crate) fn contains(&self, address: usize) -> bool {
        address.wrapping_sub(self.start()) < 8 * self.words
    }

    /// Overwrites everything, so that a use after the end shows.
    pub(crate) fn poison(&mut self) {
        for index in 0..self.words {
            let word = self.start.as_ptr().wrapping_add(index);
            // SAFETY: the region owns these words.
            unsafe { word.write(POISON) };
        }
    }
}

/// Looks like a pointer to an object, far from any memory.
pub(crate) const POISON: u64 = 0x7a7a_7a7a_7a7a_7a7a;

thread_local! {
    static DOES_WITHOUT: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is just asking for memory that it can do without: then an allocator that has
/// none says so, and must not end the program.
pub fn may_do_without_memory() -> bool {
    DOES_WITHOUT.try_with(Cell::get).unwrap_or(false)
}

/// Asks for memory in a way that may fail.
pub(crate) fn asking<T>(ask: impl FnOnce() -> T) -> T {
    // A thread that is ending has no more to ask for than it must have.
    let _ = DOES_WITHOUT.try_with(|flag| flag.set(true));
    let answer = ask();
    let _ = DOES_WITHOUT.try_with(|flag| flag.set(false));
    answer
}

/// Memory of `words` words, not initialised, if there is any.
fn allocate(words: usize) -> Option<NonNull<u64>> {
    let layout = Layout::array::<u64>(words.max(1)).ok()?;
    // SAFETY: the layout is not empty.
    let memory = asking(|| unsafe { std::alloc::alloc(layout) });
    Some(NonNull::new(memory)?.cast())
}

/// Memory that cannot be done without; if there is none, the program ends.
pub(crate) fn insist<T>(layout: Layout) -> NonNull<T> {
    debug_assert!(layout.size() > 0);
    // SAFETY: the layout is not empty.
    let memory = unsafe { std::alloc::alloc(layout) };
    match NonNull::new(memory) {
        Some(memory) => memory.cast(),
        None => std::alloc::handle_alloc_error(layout),
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        self.recount(0);
        if let Ok(layout) = Layout::array::<u64>(self.words.max(1)) {
            // SAFETY: allocated in `new` with the same layout.
            unsafe { std::alloc::dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

// SAFETY: a region is plain memory with one owner.
unsafe impl Send for Region {}
