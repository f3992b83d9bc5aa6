//! Libraries that name their repository and version: `(github.com/fred hello @1.0)`.
//!
//! ```text
//!   name ---> aliases ---> trust ---> store (git) ---> tree on disk ---> file
//!                                       |
//!                                    mound.lock: version, commit, source hash
//! ```
//!
//! Reads and writes files and runs the program `git`. It compiles nothing and runs no code of a
//! library; a session asks it where the file of a library is ([`Resolver::locate`]).
//!
//! Invariants:
//! - MODULES-1. What an import names is repository, path and version, however it is spelled.
//! - MODULES-2. Nothing is fetched or written for a library before there is consent for it.
//! - MODULES-3. A directory of sources below the store is complete from the moment when it is
//!   there, and does not change: it is made elsewhere and renamed.
//! - MODULES-4. A version that has been recorded means one commit and one source hash, here and
//!   in each lock file that has it, or it is refused.
//!
//! Start reading at [`name`], then [`store`] and [`resolver`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod aliases;
pub mod dependencies;
mod exclusive;
mod git;
pub mod lock;
pub mod name;
mod patience;
pub mod project;
pub mod record;
pub mod resolver;
pub mod store;
mod tree;
pub mod trouble;
pub mod trust;

pub use aliases::Aliases;
pub use lock::Lock;
pub use name::{Malformed, ModuleName};
pub use project::Project;
pub use record::{Kind, Record};
pub use resolver::{Importer, Located, Resolver};
pub use store::{Installed, Store, Wanted};
pub use trouble::Trouble;
pub use trust::{Mode, Policy};
