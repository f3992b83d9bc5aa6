//! The emitter for x86-64.
//!
//! ```text
//!   rbx  fp     frame of the running procedure      rax, r11   for an instruction or a stub
//!   rbp  hp     next free word of the heap          others     slots of the frame, see [`crate::state`]
//!   r14  fuel   r15  the context
//! ```
//!
//! How code is entered (all with the pinned registers set):
//!
//! - a function by its `Code`: arguments in their slots, the code in rax; slot 1 has the
//!   procedure if it has free values;
//! - a function by a known call: arguments in registers ([`ARGUMENTS`]), the further ones in their slots;
//! - a point: `fp` is the frame above, whose slot 0 is the point, and the result is in [`RESULT`].
//!
//! The native stack holds what [`stubs`] pushed and nothing else, 8 bytes off a multiple of 16.
//! What is the same for every processor is in [`crate::emit`].

mod arithmetic;
pub mod assembler;
mod basics;
mod continuations;
mod flonums;
mod notes;
mod objects;
pub mod reader;
mod stores;
pub mod stubs;
#[cfg(test)]
mod tests;
pub mod variables;

use assembler::*;

pub use arithmetic::is_small;

/// The frame pointer.
pub const FP: Reg = RBX;
/// The heap pointer.
pub const HP: Reg = RBP;
pub const FUEL: Reg = R14;
/// The context.
pub const CONTEXT: Reg = R15;
/// For the inside of an instruction.
pub const SCRATCH: Reg = RAX;
/// For the inside of an instruction, and the code for stubs.
pub const SCRATCH_2: Reg = R11;
/// Where a procedure leaves its result.
pub const RESULT: Reg = RCX;
/// Where a known call puts its first arguments.
pub const ARGUMENTS: [Reg; 6] = [RCX, RDX, RSI, RDI, R8, R9];
/// What can hold slots; the first ones have shorter encodings.
pub const ALLOCATABLE: [Reg; 9] = [RCX, RDX, RSI, RDI, R8, R9, R10, R12, R13];

/// Registers that slots may occupy where several ways meet; the others are for what comes between.
pub const KEPT_MAX: u32 = 7;

/// Where slot `slot` of the running frame is.
pub fn slot_at(slot: u8) -> Mem {
    Mem(FP, -8 * i32::from(slot))
}
