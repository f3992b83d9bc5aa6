//! Which signals of a lane wait for which: those of a process for an earlier one of it whose handler runs, and all of a
//! lane if that is so of too many of its processes.

use std::collections::HashMap;

use super::backlog::Backlog;
use crate::signal::Signal;

/// Processes of a lane whose signals may wait for handlers at the same time; each costs a task. If there are more, the
/// lane waits.
pub(super) const BUSY_MAX: usize = 4;

/// A signal that came, and how it came.
pub(super) enum Message<'a> {
    Bytes(Signal, &'a [u8]),
    /// With its length as a message.
    Whole(Signal, usize),
}

/// Which signals of a lane wait, and for which.
#[derive(Default)]
pub(super) struct Order {
    /// Processes of which a handler runs, and what waits for it. What comes from the node itself is like one process.
    pub busy: HashMap<Option<u64>, Backlog>,
    /// What came while too many were busy.
    pub behind: Backlog,
    /// The first of `behind` is being handled.
    pub is_emptied: bool,
}

impl Message<'_> {
    pub fn signal(&self) -> &Signal {
        match self {
            Message::Bytes(signal, _) | Message::Whole(signal, _) => signal,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Message::Bytes(_, bytes) => bytes.len(),
            Message::Whole(_, length) => *length,
        }
    }
}

impl Order {
    /// Where a signal has to wait, if it has to.
    pub fn queue(&mut self, source: Option<u64>) -> Option<&mut Backlog> {
        let is_full = self.busy.len() >= BUSY_MAX || self.is_emptied || !self.behind.is_empty();
        match is_full {
            true => Some(&mut self.behind),
            false => self.busy.get_mut(&source),
        }
    }

    /// Nothing waits any more.
    pub fn clear(&mut self) {
        self.behind = Backlog::default();
        for backlog in self.busy.values_mut() {
            *backlog = Backlog::default();
        }
    }
}
