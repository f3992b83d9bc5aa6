//! The world of a running process: the machine's host traits over a scheduler's turn.
//!
//! Here is what a turn begins with: the messages that have come, as the mailbox takes
//! them. The traits have a file each: other processes in `processes`, other nodes in
//! `cluster`, and clock, console, resources and requests in `world`.

mod cluster;
mod processes;
mod world;

use crate::body::SchemeProcess;
use crate::origin;
use crate::resources::Resource;
use crate::state::NodeState;
use crate::transport;
use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use mound_machine::limits::WhenMailboxFull;
use mound_machine::mailbox::Arrival;
use mound_machine::resource::Resources;
use mound_machine::{
    Cluster, Context, Delivery, Host, Limits, Processes, Raise, Requests, Successor, System,
};
use mound_primitives::print::key;
use mound_process::{self as process, Body, Bound, Notice, Pid, Reason, Serial, Turn, WhenFull};
use std::num::NonZeroU64;
use std::sync::Arc;

/// Messages taken into the mailbox at once: what is short beside a turn.
const TAKEN_MAX: u32 = 4096;
/// Messages whose taking costs a unit of fuel.
const MESSAGES_PER_REDUCTION: u32 = 8;

/// With more messages in its queue, a process gets no others while there is no memory. With more in
/// its mailbox, what it sends to itself goes to the queue too. A busy process takes in what is longer.
pub(crate) const LONG_QUEUE: usize = 1 << 12;

/// One turn of a process.
pub struct TurnHost<'a, 'turn> {
    pub(crate) turn: &'a mut Turn<'turn, SchemeProcess>,
    /// Not counted: each turn would write where all schedulers read.
    state: &'turn Arc<NodeState>,
    /// The resource that was used last in this turn.
    resource: Option<(Name, Arc<Resource>)>,
    /// The fuel with which the machine began, if the process may give its place to another one.
    begun: i64,
}

impl<'a, 'turn> TurnHost<'a, 'turn> {
    pub fn new(turn: &'a mut Turn<'turn, SchemeProcess>) -> TurnHost<'a, 'turn> {
        let state = turn.node();
        TurnHost {
            turn,
            state,
            resource: None,
            begun: 0,
        }
    }

    /// For a process that begins to run with so much fuel, and may give its place to another one.
    pub(crate) fn running(
        turn: &'a mut Turn<'turn, SchemeProcess>,
        begun: i64,
    ) -> TurnHost<'a, 'turn> {
        let host = TurnHost::new(turn);
        TurnHost { begun, ..host }
    }

    /// What the machine has used since it began, or since the process did in its turn, if that
    /// was in the place of another one.
    pub(crate) fn used(&self, left: i64) -> u64 {
        (self.begun - left).max(0) as u64
    }

    /// Ends the turn at the next call; what is left of its fuel was not used.
    #[cold]
    pub(crate) fn give_up_fuel(&mut self, context: &mut Context) {
        let left = context.fuel.min(1);
        self.begun -= context.fuel - left;
        context.fuel = left;
    }

    /// Another process begins in the middle of the turn, with so much fuel.
    #[inline(always)]
    fn begin_in_place(&mut self, fuel: i64) {
        self.begun = fuel;
        if self.resource.is_some() {
            self.resource = None;
        }
    }

    /// The resource of a process of this node.
    fn find_resource(&mut self, owner: Name) -> Option<Arc<Resource>> {
        let found = self.state.resources.find(pid(owner)?.as_local()?)?;
        self.resource = Some((owner, found.clone()));
        Some(found)
    }

    /// Puts a message into the mailbox.
    #[inline]
    fn deliver(&mut self, context: &mut Context, frozen: Frozen) {
        let bytes = SchemeProcess::message_bytes(&frozen);
        let message = context.adopt(frozen);
        self.put(context, message, bytes);
    }

    /// The same with a value of the process, of so many bytes on its way.
    #[inline(always)]
    fn put(&mut self, context: &mut Context, message: Value, bytes: usize) {
        let arrival = context.keep_message(message, bytes);
        if handle_arrival(context, arrival) == Arrival::Kept {
            self.tell_of_message(context, "received", &[message]);
        }
    }

