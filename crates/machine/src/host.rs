//! What a primitive may ask of the world, and what it answers the machine.

use crate::condition::Raise;
use crate::context::Context;
use crate::limits::Limits;
use crate::place::Successor;
use crate::resource::{Item, Resources};
use crate::unfinished::Computation;
use mound_base::{Nesting, SourcePart, Symbol, SymbolRef};
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use std::any::Any;
use std::num::NonZeroU64;

/// Where the arguments of a primitive are: slots of the running frame.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Arguments {
    pub first: u32,
    pub count: u32,
}

/// A primitive that returns or raises at once.
pub type Leaf = fn(&mut Context, &mut dyn Host, Arguments) -> Result<Value, Raise>;

/// A primitive that may also call a procedure, wait, or end the process.
pub type Control = fn(&mut Context, &mut dyn Host, Arguments) -> Result<Outcome, Raise>;

/// What a control primitive wants to happen.
#[derive(Debug)]
pub enum Outcome {
    Value(Value),
    /// Call the procedure in slot 1 of the primitive's frame with this many
    /// arguments, which stand in the slots from 2, in place of the primitive.
    Call(u32),
    /// Deliver the value to the continuation that the context now has.
    Throw(Value),
    /// Go on at the instruction at which the context stands now.
    GoOn,
    /// Run the same primitive again once a message or signal has come, or at the deadline
    /// (nanoseconds of [`System::now`]).
    Wait {
        deadline: Option<NonZeroU64>,
    },
    /// The same, and the next message that comes may be its value at once: the primitive is run again only
    /// if that is not the case. If the message stays in the mailbox, the cursor moves behind it.
    Receive {
        deadline: Option<NonZeroU64>,
        stays: bool,
    },
    /// As [`Outcome::Wait`], until there is room for what the primitive sends.
    Suspend {
        deadline: Option<NonZeroU64>,
    },
    /// Run the same primitive again in the next turn.
    Again,
    /// The process ends: its computation is over.
    Halt,
    /// The process ends because of this object, which nobody handled.
    Die(Value),
    /// The whole program ends.
    Exit(i32),
}

impl Outcome {
    /// See [`Outcome::Wait`].
    pub fn wait(deadline: Option<u64>) -> Outcome {
        Outcome::Wait {
            deadline: end_of_wait(deadline),
        }
    }

    /// Waits for room: see [`Outcome::Suspend`].
    pub fn suspend(deadline: Option<u64>) -> Outcome {
        Outcome::Suspend {
            deadline: end_of_wait(deadline),
        }
    }

    /// Waits for the next message, to look at it: see [`Outcome::Receive`].
    pub fn look(deadline: Option<u64>) -> Outcome {
        Outcome::Receive {
            deadline: end_of_wait(deadline),
            stays: true,
        }
    }
}

fn end_of_wait(deadline: Option<u64>) -> Option<NonZeroU64> {
    // The beginning of the clock has passed, and so has the moment after it.
    deadline.map(|deadline| NonZeroU64::new(deadline).unwrap_or(NonZeroU64::MIN))
}

/// How a process is to be started, if not as most are.
#[derive(Debug, Default)]
pub struct SpawnOptions {
    pub name: Option<SymbolRef>,
    /// Processes that are told of its end.
    pub links: Vec<Name>,
    pub priority: Priority,
    /// `None`: those that are usual on the node.
    pub limits: Option<Limits>,
}

/// Which processes run before which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Priority {
    High,
    #[default]
    Normal,
    Low,
}

impl Priority {
    /// The priority of this name.
    pub fn of(name: &str) -> Option<Priority> {
        match name {
            "high" => Some(Priority::High),
            "normal" => Some(Priority::Normal),
            "low" => Some(Priority::Low),
            _ => None,
        }
    }
}

/// Who is told of whose end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// My end is told to the other.
    Outbound,
    /// The other's end is told to me.
    Inbound,
    Both,
}

