//! How much memory the processes of a node may take in all.
//!
//! Blocks, old memory, large objects and fragments are counted where they are made
//! and freed. Before something of size is made, [`admit`] says whether it fits; what is
//! small is always granted, so that a process which needs little does not suffer from
//! one that takes much. For the same reason the last part of the budget is not for
//! processes that have much already. Nothing is reserved: between the answer and the
//! allocation other threads may get theirs, which is why the budget is to be smaller
//! than what the machine has.
//!
//! One process alone may have a share of it, unless it is given a limit of its own
//! ([`share`]). When there is none left, who holds most of it ends ([`crate::holders`]).
//!
//! There is one budget for the program, since there is one memory: the nodes in a
//! program that embeds several share it.
//!
//! The names of symbols are counted where they are kept, in `mound_base`, and added here.
//!
//! What is counted is what is likely to be touched. Room in a region of old memory
//! that nothing was moved to yet is only a range of addresses, and not counted. What a
//! process has beside its memory, in the machine and the scheduler, is counted with
//! its heap; of a crowd of idle ones that is two thirds.

use crate::heap::{OutOfMemory, Shortage};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, AtomicU64, AtomicUsize, Ordering};

/// Requests below this many bytes are always granted: what a busy process uses as its
/// first block, and too little to be worth the question.
pub(crate) const SMALL_BYTES: usize = 1 << 16;
/// One part in so many of the budget is not for processes that have much.
const KEPT_PARTS: usize = 8;
/// A process that would have more than one part in so many of the budget has much.
const MUCH_PARTS: usize = 64;
/// A process that would have no more than one part in so many of the budget has little.
const LITTLE_PARTS: usize = 1024;
/// So much of the budget may be used beyond it, by those who have little, the more the less they
/// have, and for small things.
const BEYOND_PARTS: usize = 16;
/// When more than one part in so many of the budget is used, what is freed is given back at once.
const SCARCE_PARTS: usize = 8;
/// A thread tells the others when its own count is off by so much.
const BATCH_BYTES: isize = 1 << 16;

/// How large the stack of a process may be that has no limit of its own: eight million frames of four
/// words. A recursion without end reaches it in about a second.
const STACK_BYTES: usize = 256 << 20;

/// What each process has beside its block: its registers, its place with the scheduler, and the
/// handle of the code that it runs. A test of the program `mound` compares it with what the system
/// says.
const PROCESS_BYTES: isize = 704;

/// In bytes.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
/// In bytes, as [`LIMIT`].
static SHARE: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Below zero for a moment at most: a thread that frees what another made may be first to tell.
static USED: AtomicIsize = AtomicIsize::new(0);

/// Of these, what immortal fragments take.
static IMMORTAL: AtomicUsize = AtomicUsize::new(0);

/// What this thread has not told yet. Processes are made and ended so often that
/// their counts must not meet in one place.
struct Untold(Cell<isize>);

impl Drop for Untold {
    fn drop(&mut self) {
        USED.fetch_add(self.0.get(), Ordering::Relaxed);
    }
}

thread_local! {
    static UNTOLD: Untold = const { Untold(Cell::new(0)) };
    /// See [`beyond`].
    static BEYOND: Cell<bool> = const { Cell::new(false) };
}

