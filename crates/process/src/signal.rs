//! What processes send each other.
//!
//! Everything that one process does to another is a signal in the queue of the
//! receiver, so signals of one sender arrive in sending order, whatever their
//! kind. Messages and notices go on to the body; the rest is handled by this
//! crate when the receiver takes its signals.

use crate::info::ProcessInfo;
use crate::pid::{Pid, Serial};

/// Why a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason<M> {
    /// It had nothing more to do.
    Normal,
    /// Nobody handled what it raised.
    Failure(M),
    /// Somebody ended it.
    Terminated,
    /// It had ended before one asked.
    NoProcess,
    /// Its node is gone or cannot be reached.
    NodeDown,
}

/// How the body of a process ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<M> {
    /// Linked processes are not told; monitors are, with [`Reason::Normal`].
    Halted,
    /// Links and monitors are told that this process ended so.
    Ended(Reason<M>),
    /// Like `Ended`, but the notice names the process where the trouble began.
    Forwarded { origin: Pid, reason: Reason<M> },
}

/// A unit of the queue between two processes.
pub enum Signal<M> {
    Message(M),
    /// Boxed, so that messages stay small in the queues.
    Control(Box<Control<M>>),
}

/// Everything but a message.
pub enum Control<M> {
    /// `from`, whose death the receiver wanted to know of, has died. `origin`
    /// is the process where the trouble began.
    Exit {
        from: Pid,
        origin: Pid,
        reason: Reason<M>,
    },
    /// Tell `to` when you die.
    Link { to: Pid },
    /// Do not tell `to` when you die.
    Unlink { to: Pid },
    /// `from`, a process of another node, will tell you when it dies: so the loss of its node is told
    /// to you, too.
    Linked { from: Pid },
    /// `from` will not tell you any more.
    Unlinked { from: Pid },
    /// The connection with a node is lost: its processes are told nothing any more by links and monitors that
    /// were set over it. Never leaves the node.
    Lost { node: u16 },
    /// Ask `process` to tell you when it dies. Never leaves the node.
    Attach { process: Pid },
    /// Take that back. Never leaves the node.
    Detach { process: Pid },
    /// Tell `watcher` once when you die, by this reference.
    Monitor { watcher: Pid, reference: u64 },
    /// Take back a monitor.
    Demonitor { watcher: Pid, reference: u64 },
    /// The process monitored by this reference has died.
    Down {
        reference: u64,
        process: Pid,
        reason: Reason<M>,
    },
    /// A message of `sender`, of another node, could not be taken for you. What it asks of you ends, and
    /// what you ask of it. Never leaves the node.
    Refuse { sender: Pid, why: M },
    /// A message with more than the message, which the body knows to unpack. Never leaves the node.
    Parcel(M),
    /// Tell a process of this node what you do, or nobody any more. Never leaves
    /// the node.
    Trace(Option<Trace>),
    /// Die.
    Terminate,
    /// Die of this. Never leaves the node.
    End { reason: Box<Reason<M>> },
    /// Describe yourself. Never leaves the node.
    Inform(InfoRequest),
    /// Call this when you die. Never leaves the node.
    OnEnd(EndCallback<M>),
    /// Call this before anybody can know that you die. Never leaves the node.
    Release(ReleaseCallback),
}

/// Who is told what a process does, and what of it. Telling is up to the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    pub to: Serial,
    pub messages: bool,
    pub calls: bool,
}

/// Gets the description, or `None` if the process is dead.
pub type InfoCallback = Box<dyn FnOnce(Option<ProcessInfo>) + Send>;
/// What a description tells besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    Nothing,
    /// What [`crate::Body::details`] tells.
    Details,
    /// What [`crate::Body::code`] tells.
    Code,
    /// What [`crate::Body::stack`] tells.
    Stack,
}
/// A question of what a process does.
pub struct InfoRequest {
    pub callback: InfoCallback,
    pub also: Also,
}
/// Releases what was held for a process.
pub type ReleaseCallback = Box<dyn FnOnce() + Send>;
/// Gets the reason of the end.
pub type EndCallback<M> = Box<dyn FnOnce(&Reason<M>) + Send>;

impl<M> Signal<M> {
    /// Whether nobody sees when it takes effect, as long as that is before the next signal does: a
    /// process that waits is not woken for it. Each request ends with one.
    pub(crate) fn can_wait(&self) -> bool {
        match self {
            Signal::Message(_) => false,
            Signal::Control(control) => matches!(**control, Control::Demonitor { .. }),
        }
    }

    pub(crate) fn control(control: Control<M>) -> Self {
        Signal::Control(Box::new(control))
    }
}

/// What the body gets from its queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery<M> {
    Message(M),
    /// Boxed, so that messages stay small.
    Notice(Box<Notice<M>>),
}

/// News of the death of another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice<M> {
    /// By a link. The upper layer raises it at the next receive, except if the
    /// reason is [`Reason::Normal`].
    Exit {
        from: Pid,
        origin: Pid,
        reason: Reason<M>,
    },
    /// See [`Control::Parcel`].
    Parcel(M),
    /// By a monitor; at most once for a reference.
    Down {
        reference: u64,
        process: Pid,
        reason: Reason<M>,
    },
}
