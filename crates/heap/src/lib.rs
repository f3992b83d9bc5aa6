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
//! - H6. No [`Value`] that is a pointer is kept in a Rust variable across an
//!   operation that can collect ([`Heap::collect`]); roots and frames are visited.
//! - H7. Every object in a shared fragment has an identity hash from birth, since
//!   it cannot be given one later.
//! - H8. What is frozen leads only to what is frozen, and to numbers.
//! - H9. Each counted symbol that a process or a fragment reaches is counted for it (`symbols`).
//!
//! Start reading at [`value`], then [`layout`], [`heap`], [`object`], [`barrier`],
//! [`collect`], [`fragment`], [`freeze`].

// A match names all variants, so that a new one is thought of everywhere; and each access has its own reason.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
#![deny(clippy::multiple_unsafe_ops_per_block)]

mod alloc;
pub mod barrier;
pub mod birth;
pub mod budget;
mod buffers;
pub mod builder;
pub mod code;
pub mod collect;
mod collector;
pub mod continuation;
mod copy;
mod count;
pub mod equality;
pub mod fractions;
pub mod fragment;
pub mod freeze;
pub mod generation;
mod give;
mod handles;
pub mod heap;
pub mod holders;
pub mod home;
pub mod integers;
pub mod layout;
mod memory;
mod notes;
pub mod number;
pub mod object;
mod policy;
mod receive;
mod sanity;
pub mod short;
mod sparse;
mod symbols;
pub mod text;
mod thaw;
pub mod value;

#[cfg(all(test, loom))]
mod models;
// The models are all that runs in each order of events.
#[cfg(all(test, not(loom)))]
mod tests;

pub use builder::{FragmentBuilder, Run, Shell};
pub use code::{Code, Point, PointKind};
pub use collect::{Roots, Stack, Top};
pub use continuation::{Chunk, Continuation};
pub use copy::Amount;
pub use equality::{Verdict, alike, equal, eqv, is_as_copied};
pub use fragment::{Fragment, FragmentRef};
pub use freeze::Frozen;
pub use heap::{BIRTH_WORDS, Bytes, Heap, LARGE_WORDS, OutOfMemory, Shortage};
pub use home::{Home, PointRef, Suspension};
pub use layout::{Header, Kind};
pub use memory::may_do_without_memory;
pub use object::{
    BoxCell, Closure, Condition, FrozenError, HashTable, Pair, Promise, Record, RecordType, Values,
    Vector, kind_of,
};
pub use text::{Bytevector, StringView};
pub use thaw::is_frozen;
pub use value::{Name, Value};
