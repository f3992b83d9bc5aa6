//! The world of a running process: the machine's host traits over a scheduler's turn.

use crate::body::SchemeProcess;
use crate::moment;
use crate::resources::{self, Resource};
use crate::state::NodeState;
use mound_base::Symbol;
use mound_heap::budget;
use mound_heap::freeze::Frozen;
use mound_heap::value::Name;
use mound_heap::{Bytes, Value};
use mound_machine::condition::ConditionKind;
use mound_machine::limits::WhenMailboxFull;
use mound_machine::mailbox::Arrival;
use mound_machine::resource::{Incoming, Put, Resources};
use mound_machine::{
    Cluster, Context, Delivery, Direction, Host, Input, Limits, Priority, Processes, Raise, Reply,
    Request, Requests, Spawn, Statistics, Stream, System,
};
use mound_process::{
    self as process, Body, Bound, LinkDirection, Lose, Notice, Pid, Reason, Serial, SpawnOptions,
    Trace, Turn,
};
use mound_wire::Mode;
use std::num::NonZeroU64;
use std::sync::Arc;

/// Messages taken into the mailbox at once: what is short beside a turn.
const TAKEN_MAX: u32 = 4096;
/// Messages whose taking costs a unit of fuel.
const MESSAGES_PER_REDUCTION: u32 = 8;

/// With more messages in its queue, a process gets no others while there is no memory. With more in
/// its mailbox, what it sends to itself goes to the queue too.
const LONG_QUEUE: usize = 1 << 12;

/// One turn of a process.
pub struct TurnHost<'a, 'turn> {
    pub(crate) turn: &'a mut Turn<'turn, SchemeProcess>,
    /// Not counted: each turn would write where all schedulers read.
    state: &'turn Arc<NodeState>,
    /// The resource that was used last in this turn.
    resource: Option<(Name, Arc<Resource>)>,
}

impl<'a, 'turn> TurnHost<'a, 'turn> {
    pub fn new(turn: &'a mut Turn<'turn, SchemeProcess>) -> TurnHost<'a, 'turn> {
        let state = turn.node();
        TurnHost {
            turn,
            state,
            resource: None,
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
        let arrival = context.mailbox.push_sent(message, bytes);
        if settle_arrival(context, arrival) == Arrival::Kept {
            self.tell_of_message(context, "received", &[message]);
        }
    }

    /// Moves what has come into the mailbox, at most a batch; true if there was anything.
    pub fn take(&mut self, context: &mut Context) -> bool {
        if !context.is_limited() {
            return self.take_batch(context);
        }
        context.set_receiving(true);
        let taken = self.take_batch(context);
        context.check_limit();
        let lost = self.turn.take_lost();
        let arrival = context.mailbox.note_losses(lost);
        let told = settle_arrival(context, arrival) == Arrival::LostAndTold;
        context.set_receiving(false);
        taken || told
    }

    fn take_batch(&mut self, context: &mut Context) -> bool {
        for taken in 0..TAKEN_MAX {
            let Some(delivery) = self.turn.receive() else {
                return taken > 0;
            };
            context.fuel -= i64::from(taken % MESSAGES_PER_REDUCTION == 1);
            match delivery {
                process::Delivery::Message(frozen) => self.deliver(context, frozen),
                process::Delivery::Notice(notice) => {
                    // It closes what it owns when the process to which that belongs has ended, however.
                    let wants_normal = || self.state.resources.is_open(self.turn.serial());
                    if !is_normal_exit(&notice) || wants_normal() {
                        put_notice(context, *notice);
                    }
                }
            }
        }
        true
    }
}

/// Does what is to be done for a message that came.
#[inline]
fn settle_arrival(context: &mut Context, arrival: Arrival) -> Arrival {
    match arrival {
        Arrival::Kept | Arrival::Lost => {}
        Arrival::LostAndTold => {
            let raise = context.mailbox_full("messages were lost, the mailbox was full");
            match context.is_fatal(raise) {
                false => context.mailbox.push(raise.0),
                true => context.starve(),
            }
        }
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
        lose: match limit.when_full {
            WhenMailboxFull::DropOldest => Lose::Oldest,
            _ => Lose::Newest,
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
            match context.is_fatal(raise) {
                false => context.mailbox.push(raise.0),
                true => context.starve(),
            }
        }
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
                Ok(message) => context.mailbox.push(message),
                // It would wait for the news for ever.
                Err(_) => context.starve(),
            }
        }
    }
}

