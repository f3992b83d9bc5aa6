//! The allocator of the program, and giving back to the system what it keeps.
//!
//! Knows nothing of processes and their budget, which counts what is in use.

/// Many small, short-lived blocks from several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// SAFETY: as `mimalloc.h` declares it: `void mi_collect(bool force)`, for any thread at any time.
unsafe extern "C" {
    /// Takes in what other threads have freed of the memory of this one, and gives back to the
    /// system the pages that are empty, at once if `force`.
    safe fn mi_collect(force: bool);
}

/// To be called before there are threads. The C library has an allocator too, which Rust's threads call
/// once each: without this, each takes addresses for 128 MB then, and where they are limited another
/// thread may find none. If it cannot be told, more addresses are needed, and nothing else.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn save_addresses() {
    use std::ffi::c_int;
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
