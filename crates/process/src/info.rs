//! Descriptions of processes, for listings and tools.

use crate::body::{CodeInUse, Description};
use crate::pid::{Pid, Serial};
use crate::run_queue::Priority;
use crate::slot::Status;
use std::sync::Arc;
use std::time::Duration;

/// What a process is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessState {
    /// It sleeps until a signal or a deadline.
    Waiting,
    /// It is in a run queue.
    Queued,
    /// A scheduler runs it.
    Running,
}

impl ProcessState {
    pub(crate) fn of(status: Status) -> Option<Self> {
        match status {
            Status::Free => None,
            Status::Waiting => Some(ProcessState::Waiting),
            Status::Queued => Some(ProcessState::Queued),
            Status::Running => Some(ProcessState::Running),
        }
    }
}

/// A snapshot of one process, made by the process itself between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessInfo {
    pub serial: Serial,
    pub name: Option<Arc<str>>,
    /// Whether it would be sleeping, had it not been asked.
    pub state: ProcessState,
    pub priority: Priority,
    /// How long it has waited, if it does; to a tenth of a second.
    pub waited: Option<Duration>,
    /// Messages and notices that the program has not received.
    pub mailbox_length: usize,
    /// Who is told when it dies.
    pub links: Vec<Pid>,
    /// Whom it monitors.
    pub monitors: Vec<Pid>,
    /// By whom it is monitored.
    pub monitored_by: Vec<Pid>,
    /// Reductions charged so far.
    pub reductions: u64,
    /// What the body says.
    pub body: Description,
    /// What [`crate::Body::details`] says, if that was asked for.
    pub details: String,
    /// What [`crate::Body::stack`] says, if that was asked for.
    pub stack: String,
    /// What [`crate::Body::code`] says, if that was asked for.
    pub code: Vec<CodeInUse>,
}
