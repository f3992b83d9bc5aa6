//! The emitter for AArch64.
//!
//! ```text
//!   x19  fp     frame of the running procedure      x16, x17   for an instruction or a stub
//!   x20  hp     next free word of the heap          x15        for the assembler
//!   x21  fuel   x22  the context                    x0 - x14   slots of the frame, see [`crate::state`]
//! ```
//!
//! How code is entered (all with the pinned registers set):
//!
//! - a function by its `Code`: arguments in their slots, the code in x16; slot 1 has the
//!   procedure if it has free values;
//! - a function by a known call: arguments in registers ([`ARGUMENTS`]), the further ones in their slots;
//! - a point: `fp` is the frame above, whose slot 0 is the point, and the result is in [`RESULT`].
//!
//! The native stack holds what [`stubs`] stored there and nothing else. x30 is free
//! but for the way back from a stub. Of the registers of doubles d0 and d1 are used within
//! an instruction, and d2 to d5 within a block ([`crate::emit::unboxed`]); x18 and x23 to x29 are not touched.
//!
//! It does what `x64` does, instruction by instruction; where the two could
//! differ in what a program sees, the interpreter decides. What is the same for
//! both is in [`crate::emit`].

mod arithmetic;
pub mod assembler;
mod basics;
pub mod caches;
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
pub const FP: Reg = X19;
/// The heap pointer.
pub const HP: Reg = X20;
pub const FUEL: Reg = X21;
/// The context.
pub const CONTEXT: Reg = X22;
/// For the inside of an instruction.
pub const SCRATCH: Reg = X16;
/// For the inside of an instruction, and the code for stubs.
pub const SCRATCH_2: Reg = X17;
/// The same; the assembler uses it too, for large numbers and far distances.
pub const SCRATCH_3: Reg = X15;
/// Where a procedure leaves its result.
pub const RESULT: Reg = X0;
/// Where a known call puts its first arguments.
pub const ARGUMENTS: [Reg; 6] = [X0, X1, X2, X3, X4, X5];
/// What can hold slots.
pub const ALLOCATABLE: [Reg; 15] = [
    X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14,
];

/// Registers that slots may occupy where several ways meet; the others are for what comes between.
pub const KEPT_MAX: u32 = 11;

/// Where slot `slot` of the running frame is.
pub fn slot_at(slot: u8) -> Mem {
    Mem(FP, -8 * i32::from(slot))
}
