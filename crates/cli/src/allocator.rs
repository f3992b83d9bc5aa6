//! The allocator of the program, how long it keeps what was freed, and giving that back to the system.
//!
//! Where the system has no memory, whoever can do without is told so: a process of Scheme that wants
//! much gets a condition. For what cannot be done without, small things of the node itself, the
//! program says what is wrong and ends, with the status of a node that could not be started.
//!
//! Knows nothing of processes. Their budget counts what is in use, and says whether that is so much that
//! what is freed has to be given back at once.

use crate::run::STATUS_NODE;
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ffi::{c_int, c_long, c_void};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// For many small, short-lived blocks from several threads.
struct Allocator;

// SAFETY: it is the allocator that it asks; a null pointer is what a failure is.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as required of the caller.
        let memory = unsafe { MiMalloc.alloc(layout) };
        found(memory, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as required of the caller.
        let memory = unsafe { MiMalloc.alloc_zeroed(layout) };
        found(memory, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.size() >= LARGE_BYTES && size > layout.size() && mound_engine::is_memory_scarce()
        {
            // SAFETY: as required of the caller.
            return unsafe { self.move_to_larger(memory, layout, size) };
        }
        // SAFETY: as required of the caller.
        let memory = unsafe { MiMalloc.realloc(memory, layout, size) };
        found(memory, size)
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if layout.size() >= LARGE_BYTES && mound_engine::is_memory_scarce() {
            give_back_pages(memory as usize, layout.size());
            note_freed(layout.size());
        }
        // SAFETY: as required of the caller.
        unsafe { MiMalloc.dealloc(memory, layout) }
    }
}

impl Allocator {
    /// Moves a block to a larger one, so that the pages of the old one are given back.
    ///
    /// # Safety
    /// As for [`GlobalAlloc::realloc`], with a larger size.
    unsafe fn move_to_larger(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: with the alignment of the block that is there, and a size that is not zero and was not
        // refused to the caller.
        let larger = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !larger.is_null() {
            // SAFETY: the new block is another one, and larger; the old one is of this allocator.
            unsafe {
                std::ptr::copy_nonoverlapping(memory, larger, layout.size());
                self.dealloc(memory, layout);
            }
        }
        larger
    }
}

/// What is at least as large is given back at once where memory is scarce. Threads free what others have
/// allocated, which would stay until these allocate again, and what dies in a second can be more than
/// all that may live.
const LARGE_BYTES: usize = 1 << 16;

/// Where memory is scarce a thread gives back all that is free in its own memory, whenever it has freed so many large
/// bytes. What other threads have freed there would else stay until it allocates such blocks again: under different
/// loads in turn, the most of each added up to three times what all may take.
const GIVEN_BACK_AFTER: usize = 32 << 20;

thread_local! {
    /// Large bytes that were freed since.
    static FREED: Cell<usize> = const { Cell::new(0) };
}

fn note_freed(bytes: usize) {
    let freed = FREED.get() + bytes;
    let is_much = freed >= GIVEN_BACK_AFTER;
    FREED.set(if is_much { 0 } else { freed });
    if is_much {
        mi_collect(true);
    }
}

/// A page of the system, or a multiple of it.
#[cfg(target_os = "linux")]
const PAGE_BYTES: usize = if cfg!(target_arch = "x86_64") {
    1 << 12
} else {
    1 << 16
};

/// Gives the pages to the system that lie in memory which nobody will read before it writes there.
#[cfg(target_os = "linux")]
fn give_back_pages(address: usize, bytes: usize) {
    const MADV_DONTNEED: c_int = 4;
    // SAFETY: as `sys/mman.h` declares it.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    let start = address.next_multiple_of(PAGE_BYTES);
    let end = (address + bytes) / PAGE_BYTES * PAGE_BYTES;
    if start < end {
        // SAFETY: the pages are private memory, within a block that is being freed. If the system does
        // not take them, they stay.
        unsafe { madvise(start as *mut c_void, end - start, MADV_DONTNEED) };
    }
}

#[cfg(not(target_os = "linux"))]
fn give_back_pages(_: usize, _: usize) {}

/// What was allocated, unless that is nothing and nobody can do without it.
#[inline]
fn found(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() && !mound_engine::may_do_without_memory() {
        end_without_memory(bytes);
    }
    memory
}

// SAFETY: as POSIX says.
unsafe extern "C" {
    fn write(descriptor: c_int, bytes: *const c_void, count: usize) -> isize;
    safe fn _exit(status: c_int) -> !;
}

