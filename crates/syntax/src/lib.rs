//! Text to data and back: the reader and the printer of Scheme source.
//!
//! Knows nothing of macros or of run-time values; the printer of run-time values
//! reuses the token-level parts (`printer`). Start reading at [`datum`].

#![forbid(unsafe_code)]

pub mod datum;

pub use datum::{Datum, DatumKind};