/// What became of a message. As large as a word, so that a result with it comes back in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Delivery {
    Sent,
    /// Not sent: the way is full, or the mailbox. The primitive waits and is run again; the process is woken when
    /// there is room.
    Full,
}

impl Delivery {
    /// What the primitive `%send-here` gives: of what it has not sent, `#f`, and `%send` waits.
    #[inline(always)]
    pub fn if_sent(self) -> Value {
        match self {
            Delivery::Sent => Value::UNSPECIFIED,
            Delivery::Full => Value::FALSE,
        }
    }
}

/// Standard streams of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Output,
    Error,
}

/// Memory that compiling a text is expected to need at most on the way, by the number of its atoms and
/// lists.
pub fn compiling_bytes(text: &str) -> usize {
    /// Seen were 600 to 750, with forms of nothing but constants.
    const BYTES_FOR_TOKEN: usize = 768;
    let is_delimiter = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
    let ends = text.bytes().zip(text.bytes().skip(1).chain([b' ']));
    let tokens =
        ends.filter(|&(byte, next)| byte == b'(' || (!is_delimiter(byte) && is_delimiter(next)));
    tokens.count().saturating_mul(BYTES_FOR_TOKEN)
}

/// Something that takes time and is answered later, see [`Requests`].
#[derive(Debug)]
pub enum Request {
    /// Compile this datum, given as text, in the environment that imports these libraries
    /// (none: the interactive environment). The reply is a thunk.
    Compile {
        text: String,
        libraries: Vec<String>,
        place: Option<SourcePart>,
    },
    /// More lines of standard input, at least one, which the host adds to what [`System::with_input`] gives;
    /// the end-of-file object at the end.
    ReadLines,
    /// Start listening at `host:port`; the reply is the node's name.
    StartNode {
        address: String,
        advertise: Option<String>,
    },
    /// Start a process on the node `host:port`; the reply is its pid.
    SpawnRemote {
        node: String,
        thunk: Vec<u8>,
        name: Option<SymbolRef>,
        links: Vec<Name>,
        /// Whether it is told of the end of the process that asks.
        told: bool,
    },
    /// Is the node there? The reply is a boolean.
    Ping { node: String },
    /// Has all come that a process of another node has sent before its node was asked? The same.
    HearOut(Name),
    /// Make sure that there is a connection with the node; the reply is true.
    ConnectNode { node: String },
    /// The end of a process; the reply is unspecified.
    WaitFor(Name),
    /// An association list that describes a process, or `#f`.
    Describe(Name),
    /// More bytes for the owner's resource than there were at this version of what has come; the
    /// reply says nothing.
    Fill { owner: Name, version: u64 },
    /// Until what is queued for the owner's resource is written: all of it, or so much that there is
    /// room for more. The reply says nothing, or what went wrong.
    Drain { owner: Name, all: bool },
    /// Work that takes too long for a scheduler; the reply is [`Reply::Computed`].
    Compute(Computation),
    /// An operation on files, connections or subprocesses; see `docs/internals/resources.md`.
    Operation { name: Symbol, arguments: Vec<Item> },
}

/// The answer to a [`Request`].
#[derive(Debug)]
pub enum Reply {
    Value(Frozen),
    /// A condition to raise: kind and message.
    Raise {
        kind: Symbol,
        message: String,
    },
    /// What a [`Computation`] gave, or the panic in which it ended.
    Computed(std::thread::Result<Box<dyn Any + Send>>),
}

/// The world of a running process, by area.
pub trait Host {
    fn system(&mut self) -> &mut dyn System;
    fn processes(&mut self) -> &mut dyn Processes;
    fn cluster(&mut self) -> &mut dyn Cluster;
    fn requests(&mut self) -> &mut dyn Requests;
    fn resources(&mut self) -> &mut dyn Resources;

