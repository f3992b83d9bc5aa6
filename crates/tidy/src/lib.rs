//! Rules of the house that neither the compiler nor clippy knows.
//!
//! Each module holds one rule as a function from texts to complaints; the test
//! `tests/house.rs` applies them to the project, and the tests in the modules show
//! that each catches what it is for. Nothing here is part of `mound`.
//!
//! Reads Rust by its lines, not by its grammar: comments are cut off, the contents of
//! strings are not. A rule that this misleads should be made simpler, not cleverer.
//!
//! Start reading at [`files`], then [`layers`].

#![forbid(unsafe_code)]

pub mod dependencies;
pub mod files;
pub mod headers;
pub mod layers;
pub mod licences;
pub mod links;
pub mod miri;
pub mod promises;
pub mod sizes;
pub mod tables;
pub mod text;
pub mod unsafety;
pub mod walks;
pub mod words;

pub use files::{Complaint, SourceFile, project, root};
