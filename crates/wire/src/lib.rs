//! Scheme values as bytes, for the way between nodes.
//!
//! ```text
//!   value --encode--> | version | hashes of units | the value, depth first | --decode--> value
//! ```
//!
//! Sharing and cycles survive. Code is not sent: closures and frames name units
//! by hash, and [`units_needed`] tells a receiver which ones before it decodes.
//! Does not fetch units, and does not send anything.
//!
//! Invariants:
//! - W1. Bytes are canonical: one graph has one encoding in each [`Mode`], whatever its
//!   addresses, and bytes that are accepted are the encoding of what they decode to.
//! - W2. Foreign bytes never panic, never use the native stack by their depth, and
//!   never allocate more than [`Limits`] and a constant factor of their length allow.
//! - W3. What is decoded is safe to run: frames and closures fit their functions
//!   (the rules are in the header of [`mod@decode`]).
//! - W4. Private memory keeps what is frozen, and nothing frozen leads to what is not
//!   (H8 of `heap`), whoever wrote the bytes.
//!
//! The format is specified in `docs/spec/values.md`.
//! Start reading at `format`, then [`mod@encode`], [`mod@decode`].
#![forbid(unsafe_code)]

pub mod decode;
pub mod encode;
pub mod error;
mod format;
pub mod names;

pub use decode::{Limits, UnitSource, decode, decode_with, units_needed};
pub use encode::{Binding, Encoded, encode, encode_with};
pub use error::{DecodeError, DecodeFault, EncodeError, Step};
pub use format::Mode;
pub use names::{NameTable, NodeIdentity};
