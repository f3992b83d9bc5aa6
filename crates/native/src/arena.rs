//! Memory for machine code.
//!
//! ```text
//!   file in memory    | stubs | piece | piece |  free  | piece | ...
//!                        ^                        ^
//!        mapped once to be executed    and once to be written
//! ```
//!
//! One region for the whole program, so that any code reaches any other with one
//! jump. It costs address space, and is smaller where that is limited; memory only
//! where there is code. What each processor must be told when code was written is in
//! [`processor`].
//!
//! Invariants:
//! - A1. No page is mapped so that it can be written and executed at once.
//! - A2. A piece of code is written in full before anyone knows its address, and
//!   freed when nobody can run it any more. Only [`Arena::patch`] changes one that may be running.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Address space for code, and the limit of what can be compiled: as far as a jump reaches.
const REGION_BYTES_MAX: usize = if cfg!(target_arch = "aarch64") {
    128 << 20
} else {
    256 << 20
};
/// A smaller region would hold too little code to be worth it.
const REGION_BYTES_MIN: usize = 4 << 20;
/// Of a limited range of addresses the region takes one part in so many, twice.
const ADDRESSES_PARTS: usize = 32;
/// Memory is taken from the system in parts of this size.
const READY_BYTES: usize = 1 << 16;
/// Pieces begin at multiples of this, as loops and entries like it.
const ALIGNMENT: usize = 16;

/// See the top of this file.
pub struct Arena {
    executable: usize,
    writable: usize,
    /// Bytes of the region.
    bytes: usize,
    /// The file, if pages must be mapped anew for what was written to be seen.
    renewed: Option<i32>,
    free: Mutex<FreeList>,
}

/// What is free: holes by their beginnings, and all from `end` up to `limit`.
struct FreeList {
    holes: std::collections::BTreeMap<usize, usize>,
    end: usize,
    limit: usize,
    /// Up to here the system was asked for memory: see [`Arena::make_ready`].
    ready: usize,
}

impl FreeList {
    fn new(limit: usize) -> FreeList {
        FreeList {
            holes: std::collections::BTreeMap::new(),
            end: 0,
            limit,
            ready: 0,
        }
    }

    fn take(&mut self, bytes: usize) -> Option<usize> {
        let found = self.holes.iter().find(|(_, size)| **size >= bytes);
        if let Some((&start, &size)) = found {
            self.holes.remove(&start);
            if size > bytes {
                self.holes.insert(start + bytes, size - bytes);
            }
            return Some(start);
        }
        let start = self.end;
        (start + bytes <= self.limit).then(|| {
            self.end += bytes;
            start
        })
    }

    fn give_back(&mut self, mut start: usize, mut bytes: usize) {
        if let Some((&before, &size)) = self.holes.range(..start).next_back()
            && before + size == start
        {
            self.holes.remove(&before);
            (start, bytes) = (before, size + bytes);
        }
        if let Some(size) = self.holes.remove(&(start + bytes)) {
            bytes += size;
        }
        if start + bytes == self.end {
            self.end = start;
        } else {
            self.holes.insert(start, bytes);
        }
    }
}

/// Code in the arena; freed when it is dropped.
#[derive(Debug)]
pub struct Piece {
    start: usize,
    bytes: usize,
}

impl Piece {
    /// Where it runs.
    pub fn address(&self) -> usize {
        Arena::get().map_or(0, |arena| arena.executable + self.start)
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        if let Some(arena) = Arena::get() {
            arena.lock().give_back(self.start, self.bytes);
        }
    }
}