    /// Puts a message into the mailbox that came with variables of its sender.
    #[cold]
    fn unpack(&mut self, context: &mut Context, parcel: Frozen) {
        let bytes = SchemeProcess::message_bytes(&parcel);
        let parcel = context.adopt(parcel);
        let message = transport::open_parcel(context, self.state, parcel, false);
        self.put(context, message, bytes);
    }

    /// Moves what has come into the mailbox, at most a batch; true if there was anything.
    #[inline]
    pub fn take(&mut self, context: &mut Context) -> bool {
        if !context.is_limited() {
            return self.turn.has_signals() && self.take_batch(context);
        }
        self.take_limited(context)
    }

    #[cold]
    fn take_limited(&mut self, context: &mut Context) -> bool {
        context.set_receiving(true);
        let taken = self.take_batch(context);
        context.check_limit();
        let lost = self.turn.take_lost();
        let arrival = context.mailbox.note_losses(lost);
        let told = handle_arrival(context, arrival) == Arrival::LostAndTold;
        context.set_receiving(false);
        taken || told
    }

    /// Ends the wait for a message with which a turn begins by the first that has come, if nobody else wants to
    /// know of it: what its sender could not do ([`Body::accept`]).
    #[inline(never)]
    pub(crate) fn receive(&mut self, context: &mut Context) {
        if !context.is_limited()
            && let Some(frozen) = self.turn.receive_message()
            && let Err(frozen) = context.receive(frozen)
        {
            self.deliver(context, frozen);
        }
    }

    #[inline(never)]
    fn take_batch(&mut self, context: &mut Context) -> bool {
        for taken in 0..TAKEN_MAX {
            let Some(delivery) = self.turn.receive() else {
                self.stop_at_next_call(context);
                return taken > 0;
            };
            context.fuel -= i64::from(taken % MESSAGES_PER_REDUCTION == 1);
            match delivery {
                process::Delivery::Message(frozen) => self.deliver(context, frozen),
                process::Delivery::Notice(notice) if matches!(*notice, Notice::Parcel(_)) => {
                    if let Notice::Parcel(parcel) = *notice {
                        self.unpack(context, parcel);
                    }
                }
                process::Delivery::Notice(notice) => {
                    // It closes what it owns when the process to which that belongs has ended, however.
                    let wants_normal = || self.state.resources.is_open(self.turn.serial());
                    if !is_normal_exit(&notice) || wants_normal() {
                        put_notice(context, *notice);
                    }
                }
            }
        }
        self.stop_at_next_call(context);
        true
    }
}

/// Does what is to be done for a message that came.
#[inline(always)]
fn handle_arrival(context: &mut Context, arrival: Arrival) -> Arrival {
    match arrival {
        Arrival::Kept => arrival,
        _ => handle_loss(context, arrival),
    }
}

#[cold]
fn handle_loss(context: &mut Context, arrival: Arrival) -> Arrival {
    match arrival {
        Arrival::Kept | Arrival::Lost => {}
        Arrival::LostAndTold => {
            let raise = context.mailbox_full("messages were lost, the mailbox was full");
            put_condition(context, raise);
        }
        Arrival::Starved => context.starve(),
        Arrival::Fatal => context.overflow(),
    }
    arrival
}

/// The bound of the queue of a process with these limits.
pub fn bound(limits: &Limits) -> Option<Bound> {
    let limit = limits.mailbox_limit()?;
    Some(Bound {
        messages: limit.messages,
        bytes: limit.bytes,
        when_full: match limit.when_full {
            WhenMailboxFull::DropOldest => WhenFull::LoseOldest,
            WhenMailboxFull::Suspend => WhenFull::Suspend,
            WhenMailboxFull::Kill | WhenMailboxFull::Raise | WhenMailboxFull::DropNewest => {
                WhenFull::LoseNewest
            }
        },
    })
}

/// The process that a value names.
pub fn pid(name: Name) -> Option<Pid> {
    Some(Pid::new(name.node, Serial::from_number(name.serial)?))
}