    /// [`Processes::send`], which machine code asks for without a detour.
    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        self.processes().send(context, to, message)
    }

    /// Makes a process that will call `thunk`, a procedure of no arguments, without options: what
    /// [`Processes::vacant`], [`Context::beget`] and [`Processes::spawn`] do, for what is most often called.
    /// `None` if it is anything else, or nothing can be made; then nothing has happened.
    fn spawn_plain(&mut self, _: &mut Context, _thunk: Value) -> Option<Name> {
        None
    }

    /// Ends this process, which has done what it was made for, and begins the turn of another one in its
    /// place, as [`Host::give_place`] does. `None` if nothing has changed.
    fn leave_place(&mut self, _: &mut Box<Context>) -> Option<Successor> {
        None
    }

    /// Ends the turn of this process, which waits for a message, at most until the deadline, and is as
    /// [`Outcome::Receive`] leaves it, and begins that of another one, which was made to go on with
    /// [`Context::take_place`] and is in its place then. `None` if nothing has changed.
    fn give_place(
        &mut self,
        _: &mut Box<Context>,
        _deadline: Option<NonZeroU64>,
    ) -> Option<Successor> {
        None
    }
}

/// Clock, randomness, console and the program's surroundings.
pub trait System {
    /// Nanoseconds on a clock that never goes back.
    fn now(&self) -> u64;
    /// Seconds since 1970.
    fn seconds(&self) -> f64;
    fn random(&mut self) -> u64;
    /// The seed of a hash table: random, and not to be told from the numbers that programs get.
    fn hash_seed(&mut self) -> u64 {
        self.random()
    }
    /// Counts that the program has reached the place with this number, if places are counted here.
    fn cover(&mut self, _: usize) {}
    /// Fills them with what nobody can guess. False where programs are to do the same each time:
    /// there is [`System::random`] only.
    fn fill_secret(&mut self, _: &mut [u8]) -> bool {
        false
    }
    /// Queues text for a standard stream; false if too much is queued: try again in a later turn.
    /// An error says, once, why what was queued before could not be written; then nothing is queued.
    fn write(&mut self, stream: Stream, text: &str) -> Result<bool, String>;
    /// Whether the log of the node takes what programs write with this level: error, warning, info or debug.
    fn logs(&self, level: &str) -> bool {
        let _ = level;
        false
    }
    /// Writes a text with fields, names and values, into the log of the node.
    fn log(&mut self, level: &str, text: &str, fields: &[(&str, &str)]) {
        let _ = (level, text, fields);
    }
    /// Whether everything written to the stream has left the program, or could not.
    fn is_flushed(&mut self, stream: Stream) -> bool;
    fn command_line(&self) -> Vec<String>;
    fn environment_variables(&self) -> Vec<(String, String)>;
    /// Names that `cond-expand` and `features` know.
    fn features(&self) -> Vec<Symbol>;
    /// Gives the action the lines of standard input that were read and are not consumed.
    /// They are the node's: the action must not call back.
    fn with_input(&mut self, action: &mut dyn FnMut(&mut Input));
}

/// Text of standard input that has been read: lines as they came, the last one of all maybe without an end.
#[derive(Debug, Default)]
pub struct Input {
    text: String,
    /// Bytes of `text` that are consumed.
    consumed: usize,
    /// Whether `#!fold-case` was read.
    pub folds_case: bool,
    /// Whether the end was met behind all this.
    pub has_ended: bool,
    /// What the rest opens, once it was found to be no whole datum. Forgotten when something is consumed.
    unfinished: Option<Nesting>,
}

impl Input {
    /// What is not consumed.
    pub fn rest(&self) -> &str {
        &self.text[self.consumed..]
    }

    /// Adds what has come.
    pub fn add(&mut self, text: &str) {
        self.text.drain(..self.consumed);
        self.consumed = 0;
        self.has_ended = false;
        self.text.push_str(text);
    }

    /// Consumes this many bytes of [`Input::rest`], up to a character boundary.
    pub fn consume(&mut self, bytes: usize) {
        let mut end = (self.consumed + bytes).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.consumed = end;
        self.unfinished = None;
    }