/// The reason of an end as a symbol, and the object that goes with it.
fn reason_values(context: &mut Context, reason: Reason<Frozen>) -> (Value, Value) {
    let (word, object) = match reason {
        Reason::Normal => ("normal", Value::FALSE),
        Reason::Failure(object) => ("failure", context.adopt(object)),
        Reason::Terminated => ("terminated", Value::FALSE),
        Reason::NoProcess => ("noproc", Value::FALSE),
        Reason::NodeDown => ("node-down", Value::FALSE),
    };
    (Value::symbol(Symbol::intern(word)), object)
}

/// A pid that no process has: its slot would have to be used more often than it ever is.
fn nobody() -> Option<Pid> {
    Serial::from_number((1 << process::SERIAL_BITS) - 1).map(Pid::local)
}

fn priority(priority: Priority) -> process::Priority {
    match priority {
        Priority::High => process::Priority::High,
        Priority::Normal => process::Priority::Normal,
        Priority::Low => process::Priority::Low,
    }
}

fn direction(direction: Direction) -> LinkDirection {
    match direction {
        Direction::Outbound => LinkDirection::Outbound,
        Direction::Inbound => LinkDirection::Inbound,
        Direction::Both => LinkDirection::Both,
    }
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
}

impl Resources for TurnHost<'_, '_> {
    #[inline]
    fn with_incoming(&mut self, owner: Name, action: &mut dyn FnMut(&mut Incoming)) -> bool {
        // Most reads are of the resource that was read last.
        if let Some((last, resource)) = &self.resource
            && *last == owner
        {
            return resources::with_incoming(resource, action);
        }
        match self.find_resource(owner) {
            Some(resource) => resources::with_incoming(&resource, action),
            None => false,
        }
    }

    fn give_back(&mut self, owner: Name, consumed: usize) {
        if let Some(resource) = self.find_resource(owner) {
            resources::give_back(self.state, &resource, consumed);
        }
    }

    fn put_anyway(&mut self, owner: Name, bytes: &[u8]) {
        if let Some(resource) = self.find_resource(owner) {
            resources::put_anyway(self.state, &resource, bytes);
        }
    }

    fn prefetch(&mut self, owner: Name) {
        if let Some(owner) = pid(owner).and_then(Pid::as_local) {
            resources::prefetch(self.state, owner);
        }
    }

    fn put(&mut self, owner: Name, bytes: &[u8]) -> Put {
        if let Some((last, resource)) = &self.resource
            && *last == owner
        {
            return resources::put(self.state, resource, bytes);
        }
        match self.find_resource(owner) {
            Some(resource) => resources::put(self.state, &resource, bytes),
            None => Put::Closed,
        }
    }

    fn is_open(&self, owner: Name) -> bool {
        pid(owner)
            .and_then(Pid::as_local)
            .is_some_and(|owner| self.state.resources.is_open(owner))
    }
}

impl System for TurnHost<'_, '_> {
    fn now(&self) -> u64 {
        self.turn.now()
    }

    fn seconds(&self) -> f64 {
        moment::now(self.turn).as_secs_f64()
    }

    fn random(&mut self) -> u64 {
        self.turn.random()
    }

    fn write(&mut self, stream: Stream, text: &str) -> bool {
        match stream {
            Stream::Output if self.state.options.seed.is_some() => {
                // How fast somebody reads the output must not matter.
                self.state.console.flush();
                self.state.console.write(text)
            }
            Stream::Output => self.state.console.write(text),
            Stream::Error => {
                self.state.console.write_error(text);
                true
            }
        }
    }

    fn is_flushed(&mut self) -> bool {
        if self.state.options.seed.is_some() {
            self.state.console.flush();
        }
        self.state.console.is_flushed()
    }

    fn command_line(&self) -> Vec<String> {
        self.state.options.command_line.clone()
    }

    fn environment_variables(&self) -> Vec<(String, String)> {
        let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        std::env::vars_os()
            .map(|(name, value)| (lossy(name), lossy(value)))
            .collect()
    }

    fn with_input(&mut self, action: &mut dyn FnMut(&mut Input)) {
        self.state.with_input(action);
    }

    fn features(&self) -> Vec<Symbol> {
        crate::features()
            .iter()
            .map(|name| Symbol::intern(name))
            .collect()
    }
}

impl Processes for TurnHost<'_, '_> {
    fn this(&self) -> Name {
        name(self.turn.pid())
    }

