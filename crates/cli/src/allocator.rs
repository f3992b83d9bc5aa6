//! The allocator of the program, how long it keeps what was freed, and giving that back to the system.
//!
//! Knows nothing of processes and their budget, which counts what is in use.

use std::ffi::{c_int, c_long};

/// Many small, short-lived blocks from several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    fn options_have_the_numbers_by_which_they_are_set() {
        // What they are in `mimalloc.h`, if nobody has set them: no other option has both.
        let usual = [PURGE_DELAY, ARENA_PURGE_MULT].map(|option| mi_option_get(option));
        assert_eq!(usual, [10, 10]);
        keep_for_a_while();
        let kept = [PURGE_DELAY, ARENA_PURGE_MULT].map(|option| mi_option_get(option));
        assert_eq!(kept, [KEPT_MILLISECONDS, KEPT_FOR_ALL]);
    }
}