/// Notes that `bytes` more bytes, or fewer, are in use by a process.
#[inline]
pub fn count(bytes: isize) {
    #[cfg(all(test, not(loom)))]
    tests::count_here(bytes);
    let told = UNTOLD.try_with(|Untold(untold)| {
        let sum = untold.get() + bytes;
        if sum.abs() < BATCH_BYTES {
            untold.set(sum);
        } else {
            untold.set(0);
            USED.fetch_add(sum, Ordering::Relaxed);
        }
    });
    if told.is_err() {
        // The thread is ending.
        USED.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Collections of all processes since the start, for those who watch. One of the smallest takes a hundred times as
/// long as counting it.
static COLLECTIONS: AtomicU64 = AtomicU64::new(0);

/// A process is collected.
#[inline]
pub(crate) fn count_collection() {
    COLLECTIONS.fetch_add(1, Ordering::Relaxed);
}

/// Collections of all processes of the program since it began.
pub fn collections() -> u64 {
    COLLECTIONS.load(Ordering::Relaxed)
}

/// What a process has beside its memory, counted as long as this lives.
#[derive(Debug)]
pub(crate) struct Beside(());

impl Beside {
    #[inline]
    pub(crate) fn new() -> Beside {
        count(PROCESS_BYTES);
        Beside(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        count(-PROCESS_BYTES);
    }
}

/// Memory outside of heaps that is in use for a process, counted as long as this lives.
#[derive(Debug)]
pub struct Scratch(isize);

impl Scratch {
    /// Counts it without asking.
    pub fn new(bytes: usize) -> Scratch {
        let bytes = isize::try_from(bytes).unwrap_or(isize::MAX);
        count(bytes);
        Scratch(bytes)
    }

    /// How much it counts.
    pub fn bytes(&self) -> usize {
        self.0.unsigned_abs()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        count(-self.0);
    }
}

/// Sets how many bytes all processes together may take.
pub fn set_limit(bytes: Option<usize>) {
    LIMIT.store(bytes.unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// How many bytes all processes together may take, if there is a limit.
pub fn limit() -> Option<usize> {
    Some(LIMIT.load(Ordering::Relaxed)).filter(|&limit| limit != usize::MAX)
}

/// Sets how many bytes a process may have that has no limit of its own.
pub fn set_share(bytes: Option<usize>) {
    SHARE.store(bytes.unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// How many bytes a process may have that has no limit of its own, if there is a limit.
pub fn share() -> Option<usize> {
    Some(SHARE.load(Ordering::Relaxed)).filter(|&share| share != usize::MAX)
}

/// How many bytes of that may be stack, if that is less.
pub(crate) fn stack_share() -> Option<usize> {
    share()
        .is_some_and(|share| share > STACK_BYTES)
        .then_some(STACK_BYTES)
}

/// A process with more bytes has much. Without a limit nobody has.
pub(crate) fn much_bytes() -> usize {
    limit().map_or(usize::MAX, |limit| limit / MUCH_PARTS)
}

/// Does something that may go beyond the limit by as much as small things may, since somebody else
/// is ending.
pub fn beyond<T>(action: impl FnOnce() -> T) -> T {
    let before = BEYOND.replace(true);
    let result = action();
    BEYOND.set(before);
    result
}

/// Bytes that all processes together use: exact but for some pages for each thread.
pub fn used() -> usize {
    USED.load(Ordering::Relaxed).max(0) as usize + mound_base::symbol::name_bytes()
}

/// Bytes in use, with what this thread has not told.
pub(crate) fn told_and_untold() -> isize {
    USED.load(Ordering::Relaxed) + UNTOLD.with(|Untold(untold)| untold.get())
}

/// Tells the others what this thread has counted. A thread that ends does so by itself; one that
/// lives on may do it when it has worked.
pub fn tell() {
    // A thread that is ending has told it.
    let _ = UNTOLD.try_with(|Untold(untold)| USED.fetch_add(untold.take(), Ordering::Relaxed));
}

/// Notes bytes that are never given back.
pub(crate) fn count_immortal(bytes: usize) {
    IMMORTAL.fetch_add(bytes, Ordering::Relaxed);
}

/// Bytes in use beside those that are never given back: 0 when no process and no message
/// is left, and the threads have ended that had them. Anything else is a fault in the
/// counting, which would make the budget smaller, or larger, with the time.
pub fn unreturned() -> isize {
    told_and_untold() - IMMORTAL.load(Ordering::Relaxed) as isize
}

/// Bytes that are left.
pub fn room() -> usize {
    LIMIT.load(Ordering::Relaxed).saturating_sub(used())
}

/// Whether a process that has `held` bytes may have `bytes` more.
#[inline]
pub fn admit(bytes: usize, held: usize) -> Result<(), OutOfMemory> {
    match bytes < SMALL_BYTES {
        true => Ok(()),
        false => admit_large(bytes, held),
    }
}

fn admit_large(bytes: usize, held: usize) -> Result<(), OutOfMemory> {
    let limit = LIMIT.load(Ordering::Relaxed);
    let total = held.saturating_add(bytes);
    let allowed = match total {
        _ if BEYOND.get() => limit.saturating_add(limit / BEYOND_PARTS),
        _ if total > limit / MUCH_PARTS => limit - limit / KEPT_PARTS,
        _ if total > limit / LITTLE_PARTS => limit,
        // The less it has, the more: many that grow together must not stop one that does not.
        _ => limit.saturating_add((limit / LITTLE_PARTS - total) * (LITTLE_PARTS / BEYOND_PARTS)),
    };
    if bytes <= allowed.saturating_sub(used()) {
        return Ok(());
    }
    Err(OutOfMemory {
        words_needed: bytes.div_ceil(8),
        shortage: Shortage::Node { limit, held },
    })
}

/// Whether what is left is not for processes that have much.
#[inline]
pub(crate) fn is_tight() -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    used() > limit - limit / KEPT_PARTS
}

/// Whether so much is used that what is freed must not stay with the allocator: it would come on top of
/// what lives.
pub fn is_scarce() -> bool {
    used() > LIMIT.load(Ordering::Relaxed) / SCARCE_PARTS
}

/// Whether a process that has `held` bytes may keep what it was given without being asked.
pub(crate) fn confirm(held: usize) -> Result<(), OutOfMemory> {
    let limit = LIMIT.load(Ordering::Relaxed);
    if held <= limit / MUCH_PARTS || !is_tight() || BEYOND.get() {
        return Ok(());
    }
    Err(OutOfMemory {
        words_needed: 0,
        shortage: Shortage::Node { limit, held },
    })
}

/// Whether not even small things may be made any more: what is small is granted beyond
/// the limit, but not for ever.
#[inline]
pub fn is_exhausted() -> bool {
    let limit = LIMIT.load(Ordering::Relaxed);
    used() > limit.saturating_add(limit / BEYOND_PARTS)
}

#[cfg(all(test, not(loom)))]
pub(crate) mod tests {
    use std::cell::Cell;

    thread_local! {
        /// All that this thread has counted.
        static COUNTED: Cell<isize> = const { Cell::new(0) };
    }

    pub(super) fn count_here(bytes: isize) {
        COUNTED.set(COUNTED.get() + bytes);
    }

    /// What `work` has counted and not given back, all on this thread.
    #[track_caller]
    pub(crate) fn counted_by<T>(work: impl FnOnce() -> T) -> (isize, T) {
        let before = COUNTED.get();
        let result = work();
        (COUNTED.get() - before, result)
    }

    /// All that `work` makes is gone after it.
    #[track_caller]
    pub(crate) fn assert_balanced<T>(work: impl FnOnce() -> T) {
        let (left, ()) = counted_by(|| drop(work()));
        assert_eq!(
            left, 0,
            "bytes are counted that nobody uses, or the other way round"
        );
    }
}
