//! The limit of a mailbox, and what counts towards it.
//!
//! Invariants:
//! - L1. `sizes` has one entry for each message of the mailbox, in its order.
//! - L2. News of the ends of other processes, and of lost messages, count for
//!   nothing and are never lost.

use crate::limits::WhenMailboxFull;
use mound_heap::Bytes;
use std::collections::VecDeque;

/// How much may wait, and what happens when there is more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MailboxLimit {
    pub messages: usize,
    pub bytes: usize,
    pub when_full: WhenMailboxFull,
}

impl std::fmt::Display for MailboxLimit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.messages, self.bytes) {
            (messages, usize::MAX) => write!(formatter, "{messages} messages"),
            (usize::MAX, bytes) => write!(formatter, "{}", Bytes(bytes)),
            (messages, bytes) => write!(formatter, "{messages} messages or {}", Bytes(bytes)),
        }
    }
}

/// What becomes of a message that came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    Kept,
    /// Lost, since there is no memory for it, and the process is to die.
    Starved,
    Lost,
    /// Lost, and the process is to be told so where it is missing.
    LostAndTold,
    /// Lost, and the process is to die.
    Fatal,
}

#[derive(Debug)]
pub(super) struct Bounded {
    pub(super) limit: MailboxLimit,
    sizes: VecDeque<Option<usize>>,
    messages: usize,
    bytes: usize,
    pub(super) lost: u64,
    /// The process has been told of losses and has not received that.
    pub(super) told: bool,
}

impl Bounded {
    /// Of a mailbox whose messages have sizes that are not known; each either counts or is news.
    pub(super) fn new(limit: MailboxLimit, counted: impl Iterator<Item = bool>) -> Bounded {
        let sizes: VecDeque<Option<usize>> = counted.map(|counts| counts.then_some(0)).collect();
        Bounded {
            limit,
            messages: sizes.iter().flatten().count(),
            sizes,
            bytes: 0,
            lost: 0,
            told: false,
        }
    }

    /// With a limit that makes senders wait, what has come all the same is kept.
    pub(super) fn has_room(&self, size: usize) -> bool {
        self.limit.when_full == WhenMailboxFull::Suspend
            || self.messages < self.limit.messages
                && self.bytes.saturating_add(size) <= self.limit.bytes
    }

    /// The messages that count, and their bytes.
    pub(super) fn held(&self) -> (usize, usize) {
        (self.messages, self.bytes)
    }

    /// The place of the oldest message that has to go for one of this size, if that helps.
    pub(super) fn oldest(&self, size: usize) -> Option<usize> {
        let wanted = self.limit.when_full == WhenMailboxFull::DropOldest
            && size <= self.limit.bytes
            && !self.has_room(size);
        wanted
            .then(|| self.sizes.iter().position(Option::is_some))
            .flatten()
    }

    pub(super) fn push(&mut self, size: Option<usize>) {
        self.sizes.push_back(size);
        if let Some(size) = size {
            self.messages += 1;
            self.bytes += size;
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        if let Some(Some(size)) = self.sizes.remove(index) {
            self.messages -= 1;
            self.bytes -= size;
        }
    }

    /// Messages went that were not, or no longer, in the mailbox.
    pub(super) fn lose(&mut self, count: u64) -> Arrival {
        self.lost += count;
        match self.limit.when_full {
            WhenMailboxFull::Kill => Arrival::Fatal,
            WhenMailboxFull::Raise if !self.told => {
                self.told = true;
                Arrival::LostAndTold
            }
            _ => Arrival::Lost,
        }
    }
}