/// The name of a process as a value.
pub fn name(pid: Pid) -> Name {
    Name {
        node: pid.node(),
        serial: pid.serial().number(),
    }
}

/// Whether it is news that most processes do not get: dropped before the mailbox rather than by the
/// receive that would meet it.
fn is_normal_exit(notice: &Notice<Frozen>) -> bool {
    matches!(
        notice,
        Notice::Exit {
            reason: Reason::Normal,
            ..
        }
    )
}

/// Puts the news of the end of another process into the mailbox: of a linked one a condition of kind
/// `exit` with origin, reason and object, of a monitored one the list `(down tag pid reason object)`.
fn put_notice(context: &mut Context, notice: Notice<Frozen>) {
    match notice {
        Notice::Exit { origin, reason, .. } => {
            let (reason, object) = reason_values(context, reason);
            let origin = Value::pid(name(origin));
            let message = "a linked process has ended";
            let exit = Symbol::intern("exit");
            let raise = context.condition_of(exit, None, message, &[origin, reason, object]);
            put_condition(context, raise);
        }
        // Unpacked before.
        Notice::Parcel(_) => {}
        Notice::Down {
            reference,
            process,
            reason,
        } => {
            let (reason, object) = reason_values(context, reason);
            let down = Value::symbol(Symbol::intern("down"));
            let watch = Value::tag(Name {
                node: 0,
                serial: reference,
            });
            let parts = [down, watch, Value::pid(name(process)), reason, object];
            match context.list(&parts) {
                Ok(message) => {
                    context.mailbox.push(message, None);
                }
                // It would wait for the news for ever.
                Err(_) => context.starve(),
            }
        }
    }
}

/// Puts a condition into the mailbox, which the receive that meets it raises.
fn put_condition(context: &mut Context, raise: Raise) {
    match context.is_fatal(raise) {
        false => {
            context.mailbox.push(raise.0, None);
        }
        true => context.starve(),
    }
}

/// The reason of an end as a symbol, and the object that goes with it.
fn reason_values(context: &mut Context, reason: Reason<Frozen>) -> (Value, Value) {
    let (word, object) = match reason {
        Reason::Normal => ("normal", Value::FALSE),
        Reason::Failure(object) => {
            let object = context.adopt(object);
            let object = match origin::parts(object) {
                Some((raised, trace)) => {
                    context.note_origin(key(raised), trace);
                    raised
                }
                None => object,
            };
            ("failure", object)
        }
        Reason::Terminated => ("terminated", Value::FALSE),
        Reason::NoProcess => ("noproc", Value::FALSE),
        Reason::NodeDown => ("node-down", Value::FALSE),
    };
    (Value::symbol(Symbol::intern(word)), object)
}

impl Host for TurnHost<'_, '_> {
    fn system(&mut self) -> &mut dyn System {
        self
    }

    fn processes(&mut self) -> &mut dyn Processes {
        self
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        self
    }

    fn requests(&mut self) -> &mut dyn Requests {
        self
    }

    fn resources(&mut self) -> &mut dyn Resources {
        self
    }

    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        Processes::send(self, context, to, message)
    }

    fn spawn_plain(&mut self, context: &mut Context, thunk: Value) -> Option<Name> {
        self.make_plain(context, thunk)
    }

    fn give_place(
        &mut self,
        place: &mut Box<Context>,
        deadline: Option<NonZeroU64>,
    ) -> Option<Successor> {
        let used = self.used(place.fuel);
        if self.begun <= 0 {
            return None;
        }
        let fuel = self.turn.fuel();
        let mut next = self.turn.successor()?;
        let successor = next.body()?.take_place(fuel)?;
        next.begin(used, deadline, |next| next.exchange(place));
        self.begin_in_place(fuel);
        Some(successor)
    }

    fn leave_place(&mut self, place: &mut Box<Context>) -> Option<Successor> {
        let used = self.used(place.fuel);
        if self.begun <= 0 {
            return None;
        }
        let fuel = self.turn.fuel();
        let mut next = self.turn.heir()?;
        let successor = next.body()?.take_place(fuel)?;
        next.inherit(used, |next| next.exchange(place));
        self.begin_in_place(fuel);
        Some(successor)
    }
}