    fn fresh_serial(&mut self) -> u64 {
        self.turn.fresh_reference()
    }

    fn send(&mut self, context: &mut Context, to: Name, message: Value) -> Result<Delivery, Raise> {
        // The receiver may look at what was written before.
        context.close_windows(self);
        let Some(to) = pid(to) else {
            return Ok(Delivery::Sent);
        };
        if to.is_local() {
            if budget::is_exhausted() && self.turn.queue_length(to) > LONG_QUEUE {
                // Each message is small, and it is not the receiver that could stop.
                let text = format!("!: the receiver takes no messages, and {}", no_room());
                return Err(context.condition(ConditionKind::Memory, Some("!"), &text, &[]));
            }
            let frozen = freeze(context, message)?;
            if !context.is_limited()
                && context.mailbox.len() < LONG_QUEUE
                && self.turn.send_to_itself(to)
            {
                self.tell_of_message(context, "sent", &[Value::pid(name(to)), message]);
                self.deliver(context, frozen);
                return Ok(Delivery::Sent);
            }
            self.turn.send(to, frozen);
            self.tell_of_message(context, "sent", &[Value::pid(name(to)), message]);
            return Ok(Delivery::Sent);
        }
        // Bytes are made here, in the sender's turn: what cannot be sent is the sender's error.
        let bytes = self.encode(context, message, Mode::Frozen)?;
        let delivery = self.state.send_remote(self.turn.serial(), to, bytes);
        if delivery == Delivery::Sent {
            self.tell_of_message(context, "sent", &[Value::pid(name(to)), message]);
        }
        Ok(delivery)
    }

    fn spawn(&mut self, spawn: Spawn) -> Result<Name, String> {
        if budget::is_exhausted() {
            return Err(no_room());
        }
        let limits = spawn.limits.unwrap_or_else(|| self.state.default_limits());
        let body = SchemeProcess::of(self.state, spawn.child).limited(limits);
        let options = SpawnOptions {
            name: spawn.name.map(|name| name.name()),
            links: spawn.links.into_iter().filter_map(pid).collect(),
            priority: priority(spawn.priority),
            bound: bound(&limits),
        };
        self.turn
            .spawn(body, options)
            .map(|serial| name(serial.into()))
            .map_err(|error| error.to_string())
    }

    fn link(&mut self, other: Name, kind: Direction) {
        if let Some(other) = pid(other) {
            self.turn.link(other, direction(kind));
        }
    }

    fn unlink(&mut self, other: Name, kind: Direction) {
        if let Some(other) = pid(other) {
            self.turn.unlink(other, direction(kind));
        }
    }

    fn link_others(&mut self, from: Name, to: Name, linked: bool) {
        if let (Some(from), Some(to)) = (pid(from), pid(to)) {
            self.turn.link_others(from, to, linked);
        }
    }

    fn monitor(&mut self, other: Name) -> u64 {
        pid(other).map_or(0, |other| self.turn.monitor(other))
    }

    fn demonitor(&mut self, reference: u64) -> bool {
        // Those of processes are many, and the others are behind a lock of the node.
        self.turn.demonitor(reference) || self.state.unwatch_service(reference)
    }

    fn terminate(&mut self, other: Name) {
        if let Some(other) = pid(other) {
            self.turn.terminate(other);
        }
    }

    fn is_alive(&self, other: Name) -> Option<bool> {
        let local = pid(other)?.as_local()?;
        Some(self.turn.status(local).is_some())
    }

    fn list(&self) -> Vec<Name> {
        self.turn
            .handle()
            .processes()
            .into_iter()
            .map(|serial| name(serial.into()))
            .collect()
    }

    fn set_priority(&mut self, other: Name, wanted: Priority) {
        if let Some(other) = pid(other).and_then(Pid::as_local) {
            self.turn.set_priority(other, priority(wanted));
        }
    }

    fn set_limits(&mut self, context: &mut Context, limits: Limits) {
        self.turn.set_bound(bound(&limits));
        context.set_limits(limits);
    }

    fn default_limits(&self) -> Limits {
        self.state.default_limits()
    }

    fn set_default_limits(&mut self, limits: Limits) {
        self.state.set_default_limits(limits);
    }

    fn trace(&mut self, other: Name, to: Name, messages: bool, calls: bool) {
        let parts = pid(other)
            .and_then(Pid::as_local)
            .zip(pid(to).and_then(Pid::as_local));
        if let Some((other, to)) = parts {
            let trace = (messages || calls).then_some(Trace {
                to,
                messages,
                calls,
            });
            self.turn.trace_other(other, trace);
        }
    }

