//! Telling the processor that code was written.
//!
//! Its caches of data and of instructions do not know of each other, and a core may have
//! fetched what stood at an address before. So, after code was written:
//!
//! ```text
//!   dc cvau   for each line: out of the cache of data, to where instructions come from
//!   ic ivau   for each line: out of the caches of instructions of all cores
//!   dsb, isb  wait for both; forget what this core has fetched
//!   membarrier            makes every thread of this program do an isb as well
//! ```
//!
//! The last is for new code in old memory. A jump that leads to another place after
//! it was changed needs none: the processor executes it as it was or as it is.

use std::arch::asm;

/// Commands of the system call `membarrier`; see its manual page.
const EXPEDITED_SYNC_CORE: libc::c_int = 1 << 5;
const REGISTER_EXPEDITED_SYNC_CORE: libc::c_int = 1 << 6;

fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: the call takes numbers, and touches no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Prepares [`forget_fetched`]; false if the system cannot do it.
pub fn prepare() -> bool {
    membarrier(REGISTER_EXPEDITED_SYNC_CORE) && membarrier(EXPEDITED_SYNC_CORE)
}

/// Lets no thread go on with instructions that it has fetched before.
pub fn forget_fetched() {
    let done = membarrier(EXPEDITED_SYNC_CORE);
    assert!(done, "`prepare` has tried it");
}

/// Makes what was written at `address`, where it is executed, known to the caches.
pub fn publish(address: usize, bytes: usize) {
    let sizes: u64;
    // SAFETY: reads a register that Linux lets programs read.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack, preserves_flags)) };
    // Both as powers of two, in words of four bytes.
    let (instructions, data) = (4usize << (sizes & 15), 4usize << (sizes >> 16 & 15));
    let end = address + bytes;
    for line in (address & !(data - 1)..end).step_by(data) {
        // SAFETY: a line of memory that can be read; its contents stay.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in (address & !(instructions - 1)..end).step_by(instructions) {
        // SAFETY: as above.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}
