//! Memory for machine code.
//!
//! ```text
//!   file in memory    | stubs | piece | piece |  free  | piece | ...
//!                        ^                        ^
//!        mapped once to be executed    and once to be written
//! ```
//!
//! One region for the whole program, so that any code reaches any other with a
//! jump of 32 bits. It costs address space; memory only where there is code.
//!
//! Invariants:
//! - A1. No page is mapped so that it can be written and executed at once.
//! - A2. A piece of code is written in full before anyone knows its address, and
//!   freed when nobody can run it any more. Only [`Arena::patch`] changes one that may be running.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Address space for code, and the limit of what can be compiled.
const REGION_BYTES: usize = 256 << 20;
/// Pieces begin at multiples of this, as loops and entries like it.
const ALIGNMENT: usize = 16;

/// See the top of this file.
pub struct Arena {
    executable: usize,
    writable: usize,
    free: Mutex<FreeList>,
}

/// What is free: holes by their beginnings, and all from `end` on.
#[derive(Default)]
struct FreeList {
    holes: std::collections::BTreeMap<usize, usize>,
    end: usize,
}

impl FreeList {
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
        (start + bytes <= REGION_BYTES).then(|| {
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
        // SAFETY: a name that ends in zero, and no other memory.
        let file = unsafe { libc::memfd_create(c"mound-code".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return None;
        }
        let map = |protection: i32| {
            // SAFETY: a new mapping, wherever there is room for it.
            let address = unsafe {
                let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
                libc::mmap(
                    std::ptr::null_mut(),
                    REGION_BYTES,
                    protection,
                    flags,
                    file,
                    0,
                )
            };
            (address != libc::MAP_FAILED).then_some(address as usize)
        };
        // SAFETY: the file is this function's.
        let sized = unsafe { libc::ftruncate(file, REGION_BYTES as libc::off_t) } == 0;
        let writable = sized
            .then(|| map(libc::PROT_READ | libc::PROT_WRITE))
            .flatten();
        let executable = writable.and_then(|_| map(libc::PROT_READ | libc::PROT_EXEC));
        // SAFETY: as above; mappings outlive the descriptor.
        unsafe { libc::close(file) };
        if let (Some(writable), None) = (writable, executable) {
            // SAFETY: mapped above, and nobody knows it.
            unsafe { libc::munmap(writable as *mut libc::c_void, REGION_BYTES) };
        }
        Some(Arena {
            executable: executable?,
            writable: writable?,
            free: Mutex::default(),
        })
    }

    /// Room for code; `None` if there is no more. Write it before anyone may run it.
    pub fn reserve(&self, bytes: usize) -> Option<Piece> {
        let bytes = bytes.max(1).next_multiple_of(ALIGNMENT);
        let start = self.lock().take(bytes)?;
        Some(Piece { start, bytes })
    }

    /// Fills a piece that nobody runs.
    pub fn fill(&self, piece: &mut Piece, code: &[u8]) {
        assert!(code.len() <= piece.bytes, "the piece was reserved for it");
        let target = (self.writable + piece.start) as *mut u8;
        // SAFETY: A2: the bytes are the piece's, which the caller alone has.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), target, code.len()) };
    }

    /// Makes the jump whose distance stands at `address`, in a piece that lives, lead to `target`.
    pub fn patch(&self, address: usize, target: usize) {
        let offset = address - self.executable;
        assert!(address.is_multiple_of(4) && offset + 4 <= REGION_BYTES);
        let distance = target.wrapping_sub(address + 4) as u32;
        let word = (self.writable + offset) as *const AtomicU32;
        // SAFETY: A2: aligned, in the region, and whoever runs the jump meanwhile reads it before or after.
        unsafe { (*word).store(distance, Ordering::Release) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_grow_together_and_are_used_again() {
        let mut free = FreeList::default();
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
        assert_eq!(free.take(REGION_BYTES), None);
    }

    #[test]
    fn no_page_can_be_written_and_executed() {
        let Some(arena) = Arena::get() else {
            return;
        };
        let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux has it");
        let ours: Vec<&str> = maps
            .lines()
            .filter(|line| line.contains("mound-code"))
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
        if !cfg!(target_arch = "x86_64") {
            return;
        }
        let mut piece = arena.reserve(6).expect("there is room");
        // mov eax, 42; ret
        arena.fill(&mut piece, &[0xb8, 42, 0, 0, 0, 0xc3]);
        // SAFETY: the piece holds a function without arguments.
        let function: extern "C" fn() -> u32 = unsafe { std::mem::transmute(piece.address()) };
        assert_eq!(function(), 42);
    }
}
