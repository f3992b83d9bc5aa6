//! The memory of a process, and the immutable memory that processes share.
//!
//! ```text
//!   block of one process                                    fragments
//!   base                                        end         +------------------+
//!    | objects ->        room            <- frames |   -->   | frozen objects   | counted,
//!    +------------------+--------------+----------+         +------------------+ shared
//!                       hp            fp                    +------------------+
//!                                                     -->   | constants, code  | a linked unit
//!                                                           +------------------+
//! ```
//!
//! Does not interpret code, schedule processes or know what bytes look like on
//! the wire.
//!
//! Invariants:
//! - H1. Every word of a live object, live slot or root is a valid [`Value`], or
//!   raw data in a place where [`layout`] says so.
//! - H2. A process writes only into its own block and the regions it owns.
//! - H3. An object with the frozen bit, and a frozen pair, is never written after
//!   it was finished.
//! - H4. A pointer leads into the block, into an owned region, into a fragment
//!   for which the process has a handle, or into an immortal fragment.
//! - H5. A fragment points only into itself and into the fragments it lists (or
//!   immortal ones), so the graph of fragments has no cycles.
//!
//! Start reading at [`value`], then [`layout`].

pub mod code;
pub mod layout;
pub mod value;

pub use value::Value;
