//! What every other crate may use: symbols, source places, diagnostics.
//!
//! Does not do any input or output, and knows nothing of Scheme values.
//! Start reading at [`symbol`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod counted;
pub mod diagnostic;
pub mod nearest;
pub mod nesting;
pub mod source;
pub mod symbol;
pub mod text;
pub mod why;

pub use counted::{SymbolRef, SymbolText};
pub use diagnostic::{Diagnostic, Severity};
pub use nearest::nearest;
pub use nesting::Nesting;
pub use source::{SourceId, SourceMap, SourcePart, Span};
pub use symbol::Symbol;
pub use text::{decode, read_at_most, read_source, read_source_file};
pub use why::why;