impl Arena {
    /// The arena, if this machine lets programs have machine code.
    pub fn get() -> Option<&'static Arena> {
        static ARENA: OnceLock<Option<Arena>> = OnceLock::new();
        ARENA.get_or_init(Arena::map).as_ref()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FreeList> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Maps the region twice.
    fn map() -> Option<Arena> {
        if !processor::prepare() {
            return None;
        }
        if maps_for_perf() {
            let arena = sizes().find_map(Arena::map_without_file);
            if let Some(arena) = arena.filter(Arena::changes_are_seen) {
                return Some(arena);
            }
        }
        // SAFETY: a name that ends in zero, and no other memory.
        let file = unsafe { libc::memfd_create(c"mound-code".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return None;
        }
        let arena = sizes().find_map(|bytes| Arena::map_file(file, bytes));
        if arena.as_ref().is_none_or(|arena| arena.renewed.is_none()) {
            // SAFETY: the file is this function's; mappings outlive the descriptor.
            unsafe { libc::close(file) };
        }
        arena
    }

    /// Memory that shows no file in the list of mappings: `perf` looks for names of code nowhere
    /// but there.
    fn map_without_file(bytes: usize) -> Option<Arena> {
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping.
        let writable = unsafe { libc::mmap(std::ptr::null_mut(), bytes, WRITE, flags, -1, 0) };
        if writable == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: mapped above; of shared memory, an old size of 0 asks for a second mapping.
        let again = unsafe { libc::mremap(writable, 0, bytes, libc::MREMAP_MAYMOVE) };
        let mapped = again != libc::MAP_FAILED;
        // SAFETY: mapped just now, and nobody knows it.
        if !mapped || unsafe { libc::mprotect(again, bytes, EXECUTE) } != 0 {
            for address in [writable, again].iter().take(1 + usize::from(mapped)) {
                // SAFETY: as above.
                unsafe { libc::munmap(*address, bytes) };
            }
            return None;
        }
        Some(Arena {
            executable: again as usize,
            writable: writable as usize,
            bytes,
            renewed: None,
            free: Mutex::new(FreeList::new(bytes)),
        })
    }

    fn map_file(file: i32, bytes: usize) -> Option<Arena> {
        // SAFETY: the file is the caller's.
        let sized = unsafe { libc::ftruncate(file, bytes as libc::off_t) } == 0;
        let map = |protection| map(file, protection, None, 0, bytes);
        let writable = sized.then(|| map(WRITE)).flatten();
        let executable = writable.and_then(|_| map(EXECUTE));
        if let (Some(writable), None) = (writable, executable) {
            // SAFETY: mapped above, and nobody knows it.
            unsafe { libc::munmap(writable as *mut libc::c_void, bytes) };
        }
        let mut arena = Arena {
            executable: executable?,
            writable: writable?,
            bytes,
            renewed: None,
            free: Mutex::new(FreeList::new(bytes)),
        };
        if !arena.changes_are_seen() {
            arena.renewed = Some(file);
            if !arena.changes_are_seen() {
                return None;
            }
        }
        Some(arena)
    }

    /// Whether code that was changed is executed as it is now. Emulators of processors may keep what
    /// they made of it, if it was changed through the other mapping.
    fn changes_are_seen(&self) -> bool {
        processor::ANSWERS.iter().all(|(code, answer)| {
            // SAFETY: A2: nobody else has the region yet, and the code is a function without arguments.
            unsafe {
                self.copy(0, code);
                self.publish(0, code.len());
                let function: extern "C" fn() -> u32 = std::mem::transmute(self.executable);
                function() == *answer
            }
        })
    }

    /// Copies code to its place.
    ///
    /// # Safety
    /// A2: the bytes from `start` on are the caller's.
    unsafe fn copy(&self, start: usize, code: &[u8]) {
        let target = (self.writable + start) as *mut u8;
        // SAFETY: as the caller says.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), target, code.len()) };
    }

    /// Lets the processor know that code was written.
    fn publish(&self, start: usize, bytes: usize) {
        processor::publish(self.executable + start, bytes);
        let Some(file) = self.renewed else { return };
        let page = 1 << 16;
        let first = start / page * page;
        let end = (start + bytes).next_multiple_of(page).min(self.bytes);
        let place = Some(self.executable + first);
        // If it fails the pages are as they were; and it was tried when the arena was made.
        let _ = map(file, EXECUTE, place, first, end - first);
    }

    /// Room for code; `None` if there is no more. Write it before anyone may run it.
    pub fn reserve(&self, bytes: usize) -> Option<Piece> {
        let bytes = bytes.max(1).next_multiple_of(ALIGNMENT);
        let mut free = self.lock();
        let start = free.take(bytes)?;
        self.make_ready(&mut free, start + bytes);
        Some(Piece { start, bytes })
    }

    /// Asks the system for memory up to `end` and somewhat more. It would give each page when it is
    /// first written, and find it once more when it is first executed: for many at once that is
    /// several times faster.
    fn make_ready(&self, free: &mut FreeList, end: usize) {
        if end > free.ready {
            let begin = free.ready;
            let end = end.next_multiple_of(READY_BYTES).min(free.limit);
            free.ready = end;
            // Linux before 5.14 knows nothing of it: then each page comes when it is written.
            // SAFETY: a part of the region, which is mapped; nothing in it changes.
            let _ = unsafe {
                libc::madvise(
                    (self.writable + begin) as *mut libc::c_void,
                    end - begin,
                    libc::MADV_POPULATE_WRITE,
                )
            };
        }
    }

    /// Fills a piece that nobody runs.
    pub fn fill(&self, piece: &mut Piece, code: &[u8]) {
        assert!(code.len() <= piece.bytes, "the piece was reserved for it");
        // SAFETY: A2: the bytes are the piece's, which the caller alone has.
        unsafe { self.copy(piece.start, code) };
        self.publish(piece.start, code.len());
        processor::forget_fetched();
    }

    /// Makes the jump at `address`, as the assembler named it, in a piece that lives, lead to `target`.
    pub fn patch(&self, address: usize, target: usize) {
        let offset = address - self.executable;
        assert!(address.is_multiple_of(4) && offset + 4 <= self.bytes);
        let jump = processor::jump(address, target);
        let word = (self.writable + offset) as *const AtomicU32;
        // SAFETY: A2: aligned, in the region, and whoever runs the jump meanwhile reads it before or after.
        unsafe { (*word).store(jump, Ordering::Release) };
        self.publish(offset, 4);
    }
}

/// Sizes of the region to be tried, the largest first.
fn sizes() -> impl Iterator<Item = usize> {
    let share = address_limit().map_or(REGION_BYTES_MAX, |limit| limit / ADDRESSES_PARTS);
    let first = share.clamp(REGION_BYTES_MIN, REGION_BYTES_MAX);
    let first = 1 << first.ilog2();
    std::iter::successors(Some(first), |bytes| Some(bytes / 2))
        .take_while(|&bytes| bytes >= REGION_BYTES_MIN)
}

/// How many bytes of addresses this program may have, if that is limited.
fn address_limit() -> Option<usize> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: it writes to the place that it is given.
    let told = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) } == 0;
    let is_limited = told && limit.rlim_cur != libc::RLIM_INFINITY;
    is_limited.then(|| usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX))
}

