//! The libraries that are part of Mound, inside the binary.
//!
//! The build script of this crate finds and compiles them: a file below `lib/` needs no
//! entry anywhere.

use mound_session::{BuiltIn, StoredLibrary};

/// What the build script found and made.
pub static BUILT_IN: BuiltIn = BuiltIn {
    sources: include!(concat!(env!("OUT_DIR"), "/sources.rs")),
    libraries: LIBRARIES,
};

const LIBRARIES: &[StoredLibrary] = include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

#[cfg(test)]
mod tests;