    /// Notes that the rest is no whole datum.
    pub fn note_unfinished(&mut self) {
        let rest = &self.text.as_bytes()[self.consumed..];
        self.unfinished
            .get_or_insert_default()
            .note_unfinished(rest);
    }

    /// Whether the rest is certainly no whole datum either, with the lines that were added since that was noted.
    pub fn is_unfinished(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.consumed..];
        let unfinished = self.unfinished.as_mut();
        unfinished.is_some_and(|nesting| nesting.is_unfinished(rest))
    }
}

/// What a node does.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Numbers by name.
    pub node: Vec<(&'static str, u64)>,
    /// The same for each scheduler.
    pub schedulers: Vec<Vec<(&'static str, u64)>>,
}

/// One thing that a program is told of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Number(u64),
    Text(String),
    Truth(bool),
    /// It is not known, or there is none.
    Nothing,
}

/// Such things by name.
pub type Facts = Vec<(&'static str, Fact)>;

/// Processes of this and other nodes.
pub trait Processes {
    fn this(&self) -> Name;
    /// A number never given before on this node: the serial of a tag.
    fn fresh_serial(&mut self) -> u64;
    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise>;
    /// The memory of a process that has ended, for the next one ([`Context::vacate`]).
    fn vacant(&mut self) -> Option<Box<Context>>;
    /// The serial of a new process of this node; it will call a procedure of no arguments.
    fn spawn(
        &mut self,
        child: Box<Context>,
        options: Option<Box<SpawnOptions>>,
    ) -> Result<u64, String>;
    fn link(&mut self, other: Name, direction: Direction);
    fn unlink(&mut self, other: Name, direction: Direction);
    /// The process `to` of this node is told of the end of `from`, or no longer.
    fn link_others(&mut self, from: Name, to: Name, linked: bool);
    /// Watch a process; its end comes as a `down` condition that carries the number returned.
    fn monitor(&mut self, other: Name) -> u64;
    /// The same for the time of a request, which ends also when a message of it is lost between nodes.
    fn monitor_request(&mut self, other: Name) -> u64;
    fn demonitor(&mut self, reference: u64) -> bool;
    fn terminate(&mut self, other: Name);
    /// `None` for a process of another node.
    fn is_alive(&self, other: Name) -> Option<bool>;
    fn list(&self) -> Vec<Name>;
    /// Sets the priority of a process of this node.
    fn set_priority(&mut self, other: Name, priority: Priority);
    /// Sets the limits of this process.
    fn set_limits(&mut self, context: &mut Context, limits: Limits);
    /// The limits of processes that are spawned without.
    fn default_limits(&self) -> Limits;
    fn set_default_limits(&mut self, limits: Limits);
    /// The process `to` is told of the messages or calls of another one, or of neither any more. Both
    /// are of this node.
    fn trace(&mut self, other: Name, to: Name, messages: bool, calls: bool);
    /// The process of this node is sent a report of each crash, or none any more.
    fn watch_crashes(&mut self, watcher: Name, watches: bool);
    /// What the schedulers of the node have done, for the primitive `%node-info`.
    fn statistics(&self) -> Statistics;
    fn name(&self) -> Option<String>;
    fn links(&self) -> Vec<Name>;
    fn register(&mut self, name: &str, process: Name) -> Result<(), String>;
    fn unregister(&mut self, name: &str) -> bool;
    fn registered(&self, name: &str) -> Option<Name>;
    /// Adds what has come to `context.mailbox`, or a good part of it; true if there was anything.
    /// Ends of linked processes become conditions of kind `exit` with irritants origin, reason and
    /// object, except for normal ends, which concern nobody.
    fn take_messages(&mut self, context: &mut Context) -> bool;
}

/// This node among others.
pub trait Cluster {
    /// `host:port`, once the node listens.
    fn this_node(&self) -> Option<String>;
    /// `host:port` of the node with this index.
    fn node_name(&self, index: u16) -> Option<String>;
    /// Sends to whatever is registered under `name` on the node.
    fn send_service(
        &mut self,
        context: &mut Context,
        node: &str,
        name: &str,
        message: Value,
    ) -> Result<Delivery, Raise>;
    /// As [`Processes::monitor`], for whatever is registered under `name` on the node.
    fn monitor_service(&mut self, node: &str, name: &str) -> u64;
    /// As [`Processes::monitor`], for the connection with a node, which is made if need be.
    fn monitor_node(&mut self, node: &str) -> u64;
    /// The process that runs is told of its messages that other nodes drop; the number is in what it is told.
    fn monitor_undelivered(&mut self) -> u64;
    /// What is known of each node with a connection, or that had one lately, for the primitive `%node-peers`.
    fn peers(&self) -> Vec<Facts>;
    /// The names of the nodes with a connection.
    fn nodes(&self) -> Vec<String>;
    /// Ends the connection with a node; whether there was one.
    fn disconnect_node(&mut self, node: &str) -> bool;
    /// Says which roles machines must have whose nodes send to a process of this node; false if the text says no
    /// roles.
    fn limit_service(&mut self, process: Name, roles: &str) -> bool;
    /// `value` as bytes for another node, where a process begins with it: what is frozen stays so.
    fn encode_private(&mut self, context: &mut Context, value: Value) -> Result<Vec<u8>, Raise>;
    /// Whether a process may move to the node in one phase: what names the run of that node, if so.
    fn ready_for_move(
        &mut self,
        context: &mut Context,
        node: &str,
        thunk: Value,
    ) -> Result<Option<String>, Raise>;
    /// The process that runs begins the move with this tag; false if it must not.
    fn begin_move(&mut self, tag: Name) -> bool;
    /// What has become of a move to that run of this node; one that has not begun never will.
    fn move_asked(&mut self, tag: Name, run: &str) -> Move;
    /// What would travel with a procedure or continuation, for the primitive `%mobile-report`.
    fn mobile_report(&mut self, context: &mut Context, value: Value) -> Frozen;
}

/// What a node knows of a move to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// By this process.
    Begun(Name),
    /// And it will not.
    NotBegun,
    /// It may have begun or not.
    Unknown,
}

