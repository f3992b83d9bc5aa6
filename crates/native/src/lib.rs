//! Machine code for the processor at hand, made from verified bytecode in one pass.
//!
//! ```text
//!   Code, linked  -> flow      blocks, ways into them, loops
//!                 -> emit      blocks and registers, calls, cold code
//!                 -> x64, a64  what each processor has of its own: instructions, stubs, ways to do things
//!                 -> check     looks at what was made, before it can run
//!                 -> listing   text for people, if they ask for it
//!                 -> arena     memory that is executed here and written there
//! ```
//!
//! A function is compiled when it is first called. Its frames are those of the
//! interpreter, word by word, and what is rare is left to the interpreter; so the two
//! call each other freely and agree in results, conditions and fuel. How the machine
//! and machine code meet is in [`mound_machine::native`].
//!
//! Does not decide slots or live sets: the bytecode does. Does not link or verify:
//! it trusts linked code (L1, L2).
//!
//! Start reading at `x64.rs`, then `emit.rs`.

// Tests of this crate and those beside it share a file.
#[cfg(test)]
extern crate self as mound_native;
#[cfg(test)]
#[path = "../tests/support/flows.rs"]
mod generator;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;

#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
mod a64;
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod allocations;
mod arena;
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod check;
mod compiler;
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod emit;
mod facts;
mod fault;
mod flow;
mod listing;
#[cfg(all(
    test,
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod sabotage;
mod state;
mod stubs;
mod temporaries;
mod unit;
#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod workspace;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod x64;

#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
use a64 as processor;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use x64 as processor;

pub use compiler::{Choice, IS_KNOWN_HERE, Report, list, start};
pub use listing::Line;