/// Whether names of code are wanted where `perf` looks for them.
pub fn maps_for_perf() -> bool {
    std::env::var_os("MOUND_PERF_MAP").is_some()
}

const WRITE: i32 = libc::PROT_READ | libc::PROT_WRITE;
const EXECUTE: i32 = libc::PROT_READ | libc::PROT_EXEC;

/// Maps a part of the file: wherever there is room, or at a place where it is mapped already.
fn map(
    file: i32,
    protection: i32,
    place: Option<usize>,
    start: usize,
    bytes: usize,
) -> Option<usize> {
    let fixed = if place.is_some() { libc::MAP_FIXED } else { 0 };
    // SAFETY: a new mapping, or one that takes the place of its like.
    let address = unsafe {
        libc::mmap(
            place.unwrap_or(0) as *mut libc::c_void,
            bytes,
            protection,
            libc::MAP_SHARED | libc::MAP_NORESERVE | fixed,
            file,
            start as libc::off_t,
        )
    };
    (address != libc::MAP_FAILED).then_some(address as usize)
}

/// What depends on the processor.
#[cfg(target_arch = "x86_64")]
mod processor {
    /// Functions that give a number.
    pub const ANSWERS: [(&[u8], u32); 2] = [
        (&[0xb8, 41, 0, 0, 0, 0xc3], 41),
        (&[0xb8, 42, 0, 0, 0, 0xc3], 42),
    ];

    pub fn prepare() -> bool {
        true
    }

    /// Caches know what was written.
    pub fn publish(_: usize, _: usize) {}

    pub fn forget_fetched() {}

    /// What is to stand at `address`, the distance of a jump, for it to lead to `target`.
    pub fn jump(address: usize, target: usize) -> u32 {
        target.wrapping_sub(address + 4) as u32
    }
}

/// What depends on the processor.
#[cfg(target_arch = "aarch64")]
mod processor {
    pub use crate::a64::caches::{forget_fetched, prepare, publish};

    /// Functions that give a number: `mov w0, 41; ret`.
    pub const ANSWERS: [(&[u8], u32); 2] = [
        (&[0x20, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6], 41),
        (&[0x40, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6], 42),
    ];

    /// What is to stand at `address`, a jump, for it to lead to `target`.
    pub fn jump(address: usize, target: usize) -> u32 {
        crate::a64::assembler::jump(target.wrapping_sub(address) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_grow_together_and_are_used_again() {
        let mut free = FreeList::new(1 << 20);
        let places: Vec<usize> = (0..4)
            .map(|_| free.take(32).expect("there is room"))
            .collect();
        assert_eq!(places, [0, 32, 64, 96]);
        free.give_back(32, 32);
        free.give_back(64, 32);
        assert_eq!(free.holes.len(), 1);
        assert_eq!(free.take(64), Some(32));
        free.give_back(96, 32);
        free.give_back(32, 64);
        assert_eq!((free.end, free.holes.len()), (32, 0));
        assert_eq!(free.take(1 << 20), None);
    }

    #[test]
    fn no_page_can_be_written_and_executed() {
        let Some(arena) = Arena::get() else {
            return;
        };
        let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux has it");
        let ours: Vec<&str> = maps
            .lines()
            .filter(|line| line.contains("mound-code") || line.contains("/dev/zero"))
            .collect();
        assert_eq!(ours.len(), 2, "{maps}");
        assert!(ours.iter().any(|line| line.contains(" r-xs ")));
        assert!(ours.iter().any(|line| line.contains(" rw-s ")));
        assert!(!maps.contains("rwx"), "{maps}");
        assert_ne!(arena.executable, arena.writable);
    }

    #[test]
    fn code_that_was_written_runs() {
        let Some(arena) = Arena::get() else {
            return;
        };
        for (code, answer) in processor::ANSWERS {
            // The second is where the first was.
            let mut piece = arena.reserve(code.len()).expect("there is room");
            arena.fill(&mut piece, code);
            // SAFETY: the piece holds a function without arguments.
            let function: extern "C" fn() -> u32 = unsafe { std::mem::transmute(piece.address()) };
            assert_eq!(function(), answer);
        }
    }
}
