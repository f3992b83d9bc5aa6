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

/// To be called by a thread that has nothing else to do: after much was freed it takes some tens of
/// milliseconds, and some tens of microseconds otherwise. A crowd of processes that has ended would
/// else stay, since each thread frees its own memory only while it allocates.
pub fn give_back() {
    mi_collect(true);
}
