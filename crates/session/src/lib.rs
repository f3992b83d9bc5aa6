//! Source text to verified units: libraries are found, expanded and compiled in the
//! order in which they are needed.
//!
//! The build script of `engine` uses it to compile the libraries that are part of Mound
//! ([`BuiltIn`]), and a node to compile programs against them. Reads files; knows no
//! values and runs nothing.
//!
//! Start reading at [`Session`], then [`built_in`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod built_in;
mod checking;
mod coverage;
mod evaluated;
mod exports;
mod features;
mod kept;
mod missing;
mod modules;
mod provider;
mod reload;
mod replaced;
mod session;
mod stored;
pub mod transformers;

pub use built_in::{BuiltIn, StoredLibrary};
pub use checking::{Finding, Place, Unsaved};
pub use coverage::Coverage;
pub use evaluated::FULL;
pub use exports::{ExportKind, Exported};
pub use mound_base::why;
pub use reload::Reload;
pub use session::{Compilation, CompiledUnit, Form, Session, UnitCode};
pub use stored::StoredParts;
pub use transformers::{Libraries, Transformers};
