//! The machine that runs verified bytecode: one [`Context`] is the memory and
//! the registers of one process.
//!
//! Knows nothing of schedulers, sockets or bytes on the wire: what a primitive
//! needs of the world it asks of a [`Host`].
//!
//! Invariants:
//! - M1. Between instructions every slot that the verifier calls defined holds a
//!   value; nothing else of Scheme lives outside of the block, the registers of
//!   the context and the mailbox.
//! - M2. `low` is at least [`MARGIN`] words below the last slot of the running
//!   frame, so a call of the error procedure always fits.
//! - M3. A primitive never calls back into the interpreter; it returns an [`Outcome`].
//! - M4. Only blocks reached by falling through, a jump or a return are entered,
//!   so what the verifier proved of a block holds when it runs.
//!
//! Start reading at [`context`], then [`interpret`].

mod access;
pub mod arithmetic;
pub mod arity;
pub mod capture;
pub mod cells;
mod complex;
pub mod condition;
pub mod context;
mod culprit;
pub mod effort;
mod flags;
pub mod frames;
mod globals;
pub mod held;
pub mod host;
mod in_use;
mod inheritance;
pub mod interpret;
mod kept;
pub mod limits;
pub mod link;
pub mod mailbox;
pub mod native;
mod origins;
mod place;
pub mod port;
pub mod procedures;
mod proceed;
pub mod quick;
pub mod resource;
mod returning;
mod shortcuts;
pub mod trace;
pub mod travel;
pub mod unfinished;
pub mod windows;

pub use cells::{Cell, CellTable};
pub use condition::{NO_POSITION, Raise};
pub use context::{Context, MARGIN};
pub use effort::Effort;
pub use globals::USED_EARLY;
pub use host::{
    Arguments, Cluster, Control, Delivery, Direction, Fact, Facts, Host, Input, Leaf, Move,
    Outcome, Priority, Processes, Reply, Request, Requests, SpawnOptions, Statistics, Stream,
    System, compiling_bytes,
};
pub use interpret::{Stop, run};
pub use kept::{GoOn, Kept};
pub use limits::{Limits, Setting};
pub use link::{DebugSource, Hooks, LinkError, LinkedUnit, Linker, Resolved, Uses};
pub use mailbox::Mailbox;
pub use native::{Native, Stubs};
pub use place::Successor;
pub use resource::{Incoming, Item, Put, Resources};
pub use unfinished::{Computation, Cost};
pub use windows::run_turn;