    fn watch_crashes(&mut self, watcher: Name, watches: bool) {
        if let Some(watcher) = pid(watcher).and_then(Pid::as_local) {
            self.state.crash_watchers.set(watcher, watches);
        }
    }

    fn statistics(&self) -> Statistics {
        let found = self.turn.handle().statistics();
        Statistics {
            node: vec![
                ("now", found.now_ns),
                ("processes", found.processes as u64),
                ("timers", found.timers as u64),
            ],
            schedulers: found
                .schedulers
                .iter()
                .map(|scheduler| {
                    vec![
                        ("ready", scheduler.ready as u64),
                        ("turns", scheduler.turns),
                        ("reductions", scheduler.reductions),
                        ("messages", scheduler.messages),
                        ("asleep", scheduler.asleep_ns),
                    ]
                })
                .collect(),
        }
    }

    fn name(&self) -> Option<String> {
        self.turn.name().map(|name| name.to_string())
    }

    fn links(&self) -> Vec<Name> {
        self.turn.links().map(name).collect()
    }

    fn register(&mut self, service: &str, process: Name) -> Result<(), String> {
        let Some(process) = pid(process) else {
            return Err("this is not a process".to_owned());
        };
        self.turn
            .publish(service, process)
            .map(|_| ())
            .map_err(|_| "the process does not exist".to_owned())
    }

    fn unregister(&mut self, service: &str) -> bool {
        self.turn.unpublish(service).is_some()
    }

    fn registered(&self, service: &str) -> Option<Name> {
        self.turn.resolve(service).map(name)
    }

    fn take_messages(&mut self, context: &mut Context) -> bool {
        self.take(context)
    }
}

/// What is said when nothing more can be made, however small.
fn no_room() -> String {
    let limit = budget::limit().unwrap_or(usize::MAX);
    format!(
        "all processes together have reached their limit of {}",
        Bytes(limit)
    )
}

#[inline]
fn freeze(context: &mut Context, message: Value) -> Result<Frozen, Raise> {
    if let Some(frozen) = Frozen::immediate(message) {
        return Ok(frozen);
    }
    let frozen = context.copying(|heap| heap.freeze(message));
    frozen.map_err(|error| context.too_large("!", error))
}

impl Cluster for TurnHost<'_, '_> {
    fn this_node(&self) -> Option<String> {
        self.state.node_address()
    }

    fn node_name(&self, index: u16) -> Option<String> {
        self.state.node_name(index)
    }

    fn send_service(
        &mut self,
        context: &mut Context,
        node: &str,
        service: &str,
        message: Value,
    ) -> Result<Delivery, Raise> {
        if self.state.is_this_node(node) {
            if let Some(process) = self.turn.resolve(service) {
                return self.send(context, name(process), message);
            }
            return Ok(Delivery::Sent);
        }
        let bytes = self.encode(context, message, Mode::Frozen)?;
        Ok(self
            .state
            .send_service(self.turn.serial(), node, service, bytes))
    }

    fn monitor_service(&mut self, node: &str, service: &str) -> u64 {
        if self.state.is_this_node(node) {
            // A process that never was ends at once, with reason noproc.
            let process = self.turn.resolve(service).or_else(nobody);
            return process.map_or(0, |process| self.turn.monitor(process));
        }
        let reference = self.turn.fresh_reference();
        self.state
            .watch_service(self.turn.serial(), reference, node, service);
        reference
    }

    fn encode_private(&mut self, context: &mut Context, value: Value) -> Result<Vec<u8>, Raise> {
        self.encode(context, value, Mode::Private)
    }
}

impl TurnHost<'_, '_> {
    fn encode(
        &mut self,
        context: &mut Context,
        value: Value,
        mode: Mode,
    ) -> Result<Vec<u8>, Raise> {
        context.close_windows(self);
        crate::transport::encode(context, self.state, value, mode)
    }
}

impl Requests for TurnHost<'_, '_> {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        let reference = self.turn.fresh_reference();
        crate::requests::start(self.state, self.turn.serial(), reference, request);
        NonZeroU64::new(reference).expect("references begin with 1")
    }

    fn poll(&mut self, request: u64) -> Option<Reply> {
        self.state.requests.poll(request)
    }

    fn cancel(&mut self, request: u64) {
        self.state.requests.cancel(request);
    }
}
