//! What a process runs, as seen by the schedulers.
//!
//! This crate knows neither values nor code. A [`Body`] is the machine's side
//! of a process: its memory block, registers and the messages it has taken but
//! not yet received.

use crate::signal::{Ending, Reason};
use crate::turn::Turn;
use std::num::NonZeroU64;

/// The part of a process that computes.
///
/// Only the scheduler that runs the process touches its body, or the thread to which it has lent it
/// ([`Next::Apart`]), and it ends the body with the process, or drops it at the end of the node.
pub trait Body: Sized + Send + 'static {
    /// Frozen message data. Cloned when a reason of an end goes to many.
    type Message: Clone + Send + 'static;
    /// What all processes of the node share; see [`Turn::node`].
    type Node: Send + Sync + 'static;

    /// Runs until the fuel is used up, the process waits, or it ends.
    ///
    /// After [`Next::Wait`] it is called again when a signal for the body
    /// arrived, when the deadline has passed, or for no reason at all.
    /// After [`crate::Successor::begin`] or [`crate::Successor::inherit`], the body is that of another process, and so is what it returns.
    fn run(&mut self, turn: &mut Turn<'_, Self>, fuel: i64) -> Next<Self::Message>;

    /// Whether to drop it takes longer than some turns. Then another thread does it, later than the process ends.
    fn is_much_to_drop(&self) -> bool {
        false
    }

    /// Does what [`Next::Apart`] is for, on a thread that no other process waits for.
    fn work_apart(&mut self) {}

    /// Takes a message for which the process has waited, between two turns: nothing has come before it, and
    /// the turn that follows is the process's. Gives back what is to go through [`Turn::receive`].
    /// Called in the turn of the sender: it takes no longer than a queue would.
    fn accept(&mut self, message: Self::Message) -> Result<(), Self::Message> {
        Err(message)
    }

    /// What a message counts for against a [`crate::Bound`].
    fn message_bytes(_message: &Self::Message) -> usize {
        0
    }

    /// How many messages it has taken that the program has not received, and their bytes. Asked after the turns of
    /// a process with a [`crate::Bound`].
    fn held(&self) -> (usize, usize) {
        (0, 0)
    }

    /// The payload of [`crate::Reason::Failure`] when `run` has panicked.
    fn panic_reason(text: &str) -> Self::Message;

    /// Gives up all that a process had, which has ended. True if what is left can become the body of
    /// another one ([`Turn::vacancy`]), and there is room for it; else it is dropped.
    fn vacate(&mut self, _node: &Self::Node) -> bool {
        false
    }

    /// The scheduler that keeps this body, which is nobody's, has nothing to do for now.
    fn rest(&mut self) {}

    /// What a listing shows of the body.
    fn describe(&self) -> Description {
        Description::default()
    }

    /// The code that it is in: the names of parts of it, and how many frames there are in each. What it is
    /// no longer in may be let go.
    fn code(&mut self) -> Vec<CodeInUse> {
        Vec::new()
    }

    /// The calls that it is in, the innermost first, a line each.
    fn stack(&self) -> String {
        String::new()
    }

    /// More for somebody who wants to know why it waits, in lines.
    fn details(&self, _node: &Self::Node) -> String {
        String::new()
    }
}

/// What a process does after a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<M> {
    /// Go to the back of the queue.
    Yield,
    /// Have [`Body::work_apart`] called by another thread, and go to the back of the queue then. Until that is over
    /// the process is running for all others. It may take long (`is_long`: more than a tenth of a second).
    Apart { is_long: bool },
    /// Sleep until a signal comes or the clock shows `deadline` (nanoseconds).
    ///
    /// A process never sleeps while [`Turn::receive`] would return something: a
    /// body that only waits for time takes its signals all the same and keeps
    /// them.
    Wait { deadline: Option<NonZeroU64> },
    /// It has nothing more to do: [`Reason::Normal`].
    Done,
    /// It ends in another way. Boxed, for most turns end otherwise.
    End(Box<Ending<M>>),
}

impl<M> Next<M> {
    /// The end of a process.
    pub fn end(ending: Ending<M>) -> Self {
        if matches!(ending, Ending::Ended(Reason::Normal)) {
            Next::Done
        } else {
            Next::End(Box::new(ending))
        }
    }
}

/// The body's part of a process's description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Messages taken from the queue and not yet received by the program.
    pub mailbox_length: usize,
    /// Whether it waits for room to send, if it waits.
    pub is_suspended: bool,
    /// Name of the running procedure.
    pub function: String,
    /// More that is known of it, by name.
    pub facts: Vec<(&'static str, Fact)>,
    /// What it may take at most, by name.
    pub limits: Vec<(&'static str, Fact)>,
}

/// Code that a body is in or can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeInUse {
    /// What names it everywhere.
    pub hash: [u8; 32],
    /// 0 if it can only be reached.
    pub frames: usize,
}

/// Something that is known of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    Number(usize),
    Word(&'static str),
}

impl std::fmt::Display for Fact {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fact::Number(number) => write!(formatter, "{number}"),
            Fact::Word(word) => formatter.write_str(word),
        }
    }
}