/// Says that the system has no memory, without memory for that, and ends the program.
#[cold]
fn end_without_memory(bytes: usize) -> ! {
    let mut digits = [0; 20];
    let parts = [
        "error: the system has no more memory for the node (",
        decimal(bytes, &mut digits),
        " bytes were wanted); where addresses are limited (`ulimit -v`), it needs more of them\n",
    ];
    for part in parts {
        // SAFETY: these are the bytes of a string that lives. If nobody can be told, nobody is.
        unsafe { write(2, part.as_ptr().cast(), part.len()) };
    }
    _exit(STATUS_NODE)
}

fn decimal(mut number: usize, digits: &mut [u8; 20]) -> &str {
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    std::str::from_utf8(&digits[first..]).unwrap_or_default()
}

// SAFETY: as `mimalloc.h` declares it: `void mi_collect(bool force)`, for any thread at any time.
unsafe extern "C" {
    /// Takes in what other threads have freed of the memory of this one, and gives back to the
    /// system the pages that are empty, at once if `force`.
    safe fn mi_collect(force: bool);
    /// `void mi_option_set(mi_option_t option, long value)`: for the allocations to come.
    safe fn mi_option_set(option: c_int, value: c_long);
}

/// Numbers of `mi_option_t` in `mimalloc.h`.
const PURGE_DELAY: c_int = 15;
const ARENA_PURGE_MULT: c_int = 24;
/// Milliseconds for which freed pages stay with the thread that has freed them. The usual 10 are less
/// than it takes from one collection of much old memory to the next, which then finds none of the
/// pages that the last one has left, and the system clears others.
const KEPT_MILLISECONDS: c_long = 250;
/// So many times as long, what is large stays for all threads: as long as a scheduler is idle before it
/// gives everything back.
const KEPT_FOR_ALL: c_long = 4;

/// To be called before there are threads: keeps what was freed for long enough to be used again.
pub fn keep_for_a_while() {
    mi_option_set(PURGE_DELAY, KEPT_MILLISECONDS);
    mi_option_set(ARENA_PURGE_MULT, KEPT_FOR_ALL);
}

/// A node that may take less gets small pages only. A large one (2 MiB) is taken whole when a part of it is used, and
/// stays as long as a part is: under attack a node with 300 MB took a hundred more. With much memory they are worth it,
/// since the system clears a large page in less time than many small ones.
const LARGE_PAGES_FROM: u64 = 1 << 30;

/// To be called before there are processes, which may take so many bytes in all. Programs that the node starts have
/// small pages then, too. What the system refuses stays as it is.
#[cfg(target_os = "linux")]
pub fn use_pages_for(limit: Option<u64>) {
    const PR_SET_THP_DISABLE: c_int = 41;
    // SAFETY: as `sys/prctl.h` declares it.
    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
    }
    if limit.is_some_and(|limit| limit < LARGE_PAGES_FROM) {
        let [yes, none]: [std::ffi::c_ulong; 2] = [1, 0];
        // SAFETY: this option takes numbers of that width, and the last three must be zero.
        unsafe { prctl(PR_SET_THP_DISABLE, yes, none, none, none) };
    }
}

#[cfg(not(target_os = "linux"))]
pub fn use_pages_for(_: Option<u64>) {}

/// To be called before there are threads. The C library has an allocator too, which Rust's threads call
/// once each: without this, each takes addresses for 128 MB then, and where they are limited another
/// thread may find none. If it cannot be told, more addresses are needed, and nothing else.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn save_addresses() {
    /// The number of memory pools of the C library, in `malloc.h`.
    const M_ARENA_MAX: c_int = -8;
    // SAFETY: as `malloc.h` declares it.
    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
    // SAFETY: it must not run beside other threads, and there are none.
    unsafe { mallopt(M_ARENA_MAX, 1) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn save_addresses() {}

/// To be called by a thread that has nothing else to do: after much was freed it takes some tens of
/// milliseconds, and some tens of microseconds otherwise. A crowd of processes that has ended would
/// else stay, since each thread frees its own memory only while it allocates.
pub fn give_back() {
    mi_collect(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: as `mimalloc.h` declares it: `long mi_option_get(mi_option_t option)`.
    unsafe extern "C" {
        safe fn mi_option_get(option: c_int) -> c_long;
    }

    #[test]
    fn numbers_are_written_without_memory() {
        for number in [0, 7, 10, 4096, usize::MAX] {
            assert_eq!(decimal(number, &mut [0; 20]), number.to_string());
        }
    }

    #[test]
    fn options_have_the_numbers_by_which_they_are_set() {
        // What they are in `mimalloc.h`, if nobody has set them: no other option has both.
        let usual = [PURGE_DELAY, ARENA_PURGE_MULT].map(|option| mi_option_get(option));
        assert_eq!(usual, [10, 10]);
        keep_for_a_while();
        let kept = [PURGE_DELAY, ARENA_PURGE_MULT].map(|option| mi_option_get(option));
        assert_eq!(kept, [KEPT_MILLISECONDS, KEPT_FOR_ALL]);
    }
}
