//! Text to data and back: the reader and the printer of Scheme source.
//!
//! Knows nothing of macros or of run-time values; the printer of run-time values
//! reuses the token-level parts (`printer`).
//!
//! ```text
//!   text --lexer--> tokens --reader--> Datum --printer--> text
//!            ├ literal (strings, characters, symbols in bars)
//!            └ pieces (tokens and comments, for tools that keep both)
//! ```
//!
//! What the comments of a source document is found without tokens (`documentation`).
//!
//! Reading what [`write()`] wrote gives an equal datum. Neither way recurses by the
//! depth of the data, and both take memory in proportion to their input.
//!
//! Start reading at [`datum`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod characters;
pub mod datum;
pub mod documentation;
mod lexer;
mod literal;
pub mod pieces;
pub mod printer;
pub mod reader;

pub use datum::{Datum, DatumKind};
pub use pieces::{Piece, PieceKind, pieces};
pub use printer::{display, write, write_string};
pub use reader::{NESTING_MAX, ReadError, Reader, read_all};