/// Things that take time. A control primitive starts one, keeps its number in
/// [`Context::request`], waits, and polls when it is run again.
pub trait Requests {
    fn start(&mut self, request: Request) -> NonZeroU64;
    fn poll(&mut self, request: u64) -> Option<Reply>;
    /// The reply is not wanted any more.
    fn cancel(&mut self, request: u64);
}

impl Context {
    /// The whole life of a request in a control primitive: starts it the first time, waits, and
    /// gives the reply. `begin` is called only once. After `deadline` a `timeout` condition is raised.
    pub fn request(
        &mut self,
        host: &mut dyn Host,
        deadline: Option<u64>,
        begin: impl FnOnce(&mut Context, &mut dyn Host) -> Result<Request, Raise>,
    ) -> Result<Outcome, Raise> {
        let number = match self.request {
            Some(number) => number,
            None => {
                let request = begin(self, host)?;
                let number = host.requests().start(request);
                self.request = Some(number);
                number
            }
        };
        if let Some(reply) = host.requests().poll(number.get()) {
            self.request = None;
            return match reply {
                Reply::Value(frozen) => Ok(Outcome::Value(self.heap.receive(frozen))),
                Reply::Raise { kind, message } => Err(self.condition_of(kind, None, &message, &[])),
                Reply::Computed(_) => unreachable!("only computations are answered so"),
            };
        }
        if deadline.is_some_and(|deadline| host.system().now() >= deadline) {
            self.request = None;
            host.requests().cancel(number.get());
            return Err(self.condition_of(Symbol::intern("timeout"), None, "the time is up", &[]));
        }
        Ok(Outcome::wait(deadline))
    }
}

#[cfg(test)]
mod tests;
