//! Lightweight processes: schedulers, mailboxes, links, monitors, timers.
//!
//! A process is a [`Body`], which computes and is defined elsewhere, and what
//! this crate adds: a queue of signals, links, monitors, a place in the process
//! table. Many processes run on few threads ([`Runtime`]), or, repeatably, on
//! the thread of a test ([`Driver`]). The crate knows neither values nor code
//! nor networks.
//!
//! ```text
//!   Handle (any thread)            Turn (inside a body)
//!        |                            |
//!        v   post                     v   post, spawn, link ...
//!   +---------+   begin / leave   +-----------+    steal    +-----------+
//!   |  Table  | <---------------> | Scheduler | <---------> | Scheduler |
//!   |  Slots  |                   | run queue |             | run queue |
//!   +---------+                   |   wheel   |             |   wheel   |
//!                                 +-----------+             +-----------+
//! ```
//!
//! Promises to the layers above:
//! - Signals from one process to another arrive in the order of sending.
//! - Only one thread at a time touches a body. A body that panics ends its own
//!   process and nothing else.
//! - Processes that are ready take turns. One that waited and was woken comes
//!   before those that were preempted, and neither kind starves the other.
//! - A node without work uses no processor time.
//!
//! Unsafe code is in `locked.rs` only. Loom checks `locked`, `slot`, `table`,
//! `idle`, and the schedulers with their run queues (see `models.rs`):
//! `RUSTFLAGS="--cfg loom" cargo test -p mound-process --release --lib`.
//!
//! Start reading at `slot.rs`, the life of a process, then `scheduler.rs` and
//! `scheduler/`: the course of a turn, and who runs next.

// A match names all variants, so that a new one is thought of everywhere.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod blocking;
mod body;
mod bound;
mod claims;
mod clock;
mod deque;
mod driver;
mod end;
mod exchange;
mod few;
mod handle;
mod idle;
mod info;
mod left;
mod lending;
mod links;
mod locked;
mod names;
mod pid;
mod private;
mod queue;
mod random;
mod remote;
mod rest;
mod run_queue;
mod runtime;
mod scheduler;
mod shared;
mod signal;
mod slot;
mod spares;
mod statistics;
mod sync;
mod table;
mod timers;
mod turn;
mod vacant;
mod wheel;

#[cfg(all(test, loom))]
mod models;
#[cfg(all(test, not(loom)))]
mod tests;

pub use body::{Body, CodeInUse, Description, Fact, Next};
pub use bound::{Bound, WhenFull};
pub use clock::{Clock, SystemClock, VirtualClock};
pub use driver::Driver;
pub use exchange::Successor;
pub use handle::Handle;
pub use info::{ProcessInfo, ProcessState};
pub use left::Left;
pub use links::is_for_request;
pub use pid::{GENERATION_BITS, Pid, SERIAL_BITS, SLOT_BITS, Serial};
pub use remote::{Flow, Router};
pub use rest::Rest;
pub use run_queue::Priority;
pub use runtime::{
    Config, FastPaths, LinkDirection, Runtime, SCHEDULER_THREAD, SpawnError, SpawnOptions,
};
pub use shared::NoSuchProcess;
pub use signal::{
    Control, Delivery, EndCallback, Ending, InfoCallback, InfoRequest, Notice, Reason,
    ReleaseCallback, Signal, Trace,
};
pub use statistics::{SchedulerStatistics, Statistics};
pub use timers::Timer;
pub use turn::{Receiver, Turn, Woken};

/// Bytes that a process without links, monitors, name and signals costs beside
/// its body: its slot in the table and its private data.
pub const fn process_overhead<B: Body>() -> usize {
    std::mem::size_of::<slot::Slot<B::Message, private::Resident<B>>>() - std::mem::size_of::<B>()
        + std::mem::size_of::<private::Private<B::Message>>()
}
