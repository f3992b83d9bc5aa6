//! Units of code: what is compiled, verified, hashed, stored and shipped.
//!
//! Knows nothing of the heap, of processes or of machine code: the compiler and
//! the run time meet in this crate and nowhere else. Start reading at [`ops`],
//! then [`mod@unit`], then the rules in [`verify`].
//!
//! ```text
//!   text  --asm-->  Unit  --encode-->  bytes  --decode-->  Unit  --verify-->  may be linked
//!         <-disasm-       --hash---->  identity
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod asm;
pub mod decode;
pub mod disasm;
pub mod encode;
pub mod error;
pub mod hash;
pub mod instruction;
pub mod integer;
pub mod limits;
pub mod ops;
pub mod primitives;
mod reader;
pub mod slots;
pub mod sort;
pub mod unit;
pub mod verify;

pub use error::{DecodeError, VerifyError};
pub use slots::SlotSet;
pub use unit::{Unit, UnitHash};
