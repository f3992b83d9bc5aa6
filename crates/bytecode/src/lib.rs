//! Units of code: what is compiled, verified, hashed, stored and shipped.
//!
//! Knows nothing of the heap, of processes or of machine code: the compiler and
//! the run time meet in this crate and nowhere else. Start reading at [`ops`],
//! then [`unit`].

#![forbid(unsafe_code)]

pub mod ops;
pub mod primitives;
pub mod unit;
